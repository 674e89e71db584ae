// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/insight.h"
#include "data/many/many_series.h"
#include "data/windows.h"

#include <algorithm>

namespace gatelab {
namespace {

void offerFilling(const ExperimentConfig& config, Insight& insight) {
    if (hasStep(config, "fill")) return;
    insight.action = GATELAB_TEXT("Look", "Fill the gaps");
    insight.recipe = "fill(method=linear)";
}

}  // namespace

Insights preparedInsights(const SplitWindows& windows, const ExperimentConfig& config) {
    std::int64_t whole = 0, skipped = 0;
    for (const WindowSet* part : {&windows.train, &windows.validation, &windows.test})
        whole += part->size(), skipped += part->skippedMissing;
    Insights all;
    if (skipped == 0) {
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
