// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// Channels that never change within a sequence, such as the area of a catchment: they tell whose it is. Empty where
/// a sequence has one step alone.
std::vector<std::size_t> constantChannels(const SequenceSet& set);

/// [items][targets]: the deviation of each target over the training sequences of whoever the sequence is of (equal
/// constantChannels), as NSE* wants it (Kratzert et al. 2019, eq. 14). Over all training sequences where those are
/// fewer than two, and 1 where no target changes.
std::vector<double> targetDeviations(const SequenceSet& set, std::span<const std::int64_t> train, std::int64_t targets);

}  // namespace gatelab
