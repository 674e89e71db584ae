// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_difference.h"
#include "lab/lab_report.h"
#include "measure/lab_choice.h"
#include "runs/measurements.h"

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class LabTables;
class OtherLoad;
class Preferences;
class QueueController;
class RunController;

/// The optimisation lab beside the window: what is chosen, what it measures, and what was measured, which is kept in
/// the workspace, also run by run while it measures: one that was stopped or cut off is found again. The measuring runs
/// in this process, off the GUI thread, whatever becomes of the page; a training that starts meanwhile is warned of,
/// and what it disturbs is measured again. GUI thread.
class LabController : public QObject {
    Q_OBJECT
public:
    /// `othersTrain`: see EngineLabMachine.
    using MakeMachine = std::function<std::shared_ptr<LabMachine>(std::function<bool()> othersTrain)>;
    /// `makeMachine`: what measures; empty: the engine.
    LabController(ExperimentModel& experiment, RunController& runs, QueueController& queue, Preferences& preferences,
                  QObject* parent = nullptr, MakeMachine makeMachine = {});
    ~LabController() override;

    [[nodiscard]] const LabChoice& choice() const { return choice_; }
    /// Shows what was measured last in this mode, of whatever experiment; else what would be measured.
    void setMode(LabMode mode);
    /// Another plan: shows what was measured of it, else what would be.
    void setSides(const std::pair<std::string, std::string>& sides);
    /// Shows what was measured of the lines without it, else computes it from what is shown (withoutRungs()).
    void leaveOut(const std::string& key, bool on);
    /// What would be measured of the present experiment, instead of what was measured last of another.
    void showPresent();
    void setRepeats(int repeats);

    /// What is shown: the plan, what is being measured, or what was.
    [[nodiscard]] const LabReport& report() const { return report_; }
    [[nodiscard]] bool finished() const { return report_.finished(); }
    /// What is shown was measured, maybe not to its end.
    [[nodiscard]] bool measured() const { return report_.done > 0 && !running(); }
    /// Whether what is shown is about the experiment as it is now.
    [[nodiscard]] bool isOfPresent() const;
    /// Whether something else was measured in this mode that could be shown.
    [[nodiscard]] bool hasLast() const;
    /// All that are kept, the newest last.
    [[nodiscard]] const std::vector<LabReport>& kept() const;
    /// Shows one of them, until something else is asked for.
    void open(const std::string& name);
    /// Shows the newest table of the chosen mode, also one of another experiment.
    void openLast();
    /// Why these lines cannot be measured; empty: they can.
    [[nodiscard]] QString problem() const { return problem_; }

    [[nodiscard]] bool running() const { return shared_ != nullptr; }
    [[nodiscard]] bool stopping() const;
    /// Something else trains or measures.
    [[nodiscard]] bool isBusy() const;
    /// What keeps it apart from other measuring.
    [[nodiscard]] Measurements& measurements() const;
    [[nodiscard]] bool canStart() const;
    /// Of the lab that runs; NaN: not known yet.
    [[nodiscard]] double secondsLeft() const;
    /// That start() would take; NaN: not known. Where what was measured last was disturbed it counts each repeat twice:
    /// needsAtMost().
    [[nodiscard]] double secondsNeeded() const;
    [[nodiscard]] bool needsAtMost() const;
    void start();
    void stop();
    /// Starts as soon as others leave the processor alone for some seconds; false: no longer waits for that.
    void repeatWhenIdle(bool on);
    [[nodiscard]] bool waitsForIdle() const { return idle_ != nullptr; }
    /// Where the last rung of labTop() sets the switches of the present experiment.
    void useTop();
    struct Use {
        std::vector<ConfigChange> changes;  ///< of the present experiment
        /// From the experiment that was measured to the present one, besides the switches
        std::vector<ConfigChange> others;
        ExperimentConfig measured;
    };
    /// What useTop() did, as long as nothing else was changed since.
    [[nodiscard]] const std::optional<Use>& used() const { return used_; }
    void undoUse();
    void forgetUse();

Q_SIGNALS:
    void reportChanged();
    void stateChanged();

private:
    struct Shared;
    [[nodiscard]] std::shared_ptr<LabMachine> makeMachine() const;
    [[nodiscard]] const LabReport* last() const;
    [[nodiscard]] const LabReport* measuredOfPlan() const;
    void lookForXla();
    void plan();
    void choose(const LabChoice& choice);
    void refresh();
    void show(const LabReport& report);
    void look();
    void run(LabTimes known, Measurements::Lease lease);
    void finish(const Result<LabReport>& result);
    void noteTraining();
    void readKept();
    void lookForIdle();
    void learn(const LabReport& report);
    /// What is known of the time of this experiment: from the lab itself, else from the Model page or a kept run of the
    /// same settings.
    [[nodiscard]] LabTimes knownTimes() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    Preferences* preferences_;
    MakeMachine makeMachine_;
    LabChoice choice_;
    LabReport report_;
    LabPlan plan_;  ///< what start() would measure
    QString problem_;
    LabTables* tables_;
    std::string opened_;  ///< of them, by a person; empty: what fits the plan best is shown
    std::optional<Use> used_;
    int usedStep_ = 0;             ///< of the undo stack
    ExperimentConfig usedConfig_;  ///< with them; another one takes the word away
    LabTimes times_;
    ExperimentConfig timesOf_;        ///< whose rungs they are of
    std::shared_ptr<Shared> shared_;  ///< with the running job; null: none
    BackgroundJob* job_;
    QTimer timer_, idleTimer_;
    std::unique_ptr<OtherLoad> idle_;  ///< while it waits for an idle machine
    int quietLooks_ = 0;               ///< in a row
    bool hasXla_ = false;              ///< a plugin is installed
    bool isAnew_ = false;              ///< the plan is asked for, not what was measured last of another one
};

}  // namespace gatelab
