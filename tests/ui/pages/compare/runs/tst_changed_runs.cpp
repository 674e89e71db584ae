// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are not what their settings say, or not done: what differences, lineage, verdict and table tell of them.
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "models/difference_model.h"
#include "models/run_groups.h"
#include "models/run_table_model.h"
#include "pages/compare/runs/lineage_panel.h"
#include "pages/compare/runs/runs_panel.h"
#include "pages/compare/runs/runs_table.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using test::endedRun;

namespace {

RunChange rateAt(std::int64_t step, double from, double to) {
    return {{findField("learning_rate"), from, to}, step, 1};
}

QTableView* tableCalled(QWidget& within, const QString& name) {
    const auto tables = within.findChildren<QTableView*>();
    const auto found = std::ranges::find(tables, name, &QWidget::accessibleName);
    return found == tables.end() ? nullptr : *found;
}

}  // namespace

class TestChangedRuns : public QObject {
    Q_OBJECT
    Theme theme_;
    QTemporaryDir folder_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<Preferences> preferences_;

    void list(const std::vector<RunSummary>& all) {
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(all));
        QTRY_COMPARE(runs_->runs().size(), all.size());
    }
    static bool says(const QWidget& within, const QString& words) {
        return std::ranges::any_of(within.findChildren<WrappedLabel*>(),
                                   [&](const WrappedLabel* label) { return label->fullText().contains(words); });
    }
    /// How long the offered runs take.
    static QString offer(const QWidget& panel) {
        for (const auto* label : panel.findChildren<WrappedLabel*>())
            if (label->isVisibleTo(&panel) && label->fullText().startsWith(QStringLiteral("Takes")))
                return label->fullText();
        return {};
    }

private Q_SLOTS:
    void init() {
        runs_ = std::make_unique<RunController>();
        preferences_ =
            std::make_unique<Preferences>(folder_.filePath(QStringLiteral("%1.ini").arg(QTest::currentTestFunction())));
    }
    void cleanup() {
        runs_.reset();
        BackgroundJob::waitForAll();
    }

    void aSettingChangedOnTheWayIsADifference() {
        DifferenceModel model(theme_);
        ExperimentConfig a, b;
        a.learningRate = b.learningRate = 0.001;
        b.seed = a.seed + 1;
        model.setColumns({{"A", {a}}, {"B", {b}, 1, "b", {rateAt(618, 0.001, 0.003), rateAt(900, 0.003, 0.001)}}});
        QCOMPARE(model.differing(), 2);
        const Field& rate = *findField("learning_rate");
        int row = 0;
        while (row < model.rowCount() &&
               model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() != translated(rate.label))
            ++row;
        QVERIFY(row < model.rowCount());
        const QString first = model.index(row, 0).data().toString();
        QCOMPARE(model.index(row, 1).data().toString(),
                 QStringLiteral("%1, %2 from step 618, %1 from step 900")
                     .arg(first, QString(first).replace(QLatin1Char('1'), QLatin1Char('3'))));
        QVERIFY(model.index(row, 1).data(Qt::BackgroundRole).isValid() &&
                !model.index(row, 0).data(Qt::BackgroundRole).isValid());
    }

    /// The settings of a run follow its longer plan: its cell begins with the first one.
    void aLongerPlanIsTold() {
        DifferenceModel model(theme_);
        ExperimentConfig a, b;
        a.epochs = 4, b.epochs = 8;
        model.setColumns(
            {{"A", {a}}, {"B", {b}, 1, "b", {{{findField("epochs"), std::int64_t{4}, std::int64_t{8}}, 50, 4}}}});
        QCOMPARE(model.differing(), 1);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("4, 8 from step 50"));
    }

    void thePanelHasTheChangesOfTheRun() {
        std::vector<RunSummary> all{endedRun("b", 4, 2), endedRun("a", 4, 1)};
        all[1].changes = {rateAt(618, all[1].config->learningRate, 3 * all[1].config->learningRate)};
        list(all);
        preferences_->setWindow(QStringLiteral("compare/checked"), QStringList{"b", "a"});
        ExperimentModel experiment;
        RunsPanel panel(theme_, experiment, *runs_, *preferences_);
        const auto* model = tableCalled(panel, QStringLiteral("Settings that differ"))->model();
        QCOMPARE(model->columnCount(), 2);
        QCOMPARE(model->rowCount(), 2);  // seed and rate
        QStringList cells;
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column) cells << model->index(row, column).data().toString();
        QCOMPARE(cells.filter(QStringLiteral("from step 618")).size(), qsizetype{1});
    }

    void lineageNamesTheChange() {
        std::vector<RunSummary> all{endedRun("b", 4, 1), endedRun("a", 4, 1)};
        all[0].parent = "a";
        all[1].changes = {rateAt(618, 0.001, 0.003)};
        list(all);
        LineagePanel panel(theme_, *runs_);
        panel.setShown(true);
        const auto* first = panel.findChild<QTreeWidget*>()->topLevelItem(0);
        QVERIFY2(first->text(1).contains(runChangeText(all[1].changes[0])), qPrintable(first->text(1)));
        QVERIFY(first->toolTip(1).contains(runChangeText(all[1].changes[0])));
        QVERIFY2(!first->child(0)->text(1).contains(QStringLiteral("618")), qPrintable(first->child(0)->text(1)));
    }

    void aSingleSettingSaysWhyItsRunsDoNotCount() {
        std::vector<RunSummary> all{endedRun("c", 4, 3), endedRun("b", 4, 2), endedRun("a", 4, 1)};
        all[0].epoch = all[1].epoch = 1;
        all[2].changes = {rateAt(5, 0.001, 0.003)};
        list(all);
        QueueController queue(*runs_);
        VerdictPanel panel(theme_, *runs_, queue);
        QVERIFY(says(panel, QStringLiteral("Two different settings are needed.")));
        const auto* facts = panel.findChild<KeyValueList*>();
        QVERIFY(facts->isVisibleTo(&panel));
        QCOMPARE(facts->value(QStringLiteral("Excluded (stopped by you)")), QStringLiteral("2 not counted"));
        QCOMPARE(facts->value(QStringLiteral("Excluded (edited or extended while running)")),
                 QStringLiteral("1 not counted"));
        list({endedRun("z", 4, 1)});
        QVERIFY(!facts->isVisibleTo(&panel));
    }

    /// Five seeds are missing of each setting: one trains already.
    void theOfferCountsBothSides() {
        std::vector<RunSummary> all{endedRun("b", 5, 1), endedRun("a", 4, 1)};
        all[0].state = RunState::Running;
        all[0].seconds = all[1].seconds = 100;
        all[0].epoch = 0;
        list(all);
        QueueController queue(*runs_);
        VerdictPanel panel(theme_, *runs_, queue);
        panel.propose({"b", "a"});
        QVERIFY2(offer(panel) == QString(QStringLiteral("Takes more than %1.").arg(formatDuration(500))),
                 qPrintable(offer(panel)));
        // A quarter is done.
        all[0].epochs = all[0].config.edit().epochs = all[1].epochs = all[1].epoch = all[1].config.edit().epochs = 40;
        all[0].epoch = 10;
        list(all);
        QTRY_VERIFY2(offer(panel) == QString(QStringLiteral("Takes %1.").arg(formatDuration(500 + 5 * 400))),
                     qPrintable(offer(panel)));
        // What a finished one took is no guess.
        all.push_back(endedRun("0", 5, 2));
        all.back().config = all[0].config;
        all.back().config.edit().seed = 2;
        all.back().epochs = all.back().epoch = 40;
        all.back().seconds = 200;
        list(all);
        QTRY_VERIFY2(offer(panel) == QString(QStringLiteral("Takes %1.").arg(formatDuration(5 * 100 + 4 * 200))),
                     qPrintable(offer(panel)));
    }

    void whatHidesTickedRunsIsSaid() {
        std::vector<RunSummary> all{endedRun("c", 4, 3), endedRun("b", 8, 2), endedRun("a", 8, 1)};
        all[1].archived = true;
        list(all);
        preferences_->setWindow(QStringLiteral("compare/checked"), QStringList{"c", "b", "a"});
        ExperimentModel experiment;
        RunsPanel panel(theme_, experiment, *runs_, *preferences_);
        panel.setShown(true);
        const QString filter = QStringLiteral("Ticked runs that the filter hides: 1."),
                      archive = QStringLiteral("archived and so not listed: 1;");
        QVERIFY(says(panel, archive) && !says(panel, QStringLiteral("filter hides")));
        panel.table().filterBy(QStringLiteral("hidden_size = 8"));
        QVERIFY(says(panel, archive) && says(panel, filter));
        panel.table().filterBy(QStringLiteral("hidden_size = 8 and archived >= 0"));
        QVERIFY(!says(panel, archive) && says(panel, filter));
    }

    void namesTakeTheRoomThereIs() {
        auto all = std::vector<RunSummary>{endedRun("b", 4, 2), endedRun("a", 4, 1)};
        all[0].name = "LSTM 1x24 · epochs 60 · learning rate 0.003 · look-back 192 · dropout 0.25 · seed 2";
        list(all);
        preferences_->setWindow(QStringLiteral("compare/shown"),
                                QStringList{"name", "seed", "best_validation", "state"});
        ExperimentModel experiment;
        RunsTable table(theme_, experiment, *runs_, *preferences_);
        table.resize(1800, 400);
        table.show();
        const auto* view = table.findChild<QTableView*>();
        QTRY_COMPARE(view->model()->rowCount(), 2);
        const QString name = view->model()->index(0, 0).data().toString();
        QVERIFY(name.contains(QStringLiteral("look-back 192")));
        const int needed = view->fontMetrics().horizontalAdvance(name);
        QTRY_VERIFY2(view->columnWidth(0) >= needed,
                     qPrintable(QStringLiteral("%1 of %2").arg(view->columnWidth(0)).arg(needed)));
        QVERIFY(view->horizontalHeader()->length() <= view->viewport()->width());
        // No wider than the name; where there is less room, the others keep theirs.
        QVERIFY(view->columnWidth(0) < needed + 150);
        table.resize(700, 400);
        QTRY_VERIFY(view->columnWidth(0) < needed);
        QTRY_VERIFY(view->horizontalHeader()->length() <= view->viewport()->width());
    }
};

QTEST_MAIN(TestChangedRuns)
#include "tst_changed_runs.moc"
