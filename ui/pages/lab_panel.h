// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_report.h"
#include "theme.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <set>
#include <string>

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
/// process, off the GUI thread; a training that starts meanwhile is warned of, and its repeats are marked as disturbed. GUI thread.
class LabPanel : public QWidget {
    Q_OBJECT
public:
    LabPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    ~LabPanel() override;
    void setShown(bool shown);
    /// What the lab shows, the headline first; empty before it has run.
    [[nodiscard]] QStringList findings() const;
    [[nodiscard]] bool running() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

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
    void showPoints(const LabReport& report);
    void showExplanation();
    void fitColumns();
    void noteTraining();
    /// Of the shown plan, from the runs that measured this experiment before; NaN: not known.
    [[nodiscard]] double expectedSeconds() const;
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
    QLabel *state_, *explanation_;
    QTableView* table_;
    LabModel* model_;
    LineChart* chart_;
    BackgroundJob* job_;
    std::shared_ptr<Shared> shared_;  ///< with the running job; null: none
    ExperimentConfig base_;           ///< what the shown report is about
    std::set<std::string> leftOut_;   ///< keys of rungs
    std::map<std::string, double> seconds_;  ///< of one run of a rung of base_, by its key
    QTimer timer_;
    bool shown_ = false, finished_ = false;
};

}  // namespace gatelab
