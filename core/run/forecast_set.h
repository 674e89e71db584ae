// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/spread_scores.h"
#include "data/series.h"
#include "run/run_event.h"
#include "run/sequence_answers.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// Which forecasts of a kept run.
struct ForecastRequest {
    std::filesystem::path runFolder;  ///< its config, best checkpoint and recipe state are used
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the run's config
    enum class Part { Train, Validation, Test } part = Part::Test;
    std::string checkpoint = "best";  ///< see readRunWeights
    std::int64_t closedLoopSteps = 0; ///< > 0: also a recursive forecast of this many steps from the first window of the part; not for sequences
};

/// A kept model's forecasts beside the truth; of a task with sequences its answers, and no windows.
struct ForecastSet {
    std::vector<std::string> targets;
    std::string unit;                            ///< of the targets; empty: not known, or they differ
    std::int64_t horizon = 0;
    std::vector<std::int64_t> originRows;        ///< last observed row of each window
    std::int64_t firstRow = 0;                   ///< of `observed`
    std::vector<double> observed;                ///< [row][target], original scale: every row from the first window's to the last one's end
    std::vector<double> truth, forecast;         ///< [window][step][target], original scale
    ForecastSpread spread;                       ///< quantiles and deviation, of the same shape; empty for heads of one number
    std::vector<double> seasonalNaive;           ///< the same shape
    std::vector<double> closedLoop;              ///< [step][target], original scale; starts after originRows.front()
    SequenceAnswers answers;                     ///< empty for forecasts
    std::vector<TestScore> scores;
    TimeAxis time;
    Phrase problem;                              ///< why the numbers may be wrong; empty: nothing is known against them
    Phrase weights;                              ///< those that it was made with: "the best weights, of step 120 in epoch 3"
    std::int64_t step = 0;                       ///< of the weights
};

}  // namespace gatelab
