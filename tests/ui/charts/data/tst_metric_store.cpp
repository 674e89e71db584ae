// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/metric_store.h"
#include "charts/data/minmax_pyramid.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

MetricSample sample(std::int64_t step, double value, std::uint16_t piece = 0) {
    return {MetricId::TrainLoss,
            piece,
            step,
            static_cast<double>(step) / 40.0,
            static_cast<double>(step) * 0.01,
            1.7e9 + static_cast<double>(step) * 0.01,
            value};
}

MinMax scan(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    MinMax result;
    for (std::size_t i = begin; i < end; ++i) result.add(values[i]);
    return result;
}

}  // namespace

class TestMetricStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSmoothedRampIsTheRamp();
    void aStepStaysWhereItIs();
    void aFallOfManyDecadesIsNotFlattened();
    void theMeanDoesNotDependOnWhenItWasAskedFor();
    void aMillionSamplesAreSmoothedWhileTheyCome();
    void pyramidEqualsScan();
    void everyBucketHasItsMinAndMax_data();
    void everyBucketHasItsMinAndMax();
    void bucketsCoverEverySampleOnce();
    void longBucketsEndWithinAnEighthOfAPixel();
    void neighboursReachTheBorder();
    void spikeOfOneStepIsSeenAtEveryZoom();
    void nonFiniteNeverBends();
    void smoothingZeroIsTheIdentity();
    void smoothingMatchesItsDefinition();
    void sparseSeriesAreSmoothedAlike();
    void piecesStaySeparate();
    void clocksThatGoBack();
    void nearestMatchesScan();
    void emptyAndOne();
    void storeCountsRevisions();
};

void TestMetricStore::pyramidEqualsScan() {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (const std::size_t size : {0, 1, 31, 32, 33, 63, 64, 65, 1000, 4096, 5001}) {
        MinMaxPyramid pyramid;
        std::vector<double> values;
        for (std::size_t i = 0; i < size; ++i) {
            values.push_back(i % 97 == 13 ? kNaN : i % 389 == 7 ? kInf : i / 200 % 5 == 3 ? kNaN : normal(random));
            pyramid.append(values.back());
        }
        for (int trial = 0; trial < 300; ++trial) {
            std::size_t begin = size ? random() % (size + 1) : 0, end = size ? random() % (size + 1) : 0;
            if (begin > end) std::swap(begin, end);
            const MinMax fast = pyramid.over(begin, end), slow = scan(values, begin, end);
            QCOMPARE(fast.count, slow.count);
            QCOMPARE(fast.min, slow.min);
            QCOMPARE(fast.max, slow.max);
            QVERIFY(std::abs(fast.sum - slow.sum) < 1e-9);
            const auto finite = [](double v) { return std::isfinite(v); };
            const auto from = values.begin() + static_cast<std::ptrdiff_t>(begin),
                       to = values.begin() + static_cast<std::ptrdiff_t>(end);
            QCOMPARE(pyramid.firstFinite(begin, end),
                     static_cast<std::size_t>(std::find_if(from, to, finite) - values.begin()));
            const auto last = std::find_if(std::make_reverse_iterator(to), std::make_reverse_iterator(from), finite);
            QCOMPARE(pyramid.lastFinite(begin, end),
                     slow.count == 0 ? end : static_cast<std::size_t>(last.base() - values.begin()) - 1);
        }
    }
}

void TestMetricStore::everyBucketHasItsMinAndMax_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("count");
    QTest::newRow("all") << -kInf << kInf << 340;
    QTest::newRow("low above high: all") << 1.0 << -1.0 << 100;
    QTest::newRow("middle") << 1234.5 << 7700.0 << 57;
    QTest::newRow("few samples") << 500.0 << 520.0 << 340;
    QTest::newRow("wider than the data") << -1e5 << 1e5 << 340;
    QTest::newRow("one bucket") << 10.0 << 9000.0 << 1;
    QTest::newRow("two buckets") << 10.0 << 9000.0 << 2;
}

void TestMetricStore::everyBucketHasItsMinAndMax() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, count);
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    MetricSeries series;
    std::vector<double> x, values;
    std::int64_t step = 0;
    for (int i = 0; i < 5000; ++i) {
        step += 1 + (random() % 40 == 0 ? 50 : 0) + (random() % 2);  // uneven, with holes
        values.push_back(random() % 60 == 0 ? kNaN : normal(random));
        x.push_back(static_cast<double>(step));
        series.add(sample(step, values.back()));
    }
    const auto buckets = series.buckets(XAxis::Step, low, high, static_cast<std::size_t>(count), false);
    QVERIFY(buckets.size() <= static_cast<std::size_t>(count) + 2);
    if (low > high) low = -kInf, high = kInf;
    // Walk the samples and the buckets together: every finite sample between the neighbours belongs to exactly one
    // bucket, in order.
    std::size_t i = 0;
    double least = kInf, most = -kInf, minDrawn = kInf, maxDrawn = -kInf;
    for (std::size_t k = 0; k < values.size(); ++k)
        if (std::isfinite(values[k]) && x[k] >= low && x[k] <= high)
            least = std::min(least, values[k]), most = std::max(most, values[k]);
    for (const Bucket& bucket : buckets) {
        while (i < values.size() && (x[i] < bucket.x || !std::isfinite(values[i]))) ++i;
        QCOMPARE(bucket.x, x[i]);
        QCOMPARE(bucket.first, values[i]);
        MinMax all;
        double last = kNaN;
        while (all.count < bucket.count) {
            all.add(values[i]);
            if (std::isfinite(values[i])) last = values[i];
            ++i;
        }
        QCOMPARE(bucket.min, all.min);
        QCOMPARE(bucket.max, all.max);
        QCOMPARE(series.lastValue(bucket, false), last);
        QVERIFY(std::abs(bucket.mean - all.sum / all.count) < 1e-12);
        if (bucket.x >= low) minDrawn = std::min(minDrawn, bucket.min), maxDrawn = std::max(maxDrawn, bucket.max);
    }
    QVERIFY(minDrawn <= least && maxDrawn >= most);
}

void TestMetricStore::bucketsCoverEverySampleOnce() {
    MetricSeries series;
    for (int i = 0; i < 100003; ++i) series.add(sample(i, i));
    for (const std::size_t count : {1, 2, 3, 7, 340, 1000}) {
        std::uint64_t total = 0;
        for (const Bucket& bucket : series.buckets(XAxis::Seconds, 1, 0, count, false)) total += bucket.count;
        QCOMPARE(total, std::uint64_t(100003));
    }
}

/// Buckets are two pixels wide.
void TestMetricStore::longBucketsEndWithinAnEighthOfAPixel() {
    MetricSeries series;
    for (int i = 0; i < 100003; ++i) series.add(sample(i, std::sin(i)));
    for (const std::size_t count : {3, 20, 150, 500}) {
        const double low = 12345, high = 98765, width = (high - low) / static_cast<double>(count - 1);
        const auto buckets = series.buckets(XAxis::Step, low, high, count, false);
        QVERIFY(buckets.size() >= count);
        // The first two and the last two end where the view does
        for (std::size_t i = 2; i + 2 < buckets.size(); ++i) {
            const double edge = std::floor(buckets[i].x / width) * width;
            QVERIFY2(
                buckets[i].x - edge <= width / 16 + 1,
                qPrintable(QStringLiteral("%1 of %2: %3 behind %4").arg(i).arg(count).arg(buckets[i].x).arg(edge)));
        }
    }
}

void TestMetricStore::neighboursReachTheBorder() {
    MetricSeries series;
    for (int i = 0; i < 100; ++i) series.add(sample(i * 10, i));
    auto buckets = series.buckets(XAxis::Step, 305, 315, 100, false);
    QCOMPARE(buckets.size(), std::size_t(3));
    QCOMPARE(buckets.front().x, 300.0);
    QCOMPARE(buckets.back().x, 320.0);
    // Between two samples: both, so that the line crosses the view.
    buckets = series.buckets(XAxis::Step, 302, 304, 100, false);
    QCOMPARE(buckets.size(), std::size_t(2));
    QVERIFY(!buckets.back().gapBefore);
    // Beside the data: nothing that could move an axis.
    QVERIFY(series.buckets(XAxis::Step, 2000, 3000, 100, false).empty());
}

void TestMetricStore::spikeOfOneStepIsSeenAtEveryZoom() {
    MetricSeries series;
    constexpr std::int64_t kSteps = 10'000'000, kSpike = 7'654'321;
    for (std::int64_t i = 0; i < kSteps; ++i) series.add(sample(i, i == kSpike ? 99.0 : 1.0));
    for (double span = kSteps; span > 4; span /= 3) {
        const double low = std::max(0.0, static_cast<double>(kSpike) - span * 0.37);
        double most = 0;
        for (const Bucket& bucket : series.buckets(XAxis::Step, low, low + span, 340, false))
            most = std::max(most, bucket.max);
        QCOMPARE(most, 99.0);
    }
}

void TestMetricStore::nonFiniteNeverBends() {
    MetricSeries clean, dirty;
    clean.setSmoothing(0.9);
    dirty.setSmoothing(0.9);
    for (int i = 0; i < 200; ++i) {
        const bool broken = i == 50 || i == 51 || i == 120 || i == 122;
        if (!broken) clean.add(sample(i, std::sin(i)));
        dirty.add(sample(i, !broken ? std::sin(i) : i == 51 ? kInf : kNaN));
    }
    for (const bool smoothed : {false, true}) {
        const auto a = clean.buckets(XAxis::Step, 1, 0, 500, smoothed),
                   b = dirty.buckets(XAxis::Step, 1, 0, 500, smoothed);
        QCOMPARE(a.size(), b.size());
        int gaps = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE(a[i].x, b[i].x);
            QVERIFY(std::abs(a[i].min - b[i].min) < 1e-12);
            gaps += b[i].gapBefore;
        }
        QCOMPARE(gaps, 4);  // the start, after 51, before and after the lone point 121
    }
}

void TestMetricStore::smoothingZeroIsTheIdentity() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> value(-1e9, 1e9);
    MetricSeries series;
    series.setSmoothing(0.97);
    for (int i = 0; i < 500; ++i) series.add(sample(i * 3, i == 77 ? 1e-300 : value(random)));
    QVERIFY(series.smoothed(400) != series.value(400));
    series.setSmoothing(0);
    for (std::size_t i = 0; i < series.size(); ++i) QCOMPARE(series.smoothed(i), series.value(i));
}

/// Eight boxes one on the other, over the epochs about the sample; of logarithms while all values are above 0.
void TestMetricStore::smoothingMatchesItsDefinition() {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> value(0.1, 9);
    for (const double epochs : {0.05, 0.5, 7.0})
        for (const bool isLog : {false, true}) {
            MetricSeries series;
            series.setSmoothing(epochs);
            std::vector<double> x, y;
            std::int64_t step = 0;
            for (int i = 0; i < 300; ++i) {
                step += 1 + static_cast<std::int64_t>(random() % 30);
                y.push_back(i % 41 == 40 ? kNaN : value(random) - (isLog ? 0 : 4));
                series.add(sample(step, y.back()));
                x.push_back(static_cast<double>(step) / 40);
            }
            for (std::size_t i = 0; i < y.size(); ++i) {
                if (std::isnan(y[i])) {
                    QVERIFY(std::isnan(series.smoothed(i)));
                    continue;
                }
                const double reach = std::min(epochs, (x[i] - x[0]) / 4);
                double sum = 0, weights = 0;
                for (std::size_t j = 0; j < y.size(); ++j) {
                    if (std::isnan(y[j])) continue;
                    double weight = 0;
                    for (int box = 1; box <= 8; ++box)
                        weight += std::abs(x[j] - x[i]) <= reach * box / 8 * (1 + 1e-9) ? 1 : 0;
                    sum += weight * (isLog ? std::log(y[j]) : y[j]), weights += weight;
                }
                const double expected = isLog ? std::exp(sum / weights) : sum / weights;
                QVERIFY2(std::abs(series.smoothed(i) - expected) < 1e-10, qPrintable(QString::number(i)));
            }
        }
}

void TestMetricStore::sparseSeriesAreSmoothedAlike() {
    MetricSeries dense, sparse;
    for (int i = 1; i <= 4000; ++i) {
        const double value = 1.0 / (1 + i * 0.01);
        dense.add(sample(i, value));
        if (i % 20 == 0) sparse.add(sample(i, value));
    }
    QVERIFY(std::abs(dense.smoothed(3999) - sparse.smoothed(199)) / dense.smoothed(3999) < 0.01);
}

void TestMetricStore::piecesStaySeparate() {
    MetricSeries series;
    series.setSmoothing(0.9);
    for (int i = 0; i <= 100; ++i) series.add(sample(i, 1.0, 0));
    for (int i = 60; i <= 200; ++i) series.add(sample(i, 5.0, 1));  // resumed from step 60
    QCOMPARE(series.smoothed(101), 5.0);
    const auto buckets = series.buckets(XAxis::Step, 1, 0, 1000, false);
    int gaps = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        gaps += buckets[i].gapBefore;
        if (!buckets[i].gapBefore) QVERIFY(buckets[i].x > buckets[i - 1].x);  // no zig-zag
    }
    QCOMPARE(gaps, 2);
    QCOMPARE(series.piece(static_cast<std::size_t>(series.nearest(XAxis::Step, 80))), std::uint16_t(1));
}

void TestMetricStore::clocksThatGoBack() {
    MetricSeries series;
    for (int i = 0; i < 100; ++i) {
        MetricSample s = sample(i, i);
        if (i == 50) s.seconds -= 3600;
        if (i == 60) s.epoch = kNaN;
        series.add(s);
    }
    for (const XAxis axis : {XAxis::Seconds, XAxis::Epoch})
        for (std::size_t i = 1; i < series.size(); ++i) QVERIFY(series.x(i, axis) >= series.x(i - 1, axis));
}

void TestMetricStore::nearestMatchesScan() {
    std::mt19937 random(5);
    MetricSeries series;
    std::int64_t step = 0;
    for (int i = 0; i < 777; ++i) series.add(sample(step += 1 + static_cast<std::int64_t>(random() % 9), i));
    for (double wanted = -20; wanted < static_cast<double>(step) + 20; wanted += 3.7) {
        double best = kInf;
        for (std::size_t i = 0; i < series.size(); ++i)
            best = std::min(best, std::abs(series.x(i, XAxis::Step) - wanted));
        QCOMPARE(
            std::abs(series.x(static_cast<std::size_t>(series.nearest(XAxis::Step, wanted)), XAxis::Step) - wanted),
            best);
    }
}

void TestMetricStore::emptyAndOne() {
    MetricSeries series;
    QCOMPARE(series.nearest(XAxis::Step, 3), std::int64_t(-1));
    QVERIFY(series.buckets(XAxis::Step, 0, 1, 100, true).empty());
    series.add(sample(7, 2.5));
    QCOMPARE(series.nearest(XAxis::Step, 1e9), std::int64_t(0));
    for (const bool smoothed : {false, true}) {
        const auto buckets = series.buckets(XAxis::Step, 1, 0, 100, smoothed);
        QCOMPARE(buckets.size(), std::size_t(1));
        QCOMPARE(buckets[0].min, 2.5);
    }
    MetricSeries onlyNaN;
    for (int i = 0; i < 100; ++i) onlyNaN.add(sample(i, kNaN));
    QVERIFY(onlyNaN.buckets(XAxis::Step, 1, 0, 10, true).empty());
}

void TestMetricStore::storeCountsRevisions() {
    MetricStore store;
    QCOMPARE(store.smoothing(), kUsualSmoothing);
    store.add(sample(1, 2));
    QCOMPARE(store.revision(), std::uint64_t(1));
    QCOMPARE(store.series(MetricId::TrainLoss).size(), std::size_t(1));
    MetricSample unknown = sample(1, 2);
    unknown.metric = static_cast<MetricId>(60000);
    store.add(unknown);
    QCOMPARE(store.revision(), std::uint64_t(1));
    MetricSample deep = sample(1, 7);
    deep.metric = MetricId::Saturation;
    deep.layer = 2;
    store.add(deep);
    QCOMPARE(store.layers(MetricId::Saturation), std::uint16_t(3));
    QCOMPARE(store.layers(MetricId::TrainLoss), std::uint16_t(1));
    QCOMPARE(store.series(MetricId::Saturation, 2).value(0), 7.0);
    QCOMPARE(store.series(MetricId::Saturation).size() + store.series(MetricId::Saturation, 9).size(), std::size_t(0));
    deep.layer = kMaxLayers;
    store.add(deep);
    QCOMPARE(store.layers(MetricId::Saturation), std::uint16_t(3));
    QCOMPARE(store.revision(), std::uint64_t(2));
    store.setSmoothing(0);
    store.add(sample(2, 8));
    QCOMPARE(store.series(MetricId::TrainLoss).smoothed(1), 8.0);
    store.clear();
    QCOMPARE(store.series(MetricId::TrainLoss).size(), std::size_t(0));
    store.add(sample(1, 2));
    store.add(sample(2, 8));
    QCOMPARE(store.series(MetricId::TrainLoss).smoothed(1), 8.0);  // the setting outlives clear()
}

void TestMetricStore::aSmoothedRampIsTheRamp() {
    MetricSeries ramp, fall;
    for (int i = 0; i <= 2000; ++i) {
        ramp.add(sample(i, 3.0 * i - 500));
        fall.add(sample(i, std::exp(-0.01 * i)));
    }
    for (std::size_t i = 0; i <= 1980; ++i) {  // half an epoch is 20 steps
        QVERIFY2(std::abs(ramp.smoothed(i) - ramp.value(i)) < 1e-7, qPrintable(QString::number(i)));
        QVERIFY2(std::abs(fall.smoothed(i) / fall.value(i) - 1) < 1e-9, qPrintable(QString::number(i)));
    }
    // At the end the weights are one-sided: about a third of the width behind.
    QVERIFY(ramp.smoothed(2000) < ramp.value(2000) && ramp.smoothed(2000) > ramp.value(2000) - 3.0 * 7);
    QCOMPARE(ramp.current(), ramp.smoothed(2000));
    // Far out, where a bucket holds many samples: a value each, on the ramp.
    const auto buckets = ramp.buckets(XAxis::Step, 1, 0, 20, true);
    for (std::size_t i = 0; i + 1 < buckets.size(); ++i) {
        QCOMPARE(buckets[i].min, buckets[i].max);
        QVERIFY2(i == 0 || std::abs(buckets[i].mean - (3.0 * buckets[i].x - 500)) < 3, qPrintable(QString::number(i)));
    }
    QCOMPARE(buckets.back().xLast, 2000.0);
}

void TestMetricStore::aStepStaysWhereItIs() {
    MetricSeries series;
    for (int i = 0; i <= 2000; ++i) series.add(sample(i, i == 1000 ? 10 : i < 1000 ? 1 : 100));
    QVERIFY(std::abs(series.smoothed(1000) - 10) < 1e-9);  // half way, of logarithms
    for (std::size_t away = 1; away < 30; ++away)
        QVERIFY(std::abs(series.smoothed(1000 - away) * series.smoothed(1000 + away) - 100) < 1e-6);
    QCOMPARE(series.smoothed(900), 1.0);
    QCOMPARE(series.smoothed(1100), 100.0);
    // One value of 0, and it is the mean of the values.
    series.add(sample(2001, 0));
    QVERIFY(std::abs(series.smoothed(1000) - (10 * 8 + 101 * 88) / 184.0) < 1e-9);
}

/// A run in its first epoch is drawn as it falls.
void TestMetricStore::aFallOfManyDecadesIsNotFlattened() {
    MetricStore store;
    for (std::int64_t step = 1; step <= 39; ++step) store.add(sample(step, std::pow(static_cast<double>(step), -3)));
    const MetricSeries& series = store.series(MetricId::TrainLoss);
    QCOMPARE(series.smoothed(0), series.value(0));
    for (std::size_t i = 0; i < series.size(); ++i)
        QVERIFY2(series.smoothed(i) < 1.6 * series.value(i) && series.smoothed(i) > series.value(i) / 1.6,
                 qPrintable(QString::number(i)));
}

void TestMetricStore::theMeanDoesNotDependOnWhenItWasAskedFor() {
    MetricStore early, late;
    for (std::int64_t step = 1; step <= 433; ++step) {
        for (MetricStore* store : {&early, &late}) store->add(sample(step, 1.0 / static_cast<double>(step)));
        QVERIFY(std::isfinite(early.series(MetricId::TrainLoss).current()));
    }
    for (const std::size_t i : {0, 99, 300, 432})
        QCOMPARE(early.series(MetricId::TrainLoss).smoothed(i), late.series(MetricId::TrainLoss).smoothed(i));
}

/// What is asked for at each look costs pixels, not samples: a frame reads some values of the running sums.
void TestMetricStore::aMillionSamplesAreSmoothedWhileTheyCome() {
    MetricSeries series;
    series.setSmoothing(5);
    for (std::int64_t i = 0; i < 1'000'000; ++i) {
        series.add(sample(i, 1 + 0.5 * std::sin(static_cast<double>(i))));
        if (i % 100'000 != 99'999) continue;
        const auto buckets = series.buckets(XAxis::Epoch, 1, 0, 500, true);
        QVERIFY(buckets.size() <= 502);
        for (std::size_t k = 10; k < buckets.size(); ++k) QVERIFY(std::abs(buckets[k].mean - 0.933) < 0.02);
    }
}

QTEST_APPLESS_MAIN(TestMetricStore)
#include "tst_metric_store.moc"
