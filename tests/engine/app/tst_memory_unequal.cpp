// SPDX-License-Identifier: GPL-3.0-or-later
// The memory forecast of sequences of unequal length against the counting allocator, and what the memory study measures
// of them.
#include "app/lab_machine.h"
#include "config/cpu_step_obstacle.h"
#include "config/switches.h"
#include "data/model_shape.h"
#include "data/sequences/sequence_sizes.h"
#include "data/synthetic/synthetic.h"
#include "engine/run_session.h"
#include "engine/session_support.h"
#include "lab/memory_study.h"
#include "nn/host_memory.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// As the preset grammar-text, with fewer sequences.
ExperimentConfig grammar() {
    ExperimentConfig config;
    config.builtin = "grammar";
    config.builtinLength = 1200;
    config.task = "classification";
    config.loss = "cross-entropy";
    config.recipe.clear();
    config.hiddenSize = 64;
    config.bidirectional = true;
    config.embeddingSize = 32;
    config.batchSize = 64;
    config.epochs = 2;
    config.device = "cpu";
    config.threads = 1;
    return config;
}

/// As the preset japanese-vowels.
ExperimentConfig vowels() {
    ExperimentConfig config = grammar();
    config.pooling = "mean";
    config.split = "100%/0%/0%";
    config.batchSize = 32;
    return config;
}

/// 160 sequences of 12 channels and 7 to 23 steps.
std::shared_ptr<const Dataset> numbers() {
    auto set = std::make_shared<SequenceSet>();
    for (int i = 0; i < 12; ++i) set->channelNames.push_back("c" + std::to_string(i));
    set->classNames = {"a", "b"};
    for (std::int64_t i = 0; i < 160; ++i) {
        const std::int64_t steps = 7 + i * i % 20;
        std::vector<double> values;
        for (std::int64_t at = 0; at < steps * 12; ++at)
            values.push_back(static_cast<float>(std::sin(0.3 * static_cast<double>(at + i))));
        set->items.push_back({steps, std::move(values), {}, static_cast<std::int32_t>(i % 2)});
    }
    auto data = std::make_shared<Dataset>();
    data->sequences = std::move(set);
    return data;
}

std::map<MetricId, double> measure(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data) {
    InProcessSession session({config, data, nullptr, {}});
    session.wait();
    std::map<MetricId, double> last;
    session.channel().drainMetrics([&](const MetricSample& sample) { last[sample.metric] = sample.value; });
    for (const RunEvent& event : session.channel().takeEvents())
        if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state != RunState::Finished)
            qWarning("%s", end->why.english().c_str());
    return last;
}

std::shared_ptr<const Dataset> made(const ExperimentConfig& config) {
    return std::make_shared<const Dataset>(take(makeBuiltin(config.builtin, config.builtinLength, 1)));
}

QByteArray reported(const std::map<MetricId, double>& last) {
    return QStringLiteral("%1 % of %2 MiB")
        .arg(last.at(MetricId::MemoryForecastError))
        .arg(last.at(MetricId::EnginePeak))
        .toUtf8();
}

}  // namespace

class TestMemoryUnequal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installHostMemory(); }

    // Within a tenth, and never less than what is held; whichever "auto" stands for.
    void textIsForeseen_data() {
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("steps");
        for (const char* implementation : {kCpuStep, "native"})
            for (const int batch : {16, 32, 64, 128})
                for (const int steps : {0, 2})
                    QTest::addRow("%s, batch %d, steps %d", implementation, batch, steps)
                        << implementation << batch << steps;
    }
    void textIsForeseen() {
        QFETCH(QString, implementation);
        QFETCH(int, batch);
        QFETCH(int, steps);
        ExperimentConfig config = grammar();
        config.implementation = implementation.toStdString();
        config.batchSize = batch;
        config.maxSteps = steps;
        const auto last = measure(config, made(config));
        const double error = last.at(MetricId::MemoryForecastError);
        QVERIFY2(error >= 0 && error <= 10, reported(last));
    }

    // The same steps, the same evaluations and so the same bits, whether "auto" stands for a row or it is named.
    void whatAutoStandsForIsAsItIsNamed() {
        for (const char* row : {kCpuStep, "native", "library"}) {
            ExperimentConfig config = grammar();
            config.batchSize = 16;
            config.layerNorm = std::string_view(row) == "native";  // the whole step has none
            if (std::string_view(row) == "library") config.precision = "bf16";
            const auto data = made(config);
            config.implementation = "auto";
            QCOMPARE(expectedImplementation(config), std::string_view(row));
            const auto kept = measure(config, data);
            config.implementation = row;
            const auto named = measure(config, data);
            for (const MetricId id : {MetricId::EnginePeak, MetricId::MemoryForecastError, MetricId::ValidationLoss})
                QVERIFY2(kept.at(id) == named.at(id),
                         qPrintable(QStringLiteral("%1: %2 for %3").arg(row).arg(kept.at(id)).arg(named.at(id))));
        }
    }

    void numbersAreForeseen() {
        for (const std::int64_t batch : {16, 32, 64}) {
            ExperimentConfig config = vowels();
            config.batchSize = batch;
            const auto last = measure(config, numbers());
            const double error = last.at(MetricId::MemoryForecastError);
            QVERIFY2(error >= 0 && error <= 10, reported(last));
        }
    }

    void everyKindOfLayerIsForeseen_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<bool>("both");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* implementation : {"library", "cell", "naive", "native", "whole"})
                for (const bool both : {false, true})
                    QTest::addRow("%s, %s, %s", cell, implementation, both ? "both directions" : "one direction")
                        << cell << implementation << both;
    }
    void everyKindOfLayerIsForeseen() {
        QFETCH(QString, cell);
        QFETCH(QString, implementation);
        QFETCH(bool, both);
        ExperimentConfig config = vowels();
        config.cell = cell.toStdString();
        config.implementation = implementation.toStdString();
        config.bidirectional = both;
        config.batchSize = 64;
        config.layers = 2;
        const auto last = measure(config, numbers());
        QVERIFY2(std::abs(last.at(MetricId::MemoryForecastError)) <= 10, reported(last));
    }

    // What is tried out to choose the threads holds neither the optimiser's state nor the best weights.
    void causesAreThoseOfTheTraining() {
        const QByteArray limit = qgetenv("OMP_NUM_THREADS");
        qunsetenv("OMP_NUM_THREADS");
        ExperimentConfig config = grammar();
        config.builtin = "temporal-order";
        config.hiddenSize = 32;
        config.bidirectional = false;
        config.maxSteps = 4;
        config.threads = 0;
        const auto last = measure(config, made(config));
        if (!limit.isEmpty()) qputenv("OMP_NUM_THREADS", limit);
        QVERIFY(std::abs(last.at(MetricId::MemoryOptimiser) / last.at(MetricId::MemoryGradients) - 2) < 0.02);
        QVERIFY(std::abs(last.at(MetricId::MemoryWeights) / last.at(MetricId::MemoryGradients) - 2) < 0.02);
    }

    // It goes on until the largest batch was there, and tells the same forecast as before a run.
    void theStudyMeetsTheLargestBatch() {
        const std::shared_ptr<Engine> engine = take(openEngine());
        ExperimentConfig config = grammar();
        const auto data = made(config);
        const ModelShape shape = modelShape(config, *data);
        EngineLabMachine machine(engine, data, {});
        const MemoryStudy study = take(runMemoryStudy(
            planMemoryStudy(studySubject(config, data, shape, engine->info()), {"batch_size"}), machine, {}));
        QVERIFY(study.present() && study.finished());
        QCOMPARE(study.present()->peak.forecast,
                 forecastMemory(config, shape, *data, exampleCount(*data)).tensors() / 1048576);
        for (const StudyRow& row : study.rows) {
            const double error = row.peak.errorPercent();
            QVERIFY2(error >= 0 && error <= 10,
                     qPrintable(QStringLiteral("batch %1: %2 %").arg(row.config.batchSize).arg(error)));
            QVERIFY(std::abs(row.measuredOf(MetricId::MemoryOptimiser) / row.measuredOf(MetricId::MemoryGradients) -
                             2) < 0.02);
            double sum = 0;
            for (const MetricId cause : studyCauses()) sum += row.measuredOf(cause);
            QVERIFY(std::abs(sum - row.peak.measured) < 1e-6);
        }
    }
};

QTEST_APPLESS_MAIN(TestMemoryUnequal)
#include "tst_memory_unequal.moc"
