// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"
#include "theme.h"

#include <QStringList>
#include <QWidget>
#include <functional>
#include <memory>
#include <set>
#include <string>

class QLabel;
class QMenu;
class QPushButton;
class QTableView;

namespace gatelab {

class BackgroundJob;
class EmptyState;
class ExperimentModel;
class LineChart;
class QueueController;
class RunController;
class Segments;
class StudyModel;

/// The memory study: what model, batch, length, storage of activations and data cost the present experiment in memory, forecast beside measured. It measures
/// off the GUI thread and never beside a training: one that starts meanwhile ends it, and what was measured stays. GUI thread.
class StudyPanel : public QWidget {
    Q_OBJECT
public:
    using MakeMachine = std::function<std::shared_ptr<LabMachine>()>;
    /// `makeMachine`: what measures; empty: the engine.
    StudyPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, QWidget* parent = nullptr, MakeMachine makeMachine = {});
    ~StudyPanel() override;
    void setShown(bool shown);
    /// What the study shows, the headline first; empty before it has run.
    [[nodiscard]] QStringList findings() const;
    [[nodiscard]] bool running() const;

Q_SIGNALS:
    void findingsChanged();
    void exported(const QString& path);
    void failed(const QString& message);

private:
    struct Shared;
    QWidget* makeBar();
    void fillFactors(QMenu& menu);
    void replan();
    void start();
    void stopForTraining();
    void showStudy(const MemoryStudy& study);
    void showLines();
    void showState();
    void exportTable();
    [[nodiscard]] std::set<std::string> wantedFactors() const;
    [[nodiscard]] MemoryStudy planned() const;
    [[nodiscard]] std::shared_ptr<LabMachine> machine() const;
    [[nodiscard]] QString stateText() const;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    MakeMachine makeMachine_;
    QLabel* state_;
    EmptyState* empty_;
    QTableView* table_;
    StudyModel* model_;
    LineChart* chart_;
    Segments* figures_;
    QPushButton *run_, *export_, *copy_, *factors_;
    BackgroundJob* job_;
    std::shared_ptr<Shared> shared_;
    std::set<std::string> leftOut_;  ///< factors
    bool shown_ = false;
};

}  // namespace gatelab
