// SPDX-License-Identifier: GPL-3.0-or-later
#include "time_left.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;

class TestTimeLeft : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysNothingAtFirst() {
        TimeLeft left;
        QCOMPARE(left.seconds(), -1.0);
        left.update(0.0, 0, 1000);
        left.update(1.0, 10, 1000);
        QCOMPARE(left.seconds(), -1.0);
    }

    void isRightForASteadyRun() {
        TimeLeft left;
        for (int i = 0; i <= 300; ++i) left.update(i * 0.1, i, 1000);  // 10 steps a second
        QVERIFY2(std::abs(left.seconds() - 70.0) < 1.0, qPrintable(QString::number(left.seconds())));
    }

    /// A pause for validation at every epoch must not make the figure jump.
    void doesNotJump() {
        TimeLeft left;
        double seconds = 0, before = -1, worst = 0;
        for (int step = 0; step < 600; ++step) {
            seconds += step % 100 == 99 ? 1.5 : 0.1;
            left.update(seconds, step, 1000);
            if (before >= 0) worst = std::max(worst, std::abs(left.seconds() - before));
            before = left.seconds();
        }
        QVERIFY2(worst < 4.0, qPrintable(QString::number(worst)));
    }

    void followsAChangeOfSpeed() {
        TimeLeft left;
        double seconds = 0;
        std::int64_t step = 0;
        for (; step < 200; ++step) left.update(seconds += 0.1, step, 2000);
        for (; step < 700; ++step) left.update(seconds += 0.5, step, 2000);
        const double truth = (2000 - 700) * 0.5;
        QVERIFY2(std::abs(left.seconds() - truth) < 0.15 * truth, qPrintable(QString::number(left.seconds())));
    }

    void neverFallsBelowZero() {
        TimeLeft left;
        for (int i = 0; i < 200; ++i) left.update(i, i, 100);
        QVERIFY(left.seconds() >= 0);
    }

    void forgets() {
        TimeLeft left;
        for (int i = 0; i < 100; ++i) left.update(i, i, 1000);
        left.reset();
        QCOMPARE(left.seconds(), -1.0);
    }
};

QTEST_APPLESS_MAIN(TestTimeLeft)
#include "tst_time_left.moc"
