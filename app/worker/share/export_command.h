// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

/// A kept run as a file for elsewhere, and how far it is from the run.
CommandAction setExport(CLI::App& app);

}  // namespace gatelab::worker
