// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_plan.h"

namespace gatelab {

class Preferences;

/// What a person has chosen on the lab's page; kept in the preferences, so that it is found again after a restart.
struct LabChoice {
    LabLines lines{LabMode::Ladder, {}, {"baseline", "all"}};
    int repeats = kRepeats;

    static constexpr int kRepeats = 5, kMaxRepeats = 50;
};

LabChoice readLabChoice(const Preferences& preferences);
void keepLabChoice(Preferences& preferences, const LabChoice& choice);

}  // namespace gatelab
