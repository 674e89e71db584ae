// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/checkpoint_reason.h"

#include <algorithm>
#include <array>

namespace gatelab {
namespace {

struct Row {
    const char* name;
    Text label;
};
/// In the order of CheckpointReason.
constexpr std::array kReasons = {
    Row{"", {}},
    Row{"start", GATELAB_TEXT("CheckpointReason", "start")},
    Row{"time", GATELAB_TEXT("CheckpointReason", "time")},
    Row{"epoch", GATELAB_TEXT("CheckpointReason", "end of an epoch")},
    Row{"pause", GATELAB_TEXT("CheckpointReason", "pause")},
    Row{"change", GATELAB_TEXT("CheckpointReason", "change")},
    Row{"stop", GATELAB_TEXT("CheckpointReason", "stop")},
    Row{"close", GATELAB_TEXT("CheckpointReason", "closed")},
    Row{"end", GATELAB_TEXT("CheckpointReason", "end")},
    Row{"failure", GATELAB_TEXT("CheckpointReason", "failure")},
    Row{"branch", GATELAB_TEXT("CheckpointReason", "branch")},
    Row{"more epochs", GATELAB_TEXT("CheckpointReason", "more epochs")},
};
static_assert(kReasons.size() == static_cast<std::size_t>(CheckpointReason::MoreEpochs) + 1);

}  // namespace

const char* checkpointReasonName(CheckpointReason reason) { return kReasons[static_cast<std::size_t>(reason)].name; }

CheckpointReason checkpointReasonFromName(std::string_view name) {
    const auto found = std::ranges::find_if(kReasons, [name](const Row& row) { return name == row.name; });
    return found == kReasons.end() ? CheckpointReason::Unknown
                                   : static_cast<CheckpointReason>(found - kReasons.begin());
}

Text checkpointReasonLabel(CheckpointReason reason) { return kReasons[static_cast<std::size_t>(reason)].label; }

}  // namespace gatelab
