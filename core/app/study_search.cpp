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
    for (const StudyTrial& trial : trials_) seen_.insert(keyOf(trial.point));
    findInterrupted();
}

void StudySearch::findInterrupted() {
    interrupted_.clear();
    for (std::size_t i = trials_.size(); i-- > 0;) {
        const auto before = goneOn_.find(i);
        const bool isTried = before != goneOn_.end() && before->second.state == TrialState::Interrupted;
        if (trials_[i].state == TrialState::Interrupted && !isTried) interrupted_.push_back(i);
    }
}

void StudySearch::update(std::vector<StudyTrial> known) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < trials_.size(); ++i) places.emplace(keyOf(trials_[i].point), i);
    for (StudyTrial& trial : known) {
        const auto [at, isNew] = places.try_emplace(keyOf(trial.point), trials_.size());
        if (isNew) {
            seen_.insert(at->first);
            trials_.push_back(std::move(trial));
            continue;
        }
        StudyTrial& ours = trials_[at->second];
        // One of ASHA that has nothing left to train has only here come to its end.
        const bool isEnd = ours.state == TrialState::Complete && trial.epochs <= ours.epochs;
        if (here_.contains(at->second) || isEnd) continue;
        if (trial.byEpoch.size() < ours.byEpoch.size()) trial.byEpoch = std::move(ours.byEpoch);
        ours = std::move(trial);
    }
    findInterrupted();
}

void StudySearch::takeBack(std::size_t trial) {
    here_.erase(trial);
    if (const auto before = goneOn_.find(trial); before != goneOn_.end()) {
        trials_[trial] = std::move(before->second);
        goneOn_.erase(before);
        return findInterrupted();
    }
    seen_.erase(keyOf(trials_[trial].point));
    trials_.pop_back();
    gridPlace_ = 0;
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
    goneOn_.insert_or_assign(trial, trials_[trial]);
    here_.insert(trial);
    trials_[trial].state = TrialState::Training;
    SearchPoint point = trials_[trial].point;
    return {trial, {.config = study_.space.at(point), .resume = trials_[trial].run}};
}

std::optional<StudySearch::Next> StudySearch::newTrial() {
    const double all = study_.space.count();
    const bool isGrid = study_.method == SearchMethod::Grid;
    for (std::uint64_t i = 0; isGrid || i < kTries; ++i) {
        if (all > 0 && static_cast<double>(seen_.size()) >= all) return std::nullopt;
        auto next = point(i);
        if (!next) return std::nullopt;
        ExperimentConfig config = study_.space.at(*next);
        if (!seen_.insert(keyOf(*next)).second) continue;
        if (isUsable_ && !isUsable_(config)) {
            refused_.push_back(std::move(*next));
            continue;
        }
        here_.insert(trials_.size());
        trials_.push_back({std::move(*next)});
        return Next{trials_.size() - 1, {.config = std::move(config)}};
    }
    return std::nullopt;
}

std::optional<SearchPoint> StudySearch::point(std::uint64_t tries) {
    if (study_.method == SearchMethod::Grid) {
        if (static_cast<double>(gridPlace_) >= study_.space.count()) return std::nullopt;
        return study_.space.gridPoint(gridPlace_++);
    }
    const std::uint64_t draw = trials_.size() * kTries + tries;
    if (searchMethodRow(study_.method).learns && tries < kLearnedTries) return learned(draw);
    return randomPoint(study_.space.dimensions(), study_.drawSeed, draw);
}

SearchPoint StudySearch::learned(std::uint64_t draw) const {
    const auto& dimensions = study_.space.dimensions();
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
    here_.erase(trial);
    failures_ = as.state == TrialState::Failed ? failures_ + 1 : 0;
    StudyTrial& ours = trials_[trial];
    auto byEpoch = std::move(ours.byEpoch);
    auto point = std::move(ours.point);
    ours = as;
    // One that went on and trained nothing has nothing left to train.
    if (const auto from = goneOn_.find(trial);
        from != goneOn_.end() && ours.state == TrialState::Stopped && ours.epochs <= from->second.epochs)
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
