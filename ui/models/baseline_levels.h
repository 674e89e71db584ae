// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "common/theme.h"
#include "models/run_figures.h"
#include "run/metric.h"

#include <QString>
#include <optional>
#include <vector>

namespace gatelab {

struct ExperimentConfig;
struct RunView;

/// What needs no network, as a level that curves of its score are held against.
struct BaselineLevel {
    QString name;
    double score = 0;
    bool isBest = false;

    friend bool operator==(const BaselineLevel&, const BaselineLevel&) = default;
};

/// What is shown of a run's baselines, at most three, best first: the best one and persistence always, of others that
/// differ by no more than one in a hundred the better one.
std::vector<BaselineFigure> shownBaselines(const RunView& run);
/// Those of the validation part, without what decides nothing, as they lie beside the curve of their score.
std::vector<BaselineLevel> baselineLevels(const RunView& run);
/// Whether a curve of runs with these settings is what the scores of their baselines are of.
bool isBaselineScore(const ExperimentConfig& config, MetricId curve);
/// A level from low to high; low > high: from end to end of the lines it is held against, nothing where these have no
/// values. Its owner gives it name and looks.
std::optional<ChartLine> levelLine(const std::vector<ChartLine>& lines, double level, double low, double high);
/// Appends them: the best dashed, others dotted, name and figure at the right end.
void addBaselines(std::vector<ChartLine>& lines, const std::vector<BaselineLevel>& levels, const Palette& palette,
                  double low, double high);

}  // namespace gatelab
