// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "baselines/spread_scores.h"
#include "step/objective.h"

#include <vector>

namespace gatelab {

/// Scores of one part. Sums are kept in float64 over examples in a fixed order and in blocks of a fixed size, so they
/// do not depend on the batch size of training. Members that do not apply are NaN.
struct Evaluation {
    double loss, mse, mae, accuracy;
    std::int64_t examples = 0;
    std::vector<double> forecasts;        ///< [window][step][target] on the prepared scale, when asked for
    ForecastSpread spread;                ///< the same, of heads that give more than one number
    std::vector<std::int32_t> predicted;  ///< class per example (per labelled step for labelling), when asked for
    std::vector<std::int32_t> truth;      ///< the same
    bool complete = true;                 ///< false: it was told to stop
};

class BatchTeam;

/// Runs the network over every example without training it. Progress is told between blocks. A team shares the rows of
/// each block; null: this thread alone.
Evaluation evaluate(const Objective& objective, const ExampleSource& source, bool keep, const Progress& progress = {},
                    BatchTeam* team = nullptr);

/// The network's forecasts of some windows alone: no scores, no truth is needed. Every pass has as many rows
/// (kForecastRows; the last one is filled up), because matrix products of another number of rows round otherwise: the
/// same window has the same forecast to the bit, whatever is forecast beside it.
inline constexpr std::int64_t kForecastRows = 32;
struct WindowForecasts {
    std::vector<double> values;  ///< [window][step][target] on the prepared scale
    ForecastSpread spread;       ///< the same, of heads that give more than one number
    bool complete = true;        ///< false: it was told to stop
};
WindowForecasts forecastAll(const Objective& objective, const ExampleSource& source, const Progress& progress = {});

}  // namespace gatelab
