// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/backtest/origin_forecasts.h"

#include <functional>
#include <memory>

namespace gatelab {

/// The rows of one refit: learns from [begin, cutoff), its windows end before `end`.
struct RefitRows {
    std::int64_t begin = 0, cutoff = 0, end = 0;
};
/// The same of one series: how the run itself cuts it, and its rows, of many in the table that they share.
struct SeriesRefit {
    Split own;
    RefitRows rows;
};

/// The data of those rows alone, and the settings by which they are trained on: the run's own, with as large a share of
/// the rows before the cutoff for validation, and what follows as test part. The series of `config`.
std::shared_ptr<const Dataset> refitData(const Series& series, const RefitRows& rows);
ExperimentConfig refitConfig(const ExperimentConfig& config, const Split& own, const RefitRows& rows);

/// Trains on the rows of one series, or of each of many in their order, on one thread, in a temporary workspace that is
/// gone afterwards. A series of which nothing is kept before its cutoff is left out. Cancelled where `going` says
/// false. Blocks; LibTorch's exceptions pass through.
Result<std::unique_ptr<OriginNetwork>> refit(const Series& series, const ExperimentConfig& config,
                                             const std::vector<SeriesRefit>& parts, const std::function<bool()>& going);

}  // namespace gatelab
