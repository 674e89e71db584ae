// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep in the window: what the panel says and queues, and runs that train together.
// Holds ui/pages/model/sweep_panel.cpp.
#include "common/background_job.h"
#include "pages/model/sweep_panel.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "store/saved_sweep.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/tiny_experiment.h"
#include "support/whole_program.h"
#include "widgets/labels/wrapped_label.h"
#include "window/window_actions.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig setting(std::int64_t hidden, std::int64_t seed) {
    ExperimentConfig config = testing::tinyExperiment(1);
    config.hiddenSize = hidden;
    config.seed = seed;
    return config;
}

/// A run that has ended with this score, without training.
void endedRun(Workspace& workspace, const ExperimentConfig& config, double best) {
    auto record = workspace.createRun(config, std::string(), "made up");
    QVERIFY(record.ok());
    (void)(*record)->setBest(best, 10, 1);
    (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
}

QPushButton* button(QWidget& widget, const QString& part) {
    for (auto* candidate : widget.findChildren<QPushButton*>())
        if (candidate->text().contains(part)) return candidate;
    return nullptr;
}

bool says(QWidget& widget, const QString& words) {
    return std::ranges::any_of(widget.findChildren<QLabel*>(), [&](const QLabel* label) {
        const auto* wrapped = qobject_cast<const WrappedLabel*>(label);
        return label->isVisibleTo(&widget) && (wrapped ? wrapped->fullText() : label->text()).contains(words);
    });
}

}  // namespace

class TestSweepWindow : public QObject {
    Q_OBJECT

    /// Compare shows runs of Lorenz' series, the experiment is another one.
    static void seeOtherData(test::WholeProgram& program) {
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared() && program.runs.workspace(), kPatience);
        RunSummary there = test::endedRun("run", 8);
        there.config.edit() = program.experiment.config();
        there.config.edit().builtin = there.dataName = "lorenz";
        there.config.edit().targets = {"x"};
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector{there}));
        QTRY_VERIFY_WITH_TIMEOUT(program.board.newestRun(program.board.scope()), kPatience);
        program.window->showPage(QStringLiteral("compare"));
        QVERIFY(program.board.isElsewhere());
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void thePanelQueuesEveryCombinationWithEverySeed() {
        const QTemporaryDir folder;
        RunController runs;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(setting(4, 3), QStringLiteral("test"));
        experiment.reload();
        QueueController queue(runs);
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        queue.setPaused(true);
        SweepPanel panel(theme, experiment, runs, queue);
        panel.show();
        SavedSweep reported;
        connect(&panel, &SweepPanel::queued, this, [&reported](int, const SavedSweep& sweep) { reported = sweep; });
        QLineEdit* values = nullptr;
        for (auto* line : panel.findChildren<QLineEdit*>())
            if (line->accessibleName() == QLatin1String("Values")) values = line;
        values->setText(QStringLiteral("0.001, nonsense"));
        QVERIFY(!button(panel, "to the queue")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(says(panel, QStringLiteral("nonsense")), kPatience);
        values->setText(QStringLiteral("0.001, 0.003"));
        for (auto* box : panel.findChildren<QSpinBox*>())
            if (box->accessibleName() == QLatin1String("Seeds of each")) box->setValue(2);
        QVERIFY(says(panel, QStringLiteral("4 runs: 2 settings, 2 seeds each")));
        QVERIFY(says(panel, QStringLiteral("of memory")));
        QVERIFY(says(panel, QStringLiteral("Trains on ")));
        auto* run = button(panel, "Add 4 runs to the queue");
        QVERIFY(run && run->isEnabled());
        run->click();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{4}, kPatience);
        for (std::size_t i = 0; i < 4; ++i) {
            const QueuedRun& one = queue.state().runs[i];
            QVERIFY(one.together && one.why == "sweep");
            QCOMPARE(one.config.learningRate, i < 2 ? 0.001 : 0.003);
            QCOMPARE(one.config.seed, std::int64_t{3} + static_cast<std::int64_t>(i % 2));
        }
        QCOMPARE(reported.settings.size(), std::size_t{2});
        QCOMPARE(reported.seeds, std::int64_t{2});
        QCOMPARE(reported.settings[1].learningRate, 0.003);
        QVERIFY(experiment.undoStack().undoText().contains(QStringLiteral("queue")));
        experiment.undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(queue.state().runs.empty(), kPatience);
        experiment.undoStack().redo();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{4}, kPatience);
        // Unpaused they train, each as a run of its own.
        queue.setPaused(false);
        QTRY_VERIFY_WITH_TIMEOUT(
            runs.runs().size() == 4 &&
                std::ranges::all_of(runs.runs(), [](const RunSummary& one) { return one.state == RunState::Finished; }),
            kPatience);
    }

    // Beside the runs of other data, a sweep is one of those data: they are taken over first, as one undoable step.
    void onCompareItTrainsTheDataThatAreSeenThere() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        seeOtherData(program);
        if (QTest::currentTestFailed()) return;
        const ExperimentConfig before = program.experiment.config();
        auto& actions = program.window->actions();
        QTRY_VERIFY(actions["train"]->text().contains(program.board.experimentScope().label));
        actions["sweep"]->trigger();
        QCOMPARE(program.experiment.config().builtin, std::string("lorenz"));
        QVERIFY(!program.board.isElsewhere());
        QVERIFY(!actions["train"]->text().contains(QStringLiteral("lorenz")));
        auto* panel = program.window->findChild<SweepPanel*>();
        QVERIFY(panel && says(*panel, QStringLiteral("Trains on lorenz")));
        program.experiment.undoStack().undo();
        QCOMPARE(program.experiment.config().builtin, before.builtin);
        // On another page it is one of the experiment.
        panel->close();
        program.window->showPage(QStringLiteral("model"));
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared(), kPatience);
        actions["sweep"]->trigger();
        QCOMPARE(program.experiment.config().builtin, before.builtin);
    }

    // By Escape as by its button; what somebody changed meanwhile stays, and so does what a sweep was made of.
    void closedWithoutASweepItGivesTheExperimentBack() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        seeOtherData(program);
        if (QTest::currentTestFailed()) return;
        const ExperimentConfig before = program.experiment.config();
        QUndoStack& steps = program.experiment.undoStack();
        const int index = steps.index();
        const auto open = [&] {
            program.window->actions()["sweep"]->trigger();
            return program.window->findChild<SweepPanel*>();
        };
        for (const bool isByKey : {true, false}) {
            SweepPanel* panel = open();
            QVERIFY(panel && panel->isVisible());
            QCOMPARE(program.experiment.config().builtin, std::string("lorenz"));
            if (isByKey)
                QTest::keyClick(panel, Qt::Key_Escape);
            else
                panel->close();
            QVERIFY(!panel->isVisible());
            QCOMPARE(program.experiment.config(), before);
            QCOMPARE(steps.index(), index);
            QVERIFY(program.board.isElsewhere());
        }
        SweepPanel* panel = open();
        program.experiment.set("hidden_size", std::int64_t{7});
        QTest::keyClick(panel, Qt::Key_Escape);
        QCOMPARE(program.experiment.config().builtin, std::string("lorenz"));
        QCOMPARE(program.experiment.config().hiddenSize, std::int64_t{7});
    }

    // Known pairs of setting and seed are said before anything starts, and are not trained again unless that is wanted.
    void whatIsTrainedAlreadyIsSaidAndUsed() {
        const QTemporaryDir folder;
        const auto workspace = *Workspace::open(folder.path().toStdString());
        ExperimentConfig base = setting(4, 3);
        base.learningRate = 0.001;
        for (const std::int64_t seed : {3, 4}) {
            ExperimentConfig known = base;
            known.seed = seed;
            known.name = "another name";
            endedRun(*workspace, known, 0.3);
        }
        ExperimentConfig begun = base;  // without a score
        begun.seed = 5;
        QVERIFY(workspace->createRun(begun, std::string(), "made up").ok());
        RunController runs;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(base, QStringLiteral("test"));
        experiment.reload();
        QueueController queue(runs);
        runs.setWorkspace(workspace);
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{3}, kPatience);
        queue.setPaused(true);
        SweepPanel panel(theme, experiment, runs, queue);
        panel.show();
        QSignalSpy reported(&panel, &SweepPanel::queued);
        const auto ask = [&panel](const char* values, int seeds) {
            for (auto* line : panel.findChildren<QLineEdit*>())
                if (line->accessibleName() == QLatin1String("Values")) line->setText(QString::fromLatin1(values));
            for (auto* box : panel.findChildren<QSpinBox*>())
                if (box->accessibleName() == QLatin1String("Seeds of each")) box->setValue(seeds);
        };
        auto* again = panel.findChildren<QCheckBox*>().last();
        ask("0.003", 2);
        QVERIFY(button(panel, "Add 2 runs to the queue") && !again->isVisibleTo(&panel));
        ask("0.001, 0.003", 3);
        QVERIFY(says(panel, QStringLiteral("6 runs: 2 settings, 3 seeds each")));
        QVERIFY(says(panel, QStringLiteral("2 of 6 are already trained and count")));
        QVERIFY(button(panel, "Add 4 runs to the queue"));
        QVERIFY(again->isVisibleTo(&panel) && !again->isChecked());
        again->setChecked(true);
        QVERIFY(says(panel, QStringLiteral("2 of 6 are already trained.")));
        QVERIFY(button(panel, "Add 6 runs to the queue"));
        again->setChecked(false);
        button(panel, "Add 4 runs to the queue")->click();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{4}, kPatience);
        for (const QueuedRun& one : queue.state().runs)
            QVERIFY(one.config.learningRate == 0.003 || one.config.seed == 5);
        QCOMPARE(reported[0][1].value<SavedSweep>().settings.size(), std::size_t{2});  // the result is of all of them
        // Nothing is left to train: what they came to is shown.
        panel.show();
        ask("0.001", 2);
        button(panel, "Show what they came to")->click();
        QCOMPARE(reported[1][0].toInt(), 0);
        QCOMPARE(queue.state().runs.size(), std::size_t{4});
    }
};

QTEST_MAIN(TestSweepWindow)
#include "tst_sweep_window.moc"
