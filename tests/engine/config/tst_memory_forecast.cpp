// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast against the counting allocator, and what a run says of its own costs.
#include "config/architecture.h"
#include "engine/run_session.h"
#include "nn/host_memory.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace gatelab;

namespace {

/// Last value of every metric of a short run on a built-in series.
std::map<MetricId, double> measure(const ExperimentConfig& config) {
    InProcessSession session({config, nullptr, nullptr, {}});
    session.wait();
    std::map<MetricId, double> last;
    session.channel().drainMetrics([&](const MetricSample& sample) { last[sample.metric] = sample.value; });
    for (const RunEvent& event : session.channel().takeEvents())
        if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state != RunState::Finished)
            qWarning("%s", end->why.english().c_str());
    return last;
}

ExperimentConfig shaped(std::int64_t batch, std::int64_t lookback, std::int64_t hidden, std::int64_t layers,
                        std::int64_t threads = 1) {
    ExperimentConfig config;
    config.builtinLength = 1500;
    config.split = "80%/10%/10%";
    config.batchSize = batch;
    config.lookback = lookback;
    config.horizon = 12;
    config.hiddenSize = hidden;
    config.layers = layers;
    // On a busy machine threads may take turns in some steps, and then hold less at once
    config.maxSteps = threads > 1 ? 40 : 3;
    config.device = "cpu";
    config.threads = threads;
    return config;
}

}  // namespace

class TestMemoryForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installHostMemory(); }

    void standardShapes_data() {
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("lookback");
        QTest::addColumn<int>("hidden");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("threads");
        QTest::newRow("A") << 32 << 24 << 32 << 1 << 1;
        QTest::newRow("B") << 64 << 96 << 64 << 1 << 1;
        QTest::newRow("C, a quarter of the length") << 64 << 42 << 128 << 2 << 1;
        QTest::newRow("D, a twelfth of the length") << 128 << 28 << 256 << 2 << 1;
        QTest::newRow("B, two threads") << 64 << 96 << 64 << 1 << 2;
        QTest::newRow("C, two threads") << 64 << 42 << 128 << 2 << 2;
        QTest::newRow("D, two threads") << 128 << 28 << 256 << 2 << 2;
        QTest::newRow("16 blocks") << 64 << 42 << 128 << 1 << 16;
        QTest::newRow("C, 16 blocks") << 64 << 42 << 128 << 2 << 16;
        QTest::newRow("B, 7 blocks") << 64 << 96 << 64 << 1 << 7;
    }
    void standardShapes() {
        QFETCH(int, batch);
        QFETCH(int, lookback);
        QFETCH(int, hidden);
        QFETCH(int, layers);
        QFETCH(int, threads);
        const auto last = measure(shaped(batch, lookback, hidden, layers, threads));
        QVERIFY(last.contains(MetricId::MemoryForecastError));
        const double error = last.at(MetricId::MemoryForecastError);
        QVERIFY2(std::abs(error) <= 10, qPrintable(QString::number(error)));
    }

    void aRecursiveDecoderIsForeseen() {
        for (const char* implementation : {"library", "cell", "naive", "native"}) {
            ExperimentConfig config = shaped(64, 48, 64, 1);
            config.decoder = "recursive";
            config.horizon = 24;
            config.implementation = implementation;
            const double error = measure(config).at(MetricId::MemoryForecastError);
            QVERIFY2(std::abs(error) <= 10, qPrintable(QString("%1: %2").arg(QString(implementation)).arg(error)));
        }
    }

    void everyKindOfLayerIsForeseen_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<QString>("with");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* implementation : {"library", "cell", "naive", "native", "whole"})
                for (const char* with : {"both directions", "one direction"})
                    QTest::addRow("%s, %s, %s", cell, implementation, with) << cell << implementation << with;
        for (const auto& [cell, implementation] : {std::pair("lstm-diagonal", "cell"),
                                                   {"slstm", "cell"},
                                                   {"minlstm", "cell"},
                                                   {"mingru", "cell"},
                                                   {"lru", "cell"},
                                                   {"minlstm", "scan"},
                                                   {"mingru", "scan"},
                                                   {"lru", "scan"}})
            for (const char* with : {"both directions", "one direction"})
                QTest::addRow("%s, %s, %s", cell, implementation, with) << cell << implementation << with;
        for (const char* with : {"chunks", "attention", "norm", "projection"})
            QTest::addRow("lstm, %s", with) << "lstm"
                                            << "library" << with;
        for (const char* with : {"chunks", "attention", "norm"})
            QTest::addRow("lstm, own kernel, %s", with) << "lstm"
                                                        << "native" << with;
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* with : {"zoneout", "recurrent dropout"})
                QTest::addRow("%s, fused gates, %s", cell, with) << cell << "cell" << with;
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* with : {"zoneout", "recurrent dropout"})
                QTest::addRow("%s, %s", cell, with) << cell << "auto" << with;
    }
    void everyKindOfLayerIsForeseen() {
        QFETCH(QString, cell);
        QFETCH(QString, implementation);
        QFETCH(QString, with);
        ExperimentConfig config = shaped(128, 48, 64, 2);
        config.cell = cell.toStdString();
        config.implementation = implementation.toStdString();
        config.bidirectional = with != QLatin1String("one direction");
        config.recomputeChunk = with == QLatin1String("chunks") ? 12 : 0;
        config.pooling = with == QLatin1String("attention") ? "attention" : "last";
        config.layerNorm = with == QLatin1String("norm");
        config.projectionSize = with == QLatin1String("projection") ? 16 : 0;
        config.zoneout = with == QLatin1String("zoneout") ? 0.2 : 0;
        config.recurrentDropout = with == QLatin1String("recurrent dropout") ? 0.2 : 0;
        const double error = measure(config).at(MetricId::MemoryForecastError);
        QVERIFY2(std::abs(error) <= 10, qPrintable(QString::number(error)));
    }

    // oneDNN's rows are whole cache lines: a few units take as much as sixteen.
    void fewUnitsAreForeseen_data() {
        QTest::addColumn<int>("hidden");
        QTest::addColumn<QString>("precision");
        for (const char* precision : {"fp32", "bf16", "fp16", "fp64"})
            for (const int hidden : {4, 8, 24, 100})
                QTest::addRow("%d units, %s", hidden, precision) << hidden << precision;
    }
    void fewUnitsAreForeseen() {
        QFETCH(int, hidden);
        QFETCH(QString, precision);
        ExperimentConfig config = shaped(256, 48, hidden, 1);
        config.precision = precision.toStdString();
        const auto last = measure(config);
        const double error = last.at(MetricId::MemoryForecastError);
        QVERIFY2(std::abs(error) <= 10, qPrintable(QString::number(error)));
    }

    void dataThatStayInTheTableAreNotCounted() {
        ExperimentConfig config = shaped(16, 12, 8, 1);
        config.builtinLength = 200000;
        for (const bool resident : {true, false}) {
            config.deviceData = resident;
            const auto last = measure(config);
            QVERIFY2(std::abs(last.at(MetricId::MemoryForecastError)) <= 10,
                     qPrintable(QString::number(last.at(MetricId::MemoryForecastError))));
        }
    }

    // What the forward pass leaves does not depend on how far the other thread is when the first one has done its part.
    void activationsAreTheSameWithTwoThreads() {
        const double one = measure(shaped(64, 48, 64, 1)).at(MetricId::MemoryActivations);
        for (int i = 0; i < 3; ++i) {
            const auto last = measure(shaped(64, 48, 64, 1, 2));
            const double two = last.at(MetricId::MemoryActivations);
            // On a busy machine one thread may be done before the other begins: then the peak itself has no more, and
            // nothing is left of it.
            const bool tookTurns = two < one && last.at(MetricId::MemoryWorkspace) == 0;
            QVERIFY2(tookTurns || std::abs(two / one - 1) < 0.02,
                     qPrintable(QStringLiteral("%1 of %2 MiB").arg(two).arg(one)));
        }
    }

    void noBatchIsLargerThanItsPart() {
        ExperimentConfig config = shaped(128, 48, 32, 1);
        config.builtin = "temporal-order";
        config.builtinLength = 100;
        config.task = "classification";
        config.loss = "cross-entropy";
        const double error = measure(config).at(MetricId::MemoryForecastError);
        QVERIFY2(std::abs(error) <= 10, qPrintable(QString::number(error)));
    }

    void causesSumUpAndPhasesAreThere() {
        const auto last = measure(shaped(32, 24, 32, 1));
        double sum = 0;
        for (const MetricId id : {MetricId::MemoryWeights, MetricId::MemoryGradients, MetricId::MemoryOptimiser,
                                  MetricId::MemoryData, MetricId::MemoryActivations, MetricId::MemoryWorkspace}) {
            QVERIFY(last.at(id) >= 0);
            sum += last.at(id);
        }
        QVERIFY(std::abs(sum - last.at(MetricId::EnginePeak)) < 1e-6);
        QVERIFY(last.at(MetricId::PeakBackward) <= last.at(MetricId::EnginePeak));
        // Equal where the arrays of a whole step stay
        QVERIFY(last.at(MetricId::PeakBackward) >= last.at(MetricId::PeakOptimiser));
        double shares = 0;
        for (const MetricId id : {MetricId::ShareData, MetricId::ShareForward, MetricId::ShareBackward,
                                  MetricId::ShareOptimiser, MetricId::ShareSync})
            shares += last.at(id);
        QVERIFY(std::abs(shares - 1) < 1e-9);
        // Adam: two numbers per weight, and one gradient; the weights once more as the best so far.
        QVERIFY(std::abs(last.at(MetricId::MemoryOptimiser) / last.at(MetricId::MemoryGradients) - 2) < 0.02);
    }

    void everyStateOfTheOptimiserIsForeseen_data() {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<bool>("more");
        QTest::addColumn<int>("states");
        QTest::newRow("sgd") << "sgd" << false << 1;
        QTest::newRow("adam") << "adam" << false << 2;
        QTest::newRow("adam, AMSGrad") << "adam" << true << 3;
        QTest::newRow("adamw, AMSGrad") << "adamw" << true << 3;
        QTest::newRow("rmsprop") << "rmsprop" << false << 2;
        QTest::newRow("rmsprop, centred") << "rmsprop" << true << 3;
        QTest::newRow("nadam") << "nadam" << true << 2;
        QTest::newRow("adagrad") << "adagrad" << true << 1;
    }
    void everyStateOfTheOptimiserIsForeseen() {
        QFETCH(QString, optimiser);
        QFETCH(bool, more);
        QFETCH(int, states);
        ExperimentConfig config = shaped(64, 48, 64, 1);
        config.optimiser = optimiser.toStdString();
        config.amsgrad = config.centered = more;
        const MemoryForecast forecast = forecastMemory(config, {1, 1, 0, 0}, 1500);
        QCOMPARE(forecast.optimiser, states * forecast.gradients);
        const auto last = measure(config);
        QVERIFY(std::abs(last.at(MetricId::MemoryOptimiser) / last.at(MetricId::MemoryGradients) - states) < 0.02);
        QVERIFY2(std::abs(last.at(MetricId::MemoryForecastError)) <= 10,
                 qPrintable(QString::number(last.at(MetricId::MemoryForecastError))));
    }

    void recomputingNeedsLess() {
        ExperimentConfig config = shaped(64, 96, 64, 1);
        config.implementation = "library";
        const double whole = measure(config).at(MetricId::EnginePeak);
        config.recomputeChunk = 12;
        const double chunks = measure(config).at(MetricId::EnginePeak);
        QVERIFY2(chunks < 0.7 * whole, qPrintable(QStringLiteral("%1 of %2 MiB").arg(chunks).arg(whole)));
    }

    // Most of what they hold is data, which must not be held twice while it is placed.
    void manySequencesAreForeseen() {
        for (const char* task : {"adding", "temporal-order"}) {
            ExperimentConfig config = shaped(8, 24, 32, 1);
            config.builtin = task;
            config.builtinLength = 20000;
            config.split = "19000/500/500";
            config.task = std::string(task) == "adding" ? "regression" : "classification";
            config.loss = std::string(task) == "adding" ? "mse" : "cross-entropy";
            config.recipe.clear();
            const auto last = measure(config);
            QVERIFY2(std::abs(last.at(MetricId::MemoryForecastError)) <= 10,
                     qPrintable(QStringLiteral("%1: %2 %").arg(task).arg(last.at(MetricId::MemoryForecastError))));
            QVERIFY(last.at(MetricId::MemoryWeights) > 0 && last.at(MetricId::MemoryWorkspace) > 0);
        }
    }

    void epochIsForecastAndMeasured() {
        ExperimentConfig config = shaped(32, 24, 16, 1);
        config.maxSteps = 0;
        config.epochs = 1;
        const auto last = measure(config);
        QVERIFY(last.at(MetricId::EpochForecast) > 0);
        QVERIFY(last.at(MetricId::EpochSeconds) > 0);
    }
};

QTEST_APPLESS_MAIN(TestMemoryForecast)
#include "tst_memory_forecast.moc"
