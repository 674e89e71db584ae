// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "common/theme.h"

#include <QWidget>

class QToolButton;

namespace gatelab {

class ChartMenu;
struct ChartRow;
struct ExperimentConfig;
class ExperimentModel;
class Preferences;
class RunController;
class Segments;
class SmoothingBox;

/// What holds for all charts of the run: what they are drawn over and how much is smoothed, in the header of the loss;
/// which charts stand below, a button for another place. GUI thread.
class ChartControls : public QWidget {
    Q_OBJECT
public:
    ChartControls(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                  QWidget* parent = nullptr);
    void setAxis(XAxis axis);
    [[nodiscard]] SmoothingBox& smoothing() const { return *smoothing_; }
    [[nodiscard]] ChartMenu& chartMenu() const { return *menu_; }
    /// Opens the menu of the charts; whoever places it owns it.
    [[nodiscard]] QToolButton* menuButton() const { return more_; }
    /// As much as fits into so many pixels; the axes and the figure of the smoothing stay.
    void fit(int width);

Q_SIGNALS:
    void axisChosen(gatelab::XAxis axis);

private:
    /// Why the chart can show nothing here: no GPU, another task; empty: it can.
    [[nodiscard]] QString chartObstacle(const ChartRow& row) const;
    /// Of the run that is shown; of the experiment where there is none.
    [[nodiscard]] const ExperimentConfig& shownConfig() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    Segments* axis_;
    SmoothingBox* smoothing_;
    QToolButton* more_;
    ChartMenu* menu_;
};

}  // namespace gatelab
