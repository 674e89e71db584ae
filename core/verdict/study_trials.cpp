// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/study_trials.h"

#include "store/record/run_ending.h"
#include "store/record/run_folder.h"
#include "store/run_extension.h"
#include "verdict/run_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace gatelab {

namespace {

TrialState stateOf(const RunSummary& run) {
    switch (run.state) {
        case RunState::Finished:
            if (run.bestEpoch < 0 && diverged(run)) return TrialState::Diverged;
            return stoppedByHand(run) ? TrialState::Stopped : TrialState::Complete;
        case RunState::Failed:
            return diverged(run) ? TrialState::Diverged : TrialState::Failed;
        case RunState::Interrupted:
            return TrialState::Interrupted;
        default:
            return TrialState::Training;
    }
}

/// Of two runs of one point the one with the lower rank counts.
int rankOf(TrialState state) {
    switch (state) {
        case TrialState::Complete:
        case TrialState::Diverged:
            return 0;
        case TrialState::Training:
            return 1;
        case TrialState::Stopped:
            return 2;
        case TrialState::Interrupted:
            return 3;
        case TrialState::Failed:
            break;
    }
    return 4;
}

StudyTrial trialOf(const RunSummary& run, SearchPoint point) {
    StudyTrial trial{std::move(point), stateOf(run)};
    if (run.bestEpoch >= 0 && trial.state != TrialState::Diverged && trial.state != TrialState::Failed)
        trial.value = run.bestValidation;
    trial.epochs = run.epoch;
    trial.seconds = run.seconds;
    trial.began = run.created;
    trial.ended = trial.hasEnded() ? endOf(run) : 0;
    trial.run = run.id;
    trial.number = run.number;
    return trial;
}

}  // namespace

std::vector<StudyTrial> studyTrials(const Study& study, std::span<const RunSummary> runs) {
    std::vector<StudyTrial> trials;
    for (const RunSummary& run : runs) {
        const bool isChanged =
            std::ranges::any_of(run.changes, [](const RunChange& change) { return !isPlanChange(change); });
        if (run.isUnread || isChanged || !givenStart(run).empty()) continue;
        // One that a person made longer is the same trial.
        if (auto point = study.space.pointOf(run.changes.empty() ? *run.config : firstSettings(run)))
            trials.push_back(trialOf(run, std::move(*point)));
    }
    std::ranges::sort(trials, {}, &StudyTrial::run);  // ids sort by time
    std::map<std::string, std::size_t> places;
    std::vector<StudyTrial> kept;
    for (StudyTrial& trial : trials) {
        std::string key;
        for (std::size_t axis = 0; axis < trial.point.size(); ++axis)
            key += study.space.valueText(axis, trial.point) + "\n";
        const auto [known, isNew] = places.try_emplace(key, kept.size());
        if (isNew)
            kept.push_back(std::move(trial));
        else if (rankOf(trial.state) < rankOf(kept[known->second].state))
            kept[known->second] = std::move(trial);
    }
    return kept;
}

void readEpochs(const std::filesystem::path& workspace, std::span<StudyTrial> trials) {
    for (StudyTrial& trial : trials) {
        const auto history = readRunHistory(runFolderIn(workspace, trial.run));
        if (!history.ok()) continue;
        trial.byEpoch.clear();
        for (const RunEvent& event : history->events)
            if (const auto* epoch = event.as<EpochEnd>()) noteEpoch(trial, event.epoch, epoch->validationLoss);
    }
}

}  // namespace gatelab
