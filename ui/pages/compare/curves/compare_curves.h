// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/group_lines.h"
#include "charts/line_chart.h"
#include "pages/compare/curves/compare_view.h"

class QComboBox;

namespace gatelab {

class ChartLink;
class CurveChoice;
class Preferences;
class Theme;

/// Whether the curves of a group have a mean: losses only of the same data, task and loss function, as in the table.
bool haveMean(const CurveChoice& choice, const ComparedRuns& group);
/// What a chart of the chosen curve draws of one row of a comparison: a run, where it is smoothed with its raw values
/// before it; or of a group each run faint, the band and the mean, or where they have none each run by itself. The
/// curve itself is the last line. Empty: it has none.
std::vector<ChartLine> comparedLines(const CurveChoice& choice, const Theme& theme, const ComparedRuns& compared,
                                     BandKind band, double low, double high, int pixels);

/// The curves of the ticked runs in one chart; of grouped runs the mean with its band, single runs faint behind. GUI
/// thread.
class CompareCurves : public CompareView {
    Q_OBJECT
public:
    CompareCurves(Theme& theme, Preferences& preferences, QWidget* parent = nullptr);
    void setCompared(const std::vector<ComparedRuns>& runs) override;
    void setListed(ListedRuns) override {}
    void setHighlight(const QString& runId) override { chart_->setHighlight(runId); }
    void refresh() override { chart_->refresh(); }
    [[nodiscard]] int maxCurves() const override;
    [[nodiscard]] LineChart& chart() { return *chart_; }
    /// What a person chose to see around means.
    static BandKind keptBand(const Preferences& preferences);

private:
    void showSource();
    void showTitle();
    void showChoice();
    [[nodiscard]] std::vector<ChartLine> lines(double low, double high, int pixels) const;
    Theme* theme_;
    Preferences* preferences_;
    LineChart* chart_;
    CurveChoice* choice_;
    QComboBox* band_;
    std::vector<ComparedRuns> compared_;
};

/// The ticked runs each in a chart of its own, a group as in CompareCurves, with the others as grey ghosts behind, so
/// that all have the same axes. GUI thread.
class CompareMultiples : public CompareView {
    Q_OBJECT
public:
    CompareMultiples(Theme& theme, Preferences& preferences, QWidget* parent = nullptr);
    void setCompared(const std::vector<ComparedRuns>& runs) override;
    void setListed(ListedRuns) override {}
    void setHighlight(const QString&) override {}
    void refresh() override;
    [[nodiscard]] int maxCurves() const override;
    [[nodiscard]] const std::vector<LineChart*>& charts() const { return charts_; }

private:
    LineChart* makeChart(std::size_t index);
    [[nodiscard]] std::vector<ChartLine> lines(std::size_t index, double low, double high, int pixels) const;
    Theme* theme_;
    Preferences* preferences_;
    CurveChoice* choice_;
    QWidget* area_;
    std::vector<ComparedRuns> compared_;
    std::vector<LineChart*> charts_;
    ChartLink* link_;
};

}  // namespace gatelab
