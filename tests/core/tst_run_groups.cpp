// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/run_groups.h"
#include "store/run_ending.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

RunSummary runOf(std::int64_t hidden, std::int64_t seed, double best, RunState state = RunState::Finished) {
    static int count = 0;
    RunSummary run;
    run.id = "r" + std::to_string(++count);
    run.config.edit().hiddenSize = hidden;
    run.config.edit().seed = seed;
    run.config.edit().name = "run " + std::to_string(count);
    run.name = "h" + std::to_string(hidden);
    run.state = state;
    run.bestValidation = best;
    run.bestEpoch = std::isnan(best) ? -1 : 1;
    run.step = 10;
    run.seconds = static_cast<double>(hidden);
    return run;
}

}  // namespace

/// Which runs are one setting with several seeds, and which runs a verdict lacks.
class TestRunGroups : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesSeedsAndProcessesMakeNoGroup() {
        std::vector<RunSummary> runs = {runOf(8, 1, 0.5), runOf(8, 2, 0.6), runOf(16, 1, 0.4)};
        runs[1].config.edit().isolated = true;
        runs[1].config.edit().checkpointSeconds = 7;
        runs[1].config.edit().notes = "x";
        const auto groups = groupRuns(runs);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].scores.size(), std::size_t{2});
        QCOMPARE(groups[0].ids.size(), std::size_t{2});
        QCOMPARE(groups[0].seconds, 8.0);
        QVERIFY(sameSetting(runs[0].config, runs[1].config));
        QCOMPARE(settingsBetween(runs[0].config, runs[2].config), std::vector<std::string>{"hidden_size"});
        QVERIFY(groupRuns({}).empty());
    }

    void theNewestEndedRunOfASeedCounts() {
        // Newest first.
        const std::vector<RunSummary> runs = {runOf(8, 1, 0.3, RunState::Running), runOf(8, 1, 0.2, RunState::Interrupted), runOf(8, 1, 0.5), runOf(8, 1, 0.9)};
        const auto groups = groupRuns(runs);
        QCOMPARE(groups[0].scores.at(1), 0.5);
        QCOMPARE(groups[0].ids.size(), std::size_t{4});
    }

    void divergedRunsAreScores() {
        const std::vector<RunSummary> runs = {runOf(8, 1, NAN, RunState::Failed), runOf(8, 2, NAN), runOf(8, 3, 0.2, RunState::Failed)};
        const auto groups = groupRuns(runs);
        QCOMPARE(groups[0].scores.size(), std::size_t{3});
        for (const auto& [seed, score] : groups[0].scores) QVERIFY(std::isnan(score));
    }

    void runsThatAreNotTheirSettingsGiveNoScore() {
        std::vector<RunSummary> runs = {runOf(8, 1, 0.1), runOf(8, 2, 0.2), runOf(8, 3, 0.3), runOf(8, 4, 0.4), runOf(8, 5, 0.5)};
        for (RunSummary& run : runs) run.epochs = run.epoch = run.config.edit().epochs = 2000;
        const Field *rate = findField("learning_rate"), *epochs = findField("epochs");
        runs[0].epoch = 500;  // by hand: its time stands for a quarter
        runs[1].epoch = 200;  // by its own rule
        runs[1].bestEpoch = 180;
        runs[1].config.edit().earlyStop = 20;
        runs[2].changes = {{{rate, 0.001, 3e-4}, 5}};
        runs[3].changes = {{{epochs, std::int64_t{1000}, std::int64_t{2000}}, 5}};  // the settings follow a longer plan
        QVERIFY(stoppedByHand(runs[0]) && endedEarly(runs[1]) && !stoppedByHand(runs[1]) && changedWhileRunning(runs[2]) && !changedWhileRunning(runs[3]));
        QCOMPARE(wholeRunSeconds(runs[0]), 32.0);
        QCOMPARE(wholeRunSeconds(runs[1]), 8.0);
        const auto groups = groupRuns(runs);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].scores, (std::map<std::int64_t, double>{{4, 0.4}, {5, 0.5}}));
        QCOMPARE(groups[0].stopped, 1);
        QCOMPARE(groups[0].changed, 1);
        QCOMPARE(groups[0].seconds, (32.0 + 3 * 8) / 4);
        QCOMPARE(groups[1].scores, (std::map<std::int64_t, double>{{2, 0.2}}));
    }

    void pairsAreSharedSeedsInTheirOrder() {
        const std::vector<RunSummary> runs = {runOf(8, 5, 0.5), runOf(8, 1, 0.1), runOf(8, 3, 0.3), runOf(16, 3, 1.3), runOf(16, 1, 1.1), runOf(16, 9, 1.9)};
        const auto groups = groupRuns(runs);
        const auto pairs = pairScores(groups[0], groups[1]);
        QCOMPARE(pairs.seeds, (std::vector<std::int64_t>{1, 3}));
        QCOMPARE(pairs.a, (std::vector<double>{0.1, 0.3}));
        QCOMPARE(pairs.b, (std::vector<double>{1.1, 1.3}));
    }

    void missingRunsCompleteThePairs() {
        const std::vector<RunSummary> runs = {runOf(8, 1, 0.1), runOf(8, 2, 0.1), runOf(16, 2, 0.1), runOf(16, 7, 0.1)};
        const auto groups = groupRuns(runs);
        const auto missing = missingRuns(groups[0], groups[1], 5);
        // Pair 2 is there; 1 lacks the second, 7 the first; 8 and 9 lack both.
        QCOMPARE(missing.size(), std::size_t{6});
        const auto is = [&](std::size_t i, std::int64_t hidden, std::int64_t seed) { return missing[i].hiddenSize == hidden && missing[i].seed == seed; };
        QVERIFY(is(0, 16, 1) && is(1, 8, 7) && is(2, 8, 8) && is(3, 16, 8) && is(4, 8, 9) && is(5, 16, 9));
        QVERIFY(missingRuns(groups[0], groups[1], 1).empty());
        QCOMPARE(missingRuns(groups[0], groups[1], 2).size(), std::size_t{1});
        QCOMPARE(missingRuns({}, {}, 6).size(), std::size_t{12});
    }
};

QTEST_APPLESS_MAIN(TestRunGroups)
#include "tst_run_groups.moc"
