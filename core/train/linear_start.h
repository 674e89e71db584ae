// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/objective.h"
#include "train/start_choice.h"

namespace gatelab {

/// Start values of a linear path that is fitted (see fitsLinearPath), in closed form, from the windows as the network
/// sees them. The map from window to forecast is a mean over families of maps (start_families.h), and within each a
/// mean of its members; the weights of both follow from the squared error on the validation part and, with maps fitted
/// to the windows before, on the last two fifths of the training windows, per target: exp(-log(error) * (independent
/// windows / 2 + a few)), so that many windows choose one and few take the mean of the best. The last value alone where
/// nothing is better by more than chance. The head starts at nothing but its bias, so that the untrained network is
/// this map; quantiles and the variance of a Gaussian start from the errors there. `season`: rows; 1: none. Leaves the
/// path at zero where it has more than kMaxLinearColumns columns, or where the values are too large for equations to be
/// formed. On the calling thread, float64, one thread.
LinearStart fitLinearPath(const TrainPlan& plan, const Objective& objective, const ExampleSource& train,
                          const ExampleSource& validation, std::int64_t season);

/// The same with the season of the data, as a run starts.
LinearStart fittedStart(const TrainPlan& plan, const Objective& objective, const ExampleSource& train,
                        const ExampleSource& validation);

/// Share of the validation loss by which the network must better the fitted path before it is believed: the best of
/// many epochs is a little better by chance, the more so the fewer independent forecasts the validation part holds. 1 /
/// sqrt(of those); 0 where the path is not fitted.
double minGain(const TrainPlan& plan);

}  // namespace gatelab
