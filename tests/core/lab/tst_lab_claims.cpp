// SPDX-License-Identifier: GPL-3.0-or-later
// How a lab tells the time from what it knows.
#include "core/lab_support.h"

#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

class TestLabClaims : public QObject {
    Q_OBJECT
private Q_SLOTS:
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
