// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue_plan.h"
#include "support/made_runs.h"

#include <QTest>

using namespace gatelab;

namespace {

RunSummary ended(const char* id, std::int64_t hidden, double seconds) {
    RunSummary run = test::endedRun(id, hidden);
    run.name = id;
    run.seconds = seconds;
    return run;
}

QueuedRun waiting(const char* id, std::int64_t hidden) {
    QueuedRun run;
    run.id = id;
    run.config.hiddenSize = hidden;
    return run;
}

}  // namespace

/// What runs that wait are called and how long they take.
class TestQueuePlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachIsCalledAsItsRunWillBe() {
        std::vector<RunSummary> runs{ended("kept", 4, 10)};
        runs[0].number = 3;
        RunQueue::State queue;
        queue.runs = {waiting("a", 8), waiting("b", 8), waiting("c", 8)};
        queue.runs[0].number = 5;
        queue.runs[1].number = 6, queue.runs[1].name = "as given";
        queue.runs[2].resume = "kept";
        const QueuePlan plan(queue, runs);
        QCOMPARE(plan.nameOf(queue.runs[0]).english(), std::string("#5 LSTM 8"));
        QCOMPARE(plan.nameOf(queue.runs[1]).english(), std::string("#6 as given"));
        QCOMPARE(plan.nameOf(queue.runs[2]).english(), std::string("#3 kept"));
        QCOMPARE(plan.nameOf(waiting("d", 16)).english(), std::string("LSTM 16"));  // not added yet
    }

    void timesComeFromRunsOfTheSameSettings() {
        const std::vector<RunSummary> runs{ended("a", 8, 10), ended("b", 8, 30), ended("c", 4, 1000)};
        RunQueue::State queue;
        queue.runs = {waiting("w", 8), waiting("x", 16), waiting("y", 16)};
        queue.runs[2].seconds = 7;  // as it was expected when it was added
        const QueuePlan plan(queue, runs);
        QCOMPARE(plan.secondsOf(queue.runs[0]), 20.0);
        QVERIFY(plan.secondsOf(queue.runs[1]) < 0);
        QCOMPARE(plan.secondsOf(queue.runs[2]), 7.0);
        const QueuePlan::Time left = plan.timeLeft(false);
        QVERIFY(!left.isWhole);
        QCOMPARE(left.seconds, 27.0);
        QueuedRun half = waiting("h", 8);
        half.moreEpochs = half.config.epochs / 2;
        QCOMPARE(plan.secondsOf(half),
                 20.0 * static_cast<double>(half.moreEpochs) / static_cast<double>(half.config.epochs));
    }

    void whatTrainsTellsOfItsSettings() {
        RunSummary live = ended("live", 8, 5);
        live.state = RunState::Running;
        RunQueue::State queue;
        queue.runs = {waiting("w", 8)};
        QCOMPARE(QueuePlan(queue, {}, QueuePlan::Training{live, 15}).secondsOf(queue.runs[0]), 20.0);
        QCOMPARE(QueuePlan(queue, {}, QueuePlan::Training{live, 15}).timeLeft(false).seconds, 20.0);
        const QueuePlan unknown(queue, {}, QueuePlan::Training{live, -1});
        QVERIFY(unknown.secondsOf(queue.runs[0]) < 0 && !unknown.timeLeft(false).isWhole);
        QVERIFY(QueuePlan({}, {}).timeLeft(false).isWhole);
    }

    void aSeedIsNeitherKeptNorWaiting() {
        std::vector<RunSummary> runs{ended("a", 8, 1)};
        runs[0].config.edit().seed = 5;
        RunQueue::State queue;
        queue.runs = {waiting("w", 8)};
        queue.runs[0].config.seed = 9;
        const QueuePlan plan(queue, runs);
        ExperimentConfig setting = queue.runs[0].config;
        setting.seed = 1;
        QCOMPARE(plan.freeSeed(setting), std::int64_t{10});
    }
};

QTEST_APPLESS_MAIN(TestQueuePlan)
#include "tst_queue_plan.moc"
