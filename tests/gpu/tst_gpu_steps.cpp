// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/cuda/cudnn_tuner.cpp, core/cuda/graph_step.cpp and core/cuda/tuned_implementations.cpp.
#include "config/switches.h"
#include "gpu/support_gpu.h"
#include "step/step_graph.h"

#include <torch/csrc/autograd/autograd.h>

#include <QtTest>

#include <algorithm>
#include <thread>

using namespace gatelab;
using namespace gatelab::testing;

/// The switches on a real GPU: every supported one against the baseline, graphs against single steps, no waiting and no
/// new memory per step.
namespace {

SwitchMachine machine() { return switchMachine(describeEngine(), "cuda:0", 0); }

/// Weights after a run; one that was to be launched as graphs and was not ends the program.
std::vector<at::Tensor> trained(const ExperimentConfig& config) {
    int launches = 0;
    const bool isGraphed = config.cudaGraph && findSwitch("cuda-graph")->unsupported(machine(), config).isEmpty();
    TrainBench bench(config, isGraphed ? countedGraphs(&launches) : std::function<std::unique_ptr<DeviceGraph>()>());
    bench.run();
    for (const RunEvent& event : bench.channel().takeEvents())
        if (const auto* warning = event.as<RunWarning>()) qFatal("%s", warning->text.english().c_str());
    if (isGraphed && launches == 0) qFatal("no graph was launched");
    return bench.weights();
}

/// The same experiment as steps in graphs.
ExperimentConfig inGraphs(ExperimentConfig config, std::int64_t steps) {
    config.cudaGraph = true;
    config.graphSteps = steps;
    return config;
}

/// How far graphs may be from single steps, whose weights are `single`: as far as those are from themselves, or the
/// plainest experiment's graphs from its single steps. A library that takes another path while it is recorded so has
/// one test red, the one of its own, and not each.
double mayDiffer(const ExperimentConfig& config, const std::vector<at::Tensor>& single) {
    static const double kRecording = [] {
        ExperimentConfig plain = gpuExperiment();
        plain.cudaGraph = false;
        return weightGap(trained(inGraphs(plain, 1)), trained(plain));
    }();
    return std::max(kRecording, weightGap(trained(config), single));
}

}  // namespace

class TestGpuSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (const std::string why = whyNoGpu(); !why.empty()) QSKIP(why.c_str());
    }

    void equalsTheBaseline_data() {
        QTest::addColumn<QString>("key");
        for (const Switch& row : switches()) QTest::newRow(row.key) << QString(row.key);
    }
    void equalsTheBaseline() {
        QFETCH(QString, key);
        const Switch& row = *findSwitch(key.toStdString());
        const ExperimentConfig baseline = switchBaseline(gpuExperiment()),
                               config = withSwitch(row, machine(), baseline);
        const Text why = row.unsupported(machine(), config);
        if (key == "cuda-graph" || key == "graph-steps" || key == "implementation-cudnn-tuned" ||
            key == "implementation-persistent")
            QVERIFY2(why.isEmpty(), why.source);
        if (!why.isEmpty()) QSKIP(why.source);
        static const std::vector<at::Tensor> plain = trained(baseline);
        const double gap = weightGap(trained(config), plain);
        // Adam makes much of the last digits that a library's own tanh and exp differ by; how right a layer is, its own
        // test judges more sharply (tst_gpu_layers).
        const double most =
            key.startsWith(QLatin1String("implementation-")) ? 10 * row.tolerance.fp32 : row.tolerance.fp32;
        QVERIFY2(gap <= most, qPrintable(QStringLiteral("%1 against %2").arg(gap).arg(most)));
    }

    void graphsGiveTheBitsOfSingleSteps_data() {
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<QString>("precision");
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<int>("steps");
        for (const char* implementation : {"cell", "library", "persistent", "cudnn-tuned"})
            for (const int steps : {1, 8})
                QTest::addRow("%s %d", implementation, steps) << QString(implementation) << "fp32"
                                                              << "adam" << steps;
        for (const char* precision : {"fp16", "fp64"})
            QTest::newRow(precision) << "library" << QString(precision) << "adam" << 8;
        for (const char* optimiser : {"sgd", "rmsprop", "nadam", "adagrad"})
            QTest::newRow(optimiser) << "library"
                                     << "fp32" << QString(optimiser) << 8;
    }
    void graphsGiveTheBitsOfSingleSteps() {
        QFETCH(QString, implementation);
        QFETCH(QString, precision);
        QFETCH(QString, optimiser);
        QFETCH(int, steps);
        ExperimentConfig config = gpuExperiment();
        config.implementation = implementation.toStdString();
        config.precision = precision.toStdString();
        config.optimiser = optimiser.toStdString();
        config.emaDecay = 0.9;
        config.cudaGraph = false;
        const auto single = trained(config);
        const double repeated = weightGap(trained(config), single);  // what single steps differ by themselves
        config.cudaGraph = true;
        config.graphSteps = steps;
        const double gap = weightGap(trained(config), single);
        QVERIFY2(gap <= repeated,
                 qPrintable(QStringLiteral("%1; two runs of single steps: %2").arg(gap).arg(repeated)));
    }

    // Their random numbers are drawn on the device, by a counter that lies there.
    void graphsDrawTheRandomNumbersOfSingleSteps_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"dropout", "zoneout", "recurrent dropout", "teacher"})
            QTest::newRow(what) << QString(what);
    }
    void graphsDrawTheRandomNumbersOfSingleSteps() {
        QFETCH(QString, what);
        ExperimentConfig config = gpuExperiment();
        if (what == u"dropout")
            config.dropout = 0.3, config.layers = 2;
        else
            config.implementation = "cell";
        if (what == u"zoneout") config.zoneout = 0.3;
        if (what == u"recurrent dropout") config.recurrentDropout = 0.3;
        if (what == u"teacher") config.decoder = "recursive", config.teacherForcing = 0.9, config.teacherForcingEnd = 0;
        config.cudaGraph = false;
        const auto single = trained(config);
        const double most = mayDiffer(config, single);
        for (const int steps : {1, 8}) QCOMPARE_LE(weightGap(trained(inGraphs(config, steps)), single), most);
    }

    // What the host held when it was recorded is in it; what lies on the device is read anew.
    void aGraphKeepsTheNumbersOfTheHost() {
        const auto options = at::TensorOptions().device(at::kCUDA, 0);
        const OwnStream own(at::Device(at::kCUDA, 0));
        const at::Tensor sum = at::zeros({4}, options), there = at::ones({4}, options);
        double here = 1;
        const auto graph = cuda().makeGraph(0);
        graph->record([&] { sum.add_(there * 2, here); });
        here = 100;
        there.fill_(3);
        graph->launch();
        QCOMPARE(sum.cpu()[2].item<float>(), 6.0F);
        graph->launch();
        QCOMPARE(sum.cpu()[2].item<float>(), 12.0F);
    }

    // Streams are given back, and what single steps left in the cache is not kept beside a graph.
    void fiveRunsTakeNoMoreThanOne() {
        std::vector<double> allocated, reserved;
        for (int run = 0; run < 5; ++run) {
            (void)trained(gpuExperiment());
            cuda().releaseCachedMemory();
            const CudaAllocatorFigures figures = cuda().allocatorFigures(0);
            allocated.push_back(figures.allocated);
            reserved.push_back(figures.reserved);
            QCOMPARE(figures.graphs, 0.0);
            qInfo("run %d: %.1f MiB allocated, %.1f MiB reserved", run, allocated.back() / 1048576,
                  reserved.back() / 1048576);
        }
        QCOMPARE(allocated.back(), allocated[1]);
        QCOMPARE(reserved.back(), reserved[1]);
    }

    // What another thread takes meanwhile is not the graph's, what autograd's thread takes for it is.
    void aGraphsMemoryIsItsOwn() {
        constexpr double kMiB = 1 << 20;
        const auto options = at::TensorOptions().device(at::kCUDA, 0);
        const OwnStream own(at::Device(at::kCUDA, 0));
        const at::Tensor weight = at::ones({1 << 18}, options).requires_grad_(true);
        at::Tensor elsewhere;
        const auto graph = cuda().makeGraph(0);
        graph->record([&] {
            const at::Tensor doubled = weight * 2;  // 1 MiB
            std::thread([&] { elsewhere = at::empty({64 << 18}, options); }).join();
            (void)torch::autograd::grad({(doubled * doubled).sum()}, {weight});
        });
        const double bytes = cuda().allocatorFigures(0).graphs / kMiB;
        QVERIFY2(bytes > 2.9 && bytes < 8, qPrintable(QString::number(bytes)));
    }

    void graphsReadTheMomentumOfEachStep_data() {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<int>("steps");
        for (const char* optimiser : {"sgd", "rmsprop", "adam", "adamw", "nadam"})
            for (const int steps : {1, 8}) QTest::addRow("%s %d", optimiser, steps) << QString(optimiser) << steps;
    }
    void graphsReadTheMomentumOfEachStep() {
        QFETCH(QString, optimiser);
        QFETCH(int, steps);
        ExperimentConfig config = gpuExperiment();
        config.optimiser = optimiser.toStdString();
        config.oneCycleMomentum = true;
        config.cudaGraph = false;
        const auto single = trained(config);
        QCOMPARE_LE(weightGap(trained(inGraphs(config, steps)), single), mayDiffer(config, single));
        config = inGraphs(config, steps);
        config.oneCycleMomentum = false;
        QVERIFY(weightGap(trained(config), single) > 1e-6);
    }

    // State and arithmetic beyond the defaults, also where the first step is another one.
    void graphsGiveTheBitsOfSingleStepsWithOptions_data() {
        QTest::addColumn<QString>("optimiser");
        for (const char* optimiser : {"sgd", "rmsprop", "adam", "adamw", "nadam", "adagrad"})
            QTest::newRow(optimiser) << QString(optimiser);
    }
    void graphsGiveTheBitsOfSingleStepsWithOptions() {
        QFETCH(QString, optimiser);
        ExperimentConfig config = gpuExperiment();
        config.optimiser = optimiser.toStdString();
        config.amsgrad = config.centered = config.decoupledWeightDecay = true;
        config.dampening = 0.3;
        config.learningRateDecay = 0.01;
        config.weightDecay = 0.01;
        config.cudaGraph = false;
        const auto single = trained(config);
        QCOMPARE_LE(weightGap(trained(inGraphs(config, 8)), single), mayDiffer(config, single));
        config = inGraphs(config, 8);
        // In FP32 the last digits of small gradients decide by how much Adam and its kind move a weight, and those
        // differ between two devices. Steps on the processor cannot be recorded.
        config.precision = "fp64";
        const auto precise = trained(config);
        config.device = "cpu";
        config.cudaGraph = false;
        std::vector<at::Tensor> here;
        for (const at::Tensor& tensor : precise) here.push_back(tensor.cpu());
        const double gap = weightGap(here, trained(config));
        QVERIFY2(gap < 1e-6, qPrintable(QString::number(gap)));
    }

    void sequencesOfOneLengthGoIntoGraphs() {
        ExperimentConfig config = gpuExperiment();
        config.builtin = "copy";
        config.builtinLength = 300;
        config.task = "labelling";
        config.loss = "cross-entropy";
        config.cudaGraph = false;
        const auto single = trained(config);
        int launches = 0;
        TrainBench graphed(config, countedGraphs(&launches));
        graphed.run();
        QVERIFY(launches > 0);
        QCOMPARE_LE(weightGap(graphed.weights(), single), mayDiffer(config, single));
    }

    void doublePrecisionIsThatOfTheProcessor() {
        ExperimentConfig config = gpuExperiment();
        config.precision = "fp64";
        config.cudaGraph = false;
        const auto gpu = trained(config);
        config.device = "cpu";
        std::vector<at::Tensor> here;
        for (const at::Tensor& tensor : gpu) here.push_back(tensor.cpu());
        const double gap = weightGap(here, trained(config));
        QVERIFY2(gap < 1e-9, qPrintable(QString::number(gap)));
    }

    void noStepWaitsOrTakesNewMemory_data() {
        QTest::addColumn<QString>("precision");
        QTest::addColumn<QString>("data");
        QTest::newRow("fp32") << "fp32"
                              << "sine";
        QTest::newRow("fp16") << "fp16"
                              << "sine";
        QTest::newRow("unequal lengths") << "fp32"
                                         << "grammar";
    }
    void noStepWaitsOrTakesNewMemory() {
        QFETCH(QString, precision);
        QFETCH(QString, data);
        constexpr std::size_t kWarm = 30;
        ExperimentConfig config = gpuExperiment();
        config.precision = precision.toStdString();
        config.cudaGraph = false;
        config.builtinLength = 4000;
        if (data == u"grammar")
            config.builtin = "grammar", config.task = "classification", config.loss = "cross-entropy",
            config.bidirectional = true;
        config.dropLast = true;
        config.maxSteps = 100;
        TrainBench bench(config);
        const StepWatch watch;
        bench.run();
        const std::vector<double>& reserved = watch.reserved();
        QCOMPARE(reserved.size(), std::size_t{100});
        QVERIFY(reserved.front() > 0);
        // Batches of each length ask for memory of their own.
        if (data == u"sine")
            QVERIFY(std::all_of(reserved.begin() + kWarm, reserved.end(),
                                [&](double bytes) { return bytes == reserved[kWarm]; }));
    }

    // Times of steps are those of the device: they grow, and reach what the whole run took.
    void stepsAreTimedOnTheDevice() {
        ExperimentConfig config = gpuExperiment();
        config.cudaGraph = false;
        config.hiddenSize = 128;
        config.lookback = 64;
        config.builtinLength = 4000;
        config.batchSize = 64;
        QElapsedTimer clock;
        clock.start();
        TrainBench bench(config);
        bench.run();
        const double all = 1e-3 * static_cast<double>(clock.elapsed());
        std::vector<double> seconds;
        bench.channel().drainMetrics([&](const MetricSample& sample) {
            if (sample.metric == MetricId::TrainLoss) seconds.push_back(sample.seconds);
        });
        QCOMPARE(seconds.size(), std::size_t{50});
        QVERIFY(std::ranges::is_sorted(seconds) && std::ranges::adjacent_find(seconds) == seconds.end());
        QVERIFY(seconds.back() <= all);
    }

    void anotherGpuTrainsAsWell() {
        if (describeEngine().devices.size() < 3) QSKIP("this machine has one GPU");
        ExperimentConfig config = gpuExperiment();
        config.implementation = "cudnn-tuned";
        config.cudaGraph = false;
        const auto first = trained(config);
        config.device = describeEngine().devices[2].key;
        const auto second = trained(config);
        std::vector<at::Tensor> here;
        for (const at::Tensor& tensor : second) here.push_back(tensor.to(first.front().device()));
        QVERIFY(weightGap(here, first) <= findSwitch("implementation-cudnn-tuned")->tolerance.fp32);
    }
};

QTEST_GUILESS_MAIN(TestGpuSteps)
#include "tst_gpu_steps.moc"
