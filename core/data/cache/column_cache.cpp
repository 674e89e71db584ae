// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cache/column_cache.h"

#include "base/cache_folder.h"
#include "base/version.h"
#include "config/field.h"
#include "data/cache/kept_series.h"
#include "data/recipe/categories.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr const char *kEnding = ".columns", *kBeside = ".beside";

/// Before what is kept beside columns.
struct BesideStart {
    std::uint64_t format = UINT64_C(0x31444953454221);  // "!BESID1"
    std::uint64_t sum = 0;
};

std::uint64_t sumOf(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

/// The settings that reading may depend on.
std::string readingSettings(const ExperimentConfig& options) {
    std::string text;
    for (const Field& field : fields())
        if (field.group == FieldGroup::Source || field.group == FieldGroup::Import ||
            field.group == FieldGroup::Columns)
            text += std::string(field.key) + '=' + formatFieldValue(fieldValue(options, field)) + '\n';
    for (const std::string& column : namedCategories(options.recipe))
        text += categoryUse(options.recipe, column) + '=' + column + '\n';
    for (const auto& [column, size] : embeddedColumns(options.recipe))  // told in what is said of the column
        text += std::to_string(size) + '=' + column + '\n';
    return text;
}

struct KeptFile {
    fs::path path;
    std::uint64_t bytes = 0;
    fs::file_time_type time;
};

std::vector<KeptFile> keptFiles(const fs::path& folder) {
    std::vector<KeptFile> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code gone;
        if (const fs::path ending = entry->path().extension(); ending != kEnding && ending != kBeside) continue;
        KeptFile file{entry->path(), entry->file_size(gone), entry->last_write_time(gone)};
        if (!gone) found.push_back(std::move(file));
    }
    return found;
}

std::unique_ptr<ColumnCache>& programsCache() {
    static std::unique_ptr<ColumnCache> cache;
    return cache;
}

}  // namespace

ColumnCache::ColumnCache(fs::path folder, Worth worth) : folder_(std::move(folder)), worth_(worth) {}

ColumnCache::~ColumnCache() = default;

std::optional<std::string> ColumnCache::keyOf(const fs::path& path, const ExperimentConfig& options) const {
    std::error_code failed;
    const fs::path place = fs::canonical(path, failed);
    if (failed || fs::file_size(place, failed) < std::min(worth_.bytes, worth_.least) || failed) return std::nullopt;
    const auto stamp = fileStamp(place, worth_.seconds);
    if (!stamp) return std::nullopt;
    return sha256(place.string() + '\n' + *stamp + '\n' + programIdentity() + '\n' + readingSettings(options));
}

bool ColumnCache::isWorthKeeping(const fs::path& path, double readSeconds) const {
    std::error_code failed;
    const std::uint64_t bytes = fs::file_size(path, failed);
    return !failed && (bytes >= worth_.bytes || (bytes >= worth_.least && readSeconds >= worth_.readSeconds));
}

SeriesPtr ColumnCache::find(const std::string& key, const Progress& progress) const {
    std::error_code failed;
    const fs::path path = fileOf(key);
    if (!fs::exists(path, failed)) return nullptr;
    auto series = keptSeries(path, progress);
    if (series.ok()) {
        know(*series, key);
        return *series;
    }
    if (series.error().code == ErrorCode::Corrupt) (void)removePath(path);
    return nullptr;
}

void ColumnCache::keep(std::string key, SeriesPtr series) {
    know(series, key);
    const std::scoped_lock lock(waiting_);
    if (writer_.joinable()) writer_.join();
    writer_ = std::jthread([this, key = std::move(key), series = std::move(series)] { write(key, *series); });
}

void ColumnCache::know(const SeriesPtr& series, const std::string& key) const {
    const std::scoped_lock lock(knowing_);
    std::erase_if(known_, [](const auto& one) { return one.second.first.expired(); });
    known_[series.get()] = {series, key};
}

fs::path ColumnCache::besideFile(const Series& series, const std::string& word) const {
    const std::scoped_lock lock(knowing_);
    const auto found = known_.find(&series);
    if (found == known_.end() || found->second.first.expired()) return {};
    return folder_ / (found->second.second + '.' + word + kBeside);
}

std::optional<std::string> ColumnCache::beside(const Series& series, const std::string& word) const {
    const fs::path path = besideFile(series, word);
    if (path.empty()) return std::nullopt;
    auto bytes = readFileBytes(path);
    BesideStart start;
    if (!bytes.ok() || bytes->size() < sizeof start) return std::nullopt;
    std::memcpy(&start, bytes->data(), sizeof start);
    bytes->erase(0, sizeof start);
    if (start.format != BesideStart().format || start.sum != sumOf(*bytes)) return std::nullopt;
    return std::move(*bytes);
}

void ColumnCache::keepBeside(const Series& series, const std::string& word, std::string_view bytes) const {
    const fs::path path = besideFile(series, word);
    if (path.empty() || bytes.size() > limit() / 2 || !makeFolders(folder_).ok()) return;
    makeRoom(bytes.size());
    const BesideStart start{.sum = sumOf(bytes)};
    std::string whole(reinterpret_cast<const char*>(&start), sizeof start);
    (void)writeFileDurably(path, whole.append(bytes));
}

void ColumnCache::write(const std::string& key, const Series& series) const {
    const std::uint64_t bytes =
        static_cast<std::uint64_t>(series.rows()) * 8 * (series.channels.size() + (series.time.known() ? 1 : 0));
    if (bytes > limit() / 2 || !makeFolders(folder_).ok()) return;
    const auto space = freeSpace(folder_);
    if (!space.ok() || *space < 2 * bytes) return;
    removeAbandoned(folder_);
    makeRoom(bytes);
    if (keepSeries(fileOf(key), series).ok()) makeRoom(0);  // with what tells of the columns
}

void ColumnCache::makeRoom(std::uint64_t bytes) const {
    std::vector<KeptFile> files = keptFiles(folder_);
    std::ranges::sort(files, {}, &KeptFile::time);
    std::uint64_t all = bytes;
    for (const KeptFile& file : files) all += file.bytes;
    for (const KeptFile& file : files) {
        if (all <= limit()) return;
        if (removePath(file.path).ok()) all -= file.bytes;
    }
}

std::uint64_t ColumnCache::bytes() const {
    std::uint64_t all = 0;
    for (const KeptFile& file : keptFiles(folder_)) all += file.bytes;
    return all;
}

std::uint64_t ColumnCache::limit() const {
    const auto text = readFileBytes(limitFile(), 64);
    std::uint64_t bytes = 0;
    if (!text.ok() || std::from_chars(text->data(), text->data() + text->size(), bytes).ec != std::errc{})
        return kMostBytes;
    return bytes;
}

Result<> ColumnCache::setLimit(std::uint64_t bytes) {
    if (auto made = makeFolders(folder_); !made) return made;
    if (auto written = writeFileDurably(limitFile(), std::to_string(bytes)); !written) return written;
    makeRoom(0);
    return {};
}

Result<> ColumnCache::clear() {
    {
        const std::scoped_lock lock(waiting_);
        if (writer_.joinable()) writer_.join();
    }
    for (const KeptFile& file : keptFiles(folder_))
        if (auto removed = removePath(file.path); !removed) return removed;
    return {};
}

fs::path ColumnCache::fileOf(const std::string& key) const { return folder_ / (key + kEnding); }

fs::path ColumnCache::limitFile() const { return folder_ / "limit"; }

ColumnCache* columnCache() { return programsCache().get(); }

void useColumnCache(std::unique_ptr<ColumnCache> cache) { programsCache() = std::move(cache); }

std::unique_ptr<ColumnCache> usersColumnCache() {
    const fs::path folder = cacheFolder();
    return folder.empty() ? nullptr : std::make_unique<ColumnCache>(folder / "columns", ColumnCache::Worth());
}

}  // namespace gatelab
