// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/time_left.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace gatelab;

namespace {

/// A run of which every step takes `step` seconds and every end of an epoch `end` more, looked at 30 times a second.
struct Watched {
    double step = 0.1, end = 0;
    std::int64_t stepsPerEpoch = 100, steps = 1000;
    TimeLeft left = {};
    double now = 0, begins = 0;       ///< begins: the present stretch of training
    std::int64_t done = 0, from = 0;  ///< from: where that stretch began
    double worst = 0;                 ///< largest move of the figure that is not the clock's, once it is known

    /// Watches until so many steps are done.
    void until(std::int64_t target) {
        constexpr double kTick = 1.0 / 30;
        while (done < target) {
            now += kTick;
            const double before = left.seconds();
            place();
            left.update(now, {done, steps, stepsPerEpoch});
            if (before >= 0) worst = std::max(worst, std::abs(left.seconds() - (before - kTick)));
        }
    }
    /// What is really left.
    [[nodiscard]] double truth() const {
        return static_cast<double>(steps) * step + static_cast<double>(steps / stepsPerEpoch) * end - workAt(from) -
               (now - begins);
    }
    void goOnFrom(std::int64_t checkpoint) { from = done = checkpoint, begins = now; }

private:
    /// Seconds of work until the step is done.
    [[nodiscard]] double workAt(std::int64_t at) const {
        return static_cast<double>(at) * step + static_cast<double>(at > 0 ? (at - 1) / stepsPerEpoch : 0) * end;
    }
    void place() {
        while (done < steps && workAt(done + 1) - workAt(from) <= now - begins) ++done;
    }
};

}  // namespace

class TestTimeLeft : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Of a lab, whose estimate is told anew by every run that it measures: up and down by a fifth around a truth that
    // falls.
    void aFallingFigureDoesNotJumpWithItsEstimates() {
        Countdown left(20, true);
        left.update(0, std::numeric_limits<double>::quiet_NaN());
        QCOMPARE(left.seconds(), -1.0);
        double before = 300, most = 0;
        left.update(0, before);
        for (int tick = 1; tick <= 1200; ++tick) {
            const double truth = 300 - tick * 0.2;
            left.update(0.2, truth * (tick / 15 % 2 == 0 ? 1.2 : 0.85));
            QVERIFY(left.seconds() <= before);
            most = std::max(most, before - left.seconds());
            before = left.seconds();
        }
        QVERIFY2(most < 1.5, qPrintable(QString::number(most)));  // a tick of the clock and little more
        QVERIFY2(std::abs(left.seconds() - 60) < 12, qPrintable(QString::number(left.seconds())));
        // A first word that was wrong by far is put right, upwards too.
        Countdown wrong(20, true);
        wrong.update(0, 40);
        for (int tick = 0; tick < 300; ++tick) wrong.update(0.2, 200 - 0.2 * tick);
        QVERIFY2(std::abs(wrong.seconds() - 140) < 20, qPrintable(QString::number(wrong.seconds())));
    }

    void saysNothingAtFirst() {
        Watched run;
        QCOMPARE(run.left.seconds(), -1.0);
        run.until(10);
        QCOMPARE(run.left.seconds(), -1.0);
    }

    void isRightForASteadyRun() {
        Watched run;
        run.until(300);
        QVERIFY2(std::abs(run.left.seconds() - run.truth()) < 1.0, qPrintable(QString::number(run.left.seconds())));
    }

    /// Once it is known what a validation takes, it is part of the figure: neither the steps after it nor the next one
    /// move it.
    void countsTheEndsOfEpochs_data() {
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("end");
        QTest::addColumn<int>("stepsPerEpoch");
        QTest::newRow("short epochs") << 0.1 << 1.5 << 100;
        QTest::newRow("epochs longer than what is remembered") << 0.1 << 25.0 << 3000;
        QTest::newRow("slow steps") << 2.0 << 7.0 << 20;
        QTest::newRow("epochs between two looks") << 0.0005 << 0.004 << 40;
    }

    void countsTheEndsOfEpochs() {
        QFETCH(double, step);
        QFETCH(double, end);
        QFETCH(int, stepsPerEpoch);
        Watched run{step, end, stepsPerEpoch, 10 * stepsPerEpoch};
        if (run.steps * step < 60) run.steps = 4000 * stepsPerEpoch;
        const std::int64_t epochs = run.steps / stepsPerEpoch;
        run.until(epochs / 5 * stepsPerEpoch + stepsPerEpoch / 2);
        run.worst = 0;
        run.until(epochs / 2 * stepsPerEpoch);
        QVERIFY2(run.worst < 0.05 * run.truth(), qPrintable(QString::number(run.worst)));
        QVERIFY2(std::abs(run.left.seconds() - run.truth()) < 0.05 * run.truth(),
                 qPrintable(QStringLiteral("%1 for %2").arg(run.left.seconds()).arg(run.truth())));
    }

    /// The window still knows the last step of the killed run, and the validation that it went through.
    void doesNotJumpAfterAResume() {
        Watched run{0.1, 20, 1000, 10000};
        run.done = 2450;
        run.left.reset(run.end);
        for (int i = 1; i <= 90; ++i) run.left.update(run.now = i / 30.0, {run.done, run.steps, run.stepsPerEpoch});
        QCOMPARE(run.left.seconds(), -1.0);
        run.goOnFrom(2300);
        run.until(2400);
        QVERIFY2(std::abs(run.left.seconds() - run.truth()) < 0.02 * run.truth(),
                 qPrintable(QStringLiteral("%1 for %2").arg(run.left.seconds()).arg(run.truth())));
        run.worst = 0;
        run.until(4500);
        QVERIFY2(run.worst < 0.02 * run.truth(), qPrintable(QString::number(run.worst)));
    }

    void whatComesOnceDoesNotCount() {
        Watched run;
        run.left.update(0.01, {0, run.steps, run.stepsPerEpoch});
        run.now = 30;  // the first step took so long
        run.begins = run.now;
        run.until(60);
        QVERIFY2(std::abs(run.left.seconds() - run.truth()) < 0.05 * run.truth(),
                 qPrintable(QString::number(run.left.seconds())));
    }

    void followsAChangeOfSpeed() {
        Watched run;
        run.steps = 3000;
        run.until(200);
        run.step = 0.5;
        run.goOnFrom(200);
        run.until(700);
        const double truth = (3000 - 700) * 0.5;
        QVERIFY2(std::abs(run.left.seconds() - truth) < 0.15 * truth, qPrintable(QString::number(run.left.seconds())));
    }

    void neverFallsBelowZero() {
        TimeLeft left;
        for (int i = 0; i < 200; ++i) left.update(i, {i, 100, 10});
        QVERIFY(left.seconds() >= 0);
    }

    void forgets() {
        Watched run;
        run.until(100);
        QVERIFY(run.left.seconds() >= 0);
        run.left.reset();
        QCOMPARE(run.left.seconds(), -1.0);
    }

    void theHistorySaysWhatAnEpochsEndTook() {
        const auto sample = [](MetricId id, std::int64_t step, double seconds) {
            return MetricSample{id, 0, step, 0, seconds, 0, 1};
        };
        QCOMPARE(epochEndSeconds({}), -1.0);
        QCOMPARE(epochEndSeconds({sample(MetricId::EpochSeconds, 100, 10)}), -1.0);
        QCOMPARE(
            epochEndSeconds({sample(MetricId::EpochSeconds, 100, 10), sample(MetricId::EpochSeconds, 200, 23),
                             sample(MetricId::ValidationLoss, 100, 12), sample(MetricId::ValidationLoss, 200, 26)}),
            3.0);
        // Ended in the middle of an epoch
        QCOMPARE(epochEndSeconds({sample(MetricId::EpochSeconds, 100, 10), sample(MetricId::ValidationLoss, 150, 20)}),
                 -1.0);
    }
};

QTEST_APPLESS_MAIN(TestTimeLeft)
#include "tst_time_left.moc"
