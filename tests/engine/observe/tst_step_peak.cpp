// SPDX-License-Identifier: GPL-3.0-or-later
// The peak of memory of every single step: on the CPU, and by the backend of a GPU that is made up.
// Holds core/step/step_phases.cpp.
#include "engine/train_support.h"
#include "observe/training_costs.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr double kMiB = 1048576.0;

/// The allocator of a GPU that is not there.
struct MadeUpGpu {
    static inline double held = 0, peak = 0, graphs = 0;
    static void hold(double bytes) {
        held += bytes;
        peak = std::max(peak, held);
    }
    static CudaModule backend() {
        CudaModule made;
        made.allocatorFigures = [](int) {
            CudaAllocatorFigures figures;
            figures.allocated = held;
            figures.allocatedPeak = peak;
            figures.graphs = graphs;
            return figures;
        };
        made.resetAllocatorPeaks = [](int) { peak = held; };
        return made;
    }
};

MetricSample sampleAt(std::int64_t step, double value) {
    MetricSample sample;
    sample.metric = MetricId::StepPeak;
    sample.step = step;
    sample.value = value;
    return sample;
}

std::string text(const std::vector<MetricSample>& samples) {
    std::string all;
    for (const MetricSample& sample : samples)
        all += (all.empty() ? "" : " ") + std::to_string(sample.step) + ":" +
               std::to_string(static_cast<int>(sample.value));
    return all;
}

/// Value of a level curve at a step.
double valueAt(const std::vector<MetricSample>& curve, std::int64_t step) {
    double value = NAN;
    for (const MetricSample& sample : curve)
        if (sample.step <= step) value = sample.value;
    return value;
}

double of(const std::vector<std::pair<MetricId, double>>& values, MetricId id) {
    for (const auto& [metric, value] : values)
        if (metric == id) return value;
    return NAN;
}

}  // namespace

class TestStepPeak : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installHostMemory(); }

    void bothEndsOfEachLevelAreKept() {
        StepwiseCurve curve;
        QCOMPARE(text(curve.take()), std::string());
        for (std::int64_t step = 1; step <= 10; ++step) curve.add(sampleAt(step, step == 6 ? 9 : 5));
        QCOMPARE(text(curve.take()), std::string("1:5 5:5 6:9 7:5 10:5"));
        QCOMPARE(text(curve.take()), std::string());
        curve.add(sampleAt(11, 5));
        curve.add(sampleAt(12, 5));
        curve.add(sampleAt(13, 7));
        QCOMPARE(text(curve.take()), std::string("12:5 13:7"));
        curve.add(sampleAt(14, 7));
        QCOMPARE(text(curve.take()), std::string("14:7"));
    }

    void aSpikeBelowAnEarlierPeakIsSeenAtItsStep() {
        ExperimentConfig config;
        config.builtinLength = 400;
        config.lookback = 16;
        config.horizon = 4;
        config.hiddenSize = 8;
        config.batchSize = 16;
        config.epochs = 3;
        config.device = "cpu";
        config.threads = 1;
        std::int64_t seen = 0;
        // One example takes 8 MiB of its own for a moment, once in each epoch.
        Rig rig(config, 0, [&](Batch&, std::int64_t) {
            ++seen;
            (void)at::empty({8 << 20}, at::kByte);
        });
        // Hides all that follows from a peak of the whole run
        { const at::Tensor before = at::empty({64 << 20}, at::kByte); }
        QVERIFY(rig.trainer->run() == TrainEnd::Finished);
        std::vector<MetricSample> peaks;
        double highest = 0;
        rig.channel.drainMetrics([&](const MetricSample& sample) {
            if (sample.metric == MetricId::StepPeak) peaks.push_back(sample);
            if (sample.metric == MetricId::EnginePeak) highest = std::max(highest, sample.value);
        });
        QVERIFY(std::ranges::is_sorted(peaks, {}, &MetricSample::step));
        const std::int64_t steps = rig.trainer->counters().step, perEpoch = rig.trainer->position().stepsPerEpoch();
        QCOMPARE(peaks.back().step, steps);
        QVERIFY(highest >= 64);
        QCOMPARE(seen, std::int64_t{3});
        for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
            int spikes = 0;
            for (std::int64_t step = epoch * perEpoch + 1; step <= (epoch + 1) * perEpoch; ++step) {
                const double peak = valueAt(peaks, step);
                QVERIFY2(peak > 0 && peak < 64, qPrintable(QStringLiteral("step %1: %2 MiB").arg(step).arg(peak)));
                spikes += peak >= 8 ? 1 : 0;
            }
            QCOMPARE(spikes, 1);
        }
    }

    void aGpuGivesThePeakOfEachStepAndOfTheRun() {
        MadeUpGpu::held = 10 * kMiB;
        MadeUpGpu::peak = 500 * kMiB;  // of an earlier run
        const CudaModule cuda = MadeUpGpu::backend();
        HostMemoryAccount memory;
        StepPhases phases(memory, c10::kCPU, &cuda);
        const auto step = [&](double inside) {
            phases.enter(StepPhase::Forward);
            MadeUpGpu::hold(inside * kMiB);
            phases.enter(StepPhase::Backward);
            MadeUpGpu::hold(-inside * kMiB);
            phases.leave();
            return phases.takeStepPeak();
        };
        QCOMPARE(step(20), 30.0);
        QCOMPARE(of(phases.take(), MetricId::GpuPeak), 30.0);
        MadeUpGpu::hold(90 * kMiB);  // validation, between two steps
        MadeUpGpu::hold(-90 * kMiB);
        QCOMPARE(step(20), 30.0);
        QCOMPARE(step(50), 60.0);  // a spike below the highest
        QCOMPARE(step(20), 30.0);
        QCOMPARE(of(phases.take(), MetricId::GpuPeak), 100.0);
        QVERIFY(std::isnan(of(phases.take(), MetricId::GpuPeak)));  // nothing new
        StepPhases next(memory, c10::kCPU, &cuda);
        QCOMPARE(MadeUpGpu::peak, 10 * kMiB);  // another run begins with what is held
    }

    void stepsThatAGraphHoldsHaveAPeakToo() {
        MadeUpGpu::held = MadeUpGpu::peak = 10 * kMiB;
        const CudaModule cuda = MadeUpGpu::backend();
        HostMemoryAccount memory;
        StepPhases phases(memory, c10::kCPU, &cuda);
        const auto launch = [&](double inside) {
            phases.mute(true);
            MadeUpGpu::hold(inside * kMiB);
            MadeUpGpu::hold(-inside * kMiB);
            phases.enter(StepPhase::Sync);
            phases.leave();
            return phases.takeStepPeak();
        };
        QCOMPARE(launch(40), 50.0);
        QCOMPARE(launch(5), 15.0);
    }

    // While a graph lives the allocator counts what it needs as free: activations and workspaces would vanish from the
    // figures.
    void whatAGraphNeedsCountsAsLongAsItLives() {
        MadeUpGpu::held = MadeUpGpu::peak = 10 * kMiB;
        MadeUpGpu::graphs = 0;
        const CudaModule cuda = MadeUpGpu::backend();
        HostMemoryAccount memory;
        StepPhases phases(memory, c10::kCPU, &cuda);
        const auto launch = [&] {
            phases.mute(true);
            phases.enter(StepPhase::Sync);
            phases.leave();
            return phases.takeStepPeak();
        };
        QCOMPARE(launch(), 10.0);
        MadeUpGpu::graphs = 70 * kMiB;
        QCOMPARE(launch(), 80.0);
        QCOMPARE(of(phases.take(), MetricId::GpuPeak), 80.0);
        MadeUpGpu::graphs = 0;
        QCOMPARE(launch(), 10.0);
    }

    // An evaluation, a checkpoint and the end hold none of them: drawn, the training's tensors would fall to nothing.
    void tensorsAreThoseOfTheStepsOnly() {
        HostMemoryAccount memory;
        StepPhases phases(memory, c10::kCPU);
        phases.enter(StepPhase::Forward);
        at::Tensor kept = at::empty({8 << 20}, at::kByte);
        phases.enter(StepPhase::Backward);
        kept.reset();
        phases.leave();
        QVERIFY(of(phases.take(), MetricId::EngineMemory) >= 8);
        { const at::Tensor evaluation = at::empty({32 << 20}, at::kByte); }
        QVERIFY(std::isnan(of(phases.take(), MetricId::EngineMemory)));
    }

    // They would be drawn as memory of the GPU by cause.
    void tensorsOfTheHostAreNoFiguresOfARunOnAGpu() {
        const CudaModule cuda = MadeUpGpu::backend();
        for (const CudaModule* module : {static_cast<const CudaModule*>(nullptr), &cuda}) {
            HostMemoryAccount memory;
            StepPhases phases(memory, c10::kCPU, module);
            phases.enter(StepPhase::Forward);
            (void)at::empty({8 << 20}, at::kByte);
            phases.leave();
            const auto values = phases.take();
            for (const MetricId id : {MetricId::EngineMemory, MetricId::EnginePeak, MetricId::PeakData,
                                      MetricId::PeakForward, MetricId::PeakBackward, MetricId::PeakOptimiser,
                                      MetricId::MemoryWeights, MetricId::MemoryGradients, MetricId::MemoryOptimiser,
                                      MetricId::MemoryData, MetricId::MemoryActivations, MetricId::MemoryWorkspace})
                QCOMPARE(std::isnan(of(values, id)), module != nullptr);
        }
    }
};

QTEST_APPLESS_MAIN(TestStepPeak)
#include "tst_step_peak.moc"
