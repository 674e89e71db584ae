// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/future_intervals.h"

#include "base/number_text.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr double kMuchGrowth = 1.5;  // of the errors from the first part to the last
constexpr double kFarLevel = 2.5;    // deviations of the training part from its mean to that of a window

Phrase figure(double value, int digits) {
    const std::string written = numberText(value, digits);
    return Text{kNumberContext, written.c_str()};
}

/// Of one target in the rows that the forecast looks back on, on the original scale.
LearnedLevel lastWindow(const SavedRunPlan& kept, std::size_t target) {
    const std::vector<double> values = kept.plan.prepared->observedTarget(target);
    const auto lookback = static_cast<std::size_t>(kept.plan.config.lookback);
    return learnedLevel(std::span(values).subspan(static_cast<std::size_t>(kept.rows) - lookback, lookback));
}

}  // namespace

std::vector<double> lastSpreads(const SavedRunPlan& kept) {
    std::vector<double> spreads;
    for (const FittedRecipe::Column& column : kept.recipe.columns)
        if (column.target)
            spreads.push_back(windowSpread(lastWindow(kept, spreads.size()).deviation, column.learned.deviation));
    return spreads;
}

void noteIntervals(const SavedRunPlan& kept, FutureForecast& future) {
    if (future.source != FutureForecast::IntervalSource::HeldOutErrors) return;
    const ErrorIntervals& errors = kept.recipe.errors;
    future.notes.push_back({GATELAB_TEXT("Training",
                                         "the intervals are from the errors of %1 windows of the validation and test "
                                         "part that do not overlap, in parts of the spread of each"),
                            {errors.windows}});
    for (const double level : {0.8, 0.95})
        if (errors.windows < windowsNeeded(level))
            future.notes.push_back({GATELAB_TEXT("Training", "an interval of %1 % needs %2 such windows"),
                                    {figure(100 * level, 2), windowsNeeded(level)}});
    if (errors.growth > kMuchGrowth)
        future.notes.push_back(
            {GATELAB_TEXT("Training",
                          "the errors grow: those of the last part were %1 times those of the first; "
                          "the intervals may be too narrow"),
             {figure(errors.growth, 2)}});
    const PreparedSeries& prepared = *kept.plan.prepared;
    std::size_t target = 0;
    for (const FittedRecipe::Column& column : kept.recipe.columns) {
        if (!column.target) continue;
        const LearnedLevel window = lastWindow(kept, target++);
        // Neither of what is not known
        const bool isAbove = window.low > column.learned.high, isBelow = window.high < column.learned.low;
        if (!isAbove && !isBelow) continue;
        future.notes.push_back(
            {isAbove ? GATELAB_TEXT("Training",
                                    "the last window of '%1' lies above all values of the training part: the series "
                                    "has risen, and the intervals may be too narrow")
                     : GATELAB_TEXT("Training",
                                    "the last window of '%1' lies below all values of the training part: the series "
                                    "has fallen, and the intervals may be too narrow"),
             {prepared.table.columns[prepared.targets[target - 1]].name}});
    }
}

std::vector<Phrase> unseenLevels(const SavedRunPlan& kept) {
    std::vector<Phrase> found;
    std::size_t target = 0;
    for (const FittedRecipe::Column& column : kept.recipe.columns) {
        if (!column.target) continue;
        const LearnedLevel window = lastWindow(kept, target++), &then = column.learned;
        const bool isOutside = window.low > then.high || window.high < then.low;
        if (!isOutside && !(std::abs(window.mean - then.mean) > kFarLevel * then.deviation)) continue;
        std::vector<Phrase> levels{column.name, figure(window.mean, 3), figure(then.low, 3), figure(then.high, 3)};
        if (isOutside)
            found.push_back(
                {GATELAB_TEXT("Training", "this level of '%1' was never seen in training: %2 against %3 to %4"),
                 std::move(levels)});
        else
            levels.push_back(figure(then.mean, 3)),
                found.push_back({GATELAB_TEXT("Training",
                                              "this level of '%1' was hardly seen in training: %2 against a mean of "
                                              "%5 (%3 to %4)"),
                                 std::move(levels)});
    }
    return found;
}

void keepCounts(const FittedRecipe& recipe, FutureForecast& future) {
    std::vector<const FittedRecipe::Column*> targets;
    for (const FittedRecipe::Column& column : recipe.columns)
        if (column.target) targets.push_back(&column);
    std::vector<bool> moved(targets.size(), false);
    const auto raise = [&](std::vector<double>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t target = i % targets.size();
            if (!targets[target]->learned.isCount || !(values[i] < 0)) continue;
            values[i] = 0;
            moved[target] = true;
        }
    };
    raise(future.values);
    for (FutureForecast::Interval& interval : future.intervals) raise(interval.low), raise(interval.high);
    for (std::size_t target = 0; target < targets.size(); ++target)
        if (moved[target])
            future.notes.push_back({GATELAB_TEXT("Training",
                                                 "'%1' has only counts, whole numbers of zero or more: what would lie "
                                                 "below zero is shown as zero"),
                                    {targets[target]->name}});
}

Phrase heldNote(const SavedRunPlan& kept, const std::vector<double>& truth, const std::vector<double>& forecast) {
    const ErrorIntervals& errors = kept.recipe.errors;
    const WindowSet& windows = kept.plan.windows.test;
    if (errors.empty() || windows.starts.empty()) return {};
    std::vector<double> learned;
    for (const FittedRecipe::Column& column : kept.recipe.columns)
        if (column.target) learned.push_back(column.learned.deviation);
    const std::size_t targets = learned.size(), perWindow = static_cast<std::size_t>(windows.horizon) * targets;
    const ErrorIntervals::Level& level = errors.levels.front();
    if (level.sizes.size() != perWindow) return {};
    double held = 0, all = 0;
    for (std::size_t target = 0; target < targets; ++target) {
        const std::vector<double> values = kept.plan.prepared->observedTarget(target);
        for (std::size_t w = 0; w < windows.starts.size(); ++w) {
            const auto window = std::span(values).subspan(static_cast<std::size_t>(windows.starts[w]),
                                                          static_cast<std::size_t>(windows.lookback));
            const double spread = windowSpread(learnedLevel(window).deviation, learned[target]);
            for (std::size_t cell = target; cell < perWindow; cell += targets) {
                const double error = std::abs(truth[w * perWindow + cell] - forecast[w * perWindow + cell]);
                if (!std::isfinite(error)) continue;
                all += 1, held += error <= level.sizes[cell] * spread ? 1 : 0;
            }
        }
    }
    if (all == 0) return {};
    // Two standard errors of a share over as many windows as do not overlap
    const double apart = 1 + std::floor(static_cast<double>(windows.starts.back() - windows.starts.front()) /
                                        static_cast<double>(windows.horizon)),
                 share = held / all;
    if (share >= level.level - 2 * std::sqrt(level.level * (1 - level.level) / apart)) return {};
    return {GATELAB_TEXT("Training",
                         "in these data the interval of %1 % held %2 % of the %3 truths: it is too narrow for them"),
            {figure(100 * level.level, 2), figure(100 * share, 2), static_cast<std::int64_t>(all)}};
}

}  // namespace gatelab
