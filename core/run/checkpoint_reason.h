// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <string_view>

namespace gatelab {

/// Why a checkpoint was kept. Unknown: none is told (runs of older programs), or one of a newer program.
enum class CheckpointReason {
    Unknown,
    Start,
    Time,
    Epoch,
    Pause,
    Change,
    Stop,
    Close,
    End,
    Failure,
    Branch,
    MoreEpochs
};

/// "time", "epoch", "more epochs", ...: the reason's name in files and JSON; empty for Unknown.
const char* checkpointReasonName(CheckpointReason reason);
/// Unknown for any other name.
CheckpointReason checkpointReasonFromName(std::string_view name);
/// For a person; empty for Unknown.
Text checkpointReasonLabel(CheckpointReason reason);

}  // namespace gatelab
