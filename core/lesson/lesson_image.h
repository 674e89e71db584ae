// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// The whole path of a picture that lies beside a lesson. InvalidInput: it leaves the lesson's folder, is not there, is
/// neither PNG nor SVG, has more than 8 MB or 4096 pixels a side, or is broken (every part of a PNG is held against its
/// checksum; an SVG must be whole XML and read no other file).
Result<std::filesystem::path> lessonImage(const std::filesystem::path& lesson, const std::string& name);

}  // namespace gatelab
