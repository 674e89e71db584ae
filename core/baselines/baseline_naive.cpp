// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baseline_members.h"

#include <cmath>

namespace gatelab::methods {
namespace {

double at(const Task& task, std::int64_t row) { return task.values[static_cast<std::size_t>(row)]; }

/// Calls `forecast(w)` for each window, one operation for each step ahead.
Result<> forEachWindow(const Task& task, const Progress& progress, auto forecast) {
    GoesOn goesOn(progress);
    for (std::size_t w = 0; w < task.windows.starts.size(); ++w) {
        if (!goesOn.after(static_cast<std::size_t>(task.windows.horizon))) return cancelledBaselines();
        forecast(w);
    }
    return {};
}

Result<> forecastLast(const Task& task, const Write& write, const Progress& progress) {
    return forEachWindow(task, progress, [&](std::size_t w) {
        for (std::int64_t h = 0; h < task.windows.horizon; ++h) write(w, h, at(task, task.origin(w)));
    });
}

Result<> forecastSeason(const Task& task, const Write& write, const Progress& progress) {
    return forEachWindow(task, progress, [&](std::size_t w) {
        for (std::int64_t h = 0; h < task.windows.horizon; ++h) {
            const std::int64_t row = task.origin(w) + 1 + h - task.season * (h / task.season + 1);
            // Before the first value there is no season to repeat.
            const bool known = row >= 0 && !std::isnan(at(task, row));
            write(w, h, at(task, known ? row : task.origin(w)));
        }
    });
}

Result<> forecastDrift(const Task& task, const Write& write, const Progress& progress) {
    return forEachWindow(task, progress, [&](std::size_t w) {
        const double first = at(task, task.windows.starts[w]), last = at(task, task.origin(w));
        const double slope =
            task.windows.lookback > 1 ? (last - first) / static_cast<double>(task.windows.lookback - 1) : 0;
        for (std::int64_t h = 0; h < task.windows.horizon; ++h) write(w, h, last + slope * static_cast<double>(h + 1));
    });
}

template <Method method>
Result<std::vector<double>> run(const PreparedSeries& prepared, const WindowSet& windows,
                                std::span<const std::int64_t> seasons, const Progress& progress) {
    return perTarget(prepared, windows, seasons, progress, method);
}

}  // namespace

Baseline persistence() {
    return {"persistence", GATELAB_TEXT("baselines", "Persistence"),
            GATELAB_TEXT("baselines", "Every step is the last known value."), run<forecastLast>, false};
}
Baseline seasonalNaive() {
    return {"seasonal-naive",
            GATELAB_TEXT("baselines", "Seasonal naive"),
            GATELAB_TEXT("baselines", "Every step is the value one season before."),
            run<forecastSeason>,
            true,
            true};
}
Baseline drift() {
    return {"drift", GATELAB_TEXT("baselines", "Drift"),
            GATELAB_TEXT("baselines", "The line from the first to the last value of the window goes on."),
            run<forecastDrift>, false};
}

}  // namespace gatelab::methods
