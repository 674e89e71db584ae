// SPDX-License-Identifier: GPL-3.0-or-later
// What the Compare page shows of runs without being asked: the one that this window begins, the newest, and how many
// have what a chart needs.
#include "common/background_job.h"
#include "common/responder.h"
#include "models/run_table_model.h"
#include "pages/compare/run_details.h"
#include "pages/compare/runs/runs_panel.h"
#include "pages/compare/runs/runs_table.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "runs/run_names.h"
#include "support/fake_workspace.h"
#include "support/tiny_experiment.h"
#include "support/whole_program.h"
#include "widgets/empty_state.h"
#include "widgets/labels/elided_label.h"
#include "window/notices.h"
#include "window/window_actions.h"

#include <QAction>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
const QString kTicks = QStringLiteral("compare/checked");

QString idOf(int run) { return QStringLiteral("run-%1").arg(100000 + run); }

}  // namespace

class TestBegunRuns : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    Theme theme_;

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void aRunThatBeginsHereIsTicked() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.setWorkspace(*Workspace::open(folder_->filePath(QStringLiteral("runs")).toStdString()));
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        experiment.replace(testing::tinyExperiment(), QStringLiteral("test"));
        experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        for (int begun = 1; begun <= 2; ++begun) {
            runs.start({testing::tinyExperiment(), experiment.dataset()});
            QTRY_VERIFY_WITH_TIMEOUT(!runs.active() && panel.ticked().size() == begun, kPatience);
        }
        QTRY_COMPARE(preferences.window(kTicks).toStringList(), panel.ticked());
    }

    void noMoreAreTickedThanCanBeDrawn() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        QStringList ticks;
        for (int run = 0; run < 19; ++run) ticks << idOf(run);
        preferences.setWindow(kTicks, ticks);
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(25));
        QTRY_COMPARE(panel.ticked().size(), 19);
        Q_EMIT runs.begun(idOf(23));
        QCOMPARE(panel.ticked(), ticks + QStringList(idOf(23)));
        Q_EMIT runs.begun(idOf(24));
        QVERIFY(!panel.ticked().contains(idOf(24)));
    }

    void whatWasTickedByHandStays() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        preferences.setWindow(kTicks, QStringList{idOf(0)});
        ExperimentModel experiment;
        RunController runs;
        RunsPanel panel(theme_, experiment, runs, preferences);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(9));
        RunTableModel& model = panel.table().model();
        QTRY_COMPARE(model.rowCount(), 9);
        Q_EMIT runs.begun(idOf(1));
        QCOMPARE(panel.ticked(), (QStringList{idOf(0), idOf(1)}));
        const auto tickByHand = [&](int run, bool on) {
            QVERIFY(model.setData(model.index(model.rowOf(idOf(run)), 0), on ? Qt::Checked : Qt::Unchecked,
                                  Qt::CheckStateRole));
        };
        tickByHand(5, true);
        const QStringList chosen{idOf(0), idOf(1), idOf(5)};
        Q_EMIT runs.begun(idOf(2));
        QCOMPARE(panel.ticked(), chosen);
        panel.tick({idOf(3)});  // asked for
        QCOMPARE(panel.ticked().size(), 4);
        // Nothing ticked is no choice; from then on it goes by itself again.
        for (const int run : {0, 1, 3, 5}) tickByHand(run, false);
        for (const int run : {6, 7}) Q_EMIT runs.begun(idOf(run));
        QCOMPARE(panel.ticked(), (QStringList{idOf(6), idOf(7)}));
    }

    void oneRunIsShownWithoutAChoice() {
        test::WholeProgram program(folder_->path());
        QAction* action = program.window->actions()["view-details"];
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        QVERIFY(action->isEnabled());
        action->trigger();
        auto* details = program.window->page(QStringLiteral("compare"))->findChild<RunDetails*>();
        QVERIFY(details && details->isVisible());
        QVERIFY(details->findChild<EmptyState*>()->isVisible());
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_COMPARE(details->runId(), idOf(0));
        QVERIFY(!details->findChild<EmptyState*>()->isVisibleTo(details));
    }

    void whatUndoBroughtBackIsNotCalledDeleted() {
        test::WholeProgram program(folder_->path());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_COMPARE(program.runs.runs().size(), std::size_t{3});
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("runs")});
        program.window->page(QStringLiteral("compare"))->findChild<RunsPanel*>()->table().select(idOf(1));
        program.window->actions()["delete-run"]->trigger();
        const auto& notices = program.window->notices().notices();
        const auto reported = [&] {
            return std::ranges::count_if(
                notices, [](const Notice& notice) { return notice.command.key == QLatin1String("undo"); });
        };
        QCOMPARE(reported(), 1);
        QVERIFY(notices.back().clause.contains(QStringLiteral("is deleted")));
        QVERIFY(program.window->findChild<NoticeArea*>()->answer());
        responderOf(*program.window->findChild<NoticeArea*>()).ask(QStringLiteral("undo"));
        QCOMPARE(reported(), 0);
        QCOMPARE(program.experiment.undoStack().index(), 0);
    }
};

QTEST_MAIN(TestBegunRuns)
#include "tst_begun_runs.moc"
