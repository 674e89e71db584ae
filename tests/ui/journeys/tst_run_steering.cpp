// SPDX-License-Identifier: GPL-3.0-or-later
// What steers a run means one thing: buttons act on the run they stand beside, keys on the open one, messages are of
// the workspace and the moment, a queue waits for a word after a run was interrupted. Holds
// ui/pages/train/strip/run_strip.cpp and ui/pages/train/strip/run_segment.cpp.
#include "common/background_job.h"
#include "common/responder.h"
#include "common/run_words.h"
#include "pages/compare/board/board_model.h"
#include "pages/compare/board/board_panel.h"
#include "pages/train/strip/run_strip.h"
#include "runs/run_actions.h"
#include "support/take.h"
#include "support/tiny_experiment.h"
#include "support/whole_program.h"
#include "widgets/filter_line.h"
#include "window/notices.h"
#include "window/run_notices.h"
#include "window/status_line.h"
#include "window/window_actions.h"
#include "window/window_shell.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig smallConfig(std::int64_t epochs = 2) {
    ExperimentConfig config = testing::tinyExperiment(epochs);
    config.name = "twin";
    return config;
}

/// A run that was let go of (interrupted) or has ended.
QString savedRun(Workspace& workspace, RunState state) {
    auto record = testing::take(workspace.createRun(smallConfig(), "", "made up"));
    (void)record->setState(state, 10, 1, 2.0).ok();
    return QString::fromStdString(record->id());
}

std::shared_ptr<Workspace> openAt(const QString& folder) {
    return testing::take(Workspace::open(folder.toStdString()));
}

QueuedRun waiting() {
    QueuedRun run;
    run.config = smallConfig();
    return run;
}

const Notice* find(const NoticeBook& book, const QString& command) {
    const auto found = std::ranges::find_if(
        book.notices(), [&](const Notice& notice) { return notice.command.key.startsWith(command); });
    return found == book.notices().end() ? nullptr : &*found;
}

/// Null: there is no such segment.
RunSegment* segmentOf(const RunStrip& strip, const QString& id) {
    const auto found =
        std::ranges::find_if(strip.segments(), [&](const RunSegment* one) { return one->segment().id == id; });
    return found == strip.segments().end() ? nullptr : *found;
}

}  // namespace

class TestRunSteering : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    [[nodiscard]] QString runsFolder() const { return folder_->path() + QStringLiteral("/runs"); }

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void theMessageTellsWhichRunAndHowManyOthers() {
        {
            const auto workspace = openAt(runsFolder());
            for (int i = 0; i < 3; ++i) savedRun(*workspace, RunState::Running);
        }
        test::WholeProgram program(folder_->path());
        const NoticeBook& book = program.window->notices();
        QTRY_VERIFY(!book.notices().empty());
        const Notice notice = book.notices().front();
        const RunSummary& newest = program.runs.runs().front();
        QCOMPARE(notice.clause, QStringLiteral("3 runs were interrupted."));
        QVERIFY2(notice.text.startsWith(shownRunName(newest)), qPrintable(notice.text));
        QCOMPARE(notice.link, QStringLiteral("Show them"));
        responderOf(*program.window->shell().noticeArea()).ask(notice.linkCommand);
        QCOMPARE(program.window->shownPage(), QStringLiteral("compare"));
        QWidget* compare = program.window->page(QStringLiteral("compare"));
        QCOMPARE(compare->findChild<FilterLine*>()->text(), QStringLiteral("state = interrupted"));
        QTRY_COMPARE(compare->findChild<BoardPanel*>()->model().listedRuns(), qint64{3});
        // It is of this workspace, and goes with it.
        program.runs.openWorkspace(folder_->path() + QStringLiteral("/elsewhere"));
        QTRY_VERIFY(book.notices().empty());
    }

    void anErrorGoesWithTheNextThingAsked() {
        const auto workspace = openAt(runsFolder());
        const QString run = savedRun(*workspace, RunState::Finished);
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(runs.runs().size(), std::size_t{1});
        runs.open(QStringLiteral("nothing"));
        QTRY_COMPARE(book.notices().size(), std::size_t{1});
        Q_EMIT runs.failed(QStringLiteral("a run that trained has failed"), {});
        QCOMPARE(book.notices().size(), std::size_t{2});
        runs.open(run);
        QCOMPARE(book.notices().size(), std::size_t{1});  // maybe nobody has seen that one yet
        QTRY_VERIFY(runs.current());
        runs.setWorkspace(openAt(folder_->path() + QStringLiteral("/elsewhere")));
        QVERIFY(book.notices().empty());
    }

    void whatHasNoCheckpointOffersNoWayOn() {
        const auto workspace = openAt(runsFolder());
        const QString run = savedRun(*workspace, RunState::Running);
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(runs.runs().size(), std::size_t{1});
        Q_EMIT runs.failed(QStringLiteral("its worker was killed"), Command(QStringLiteral("continue"), run));
        QVERIFY(!book.notices().empty());
        QVERIFY(!find(book, QStringLiteral("continue")));
    }

    void afterAnInterruptedRunTheQueueWaits_data() {
        QTest::addColumn<RunState>("newest");
        QTest::addColumn<bool>("waits");
        QTest::newRow("interrupted") << RunState::Running << true;
        QTest::newRow("finished") << RunState::Finished << false;
    }
    void afterAnInterruptedRunTheQueueWaits() {
        QFETCH(RunState, newest);
        QFETCH(bool, waits);
        const auto workspace = openAt(runsFolder());
        savedRun(*workspace, newest);
        QVERIFY(RunQueue(workspace->folder()).add({waiting(), waiting()}));
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        QSignalSpy met(&queue, &QueueController::foundWaiting);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(met.count(), 1);
        QCOMPARE(queue.state().paused, waits);
        const Notice* notice = find(book, waits ? QStringLiteral("queue-start") : QStringLiteral("queue-pause"));
        QVERIFY(notice);
        QCOMPARE(notice->clause, QStringLiteral("2 runs wait in the queue."));
        BackgroundJob::waitForAll();
        QCOMPARE(testing::take(RunQueue(workspace->folder()).read()).paused, waits);
        // The word, and the message has done its work.
        queue.setPaused(!waits);
        QTRY_COMPARE(testing::take(RunQueue(workspace->folder()).read()).paused, !waits);
        QTRY_VERIFY(!find(book, QStringLiteral("queue-")));
    }

    void aQueueFilledLaterDoesNotWait() {
        const auto workspace = openAt(runsFolder());
        savedRun(*workspace, RunState::Running);
        RunController runs;
        QueueController queue(runs);
        QSignalSpy met(&queue, &QueueController::foundWaiting);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(runs.runs().size(), std::size_t{1});
        for (int turn = 0; turn < 4; ++turn) {  // what is read leads to what is read next
            BackgroundJob::waitForAll();
            QCoreApplication::sendPostedEvents();
        }
        queue.add({waiting()});
        QTRY_COMPARE(queue.state().runs.size(), std::size_t{1});
        QVERIFY(!queue.state().paused && met.isEmpty());
    }

    void buttonsAndKeysActOnTheirOwnRun() {
        QString interrupted;
        {
            const auto workspace = openAt(runsFolder());
            interrupted = savedRun(*workspace, RunState::Running);
        }
        test::WholeProgram program(folder_->path());
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() || !program.runs.engineError().isEmpty(), kPatience);
        if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
        QTRY_VERIFY(program.runs.findRun(interrupted));
        program.experiment.replace(smallConfig(100000), QStringLiteral("test"));
        program.experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared() && !program.experiment.preparing(), kPatience);
        program.runs.open(interrupted);
        QTRY_VERIFY(program.runs.current() && program.runs.current()->id == interrupted);
        const WindowActions& actions = program.window->actions();
        QCOMPARE(actions["pause"]->text(), QStringLiteral("Go on with the o&pen run"));
        QVERIFY(playAction(program.runs) == PlayAction::ContinueRun);
        // An interrupted run is open, and a new one begins all the same.
        actions["train"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->summary.step > 2, kPatience);
        const QString live = program.runs.live()->id;
        QVERIFY(live != interrupted);
        QCOMPARE(program.window->shownPage(), QStringLiteral("train"));

        // Another one is open: keys and menu leave the live one alone, its own segment steers it.
        program.runs.open(interrupted);
        QTRY_VERIFY(program.runs.current() && program.runs.current()->id == interrupted);
        const auto* strip = program.window->findChild<RunStrip*>();
        QVERIFY(segmentOf(*strip, interrupted) && segmentOf(*strip, live));
        QVERIFY(!actions["stop"]->isEnabled() && actions["stop"]->toolTip().contains(QStringLiteral("Open it")));
        QVERIFY(!segmentOf(*strip, interrupted)->button(SegmentAct::Stop));
        segmentOf(*strip, live)->button(SegmentAct::Pause)->click();
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Paused, kPatience);
        QTRY_VERIFY(segmentOf(*strip, live)->button(SegmentAct::GoOn));
        QCOMPARE(program.runs.current()->id, interrupted);
        segmentOf(*strip, live)->button(SegmentAct::GoOn)->click();
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Running, kPatience);
        QTRY_VERIFY(segmentOf(*strip, live)->button(SegmentAct::Pause));
        QTest::mouseClick(segmentOf(*strip, live), Qt::LeftButton, {}, QPoint(20, 10));
        QTRY_COMPARE(program.runs.current()->id, live);

        // Train these settings: never a pause.
        actions["train"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(program.queue.state().runs.size(), std::size_t{1}, kPatience);
        QCOMPARE(program.runs.state(), RunState::Running);
        QCOMPARE(program.runs.live()->id, live);
        const QString waits = QString::fromStdString(program.queue.state().runs.front().id);
        QTRY_VERIFY(segmentOf(*strip, waits));
        segmentOf(*strip, waits)->button(SegmentAct::Close)->click();
        QTRY_VERIFY_WITH_TIMEOUT(program.queue.state().runs.empty(), kPatience);
        QTRY_VERIFY(!segmentOf(*strip, waits));
        program.experiment.undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(segmentOf(*strip, waits), kPatience);
        segmentOf(*strip, waits)->button(SegmentAct::Close)->click();
        QTRY_VERIFY_WITH_TIMEOUT(program.queue.state().runs.empty(), kPatience);

        // A paused run makes room, and keeps its segment.
        program.runs.pause(true);
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Paused, kPatience);
        actions["train"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->id != live, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.findRun(live)->state, RunState::Interrupted, kPatience);
        QTRY_VERIFY(segmentOf(*strip, live) && segmentOf(*strip, live)->button(SegmentAct::GoOn)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->summary.step > 2, kPatience);

        // While it stands still nobody knows when it ends.
        const auto message = [&] {
            QStringList texts;
            for (const auto* label : program.window->findChild<StatusLine*>()->findChildren<QLabel*>())
                texts << label->text();
            return texts.join(QLatin1Char('|'));
        };
        QTRY_VERIFY2_WITH_TIMEOUT(message().contains(QStringLiteral(" left")), qPrintable(message()), kPatience);
        program.runs.pause(true);
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Paused, kPatience);
        QTRY_VERIFY2(message().contains(QStringLiteral("left once it goes on")), qPrintable(message()));
        program.runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
    }
};

QTEST_MAIN(TestRunSteering)
#include "tst_run_steering.moc"
