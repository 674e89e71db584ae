// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace gatelab {

/// film/frames.json: the frames of a film, each with the SHA-256 of its file, and a checksum of itself. A frame is
/// written before it is named here, and named no more before it is removed: what is named is there, and whole.
struct FilmIndex {
    static constexpr const char* kName = "frames.json";

    /// By step; empty: the frame is of an older program, which kept no checksum
    std::map<std::int64_t, std::string> hashes;
};

/// None: an older program made the film. Corrupt where it does not fit its checksum. Blocks for file access; any
/// thread.
Result<std::optional<FilmIndex>> readFilmIndex(const std::filesystem::path& filmFolder);
/// Durably, in the place of the one before.
Result<> writeFilmIndex(const std::filesystem::path& filmFolder, const FilmIndex& index);

}  // namespace gatelab
