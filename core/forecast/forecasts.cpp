// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/forecasts.h"

#include "base/number_text.h"
#include "baselines/many_baselines.h"
#include "baselines/scores.h"
#include "config/field.h"
#include "run/heldout_scores.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

std::vector<double> toOriginalScale(const PreparedSeries& prepared, const WindowSet& windows,
                                    std::vector<double> values) {
    const std::size_t horizon = static_cast<std::size_t>(windows.horizon), targets = prepared.targets.size();
    std::vector<double> column(horizon);
    if (values.empty()) return values;
    for (std::size_t w = 0; w < windows.starts.size(); ++w)
        for (std::size_t t = 0; t < targets; ++t) {
            double* first = values.data() + w * horizon * targets + t;
            for (std::size_t h = 0; h < horizon; ++h) column[h] = first[h * targets];
            prepared.invert(t, windows.starts[w] + windows.lookback - 1, column);
            for (std::size_t h = 0; h < horizon; ++h) first[h * targets] = column[h];
        }
    return values;
}

namespace {

/// a and b, as far from c on either side as rounding allows.
bool isMiddle(double a, double c, double b) {
    constexpr double kBend = 1e-6, kRounding = 64 * std::numeric_limits<double>::epsilon();
    return std::abs(a + b - 2 * c) <= kBend * std::abs(b - a) + kRounding * std::abs(c);
}

}  // namespace

ForecastSpread toOriginalScale(const PreparedSeries& prepared, const WindowSet& windows, ForecastSpread spread) {
    for (std::vector<double>& quantile : spread.quantiles)
        quantile = toOriginalScale(prepared, windows, std::move(quantile));
    if (spread.deviation.empty()) return spread;
    std::vector<double> low = spread.mean, high = spread.mean;
    for (std::size_t i = 0; i < low.size(); ++i) low[i] -= spread.deviation[i], high[i] += spread.deviation[i];
    low = toOriginalScale(prepared, windows, std::move(low));
    high = toOriginalScale(prepared, windows, std::move(high));
    spread.mean = toOriginalScale(prepared, windows, std::move(spread.mean));
    bool straight = true;
    for (std::size_t i = 0; i < low.size() && straight; ++i) {
        straight = isMiddle(low[i], spread.mean[i], high[i]) || !std::isfinite(high[i] - low[i]);
        spread.deviation[i] = (high[i] - low[i]) / 2;
    }
    if (!straight) spread.mean.clear(), spread.deviation.clear();
    return spread;
}

Phrase manyForecastsText(std::int64_t windows, std::int64_t horizon, std::int64_t targets) {
    constexpr double kLists = 4, kLeast = 1024.0 * 1024 * 1024;
    const double bytes = kLists * 8 * static_cast<double>(windows) * static_cast<double>(horizon * targets);
    if (bytes < kLeast) return {};
    return {GATELAB_TEXT("RunEvent",
                         "the test part has %1 windows, and all of them are scored: while that is done their forecasts "
                         "and truths are %2, in files where they are more than memory allows; no window is left out, "
                         "and of the forecasts the record keeps the scores and the intervals. A shorter test part "
                         "(setting '%3') holds less"),
            {windows, bytesText(bytes), findField("split")->label}};
}

std::vector<double> windowTruth(const PreparedSeries& prepared, const WindowSet& windows) {
    std::vector<double> values;
    values.reserve(windows.starts.size() * static_cast<std::size_t>(windows.horizon) * prepared.targets.size());
    for (const std::int64_t start : windows.starts)
        for (std::int64_t h = 0; h < windows.horizon; ++h)
            for (const std::size_t target : prepared.targets)
                values.push_back(
                    prepared.table.columns[target].values[static_cast<std::size_t>(start + windows.lookback + h)]);
    return values;
}

std::vector<double> baselineForecast(const PreparedSeries& prepared, const WindowSet& windows, std::string_view key,
                                     const Progress& progress) {
    const auto row = std::ranges::find_if(
        baselines(), [&](const Baseline& baseline) { return std::string_view(baseline.key) == key; });
    if (row == baselines().end()) return {};
    auto values = forecastBy(*row, prepared, windows, progress);
    return values.ok() ? std::move(*values) : std::vector<double>{};
}

Result<std::vector<TestScore>> scoreForecasts(const PreparedSeries& prepared, const WindowSet& windows,
                                              const std::vector<double>& forecasts, const ForecastSpread& given) {
    std::vector<TestScore> all;
    const auto scored = scorePrepared(prepared, windows, forecasts);
    if (!scored.ok()) return scored.error();
    addScores("model", "standardised", scored->standardised, all);
    addScores("model", "original", scored->original, all);
    if (given.empty()) return all;
    const ScoredSpread spread =
        OriginalScorer(prepared, windows, findSeasons(prepared)).score(toOriginalScale(prepared, windows, given));
    addScores("model", "standardised", spread.standardised, all);
    addScores("model", "original", spread.original, all);
    return all;
}

Result<> addBaselines(const PreparedSeries& prepared, const WindowSet& windows, std::vector<TestScore>& scores,
                      const Progress& progress) {
    const auto baselines = runBaselines(prepared, windows, progress);
    if (!baselines.ok()) return baselines.error();
    for (const BaselineForecast& baseline : *baselines) addScores(baseline, scores);
    return {};
}

namespace {

/// Which window of the validation part previews show: the middle one.
std::int64_t previewedWindow(const TrainPlan& plan) { return plan.windows.validation.size() / 2; }

WindowSet windowOfPreviews(const TrainPlan& plan) {
    WindowSet one = plan.windows.validation;
    one.starts = {one.starts[static_cast<std::size_t>(previewedWindow(plan))]};
    return one;
}

std::vector<double> firstTarget(const TrainPlan& plan, const std::vector<double>& values) {
    std::vector<double> one;
    for (std::size_t i = 0; i < values.size(); i += plan.prepared->targets.size()) one.push_back(values[i]);
    return one;
}

}  // namespace

PreviewBaseline previewBaseline(const TrainPlan& plan, const std::string& method, const Progress& progress) {
    PreviewBaseline made;
    made.values = firstTarget(plan, baselineForecast(*plan.prepared, windowOfPreviews(plan), method, progress));
    if (!made.values.empty()) made.method = method;
    return made;
}

PreviewMaker::PreviewMaker(const TrainPlan& plan, const Objective& objective, const ExampleSource& validation,
                           const Guarded<PreviewBaseline>& best)
    : plan_(plan), objective_(objective), validation_(validation), best_(best), window_(windowOfPreviews(plan)) {
    const PreparedSeries& prepared = *plan.prepared;
    const std::int64_t chosen = previewedWindow(plan);
    fixed_.window = chosen;
    fixed_.windows = plan.windows.validation.size();
    order_ = validation.placeOrder({chosen});
    fixed_.originRow = window_.starts.front() + window_.lookback - 1;
    fixed_.target = prepared.table.columns[prepared.targets.front()].name;
    const std::vector<double> observed = prepared.observedTarget(0);
    const auto origin = observed.begin() + fixed_.originRow + 1;
    fixed_.past.assign(origin - window_.lookback, origin);
    fixed_.truth.assign(origin, origin + window_.horizon);
    PreviewBaseline usual = previewBaseline(plan, "seasonal-naive");
    fixed_.baseline = std::move(usual.values), fixed_.baselineMethod = std::move(usual.method);
}

ForecastPreview PreviewMaker::make(std::int64_t epoch) const {
    const at::NoGradGuard noGrad;
    const ObjectiveResult result = objective_.run(validation_.gather(order_, 0, 1), {});
    const at::Tensor point = objective_.point(result.output).reshape(-1).to(at::kCPU, at::kDouble).contiguous();
    const double* first = point.const_data_ptr<double>();
    ForecastPreview preview = fixed_;
    preview.epoch = epoch;
    if (PreviewBaseline best = best_.get(); !best.method.empty())
        preview.baseline = std::move(best.values), preview.baselineMethod = std::move(best.method);
    preview.forecast = firstTarget(plan_, toOriginalScale(*plan_.prepared, window_, {first, first + point.numel()}));
    return preview;
}

}  // namespace gatelab
