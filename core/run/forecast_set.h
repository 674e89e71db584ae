// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/spread_scores.h"
#include "baselines/step_errors.h"
#include "data/series.h"
#include "run/run_event.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// Which forecasts of a kept run.
struct ForecastRequest {
    std::filesystem::path runFolder;      ///< its config, best checkpoint and recipe state are used
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the run's config
    enum class Part { Train, Validation, Test } part = Part::Test;
    /// > 0: also a recursive forecast of this many steps from the first window of the part; not for sequences
    std::int64_t closedLoopSteps = 0;
    std::string checkpoint = "best";  ///< see readRunWeights
    /// `data` are others than those of the training: all of their rows are forecast with what the run's recipe learned
    /// then, and nothing is fitted.
    bool isOtherData = false;
    /// > 0: also a forecast of this many rows after the last one, prepared in the same way; not for sequences
    std::int64_t stepsAhead = 0;
    /// Keys of baselines whose forecasts are told, too; empty: those of the one with the lowest squared error
    std::vector<std::string> baselines;
};

/// A forecast of rows that nobody has observed yet, [step][target] on the original scale. Steps beyond the horizon are
/// forecast from forecasts, and have no interval.
struct FutureForecast {
    struct Interval {
        double level = 0;  ///< share of the truths that should lie in it
        std::vector<double> low, high;
    };
    /// HeldOutErrors: in parts of the spread of the last window; ValidationErrors: as older versions kept them
    enum class IntervalSource { None, Network, ValidationErrors, HeldOutErrors };
    std::int64_t originRow = 0;  ///< last observed row
    std::vector<double> values;
    std::vector<Interval> intervals;  ///< from the narrowest to the widest, each of the first `intervalSteps` steps
    std::int64_t intervalSteps = 0;
    IntervalSource source = IntervalSource::None;
    std::int64_t intervalWindows = 0;  ///< of HeldOutErrors: windows that do not overlap, of which they were formed
    /// What must be known of the intervals: too few windows for a level, errors that grow, values that were moved
    std::vector<Phrase> notes;
    /// Microseconds since 1970-01-01 UTC, one per step; empty: the data have none, or say none of rows to come
    /// (`timeNote`)
    std::vector<std::int64_t> times;
    Phrase timeNote;  ///< why the steps have no times though the rows have; empty: they have, or none has
    [[nodiscard]] bool empty() const { return values.empty(); }
};

/// What a kept network answers to the sequences of one part, beside the truth: one row per sequence, or per step of
/// each sequence for labelling.
struct SequenceAnswers {
    static constexpr std::int64_t kMostProbabilities = std::int64_t{1} << 26;
    std::vector<std::string> classes;         ///< their names; empty: the answers are numbers
    std::int64_t targets = 0;                 ///< numbers per row; 0 for classes
    std::vector<std::int64_t> sample;         ///< per row: which sequence of the part, from 0
    std::vector<std::int64_t> sequence;       ///< per row: its number in the data, from 0
    std::vector<std::int64_t> step;           ///< per row, from 1; empty: one answer for the whole sequence
    std::vector<std::int32_t> truth, answer;  ///< per row: class; truth -1: the data do not say
    /// [row][class]; empty where they would be more than kMostProbabilities numbers, as those of a long text are
    std::vector<double> probability;
    std::vector<double> trueNumbers, numbers;  ///< [row][target]
    [[nodiscard]] std::size_t rows() const { return sample.size(); }
    [[nodiscard]] bool empty() const { return sample.empty(); }
};

/// A kept model's forecasts beside the truth; of a task with sequences its answers, and no windows.
struct ForecastSet {
    std::vector<std::string> targets;
    std::string unit;  ///< of the targets; empty: not known, or they differ
    std::int64_t horizon = 0;
    std::vector<std::int64_t> originRows;  ///< last observed row of each window
    std::int64_t firstRow = 0;             ///< of `observed`
    /// [row][target], original scale: every row from the first window's to the last one's end
    std::vector<double> observed;
    std::vector<double> truth, forecast;  ///< [window][step][target], original scale
    /// Quantiles and deviation, of the same shape; empty for heads of one number
    ForecastSpread spread;
    std::vector<double> seasonalNaive;  ///< the same shape
    /// Forecasts of baselines of the same shape, those that were asked for, in that order
    struct BaselineValues {
        std::string method;  ///< its key in the table of baselines
        std::vector<double> values;
    };
    std::vector<BaselineValues> baselines;
    /// Of every baseline on the same windows, original scale, in the order of their table
    std::vector<StepErrors> baselineErrors;
    std::vector<double> closedLoop;  ///< [step][target], original scale; starts after originRows.front()
    SequenceAnswers answers;         ///< empty for forecasts
    FutureForecast future;           ///< empty: not asked for
    std::vector<TestScore> scores;
    TimeAxis time;
    Phrase problem;  ///< why the numbers may be wrong; empty: nothing is known against them
    /// Those that it was made with: "the best weights, of step 120 in epoch 3"
    Phrase weights;
    std::int64_t step = 0;  ///< of the weights
};

}  // namespace gatelab
