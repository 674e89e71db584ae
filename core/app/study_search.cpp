// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study_search.h"

#include "search/tpe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

/// Tries for one point that is new and can be trained; the last ones are drawn evenly.
constexpr std::uint64_t kTries = 300, kLearnedTries = 100;
/// Failures in a row (memory, device, disk) after which another one would fail, too.
constexpr int kMaxFailures = 5;

}  // namespace

StudySearch::StudySearch(Study study, std::vector<StudyTrial> known,
                         std::function<bool(const ExperimentConfig&)> isUsable)
    : study_(std::move(study)),
      trials_(std::move(known)),
      isUsable_(std::move(isUsable)),
      asha_(study_.space.base().epochs) {
    for (std::size_t i = trials_.size(); i-- > 0;) {
        seen_.insert(keyOf(trials_[i].point));
        if (trials_[i].state == TrialState::Interrupted) interrupted_.push_back(i);
    }
}

std::string StudySearch::keyOf(const SearchPoint& point) const {
    std::string key;
    for (std::size_t axis = 0; axis < point.size(); ++axis) key += study_.space.valueText(axis, point) + "\n";
    return key;
}

std::optional<StudySearch::Next> StudySearch::next(double secondsGone) {
    if (failures_ >= kMaxFailures) return std::nullopt;
    if (!interrupted_.empty()) {
        const std::size_t trial = interrupted_.back();
        interrupted_.pop_back();
        return goneOnWith(trial);
    }
    const SearchBudget& budget = study_.budget;
    if ((budget.epochs > 0 && epochs() >= budget.epochs) || (budget.seconds > 0 && secondsGone >= budget.seconds))
        return std::nullopt;
    if (study_.method == SearchMethod::Asha)
        if (const auto promoted = asha_.promoted(trials_)) return goneOnWith(*promoted);
    if (budget.trials > 0 && std::ssize(trials_) >= budget.trials) return std::nullopt;
    return newTrial();
}

StudySearch::Next StudySearch::goneOnWith(std::size_t trial) {
    trials_[trial].state = TrialState::Training;
    promotedAt_[trial] = trials_[trial].epochs;
    SearchPoint point = trials_[trial].point;
    return {trial, {.config = study_.space.at(point), .resume = trials_[trial].run}};
}

std::optional<StudySearch::Next> StudySearch::newTrial() {
    const double all = study_.space.count();
    for (std::uint64_t i = 0; i < kTries; ++i) {
        if (all > 0 && static_cast<double>(seen_.size()) >= all) return std::nullopt;
        SearchPoint point = drawn(trials_.size() * kTries + i, i < kLearnedTries);
        ExperimentConfig config = study_.space.at(point);
        if (!seen_.insert(keyOf(point)).second) continue;
        if (isUsable_ && !isUsable_(config)) {
            refused_.push_back(std::move(point));
            continue;
        }
        trials_.push_back({std::move(point)});
        return Next{trials_.size() - 1, {.config = std::move(config)}};
    }
    return std::nullopt;
}

SearchPoint StudySearch::drawn(std::uint64_t draw, bool learns) const {
    const auto& dimensions = study_.space.dimensions();
    if (!learns) return randomPoint(dimensions, study_.drawSeed, draw);
    std::vector<TpeTrial> seen;
    for (const StudyTrial& trial : trials_) {
        const bool counts = trial.state == TrialState::Complete || trial.state == TrialState::Stopped;
        seen.push_back({trial.point, counts ? trial.value : std::numeric_limits<double>::quiet_NaN(), trial.epochs,
                        trial.state == TrialState::Complete});
    }
    for (const SearchPoint& point : refused_) seen.push_back({point, std::numeric_limits<double>::quiet_NaN()});
    return suggestByTpe(dimensions, seen, study_.drawSeed, draw);
}

bool StudySearch::goesOn(std::size_t trial, std::int64_t epoch, double validation) {
    noteEpoch(trials_[trial], epoch, validation);
    return study_.method != SearchMethod::Asha || asha_.goesOn(trials_, trial, epoch);
}

void StudySearch::began(std::size_t trial, const std::string& run, std::int64_t number) {
    trials_[trial].run = run;
    trials_[trial].number = number;
}

void StudySearch::ended(std::size_t trial, const StudyTrial& as) {
    failures_ = as.state == TrialState::Failed ? failures_ + 1 : 0;
    StudyTrial& ours = trials_[trial];
    auto byEpoch = std::move(ours.byEpoch);
    auto point = std::move(ours.point);
    ours = as;
    // One that went on and trained nothing has nothing left to train.
    if (const auto from = promotedAt_.find(trial);
        from != promotedAt_.end() && ours.state == TrialState::Stopped && ours.epochs <= from->second)
        ours.state = TrialState::Complete;
    ours.byEpoch = std::move(byEpoch);
    ours.point = std::move(point);
}

std::int64_t StudySearch::epochs() const {
    std::int64_t sum = 0;
    for (const StudyTrial& trial : trials_) sum += trial.epochs;
    return sum;
}

double StudySearch::share(double secondsGone) const {
    const SearchBudget& budget = study_.budget;
    double share = 0;
    if (budget.epochs > 0) share = static_cast<double>(epochs()) / static_cast<double>(budget.epochs);
    if (budget.seconds > 0) share = std::max(share, secondsGone / budget.seconds);
    if (budget.trials > 0) {
        double ended = 0;
        const auto plan = static_cast<double>(study_.space.base().epochs);
        for (const StudyTrial& trial : trials_)
            ended += trial.hasEnded() ? 1 : std::min(1.0, static_cast<double>(trial.epochs) / plan);
        share = std::max(share, ended / static_cast<double>(budget.trials));
    }
    return std::min(share, 1.0);
}

}  // namespace gatelab
