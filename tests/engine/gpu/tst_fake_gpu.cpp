// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs on a made-up machine with two GPUs (tests/fake_gpu): the trainer, the monitor, the phases, the choice of a
// device and the errors, as they would be on a real one. What they cannot show: times, and that CUDA does what is asked
// of it.
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "fake_gpu.h"
#include "plan/devices.h"
#include "run/timeline_json.h"
#include "support/places.h"
#include "support/worker_process.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;
using fakegpu::driver;

namespace {

ExperimentConfig gpuConfig() {
    ExperimentConfig config = smallConfig();
    config.device = "auto";
    config.hiddenSize = 16;
    return config;
}

const RunEnd& ending(const Received& received) { return *received.last<RunEnd>(); }
QString message(const Received& received) { return QString::fromStdString(ending(received).why.english()); }

/// Falls to as little as it was before a run.
bool isAllGivenBack() {
    return driver().devices[0].allocated == 0 && driver().devices[1].allocated == 0 && driver().devices[0].graphs == 0;
}

/// 1, 2, 4, 8, ... below `end`, and some of the last half.
std::vector<std::int64_t> places(std::int64_t end) {
    std::vector<std::int64_t> found;
    for (std::int64_t place = 1; place < end; place *= 2) found.push_back(place);
    for (const double share : {0.6, 0.7, 0.8, 0.9})
        found.push_back(static_cast<std::int64_t>(share * static_cast<double>(end)));
    return found;
}

}  // namespace

class TestFakeGpu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }
    void init() { driver().reset(); }

    void theListNamesBoth() {
        const EngineInfo& info = engine_->info();
        QCOMPARE(info.devices.size(), std::size_t{3});
        QCOMPARE(info.devices[1].name, std::string("NVIDIA Fake"));
        QCOMPARE(info.devices[1].key, std::string("cuda:0"));
        QCOMPARE(info.devices[2].key, std::string("cuda:1"));
        QVERIFY2(info.cudaReason.empty(), info.cudaReason.english().c_str());
        QCOMPARE(info.cuda, std::string("13.0"));
    }

    void aRunTrainsThereAndLearnsTheSame() {
        ExperimentConfig config = gpuConfig();
        const std::int64_t launches = driver().launches;
        const Received gpu = runToEnd(*engine_, config);
        QVERIFY2(ending(gpu).state == RunState::Finished, qPrintable(message(gpu)));
        QCOMPARE(gpu.last<RunPlanInfo>()->device, std::string("NVIDIA Fake"));
        QVERIFY(driver().launches > launches);  // steps as graphs, as by default
        QTRY_VERIFY_WITH_TIMEOUT(isAllGivenBack(), 60000);
        config.device = "cpu";
        const Received cpu = runToEnd(*engine_, config);
        const double a = score(ending(gpu).scores, "model", "mse"), b = score(ending(cpu).scores, "model", "mse");
        QVERIFY2(std::abs(a - b) < 1e-3 * b, qPrintable(QStringLiteral("%1 and %2").arg(a).arg(b)));
    }

    // Norm, check, clip, count and Adam: what a step gives to the GPU, and the nodes of its graph, with and without our
    // two kernels.
    void theEndOfAStepIsTwoLaunches() {
        auto& module = const_cast<CudaModule&>(*cudaPart().module);
        const auto own = module.updateWeights;
        ExperimentConfig config = gpuConfig();
        config.builtinLength = 2000;
        config.batchSize = 16;
        config.device = "cuda:0";
        const auto operationsOf = [&](std::int64_t steps) {
            config.maxSteps = steps;
            driver().reset();
            const Received received = runToEnd(*engine_, config);
            return ending(received).state == RunState::Finished ? driver().operations - driver().allocations
                                                                : std::int64_t{-1};
        };
        for (const bool isGraphed : {false, true}) {
            config.cudaGraph = isGraphed;
            std::int64_t perStep[2];
            for (const bool fused : {false, true}) {
                module.updateWeights = fused ? own : nullptr;
                const std::int64_t twenty = operationsOf(20), forty = operationsOf(40);
                QVERIFY(twenty > 0 && forty > twenty);
                perStep[fused ? 1 : 0] = (forty - twenty) / 20;
            }
            module.updateWeights = own;
            qInfo("%s: %d before, %d now", isGraphed ? "nodes of a step's graph" : "launches of a step",
                  static_cast<int>(perStep[0]), static_cast<int>(perStep[1]));
            QVERIFY2(perStep[0] - perStep[1] >= 12, QByteArray::number(perStep[1]).constData());
        }
    }

    /// By CUPTI, whose made-up library tells of the same kernel again and again: each lies in its step.
    void kernelsOfTheGpuAreInTheTimeline() {
        const QString cupti = QCoreApplication::applicationDirPath() + "/../fake_gpu/bin/libfake_cupti.so";
        qputenv("GATELAB_CUPTI", cupti.toUtf8());
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = gpuConfig();
        config.batchSize = 16;
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        const std::filesystem::path run = record->folder();
        QVERIFY(askForTimeline(run, 10).ok());
        const Received received = runToEnd(*engine_, config, std::move(record));
        qunsetenv("GATELAB_CUPTI");
        QVERIFY2(ending(received).state == RunState::Finished, qPrintable(message(received)));
        const Timeline timeline = take(readTimeline(run));
        QVERIFY(timeline.isCuda && timeline.recordedSteps() > 0);
        QCOMPARE(timeline.kernels.size(), static_cast<std::size_t>(2 * timeline.recordedSteps()));
        for (const TimelineOperation& kernel : timeline.kernels) {
            const auto step = std::ranges::find(timeline.steps, kernel.step, &TimelineStep::step);
            QVERIFY(step != timeline.steps.end() && step->isRecorded);
            QVERIFY(kernel.began + kernel.seconds >= step->began);
        }
        const auto rows = timelineKernels(timeline);
        QCOMPARE(rows.size(), std::size_t{2});
        QVERIFY(rows[0].operation == "lstm_cell(float*)" || rows[1].operation == "lstm_cell(float*)");
    }

    // Where the choice of the device was left open; who names a GPU wants it.
    void aTinyRunIsToldOf() {
        const auto isTold = [](const Received& received) {
            return std::ranges::any_of(received.events, [](const RunEvent& event) {
                const auto* warning = event.as<RunWarning>();
                return warning && warning->text.english().find("choose the device cpu") != std::string::npos;
            });
        };
        ExperimentConfig config = gpuConfig();
        QVERIFY(isTold(runToEnd(*engine_, config)));
        config.device = "cuda:0";
        QVERIFY(!isTold(runToEnd(*engine_, config)));
    }

    // What the charts of memory and device show, of the right GPU: the management library counts them in another order.
    void memoryAndSensorsAreWatched() {
        driver().microseconds = 40;
        driver().devices[0].others = {{1, 512 << 20, 0}};
        driver().devices[1].celsius = 33;
        const Received received = runToEnd(*engine_, gpuConfig());
        QVERIFY2(ending(received).state == RunState::Finished, qPrintable(message(received)));
        const auto highest = [&](MetricId id) {
            double most = -1;
            for (const MetricSample& sample : received.of(id)) most = std::max(most, sample.value);
            return most;
        };
        QVERIFY(highest(MetricId::GpuAllocated) > 0);
        QVERIFY(highest(MetricId::GpuReserved) >= highest(MetricId::GpuAllocated));
        QVERIFY(highest(MetricId::GpuPeak) >= highest(MetricId::GpuAllocated) / 2);
        QVERIFY2(highest(MetricId::GpuDeviceUsed) >= 512,
                 qPrintable(QString::number(highest(MetricId::GpuDeviceUsed))));
        QCOMPARE(highest(MetricId::GpuUtilisation), 37.0);
        QCOMPARE(highest(MetricId::GpuTemperature), 61.0);
        QCOMPARE(highest(MetricId::GpuPower), 215.0);
        QCOMPARE(highest(MetricId::GpuClock), 100.0);
    }

    void theFirstThatCanBeUsedIsTakenAndWatched() {
        driver().microseconds = 40;
        driver().devices[0].unusable = "it computed a wrong sum";
        driver().devices[1].celsius = 33;
        const Received received = runToEnd(*engine_, gpuConfig());
        QVERIFY2(ending(received).state == RunState::Finished, qPrintable(message(received)));
        QCOMPARE(received.last<RunPlanInfo>()->device, std::string("NVIDIA Fake 2"));
        QVERIFY(!received.of(MetricId::GpuTemperature).empty());
        QCOMPARE(received.of(MetricId::GpuTemperature).front().value, 33.0);
        ExperimentConfig named = gpuConfig();
        named.device = "cuda:0";
        const Received refused = runToEnd(*engine_, named);
        QVERIFY(ending(refused).code == ErrorCode::NoDevice);
        QVERIFY2(message(refused).contains(QLatin1String("wrong sum")), qPrintable(message(refused)));
    }

    // A divided GPU (MIG): CUDA names the part, the management library lists it below its GPU, under another first
    // word.
    void aPartOfAGpuIsWatched() {
        driver().microseconds = 40;
        driver().devices[0].wholeUuid = "GPU-00000007-0000-0000-0000-000000000000";
        driver().devices[0].wholeBytes = 80.0 * (1ULL << 30);
        const Received received = runToEnd(*engine_, gpuConfig());
        QVERIFY2(ending(received).state == RunState::Finished, qPrintable(message(received)));
        QVERIFY(!received.of(MetricId::GpuDeviceUsed).empty());
        for (const MetricSample& sample : received.of(MetricId::GpuDeviceUsed))
            QVERIFY2(sample.value < 8 * 1024, qPrintable(QString::number(sample.value)));
        QCOMPARE(received.of(MetricId::GpuTemperature).front().value, 61.0);  // a sensor of the GPU
        QVERIFY(received.of(MetricId::GpuUtilisation).empty());
    }

    // Run after run on new streams would fill the GPU with workspaces.
    void theCopyingStreamIsTakenAgain() {
        ExperimentConfig config = gpuConfig();
        config.deviceData = false;
        config.copyAhead = true;
        config.epochs = 1;
        std::int64_t streams = 0;
        for (int run = 0; run < 3; ++run) {
            const Received received = runToEnd(*engine_, config);
            QVERIFY2(ending(received).state == RunState::Finished, qPrintable(message(received)));
            if (run > 0) QCOMPARE(driver().streams, streams);
            streams = driver().streams;
        }
    }

    // What a layer was trained with is its own: a run with smaller batches on the same thread has no rests because of
    // the run before.
    void theRestOfAnEpochIsThatOfARun() {
        ExperimentConfig config = gpuConfig();
        config.implementation = "cudnn-tuned";
        config.dropLast = true;
        config.cudaGraph = false;
        config.maxSteps = 3;
        for (const std::int64_t batch : {32, 8}) {
            config.batchSize = batch;
            driver().restBatches = 0;
            TrainBench bench(config);
            bench.run();
            QCOMPARE(driver().restBatches, std::int64_t{0});
        }
        config.dropLast = false;
        config.maxSteps = 0;
        config.epochs = 2;
        driver().restBatches = 0;
        TrainBench bench(config);
        bench.run();
        QCOMPARE(driver().restBatches, std::int64_t{2});
    }

    // A limit of the address space holds where it can: "auto" is a GPU here.
    void theMemoryLimitIsForTheProcessor() {
        const auto ask = [](const QStringList& words) {
            const QString folder = inBuild("/fake_gpu/bin");
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("LD_LIBRARY_PATH"), folder);
            process.setProcessEnvironment(environment);
            process.start(folder + QStringLiteral("/gatelab-worker"),
                          QStringList{"train", "--no-store", "--no-suggest", "--builtin-length", "400", "--lookback",
                                      "12", "--horizon", "3", "--hidden-size", "8", "--max-steps", "2", "--threads",
                                      "1", "--memory-limit", "100"} +
                              words);
            return finished(process);
        };
        for (const char* device : {"auto", "cuda", "cuda:1"}) {
            const Answer answer = ask({"--device", device});
            QVERIFY2(answer.code == 0 && answer.err.contains("--memory-limit") &&
                         answer.err.contains("the run goes without"),
                     answer.err);
        }
        const Answer answer = ask({"--device", "cpu"});
        QVERIFY2(answer.code == 4 && answer.err.contains("the memory limit of 100 MiB is below"), answer.err);
    }

    // On the command line as in the window, and never done unasked.
    void tf32IsOfferedInWords() {
        const auto told = [](const QStringList& words) {
            const QString folder = inBuild("/fake_gpu/bin");
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("LD_LIBRARY_PATH"), folder);
            process.setProcessEnvironment(environment);
            process.start(folder + QStringLiteral("/gatelab-worker"),
                          QStringList{"train", "--no-store", "--no-suggest", "--builtin-length", "200", "--lookback",
                                      "4", "--horizon", "1", "--max-steps", "1", "--implementation", "library"} +
                              words);
            const Answer answer = finished(process);
            return answer.code == 0 ? answer.err : "failed: " + answer.err;
        };
        const QByteArray large = told({"--hidden-size", "192"});
        QVERIFY2(large.contains("note: --precision: 1.5 to 3 times slower than TF32") &&
                     large.contains("PyTorch takes TF32 by default") && large.contains("(--precision tf32)"),
                 large);
        for (const QStringList& words : {QStringList{"--hidden-size", "191"},
                                         {"--hidden-size", "192", "--precision", "tf32"},
                                         {"--hidden-size", "192", "--device", "cpu"}}) {
            const QByteArray text = told(words);
            QVERIFY2(!text.contains("TF32") && !text.startsWith("failed"), text);
        }
    }

    void aNeighbourAndASlowClockAreMarked() {
        ExperimentConfig config = gpuConfig();
        config.epochs = 12;
        driver().microseconds = 60;
        driver().devices[0].others = {{1, 1 << 20, 80}};
        driver().devices[0].mhz = 990;
        driver().devices[0].brakes = 0x20;
        const Received received = runToEnd(*engine_, config);
        QStringList causes;
        for (const RunEvent& event : received.events)
            if (const auto* timing = event.as<DisturbedTiming>())
                causes << QString::fromStdString(timing->cause.english());
        QVERIFY2(!causes.filter(QStringLiteral("other processes computed on the GPU")).isEmpty(),
                 qPrintable(causes.join(u'|')));
        QVERIFY2(!causes.filter(QStringLiteral("fell to 50 % of its highest, held down by heat")).isEmpty(),
                 qPrintable(causes.join(u'|')));
    }

    // One allocation that is refused, wherever it is: the run says so, or goes on without what needed it; the memory is
    // free and the next run is as the first.
    void outOfMemoryAtAnyCall() {
        ExperimentConfig config = gpuConfig();
        config.epochs = 2;
        runToEnd(*engine_, config);  // what "auto" stands for is known from here on
        const std::int64_t before = driver().allocations;
        const Received good = runToEnd(*engine_, config);
        const double expected = score(ending(good).scores, "model", "mse");
        int refused = 0;
        for (const std::int64_t place : places(driver().allocations - before)) {
            driver().failAllocation = place;
            const Received received = runToEnd(*engine_, config);
            driver().failAllocation = -1;
            const RunEnd& end = ending(received);
            const QString text = QStringLiteral("allocation %1: %2").arg(place).arg(message(received));
            QVERIFY2(end.state == RunState::Finished || end.code == ErrorCode::OutOfMemory, qPrintable(text));
            if (end.state == RunState::Failed)
                QVERIFY2(text.contains(QLatin1String("try a smaller batch")), qPrintable(text));
            refused += end.state == RunState::Failed ? 1 : 0;
            // Autograd has a thread of its own for a device, which lets go of a failed pass a moment later.
            QTRY_VERIFY2_WITH_TIMEOUT(isAllGivenBack(), qPrintable(text), 60000);
        }
        QVERIFY(refused >= 5);
        QCOMPARE(score(ending(runToEnd(*engine_, config)).scores, "model", "mse"), expected);
    }

    // A device that is lost, wherever the run is: what was saved is safe, and the run goes on on the processor.
    void lostAtAnyCall() {
        ExperimentConfig config = gpuConfig();
        config.epochs = 4;
        runToEnd(*engine_, config);  // what "auto" stands for is known from here on
        const std::int64_t before = driver().operations;
        runToEnd(*engine_, config);
        int resumed = 0;
        for (const std::int64_t place : places(driver().operations - before)) {
            const QTemporaryDir folder;
            const auto workspace = openWorkspace(folder);
            auto record = take(workspace->createRun(config, {}, "lost"));
            const auto run = record->folder();
            const std::string id = record->id();
            driver().loseAfter = place;
            const Received received = runToEnd(*engine_, config, std::move(record));
            const QString text = QStringLiteral("operation %1: %2").arg(place).arg(message(received));
            QVERIFY2(ending(received).state == RunState::Failed && ending(received).code == ErrorCode::DeviceLost,
                     qPrintable(text));
            QVERIFY2(text.contains(QLatin1String("the GPU stopped working")), qPrintable(text));
            // The window offers to go on
            QVERIFY2(take(workspace->run(id)).state == RunState::Interrupted, qPrintable(text));
            // Another run hears of it as well, not of something else.
            ExperimentConfig named = config;
            named.device = "cuda:0";
            const Received next = runToEnd(*engine_, named);
            QVERIFY2(ending(next).code == ErrorCode::NoDevice || ending(next).code == ErrorCode::DeviceLost,
                     qPrintable(message(next)));
            QVERIFY2(message(next).contains(QLatin1String("unspecified launch failure")), qPrintable(message(next)));
            const Received rest = runToEnd(*engine_, config, take(workspace->reopenRun(id)), run);  // "auto"
            QVERIFY2(ending(rest).state == RunState::Finished, qPrintable(message(rest)));
            QVERIFY(!rest.last<RunPlanInfo>()->deviceReason.empty());
            // From the last checkpoint, where there was one.
            const auto losses = rest.of(MetricId::TrainLoss);
            resumed += losses.empty() || losses.front().step > 1 ? 1 : 0;
            driver().reset();
        }
        QVERIFY(resumed >= 2);
    }

    // Five runs take what one takes.
    void runsLeaveNothingReserved() {
        for (int i = 0; i < 5; ++i) {
            const Received received = runToEnd(*engine_, gpuConfig());
            QVERIFY2(ending(received).state == RunState::Finished, qPrintable(message(received)));
            QCOMPARE(driver().devices[0].reserved, 0.0);
        }
    }

private:
    std::shared_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestFakeGpu)
#include "tst_fake_gpu.moc"
