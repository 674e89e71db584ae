// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/train/recorded_steps.cpp, core/step/epoch_feed.cpp and core/step/recorded_evaluation.cpp.
#include "fake_gpu.h"
#include "gpu/support_gpu.h"
#include "step/recorded_evaluation.h"
#include "step/step_graph.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;
using fakegpu::driver;

/// Whole epochs of recorded steps on the made-up GPU: what the host gives to it, and that its memory suffices.
namespace {

constexpr std::int64_t kEpochs = 5;

/// Full batches and a rest of almost one in each epoch.
ExperimentConfig wholeEpochs() {
    ExperimentConfig config = gpuExperiment();
    config.epochs = kEpochs;
    config.maxSteps = 0;
    config.dropLast = false;
    return config;
}

/// Steps that take much more than all that stays, and so do those of the rest.
ExperimentConfig largeSteps() {
    ExperimentConfig config = wholeEpochs();
    config.implementation = "cell";
    config.builtinLength = 650;
    config.lookback = 32;
    config.hiddenSize = 48;
    config.batchSize = 64;
    return config;
}

/// Bytes that a step takes beside what stays.
double bytesOfStep(ExperimentConfig config, double* staying) {
    config.cudaGraph = false;
    config.maxSteps = 2;
    TrainBench bench(config);
    cuda().releaseCachedMemory();
    *staying = driver().devices[0].allocated;
    cuda().resetAllocatorPeaks(0);
    bench.run();
    return driver().devices[0].allocatedPeak - *staying;
}

/// Counts what was given to the device between two launches.
class WatchedGraph final : public DeviceGraph {
public:
    explicit WatchedGraph(std::vector<std::int64_t>* between) : between_(between) {}
    void record(const std::function<void()>& work) override {
        graph_->record(work);
        last_ = -1;
    }
    void launch() override {
        if (last_ >= 0) between_->push_back(driver().operations - last_);
        graph_->launch();
        last_ = driver().operations;
    }

private:
    static inline std::int64_t last_ = -1;  ///< of all graphs
    std::unique_ptr<DeviceGraph> graph_ = cuda().makeGraph(0);
    std::vector<std::int64_t>* between_;
};

/// One of the recordings of a run finds no memory.
class CrampedGraph final : public DeviceGraph {
public:
    static inline int recordings = 0, failing = 0;
    void record(const std::function<void()>& work) override {
        if (++recordings == failing) C10_THROW_ERROR(OutOfMemoryError, "CUDA out of memory.");
        graph_->record(work);
    }
    void launch() override { graph_->launch(); }

private:
    std::unique_ptr<DeviceGraph> graph_ = cuda().makeGraph(0);
};

struct Ended {
    std::vector<at::Tensor> weights;
    std::vector<double> validation;
    int warnings = 0, launches = 0;
};

Ended trained(const ExperimentConfig& config, const std::function<std::unique_ptr<DeviceGraph>()>& makeGraph,
              int* launches = nullptr) {
    Ended ended;
    TrainBench bench(config, makeGraph);
    if (bench.run() != TrainEnd::Finished) qFatal("the run did not finish");
    ended.weights = bench.weights();
    ended.validation = bench.metric(MetricId::ValidationLoss);
    for (const RunEvent& event : bench.channel().takeEvents())
        if (const auto* warning = event.as<RunWarning>()) {
            ++ended.warnings;
            qInfo("%s", warning->text.english().c_str());
        }
    if (launches != nullptr) ended.launches = *launches;
    return ended;
}

Ended trainedInGraphs(const ExperimentConfig& config) {
    int launches = 0;
    return trained(config,
                   config.cudaGraph ? countedGraphs(&launches) : std::function<std::unique_ptr<DeviceGraph>()>(),
                   &launches);
}

}  // namespace

class TestFakeGpuEpochs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (const std::string why = whyNoGpu(); !why.empty()) QFAIL(why.c_str());
    }
    void init() { driver().reset(); }

    // Between two launches of an epoch nothing is given to the device.
    void theHostGivesLaunchesAlone_data() {
        QTest::addColumn<int>("steps");
        for (const int steps : {1, 8}) QTest::addRow("%d", steps) << steps;
    }
    void theHostGivesLaunchesAlone() {
        QFETCH(int, steps);
        ExperimentConfig config = wholeEpochs();
        config.graphSteps = steps;
        config.layerHealth = 0;
        struct Count {
            std::int64_t given = 0, nodes = 0, launches = 0, waits = 0, copies = 0;
        };
        const auto now = [] {
            return Count{driver().operations - driver().nodes, driver().nodes, driver().launches, driver().waits,
                         driver().copies};
        };
        std::vector<Count> counts;
        std::vector<std::int64_t> between;
        TrainBench bench(config, [&] { return std::make_unique<WatchedGraph>(&between); });
        bench.afterEpoch = [&](std::int64_t) { counts.push_back(now()); };
        QCOMPARE(bench.run(), TrainEnd::Finished);
        const Count &from = counts[kEpochs - 2], &to = counts[kEpochs - 1];
        const std::int64_t given = to.given - from.given, launched = to.launches - from.launches,
                           perEpoch = bench.trainer().position().stepsPerEpoch();
        qInfo(
            "an epoch of %d steps and its evaluation: %d operations given by the host, %d of them launches with %d "
            "nodes, %d waits, %d copies between host and device",
            int(perEpoch), int(given), int(launched), int(to.nodes - from.nodes), int(to.waits - from.waits),
            int(to.copies - from.copies));
        QVERIFY(launched > (perEpoch - 1) / steps);
        // The rest of an epoch, or an evaluation, by single operations would be a thousand and more.
        QVERIFY2(given - launched < 600, qPrintable(QString::number(given - launched)));
        // At most the mark of a moment, of which there is one in a millisecond; what is read has come in between
        // sometimes, and where the place is told anew.
        QVERIFY2(std::ranges::min(between) <= 1, qPrintable(QString::number(std::ranges::min(between))));
    }

    // What changes from step to step is read where it lies; a number of the host stays what it was when it was
    // recorded.
    void aFrozenNumberIsSeen_data() {
        QTest::addColumn<QString>("number");
        for (const char* number : {"rate", "momentum", "teacher", "draws", "order"})
            QTest::newRow(number) << QString(number);
    }
    void aFrozenNumberIsSeen() {
        QFETCH(QString, number);
        constexpr std::int64_t kSteps = 6, kExamples = 4, kBatches = 2;
        const at::Device device(at::kCUDA, 0);
        const OwnStream own(device);
        const auto rowOf = [](std::int64_t step) {
            const auto s = static_cast<double>(step);
            return FeedRow{{1 + s * s, 100 + s}, 1000 + step * step};
        };
        const at::Tensor orders = at::arange(kSteps * kExamples, at::kLong);
        // What the step makes of its number, and what it then is to be for each step.
        const auto valueOf = [&](const DeviceStep& now, const at::Tensor& order) {
            return number == u"rate"       ? now.rate
                   : number == u"momentum" ? now.momentum
                   : number == u"teacher"  ? now.teacher
                   : number == u"draws"    ? now.firstBatch
                                           : order.sum();
        };
        const auto expected = [&](std::int64_t step) {
            const FeedRow row = rowOf(step);
            return number == u"rate"       ? row.scheduled.rate
                   : number == u"momentum" ? row.scheduled.momentum
                   : number == u"teacher"  ? static_cast<double>(row.teacher)
                   : number == u"draws"    ? static_cast<double>(kBatches * step)
                                           : orders.view({kSteps, kExamples})[step].sum().item<double>();
        };
        for (const bool frozen : {false, true}) {
            EpochFeed feed({kSteps, kExamples, kBatches, true, true}, orders.options().device(device),
                           at::TensorOptions(at::kDouble).device(device));
            feed.place(0, 0, 0, 0, orders.to(device), rowOf);
            const double here = expected(0);
            StepGraph graph(cuda().makeGraph(0), feed, kExamples, 1);
            graph.record([&](const at::Tensor& order, const DeviceStep& now) {
                const at::Tensor there = valueOf(now, order);
                const at::Tensor value = frozen ? at::full_like(there, here) : there;
                return StepValues{value.to(at::kDouble), value.to(at::kFloat)};
            });
            int right = 0;
            for (std::int64_t step = 0; step < kSteps; ++step) {
                feed.place(0, step, 1, kBatches * step, orders.to(device), rowOf);
                graph.launch();
                const at::Tensor values = feed.values().cpu();
                QCOMPARE(values[step][0].item<double>(), values[step][1].item<double>());
                right += values[step][0].item<double>() == expected(step);
            }
            QCOMPARE(right, frozen ? 1 : static_cast<int>(kSteps));
        }
    }

    // Steps by themselves in between, another epoch, another rate: the host says where it stands.
    void theFeedFollowsItsHost() {
        constexpr std::int64_t kSteps = 5;
        const at::Device device(at::kCUDA, 0);
        const OwnStream own(device);
        EpochFeed feed({kSteps, 1, 1, true, false}, at::TensorOptions(at::kLong).device(device),
                       at::TensorOptions(at::kDouble).device(device));
        StepGraph graph(cuda().makeGraph(0), feed, 1, 2);
        graph.record([](const at::Tensor& order, const DeviceStep& now) {
            return StepValues{now.rate + order.sum(), now.firstBatch.to(at::kDouble)};
        });
        double base = 0;
        const auto rowOf = [&](std::int64_t step) { return FeedRow{{base + static_cast<double>(step), 0}, 0}; };
        const auto check = [&](std::int64_t epoch, std::int64_t step, double first) {
            const at::Tensor order = at::full({kSteps}, 100 * epoch, at::kLong).to(device);
            feed.place(epoch, step, 2, kSteps * epoch + step, order, rowOf);
            const std::int64_t before = driver().operations - driver().nodes;
            graph.launch();
            QCOMPARE(driver().operations - driver().nodes - before, std::int64_t{1});
            const at::Tensor values = feed.values().cpu();
            for (std::int64_t i = step; i < step + 2; ++i) {
                QCOMPARE(values[i][0].item<double>(),
                         first + static_cast<double>(i) + 100.0 * static_cast<double>(epoch));
                QCOMPARE(values[i][1].item<double>(), static_cast<double>(kSteps * epoch + i));
            }
        };
        check(0, 0, 0);
        check(0, 3, 0);
        check(1, 0, 0);
        base = 7;
        check(1, 2, 7);
        check(3, 1, 7);
    }

    // One call for all layers, counted on the made-up GPU, with the numbers of single ones.
    void aStackIsOneCall_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("isOne");
        QTest::newRow("plain") << "plain" << true;
        QTest::newRow("bf16") << "bf16" << true;
        QTest::newRow("dropout") << "dropout" << false;
        QTest::newRow("norm") << "norm" << false;
    }
    void aStackIsOneCall() {
        QFETCH(QString, what);
        QFETCH(bool, isOne);
        ExperimentConfig config = wholeEpochs();
        config.layers = 3;
        config.epochs = 2;
        config.implementation = "cudnn-tuned";
        config.schedule = "constant";
        if (what == u"bf16") config.precision = "bf16";
        if (what == u"dropout") config.dropout = 0.2;
        if (what == u"norm") config.layerNorm = true;
        const std::int64_t before = driver().stacks;
        const Ended stacked = trainedInGraphs(config);
        QCOMPARE(driver().stacks > before, isOne);
        config.implementation = "library";
        const Ended library = trainedInGraphs(config);
        QCOMPARE(weightGap(stacked.weights, library.weights), 0.0);
        config.device = "cpu";
        config.cudaGraph = false;
        std::vector<at::Tensor> here;
        for (const at::Tensor& tensor : stacked.weights) here.push_back(tensor.cpu());
        const double gap = weightGap(here, trainedInGraphs(config).weights);
        QVERIFY2(gap < (what == u"bf16" ? 0.5 : 1e-2), qPrintable(QString::number(gap)));
    }

    // The memory of single steps and that of recorded ones are not needed beside each other.
    void aRestFitsBesideRecordedSteps_data() {
        QTest::addColumn<int>("steps");
        for (const int steps : {1, 8}) QTest::addRow("%d", steps) << steps;
    }
    void aRestFitsBesideRecordedSteps() {
        QFETCH(int, steps);
        ExperimentConfig config = largeSteps();
        config.graphSteps = steps;
        const Ended free = trainedInGraphs(config);
        QCOMPARE(free.warnings, 0);
        double staying = 0;
        const double step = bytesOfStep(config, &staying);
        cuda().releaseCachedMemory();
        const MemoryLimit limit(staying + 1.5 * step);
        const Ended cramped = trainedInGraphs(config);
        QVERIFY(cramped.launches > 0);
        QCOMPARE(weightGap(cramped.weights, free.weights), 0.0);
        QCOMPARE(cramped.validation, free.validation);
        QVERIFY2(cramped.warnings <= 1, qPrintable(QString::number(cramped.warnings)));
    }

    // Whichever recording it is: the run learns the same, and a step that is recorded beside an evaluation takes the
    // memory of that and says nothing.
    void aRecordingWithoutRoomIsTriedAgain() {
        ExperimentConfig config = wholeEpochs();
        config.epochs = 3;
        CrampedGraph::failing = 0;
        const auto makeGraph = [] { return std::make_unique<CrampedGraph>(); };
        CrampedGraph::recordings = 0;
        const Ended free = trained(config, makeGraph);
        QCOMPARE(free.warnings, 0);
        const int recordings = CrampedGraph::recordings;
        QVERIFY(recordings >= 4);
        int quiet = 0;
        for (int failing = 1; failing <= recordings; ++failing) {
            CrampedGraph::failing = failing;
            CrampedGraph::recordings = 0;
            const Ended cramped = trained(config, makeGraph);
            QCOMPARE(weightGap(cramped.weights, free.weights), 0.0);
            QCOMPARE(cramped.validation, free.validation);
            QVERIFY(cramped.warnings <= 1);
            quiet += cramped.warnings == 0;
        }
        qInfo("%d recordings, %d made room", recordings, quiet);
        QVERIFY(quiet >= 1);
    }

    // What made room for something else is not recorded at once: that would want the room again.
    void anEvaluationThatMadeRoomBeginsAnew() {
        const at::Device device(at::kCUDA, 0);
        const OwnStream own(device);
        RecordedEvaluation evaluation([] { return cuda().makeGraph(0); },
                                      [](const std::string& why) { qFatal("%s", why.c_str()); });
        const at::TensorOptions options = at::TensorOptions(at::kFloat).device(device);
        evaluation.begin(options, false);
        const at::Tensor order = at::arange(4, at::kLong).to(device);
        const auto isLaunched = [&] {
            return evaluation.launch(order, [](const at::Tensor& rows, EvaluationSums& sums) {
                sums.loss.add_(rows.sum());
                return BlockAnswers();
            }) != nullptr;
        };
        QVERIFY(!isLaunched());
        QVERIFY(isLaunched() && evaluation.drop());
        QVERIFY(!isLaunched() && !evaluation.drop());
        QVERIFY(!isLaunched() && isLaunched());
        evaluation.begin(options, false);
        QVERIFY(isLaunched());
        evaluation.begin(options, true);  // has other answers
        QVERIFY(!isLaunched());
    }

    // Where a step must be looked at by itself, the recorded ones make room and are recorded again.
    void singleStepsMakeRoomForThemselves() {
        ExperimentConfig config = largeSteps();
        config.layerHealth = 5;
        const Ended free = trainedInGraphs(config);
        QCOMPARE(free.warnings, 0);
        double staying = 0;
        const double step = bytesOfStep(config, &staying);
        cuda().releaseCachedMemory();
        const MemoryLimit limit(staying + 1.5 * step);
        const Ended cramped = trainedInGraphs(config);
        QCOMPARE(cramped.warnings, 1);
        QVERIFY(cramped.launches > 0);
        QCOMPARE(weightGap(cramped.weights, free.weights), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestFakeGpuEpochs)
#include "tst_fake_gpu_epochs.moc"
