// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/support_gpu.h"
#include "train/finders.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

/// What goes wrong on a real GPU: values that are no numbers, recordings that fail, too little memory.
namespace {

constexpr std::int64_t kExample = 137;
constexpr double kMiB = 1048576.0;

/// The same bits each time.
ExperimentConfig steadyExperiment() {
    ExperimentConfig config = gpuExperiment();
    config.schedule = "constant";
    config.deterministic = true;
    config.emaDecay = 0.9;
    config.threads = 1;
    return config;
}

int warningsOf(MetricChannel& channel) {
    int count = 0;
    for (const RunEvent& event : channel.takeEvents()) count += event.is<RunWarning>();
    return count;
}

}  // namespace

class TestGpuFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (const std::string why = whyNoGpu(); !why.empty()) QSKIP(why.c_str());
    }

    // However late the host looks, what is kept is the state before the bad step, bit by bit.
    void aBadValueChangesNothing_data() {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<bool>("fused");
        for (const char* optimiser : {"adam", "adamw", "sgd", "rmsprop", "nadam", "adagrad"})
            for (const bool fused : {true, false})
                QTest::addRow("%s %s", optimiser, fused ? "flat" : "plain") << QString(optimiser) << fused;
    }
    void aBadValueChangesNothing() {
        QFETCH(QString, optimiser);
        QFETCH(bool, fused);
        ExperimentConfig config = steadyExperiment();
        config.optimiser = optimiser.toStdString();
        config.fusedOptimiser = fused;
        config.momentum = 0.9;
        config.weightDecay = 0.01;
        config.cudaGraph = false;
        Rig rig(config, kExample, [](Batch& batch, std::int64_t row) { batch.target[row][1][0] = NAN; });
        Error error{ErrorCode::Internal, "the run did not stop"};
        try {
            rig.trainer->run();
        } catch (const StopWithError& stop) {
            error = stop.error;
        }
        QVERIFY2(error.code == ErrorCode::NonFinite, error.message.c_str());
        const auto order =
            epochOrder(rig.batcher->examples(), static_cast<std::uint64_t>(config.seed), 0, config.shuffle);
        const std::int64_t step = (std::ranges::find(order, kExample) - order.begin()) / config.batchSize + 1;
        QVERIFY2(error.message.starts_with("step " + std::to_string(step) + ", epoch 1"), error.message.c_str());
        QVERIFY(!rig.saved.empty());
        const TrainingState& kept = rig.saved.back();
        QCOMPARE(kept.counters.step, step - 1);
        QCOMPARE(kept.counters.position, step - 1);
        QVERIFY(kept.finite);
        if (step == 1) QSKIP("the first batch holds the example: there is nothing before it");
        ExperimentConfig before = config;
        before.maxSteps = step - 1;
        Rig clean(before);
        QCOMPARE(clean.trainer->run(), TrainEnd::Finished);
        for (const char* group : {"weights", "optimiser", "average"}) {
            const auto found = kept.group(group), expected = clean.saved.back().group(group);
            QCOMPARE(found.size(), expected.size());
            for (const auto& [name, tensor] : expected) QVERIFY2(found.at(name).bytes == tensor.bytes, name.c_str());
        }
    }

    void aBadWeightEndsAGraph() {
        ExperimentConfig config = steadyExperiment();
        config.graphSteps = 8;
        int launches = 0;
        Rig rig(config, -1, {}, countedGraphs(&launches));
        rig.afterEpoch = [&](std::int64_t epoch) {
            const at::NoGradGuard noGrad;
            if (epoch == 1) rig.model->parameters().find("rnn.weight_ih_l0")->value.view(-1)[3] = NAN;
        };
        const std::int64_t perEpoch = rig.trainer->position().stepsPerEpoch();
        try {
            rig.trainer->run();
            QFAIL("the run did not stop");
        } catch (const StopWithError& stop) {
            const QString text = QString::fromStdString(stop.error.message);
            QVERIFY2(text.startsWith(QString("step %1, epoch 2, batch 1").arg(perEpoch + 1)), qPrintable(text));
        }
        QVERIFY(launches > 0);
        QCOMPARE(rig.saved.back().counters.step, perEpoch);
    }

    void aRecordingThatFailsLeavesNothingBehind() {
        const auto options = at::TensorOptions().device(at::kCUDA, 0);
        const at::Tensor one = at::ones({}, options);
        const OwnStream own(at::Device(at::kCUDA, 0));
        for (int i = 0; i < 3; ++i) {
            const auto graph = cuda().makeGraph(0);
            QVERIFY_THROWS_EXCEPTION(
                std::exception, graph->record([&] { (void)(at::ones({1 << 20}, options).sum() + one).item<float>(); }));
        }
        cuda().releaseCachedMemory();
        const double before = cuda().allocatorFigures(0).reserved;
        // Memory is served as always, and given back as always.
        { const at::Tensor tensor = at::zeros({64 << 20}, options); }
        cuda().releaseCachedMemory();
        QCOMPARE(cuda().allocatorFigures(0).reserved, before);
        const at::Tensor sum = at::zeros({}, options);
        const auto good = cuda().makeGraph(0), second = cuda().makeGraph(0);
        good->record([&] { sum.add_(at::ones({1 << 20}, options).sum()); });
        second->record([&] { sum.add_(at::ones({1 << 19}, options).sum()); });
        for (int i = 0; i < 3; ++i) good->launch(), second->launch();
        QCOMPARE(sum.item<float>(), 3.0F * ((1 << 20) + (1 << 19)));
    }

    void noMemoryForARecordingMeansSingleSteps() {
        ExperimentConfig config = steadyExperiment();
        config.hiddenSize = 128;
        config.cudaGraph = false;
        TrainBench single(config), again(config);
        single.run();
        again.run();
        struct Cramped final : DeviceGraph {
            void record(const std::function<void()>& work) override {
                cuda().releaseCachedMemory();  // as a recording does
                const MemoryLimit limit(cuda().allocatorFigures(0).reserved);
                graph->record(work);
            }
            void launch() override { graph->launch(); }
            std::unique_ptr<DeviceGraph> graph = cuda().makeGraph(0);
        };
        config.cudaGraph = true;
        TrainBench graphed(config, [] { return std::make_unique<Cramped>(); });
        QCOMPARE(graphed.run(), TrainEnd::Finished);
        QCOMPARE(warningsOf(graphed.channel()), 1);
        QCOMPARE_LE(weightGap(graphed.weights(), single.weights()), weightGap(again.weights(), single.weights()));
    }

    void tooLittleMemoryIsSaid() {
        ExperimentConfig config = steadyExperiment();
        config.hiddenSize = 1024;
        config.lookback = 256;
        config.builtinLength = 4000;
        config.batchSize = 512;
        cuda().releaseCachedMemory();
        const MemoryLimit limit(cuda().allocatorFigures(0).reserved + 256 * kMiB);
        TrainBench bench(config);
        QVERIFY_THROWS_EXCEPTION(c10::OutOfMemoryError, bench.run());
    }

    // The larger sizes do not fit; what was measured before them is the answer.
    void theBatchFinderStopsAtTheMemory() {
        ExperimentConfig config = gpuExperiment();
        config.hiddenSize = 256;
        config.lookback = 128;
        config.builtinLength = 8000;
        cuda().releaseCachedMemory();
        const MemoryLimit limit(cuda().allocatorFigures(0).reserved + 512 * kMiB);
        const auto found = runFinder({FinderRequest::Kind::BatchSize, config, nullptr, {}}, {});
        QVERIFY2(found.ok(), found.ok() ? "" : found.error().message.c_str());
        QVERIFY(!found->points.empty() && found->points.back().value < 4096);
        QVERIFY(found->suggestion > 0);
        QVERIFY(found->points.back().tensorBytes > found->points.front().tensorBytes &&
                found->points.front().tensorBytes > 0);
    }
};

QTEST_GUILESS_MAIN(TestGpuFaults)
#include "tst_gpu_faults.moc"
