// SPDX-License-Identifier: GPL-3.0-or-later
// Every item model of the window under QAbstractItemModelTester, with what its edits do.
// Holds ui/models/recipe_model.cpp.
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/theme.h"
#include "models/recipe_model.h"
#include "models/series_model.h"
#include "pages/data/row_blocks.h"
#include "pages/run_edit_menu.h"
#include "runs/experiment_model.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "widgets/popover.h"

#include <QAbstractItemModelTester>
#include <QMenu>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

using namespace gatelab;
using Tester = QAbstractItemModelTester;
using gatelab::test::FakeWorkspace;

class TestModels : public QObject {
    Q_OBJECT

    static QStringList names(const RunController& runs) {
        QStringList list;
        for (const RunSummary& run : runs.runs()) list << shownRunName(run);
        return list;
    }

private Q_SLOTS:
    void runsAreListedRenamedDeletedAndRestored() {
        RunController runs;
        runs.setWorkspace(std::make_shared<FakeWorkspace>(3));
        QTRY_COMPARE(names(runs).size(), qsizetype{3});
        QUndoStack stack;
        renameRun(stack, runs, QStringLiteral("run-100001"), QStringLiteral("  better  "));
        QCOMPARE(names(runs), QStringList({"LSTM 0", "better", "LSTM 2"}));
        deleteRun(stack, runs, QStringLiteral("run-100000"));
        QCOMPARE(names(runs), QStringList({"better", "LSTM 2"}));
        BackgroundJob::waitForAll();
        stack.undo();
        QTRY_COMPARE(names(runs), QStringList({"LSTM 0", "better", "LSTM 2"}));
        stack.undo();
        QTRY_COMPARE(names(runs), QStringList({"LSTM 0", "LSTM 1", "LSTM 2"}));
        renameRun(stack, runs, QStringLiteral("run-100001"), QString());  // called as its model again
        QTRY_COMPARE(names(runs), QStringList({"LSTM 0", "LSTM 32", "LSTM 2"}));
        stack.undo();
        QTRY_COMPARE(names(runs), QStringList({"LSTM 0", "LSTM 1", "LSTM 2"}));
        QVERIFY(!stack.canUndo());
    }

    void aFailedEditIsSaidAndTheListIsTrueAgain() {
        auto workspace = std::make_shared<FakeWorkspace>(2);
        RunController runs;
        runs.setWorkspace(workspace);
        QTRY_COMPARE(names(runs).size(), qsizetype{2});
        workspace->refuse = true;
        QSignalSpy problem(&runs, &RunController::problem);
        runs.remove({QStringLiteral("run-100000")});
        QCOMPARE(names(runs).size(), qsizetype{1});
        QTRY_COMPARE(problem.count(), 1);
        QTRY_COMPARE(names(runs).size(), qsizetype{2});
    }

    void manyRunsGoAndComeBackInOneStep() {
        auto workspace = std::make_shared<FakeWorkspace>(50);
        QStringList ids;
        for (int i = 0; i < 40; ++i) ids << QStringLiteral("run-%1").arg(100000 + i);
        {
            RunController runs;
            runs.setWorkspace(workspace);
            QTRY_COMPARE(names(runs).size(), qsizetype{50});
            QUndoStack stack;
            QSignalSpy changed(&runs, &RunController::runsChanged);
            QCOMPARE(deleteRuns(stack, runs, ids + QStringList{QStringLiteral("none")}), 40);
            QCOMPARE(changed.count(), 1);  // a page that is built anew 10,000 times stands still for minutes
            QCOMPARE(names(runs).size(), qsizetype{10});
            QCOMPARE(stack.undoText(), QStringLiteral("delete 40 runs"));
            stack.undo();
            QTRY_COMPARE(names(runs).size(), qsizetype{50});
            stack.redo();
        }  // the window closes at once: what was asked for is done all the same
        BackgroundJob::waitForAll();
        QCOMPARE(workspace->deletedRuns()->size(), std::size_t{40});
    }

    void aRunThatTrainsElsewhereIsNotDeleted() {
        FakeWorkspace fake(2);
        std::vector<RunSummary> list = *fake.runs();
        list[0].state = RunState::Paused;
        RunController runs;
        runs.setWorkspace(std::make_shared<FakeWorkspace>(list));
        QTRY_COMPARE(names(runs).size(), qsizetype{2});
        QUndoStack stack;
        QSignalSpy problem(&runs, &RunController::problem);
        QCOMPARE(deleteRuns(stack, runs, {QStringLiteral("run-100000")}), 0);
        QCOMPARE(problem.count(), 1);
        QVERIFY(!stack.canUndo());
        QCOMPARE(deleteRuns(stack, runs, {QStringLiteral("run-100000"), QStringLiteral("run-100001")}), 1);
        QCOMPARE(names(runs), QStringList{"LSTM 0"});
    }

    void recipeStepsAreAddedMovedSwitchedAndUndone() {
        ExperimentModel experiment;
        RecipeModel model(experiment);
        Tester tester(&model, Tester::FailureReportingMode::QtTest);
        const auto first = experiment.config().recipe;
        QCOMPARE(model.rowCount(), static_cast<int>(first.size()));
        model.add(QStringLiteral("difference"));
        QCOMPARE(model.rowCount(), static_cast<int>(first.size()) + 1);
        const int last = model.rowCount() - 1;
        QVERIFY(model.moveRows({}, last, 1, {}, 0));
        QCOMPARE(model.step(0)->key, std::string("difference"));
        QVERIFY(!model.moveRows({}, 0, 1, {}, 1));  // where it is
        QVERIFY(!model.moveRows({}, 0, 1, {}, 99));
        QVERIFY(model.setData(model.index(0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!model.step(0)->enabled);
        QVERIFY(experiment.config().recipe.front().starts_with("!"));
        model.remove(0);
        QCOMPARE(experiment.config().recipe, first);
        while (experiment.undoStack().canUndo()) experiment.undoStack().undo();
        QCOMPARE(experiment.config().recipe, first);
        QCOMPARE(model.rowCount(), static_cast<int>(first.size()));
    }

    void aMaskSaysItsColumnsAndRows() {
        ExperimentModel experiment;
        experiment.set("recipe", std::vector<std::string>{"mask(columns=a|b, rows=2016-12-05 03:00..2016-12-07|12)"});
        const RecipeModel model(experiment);
        QCOMPARE(model.index(0).data().toString(), QStringLiteral("1  Mask, a, b, 2016-12-05 03:00 - 2016-12-07, 12"));
    }

    void anUnreadableStepStaysALine() {
        ExperimentModel experiment;
        experiment.set("recipe", std::vector<std::string>{"fill(", "standardise"});
        RecipeModel model(experiment);
        Tester tester(&model, Tester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.step(0));
        QVERIFY(model.index(0).data().toString().contains(QLatin1String("fill(")));
        QVERIFY(!model.setData(model.index(0), Qt::Unchecked, Qt::CheckStateRole));
        model.remove(0);
        QCOMPARE(model.rowCount(), 1);
    }

    void aSeriesIsATable() {
        Theme theme;
        SeriesModel model(theme);
        Tester tester(&model, Tester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        auto series = std::make_shared<Series>();
        series->time = {"date", {0, 3'600'000'000, 7'200'000'000}, 3'600'000'000};
        series->channels = {{"a", "MW", {1.5, std::nan(""), -3.0}}, {"b", "", {1, 2, INFINITY}}};
        model.setSeries(series);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("1970-01-01 01:00"));
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("1.5"));
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("missing"));
        QVERIFY(model.index(1, 1).data(Qt::BackgroundRole).isValid());
        QVERIFY(model.index(2, 2).data(Qt::BackgroundRole).isValid());
        QVERIFY(!model.index(0, 1).data(Qt::BackgroundRole).isValid());
        model.setRoles({QStringLiteral("target"), QStringLiteral("input")});
        QVERIFY(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString().contains(QLatin1String("target")));
        model.setSeries(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void starArchiveAndColourAreUndone() {
        Theme theme;
        RunController runs;
        runs.setWorkspace(std::make_shared<FakeWorkspace>(2));
        QTRY_COMPARE(runs.runs().size(), std::size_t{2});
        const QString id = QStringLiteral("run-100001");
        QUndoStack stack;
        const RunEditMenu edit(theme, runs, stack);
        edit.turnStar({id});
        edit.turnArchive({id});
        QMenu menu;
        edit.fillColours(menu, {id});
        menu.actions().at(7)->trigger();
        const auto kept = [&] {
            return std::tuple(runs.findRun(id)->starred, runs.findRun(id)->archived, runs.findRun(id)->colour);
        };
        QCOMPARE(kept(), std::tuple(true, true, 7));
        QTRY_COMPARE(kept(), std::tuple(true, true, 7));
        for (int i = 0; i < 3; ++i) stack.undo();
        QCOMPARE(kept(), std::tuple(false, false, 1));
        edit.turnStar({QStringLiteral("nobody")});
        QVERIFY(!stack.canUndo());
        QMenu whole;
        edit.fill(whole, {QStringLiteral("nobody")}, PopoverAnchor(nullptr));
        QVERIFY(whole.isEmpty());
    }

    void sizeSaysRowsChannelsSpanAndStep() {
        constexpr std::int64_t kHour = 3'600'000'000;
        Series series;
        series.channels = {{"a", "", {1}}, {"b", "", {1}}};
        QVERIFY(sizeText(series).startsWith(QLatin1String("1 row, ")));
        QVERIFY(!sizeText(series).contains(QLatin1String("every")));
        const auto sized = [&series](std::size_t rows, std::int64_t step) {
            series.time = {"t", std::vector<std::int64_t>(rows), step};
            for (std::size_t i = 0; i < rows; ++i) series.time.values[i] = static_cast<std::int64_t>(i) * step;
            series.channels = {{"a", "", std::vector<double>(rows)}};
            return sizeText(series);
        };
        QVERIFY2(sized(17420, kHour).endsWith(QLatin1String(", 2 years, every 1 hour")), qPrintable(sizeText(series)));
        QVERIFY2(sized(49, kHour).endsWith(QLatin1String(", 2 days, every 1 hour")), qPrintable(sizeText(series)));
        QVERIFY2(sized(3, kHour / 4).endsWith(QLatin1String(", 30 minutes, every 15 minutes")),
                 qPrintable(sizeText(series)));
        // Rows that are not in order, as two pieces of a log are: all times count; and some that keep no step
        (void)sized(200, kHour);
        std::ranges::rotate(series.time.values, series.time.values.begin() + 150);
        QVERIFY2(sizeText(series).endsWith(QLatin1String(", 8 days, every 1 hour")), qPrintable(sizeText(series)));
        for (std::size_t r = 0; r < 200; ++r)
            series.time.values[r] = static_cast<std::int64_t>(r + r / 5 * 40 + (r % 5 == 3 ? 1 : 0)) * kHour;
        QVERIFY2(sizeText(series).endsWith(QLatin1String(", most often every 1 hour")), qPrintable(sizeText(series)));
        // Of a long one only the rows are told at once; the rest once all times were read.
        const std::size_t many = SeriesModel::kMaxRows + 1;
        QVERIFY2(!sized(many, kHour).contains(QLatin1String("every")), qPrintable(sizeText(series)));
        QVERIFY2(sizeText(series, spanAndStep(series.time)).endsWith(QLatin1String(" years, every 1 hour")),
                 qPrintable(sizeText(series, spanAndStep(series.time))));
        QVERIFY2(sized(2, 1000).endsWith(QLatin1String("every 1 millisecond")), qPrintable(sizeText(series)));
        QVERIFY2(sized(400, 8766 * kHour).contains(QLatin1String(", 399 years, ")), qPrintable(sizeText(series)));
    }

    void aLongSeriesIsShownInBlocks() {
        Theme theme;
        SeriesModel model(theme);
        auto series = std::make_shared<Series>();
        series->channels = {{"a", "", std::vector<double>(2 * SeriesModel::kMaxRows + 7)}};
        for (std::size_t i = 0; i < series->channels[0].values.size(); ++i)
            series->channels[0].values.edit()[i] = static_cast<double>(i % 1000);
        model.setSeries(series);
        RowBlocks blocks(model);
        QCOMPARE(model.rowCount(), static_cast<int>(SeriesModel::kMaxRows));
        QCOMPARE(blocks.count(), 3);
        const QModelIndex there = model.indexOfRow(2 * SeriesModel::kMaxRows + 5);
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(there.row(), 5);
        QCOMPARE(there.data().toString(), QStringLiteral("5"));
        QCOMPARE(model.headerData(5, Qt::Vertical, Qt::DisplayRole).toString(),
                 formatCount(2 * SeriesModel::kMaxRows + 5));
        QCOMPARE(blocks.currentIndex(), 2);
        QCOMPARE(model.indexOfRow(3).row(), 3);
        QCOMPARE(model.firstRow(), 0);
        QCOMPARE(model.indexOfRow(1 << 30).row(), 6);  // the last one
        model.setSeries(nullptr);
        QVERIFY(blocks.isHidden());
        QVERIFY(!model.indexOfRow(0).isValid());
    }

    void timesAreWrittenAsShortAsTheyCan() {
        constexpr std::int64_t day = 86'400'000'000;
        QCOMPARE(timeFormatOf({"t", {0, day}, day}), QStringLiteral("yyyy-MM-dd"));
        QCOMPARE(timeFormatOf({"t", {60'000'000}, 60'000'000}), QStringLiteral("yyyy-MM-dd HH:mm"));
        QCOMPARE(timeFormatOf({"t", {1'000'000}, 1'000'000}), QStringLiteral("yyyy-MM-dd HH:mm:ss"));
        QCOMPARE(timeFormatOf({"t", {1'500'000}, 500'000}), QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
    }
};

QTEST_MAIN(TestModels)
#include "tst_models.moc"
