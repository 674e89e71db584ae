// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue_plan.h"
#include "base/guarded.h"
#include "runs/place_choice.h"
#include "store/run_queue.h"

#include <QObject>
#include <QString>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

class BackgroundJob;
class Machines;
class OrderedWork;
class RunController;
struct RunSummary;
class SweepController;
class TrainingProcess;

/// The window's side of the queue of runs: shows what waits, changes it off the GUI thread, and starts the next run
/// whenever nothing trains. GUI thread.
class QueueController : public QObject {
    Q_OBJECT
public:
    explicit QueueController(RunController& runs, QObject* parent = nullptr);
    ~QueueController() override;

    [[nodiscard]] const RunQueue::State& state() const { return state_; }
    void add(std::vector<QueuedRun> runs);
    void remove(const std::vector<std::string>& ids);
    /// What was removed waits again, at this place.
    void putBack(const QueuedRun& run, std::size_t place);
    [[nodiscard]] bool waits(const std::string& id) const;
    /// Something of it or of a search trains in a process of its own, begins, or is about to.
    [[nodiscard]] bool isBusy() const;
    void move(const std::string& id, int by);
    void setPriority(const std::string& id, int priority);
    /// Of the run that it becomes; empty: the name of its model.
    void setName(const std::string& id, const std::string& name);
    void setPaused(bool paused);
    /// Those that fit train at the same time, in a process of theirs: the bits of each are the same, and all are done
    /// sooner.
    void setTogether(bool together);
    [[nodiscard]] bool trainsTogether(const QueuedRun& run) const;
    /// While something measures that is told of (Measurements::held): nothing is started, and nothing is written about
    /// it.
    [[nodiscard]] bool held() const;
    /// What that is, for people: "the lab measures"; empty: nothing.
    [[nodiscard]] QString heldFor() const;
    /// What they will be called and how long they take. Valid until the list of runs, the queue or the live run
    /// changes.
    [[nodiscard]] QueuePlan plan() const;
    /// Of all that waits.
    [[nodiscard]] QueuePlan::Time timeLeft() const { return plan().timeLeft(hasGpu()); }
    /// The newest sweep; what waits begins when its search has ended.
    [[nodiscard]] SweepController& sweep() const { return *sweep_; }
    [[nodiscard]] Machines& machines() const { return *machines_; }
    /// Where the next run trains that is begun from the settings.
    [[nodiscard]] const PlaceChoice& place() const { return place_; }
    void setPlace(const PlaceChoice& place);
    /// An edit of a waiting run was done or undone from elsewhere: edited() follows.
    void reportEdited(const std::string& id) { Q_EMIT edited(id); }

Q_SIGNALS:
    void changed();
    void heldChanged();
    void placeChanged();
    /// What undo or redo changes now is this run.
    void edited(const std::string& id);
    /// Runs wait in the workspace that was opened, paused or with nothing before them. They go on as before, unless the
    /// newest run was interrupted: then the queue is paused now, for which of them goes on is a person's choice.
    void foundWaiting();
    void addedWhilePaused();                                 ///< it will not start by itself
    void started(const QString& runId, const QString& why);  ///< one that had waited; why: see QueuedRun

private:
    using Change = std::function<Result<RunQueue::State>(RunQueue&)>;
    using Answer = Guarded<std::optional<Result<RunQueue::State>>>;
    struct Asked {
        std::shared_ptr<Answer> answer;  ///< none yet: it was not its turn
        std::function<void()> then;      ///< when it worked
    };
    void ask(Change change, std::function<void()> then = {});
    void settle(const RunQueue::Taken& taken, Change change);
    void runNext();
    void take(const Result<RunQueue::State>& result, const std::function<void()>& then);
    void startWaiting();
    void attachWorkspace();
    void start(std::shared_ptr<const RunQueue::Taken> taken);
    /// Whether the run that trains here is of lower priority than the first that waits; one that was begun by hand is
    /// of the usual one.
    [[nodiscard]] bool givesWay() const;
    /// That run saves and waits again.
    void makeWay();
    void giveBack();
    [[nodiscard]] bool hasGpu() const;
    RunController& runs_;
    TrainingProcess* together_;
    RunQueue::State state_;
    std::shared_ptr<const RunQueue::Taken> starting_;  ///< back to the queue if it does not start
    std::optional<QueuedRun> trained_;                 ///< what the queue began last here
    QString trainedId_;                                ///< the run that it became
    std::shared_ptr<OrderedWork> work_;
    std::deque<Asked> asked_;
    BackgroundJob* job_;
    BackgroundJob* startJob_;
    int listsSeen_ = 0;  ///< of the workspace: the first one is empty, the second one says what already trains
    bool isRead_ = false, isMet_ = false;  ///< of this workspace: its queue is known; what waited in it has been told
    SweepController* sweep_;
    Machines* machines_;
    PlaceChoice place_;
};

}  // namespace gatelab
