// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs that go on, as the window does it: more epochs, branches, what an epoch will take.
#include "background_job.h"
#include "device_watch.h"
#include "experiment_model.h"
#include "pages/continue_run.h"
#include "pages/lineage_panel.h"
#include "pages/preflight_inspector.h"
#include "pages/run_figures.h"
#include "queue_controller.h"
#include "run_controller.h"
#include "widgets/key_values.h"

#include <QInputDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <cmath>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig smallConfig() {
    ExperimentConfig config;
    config.builtinLength = 300;
    config.lookback = 8;
    config.horizon = 2;
    config.hiddenSize = 4;
    config.epochs = 2;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

}  // namespace

class TestContinueRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        QSignalSpy ready(&runs_, &RunController::engineReady);
        runs_.setWorkspace(*Workspace::open(folder_.path().toStdString()));
        runs_.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        experiment_.replace(smallConfig(), QStringLiteral("test"));
        experiment_.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment_.dataset() && !experiment_.preparing(), kPatience);
        runs_.start(smallConfig(), experiment_.dataset());
        waitForEnd();
        QCOMPARE(runs_.runs().size(), std::size_t{1});
        parent_ = QString::fromStdString(runs_.runs().front().id);
    }
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void asksForANumberAndTrainsOn() {
        QWidget above;
        bool started = false;
        askMoreEpochs(above, runs_, parent_, [&started] { started = true; });
        auto* question = above.findChild<QInputDialog*>();
        QVERIFY(question && question->labelText().contains(QStringLiteral("LSTM")));
        question->setIntValue(3);
        question->accept();
        QVERIFY(started && runs_.active());
        waitForEnd();
        const RunSummary* run = runs_.findRun(parent_);
        QVERIFY(run && run->state == RunState::Finished);
        QCOMPARE(run->epochs, std::int64_t{5});
        QCOMPARE(run->epoch, std::int64_t{5});
        QCOMPARE(runs_.runs().size(), std::size_t{1});
        QCOMPARE(runs_.current()->summary.config->epochs, std::int64_t{5});
    }

    void branchesWithTheSettingsOfTheModelPage() {
        ExperimentConfig config = smallConfig();
        config.learningRate = 0.0005;
        experiment_.replace(config, QStringLiteral("test"));
        QVERIFY(branchFrom(runs_, experiment_, parent_, QStringLiteral("best")));
        QVERIFY(runs_.active());
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(!branchFrom(runs_, experiment_, parent_, QStringLiteral("best")));  // one at a time
        QCOMPARE(problems.count(), 1);
        waitForEnd();
        QCOMPARE(runs_.runs().size(), std::size_t{2});
        const RunSummary& child = runs_.runs().front();
        QCOMPARE(QString::fromStdString(child.parent), parent_);
        QVERIFY(child.branchStep > 0 && child.step > child.branchStep && child.config->learningRate == 0.0005);
        Theme theme;
        LineagePanel lineage(theme, runs_);
        lineage.setShown(true);
        auto* tree = lineage.findChild<QTreeWidget*>();
        QCOMPARE(tree->topLevelItemCount(), 1);
        const QString what = tree->topLevelItem(0)->child(0)->text(1);
        QVERIFY2(what.startsWith(QStringLiteral("branch at step %1: ").arg(child.branchStep)) && what.contains(QStringLiteral("Learning rate")), qPrintable(what));
    }

    void refusesOtherShapes() {
        ExperimentConfig config = smallConfig();
        config.hiddenSize = 5;
        experiment_.replace(config, QStringLiteral("test"));
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(!branchFrom(runs_, experiment_, parent_, QStringLiteral("last")));
        QCOMPARE(problems.count(), 1);
        QVERIFY2(problems[0][0].toString().contains(QStringLiteral("Hidden size")), qPrintable(problems[0][0].toString()));
        QVERIFY(!runs_.active());
    }

    void theQueueBranches() {
        QueuedRun entry;
        entry.config = smallConfig();
        entry.config.dropout = 0;
        entry.parent = parent_.toStdString();
        entry.branchFrom = "last";
        entry.moreEpochs = 1;
        entry.why = "branch";
        queue_.add({entry});
        QTRY_COMPARE_WITH_TIMEOUT(runs_.runs().size(), std::size_t{3}, kPatience);
        waitForEnd();
        QVERIFY(runs_.runs().front().branchStep > 0);
    }

    void measuresAnEpochBeforehand() {
        experiment_.replace(smallConfig(), QStringLiteral("test"));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_.preparing(), kPatience);
        Theme theme;
        DeviceWatch device;
        PreflightInspector card(theme, experiment_, runs_, device);
        auto* figures = card.findChild<KeyValueList*>();
        QCOMPARE(figures->value(QStringLiteral("Time per epoch")), QStringLiteral("-"));
        QPushButton* measure = nullptr;
        for (auto* button : card.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Measure")) measure = button;
        QVERIFY(measure && measure->isEnabled());
        measure->click();
        QTRY_VERIFY_WITH_TIMEOUT(figures->value(QStringLiteral("Time per epoch")).endsWith(QStringLiteral("measured")), kPatience);
        // It is of these settings only.
        ExperimentConfig other = smallConfig();
        other.batchSize = 11;
        experiment_.replace(other, QStringLiteral("test"));
        QTRY_COMPARE_WITH_TIMEOUT(figures->value(QStringLiteral("Time per epoch")), QStringLiteral("-"), kPatience);
    }

    void forecastsAreScored() {
        const RunForecastScores scores = forecastScores(*runs_.current());
        QVERIFY(scores.memory.forecast > 0 && scores.memory.measured > 0 && std::isfinite(scores.memory.errorPercent()));
        QVERIFY(scores.epoch.measured > 0);
        const auto number = [](double value) { return QString::number(value); };
        QCOMPARE(forecastText({2, 4}, number), QStringLiteral("forecast 2, measured 4, -50 %"));
        QCOMPARE(forecastText({std::nan(""), 4}, number), QStringLiteral("4"));
        QCOMPARE(forecastText({}, number), QStringLiteral("-"));
    }

    void aRunThatWasResetGoesOn() {
        ExperimentConfig config = smallConfig();
        config.epochs = 100000;
        runs_.start(config, experiment_.dataset());
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > 2, kPatience);
        const QString id = runs_.live()->id;
        QString left;
        connect(&runs_, &RunController::left, this, [&left](const QString& run) { left = run; });
        runs_.reset();
        QVERIFY(!runs_.live() && !runs_.current());
        QTRY_COMPARE_WITH_TIMEOUT(left, id, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(runs_.findRun(id) && runs_.findRun(id)->state == RunState::Interrupted, kPatience);
        const auto step = runs_.findRun(id)->step;
        QVERIFY(step > 2);
        runs_.resume(id);
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > step, kPatience);
        runs_.stop();
        waitForEnd();
        QCOMPARE(runs_.findRun(id)->state, RunState::Finished);
    }

private:
    void waitForEnd() {
        QTRY_VERIFY_WITH_TIMEOUT(!runs_.active(), kPatience);
        QSignalSpy listed(&runs_, &RunController::runsChanged);
        runs_.refreshRuns();
        QTRY_VERIFY_WITH_TIMEOUT(listed.count() > 0, kPatience);
    }

    QTemporaryDir folder_;
    RunController runs_;
    QueueController queue_{runs_};
    ExperimentModel experiment_;
    QString parent_;
};

QTEST_MAIN(TestContinueRun)
#include "tst_continue_run.moc"
