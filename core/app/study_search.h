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
    [[nodiscard]] Next goneOnWith(std::size_t trial);
    [[nodiscard]] std::optional<Next> newTrial();
    /// As TPE chooses it, or evenly.
    [[nodiscard]] SearchPoint drawn(std::uint64_t draw, bool learns) const;
    [[nodiscard]] std::string keyOf(const SearchPoint& point) const;

    Study study_;
    std::vector<StudyTrial> trials_;
    std::function<bool(const ExperimentConfig&)> isUsable_;
    Asha asha_;
    std::set<std::string> seen_;                      ///< points of all trials, and those that cannot be trained
    std::vector<SearchPoint> refused_;                ///< that cannot be trained
    std::vector<std::size_t> interrupted_;            ///< that go on first, the last one next
    std::map<std::size_t, std::int64_t> promotedAt_;  ///< epochs of trials when they went on
    int failures_ = 0;                                ///< in a row
};

}  // namespace gatelab
