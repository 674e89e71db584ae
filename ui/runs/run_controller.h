// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "app/run_order.h"
#include "common/command.h"
#include "runs/run_view.h"
#include "store/workspace.h"

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

class BackgroundJob;
class EngineHost;
class LiveRun;
class Measurements;
class RunLibrary;
struct RunStart;
enum class WorkerOrder;

/// What the window knows of runs, in one place: the engine, the list of the workspace's runs, the run that goes on, and
/// the run that is shown. Starts and steers runs. Nothing here blocks: files are read by background jobs. GUI thread.
class RunController : public QObject {
    Q_OBJECT
public:
    explicit RunController(QObject* parent = nullptr);
    ~RunController() override;  ///< abandons a live run: it is saved as interrupted and can be continued

    void openEngine();  ///< off the GUI thread; engineReady follows
    [[nodiscard]] Engine* engine() const;
    /// For jobs that outlive a page; null until engineReady.
    [[nodiscard]] std::shared_ptr<Engine> sharedEngine() const;
    [[nodiscard]] QString engineError() const;
    /// Who measures on this machine, in this process or one of its own: a run that starts has those that give way
    /// stopped, and begins when they have ended.
    [[nodiscard]] Measurements& measurements() const { return *measurements_; }
    /// Opens a workspace off the GUI thread; workspaceChanged or problem follows.
    void openWorkspace(const QString& folder);
    void setWorkspace(std::shared_ptr<Workspace> workspace);
    [[nodiscard]] std::shared_ptr<Workspace> workspace() const;
    /// How many of its runs are read, 0 to 1, while a workspace is opened that needs a new index; else negative.
    [[nodiscard]] double openingShare() const;

    // The run that trains here. A start before engine or workspace are open waits for them.
    void start(const RunOrder& order);
    /// From its newest good checkpoint: an interrupted run to the end of its plan, any kept one by so many epochs
    /// beyond those begun.
    void resume(const QString& runId, std::int64_t moreEpochs = 0, bool stepsOnce = false,
                const std::shared_ptr<const TrainingPlace>& place = {});
    /// The same, also for the run that trains.
    void runMore(const QString& runId, std::int64_t epochs);
    void pause(bool on);
    void step();  ///< one optimiser step of the active run
    /// A run that another process trains and that takes orders (hasWorker); problem() follows where it does not answer.
    void order(const QString& runId, WorkerOrder order);
    void stop();  ///< keep the best
    void change(const LiveChange& change);
    void film(const FilmRequest& request);  ///< copies of the live run's weights
    /// Forgets the shown run; it stays in the workspace, a live one as interrupted unless it was begun from a terminal
    void reset();
    /// Makes room for another run: the one that trains here is let go of as by reset(), whichever is shown.
    void setAside();
    /// Saves the live run, lets go of it, and has a process of its own go on with it, which outlives the window: for
    /// when that is about to close. `done` hears whether it trains there; then nothing else begins here any more. If
    /// not, problem() said why, and the run is kept as interrupted.
    void goOnAlone(std::function<void(bool)> done);
    [[nodiscard]] bool active() const;
    /// The live run has its thread in this process, and would end with it.
    [[nodiscard]] bool trainsHere() const;
    [[nodiscard]] RunState state() const;

    /// The run shown on the Train page: the live one, or one opened from the list. Null: none.
    [[nodiscard]] std::shared_ptr<RunView> current() const { return current_; }
    /// The run that open() was last called with, also while its record is still read and current() is the one before;
    /// otherwise that of current(). Empty: none.
    [[nodiscard]] QString chosenId() const;
    /// The run that trains, also while another one is shown. Null: none.
    [[nodiscard]] std::shared_ptr<RunView> live() const;
    /// Whether the shown run is trained by another process that cannot be steered from here.
    [[nodiscard]] bool trainsElsewhere() const;
    /// Shows it, and takes part in it where another process trains it, that one answers and nothing else trains or
    /// measures here.
    void open(const QString& runId);
    /// Takes part in the first of these runs whose process answers, and shows it, where nothing trains or measures
    /// here.
    void follow(const std::vector<std::string>& runIds);
    [[nodiscard]] const std::vector<RunSummary>& runs() const;
    [[nodiscard]] const RunSummary* findRun(const QString& runId) const;
    void rename(const QString& runId, const QString& name);  ///< undo is the caller's command
    void edit(const std::vector<RunSummary>& edited);        ///< name, colour, star, archive, tags, note
    void remove(const QStringList& runIds);
    void restore(const QStringList& runIds);
    void eraseDeleted(const QString& runId);  ///< for good; runsChanged follows
    void refreshRuns();
    /// Reads the list anew if another process or window has changed it; asked every few seconds.
    void lookOutside();

    // What others have to tell of runs goes the same way: problem(), warned() and logged() follow.
    void reportProblem(const QString& message) { Q_EMIT problem(message, {}); }
    void warn(const QString& message) { Q_EMIT warned(message); }
    void log(const QString& line) { Q_EMIT logged(line); }

Q_SIGNALS:
    void engineReady();  ///< or engineError() is set
    void workspaceChanged();
    void openingChanged();  ///< openingShare()
    void ticked();          ///< new samples or events of the current run, at most 30 times a second
    void stateChanged();
    void currentChanged();
    void begun(const QString& runId);  ///< live() trains from here: new, going on or branched; it may be listed later
    void runsChanged();
    void runProgressed(const QString& runId);  ///< its line in runs() is up to date; once a second while it goes on
    void runFinished(const QString& runId);
    void startFailed();               ///< what was to start, go on or branch; problem() says why
    void left(const QString& runId);  ///< it is being saved, and can go on then
    // For the log pane: what happens to the run, and the checkpoints that it keeps by itself.
    void logged(const QString& line);
    void checkpointLogged(const QString& line);
    void warned(const QString& message);  ///< for a banner; nothing failed
    /// The live run could not write; it goes on with checkpointLogged() or when its state is another one.
    void diskFailed(const QString& message);
    void asked();  ///< something new of the runs: what was said of the thing before is old
    /// For a banner: what was asked cannot be done. remedy: what helps ("workspace", the setting to blame, "missing":
    /// the file `choice` again where it was), or empty.
    void problem(const QString& message, const gatelab::Command& remedy);
    /// The same, of a run that trained and has failed: maybe nobody was looking. remedy: also "continue", of use if it
    /// was only interrupted.
    void failed(const QString& message, const gatelab::Command& remedy);

private:
    void followLibrary();
    void followLive();
    void steer(
        std::function<void(RunControl&)> command);  ///< one that is only starting hears it as soon as it is there
    void launch(std::function<RunStart(const Progress&)> work);
    void adopt(RunStart started);
    /// What the list says of the runs that are shown and trained, into their views.
    void takeLines();
    /// What the workspace says about a shown run that is not live is the truth: a worker that was killed leaves its run
    /// interrupted.
    void takeState();
    /// Takes part in a run that another process trains, once for each workspace: only what its first list has, for a
    /// run that starts later belongs to the window that started it.
    void attach();
    /// Reads the record of a run that is not live here and lets its view take it: what the channel had no room for, or
    /// what another process adds.
    void readRecord(const std::shared_ptr<RunView>& view, void (RunView::*take)(RunView&&));
    void show(std::shared_ptr<RunView> view);
    void followShown();
    void letGo();       ///< of the live run, as reset() says
    void leaveShown();  ///< it is deleted
    [[nodiscard]] bool readyFor(std::function<void()> action);
    void startWaiting();

    Measurements* measurements_;
    // In this order: the live run needs the engine to end.
    std::unique_ptr<EngineHost> engine_;
    std::unique_ptr<RunLibrary> library_;
    std::unique_ptr<LiveRun> live_;
    std::shared_ptr<RunView> current_;
    QString toShow_;                     ///< its record is being read; empty: none
    std::weak_ptr<Workspace> searched_;  ///< by attach()
    QString removedShown_;               ///< run that was shown when it was deleted
    QString reopen_;                     ///< shown again as soon as it is listed
    std::function<void()> waiting_;      ///< what the user asked for before engine and workspace were open
    /// What a run that starts is told as soon as it is there
    std::vector<std::function<void(RunControl&)>> whenStarted_;
    bool starting_ = false;
    BackgroundJob *startJob_, *historyJob_;
};

}  // namespace gatelab
