// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_reference.h"

#include <CLI/CLI.hpp>

#include <string>

namespace gatelab::worker {

/// The argument that takes a word for referredRun().
void addNamedRun(CLI::App& command, std::string& word);

}  // namespace gatelab::worker
