// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "common/theme.h"
#include "pages/train/dashboard.h"

#include <QFrame>
#include <functional>
#include <optional>

class QLabel;
class QProgressBar;
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

/// The bar of the Train page: reset, play, step, stop, epoch; what is drawn over what, how much smoothed, which charts.
/// A thin line below shows the share done.
class TrainBar : public QFrame {
    Q_OBJECT
public:
    TrainBar(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
             QWidget* parent = nullptr);
    void setAxis(XAxis axis);
    /// The button that trains: questions about the shown run hang below it.
    [[nodiscard]] QWidget* playButton() const;
    [[nodiscard]] QWidget* chartsButton() const;
    [[nodiscard]] SmoothingBox& smoothing() const { return *smoothing_; }
    [[nodiscard]] ChartMenu& chartMenu() const { return *menu_; }
    /// Epoch and progress of the shown run.
    void refresh();

Q_SIGNALS:
    void axisChosen(gatelab::XAxis axis);

private:
    QPushButton* addButton(const QString& icon, const QString& text, const QString& help,
                           const std::function<void()>& act);
    /// Why the chart can show nothing here: no GPU, another task; empty: it can.
    [[nodiscard]] QString chartObstacle(const ChartRow& row) const;
    /// Of the run that is shown; of the experiment where there is none.
    [[nodiscard]] const ExperimentConfig& shownConfig() const;
    void showState();
    void showOther();
    /// As much as fits.
    void showDetails();
    void showLevel(int level);
    void resizeEvent(QResizeEvent* event) override;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QPushButton *reset_, *play_, *step_, *stop_, *charts_;
    QPushButton* other_;  ///< seen while another run trains than the shown one
    QLabel* epoch_;
    Segments* axis_;
    SmoothingBox* smoothing_;
    ChartMenu* menu_;
    QProgressBar* progress_;
};

}  // namespace gatelab
