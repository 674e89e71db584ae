// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is told while it is only starting reaches it, and a lone key begins none.
#include "common/background_job.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {
constexpr int kPatience = 120000;
}

class TestFirstStep : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// With a small experiment that could begin at once.
    void makeReady(test::WholeProgram& program) {
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() || !program.runs.engineError().isEmpty(), kPatience);
        if (!program.runs.engine()) return;
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace() && program.experiment.prepared(), kPatience);
        program.experiment.set("device", std::string("cpu"));
        program.experiment.set("epochs", std::int64_t{1000});
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void theFirstStepIsMade_data() {
        QTest::addColumn<bool>("isolated");
        QTest::newRow("here") << false;
        QTest::newRow("worker") << true;
    }
    void theFirstStepIsMade() {
        QFETCH(bool, isolated);
        test::WholeProgram program(folder_.filePath(isolated ? QStringLiteral("worker") : QStringLiteral("here")));
        makeReady(program);
        if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
        program.experiment.set("isolated", isolated);
        program.window->actions()["step"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->summary.step == 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Paused, kPatience);
        program.window->actions()["step"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.live()->summary.step, std::int64_t{2}, kPatience);
        program.runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
    }

    void aLonePeriodStepsNoRun() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("paused")));
        makeReady(program);
        if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        QAction* step = program.window->actions()["step"];
        step->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Paused, kPatience);
        QSignalSpy stepped(step, &QAction::triggered);
        QTest::keyClick(program.window.get(), Qt::Key_Period);
        QCOMPARE(stepped.count(), 0);
        QTest::keyClick(program.window.get(), Qt::Key_Period, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(stepped.count(), 1);
        program.runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
    }

    void aPeriodBeginsNoRun() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("period")));
        makeReady(program);
        if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
        QTest::keyClicks(program.window.get(), QStringLiteral("0.0005"));
        QVERIFY(!program.runs.active());
        QCOMPARE(program.runs.runs().size(), std::size_t{0});
    }
};

QTEST_MAIN(TestFirstStep)
#include "tst_first_step.moc"
