// SPDX-License-Identifier: GPL-3.0-or-later
// A neighbour search stays within its operations, and says among how many items it searched.
#include "base/rng.h"
#include "baselines/sequence_baselines.h"
#include "run/test_scores.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace gatelab;

namespace {

/// Noise whose class is the sign of its first value.
SequenceSet noise(int items, std::int64_t steps) {
    SequenceSet set;
    set.channelNames = {"x"};
    set.classNames = {"a", "b"};
    Rng rng(3, RandomPurpose::Test);
    for (int i = 0; i < items; ++i) {
        SequenceSet::Item item;
        item.steps = steps;
        for (std::int64_t t = 0; t < steps; ++t) item.values.push_back(rng.normal());
        item.label = item.values.front() > 0 ? 1 : 0;
        set.items.push_back(std::move(item));
    }
    return set;
}

std::vector<SequenceScore> scoresOf(const SequenceSet& set, int known) {
    std::vector<std::int64_t> train(static_cast<std::size_t>(known)), test(set.items.size() - train.size());
    std::iota(train.begin(), train.end(), 0);
    std::iota(test.begin(), test.end(), known);
    auto scores = runSequenceBaselines(set, train, test);
    if (!scores.ok()) qFatal("%s", scores.error().message.c_str());
    return *scores;
}

std::vector<TestScore> rowsOf(const std::vector<SequenceScore>& scores) {
    std::vector<TestScore> rows;
    for (const SequenceScore& score : scores) addScores(score, rows);
    return rows;
}

}  // namespace

class TestNeighbourBudget : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allItemsNeedNoNote() {
        const auto scores = scoresOf(noise(60, 20), 30);
        QCOMPARE(scores[1].comparedWith, std::int64_t{30});
        QCOMPARE(scores[2].comparedWith, std::int64_t{30});
        const auto rows = rowsOf(scores);
        for (const SequenceScore& score : scores) QVERIFY(itemsNote(rows, score.key).empty() && !itemsCompared(rows, score.key));
    }

    void limitedAndLeftOut() {
        // 2000 x 200 pairs of 50 steps: all of them for the plain distance, a part for warping.
        const auto limited = scoresOf(noise(2200, 50), 2000);
        QCOMPARE(limited[1].comparedWith, std::int64_t{2000});
        QCOMPARE(limited[2].comparedWith, std::int64_t{1560});  // on every machine: operations are counted
        QVERIFY(std::isfinite(limited[2].accuracy));
        auto rows = rowsOf(limited);
        QVERIFY(itemsCompared(rows, "1nn-dtw") && !itemsCompared(rows, "1nn-dtw")->leftOut);
        QVERIFY(itemsNote(rows, "1nn-dtw").english().starts_with("compared with 1560 of 2000 training items"));
        // Of items ten times as long warping reaches fewer than one in a hundred: no score, but a reason.
        const auto leftOut = scoresOf(noise(2200, 500), 2000);
        QVERIFY(leftOut[2].comparedWith < 20 && std::isnan(leftOut[2].accuracy) && leftOut[2].answers == 0);
        rows = rowsOf(leftOut);
        QVERIFY(itemsCompared(rows, "1nn-dtw")->leftOut);
        QVERIFY(itemsNote(rows, "1nn-dtw").english().starts_with("left out: "));
        for (const TestScore& row : rows) QVERIFY(row.method != "1nn-dtw" || row.metric == "compared_with" || row.metric == "training_items");
    }

    void unequalLengthsAreStretched() {
        SequenceSet set = noise(3, 6);
        // The same shape at half the pace is at no distance from it, whichever is the longer.
        set.items[0].values = {5, 5, -5, -5, 5, 5};
        set.items[2].steps = 3, set.items[2].values = {5, -5, 5};
        set.items[0].label = set.items[2].label = 1, set.items[1].label = 0;
        QCOMPARE(scoresOf(set, 2)[1].accuracy, 1.0);
        std::swap(set.items[0], set.items[2]);
        QCOMPARE(scoresOf(set, 2)[1].accuracy, 1.0);
    }
};

QTEST_APPLESS_MAIN(TestNeighbourBudget)
#include "tst_neighbour_budget.moc"
