// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train_support.h"

#include "step/gradients.h"
#include "step/optimizers.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

/// Steps that a flag on the device leaves out, so that nobody waits to look at them: here on the processor, with
/// tensors of its own. The same in whole runs: tests/gpu.
namespace {

ExperimentConfig smallConfig(const std::string& optimiser, bool fused) {
    ExperimentConfig config;
    config.builtinLength = 200;
    config.lookback = 6;
    config.horizon = 2;
    config.hiddenSize = 5;
    config.optimiser = optimiser;
    config.fusedOptimiser = fused;
    config.momentum = 0.9;
    config.weightDecay = 0.01;
    config.amsgrad = config.centered = true;  // all the state that there can be
    config.learningRateDecay = 0.1;
    if (!fused) {  // a first step that is unlike the others
        config.decoupledWeightDecay = true;
        config.dampening = 0.3;
    }
    config.device = "cpu";
    config.threads = 1;
    return config;
}

void fillGradients(const ParameterStore& store, double value) {
    for (const ParameterBuffer& buffer : store.buffers())
        buffer.gradients.copy_(at::arange(buffer.gradients.size(0), buffer.gradients.options()).sin_().mul_(value));
}

/// Copies of all that an optimiser changes.
std::vector<at::Tensor> traceOf(const TrainBench& bench, const Optimiser& optimiser) {
    std::vector<at::Tensor> all = bench.weights();
    for (const auto& [name, tensor] : optimiser.state()) all.push_back(tensor.clone());
    return all;
}

bool same(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    return std::ranges::equal(a, b, [](const at::Tensor& x, const at::Tensor& y) { return at::equal(x, y); });
}

}  // namespace

class TestLeftOutSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theOptimiserChangesNothing_data() {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<bool>("fused");
        for (const OptimiserRow& row : optimiserRows())
            for (const bool fused : {false, true})
                QTest::addRow("%s %s", row.key, fused ? "flat" : "plain") << QString(row.key) << fused;
    }
    void theOptimiserChangesNothing() {
        QFETCH(QString, optimiser);
        QFETCH(bool, fused);
        const ExperimentConfig config = smallConfig(optimiser.toStdString(), fused);
        TrainBench one(config), other(config);
        Optimiser plain(config, one.model().parameters()), watched(config, other.model().parameters());
        const DeviceStep now = plain.onDevice({0.01, 0.9});
        const at::Tensor no = at::zeros({}, at::kFloat), yes = at::ones({}, at::kFloat);
        const auto stepBoth = [&](double value) {
            fillGradients(one.model().parameters(), value);
            fillGradients(other.model().parameters(), value);
            plain.step(config, now);
            watched.step(config, now, no);
        };
        for (const double bad : {double{NAN}, 1.0}) {  // also before the first step
            const auto before = traceOf(other, watched);
            fillGradients(other.model().parameters(), bad);
            watched.step(config, now, yes);
            QVERIFY(same(traceOf(other, watched), before));
            for (const double value : {1.0, -0.5, 2.0}) stepBoth(value);
            QVERIFY(!same(traceOf(other, watched), before));
            QVERIFY2(same(traceOf(one, plain), traceOf(other, watched)),
                     "steps that count must be those of an optimiser without a flag");
        }
    }

    void theFirstBadStepStopsAllLater() {
        const at::Tensor stopped = at::zeros({}, at::kFloat);
        const auto flag = [&](double lossValue, double normValue) {
            at::Tensor norm = at::full({}, normValue, at::kFloat);
            return leftOut(stopped, {}, at::full({}, lossValue, at::kFloat), norm).item<float>();
        };
        QCOMPARE(flag(1, 2), 0.0F);
        QCOMPARE(flag(1, INFINITY), 1.0F);
        QCOMPARE(flag(1, 2), 1.0F);
        stopped.zero_();
        QCOMPARE(flag(NAN, 2), 1.0F);
        QCOMPARE(flag(1, 2), 1.0F);
    }

    void anOverflowLeavesOutOnlyItsOwnStep() {
        const at::Tensor stopped = at::zeros({}, at::kFloat), none = at::zeros({}, at::kFloat),
                         overflow = at::ones({}, at::kFloat);
        const at::Tensor loss = at::ones({}, at::kFloat);
        at::Tensor norm = at::full({}, NAN, at::kFloat);
        QCOMPARE(leftOut(stopped, overflow, loss, norm).item<float>(), 1.0F);
        QCOMPARE(norm.item<float>(), 0.0F);  // as a step that is left out is written down
        norm = at::ones({}, at::kFloat);
        QCOMPARE(leftOut(stopped, none, loss, norm).item<float>(), 0.0F);
        QCOMPARE(norm.item<float>(), 1.0F);
        norm = at::ones({}, at::kFloat);
        // The loss itself explains nothing by overflow
        QCOMPARE(leftOut(stopped, overflow, at::full({}, NAN, at::kFloat), norm).item<float>(), 1.0F);
        norm = at::ones({}, at::kFloat);
        QCOMPARE(leftOut(stopped, none, loss, norm).item<float>(), 1.0F);
    }
};

QTEST_GUILESS_MAIN(TestLeftOutSteps)
#include "tst_left_out_steps.moc"
