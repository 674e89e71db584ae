// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that this window did not begin: one of a terminal is steered like one's own, one of another window only watched.
// This program is also that window.
// Holds ui/runs/run_actions.cpp and ui/runs/run_controller.cpp.
#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "session/isolated_session.h"
#include "store/workspace_care.h"
#include "support/worker_process.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// A window's run controller over a workspace, with the engine open.
struct Window {
    explicit Window(const QString& folder) {
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.openWorkspace(folder);
        runs.openEngine();
        if (ready.isEmpty()) ready.wait(kPatience);
    }
    /// The newest run of the workspace; empty: there is none that goes on.
    [[nodiscard]] QString going() const {
        return runs.runs().empty() || !isGoingOn(runs.runs().front().state) ? QString()
                                                                            : fromUtf8(runs.runs().front().id);
    }
    [[nodiscard]] std::int64_t process(const QString& id) const {
        return processOfRun(runs.workspace()->folder() / "runs" / id.toStdString());
    }
    RunController runs;
};

}  // namespace

class TestRunsElsewhere : public QObject {
    Q_OBJECT
public:
    /// The other process: trains in its own window, says so and waits to be killed.
    static int beWindow(const QString& folder) {
        Window window(folder);
        ExperimentConfig config;
        config.builtinLength = 400;
        config.lookback = 12;
        config.horizon = 3;
        config.hiddenSize = 8;
        config.epochs = 100000;
        config.threads = 1;
        config.device = "cpu";
        window.runs.start({config, nullptr});
        QObject::connect(&window.runs, &RunController::ticked, &window.runs, [&window, message = false]() mutable {
            if (message || window.runs.live()->summary.step < 5) return;
            message = true;
            std::printf("trains\n");
            std::fflush(stdout);
        });
        return QCoreApplication::exec();
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void aRunOfATerminalIsSteeredFromHere() {
        const QTemporaryDir folder;
        Window window(folder.path());
        QProcess terminal;
        terminal.start(
            testing::workerProgram(),
            {"train", "--workspace", folder.path(), "--builtin-length", "400", "--lookback", "12", "--horizon", "3",
             "--hidden-size", "8", "--epochs", "100000", "--threads", "1", "--device", "cpu", "--quiet"});
        QTRY_VERIFY_WITH_TIMEOUT(!window.going().isEmpty() || terminal.state() == QProcess::NotRunning, kPatience);
        QVERIFY2(!window.going().isEmpty(), terminal.readAllStandardError());
        const QString id = window.going();
        QVERIFY(!window.runs.active());  // nobody has asked for it
        window.runs.open(id);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.current(), kPatience);
        // It may not listen yet
        QTRY_VERIFY_WITH_TIMEOUT((window.runs.open(id), window.runs.live() != nullptr), kPatience);
        QCOMPARE(window.runs.current(), window.runs.live());
        QCOMPARE(window.runs.live()->id, id);
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.state(), RunState::Running, kPatience);
        QVERIFY(playAction(window.runs) == PlayAction::Pause);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live()->secondsLeft > 0, kPatience);
        window.runs.pause(true);
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.state(), RunState::Paused, kPatience);
        const auto step = window.runs.live()->summary.step;
        window.runs.pause(false);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live()->summary.step > step + 3, kPatience);

        // It is the terminal's: who leaves it does not end it.
        QSignalSpy left(&window.runs, &RunController::left);
        window.runs.reset();
        QVERIFY(!window.runs.active() && !window.runs.current());
        BackgroundJob::waitForAll();
        QVERIFY(window.process(id) > 0);
        window.runs.open(id);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live(), kPatience);
        QVERIFY(left.isEmpty());
        QSignalSpy finished(&window.runs, &RunController::runFinished);
        window.runs.stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        // The list that is read after the end may take a moment to tell of it
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.current()->summary.state, RunState::Finished, kPatience);
        QCOMPARE(testing::finished(terminal).code, 0);
    }

    /// Two that train at the same time: the one that is opened is followed, the other one is told its orders.
    void ofTwoRunsTheOpenOneIsFollowed() {
        const QTemporaryDir folder;
        Window window(folder.path());
        QProcess terminals[2];
        for (QProcess& one : terminals)
            one.start(testing::workerProgram(), {"train", "--workspace", folder.path(), "--builtin-length", "400",
                                                 "--lookback", "12", "--horizon", "3", "--hidden-size", "8", "--epochs",
                                                 "100000", "--threads", "1", "--device", "cpu", "--quiet"});
        const auto stateOf = [&window](const QString& id) {
            window.runs.lookOutside();
            const RunSummary* run = window.runs.findRun(id);
            return run ? run->state : RunState::Queued;
        };
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.runs().size() == 2, kPatience);
        const QString a = fromUtf8(window.runs.runs()[0].id), b = fromUtf8(window.runs.runs()[1].id);
        for (const QString& id : {a, b}) {
            window.runs.open(id);
            QTRY_VERIFY_WITH_TIMEOUT(window.runs.current() && window.runs.current()->id == id, kPatience);
            QTRY_VERIFY_WITH_TIMEOUT((window.runs.open(id), window.runs.live() && window.runs.live()->id == id),
                                     kPatience);
        }
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.state(), RunState::Running, kPatience);
        window.runs.order(a, WorkerOrder::Pause);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(a), RunState::Paused, kPatience);
        QCOMPARE(window.runs.state(), RunState::Running);
        window.runs.order(a, WorkerOrder::Stop);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(a), RunState::Finished, kPatience);
        QCOMPARE(window.runs.live()->id, b);
        window.runs.stop();
        for (QProcess& one : terminals) QCOMPARE(testing::finished(one).code, 0);
    }

    void aRunOfAnotherWindowIsWatched() {
        const QTemporaryDir folder;
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--window"), folder.path()});
        QByteArray message;
        QTRY_VERIFY_WITH_TIMEOUT((message += other.readAllStandardOutput()).contains('\n'), kPatience);
        Window window(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(!window.going().isEmpty(), kPatience);
        const QString id = window.going();
        window.runs.open(id);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.trainsElsewhere() && !window.runs.active(), kPatience);
        QVERIFY(playAction(window.runs) == PlayAction::Nothing);
        QVERIFY(!steerObstacle(window.runs).isEmpty());
        const auto step = window.runs.current()->summary.step;
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.current()->summary.step > step, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.current()->secondsLeft > 0, kPatience);
        QVERIFY(window.runs.current()->plan.totalSteps > 0);
        other.kill();
        QVERIFY(other.waitForFinished(-1));
        window.runs.refreshRuns();
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.state(), RunState::Interrupted, kPatience);
        QVERIFY(playAction(window.runs) == PlayAction::ContinueRun);
    }
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArray(argv[1]) == "--window")
        return TestRunsElsewhere::beWindow(QString::fromLocal8Bit(argv[2]));
    TestRunsElsewhere test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_runs_elsewhere.moc"
