// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run once more: what comes of each choice, what is refused, and the window that asks.
// Holds ui/pages/run_again_panel.cpp.
#include "common/background_job.h"
#include "common/theme.h"
#include "config/field.h"
#include "pages/run_again_panel.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/tiny_experiment.h"

#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

namespace {

/// Its rate was halved by hand in its third epoch, after the best one.
RunSummary savedRun() {
    RunSummary run;
    run.id = run.name = "kept";
    run.state = RunState::Finished;
    run.config = testing::tinyExperiment(6);
    run.epochs = run.epoch = 6;
    run.step = 60;
    run.bestEpoch = 2;
    const Field* rate = findField("learning_rate");
    const FieldValue before = fieldValue(run.config, *rate);
    run.changes = {{{rate, before, std::get<double>(before) / 2}, 25, 3}};
    return run;
}

}  // namespace

class TestRunAgain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        run_ = savedRun();
        RunSummary untrained = savedRun();
        untrained.id = untrained.name = "untrained";
        untrained.step = untrained.epoch = 0;
        untrained.bestEpoch = -1;
        runs_ = std::make_unique<RunController>();
        queue_ = std::make_unique<QueueController>(*runs_);
        experiment_ = std::make_unique<ExperimentModel>();
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(
            std::vector{run_, untrained}, std::filesystem::path(folder_->path().toStdString())));
        QTRY_VERIFY(runs_->findRun(QStringLiteral("kept")));
        experiment_->replace(run_.config, QStringLiteral("test"));
    }
    void cleanup() {
        BackgroundJob::waitForAll();
        experiment_.reset();
        queue_.reset();
        runs_.reset();
    }

    void fromItsStartItIsTheRunWithAnotherSeed() {
        const std::int64_t seed = queue_->plan().freeSeed(run_.config);
        QVERIFY(seed != run_.config->seed);
        const PlannedRun planned = plan({.seed = seed});
        ExperimentConfig wanted = run_.config;
        wanted.seed = seed;
        QVERIFY(planned.run.config == wanted);
        QVERIFY(planned.run.parent == "kept" && planned.run.why == "repeat" && planned.run.branchFrom.empty() &&
                planned.run.moreEpochs == 0);
        QVERIFY2(planned.text.contains(QStringLiteral("Seed")) && planned.text.contains(QStringLiteral("6 epochs")),
                 qPrintable(planned.text));
        QCOMPARE(planned.obstacle, QString());
        // Nothing new comes of the same once more, and that is said.
        QVERIFY2(plan({}).text.contains(QStringLiteral("same numbers")), qPrintable(plan({}).text));
    }

    void aCheckpointHasTheSettingsOfItsMoment() {
        const auto rate = [this](const char* checkpoint) {
            return plan({.checkpoint = QString::fromLatin1(checkpoint)}).run.config.learningRate;
        };
        const double began = run_.config->learningRate;
        QCOMPARE(rate(""), began);
        QCOMPARE(rate("best"), began);
        QCOMPARE(rate("24"), began);
        QCOMPARE(rate("30"), began / 2);
        QCOMPARE(rate("last"), began / 2);
        const PlannedRun best = plan({.checkpoint = QStringLiteral("best")});
        QVERIFY(best.run.branchFrom == "best" && best.run.why == "branch" && best.run.moreEpochs == 6);
        QVERIFY2(best.text.contains(QStringLiteral("epoch 2")) && best.text.contains(QStringLiteral("same settings")),
                 qPrintable(best.text));
        QVERIFY(plan({.checkpoint = QStringLiteral("last")}).text.contains(QStringLiteral("step 60")));
        QVERIFY(plan({.checkpoint = QStringLiteral("24")}).text.contains(QStringLiteral("step 24")));
    }

    void theModelPageGivesItsSettings() {
        ExperimentConfig changed = run_.config;
        changed.dropout = 0.25;
        changed.epochs = 9;
        experiment_->replace(changed, QStringLiteral("test"));
        const PlannedRun branch = plan({QStringLiteral("best"), true});
        QVERIFY(branch.run.config == changed && branch.run.moreEpochs == 9);
        QVERIFY2(branch.text.contains(QStringLiteral("Dropout")), qPrintable(branch.text));
        QCOMPARE(branch.obstacle, QString());
        const PlannedRun fresh = plan({{}, true, 77});
        QVERIFY(fresh.run.config.dropout == 0.25 && fresh.run.config.seed == 77 && fresh.run.why.empty());
        // The weights fit no other network; from the start any will do, and its own settings always.
        changed.hiddenSize = 5;
        experiment_->replace(changed, QStringLiteral("test"));
        QVERIFY2(plan({QStringLiteral("last"), true}).obstacle.contains(QStringLiteral("Hidden size")),
                 qPrintable(plan({QStringLiteral("last"), true}).obstacle));
        QCOMPARE(plan({{}, true}).obstacle, QString());
        QCOMPARE(plan({.checkpoint = QStringLiteral("last")}).obstacle, QString());
        // What cannot be used is refused from the start, too.
        experiment_->setUnread("hidden_size", QStringLiteral("not a number"));
        QVERIFY2(plan({{}, true}).obstacle.contains(QStringLiteral("not a number")),
                 qPrintable(plan({{}, true}).obstacle));
        QCOMPARE(plan({}).obstacle, QString());
    }

    void whatHasNoCheckpointSaysSo() {
        const RunSummary& untrained = *runs_->findRun(QStringLiteral("untrained"));
        for (const char* checkpoint : {"best", "last"}) {
            RunAgain choice;
            choice.checkpoint = QString::fromLatin1(checkpoint);
            QVERIFY(planAgain(*runs_, *experiment_, untrained, choice).obstacle.contains(QStringLiteral("no step")));
        }
        run_.bestEpoch = -1;
        QVERIFY(plan({.checkpoint = QStringLiteral("best")}).obstacle.contains(QStringLiteral("validation")));
        QCOMPARE(plan({.checkpoint = QStringLiteral("last")}).obstacle, QString());
        QSignalSpy problems(runs_.get(), &RunController::problem);
        QVERIFY(runAgain(*runs_, *queue_, *experiment_, QStringLiteral("untrained"), {QStringLiteral("last")}) ==
                Began::Refused);
        QCOMPARE(problems.size(), 1);
    }

    void theWindowAsks() {
        RunAgainPanel& panel = ask(QStringLiteral("kept"));
        QVERIFY2(panel.windowTitle().contains(QStringLiteral("kept")), qPrintable(panel.windowTitle()));
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        // Enter at once repeats it with another seed.
        QVERIFY(button(panel, "the start")->isChecked() && button(panel, "those of the run")->isChecked() &&
                button(panel, "another: ")->isChecked());
        QVERIFY(button(panel, "the start")->hasFocus());
        // A branch keeps the seed, until somebody chooses one.
        button(panel, "its best checkpoint, epoch 2")->click();
        QVERIFY(button(panel, "the same: ")->isChecked());
        button(panel, "another: ")->click();
        button(panel, "its last checkpoint, step 60")->click();
        QVERIFY(button(panel, "another: ")->isChecked());
        // What stands in the way is said, and nothing starts.
        ExperimentConfig other = run_.config;
        other.hiddenSize = 5;
        experiment_->replace(other, QStringLiteral("test"));
        button(panel, "those of the Model page")->click();
        QVERIFY(says(panel, "Against the run: ") && says(panel, "do not fit the Model page"));
        QVERIFY(!start(panel)->isEnabled());
        QSignalSpy began(&panel, &RunAgainPanel::began);
        QTest::keyClick(&panel, Qt::Key_Return);
        QVERIFY(began.isEmpty() && panel.isVisible());
        button(panel, "those of the run")->click();
        QVERIFY(!says(panel, "do not fit the Model page") && start(panel)->isEnabled());
        QTest::keyClick(button(panel, "those of the run"), Qt::Key_Return);
        QCOMPARE(began.size(), 1);
        QVERIFY(began[0][0].value<Began>() == Began::Now && !began[0][1].toString().isEmpty());
        QTRY_VERIFY(!panel_);
    }

    void itIsAllReachedByKeys() {
        RunAgainPanel& panel = ask(QStringLiteral("kept"));
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QTest::keyClick(button(panel, "the start"), Qt::Key_Down);
        QVERIFY(button(panel, "its best checkpoint")->isChecked());
        QStringList passed;
        for (int i = 0; i < 5; ++i) {
            passed << qobject_cast<QAbstractButton*>(panel.focusWidget())->text().section(QLatin1Char(':'), 0, 0);
            QTest::keyClick(panel.focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(passed,
                 (QStringList{QStringLiteral("its best checkpoint, epoch 2"), QStringLiteral("those of the run"),
                              QStringLiteral("the same"), QStringLiteral("Close"), QStringLiteral("Start")}));
        QSignalSpy began(&panel, &RunAgainPanel::began);
        QTest::keyClick(&panel, Qt::Key_Escape);
        QTRY_VERIFY(!panel_);
        QVERIFY(began.isEmpty());
    }

    void whatIsNotThereIsGreyWithTheReason() {
        RunAgainPanel& panel = ask(QStringLiteral("untrained"));
        for (const char* name : {"its best checkpoint", "its last checkpoint"}) {
            const auto* choice = button(panel, name);
            QVERIFY(!choice->isEnabled());
            QVERIFY2(choice->text().contains(QStringLiteral("no step")), qPrintable(choice->text()));
        }
        QVERIFY(start(panel)->isEnabled());
    }

    void aChosenCheckpointIsOffered() {
        RunAgainPanel& panel = ask(QStringLiteral("kept"), QStringLiteral("24"));
        QVERIFY(button(panel, "its checkpoint of step 24")->isChecked());
        QVERIFY(says(panel, "step 24"));
        panel.close();
        // The last one by its step is the last one.
        QVERIFY(button(ask(QStringLiteral("kept"), QStringLiteral("60")), "its last checkpoint")->isChecked());
    }

    void aRunThatIsGoneClosesIt() {
        ask(QStringLiteral("kept"));
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(0));
        QTRY_VERIFY(!panel_);
    }

private:
    PlannedRun plan(const RunAgain& choice) { return planAgain(*runs_, *experiment_, run_, choice); }
    RunAgainPanel& ask(const QString& run, const QString& checkpoint = {}) {
        panel_ = new RunAgainPanel(theme_, *experiment_, *runs_, *queue_, run, checkpoint);
        panel_->open();
        return *panel_;
    }
    static QRadioButton* button(const RunAgainPanel& panel, const char* begins) {
        for (auto* one : panel.findChildren<QRadioButton*>())
            if (one->text().startsWith(QLatin1String(begins))) return one;
        qFatal("no choice '%s'", begins);
    }
    static QPushButton* start(const RunAgainPanel& panel) {
        for (auto* one : panel.findChildren<QPushButton*>())
            if (one->isDefault()) return one;
        qFatal("no default button");
    }
    static bool says(const RunAgainPanel& panel, const char* text) {
        return std::ranges::any_of(panel.findChildren<QLabel*>(), [text](const QLabel* label) {
            return label->isVisible() &&
                   QString(label->text()).replace(QLatin1Char('\n'), QLatin1Char(' ')).contains(QLatin1String(text));
        });
    }

    Theme theme_;
    std::unique_ptr<QTemporaryDir> folder_;
    RunSummary run_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<QueueController> queue_;
    std::unique_ptr<ExperimentModel> experiment_;
    QPointer<RunAgainPanel> panel_;
};

QTEST_MAIN(TestRunAgain)
#include "tst_run_again.moc"
