// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment under the user's hands: undo, merging while typing, loading off the GUI thread, what is kept on disk.
#include "common/background_job.h"
#include "common/file_watch.h"
#include "common/texts.h"
#include "config/config_io.h"
#include "data/readers.h"
#include "runs/experiment_model.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

class TestExperimentModel : public QObject {
    Q_OBJECT

    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    static QByteArray rows(int count) {
        QByteArray text = "a,b\n";
        for (int i = 0; i < count; ++i) text += QByteArray::number(i) + ',' + QByteArray::number(i % 7) + '\n';
        return text;
    }
    static QString differences(const ExperimentConfig& a, const ExperimentConfig& b) {
        QString text;
        for (const std::string& key : differingKeys(a, b)) {
            const Field& field = *findField(key);
            text += fromUtf8(key + ": " + formatFieldValue(fieldValue(a, field)) + ", not " +
                             formatFieldValue(fieldValue(b, field)) + "\n");
        }
        return text;
    }

private Q_SLOTS:
    void undoAllReturnsTheFirstState() {
        ExperimentModel model;
        const std::string first = configToJson(model.config());
        model.set("learning_rate", 0.5);
        model.set("hidden_size", std::int64_t{77});
        model.openBuiltin(QStringLiteral("lorenz"));
        model.set("recipe", std::vector<std::string>{"standardise"});
        ExperimentConfig many = model.config();
        many.layers = 3;
        many.cell = "gru";
        model.replace(many, QStringLiteral("preset"));
        QVERIFY(configToJson(model.config()) != first);
        while (model.undoStack().canUndo()) model.undoStack().undo();
        QCOMPARE(QString::fromStdString(configToJson(model.config())), QString::fromStdString(first));
        while (model.undoStack().canRedo()) model.undoStack().redo();
        QCOMPARE(model.config(), many);
    }

    void theFileThatIsOpenMayBeOpenedAgain() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("classes.ts"));
        QByteArray text = "@problemName x\n@classLabel true left right\n@data\n";
        for (int i = 0; i < 20; ++i) text += "1,2,3:left\n4,5,6:right\n";
        write(path, text);
        ExperimentModel model;
        for (int i = 0; i < 2; ++i) {
            model.openFile(path);
            QTRY_VERIFY(model.dataset() && !model.loading());
            QCOMPARE(model.config().task, std::string("classification"));
            QVERIFY(!hasErrors(model.findings()));
        }
    }

    /// However far the reading is from its next look at whether it is to stop.
    void whoCancelsDoesNotWait() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("series.csv"));
        write(path, rows(200000));
        ExperimentModel model;
        QSignalSpy changed(&model, &ExperimentModel::dataChanged);
        model.openFile(path);
        QVERIFY(model.loading());
        changed.clear();
        model.cancelLoading();
        QVERIFY(!model.loading() && !model.dataset());
        QCOMPARE(model.dataError(), QStringLiteral("reading was cancelled"));
        QCOMPARE(changed.count(), 1);
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(!model.dataset() && changed.count() == 1);  // what it still brought is nobody's
        model.reload();
        QTRY_VERIFY(model.dataset() && !model.loading());
        QCOMPARE(model.dataset()->series->rows(), std::int64_t{200000});
    }

    /// Nobody has to ask for it again.
    void aMissingFileIsReadOnceItIsBack() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("series.csv"));
        ExperimentModel model;
        model.openFile(path);
        QTRY_VERIFY(!model.loading() && !model.dataError().isEmpty());
        FileWatch watch;  // as far as the one of the model
        watch.watch({path});
        QTRY_VERIFY(watch.isMissing(path));
        write(path, rows(400));
        QTRY_VERIFY(model.dataset());
        QVERIFY(model.dataError().isEmpty());
    }

    void typingIsOneStep() {
        ExperimentModel model;
        for (const double rate : {0.1, 0.12, 0.123}) model.set("learning_rate", rate);
        QCOMPARE(model.undoStack().count(), 1);
        QVERIFY(!model.undoStack().undoText().isEmpty());
        model.set("epochs", std::int64_t{7});
        model.set("learning_rate", 0.2);
        QCOMPARE(model.undoStack().count(), 3);  // another field ends the typing
        model.undoStack().undo();
        QCOMPARE(model.config().learningRate, 0.123);
    }

    void typingBackToTheOldValueLeavesNoStep() {
        ExperimentModel model;
        const double before = model.config().learningRate;
        model.set("learning_rate", 0.5);
        model.set("learning_rate", before);
        QCOMPARE(model.undoStack().count(), 0);
    }

    void settingTheSameValueDoesNothing() {
        ExperimentModel model;
        QSignalSpy changed(&model, &ExperimentModel::configChanged);
        model.set("epochs", model.config().epochs);
        model.replace(model.config(), QStringLiteral("nothing"));
        model.set("no_such_field", std::int64_t{1});
        QCOMPARE(changed.count(), 0);
        QCOMPARE(model.undoStack().count(), 0);
    }

    void loadsAndPreparesOffTheGuiThread() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("series 数据 'x'.csv"));
        write(path, rows(400));
        ExperimentModel model;
        QSignalSpy loading(&model, &ExperimentModel::dataLoading);
        QSignalSpy prepared(&model, &ExperimentModel::preparedChanged);
        model.openFile(path);
        QCOMPARE(loading.count(), 1);
        QVERIFY(model.loading());
        QVERIFY(!model.dataset());
        QTRY_VERIFY(model.prepared() != nullptr);
        QCOMPARE(model.dataset()->series->rows(), 400);
        QVERIFY(model.windows().train.size() > 0);
        QVERIFY(model.audit().clean);
        QVERIFY(!hasErrors(model.findings()));
        model.set("lookback", std::int64_t{5000});
        QTRY_VERIFY(!model.prepared());
        QVERIFY(hasErrors(model.findings()));
    }

    void aNewFileForgetsTheOldColumns() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        write(path, rows(300));
        ExperimentModel model;
        model.set("targets", std::vector<std::string>{"gone"});
        model.set("csv_delimiter", std::string("semicolon"));
        model.openFile(path);
        QVERIFY(model.config().targets.empty());
        QCOMPARE(model.config().csvDelimiter, std::string("auto"));
        model.undoStack().undo();
        QCOMPARE(model.config().targets, std::vector<std::string>{"gone"});
        QVERIFY(model.config().dataPath.empty());
    }

    void aMissingFileIsAMessageNotACrash() {
        ExperimentModel model;
        QSignalSpy changed(&model, &ExperimentModel::dataChanged);
        model.openFile(QStringLiteral("/no/such/file.csv"));
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(!model.dataset());
        QVERIFY(model.dataError().contains(QLatin1String("file.csv")));
        QVERIFY(hasErrors(model.findings()));
    }

    void aNewerLoadReplacesTheOlder() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        write(path, rows(50000));
        ExperimentModel model;
        QSignalSpy changed(&model, &ExperimentModel::dataChanged);
        model.openFile(path);
        model.openBuiltin(QStringLiteral("sine"));
        QTRY_COMPARE(changed.count(), 1);
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(model.dataset()->series->source, std::string("builtin:sine"));
    }

    void classesGetTheirTaskAndLoss() {
        ExperimentModel model;
        model.openBuiltin(QStringLiteral("temporal-order"));
        QTRY_VERIFY(model.dataset() != nullptr);
        QCOMPARE(model.config().task, std::string("classification"));
        QCOMPARE(model.config().loss, std::string("cross-entropy"));
        QVERIFY(model.shape().classes > 1);
        model.openBuiltin(QStringLiteral("sine"));
        QTRY_VERIFY(model.dataset() && model.dataset()->series);
        QCOMPARE(model.config().task, std::string("forecast"));
        QCOMPARE(model.config().loss, std::string("mse"));
    }

    // What suits the data comes with them, in the step that opens them; what was edited by hand stays.
    void openedDataGetSettingsThatSuitThem() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("short.csv"));
        write(path, rows(100));
        ExperimentModel plain;
        plain.openFile(path);
        QTRY_VERIFY(plain.dataset() && !plain.preparing());
        QVERIFY(!plain.config().linearPath && plain.prepared() == nullptr);  // 96 and 24 steps do not fit into 100 rows
        ExperimentModel model;
        model.suggestForOpened();
        model.set("learning_rate", 0.02);
        model.set("horizon", std::int64_t{3});
        model.openFile(path);
        QTRY_VERIFY(model.dataset() && model.prepared() && !model.preparing());
        QVERIFY(model.config().schedule == "one-cycle" && model.windows().test.size() > 0);
        QCOMPARE(model.config().learningRate, 0.02);
        QCOMPARE(model.config().horizon, std::int64_t{3});
        QCOMPARE(model.undoStack().count(), 3);
        model.undoStack().undo();
        QVERIFY(model.config().schedule != "one-cycle" && model.config().dataPath.empty());
        // Reading again suggests nothing.
        QTRY_VERIFY(model.dataset() && !model.preparing());
        model.reload();
        QTRY_VERIFY(model.dataset() && !model.preparing());
        QVERIFY(model.config().schedule != "one-cycle");
    }

    /// Settings, plan, prices and what counts as edited are again what they were, and redo likewise.
    void openingIsOneStep() {
        const QTemporaryDir folder;
        const QString first = folder.filePath(QStringLiteral("first.csv")),
                      second = folder.filePath(QStringLiteral("second.csv")),
                      classes = folder.filePath(QStringLiteral("c_TRAIN.ts"));
        QByteArray text = "wave,walk\n";
        double walk = 0;
        quint32 state = 7;
        for (int i = 0; i < 1500; ++i) {
            state = state * 1664525U + 1013904223U;
            walk += (state >> 16) / 65536.0 - 0.5;
            text += QByteArray::number(std::sin(i * 0.26) + (state >> 16) / 655360.0) + ',' +
                    QByteArray::number(10 + walk + 2 * std::sin(i * 0.9)) + '\n';
        }
        write(first, text);
        write(second, rows(400));
        QByteArray labelled = "@problemName c\n@classLabel true left right\n@data\n";
        for (int i = 0; i < 30; ++i) labelled += "1,2,3:left\n4,5,6:right\n";
        write(classes, labelled);
        ExperimentModel model;
        model.suggestForOpened();
        const auto isRead = [&model] {
            return QTest::qWaitFor(
                [&] { return model.dataset() && !model.loading() && !model.suggesting() && !model.preparing(); });
        };
        const auto seen = [&model] {
            QString all = QString::fromStdString(configToJson(model.config()));
            for (const PlanLine& line : model.plan())
                all += QStringLiteral("%1 %2 %3 %4\n")
                           .arg(translated(line.label), translated(line.price), translated(line.reason))
                           .arg(line.otherError);
            for (const double price : model.columnPrices()) all += QString::number(price) + QLatin1Char(' ');
            return all;
        };
        model.openFile(first);
        QVERIFY(isRead());
        model.set("targets", std::vector<std::string>{"wave"});
        QVERIFY(isRead());
        model.set("hidden_size", std::int64_t{9});
        const QString before = seen();
        for (const QString& file : {second, classes, first}) {
            const int steps = model.undoStack().index();
            model.openFile(file);
            QVERIFY(isRead());
            QCOMPARE(model.undoStack().index(), steps + 1);
            const QString after = seen();
            QVERIFY(after != before);
            for (int times = 0; times < 2; ++times) {
                model.undoStack().undo();
                QVERIFY(isRead());
                QCOMPARE(seen(), before);
                model.undoStack().redo();
                QVERIFY(isRead());
                QCOMPARE(seen(), after);
            }
            model.undoStack().undo();
            QVERIFY(isRead());
        }
        // What counted as edited before does so again: it stays as it is when other data are opened.
        model.openFile(second);
        QVERIFY(isRead());
        QCOMPARE(model.config().hiddenSize, std::int64_t{9});
        // An edit that was taken back is none.
        model.set("learning_rate", 0.123);
        model.undoStack().undo();
        model.openFile(first);
        QVERIFY(isRead());
        QVERIFY(ownChoices(model.plan()) == 0 && model.config().learningRate != 0.123);
    }

    /// A step that was made while a file was read stays its own.
    void anEditWhileReadingIsAStepOfItsOwn() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        write(path, rows(400));
        ExperimentModel model;
        model.suggestForOpened();
        const ExperimentConfig before = model.config();
        model.openFile(path);
        QVERIFY(model.loading());
        model.set("threads", std::int64_t{1});
        QTRY_VERIFY(model.dataset() && !model.loading() && !model.preparing());
        QCOMPARE(model.undoStack().count(), 3);
        model.undoStack().undo();
        QCOMPARE(model.config().threads, std::int64_t{1});
        model.undoStack().undo();
        QVERIFY(model.config().threads == before.threads && model.config().dataPath == path.toStdString());
        model.undoStack().undo();
        QCOMPARE(differences(model.config(), before), QString());
    }

    // A table is read in the shape that it has, as the worker does; one step back it is not open.
    void anOpenedTableIsReadInItsShape() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("wide.csv"));
        QByteArray text = "shop";
        for (int day = 0; day < 60; ++day) text += "," + QDate(2024, 1, 1).addDays(day).toString(Qt::ISODate).toUtf8();
        for (const char* name : {"a", "b", "c"}) {
            text += "\n" + QByteArray(name);
            for (int day = 0; day < 60; ++day) text += "," + QByteArray::number(day * day % 17 + name[0]);
        }
        write(path, text + "\n");
        ExperimentModel model;
        model.suggestForOpened();
        const ExperimentConfig before = model.config();
        model.openFile(path);
        QTRY_VERIFY(model.dataset() && !model.loading() && !model.preparing());
        QCOMPARE(model.config().csvShape, std::string("transposed"));
        QCOMPARE(model.dataset()->series->rows(), std::int64_t{60});
        QCOMPARE(model.dataset()->series->channels.size(), std::size_t{3});
        QVERIFY(translated(model.dataset()->series->report.warnings.front().message)
                    .contains(QStringLiteral("side by side")));
        QCOMPARE(ownChoices(model.plan()), std::size_t{0});
        model.set("csv_shape", std::string("rows"));
        QTRY_VERIFY(model.dataset() && !model.loading());
        QCOMPARE(model.dataset()->series->rows(), std::int64_t{3});
        model.undoStack().undo();
        QTRY_VERIFY(model.dataset() && !model.loading());
        QCOMPARE(model.config().csvShape, std::string("transposed"));
        model.undoStack().undo();
        QCOMPARE(differences(model.config(), before), QString());
        QVERIFY(!model.undoStack().canUndo());
        // Opened again it is looked at again.
        model.openFile(path);
        QTRY_VERIFY(model.dataset() && !model.loading());
        QCOMPARE(model.config().csvShape, std::string("transposed"));
    }

    // What suits one shape says nothing about another; what was edited stays.
    void anotherShapeBringsWhatSuitsIt() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("long.csv"));
        QByteArray text = "unique_id,ds,y\n";
        for (int s = 0; s < 12; ++s)
            for (int day = 0; day < 120 + s; ++day)
                text += "shop " + QByteArray::number(s) + "," +
                        QDate(2023, 1, 1).addDays(day).toString(Qt::ISODate).toUtf8() + "," +
                        QByteArray::number(50 + 10 * s + 5 * (day % 7) + day * day % 11 * 0.1) + "\n";
        write(path, text);
        ExperimentModel model;
        model.suggestForOpened();
        model.set("learning_rate", 0.02);
        const auto isRead = [&model] {
            return QTest::qWaitFor([&model] { return model.dataset() && !model.loading() && !model.preparing(); });
        };
        model.openFile(path);
        QVERIFY(isRead());
        QCOMPARE(model.config().csvShape, std::string("together"));
        const std::size_t edited = ownChoices(model.plan());  // the learning rate
        QVERIFY(edited <= 1);
        const ExperimentConfig together = model.config();
        model.set("csv_shape", std::string("rows"));
        QVERIFY(isRead());
        QCOMPARE(model.dataset()->series->rows(), std::int64_t{12 * 120 + 66});
        QCOMPARE(ownChoices(model.plan()), edited);
        QCOMPARE(model.config().learningRate, 0.02);
        QVERIFY(model.config().lookback != together.lookback);
        // One step, with what suits it.
        model.undoStack().undo();
        QVERIFY(isRead());
        QCOMPARE(differences(model.config(), together), QString());
        model.undoStack().redo();
        QVERIFY(isRead());
        ExperimentConfig again = model.config();
        again.csvShape = "together";
        model.replace(again, QStringLiteral("as on the Data page"));
        QVERIFY(isRead());
        QCOMPARE(ownChoices(model.plan()), edited);
        QCOMPARE(differences(model.config(), together), QString());
        // Chosen by hand it is kept in another shape.
        model.set("lookback", std::int64_t{11});
        model.set("csv_shape", std::string("rows"));
        QVERIFY(isRead());
        QCOMPARE(model.config().lookback, std::int64_t{11});
    }

    // What was tried on other data in another session is none of these.
    void augmentationOfAnotherSessionStaysBehind() {
        const QTemporaryDir folder;
        const QString kept = folder.filePath(QStringLiteral("kept.json")), path = folder.filePath("short.csv");
        write(path, rows(100));
        ExperimentConfig old;
        old.augmentJitter = 0.5;
        write(kept, QByteArray::fromStdString(configToJson(old)));
        ExperimentModel model;
        QCOMPARE(model.keepIn(kept), QString());
        QCOMPARE(model.config().augmentJitter, 0.5);
        model.suggestForOpened();
        model.openFile(path);
        QTRY_VERIFY(model.dataset() && !model.loading());
        QCOMPARE(model.config().augmentJitter, 0.0);
        model.set("augment_jitter", 0.25);
        model.undoStack().undo();
        QCOMPARE(model.config().augmentJitter, 0.0);
        model.set("augment_jitter", 0.25);
        model.openFile(path);
        QCOMPARE(model.config().augmentJitter, 0.25);
    }

    // What is trained does not depend on what was opened before, in this session or in the last one.
    void whatWasSuggestedGoesWithItsFile() {
        const QTemporaryDir folder;
        const QString kept = folder.filePath(QStringLiteral("kept.json")), path = folder.filePath("series.csv"),
                      novel = folder.filePath(QStringLiteral("novel.txt"));
        write(path, rows(600));
        QByteArray prose;
        for (int i = 0; i < 200; ++i)
            prose +=
                "It was the best of times, and it was the worst of times.\nWe had everything before us.\n"
                "There were a king with a large jaw and a queen with a plain face on the throne of England.\n\n";
        write(novel, prose);
        const auto open = [](ExperimentModel& model, const QString& file) {
            model.openFile(file);
            return QTest::qWaitFor([&] { return model.dataset() && !model.loading() && !model.preparing(); });
        };
        for (const QString& file : {path, novel}) {
            ExperimentModel fresh;
            fresh.suggestForOpened();
            QVERIFY(open(fresh, file));
            ExperimentConfig old;
            old.recipe.emplace_back("known(columns=promo)");
            old.horizon = 7, old.lookback = 17, old.epochs = 3, old.hiddenSize = 5;
            write(kept, QByteArray::fromStdString(configToJson(old)));
            ExperimentModel model;
            QCOMPARE(model.keepIn(kept), QString());
            model.suggestForOpened();
            QVERIFY(open(model, file));
            QCOMPARE(differences(model.config(), fresh.config()), QString());
            QCOMPARE(ownChoices(model.plan()), std::size_t{0});
            QCOMPARE(model.undoStack().count(), 1);
            model.undoStack().undo();
            QCOMPARE(differences(model.config(), old), QString());
        }
        // Chosen here it stays, but for what cannot be done with other columns
        ExperimentModel model;
        model.suggestForOpened();
        QVERIFY(open(model, path));
        auto recipe = model.config().recipe;
        const auto wanted = recipe;
        recipe.emplace_back("known(columns=promo)");
        model.set("recipe", recipe);
        QVERIFY(open(model, path));
        QCOMPARE(model.config().recipe, wanted);
    }

    // A file that runs newest first is read oldest first; what the plan chose for that is no choice of a person once
    // the rows stand as in the file.
    void sortedRowsGetWhatSuitsThem() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("backwards.csv"));
        QByteArray text = "time,a,b\n";
        const QDate last(2024, 12, 31);
        for (int i = 0; i < 700; ++i)
            text += last.addDays(-i).toString(Qt::ISODate).toUtf8() + ',' + QByteArray::number(i * i % 13) + ',' +
                    QByteArray::number(20 + 5 * std::sin(i * 0.26) + i * i % 13) + '\n';
        write(path, text);
        ExperimentModel model;
        model.suggestForOpened();
        const auto isRead = [&model] {
            return QTest::qWaitFor(
                [&] { return model.dataset() && !model.loading() && !model.suggesting() && !model.preparing(); });
        };
        model.openFile(path);
        QVERIFY(isRead());
        QVERIFY(model.config().sortTime);
        QVERIFY(std::ranges::is_sorted(model.dataset()->series->time.values));
        QCOMPARE(model.undoStack().count(), 1);
        model.set("hidden_size", std::int64_t{9});
        const ExperimentConfig before = model.config();
        model.set("sort_time", false);
        QVERIFY(isRead());
        QVERIFY(!model.config().sortTime);
        QVERIFY(!std::ranges::is_sorted(model.dataset()->series->time.values));
        QCOMPARE(model.config().hiddenSize, std::int64_t{9});
        QCOMPARE(ownChoices(model.plan()), std::size_t{0});
        QCOMPARE(model.undoStack().count(), 3);
        model.undoStack().undo();
        QVERIFY(isRead());
        QCOMPARE(differences(model.config(), before), QString());
    }

    // Another goal is one step, changes nothing that was edited, and can be taken back.
    void aGoalBringsItsSettingsAsOneStep() {
        ExperimentModel model;
        model.suggestForOpened();
        model.openBuiltin(QStringLiteral("lorenz"));
        QTRY_VERIFY(model.dataset() && !model.preparing());
        QVERIFY(!model.config().linearPath && !model.plan().empty());
        QCOMPARE(ownChoices(model.plan()), std::size_t{0});
        model.set("learning_rate", 0.02);
        QCOMPARE(ownChoices(model.plan()), std::size_t{1});
        const ExperimentConfig before = model.config();
        const int steps = model.undoStack().count();
        model.set("goal", std::string("forecast"));
        QCOMPARE(model.undoStack().count(), steps + 1);
        QVERIFY(model.config().linearPath && model.config().initialisation == "least-squares");
        QCOMPARE(model.config().learningRate, 0.02);
        QCOMPARE(ownChoices(model.plan()), std::size_t{1});
        model.undoStack().undo();
        QCOMPARE(differences(model.config(), before), QString());
        model.set("goal", std::string("forecast"));
        model.set("goal", std::string("experiment"));
        QCOMPARE(differences(model.config(), before), QString());
    }

    // A step that mends values has choices and prices measured anew, as of data that were right; one step takes all of
    // it back, and what was found is told of the values as they are mended.
    void mendedValuesAreMeasuredAnew() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("units.csv"));
        QByteArray text = "y\n";
        quint32 state = 7;
        for (int i = 0; i < 1500; ++i) {
            state = state * 1664525U + 1013904223U;
            const double value = 20 + 5 * std::sin(i * 0.26) + (state >> 16) / 65536.0;
            text += QByteArray::number(i < 700 ? value : 1000 * value) + '\n';
        }
        write(path, text);
        ExperimentModel model;
        model.suggestForOpened();
        model.openFile(path);
        const auto isReady = [&model] {
            return model.dataset() && !model.loading() && !model.suggesting() && !model.preparing();
        };
        QTRY_VERIFY(isReady());
        const auto jumps = [&model] {
            return std::ranges::count(model.dataFindings(), "unit-jump", &DataFinding::code);
        };
        QCOMPARE(jumps(), std::ptrdiff_t{1});
        QCOMPARE(std::ranges::count(model.dataFindings(), "drift", &DataFinding::code), std::ptrdiff_t{0});
        const ExperimentConfig before = model.config();
        const auto pricesOf = [](const std::vector<PlanLine>& plan) {
            std::vector<std::string> prices;
            for (const PlanLine& line : plan) prices.push_back(line.price.english());
            return prices;
        };
        const auto prices = pricesOf(model.plan());
        // As a person would write it
        ExperimentConfig mended = before;
        mended.recipe = withStep(before.recipe, "rescale(columns=y, rows=0..699, times=1000.0)");
        model.replace(mended, QStringLiteral("mend"));
        QVERIFY(model.suggesting() && model.plan().empty());
        QTRY_VERIFY(isReady());
        QCOMPARE(jumps(), std::ptrdiff_t{0});
        QVERIFY(pricesOf(model.plan()) != prices);
        ExperimentConfig asked;
        asked.dataPath = path.toStdString();
        asked.recipe = mended.recipe;
        for (const Suggestion& one : suggestSettings(*model.dataset(), asked, [](std::string_view) { return false; }))
            QVERIFY2(fieldValue(model.config(), *one.field) == one.value, one.field->key);
        model.reload();  // what is read again is measured as it is mended
        QTRY_VERIFY(isReady());
        QVERIFY(pricesOf(model.plan()) != prices);
        model.undoStack().undo();
        QCOMPARE(differences(model.config(), before), QString());
        QVERIFY(!model.suggesting());
        QCOMPARE(pricesOf(model.plan()), prices);
        QTRY_COMPARE(jumps(), std::ptrdiff_t{1});
        // Masked rows are told of once, however often they are prepared
        QTRY_VERIFY(isReady());
        const auto jump = *std::ranges::find(model.dataFindings(), "unit-jump", &DataFinding::code);
        mended.recipe = withStep(before.recipe, maskOf(std::span(&jump, 1), model.dataset()->series->time));
        QVERIFY(mended.recipe != before.recipe);
        model.replace(mended, QStringLiteral("mask"));
        QTRY_VERIFY(isReady());
        model.set("lookback", std::int64_t{7});
        QTRY_VERIFY(isReady());
        QCOMPARE(jumps(), std::ptrdiff_t{1});
    }

    // Choices and prices are those for the target that is chosen, as of a fresh experiment with it; what was edited
    // stays, and one step takes all of it back.
    void anotherTargetBringsWhatSuitsIt() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("two.csv"));
        QByteArray text = "y,walk\n";
        double walk = 0;
        quint32 state = 7;
        for (int i = 0; i < 1500; ++i) {
            state = state * 1664525U + 1013904223U;
            walk += (state >> 16) / 65536.0 - 0.5;
            text += QByteArray::number(std::sin(i * 0.26) + (state >> 16) / 655360.0) + ',' +
                    QByteArray::number(10 + walk + 2 * std::sin(i * 0.9)) + '\n';
        }
        write(path, text);
        const std::vector<std::string> y{"y"}, both{"y", "walk"};
        ExperimentModel model;
        model.suggestForOpened();
        model.openFile(path);
        QTRY_VERIFY(model.dataset() && !model.loading() && !model.suggesting() && !model.preparing());
        model.set("targets", std::vector<std::string>{"walk"});
        QTRY_VERIFY(!model.suggesting());
        model.set("hidden_size", std::int64_t{9});
        const ExperimentConfig before = model.config();
        const auto pricesText = [](const ExperimentModel& one) {
            QString text;
            for (const double price : one.columnPrices()) text += QString::number(price) + QLatin1Char(' ');
            return text;
        };
        const QString prices = pricesText(model);
        QVERIFY(prices != QStringLiteral("nan nan "));
        const int steps = model.undoStack().count();
        ExperimentConfig chosen = before;
        chosen.targets = y;
        if (!chosen.inputs.empty()) chosen.inputs = both;  // as the Data page does
        model.replace(chosen, QStringLiteral("choose columns"));
        QVERIFY(model.suggesting() && model.plan().empty());
        for (const double price : model.columnPrices()) QVERIFY(std::isnan(price));
        QTRY_VERIFY(!model.suggesting());
        QCOMPARE(model.config().hiddenSize, std::int64_t{9});
        QCOMPARE(model.config().targets, y);
        QCOMPARE(model.undoStack().count(), steps + 1);
        // What it has is what the command line would choose for this target.
        ExperimentConfig asked;
        asked.dataPath = path.toStdString();
        asked.targets = y;
        asked.hiddenSize = 9;
        const auto fresh = suggestSettings(
            *model.dataset(), asked, [](std::string_view key) { return key == "targets" || key == "hidden_size"; });
        QVERIFY(!fresh.empty());
        for (const Suggestion& one : fresh)
            QVERIFY2(fieldValue(model.config(), *one.field) == one.value, one.field->key);
        QCOMPARE(ownChoices(model.plan()), std::size_t{0});
        const ExperimentConfig after = model.config();
        QVERIFY(differingKeys(before, after).size() > 1);
        // What was measured comes back with the target, at once.
        const std::vector<double> pricesAfter = model.columnPrices();
        QVERIFY(std::ranges::any_of(pricesAfter, [](double price) { return std::isfinite(price); }));
        model.undoStack().undo();
        QCOMPARE(differences(model.config(), before), QString());
        QVERIFY(!model.suggesting() && !model.plan().empty());
        QCOMPARE(pricesText(model), prices);
        model.undoStack().redo();
        QVERIFY(!model.suggesting());
        QTRY_VERIFY(!model.preparing());
        QCOMPARE(differences(model.config(), after), QString());
        QVERIFY(pricesText(model) != prices);
        QCOMPARE(model.columnPrices().size(), pricesAfter.size());
    }

    // An option takes all of its settings at once; the plan as a whole takes everything back.
    void anOptionOfThePlanIsOneStep() {
        ExperimentModel model;
        model.suggestForOpened();
        model.openBuiltin(QStringLiteral("lorenz"));
        QTRY_VERIFY(model.dataset() && !model.preparing());
        const ExperimentConfig suggested = model.config();
        const auto start = [&model] {
            const std::vector<PlanLine> plan = model.plan();
            return *std::ranges::find_if(plan,
                                         [](const PlanLine& line) { return line.suggested.settings.size() == 2; });
        };
        PlanLine line = start();
        const int steps = model.undoStack().count();
        model.takeOption(line, line.other);
        QCOMPARE(model.undoStack().count(), steps + 1);
        QVERIFY(model.config().linearPath && model.config().initialisation == "least-squares");
        QVERIFY(start().state == PlanLine::State::Other);
        line = start();
        model.takeOption(line, line.suggested);
        QCOMPARE(differences(model.config(), suggested), QString());
        model.set("hidden_size", std::int64_t{77});
        model.set("epochs", std::int64_t{3});
        model.set("augment_jitter", 0.5);
        QCOMPARE(ownChoices(model.plan()), std::size_t{3});
        model.takePlan();
        QCOMPARE(differences(model.config(), suggested), QString());
        // What was taken back follows the goal again.
        model.set("hidden_size", std::int64_t{77});
        model.takePlan();
        model.set("goal", std::string("forecast"));
        QCOMPARE(ownChoices(model.plan()), std::size_t{0});
    }

    // As in a fresh window, whatever the data before had: their split without a validation part, a network that reads
    // from both ends, what was edited for their task.
    void dataOfAnotherTaskGetTheSettingsOfAFreshWindow() {
        const QTemporaryDir folder;
        const QString classes = folder.filePath(QStringLiteral("c_TRAIN.ts")),
                      series = folder.filePath(QStringLiteral("series.csv"));
        QByteArray text = "@problemName c\n@classLabel true left right\n@data\n";
        for (int i = 0; i < 30; ++i) text += "1,2,3:left\n4,5,6:right\n";
        write(classes, text);
        write(folder.filePath(QStringLiteral("c_TEST.ts")), text);
        write(series, rows(400));
        const auto open = [](ExperimentModel& model, const QString& path) {
            model.openFile(path);
            QTRY_VERIFY(model.dataset() && !model.preparing());
        };
        const auto fresh = [&open](const QString& path) {
            ExperimentModel model;
            model.suggestForOpened();
            open(model, path);
            return model.config();
        };
        ExperimentModel model;
        model.suggestForOpened();
        open(model, classes);
        QVERIFY(model.config() == fresh(classes) && model.config().split == "100%/0%" && model.config().bidirectional);
        ExperimentConfig edited = model.config();
        edited.cell = "lstm";
        edited.hiddenSize = 99;
        model.replace(edited, QStringLiteral("preset"));
        model.set("learning_rate", 0.03);
        model.set("threads", std::int64_t{1});  // of the machine, not of the task
        const ExperimentConfig before = model.config();
        const int step = model.undoStack().index();
        open(model, series);
        ExperimentConfig wanted = fresh(series);
        wanted.threads = 1;
        const ExperimentConfig after = model.config();
        QCOMPARE(differences(after, wanted), QString());
        QVERIFY(model.prepared() && !hasErrors(model.findings()) && model.windows().test.size() > 0);
        // Step by step back and forth, reading at each.
        QUndoStack& undo = model.undoStack();
        const int steps = undo.count();
        const auto walk = [&](int to) {
            for (int left = 20; left > 0 && undo.index() != to; --left) {
                undo.setIndex(undo.index() + (undo.index() < to ? 1 : -1));
                QTRY_VERIFY(model.dataset() && !model.preparing());
            }
        };
        walk(step);
        QCOMPARE(differences(model.config(), before), QString());
        walk(steps);
        QCOMPARE(differences(model.config(), after), QString());
        QCOMPARE(undo.count(), steps);
        wanted = fresh(classes);
        wanted.threads = 1;
        open(model, classes);
        QCOMPARE(differences(model.config(), wanted), QString());
    }

    // A set that brings no test part is not left without validation because the one before brought one.
    void theSplitOfOtherDataDoesNotStay() {
        const QTemporaryDir folder;
        const QString with = folder.filePath(QStringLiteral("c_TRAIN.ts")),
                      without = folder.filePath(QStringLiteral("alone.ts"));
        QByteArray text = "@problemName c\n@classLabel true left right\n@data\n";
        for (int i = 0; i < 30; ++i) text += "1,2,3:left\n4,5,6:right\n";
        for (const QString& path : {with, folder.filePath(QStringLiteral("c_TEST.ts")), without}) write(path, text);
        ExperimentModel model;
        model.suggestForOpened();
        for (const auto& [path, split] :
             {std::pair(with, "100%/0%"), std::pair(without, "70%/15%/15% stratified"), std::pair(with, "100%/0%")}) {
            model.openFile(path);
            QTRY_VERIFY(model.dataset() && !model.preparing());
            QCOMPARE(model.config().split, std::string(split));
        }
        // Of series nothing is suggested: that of a long one does not stay for a short one.
        const QString series = folder.filePath(QStringLiteral("series.csv"));
        write(series, rows(400));
        model.openFile(series);
        QTRY_VERIFY(model.dataset() && !model.preparing());
        model.set("split", std::string("300/50/50"));
        const QString other = folder.filePath(QStringLiteral("other.csv"));
        write(other, rows(200));
        model.openFile(other);
        QTRY_VERIFY(model.dataset() && !model.preparing());
        QCOMPARE(model.config().split, ExperimentConfig().split);
    }

    // What is shown after an edit of the reading is what the settings read: a run trains on that.
    void rowsPutTogetherFollowTheirSettings() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("sales.csv"));
        QByteArray text = "time,temperature,sales\n";
        for (int i = 0; i < 600; ++i)
            text += "2024-01-" + QByteArray::number(101 + i / 24).right(2) + ' ' +
                    QByteArray::number(100 + i % 24).right(2) + ":00," + QByteArray::number(10 + std::sin(i * 0.26)) +
                    ',' + QByteArray::number(20 + i * i % 17) + '\n';
        write(path, text);
        ExperimentModel model;
        model.suggestForOpened();
        model.openFile(path);
        QTRY_VERIFY(model.dataset() && !model.preparing());
        const auto isAsSet = [&] {
            const auto again = loadDataset(model.config());
            return again.ok() && std::ranges::equal(
                                     again->series->channels, model.dataset()->series->channels, {},
                                     [](const Channel& one) { return one.values.vector(); },
                                     [](const Channel& one) { return one.values.vector(); });
        };
        model.set("resample", std::string("2h"));
        QTRY_VERIFY(!model.loading() && model.dataset() && !model.preparing());
        QCOMPARE(model.dataset()->series->rows(), std::int64_t{300});
        QVERIFY2(isAsSet(), model.config().resampleBy.c_str());
        model.set("resample_by", std::string("max"));
        model.set("resample", std::string("3h"));
        QTRY_VERIFY(!model.loading() && model.dataset() && !model.preparing());
        QCOMPARE(model.config().resampleBy, std::string("max"));
        QVERIFY(isAsSet());
        // What "auto" decides is kept, column by column.
        model.set("resample_by", std::string("auto"));
        QTRY_VERIFY(!model.loading() && model.dataset() && !model.preparing());
        QVERIFY(model.config().resampleBy != "auto");
        QVERIFY2(model.config().resampleBy.find("sum") != std::string::npos, model.config().resampleBy.c_str());
        QVERIFY(isAsSet());
    }

    void aFirstStartHasASeriesThatANetworkIsGoodAt() {
        ExperimentModel model;
        model.beginWith(QStringLiteral("mackey-glass"));
        model.reload();
        QTRY_VERIFY(model.prepared() && !model.preparing());
        QCOMPARE(model.dataset()->series->source, std::string("builtin:mackey-glass"));
        QVERIFY(model.config().schedule == "one-cycle" && !hasErrors(model.findings()) && !model.undoStack().canUndo());
    }

    // A file that is named at the first start is opened in a step that can be taken back.
    void aFirstStartWithAFileCanBeTakenBack() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("long.csv"));
        QByteArray text = "unique_id,ds,y\n";
        for (const char* name : {"north", "south", "west"})
            for (int i = 0; i < 28; ++i)
                text += QByteArray(name) + ",2024-01-" + QByteArray::number(101 + i).right(2) + "," +
                        QByteArray::number(i * i % 17 + 0.5) + "\n";
        write(file, text);
        ExperimentModel model;
        model.suggestForOpened();
        model.beginWith(QStringLiteral("mackey-glass"));
        model.openFile(file);
        QTRY_VERIFY(model.prepared() && !model.preparing());
        QCOMPARE(model.config().csvShape, std::string("long"));
        QCOMPARE(model.undoStack().count(), 1);
        model.undoStack().undo();
        QTRY_VERIFY(!model.loading() && model.dataset());
        QVERIFY(model.config().csvShape == "rows" && model.config().dataPath.empty());
        QCOMPARE(model.dataset()->series->source, std::string("builtin:mackey-glass"));
    }

    void theLastEditIsKept() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("sub/experiment.json"));
        {
            ExperimentModel model;
            QCOMPARE(model.keepIn(path), QString());
            QSignalSpy kept(&model, &ExperimentModel::kept);
            model.set("hidden_size", std::int64_t{48});
            QTRY_COMPARE(kept.count(), 1);
            QVERIFY(model.lastKept().isValid());
            model.set("hidden_size", std::int64_t{49});  // and closed at once
        }
        ExperimentModel again;
        QCOMPARE(again.keepIn(path), QString());
        QCOMPARE(again.config().hiddenSize, std::int64_t{49});
        QVERIFY(!again.undoStack().canUndo());
    }

    void whatCannotBeReadIsNotKept() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("experiment.json")),
                      good = folder.filePath(QStringLiteral("good.csv"));
        write(good, rows(300));
        for (const bool closedAtOnce : {false, true}) {
            ExperimentModel model;
            QCOMPARE(model.keepIn(path), QString());
            model.openFile(good);
            QTRY_VERIFY(model.dataset() != nullptr);
            QSignalSpy kept(&model, &ExperimentModel::kept);
            model.openFile(QStringLiteral("/no/such/file.csv"));
            QTRY_VERIFY(!model.dataError().isEmpty());
            model.set("hidden_size", std::int64_t{closedAtOnce ? 48 : 47});
            if (!closedAtOnce) QTRY_VERIFY(kept.count() > 0);
        }
        ExperimentModel again;
        QCOMPARE(again.keepIn(path), QString());
        QCOMPARE(again.config().dataPath, good.toStdString());
        QCOMPARE(again.config().hiddenSize, std::int64_t{48});
    }

    void aWrongSplitIsSaidAtItsField() {
        ExperimentModel model;
        model.openBuiltin(QStringLiteral("sine"));
        QTRY_VERIFY(model.prepared() != nullptr);
        model.set("split", std::string("90%/20%/20%"));
        QTRY_VERIFY(!model.preparing());
        const auto errors = [&model](const std::string& key) {
            return std::count_if(model.findings().begin(), model.findings().end(), [&](const ConfigFinding& finding) {
                return finding.severity == Severity::Error && finding.key == key;
            });
        };
        QCOMPARE(errors("split"), 1);
        QCOMPARE(errors("recipe"), 0);
    }

    void anotherSeedTrainsOnTheSameSeries() {
        ExperimentModel model;
        model.openBuiltin(QStringLiteral("sine-mix"));
        QTRY_VERIFY(model.dataset() != nullptr);
        const auto before = model.dataset();
        model.set("seed", std::int64_t{5});
        QVERIFY(!model.loading());
        model.set("builtin_seed", std::int64_t{5});
        QTRY_VERIFY(model.dataset() && model.dataset() != before);
        QVERIFY(model.dataset()->series->channels.front().values != before->series->channels.front().values);
    }

    void aDamagedKeptFileIsSaidAndLeft() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("experiment.json"));
        write(path, "{\"gatelab\": 1, \"learning_rate\": \"fast\"");
        ExperimentModel model;
        QVERIFY(!model.keepIn(path).isEmpty());
        QCOMPARE(model.config(), ExperimentConfig{});
    }

    // A file named at the first start is opened before, or while, the example is read: its settings stay.
    void anOpenedExperimentStandsAgainstSuggestions() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.json"));
        for (const char* series : {"mackey-glass", "sine-mix"})
            for (const bool isLoading : {false, true}) {
                ExperimentModel mine;
                mine.set("builtin", std::string(series));
                mine.set("lookback", std::int64_t{24});
                mine.set("hidden_size", std::int64_t{4});
                mine.set("epochs", std::int64_t{1});
                QCOMPARE(mine.saveTo(path), QString());
                ExperimentModel model;
                model.suggestForOpened();
                model.beginWith(QStringLiteral("mackey-glass"));
                if (isLoading) model.reload();
                QCOMPARE(model.loadFrom(path), QString());
                if (!model.dataset() && !model.loading()) model.reload();
                QTRY_VERIFY(model.dataset() && !model.loading() && !model.preparing());
                QCOMPARE(differences(model.config(), mine.config()), QString());
                QVERIFY(model.undoStack().canUndo());
            }
    }

    void experimentsSaveAndLoad() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a b.json"));
        ExperimentModel model;
        model.set("cell", std::string("gru"));
        QCOMPARE(model.saveTo(path), QString());
        ExperimentModel other;
        QCOMPARE(other.loadFrom(path), QString());
        QCOMPARE(other.config().cell, std::string("gru"));
        QVERIFY(other.undoStack().canUndo());
        QVERIFY(!other.loadFrom(folder.filePath(QStringLiteral("none.json"))).isEmpty());
        QVERIFY(!model.saveTo(QStringLiteral("/proc/none/x.json")).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestExperimentModel)
#include "tst_experiment_model.moc"
