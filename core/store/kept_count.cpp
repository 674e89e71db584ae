// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/kept_count.h"

#include "io/file_io.h"
#include "store/saved_json.h"

#include <nlohmann/json.hpp>

namespace gatelab {
namespace {

using Json = nlohmann::json;
constexpr std::uint64_t kMaxBytes = 4096;

std::filesystem::path pathOf(const std::filesystem::path& file) { return file.string() + ".count"; }

}  // namespace

Result<std::int64_t> keptCount(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(pathOf(file), ignored)) return std::int64_t{0};
    const auto text = readFileBytes(pathOf(file), kMaxBytes);
    if (!text.ok()) return text.error();
    auto known = checkMembers(*text, {"count"});
    const Json json = Json::parse(*text, nullptr, false);
    if (known.ok() && (!json.contains(kChecksumKey) || !json.contains("count") || !json["count"].is_number_integer()))
        known = Error{ErrorCode::Corrupt, GATELAB_TEXT("Files", "it does not fit its checksum")};
    if (!known.ok()) return known.error().withContext("'" + pathOf(file).string() + "'");
    return json["count"].get<std::int64_t>();
}

Result<> keepCount(const std::filesystem::path& file, std::int64_t count) {
    if (const auto before = keptCount(file); before.ok() && *before == count) return {};
    Json json{{"count", count}};
    json[kChecksumKey] = jsonChecksum(json.dump());
    return writeFileDurably(pathOf(file), json.dump() + "\n");
}

Result<std::int64_t> lostWith(const std::filesystem::path& file) {
    auto count = keptCount(file);
    std::error_code failed;
    if (!count.ok() || (!std::filesystem::exists(file, failed) && !failed)) return count;
    return std::int64_t{0};
}

}  // namespace gatelab
