// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "baselines/suggestion.h"

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// One way to decide a line of the plan: all of its settings together.
struct PlanOption {
    std::vector<Setting> settings;
    Phrase text;  ///< "all 7", "never"; empty: the values as every other setting shows them
};

/// One line of the plan: what was chosen for the data at hand, why, and what the other option costs. Window and command
/// line show the same.
struct PlanLine {
    enum class State { Suggested, Other, Own };
    Text label;
    PlanOption suggested;
    PlanOption other;  ///< without settings: there is none
    Phrase reason;
    Phrase price;             ///< of the other option: its error, its work, its time, or that it was not measured
    Phrase priceNote;         ///< what its error is the error of; empty: it has none
    double otherError = NAN;  ///< as Suggestion::otherError
    State state = State::Suggested;  ///< which of them the experiment has; Own: neither
};

/// Columns that can be chosen as inputs: one of words once, the number of the series of many not at all; 0: sequences.
std::size_t planColumns(const Dataset& data);

/// The lines for an experiment with these settings, in the order of the suggestions; the start of the network, which is
/// two settings, is one. `columns`: that the data have, for "all 7". `epochSeconds`: measured time of an epoch of these
/// settings, from which that of an option with more work is estimated; NaN: it was not. Pure and fast.
std::vector<PlanLine> experimentPlan(const ExperimentConfig& config, std::span<const Suggestion> suggestions,
                                     std::size_t columns, double epochSeconds = NAN);

/// By which the error of a linear forecast changes with one more column as an input, for each of these columns: 0.014
/// is 1.4 % more. NaN: not measured, or for another target than the experiment has.
std::vector<double> inputPrices(const ExperimentConfig& config, std::span<const Suggestion> suggestions,
                                const std::vector<std::string>& columns);

/// Of these lines, those that are not as suggested.
std::size_t ownChoices(std::span<const PlanLine> plan);

}  // namespace gatelab
