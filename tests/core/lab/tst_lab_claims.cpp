// SPDX-License-Identifier: GPL-3.0-or-later
// What a lab says before and after its repeats are done, and how it tells the time from what it knows.
#include "core/lab_support.h"

#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

class TestLabClaims : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsDecidedBeforeBothLinesAreDone() {
        KnownMachine machine;
        bool wasOpen = false;
        const auto report = runLab(ladder(3), machine, [&](const LabReport& soFar) {
            for (std::size_t i = 1; i < soFar.figures.size(); ++i) {
                const std::size_t against = soFar.plan.rungs[i].against;
                const bool areAll = soFar.figures[i].repeats.size() == 3 && soFar.figures[against].repeats.size() == 3;
                wasOpen = wasOpen || (!areAll && soFar.figures[i].effect.pairs >= 2);
                if (soFar.isDecided(i) != areAll) return false;
            }
            return true;
        });
        QVERIFY(report.ok());
        QVERIFY(wasOpen);  // there were intervals that could have been taken for claims
        QVERIFY(report->isDecided(1));
    }

    void whatIsMeasuredAgainIsOpen() {
        LabReport report;
        report.plan = equalPair(3);
        report.figures.resize(2);
        for (LabFigures& f : report.figures) f.repeats.assign(3, {4, LabDisturbance::None});
        QVERIFY(report.isDecided(1));
        report.figures[1].repeats[2].disturbance = LabDisturbance::Load;
        QVERIFY(!report.isDecided(1));
        report.figures[1].replaced.assign(3, {4, LabDisturbance::Load});  // no more tries
        QVERIFY(report.isDecided(1));
    }

    void theHeadComesFirstAndWhatIsOpenInOneLine() {
        KnownMachine machine;
        machine.noise = 0.02;
        const auto report = runLab(ladder(3), machine, {});
        QVERIFY(report.ok());
        const auto findings = labFindings(*report);
        QVERIFY(labBest(*report) > 0);
        QVERIFY2(findings.front().figure.english().find(" × as fast") != std::string::npos,
                 findings.front().english().c_str());
        int open = 0, named = 0;
        for (const LabFigures& f : report->figures) open += f.effect.outcome() == LabOutcome::Undecided ? 1 : 0;
        QVERIFY(open > 1);
        for (const LabFinding& finding : findings) named += finding.english().find("Not decided") == 0 ? 1 : 0;
        QCOMPARE(named, 1);
    }

    void theTimeOfUnknownLinesIsThatOfTheLikest() {
        const LabPlan plan = ladder(5);
        LabTimes times;
        times.learn(plan.rungs[find(plan, "baseline")].config, 0.04);
        times.learn(plan.rungs[find(plan, "implementation-library")].config, 0.01);
        times.learn(plan.rungs[find(plan, "bf16")].config, 0.006);  // a machine that is fast at it
        LabPlan off;
        off.mode = LabMode::OneOff;
        off.rungs = oneOffRungs({}, {});
        off.repeats = 1;
        off.equalTime = false;
        double sum = 0;
        const double runs = static_cast<double>(off.warmup + off.steps + off.outputSteps());
        for (const LabRung& rung : off.rungs)
            if (rung.wanted())
                sum += runs * (rung.config.implementation == "naive"  ? 0.04
                               : rung.config.implementation == "cell" ? 0.02
                                                                      : 0.01);
        const double reported = times.seconds(off);
        QVERIFY2(std::abs(reported / sum - 1) < 0.25, qPrintable(QStringLiteral("%1 of %2").arg(reported).arg(sum)));
    }
};

QTEST_APPLESS_MAIN(TestLabClaims)
#include "tst_lab_claims.moc"
