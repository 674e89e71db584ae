// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "models/baseline_levels.h"
#include "pages/compare/curves/compare_view.h"

#include <memory>
#include <vector>

namespace gatelab {

class CurveChoice;
class Preferences;
struct RunView;
class Theme;

/// One curve of a comparison: a group of runs that differ in the seed.
struct ComparedRuns {
    QString name;                                     ///< "#12 LSTM 16"
    QString id;                                       ///< key of its row
    int slot = 0;                                     ///< run colour
    std::vector<std::shared_ptr<RunView>> runs = {};  ///< those that are loaded
    int listed = 0;                                   ///< seeds that there are
    QString mark = {};                                ///< "#12", for where its curve ends

    friend bool operator==(const ComparedRuns&, const ComparedRuns&) = default;
};

/// What a chart of the chosen curve draws of one group. Of a single seed its curve, where it is smoothed with the raw
/// values before it; of fewer than five seeds each by itself; of more the median with the band from 10 to 90 %, and up
/// to twelve seeds faint. What the legend tells (the curve itself, or the median) is the last line. Empty: it has none.
std::vector<ChartLine> comparedLines(const CurveChoice& choice, const Theme& theme, const ComparedRuns& compared,
                                     double low, double high, int pixels);

/// The curves of the chosen groups in one chart, and the baselines where they are the same quantity. GUI thread.
class CompareCurves : public CompareView {
    Q_OBJECT
public:
    CompareCurves(Theme& theme, Preferences& preferences, QWidget* parent = nullptr);
    void setCompared(const std::vector<ComparedRuns>& runs, const std::vector<BaselineLevel>& baselines = {});
    [[nodiscard]] QWidget* pickers() override;
    void showRows() override { refresh(); }
    void setHighlight(const QString& rowKey) override;
    void refresh() override;
    [[nodiscard]] LineChart& chart() { return *chart_; }

private:
    void showSource();
    void showTitle();
    void showChoice();
    /// A ring at the lowest value of each curve of a validation loss.
    void showBest();
    /// Whether the curve is what the scores of baselines are of.
    [[nodiscard]] bool isScore() const;
    [[nodiscard]] std::vector<ChartLine> lines(double low, double high, int pixels) const;
    Theme* theme_;
    LineChart* chart_;
    CurveChoice* choice_;
    std::vector<ComparedRuns> compared_;
    std::vector<BaselineLevel> baselines_;
};

}  // namespace gatelab
