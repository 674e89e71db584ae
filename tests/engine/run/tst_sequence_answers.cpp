// SPDX-License-Identifier: GPL-3.0-or-later
// What a kept network answers to sequences: classes, labels of steps and numbers, in memory, as CSV and as HDF5; and
// what is shown while it learns.
// Holds core/export/forecast_export.cpp.
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "forecast/sequence_preview.h"
#include "io/hdf5_file.h"

#include <QFile>
#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig sequenceConfig(const QString& task, const QString& builtin) {
    ExperimentConfig config = smallConfig();
    config.task = task.toStdString();
    config.builtin = builtin.toStdString();
    config.builtinLength = 100;
    config.loss = task == "regression" ? "mse" : "cross-entropy";
    config.recipe.clear();
    return config;
}

struct CsvTable {
    QList<QByteArray> header;
    QList<QList<QByteArray>> rows;
    [[nodiscard]] QByteArray at(qsizetype row, const char* column) const { return rows[row][header.indexOf(column)]; }
};

CsvTable readTable(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read the exported file");
    CsvTable table;
    table.header = file.readLine().trimmed().split(',');
    while (!file.atEnd()) table.rows << file.readLine().trimmed().split(',');
    return table;
}

}  // namespace

class TestSequenceAnswers : public QObject {
    Q_OBJECT
    std::shared_ptr<Engine> engine_;

    ForecastSet answers(const std::filesystem::path& run, ForecastRequest::Part part = ForecastRequest::Part::Test) {
        ForecastRequest request;
        request.runFolder = run;
        request.part = part;
        return take(engine_->forecast(request, {}));
    }

private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    void classesAreWrittenWithTheirProbabilities_data() {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("builtin");
        QTest::newRow("one per sequence") << "classification"
                                          << "grammar";
        QTest::newRow("one per step") << "labelling"
                                      << "copy";
    }
    void classesAreWrittenWithTheirProbabilities() {
        QFETCH(QString, task);
        QFETCH(QString, builtin);
        const ExperimentConfig config = sequenceConfig(task, builtin);
        const bool steps = task == "labelling";
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "test"));
        const auto run = record->folder();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const auto& scores = received.last<RunEnd>()->scores;
        const TrainPlan plan = take(makeTrainPlan(config, nullptr));
        const SequenceSet& data = *plan.data.sequences;

        const ForecastSet set = answers(run);
        for (const char* method : {"model", "majority"})
            QCOMPARE(score(set.scores, method, "accuracy", "original"), score(scores, method, "accuracy", "original"));
        const QString path = folder.filePath("answers.csv");
        QVERIFY(exportForecastCsv(set, path.toStdString()).ok());
        const CsvTable table = readTable(path);
        qsizetype expected = 0;
        for (const std::int64_t number : plan.parts.test)
            expected += steps ? data.items[static_cast<std::size_t>(number)].steps : 1;
        QCOMPARE(table.rows.size(), expected);
        QCOMPARE(table.header.contains("step"), steps);
        const std::vector<std::string> names = namesOfClasses(plan.shape.classes, data.classNames);
        qsizetype right = 0, known = 0;
        for (qsizetype row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(table.rows[row].size(), table.header.size());
            QCOMPARE(table.at(row, "sequence").toLongLong(), plan.parts.test[table.at(row, "sample").toULongLong()]);
            const SequenceSet::Item& item = data.items[table.at(row, "sequence").toULongLong()];
            const auto truth =
                steps ? static_cast<std::int64_t>(item.targets[table.at(row, "step").toULongLong() - 1]) : item.label;
            QCOMPARE(table.at(row, "truth").toStdString(),
                     truth < 0 ? std::string() : names[static_cast<std::size_t>(truth)]);
            double sum = 0, highest = 0;
            QByteArray likeliest;
            for (const std::string& name : names) {
                const double probability = table.at(row, ("probability_" + name).c_str()).toDouble();
                sum += probability;
                if (probability > highest) highest = probability, likeliest = name.c_str();
            }
            QVERIFY(std::abs(sum - 1) < 1e-9);
            QCOMPARE(table.at(row, "prediction"), likeliest);
            known += truth >= 0 ? 1 : 0;
            right += table.at(row, "prediction") == table.at(row, "truth") ? 1 : 0;
        }
        // The file says how good the network is, as its score does.
        QCOMPARE(static_cast<double>(right) / static_cast<double>(known),
                 score(scores, "model", "accuracy", "original"));

        const QString arrays = folder.filePath("answers.h5");
        QVERIFY(exportForecastHdf5(set, arrays.toStdString()).ok());
        Hdf5Reader reader = take(Hdf5Reader::open(arrays.toStdString()));
        QCOMPARE(take(reader.read("/prediction")).size(), static_cast<std::size_t>(expected));
        QCOMPARE(take(reader.read("/probability")), set.answers.probability);

        const ForecastSet validation = answers(run, ForecastRequest::Part::Validation);
        QCOMPARE(validation.answers.sample.back() + 1, static_cast<std::int64_t>(plan.parts.validation.size()));
        QVERIFY(!std::isnan(score(validation.scores, "majority", "accuracy", "original")));
    }

    void numbersAreWrittenBesideTheirTruth() {
        const ExperimentConfig config = sequenceConfig("regression", "adding");
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "test"));
        const auto run = record->folder();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const ForecastSet set = answers(run);
        const QString path = folder.filePath("answers.csv");
        QVERIFY(exportForecastCsv(set, path.toStdString()).ok());
        const CsvTable table = readTable(path);
        const TrainPlan plan = take(makeTrainPlan(config, nullptr));
        QCOMPARE(table.rows.size(), static_cast<qsizetype>(plan.parts.test.size()));
        double squared = 0;
        for (qsizetype row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(table.at(row, "truth").toDouble(),
                     double{plan.data.sequences->items[table.at(row, "sequence").toULongLong()].targets[0]});
            squared += std::pow(table.at(row, "prediction").toDouble() - table.at(row, "truth").toDouble(), 2);
        }
        const double mse = score(received.last<RunEnd>()->scores, "model", "mse", "original");
        QVERIFY(std::abs(squared / static_cast<double>(table.rows.size()) - mse) < 1e-6 * mse);
        QVERIFY(!exportClosedLoopCsv(set, folder.filePath("loop.csv").toStdString()).ok());
        QVERIFY(exportForecastHdf5(set, folder.filePath("answers.h5").toStdString()).ok());

        // While it learns: some of the validation part, by its truth.
        const ForecastPreview* preview = received.last<ForecastPreview>();
        QVERIFY(preview && preview->past.empty());
        QCOMPARE(preview->truth.size(), std::min<std::size_t>(64, plan.parts.validation.size()));
        QCOMPARE(preview->forecast.size(), preview->truth.size());
        QVERIFY(std::is_sorted(preview->truth.begin(), preview->truth.end()));
    }

    void classesAreShownWhileItLearns() {
        ExperimentConfig config = sequenceConfig("classification", "grammar");
        config.epochs = 1;  // the first epoch is always told
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "test"));
        const auto run = record->folder();
        runToEnd(*engine_, config, std::move(record));
        // Kept with the run, and its diagonal is the accuracy of that epoch.
        const RunHistory history = take(readRunHistory(run));
        const auto reported = std::ranges::find_if(history.events, &RunEvent::is<ForecastPreview>);
        QVERIFY(reported != history.events.end());
        const auto* preview = reported->as<ForecastPreview>();
        QCOMPARE(preview->epoch, std::int64_t{1});
        const auto accuracy = std::ranges::find(history.metrics, MetricId::ValidationAccuracy, &MetricSample::metric);
        QVERIFY(accuracy != history.metrics.end());
        QCOMPARE(summariseClasses(classScores(preview->confusion)).accuracy, accuracy->value);
    }

    void theLastPreviewIsOfTheKeptWeights() {
        ExperimentConfig config = sequenceConfig("classification", "grammar");
        config.epochs = 12;  // faster than previews are told
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "test"));
        const std::string id = record->id();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const RunSummary run = take(workspace->run(id));
        const ForecastPreview* preview = received.last<ForecastPreview>();
        QVERIFY(preview && run.bestEpoch >= 1);
        QCOMPARE(preview->epoch, run.bestEpoch);
        QCOMPARE(summariseClasses(classScores(preview->confusion)).accuracy, run.keptValues->at("validation_accuracy"));
    }
};

QTEST_GUILESS_MAIN(TestSequenceAnswers)
#include "tst_sequence_answers.moc"
