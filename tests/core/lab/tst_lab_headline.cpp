// SPDX-License-Identifier: GPL-3.0-or-later
// What a lab shows in all, against figures computed by hand, and what it shows without some of its rungs.
#include "core/lab_support.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace gatelab;
using namespace gatelab::test;

namespace {

using Times = std::map<std::string, std::vector<double>>;

/// A ladder of these rungs alone, with a step of so many milliseconds in each repeat.
LabReport measured(const Times& times, bool isFinished = true) {
    std::set<std::string> others;
    for (const LabRung& rung : ladderRungs({}, {}))
        if (!times.contains(rung.key)) others.insert(rung.key);
    LabReport report;
    report.plan = *planLab({LabMode::Ladder, others, {}}, {}, {});
    report.figures.resize(report.plan.rungs.size());
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const auto found = times.find(report.plan.rungs[i].key);
        if (found == times.end()) continue;
        LabFigures& f = report.figures[i];
        for (const double ms : found->second) f.repeats.push_back({ms, LabDisturbance::None});
        f.summarise();
        f.samplesPerSecond = 32e3 / f.ms;
    }
    report.measuredAt = isFinished ? 1 : 0;
    updateRatios(report);
    return report;
}

bool isNear(double a, double b) { return std::abs(a / b - 1) < 1e-5; }

std::string keyOf(const LabReport& report, std::size_t rung) { return report.plan.rungs[rung].key; }

}  // namespace

class TestLabHeadline : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Logarithms of the paired ratios: ln 2, ln 2, 0. Mean 0.462098, standard error 0.231049, t(0.975; 2) = 4.302653;
    /// with two degrees of freedom p = 1 - t / sqrt(2 + t²), here of t = 2.
    void theIntervalIsPairedAndOnTheLogarithm() {
        const LabReport report = measured({{"baseline", {8, 8, 8}}, {"implementation-cell", {4, 4, 8}}});
        const auto headline = labHeadline(report);
        QVERIFY(headline);
        QVERIFY(isNear(headline->effect.value, std::cbrt(4.0)));
        QVERIFY(isNear(headline->effect.low, 0.5874138) && isNear(headline->effect.high, 4.2897223));
        QVERIFY(isNear(headline->effect.p, 1 - 2 / std::sqrt(6.0)));
        QVERIFY(!headline->effect.isBeyondChance());
        QCOMPARE(headline->title.english(), std::string("1.6 × as fast, same numbers"));
        QCOMPARE(headline->range.english(), std::string("range 0.59 to 4.3"));
        QCOMPARE(headline->text.english(), std::string("4000 → 6350 samples/s with rung 1."));
    }

    void oneRepeatHasNoInterval() {
        const auto headline =
            labHeadline(measured({{"baseline", {8}}, {"implementation-cell", {4}}, {"device-data", {2}}}, false));
        QVERIFY(headline && headline->range.empty() && std::isnan(headline->effect.low));
        QCOMPARE(headline->title.english(), std::string("4.0 × as fast so far, same numbers"));
        QVERIFY(!headline->effect.isBeyondChance());
        // Of the first rung alone nothing can be said.
        QVERIFY(!labHeadline(measured({{"baseline", {8}}}, false)));
    }

    /// With one degree of freedom t is 12.7: the interval would reach from a tenth to the hundredfold, or claim what
    /// two like times made.
    void twoRepeatsHaveNoIntervalAndClaimNothing() {
        const LabReport report = measured({{"baseline", {8, 8.0001}}, {"implementation-cell", {4, 4}}});
        const auto headline = labHeadline(report);
        QVERIFY(headline && std::isnan(headline->effect.low) && std::isnan(headline->effect.p));
        QVERIFY(!headline->effect.isBeyondChance() && std::isnan(report.figures[0].msLow));
        QCOMPARE(headline->range.english(), std::string("2 repeats"));
        QVERIFY(labText(report).find(" x*") == std::string::npos);
    }

    void equalRepeatsHaveNoSpread() {
        const LabReport report =
            measured({{"baseline", {8, 8, 8}}, {"implementation-cell", {4, 4, 4}}, {"device-data", {4, 4, 4}}});
        const LabRatio faster = report.figures[find(report.plan, "implementation-cell")].effect,
                       same = report.figures[find(report.plan, "device-data")].effect;
        QVERIFY(isNear(faster.low, 2) && isNear(faster.high, 2));
        QCOMPARE(faster.p, 0.0);
        QVERIFY(faster.isBeyondChance());
        QCOMPARE(same.p, 1.0);
        QVERIFY(!same.isBeyondChance());
    }

    void aRungThatFailedIsNoStep() {
        LabReport report = measured({{"baseline", {8, 8}}, {"implementation-cell", {4, 4}}, {"device-data", {1, 1}}});
        report.figures[find(report.plan, "device-data")].problem = "the loss is not finite";
        QCOMPARE(keyOf(report, labTop(report)), std::string("implementation-cell"));
        QCOMPARE(labHeadline(report)->title.english(), std::string("2.0 × as fast, same numbers"));
    }

    void aRungThatLosesBeyondChanceIsNotTheTop() {
        const LabReport report =
            measured({{"baseline", {8, 8, 8}}, {"implementation-cell", {2, 2, 2}}, {"device-data", {4, 4, 4}}});
        QCOMPARE(keyOf(report, labTop(report)), std::string("implementation-cell"));
        const LabReport slow = measured({{"baseline", {2, 2, 2}}, {"implementation-cell", {4, 4, 4}}});
        QCOMPARE(labTop(slow), std::size_t{0});
        QCOMPARE(labHeadline(slow)->title.english(), std::string("No rung is faster than the plain loop"));
    }

    void disturbanceIsToldAndSilencesNothing() {
        LabReport report = measured({{"baseline", {8, 8}}, {"implementation-cell", {4, 2}}});
        report.figures[0].repeats[1].disturbance = LabDisturbance::Load;
        updateRatios(report);
        const auto headline = labHeadline(report);
        QVERIFY(headline && headline->isDisturbed);
        QCOMPARE(headline->title.english(), std::string("2.8 × as fast, same numbers"));
        QVERIFY(headline->text.english().ends_with("Others used the processor."));
    }

    /// Rungs that cannot run here have no number.
    void numbersCountWhatCanRun() {
        const LabReport report = measured(
            {{"baseline", {8}}, {"implementation-cell", {6}}, {"implementation-library", {4}}, {"device-data", {2}}});
        QCOMPARE(report.plan.numberOf(find(report.plan, "device-data")), 4);
        QCOMPARE(labRungNumbers(report, labTop(report)).english(), std::string("rungs 1 to 2, 4"));
        // How many depends on the cores of the machine.
        QVERIFY(labMissing(report.plan).english().find(" rungs ") != std::string::npos);
    }

    /// Of one setting only the last choice counts: without the one before, what was measured holds.
    void whatKeepsItsSettingsKeepsItsFigures() {
        const LabReport whole =
            measured({{"baseline", {8, 8}}, {"implementation-cell", {4, 4}}, {"implementation-library", {2, 2}}});
        const LabReport without = withoutRungs(whole, {"implementation-cell"});
        const LabFigures& library = without.figures[find(without.plan, "implementation-library")];
        QVERIFY(!library.isComputed && isNear(library.ms, 2) && isNear(library.effect.value, 4));
        QVERIFY(!without.figures[find(without.plan, "implementation-cell")].measured());
        QCOMPARE(labRungNumbers(without, labTop(without)).english(), std::string("rung 2"));
    }

    /// 4 * 1 / 2 and 8 * 2 / 2 ms: ratios of 4 and 2 to the plain loop.
    void whatStoodOnItIsComputedRepeatByRepeat() {
        const LabReport whole = measured({{"baseline", {8, 16}},
                                          {"implementation-cell", {4, 8}},
                                          {"device-data", {2, 2}},
                                          {"fused-optimiser", {1, 2}}});
        const LabReport without = withoutRungs(whole, {"device-data"});
        const LabFigures& fused = without.figures[find(without.plan, "fused-optimiser")];
        QVERIFY(fused.isComputed);
        QVERIFY(isNear(fused.repeats[0].ms, 2) && isNear(fused.repeats[1].ms, 8));
        QVERIFY(isNear(fused.speedup.value, std::sqrt(8.0)) && isNear(fused.effect.value, std::sqrt(2.0)));
        const auto headline = labHeadline(without);
        QVERIFY(headline && headline->text.english().find("Computed for the rungs below") != std::string::npos);
        // Nothing taken out is the same again.
        QCOMPARE(labJson(withoutRungs(whole, {})), labJson(whole));
    }

    void curvesAreThinnedAlongTheLogarithm() {
        std::vector<LabLoss> losses;
        for (int i = 1; i <= 1000; ++i) losses.push_back({0.01 * i, 5});
        losses[3].loss = kNotMeasured;
        const auto thin = thinned(losses);
        QVERIFY(std::ssize(thin) <= kMaxLosses && thin.size() > 20);
        for (std::size_t i = 1; i < thin.size(); ++i) QVERIFY(thin[i].seconds > thin[i - 1].seconds);
        for (const LabLoss& one : thin) QVERIFY(isNear(one.loss, 5));
        QCOMPARE(thin.front().seconds, 0.01);
        QCOMPARE(thinned({{0, 1}, {1, 2}}), (std::vector<LabLoss>{{1, 2}}));
    }

    /// The headline first, then the ladder, then what cannot run here.
    void theTerminalHasTheSameOrder() {
        const std::string text = labText(measured({{"baseline", {8, 8, 8}}, {"implementation-cell", {4, 4, 8}}}));
        QVERIFY2(text.starts_with("1.6 × as fast, same numbers, range 0.59 to 4.3\n4000 → 6350 samples/s with rung 1."),
                 text.c_str());
        const auto ladder = text.find("implementation-cell"), missing = text.find(" rungs cannot run here");
        QVERIFY(ladder != text.npos && missing != text.npos && ladder < missing);
        QVERIFY(text.find("1.59 x (0.587 to 4.29)") != text.npos);
        const std::string json = labJson(measured({{"baseline", {8, 8, 8}}, {"implementation-cell", {4, 4, 8}}}));
        QVERIFY(json.find("\"headline\":{\"title\":\"1.6 × as fast, same numbers\"") != json.npos);
    }
};

QTEST_APPLESS_MAIN(TestLabHeadline)
#include "tst_lab_headline.moc"
