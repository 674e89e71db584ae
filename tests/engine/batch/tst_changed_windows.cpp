// SPDX-License-Identifier: GPL-3.0-or-later
// Augmentation in the batches of training: the same at every look and from every source, nothing of it in validation
// and test, and forecasts that fit their windows. Holds core/batch/changed_windows.cpp.
#include "batch/changed_windows.h"
#include "plan/plan.h"
#include "support/take.h"
#include "support/tiny_experiment.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig augmented() {
    ExperimentConfig config = tinyExperiment();
    config.batchSize = 16;
    config.augmentShare = 0.5;
    config.augmentJitter = 0.05, config.augmentScaling = 0.1, config.augmentTimeWarp = 0.3;
    config.augmentSlice = 0.3, config.augmentMixUp = 0.4, config.augmentStepDropout = 0.1;
    return config;
}

std::unique_ptr<ExampleSource> sourceOf(const TrainPlan& plan, ExamplePart part) {
    if (!plan.isForecast()) return makeSequenceSource(plan, part);
    const auto series = plan.config.deviceData ? std::make_shared<const DeviceSeries>(placeSeries(plan)) : nullptr;
    return makeWindowSource(plan, series, part);
}

struct Made {
    explicit Made(const ExperimentConfig& config)
        : plan(take(makeTrainPlan(config, nullptr))), batcher(sourceOf(plan, ExamplePart::Train), plan.config) {}
    TrainPlan plan;
    Batcher batcher;
};

bool same(const Batch& a, const Batch& b) {
    const auto equal = [](const at::Tensor& x, const at::Tensor& y) {
        return x.defined() == y.defined() && (!x.defined() || at::equal(x, y));
    };
    return equal(a.input, b.input) && equal(a.target, b.target) && equal(a.anchor, b.anchor) &&
           equal(a.scale, b.scale) && equal(a.ahead, b.ahead);
}

}  // namespace

class TestChangedWindows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isTheSameAtEveryLook_data();
    void isTheSameAtEveryLook();
    void offChangesNothing();
    void othersStay();
    void answersGoWithTheirWindows();
    void sequencesOfUnequalLength();
};

void TestChangedWindows::isTheSameAtEveryLook_data() {
    QTest::addColumn<QString>("anchor");
    QTest::newRow("none") << "none";
    QTest::newRow("last") << "last";
    QTest::newRow("revin") << "revin";
}

/// In any order, in another process's batcher, and with the values on the host: a resumed run and other ranks go on.
void TestChangedWindows::isTheSameAtEveryLook() {
    QFETCH(QString, anchor);
    ExperimentConfig config = augmented();
    config.anchor = anchor.toStdString();
    Made one(config), other(config);
    config.deviceData = false;
    Made host(config);
    QVERIFY(one.batcher.inPlace() == nullptr);
    const Batch late = other.batcher.batch(3, 2);
    for (std::int64_t epoch = 0; epoch < 4; ++epoch)
        for (std::int64_t position = 0; position < 3; ++position) {
            const Batch batch = one.batcher.batch(epoch, position);
            QVERIFY(same(batch, host.batcher.batch(epoch, position)));
            if (epoch == 3 && position == 2) QVERIFY(same(batch, late));
        }
    QVERIFY(!same(one.batcher.batch(0, 0), one.batcher.batch(1, 0)));
}

void TestChangedWindows::offChangesNothing() {
    ExperimentConfig config = augmented();
    Made changed(config);
    config.augmentShare = 0;
    Made off(config);
    QVERIFY(off.batcher.inPlace() != nullptr);
    QVERIFY(!same(changed.batcher.batch(0, 0), off.batcher.batch(0, 0)));
    // What the looks into layers read is not changed either
    const at::Tensor order = changed.batcher.orderOf(0).narrow(0, 0, 8);
    QVERIFY(same(changed.batcher.gather(order), off.batcher.gather(order)));
}

void TestChangedWindows::othersStay() {
    const TrainPlan with = take(makeTrainPlan(augmented(), nullptr)),
                    without = take(makeTrainPlan(tinyExperiment(), nullptr));
    for (const ExamplePart part : {ExamplePart::Validation, ExamplePart::Test}) {
        const auto a = sourceOf(with, part), b = sourceOf(without, part);
        QCOMPARE(a->size(), b->size());
        std::vector<std::int64_t> all;
        for (std::int64_t i = 0; i < a->size(); ++i) all.push_back(i);
        QVERIFY(same(a->gather(a->placeOrder(all), 0, a->size()), b->gather(b->placeOrder(all), 0, b->size())));
    }
}

/// With one factor for window and answer a sum of the two keeps its share.
void TestChangedWindows::answersGoWithTheirWindows() {
    ExperimentConfig config = tinyExperiment();
    config.batchSize = 16;
    config.precision = "fp64";
    config.augmentShare = 1;
    config.augmentScaling = 0.3;
    for (const char* anchor : {"none", "last"}) {
        config.anchor = anchor;
        Made scaled(config);
        config.augmentScaling = 0;
        Made off(config);
        config.augmentScaling = 0.3;
        const Batch a = scaled.batcher.batch(0, 0), b = off.batcher.batch(0, 0);
        const at::Tensor seenA = targetAsSeen(a), seenB = targetAsSeen(b);
        for (std::int64_t row = 0; row < a.size; ++row) {
            const double factor = (a.input[0][row][0] / b.input[0][row][0]).item<double>();
            QVERIFY(factor != 1);
            QVERIFY(at::allclose(a.input.select(1, row), factor * b.input.select(1, row)));
            QVERIFY(at::allclose(seenA[row], factor * seenB[row]));
        }
    }
}

void TestChangedWindows::sequencesOfUnequalLength() {
    ExperimentConfig config = tinyExperiment();
    config.task = "regression";
    config.builtin = "adding";
    config.builtinLength = 80;
    config.batchSize = 8;
    Made off(config);
    config.augmentShare = 1, config.augmentTimeWarp = 0.3, config.augmentMixUp = 0.3, config.augmentSlice = 0.3;
    Made one(config);
    const Batch a = one.batcher.batch(0, 0), b = off.batcher.batch(0, 0);
    QCOMPARE(a.input.sizes(), b.input.sizes());
    QVERIFY(!at::equal(a.input, b.input) && !at::equal(a.target, b.target));
    QVERIFY(at::isfinite(a.input).all().item<bool>());
    if (!a.lengths.defined()) return;
    for (std::int64_t row = 0; row < a.size; ++row) {
        const auto length = a.lengths[row].item<std::int64_t>();
        QVERIFY(at::equal(a.input.select(1, row).slice(0, length), b.input.select(1, row).slice(0, length)));
    }
}

QTEST_GUILESS_MAIN(TestChangedWindows)
#include "tst_changed_windows.moc"
