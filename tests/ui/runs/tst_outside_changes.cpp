// SPDX-License-Identifier: GPL-3.0-or-later
// What another window or the command line does to the runs of a workspace is seen, and nothing is read while nothing
// happens.
#include "common/background_job.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "store/workspace.h"
#include "support/take.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

std::string finishedRun(Workspace& workspace) {
    auto record = testing::take(workspace.createRun(ExperimentConfig(), "", "data"));
    return record->setState(RunState::Finished, 10, 1, 1) ? record->id() : std::string();
}

/// Looks once, to the end.
void look(RunController& runs) {
    const auto settle = [] {
        BackgroundJob::waitForAll();
        QCoreApplication::sendPostedEvents();  // no timers: nothing else looks meanwhile
    };
    settle();
    runs.lookOutside();
    settle();
}

}  // namespace

class TestOutsideChanges : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<Workspace> ours_, theirs_;

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        ours_ = testing::take(Workspace::open(folder_->path().toStdString()));
        theirs_ = testing::take(Workspace::open(folder_->path().toStdString()));
    }
    void cleanup() {
        BackgroundJob::waitForAll();
        ours_.reset(), theirs_.reset();
    }

    void theMarkTellsOthersFromOneself() {
        const std::string id = finishedRun(*ours_);
        QVERIFY(theirs_->runs());
        const std::string before = ours_->changeToken();
        RunSummary edited = *ours_->run(id);
        edited.name = "ours";
        QVERIFY(ours_->editRun(edited));
        QCOMPARE(ours_->changeToken(), before);
        edited.name = "theirs";
        QVERIFY(theirs_->editRun(edited));
        QVERIFY(ours_->changeToken() != before);
    }

    void theShownRunThatIsDeletedElsewhereIsToldAndLeft() {
        const std::string id = finishedRun(*ours_), other = finishedRun(*ours_);
        RunController runs;
        runs.setWorkspace(ours_);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{2}, kPatience);
        runs.open(QString::fromStdString(id));
        QTRY_VERIFY_WITH_TIMEOUT(runs.current(), kPatience);
        QSignalSpy warned(&runs, &RunController::warned);
        QVERIFY(theirs_->deleteRun(other));
        look(runs);
        QCOMPARE(runs.runs().size(), std::size_t{1});
        QVERIFY(runs.current() && warned.isEmpty());
        QVERIFY(theirs_->deleteRun(id));
        look(runs);
        QVERIFY(!runs.current());
        QCOMPARE(warned.count(), 1);
        // Brought back from here, it is shown again.
        runs.restore({QString::fromStdString(id)});
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == QString::fromStdString(id), kPatience);
    }

    void runsThatComeGoAndAreRenamed() {
        RunController runs;
        QSignalSpy listed(&runs, &RunController::runsChanged);
        runs.setWorkspace(ours_);
        QTRY_VERIFY_WITH_TIMEOUT(listed.count() >= 2, kPatience);
        const std::string id = finishedRun(*theirs_);
        look(runs);
        QCOMPARE(runs.runs().size(), std::size_t{1});
        RunSummary edited = *theirs_->run(id);
        edited.name = "renamed elsewhere";
        QVERIFY(theirs_->editRun(edited));
        look(runs);
        QCOMPARE(runs.runs().front().name, edited.name);
        listed.clear();
        for (int i = 0; i < 3; ++i) look(runs);
        QCOMPARE(listed.count(), 0);
        QVERIFY(theirs_->deleteRun(id));
        look(runs);
        QVERIFY(runs.runs().empty());
    }

    void aTrainingElsewhereIsToldLineByLine() {
        const auto record = testing::take(theirs_->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(record->setState(RunState::Running, 10, 0, 1));
        RunController runs;
        QSignalSpy listed(&runs, &RunController::runsChanged), progressed(&runs, &RunController::runProgressed);
        runs.setWorkspace(ours_);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{1}, kPatience);
        listed.clear();
        QVERIFY(record->setState(RunState::Running, 20, 0, 2));
        look(runs);
        QCOMPARE(runs.runs().front().step, std::int64_t{20});
        QCOMPARE(progressed.count(), 1);
        QCOMPARE(listed.count(), 0);
        QVERIFY(record->setState(RunState::Finished, 30, 1, 3));
        look(runs);
        QCOMPARE(runs.runs().front().state, RunState::Finished);
        QCOMPARE(listed.count(), 1);
    }

    void itsCurvesGrow() {
        const auto record = testing::take(theirs_->createRun(ExperimentConfig(), "", "data"));
        const auto train = [&record](std::int64_t step) {
            MetricSample sample;
            sample.step = step, sample.value = 1.0 / static_cast<double>(step);
            return record->addMetrics({&sample, 1}).ok() && record->flush().ok() &&
                   record->setState(RunState::Running, step, 0, 1).ok();
        };
        QVERIFY(train(10));
        RunController runs;
        RunLoader loader(runs);
        runs.setWorkspace(ours_);
        const QString id = QString::fromStdString(record->id());
        QTRY_VERIFY_WITH_TIMEOUT(runs.findRun(id), kPatience);
        runs.open(id);
        loader.want({id});
        const auto points = [](const std::shared_ptr<RunView>& view) {
            return view ? view->metrics.series(MetricId::TrainLoss).size() : std::size_t{0};
        };
        QTRY_COMPARE_WITH_TIMEOUT(points(runs.current()), std::size_t{1}, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(points(loader.view(id)), std::size_t{1}, kPatience);
        const auto shown = runs.current();
        QVERIFY(train(20));
        look(runs);
        QTRY_COMPARE_WITH_TIMEOUT(points(runs.current()), std::size_t{2}, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(points(loader.view(id)), std::size_t{2}, kPatience);
        QCOMPARE(runs.current(), shown);  // the page keeps its zoom
    }
};

QTEST_MAIN(TestOutsideChanges)
#include "tst_outside_changes.moc"
