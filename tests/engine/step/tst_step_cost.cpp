// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/nn/parameter_store.cpp.
#include "engine/train_support.h"
#include "step/gradients.h"
#include "step/optimizers.h"
#include "support/step_counters.h"

#include <torch/csrc/autograd/variable.h>

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

/// Runs the recorded step at each launch and counts what it does: exactly one training step, without the bookkeeping
/// around it, which goes by the clock.
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
        qInfo("per step: %lld allocations, %lld bytes, %lld reads", static_cast<long long>(step.allocations),
              static_cast<long long>(step.bytes), static_cast<long long>(step.reads));
        for (std::size_t i = 1; i < costs.size(); ++i)
            QVERIFY2(costs[i] == step,
                     qPrintable(QStringLiteral("step %1: %2 allocations").arg(i).arg(costs[i].allocations)));
        // Loss, norm, clipping factor, and the rate once per buffer by LibTorch's optimiser: on the processor a look
        // costs nothing.
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

    // A read of a number waits for the device, as does a copy that is not told to go on by itself.
    void noPassWaits_data() {
        QTest::addColumn<bool>("equal");
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("copies");  // of order and lengths, from pinned memory
        QTest::addColumn<int>("most");    // calls of LibTorch in data, forward and backward pass
        for (const auto& [what, most] : std::map<const char*, int>{
                 {"plain", 213}, {"dropout", 217}, {"zoneout", 3279}, {"recurrent dropout", 2619}})
            QTest::addRow("equal lengths, %s", what) << true << what << 0 << most;
        for (const auto& [what, most] : std::map<const char*, int>{
                 {"plain", 478}, {"dropout", 482}, {"zoneout", 16283}, {"mean", 494}, {"max", 502}, {"attention", 593}})
            QTest::addRow("unequal lengths, %s", what) << false << what << 2 << most;
    }
    void noPassWaits() {
        QFETCH(bool, equal);
        QFETCH(QString, what);
        ExperimentConfig config = experiment(20);
        if (!equal)
            config.builtin = "grammar", config.builtinLength = 120, config.task = "classification",
            config.loss = "cross-entropy", config.bidirectional = true;
        config.deviceData = config.deviceGather = true;
        config.layers = 2;
        // The rows that a GPU has: the own kernel is the processor's.
        config.implementation = what == u"zoneout" || what == u"recurrent dropout" ? "cell" : "library";
        if (what == u"dropout") config.dropout = 0.2;
        if (what == u"zoneout") config.zoneout = 0.2;
        if (what == u"recurrent dropout") config.recurrentDropout = 0.2;
        if (what == u"mean" || what == u"max" || what == u"attention") config.pooling = what.toStdString();
        Rig rig(config);
        QCOMPARE(rig.batcher->batch(0, 0).lengths.defined(), !equal);  // and the epoch's order is placed
        ForwardOptions options;
        options.training = true;
        options.position = {1, 2, {}};
        const auto pass = [&] { rig.objective->run(rig.batcher->batch(0, 1), options).loss.backward(); };
        pass();
        {
            const ReadCounter reads;
            pass();
            QCOMPARE(reads.count(), std::int64_t{0});
        }
        {
            const DeviceCopyCounter copies;
            pass();
            QCOMPARE(copies.waiting(), std::int64_t{0});
            QTEST(static_cast<int>(copies.goingOn()), "copies");
        }
        const CallCounter calls;
        pass();
        qInfo("%lld calls", static_cast<long long>(calls.count()));
        for (const char* wait :
             {"aten::nonzero", "aten::masked_select", "aten::equal", "aten::is_nonzero", "aten::_unique2"})
            QVERIFY2(calls.of(wait) == 0, wait);
        QFETCH(int, most);
        QVERIFY2(calls.count() <= most, qPrintable(QString::number(calls.count())));
    }

    void aWaitIsSeen() {
        const at::Tensor tensor = at::ones({4});
        const DeviceCopyCounter copies;
        (void)tensor.to(at::Device(at::kCPU));
        (void)tensor.to(tensor.options().dtype(at::kDouble));
        QCOMPARE(copies.waiting(), std::int64_t{2});
        (void)sentTo(at::kCPU, tensor);
        QCOMPARE(copies.goingOn(), std::int64_t{1});
    }

    // One that lives from one step into the recording of another spoils the recording: it was made on another stream.
    void noGradientAccumulatorOutlivesItsStep() {
        for (const char* cell : {"lstm", "gru"}) {
            ExperimentConfig config = experiment(4);
            config.cell = cell;
            Rig rig(config);
            QVERIFY(rig.trainer->run() == TrainEnd::Finished);
            for (const Parameter& parameter : rig.model->parameters().all())
                QVERIFY2(torch::autograd::impl::try_get_grad_accumulator(parameter.value) == nullptr,
                         parameter.name.c_str());
        }
    }

    // cuDNN may round the size of its weights up, and LibTorch looks for them from the start of the storage on.
    void weightsHaveRoomBehindThem() {
        for (const char* precision : {"fp32", "fp64"}) {
            ExperimentConfig config = experiment(4);
            config.precision = precision;
            TrainBench bench(config);
            for (const ParameterBuffer& buffer : bench.model().parameters().buffers()) {
                QCOMPARE(buffer.values.storage_offset(), std::int64_t{0});
                // The processor's memory is as forecast
                QCOMPARE(buffer.values.storage().nbytes(), buffer.values.nbytes());
            }
        }
        QCOMPARE(weightTailBytes(at::kCUDA), std::int64_t{256});
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
            QVERIFY2(allocations.bytes() < 1024,
                     qPrintable(QStringLiteral("%1: %2 bytes").arg(name).arg(allocations.bytes())));
        }
        clipGradients(config, store);
        const AllocationCounter allocations;
        clipGradients(config, store);
        QVERIFY2(allocations.bytes() < 1024, "clipping allocates scalars only");
    }
};

QTEST_GUILESS_MAIN(TestStepCost)
#include "tst_step_cost.moc"
