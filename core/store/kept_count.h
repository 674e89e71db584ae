// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// How many entries a file of the workspace held when it was written last, kept beside it ("queue.json.count"), so that
/// its removal is found. A count may name further files that have one, so that theirs is missed, too. Files of older
/// programs have none. Blocks for file access; any thread.
namespace gatelab {

/// Where the count of a file is kept.
std::filesystem::path countOf(const std::filesystem::path& file);
/// Writes only where it is another number.
Result<> keepCount(const std::filesystem::path& file, std::int64_t count);
/// As it was written last; 0: never. Corrupt where it cannot be read.
Result<std::int64_t> keptCount(const std::filesystem::path& file);
/// Entries that went with a file that is gone; none: it is there, or never had a count. Corrupt where the count cannot
/// be read.
Result<std::optional<std::int64_t>> lostWith(const std::filesystem::path& file);

/// The count of `file` names another file from now on; the caller sees to it that nobody else writes that count.
Result<> nameBeside(const std::filesystem::path& file, const std::string& other);
/// What it names. Corrupt where it cannot be read.
Result<std::vector<std::string>> namedBeside(const std::filesystem::path& file);

}  // namespace gatelab
