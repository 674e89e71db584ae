// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

/// "data look": what the Data page shows of a file in numbers and words, with the flags that its buttons stand for.
struct DataLookCommand {
    CLI::App* command = nullptr;
    CommandAction run;
};
DataLookCommand addDataLook(CLI::App& data);

}  // namespace gatelab::worker
