// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of its runs from outside, and what it finds again after a crash.
#include "common/background_job.h"
#include "common/preferences.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "window/desktop_notice.h"
#include "window/window_place.h"
#include "window/window_title.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab;

class TestWindowState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void theTitleSaysTheState() {
        RunView run;
        run.live = true;
        run.plan.totalSteps = 200;
        run.summary.step = 84;
        QCOMPARE(runTitle(run, RunState::Running), QStringLiteral("Training 42 %"));
        QCOMPARE(runTitle(run, RunState::Paused), QStringLiteral("Paused at 42 %"));
        run.live = false;
        run.summary.epochs = 10;
        run.summary.epoch = 10;
        run.summary.state = RunState::Finished;
        QCOMPARE(runTitle(run, RunState::Running), QStringLiteral("Finished"));  // another one may train
        run.summary.epoch = 4;
        QCOMPARE(runTitle(run, RunState::Finished), QStringLiteral("Stopped"));
        run.summary.state = RunState::Failed;
        QCOMPARE(runTitle(run, RunState::Failed), QStringLiteral("Failed"));
    }

    void theTitleNamesTheDataOfTheRun() {
        ExperimentConfig present;  // a built-in series by now
        RunView run;
        run.summary.name = "base3 · seed 6";
        run.summary.state = RunState::Finished;
        run.summary.epoch = run.summary.epochs = 10;
        run.summary.config.edit().dataPath = "/data/ETTh1.csv";
        run.summary.dataName = "ETTh1.csv";
        present.dataPath = "/data/ETTh1.csv";
        QCOMPARE(titleOf(&run, RunState::Running, present),
                 QStringLiteral("Finished: base3 · seed 6 - ETTh1.csv - Gatelab"));
        present.dataPath.clear();
        // It has ended, on other data
        QCOMPARE(titleOf(&run, RunState::Running, present), QStringLiteral("built-in series - Gatelab"));
        QCOMPARE(titleOf(nullptr, RunState::Running, present), QStringLiteral("built-in series - Gatelab"));
        // What goes on now comes before a run that has ended.
        QCOMPARE(titleOf(&run, RunState::Running, present, QStringLiteral("the lab measures")),
                 QStringLiteral("The lab measures - built-in series - Gatelab"));
        present.dataPath = "/data/other.csv";
        QCOMPARE(titleOf(nullptr, RunState::Running, present), QStringLiteral("other.csv - Gatelab"));
        run.summary.config.edit().dataPath.clear();
        QCOMPARE(titleOf(&run, RunState::Running, present), QStringLiteral("other.csv - Gatelab"));
        present.dataPath.clear();
        QCOMPARE(titleOf(&run, RunState::Running, present),
                 QStringLiteral("Finished: base3 · seed 6 - built-in series - Gatelab"));
    }

    void everyEndIsToldWithItsResult() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        RunController runs;
        QSignalSpy listed(&runs, &RunController::runsChanged);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_COMPARE(runs.runs().size(), std::size_t{3});
        QWidget behind;  // never in front
        DesktopNotice notices(runs, preferences, &behind);
        QSignalSpy reported(&notices, &DesktopNotice::reported);
        Q_EMIT runs.runFinished(QStringLiteral("run-100002"));  // none is shown
        runs.refreshRuns();
        QTRY_COMPARE(reported.count(), 1);
        QVERIFY2(reported[0][0].toString().startsWith(QStringLiteral("LSTM 2 has ")),
                 qPrintable(reported[0][0].toString()));
        QVERIFY2(reported[0][1].toString().contains(QStringLiteral("0.102")), qPrintable(reported[0][1].toString()));
        const auto lists = listed.count();
        runs.refreshRuns();
        QTRY_VERIFY(listed.count() > lists);
        QCOMPARE(reported.count(), 1);
        preferences.setWindow(kDesktopNotices, false);
        Q_EMIT runs.runFinished(QStringLiteral("run-100001"));
        const auto again = listed.count();
        runs.refreshRuns();
        QTRY_VERIFY(listed.count() > again);
        QCOMPARE(reported.count(), 1);
    }

    /// Nothing is closed here: the next window has only what was kept before.
    void placeAndPanesOutliveACrash() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        Preferences preferences(file);
        QWidget window;
        WindowPlace place(window, preferences);
        window.setWindowState(Qt::WindowNoState);
        window.resize(640, 477);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const bool right = place.panes().right;
        place.setPane(QStringLiteral("right"), !right);
        place.setPane(QStringLiteral("log"), true);
        QTRY_VERIFY(Preferences(file).window(QStringLiteral("geometry")).isValid());
        Preferences later(file);
        QWidget next;
        const WindowPlace found(next, later);
        QCOMPARE(next.size(), QSize(640, 477));
        QCOMPARE(found.panes().right, !right);
        QVERIFY(found.panes().log);
    }
};

QTEST_MAIN(TestWindowState)
#include "tst_window_state.moc"
