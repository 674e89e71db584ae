// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baselines.h"
#include "run/heldout_scores.h"

#include <QtTest>

#include <array>
#include <cmath>

using namespace gatelab;

namespace {

double kgeOf(std::vector<double> truth, std::vector<double> forecast, std::size_t targets = 1) {
    return scoreForecast(truth, forecast, std::vector<double>(targets, 1.0)).kge;
}

}  // namespace

/// The Kling-Gupta efficiency (Gupta et al. 2009) against what its three parts are by hand.
class TestKlingGupta : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itsPartsAreCorrelationSpreadAndMean() {
        const std::vector<double> truth{1, 2, 3, 4, 5};
        QCOMPARE(kgeOf(truth, truth), 1.0);
        // Twice: r 1, alpha 2, beta 2
        QVERIFY(std::abs(kgeOf(truth, {2, 4, 6, 8, 10}) - (1 - std::sqrt(2.0))) < 1e-12);
        // Raised by 3: beta 2 alone
        QVERIFY(std::abs(kgeOf(truth, {4, 5, 6, 7, 8}) - 0.0) < 1e-12);
        // Turned round: r -1 alone
        QVERIFY(std::abs(kgeOf(truth, {5, 4, 3, 2, 1}) - (-1.0)) < 1e-12);
        // r = 0.8, alpha = 1, beta = 1
        QVERIFY(std::abs(kgeOf(truth, {2, 1, 3, 5, 4}) - 0.8) < 1e-12);
    }

    void gapsAndSeveralTargets() {
        QVERIFY(std::abs(kgeOf({1, NAN, 2, 3, 4, 5}, {4, 99, 5, 6, 7, 8}) - 0.0) < 1e-12);
        // Target by target: 1 and 0
        QVERIFY(std::abs(kgeOf({1, 1, 2, 2, 3, 3}, {1, 3, 2, 4, 3, 5}, 2) - 0.5) < 1e-12);
    }

    void whatCannotBeFormedIsNoNumber() {
        QVERIFY(std::isnan(kgeOf({2, 2, 2}, {1, 2, 3})));
        QVERIFY(std::isnan(kgeOf({1, 2, 3}, {2, 2, 2})));
        QVERIFY(std::isnan(kgeOf({-1, 0, 1}, {1, 2, 3})));
    }

    void itIsToldOnTheOriginalScaleAlone() {
        std::vector<TestScore> all;
        const ForecastScores scores = scoreForecast(std::array{1.0, 2.0}, std::array{1.0, 2.5}, std::array{1.0});
        addScores("model", "original", scores, all);
        addScores("model", "standardised", scores, all);
        QCOMPARE(std::ranges::count(all, "kge", &TestScore::metric), std::ptrdiff_t{1});
        QCOMPARE(std::ranges::find(all, "kge", &TestScore::metric)->scale, std::string("original"));
        QCOMPARE(findScore("kge")->better, Score::Better::Higher);
    }
};

QTEST_APPLESS_MAIN(TestKlingGupta)
#include "tst_kling_gupta.moc"
