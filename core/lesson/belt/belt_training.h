// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/belt/belt_network.h"

#include <cstdint>
#include <functional>
#include <span>

namespace gatelab {

/// The belt's network on another series: small enough to be trained in one to two seconds while somebody looks, by this
/// arithmetic alone, so that no engine is waited for and no run is kept. Any thread.

inline constexpr std::size_t kBeltLeast = 200;       ///< numbers that a series needs
inline constexpr std::size_t kBeltMost = 20000;      ///< of a longer one the last are read
inline constexpr std::int64_t kBeltSteps = 1200;     ///< of the training
inline constexpr std::int64_t kBeltFrameEvery = 24;  ///< steps from one frame of its film to the next

/// An untrained network of 8 units for these numbers, with forget bias 1 and without linear path: it forecasts up to 24
/// steps and reads the last fifth, which its training never sees. NaN is missing and filled by a straight line.
/// InvalidInput where there are too few numbers, or all are the same.
Result<BeltFile> untrainedBelt(std::vector<double> numbers);

/// Adds `share` of the gradient of the squared errors (in standard deviations) over all hours and all steps from
/// `scored` on: the network reads `numbers` but for the last `horizon` from a state of zero. Returns that share of the
/// errors. `gradient`: of the same shape.
double addBeltGradient(const BeltNetwork& network, std::span<const double> numbers, std::size_t scored, double share,
                       BeltNetwork& gradient);

/// Of the training: the share done, from 0, and the network as it stands. False asks it to stop.
using BeltFrame = std::function<bool(double share, const BeltNetwork& network)>;

/// Trained by Adam (Kingma and Ba 2015) with a rate that falls by a cosine and a gradient of length 1 at most, on
/// windows drawn from before the test part; always the same ones. Cancelled where a frame says so.
Result<BeltFile> trainBelt(BeltFile file, const BeltFrame& frame);

}  // namespace gatelab
