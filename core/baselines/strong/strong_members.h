// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/strong/strong_baselines.h"

/// The rows of the table of strong baselines; only core/baselines/strong includes this.
namespace gatelab::methods {

StrongBaseline nlinear();
StrongBaseline dlinear();
StrongBaseline ets();
StrongBaseline arima();
StrongBaseline lightgbm();

/// Row of the first observed value, and last rows of the training part from there on, at most so many.
std::span<const double> lastTraining(const StrongBaseline::Series& series, std::int64_t most);
std::int64_t originOf(const StrongBaseline::Series& series, std::size_t window);
/// A season of additive figures over the training rows (baseline_members.h); one 0 without one.
std::vector<double> figuresOf(const StrongBaseline::Series& series);

inline const Error kTooFew{ErrorCode::InvalidInput,
                           GATELAB_TEXT("Preparing",
                                        "no model could be fitted: the training part is too short, or does "
                                        "not change; give it more rows")};
inline const Error kStopped{ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the baselines were cancelled")};

}  // namespace gatelab::methods
