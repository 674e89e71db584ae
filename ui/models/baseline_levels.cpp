// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/baseline_levels.h"

#include "charts/chart_content.h"
#include "run/selection_score.h"
#include "runs/run_view.h"
#include "store/validation_score.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMost = 3;
constexpr int kDigits = 3;
constexpr double kSamePlace = 0.01;  ///< values that differ by less of the larger one are seen as one

bool isSamePlace(double a, double b) { return std::abs(a - b) <= kSamePlace * std::max(std::abs(a), std::abs(b)); }

}  // namespace

std::vector<BaselineFigure> shownBaselines(const RunView& run) {
    std::vector<BaselineFigure> all = baselineFigures(run), shown;
    std::erase_if(all, [](const BaselineFigure& figure) { return !std::isfinite(figure.value); });
    std::ranges::stable_partition(all, &BaselineFigure::decides);  // the best of them is what a run is held against
    const auto naive = std::ranges::find(all, "persistence", &BaselineFigure::method);
    for (auto figure = all.begin(); figure != all.end() && shown.size() < kMost; ++figure) {
        const bool isKept = figure == all.begin() || figure == naive;
        const auto standsThere = [&](const BaselineFigure& other) { return isSamePlace(other.value, figure->value); };
        if (!isKept && (std::ranges::any_of(shown, standsThere) || (naive != all.end() && standsThere(*naive))))
            continue;
        const bool isLastPlace = shown.size() + 1 == kMost && naive != all.end() && figure < naive;
        shown.push_back(isLastPlace ? *naive : *figure);
    }
    return shown;
}

std::vector<BaselineLevel> baselineLevels(const RunView& run) {
    std::vector<BaselineLevel> levels;
    if (comparedPart(run) != ComparedPart::Validation) return levels;
    const double perCurve = selectionScore(run.summary.config).perCurve;
    for (const BaselineFigure& figure : shownBaselines(run))
        if (figure.decides) levels.push_back({figure.label, figure.value / perCurve, levels.empty()});
    return levels;
}

bool isBaselineScore(const ExperimentConfig& config, MetricId curve) {
    const SelectionScore judged = selectionScore(config);
    if (std::string_view(judged.scale) == "standardised" && !isStandardised(config)) return false;
    return curve == judged.curve || (curve == MetricId::ValidationLoss && config.loss == judged.score);
}

std::optional<ChartLine> levelLine(const std::vector<ChartLine>& lines, double level, double low, double high) {
    if (!(low <= high)) {
        DataRange x;
        for (const ChartLine& line : lines)
            for (const double at : line.x)
                if (std::isfinite(at)) x.add(at);
        if (!x.valid()) return {};
        low = x.low, high = x.high;
    }
    ChartLine line;
    line.x = {low, high}, line.y = {level, level};
    line.isSet = true;
    return line;
}

void addBaselines(std::vector<ChartLine>& lines, const std::vector<BaselineLevel>& levels, const Palette& palette,
                  double low, double high) {
    for (const BaselineLevel& level : levels) {
        std::optional<ChartLine> line = levelLine(lines, level.score, low, high);
        if (!line) return;
        line->name = line->column = level.name;
        line->mark = QStringLiteral("%1  %2").arg(level.name, formatNumber(level.score, kDigits));
        line->colour = level.isBest ? palette.muted : palette.axis;
        line->style = level.isBest ? ChartLine::Style::Dashed : ChartLine::Style::Dotted;
        lines.push_back(std::move(*line));
    }
}

}  // namespace gatelab
