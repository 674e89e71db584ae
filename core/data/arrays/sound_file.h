// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>

namespace gatelab {

/// What the header of a sound file (WAV) tells.
struct SoundHeader {
    std::int64_t samples = 0;  ///< of each channel, as far as the file has them
    int channels = 0;
    std::int64_t rate = 0;  ///< samples a second
};
/// From the first bytes of the file. The errors of the reader of such files; NotFound and the like of the system.
Result<SoundHeader> readSoundHeader(const std::filesystem::path& path);

}  // namespace gatelab
