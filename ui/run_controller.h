// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metric_store.h"
#include "run/run_event.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <vector>

namespace gatelab {

/// A run as the window sees it: live or loaded from the workspace, the same for every page. GUI thread.
struct RunView {
    QString id;
    RunSummary summary;
    MetricStore metrics;
    std::vector<RunEvent> events;      ///< markers, best, checkpoints, warnings in order
    RunPlanInfo plan;
    ForecastPreview preview;                     ///< newest
    std::vector<ForecastPreview> olderPreviews;  ///< a few earlier ones of the same window, oldest first
    std::vector<TestScore> baselines;  ///< validation part
    std::vector<TestScore> scores;     ///< test part
    std::uint64_t dropped = 0;
    bool live = false;
    double secondsLeft = -1;           ///< steady estimate; -1: not known
};

/// Starts, steers and follows runs; keeps the list of runs of the workspace. Drains the channel at 30 Hz: the only meeting point with the training
/// thread. Nothing here blocks: files are read by background jobs. GUI thread.
class RunController : public QObject {
    Q_OBJECT
public:
    explicit RunController(QObject* parent = nullptr);
    ~RunController() override;  ///< abandons a live run: it is saved as interrupted and can be continued

    /// Opens the engine off the GUI thread; engineReady follows.
    void openEngine();
    [[nodiscard]] Engine* engine() const { return engine_.get(); }
    [[nodiscard]] QString engineError() const { return engineError_; }
    void setWorkspace(std::shared_ptr<Workspace> workspace);
    [[nodiscard]] std::shared_ptr<Workspace> workspace() const { return workspace_; }

    // The run under the Play button.
    void start(const ExperimentConfig& config, std::shared_ptr<const Dataset> data, const QString& parent = {});
    void resume(const QString& runId);  ///< an interrupted run, from its newest good checkpoint
    void pause(bool on);
    void step();   ///< one optimiser step; starts a paused run when there is none
    void stop();   ///< keep the best
    void change(const LiveChange& change);
    void reset();  ///< forgets the shown run; it stays in the workspace
    [[nodiscard]] bool active() const { return session_ != nullptr; }
    [[nodiscard]] RunState state() const;

    /// The run shown on the Train page: the live one, or one opened from the list. Null: none.
    [[nodiscard]] std::shared_ptr<RunView> current() const { return current_; }
    void open(const QString& runId);
    [[nodiscard]] const std::vector<RunSummary>& runs() const { return runs_; }
    void rename(const QString& runId, const QString& name);  ///< undo is the caller's command
    void remove(const QString& runId);
    void restore(const QString& runId);
    void refreshRuns();

Q_SIGNALS:
    void engineReady();            ///< or engineError() is set
    void ticked();                 ///< new samples or events of the current run, at most 30 times a second
    void stateChanged();
    void currentChanged();
    void runsChanged();
    void runFinished(const QString& runId);
    void problem(const QString& message, const QString& remedy);  ///< for a banner

private:
    void tick();
    void handle(const RunEvent& event);
    std::shared_ptr<Engine> engine_;
    QString engineError_;
    std::shared_ptr<Workspace> workspace_;
    std::unique_ptr<RunSession> session_;
    std::shared_ptr<RunView> current_;
    std::vector<RunSummary> runs_;
    QTimer timer_;
};

}  // namespace gatelab
