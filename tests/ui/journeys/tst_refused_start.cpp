// SPDX-License-Identifier: GPL-3.0-or-later
// A start that the engine refuses leaves no run behind, and its message leads to the setting.
#include "common/background_job.h"
#include "common/responder.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/window_shell.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestRefusedStart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void noRunIsLeft_data() {
        QTest::addColumn<bool>("isolated");
        QTest::newRow("here") << false;
        QTest::newRow("in a process of its own") << true;
    }
    void noRunIsLeft() {
        QFETCH(bool, isolated);
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        RunController& runs = program.runs;
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(ready.count() == 1 && runs.workspace(), kPatience);
        ExperimentConfig config = testing::tinyExperiment();
        config.isolated = isolated;
        config.peephole = true;
        config.implementation = "library";
        QSignalSpy problems(&runs, &RunController::problem), refused(&runs, &RunController::startFailed);
        runs.start({config, nullptr});
        QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 1, kPatience);
        QCOMPARE(problems.count(), 1);
        QVERIFY2(problems[0][0].toString().contains(QStringLiteral("peepholes")),
                 qPrintable(problems[0][0].toString()));
        QCOMPARE(problems[0][1].value<Command>(), Command::show({{}, {}, {}, QStringLiteral("implementation")}));
        QVERIFY(!runs.active());
        QVERIFY(runs.workspace()->runs()->empty());
        const auto& notices = program.window->notices().notices();
        QVERIFY(!notices.empty());
        QCOMPARE(notices.back().button, QStringLiteral("Show the setting"));
        responderOf(*program.window->shell().noticeArea()).ask(notices.back().command);
        QCOMPARE(program.window->shownPage(), QStringLiteral("model"));
    }

    void weightsOfAnotherNetworkAreNoFaultOfTheWorkspace() {
        const QTemporaryDir folder;
        RunController runs;
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        QSignalSpy problems(&runs, &RunController::problem);
        runs.start({testing::tinyExperiment(), nullptr, {}, 0, "/no/such.safetensors"});
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, kPatience);
        QCOMPARE(problems[0][1].value<Command>().key, QStringLiteral("missing"));  // leaves when the file is there
        QVERIFY(runs.workspace()->runs()->empty());
    }
};

QTEST_MAIN(TestRefusedStart)
#include "tst_refused_start.moc"
