// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs: groups that open, its order after a restart, columns by the tasks of the runs; and what the
// project column says of a run.
// Holds ui/models/run_table_model.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_table_model.h"
#include "models/runs_model.h"
#include "pages/compare/runs/column_menu.h"
#include "pages/compare/runs/runs_table.h"
#include "pages/page.h"
#include "runs/experiment_model.h"
#include "support/fake_workspace.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

RunSummary runOf(const char* id, const char* cell, double best, std::int64_t seed, std::int64_t bytes = 0) {
    RunSummary run;
    run.id = run.name = id;
    run.state = RunState::Finished;
    run.config.edit().cell = cell;
    run.config.edit().seed = seed;
    run.bestValidation = best;
    run.bestEpoch = seed;
    run.bytes = bytes;
    return run;
}

std::vector<RunSummary> fiveRuns() {
    return {runOf("e", "lstm", 0.5, 3, 50), runOf("d", "gru", 0.4, 2, 90), runOf("c", "gru", 0.1, 1, 10),
            runOf("b", "lstm", 0.2, 2, 30), runOf("a", "lstm", 0.9, 1, 70)};
}

QString names(const RunTableModel& model) {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all << (model.isMember(row) ? QStringLiteral(".") : QString()) + model.titleAt(row);
    return all.join(QLatin1Char(' '));
}

}  // namespace

class TestRunsTable : public QObject {
    Q_OBJECT
    Theme theme_;
    QTemporaryDir folder_;

    [[nodiscard]] QString settings(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    /// As in the window: in a page under a style sheet, into which it is put when the runs are read already.
    void cellsAreWhole() {
        RunController runs;
        Preferences preferences(settings("whole.ini"));
        preferences.setWindow(QStringLiteral("compare/shown"),
                              QStringList{"name", "seed", "size", "loss", "best_epoch"});
        ExperimentModel experiment;
        auto all = fiveRuns();
        for (RunSummary& run : all) run.config.edit().seed = 1234567890123;
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(all));
        QTRY_COMPARE(runs.runs().size(), std::size_t{5});
        auto* table = new RunsTable(theme_, experiment, runs, preferences);
        QCOMPARE(table->model().rowCount(), 5);
        QWidget window;
        window.setStyleSheet(theme_.styleSheet());
        table->setParent(&window);
        table->resize(1200, 500);
        window.show();
        QCoreApplication::processEvents();
        auto* view = table->findChild<QTableView*>();
        for (int column = 1; column < view->model()->columnCount(); ++column) {
            const QString text = view->model()->index(0, column).data().toString();
            const int needed = view->fontMetrics().horizontalAdvance(text) + 20;  // its padding
            QVERIFY2(view->columnWidth(column) >= needed,
                     qPrintable(QStringLiteral("%1: %2 of %3").arg(text).arg(view->columnWidth(column)).arg(needed)));
        }
    }

    void spaceTicksAllThatIsChosenAndTheFilterIsCounted() {
        RunController runs;
        Preferences preferences(settings("ticks.ini"));
        ExperimentModel experiment;
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        QTRY_COMPARE(runs.runs().size(), std::size_t{5});
        RunsTable table(theme_, experiment, runs, preferences);
        table.resize(1200, 500);
        table.show();
        QVERIFY(QTest::qWaitForWindowActive(&table));
        auto* view = table.findChild<QTableView*>();
        view->setFocus();
        view->selectRow(0);
        view->selectionModel()->select(QItemSelection(view->model()->index(0, 0), view->model()->index(2, 0)),
                                       QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table.model().setChecked({table.chosenIds().constFirst()});
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(table.model().checked().size(), qsizetype{3});
        QTest::keyClick(view, Qt::Key_Space);
        QVERIFY(table.model().checked().isEmpty());
        const auto says = [&table](const QString& text) {
            return std::ranges::any_of(table.findChildren<QLabel*>(),
                                       [&](const QLabel* label) { return label->text() == text; });
        };
        QVERIFY(says(QStringLiteral("5")));
        table.filterBy(QStringLiteral("cell = gru"));
        QVERIFY(says(QStringLiteral("2 of 5")));
    }

    void groupsOpenAndClose() {
        RunController runs;
        RunTableModel model(theme_, runs);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        QTRY_COMPARE(model.rowCount(), 5);
        model.setShownColumns({"name", "best_validation", "best_epoch", "hidden_size", "started"});
        model.setGroup("cell");
        model.sort(1, Qt::AscendingOrder);
        QCOMPARE(names(model), QStringLiteral("GRU LSTM"));
        QVERIFY(model.isGroup(1) && !model.isOpen(1));
        model.setOpen(1, true);
        QCOMPARE(names(model), QStringLiteral("GRU LSTM .b .e .a"));
        QVERIFY(model.isOpen(1) && !model.isGroup(2));
        QCOMPARE(model.index(3, 1).data().toString(), formatNumber(0.5));
        // In the order of the table, which the group's place follows, too.
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(names(model), QStringLiteral("LSTM .a .e .b GRU"));
        QCOMPARE(model.listedRuns().size(), std::size_t{5});  // each once
        QCOMPARE(model.rowOf("e"), 0);
        QCOMPARE(model.memberRowOf("e"), 2);
        // A tick on one of them is a half one on the group, and the other way round.
        QVERIFY(model.setData(model.index(2, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.index(0, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
        QVERIFY(model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.index(3, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        QVERIFY(model.flags(model.index(1, 0)).testFlag(Qt::ItemIsEditable));
        model.setOpen(0, false);
        QCOMPARE(names(model), QStringLiteral("LSTM GRU"));
    }

    void anOpenGroupStaysOpenWhenARunIsAdded() {
        RunController runs;
        RunTableModel model(theme_, runs);
        const auto workspace = std::make_shared<test::FakeWorkspace>(fiveRuns());
        runs.setWorkspace(workspace);
        QTRY_COMPARE(model.rowCount(), 5);
        model.setGroup("cell");
        model.setOpen(model.rowOf("a"), true);
        QCOMPARE(model.rowCount(), 5);
        auto more = fiveRuns();
        more.insert(more.begin(), runOf("f", "lstm", 0.3, 4));
        workspace->set(more);
        runs.refreshRuns();
        QTRY_COMPARE(model.rowCount(), 6);
        QVERIFY(model.memberRowOf("f") >= 0);
    }

    void meansAreCalledMeans() {
        RunController runs;
        RunTableModel model(theme_, runs);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        QTRY_COMPARE(model.rowCount(), 5);
        model.setShownColumns({"name", "best_epoch", "learning_rate", "state"});
        const auto head = [&](int column) {
            return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QVERIFY(!head(1).contains("mean"));
        model.setGroup("cell");
        QVERIFY(head(1).contains("mean"));
        QVERIFY(!head(2).contains("mean") && !head(3).contains("mean"));
        QVERIFY2(model.index(model.rowOf("a"), 1).data(Qt::ToolTipRole).toString().contains("3"),
                 qPrintable(model.index(model.rowOf("a"), 1).data(Qt::ToolTipRole).toString()));
    }

    void theArrowAndEnterOpenAGroup() {
        Preferences preferences(settings("arrow.ini"));
        preferences.setWindow(QStringLiteral("compare/group"), QStringLiteral("cell"));
        RunController runs;
        ExperimentModel experiment;
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        Page page;
        page.resize(900, 400);
        RunsTable card(theme_, experiment, runs, preferences, &page);
        card.resize(page.size());
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTRY_COMPARE(card.model().rowCount(), 2);
        auto* table = card.findChild<QTableView*>();
        QSignalSpy asked(&page, &Page::commandAsked);
        const QModelIndex group = card.model().index(0, 0);
        QStyleOptionViewItem option;
        option.initFrom(table);
        option.rect = table->visualRect(group);
        option.features = QStyleOptionViewItem::HasDecoration | QStyleOptionViewItem::HasCheckIndicator |
                          QStyleOptionViewItem::HasDisplay;
        option.decorationSize = group.data(Qt::DecorationRole).value<QPixmap>().deviceIndependentSize().toSize();
        option.text = group.data().toString();
        const QRect decoration = table->style()->subElementRect(QStyle::SE_ItemViewItemDecoration, &option, table);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          QPoint(decoration.left() + RunTableModel::kArrowRoom / 2, option.rect.center().y()));
        QVERIFY(card.model().isOpen(0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(card.model().index(0, 0)).center());
        QVERIFY(card.model().isOpen(0));  // beside the arrow
        table->setFocus();
        table->setCurrentIndex(group);
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(!card.model().isOpen(0));
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(card.model().isOpen(0));
        QCOMPARE(asked.count(), 0);
        table->setCurrentIndex(card.model().index(1, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<Command>(), Command(QStringLiteral("open-run"), card.currentId()));
        QCOMPARE(card.chosenIds().size(), 1);
        // A new list leaves the choice where it was: in the group, not on it.
        const QString chosen = card.currentId();
        card.model().setFilter(QStringLiteral("seed > 1"));
        QCOMPARE(card.model().rowCount(), 4);
        QCOMPARE(card.currentId(), chosen);
        QVERIFY(card.model().isMember(table->currentIndex().row()));
    }

    void theOrderIsFoundAgain() {
        Preferences preferences(settings("order.ini"));
        RunController runs;
        ExperimentModel experiment;
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        const auto best = [](const RunsTable& card, RunTableModel& model) {
            return card.findChild<QTableView*>()->horizontalHeader()->sectionViewportPosition(
                static_cast<int>(model.shownColumns().indexOf(QStringLiteral("best_validation"))));
        };
        {
            RunsTable card(theme_, experiment, runs, preferences);
            card.resize(1200, 400);
            card.show();
            QVERIFY(QTest::qWaitForWindowExposed(&card));
            QTRY_COMPARE(card.model().rowCount(), 5);
            auto* heads = card.findChild<QTableView*>()->horizontalHeader();
            QTest::mouseClick(heads->viewport(), Qt::LeftButton, {},
                              QPoint(best(card, card.model()) + 20, heads->height() / 2));
            if (heads->sortIndicatorOrder() != Qt::AscendingOrder)
                QTest::mouseClick(heads->viewport(), Qt::LeftButton, {},
                                  QPoint(best(card, card.model()) + 20, heads->height() / 2));
            QCOMPARE(names(card.model()), QStringLiteral("c b d e a"));
        }
        RunsTable again(theme_, experiment, runs, preferences);
        QTRY_COMPARE(names(again.model()), QStringLiteral("c b d e a"));
        // By its column, wherever that is now.
        preferences.setWindow(QStringLiteral("compare/shown"), QStringList{"name", "seed", "time", "best_validation"});
        RunsTable other(theme_, experiment, runs, preferences);
        QTRY_COMPARE(names(other.model()), QStringLiteral("c b d e a"));
    }

    void sizesAreInView() {
        Preferences preferences(settings("sizes.ini"));
        RunController runs;
        ExperimentModel experiment;
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        // Not shown yet, and shown already at the far end.
        for (const QStringList& shown : {QStringList(), QStringList{"name", "seed", "time", "size"}}) {
            preferences.setWindow(QStringLiteral("compare/shown"), shown);
            RunsTable card(theme_, experiment, runs, preferences);
            QTRY_COMPARE(card.model().rowCount(), 5);
            card.sortBy(QStringLiteral("size"));
            const auto size = static_cast<int>(card.model().shownColumns().indexOf(QStringLiteral("size")));
            // A person's order stays
            QCOMPARE(card.findChild<QTableView*>()->horizontalHeader()->visualIndex(size), shown.isEmpty() ? 1 : 3);
            QCOMPARE(names(card.model()), QStringLiteral("d a e b c"));
        }
    }

    /// Also one that stands beyond the edge.
    void anAddedColumnIsInView() {
        RunController runs;
        Preferences preferences(settings("added.ini"));
        preferences.setWindow(QStringLiteral("compare/shown"), QStringList{"name", "state", "started", "seed", "size",
                                                                           "loss", "best_epoch", "best_validation"});
        ExperimentModel experiment;
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(fiveRuns()));
        QTRY_COMPARE(runs.runs().size(), std::size_t{5});
        RunsTable table(theme_, experiment, runs, preferences);
        table.resize(360, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        auto* menu = table.findChild<ColumnMenu*>();
        Q_EMIT menu->aboutToShow();
        const auto entries = menu->findChildren<QAction*>();
        const auto hidden = std::ranges::find_if(
            entries, [](const QAction* action) { return action->data().toString() == QStringLiteral("hidden_size"); });
        QVERIFY(hidden != entries.end());
        (*hidden)->trigger();
        const auto column = static_cast<int>(table.model().shownColumns().indexOf(QStringLiteral("hidden_size")));
        QVERIFY(column >= 0);
        const auto* view = table.findChild<QTableView*>();
        const int left = view->columnViewportPosition(column);
        QVERIFY(left >= 0 && left < view->viewport()->width());
    }

    void columnsFollowTheTasks() {
        QVERIFY(RunColumns::usual({}).contains("test_mse"));
        auto all = fiveRuns();
        QVERIFY(!RunColumns::usual(all).contains("loss") && !RunColumns::usual(all).contains("tags"));
        all[0].config.edit().loss = "mae";
        all[1].tags = "base";
        QVERIFY(RunColumns::usual(all).contains("loss") && RunColumns::usual(all).contains("tags"));
        for (RunSummary& run : all) run.config.edit().task = "classification";
        QVERIFY(RunColumns::usual(all).contains("test_accuracy") && !RunColumns::usual(all).contains("test_mse"));

        Preferences preferences(settings("columns.ini"));
        RunController runs;
        ExperimentModel experiment;
        const auto workspace = std::make_shared<test::FakeWorkspace>(fiveRuns());
        runs.setWorkspace(workspace);
        RunsTable card(theme_, experiment, runs, preferences);
        QTRY_COMPARE(card.model().rowCount(), 5);
        QVERIFY(!card.model().shownColumns().contains("test_accuracy"));
        auto others = fiveRuns();
        others[0].config.edit().task = "classification";
        others[0].tags = "told";  // so that the list is another one
        workspace->set(others);
        runs.refreshRuns();
        QTRY_VERIFY(card.model().shownColumns().contains("test_accuracy"));
        QVERIFY(card.model().shownColumns().contains("test_mse"));
        // What a person chose stays.
        preferences.setWindow(QStringLiteral("compare/shown"), QStringList{"name", "seed"});
        RunsTable chosen(theme_, experiment, runs, preferences);
        QTRY_COMPARE(chosen.model().rowCount(), 5);
        QCOMPARE(chosen.model().shownColumns(), (QStringList{"name", "seed"}));
    }

    void theProjectColumnTellsRunsApart() {
        auto all = fiveRuns();
        all[0].number = 31, all[0].name = "mine";
        all[1].dataName = "ETTh1.csv";
        all[1].config.edit().task = "classification";
        all[1].bestValues.edit()["validation_accuracy"] = 0.99;
        all[1].keptValues.edit()["validation_accuracy"] = 0.95;  // of the weights that are kept
        all[2].bestEpoch = -1;
        all[2].scores.edit() = {{"model", "original", "accuracy", 0.875}};
        RunController runs;
        RunsModel model(runs);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(all));
        QTRY_COMPARE(model.rowCount(), 5);
        const auto says = [&](const char* id, int role) {
            return model.indexOf(QString::fromLatin1(id)).data(role).toString();
        };
        QCOMPARE(says("e", RunsModel::TitleRole), QStringLiteral("#31 mine"));
        QCOMPARE(says("e", Qt::EditRole), QStringLiteral("mine"));
        QVERIFY2(says("d", RunsModel::DetailRole).endsWith(QStringLiteral("ETTh1.csv")),
                 qPrintable(says("d", RunsModel::DetailRole)));
        QCOMPARE(says("d", RunsModel::ValueRole), formatNumber(0.95));
        QVERIFY(says("d", RunsModel::UnitRole).contains(QStringLiteral("accuracy")));
        QCOMPARE(says("c", RunsModel::ValueRole), formatNumber(0.875));
        QCOMPARE(says("b", RunsModel::UnitRole), QStringLiteral("MSE"));
    }
};

QTEST_MAIN(TestRunsTable)
#include "tst_runs_table.moc"
