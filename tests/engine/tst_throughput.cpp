// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says of its speed: steps by the time that they took, evaluations and checkpoints left out.
#include "train/metric_tap.h"

#include <ATen/ATen.h>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace gatelab;

namespace {

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
