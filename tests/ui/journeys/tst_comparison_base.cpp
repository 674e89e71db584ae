// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page: one base for verdict and differences, what is ticked by itself, and room for the runs.
// Holds ui/pages/compare/compare_page.cpp.
#include "common/background_job.h"
#include "models/run_table_model.h"
#include "pages/compare/compare_page.h"
#include "pages/compare/runs/lineage_panel.h"
#include "pages/compare/runs/runs_panel.h"
#include "pages/compare/runs/runs_table.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/whole_program.h"

#include <QComboBox>
#include <QHeaderView>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

RunSummary runOf(const char* id, std::int64_t hidden, std::int64_t seed, RunState state = RunState::Finished) {
    const bool ended = state == RunState::Finished;
    RunSummary run = test::endedRun(id, hidden, seed, ended ? 0.5 : NAN);
    run.state = state;
    if (!ended) run.step = run.epoch = 0;
    return run;
}

QTableView* tableCalled(QWidget& within, const QString& name) {
    const auto tables = within.findChildren<QTableView*>();
    const auto found = std::ranges::find(tables, name, &QWidget::accessibleName);
    return found == tables.end() ? nullptr : *found;
}

}  // namespace

class TestComparisonBase : public QObject {
    Q_OBJECT
    Theme theme_;
    std::unique_ptr<QTemporaryDir> folder_;

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void verdictAndDifferencesHaveOneBase() {
        test::WholeProgram program(folder_->path());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("runs")});
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(
            std::vector<RunSummary>{runOf("d", 8, 2), runOf("c", 4, 2), runOf("b", 8, 1), runOf("a", 4, 1)}));
        QWidget& page = *program.window->page(QStringLiteral("compare"));
        auto* heads = tableCalled(page, QStringLiteral("Settings that differ"))->horizontalHeader();
        const auto base = [heads] { return heads->model()->headerData(0, Qt::Horizontal).toString(); };
        const auto boxes = program.window->findChild<VerdictPanel*>()->findChildren<QComboBox*>();
        const auto question = [&boxes] {
            return boxes[0]->currentText().section(QLatin1Char(' '), 0, 0) + QStringLiteral(" / ") +
                   boxes[1]->currentText().section(QLatin1Char(' '), 0, 0);
        };
        QTRY_COMPARE(heads->count(), 2);
        QCOMPARE(question(), QStringLiteral("h8 / h4"));
        QVERIFY2(base().startsWith(QStringLiteral("h4")) && base().contains(QStringLiteral("(base)")),
                 qPrintable(base()));
        Q_EMIT heads->sectionDoubleClicked(1);
        QVERIFY2(base().startsWith(QStringLiteral("h8")), qPrintable(base()));
        QCOMPARE(question(), QStringLiteral("h4 / h8"));
        // And the other way round.
        for (int box : {1, 0}) {
            boxes[box]->setCurrentIndex(
                boxes[box]->findText(box == 1 ? QStringLiteral("h4") : QStringLiteral("h8"), Qt::MatchStartsWith));
            Q_EMIT boxes[box]->activated(boxes[box]->currentIndex());
        }
        QCOMPARE(question(), QStringLiteral("h8 / h4"));
        QVERIFY2(base().startsWith(QStringLiteral("h4")), qPrintable(base()));
    }

    void withoutAVerdictTheOldestIsTheBase() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        runs.setWorkspace(
            std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{runOf("b", 8, 1), runOf("a", 4, 1)}));
        auto* heads = tableCalled(panel, QStringLiteral("Settings that differ"))->horizontalHeader();
        QTRY_COMPARE(heads->count(), 2);
        QVERIFY(heads->model()->headerData(0, Qt::Horizontal).toString().startsWith(QStringLiteral("h4")));
    }

    void columnsAreNamedAndMarkedAsTheGroupsOfTheTable() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        std::vector<RunSummary> all{runOf("e", 8, 2), runOf("d", 4, 3), runOf("c", 4, 2), runOf("b", 4, 1),
                                    runOf("a", 8, 1)};
        for (RunSummary& run : all) run.colour = 3;
        all[3].name = "renamed";  // the oldest of its setting
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(all));
        QTRY_COMPARE(runs.runs().size(), all.size());
        panel.tick({"a", "b", "c", "d", "e"});
        const auto* heads = tableCalled(panel, QStringLiteral("Settings that differ"))->horizontalHeader()->model();
        QTRY_COMPARE(heads->columnCount(), 2);
        const QString name = heads->headerData(1, Qt::Horizontal).toString();
        QVERIFY2(name.startsWith(QStringLiteral("h4, 3 runs")), qPrintable(name));
        const auto markOf = [&](int column) {
            return heads->headerData(column, Qt::Horizontal, Qt::DecorationRole).value<QPixmap>().toImage();
        };
        const QImage alone = theme_.marker(3).toImage(), pushed = theme_.marker(4).toImage();
        RunTableModel& model = panel.findChild<RunsTable*>()->model();
        QCOMPARE(markOf(0), alone);
        model.setGroup(RunTableModel::kBySettings);  // two groups of one colour: the newer one gets the next
        QCOMPARE(model.slotAt(model.rowOf(QStringLiteral("a"))), 4);
        QCOMPARE(markOf(0), pushed);
        QCOMPARE(markOf(1), alone);
        model.setGroup(QString());
        QCOMPARE(markOf(0), alone);
    }

    void whatHasFailedIsNotTickedByItself() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        std::vector<RunSummary> all{runOf("f", 4, 6, RunState::Failed),
                                    runOf("e", 4, 5, RunState::Interrupted),
                                    runOf("d", 4, 4),
                                    runOf("c", 4, 3),
                                    runOf("b", 4, 2),
                                    runOf("a", 4, 1)};
        const auto workspace = std::make_shared<test::FakeWorkspace>(all);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(panel.ticked(), (QStringList{"d", "c", "b"}));
        // One that begins is ticked, until it has failed.
        Q_EMIT runs.begun(QStringLiteral("g"));
        all.insert(all.begin(), runOf("g", 4, 7, RunState::Running));
        const auto list = [&] {
            workspace->set(all);
            runs.refreshRuns();
        };
        list();
        QTRY_VERIFY(panel.ticked().contains(QStringLiteral("g")));
        all.front().state = RunState::Failed;
        list();
        QTRY_COMPARE(panel.ticked(), (QStringList{"d", "c", "b"}));
        // What a person ticks stays.
        panel.tick({QStringLiteral("g")});
        all.front().tags = "seen";
        list();
        QTRY_COMPARE(runs.runs().front().tags, std::string("seen"));
        QVERIFY(panel.ticked().contains(QStringLiteral("g")));
    }

    void aSmallWindowShowsFiveRuns() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        panel.setStyleSheet(theme_.styleSheet());
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(20));
        QTRY_COMPARE(runs.runs().size(), std::size_t{20});
        panel.setCompact(true);
        panel.resize(990, 530);  // of a window of 1280 x 720
        panel.show();
        panel.setShown(true);
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTableView* table = tableCalled(panel, QStringLiteral("Runs"));
        QTRY_VERIFY2(
            table->viewport()->height() >= 5 * table->rowHeight(0),
            qPrintable(QStringLiteral("%1 of %2").arg(table->viewport()->height()).arg(5 * table->rowHeight(0))));
        // The settings that differ are folded; a word unfolds them.
        QTableView* differences = tableCalled(panel, QStringLiteral("Settings that differ"));
        QVERIFY(!differences->isVisible());
        panel.setCompact(false);
        QVERIFY(differences->isVisible());
    }

    void lineageHasRoomForItsNames() {
        std::vector<RunSummary> all;
        const std::string name = "LSTM 1x32, learning rate 3e-4";
        for (int i = 0; i < 6; ++i) {
            RunSummary run = runOf(qPrintable(QStringLiteral("run-%1").arg(i)), 4, i);
            run.name = name;
            if (i > 0) run.parent = "run-" + std::to_string(i - 1);
            all.insert(all.begin(), run);
        }
        RunController runs;
        LineagePanel panel(theme_, runs);
        panel.resize(1100, 500);
        panel.setShown(true);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(all));
        auto* tree = panel.findChild<QTreeWidget*>();
        QTRY_COMPARE(tree->topLevelItemCount(), 1);
        const int needed =
            6 * tree->indentation() + tree->fontMetrics().horizontalAdvance(QString::fromStdString(name));
        QVERIFY2(tree->columnWidth(0) >= needed,
                 qPrintable(QStringLiteral("%1 of %2").arg(tree->columnWidth(0)).arg(needed)));
    }
};

QTEST_MAIN(TestComparisonBase)
#include "tst_comparison_base.moc"
