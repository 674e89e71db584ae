// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_map.h"
#include "config/choices.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace gatelab;

namespace {

/// A group of runs of an LSTM, a seed for each score.
BoardRow groupOf(std::int64_t units, double rate, std::initializer_list<double> scores) {
    BoardRow row;
    row.key = std::to_string(units) + ' ' + std::to_string(rate);
    row.group.config.hiddenSize = units;
    row.group.config.learningRate = rate;
    double sum = 0;
    for (const double score : scores) {
        const auto seed = static_cast<std::int64_t>(row.seeds.size()) + 1;
        row.seeds.push_back(
            {.run = row.key + ' ' + std::to_string(seed), .seed = seed, .score = score, .counts = true});
        sum += score;
    }
    if (scores.size() > 0) row.score = sum / static_cast<double>(scores.size());
    return row;
}

Board boardOf(std::vector<BoardRow> rows) {
    Board board;
    board.rows = std::move(rows);
    board.base = 0;
    board.columns = {"hidden_size", "learning_rate"};
    return board;
}

/// Three of four pairs of values, the base first.
Board threeOfFour() {
    return boardOf({groupOf(16, 0.01, {0.4, 0.6}), groupOf(8, 0.01, {1, 1, 1, 1}), groupOf(16, 0.1, {2, 2, 2, 2})});
}

std::vector<std::int64_t> seedsOf(const std::vector<ExperimentConfig>& runs) {
    std::vector<std::int64_t> seeds;
    for (const ExperimentConfig& run : runs) seeds.push_back(run.seed);
    return seeds;
}

}  // namespace

/// The groups beside the base as a grid over two settings.
class TestBoardMap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void groupsLieByTheirValues() {
        const Board board = threeOfFour();
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        QVERIFY((map.xValues == std::vector<FieldValue>{0.01, 0.1}));
        QVERIFY((map.yValues == std::vector<FieldValue>{std::int64_t{8}, std::int64_t{16}}));
        QCOMPARE(map.columns(), std::size_t{2});
        QCOMPARE(map.rows(), std::size_t{2});
        QCOMPARE(map.at(0, 0).row, 1);
        QCOMPARE(map.at(1, 0).row, -1);  // 8 units at 0.1 have not run
        QCOMPARE(map.at(0, 1).row, 0);
        QCOMPARE(map.at(1, 1).row, 2);
        QCOMPARE(map.at(0, 1).score, 0.5);
        QCOMPARE(map.at(0, 1).seeds, std::size_t{2});
        QVERIFY(std::isnan(map.at(1, 0).score));
        QCOMPARE(map.best, 0.5);
        QCOMPARE(map.worst, 2.0);
        QVERIFY(map.isLog && map.isTrainable);
        QCOMPARE(map.ink(0.5), 1.0);
        QCOMPARE(map.ink(1), 0.5);  // by logarithms
        QCOMPARE(map.ink(2), 0.0);
        QVERIFY(std::isnan(map.ink(BoardRow::kNone)));
    }

    void whatDiffersElsewhereIsNotOnTheMap() {
        Board board = threeOfFour();
        board.rows[1].group.config.batchSize = 32;
        QCOMPARE(mapOf(board, "learning_rate", "hidden_size").rows(), std::size_t{1});
        board.rows[1].group.config.batchSize = ExperimentConfig{}.batchSize;
        board.rows[1].group.start = "weights.safetensors";
        QCOMPARE(mapOf(board, "learning_rate", "hidden_size").rows(), std::size_t{1});
        board.rows[1].group.start.clear();
        board.rows[1].group.config.huberDelta = 3;  // without an effect, as the loss is another one
        QCOMPARE(mapOf(board, "learning_rate", "hidden_size").rows(), std::size_t{2});
        board.rows[0].group.start = "weights.safetensors";
        QVERIFY(!mapOf(board, "learning_rate", "hidden_size").isTrainable);
    }

    void anotherBaseMayFillMore() {
        Board board = threeOfFour();
        BoardMapOffer offer = mapOfferOf(board, "learning_rate", "hidden_size");
        QCOMPARE(offer.shown, std::size_t{3});
        QCOMPARE(offer.groups, std::size_t{3});
        QCOMPARE(offer.other, -1);
        BoardRow first = groupOf(16, 0.01, {0.7});
        first.group.config.epochs += 1;
        board.rows.push_back(first);
        board.base = 3;
        offer = mapOfferOf(board, "learning_rate", "hidden_size");
        QCOMPARE(offer.shown, std::size_t{1});
        QCOMPARE(offer.groups, std::size_t{4});
        QCOMPARE(offer.other, 0);
        QCOMPARE(offer.cells, std::size_t{3});
    }

    void theBaseKeepsItsCell() {
        Board board = threeOfFour();
        BoardRow twin = groupOf(16, 0.01, {3, 3, 3});
        twin.group.config.huberDelta = 3;
        board.rows.push_back(twin);
        QCOMPARE(mapOf(board, "learning_rate", "hidden_size").at(0, 1).row, 0);
        board.base = 1;
        QCOMPARE(mapOf(board, "learning_rate", "hidden_size").at(0, 1).row, 3);  // of others the one with more scores
    }

    void oneValueIsOneCell() {
        const Board board = boardOf({groupOf(16, 0.01, {0.5})});
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        QCOMPARE(map.columns(), std::size_t{1});
        QCOMPARE(map.rows(), std::size_t{1});
        QCOMPARE(map.at(0, 0).row, 0);
        QCOMPARE(map.ink(0.5), 1.0);
    }

    void aMapMayHaveOneAxisOrNone() {
        const Board board = threeOfFour();
        for (const char* y : {"", "learning_rate", "nothing"}) {
            const BoardMap map = mapOf(board, "learning_rate", y);
            QVERIFY(!map.y);
            QCOMPARE(map.rows(), std::size_t{1});
            QCOMPARE(map.columns(), std::size_t{2});
        }
        QVERIFY(!mapOf(board, "nothing", "hidden_size").x);
        QCOMPARE(mapOf(board, "nothing", "hidden_size").rows(), std::size_t{0});
        Board baselines;
        baselines.rows.push_back({.key = "baseline:linear", .method = "linear"});
        QVERIFY(!mapOf(baselines, "learning_rate", "hidden_size").x);
    }

    void negativeLossesAreScaledStraight() {
        const Board board = boardOf({groupOf(16, 0.01, {-3}), groupOf(16, 0.1, {1}), groupOf(8, 0.1, {-1})});
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        QVERIFY(!map.isLog);
        QCOMPARE(map.best, -3.0);
        QCOMPARE(map.ink(-1), 0.5);
    }

    void theHighestAccuracyIsTheBest() {
        Board board = threeOfFour();
        board.lowerIsBetter = false;
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        QCOMPARE(map.best, 2.0);
        QCOMPARE(map.ink(1), 0.5);
    }

    void whatHasNoScoreHasNoInk() {
        Board board = threeOfFour();
        for (BoardSeed& seed : board.rows[1].seeds) seed.counts = false, seed.state = RunState::Running;
        board.rows[2].isComparable = false;
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        QCOMPARE(map.at(0, 0).row, 1);
        QVERIFY(std::isnan(map.at(0, 0).score));
        QVERIFY(std::isnan(map.at(1, 1).score));
        QCOMPARE(map.worst, 0.5);
    }

    /// As on the table; it is the best of nothing.
    void whatWasReachedOnTheWayHasItsScore() {
        BoardRow interrupted = groupOf(8, 0.01, {0.1});
        interrupted.seeds.front().counts = false;
        interrupted.seeds.front().state = RunState::Interrupted;
        const Board board = boardOf({groupOf(16, 0.01, {0.4, 0.6}), interrupted});
        const BoardMap map = mapOf(board, "hidden_size", "learning_rate");
        QCOMPARE(map.cells.front().score, 0.1);
        QCOMPARE(map.cells.front().seeds, std::size_t{0});
        QCOMPARE(map.best, 0.5);
        // Of one that goes on the progress is shown.
        interrupted.seeds.front().state = RunState::Running;
        QVERIFY(std::isnan(mapOf(boardOf({board.rows.front(), interrupted}), "hidden_size", "").cells.front().score));
    }

    void choicesKeepTheirOrder() {
        std::vector<BoardRow> rows;
        for (const Choice& cell : cellChoices()) {
            rows.insert(rows.begin(), groupOf(16, 0.01, {1}));
            rows.front().group.config.cell = cell.key;
        }
        const BoardMap map = mapOf(boardOf(rows), "cell", "");
        QCOMPARE(map.columns(), std::size(cellChoices()));
        for (std::size_t i = 0; i < map.columns(); ++i)
            QCOMPARE(std::get<std::string>(map.xValues[i]), std::string(cellChoices()[i].key));
    }

    /// The time of a run is better where it is lower, whatever the score says.
    void aCellShowsScoreTestOrTime() {
        Board board = threeOfFour();
        board.lowerIsBetter = false;
        for (std::size_t i = 0; i < board.rows.size(); ++i) {
            board.rows[i].test = 10 + static_cast<double>(i);
            board.rows[i].seconds = 20 - static_cast<double>(i);
        }
        const auto valueOf = [&board](MapFigure figure) {
            const BoardMap map = mapOf(board, "learning_rate", "hidden_size", figure);
            for (const BoardMapCell& cell : map.cells)
                if (cell.row == 1) return std::pair(cell.score, map.best);
            return std::pair(BoardRow::kNone, BoardRow::kNone);
        };
        const double last = static_cast<double>(board.rows.size()) - 1;
        QCOMPARE(valueOf(MapFigure::Score).first, board.rows[1].score);
        QCOMPARE(valueOf(MapFigure::Test), std::pair(11.0, 10 + last));
        QCOMPARE(valueOf(MapFigure::Seconds), std::pair(19.0, 20 - last));
    }

    void whatHasNotRunHasSettingsAndSeeds() {
        Board board = threeOfFour();
        board.rows[0].group.config.name = "mine";
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        const ExperimentConfig config = cellConfig(board, map, 1, 0);
        QCOMPARE(config.hiddenSize, 8);
        QCOMPARE(config.learningRate, 0.1);
        QVERIFY(config.name.empty());
        QCOMPARE(usualSeeds(board, map, 0), std::size_t{4});
        QCOMPARE(usualSeeds(board, map, 1), std::size_t{4});  // 2 and 4 are as frequent
        QCOMPARE(usualSeeds(board, map, 7), std::size_t{4});  // of all rows
        // Those of the base first: they make pairs.
        board.rows[0].seeds[1].seed = 7;
        const std::vector<ExperimentConfig> runs = cellRuns(board, map, 1, 0, 4);
        QVERIFY((seedsOf(runs) == std::vector<std::int64_t>{1, 7, 8, 9}));
        QVERIFY((seedsOf(cellRuns(board, map, 1, 0, 1)) == std::vector<std::int64_t>{1}));
        for (const ExperimentConfig& run : runs) QVERIFY(sameSetting(run, config));
    }

    void whatWaitsIsCountedInItsCell() {
        const Board board = threeOfFour();
        const BoardMap map = mapOf(board, "learning_rate", "hidden_size");
        std::vector<ExperimentConfig> waiting = cellRuns(board, map, 1, 0, 2);
        waiting.push_back(board.rows[0].group.config);
        waiting.push_back(board.rows[0].group.config);
        waiting.back().batchSize = 32;  // on no map of these
        for (ExperimentConfig& config : waiting) config = settingOf(config);
        QVERIFY((waitingCells(board, map, waiting) == std::vector<std::size_t>{0, 2, 1, 0}));
        QVERIFY((waitingCells(board, map, {}) == std::vector<std::size_t>{0, 0, 0, 0}));
    }

    void numbersAreTheUsualAxes() {
        Board board = threeOfFour();
        board.rows[1].group.config.cell = "gru";
        board.rows[2].group.config.cell = "gru";
        board.columns = {"cell", "hidden_size", "learning_rate"};
        board.shares.parts = {{.key = "learning_rate", .share = 0.6},
                              {.key = "cell", .share = 0.3},
                              {.key = "hidden_size", .share = 0.1}};
        QCOMPARE(usualMapAxes(board), (std::pair<std::string, std::string>{"learning_rate", "hidden_size"}));
        board.columns = {"cell", "hidden_size"};
        QCOMPARE(usualMapAxes(board), (std::pair<std::string, std::string>{"hidden_size", "cell"}));
        board.columns = {};
        QCOMPARE(usualMapAxes(board), (std::pair<std::string, std::string>{}));
    }
};

QTEST_APPLESS_MAIN(TestBoardMap)
#include "tst_board_map.moc"
