// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue_plan.h"

#include "app/queue_worker.h"
#include "app/run_names.h"
#include "device/monitor.h"
#include "store/record/run_ending.h"
#include "verdict/run_groups.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::size_t kNewestRuns = 500;

const RunSummary* find(std::span<const RunSummary> runs, const std::string& id) {
    const auto found = id.empty() ? runs.end() : std::ranges::find(runs, id, &RunSummary::id);
    return found == runs.end() ? nullptr : &*found;
}

}  // namespace

QueuePlan::QueuePlan(const RunQueue::State& queue, std::span<const RunSummary> runs, std::optional<Training> training)
    : queue_(queue), runs_(runs), training_(training) {}

RunSummary QueuePlan::runOf(const QueuedRun& waiting) const {
    if (const RunSummary* goesOn = find(runs_, waiting.resume)) return *goesOn;
    RunSummary run;
    run.number = waiting.number;
    run.name = waiting.name.empty() ? runName(waiting.config) : waiting.name;
    run.config = waiting.config;
    return run;
}

Phrase QueuePlan::nameOf(const QueuedRun& waiting) const { return numberedName(runOf(waiting)); }

std::span<const RunSummary> QueuePlan::newest() const { return runs_.first(std::min(runs_.size(), kNewestRuns)); }

std::int64_t QueuePlan::freeSeed(const ExperimentConfig& setting) const {
    std::vector<ExperimentConfig> waiting;
    for (const QueuedRun& run : queue_.runs) waiting.push_back(run.config);
    return nextSeed(setting, newest(), waiting);
}

double QueuePlan::secondsOf(const QueuedRun& run) const {
    double sum = 0;
    int count = 0;
    for (const RunSummary& done : newest()) {
        const double seconds = wholeRunSeconds(done);
        if (seconds <= 0 || !sameSetting(done.config, run.config)) continue;
        sum += seconds;
        ++count;
    }
    if (count == 0 && training_ && training_->secondsLeft >= 0 && sameSetting(training_->run.config, run.config)) {
        sum = training_->run.seconds + training_->secondsLeft;
        count = 1;
    }
    if (count > 0) return partOfPlan(run) * sum / count;
    return run.seconds > 0 ? partOfPlan(run) * run.seconds : -1;
}

/// What goes on or branches trains a part of the plan, or more than it.
double QueuePlan::partOfPlan(const QueuedRun& run) const {
    if (run.config.epochs <= 0) return 1;
    const auto plan = static_cast<double>(run.config.epochs);
    if (run.moreEpochs > 0) return static_cast<double>(run.moreEpochs) / plan;
    const RunSummary* goesOn = find(runs_, run.resume);
    return goesOn ? std::clamp(1 - static_cast<double>(goesOn->epoch) / plan, 0.0, 1.0) : 1;
}

QueuePlan::Time QueuePlan::timeLeft(bool hasGpu) const {
    Time left;
    const auto add = [&left](double seconds) {
        if (seconds >= 0)
            left.seconds += seconds;
        else
            left.isWhole = false;
    };
    for (const QueuedRun& run : queue_.runs) {
        const double seconds = secondsOf(run);
        add(trainsTogether(run, queue_, hasGpu) ? seconds / std::max(1, usableCores()) : seconds);
    }
    return left;
}

}  // namespace gatelab
