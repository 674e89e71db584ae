// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/checkpoint_reason.h"

#include <algorithm>
#include <iterator>

namespace gatelab {
namespace {

struct Reason {
    const char* word;
    Text text;
};
constexpr Reason kReasons[] = {
    {"start", GATELAB_TEXT("CheckpointReason", "start")},
    {"time", GATELAB_TEXT("CheckpointReason", "time")},
    {"epoch", GATELAB_TEXT("CheckpointReason", "end of an epoch")},
    {"pause", GATELAB_TEXT("CheckpointReason", "pause")},
    {"change", GATELAB_TEXT("CheckpointReason", "change")},
    {"stop", GATELAB_TEXT("CheckpointReason", "stop")},
    {"close", GATELAB_TEXT("CheckpointReason", "closed")},
    {"end", GATELAB_TEXT("CheckpointReason", "end")},
    {"failure", GATELAB_TEXT("CheckpointReason", "failure")},
    {"branch", GATELAB_TEXT("CheckpointReason", "branch")},
    {"more epochs", GATELAB_TEXT("CheckpointReason", "more epochs")},
};

}  // namespace

Phrase checkpointReason(const std::string& word) {
    const auto* found = std::find_if(std::begin(kReasons), std::end(kReasons),
                                     [&](const Reason& reason) { return word == reason.word; });
    return found == std::end(kReasons) ? Phrase(word) : Phrase(found->text);
}

}  // namespace gatelab
