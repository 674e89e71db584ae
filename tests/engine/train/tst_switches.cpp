// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/decoder.h"
#include "config/field.h"
#include "config/switches.h"
#include "device/monitor.h"
#include "device/switch_machine.h"
#include "engine/train_support.h"
#include "step/loss_scaler.h"

#include <ATen/Parallel.h>

#include <QtTest>

#include <algorithm>
#include <map>
#include <numeric>

using namespace gatelab;
using namespace gatelab::testing;

/// Every supported switch against the baseline over the same steps (generated from the table), and what single switches
/// promise beyond equal numbers. The same with real graphs, streams and TF32: tests/gpu.
namespace {

constexpr std::int64_t kSteps = 50;

ExperimentConfig forecastExperiment() {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 12;
    config.batchSize = 16;
    config.anchor = "last";
    config.schedule = "one-cycle";
    config.epochs = 1000;
    config.maxSteps = kSteps;
    config.device = "cpu";
    return switchBaseline(config);
}

ExperimentConfig sequenceExperiment() {
    ExperimentConfig config;
    config.builtin = "grammar";
    config.builtinLength = 200;
    config.task = "classification";
    config.loss = "cross-entropy";
    config.hiddenSize = 8;
    config.batchSize = 16;
    config.epochs = 1000;
    config.maxSteps = 20;
    config.device = "cpu";
    return switchBaseline(config);
}

std::vector<at::Tensor> trained(const ExperimentConfig& config) {
    TrainBench bench(config);
    bench.run();
    return bench.weights();
}

SwitchMachine machine() { return switchMachine(describeEngine(), "cpu", 0); }

}  // namespace

class TestSwitches : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsTheBaseline_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("exactNumbers");
        for (const Switch& row : switches())
            for (const bool fp64 : {false, true})
                QTest::addRow("%s %s", row.key, fp64 ? "fp64" : "fp32") << QString(row.key) << fp64;
    }
    void equalsTheBaseline() {
        QFETCH(QString, key);
        QFETCH(bool, exactNumbers);
        const Switch& row = *findSwitch(key.toStdString());
        ExperimentConfig baseline = forecastExperiment();
        if (exactNumbers) baseline.precision = "fp64";
        ExperimentConfig config = baseline;
        row.apply(config, {});
        if (const Text why = row.unsupported(machine(), baseline); !why.isEmpty()) QSKIP(why.source);
        static std::map<bool, std::vector<at::Tensor>> plain;
        if (!plain.contains(exactNumbers)) plain[exactNumbers] = trained(baseline);
        const double gap = weightGap(trained(config), plain[exactNumbers]),
                     allowed = exactNumbers ? row.tolerance.fp64 : row.tolerance.fp32;
        QVERIFY2(gap <= allowed, qPrintable(QStringLiteral("%1 against %2").arg(gap).arg(allowed)));
    }

    void sequencesStreamTheSameBits() {
        const auto plain = trained(sequenceExperiment());
        for (const char* key : {"device-data", "device-gather"}) {
            ExperimentConfig config = sequenceExperiment();
            findSwitch(key)->apply(config, {});
            QCOMPARE(weightGap(trained(config), plain), 0.0);
        }
    }

    void sequencesOfOneLengthGoIntoGraphs() {
        ExperimentConfig config = sequenceExperiment();
        config.builtin = "copy";
        config.task = "labelling";
        config.deviceData = config.deviceGather = config.cudaGraph = true;
        TrainBench single(config);
        single.run();
        int launches = 0;
        TrainBench graphed(config, [&] { return std::make_unique<ReplayedGraph>(&launches); });
        graphed.run();
        QVERIFY(launches > 0);
        QCOMPARE(weightGap(graphed.weights(), single.weights()), 0.0);
    }

    void sequencesOfManyLengthsAreNotTuned() {
        ExperimentConfig config = sequenceExperiment();
        config.implementation = "cudnn-tuned";
        config.device = "auto";
        const auto plan = makeTrainPlan(config, nullptr);
        QVERIFY(!plan.ok());
        QCOMPARE(plan.error().code, ErrorCode::Unsupported);
        QVERIFY2(plan.error().message.find("unequal length") != std::string::npos, plan.error().message.c_str());
    }

    void aWrongRateIsSeen() {
        // The tolerances must be tight enough to notice a small fault.
        ExperimentConfig config = forecastExperiment();
        const auto plain = trained(config);
        config.learningRate *= 1.05;
        QVERIFY(weightGap(trained(config), plain) > findSwitch("fused-optimiser")->tolerance.fp32);
    }

    void graphsGiveTheBitsOfSingleSteps_data() {
        QTest::addColumn<int>("stepsPerLaunch");
        QTest::addColumn<int>("accumulate");
        QTest::newRow("one step") << 1 << 1;
        QTest::newRow("eight steps") << 8 << 1;
        QTest::newRow("more than an epoch") << 1000 << 1;
        QTest::newRow("accumulated") << 3 << 2;
    }
    void graphsGiveTheBitsOfSingleSteps() {
        QFETCH(int, stepsPerLaunch);
        QFETCH(int, accumulate);
        ExperimentConfig config = forecastExperiment();
        config.deviceData = config.cudaGraph = config.fusedOptimiser = true;
        config.clipNorm = 0.05;
        config.accumulate = accumulate;
        config.emaDecay = 0.9;
        TrainBench single(config);
        single.run();
        int launches = 0;
        config.graphSteps = stepsPerLaunch;
        TrainBench graphed(config, [&] { return std::make_unique<ReplayedGraph>(&launches); });
        graphed.run();
        QVERIFY(launches > 0);
        if (stepsPerLaunch == 8) QVERIFY2(launches < kSteps / 2, qPrintable(QString::number(launches)));
        QCOMPARE(graphed.trainer().counters().step, kSteps);
        QCOMPARE(weightGap(graphed.weights(), single.weights()), 0.0);
        QCOMPARE(graphed.metric(MetricId::TrainLoss), single.metric(MetricId::TrainLoss));
    }

    void graphsWithRandomNumbersGiveTheBitsOfSingleSteps_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("accumulate");
        for (const char* what : {"dropout", "recurrent dropout", "zoneout", "teacher"}) {
            QTest::addRow("%s", what) << what << 1;
            QTest::addRow("%s, accumulated", what) << what << 2;
        }
    }
    void graphsWithRandomNumbersGiveTheBitsOfSingleSteps() {
        QFETCH(QString, what);
        QFETCH(int, accumulate);
        ExperimentConfig config = forecastExperiment();
        config.deviceData = config.deviceGather = config.cudaGraph = true;
        config.implementation = "cell";
        config.accumulate = accumulate;
        if (what == u"dropout") config.dropout = 0.4, config.layers = 2;
        if (what == u"recurrent dropout") config.recurrentDropout = 0.4;
        if (what == u"zoneout") config.zoneout = 0.3;
        if (what == u"teacher") config.decoder = "recursive", config.teacherForcing = 0.9, config.teacherForcingEnd = 0;
        QVERIFY(drawsMasks(config) || drawsTeacher(config));
        QCOMPARE(findSwitch("cuda-graph")->unsupported({true, 90, 4}, config).source, "");
        const auto single = trained(config);
        for (const int steps : {1, 4}) {
            config.graphSteps = steps;
            int launches = 0;
            TrainBench graphed(config, [&] { return std::make_unique<ReplayedGraph>(&launches); });
            graphed.run();
            QVERIFY(launches > 0);
            QCOMPARE(weightGap(graphed.weights(), single), 0.0);
        }
    }

    // What lies in tensors on the device needs no new recording, which takes memory and time.
    void onlyWhatAGraphHoldsIsRecordedAgain() {
        ExperimentConfig config = forecastExperiment();
        config.deviceData = config.cudaGraph = true;
        config.schedule = "constant";
        config.clipNorm = 0.5;
        const std::map<std::string, FieldValue> changes = {{"learning_rate", 0.003},
                                                           {"early_stop", std::int64_t{900}},
                                                           {"checkpoint_seconds", std::int64_t{900}},
                                                           {"layer_health", std::int64_t{40}},
                                                           {"weight_decay", 0.1},
                                                           {"clip_norm", 0.01},
                                                           {"clip_value", 0.001}};
        for (const Field& field : fields())
            QVERIFY2((field.live == FieldLive::Yes) == changes.contains(field.key), field.key);
        int unchanged = 0;  // recordings of a run in which nothing is changed: full steps, the rest, the evaluation
        int none = 0;
        TrainBench(config, [&] {
            ++unchanged;
            return std::make_unique<ReplayedGraph>(&none);
        }).run();
        for (const auto& [key, value] : changes) {
            int launches = 0, recorded = 0;
            const auto run = [&](std::function<std::unique_ptr<DeviceGraph>()> makeGraph) {
                TrainBench bench(config, std::move(makeGraph));
                bench.afterEpoch = [&](std::int64_t epoch) {
                    if (epoch == 1) bench.control().change({key, value});
                };
                bench.run();
                return bench.weights();
            };
            const auto eager = run({});
            const auto graphed = run([&] {
                ++recorded;
                return std::make_unique<ReplayedGraph>(&launches);
            });
            QVERIFY(launches > 0);
            QVERIFY2(weightGap(graphed, eager) == 0, key.c_str());
            const bool isHeld = key == "weight_decay" || key == "clip_norm" || key == "clip_value";
            QVERIFY2(isHeld ? recorded > unchanged : recorded == unchanged,
                     qPrintable(QString::fromStdString(key + ": %1").arg(recorded)));
        }
    }

    void aLiveChangeReachesAGraph() {
        ExperimentConfig config = forecastExperiment();
        config.deviceData = config.cudaGraph = true;
        config.schedule = "constant";
        int launches = 0;
        const auto changed = [&](std::function<std::unique_ptr<DeviceGraph>()> makeGraph) {
            TrainBench bench(config, std::move(makeGraph));
            bench.afterEpoch = [&](std::int64_t epoch) {
                if (epoch == 1) bench.control().change({"weight_decay", 0.1});
            };
            bench.run();
            return bench.weights();
        };
        const auto eager = changed({});
        QVERIFY(weightGap(trained(config), eager) > 0);
        QCOMPARE(weightGap(changed([&] { return std::make_unique<ReplayedGraph>(&launches); }), eager), 0.0);
        QVERIFY(launches > 0);
    }

    void aStepThatCannotBeRecordedIsLaunchedAlone_data() {
        QTest::addColumn<bool>("isMemory");
        QTest::addColumn<int>("recordable");  // graphs before the one that fails
        QTest::newRow("refused") << false << 0;
        QTest::newRow("no memory") << true << 0;
        QTest::newRow("the second one") << true << 1;
    }
    void aStepThatCannotBeRecordedIsLaunchedAlone() {
        QFETCH(bool, isMemory);
        QFETCH(int, recordable);
        struct Refusing final : DeviceGraph {
            explicit Refusing(bool memory) : isMemory(memory) {}
            void record(const std::function<void()>&) override {
                if (isMemory) TORCH_CHECK_WITH(OutOfMemoryError, false, "no memory here");
                throw std::runtime_error("no capture here");
            }
            void launch() override {}
            bool isMemory;
        };
        ExperimentConfig config = forecastExperiment();
        config.deviceData = config.deviceGather = config.cudaGraph = true;
        config.graphSteps = 4;
        int made = 0, launches = 0;
        TrainBench bench(config, [&]() -> std::unique_ptr<DeviceGraph> {
            if (made++ < recordable) return std::make_unique<ReplayedGraph>(&launches);
            return std::make_unique<Refusing>(isMemory);
        });
        bench.run();
        QCOMPARE(made, recordable + 1);  // no further try
        QCOMPARE(launches, 0);
        QCOMPARE(bench.trainer().counters().step, kSteps);
        QCOMPARE(weightGap(bench.weights(), trained(config)), 0.0);
        int warnings = 0;
        for (const RunEvent& event : bench.channel().takeEvents()) warnings += event.is<RunWarning>();
        QCOMPARE(warnings, 1);
    }

    void lowPrecisionLearns_data() {
        QTest::addColumn<QString>("precision");
        QTest::newRow("bf16") << "bf16";
        QTest::newRow("fp16") << "fp16";
    }
    void lowPrecisionLearns() {
        QFETCH(QString, precision);
        ExperimentConfig config = forecastExperiment();
        config.precision = precision.toStdString();
        config.schedule = "constant";
        config.learningRate = 0.01;
        config.maxSteps = 150;
        config.implementation = "cell";
        TrainBench bench(config);
        bench.run();
        const auto losses = bench.metric(MetricId::TrainLoss);
        QCOMPARE(losses.size(), std::size_t{150});
        for (const double loss : losses) QVERIFY(std::isfinite(loss));
        const auto mean = [](auto first, auto last) {
            return std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
        };
        QVERIFY2(mean(losses.end() - 10, losses.end()) < 0.5 * mean(losses.begin(), losses.begin() + 10),
                 "the loss must fall by half");
        QVERIFY(bench.model().parameters().buffers().front().values.scalar_type() == at::kFloat);
    }

    void theLossScaleFollowsOverflows() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp16";
        config.implementation = "cell";
        TrainBench bench(config);
        const ParameterStore& store = bench.model().parameters();
        LossScaler scaler(at::kHalf, bench.model().options());
        const auto scale = [&] { return scaler.state().front().second.item<float>(); };
        QCOMPARE(scale(), 65536.0F);
        store.buffers().front().gradients.fill_(65536.0F);
        QVERIFY(scaler.unscale(store));
        QCOMPARE(store.buffers().front().gradients.select(0, 0).item<float>(), 1.0F);
        store.buffers().front().gradients.select(0, 3).fill_(INFINITY);
        QCOMPARE(scaler.overflowed().item<float>(), 0.0F);
        QVERIFY(!scaler.unscale(store));
        QCOMPARE(scaler.overflowed().item<float>(), 1.0F);
        QCOMPARE(scale(), 32768.0F);
        for (int i = 0; i < 30; ++i) {
            store.buffers().front().gradients.fill_(INFINITY);
            scaler.unscale(store);
        }
        QVERIFY(scaler.exhausted());
        QCOMPARE(scaler.overflowed().item<float>(), 0.0F);  // no overflow explains it any more
        QVERIFY(!LossScaler(std::nullopt, bench.model().options()).active());
    }

    void theLossScaleSurvivesAResume() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp16";
        config.implementation = "cell";
        config.checkpointSeconds = 0;  // a state after every step
        TrainBench straight(config);
        straight.run();
        const auto half = std::ranges::find_if(
            straight.saved, [](const TrainingState& state) { return state.counters.step == kSteps / 2; });
        QVERIFY(half != straight.saved.end());
        QVERIFY(half->tensors.contains("scaler/scale") && half->tensors.contains("scaler/growth"));
        TrainBench resumed(config);
        const auto restored = resumed.trainer().restore(*half);
        QVERIFY2(restored.ok(), restored.ok() ? "" : restored.error().message.c_str());
        resumed.run();
        QCOMPARE(weightGap(resumed.weights(), straight.weights()), 0.0);
        QCOMPARE(resumed.saved.back().tensors.at("scaler/growth").bytes,
                 straight.saved.back().tensors.at("scaler/growth").bytes);
    }

    void denormalsAreZeroWhereAsked() {
        ExperimentConfig config;
        const auto product = [] { return (at::full({8}, 1e-30F) * at::full({8}, 1e-10F)).abs().max().item<float>(); };
        configureLibrary(config, at::kCPU);
        QCOMPARE(product(), 0.0F);
        config.flushDenormals = false;
        configureLibrary(config, at::kCPU);
        QVERIFY(product() > 0);
    }

    void threadsAreThoseAskedFor() {
        std::int64_t used = 0;
        QCOMPARE(chooseThreads(
                     3, at::kCPU, [&](std::int64_t count) { used = count; }, [] { return 0.0; }),
                 std::int64_t{3});
        QCOMPARE(used, std::int64_t{3});
    }

    void allCoresOnlyWhereEachStepGains_data() {
        // Of the steps with all cores, one after the other; with one core 1,000
        QTest::addColumn<QList<int>>("micros");
        QTest::addColumn<bool>("all");
        QTest::addColumn<int>("steps");
        QTest::newRow("faster") << QList<int>{500, 500, 500, 500, 500} << true << 5;
        QTest::newRow("hardly faster") << QList<int>{950, 950, 950, 950, 950} << false << 2;
        QTest::newRow("the first one starts the threads") << QList<int>{8000, 500, 500, 500, 500} << true << 5;
        QTest::newRow("another program holds the core") << QList<int>{60000} << false << 1;
        QTest::newRow("now and then") << QList<int>{500, 500, 500, 3000} << false << 4;
    }
    void allCoresOnlyWhereEachStepGains() {
        QFETCH(QList<int>, micros);
        QFETCH(bool, all);
        QFETCH(int, steps);
        if (usableCores() < 2) QSKIP("this machine has one core");
        const QByteArray limit = qgetenv("OMP_NUM_THREADS");
        qunsetenv("OMP_NUM_THREADS");
        int taken = 0;
        std::int64_t used = 0;
        const auto step = [&] { return 1e-6 * (used > 1 ? micros.value(taken++) : 1000); };
        const auto chosen = chooseThreads(
            0, at::kCPU, [&](std::int64_t count) { used = count; }, step);
        if (!limit.isEmpty()) qputenv("OMP_NUM_THREADS", limit);
        QCOMPARE(taken, steps);
        QCOMPARE(used, chosen);
        QCOMPARE(chosen > 1, all);
    }
};

QTEST_GUILESS_MAIN(TestSwitches)
#include "tst_switches.moc"
