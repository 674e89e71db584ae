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
    void oneCycleAsPyTorchHasIt();
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

// PyTorch 2.11 OneCycleLR(max_lr=0.4, ...): every share and divisor, and runs shorter than the rise.
void TestSchedules::oneCycleAsPyTorchHasIt() {
    const auto rates = [](std::int64_t total, double rise, double start, double end,
                          const std::vector<std::pair<std::int64_t, double>>& wanted) {
        auto config = base("one-cycle");
        config.oneCycleRise = rise;
        config.oneCycleStart = start;
        config.oneCycleEnd = end;
        for (const auto& [step, rate] : wanted) {
            const double got = scheduledRate(config, {step, total, 0});
            QVERIFY2(near(got, rate), qPrintable(QString("%1 of %2: %3 instead of %4")
                                                     .arg(step)
                                                     .arg(total)
                                                     .arg(got, 0, 'g', 17)
                                                     .arg(rate, 0, 'g', 17)));
        }
    };
    rates(100, 0.1, 10, 100,
          {{0, 0.04},
           {1, 0.05085532825853645},
           {5, 0.2512566719800474},
           {9, 0.4},
           {10, 0.3998782872384154},
           {50, 0.22800678557182108},
           {98, 0.0005217127615846668},
           {99, 0.0004}});
    rates(4, 0, 4, 8, {{0, 0.3432519388548936}, {1, 0.20625}, {2, 0.06924806114510643}, {3, 0.0125}});
    rates(5, 1, 4, 8, {{0, 0.1}, {1, 0.14393398282201786}, {2, 0.25}, {3, 0.35606601717798214}, {4, 0.4}});
    rates(2, 0.3, 25, 1e4, {{0, 0.3246982615799052}, {1, 1.6e-06}});
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
