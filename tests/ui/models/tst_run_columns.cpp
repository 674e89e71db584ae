// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of the board from the metric table: last, best, at a step; what a running run shows.
#include "common/preferences.h"
#include "models/run_board.h"
#include "pages/compare/board/board_model.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/quick_folder.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

MetricSample sampleOf(MetricId id, std::int64_t step, double value) {
    return {id, 0, step, step / 10.0, step / 100.0, 1.7e9, value};
}

/// A finished run whose training loss at step s is `start` - s and whose validation is measured every fifth step.
std::string makeRun(Workspace& workspace, std::int64_t hidden, double start, std::int64_t steps) {
    ExperimentConfig config;
    config.hiddenSize = hidden;
    auto record = workspace.createRun(config, "", "data.csv");
    std::vector<MetricSample> samples;
    for (std::int64_t step = 1; step <= steps; ++step) {
        samples.push_back(sampleOf(MetricId::TrainLoss, step, start - static_cast<double>(step)));
        if (step % 5 == 0)
            samples.push_back(
                sampleOf(MetricId::ValidationLoss, step, std::abs(static_cast<double>(step) - 10) + start));
    }
    if (!(*record)->addMetrics(samples) || !(*record)->setState(RunState::Finished, steps, 1, 3))
        qFatal("the run cannot be written");
    return (*record)->id();
}

}  // namespace

class TestRunColumns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysAreUnique() {
        RunColumns columns;
        QSet<QString> keys;
        for (const RunColumn& column : columns.all()) {
            QVERIFY2(!keys.contains(column.key), qPrintable(column.key));
            keys << column.key;
        }
        for (const char* key : {"best_train_loss", "best_samples_per_second", "saturation_l0", "saturation_l3"})
            QVERIFY2(keys.contains(key), key);
        QVERIFY(!keys.contains("best_learning_rate"));  // neither more nor less is better
    }

    /// A text is judged by the bits of what it was read as.
    void textsHaveTheirBits() {
        const RunColumns columns;
        for (const auto& [shape, score] :
             {std::pair("characters", "test_bits_per_character"), std::pair("words", "test_bits_per_word")}) {
            RunSummary run;
            run.config.edit().task = "labelling";
            run.config.edit().csvShape = shape;
            const QStringList usual = RunColumns::usual(std::span(&run, 1));
            QVERIFY2(usual.contains(QLatin1String(score)) && columns.find(QLatin1String(score)), score);
            QCOMPARE(usual.filter(QStringLiteral("test_bits")).size(), 1);
        }
    }

    /// As heads of the board and people call it.
    void aColumnHasItsUsualNames() {
        const RunColumns columns;
        const auto keyOf = [&](const char* words) {
            const RunColumn* column = columns.named(QLatin1String(words));
            return column ? column->key : QString();
        };
        for (const char* words : {"units", "Units", "Hidden size", "hidden_size", "hidden", "hidden units"})
            QCOMPARE(keyOf(words), QStringLiteral("hidden_size"));
        for (const char* words : {"rate", "Rate", "lr", "LR", "learning rate", "learning_rate"})
            QCOMPARE(keyOf(words), QStringLiteral("learning_rate"));
        QCOMPARE(keyOf("bi"), QStringLiteral("bidirectional"));
        QCOMPARE(keyOf("s/run"), QStringLiteral("time"));
        QCOMPARE(keyOf("score"), QStringLiteral("best_validation"));
        QCOMPARE(keyOf("val. mse"), QStringLiteral("best_validation_mse"));
        // No two columns have one.
        QHash<QString, QString> owner;
        for (const RunColumn& column : columns.all()) {
            const QStringList names = RunColumns::namesOf(column);
            for (const QString& name : names) {
                const QString word = name.toLower();
                if (word == column.label.toLower() || word == column.key) continue;
                QVERIFY2(!owner.contains(word), qPrintable(word + ' ' + column.key + ' ' + owner.value(word)));
                owner.insert(word, column.key);
            }
        }
        const RunFilter filter(QStringLiteral("units < 32 and rate > 0.005"), columns);
        QVERIFY2(filter.problem().isEmpty(), qPrintable(filter.problem()));
        RunSummary run;
        run.config.edit().hiddenSize = 16;
        run.config.edit().learningRate = 0.01;
        QVERIFY(filter.matches(run));
        run.config.edit().hiddenSize = 64;
        QVERIFY(!filter.matches(run));
        // Before the comparison it hides nothing.
        QCOMPARE(RunFilter(QStringLiteral("unit"), columns).openWord(), QStringLiteral("unit"));
    }

    void columnsOfAStepAreMadeWhenAsked() {
        RunColumns columns;
        const RunColumn* first = &columns.all().front();
        QVERIFY(!columns.find("train_loss@500"));
        const RunColumn* column = columns.findOrAdd("train_loss@500");
        QVERIFY(column && column->label.contains("500"));
        QCOMPARE(columns.findOrAdd("train_loss@500"), column);
        QCOMPARE(&columns.all().front(), first);
        for (const char* wrong :
             {"train_loss@", "train_loss@x", "train_loss@-1", "nothing@5", "@5", "nothing", "saturation@5"})
            QVERIFY2(!columns.findOrAdd(wrong), wrong);
        QVERIFY(columns.findOrAdd("saturation_l1@5"));
        QVERIFY(!columns.named("val_loss at epoch 10"));
        QCOMPARE(columns.addAtSteps("lstm val_loss at epoch 10 < 0.2 and train loss at step 7 > 1").size(),
                 std::size_t{2});
        QCOMPARE(columns.named("val_loss at epoch 10"), columns.find("validation_loss@epoch10"));
        QCOMPARE(columns.named("Validation loss at epoch 10"), columns.find("validation_loss@epoch10"));
        QVERIFY(columns.named("train loss at step 7") && columns.named("val loss") == columns.find("validation_loss"));
    }

    void bestLastAndAtAStep() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        const QString a = QString::fromStdString(makeRun(*workspace, 8, 100, 20)),
                      b = QString::fromStdString(makeRun(*workspace, 16, 50, 7));
        Preferences preferences(QString::fromStdString((folder.path() / "settings.ini").string()));
        RunController runs;
        ExperimentModel experiment;
        RunBoard board(experiment, runs, preferences);
        BoardModel model(board, runs);
        const QStringList shown{"train_loss", "best_validation_loss", "train_loss@12", "validation_loss@12"};
        model.setExtraColumns(shown);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(model.rowCount(), 2);
        QCOMPARE(model.valueColumns(), shown);
        const auto shows = [&](const QString& id, int column) {
            return model.index(model.lineOf(id), column).data().toString();
        };
        QTRY_COMPARE(shows(a, 3), QString("88.00"));
        QTRY_COMPARE(shows(a, 4), QString("100.0"));  // measured at step 10, not at 12
        QCOMPARE(shows(a, 1), QString("80.00"));
        QCOMPARE(shows(a, 2), QString("100.0"));
        QCOMPARE(shows(b, 2), QString("55.00"));
        QCOMPARE(shows(b, 3), QString("-"));  // has not come that far
        model.sort(3, Qt::AscendingOrder);
        QCOMPARE(model.runAt(0), a);
        QVERIFY(model.setFilter("train_loss@12 < 90").isEmpty());
        QCOMPARE(model.rowCount(), 1);
        // An epoch has ten steps; the loss of one that is not shown is read first.
        QVERIFY(model.setFilter("train_loss at epoch 1 = 90").isEmpty());
        QTRY_COMPARE(model.rowCount(), 1);
        QCOMPARE(model.runAt(0), a);
        QVERIFY(model.setFilter("val_loss at epoch 1 < 10").isEmpty());
        QTRY_COMPARE(model.rowCount(), 0);
        QVERIFY(!model.setFilter("val_loss at epoch").isEmpty());
        QCOMPARE(model.rowCount(), 0);  // the last whole one stays
    }
};

QTEST_MAIN(TestRunColumns)
#include "tst_run_columns.moc"
