// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// The number that a text means: 31 of "#31", "# 31"; none: it is no such text.
std::optional<std::int64_t> numberIn(std::string_view text);
/// The kept run that a word means, on the command line and in the palette: its number ("#31"), its id or the beginning
/// of it where no other run begins so, "last" for the newest, or the name that no other run has. NotFound and
/// InvalidInput say what is there instead. Blocks for file access.
Result<RunSummary> referredRun(Workspace& workspace, const std::string& word);
/// The same, of a run whose settings are known: an imported one is InvalidInput, since what is asked needs them.
Result<RunSummary> ownRun(Workspace& workspace, const std::string& word);
/// The same of a list, newest first: of the trash, of a window.
Result<RunSummary> referredRun(std::span<const RunSummary> runs, const std::string& word);

}  // namespace gatelab
