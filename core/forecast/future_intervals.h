// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forecast/saved_run_plan.h"
#include "run/forecast_set.h"

#include <vector>

namespace gatelab {

/// By which the errors of each target are scaled in the window that a forecast of rows to come looks back on.
std::vector<double> lastSpreads(const SavedRunPlan& kept);

/// Notes what a person must know of intervals from errors: of how many windows they are, for which level these are too
/// few, errors that have grown, values that have moved.
void noteIntervals(const SavedRunPlan& kept, FutureForecast& future);

/// Of each target whose last window stands at a level that the training part hardly had, or never, one sentence with
/// both levels.
std::vector<Phrase> unseenLevels(const SavedRunPlan& kept);

/// Where a target had only counts in the training, whole numbers of zero or more, nothing is forecast below zero, and
/// that is noted.
void keepCounts(const FittedRecipe& recipe, FutureForecast& future);

/// How many truths of other data their interval held, [window][step][target] on the original scale; empty where these
/// are as many as it promises, but for chance.
Phrase heldNote(const SavedRunPlan& kept, const std::vector<double>& truth, const std::vector<double>& forecast);

}  // namespace gatelab
