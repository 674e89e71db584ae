// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ridge.h"
#include "baselines/baseline_members.h"

#include <algorithm>
#include <optional>

namespace gatelab::methods {
namespace {

constexpr double kMaxOperations = 1e9;  // of the normal equations: about a second
constexpr double kRidge = 1e-6;         // of each column's own sum of squares: only against singular equations

/// Changes against the last value at the rows before it that the window holds.
void features(const Task& task, std::int64_t origin, std::span<double> out) {
    const double last = task.values[static_cast<std::size_t>(origin)];
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = task.values[static_cast<std::size_t>(origin) - 1 - k] - last;
}

/// From the windows whose targets are training rows; none when there is no such window.
std::optional<LinearMap> fit(const Task& task, std::size_t lags, std::size_t horizon, const Progress& progress,
                             bool& cancelled) {
    const std::int64_t first = task.firstKnown() + static_cast<std::int64_t>(lags),
                       last = task.train.end - task.windows.horizon - 1;
    const auto columns = static_cast<double>(lags + 1);
    const double each = columns * (columns / 2 + static_cast<double>(horizon));
    const auto most = static_cast<std::int64_t>(std::clamp(kMaxOperations / each, 2'000.0, 20'000.0));
    const std::int64_t stride = std::max<std::int64_t>(1, (last - first + most) / most);
    Ridge ridge(lags, horizon);
    std::vector<double> x(lags), y(horizon);
    GoesOn goesOn(progress);
    for (std::int64_t origin = first; origin <= last; origin += stride) {
        if (!goesOn.after((lags + 1) * (lags + horizon))) {
            cancelled = true;
            return std::nullopt;
        }
        features(task, origin, x);
        for (std::size_t h = 0; h < horizon; ++h)
            y[h] =
                task.values[static_cast<std::size_t>(origin) + 1 + h] - task.values[static_cast<std::size_t>(origin)];
        ridge.add(x, y);
    }
    return ridge.solve(kRidge);
}

Result<> forecastLinear(const Task& task, const Write& write, const Progress& progress) {
    const auto lags = static_cast<std::size_t>(std::min(task.windows.lookback, kLinearLags) - 1),
               horizon = static_cast<std::size_t>(task.windows.horizon);
    bool cancelled = false;
    const std::optional<LinearMap> map = fit(task, lags, horizon, progress, cancelled);
    if (cancelled) return cancelledBaselines();
    std::vector<double> x(lags);
    GoesOn goesOn(progress);
    for (std::size_t w = 0; w < task.windows.starts.size(); ++w) {
        if (!goesOn.after((lags + 1) * horizon)) return cancelledBaselines();
        features(task, task.origin(w), x);
        const double last = task.values[static_cast<std::size_t>(task.origin(w))];
        for (std::size_t h = 0; h < horizon; ++h)
            write(w, static_cast<std::int64_t>(h), map ? last + map->answer(x, h) : last);
    }
    return {};
}

}  // namespace

Baseline linear() {
    return {"linear", GATELAB_TEXT("baselines", "Linear"),
            GATELAB_TEXT(
                "baselines",
                "Ridge regression on the last values of the target, one equation per step, fitted on the training "
                "part; its strength, 1e-6 of each column's own sum of squares, is only against singular equations; the "
                "intercept is not held back."),
            [](const PreparedSeries& prepared, const WindowSet& windows, std::span<const std::int64_t> seasons,
               const Progress& progress) { return perTarget(prepared, windows, seasons, progress, forecastLinear); }};
}

}  // namespace gatelab::methods
