// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/switches.h"
#include "device/switch_machine.h"
#include "engine/train_support.h"
#include "support/step_counters.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

/// The switches on a real GPU: every supported one against the baseline, graphs against single steps, no waiting and no new memory per step.
namespace {

constexpr std::int64_t kSteps = 50;

ExperimentConfig experiment() {
    ExperimentConfig config;
    config.builtinLength = 600;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 32;
    config.batchSize = 16;
    config.schedule = "one-cycle";
    config.epochs = 1000;
    config.maxSteps = kSteps;
    config.device = "cuda:0";
    return config;
}

std::function<std::unique_ptr<DeviceGraph>()> graphs() {
    return [] { return cudaPart().module->makeGraph(0); };
}

std::vector<at::Tensor> trained(const ExperimentConfig& config) {
    TrainBench bench(config, config.cudaGraph && config.deviceData ? graphs() : std::function<std::unique_ptr<DeviceGraph>()>());
    bench.run();
    return bench.weights();
}

}  // namespace

class TestGpuSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (cudaPart().module == nullptr) QSKIP(cudaPart().reason.english().c_str());
        if (!switchMachine(describeEngine(), "cuda:0").cuda) QSKIP(describeEngine().cudaReason.english().c_str());
    }

    void equalsTheBaseline_data() {
        QTest::addColumn<QString>("key");
        for (const Switch& row : switches()) QTest::newRow(row.key) << QString(row.key);
    }
    void equalsTheBaseline() {
        QFETCH(QString, key);
        const Switch& row = *findSwitch(key.toStdString());
        const ExperimentConfig baseline = switchBaseline(experiment());
        ExperimentConfig config = baseline;
        row.apply(config);
        if (key == "cuda-graph" || key == "graph-steps") config.deviceData = true;
        if (const Text why = row.unsupported(switchMachine(describeEngine(), "cuda:0"), config); why.source[0] != '\0') QSKIP(why.source);
        static const std::vector<at::Tensor> plain = trained(baseline);
        const double gap = weightGap(trained(config), plain);
        QVERIFY2(gap <= row.tolerance.fp32, qPrintable(QStringLiteral("%1 against %2").arg(gap).arg(row.tolerance.fp32)));
    }

    void graphsGiveTheBitsOfSingleSteps_data() {
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<int>("steps");
        for (const char* implementation : {"cell", "library", "cudnn-tuned"})
            for (const int steps : {1, 8}) QTest::addRow("%s %d", implementation, steps) << QString(implementation) << steps;
    }
    void graphsGiveTheBitsOfSingleSteps() {
        QFETCH(QString, implementation);
        QFETCH(int, steps);
        ExperimentConfig config = experiment();
        config.implementation = implementation.toStdString();
        config.cudaGraph = false;
        const auto single = trained(config);
        config.cudaGraph = true;
        config.graphSteps = steps;
        QCOMPARE(weightGap(trained(config), single), 0.0);
    }

    void noStepWaitsOrTakesNewMemory() {
        ExperimentConfig config = experiment();
        config.cudaGraph = false;
        config.builtinLength = 4000;
        TrainBench bench(config);
        bench.control().step();
        const ReadCounter reads;
        bench.control().pause(false);
        const auto before = cudaPart().module->allocatorFigures(0);
        bench.run();
        const auto after = cudaPart().module->allocatorFigures(0);
        // Blocks of losses are read as whole tensors; no single number is.
        QCOMPARE(reads.count(), std::int64_t{0});
        QVERIFY(after.retries == before.retries && after.outOfMemory == before.outOfMemory);
    }
};

QTEST_GUILESS_MAIN(TestGpuSteps)
#include "tst_gpu_steps.moc"
