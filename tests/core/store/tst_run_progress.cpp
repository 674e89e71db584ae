// SPDX-License-Identifier: GPL-3.0-or-later
// How far a run has come is what is kept of its curves, also when nobody could say goodbye.
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

MetricSample sample(std::int64_t step) {
    return {MetricId::TrainLoss,
            0,
            step,
            static_cast<double>(step) / 10,
            static_cast<double>(step) / 100,
            1.7e9 + static_cast<double>(step),
            0.5};
}

}  // namespace

class TestRunProgress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aKilledRunHasComeAsFarAsItsCurves() {
        const QuickFolder folder, other;
        auto workspace = testing::take(Workspace::open(folder.path() / "a"));
        auto record = testing::take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(record->setState(RunState::Running, 3, 0, 0.03));
        const std::vector<MetricSample> samples = {sample(4), sample(27)};
        QVERIFY(record->addMetrics(samples) && record->flush());
        QCOMPARE(workspace->run(record->id())->step, std::int64_t{27});
        QCOMPARE(workspace->run(record->id())->epoch, std::int64_t{2});
        // What a kill leaves behind: the files as they are, and no process that holds them.
        const std::string id = record->id();
        auto found = testing::take(Workspace::open(other.path() / "b"));
        fs::copy(workspace->folder() / "runs" / id, found->folder() / "runs" / id, fs::copy_options::recursive);
        const RunSummary killed = testing::take(found->run(id));
        QCOMPARE(killed.state, RunState::Interrupted);
        QCOMPARE(killed.step, std::int64_t{27});
        QCOMPARE(killed.epoch, std::int64_t{2});
    }

    void whatIsTrainedAgainDoesNotCount() {
        const QuickFolder folder;
        auto workspace = testing::take(Workspace::open(folder.path()));
        auto record = testing::take(workspace->createRun(ExperimentConfig(), "", "data"));
        const std::vector<MetricSample> samples = {sample(18), sample(27)};
        QVERIFY(record->addMetrics(samples) && record->flush() && record->truncateAfter(20));
        const RunSummary cut = testing::take(workspace->run(record->id()));
        QCOMPARE(cut.step, std::int64_t{20});
        QCOMPARE(cut.epoch, std::int64_t{1});
        QVERIFY(record->truncateAfter(-1));
        QCOMPARE(workspace->run(record->id())->step, std::int64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestRunProgress)
#include "tst_run_progress.moc"
