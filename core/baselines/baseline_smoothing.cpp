// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baseline_members.h"
#include "baselines/smoothing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab::methods {
namespace {

constexpr std::int64_t kMaxFitRows = 20'000;

/// Sum of squared one-step errors over the last training rows.
double fitError(const Task& task, const std::vector<double>& indices, Smoother smoother) {
    const std::int64_t first = std::max(task.firstKnown(), task.train.end - kMaxFitRows);
    const auto value = [&](std::int64_t row) {
        return task.values[static_cast<std::size_t>(row)] - indices[static_cast<std::size_t>(row) % indices.size()];
    };
    if (first >= task.train.end) return 0;
    smoother.start(value(first));
    double squares = 0;
    for (std::int64_t row = first + 1; row < task.train.end; ++row) {
        const double error = smoother.step(value(row));
        squares += error * error;
    }
    return squares;
}

/// Tries the given values of a member one after the other and keeps the best.
void improve(const Task& task, const std::vector<double>& indices, Smoother& best, double& bestError,
             double Smoother::*member, std::span<const double> values) {
    for (const double value : values) {
        Smoother tried = best;
        tried.*member = value;
        const double error = fitError(task, indices, tried);
        if (error < bestError) best = tried, bestError = error;
    }
}

constexpr std::array kWeights = {0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};
constexpr std::array kTrendWeights = {0.0, 0.005, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9};
constexpr std::array kDampings = {0.8, 0.9, 0.95, 0.98, 1.0};

Smoother fitted(const Task& task, const std::vector<double>& indices, bool withTrend) {
    Smoother best;
    double error = fitError(task, indices, best);
    for (int round = 0; round < (withTrend ? 3 : 1); ++round) {
        improve(task, indices, best, error, &Smoother::alpha, kWeights);
        if (!withTrend) break;
        improve(task, indices, best, error, &Smoother::beta, kTrendWeights);
        improve(task, indices, best, error, &Smoother::damping, kDampings);
    }
    return best;
}

/// Runs over all rows once and forecasts at the origins, which windows hold in rising order.
template <class Ahead>
Result<> runOver(const Task& task, const std::vector<double>& indices, Smoother smoother, const Write& write,
                 const Progress& progress, Ahead ahead) {
    GoesOn goesOn(progress);
    const auto index = [&](std::int64_t row) { return indices[static_cast<std::size_t>(row) % indices.size()]; };
    std::int64_t row = task.firstKnown();
    smoother.start(task.values[static_cast<std::size_t>(
                       std::min<std::int64_t>(row, static_cast<std::int64_t>(task.values.size()) - 1))] -
                   index(row));
    for (std::size_t w = 0; w < task.windows.starts.size(); ++w) {
        const std::int64_t steps = std::max<std::int64_t>(0, task.origin(w) - row) + task.windows.horizon;
        if (!goesOn.after(static_cast<std::size_t>(steps))) return cancelledBaselines();
        for (; row < task.origin(w); ++row)
            smoother.step(task.values[static_cast<std::size_t>(row + 1)] - index(row + 1));
        double damped = 0, factor = 1;
        for (std::int64_t h = 0; h < task.windows.horizon; ++h) {
            damped += factor *= smoother.damping;
            write(w, h, smoother.level + ahead(smoother, h, damped) + index(task.origin(w) + 1 + h));
        }
    }
    return {};
}

Result<> forecastSmoothing(const Task& task, const Write& write, const Progress& progress) {
    const std::vector<double> indices = seasonalIndices(task);
    return runOver(task, indices, fitted(task, indices, true), write, progress,
                   [](const Smoother& s, std::int64_t, double damped) { return damped * s.trend; });
}

/// Slope of the least-squares line through the training values without their season, per row.
double slopeOf(const Task& task, const std::vector<double>& indices) {
    double count = 0, meanRow = 0, mean = 0, across = 0, squares = 0;
    for (std::int64_t row = task.firstKnown(); row < task.train.end; ++row) {
        const double place = static_cast<double>(row), value = task.values[static_cast<std::size_t>(row)] -
                                                               indices[static_cast<std::size_t>(row) % indices.size()];
        count += 1;
        const double distance = place - meanRow;
        meanRow += distance / count;
        mean += (value - mean) / count;
        across += distance * (value - mean);
        squares += distance * (place - meanRow);
    }
    return squares > 0 ? across / squares : 0;
}

/// Theta method (Assimakopoulos and Nikolopoulos 2000) as simple exponential smoothing with half the slope of the
/// training part as drift (Hyndman and Billah 2003), on seasonally adjusted values.
Result<> forecastTheta(const Task& task, const Write& write, const Progress& progress) {
    const std::vector<double> indices = seasonalIndices(task);
    const double slope = slopeOf(task, indices);
    const Smoother smoother = fitted(task, indices, false);
    return runOver(task, indices, smoother, write, progress, [slope](const Smoother& s, std::int64_t h, double) {
        return slope / 2 * (static_cast<double>(h) + 1 / s.alpha);
    });
}

}  // namespace

Baseline theta() {
    return {"theta",
            GATELAB_TEXT("baselines", "Theta"),
            GATELAB_TEXT("baselines",
                         "Exponential smoothing with half the trend of the training part, on values without their "
                         "season; alpha is that of a grid with the least error one step ahead there."),
            [](const PreparedSeries& prepared, const WindowSet& windows, std::span<const std::int64_t> seasons,
               const Progress& progress) { return perTarget(prepared, windows, seasons, progress, forecastTheta); },
            true,
            true};
}
Baseline smoothing() {
    return {"smoothing",
            GATELAB_TEXT("baselines", "Exponential smoothing"),
            GATELAB_TEXT("baselines",
                         "Level and damped trend that follow the latest values, on values without their season. Its "
                         "weights, alpha among them, are those of a grid with the least error one step ahead "
                         "in the training part."),
            [](const PreparedSeries& prepared, const WindowSet& windows, std::span<const std::int64_t> seasons,
               const Progress& progress) { return perTarget(prepared, windows, seasons, progress, forecastSmoothing); },
            true,
            true};
}

}  // namespace gatelab::methods

namespace gatelab {

SmoothingFit fitSmoothing(std::span<const double> values, RowRange train, std::int64_t season) {
    const WindowSet none;
    const methods::Task task{values, train, none, season};
    const std::vector<double> indices = methods::seasonalIndices(task);
    return {methods::fitted(task, indices, false), methods::fitted(task, indices, true),
            methods::slopeOf(task, indices)};
}

}  // namespace gatelab
