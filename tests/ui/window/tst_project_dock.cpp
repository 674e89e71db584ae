// SPDX-License-Identifier: GPL-3.0-or-later
// The left column speaks of the task at hand, and its figures are never cut.
#include "common/background_job.h"
#include "common/theme.h"
#include "models/run_figures.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "store/workspace.h"
#include "widgets/labels/elided_label.h"
#include "window/project_dock.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <utility>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestProjectDock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void baselinesAreThoseOfTheTask() {
        const auto has = [](const char* task, const char* name) {
            return std::ranges::any_of(
                baselinesOf(task), [&](const BaselineName& baseline) { return baseline.label == QLatin1String(name); });
        };
        QVERIFY(has("forecast", "Persistence") && !has("forecast", "Majority class"));
        for (const char* task : {"classification", "labelling"})
            QVERIFY(has(task, "Majority class") && !has(task, "Persistence") &&
                    !has(task, "Mean of the training targets"));
        QVERIFY(has("regression", "Mean of the training targets") && !has("regression", "Majority class"));
        QVERIFY(has("classification", "1-NN (Euclid)") && !has("labelling", "1-NN (Euclid)"));
    }

    void theColumnFollowsTheTask() {
        Theme theme;
        ExperimentModel experiment;
        RunController runs;
        ProjectDock dock(theme, experiment, runs);
        const auto lists = [&](const char* name) {
            return std::ranges::any_of(dock.findChildren<ElidedLabel*>(), [&](const ElidedLabel* label) {
                return label->fullText() == QLatin1String(name);
            });
        };
        QVERIFY(lists("Persistence"));
        experiment.openBuiltin(QStringLiteral("temporal-order"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && lists("Majority class"), kPatience);
        QVERIFY(!lists("Persistence"));
    }

    void aShownRunOfAnotherTaskLeavesTheBaselinesOfTheData() {
        const QTemporaryDir folder;
        auto opened = Workspace::open(folder.path().toStdString());
        QVERIFY(opened.ok());
        const std::shared_ptr<Workspace> workspace = std::move(*opened);
        ExperimentConfig config;
        config.builtin = "temporal-order";
        config.task = "classification";
        QString id;
        {
            auto record = workspace->createRun(config, {}, "made up");
            QVERIFY(record.ok());
            (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
            id = QString::fromStdString((*record)->id());
        }
        Theme theme;
        ExperimentModel experiment;
        RunController runs;
        ProjectDock dock(theme, experiment, runs);
        const auto lists = [&](const char* name) {
            return std::ranges::any_of(dock.findChildren<ElidedLabel*>(), [&](const ElidedLabel* label) {
                return label->fullText() == QLatin1String(name);
            });
        };
        runs.setWorkspace(workspace);
        runs.open(id);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == id, kPatience);
        QVERIFY(lists("Persistence") && !lists("Majority class"));
    }

    void baselinesComeFromAnyRunOnTheOpenData() {
        const QTemporaryDir folder;
        const auto workspace = *Workspace::open(folder.path().toStdString());
        ExperimentModel experiment;
        const auto endedRun = [&](const ExperimentConfig& config) {
            auto record = workspace->createRun(config, {}, "made up");
            const SelectionScore judged = selectionScore("forecast");
            (void)(*record)->addEvent({ValidationBaselines{{{"persistence", judged.scale, judged.score, 0.4321}}}});
            (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
            return QString::fromStdString((*record)->id());
        };
        endedRun(experiment.config());
        ExperimentConfig other = experiment.config();
        other.builtin = "mackey-glass";
        const QString shown = endedRun(other);
        Theme theme;
        RunController runs;
        ProjectDock dock(theme, experiment, runs);
        const auto tells = [&dock] {
            return std::ranges::any_of(dock.findChildren<QLabel*>(),
                                       [](const QLabel* label) { return label->text() == QLatin1String("0.4321"); });
        };
        QVERIFY(!tells());
        runs.setWorkspace(workspace);  // after a restart no run is shown
        QTRY_VERIFY_WITH_TIMEOUT(tells(), kPatience);
        runs.open(shown);  // on other data
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == shown, kPatience);
        QVERIFY(tells());
        // The losses of another horizon are other ones.
        experiment.set("horizon", std::int64_t{7});
        QTRY_VERIFY_WITH_TIMEOUT(!tells(), kPatience);
    }

    void theRunThatWasClickedStaysChosenWhileItIsRead() {
        const QTemporaryDir folder;
        const std::shared_ptr<Workspace> workspace = *Workspace::open(folder.path().toStdString());
        const auto endedRun = [&] {
            auto record = workspace->createRun(ExperimentConfig(), {}, "made up");
            (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
            return QString::fromStdString((*record)->id());
        };
        const QString shown = endedRun(), clicked = endedRun();
        Theme theme;
        ExperimentModel experiment;
        RunController runs;
        ProjectDock dock(theme, experiment, runs);
        runs.setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{2}, kPatience);
        runs.open(shown);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current(), kPatience);
        QCOMPARE(dock.selectedRun(), shown);
        dock.select(clicked);
        runs.open(clicked);
        runs.rename(shown, "another name");  // the list is told of anew
        QCOMPARE(runs.current()->id, shown);
        QCOMPARE(dock.selectedRun(), clicked);
    }

    void figuresOfTheDataAreWhole() {
        Theme theme;
        QWidget window;
        window.setStyleSheet(theme.styleSheet());
        ExperimentModel experiment;
        RunController runs;
        ProjectDock dock(theme, experiment, runs, &window);
        experiment.openBuiltin(QStringLiteral("temporal-order"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        window.show();
        for (const int width : {200, 232, 400}) {
            dock.resize(width, 700);
            QCoreApplication::processEvents();
            const QLabel* figures = nullptr;
            for (const QLabel* label : dock.findChildren<QLabel*>())
                if (label->text().contains(QStringLiteral("sequences"))) figures = label;
            QVERIFY(figures);
            QVERIFY2(
                figures->width() >= figures->sizeHint().width(),
                qPrintable(
                    QStringLiteral("%1: %2 of %3").arg(width).arg(figures->width()).arg(figures->sizeHint().width())));
        }
    }
};

QTEST_MAIN(TestProjectDock)
#include "tst_project_dock.moc"
