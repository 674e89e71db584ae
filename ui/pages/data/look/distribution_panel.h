// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/look/part_distributions.h"
#include "data/split.h"
#include "pages/data/look/look_panel.h"

class QTableView;

namespace gatelab {

class BackgroundJob;
class FigureModel;
class LineChart;

/// How the values of a column lie in each part of the split, over each other; their figures, of the visible stretch
/// too; and where values are missing in all columns, if any are. GUI thread.
class DistributionPanel : public LookPanel {
    Q_OBJECT
public:
    DistributionPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent = nullptr);
    /// Rows that the plot of the series shows; their figures are counted in a job.
    void setVisibleRows(RowRange rows);

protected:
    [[nodiscard]] Insights tell(const ExperimentConfig& config) const override;
    void draw(const QString& waiting) override;

private:
    void drawParts();
    void drawMissing();
    void fillFigures();
    BackgroundJob* job_;
    LineChart *parts_, *missing_;
    QTableView* table_;
    FigureModel* figures_;
    RowRange visible_;
    ValueFigures visibleFigures_;
};

}  // namespace gatelab
