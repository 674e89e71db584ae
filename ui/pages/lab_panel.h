// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_report.h"
#include "theme.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class LabModel;
class LineChart;
class QueueController;
class RunController;
class Segments;

/// The optimisation lab: measures the switches of the present experiment on this machine, live, and exports what it found. The measuring runs in this
/// process, off the GUI thread. GUI thread.
class LabPanel : public QWidget {
    Q_OBJECT
public:
    LabPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    ~LabPanel() override;
    void setShown(bool shown);
    /// What the lab shows, the headline first; empty before it has run.
    [[nodiscard]] QStringList findings() const;
    [[nodiscard]] bool running() const;

Q_SIGNALS:
    void findingsChanged();
    void exported(const QString& path);
    void failed(const QString& message);

private:
    struct Shared;
    QWidget* makeBar();
    void plan();
    void start();
    void stop();
    void look();
    void show(const LabReport& report);
    void showState();
    void exportTable();
    void useBest();
    [[nodiscard]] Result<LabPlan> makePlan() const;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    Segments* mode_;
    QComboBox *first_, *second_;
    QSpinBox* repeats_;
    QPushButton *run_, *export_, *copy_, *use_;
    QLabel* state_;
    QTableView* table_;
    LabModel* model_;
    LineChart* chart_;
    BackgroundJob* job_;
    std::shared_ptr<Shared> shared_;  ///< with the running job; null: none
    ExperimentConfig base_;           ///< what the shown report is about
    QTimer timer_;
    bool shown_ = false, finished_ = false;
};

}  // namespace gatelab
