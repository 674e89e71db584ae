// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_words.h"

namespace gatelab::lab_words {

const char* mode(LabMode mode) { return mode == LabMode::Ladder ? "ladder" : mode == LabMode::OneOff ? "one-off" : "pair"; }

const char* group(LabGroup group) { return group == LabGroup::SameNumbers ? "same numbers" : group == LabGroup::OtherNumbers ? "other precision" : "trades time for something else"; }

const char* outcome(LabOutcome outcome) {
    switch (outcome) {
    case LabOutcome::Undecided: return "not decided";
    case LabOutcome::Same: return "no difference";
    case LabOutcome::Faster: return "faster";
    case LabOutcome::Slower: return "slower";
    case LabOutcome::Unknown: break;
    }
    return "-";
}

const char* disturbance(LabDisturbance what) {
    return what == LabDisturbance::Training ? "training of this program" : what == LabDisturbance::Load ? "load by other programs" : "none";
}

std::string status(const LabRung& rung, const LabFigures& figures) {
    if (!rung.supported()) return std::string("not here: ") + rung.reason.source;
    if (rung.leftOut) return "left out";
    return figures.problem.empty() ? std::string() : "failed: " + figures.problem;
}

}  // namespace gatelab::lab_words
