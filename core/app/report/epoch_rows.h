// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"
#include "store/workspace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// The curves of a run at the end of an epoch. NaN: not known, or there is no validation part.
struct EpochRow {
    std::int64_t epoch = 0;
    double trainLoss = 0;  ///< mean of its steps
    double validationLoss = 0;
};
/// Which epoch a step belongs to, from 1.
std::int64_t epochOf(const MetricSample& sample);
/// One row per epoch that has ended.
std::vector<EpochRow> epochRows(const RunHistory& history);
/// At most `most` (3 or more) of them, evenly spaced, with the first, the last and the best epoch.
std::vector<EpochRow> someRows(std::span<const EpochRow> rows, std::int64_t bestEpoch, std::size_t most);

}  // namespace gatelab
