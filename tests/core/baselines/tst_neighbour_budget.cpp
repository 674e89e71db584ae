// SPDX-License-Identifier: GPL-3.0-or-later
// A neighbour search stays within its operations, and says among how many items it searched.
// Holds core/baselines/sequence_baselines.cpp and core/baselines/time_warping.cpp.
#include "base/rng.h"
#include "baselines/sequence_baselines.h"
#include "baselines/time_warping.h"
#include "run/heldout_scores.h"

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

/// The definition: the cheapest monotone path of pairs in the band.
double recursion(const SequenceSet& set, const SequenceSet::Item& a, const SequenceSet::Item& b, double band) {
    const std::size_t channels = set.channelNames.size();
    const std::int64_t n = a.steps, m = b.steps,
                       aside = band >= 1
                                   ? std::max(n, m)
                                   : static_cast<std::int64_t>(std::ceil(band * static_cast<double>(std::max(n, m))));
    std::vector<std::vector<double>> cost(static_cast<std::size_t>(m) + 1,
                                          std::vector<double>(static_cast<std::size_t>(n) + 1, INFINITY));
    cost[0][0] = 0;
    for (std::int64_t j = 0; j < m; ++j)
        for (std::int64_t i = std::max<std::int64_t>(0, j * n / m - aside);
             i <= std::min(n - 1, ((j + 1) * n + m - 1) / m - 1 + aside); ++i) {
            double sum = 0;
            for (std::size_t c = 0; c < channels; ++c) {
                double x = a.values[static_cast<std::size_t>(i) * channels + c],
                       y = b.values[static_cast<std::size_t>(j) * channels + c];
                x = std::isnan(x) ? 0 : x, y = std::isnan(y) ? 0 : y;
                sum += set.tokens > 0 ? (x == y ? 0.0 : 1.0) : (x - y) * (x - y);
            }
            const auto r = static_cast<std::size_t>(j), k = static_cast<std::size_t>(i);
            cost[r + 1][k + 1] = sum + std::min({cost[r][k], cost[r][k + 1], cost[r + 1][k]});
        }
    return cost.back().back();
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
        for (const SequenceScore& score : scores)
            QVERIFY(itemsNote(rows, score.key).empty() && !itemsCompared(rows, score.key));
    }

    void aBandFinishesWhereNoLimitWouldNot() {
        // 2000 x 200 pairs of 50 steps.
        const auto scores = scoresOf(noise(2200, 50), 2000);
        QCOMPARE(scores[2].comparedWith, std::int64_t{2000});
        QCOMPARE(scores[2].band, 0.1);
        const auto rows = rowsOf(scores);
        QVERIFY(isDecisive(rows, "1nn-dtw") && !itemsCompared(rows, "1nn-dtw") && *warpingBand(rows, "1nn-dtw") == 0.1);
        QVERIFY(itemsNote(rows, "1nn-dtw").english().starts_with("warped by at most 10 % of the length"));
    }

    void boundsLetLongItemsFinish() {
        // 300 x 300 pairs of 400 steps would take 45 s without bounds; shapes that repeat let nearly all of it be left
        // out.
        SequenceSet set = noise(600, 400);
        for (SequenceSet::Item& item : set.items) {
            const double phase = item.label == 1 ? 0.0 : 1.5;
            for (std::size_t t = 0; t < item.values.size(); ++t)
                item.values[t] = std::sin(0.05 * static_cast<double>(t) + phase) + 0.05 * item.values[t];
        }
        const auto scores = scoresOf(set, 300);
        QCOMPARE(scores[2].comparedWith, std::int64_t{300});
        QCOMPARE(scores[2].accuracy, 1.0);
    }

    void limitedAndLeftOut() {
        // Noise is what bounds help least with.
        const auto limited = scoresOf(noise(2200, 300), 2000);
        QCOMPARE(limited[1].comparedWith, std::int64_t{2000});
        QVERIFY(limited[2].comparedWith >= 20 && limited[2].comparedWith < 2000 && std::isfinite(limited[2].accuracy));
        auto rows = rowsOf(limited);
        QVERIFY(itemsCompared(rows, "1nn-dtw") && !itemsCompared(rows, "1nn-dtw")->leftOut &&
                !isDecisive(rows, "1nn-dtw"));
        QVERIFY(itemsNote(rows, "1nn-dtw").english().starts_with("cut short, decides nothing: "));
        // Of much longer items warping reaches fewer than one in a hundred: no score, but a reason.
        const auto leftOut = scoresOf(noise(2200, 4000), 2000);
        QVERIFY(leftOut[2].comparedWith < 20 && std::isnan(leftOut[2].accuracy) && leftOut[2].answers == 0);
        rows = rowsOf(leftOut);
        QVERIFY(itemsCompared(rows, "1nn-dtw")->leftOut && !isDecisive(rows, "1nn-dtw"));
        QVERIFY(itemsNote(rows, "1nn-dtw").english().starts_with("left out: "));
        for (const TestScore& row : rows)
            QVERIFY(row.method != "1nn-dtw" || row.metric == "compared_with" || row.metric == "training_items" ||
                    row.metric == "band");
    }

    // The bounds change no answer: against the plain recursion, over lengths, channels, missing values, tokens and
    // bands.
    void warpingFindsWhatTheRecursionFinds() {
        Rng rng(9, RandomPurpose::Test);
        for (int trial = 0; trial < 200; ++trial) {
            const bool tokens = trial % 5 == 4;
            const auto channels = tokens ? 1u : static_cast<std::size_t>(1 + trial % 3);
            const double band = trial % 4 == 0 ? 1.0 : trial % 4 == 1 ? 0.0 : 0.1 * (trial % 4);
            SequenceSet set = noise(12, 1);
            set.channelNames.assign(channels, "x");
            set.tokens = tokens ? 3 : 0;
            std::vector<std::int64_t> candidates(11);
            std::iota(candidates.begin(), candidates.end(), 1);
            for (SequenceSet::Item& item : set.items) {
                item.steps = trial % 2 == 0 ? 9 : 1 + static_cast<std::int64_t>(rng.uniform(0, 12));
                item.values.clear();
                for (std::size_t i = 0; i < static_cast<std::size_t>(item.steps) * channels; ++i)
                    item.values.push_back(tokens                     ? std::floor(rng.uniform(0, 3))
                                          : rng.uniform(0, 1) < 0.05 ? std::nan("")
                                                                     : rng.normal());
            }
            const TimeWarping::Nearest found = TimeWarping(set, candidates, band).nearest(set.items[0]);
            double best = INFINITY;
            std::size_t position = 0;
            for (std::size_t k = 0; k < candidates.size(); ++k)
                if (const double d = recursion(set, set.items[0], set.items[k + 1], band); d < best)
                    best = d, position = k;
            QVERIFY2(std::abs(found.distance - best) <= 1e-9 * (1 + best), std::to_string(trial).c_str());
            QCOMPARE(found.position, position);
        }
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
