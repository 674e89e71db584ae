// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

struct KeptColumnsCommand {
    CLI::App* command = nullptr;
    CommandAction run;
};

/// "data cache": what is kept of large files (ColumnCache), at most how much, and away with it.
KeptColumnsCommand addKeptColumns(CLI::App& app);

}  // namespace gatelab::worker
