// SPDX-License-Identifier: GPL-3.0-or-later
// The forecast of an epoch's time from made-up durations of steps.
#include "observe/training_costs.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;

class TestTrainingCosts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void coldStepsDoNotCount() {
        EpochCalibration calibration;
        for (int i = 0; i < 5; ++i) calibration.add(0.06, 1);  // code is loaded, lengths are new
        while (!calibration.isComplete()) calibration.add(0.01, 1);
        const auto time = calibration.result(100);
        QVERIFY(time);
        QVERIFY2(std::abs(time->seconds - 1) < 1e-9, qPrintable(QString::number(time->seconds)));
        QVERIFY(std::abs(time->low - 1) < 1e-9 && std::abs(time->high - 1) < 1e-9);
    }

    void unequalStepsGiveTheMeanAndARange() {
        EpochCalibration calibration;
        calibration.add(0.3, 2);
        for (int i = 0; !calibration.isComplete(); ++i) calibration.add(i < 20 ? 0.01 : 0.02, 1);
        const auto time = calibration.result(10);
        QVERIFY(time && time->low < time->seconds && time->seconds < time->high);
        QVERIFY(std::abs(time->low - 0.1) < 1e-9 && std::abs(time->high - 0.2) < 1e-9);
    }

    void longStepsAreCountedOnce() {
        EpochCalibration calibration;
        QVERIFY(!calibration.result(1));
        for (int i = 0; i < 4; ++i) calibration.add(2, 1);
        QVERIFY(!calibration.isComplete());
        QVERIFY(calibration.endsPart(2, 1));
        calibration.add(2, 1);
        QVERIFY(calibration.isComplete());
        QCOMPARE(calibration.result(3)->seconds, 6.0);
        calibration.add(100, 1);  // too late
        QCOMPARE(calibration.result(3)->seconds, 6.0);
    }

    void aShortRunSaysWhatItKnows() {
        EpochCalibration calibration;
        for (const double seconds : {0.05, 0.04, 0.001, 0.002, 0.003}) calibration.add(seconds, 1);
        QVERIFY(!calibration.isComplete());
        const auto time = calibration.result(10);
        QVERIFY(time && std::abs(time->seconds - 0.02) < 1e-9);
        QVERIFY(std::isnan(time->low) && std::isnan(time->high));
    }

    void stepsThatAreLaunchedTogetherAreMany() {
        EpochCalibration calibration;
        while (!calibration.isComplete()) calibration.add(0.04, 4);
        QVERIFY(std::abs(calibration.result(100)->seconds - 1) < 1e-9);
    }
};

QTEST_APPLESS_MAIN(TestTrainingCosts)
#include "tst_training_costs.moc"
