// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

/// What smaller recurrent weights of a kept run cost and gain.
CommandAction setCompress(CLI::App& app);

}  // namespace gatelab::worker
