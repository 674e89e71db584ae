// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/run_ending.h"
#include "support/made_runs.h"
#include "verdict/run_groups.h"

#include <QTest>

#include <cmath>
#include <span>

using namespace gatelab;

namespace {

RunSummary runOf(std::int64_t hidden, std::int64_t seed, double best, RunState state = RunState::Finished) {
    static int count = 0;
    RunSummary run = test::endedRun("r" + std::to_string(++count), hidden, seed, best);
    run.config.edit().name = "run " + std::to_string(count);
    run.state = state;
    run.seconds = static_cast<double>(hidden);
    return run;
}

/// A run that failed, with the last loss that it saw.
RunSummary failedRun(std::int64_t seed, double loss) {
    RunSummary run = runOf(8, seed, 0.2, RunState::Failed);
    run.lastValues.edit() = {{"train_loss", loss}, {"gradient_norm", loss}};
    return run;
}

std::map<std::int64_t, double> scoresOf(const RunGroup& group) {
    std::map<std::int64_t, double> scores;
    for (const auto& [seed, score] : group.scores) scores[seed] = score.validation;
    return scores;
}

}  // namespace

/// Which runs are one setting with several seeds, and which runs a verdict lacks.
class TestRunGroups : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTestPartMayPointElsewhere() {
        std::vector<RunSummary> runs;
        for (const int seed : {1, 2, 3}) {
            runs.push_back(runOf(8, seed, 0.5)), runs.push_back(runOf(16, seed, 0.4));
            runs[runs.size() - 2].scores.edit() = {{"model", "standardised", "mse", 0.1},
                                                   {"linear", "standardised", "mse", 9}};
            runs.back().scores.edit() = {{"model", "standardised", "mse", seed == 3 ? 0.05 : 0.2},
                                         {"model", "original", "mse", 0.01}};
        }
        const auto groups = groupRuns(runs);
        QCOMPARE(groups.size(), std::size_t{2});
        const bool first = groups[0].config.hiddenSize == 8;
        const ScoreLead lead = scoreLead(groups[first ? 0 : 1], groups[first ? 1 : 0], VerdictScore::Test);
        QCOMPARE(lead.pairs, 3);
        QCOMPARE(lead.better, 2);
        QCOMPARE(lead.worse, 1);
    }

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

    void theRunOfASeedThatEndedFirstCounts() {
        // Newest first.
        std::vector<RunSummary> runs = {runOf(8, 1, 0.3, RunState::Running), runOf(8, 1, 0.2, RunState::Interrupted),
                                        runOf(8, 1, 0.5), runOf(8, 1, 0.9)};
        const auto groups = groupRuns(runs);
        QCOMPARE(groups[0].scores.at(1).validation, 0.9);
        QCOMPARE(groups[0].ids.size(), std::size_t{4});
        QVERIFY(groups[0].unfinished.empty());  // its seed has a score
        runs[2].ended = 100;
        runs[3].ended = 200;  // began first, but was paused
        QCOMPARE(groupRuns(runs)[0].scores.at(1).validation, 0.5);
    }

    void onlyDivergedRunsCountAsDiverged() {
        // Out of memory and a lost device leave finite figures.
        std::vector<RunSummary> runs = {failedRun(1, NAN),
                                        failedRun(2, INFINITY),
                                        failedRun(3, 0.4),
                                        runOf(8, 4, 0.2, RunState::Failed),
                                        runOf(8, 5, 0.3, RunState::Interrupted),
                                        runOf(8, 6, NAN),
                                        runOf(8, 7, NAN),
                                        runOf(8, 8, 0.1, RunState::Running)};
        runs[5].lastValues.edit() = {{"train_loss", 0.5}, {"validation_loss", NAN}};
        runs[2].name = "out of memory";
        const auto groups = groupRuns(runs);
        QCOMPARE(groups[0].scores.size(), std::size_t{3});
        for (const std::int64_t seed : {1, 2, 6}) QVERIFY(std::isnan(groups[0].scores.at(seed).validation));
        QCOMPARE(groups[0].unfinished, (std::vector<std::string>{"out of memory", "h8", "h8"}));
    }

    void olderRunsOfAWantedSettingAreFound() {
        std::vector<RunSummary> runs;
        for (std::int64_t seed = 1; seed <= 4; ++seed) runs.push_back(runOf(8, seed, 0.1));
        for (std::int64_t seed = 1; seed <= 4; ++seed) runs.push_back(runOf(16, seed, 0.2));
        for (std::int64_t seed = 5; seed <= 8; ++seed)
            for (const std::int64_t hidden : {8, 16, 32}) runs.push_back(runOf(hidden, seed, 0.3));
        const auto newest = groupRuns(runs, 2);
        QCOMPARE(newest.size(), std::size_t{1});
        QCOMPARE(newest[0].scores.size(), std::size_t{8});
        const auto both = groupRuns(runs, 2, {runs[6].id});
        QCOMPARE(both.size(), std::size_t{2});
        QCOMPARE(both[1].config.hiddenSize, std::int64_t{16});
        QCOMPARE(both[1].ids.size(), std::size_t{8});
        QCOMPARE(both[1].ids.front(), runs[4].id);
    }

    void runsThatAreNotTheirSettingsGiveNoScore() {
        std::vector<RunSummary> runs = {runOf(8, 1, 0.1), runOf(8, 2, 0.2), runOf(8, 3, 0.3), runOf(8, 4, 0.4),
                                        runOf(8, 5, 0.5)};
        for (RunSummary& run : runs) run.epochs = run.epoch = run.config.edit().epochs = 2000;
        const Field *rate = findField("learning_rate"), *epochs = findField("epochs");
        runs[0].epoch = 500;  // by hand: its time stands for a quarter
        runs[1].epoch = 200;  // by its own rule
        runs[1].bestEpoch = 180;
        runs[1].config.edit().earlyStop = 20;
        runs[2].changes = {{{rate, 0.001, 3e-4}, 5}};
        runs[3].changes = {{{epochs, std::int64_t{1000}, std::int64_t{2000}}, 5}};  // the settings follow a longer plan
        QVERIFY(stoppedByHand(runs[0]) && endedEarly(runs[1]) && !stoppedByHand(runs[1]) &&
                changedWhileRunning(runs[2]) && !changedWhileRunning(runs[3]));
        QCOMPARE(wholeRunSeconds(runs[0]), 32.0);
        QCOMPARE(wholeRunSeconds(runs[1]), 8.0);
        const auto groups = groupRuns(runs);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(scoresOf(groups[0]), (std::map<std::int64_t, double>{{4, 0.4}, {5, 0.5}}));
        QCOMPARE(groups[0].stopped, 1);
        QCOMPARE(groups[0].changed, 1);
        QCOMPARE(groups[0].seconds, (32.0 + 3 * 8) / 4);
        QCOMPARE(scoresOf(groups[1]), (std::map<std::int64_t, double>{{2, 0.2}}));
    }

    void aLongerRunOfAScheduleThatSpansTheRunGivesNoScore_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("counts");
        QTest::newRow("constant") << "schedule"
                                  << "constant" << true;
        QTest::newRow("cosine") << "schedule"
                                << "cosine" << false;
        QTest::newRow("one-cycle") << "schedule"
                                   << "one-cycle" << false;
        QTest::newRow("patience") << "early_stop"
                                  << "5" << false;
    }
    void aLongerRunOfAScheduleThatSpansTheRunGivesNoScore() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(bool, counts);
        std::vector<RunSummary> runs = {runOf(8, 1, 0.1), runOf(8, 2, 0.2)};
        const Field& field = *findField(key.toStdString());
        for (RunSummary& run : runs) {
            run.config.edit().epochs = run.epochs = run.epoch = 20;
            QVERIFY(setFieldValue(run.config.edit(), field, *parseFieldValue(field, value.toStdString())).ok());
        }
        runs[0].changes = {{{findField("epochs"), std::int64_t{10}, std::int64_t{20}}, 5}};
        QCOMPARE(changedWhileRunning(runs[0]), !counts);
        QVERIFY(!changedWhileRunning(runs[1]));
        const auto groups = groupRuns(runs);
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].changed, counts ? 0 : 1);
        QCOMPARE(groups[0].scores.contains(1), counts);
        QVERIFY(groups[0].scores.contains(2));
    }

    void pairsThatComeLaterStandBehind() {
        const auto pair = [](std::vector<RunSummary>& runs, std::int64_t seed, double began, double ended) {
            for (const std::int64_t hidden : {8, 16}) {
                runs.insert(runs.begin(), runOf(hidden, seed, 0.1 * static_cast<double>(hidden)));
                runs.front().created = began++;
                runs.front().ended = ended++;
            }
        };
        std::vector<RunSummary> runs;
        for (const std::int64_t seed : {11, 12, 13, 14, 15, 16})
            pair(runs, seed, static_cast<double>(1000 * seed), static_cast<double>(1000 * seed + 100));
        const auto seeds = [&runs] {
            const auto groups = groupRuns(runs);
            return pairScores(groups[0], groups[1]).seeds;
        };
        const std::vector<std::int64_t> six{11, 12, 13, 14, 15, 16};
        QCOMPARE(seeds(), six);
        pair(runs, 3, 20000, 20100);   // a smaller seed
        pair(runs, 2, 500, 30000);     // begun before all, and continued now
        pair(runs, 13, 40000, 40100);  // a repeat
        QCOMPARE(seeds(), (std::vector<std::int64_t>{11, 12, 13, 14, 15, 16, 3, 2}));
        // Runs of older programs: as if they had never paused.
        for (RunSummary& run : runs) run.ended = 0;
        QCOMPARE(seeds(), (std::vector<std::int64_t>{2, 11, 12, 13, 14, 15, 16, 3}));
    }

    void pairsAreSharedSeeds() {
        const std::vector<RunSummary> runs = {runOf(8, 5, 0.5),  runOf(8, 1, 0.1),  runOf(8, 3, 0.3),
                                              runOf(16, 3, 1.3), runOf(16, 1, 1.1), runOf(16, 9, 1.9)};
        const auto groups = groupRuns(runs);
        const auto pairs = pairScores(groups[0], groups[1]);
        QCOMPARE(pairs.seeds, (std::vector<std::int64_t>{1, 3}));
        QCOMPARE(pairs.a, (std::vector<double>{0.1, 0.3}));
        QCOMPARE(pairs.b, (std::vector<double>{1.1, 1.3}));
    }

    void runsOfGivenWeightsAreNoPairs() {
        std::vector<RunSummary> runs = {runOf(8, 1, 0.1),  runOf(8, 2, 0.2),  runOf(8, 3, 0.3), runOf(8, 1, 0.4),
                                        runOf(16, 1, 0.5), runOf(16, 2, 0.6), runOf(16, 3, 0.7)};
        runs[0].parent = "mother";
        runs[0].branchStep = 405;
        runs[1].startWeights = "/old.safetensors";
        for (RunSummary& run : runs) run.config.edit().name.clear();
        const auto groups = groupRuns(runs);
        QCOMPARE(groups.size(), std::size_t{4});  // the branch, the file's, the fresh ones of either size
        QCOMPARE(groups[0].start, std::string("mother 405"));
        QCOMPARE(groups[1].start, std::string("/old.safetensors"));
        QVERIFY(groups[2].start.empty() && groups[3].start.empty());
        QCOMPARE(scoresOf(groups[2]), (std::map<std::int64_t, double>{{1, 0.4}, {3, 0.3}}));
        for (const int given : {0, 1}) {
            QVERIFY(pairScores(groups[given], groups[3]).seeds.empty());
            QVERIFY(pairScores(groups[3], groups[given]).seeds.empty());
            QCOMPARE(fromTheStart(groups[given], groups).ids, groups[2].ids);
        }
        QCOMPARE(pairScores(groups[2], groups[3]).seeds.size(), std::size_t{2});
        // Without a run from the start, all of them are missing.
        const RunGroup none = fromTheStart(groups[0], std::span(groups).first(1));
        QVERIFY(none.ids.empty() && none.scores.empty() && sameSetting(none.config, groups[0].config));
        QCOMPARE(missingRuns(none, groups[3], 3).size(), std::size_t{3});
        // Branches from one checkpoint began alike, from another step or parent not.
        std::vector<RunSummary> branches = {runs[0], runs[0], runs[0], runs[0]};
        branches[2].branchStep = 135;
        branches[3].parent = "aunt";
        QCOMPARE(groupRuns(branches).size(), std::size_t{3});
    }

    void theMarkerOfAGroupStays() {
        std::vector<RunSummary> runs = {runOf(8, 2, 0.1), runOf(8, 1, 0.2)};
        runs[0].colour = 5, runs[1].colour = 3;
        QCOMPARE(groupRuns(runs)[0].colour, 3);  // of the oldest
        runs.insert(runs.begin(), runOf(8, 3, 0.1));
        runs.front().colour = 7;
        QCOMPARE(groupRuns(runs)[0].colour, 3);
    }

    void thePriceIsTheTimeOfASample() {
        std::vector<RunSummary> runs;
        for (std::int64_t seed = 1; seed <= 3; ++seed)
            for (const std::int64_t hidden : {8, 16}) {
                runs.push_back(runOf(hidden, seed, 0.1));
                // One was disturbed
                runs.back().lastValues.edit() = {
                    {"samples_per_second", hidden == 8 ? 300.0 : 100.0 + (seed == 3 ? -99 : 0)}};
            }
        auto groups = groupRuns(runs);
        QCOMPARE(timeRatio(groups[1], groups[0]), 3.0);
        QVERIFY(qFuzzyCompare(timeRatio(groups[0], groups[1]), 1.0 / 3));
        for (RunSummary& run : runs) run.lastValues.edit().clear();
        groups = groupRuns(runs);
        QVERIFY(std::isnan(timeRatio(groups[0], groups[1])));
    }

    void settingsWithoutEffectAreNotCounted() {
        ExperimentConfig a, b;
        a.hiddenSize = 8, b.hiddenSize = 16;
        a.dataPath = b.dataPath = "/data/a.csv";
        b.builtin = "grammar";  // a file is read
        QCOMPARE(changesBetween(a, b).size(), std::size_t{2});
        QCOMPARE(effectiveChanges(a, b).size(), std::size_t{1});
    }

    void missingRunsCompleteThePairs() {
        const std::vector<RunSummary> runs = {runOf(8, 1, 0.1), runOf(8, 2, 0.1), runOf(16, 2, 0.1), runOf(16, 7, 0.1)};
        const auto groups = groupRuns(runs);
        const auto missing = missingRuns(groups[0], groups[1], 5);
        // Pair 2 is there; 1 lacks the second, 7 the first; 8 and 9 lack both.
        QCOMPARE(missing.size(), std::size_t{6});
        const auto is = [&](std::size_t i, std::int64_t hidden, std::int64_t seed) {
            return missing[i].hiddenSize == hidden && missing[i].seed == seed;
        };
        QVERIFY(is(0, 16, 1) && is(1, 8, 7) && is(2, 8, 8) && is(3, 16, 8) && is(4, 8, 9) && is(5, 16, 9));
        QVERIFY(missingRuns(groups[0], groups[1], 1).empty());
        QCOMPARE(missingRuns(groups[0], groups[1], 2).size(), std::size_t{1});
        QCOMPARE(missingRuns({}, {}, 6).size(), std::size_t{12});
    }

    void aSeedThatGoesOnIsNotAskedForAgain() {
        std::vector<RunSummary> runs = {runOf(8, 1, 0.1), runOf(16, 1, 0.1), runOf(8, 2, 0.1), runOf(16, 2, 0.1)};
        runs.back().state = RunState::Running;
        const auto groups = groupRuns(runs);
        QVERIFY(groups[1].training.contains(2) && !groups[1].scores.contains(2));
        QVERIFY(missingRuns(groups[0], groups[1], 2).empty());
        const auto missing = missingRuns(groups[0], groups[1], 3);
        QCOMPARE(missing.size(), std::size_t{2});
        QCOMPARE(missing[0].seed, std::int64_t{3});
        QCOMPARE(pairScores(groups[0], groups[1]).seeds.size(), std::size_t{1});
    }

    void runsWithoutAValidationPartArePairedByTheirOtherScores() {
        std::vector<RunSummary> runs;
        for (const int seed : {1, 2}) {
            for (const int hidden : {8, 16}) {
                runs.push_back(runOf(hidden, seed, 0));
                runs.back().bestEpoch = -1;
                runs.back().seconds = 10;
                runs.back().lastValues.edit() = {{"train_loss", 0.1}};
                runs.back().scores.edit() = {{"model", "standardised", "mse", 0.1 * seed}};
            }
        }
        const auto groups = groupRuns(runs);
        QVERIFY(!groups[0].scores.at(1).isValidated && !groups[0].scores.at(1).diverged());
        QCOMPARE(pairScores(groups[0], groups[1], VerdictScore::Validation).seeds.size(), std::size_t{0});
        QCOMPARE(pairScores(groups[0], groups[1], VerdictScore::Test).seeds, (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(pairScores(groups[0], groups[1], VerdictScore::Time).seeds.size(), std::size_t{2});
        QVERIFY(missingRuns(groups[0], groups[1], 2).empty());
        // One that diverged counts as such.
        runs.back().lastValues.edit() = {{"train_loss", std::numeric_limits<double>::quiet_NaN()}};
        QVERIFY(groupRuns(runs)[1].scores.at(2).diverged() || groupRuns(runs)[0].scores.at(2).diverged());
    }

    void pairsAreOfTheChosenScore() {
        std::vector<RunSummary> runs;
        for (const int seed : {1, 2, 3}) {
            runs.push_back(runOf(8, seed, 0.5)), runs.push_back(runOf(16, seed, 0.4));
            for (std::size_t i = runs.size() - 2; i < runs.size(); ++i) {
                runs[i].seconds = 10.0 * static_cast<double>(runs[i].config->hiddenSize);
                runs[i].lastValues.edit() = {{"engine_peak", 100.0 + seed}};
                runs[i].scores.edit() = {{"model", "standardised", "mse", 0.1 * seed}};
            }
        }
        runs.back().scores.edit().clear();
        const auto groups = groupRuns(runs);
        const auto of = [&](VerdictScore score) { return pairScores(groups[0], groups[1], score); };
        QCOMPARE(of(VerdictScore::Validation).seeds.size(), std::size_t{3});
        QCOMPARE(of(VerdictScore::Test).seeds, (std::vector<std::int64_t>{1, 2}));  // 3 has no score of its test part
        QCOMPARE(of(VerdictScore::Time).a.front(), 10.0 * static_cast<double>(groups[0].config.hiddenSize));
        QCOMPARE(of(VerdictScore::Memory).b.back(), 103.0);
        ExperimentConfig forecast, classes, text;
        classes.task = "classification";
        text.task = "labelling", text.csvShape = "characters";
        QVERIFY(lowerIsBetter(VerdictScore::Test, forecast) && !lowerIsBetter(VerdictScore::Test, classes));
        QVERIFY(lowerIsBetter(VerdictScore::Test, text));
        QVERIFY(sameScores(VerdictScore::Test, classes) == SameScores::AreCounts);
        QVERIFY(sameScores(VerdictScore::Test, text) == SameScores::AreCopies);
        for (const VerdictScore score : kVerdictScores) QVERIFY(verdictScoreOf(verdictScoreKey(score)) == score);
    }
};

QTEST_APPLESS_MAIN(TestRunGroups)
#include "tst_run_groups.moc"
