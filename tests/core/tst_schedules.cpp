// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/choices.h"
#include "config/schedule_curve.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

class TestSchedules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tableAgreesWithChoices();
    void followsTheFormulas();
    void warmsUp();
    void staysPositiveAndFinite();
};

namespace {
ExperimentConfig base(const char* schedule) {
    ExperimentConfig config;
    config.learningRate = 0.4;
    config.schedule = schedule;
    config.scheduleSteps = 10;
    config.scheduleFactor = 0.5;
    config.minLearningRate = 0;
    return config;
}
bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }
}  // namespace

void TestSchedules::tableAgreesWithChoices() {
    QCOMPARE(schedules().size(), scheduleChoices().size());
    for (const Choice& choice : scheduleChoices()) QVERIFY2(findSchedule(choice.key), choice.key);
}

void TestSchedules::followsTheFormulas() {
    QVERIFY(near(scheduledRate(base("constant"), {77, 100, 0}), 0.4));
    QVERIFY(near(scheduledRate(base("step"), {9, 100, 0}), 0.4));
    QVERIFY(near(scheduledRate(base("step"), {25, 100, 0}), 0.1));
    QVERIFY(near(scheduledRate(base("exponential"), {10, 100, 0}), 0.2));
    QVERIFY(near(scheduledRate(base("cosine"), {50, 100, 0}), 0.2));
    QVERIFY(near(scheduledRate(base("cosine"), {100, 100, 0}), 0.0));
    QVERIFY(near(scheduledRate(base("cosine-restarts"), {10, 100, 0}), 0.4));
    QVERIFY(near(scheduledRate(base("cosine-restarts"), {15, 100, 0}), 0.2));
    QVERIFY(near(scheduledRate(base("plateau"), {99, 100, 2}), 0.1));
    // PyTorch 2.11 OneCycleLR(max_lr=0.4, total_steps=100): start, peak, end.
    QVERIFY(near(scheduledRate(base("one-cycle"), {0, 100, 0}), 0.016));
    QVERIFY(near(scheduledRate(base("one-cycle"), {29, 100, 0}), 0.4));
    QVERIFY(near(scheduledRate(base("one-cycle"), {99, 100, 0}), 1.6e-6));
}

void TestSchedules::warmsUp() {
    auto config = base("cosine");
    config.warmupSteps = 4;
    QVERIFY(near(scheduledRate(config, {0, 104, 0}), 0.1));
    QVERIFY(near(scheduledRate(config, {3, 104, 0}), 0.4));
    QVERIFY(near(scheduledRate(config, {4, 104, 0}), 0.4));
    QVERIFY(near(scheduledRate(config, {54, 104, 0}), 0.2));
}

void TestSchedules::staysPositiveAndFinite() {
    for (const Schedule& schedule : schedules()) {
        auto config = base(schedule.key);
        config.minLearningRate = 0.01;
        for (const std::int64_t total : {1, 2, 3, 7, 1000})
            for (std::int64_t step = 0; step <= total + 3; ++step) {
                const double rate = scheduledRate(config, {step, total, 1});
                QVERIFY2(std::isfinite(rate) && rate >= 0.01 && rate <= 0.4 + 1e-12, schedule.key);
            }
    }
}

QTEST_APPLESS_MAIN(TestSchedules)
#include "tst_schedules.moc"
