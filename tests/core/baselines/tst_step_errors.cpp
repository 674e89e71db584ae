// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of each step of the horizon, by hand.
#include "baselines/step_errors.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

class TestStepErrors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Three windows of two steps of two targets.
    void meansOfEachCell() {
        const std::vector<double> truth = {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60},
                                  forecast = {2, 10, 2, 24, 5, 30, 4, 34, 5, 53, 9, 60};
        QCOMPARE(stepErrors(truth, forecast, 4), (std::vector<double>{1, 1, 1, 10.0 / 3}));
        const std::vector<std::size_t> some = {2, 0};
        QCOMPARE(stepErrors(truth, forecast, 4, some), (std::vector<double>{0.5, 1.5, 1.5, 2}));
    }
    void whatIsMissingIsNotScored() {
        const double none = std::nan("");
        const auto errors = stepErrors(std::vector<double>{1, none, 3, none}, std::vector<double>{2, 5, none, 7}, 2);
        QVERIFY(std::isnan(errors[0]));  // a forecast that is no number is no better than any other
        QVERIFY(std::isnan(errors[1]));  // there is no truth
        QCOMPARE(stepErrors(std::vector<double>{1, none, 3, 8}, std::vector<double>{2, 5, 3, 7}, 2),
                 (std::vector<double>{0.5, 1}));
        const auto nothing = stepErrors({}, {}, 2);
        QVERIFY(nothing.size() == 2 && std::isnan(nothing[0]));
    }
};

QTEST_APPLESS_MAIN(TestStepErrors)
#include "tst_step_errors.moc"
