// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast of runs that train together against the counting allocator.
#include "app/training_group.h"
#include "config/cpu_step_obstacle.h"
#include "engine/session_support.h"
#include "support/quick_folder.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;

class TestGroupMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    void theForecastOfAGroupHolds_data() {
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("batch");
        for (const char* implementation : {kCpuStep, "native", "library"})
            for (const char* cell : {"lstm", "gru"})
                for (const int batch : {32, 256})
                    QTest::addRow("%s, %s, batch %d", implementation, cell, batch) << implementation << cell << batch;
    }
    // Tensors of all runs, the data once: within a tenth.
    void theForecastOfAGroupHolds() {
        QFETCH(QString, implementation);
        QFETCH(QString, cell);
        QFETCH(int, batch);
        constexpr std::size_t kRuns = 4;
        ExperimentConfig config = smallConfig();
        config.implementation = implementation.toStdString();
        config.cell = cell.toStdString();
        config.hiddenSize = 64;
        config.lookback = 64;
        config.batchSize = batch;
        config.builtinLength = 20000;
        config.maxSteps = 4;
        TrainingGroup group(*engine_, {kRuns});
        std::map<std::size_t, double> peaks;  // MiB
        std::size_t ended = 0;
        const TrainingGroup::Watch watch{[&](std::size_t member, std::span<const MetricSample> samples) {
                                             for (const MetricSample& sample : samples)
                                                 if (sample.metric == MetricId::EnginePeak)
                                                     peaks[member] = std::max(peaks[member], sample.value);
                                         },
                                         {},
                                         [&](std::size_t, RunState state) {
                                             QCOMPARE(state, RunState::Finished);
                                             ++ended;
                                         }};
        RunNeeds needs;
        for (std::size_t i = 0; i < kRuns; ++i) {
            config.seed = static_cast<std::int64_t>(i);
            needs = take(engine_->needs(config, nullptr, {}, group.shared()));
            (void)take(group.start({config, nullptr, nullptr, {}}, needs));
        }
        while (group.going() > 0) group.turn(std::chrono::milliseconds(1), watch);
        QCOMPARE(ended, kRuns);
        QCOMPARE(peaks.size(), kRuns);
        double measured = 0;
        for (const auto& [member, peak] : peaks) measured += peak;
        const double own = needs.memory.tensors() - needs.memory.data,
                     forecast = (needs.memory.data + kRuns * own) / 1048576, error = 100 * (forecast / measured - 1);
        QVERIFY2(
            std::abs(error) <= 10,
            qPrintable(
                QStringLiteral("%1 MiB forecast, %2 MiB measured, %3 % off").arg(forecast).arg(measured).arg(error)));
    }

private:
    std::shared_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestGroupMemory)
#include "tst_group_memory.moc"
