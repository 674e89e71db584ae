// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "run/finder.h"

namespace gatelab {

/// Learning rate: Smith 2017, "Cyclical learning rates for training neural networks": the rate grows by a constant
/// factor per step while a copy of the network trains; the suggestion is where the smoothed loss has made half of its
/// fall: about where it falls fastest, and the slope itself drowns in the noise of the batches. Where that curve hardly
/// falls, four constant rates below the one from which on the loss rises train for up to 400 steps (60 s), and the
/// first to bring it down is suggested; a suggestion is never 0. Batch size: a few steps with each of 4, 8, 16 ...
/// until larger ones gain nothing, in three or more rounds over all of them; see cheapestBatch. Blocks; LibTorch's
/// exceptions pass through.
Result<FinderResult> runFinder(const FinderRequest& request, const Progress& progress);

/// The rates of the range test end here.
inline constexpr double kHighestRateTried = 1;
inline constexpr double kMinFall = 0.05;      ///< of the starting loss; less is noise
inline constexpr std::size_t kFewPoints = 6;  ///< of the curve; fewer say nothing

/// The loss of the first third of the curve, where the rate is too low to change anything. Needs three points.
double startingLoss(const std::vector<FinderPoint>& points);
/// The suggestion for a curve of rates and losses; 0 when the loss never falls. Apart for tests.
double halfwayRate(const std::vector<FinderPoint>& points);
/// The rate from which on the smoothed loss lies clearly above its start, or was no number; 0: none that was tried.
/// Apart for tests.
double risingRate(const std::vector<FinderPoint>& points);
/// Whether the loss falls little against how it wanders at the lowest rates, where nothing is learned yet: the
/// suggestion is then next to chance.
bool isWeakFall(const std::vector<FinderPoint>& points);
/// The suggestion for measured batch sizes: the smallest that trains 90 % as many samples per second as the fastest.
double cheapestBatch(const std::vector<FinderPoint>& points);

}  // namespace gatelab
