// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/schedule_curve.h"

#include "config/decoder.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kMinMomentum = 0.85, kMaxMomentum = 0.95;  // of PyTorch's OneCycleLR

double constantRate(const ExperimentConfig& config, const ScheduleMoment&) { return config.learningRate; }

double period(const ExperimentConfig& config) {
    return static_cast<double>(std::max<std::int64_t>(1, config.scheduleSteps));
}

double stepRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    const auto falls = moment.step / std::max<std::int64_t>(1, config.scheduleSteps);
    return config.learningRate * std::pow(config.scheduleFactor, static_cast<double>(falls));
}

double exponentialRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    return config.learningRate * std::pow(config.scheduleFactor, static_cast<double>(moment.step) / period(config));
}

/// From high (share 0) to low (share 1) along half a cosine.
double halfCosine(double high, double low, double share) {
    return low + (high - low) * (1 + std::cos(kPi * share)) / 2;
}

double cosineRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    const double share =
        static_cast<double>(moment.step) / static_cast<double>(std::max<std::int64_t>(1, moment.totalSteps));
    return halfCosine(config.learningRate, config.minLearningRate, std::clamp(share, 0.0, 1.0));
}

double restartRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    return halfCosine(config.learningRate, config.minLearningRate,
                      std::fmod(static_cast<double>(moment.step), period(config)) / period(config));
}

// PyTorch's OneCycleLR, cosine, two phases. A rise shorter than a step begins on its way down, as there.
double oneCycle(const ExperimentConfig& config, const ScheduleMoment& moment, double start, double turn, double end) {
    const double last = static_cast<double>(std::max<std::int64_t>(2, moment.totalSteps)) - 1;
    const double peak = config.oneCycleRise * (last + 1) - 1, at = std::min(static_cast<double>(moment.step), last);
    if (at <= peak) return halfCosine(start, turn, peak > 0 ? at / peak : 1);
    return halfCosine(turn, end, (at - peak) / (last - peak));
}

double oneCycleRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    const double start = config.learningRate / config.oneCycleStart;
    return oneCycle(config, moment, start, config.learningRate, start / config.oneCycleEnd);
}

double plateauRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    return config.learningRate * std::pow(config.scheduleFactor, static_cast<double>(moment.plateauCuts));
}

constexpr Schedule kSchedules[] = {
    {"constant", constantRate},       {"step", stepRate},
    {"exponential", exponentialRate}, {"cosine", cosineRate, true},
    {"cosine-restarts", restartRate}, {"one-cycle", oneCycleRate, true},
    {"plateau", plateauRate},
};

/// The moment counted from the end of the warm-up.
ScheduleMoment warm(const ExperimentConfig& config, ScheduleMoment moment) {
    const std::int64_t warmup = std::max<std::int64_t>(0, config.warmupSteps);
    moment.step = std::max<std::int64_t>(0, moment.step - warmup);
    moment.totalSteps = std::max<std::int64_t>(1, moment.totalSteps - warmup);
    return moment;
}

}  // namespace

std::span<const Schedule> schedules() { return kSchedules; }

const Schedule* findSchedule(std::string_view key) {
    const auto* row =
        std::find_if(std::begin(kSchedules), std::end(kSchedules), [&](const Schedule& s) { return key == s.key; });
    return row == std::end(kSchedules) ? nullptr : row;
}

double scheduledRate(const ExperimentConfig& config, const ScheduleMoment& moment) {
    const Schedule* row = findSchedule(config.schedule);
    const auto rate = row != nullptr ? row->rate : constantRate;
    const double value = rate(config, warm(config, moment));
    const std::int64_t warmup = std::max<std::int64_t>(0, config.warmupSteps);
    if (moment.step < warmup) return value * static_cast<double>(moment.step + 1) / static_cast<double>(warmup);
    return std::max(value, std::min(config.minLearningRate, config.learningRate));
}

bool holdsRate(const ExperimentConfig& config) { return config.schedule == "constant"; }

bool fallsToTheEnd(const ExperimentConfig& config) {
    return config.schedule == "one-cycle" || config.schedule == "cosine";
}

bool cyclesMomentum(const ExperimentConfig& config) {
    return config.oneCycleMomentum && config.schedule == "one-cycle" && config.optimiser != "adagrad";
}

bool usesMomentum(const ExperimentConfig& config) { return config.momentum != 0 || cyclesMomentum(config); }

double scheduledMomentum(const ExperimentConfig& config, const ScheduleMoment& moment) {
    if (cyclesMomentum(config)) return oneCycle(config, warm(config, moment), kMaxMomentum, kMinMomentum, kMaxMomentum);
    return config.optimiser == "sgd" || config.optimiser == "rmsprop" ? config.momentum : config.beta1;
}

ScheduledStep scheduledStep(const ExperimentConfig& config, const ScheduleMoment& moment) {
    return {scheduledRate(config, moment), scheduledMomentum(config, moment)};
}

Phrase stretchedSchedule(const ExperimentConfig& config) {
    const Schedule* row = findSchedule(config.schedule);
    Phrase rate, teacher;
    if (row != nullptr && row->spansRun)
        rate = {GATELAB_TEXT("Schedule",
                             "the schedule '%1' spans the whole run: its curve is stretched over %2 epochs, so that "
                             "the learning rate goes on at another value"),
                {config.schedule, config.epochs}};
    if (drawsTeacher(config) && config.teacherForcing != config.teacherForcingEnd)
        teacher = {GATELAB_TEXT("Schedule",
                                "the share of teacher forcing goes in a line over the whole run: it is stretched over "
                                "%1 epochs, and goes on at another value"),
                   {config.epochs}};
    if (rate.empty() || teacher.empty()) return rate.empty() ? teacher : rate;
    return {GATELAB_TEXT("Schedule", "%1; and %2"), {rate, teacher}};
}

}  // namespace gatelab
