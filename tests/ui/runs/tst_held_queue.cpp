// SPDX-License-Identifier: GPL-3.0-or-later
// A queue that is held when its workspace is opened says so in a message with a button, whatever else is being read or
// begun at that moment.
// Holds ui/runs/queue_controller.cpp.
#include "common/background_job.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/take.h"
#include "window/notices.h"
#include "window/run_notices.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace gatelab;

namespace {

/// Tells its runs when it is allowed to.
class SlowWorkspace : public test::FakeWorkspace {
public:
    using FakeWorkspace::FakeWorkspace;
    ~SlowWorkspace() override = default;
    Result<std::vector<RunSummary>> runs() override { return lists.pass(), FakeWorkspace::runs(); }
    Result<RunSummary> run(const std::string& id) override { return records.pass(), FakeWorkspace::run(id); }

    struct Gate {
        void pass() {
            std::unique_lock lock(mutex);
            opened.wait(lock, [this] { return isOpen; });
        }
        void open() {
            const std::lock_guard lock(mutex);
            isOpen = true;
            opened.notify_all();
        }
        std::mutex mutex;
        std::condition_variable opened;
        bool isOpen = false;
    };
    Gate lists, records;
};

RunSummary runIn(RunState state, bool isolated) {
    RunSummary run;
    run.id = "20260101-000000-abcd";
    run.name = "one";
    run.state = state;
    run.config.edit().isolated = isolated;
    return run;
}

}  // namespace

class TestHeldQueue : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<NoticeBook> book_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<QueueController> queue_;
    std::unique_ptr<RunNotices> notices_;
    std::shared_ptr<SlowWorkspace> workspace_;

    void meet(const RunSummary& newest, bool paused) {
        workspace_ = std::make_shared<SlowWorkspace>(std::vector{newest}, folder_->path().toStdString());
        RunQueue kept(workspace_->folder());
        QVERIFY(kept.add({QueuedRun{}, QueuedRun{}}).ok());
        QVERIFY(kept.setPaused(paused).ok());
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(queue_->state().runs.size(), std::size_t{2});
    }
    [[nodiscard]] bool isOffered() const {
        return std::ranges::any_of(
            book_->notices(), [](const Notice& notice) { return notice.command.key == QStringLiteral("queue-start"); });
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        book_ = std::make_unique<NoticeBook>();
        runs_ = std::make_unique<RunController>();
        queue_ = std::make_unique<QueueController>(*runs_);
        notices_ = std::make_unique<RunNotices>(*book_, *runs_, *queue_);
    }
    void cleanup() {
        if (workspace_) workspace_->lists.open(), workspace_->records.open();
        BackgroundJob::waitForAll();
        notices_.reset(), queue_.reset(), runs_.reset(), book_.reset();
        BackgroundJob::waitForAll();
        workspace_.reset();
    }

    /// After a kill the queue is paused on opening; what was read just before knows nothing of it.
    void aReadingBesideItDoesNotTakeTheMessageAway() {
        meet(runIn(RunState::Interrupted, false), false);
        connect(runs_.get(), &RunController::runsChanged, queue_.get(), [this] { Q_EMIT runs_->engineReady(); });
        QSignalSpy met(queue_.get(), &QueueController::foundWaiting);
        workspace_->lists.open();
        QTRY_COMPARE(met.count(), 1);
        QTRY_VERIFY(testing::take(RunQueue(workspace_->folder()).read()).paused);
        const std::string first = queue_->state().runs.front().id;
        queue_->move(first, 1);  // behind all that was ordered before
        QTRY_COMPARE(queue_->state().runs.back().id, first);
        QVERIFY(queue_->state().paused && isOffered());
    }

    void whatIsAskedForWhileTheProgramClosesIsDone() {
        meet(runIn(RunState::Running, true), true);
        const RunQueue kept(workspace_->folder());
        const auto ids = testing::take(kept.read()).runs;
        queue_->setTogether(true);
        workspace_->lists.open(), workspace_->records.open();
        BackgroundJob::waitForAll();  // the thread has ended, and nobody has heard of it yet
        queue_->remove({ids[0].id});
        queue_->setPriority(ids[1].id, 3);
        notices_.reset(), queue_.reset();
        const auto state = testing::take(kept.read());
        QVERIFY(state.together);
        QCOMPARE(state.runs.size(), std::size_t{1});
        QCOMPARE(state.runs[0].priority, 3);
    }

    void aRunThatIsFoundAgainDoesNotHideIt() {
        meet(runIn(RunState::Running, true), true);
        workspace_->lists.open();
        QTRY_VERIFY(isOffered());
        QVERIFY(runs_->active());  // it is still looked for
    }
};

QTEST_MAIN(TestHeldQueue)
#include "tst_held_queue.moc"
