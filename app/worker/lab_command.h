// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

/// What each optimisation switch is worth for one experiment on this machine.
CommandAction setLab(CLI::App& app);

}  // namespace gatelab::worker
