// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/future_choice.h"

#include "base/number_text.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

struct Told {
    double level, deviations;
};
constexpr Told kTold[] = {{0.8, 1.2815515655446004}, {0.95, 1.959963984540054}};

FutureForecast::Interval around(const FutureForecast& future, double level, const std::vector<double>& halves,
                                double factor) {
    FutureForecast::Interval interval{level, {}, {}};
    for (std::size_t i = 0; i < std::min(halves.size(), future.values.size()); ++i) {
        interval.low.push_back(future.values[i] - factor * halves[i]);
        interval.high.push_back(future.values[i] + factor * halves[i]);
    }
    return interval;
}

}  // namespace

Result<> chooseIntervals(const Backtest* kept, IntervalMethod method, FutureForecast& future) {
    if (method == IntervalMethod::Head) {
        if (future.source == FutureForecast::IntervalSource::Network) return {};
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest",
                                  "this run's head gives one number; train with a loss that gives quantiles or a "
                                  "distribution")};
    }
    if (kept == nullptr || kept->windows() == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest",
                                  "these intervals are made of the errors of a backtest, and this run has none: make "
                                  "one over every row (backtest RUN --step 1)")};
    const BacktestIntervals made = makeIntervals(*kept, method);
    std::vector<FutureForecast::Interval> intervals;
    for (const Told& told : kTold) {
        const std::vector<double>& halves = told.level < 0.9 ? made.last80 : made.last95;
        if (halves.empty() || !std::ranges::all_of(halves, [](double half) { return std::isfinite(half); })) continue;
        intervals.push_back(around(future, told.level, halves, 1));
    }
    if (intervals.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest", "too few errors for an interval: %1"),
                      {made.notes.empty() ? Phrase() : made.notes.back()}}};
    future.intervals = std::move(intervals);
    future.intervalSteps =
        std::min<std::int64_t>(kept->horizon, static_cast<std::int64_t>(future.values.size() / kept->targets.size()));
    future.source = FutureForecast::IntervalSource::HeldOutErrors;
    future.intervalWindows = static_cast<std::int64_t>(kept->windows());
    future.notes = {labelled(intervalLabel(method), intervalHelp(method))};  // those before were of other intervals
    for (const Phrase& note : made.notes) future.notes.push_back(note);
    return {};
}

void setNormal(const NormalAhead& normal, std::size_t targets, FutureForecast& future) {
    const std::size_t values = std::min(normal.mean.size(), future.values.size());
    std::copy_n(normal.mean.begin(), values, future.values.begin());
    future.intervals.clear();
    for (const Told& told : kTold)
        future.intervals.push_back(around(future, told.level, normal.deviation, told.deviations));
    future.intervalSteps = static_cast<std::int64_t>(values / std::max<std::size_t>(1, targets));
    future.source = FutureForecast::IntervalSource::Network;
}

NormalAhead normalOf(const std::vector<std::vector<double>>& forecasts, std::size_t values) {
    NormalAhead normal{std::vector<double>(values, 0), std::vector<double>(values, 0)};
    const auto count = static_cast<double>(forecasts.size());
    for (std::size_t i = 0; i < values; ++i) {
        for (const auto& one : forecasts) normal.mean[i] += one[i] / count;
        for (const auto& one : forecasts)
            normal.deviation[i] += (one[i] - normal.mean[i]) * (one[i] - normal.mean[i]) / std::max(1.0, count - 1);
        normal.deviation[i] = std::sqrt(normal.deviation[i]);
    }
    return normal;
}

}  // namespace gatelab
