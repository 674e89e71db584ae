// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/rank_activity.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

MetricSample sample(MetricId metric, std::int64_t step, double value) { return {metric, 0, step, 0, 0, 1.7e9, value}; }

}  // namespace

/// What the ranks of runs that train are told to do, from the records of these runs.
class TestRankActivity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRunsThatTrainWithRanks() {
        const QuickFolder folder;
        auto workspace = testing::take(Workspace::open(folder.path()));
        ExperimentConfig config;
        auto alone = testing::take(workspace->createRun(config, "", "data"));
        config.ranks = 3;
        auto ended = testing::take(workspace->createRun(config, "", "data"));
        QVERIFY(alone->setState(RunState::Running, 1, 0, 1) && ended->setState(RunState::Finished, 1, 0, 1));
        QVERIFY(rankActivities(*workspace)->empty());
        auto record = testing::take(workspace->createRun(config, "", "data"));
        QVERIFY(record->setState(RunState::Running, 1, 0, 1));
        const auto untold = testing::take(rankActivities(*workspace));
        QCOMPARE(untold.size(), std::size_t{1});
        QVERIFY(std::isnan(untold[0].waiting) && untold[0].slowestRank() == -1);
        std::vector<MetricSample> samples;
        for (std::int64_t step = 0; step < 8; ++step) {
            samples.push_back(sample(MetricId::WaitingShare, step, step % 2 == 0 ? 0.25 : 0.75));
            samples.push_back(sample(MetricId::RankBytes, step, 4000));
            samples.push_back(sample(MetricId::SlowestRank, step, step < 6 ? 2 : 0));
        }
        QVERIFY(record->addMetrics(samples) && record->flush());
        const auto told = testing::take(rankActivities(*workspace));
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].run.id, record->id());
        QCOMPARE(told[0].ranks, std::int64_t{3});
        QCOMPARE(told[0].waiting, 0.5);
        QCOMPARE(told[0].bytes, 4000.);
        QVERIFY((told[0].slowest == std::vector<double>{0.25, 0, 0.75}));
        QCOMPARE(told[0].slowestRank(), std::int64_t{2});
    }
};

QTEST_APPLESS_MAIN(TestRankActivity)
#include "tst_rank_activity.moc"
