// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>

/// How many entries a file of the workspace held when it was written last, kept beside it ("queue.json.count"), so that
/// its removal is found. Files of older programs have none. Blocks for file access; any thread.
namespace gatelab {

/// Writes only where it is another number.
Result<> keepCount(const std::filesystem::path& file, std::int64_t count);
/// As it was written last; 0: never. Corrupt where it cannot be read.
Result<std::int64_t> keptCount(const std::filesystem::path& file);
/// Entries that went with a file that is gone; 0: it is there, or held none. Corrupt where the count cannot be read.
Result<std::int64_t> lostWith(const std::filesystem::path& file);

}  // namespace gatelab
