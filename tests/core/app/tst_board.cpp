// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board.h"
#include "app/run_selection.h"
#include "support/made_runs.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;

namespace {

/// Newest first, as the workspace lists them; ids sort by time.
class Runs {
public:
    RunSummary& add(std::int64_t hidden, std::int64_t seed, double best, RunState state = RunState::Finished) {
        const int number = static_cast<int>(runs_.size()) + 1;
        RunSummary run = test::endedRun("r" + std::to_string(100 + number), hidden, seed, best);
        run.number = number;
        run.created = number;
        run.state = state;
        run.bestEpoch = std::isfinite(best) ? 1 : -1;
        runs_.insert(runs_.begin(), std::move(run));
        return runs_.front();
    }
    [[nodiscard]] const std::vector<RunSummary>& all() const { return runs_; }

private:
    std::vector<RunSummary> runs_;
};

const BoardRow& rowOf(const Board& board, std::int64_t hidden) {
    for (const BoardRow& row : board.rows)
        if (!row.isBaseline() && row.group.config.hiddenSize == hidden) return row;
    qFatal("no such row");
}

}  // namespace

/// The rows of the Compare board: core/app/board.cpp.
class TestBoard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seedsOfOneSettingAreARow() {
        Runs runs;
        runs.add(8, 1, 0.5), runs.add(16, 1, 0.4), runs.add(8, 2, 0.7), runs.add(8, 3, 0.6);
        const Board board = makeBoard(runs.all(), {});
        QCOMPARE(board.rows.size(), std::size_t{2});
        const BoardRow& row = rowOf(board, 8);
        QCOMPARE(row.number, std::int64_t{1});  // of its first run
        QCOMPARE(row.key, std::string("r101"));
        QCOMPARE(row.seeds.size(), std::size_t{3});
        QCOMPARE(row.scored(), std::size_t{3});
        QVERIFY(std::abs(row.score - 0.6) < 1e-12);
        QCOMPARE(board.runs, std::size_t{4});
        QCOMPARE(board.rowOf("r104"), board.rowOf("r101"));
        QCOMPARE(board.rowOf("nothing"), -1);
        QCOMPARE(board.rowOf(""), -1);
    }

    /// t of 2 degrees of freedom is 4.302653; logarithms of 1, e and e² have mean 1 and deviation 1.
    void theIntervalIsOfTheLogarithms() {
        Runs runs;
        runs.add(8, 1, 1.0), runs.add(8, 2, std::exp(1.0)), runs.add(8, 3, std::exp(2.0));
        runs.add(16, 1, 1.0), runs.add(16, 2, 2.0);
        const Board board = makeBoard(runs.all(), {});
        const BoardRow& row = rowOf(board, 8);
        const double half = 4.302652729911275 / std::sqrt(3.0);
        QVERIFY(std::abs(row.low - std::exp(1 - half)) < 1e-9);
        QVERIFY(std::abs(row.high / std::exp(1 + half) - 1) < 1e-9);
        QVERIFY(std::isnan(rowOf(board, 16).low));  // two seeds have none
    }

    void baseBestAndLatest() {
        Runs runs;
        runs.add(4, 1, 0.9);
        for (const int seed : {1, 2, 3}) runs.add(8, seed, 0.5);
        for (const int seed : {1, 2, 3}) runs.add(16, seed, 0.4);
        runs.add(32, 1, 0.8);
        const Board board = makeBoard(runs.all(), {});
        const auto hidden = [&](int row) { return board.rows[static_cast<std::size_t>(row)].group.config.hiddenSize; };
        QCOMPARE(hidden(board.base), std::int64_t{8});  // the oldest with three seeds
        QCOMPARE(hidden(board.best), std::int64_t{16});
        QCOMPARE(hidden(board.latest), std::int64_t{32});
        const Board other = makeBoard(runs.all(), {}, "r108");
        QCOMPARE(other.rows[static_cast<std::size_t>(other.base)].group.config.hiddenSize, std::int64_t{32});
        Runs few;
        few.add(8, 1, 0.5), few.add(16, 1, 0.4);
        QCOMPARE(makeBoard(few.all(), {}).base, 1);  // the oldest, behind the better one
    }

    void ofAnEmptyScopeThereIsNothing() {
        const Board board = makeBoard({}, {});
        QCOMPARE(board.rows.size(), std::size_t{0});
        QCOMPARE(board.base, -1);
        QCOMPARE(board.best, -1);
        QCOMPARE(board.latest, -1);
        const BoardAxis axis = axisOf(board);
        QVERIFY(axis.low < axis.high);
        QVERIFY(!axisTicks(axis, 6).empty());
        QVERIFY(axisTicks({1, 1, true}, 6).empty());
    }

    void failedAndRunningOnesHaveNoSay() {
        Runs runs;
        runs.add(8, 1, 0.5), runs.add(8, 2, 0.1, RunState::Running);
        runs.add(16, 1, std::numeric_limits<double>::quiet_NaN(), RunState::Failed);
        const Board board = makeBoard(runs.all(), {});
        QCOMPARE(rowOf(board, 8).score, 0.5);  // not what a run has reached on its way
        QVERIFY(rowOf(board, 8).isLive());
        QVERIFY(std::isnan(rowOf(board, 16).score));
        QCOMPARE(board.rows.back().group.config.hiddenSize, std::int64_t{16});  // without a score: last
        Runs begun;
        begun.add(8, 1, 0.7, RunState::Running);
        const Board live = makeBoard(begun.all(), {});
        QCOMPARE(live.rows.front().score, 0.7);  // nothing has ended: what was reached
        QCOMPARE(live.best, -1);
    }

    /// A longer plan is no other setting.
    void aRunThatWasChangedOnItsWayIsARowOfItsOwn() {
        const auto change = [](const char* key, FieldValue from, FieldValue to) {
            return RunChange{{findField(key), std::move(from), std::move(to)}, 7};
        };
        Runs runs;
        runs.add(8, 1, 0.5).changes = {change("learning_rate", 1e-3, 3e-4)};
        runs.add(8, 2, 0.3).changes = {change("learning_rate", 1e-3, 3e-4)};
        runs.add(8, 3, 0.7).changes = {change("epochs", std::int64_t{5}, std::int64_t{8})};
        runs.add(8, 4, 0.9), runs.add(8, 5, 0.8);
        const Board board = makeBoard(runs.all(), {});
        QCOMPARE(board.rows.size(), std::size_t{3});
        QCOMPARE(board.find("r101")->seeds.size(), std::size_t{1});
        QCOMPARE(board.find("r102")->score, 0.3);  // shown, and no seed of a mean
        QCOMPARE(board.find("r102")->scored(), std::size_t{0});
        const BoardRow& row = *board.find("r103");
        QCOMPARE(row.scored(), std::size_t{3});
        QVERIFY(std::abs(row.score - 0.8) < 1e-12);
        QCOMPARE(board.best, board.rowOf("r103"));
        QCOMPARE(board.base, board.rowOf("r103"));
    }

    /// Nobody chose it: one that failed or was changed on its way would be held against all others for its age alone.
    void theBaseHasEndedAsItBegan() {
        Runs runs;
        runs.add(4, 1, std::numeric_limits<double>::quiet_NaN(), RunState::Failed);
        runs.add(8, 1, 0.5).changes = {RunChange{{findField("learning_rate"), 1e-3, 3e-4}, 7}};
        const auto baseOf = [&runs] {
            const Board board = makeBoard(runs.all(), {});
            return board.rows[static_cast<std::size_t>(board.base)].key;
        };
        QCOMPARE(baseOf(), std::string("r101"));  // there is no other
        runs.add(16, 1, 0.6), runs.add(32, 1, 0.5);
        QCOMPARE(baseOf(), std::string("r103"));
        const Board board = makeBoard(runs.all(), {});
        QVERIFY(board.find("r102")->isChanged && !board.find("r103")->isChanged);
    }

    /// Before the first score the baselines are rows already; beside scores of another loss they say nothing.
    void baselinesStandWithoutAScoredRun() {
        const std::vector<BoardBaseline> baselines{{.method = "theta", .score = 0.5, .metric = "mse"},
                                                   {.method = "linear", .score = 0.4, .metric = "mse"}};
        const Board empty = makeBoard({}, baselines);
        QCOMPARE(empty.rows.size(), std::size_t{2});
        QCOMPARE(empty.rows.front().method, std::string("linear"));
        QCOMPARE(empty.bestBaseline, 0);
        QCOMPARE(empty.metric, std::string("mse"));
        QVERIFY(makeBoard({}, {}).rows.empty() && makeBoard({}, {}).metric.empty());
        Runs runs;
        runs.add(8, 1, NAN, RunState::Interrupted);
        const Board begun = makeBoard(runs.all(), baselines);
        QCOMPARE(begun.rows.size(), std::size_t{3});
        QVERIFY(begun.rows.back().method.empty());
        runs.add(16, 1, 0.3).config.edit().loss = "mae";
        QCOMPARE(makeBoard(runs.all(), baselines).rows.size(), std::size_t{2});
    }

    void anotherLossIsNoCommonMeasure() {
        Runs runs;
        runs.add(8, 1, 0.5);
        runs.add(16, 1, 0.1).config.edit().loss = "mae";
        const Board board = makeBoard(runs.all(), {});
        QVERIFY(rowOf(board, 8).isComparable);
        QVERIFY(!rowOf(board, 16).isComparable);
        QCOMPARE(board.rows[static_cast<std::size_t>(board.best)].group.config.hiddenSize, std::int64_t{8});
    }

    /// Weights of classes make another score of a text's loss: the base tells which one stands on the board.
    void theBaseTellsTheMeasure() {
        Runs runs;
        for (const bool weighs : {false, true}) {
            ExperimentConfig& config = runs.add(weighs ? 16 : 8, 1, weighs ? 0.7 : 2.0).config.edit();
            config.task = "labelling", config.loss = "cross-entropy";
            config.dataPath = "text.txt", config.csvShape = "characters", config.classWeights = weighs;
        }
        const std::vector<BoardBaseline> baselines{{.method = "majority", .score = 0.4, .metric = "accuracy"}};
        const Board usual = makeBoard(runs.all(), baselines);
        QCOMPARE(usual.base, usual.rowOf("r101"));
        QCOMPARE(usual.metric, std::string("bits_per_character"));
        QVERIFY(usual.lowerIsBetter && usual.bestBaseline == -1 && usual.best == usual.base);
        const Board other = makeBoard(runs.all(), baselines, "r102");
        QCOMPARE(other.metric, std::string("accuracy"));
        QVERIFY(!other.lowerIsBetter && other.bestBaseline >= 0);
    }

    void columnsAreWhatDiffersTheMostImportantFirst() {
        Runs runs;
        for (const int seed : {1, 2, 3})
            for (const double rate : {0.01, 0.02})
                for (const std::int64_t batch : {16, 32}) {
                    RunSummary& run = runs.add(8, seed, rate * 10 + 0.001 * static_cast<double>(seed));
                    run.config.edit().learningRate = rate;
                    run.config.edit().batchSize = batch;
                }
        runs.add(16, 1, 0.15);
        const Board board = makeBoard(runs.all(), {});
        QCOMPARE(board.columns, (std::vector<std::string>{"hidden_size", "learning_rate", "batch_size"}));
    }

    /// The same shares for columns, map and verdict, of the runs that are compared; they are no more than the whole.
    void sharesAreOfComparableRunsAndAddUp() {
        Runs runs;
        for (const int seed : {1, 2, 3})
            for (const std::int64_t units : {8, 16}) {
                runs.add(units, seed, 0.1 * static_cast<double>(units) + 0.01 * seed);
                RunSummary& other = runs.add(units, seed, 1000.0 / static_cast<double>(units * seed));
                other.config.edit().loss = "mae";  // another quantity
                other.config.edit().batchSize = 7;
            }
        const Board board = makeBoard(runs.all(), {});
        QCOMPARE(board.shares.runs, std::size_t{6});
        QVERIFY(board.shares.of("hidden_size") > 0.9);
        QCOMPARE(board.shares.of("batch_size"), 0.0);
        QCOMPARE(board.columns.front(), std::string("hidden_size"));
        double sum = 0;
        for (const ScoreShare& part : board.shares.parts) sum += part.share;
        QVERIFY(std::abs(sum - 1) < 1e-12);
    }

    void theAxisHoldsScoresAndBaseline() {
        Runs runs;
        for (int seed = 1; seed <= 9; ++seed) runs.add(8, seed, 0.5 + 0.01 * seed);
        const Board board = makeBoard(runs.all(), {});
        const BoardAxis axis = axisOf(board);
        QVERIFY(axis.isLog);
        QVERIFY(axis.low < 0.51 && axis.high > 0.59);
        QVERIFY(std::abs(axis.valueAt(axis.place(0.55)) - 0.55) < 1e-12);
        QVERIFY(axis.place(0.01) < 0);
        QVERIFY(axis.place(-1) < 0);
        Runs negative;
        negative.add(8, 1, -0.5), negative.add(16, 1, 0.5);
        QVERIFY(!axisOf(makeBoard(negative.all(), {})).isLog);
        Runs one;
        one.add(8, 1, 0.3);
        const BoardAxis alone = axisOf(makeBoard(one.all(), {}));
        QVERIFY(alone.low < 0.3 && alone.high > 0.3);
    }

    void ticksAreRoundAndNotTooMany_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("isLog");
        QTest::newRow("part of a decade") << 0.04 << 0.1 << true;
        QTest::newRow("narrow") << 0.0481 << 0.0519 << true;
        QTest::newRow("decades") << 1e-9 << 1e6 << true;
        QTest::newRow("linear") << -3.0 << 12.0 << false;
        QTest::newRow("accuracy") << 0.61 << 0.93 << false;
    }
    void ticksAreRoundAndNotTooMany() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(bool, isLog);
        for (const int most : {2, 4, 8}) {
            const std::vector<double> ticks = axisTicks({low, high, isLog}, most);
            QVERIFY2(std::ssize(ticks) <= most + 1, qPrintable(QString::number(ticks.size())));
            QVERIFY(std::ranges::is_sorted(ticks));
            for (const double tick : ticks) QVERIFY(tick >= low * (1 - 1e-12) || low < 0);
        }
        QVERIFY(!axisTicks({low, high, isLog}, 8).empty());
    }

    void theScopeIsDataTargetAndHorizon() {
        ExperimentConfig config;
        const std::string key = scopeKey(config);
        ExperimentConfig other = config;
        other.hiddenSize *= 2, other.learningRate *= 2, other.loss = "mae", other.seed += 1;
        QCOMPARE(scopeKey(other), key);
        other.horizon += 1;
        QVERIFY(scopeKey(other) != key);
        other = config;
        other.targets = {"OT"};
        QVERIFY(scopeKey(other) != key);
        other = config;
        other.dataPath = "/data/other.csv";
        QVERIFY(scopeKey(other) != key);
    }

    void whatARunCameFrom() {
        Runs runs;
        runs.add(8, 1, 0.5);
        runs.add(16, 1, 0.4).parent = "r101";
        const Board board = makeBoard(runs.all(), {});
        const BoardRow& child = rowOf(board, 16);
        QCOMPARE(child.parent, static_cast<std::int64_t>(board.rowOf("r101")));
        QCOMPARE(child.changes.size(), std::size_t{1});
        QCOMPARE(std::string(child.changes.front().field->key), std::string("hidden_size"));
        QCOMPARE(rowOf(board, 8).parent, std::int64_t{-1});
    }
};

QTEST_GUILESS_MAIN(TestBoard)
#include "tst_board.moc"
