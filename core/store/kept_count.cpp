// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/kept_count.h"

#include "io/file_io.h"
#include "io/json/json_text.h"
#include "store/saved_json.h"

#include <algorithm>

namespace gatelab {
namespace {

using Json = nlohmann::json;
constexpr std::uint64_t kMaxBytes = 4096;

constexpr const char *kCountKey = "count", *kBesideKey = "beside";

struct Kept {
    std::int64_t count = 0;
    std::vector<std::string> beside;
};

Result<Kept> read(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(countOf(file), ignored)) return Kept();
    const auto text = readFileBytes(countOf(file), kMaxBytes);
    if (!text.ok()) return text.error();
    auto known = checkMembers(*text, {kCountKey, kBesideKey});
    const Json json = tryParseJson<Json>(*text);
    try {
        if (known.ok() && json.contains(kChecksumKey))
            return Kept{json.at(kCountKey).get<std::int64_t>(), json.value(kBesideKey, std::vector<std::string>())};
    } catch (const Json::exception&) {  // of another type
    }
    if (known.ok()) known = Error{ErrorCode::Corrupt, GATELAB_TEXT("Files", "it does not fit its checksum")};
    return known.error().withContext("'" + countOf(file).string() + "'");
}

Result<> write(const std::filesystem::path& file, const Kept& kept) {
    Json json{{kCountKey, kept.count}};
    if (!kept.beside.empty()) json[kBesideKey] = kept.beside;
    json[kChecksumKey] = jsonChecksum(json.dump());
    return writeFileDurably(countOf(file), json.dump() + "\n");
}

}  // namespace

std::filesystem::path countOf(const std::filesystem::path& file) { return file.string() + ".count"; }

Result<std::int64_t> keptCount(const std::filesystem::path& file) {
    const auto kept = read(file);
    return kept.ok() ? Result<std::int64_t>(kept->count) : kept.error();
}

Result<std::vector<std::string>> namedBeside(const std::filesystem::path& file) {
    auto kept = read(file);
    return kept.ok() ? Result<std::vector<std::string>>(std::move(kept->beside)) : kept.error();
}

Result<> keepCount(const std::filesystem::path& file, std::int64_t count) {
    const auto before = read(file);
    std::error_code ignored;
    if (before.ok() && before->count == count && std::filesystem::exists(countOf(file), ignored)) return {};
    return write(file, {count, before.ok() ? before->beside : std::vector<std::string>()});
}

Result<> nameBeside(const std::filesystem::path& file, const std::string& other) {
    auto kept = read(file);
    if (!kept.ok()) return kept.error();
    if (std::ranges::find(kept->beside, other) != kept->beside.end()) return {};
    kept->beside.push_back(other);
    return write(file, *kept);
}

Result<std::optional<std::int64_t>> lostWith(const std::filesystem::path& file) {
    const auto count = keptCount(file);
    if (!count.ok()) return count.error();
    std::error_code failed;
    const bool isLost =
        !std::filesystem::exists(file, failed) && !failed && std::filesystem::exists(countOf(file), failed);
    return isLost ? std::optional(*count) : std::nullopt;
}

}  // namespace gatelab
