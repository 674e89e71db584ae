// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

/// The rules by which runs of a workspace are marked.
CommandAction setAlerts(CLI::App& app);

}  // namespace gatelab::worker
