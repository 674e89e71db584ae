// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

CommandAction setExplain(CLI::App& app);

}  // namespace gatelab::worker
