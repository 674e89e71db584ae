// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "run/forecast_set.h"

#include <cstdint>
#include <filesystem>
#include <limits>

namespace gatelab {

/// Forecasts of a kept run by packed recurrent matrices, on one thread of the processor in 32 bits.
struct PackedForecastRequest {
    ForecastRequest forecast;
    std::filesystem::path file = {};  ///< that compressing this run wrote; empty: INT8 of the run's own weights
};

/// A packed network beside the whole one, of the same windows on the same thread.
struct PackedComparison {
    Phrase what;  ///< "INT8 of the best weights, of step 120 in epoch 3"
    /// Root of the mean squared difference of both forecasts, original scale; of classes of their probabilities
    double difference = 0;
    double largest = 0;      ///< of these differences
    double spread = 0;       ///< standard deviation of the whole network's forecasts, to hold them against
    double micros = 0;       ///< of one window
    double wholeMicros = 0;  ///< by the whole network, as it computes on one thread
    std::int64_t bytes = 0;  ///< of the file; 0: there is none
    /// Share of the sequences (labelling: of their steps) to which both give the same class; NaN: they give numbers
    double agreement = std::numeric_limits<double>::quiet_NaN();
};

struct PackedForecast {
    ForecastSet set;
    PackedComparison beside;
};

}  // namespace gatelab
