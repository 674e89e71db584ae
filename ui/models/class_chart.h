// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/class_scores.h"
#include "charts/chart_line.h"
#include "common/theme.h"

#include <QString>
#include <vector>

namespace gatelab {

/// Which class was taken for which as a chart: the truth from top to bottom, the answers from left to right, each cell
/// shaded by its share of the truth's row and with its count where there is room. Empty without a matrix.
std::vector<ChartLine> confusionLines(const ConfusionMatrix& matrix, const Palette& palette);

/// The names at its axes, for LineChart::setNames; long ones are cut.
struct ConfusionAxes {
    std::vector<QString> answers, truths;
};
ConfusionAxes confusionAxes(const ConfusionMatrix& matrix);

}  // namespace gatelab
