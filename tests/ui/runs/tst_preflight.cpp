// SPDX-License-Identifier: GPL-3.0-or-later
// What the pre-flight says of sequences: how many train, how many steps that are, and memory by their own length,
// whatever the lookback is set to.
// Holds ui/pages/model/preflight_inspector.cpp.
#include "common/background_job.h"
#include "data/sequences/sequence_batches.h"
#include "data/sequences/sequence_sizes.h"
#include "pages/model/preflight_inspector.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/memory_bar.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig grammar() {
    ExperimentConfig config;
    config.task = "classification";
    config.loss = "cross-entropy";
    config.builtin = "grammar";
    config.builtinLength = 90;
    config.recipe.clear();
    config.split = "60%/20%/20%";
    config.batchSize = 16;
    config.epochs = 3;
    return config;
}

bool says(const ExperimentModel& experiment, const QString& words) {
    return std::ranges::any_of(preflightChecks(experiment),
                               [&](const PreflightCheck& check) { return check.text.contains(words); });
}

}  // namespace

class TestPreflight : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void stepsOfSequences() {
        ExperimentModel experiment;
        experiment.replace(grammar(), QStringLiteral("sequences"));
        experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && experiment.dataset()->sequences, kPatience);
        const auto count = static_cast<std::int64_t>(experiment.dataset()->sequences->items.size());
        QCOMPARE(count, std::int64_t{90});
        RunLength length = runLength(experiment);
        QCOMPARE(length.examples, std::int64_t{54});
        QCOMPARE(length.stepsPerEpoch, std::int64_t{4});
        QCOMPARE(length.lastBatch, std::int64_t{6});
        QCOMPARE(length.totalSteps, std::int64_t{12});
        QVERIFY(says(experiment, QStringLiteral("54 training, 18 validation, 18 test sequences")));
        QVERIFY(says(experiment, QStringLiteral("the last batch has 6 sequences and is kept")));
        QVERIFY(!says(experiment, QStringLiteral("windows and is")));
        experiment.set("drop_last", FieldValue(true));
        QCOMPARE(runLength(experiment).stepsPerEpoch, std::int64_t{3});
        QVERIFY(says(experiment, QStringLiteral("6 sequences and is left out")));
    }

    void withErrorsThereIsNoForecast() {
        Theme theme;
        ExperimentModel experiment;
        RunController runs;
        DeviceWatch device;
        QueueController queue(runs);
        PreflightInspector inspector(theme, experiment, runs, queue, device);
        const auto says = [&](const char* words) {
            return std::ranges::any_of(inspector.findChildren<QLabel*>(),
                                       [&](const QLabel* label) { return label->text() == QLatin1String(words); });
        };
        const auto* bar = inspector.findChild<MemoryBar*>();
        QVERIFY(!says("Settings with errors") && !bar->isHidden());
        // Typed but not taken: the model still holds the number before.
        experiment.setUnread("hidden_size", QStringLiteral("at least 1"));
        QTRY_VERIFY_WITH_TIMEOUT(says("Settings with errors") && bar->isHidden(), kPatience);
        QVERIFY(!says("Fits") && !says("Not known here") && !says("Does not fit"));
        experiment.setUnread("hidden_size", {});
        QTRY_VERIFY_WITH_TIMEOUT(!says("Settings with errors") && !bar->isHidden(), kPatience);
    }

    void aTaskThatDoesNotFitTheDataIsAnError() {
        ExperimentModel experiment;
        experiment.openBuiltin(QStringLiteral("temporal-order"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        QCOMPARE(experiment.config().task, std::string("classification"));
        QVERIFY(!hasErrors(experiment));
        experiment.set("task", FieldValue(std::string("forecast")));
        QVERIFY(hasErrors(experiment));
        QVERIFY(std::ranges::any_of(preflightChecks(experiment), [](const PreflightCheck& check) {
            return check.kind == PreflightCheck::Kind::Error && check.key == QLatin1String("task") &&
                   check.text.contains(QStringLiteral("choose the task Classification"));
        }));
        experiment.undoStack().undo();
        QVERIFY(!hasErrors(experiment));
    }

    // With a given room: far too little keeps a run from starting, unless it is to start anyway; a little too little is
    // a warning.
    void memoryThatIsNotThereIsAnObstacle() {
        ExperimentModel experiment;
        experiment.replace(grammar(), QStringLiteral("sequences"));
        experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && experiment.dataset()->sequences, kPatience);
        const auto roomOf = [&](double share) {
            const double needed = forecastMemory(experiment.config(), experiment.shape(), *experiment.dataset(),
                                                 exampleCount(*experiment.dataset()))
                                      .total();
            experiment.setRoom([bytes = share * needed](const ExperimentConfig&) { return MemoryRoom{bytes, false}; });
        };
        const auto kindOf = [&]() -> std::optional<PreflightCheck::Kind> {
            for (const PreflightCheck& check : preflightChecks(experiment))
                if (check.text.contains(QStringLiteral("the largest part is"))) return check.kind;
            return std::nullopt;
        };
        roomOf(1.1);
        QVERIFY(!kindOf() && startObstacle(experiment).isEmpty());
        roomOf(0.9);
        QVERIFY(kindOf() == PreflightCheck::Kind::Warning && startObstacle(experiment).isEmpty());
        QSignalSpy reported(&experiment, &ExperimentModel::findingsChanged);
        roomOf(0.5);
        QVERIFY(kindOf() == PreflightCheck::Kind::Error && !startObstacle(experiment).isEmpty());
        QCOMPARE(reported.count(), 1);
        roomOf(0.5);
        QCOMPARE(reported.count(), 1);    // no news
        QVERIFY(!hasErrors(experiment));  // of the settings
        experiment.set("start_anyway", FieldValue(true));
        QVERIFY(kindOf() == PreflightCheck::Kind::Warning && startObstacle(experiment).isEmpty());
    }

    void roomOfTheDevice() {
        DeviceReading reading;
        reading.freeBytes = reading.hostFreeBytes = 100;
        reading.processBytes = 10;
        ExperimentConfig config;
        QVERIFY(memoryRoom(reading, config).bytes == 100 && memoryRoom(reading, config).held == 10);
        config.isolated = true;
        QVERIFY(memoryRoom(reading, config).bytes == 100 && std::isnan(memoryRoom(reading, config).held));
        reading.gpu = true;
        reading.freeBytes = 50;
        QVERIFY(memoryRoom(reading, config).bytes == 50 && memoryRoom(reading, config).gpu);
        config.device = "cpu";
        QVERIFY(memoryRoom(reading, config).bytes == 100 && !memoryRoom(reading, config).gpu);
    }

    // NVML counts GPUs in its own order, and also those that the engine cannot use.
    void theGpuThatIsWatched() {
        using Place = std::optional<std::size_t>;
        const std::vector<GpuIdentity> two{{"GPU-a", "A", "", 0}, {"GPU-b", "B", "", 1}};
        WatchedGpu watched;
        QCOMPARE(watched.among(two), Place(0));  // as long as nobody knows
        QCOMPARE(watched.among({}), Place());
        watched.set("GPU-b");
        QCOMPARE(watched.among(two), Place(1));
        QCOMPARE(watched.among({two.front()}), Place(0));  // a part of it has a name of its own
        watched.set("GPU-c");
        QCOMPARE(watched.among(two), Place());
        // Two parts of the first one: CUDA names them like GPUs.
        std::vector<GpuIdentity> divided = two;
        divided.insert(divided.begin() + 1, {{"MIG-d", "A, 1g", "", 0, true}, {"MIG-e", "A, 2g", "", 0, true}});
        watched.set("GPU-e");
        QCOMPARE(watched.among(divided), Place(2));
        watched.set("GPU-b");
        QCOMPARE(watched.among(divided), Place(3));
        divided.pop_back();
        watched.set("GPU-f");  // not listed: of the only one there is
        QCOMPARE(watched.among(divided), Place(0));
        watched.set("");  // an engine without CUDA
        QCOMPARE(watched.among(two), Place());
        QCOMPARE(watched.among({two.front()}), Place());
    }

    // What the window holds besides the run is no figure of the run.
    void theFiguresStayWhileTheWindowGrows() {
        constexpr double kMiB = 1048576;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(grammar(), QStringLiteral("sequences"));
        experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        RunController runs;
        QueueController queue(runs);
        std::atomic<double> held{300 * kMiB}, free{4096 * kMiB};
        DeviceWatch device(nullptr, [&] {
            DeviceReading reading;
            reading.freeBytes = reading.hostFreeBytes = free;
            reading.processBytes = held;
            return reading;
        });
        PreflightInspector inspector(theme, experiment, runs, queue, device);
        device.begin();
        const auto* bar = inspector.findChild<MemoryBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->accessibleName().contains(QStringLiteral("Free: ")), kPatience);
        const double total = bar->total();
        QCOMPARE(total, experiment.memoryForecast().total());
        for (const double more : {8.0, 40.0, 900.0}) {
            const QString before = bar->accessibleName();
            held = (300 + more) * kMiB;
            free = free - 900 * kMiB;
            QTRY_VERIFY_WITH_TIMEOUT(bar->accessibleName() != before, kPatience);  // what is free is told as it is
            QCOMPARE(bar->total(), total);
        }
        // A run of its own counts the same.
        experiment.set("isolated", FieldValue(true));
        QCOMPARE(experiment.memoryForecast().total(), total);
    }

    void memoryGoesByTheLengthOfTheData() {
        Dataset data;
        auto set = std::make_shared<SequenceSet>();
        set->channelNames = {"x"};
        for (const std::int64_t steps : {20, 50, 30})
            set->items.push_back({steps, std::vector<double>(static_cast<std::size_t>(steps)), {}, 0});
        data.sequences = set;
        ExperimentConfig config = grammar();
        config.lookback = 7;
        QCOMPARE(withDataLength(config, data).lookback, std::int64_t{50});
        const ModelShape shape{1, 1, 2, 0};
        const double total = forecastMemory(config, shape, data, exampleCount(data)).tensors();
        config.lookback = 700;
        QCOMPARE(forecastMemory(config, shape, data, exampleCount(data)).tensors(), total);
        // No batch is larger than its part, and none is longer than its longest.
        const SequenceBatches batches = sequenceBatches(*set, config);
        QVERIFY(batches.train < config.batchSize);
        config.batchSize = batches.train;
        config.lookback = batches.largest.steps;
        QCOMPARE(total, forecastMemory(config, shape, batches.held, batches.validation, batches.facts).tensors());
        QVERIFY(total > forecastMemory(config, shape, 0, batches.validation, batches.facts).tensors());
        // In the host's memory they are as long as they are, and once: nothing is prepared in advance.
        const double tables = forecastMemory(config, shape, data, exampleCount(data)).tables;
        QVERIFY(tables >= 100 * sizeof(double) && tables < 100 * sizeof(double) + 1024);
    }

    void partsThatAreGivenStay() {
        SequenceSet set;
        for (int i = 0; i < 20; ++i) {
            set.items.push_back({i == 0 ? 0 : 5, {}, {}, 0});  // the first has no step
            set.parts.push_back(i < 12 ? SequenceSet::Part::Train : SequenceSet::Part::Test);
        }
        ExperimentConfig config = grammar();
        const auto sizes = sequenceSizes(set, config);
        QVERIFY(sizes.ok());
        QCOMPARE(sizes->test, std::int64_t{8});
        QCOMPARE(sizes->train + sizes->validation, std::int64_t{11});
        QVERIFY(sizes->train > 2 * sizes->validation);
        set.items.clear();
        QVERIFY(!sequenceSizes(set, config).ok());
    }
};

QTEST_MAIN(TestPreflight)
#include "tst_preflight.moc"
