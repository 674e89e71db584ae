// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/clock_change.h"
#include "data/look/insight.h"
#include "data/many/many_series.h"
#include "data/windows.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace gatelab {
namespace {

void offerFilling(const ExperimentConfig& config, Insight& insight) {
    if (hasStep(config, "fill")) return;
    insight.action = GATELAB_TEXT("Look", "Fill the gaps");
    insight.recipe = "fill(method=linear)";
}

/// The rows that do not follow the one before them by the step: behind a gap, at a time once more, or back. What
/// changing clocks explain is none of it.
std::vector<std::int64_t> breaksOf(const TimeAxis& time) {
    std::vector<std::int64_t> rows;
    if (time.stepMicros <= 0) return rows;
    const ClockChanges clocks = clockChanges(time.values, time.stepMicros);
    const std::int64_t gap = time.stepMicros + time.stepMicros / 2;
    for (std::size_t row = 1; row < time.values.size(); ++row) {
        const std::int64_t before = time.values[row - 1], distance = time.values[row] - before;
        const bool isLate = distance > gap &&
                            !(clocks.forward > 0 && isSetForward(before, time.values[row], time.stepMicros)),
                   isBack = distance <= 0 && !clocks.explainsOrder();
        if (isLate || isBack) rows.push_back(static_cast<std::int64_t>(row));
    }
    return rows;
}

/// How many windows hold such a row and the one before it. Both are in order, the windows within each series.
std::int64_t crossing(const WindowSet& windows, const std::vector<std::int64_t>& breaks) {
    if (breaks.empty() || windows.starts.empty()) return 0;
    auto next = breaks.begin();
    std::int64_t before = windows.starts.front();
    return std::ranges::count_if(windows.starts, [&](std::int64_t start) {
        if (start < std::exchange(before, start)) next = std::ranges::upper_bound(breaks, start);  // another series
        while (next != breaks.end() && *next <= start) ++next;
        return next != breaks.end() && *next < start + windows.lookback + windows.horizon;
    });
}

}  // namespace

Insights preparedInsights(const SplitWindows& windows, const ExperimentConfig& config, const TimeAxis& time) {
    const std::vector<std::int64_t> breaks = breaksOf(time);
    std::int64_t across = 0;
    std::int64_t whole = 0, skipped = 0;
    for (const WindowSet* part : {&windows.train, &windows.validation, &windows.test})
        whole += part->size(), skipped += part->skippedMissing, across += crossing(*part, breaks);
    Insights all;
    if (skipped == 0 && across > 0) {
        all.push_back({Insight::Tone::Caution,
                       {GATELAB_TEXT("Look",
                                     "No step leaves a value missing, but in %1 of %2 windows the rows are not one "
                                     "step apart: the time jumps, repeats or falls within them."),
                        {across, whole}}});
    } else if (skipped == 0) {
        all.push_back({Insight::Tone::Good,
                       {GATELAB_TEXT("Look", "All %1 windows are whole: no step leaves a value missing."), {whole}}});
    } else {
        all.push_back({Insight::Tone::Caution,
                       {GATELAB_TEXT("Look", "%1 of %2 windows are left out: a value is missing in each."),
                        {skipped, whole + skipped}}});
        offerFilling(config, all.back());
    }
    const bool isScaled = std::ranges::any_of(std::initializer_list<const char*>{"standardise", "minmax", "robust"},
                                              [&](const char* key) { return hasStep(config, key); });
    if (!isScaled)
        all.push_back(
            {Insight::Tone::Caution,
             GATELAB_TEXT("Look", "No step scales: of columns in different units the large ones drown others."),
             GATELAB_TEXT("Look", "Standardise"),
             {},
             "standardise"});
    return all;
}

Insights tableInsights(const Series& series, const ExperimentConfig& config) {
    const std::int64_t columns = std::ssize(series.channels) - (isMany(series) ? 1 : 0),
                       missing = series.report.valuesMissing;
    if (missing == 0) return {{Insight::Tone::Good, GATELAB_TEXT("Look", "No value is missing.")}};
    Insights all = {{Insight::Tone::Caution,
                     {GATELAB_TEXT("Look", "%1 of %2 values are missing; they are marked in the table."),
                      {missing, series.rows() * columns}}}};
    offerFilling(config, all.back());
    return all;
}

}  // namespace gatelab
