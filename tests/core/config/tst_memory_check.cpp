// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a run's memory before it starts, with a given number of free bytes.
#include "config/memory_check.h"
#include "io/row_memory.h"
#include "run/forecast_score.h"

#include <QtTest>

using namespace gatelab;

namespace {

constexpr double kGiB = 1073741824.0;

MemoryForecast forecastOf(double MemoryForecast::*largest, double gib) {
    MemoryForecast forecast;
    forecast.weights = forecast.gradients = forecast.optimiser = forecast.activations = forecast.workspace =
        forecast.data = forecast.tables = forecast.framework = 0.01 * kGiB;
    forecast.*largest = gib * kGiB;
    return forecast;
}

}  // namespace

class TestMemoryCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void farAboveIsAnErrorAndSlightlyAboveAWarning() {
        const ExperimentConfig config;
        const MemoryForecast forecast = forecastOf(&MemoryForecast::activations, 10);
        const double needed = forecast.total();
        QVERIFY(!checkMemory(config, forecast, {needed, false}));
        const auto tight = checkMemory(config, forecast, {needed / 1.19, false});
        QVERIFY(tight && tight->severity == Severity::Warning);
        const auto large = checkMemory(config, forecast, {needed / 1.21, false});
        QVERIFY(large && large->severity == Severity::Error);
        QCOMPARE(memoryFit(forecast, {needed, false}), MemoryFit::Fits);
        QCOMPARE(memoryFit(forecast, {needed / 1.19, false}), MemoryFit::Tight);
        MemoryRoom limited{needed / 1.01, false};
        limited.limit = needed;
        QCOMPARE(memoryFit(forecast, limited), MemoryFit::TooLarge);
        QCOMPARE(memoryFit(forecast, {needed / 1.21, false}), MemoryFit::TooLarge);
    }

    /// What is above the limit of a program lies in files: on the host, and nothing else than rows.
    void rowsInFilesNeedNoMemory() {
        useRowMemory({"/", 1 << 30});
        const MemoryForecast tables = forecastOf(&MemoryForecast::tables, 10),
                             data = forecastOf(&MemoryForecast::data, 10);
        QVERIFY(!checkMemory({}, tables, {1.1 * kGiB, false}));
        QVERIFY(!checkMemory({}, data, {1.1 * kGiB, false}));
        QVERIFY(checkMemory({}, data, {1.1 * kGiB, true}));
        QVERIFY(checkMemory({}, tables, {0.5 * kGiB, false}));
        QVERIFY(checkMemory({}, forecastOf(&MemoryForecast::weights, 10), {1.1 * kGiB, false}));
        useRowMemory({});
        QVERIFY(checkMemory({}, tables, {1.1 * kGiB, false}));
    }

    void whatIsNotKnownIsNoNews() {
        const MemoryForecast forecast = forecastOf(&MemoryForecast::activations, 10);
        QVERIFY(!checkMemory({}, forecast, {}));
        QVERIFY(!checkMemory({}, forecast, {0, false}));
        QCOMPARE(memoryFit(forecast, {}), MemoryFit::Unknown);
    }

    void itCanBeStartedAnyway() {
        ExperimentConfig config;
        config.startAnyway = true;
        const auto finding = checkMemory(config, forecastOf(&MemoryForecast::activations, 10), {kGiB, false});
        QVERIFY(finding && finding->severity == Severity::Warning);
    }

    void itNamesTheLargestCauseWhatIsFreeAndWhatNeedsLess_data() {
        QTest::addColumn<int>("cause");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("remedy");
        QTest::addColumn<QString>("field");
        QTest::newRow("activations") << 0 << "activations"
                                     << "recomputing in chunks, or the precision BF16"
                                     << "batch_size";
        QTest::newRow("weights") << 1 << "weights"
                                 << "a smaller hidden size"
                                 << "hidden_size";
        QTest::newRow("optimiser") << 2 << "optimiser state"
                                   << "SGD"
                                   << "hidden_size";
        QTest::newRow("tables") << 3 << "data"
                                << "a smaller part of the data"
                                << "data";
    }
    void itNamesTheLargestCauseWhatIsFreeAndWhatNeedsLess() {
        QFETCH(int, cause);
        QFETCH(QString, name);
        QFETCH(QString, remedy);
        QFETCH(QString, field);
        constexpr double MemoryForecast::*kCauses[] = {&MemoryForecast::activations, &MemoryForecast::weights,
                                                       &MemoryForecast::optimiser, &MemoryForecast::tables};
        const auto finding = checkMemory({}, forecastOf(kCauses[cause], 12), {1.5 * kGiB, false});
        QVERIFY(finding);
        const QString message = QString::fromStdString(finding->message.english());
        for (const QString& words :
             {QStringLiteral("not enough memory"), QStringLiteral("about 12 GiB"), QStringLiteral("1.5 GiB"),
              name + QStringLiteral(" with 12 GiB"), remedy, QStringLiteral("'Start anyway'")})
            QVERIFY2(message.contains(words), qPrintable(message));
        QCOMPARE(QString::fromStdString(finding->key), field);
    }

    void aMemoryLimitSaysWhatItCounts() {
        MemoryRoom room{277 * kGiB / 1024, false};
        room.limit = 600 * kGiB / 1024;
        const auto finding = checkMemory({}, forecastOf(&MemoryForecast::activations, 1), room);
        QVERIFY(finding);
        const std::string message = finding->message.english();
        QVERIFY2(
            message.find("277 MiB (the memory limit of 600 MiB, less 323 MiB of address space") != std::string::npos,
            message.c_str());
    }

    void remediesThatAreTakenAreNotOffered() {
        ExperimentConfig config;
        config.recomputeChunk = 8;
        config.precision = "bf16";
        const auto finding = checkMemory(config, forecastOf(&MemoryForecast::activations, 10), {kGiB, false});
        QVERIFY(finding);
        const std::string message = finding->message.english();
        QVERIFY2(message.find("smaller batch") != std::string::npos &&
                     message.find("recomputing") == std::string::npos && message.find("BF16") == std::string::npos,
                 message.c_str());
    }

    void tablesStayInTheHostsMemory() {
        const MemoryForecast forecast = forecastOf(&MemoryForecast::tables, 10);
        QVERIFY(checkMemory({}, forecast, {2 * kGiB, false}));
        QVERIFY(!checkMemory({}, forecast, {2 * kGiB, true}));
        QVERIFY(checkMemory({}, forecastOf(&MemoryForecast::activations, 10), {2 * kGiB, true}));
    }

    void aProcessThatHoldsMoreHoldsItBesides() {
        MemoryForecast forecast = forecastOf(&MemoryForecast::activations, 1);
        forecast.framework = 0.2 * kGiB;
        forecast.tables = 0.1 * kGiB;
        QCOMPARE(bytesOutsideForecast(forecast, {8 * kGiB, false}), 0.0);  // a process of its own
        QCOMPARE(bytesOutsideForecast(forecast, {8 * kGiB, false, 0.5 * kGiB, 0.04 * kGiB}),
                 0.5 * kGiB + 0.04 * kGiB - 0.1 * kGiB - 0.2 * kGiB);
        QCOMPARE(bytesOutsideForecast(forecast, {8 * kGiB, false, 0.2 * kGiB, 0.04 * kGiB}), 0.0);  // no more than any
    }

    // Program, tables and what a window holds besides are there already: a run in it needs its tensors, and what its
    // first steps load.
    void whatAWindowHoldsIsNeitherNeededNorFree() {
        MemoryForecast forecast = forecastOf(&MemoryForecast::activations, 1);
        forecast.framework = 0.2 * kGiB;
        const double adds = forecast.tensors() + 0.04 * kGiB;
        for (const double held : {0.17, 0.5, 3.0}) {
            MemoryRoom room{adds * 1.001, false, held * kGiB, 0.04 * kGiB};
            QCOMPARE(memoryFit(forecast, room), MemoryFit::Fits);
            room.bytes = adds / 1.5;
            QCOMPARE(memoryFit(forecast, room), MemoryFit::TooLarge);
            room.bytes = 0;  // full, not unknown
            QCOMPARE(memoryFit(forecast, room), MemoryFit::TooLarge);
        }
        // What is not loaded yet is needed too.
        MemoryRoom room{adds * 1.001, false, 0.05 * kGiB, 0.04 * kGiB};
        QVERIFY(memoryFit(forecast, room) != MemoryFit::Fits);
        // A process of its own needs all of it.
        QVERIFY(memoryFit(forecast, {adds * 1.001, false}) != MemoryFit::Fits);
        QCOMPARE(availableMemory(forecast, {adds, false}), adds);
    }

    void dataThatStayInTheTableAreNotForecast() {
        ExperimentConfig config;
        config.batchSize = 1024;  // training, not the evaluation, has the peak
        ModelShape shape;
        shape.inputs = 3;
        const double resident = forecastMemory(config, shape, 100000).data;
        config.deviceData = false;
        const double copied = forecastMemory(config, shape, 100000).data;
        QCOMPARE(resident - copied, 100000.0 * (3 + 1) * 4);
        QVERIFY(copied > 0);  // the batch and the epoch's order
    }

    void theScoreIsOfTheLastProcess() {
        RunPlanInfo plan;
        plan.forecastByCause = {1048576, 0, 0, 1048576, 0, 0};
        ForecastScorer scorer;
        scorer.add(MetricId::EnginePeak, 8, 0);
        QCOMPARE(scorer.scores(plan).memory.errorPercent(), -75.0);
        scorer.add(MetricId::TrainLoss, 0.5, 1);
        QVERIFY(std::isnan(scorer.scores(plan).memory.errorPercent()));
        scorer.add(MetricId::EnginePeak, 2, 1);
        QCOMPARE(scorer.scores(plan).memory.errorPercent(), 0.0);
        QCOMPARE(scorer.piece(), std::uint16_t{1});
    }

    void bestWeightsAreKeptOnlyWithAValidation() {
        const ModelShape shape;
        const double with = forecastMemory({}, shape, 1000, 100).weights,
                     without = forecastMemory({}, shape, 1000, 0).weights;
        QCOMPARE(with, 2 * without);
        QCOMPARE(forecastMemory({}, shape, 1000).weights, with);
    }
};

QTEST_APPLESS_MAIN(TestMemoryCheck)
#include "tst_memory_check.moc"
