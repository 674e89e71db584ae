// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/film.h"

#include "io/file_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "store/record/missing_files.h"
#include "store/saved_json.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>

namespace gatelab {

namespace {

/// film/frames.json: the frames of a film, each with the SHA-256 of its file, and a checksum of itself. A frame is
/// written before it is named here, and named no more before it is removed: what is named is there, and whole.
struct FilmIndex {
    static constexpr const char* kName = "frames.json";

    /// By step; empty: the frame is of an older program, which kept no checksum
    std::map<std::int64_t, std::string> hashes;
};

using Json = nlohmann::ordered_json;
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxIndexBytes = UINT64_C(256) << 20;

Error damaged(const std::filesystem::path& path) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Files",
                          "'%1' is damaged, so that no frame of the film can be proved right; restore it from a "
                          "backup, or look at a checkpoint instead"),
             {path.string()}}};
}

/// None: an older program made the film. Corrupt where it does not fit its checksum. Blocks for file access; any
/// thread.
Result<std::optional<FilmIndex>> readFilmIndex(const std::filesystem::path& filmFolder) {
    const auto path = filmFolder / FilmIndex::kName;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::optional<FilmIndex>();
    const auto text = readFileBytes(path, kMaxIndexBytes);
    if (!text) return text.error();
    const Json json = tryParseJson<Json>(*text);
    try {
        if (json.at(kChecksumKey).get<std::string>() != jsonChecksum(*text)) return damaged(path);
        if (json.at("gatelab_film").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Files", "%1 was written by a newer version of Gatelab"), {path.string()}}};
        FilmIndex index;
        for (const Json& frame : json.at("frames"))
            index.hashes[frame.at("step").get<std::int64_t>()] = frame.at("sha256").get<std::string>();
        return std::optional(std::move(index));
    } catch (const Json::exception&) {
        return damaged(path);
    }
}

/// Durably, in the place of the one before.
Result<> writeFilmIndex(const std::filesystem::path& filmFolder, const FilmIndex& index) {
    Json frames = Json::array();
    for (const auto& [step, hash] : index.hashes) frames.push_back({{"step", step}, {"sha256", hash}});
    Json json{{"gatelab_film", kFormatVersion}, {"frames", std::move(frames)}};
    json[kChecksumKey] = jsonChecksum(json.dump());
    return writeFileDurably(filmFolder / FilmIndex::kName, json.dump(1) + "\n");
}

constexpr std::uint64_t kMaxBytes = UINT64_C(64) << 30;
/// In a frame's own facts: the film has a list of checksums.
constexpr const char* kCheckedBy = "checked_by";
constexpr std::string_view kStart = "step-", kEnd = ".safetensors";

std::string nameOf(std::int64_t step) {
    char name[48];
    std::snprintf(name, sizeof name, "step-%012lld.safetensors", static_cast<long long>(step));
    return name;
}

/// -1: no name of a frame.
std::int64_t stepOf(const std::string& name) {
    if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return -1;
    const std::string digits = name.substr(kStart.size(), name.size() - kStart.size() - kEnd.size());
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos || digits.size() > 18) return -1;
    return std::atoll(digits.c_str());
}

std::string numberText(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

FilmFacts factsOf(const TensorFile& file, std::int64_t step) {
    const auto number = [&](const char* key) {
        const auto found = file.metadata.find(key);
        return found == file.metadata.end() ? 0.0 : std::strtod(found->second.c_str(), nullptr);
    };
    return {step, static_cast<std::int64_t>(number("epoch")), number("seconds"), number("copy_seconds"),
            number("filmed_seconds")};
}

/// Place of the frame whose removal leaves the smallest hole; of equal ones the oldest.
std::size_t closest(const std::vector<FilmFrame>& frames) {
    std::size_t found = 1;
    std::int64_t hole = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 1; i + 1 < frames.size(); ++i)
        if (const std::int64_t left = frames[i + 1].step - frames[i - 1].step; left < hole) hole = left, found = i;
    return found;
}

/// Takes frames out of the list until it keeps within the limit.
void thin(std::vector<FilmFrame>& all, std::int64_t limitBytes) {
    std::int64_t bytes = std::accumulate(all.begin(), all.end(), std::int64_t{0},
                                         [](std::int64_t sum, const FilmFrame& frame) { return sum + frame.bytes; });
    while (bytes > limitBytes && all.size() > 2) {
        const auto gone = all.begin() + static_cast<std::ptrdiff_t>(closest(all));
        bytes -= gone->bytes;
        all.erase(gone);
    }
}

}  // namespace

bool FilmStore::isThere() const {
    std::error_code failed;
    return std::filesystem::exists(folder_ / FilmIndex::kName, failed) || failed || !found().empty();
}

std::filesystem::path FilmStore::lost() const {
    std::error_code ignored;
    if (isThere()) return {};
    return std::filesystem::exists(folder_, ignored) ? folder_ / FilmIndex::kName : folder_;
}

bool FilmStore::isOfFilm(const std::string& name) { return name == FilmIndex::kName || stepOf(name) >= 0; }

Result<> FilmStore::add(TensorFile weights, const FilmFacts& facts, std::int64_t limitBytes) const {
    if (auto made = makeFolders(folder_); !made.ok()) return made;
    auto index = readFilmIndex(folder_);
    if (!index) return index.error();
    std::vector<FilmFrame> all = frames();
    if (!*index) {
        *index = FilmIndex();
        for (const FilmFrame& frame : all) (*index)->hashes[frame.step];
    }
    weights.metadata = {{"format", "pt"},
                        {"epoch", std::to_string(facts.epoch)},
                        {"seconds", numberText(facts.seconds)},
                        {"copy_seconds", numberText(facts.copySeconds)},
                        {"filmed_seconds", numberText(facts.filmedSeconds)},
                        {kCheckedBy, FilmIndex::kName}};
    const auto bytes = serializeTensors(weights);
    if (!bytes) return bytes.error();
    const FilmFrame added{facts.step, folder_ / nameOf(facts.step), std::ssize(*bytes)};
    if (auto written = writeFileDurably(added.file, *bytes); !written.ok()) return written;
    (*index)->hashes[facts.step] = sha256(*bytes);
    std::erase_if(all, [&](const FilmFrame& frame) { return frame.step == facts.step; });
    all.insert(std::ranges::upper_bound(all, facts.step, {}, &FilmFrame::step), added);
    thin(all, limitBytes);
    std::erase_if((*index)->hashes, [&](const auto& entry) {
        return !std::ranges::binary_search(all, entry.first, {}, &FilmFrame::step);
    });
    if (auto named = writeFilmIndex(folder_, **index); !named) return named;
    // Those that are named no more, and what a writer left that was killed before it named it.
    for (const FilmFrame& frame : found())
        if (!(*index)->hashes.contains(frame.step))
            if (auto removed = removePath(frame.file); !removed.ok()) return removed;
    return {};
}

std::vector<FilmFrame> FilmStore::found() const {
    std::vector<FilmFrame> found;
    std::error_code problem;
    for (std::filesystem::directory_iterator it(folder_, problem), end; !problem && it != end; it.increment(problem)) {
        const std::int64_t step = stepOf(it->path().filename().string());
        std::error_code gone;
        const auto bytes = it->file_size(gone);
        if (step >= 0 && !gone) found.push_back({step, it->path(), static_cast<std::int64_t>(bytes)});
    }
    std::ranges::sort(found, {}, &FilmFrame::step);
    return found;
}

std::vector<FilmFrame> FilmStore::frames() const {
    // Asked first: what is named later may be missing in it.
    const auto index = readFilmIndex(folder_);
    std::vector<FilmFrame> all = found();
    if (index.ok() && *index)
        std::erase_if(all, [&](const FilmFrame& frame) { return !(*index)->hashes.contains(frame.step); });
    return all;
}

Result<std::string> FilmStore::bytesOf(std::int64_t step, const std::string& hash) const {
    const auto path = folder_ / nameOf(step);
    auto bytes = readFileBytes(path, kMaxBytes);
    if (!bytes || hash.empty() || sha256(*bytes) == hash) return bytes;
    return Error{ErrorCode::Corrupt,
                 {GATELAB_TEXT("Files",
                               "the frame of step %1 does not fit its checksum ('%2'); choose another frame of the "
                               "film, or a checkpoint, or restore it from a backup"),
                  {step, path.string()}}};
}

Result<FilmStore::Loaded> FilmStore::load(std::int64_t step) const {
    const auto all = frames();
    const auto found = std::ranges::find(all, step, &FilmFrame::step);
    if (found == all.end()) {
        const Phrase known = all.empty() ? Phrase(GATELAB_TEXT("Files", "the run has no film"))
                                         : Phrase(GATELAB_TEXT("Files", "its film has %1 frames, of step %2 to %3"),
                                                  {all.size(), all.front().step, all.back().step});
        return Error{ErrorCode::NotFound, {GATELAB_TEXT("Files", "there is no frame of step %1; %2"), {step, known}}};
    }
    auto index = readFilmIndex(folder_);
    if (!index) return index.error();
    const auto bytes = bytesOf(step, *index ? (*index)->hashes[step] : std::string());
    if (!bytes) return bytes.error();
    auto file = parseTensors(*bytes).withContext("'" + found->file.string() + "'");
    if (!file.ok()) return file.error();
    FilmFacts facts = factsOf(*file, step);
    return Loaded{std::move(*file), facts};
}

Result<FilmFacts> FilmStore::newestFacts() const {
    const auto all = frames();
    if (all.empty()) return Error{ErrorCode::NotFound, GATELAB_TEXT("Files", "the run has no film")};
    auto loaded = load(all.back().step);
    if (!loaded) return loaded.error();
    return loaded->facts;
}

Result<> FilmStore::cutAfter(std::int64_t step) const {
    if (auto index = readFilmIndex(folder_); index.ok() && *index) {
        const auto cut = std::erase_if((*index)->hashes, [&](const auto& entry) { return entry.first > step; });
        if (cut > 0)
            if (auto named = writeFilmIndex(folder_, **index); !named) return named;
    }
    for (const FilmFrame& frame : found())
        if (frame.step > step)
            if (auto removed = removePath(frame.file); !removed.ok()) return removed;
    return {};
}

FilmCheck FilmStore::check(bool isTrained) const {
    FilmCheck check;
    const auto index = readFilmIndex(folder_);
    if (!index) {
        check.damaged.push_back(index.error().phrase);
        return check;
    }
    if (!*index) {
        const auto all = found();
        check.isUnproved = !all.empty();
        const auto isOfThisProgram = [](const FilmFrame& frame) {
            const auto header = readTensorShapes(frame.file);
            return header.ok() && header->metadata.contains(kCheckedBy);
        };
        if (!isTrained && std::ranges::any_of(all, isOfThisProgram))
            check.damaged.push_back(missingText(folder_ / FilmIndex::kName));
        return check;
    }
    for (const auto& [step, hash] : (*index)->hashes) {
        const auto bytes = bytesOf(step, hash);
        check.isUnproved = check.isUnproved || hash.empty();
        if (bytes.ok()) continue;
        if (bytes.error().code != ErrorCode::NotFound)
            check.damaged.push_back(bytes.error().phrase);
        else if (!isTrained)
            check.damaged.push_back(missingText(folder_ / nameOf(step)));
    }
    return check;
}

Result<> FilmStore::copyTo(const std::filesystem::path& runFolder, std::vector<std::string>& left) const {
    const FilmStore copy(runFolder);
    auto index = readFilmIndex(folder_);
    if (!index) left.push_back((folder_ / FilmIndex::kName).string());
    const bool isIndexed = index.ok() && *index;
    FilmIndex copied;
    if (auto made = makeFolders(copy.folder_); !made) return made;
    for (const FilmFrame& frame : frames()) {
        const std::string hash = isIndexed ? (*index)->hashes[frame.step] : std::string();
        const auto bytes = bytesOf(frame.step, hash);
        if (!bytes && bytes.error().code == ErrorCode::Corrupt) left.push_back(frame.file.string());
        if (!bytes && bytes.error().code != ErrorCode::Corrupt && bytes.error().code != ErrorCode::NotFound)
            return bytes.error();
        if (!bytes) continue;
        if (auto written = writeNewFile(copy.folder_ / nameOf(frame.step), *bytes); !written) return written;
        copied.hashes[frame.step] = hash;
    }
    if (copied.hashes.empty() && !isIndexed) return {};
    return isIndexed ? writeFilmIndex(copy.folder_, copied) : syncFolder(copy.folder_);
}

}  // namespace gatelab
