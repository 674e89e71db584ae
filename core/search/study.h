// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "search/search_space.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// How the next combination of a sweep is chosen, and which training goes on.
enum class SearchMethod { Grid, Random, Tpe, Asha };

/// A row per method, in the order of the screen.
struct SearchMethodRow {
    SearchMethod method;
    const char* key;  ///< on the command line and in files
    Text label, help;
    bool learns;  ///< the next trial follows from those before
};
std::span<const SearchMethodRow> searchMethods();
const SearchMethodRow& searchMethodRow(SearchMethod method);
/// InvalidInput names those there are.
Result<SearchMethod> searchMethodOf(std::string_view key);

/// When a study begins no more trials: whatever is reached first; 0: no limit. What trains then is trained to its end.
struct SearchBudget {
    std::int64_t trials = 0;
    std::int64_t epochs = 0;  ///< of all its trials together
    double seconds = 0;       ///< since the study was begun or gone on with

    [[nodiscard]] bool isGiven() const { return trials > 0 || epochs > 0 || seconds > 0; }
};

/// A sweep with a budget, as every one that learns has: what varies, how it is searched, and for how long. What it has
/// come to lies in the runs of its workspace alone, so nothing of it is lost with the process that carries it out. A
/// value.
struct Study {
    SearchSpace space;
    SearchMethod method = SearchMethod::Tpe;
    SearchBudget budget;
    std::int64_t drawSeed = 1;  ///< start of what is drawn

    /// Same experiment and axes: their runs are trials of both, whatever the method and budget.
    [[nodiscard]] bool isSameSpace(const Study& other) const;
};
/// InvalidInput: nothing varies, a setting is named twice, there is no budget, an axis of a grid has no values, or the
/// experiment has no validation part to be judged by.
Result<> checkStudy(const Study& study);

/// Complete: trained to its end. Stopped: ended before, by the search or by hand; it can be lengthened.
enum class TrialState { Training, Complete, Stopped, Diverged, Failed, Interrupted };

/// A run as a study sees it.
struct StudyTrial {
    SearchPoint point;
    TrialState state = TrialState::Training;
    double value = std::numeric_limits<double>::quiet_NaN();  ///< lowest validation loss so far; NaN: none
    /// Lowest validation loss up to each epoch; empty where nobody asked for it
    std::vector<double> byEpoch = {};
    std::int64_t epochs = 0;      ///< trained
    double seconds = 0;           ///< of training
    double began = 0, ended = 0;  ///< seconds since 1970 UTC; 0: not known, or not yet
    std::string run = {};         ///< id
    std::int64_t number = 0;      ///< of the run in its workspace

    [[nodiscard]] bool hasEnded() const { return state != TrialState::Training && state != TrialState::Interrupted; }
};

/// An epoch of a trial, from 1, has ended with this validation loss; one that a resumed run repeats changes nothing.
void noteEpoch(StudyTrial& trial, std::int64_t epoch, double validation);

/// Of the trials that are trained to their end the one with the lowest value, else of all; nothing: none has a value.
std::optional<std::size_t> bestTrial(std::span<const StudyTrial> trials);

}  // namespace gatelab
