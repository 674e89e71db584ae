// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baseline_members.h"

#include <algorithm>
#include <cmath>

namespace gatelab::methods {
namespace {

constexpr std::int64_t kMostLags = 128;
constexpr double kMostOperations = 1e9;  // of the normal equations: about a second
constexpr double kRidge = 1e-6;          // of the mean diagonal: only against singular equations

/// Changes against the last value at the window's last `lags` rows, and a 1. The last change is 0 by definition: its
/// place holds the 1.
void features(const Task& task, std::int64_t origin, std::span<double> out) {
    const double last = task.values[static_cast<std::size_t>(origin)];
    for (std::size_t k = 0; k + 1 < out.size(); ++k)
        out[k] = task.values[static_cast<std::size_t>(origin) - 1 - k] - last;
    out.back() = 1;
}

/// Weights [lags][horizon] from the windows whose targets are training rows; empty when there is no such window.
std::vector<double> fit(const Task& task, std::size_t lags, std::size_t horizon, const Progress& progress,
                        bool& cancelled) {
    const std::int64_t first = task.firstKnown() + static_cast<std::int64_t>(lags) - 1,
                       last = task.train.end - task.windows.horizon - 1;
    const double each = static_cast<double>(lags) * (static_cast<double>(lags) / 2 + static_cast<double>(horizon));
    const auto most = static_cast<std::int64_t>(std::clamp(kMostOperations / each, 2'000.0, 20'000.0));
    const std::int64_t stride = std::max<std::int64_t>(1, (last - first + most) / most);
    std::vector<double> a(lags * lags, 0.0), b(lags * horizon, 0.0), x(lags);
    std::int64_t examples = 0;
    for (std::int64_t origin = first; origin <= last; origin += stride) {
        if (++examples % 1000 == 0 && !report(progress, 0)) {
            cancelled = true;
            return {};
        }
        features(task, origin, x);
        const double base = task.values[static_cast<std::size_t>(origin)];
        const double* y = task.values.data() + origin + 1;
        for (std::size_t i = 0; i < lags; ++i) {
            for (std::size_t j = 0; j <= i; ++j) a[i * lags + j] += x[i] * x[j];
            for (std::size_t h = 0; h < horizon; ++h) b[i * horizon + h] += x[i] * (y[h] - base);
        }
    }
    if (examples == 0) return {};
    double trace = 0;
    for (std::size_t i = 0; i < lags; ++i) trace += a[i * lags + i];
    for (std::size_t i = 0; i < lags; ++i)
        a[i * lags + i] += std::max(kRidge * trace / static_cast<double>(lags), 1e-300);
    return solvePositive(a, b, lags, horizon) ? b : std::vector<double>{};
}

Result<> forecastLinear(const Task& task, const Write& write, const Progress& progress) {
    const auto lags = static_cast<std::size_t>(std::min(task.windows.lookback, kMostLags)),
               horizon = static_cast<std::size_t>(task.windows.horizon);
    bool cancelled = false;
    const std::vector<double> weights = fit(task, lags, horizon, progress, cancelled);
    if (cancelled) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the baselines were cancelled")};
    std::vector<double> x(lags), y(horizon);
    for (std::size_t w = 0; w < task.windows.starts.size(); ++w) {
        features(task, task.origin(w), x);
        std::fill(y.begin(), y.end(), task.values[static_cast<std::size_t>(task.origin(w))]);
        if (!weights.empty())
            for (std::size_t i = 0; i < lags; ++i)
                for (std::size_t h = 0; h < horizon; ++h) y[h] += x[i] * weights[i * horizon + h];
        for (std::size_t h = 0; h < horizon; ++h) write(w, static_cast<std::int64_t>(h), y[h]);
    }
    return {};
}

}  // namespace

bool solvePositive(std::vector<double>& a, std::vector<double>& b, std::size_t n, std::size_t m) {
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k)
            for (std::size_t i = j; i < n; ++i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
        if (!(a[j * n + j] > 0)) return false;
        const double root = std::sqrt(a[j * n + j]);
        for (std::size_t i = j; i < n; ++i) a[i * n + j] /= root;
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            for (std::size_t c = 0; c < m; ++c) b[i * m + c] -= a[i * n + k] * b[k * m + c];
        for (std::size_t c = 0; c < m; ++c) b[i * m + c] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            for (std::size_t c = 0; c < m; ++c) b[i * m + c] -= a[k * n + i] * b[k * m + c];
        for (std::size_t c = 0; c < m; ++c) b[i * m + c] /= a[i * n + i];
    }
    return true;
}

Baseline linear() {
    return {
        "linear", GATELAB_TEXT("baselines", "Linear"),
        GATELAB_TEXT("baselines",
                     "Ridge regression on the last values of the target, one equation per step, fitted on the training "
                     "part; its strength, 1e-6 of the mean diagonal of the equations, is only against singular ones."),
        [](const PreparedSeries& prepared, const WindowSet& windows, std::int64_t season, const Progress& progress) {
            return perTarget(prepared, windows, season, progress, forecastLinear);
        }};
}

}  // namespace gatelab::methods
