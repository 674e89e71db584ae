// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// What a learning-rate schedule may look at. `step` counts optimiser steps from 0; `plateauCuts` how often the plateau
/// rule has cut so far (0 in a preview).
struct ScheduleMoment {
    std::int64_t step = 0;
    std::int64_t totalSteps = 1;
    std::int64_t plateauCuts = 0;
};

/// One learning-rate schedule: a pure function of the configuration and the moment, so that the form draws the very
/// curve that training uses. Steps count from the end of the warm-up. Keys and labels: scheduleChoices().
struct Schedule {
    const char* key;
    double (*rate)(const ExperimentConfig& config, const ScheduleMoment& moment);
    bool spansRun = false;  ///< its curve is as long as the run: a longer run has other rates
};
std::span<const Schedule> schedules();
/// Null when there is no such key.
const Schedule* findSchedule(std::string_view key);

/// The rate of a step: linear warm-up from learning_rate / warmup_steps over the first warmup_steps, then the schedule;
/// never below min_learning_rate once warm. An unknown key counts as constant.
double scheduledRate(const ExperimentConfig& config, const ScheduleMoment& moment);

/// Whether the rate stays as it is for the whole run, but for the warm-up.
bool holdsRate(const ExperimentConfig& config);
/// Whether the rate falls to the end of the run, however long that is planned.
bool fallsToTheEnd(const ExperimentConfig& config);
/// Whether the momentum goes through a cycle of its own.
bool cyclesMomentum(const ExperimentConfig& config);
/// Whether SGD or RMSprop has any momentum.
bool usesMomentum(const ExperimentConfig& config);
/// The momentum of a step, which is beta 1 of the Adam family: of its cycle, or as it is set.
double scheduledMomentum(const ExperimentConfig& config, const ScheduleMoment& moment);

/// What the schedule gives the optimiser for one step.
struct ScheduledStep {
    double rate = 0, momentum = 0;
};
ScheduledStep scheduledStep(const ExperimentConfig& config, const ScheduleMoment& moment);

/// Said when a run is made longer: its schedule, or that of the teacher, is stretched. Empty where neither cares.
Phrase stretchedSchedule(const ExperimentConfig& config);

}  // namespace gatelab
