// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "common/theme.h"
#include "lab/backtest/backtest_scores.h"
#include "lab/backtest/residuals.h"

#include <memory>
#include <optional>
#include <vector>

class QString;

namespace gatelab {

/// What a card shows of a backtest, formed off the GUI thread. Values.
struct BacktestView {
    Backtest backtest;  ///< what is done of it
    BacktestIntervals intervals;
    std::vector<std::vector<WindowScores>> windows;  ///< of each method, by window
    std::vector<CoverageRow> steps, months;
    std::vector<std::vector<CoverageRow>> otherSteps;  ///< of each method: its errors by step
    std::vector<PitBin> pit;
    std::optional<ResidualReport> residuals;
    std::vector<Phrase> findings;
};
std::shared_ptr<const BacktestView> backtestView(const Backtest& backtest, IntervalMethod method);

/// What the chart is about, in the order of its choice.
enum class BacktestChart { Steps, Origins, Coverage, Months, Pit, Correlation, Hours, Levels };
/// Its lines; `legend` names the x axis. Empty: the data tell nothing of it.
std::vector<ChartLine> backtestLines(const BacktestView& view, BacktestChart chart, Theme& theme, QString& xLabel);
/// What follows from it, in a sentence or two; empty: nothing is to be said.
QString backtestNote(const BacktestView& view, BacktestChart chart);

}  // namespace gatelab
