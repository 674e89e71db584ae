// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of the table of runs: a column that was dragged stays where it is, and one that comes into view is as wide
// as its head.
// Holds ui/pages/compare/runs/run_table_columns.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_table_model.h"
#include "pages/compare/runs/runs_table.h"
#include "runs/experiment_model.h"
#include "support/fake_workspace.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace gatelab;

namespace {

RunSummary runOf(const char* id, double best) {
    RunSummary run;
    run.id = run.name = id;
    run.state = RunState::Finished;
    run.bestValidation = best;
    run.bestEpoch = best > 0 ? 1 : -1;
    return run;
}

}  // namespace

class TestRunsColumns : public QObject {
    Q_OBJECT
    Theme theme_;
    QTemporaryDir folder_;

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aDraggedColumnStaysThereAfterARestart() {
        const QString settings = folder_.filePath(QStringLiteral("dragged.ini"));
        RunController runs;
        ExperimentModel experiment;
        runs.setWorkspace(
            std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{runOf("b", 0.2), runOf("a", 0.1)}));
        QTRY_COMPARE(runs.runs().size(), std::size_t{2});
        Preferences preferences(settings);
        preferences.setWindow(QStringLiteral("compare/shown"),
                              QStringList{"name", "seed", "hidden_size", "best_epoch"});
        const auto order = [](const RunsTable& table) {
            const auto* heads = table.findChild<QTableView*>()->horizontalHeader();
            QList<int> places;
            for (int i = 0; i < heads->count(); ++i) places << heads->visualIndex(i);
            return places;
        };
        QList<int> dragged;
        {
            RunsTable table(theme_, experiment, runs, preferences);
            table.resize(1000, 400);
            table.show();
            QVERIFY(QTest::qWaitForWindowExposed(&table));
            auto* heads = table.findChild<QTableView*>()->horizontalHeader();
            const int middle = heads->height() / 2,
                      from = heads->sectionViewportPosition(1) + heads->sectionSize(1) / 2,
                      to = heads->sectionViewportPosition(2) + heads->sectionSize(2) - 4;
            QTest::mousePress(heads->viewport(), Qt::LeftButton, {}, {from, middle});
            for (int step = 1; step <= 4; ++step) {
                const QPointF at(from + (to - from) * step / 4, middle);
                QMouseEvent move(QEvent::MouseMove, at, heads->viewport()->mapToGlobal(at), Qt::NoButton,
                                 Qt::LeftButton, Qt::NoModifier);
                QCoreApplication::sendEvent(heads->viewport(), &move);
            }
            QTest::mouseRelease(heads->viewport(), Qt::LeftButton, {}, {to, middle});
            dragged = order(table);
            QCOMPARE(dragged, (QList<int>{0, 2, 1, 3}));
        }
        RunsTable again(theme_, experiment, runs, preferences);
        again.resize(1000, 400);
        again.show();
        QVERIFY(QTest::qWaitForWindowExposed(&again));
        QCOMPARE(order(again), dragged);
    }

    void anotherColumnLeavesTheOrderOfAPerson() {
        RunController runs;
        ExperimentModel experiment;
        runs.setWorkspace(
            std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{runOf("b", 0.2), runOf("a", 0.1)}));
        QTRY_COMPARE(runs.runs().size(), std::size_t{2});
        Preferences preferences(folder_.filePath(QStringLiteral("another.ini")));
        preferences.setWindow(QStringLiteral("compare/shown"),
                              QStringList{"name", "seed", "hidden_size", "best_epoch"});
        RunsTable table(theme_, experiment, runs, preferences);
        auto* heads = table.findChild<QTableView*>()->horizontalHeader();
        QVERIFY(!heads->isFirstSectionMovable());
        const auto keys = [&] {
            QStringList shown;
            for (int place = 0; place < heads->count(); ++place)
                shown << table.model().shownColumns().value(heads->logicalIndex(place));
            return shown;
        };
        heads->moveSection(3, 1);
        table.sortBy(QStringLiteral("size"));
        QCOMPARE(keys(), (QStringList{"name", "size", "best_epoch", "seed", "hidden_size"}));
        heads->moveSection(1, 4);
        table.sortBy(QStringLiteral("size"));
        QCOMPARE(keys(), (QStringList{"name", "best_epoch", "seed", "hidden_size", "size"}));
    }

    /// The first run has no score until its first epoch is done.
    void aColumnWithItsFirstValueIsAsWideAsItsHead() {
        RunController runs;
        ExperimentModel experiment;
        const auto workspace = std::make_shared<test::FakeWorkspace>(
            std::vector<RunSummary>{runOf("a", std::numeric_limits<double>::quiet_NaN())});
        runs.setWorkspace(workspace);
        QTRY_COMPARE(runs.runs().size(), std::size_t{1});
        Preferences preferences(folder_.filePath(QStringLiteral("first.ini")));
        RunsTable table(theme_, experiment, runs, preferences);
        table.setStyleSheet(theme_.styleSheet());
        table.resize(1400, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        auto* view = table.findChild<QTableView*>();
        const auto best = static_cast<int>(table.model().shownColumns().indexOf(QStringLiteral("best_validation")));
        QVERIFY(best > 0);
        QTRY_VERIFY(view->isColumnHidden(best));
        workspace->set({runOf("a", 0.1)});
        runs.refreshRuns();
        QTRY_VERIFY(!view->isColumnHidden(best));
        for (int column = 0; column < view->model()->columnCount(); ++column)
            if (!view->isColumnHidden(column))
                QVERIFY2(view->columnWidth(column) >= view->horizontalHeader()->sectionSizeHint(column),
                         qPrintable(table.model().shownColumns().value(column)));
    }

    void theBaseIsMarked() {
        RunController runs;
        RunTableModel model(theme_, runs);
        runs.setWorkspace(
            std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{runOf("b", 0.2), runOf("a", 0.1)}));
        QTRY_COMPARE(model.rowCount(), 2);
        const auto shown = [&](const char* id) {
            return model.index(model.rowOf(QString::fromLatin1(id)), 0).data().toString();
        };
        model.setBase(QStringLiteral("a"));
        QCOMPARE(shown("a"), QStringLiteral("a (base)"));
        QCOMPARE(shown("b"), QStringLiteral("b"));
        QCOMPARE(model.index(model.rowOf(QStringLiteral("a")), 0).data(Qt::EditRole).toString(), QStringLiteral("a"));
        model.setBase({});
        QCOMPARE(shown("a"), QStringLiteral("a"));
    }
};

QTEST_MAIN(TestRunsColumns)
#include "tst_runs_columns.moc"
