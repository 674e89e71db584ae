// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <CLI/CLI.hpp>

#include <string>

namespace gatelab::worker {

/// The kept run that a word on the command line means: its id, "last" for the newest, or its name where no other run
/// has it.
Result<RunSummary> namedRun(Workspace& workspace, const std::string& word);
/// The argument that takes such a word.
void addNamedRun(CLI::App& command, std::string& word);

}  // namespace gatelab::worker
