// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_columns.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// The slot of the marker that several runs share: the oldest one's, so that a new run changes none. `runs` newest
/// first, not empty.
int sharedSlot(const std::vector<const RunSummary*>& runs);
/// What runs of the same settings are called together: as the first of them, which is the last here.
QString sharedTitle(const std::vector<const RunSummary*>& runs);

/// Runs that belong together, as places in a list; the groups in the order of their first members. A run whose settings
/// were changed while it went on is a group of its own: it is no sample of those that it began with.
std::vector<std::vector<std::size_t>> groupBySettings(const std::vector<RunSummary>& runs,
                                                      std::span<const std::size_t> wanted);
std::vector<std::vector<std::size_t>> groupByColumn(const std::vector<RunSummary>& runs,
                                                    std::span<const std::size_t> wanted, const RunColumn& column);

/// Whether some of these runs differ in a column.
bool tellsApart(const RunColumn& column, std::span<const RunSummary* const> runs);

/// Mean of the finite values; NaN when there is none.
double meanOf(std::span<const double> values);
/// Half of the 95 % interval of the mean (Student); NaN for fewer than two finite values.
double halfInterval95(std::span<const double> values);

}  // namespace gatelab
