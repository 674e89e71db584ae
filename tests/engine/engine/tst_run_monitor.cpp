// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says of its surroundings: disturbed timings by a made-up machine, the environment, and data that are
// others than before.
#include "app/run_order.h"
#include "device/monitor.h"
#include "engine/run_monitor.h"
#include "engine/session_support.h"
#include "plan/devices.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// A table of two columns; another `phase`, another file.
void writeData(const QString& path, double phase) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("time,value\n");
    for (int row = 0; row < 300; ++row)
        file.write(QByteArray::number(row) + "," + QByteArray::number(std::sin(0.3 * row + phase), 'g', 8) + "\n");
}

QStringList warningsOf(const Received& received) {
    QStringList texts;
    for (const RunEvent& event : received.events)
        if (const auto* warning = event.as<RunWarning>()) texts << QString::fromStdString(warning->text.english());
    return texts;
}

int otherDataReported(const Received& received) {
    return static_cast<int>(warningsOf(received).filter(QStringLiteral("other data than so far")).size());
}

}  // namespace

class TestRunMonitor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    // Of two GPUs the second one was chosen: its figures are told, from the moment at which that is known, and what
    // graphs hold is part of them.
    void theGpuOfTheRunIsWatched() {
        CudaModule made;
        made.devices = []() -> Result<std::vector<CudaDevice>> { return std::vector<CudaDevice>(2); };
        made.allocatorFigures = [](int device) {
            CudaAllocatorFigures figures;
            figures.allocated = (device + 1) * 1048576.0;
            figures.graphs = 40 * 1048576.0;
            figures.reserved = 64 * 1048576.0;
            return figures;
        };
        const CudaModuleAnswer before = cudaPart();
        replaceCudaPart({&made, {}});
        RunProgress progress;
        MetricChannel channel;
        {
            RunMonitor monitor(
                progress, channel, nullptr, [] { return MachineLook(); }, [] { return 0.0; });
            const auto reported = [&](MetricId id) {
                ++progress.step;
                monitor.look();
                double value = NAN;
                channel.drainMetrics([&](const MetricSample& sample) {
                    if (sample.metric == id) value = sample.value;
                });
                return value;
            };
            QVERIFY(std::isnan(reported(MetricId::GpuAllocated)));  // not chosen yet, or the processor
            progress.gpu = 1;
            QCOMPARE(reported(MetricId::GpuAllocated), 42.0);
            QCOMPARE(reported(MetricId::GpuReserved), 64.0);
        }
        replaceCudaPart(before);
    }

    void aDisturbedTimingIsMarkedInTheRecord() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(smallConfig(), {}, "made up"));
        RunProgress progress;
        MetricChannel channel;
        double wall = 0, others = 0;
        MachineLook machine;
        machine.cores = machine.threads = 2;
        RunMonitor monitor(
            progress, channel, record.get(),
            [&] {
                machine.otherCores = others;
                return machine;
            },
            [&] { return wall; });
        const auto second = [&] {
            wall += 1;
            progress.secondMicros += 1000000;
            progress.step += 10;
            monitor.look();
        };
        others = 2;
        second();  // not training yet: nobody asks
        progress.threads = 2;
        others = 0;
        second();
        second();
        others = 1.5;
        second();
        second();
        others = 0;
        for (int i = 0; i < 10; ++i) second();
        others = 1;
        second();
        monitor.close();
        std::vector<RunEvent> reported = channel.takeEvents();
        QCOMPARE(reported.size(), std::size_t{2});
        QVERIFY(reported[0].is<DisturbedTiming>() && reported[1].is<DisturbedTiming>());
        QCOMPARE(reported[0].as<DisturbedTiming>()->began, 3.0);
        QCOMPARE(reported[0].seconds, 5.0);
        QCOMPARE(reported[1].as<DisturbedTiming>()->began, 15.0);
        const auto kept = take(readRunHistory(record->folder())).events;
        QCOMPARE(kept.size(), std::size_t{2});
        const Phrase& cause = kept[0].as<DisturbedTiming>()->cause;
        QVERIFY2(cause.english().find("1.5 processor cores") != std::string::npos, cause.english().c_str());
        QVERIFY(cause == reported[0].as<DisturbedTiming>()->cause);
        std::size_t memory = 0;
        channel.drainMetrics([&](const MetricSample& sample) {
            memory += sample.metric == MetricId::ProcessMemory && sample.value > 1 ? 1 : 0;
        });
        QCOMPARE(memory, std::size_t{16});
    }

    // Baselines are computed for minutes at one step: what stays as it is fills no file.
    void atOneStepOnlyNewsIsTold() {
        RunProgress progress;
        MetricChannel channel;
        RunMonitor monitor(
            progress, channel, nullptr, [] { return MachineLook(); }, [] { return 0.0; });
        const auto reported = [&] {
            std::size_t memory = 0;
            channel.drainMetrics(
                [&](const MetricSample& sample) { memory += sample.metric == MetricId::ProcessMemory ? 1 : 0; });
            return memory;
        };
        for (int i = 0; i < 20; ++i) monitor.look();
        QCOMPARE(reported(), std::size_t{1});
        // Much more is news, also between two steps.
        const std::vector<char> large(processMemory().resident, 1);
        monitor.look();
        QCOMPARE(reported(), std::size_t{1});
        progress.step = 1;
        monitor.look();
        progress.step = 2;
        monitor.look();
        QCOMPARE(reported(), std::size_t{2});
        QCOMPARE(large.back(), char{1});
    }

    void aRunKnowsItsDataAndItsSurroundings() {
        const Received received = runToEnd(*engine_, smallConfig());
        const RunIdentity identity = received.last<RunPlanInfo>()->identity;
        QCOMPARE(identity.data.size(), std::size_t{64});
        QVERIFY(!identity.gatelab.empty() && !identity.processor.empty());
        QVERIFY2(identity.system.find("Linux") != std::string::npos, identity.system.c_str());
        ExperimentConfig longer = smallConfig();
        longer.builtinLength += 1;
        QVERIFY(runToEnd(*engine_, longer).last<RunPlanInfo>()->identity.data != identity.data);
    }

    void otherDataAreToldInABranchAndRefusedInTheRun() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        const QString path = folder.filePath(QStringLiteral("data.csv"));
        writeData(path, 0);
        ExperimentConfig config = smallConfig();
        config.dataPath = path.toStdString();
        config.targets = {"value"};
        auto record = take(workspace->createRun(config, {}, "data"));
        const std::string id = record->id();
        const auto place = record->folder();
        Received received = runToEnd(*engine_, config, std::move(record));
        QVERIFY2(received.last<RunEnd>()->state == RunState::Finished, received.last<RunEnd>()->why.english().c_str());
        QCOMPARE(otherDataReported(received), 0);
        const auto extend = [&] {
            return take(openRun(*engine_, workspace.get(), {.resume = id, .moreEpochs = 1})).request.record;
        };
        received = runToEnd(*engine_, {}, extend(), place);
        QCOMPARE(otherDataReported(received), 0);  // the same file
        writeData(path, 1);
        auto branch = take(openRun(*engine_, workspace.get(),
                                   {.config = config, .parent = id, .branchFrom = "last", .moreEpochs = 1}));
        received = runToEnd(*engine_, {}, std::move(branch.request.record), branch.request.resumeFrom);
        QCOMPARE(otherDataReported(received), 1);
        // The run itself stays that of its data, until they are there again.
        const auto refused = openRun(*engine_, workspace.get(), {.resume = id, .moreEpochs = 1});
        QVERIFY(!refused.ok() && refused.error().message.find("has changed") != std::string::npos);
        writeData(path, 0);
        received = runToEnd(*engine_, {}, extend(), place);
        QCOMPARE(otherDataReported(received), 0);
    }

private:
    std::shared_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestRunMonitor)
#include "tst_run_monitor.moc"
