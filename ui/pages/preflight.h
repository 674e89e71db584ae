// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_check.h"

#include <QString>
#include <vector>

namespace gatelab {

class ExperimentModel;

/// One line of the pre-flight list: what was checked, or what is wrong and at which field.
struct PreflightCheck {
    enum class Kind { Good, Info, Warning, Error };
    Kind kind = Kind::Good;
    QString text;
    QString key;  ///< field to go to; empty: none
};

/// What checking the experiment says before a run: problems first, then what agrees. Pure reading of the model.
std::vector<PreflightCheck> preflightChecks(const ExperimentModel& experiment);

/// Training windows, steps of an epoch and of the whole run; windows < 0: not known.
struct RunLength {
    std::int64_t windows = -1, stepsPerEpoch = 0, lastBatch = 0, totalSteps = 0;
};
RunLength runLength(const ExperimentModel& experiment);

}  // namespace gatelab
