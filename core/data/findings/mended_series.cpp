// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/mended_series.h"

#include "data/many/many_series.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace gatelab {

bool changesAt(const DataFinding& finding) {
    return finding.code == "unit-jump" || finding.code == "level-shift" || finding.code == "counter";
}

RowRange changedRows(const DataFinding& change) {
    return change.lastRow > change.firstRow ? RowRange{change.firstRow, change.lastRow + 1}
                                            : RowRange{0, change.firstRow};
}

std::string stepOver(const DataFinding& change, const TimeAxis& time) {
    if (change.recipe.starts_with("rescale")) return change.recipe;
    const double times = change.after / change.before;
    return std::isfinite(times) && times != 0 ? rescaleStep(change.column, changedRows(change), times, 0, time)
                                              : std::string();
}

Series withoutJumps(const Series& series, std::size_t channel) {
    constexpr int kMost = 4;
    Series alone;
    alone.time = series.time;
    alone.channels = {series.channels[channel]};
    for (int taken = 0; taken < kMost; ++taken) {
        const std::vector<DataFinding> findings = examine(alone);
        const auto jump = std::ranges::find_if(findings, changesAt);
        const std::string step = jump == findings.end() ? std::string() : stepOver(*jump, alone.time);
        auto after = step.empty() ? std::nullopt : rescaledSeries(alone, std::vector{step});
        if (!after) break;
        alone = std::move(*after);
    }
    return alone;
}

std::vector<std::string> mendingSteps(const std::vector<std::string>& recipe) {
    std::vector<std::string> steps;
    for (const std::string& text : recipe)
        if (const auto step = parseRecipeStep(text);
            step.ok() && step->enabled &&
            (step->key == "rescale" || step->key == "mask" || step->key == "clip" || isConstantFill(*step)))
            steps.push_back(text);
    return steps;
}

SeriesPtr mendedSeries(const SeriesPtr& series, const ExperimentConfig& config) {
    ExperimentConfig mending = config;
    mending.recipe = mendingSteps(config.recipe);
    if (mending.recipe.empty() || isMany(*series)) return series;
    mending.inputs.clear();
    const auto prepared = prepareSeries(series, mending);
    if (!prepared.ok()) return series;
    auto mended = std::make_shared<Series>(*series);
    for (const Table::Column& column : (*prepared)->table.columns)
        if (const auto channel = mended->find(column.name))
            std::ranges::copy(column.values, mended->channels[*channel].values.edit().begin());
    return mended;
}

}  // namespace gatelab
