// SPDX-License-Identifier: GPL-3.0-or-later
// What the board says of a group against its base, and what the next answer lacks.
#include "app/board_verdict.h"
#include "support/made_runs.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
using ScoreOf = std::function<double(int seed)>;

/// NaN: it diverged. A run of 8 units takes 8 s.
RunSummary runOf(std::int64_t hidden, int seed, double best) {
    RunSummary run = test::endedRun("run-" + std::to_string(hidden) + "-" + std::to_string(100 + seed), hidden, seed);
    run.bestValidation = best;
    run.seconds = static_cast<double>(hidden);
    if (std::isnan(best)) {
        run.state = RunState::Failed;
        run.bestEpoch = -1;
        run.lastValues.edit() = {{"train_loss", best}};
    }
    return run;
}

const char* const kChallenger = "run-8-101";
const char* const kBase = "run-4-101";

/// Newest first.
std::vector<RunSummary> runsOf(int pairs, const ScoreOf& of8, const ScoreOf& of4) {
    std::vector<RunSummary> runs;
    for (int seed = pairs; seed >= 1; --seed) {
        runs.push_back(runOf(8, seed, of8(seed)));
        runs.push_back(runOf(4, seed, of4(seed)));
    }
    return runs;
}

double base(int seed) { return 0.5 + 0.01 * seed; }

/// Differences of this mean and this deviation of six of them.
ScoreOf offBy(double mean, double deviation) {
    return [=](int seed) { return base(seed) + mean + (seed % 2 == 0 ? 1 : -1) * 0.9128709 * deviation; };
}

BoardVerdict judged(const std::vector<RunSummary>& runs, std::optional<VerdictScore> score = {},
                    const std::vector<ExperimentConfig>& waiting = {}) {
    const Board board = makeBoard(runs, {});
    const BoardRow *challenger = board.find(kChallenger), *against = board.find(kBase);
    if (!challenger || !against) return {};
    return boardVerdict(board, *challenger, *against, score, waiting);
}

RunSummary branchOf(const RunSummary& parent) {
    RunSummary run = parent;
    run.id += "-branch";
    run.parent = parent.id;
    run.branchStep = 405;
    return run;
}

}  // namespace

class TestBoardVerdict : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answers_data() {
        QTest::addColumn<int>("pairs");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("deviation");
        QTest::addColumn<int>("answer");
        QTest::addColumn<int>("restsOn");
        QTest::addColumn<int>("nextLook");
        QTest::addColumn<bool>("hasInterval");
        const auto row = [](const char* name, int pairs, double mean, double deviation, BoardAnswer answer, int restsOn,
                            int nextLook, bool hasInterval) {
            QTest::newRow(name) << pairs << mean << deviation << static_cast<int>(answer) << restsOn << nextLook
                                << hasInterval;
        };
        row("1 pair", 1, -0.1, 0.001, BoardAnswer::TooEarly, 1, 6, false);
        row("2 pairs", 2, -0.1, 0.001, BoardAnswer::TooEarly, 2, 6, false);
        row("3 pairs", 3, -0.1, 0.001, BoardAnswer::TooEarly, 3, 6, true);
        row("5 pairs", 5, -0.1, 0.001, BoardAnswer::TooEarly, 5, 6, true);
        row("6, better", 6, -0.1, 0.001, BoardAnswer::Better, 6, 0, true);
        row("6, worse", 6, 0.1, 0.001, BoardAnswer::Worse, 6, 0, true);
        row("6, equal", 6, 0, 1e-5, BoardAnswer::Equal, 6, 0, true);
        row("6, not clear", 6, -0.02, 0.02, BoardAnswer::TooEarly, 6, 12, true);
        row("8, not clear", 8, -0.02, 0.02, BoardAnswer::TooEarly, 8, 12, true);
        row("12, better", 12, -0.02, 0.02, BoardAnswer::Better, 12, 0, true);
        row("14, better at 12", 14, -0.02, 0.02, BoardAnswer::Better, 12, 0, true);
        row("6, would need too many", 6, -0.001, 0.03, BoardAnswer::TooSmall, 6, 12, true);
        row("24, holds zero", 24, -0.001, 0.03, BoardAnswer::TooSmall, 24, 0, true);
    }
    void answers() {
        QFETCH(int, pairs);
        QFETCH(double, mean);
        QFETCH(double, deviation);
        QFETCH(int, answer);
        QFETCH(int, restsOn);
        QFETCH(int, nextLook);
        QFETCH(bool, hasInterval);
        const BoardVerdict told = judged(runsOf(pairs, offBy(mean, deviation), base));
        QCOMPARE(static_cast<int>(told.answer), answer);
        QCOMPARE(told.effect.pairs, restsOn);
        QCOMPARE(told.verdict.nextLook, nextLook);
        QCOMPARE(told.verdict.pairsGiven, pairs);
        QCOMPARE(told.effect.hasInterval(), hasInterval);
        QVERIFY(told.effect.hasSize() && told.effect.isShare);
        QVERIFY(!hasInterval || (told.effect.low <= told.effect.size && told.effect.size <= told.effect.high));
        // Only what is too early lacks runs: both settings for each seed, 8 and 4 s.
        const bool lacks = told.answer == BoardAnswer::TooEarly;
        QCOMPARE(told.isSoFar(), lacks);
        QCOMPARE(told.missingSeeds(), lacks ? nextLook - pairs : 0);
        QCOMPARE(told.missing.size(), static_cast<std::size_t>(lacks ? 2 * (nextLook - pairs) : 0));
        QCOMPARE(told.seconds, lacks ? 12.0 * (nextLook - pairs) : 0.0);
    }

    void withoutAPairThereIsNoEffect() {
        std::vector<RunSummary> runs{runOf(8, 1, 0.4), runOf(4, 2, 0.5)};
        const Board board = makeBoard(runs, {});
        const BoardVerdict told = boardVerdict(board, *board.find(kChallenger), *board.find("run-4-102"));
        QCOMPARE(told.answer, BoardAnswer::TooEarly);
        QVERIFY(!told.effect.hasSize() && !told.effect.hasInterval());
        QCOMPARE(told.verdict.pairsGiven, 0);
        // The other half of each seed, then four seeds of both.
        QCOMPARE(told.missing.size(), std::size_t{10});
        QCOMPARE(told.missingSeeds(), 6);
    }

    /// Differences of -0.09, -0.10 and -0.11 to a base of 0.5: mean -0.1, standard error 0.01 / sqrt(3), and Student's
    /// t of two degrees of freedom is 4.302653 at 95 %.
    void theIntervalSoFarIsTheOneComputedByHand() {
        const auto of8 = [](int seed) { return 0.42 - 0.01 * seed; };
        const BoardVerdict told = judged(runsOf(3, of8, [](int) { return 0.5; }));
        QVERIFY(std::abs(told.effect.size + 0.2) < 1e-12);
        const double half = 4.302653 * 0.01 / std::sqrt(3.0) / 0.5;
        QVERIFY(std::abs(told.effect.low - (-0.2 - half)) < 1e-7);
        QVERIFY(std::abs(told.effect.high - (-0.2 + half)) < 1e-7);
    }

    void theIntervalOfALookIsThatOfTheVerdict() {
        const BoardVerdict told = judged(runsOf(6, offBy(-0.1, 0.01), base));
        QCOMPARE(told.effect.low, told.verdict.low / told.verdict.baseMean);
        QCOMPARE(told.effect.high, told.verdict.high / told.verdict.baseMean);
        QVERIFY(told.effect.high < 0);
    }

    void aShareOfALikelihoodSaysNothing() {
        std::vector<RunSummary> runs = runsOf(3, offBy(-0.1, 0.01), base);
        for (RunSummary& run : runs) run.config.edit().loss = "gaussian-nll";
        const BoardVerdict told = judged(runs);
        QVERIFY(!told.effect.isShare);
        QVERIFY(std::abs(told.effect.size + 0.1) < 0.01);
    }

    void ifAllRunsDivergedNothingIsAsked() {
        const auto none = [](int) { return kNaN; };
        const BoardVerdict told = judged(runsOf(6, none, none));
        QCOMPARE(told.answer, BoardAnswer::AllDiverged);
        QVERIFY(!told.effect.hasSize() && !told.effect.hasInterval() && told.missing.empty());
    }

    void ifOneSideDivergedTheDifferenceHasNoSize() {
        const auto of4 = [](int seed) { return seed == 6 ? 0.9 : base(seed); };  // what the others count as
        const BoardVerdict told = judged(runsOf(
            6, [](int) { return kNaN; }, of4));
        QCOMPARE(told.answer, BoardAnswer::Worse);
        QVERIFY(!told.effect.hasSize() && !told.effect.hasInterval());
        QCOMPARE(told.verdict.divergedA, 6);
        // Of one run of many the difference has a size.
        const BoardVerdict one = judged(runsOf(
            6, [](int seed) { return seed == 6 ? kNaN : base(seed) + 0.4 + 0.001 * seed; }, base));
        QCOMPARE(one.verdict.divergedA, 1);
        QVERIFY(one.effect.hasSize() && one.effect.hasInterval() && one.effect.size > 0);
    }

    void whatNoSeedVariesHasNoVerdict() {
        const BoardVerdict told = judged(runsOf(
            6, [](int) { return 0.4; }, [](int) { return 0.5; }));
        QCOMPARE(told.answer, BoardAnswer::SeedsRepeat);
        QVERIFY(std::abs(told.effect.size + 0.2) < 1e-12);
        QVERIFY(!told.effect.hasInterval() && told.missing.empty());
    }

    void copiesOfAResultAreNoSeeds() {
        const ScoreOf kept = [](int seed) { return seed == 1 ? 0.0415 : seed == 13 ? 0.05 : 0.0766; };
        const ScoreOf still = [](int) { return 0.0482; };
        const BoardVerdict told = judged(runsOf(7, kept, still));
        QCOMPARE(told.answer, BoardAnswer::TooEarly);
        QCOMPARE(told.effect.pairs, 7);
        QCOMPARE(told.effect.results, 2);
        QVERIFY(told.effect.hasSize() && !told.effect.hasInterval());
        QCOMPARE(judged(runsOf(24, kept, still)).answer, BoardAnswer::SeedsRepeat);
    }

    void otherQuantitiesAreNotCompared_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("measure");
        const auto row = [](const char* key, BoardMeasure measure) {
            QTest::newRow(key) << QByteArray(key) << static_cast<int>(measure);
        };
        row("loss", BoardMeasure::Loss);
        row("data", BoardMeasure::Data);
        row("split", BoardMeasure::Split);
        row("targets", BoardMeasure::Target);
        row("horizon", BoardMeasure::Horizon);
    }
    void otherQuantitiesAreNotCompared() {
        QFETCH(QByteArray, key);
        QFETCH(int, measure);
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001), base);
        const Field& field = *findField(key.toStdString());
        for (RunSummary& run : runs) {
            if (run.config->hiddenSize == 4) continue;
            const FieldValue usual = fieldValue(run.config, field);
            FieldValue other = std::string("other");
            if (std::holds_alternative<std::int64_t>(usual)) other = std::int64_t{7};
            if (std::holds_alternative<std::vector<std::string>>(usual)) other = std::vector<std::string>{"other"};
            QVERIFY(setFieldValue(run.config.edit(), field, other).ok());
        }
        const BoardVerdict told = judged(runs);
        QCOMPARE(told.answer, BoardAnswer::NotComparable);
        QCOMPARE(told.differs, std::vector{static_cast<BoardMeasure>(measure)});
        QVERIFY(!told.effect.hasSize() && !told.effect.hasInterval());
        // Its settings are trained as the base was, with a seed of the base.
        QCOMPARE(told.missing.size(), std::size_t{1});
        QVERIFY(sameMeasure(told.missing[0], runs[1].config));
        QCOMPARE(told.missing[0].hiddenSize, std::int64_t{8});
        QCOMPARE(told.missing[0].seed, std::int64_t{1});
        QCOMPARE(told.seconds, 8.0);
        // Once that is there it is what can be compared.
        runs.insert(runs.begin(), runOf(8, 1, 0.4));
        runs.front().id = "here";
        const BoardVerdict later = judged(runs);
        QVERIFY(later.missing.empty());
        QCOMPARE(later.challengerInstead, std::string("here"));
        QCOMPARE(later.baseInstead, std::string(kBase));
    }

    void whatBeganWithGivenWeightsIsNoPair() {
        std::vector<RunSummary> runs = runsOf(2, offBy(-0.1, 0.001), base);
        RunSummary branch = branchOf(runs[0]);
        branch.config.edit().learningRate = 1e-5;
        runs.insert(runs.begin(), branch);
        Board board = makeBoard(runs, {});
        const BoardVerdict told = boardVerdict(board, *board.find(branch.id), *board.find(kBase));
        QCOMPARE(told.answer, BoardAnswer::NoPairs);
        QVERIFY(!told.effect.hasSize() && told.challengerInstead.empty());
        // All six pairs are trained from the start: none of them is the branch's, two of the base are there.
        QCOMPARE(told.missing.size(), std::size_t{10});
        QCOMPARE(std::ranges::count(told.missing, 1e-5, &ExperimentConfig::learningRate), 6);
        // A branch whose settings are there from the start.
        runs.front().config.edit().learningRate = runs[1].config->learningRate;
        board = makeBoard(runs, {});
        const BoardVerdict there = boardVerdict(board, *board.find(branch.id), *board.find(kBase));
        QCOMPARE(there.challengerInstead, std::string(kChallenger));
        QCOMPARE(there.baseInstead, std::string(kBase));
        // Against its own settings nothing could be compared.
        const BoardVerdict own = boardVerdict(board, *board.find(branch.id), *board.find(kChallenger));
        QVERIFY(own.answer == BoardAnswer::NoPairs && own.missing.empty() && own.challengerInstead.empty());
    }

    void whatWaitsIsNotAskedForAgain() {
        const std::vector<RunSummary> runs = runsOf(4, offBy(-0.1, 0.001), base);
        std::vector<ExperimentConfig> waiting = judged(runs).missing;
        QCOMPARE(waiting.size(), std::size_t{4});
        BoardVerdict told = judged(runs, {}, waiting);
        QVERIFY(told.missing.empty());
        QCOMPARE(told.waiting, 4);
        QCOMPARE(told.seconds, 0.0);
        waiting.pop_back();
        waiting.front().hiddenSize = 16;  // another setting
        told = judged(runs, {}, waiting);
        QCOMPARE(told.missing.size(), std::size_t{2});
        QCOMPARE(told.waiting, 2);
    }

    void aSeedInTrainingIsNotAskedForAgain() {
        std::vector<RunSummary> runs = runsOf(5, offBy(-0.1, 0.001), base);
        RunSummary going = runOf(8, 6, kNaN);
        going.state = RunState::Running;
        runs.insert(runs.begin(), going);
        const BoardVerdict told = judged(runs);
        QCOMPARE(told.missing.size(), std::size_t{1});
        QCOMPARE(told.missing[0].hiddenSize, std::int64_t{4});
        QCOMPARE(told.waiting, 1);
    }

    void timeIsComparedAsItIs() {
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001), base);
        for (RunSummary& run : runs)
            run.seconds = (run.config->hiddenSize == 8 ? 20 : 10) + 0.01 * static_cast<double>(run.config->seed % 3);
        const BoardVerdict told = judged(runs, VerdictScore::Time);
        QCOMPARE(told.score, VerdictScore::Time);
        QCOMPARE(told.answer, BoardAnswer::Worse);
        QVERIFY(std::abs(told.effect.size - 1) < 0.01);
    }

    void withoutAValidationPartTheTestPartDecides() {
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001), base);
        for (RunSummary& run : runs) {
            run.scores.edit() = {{"model", "standardised", "mse", run.bestValidation}};
            run.bestEpoch = -1;
            run.lastValues.edit() = {{"train_loss", 0.1}};
        }
        for (const std::optional<VerdictScore> score :
             {std::optional<VerdictScore>(), std::optional(VerdictScore::Validation)}) {
            const BoardVerdict told = judged(runs, score);
            QCOMPARE(told.score, VerdictScore::Test);
            QCOMPARE(told.answer, BoardAnswer::Better);
        }
    }

    void oneSettingLacksSeeds() {
        const std::vector<RunSummary> runs{runOf(8, 1, 0.6)};
        const std::vector<BoardBaseline> baselines{{.method = "linear", .score = 0.5}};
        const Board board = makeBoard(runs, baselines);
        const BoardRow &only = *board.find(kChallenger), &linear = *board.find("baseline:linear");
        const BoardVerdict told = oneSettingVerdict(only, &linear, VerdictScore::Validation);
        QCOMPARE(told.answer, BoardAnswer::OneSetting);
        QCOMPARE(told.missingSeeds(), 2);
        QCOMPARE(told.missing[0].seed, std::int64_t{2});
        QCOMPARE(told.seconds, 16.0);
        QVERIFY(std::abs(told.effect.size - 0.2) < 1e-12 && !told.effect.hasInterval());
        QVERIFY(!oneSettingVerdict(only, nullptr, VerdictScore::Validation).effect.hasSize());
        QCOMPARE(oneSettingVerdict(only, &linear, VerdictScore::Validation, told.missing).waiting, 2);
        QVERIFY(std::abs(shareAbove(linear, only, VerdictScore::Validation) + 1.0 / 6) < 1e-12);
        QVERIFY(std::isnan(shareAbove(linear, only, VerdictScore::Memory)));
        // The forecasts of the baseline, summed in another order.
        const Board same = makeBoard(runs, std::vector<BoardBaseline>{{.method = "linear", .score = 0.6 * (1 + 1e-8)}});
        QCOMPARE(shareAbove(*same.find("baseline:linear"), *same.find(kChallenger), VerdictScore::Validation), 0.0);
    }

    void freshSeedsTakeBackWhatWasLuck() {
        const std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001), base);
        const Board board = makeBoard(runs, {});
        const BoardRow &challenger = *board.find(kChallenger), &against = *board.find(kBase);
        const BoardVerdict told = boardVerdict(board, challenger, against);
        SweepResult sweep;
        sweep.ranked.push_back({challenger.group, 0.41});
        sweep.ranked.push_back({against.group, 0.5});
        sweep.before = 0.41;
        sweep.after = 0.44;
        // 0.41 is 23 % below the base's mean of 0.535; all seeds say 19 %.
        const auto luck = sweepLuck(sweep, challenger, against, told);
        QVERIFY(luck);
        QCOMPARE(luck->said, 23);
        QCOMPARE(luck->points, 4);
        QVERIFY(!sweepLuck(sweep, against, challenger, told));  // not the best of the sweep
        sweep.after = 0.40;
        QVERIFY(!sweepLuck(sweep, challenger, against, told));  // it was not luck
        sweep.after = kNaN;
        QVERIFY(!sweepLuck(sweep, challenger, against, told));
        sweep.after = 0.44;
        sweep.ranked[1].mean = sweep.before;
        QVERIFY(!sweepLuck(sweep, challenger, against, told));  // none is the best
        QVERIFY(!sweepLuck({}, challenger, against, told));
    }
};

QTEST_APPLESS_MAIN(TestBoardVerdict)
#include "tst_board_verdict.moc"
