// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "lab/student_t.h"
#include "verdict/verdict.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

using namespace gatelab;

class TestVerdict : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void studentAgreesWithTables_data() {
        // Critical values of published tables (two-sided 5 % and 1 %), and the exact Cauchy case.
        QTest::addColumn<double>("freedom");
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("t");
        QTest::newRow("5, 5 %") << 5.0 << 0.05 << 2.570581836;
        QTest::newRow("11, 5 %") << 11.0 << 0.05 << 2.200985160;
        QTest::newRow("23, 5 %") << 23.0 << 0.05 << 2.068657610;
        QTest::newRow("5, 1 %") << 5.0 << 0.01 << 4.032142984;
        QTest::newRow("23, 1 %") << 23.0 << 0.01 << 2.807335684;
        QTest::newRow("1, Cauchy") << 1.0 << 0.5 << 1.0;
    }
    void studentAgreesWithTables() {
        QFETCH(double, freedom);
        QFETCH(double, p);
        QFETCH(double, t);
        QVERIFY(std::abs(studentCritical(p, freedom) - t) < 1e-8);
        QVERIFY(std::abs(studentTwoSided(t, freedom) - p) < 1e-9);
        QVERIFY(std::abs(studentTwoSided(-t, freedom) - p) < 1e-9);
    }

    // Differences 1 to 6: t = 3.5 / (sd / sqrt(6)), and for 5 degrees of freedom Student's distribution is elementary:
    // p = 1 - 2 / pi (u + sin u (cos u + 2 / 3 cos^3 u)), tan u = t / sqrt(5).
    void pIsOfThePairedTTest() {
        const double t = 3.5 / std::sqrt(3.5 / 6), u = std::atan(t / std::sqrt(5.0));
        const double p =
            1 - 2 / std::numbers::pi * (u + std::sin(u) * (std::cos(u) + 2 * std::pow(std::cos(u), 3) / 3));
        const std::vector<double> a = {12, 14, 13, 18, 15, 11}, b = {11, 12, 10, 14, 10, 5};
        const Verdict verdict = decideVerdict(a, b);
        QCOMPARE(verdict.pairs, 6);
        QVERIFY(std::abs(verdict.p - p) < 1e-12);
        QVERIFY(std::abs(verdict.effect - 3.5) < 1e-12);
    }

    void theNumberSaidLeadsToALook() {
        Verdict verdict;
        verdict.pairs = 6;
        verdict.nextLook = 12;
        QCOMPARE(settlingLook(verdict), 0);
        for (const auto& [estimate, look] :
             {std::pair(3, 12), std::pair(12, 12), std::pair(13, 24), std::pair(25, 0)}) {
            verdict.pairsEstimate = estimate;
            QCOMPARE(settlingLook(verdict), look);
        }
        verdict.nextLook = 0;  // the last look is over
        verdict.pairsEstimate = 13;
        QCOMPARE(settlingLook(verdict), 0);
    }

    void signFlipByHand() {
        // All of one sign: only the two extreme patterns of 2^n.
        const std::vector<double> d = {1, 2, 3, 4, 5, 6, 7, 8};
        QCOMPARE(signFlipTest(d), 2.0 / 256);
        QCOMPARE(signFlipTest(std::vector<double>{1, -1}), 1.0);
        QCOMPARE(signFlipTest(std::vector<double>{0, 0, 0}), 1.0);
        // {1, 2}: sums 3, 1, -1, -3; |sum| >= 1 for all of {2, -1}.
        QCOMPARE(signFlipTest(std::vector<double>{2, -1}), 1.0);
    }

    void signFlipAgainstEveryPattern() {
        Rng rng(3, RandomPurpose::Test);
        for (std::size_t n = 1; n <= 12; ++n) {
            std::vector<double> d(n);
            for (double& v : d) v = std::round(4 * rng.normal()) / 2 + 0.5;
            double observed = 0;
            for (const double v : d) observed += v;
            int extreme = 0;
            for (std::uint32_t pattern = 0; pattern < 1u << n; ++pattern) {
                double sum = 0;
                for (std::size_t i = 0; i < n; ++i) sum += pattern >> i & 1 ? -d[i] : d[i];
                extreme += std::abs(sum) >= std::abs(observed) ? 1 : 0;
            }
            QCOMPARE(signFlipTest(d), static_cast<double>(extreme) / (1u << n));
        }
    }

    void fewPairsCannotTell() {
        const std::vector<double> a = {1, 1, 1, 1, 1}, b = {9, 9, 9, 9, 9};
        const Verdict v = decideVerdict(a, b);
        QCOMPARE(v.answer, VerdictAnswer::CannotTell);
        QCOMPARE(v.nextLook, 6);
        QCOMPARE(v.pairs, 0);
    }

    void aClearDifferenceIsCalled() {
        std::vector<double> a, b;
        for (int i = 0; i < 6; ++i) a.push_back(1 + 0.01 * i), b.push_back(2 + 0.013 * i);
        QCOMPARE(decideVerdict(a, b).answer, VerdictAnswer::Better);
        QCOMPARE(decideVerdict(b, a).answer, VerdictAnswer::Worse);
        QCOMPARE(decideVerdict(a, b, false).answer, VerdictAnswer::Worse);
    }

    void laterPairsChangeNothing() {
        std::vector<double> a, b;
        for (int i = 0; i < 6; ++i) a.push_back(1 + 0.01 * i), b.push_back(2 + 0.013 * i);
        const Verdict first = decideVerdict(a, b);
        for (int i = 0; i < 18; ++i) {
            a.push_back(100);
            b.push_back(0);
            const Verdict later = decideVerdict(a, b);
            QCOMPARE(later.answer, first.answer);
            QCOMPARE(later.effect, first.effect);
            QCOMPARE(later.pairs, 6);
        }
    }

    void equalScoresArePracticallyEqual() {
        const std::vector<double> a = {1, 2, 3, 4, 5, 6};
        QCOMPARE(decideVerdict(a, a).answer, VerdictAnswer::PracticallyEqual);
        std::vector<double> b = a;
        for (std::size_t i = 0; i < b.size(); ++i) b[i] += i % 2 ? 0.01 : -0.01;
        QCOMPARE(decideVerdict(a, b).answer, VerdictAnswer::PracticallyEqual);
    }

    void divergedRunsAreCounted() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const std::vector<double> good = {1, 1.1, 0.9, 1, 1.05, 0.95}, bad = {nan, 1.1, nan, nan, 1.0, nan};
        const Verdict v = decideVerdict(good, bad);
        QCOMPARE(v.divergedA, 0);
        QCOMPARE(v.divergedB, 4);
        QVERIFY(v.answer != VerdictAnswer::Worse);
        QVERIFY(v.effect < 0);
        QVERIFY(v.hasSize());
    }

    void whereAllRunsOfASideDivergedTheEffectHasNoSize() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const std::vector<double> good = {1, 1.1, 0.9, 1, 1.05, 2.5}, other = {1, 1.3, 0.7, 1.2, 1, 1.1}, none(6, nan);
        const std::vector<double> few = {1, nan, nan, nan, 2.5, nan};  // not enough for an answer
        for (const Verdict& v : {decideVerdict(none, good), decideVerdict(good, none), decideVerdict(none, few),
                                 decideVerdict(few, none)}) {
            QVERIFY(!v.hasSize() && !v.allDiverged());
            QCOMPARE(v.pairsEstimate, 0);
        }
        QVERIFY(decideVerdict(good, other).hasSize());
        QVERIFY(!decideVerdict({}, {}).hasSize());
    }

    void whereBothSidesDivergedInEveryPairNoSeedsAreWanted() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> a(6, nan), b(6, nan);
        QCOMPARE(decideVerdict(std::span(a).first(5), std::span(b).first(5)).nextLook, 6);
        const Verdict v = decideVerdict(a, b);
        QCOMPARE(v.answer, VerdictAnswer::CannotTell);
        QVERIFY(v.allDiverged());
        QCOMPARE(v.nextLook, 0);
        a.push_back(nan), b.push_back(1);  // a pair between the looks
        QVERIFY(!decideVerdict(a, b).allDiverged());
        QCOMPARE(decideVerdict(a, b).nextLook, 12);
    }

    void constantDifferenceIsCalled() {
        const std::vector<double> a = {1, 2, 3, 4, 5, 6}, b = {11, 12, 13, 14, 15, 16};
        QCOMPARE(decideVerdict(a, b).answer, VerdictAnswer::Better);
    }

    // Starts that were kept give one score for every seed: copies of one result are no six trials.
    void seedsThatVaryNothingGiveNoVerdict() {
        const std::vector<double> a(6, 0.30129), b(6, 0.30258);
        for (const bool lowerIsBetter : {true, false}) {
            const Verdict v = decideVerdict(a, b, lowerIsBetter);
            QCOMPARE(v.answer, VerdictAnswer::CannotTell);
            QVERIFY(v.seedsVaryNothing && v.hasSize() && !v.hasInterval());
            QCOMPARE(v.nextLook, 0);
            QVERIFY(std::abs(v.effect + 0.00129) < 1e-12);
        }
        QCOMPARE(decideVerdict(a, a).answer, VerdictAnswer::PracticallyEqual);
        QVERIFY(decideVerdict(a, a).seedsVaryNothing);
        // What a run takes has no chance in it.
        QCOMPARE(decideVerdict(a, b, true, SameScores::AreExact).answer, VerdictAnswer::Better);
        // One side that varies is enough to tell by; and later seeds may vary.
        const std::vector<double> varied = {0.41, 0.42, 0.4, 0.43, 0.415, 0.425};
        QCOMPARE(decideVerdict(a, varied).answer, VerdictAnswer::Better);
        std::vector<double> longA(6, 0.30129), longB(6, 0.30258);
        for (int i = 0; i < 6; ++i) longA.push_back(0.3 + 1e-4 * i), longB.push_back(0.4 + 1e-4 * (i % 3));
        QCOMPARE(decideVerdict(longA, longB).pairs, 12);
        QVERIFY(!decideVerdict(longA, longB).seedsVaryNothing);
    }

    // AirPassengers with and without an anchor: five of six networks of A kept the start that was fitted, all of B.
    void copiesOfOneResultCountAsOne() {
        const std::vector<double> a = {0.0415, 0.0766, 0.0766, 0.0766, 0.0766, 0.0766}, b(6, 0.0482);
        for (const Verdict& v : {decideVerdict(a, b), decideVerdict(b, a)}) {
            QCOMPARE(v.answer, VerdictAnswer::CannotTell);
            QCOMPARE(v.results, 2);
            QVERIFY(v.seedsRepeat && !v.seedsVaryNothing && v.hasSize() && !v.hasInterval() && !v.hasTest());
            QCOMPARE(v.nextLook, 12);  // one seed did vary
        }
        QVERIFY(std::abs(decideVerdict(a, b).effect - (0.0415 + 0.0766 - 2 * 0.0482) / 2) < 1e-12);
        // Two runs that diverged are no copies, nor are counts of items that agree.
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(decideVerdict(std::vector(6, nan), std::vector<double>{1, 2, 1, 2, 1, 2}).results, 6);
        QCOMPARE(decideVerdict(a, b, false, SameScores::AreCounts).results, 6);
        QCOMPARE(decideVerdict(a, b, true, SameScores::AreExact).results, 6);
        // A setting that changes nothing in any seed.
        QCOMPARE(decideVerdict(a, a).answer, VerdictAnswer::PracticallyEqual);
    }

    // Six different results are as many trials as without their copies, if what most seeds give says no other.
    void sixDifferentResultsAmongCopiesAreATest() {
        std::vector<double> a, b;
        for (int i = 0; i < 12; ++i)
            a.push_back(i < 6 ? 0.3 : 0.2 + 0.001 * i), b.push_back(i < 6 ? 0.41 : 0.3 + 0.002 * i);
        const Verdict v = decideVerdict(a, b);
        QCOMPARE(v.answer, VerdictAnswer::Better);
        QCOMPARE(v.pairs, 12);
        QCOMPARE(v.results, 7);
        QCOMPARE(v.signFlipP, -1.0);  // from 8 results on
        // What most come to is worse: by the different ones alone it would be better.
        for (std::size_t i = 0; i < 6; ++i) b[i] = 0.25;
        QVERIFY(decideVerdict(a, b).copiesDecide);
        QCOMPARE(decideVerdict(a, b).answer, VerdictAnswer::CannotTell);
    }

    // To the last look.
    void fewerThanSixResultsAreNoTestAtAnyLook() {
        std::vector<double> a(24, 0.0766), b(24, 0.0482);
        for (std::size_t i = 0; i < 4; ++i) a[6 * i] = 0.04 + 0.001 * static_cast<double>(i);
        const Verdict v = decideVerdict(a, b);
        QVERIFY(v.answer == VerdictAnswer::CannotTell && v.seedsRepeat);
        QCOMPARE(v.pairs, 24);
        QCOMPARE(v.results, 5);
        QCOMPARE(v.nextLook, 0);
    }

    void falseCallsStayBelowFivePercent_data() {
        QTest::addColumn<int>("shape");
        for (const ScoreShape shape : kScoreShapes) QTest::newRow(scoreShapeName(shape)) << static_cast<int>(shape);
    }
    void falseCallsStayBelowFivePercent() {
        QFETCH(int, shape);
        const auto result = simulateVerdict(static_cast<ScoreShape>(shape), 1000, 11);
        QVERIFY2(result.rate() <= 0.05, qPrintable(QString("%1 of %2").arg(result.falseCalls).arg(result.trials)));
    }

    void aRealDifferenceIsFoundMostly() {
        int found = 0;
        for (int trial = 0; trial < 40; ++trial) {
            Rng rng(5, RandomPurpose::Test, static_cast<std::uint64_t>(trial));
            std::vector<double> a, b;
            for (int i = 0; i < 12; ++i) a.push_back(rng.normal()), b.push_back(a.back() + 1.0 + 0.7 * rng.normal());
            const auto answer = decideVerdict(a, b).answer;
            QVERIFY(answer != VerdictAnswer::Worse);
            found += answer == VerdictAnswer::Better ? 1 : 0;
        }
        QVERIFY(found > 30);
    }
};

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
