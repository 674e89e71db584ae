// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/spread_scores.h"
#include "batch/batcher.h"
#include "store/run_weights.h"

#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

/// Forecasts of some windows on the original scale, [window][step][target].
struct OriginForecasts {
    std::vector<double> values;
    ForecastSpread spread;
    std::vector<double> dropoutMean, dropoutDeviation;  ///< over the passes with dropout; empty: none were asked for
};

/// What origins are forecast with: weights, and the series that their recipe prepared. Const: many threads may ask.
class OriginNetwork {
public:
    /// LibTorch's exceptions pass through, here and below.
    OriginNetwork(TrainPlan plan, RunWeights weights);
    [[nodiscard]] const TrainPlan& plan() const { return plan_; }
    [[nodiscard]] const RunWeights& weights() const { return weights_; }
    /// Of the windows that begin with these rows, on this thread alone. The same window has the same bits whatever is
    /// forecast beside it. `samples` > 0: as many further passes with dropout. Cancelled where `going` says false.
    [[nodiscard]] Result<OriginForecasts> forecast(const std::vector<std::int64_t>& starts, std::int64_t samples,
                                                   const std::function<bool()>& going) const;

private:
    TrainPlan plan_;
    RunWeights weights_;
    std::shared_ptr<const DeviceSeries> series_;
};

}  // namespace gatelab
