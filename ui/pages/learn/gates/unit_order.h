// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"

#include <vector>

namespace gatelab {

/// How the units of a heat map stand above each other.
enum class UnitSort { Number, Activity, Saturation, Similarity, WithInput };

/// The units of a track from the top down. Activity: the standard deviation over time, largest first. Saturation: how
/// much of the time a value is near the ends of its range, most first. Similarity: a chain in which each unit stands
/// beside the one it correlates with most (greedy seriation), from the most active on. WithInput: the correlation with
/// `column`, highest first. `column` [step], only for that; a constant one leaves the numbers' order.
std::vector<int> unitOrder(const GateTrack& track, UnitSort sort, const std::vector<double>& column = {});

/// Range of the values that a quantity's activation function can give: 0 to 1 for gates, -1 to 1 for states and
/// candidates; of a cell state and of ReLU what the track holds, symmetric about 0.
struct TrackRange {
    double low = 0, high = 1;
    [[nodiscard]] bool diverging() const { return low < 0; }
};
TrackRange trackRange(const GateTrack& track);
/// The same for colours: a unit far beyond the others does not make them all white. Its ends are at most twice the
/// middle one of what each unit comes to; what lies beyond has the colour of the end.
TrackRange colourRange(const GateTrack& track);

}  // namespace gatelab
