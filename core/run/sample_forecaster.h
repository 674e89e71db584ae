// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/forecast_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// A kept run that is given one row after another and forecasts what follows each. It keeps the last rows, as many as
/// the window and the steps of the recipe look back on. Used by one thread.
class SampleForecaster {
public:
    virtual ~SampleForecaster() = default;
    /// What a row holds, in this order.
    [[nodiscard]] virtual const std::vector<std::string>& columns() const = 0;
    [[nodiscard]] virtual const std::vector<std::string>& targets() const = 0;
    [[nodiscard]] virtual std::int64_t lookback() const = 0;
    [[nodiscard]] virtual std::int64_t horizon() const = 0;
    /// One more row; NaN: a missing value. The forecast of the `horizon` rows after it; empty before `lookback` rows
    /// are there. Blocks for one pass of the network.
    virtual Result<FutureForecast> add(const std::vector<double>& row) = 0;
    /// What the newest rows, at least `lookback` of them, have otherwise than those of the training (another unit,
    /// say); empty: nothing.
    [[nodiscard]] virtual Phrase unlike() const = 0;
};

}  // namespace gatelab
