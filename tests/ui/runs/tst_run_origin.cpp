// SPDX-License-Identifier: GPL-3.0-or-later
// Where an experiment's settings came from, and that the run which starts from them knows its parent.
#include "common/background_job.h"
#include "config/config_difference.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"
#include "support/whole_program.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig smallConfig(std::int64_t seed) {
    ExperimentConfig config = testing::tinyExperiment(1);
    config.seed = seed;
    return config;
}

}  // namespace

class TestRunOrigin : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void settingsRememberTheirRunUntilOtherDataAreOpened() {
        ExperimentModel experiment;
        experiment.replace(smallConfig(1), QStringLiteral("test"));
        QVERIFY(experiment.origin().isEmpty());
        experiment.take(smallConfig(2), QStringLiteral("a"), QStringLiteral("use"));
        experiment.set("hidden_size", std::int64_t{64});
        experiment.set("builtin_length", std::int64_t{400});
        QCOMPARE(experiment.origin(), QStringLiteral("a"));
        // The same settings, of another run
        experiment.take(experiment.config(), QStringLiteral("b"), QStringLiteral("use"));
        QCOMPARE(experiment.origin(), QStringLiteral("b"));
        experiment.openFile(QStringLiteral("/nowhere/other.csv"));
        QVERIFY(experiment.origin().isEmpty());
        experiment.undoStack().undo();
        QCOMPARE(experiment.origin(), QStringLiteral("b"));
        experiment.undoStack().undo();
        QCOMPARE(experiment.origin(), QStringLiteral("a"));
        for (int i = 0; i < 3; ++i) experiment.undoStack().undo();
        QVERIFY(experiment.origin().isEmpty());
        experiment.undoStack().redo();
        QCOMPARE(experiment.origin(), QStringLiteral("a"));
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("some.json"));
        QVERIFY(experiment.saveTo(file).isEmpty() && experiment.loadFrom(file).isEmpty());
        QVERIFY(experiment.origin().isEmpty());
    }

    void theOriginOutlivesARestart() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("experiment.json"));
        for (const char* id : {"a", "b", ""}) {
            {
                ExperimentModel experiment;
                experiment.keepIn(file);
                experiment.take(smallConfig(*id), QString::fromLatin1(id), QStringLiteral("use"));
            }
            ExperimentModel later;
            QVERIFY(later.keepIn(file).isEmpty());
            QCOMPARE(later.origin(), QString::fromLatin1(id));
        }
    }

    /// Edited in the window in which it was trained: the next run comes from it, without "Use its settings".
    void whatIsEditedAfterARunComesFromIt() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.experiment.replace(smallConfig(1), QStringLiteral("test"));
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace() && program.experiment.prepared(),
                                 kPatience);
        QVERIFY(trainSettings(program.runs, program.queue, program.experiment) == Began::Now);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active() && program.runs.runs().size() == 1, kPatience);
        program.experiment.set("hidden_size", std::int64_t{6});
        QCOMPARE(parentOf(program.experiment, program.runs), QString::fromStdString(program.runs.runs().front().id));
    }

    void aRepeatIsTheChildOfItsRun() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        ExperimentModel experiment;
        experiment.replace(smallConfig(1), QStringLiteral("test"));
        QSignalSpy ready(&runs, &RunController::engineReady), finished(&runs, &RunController::runFinished),
            logged(&runs, &RunController::logged);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(ready.count() == 1 && experiment.dataset() && !experiment.preparing(), kPatience);
        QVERIFY(trainSettings(runs, queue, experiment) == Began::Now);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{1}, kPatience);
        QVERIFY(runs.runs().front().parent.empty());
        const QString first = QString::fromStdString(runs.runs().front().id);
        runs.reset();
        experiment.take(smallConfig(2), first, QStringLiteral("use"));
        experiment.set("hidden_size", std::int64_t{6});
        QVERIFY(trainSettings(runs, queue, experiment) == Began::Now);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(runs.runs().size() == 2 && !runs.active(), kPatience);
        const bool newestFirst = runs.runs().front().id != first.toStdString();  // both may have begun in one second
        const RunSummary &child = newestFirst ? runs.runs().front() : runs.runs().back(),
                         &parent = *runs.findRun(first);
        QCOMPARE(child.parent, parent.id);
        const auto changes = configChanges(parent.config, child.config);
        QVERIFY(applyChanges(parent.config, changes) == *child.config);
        QCOMPARE(lineageText(parent.config, child.config), QStringLiteral("Seed 1 → 2, Hidden size 4 → 6"));
        QVERIFY(std::ranges::any_of(logged, [](const QList<QVariant>& line) {
            return line[0].toString().endsWith(QStringLiteral("Seed 1 → 2, Hidden size 4 → 6"));
        }));
        // A run that is gone is nobody's parent.
        experiment.take(smallConfig(3), QStringLiteral("gone"), QStringLiteral("use"));
        QVERIFY(parentOf(experiment, runs).isEmpty());
    }
};

QTEST_MAIN(TestRunOrigin)
#include "tst_run_origin.moc"
