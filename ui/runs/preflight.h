// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "config/config_check.h"
#include "config/epoch_work.h"

#include <QString>
#include <span>
#include <vector>

namespace gatelab {

class ExperimentModel;
struct RunSummary;

/// One line of the pre-flight list: what was checked, or what is wrong and at which field.
struct PreflightCheck {
    enum class Kind { Good, Info, Warning, Error };
    Kind kind = Kind::Good;
    QString text;
    QString key;  ///< field to go to; empty: none
};

/// What checking the experiment says before a run: problems first, then what agrees. Pure reading of the model.
std::vector<PreflightCheck> preflightChecks(const ExperimentModel& experiment);

/// Whether a setting cannot be used, also one that is typed but not taken: what would be forecast is of older settings.
bool hasErrors(const ExperimentModel& experiment);

/// Training examples (windows or sequences), steps of an epoch and of the whole run; examples < 0: not known.
struct RunLength {
    std::int64_t examples = -1, stepsPerEpoch = 0, lastBatch = 0, totalSteps = 0;
};
RunLength runLength(const ExperimentModel& experiment);

/// The settings as the data let them be used: with the length of sequences, and no batch larger than there are
/// examples.
ExperimentConfig usedConfig(const ExperimentModel& experiment);

/// How long an epoch of this experiment will train, from what was measured: of itself, else of the newest run whose
/// epochs are the same work.
struct EpochForecast {
    EpochTime time{-1};  ///< negative seconds: nothing like it was measured
    QString run;         ///< whose time it is; empty: measured beforehand
};
/// `runs`: newest first.
EpochForecast epochForecast(const ExperimentModel& experiment, std::span<const RunSummary> runs);
/// The whole plan by that; 0: not known.
double planSeconds(const ExperimentModel& experiment, std::span<const RunSummary> runs);

}  // namespace gatelab
