// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/film_index.h"

#include "io/file_io.h"
#include "store/saved_json.h"

#include <nlohmann/json.hpp>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxBytes = UINT64_C(256) << 20;

Error damaged(const std::filesystem::path& path) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Files",
                          "'%1' is damaged, so that no frame of the film can be proved right; restore it from a "
                          "backup, or look at a checkpoint instead"),
             {path.string()}}};
}

}  // namespace

Result<std::optional<FilmIndex>> readFilmIndex(const std::filesystem::path& filmFolder) {
    const auto path = filmFolder / FilmIndex::kName;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::optional<FilmIndex>();
    const auto text = readFileBytes(path, kMaxBytes);
    if (!text) return text.error();
    const Json json = Json::parse(*text, nullptr, false);
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

Result<> writeFilmIndex(const std::filesystem::path& filmFolder, const FilmIndex& index) {
    Json frames = Json::array();
    for (const auto& [step, hash] : index.hashes) frames.push_back({{"step", step}, {"sha256", hash}});
    Json json{{"gatelab_film", kFormatVersion}, {"frames", std::move(frames)}};
    json[kChecksumKey] = jsonChecksum(json.dump());
    return writeFileDurably(filmFolder / FilmIndex::kName, json.dump(1) + "\n");
}

}  // namespace gatelab
