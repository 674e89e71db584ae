// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says of its speed: steps by the time that they took, evaluations and checkpoints left out.
// Holds core/observe/metric_tap.cpp.
#include "observe/metric_tap.h"
#include "support/step_counters.h"

#include <ATen/ATen.h>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace gatelab;

namespace {

/// A device whose work ends when the test says so, by a clock of its own.
struct MadeUpDevice {
    /// What it was given up to then, in the seconds at which it was given, is done
    static inline double done = 0;
    static inline double given = 0, speed = 1;  ///< seconds of its clock for one of ours
    static inline int moments = 0, waits = 0;
    struct Moment final : DeviceMoment {
        double at = given;
        bool passed() const override { return at <= done; }
        void wait() const override {
            ++waits;
            done = std::max(done, at);
        }
        double secondsSince(const DeviceMoment& earlier) const override {
            return speed * (at - static_cast<const Moment&>(earlier).at);
        }
    };
    static MakeMoment maker() {
        done = given = moments = waits = 0;
        speed = 1;
        return [] {
            ++moments;
            return std::make_unique<Moment>();
        };
    }
    /// Puts steps of these losses, one each millisecond of `every` seconds.
    static void put(StepRing& ring, double loss, int steps, double every) {
        for (int i = 0; i < steps; ++i) {
            given += every;
            ring.put(at::full({}, loss + i, at::kFloat), at::full({}, -loss - i, at::kDouble), given);
            ring.mark(given);
        }
    }
};

/// A tap whose steps are of made-up times.
class Rates {
public:
    void step(double seconds, std::int64_t samples = 10) {
        ++step_;
        tap_.note({step_, {}, static_cast<double>(step_), seconds, 0.1, samples, at::ones({}), at::ones({})});
    }
    MetricTap& tap() { return tap_; }
    std::vector<double> of(MetricId id) {
        channel_.drainMetrics([this](const MetricSample& sample) { heard_.push_back(sample); });
        std::vector<double> values;
        for (const MetricSample& sample : heard_)
            if (sample.metric == id) values.push_back(sample.value);
        return values;
    }

private:
    MetricChannel channel_;
    RunProgress progress_;
    RunReporter reporter_{channel_, nullptr, progress_};
    MetricTap tap_{reporter_};
    std::vector<MetricSample> heard_;
    std::int64_t step_ = 0;
};

bool are(const std::vector<double>& values, const std::vector<double>& wanted) {
    return std::ranges::equal(values, wanted, [](double a, double b) { return std::abs(a - b) < 1e-6; });
}

}  // namespace

class TestThroughput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEvaluationIsNoPartOfARate() {
        Rates rates;
        rates.step(1);
        rates.step(1.25);
        rates.tap().leaveOut(4);  // between two steps
        rates.step(5.5);
        rates.tap().read();
        QVERIFY(are(rates.of(MetricId::StepsPerSecond), {4}));
        QVERIFY(are(rates.of(MetricId::SamplesPerSecond), {40}));
        // What lies after the last step of a rate belongs to the next one.
        rates.tap().leaveOut(3);
        rates.step(9);
        rates.tap().read();
        QVERIFY(are(rates.of(MetricId::StepsPerSecond), {4, 2}));
    }

    void aRingIsReadInBlocks() {
        StepRing ring(at::kCPU, MadeUpDevice::maker(), 10);
        double loss = 0;
        // Round and round: blocks begin anywhere.
        for (int block = 0; block < 7; ++block, loss += 100) {
            MadeUpDevice::put(ring, loss, 4, 1e-4);
            ring.send(MadeUpDevice::given);
            QVERIFY(ring.isOnItsWay() && !ring.hasArrived());
            MadeUpDevice::put(ring, loss + 50, 3, 1e-4);  // while it is on its way
            QCOMPARE(ring.room(), std::int64_t{3});
            MadeUpDevice::done = MadeUpDevice::given;
            QVERIFY(ring.hasArrived());
            const StepRing::Block first = ring.take(MadeUpDevice::given);
            QCOMPARE(first.loss, (std::vector<double>{loss, loss + 1, loss + 2, loss + 3}));
            QCOMPARE(first.norm[3], -loss - 3);
            ring.send(MadeUpDevice::given);
            ring.wait();
            QCOMPARE(ring.take(MadeUpDevice::given).loss, (std::vector<double>{loss + 50, loss + 51, loss + 52}));
        }
        QCOMPARE(ring.room(), std::int64_t{10});
        // Of a graph all at once, across the end of the ring.
        ring.put(at::arange(10, at::kDouble), at::arange(10, at::kDouble), 1);
        ring.send(1);
        QCOMPARE(ring.take(1).loss.back(), 9.0);
    }

    // Rows that stay where they are cost nothing until they are sent, and then one copy, also across the ring's end.
    void owedRowsAreCopiedWhenTheyAreSent() {
        StepRing ring(at::kCPU, MadeUpDevice::maker(), 10);
        const at::Tensor table = at::arange(16, at::kDouble).view({8, 2});
        for (int round = 0; round < 3; ++round) {
            {
                const testing::CallCounter calls;
                ring.owe(table, 1, 1, 1);
                ring.owe(table, 2, 4, 1);
                QCOMPARE(calls.of("aten::copy_"), std::int64_t{0});
            }
            ring.put(at::full({}, 50, at::kDouble), at::full({}, 60, at::kDouble), 1);
            QCOMPARE(ring.room(), std::int64_t{4});
            ring.send(1);
            const StepRing::Block block = ring.take(1);
            QCOMPARE(block.loss, (std::vector<double>{2, 4, 6, 8, 10, 50}));
            QCOMPARE(block.norm, (std::vector<double>{3, 5, 7, 9, 11, 60}));
        }
        const testing::CallCounter calls;
        ring.owe(table, 0, 2, 1);
        ring.owe(table, 2, 2, 1);
        ring.send(1);
        // Of the rows into the ring, and of the ring to the host
        QVERIFY2(calls.of("aten::copy_") <= 4, qPrintable(QString::number(calls.of("aten::copy_"))));
    }

    void theHostIsNeverFarAhead() {
        StepRing ring(at::kCPU, MadeUpDevice::maker());
        MadeUpDevice::put(ring, 0, 8, 0.01);  // 10 to 80 ms, nothing is done
        ring.catchUp(MadeUpDevice::given + 1e-3, 0.1);
        QCOMPARE(MadeUpDevice::waits, 0);
        MadeUpDevice::put(ring, 0, 8, 0.01);  // up to 160 ms
        ring.catchUp(MadeUpDevice::given + 1e-3, 0.1);
        QCOMPARE(MadeUpDevice::waits, 1);
        QVERIFY(std::abs(MadeUpDevice::done - 0.06) < 1e-9);
        ring.catchUp(MadeUpDevice::given + 1e-3, 0.1);  // known by now
        QCOMPARE(MadeUpDevice::waits, 1);
        // Also of what is on its way to the host.
        ring.send(MadeUpDevice::given);
        MadeUpDevice::put(ring, 0, 4, 0.01);
        ring.catchUp(MadeUpDevice::given + 1e-3, 0.1);
        QCOMPARE(MadeUpDevice::waits, 2);
        QVERIFY(std::abs(MadeUpDevice::done - 0.1) < 1e-9);
        // A device that keeps up is asked and not waited for.
        MadeUpDevice::done = MadeUpDevice::given;
        ring.catchUp(MadeUpDevice::given + 0.1, 0.1);
        QCOMPARE(MadeUpDevice::waits, 2);
    }

    void aStepCostsTheRingNoMemoryAndFewMoments() {
        StepRing ring(at::kCPU, MadeUpDevice::maker());
        const at::Tensor loss = at::ones({}, at::kFloat), norm = at::ones({}, at::kDouble);
        {
            const testing::AllocationCounter allocations;
            const testing::ReadCounter reads;
            for (int i = 0; i < 1000; ++i) {
                ring.put(loss, norm, i * 50e-6);  // steps of 50 microseconds
                ring.mark(i * 50e-6);
            }
            QCOMPARE(allocations.count(), std::int64_t{0});
            QCOMPARE(reads.count(), std::int64_t{0});
        }
        QVERIFY2(MadeUpDevice::moments <= 51, qPrintable(QString::number(MadeUpDevice::moments)));
        const testing::CallCounter calls;
        ring.put(loss, norm, 1);
        QCOMPARE(calls.of("aten::copy_"), std::int64_t{2});
        QCOMPARE(MadeUpDevice::waits, 0);
    }

    // Steps are timed by when they were done, between two moments in equal parts.
    void stepsHaveTheTimeAtWhichTheyWereDone() {
        StepRing ring(at::kCPU, MadeUpDevice::maker());
        MadeUpDevice::put(ring, 1, 40, 5e-4);  // given within 20 ms, a moment every millisecond
        ring.send(MadeUpDevice::given);
        MadeUpDevice::done = MadeUpDevice::given;
        const auto near = [](double a, double b) { return std::abs(a - b) < 1e-9; };
        // Seen late: no better is known of the first block
        const StepRing::Block first = ring.take(MadeUpDevice::given + 0.010);
        QVERIFY(near(first.seconds.back(), 0.030));
        QVERIFY(near(first.seconds[37] - first.seconds[35], 1e-3));
        QVERIFY(near(first.seconds[36] - first.seconds[35], 5e-4));
        QVERIFY(std::ranges::is_sorted(first.seconds));
        // The next one by the device's clock from there, however late it is looked at.
        MadeUpDevice::put(ring, 1, 40, 5e-4);
        ring.send(MadeUpDevice::given);
        MadeUpDevice::done = MadeUpDevice::given;
        const StepRing::Block second = ring.take(MadeUpDevice::given + 5);
        QVERIFY(near(second.seconds.back(), 0.050));
        // A clock that goes too slowly does not lead behind the time at which a step was given.
        MadeUpDevice::speed = 0.1;
        MadeUpDevice::put(ring, 1, 40, 0.1);
        ring.send(MadeUpDevice::given);
        MadeUpDevice::done = MadeUpDevice::given;
        QVERIFY(ring.take(MadeUpDevice::given + 5).seconds.back() >= MadeUpDevice::given);
    }

    void aTapDoesNotWaitForTheDevice() {
        MetricChannel channel;
        RunProgress progress;
        RunReporter reporter(channel, nullptr, progress);
        MetricTap tap(reporter, StepRing(at::kCPU, MadeUpDevice::maker()));
        std::vector<double> losses, steps;
        const auto handle = [&] {
            channel.drainMetrics([&](const MetricSample& sample) {
                if (sample.metric == MetricId::TrainLoss)
                    losses.push_back(sample.value), steps.push_back(static_cast<double>(sample.step));
            });
        };
        std::int64_t step = 0;
        const auto train = [&](int count) {
            for (int i = 0; i < count; ++i) {
                MadeUpDevice::given = 0.001 * static_cast<double>(++step);
                tap.note({step,
                          {},
                          0,
                          MadeUpDevice::given,
                          0.1,
                          10,
                          at::full({}, static_cast<double>(step), at::kDouble),
                          at::ones({})});
                tap.readIfDue();
            }
        };
        train(3);
        QElapsedTimer since;
        since.start();
        QTRY_VERIFY(since.elapsed() > 50);  // due
        train(20);
        handle();
        QVERIFY(losses.empty());
        QCOMPARE(MadeUpDevice::waits, 0);
        MadeUpDevice::done = 1;
        train(1);
        handle();
        QVERIFY(losses.size() >= 3 && losses.size() < 24);  // as many as were on their way
        tap.read();
        handle();
        QCOMPARE(losses.size(), std::size_t{24});
        QCOMPARE(losses, steps);
        QVERIFY(std::ranges::is_sorted(steps));
        // A bad step is found in its block.
        tap.note({25, {}, 0, 0.025, 0.1, 10, at::full({}, NAN), at::ones({})});
        tap.read();
        QCOMPARE(tap.firstBad()->step, std::int64_t{25});
        // No step is lost when there are more than the ring has room for.
        MadeUpDevice::done = 0;
        step = 25;
        handle();
        losses.clear();
        steps.clear();
        train(2 * static_cast<int>(StepRing::kRows));
        tap.close();
        handle();
        QCOMPARE(static_cast<std::int64_t>(losses.size()), 2 * StepRing::kRows);
        QCOMPARE(losses, steps);
    }

    void theLastStepsHaveTheirRateAlthoughTheyAreFew() {
        Rates rates;
        for (const double seconds : {0.0, 0.5, 0.6}) rates.step(seconds), rates.tap().read();
        QVERIFY(are(rates.of(MetricId::StepsPerSecond), {2}));
        rates.tap().leaveOut(7);  // the last evaluation: no step comes after it
        rates.tap().close();
        QVERIFY(are(rates.of(MetricId::StepsPerSecond), {2, 10}));
    }
};

QTEST_APPLESS_MAIN(TestThroughput)
#include "tst_throughput.moc"
