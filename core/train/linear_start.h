// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/objective.h"

namespace gatelab {

/// Start values of a linear path that is fitted (see fitsLinearPath), in closed form, from the windows as the network
/// sees them. The map from window to forecast is a mean of ridge regressions; each leans, the more its strength, to a
/// map that needs no training: nothing, the last value, the last season, the last season moved by the change of the
/// mean from one season to the next, the window's mean with falling weights, the last value along a damped trend. The
/// weight of each in the mean follows from its squared error on the validation part (without one: on the last fifth of
/// the training windows), per target: exp(-(error / least error - 1) * sqrt(independent windows)). The head starts at
/// nothing but its bias, so that the untrained network is this map; quantiles and the variance of a Gaussian start from
/// the errors there. `season`: rows; 1: none. Leaves the path at zero where it has more than kMostColumns columns, or
/// where the values are too large for equations to be formed. On the calling thread, float64, one thread.
void fitLinearPath(const TrainPlan& plan, const Objective& objective, const ExampleSource& train,
                   const ExampleSource& validation, std::int64_t season);

/// Share of the validation loss by which the network must better the fitted path before it is believed: the best of
/// many epochs is a little better by chance, the more so the fewer independent forecasts the validation part holds. 0.5
/// / sqrt(of those); 0 where the path is not fitted.
double leastGain(const TrainPlan& plan);

inline constexpr std::int64_t kMostColumns = 1024;

}  // namespace gatelab
