// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs: what a group is called and how many runs it has, columns without a value, and what is listed while
// the filter has a mistake.
// Holds ui/models/run_rows.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_table_model.h"
#include "pages/compare/runs/runs_table.h"
#include "runs/experiment_model.h"
#include "support/fake_workspace.h"
#include "widgets/list_box.h"

#include <QColor>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

namespace {

RunSummary runOf(const char* id, const char* cell, RunState state = RunState::Finished) {
    RunSummary run;
    run.id = run.name = id;
    run.state = state;
    run.config.edit().cell = cell;
    run.bestValidation = 0.1;
    run.bestEpoch = 2;
    return run;
}

std::vector<RunSummary> fourRuns() {
    return {runOf("d", "gru", RunState::Failed), runOf("c", "gru"), runOf("b", "lstm"), runOf("a", "lstm")};
}

}  // namespace

class TestGroupedRuns : public QObject {
    Q_OBJECT
    Theme theme_;
    QTemporaryDir folder_;
    std::shared_ptr<test::FakeWorkspace> workspace_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<ExperimentModel> experiment_;
    std::unique_ptr<RunsTable> table_;

    void list(std::vector<RunSummary> all) {
        // Those of the test before are not mistaken for these
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{}));
        QTRY_COMPARE(runs_->runs().size(), std::size_t{0});
        workspace_ = std::make_shared<test::FakeWorkspace>(all);
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(runs_->runs().size(), all.size());
    }
    [[nodiscard]] bool says(const QString& part) const {
        return std::ranges::any_of(table_->findChildren<QLabel*>(), [&](const QLabel* label) {
            return !label->isHidden() && label->text().contains(part);
        });
    }
    [[nodiscard]] bool isSeen(const char* key) const {
        const auto column = static_cast<int>(table_->model().shownColumns().indexOf(QLatin1String(key)));
        return column >= 0 && !table_->findChild<QTableView*>()->isColumnHidden(column);
    }

private Q_SLOTS:
    void init() {
        preferences_ =
            std::make_unique<Preferences>(folder_.filePath(QStringLiteral("%1.ini").arg(QTest::currentTestFunction())));
        runs_ = std::make_unique<RunController>();
        experiment_ = std::make_unique<ExperimentModel>();
        table_ = std::make_unique<RunsTable>(theme_, *experiment_, *runs_, *preferences_);
    }
    void cleanup() {
        table_.reset();
        experiment_.reset();
        runs_.reset();
        BackgroundJob::waitForAll();
    }

    void aGroupOfOneIsAGroup() {
        list(fourRuns());
        RunTableModel& model = table_->model();
        model.setShownColumns({"name", "best_validation", "test_mse"});
        model.setGroup(QStringLiteral("state"));
        QCOMPARE(model.rowCount(), 2);
        const int failed = model.rowOf(QStringLiteral("d"));
        QCOMPARE(model.index(failed, 0).data().toString(), QStringLiteral("failed (1 run)"));
        QCOMPARE(model.index(model.rowOf(QStringLiteral("a")), 0).data().toString(),
                 QStringLiteral("finished (3 runs)"));
        QCOMPARE(model.titleAt(failed), QStringLiteral("failed"));
        QVERIFY(model.isGroup(failed) && !model.flags(model.index(failed, 0)).testFlag(Qt::ItemIsEditable));
        model.setOpen(failed, true);
        QVERIFY(model.isMember(failed + 1));
        QCOMPARE(model.index(failed + 1, 0).data().toString(), QStringLiteral("d"));
        QVERIFY(model.flags(model.index(failed + 1, 0)).testFlag(Qt::ItemIsEditable));
        model.setOpen(failed, false);
        QCOMPARE(model.rowCount(), 2);
    }

    void differentLossesAreNotAveragedAndSaySo() {
        auto all = fourRuns();
        all[1].config.edit().loss = "mae";
        list(all);
        RunTableModel& model = table_->model();
        model.setShownColumns({"name", "best_validation"});
        model.setGroup(QStringLiteral("state"));
        const int finished = model.rowOf(QStringLiteral("a"));
        for (const int column : {1, 2}) {  // the mean and its interval
            QCOMPARE(model.index(finished, column).data().toString(), QStringLiteral("-"));
            const QString reported = model.index(finished, column).data(Qt::ToolTipRole).toString();
            QVERIFY2(reported.startsWith(QStringLiteral("Not averaged.")) && reported.contains(QStringLiteral("MAE")),
                     qPrintable(reported));
            QCOMPARE(model.index(finished, column).data(Qt::AccessibleDescriptionRole).toString(), reported);
        }
    }

    void whatTellsRunsApartIsOfferedFirst() {
        list(fourRuns());
        auto* box = table_->findChild<ListBox*>();
        Q_EMIT box->opening();
        const int cell = box->findData(QStringLiteral("cell")), epochs = box->findData(QStringLiteral("epochs"));
        int last = 0;  // line between the two parts
        for (int i = 0; i < box->count(); ++i)
            if (box->itemData(i, Qt::AccessibleDescriptionRole).toString() == QLatin1String("separator")) last = i;
        QVERIFY2(cell > 0 && cell < last && last < epochs,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(cell).arg(last).arg(epochs)));
        box->setCurrentIndex(cell);
        Q_EMIT box->opening();
        QCOMPARE(box->currentData().toString(), QStringLiteral("cell"));
        QCOMPARE(table_->model().group(), QStringLiteral("cell"));
    }

    void aMeanSaysOfHowManyRunsItIs() {
        auto all = fourRuns();
        all[2].scores.edit() = {{"model", "standardised", "mse", 0.25}};
        list(all);
        RunTableModel& model = table_->model();
        model.setShownColumns({"name", "best_epoch", "test_mse"});
        model.setGroup(QStringLiteral("state"));
        const int finished = model.rowOf(QStringLiteral("b"));
        QCOMPARE(model.index(finished, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("Mean of 3 runs"));
        QVERIFY2(model.index(finished, 2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("1 of 3")),
                 qPrintable(model.index(finished, 2).data(Qt::ToolTipRole).toString()));
    }

    /// What a cell of a group shows is kept until something is new.
    void aGroupFollowsItsRuns() {
        list(fourRuns());
        RunTableModel& model = table_->model();
        model.setGroup(QStringLiteral("state"));
        const auto cell = [&](const char* column) {
            return model
                .index(model.rowOf(QStringLiteral("a")),
                       static_cast<int>(model.shownColumns().indexOf(QLatin1String(column))))
                .data()
                .toString();
        };
        QCOMPARE(cell("best_validation"), formatNumber(0.1));
        QCOMPARE(cell("best_epoch"), QStringLiteral("2"));
        auto all = fourRuns();
        for (RunSummary& run : all) run.bestEpoch = 4;
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(cell("best_epoch"), QStringLiteral("4"));
    }

    void columnsWithoutAValueAreNotSeenUnlessChosen() {
        auto all = fourRuns();
        all[0].config.edit().task = "classification";
        list(all);
        QTRY_VERIFY(table_->model().shownColumns().contains(QStringLiteral("test_accuracy")));
        QVERIFY(!isSeen("test_accuracy") && !isSeen("test_f1") && isSeen("best_validation") && isSeen("state"));
        all[0].scores.edit() = {{"model", "original", "accuracy", 0.875}};
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_VERIFY(isSeen("test_accuracy"));
        QVERIFY(!isSeen("test_f1"));
        // Of the listed runs.
        table_->filterBy(QStringLiteral("cell = lstm"));
        QVERIFY(!isSeen("test_accuracy"));
        table_->filterBy({});
        QVERIFY(isSeen("test_accuracy"));
        // A person's columns are seen whatever they hold; those that were not seen are not among them.
        table_->sortBy(QStringLiteral("size"));
        QVERIFY(isSeen("size") && !table_->model().shownColumns().contains(QStringLiteral("test_f1")));
        preferences_->setWindow(QStringLiteral("compare/shown"), QStringList{"name", "test_f1"});
        table_ = std::make_unique<RunsTable>(theme_, *experiment_, *runs_, *preferences_);
        QTRY_COMPARE(table_->model().rowCount(), 4);
        QVERIFY(isSeen("test_f1"));
    }

    void whatIsListedAfterAMistakeIsSaidAndGrey() {
        list(fourRuns());
        RunTableModel& model = table_->model();
        const auto isGrey = [&] { return model.index(0, 0).data(Qt::ForegroundRole).isValid(); };
        table_->filterBy(QStringLiteral("cell = gru"));
        QVERIFY(!isGrey());
        table_->filterBy(QStringLiteral("cell <"));
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(isGrey() && says(QStringLiteral("Until then the runs of \"cell = gru\" are listed.")));
        table_->filterBy({});
        QVERIFY(!isGrey() && !says(QStringLiteral("Until then")));
        table_->filterBy(QStringLiteral("cell <"));
        QVERIFY(isGrey() && says(QStringLiteral("Until then all runs are listed.")));
    }
};

QTEST_MAIN(TestGroupedRuns)
#include "tst_grouped_runs.moc"
