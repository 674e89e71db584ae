// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gatelab {

/// A file that belongs to a folder, as it was when the folder was finished.
struct ManifestFile {
    std::string name;  ///< without any folder
    std::int64_t bytes = 0;
    std::string sha256;
};

/// What a finished folder holds. Written last; its JSON ends with a SHA-256 of itself, so that a changed digit anywhere
/// is found.
struct Manifest {
    using Fact = std::variant<bool, std::int64_t, double, std::string>;

    std::string kind;  ///< "run" or "checkpoint"
    std::map<std::string, Fact> facts;
    std::vector<ManifestFile> files;

    /// The fact of that name, or `otherwise` when it is missing or of another type.
    template <class T>
    [[nodiscard]] T fact(const std::string& key, T otherwise) const {
        const auto found = facts.find(key);
        const T* value = found == facts.end() ? nullptr : std::get_if<T>(&found->second);
        return value ? *value : otherwise;
    }
    [[nodiscard]] const ManifestFile* file(std::string_view name) const;
};

std::string manifestToJson(const Manifest& manifest);
/// Corrupt when the hash does not fit; Unsupported when a newer program wrote it.
Result<Manifest> manifestFromJson(std::string_view json, std::string_view kind);
/// Reads folder/manifest.json.
Result<Manifest> readManifest(const std::filesystem::path& folder, std::string_view kind);
/// Size and hash of every named file.
Result<> verifyFiles(const std::filesystem::path& folder, const Manifest& manifest);
/// One named file: its bytes, after size and hash were compared.
Result<std::string> readVerified(const std::filesystem::path& folder, const Manifest& manifest, std::string_view name);

}  // namespace gatelab
