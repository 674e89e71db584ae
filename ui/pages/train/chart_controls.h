// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "common/theme.h"

#include <QWidget>

class QPushButton;

namespace gatelab {

class ChartMenu;
struct ChartRow;
struct ExperimentConfig;
class ExperimentModel;
class Preferences;
class RunController;
class Segments;
class SmoothingBox;

/// What all charts of the Train page have in common: how much they are smoothed, what they are drawn over, and the menu
/// of charts. GUI thread.
class ChartControls : public QWidget {
    Q_OBJECT
public:
    ChartControls(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                  QWidget* parent = nullptr);
    void setAxis(XAxis axis);
    [[nodiscard]] SmoothingBox& smoothing() const { return *smoothing_; }
    [[nodiscard]] ChartMenu& chartMenu() const { return *menu_; }
    /// Questions about the charts hang below it.
    [[nodiscard]] QWidget* chartsButton() const;

Q_SIGNALS:
    void axisChosen(gatelab::XAxis axis);

private:
    /// Why the chart can show nothing here: no GPU, another task; empty: it can.
    [[nodiscard]] QString chartObstacle(const ChartRow& row) const;
    /// Of the run that is shown; of the experiment where there is none.
    [[nodiscard]] const ExperimentConfig& shownConfig() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    SmoothingBox* smoothing_;
    Segments* axis_;
    QPushButton* charts_;
    ChartMenu* menu_;
};

}  // namespace gatelab
