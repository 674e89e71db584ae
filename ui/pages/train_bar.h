// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metric_store.h"
#include "theme.h"

#include <QFrame>
#include <QStringList>

class QDoubleSpinBox;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QSlider;

namespace gatelab {

class ExperimentModel;
class RunController;
class Segments;

/// The bar of the Train page: reset, play, step, stop, epoch; what is drawn over what, how much smoothed, which charts. A thin line below shows the
/// share done.
class TrainBar : public QFrame {
    Q_OBJECT
public:
    TrainBar(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    void setAxis(XAxis axis);
    void setSmoothing(double weight);
    /// Which charts are ticked in the menu.
    void setCharts(const QStringList& keys);
    /// Narrow: icons without words, no slider.
    void setCompact(bool compact);
    /// Epoch and progress of the shown run.
    void refresh();

Q_SIGNALS:
    void axisChosen(gatelab::XAxis axis);
    void smoothingChosen(double weight);
    void chartsChosen(const QStringList& keys);

private:
    QPushButton* addButton(const QString& icon, const QString& text, const QString& help);
    void addSmoothing();
    void addChartMenu();
    void showState();
    void showDetails();
    void resizeEvent(QResizeEvent* event) override;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QPushButton *reset_, *play_, *step_, *stop_, *charts_;
    QLabel *epoch_, *smoothingLabel_;
    Segments* axis_;
    QSlider* slider_;
    QDoubleSpinBox* box_;
    QMenu* menu_;
    QProgressBar* progress_;
    QStringList keys_;
};

}  // namespace gatelab
