// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/manifest.h"

#include "io/file_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "store/saved_json.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxManifestBytes = 1 << 20;

Error corrupt(const Phrase& what) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Workspace", "%1; it is left as it is, and nothing else is affected"), {what}}};
}

Json factToJson(const Manifest::Fact& fact) {
    return std::visit([](const auto& value) { return Json(value); }, fact);
}

Result<Manifest> fromJson(const Json& json) {
    Manifest manifest;
    manifest.kind = json.at("kind").get<std::string>();
    for (const auto& [key, value] : json.at("facts").items()) {
        if (value.is_boolean())
            manifest.facts[key] = value.get<bool>();
        else if (value.is_number_integer())
            manifest.facts[key] = value.get<std::int64_t>();
        else if (value.is_number())
            manifest.facts[key] = value.get<double>();
        else if (value.is_null())
            manifest.facts[key] = std::numeric_limits<double>::quiet_NaN();
        else
            manifest.facts[key] = value.get<std::string>();
    }
    for (const auto& file : json.at("files"))
        manifest.files.push_back({file.at("name").get<std::string>(), file.at("bytes").get<std::int64_t>(),
                                  file.at("sha256").get<std::string>()});
    return manifest;
}

}  // namespace

const ManifestFile* Manifest::file(std::string_view name) const {
    const auto found = std::find_if(files.begin(), files.end(), [&](const ManifestFile& f) { return f.name == name; });
    return found == files.end() ? nullptr : &*found;
}

std::string manifestToJson(const Manifest& manifest) {
    Json json = {{"gatelab_manifest", kFormatVersion},
                 {"kind", manifest.kind},
                 {"facts", Json::object()},
                 {"files", Json::array()}};
    for (const auto& [key, fact] : manifest.facts) json["facts"][key] = factToJson(fact);
    for (const ManifestFile& file : manifest.files)
        json["files"].push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    // NaN becomes null in JSON; hashing the text keeps both sides equal.
    json = Json::parse(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    json[kChecksumKey] = jsonChecksum(json.dump());
    return json.dump(2) + "\n";
}

Result<Manifest> manifestFromJson(std::string_view text, std::string_view kind) {
    const Json json = tryParseJson<Json>(text);
    if (!json.is_object() || !json.contains(kChecksumKey) || !json[kChecksumKey].is_string())
        return corrupt(GATELAB_TEXT("Workspace", "the manifest is damaged"));
    if (jsonChecksum(text) != json[kChecksumKey].get<std::string>())
        return corrupt(GATELAB_TEXT("Workspace", "the manifest does not fit its own checksum"));
    try {
        if (json.at("gatelab_manifest").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported,
                         GATELAB_TEXT("Workspace",
                                      "the manifest was written by a newer Gatelab; update this program to open it")};
        auto manifest = fromJson(json);
        if (manifest && manifest->kind != kind)
            return corrupt({GATELAB_TEXT("Workspace", "the manifest is of a %1, not of a %2"),
                            {manifest->kind, std::string(kind)}});
        return manifest;
    } catch (const Json::exception&) {
        return corrupt(GATELAB_TEXT("Workspace", "the manifest lacks what belongs in it"));
    }
}

Result<Manifest> readManifest(const fs::path& folder, std::string_view kind) {
    auto text = readFileBytes(folder / "manifest.json", kMaxManifestBytes);
    if (!text) return text.error();
    return manifestFromJson(*text, kind).withContext("'" + (folder / "manifest.json").string() + "'");
}

Result<> verifyFiles(const fs::path& folder, const Manifest& manifest) {
    for (const ManifestFile& file : manifest.files) {
        if (fs::path(file.name).filename() != file.name)
            return corrupt(GATELAB_TEXT("Workspace", "the manifest names a file outside its folder"));
        auto hash = sha256File(folder / file.name);
        if (!hash) return hash.error();
        if (*hash != file.sha256)
            return corrupt(
                {GATELAB_TEXT("Workspace", "'%1' does not fit its checksum"), {(folder / file.name).string()}});
    }
    return {};
}

Result<std::string> readVerified(const fs::path& folder, const Manifest& manifest, std::string_view name) {
    const ManifestFile* file = manifest.file(name);
    const fs::path path = folder / name;
    if (!file)
        return corrupt({GATELAB_TEXT("Workspace", "the manifest of '%1' does not name '%2'"),
                        {folder.string(), std::string(name)}});
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(path, failed);
    if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "read"), path);
    if (size != static_cast<std::uintmax_t>(file->bytes))
        return corrupt(
            {GATELAB_TEXT("Workspace", "'%1' has %2 bytes instead of %3"), {path.string(), size, file->bytes}});
    auto bytes = readFileBytes(path, size);
    if (!bytes) return bytes.error();
    if (sha256(*bytes) != file->sha256)
        return corrupt({GATELAB_TEXT("Workspace", "'%1' does not fit its checksum"), {path.string()}});
    return bytes;
}

}  // namespace gatelab
