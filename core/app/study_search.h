// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_order.h"
#include "search/asha.h"
#include "search/study.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// Carries a study on: names the next run, and says which of those that train goes on. Trains nothing itself. One
/// thread.
class StudySearch {
public:
    /// `known`: what the workspace has of it (studyTrials(), of ASHA with readEpochs()); `isUsable`: whether an
    /// experiment can be trained; one that cannot is passed over.
    StudySearch(Study study, std::vector<StudyTrial> known, std::function<bool(const ExperimentConfig&)> isUsable = {});

    /// Of the next run: a trial that was interrupted goes on first, of ASHA then one that is promoted, else a new point
    /// begins. Nothing: the budget is used up, five trials in a row have failed, or every point has been trained, or
    /// (while others train) none is left that is new. `secondsGone`: since the study was begun or gone on with. The
    /// trial's place in trials().
    struct Next {
        std::size_t trial = 0;
        RunOrder order;
    };
    [[nodiscard]] std::optional<Next> next(double secondsGone);
    /// What the workspace has of it now: trials that other processes have begun or gone on with since. Those that train
    /// by next() stay as they are.
    void update(std::vector<StudyTrial> known);
    /// The one that next() gave last does not begin now; it is as if nobody had asked.
    void takeBack(std::size_t trial);
    /// An epoch of a trial has ended. False: it is to stop now.
    [[nodiscard]] bool goesOn(std::size_t trial, std::int64_t epoch, double validation);
    void began(std::size_t trial, const std::string& run, std::int64_t number);
    /// It has ended, or could not begin; `as`: what the record of its run has become (studyTrials()).
    void ended(std::size_t trial, const StudyTrial& as);

    [[nodiscard]] const Study& study() const { return study_; }
    /// In the order of their start.
    [[nodiscard]] const std::vector<StudyTrial>& trials() const { return trials_; }
    [[nodiscard]] std::int64_t epochs() const;  ///< of all trials together
    /// How much of the budget is used up, 0 to 1: the limit that is nearest.
    [[nodiscard]] double share(double secondsGone) const;

private:
    void findInterrupted();
    [[nodiscard]] Next goneOnWith(std::size_t trial);
    [[nodiscard]] std::optional<Next> newTrial();
    /// The next of a grid, as TPE chooses it, or evenly; nothing: the grid is at its end. `tries`: for one trial so
    /// far.
    [[nodiscard]] std::optional<SearchPoint> point(std::uint64_t tries);
    [[nodiscard]] SearchPoint learned(std::uint64_t draw) const;
    [[nodiscard]] std::string keyOf(const SearchPoint& point) const;

    Study study_;
    std::vector<StudyTrial> trials_;
    std::function<bool(const ExperimentConfig&)> isUsable_;
    Asha asha_;
    std::set<std::string> seen_;                ///< points of all trials, and those that cannot be trained
    std::vector<SearchPoint> refused_;          ///< that cannot be trained
    std::vector<std::size_t> interrupted_;      ///< that go on first, the last one next
    std::set<std::size_t> here_;                ///< that train by next()
    std::map<std::size_t, StudyTrial> goneOn_;  ///< as they were when they went on
    std::size_t gridPlace_ = 0;                 ///< of the next combination of a grid
    int failures_ = 0;                          ///< in a row
};

}  // namespace gatelab
