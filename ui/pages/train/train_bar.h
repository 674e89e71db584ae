// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/train/dashboard.h"

#include <QFrame>
#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace gatelab {

class ExperimentModel;
class RunController;

/// The bar of the Train page: reset, play, step, stop, epoch. A thin line below shows the share done.
class TrainBar : public QFrame {
    Q_OBJECT
public:
    TrainBar(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// The button that trains: questions about the shown run hang below it.
    [[nodiscard]] QWidget* playButton() const;
    /// Epoch and progress of the shown run.
    void refresh();

private:
    QPushButton* addButton(const QString& icon, const QString& text, const QString& help,
                           const std::function<void()>& act);
    void showState();
    void showOther();
    /// As much as fits.
    void showDetails();
    void showLevel(int level);
    void resizeEvent(QResizeEvent* event) override;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QPushButton *reset_, *play_, *step_, *stop_;
    QPushButton* other_;  ///< seen while another run trains than the shown one
    QLabel* epoch_;
    QProgressBar* progress_;
};

}  // namespace gatelab
