// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/imported_scopes.h"

#include "io/file_io.h"
#include "io/file_lock.h"
#include "io/json/json_text.h"

#include <utility>

namespace gatelab {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
constexpr const char* kFile = "imported.json";
constexpr std::uint64_t kMaxBytes = UINT64_C(4) << 20;

Error damaged(const fs::path& file) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Imported", "'%1' is damaged; delete it, and imported runs have boards of their own again"),
             {file.string()}}};
}

}  // namespace

Result<ImportedScopes> readImportedScopes(const fs::path& workspace) {
    const fs::path file = workspace / kFile;
    std::error_code failed;
    if (!fs::exists(file, failed)) return ImportedScopes();
    const auto text = readFileBytes(file, kMaxBytes);
    if (!text.ok()) return text.error();
    const Json json = tryParseJson<Json>(*text);
    if (!json.is_object()) return damaged(file);
    ImportedScopes scopes;
    for (const auto& [imported, scope] : json.items()) {
        if (!scope.is_string()) return damaged(file);
        scopes[imported] = scope.get<std::string>();
    }
    return scopes;
}

Result<> keepImportedScope(const fs::path& workspace, const std::string& imported, const std::string& scope) {
    const auto lock = FileLock::wait(workspace / "imported.lock");
    if (!lock.ok()) return lock.error();
    auto scopes = readImportedScopes(workspace);
    if (!scopes.ok()) return scopes.error();
    if (scope.empty())
        scopes->erase(imported);
    else
        (*scopes)[imported] = scope;
    Json json = Json::object();
    for (const auto& [key, value] : *scopes) json[key] = value;
    return writeFileDurably(workspace / kFile, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace gatelab
