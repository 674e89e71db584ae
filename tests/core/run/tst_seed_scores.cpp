// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/spread_scores.h"
#include "run/heldout_scores.h"
#include "run/seed_scores.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

SeedScores seedOf(std::int64_t seed, double mse, double mae) {
    return {seed,
            "run-" + std::to_string(seed),
            RunState::Finished,
            {{"model", "standardised", "mse", mse},
             {"model", "standardised", "mae", mae},
             {"persistence", "standardised", "mse", 9.0}}};
}

double valueOf(const std::vector<TestScore>& scores, const char* method, const char* metric) {
    for (const TestScore& score : scores)
        if (score.method == method && score.metric == metric) return score.value;
    return 1e9;
}

}  // namespace

/// Means and deviations over seeds; scores that come with quantiles.
class TestSeedScores : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void meanAndDeviation() {
        const std::vector<SeedScores> seeds = {seedOf(1, 1, 10), seedOf(2, 2, 10), seedOf(3, 6, 10)};
        const auto means = meanScores(seeds), spread = scoreDeviations(seeds);
        QCOMPARE(valueOf(means, "model", "mse"), 3.0);
        QCOMPARE(valueOf(means, "persistence", "mse"), 9.0);
        QCOMPARE(valueOf(spread, "model", "mse"), std::sqrt(7.0));
        QCOMPARE(valueOf(spread, "model", "mae"), 0.0);
        QCOMPARE(valueOf(spread, "persistence", "mse"), 1e9);  // of the model alone
        QCOMPARE(means.front().metric, std::string("mse"));
    }

    void eachScoreByItsName() {
        std::vector<SeedScores> seeds = {seedOf(1, 1, 10), seedOf(2, 3, 20)};
        seeds[1].scores.erase(seeds[1].scores.begin());  // it has no MSE: its MAE is no one else's
        QCOMPARE(valueOf(meanScores(seeds), "model", "mse"), 1.0);
        QCOMPARE(valueOf(meanScores(seeds), "model", "mae"), 15.0);
        QVERIFY(std::isnan(valueOf(scoreDeviations(seeds), "model", "mse")));
        seeds[1] = seedOf(2, NAN, 20);
        QVERIFY(std::isnan(valueOf(meanScores(seeds), "model", "mse")));  // a seed that has diverged is not left out
        QVERIFY(meanScores({}).empty());
    }

    void aSeedThatWasStoppedDoesNotCount() {
        std::vector<SeedScores> seeds = {seedOf(1, 1, 10), seedOf(2, 3, 10), seedOf(3, 100, 10)};
        seeds[2].whole = false;
        QCOMPARE(countedSeeds(seeds), std::size_t{2});
        QCOMPARE(valueOf(meanScores(seeds), "model", "mse"), 2.0);
        QCOMPARE(valueOf(scoreDeviations(seeds), "model", "mse"), std::sqrt(2.0));
        seeds.erase(seeds.begin(), seeds.begin() + 2);
        QCOMPARE(countedSeeds(seeds), std::size_t{0});
        QCOMPARE(valueOf(meanScores(seeds), "model", "mse"), 100.0);  // alone it is what there is
    }

    void crossedQuantilesAreAScore() {
        ForecastSpread spread;
        spread.levels = {0.1, 0.9};
        spread.quantiles = {{1, 2}, {3, 4}};
        const auto rows = [&] {
            std::vector<TestScore> scores;
            addScores("model", "original", scoreSpread(std::vector<double>{2, 3}, spread), scores);
            return scores;
        };
        QCOMPARE(valueOf(rows(), "model", "crossed"), 1e9);  // of heads whose quantiles cannot cross
        spread.crossed = 0.25;
        QCOMPARE(valueOf(rows(), "model", "crossed"), 0.25);
        QVERIFY(findScore("crossed") && findScore("crossed")->isShare && !findScore("mse")->isShare);
    }
};

QTEST_APPLESS_MAIN(TestSeedScores)
#include "tst_seed_scores.moc"
