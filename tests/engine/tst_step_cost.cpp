// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train_support.h"
#include "support/step_counters.h"
#include "train/gradients.h"
#include "train/optimizers.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

/// What a training step costs beyond arithmetic: allocations and reads of single numbers, counted. On a GPU: tests/gpu.
namespace {

ExperimentConfig experiment(std::int64_t steps) {
    ExperimentConfig config;
    config.builtinLength = 600;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 12;
    config.batchSize = 16;
    config.epochs = 1000;
    config.maxSteps = steps;
    config.shuffle = false;
    config.dropLast = true;
    config.device = "cpu";
    return config;
}

struct Cost {
    std::int64_t allocations = 0, bytes = 0, reads = 0;
    friend bool operator==(const Cost&, const Cost&) = default;
};

/// Runs the recorded step at each launch and counts what it does: exactly one training step, without the bookkeeping around it, which goes by the clock.
class CountingGraph final : public DeviceGraph {
public:
    explicit CountingGraph(std::vector<Cost>* costs) : costs_(costs) {}
    void record(const std::function<void()>& work) override { work_ = work; }
    void launch() override {
        const at::AutoGradMode enabled(true);
        const AllocationCounter allocations;
        const ReadCounter reads;
        work_();
        costs_->push_back({allocations.count(), allocations.bytes(), reads.count()});
    }

private:
    std::vector<Cost>* costs_;
    std::function<void()> work_;
};

}  // namespace

class TestStepCost : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countersCount() {
        const AllocationCounter allocations;
        const ReadCounter reads;
        const at::Tensor tensor = at::zeros({256});
        QCOMPARE(allocations.count(), std::int64_t{1});
        QCOMPARE(allocations.bytes(), std::int64_t{1024});
        QCOMPARE(reads.count(), std::int64_t{0});
        QCOMPARE(tensor.select(0, 3).item<float>(), 0.0F);
        QCOMPARE(reads.count(), std::int64_t{1});
    }

    void everyStepCostsTheSame() {
        std::vector<Cost> costs;
        TrainBench bench(experiment(20), [&] { return std::make_unique<CountingGraph>(&costs); });
        bench.run();
        QVERIFY(costs.size() >= 15);
        const Cost& step = costs[1];
        qInfo("per step: %lld allocations, %lld bytes, %lld reads", static_cast<long long>(step.allocations), static_cast<long long>(step.bytes),
              static_cast<long long>(step.reads));
        for (std::size_t i = 1; i < costs.size(); ++i) QVERIFY2(costs[i] == step, qPrintable(QStringLiteral("step %1: %2 allocations").arg(i).arg(costs[i].allocations)));
        // Loss, norm, clipping factor, and the rate once per buffer by LibTorch's optimiser: on the processor a look costs nothing.
        QVERIFY2(step.reads <= 6, qPrintable(QString::number(step.reads)));
    }

    void aBatchCostsTheSameInALongSeries() {
        // The windows of a series overlap: whoever copies them all needs lookback times the series.
        for (const char* series : {"sine", "lorenz"}) {
            std::int64_t bytes[2] = {};
            for (const int k : {0, 1}) {
                ExperimentConfig config = experiment(10);
                config.builtin = series;
                config.builtinLength = k == 0 ? 600 : 6000;
                TrainBench bench(config);
                const at::Tensor first = bench.batcher().batch(0, 0).input;  // the epoch's order is placed once
                const AllocationCounter allocations;
                const Batch batch = bench.batcher().batch(0, 1);
                bytes[k] = allocations.bytes();
                QVERIFY(bytes[k] >= static_cast<std::int64_t>(batch.input.nbytes()));
            }
            QCOMPARE(bytes[1], bytes[0]);
        }
    }

    void ourPartsAllocateScalarsOnly() {
        ExperimentConfig config = experiment(10);
        TrainBench bench(config);
        const ParameterStore& store = bench.model().parameters();
        for (const char* name : {"sgd", "adam", "adamw", "adagrad"}) {
            config.optimiser = name;
            Optimiser optimiser(config, store);
            optimiser.step(config, optimiser.onDevice({1e-3, 0.9}));
            const AllocationCounter allocations;
            store.zeroGradients();
            optimiser.step(config, optimiser.onDevice({1e-3, 0.9}));
            optimiser.step(config, optimiser.onDevice({2e-3, 0.9}));
            QVERIFY2(allocations.bytes() < 1024, qPrintable(QStringLiteral("%1: %2 bytes").arg(name).arg(allocations.bytes())));
        }
        clipGradients(config, store);
        const AllocationCounter allocations;
        clipGradients(config, store);
        QVERIFY2(allocations.bytes() < 1024, "clipping allocates scalars only");
    }
};

QTEST_GUILESS_MAIN(TestStepCost)
#include "tst_step_cost.moc"
