// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"
#include "runs/measurements.h"

#include <QObject>
#include <functional>
#include <memory>
#include <set>
#include <string>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class QueueController;
class RunController;

/// The memory study beside the window: which factors are varied, what it measures, and what it measured last, whatever
/// becomes of the page. It measures off the GUI thread and never beside a training: one that starts meanwhile ends it,
/// and what was measured stays. GUI thread.
class StudyController : public QObject {
    Q_OBJECT
public:
    using MakeMachine = std::function<std::shared_ptr<LabMachine>()>;
    /// `makeMachine`: what measures; empty: the engine.
    StudyController(ExperimentModel& experiment, RunController& runs, QueueController& queue, QObject* parent = nullptr,
                    MakeMachine makeMachine = {});
    ~StudyController() override;

    /// What would be measured, is being measured, or was.
    [[nodiscard]] const MemoryStudy& study() const { return study_; }
    /// Where nothing was measured: plans for the experiment as it is now. What was measured stays until it is measured
    /// again.
    void plan();
    void leaveOut(const std::string& factor, bool on);
    [[nodiscard]] bool isLeftOut(const std::string& factor) const { return leftOut_.contains(factor); }
    /// Whether what is shown is about the experiment and the factors as they are now.
    [[nodiscard]] bool isOfPresent() const;
    [[nodiscard]] bool hasData() const;

    [[nodiscard]] bool running() const { return running_; }
    /// Something else trains or measures.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool canStart() const;
    void start();
    void stop();

Q_SIGNALS:
    void studyChanged();
    void stateChanged();

private:
    struct Shared;
    void show(const MemoryStudy& study);
    void look();
    void measure(const MemoryStudy& study, Measurements::Lease lease);
    /// Empty: all.
    [[nodiscard]] std::set<std::string> wantedFactors() const;
    [[nodiscard]] MemoryStudy planned() const;
    [[nodiscard]] std::shared_ptr<LabMachine> makeMachine() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    MakeMachine makeMachine_;
    MemoryStudy study_;
    std::set<std::string> leftOut_;  ///< factors
    BackgroundJob* job_;
    bool running_ = false;
    std::shared_ptr<Shared> shared_;
};

}  // namespace gatelab
