// SPDX-License-Identifier: GPL-3.0-or-later
// NLinear and DLinear (Zeng, Chen, Zhang, Xu 2023), by least squares instead of gradient steps.
#include "base/ridge.h"
#include "baselines/strong/strong_members.h"

#include <algorithm>
#include <cmath>

namespace gatelab::methods {
namespace {

constexpr std::int64_t kMostLags = 336, kMostExamples = 20'000, kKernel = 25;
constexpr double kRidge = 1e-5;

using Series = StrongBaseline::Series;
using Features = void (*)(std::span<const double> window, std::vector<double>& out);

/// Changes against the last value.
void lastTaken(std::span<const double> window, std::vector<double>& out) {
    out.resize(window.size() - 1);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = window[i] - window.back();
}

/// Moving average over 25 steps, whose ends are held, and what it leaves.
void decomposed(std::span<const double> window, std::vector<double>& out) {
    const auto n = static_cast<std::int64_t>(window.size());
    out.resize(2 * window.size());
    for (std::int64_t t = 0; t < n; ++t) {
        double sum = 0;
        for (std::int64_t k = -kKernel / 2; k <= kKernel / 2; ++k)
            sum += window[static_cast<std::size_t>(std::clamp<std::int64_t>(t + k, 0, n - 1))];
        const auto at = static_cast<std::size_t>(t);
        out[at] = sum / kKernel;
        out[window.size() + at] = window[at] - out[at];
    }
}

Result<std::vector<double>> forecastBy(const Series& series, Features features, bool isRelative,
                                       const Progress& progress) {
    const std::int64_t lags = std::min(series.windows->lookback, kMostLags), horizon = series.windows->horizon;
    const auto rows = lastTraining(series, series.train.size());
    const std::int64_t begun = series.train.end - std::ssize(rows), last = series.train.end - horizon - 1,
                       count = last - (begun + lags - 1) + 1;
    if (lags < 2 || count < 3) return kTooFew;
    const auto windowAt = [&](std::int64_t origin) {
        return series.values.subspan(static_cast<std::size_t>(origin - lags + 1), static_cast<std::size_t>(lags));
    };
    std::vector<double> x, y(static_cast<std::size_t>(horizon));
    features(windowAt(begun + lags - 1), x);
    Ridge ridge(x.size(), y.size());
    const std::int64_t stride = std::max<std::int64_t>(1, count / kMostExamples);
    for (std::int64_t origin = begun + lags - 1, done = 0; origin <= last; origin += stride, ++done) {
        if (done % 256 == 0 &&
            !report(progress, 0.9 * static_cast<double>(origin - begun) / static_cast<double>(count)))
            return kStopped;
        features(windowAt(origin), x);
        const double from = isRelative ? series.values[static_cast<std::size_t>(origin)] : 0;
        for (std::size_t h = 0; h < y.size(); ++h)
            y[h] = series.values[static_cast<std::size_t>(origin) + 1 + h] - from;
        ridge.add(x, y);
    }
    const auto map = ridge.solve(kRidge);
    if (!map) return kTooFew;
    std::vector<double> out;
    for (std::size_t w = 0; w < series.windows->starts.size(); ++w) {
        const std::int64_t origin = originOf(series, w);
        features(windowAt(origin), x);
        for (std::size_t h = 0; h < y.size(); ++h)
            out.push_back(map->answer(x, h) + (isRelative ? series.values[static_cast<std::size_t>(origin)] : 0));
    }
    return out;
}

/// The sums of the normal equations, and their solution.
double secondsOf(const StrongBaseline::Size& size, double columns) {
    constexpr double kEach = 1e-9;
    const double rows = static_cast<double>(std::min(size.rows, 2 * kMostExamples));
    return kEach * columns * columns * (rows + columns);
}
double lagsOf(const StrongBaseline::Size& size) { return static_cast<double>(std::min(size.lookback, kMostLags)); }

}  // namespace

StrongBaseline nlinear() {
    return {{"nlinear", GATELAB_TEXT("baselines", "NLinear"),
             GATELAB_TEXT("baselines",
                          "One linear map from the whole window, less its last value, to each step (Zeng et al. 2023), "
                          "by least squares; windows of up to 336 steps."),
             nullptr},
            GATELAB_TEXT("baselines", "NLinear: a second"),
            [](const StrongBaseline::Size& size) { return secondsOf(size, lagsOf(size)); },
            [](const Series& series, std::string&, const Progress& progress) {
                return forecastBy(series, lastTaken, true, progress);
            }};
}

StrongBaseline dlinear() {
    return {{"dlinear", GATELAB_TEXT("baselines", "DLinear"),
             GATELAB_TEXT("baselines",
                          "Two linear maps from the whole window to each step, of its moving average over 25 steps and "
                          "of what that leaves (Zeng et al. 2023), by least squares; windows of up to 336 steps."),
             nullptr},
            GATELAB_TEXT("baselines", "DLinear: a few seconds"),
            [](const StrongBaseline::Size& size) { return secondsOf(size, 2 * lagsOf(size)); },
            [](const Series& series, std::string&, const Progress& progress) {
                return forecastBy(series, decomposed, false, progress);
            }};
}

}  // namespace gatelab::methods
