// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs that go on, as the window does it: more epochs, branches, what an epoch will take.
#include "common/background_job.h"
#include "models/run_figures.h"
#include "pages/model/preflight_inspector.h"
#include "pages/run_again_panel.h"
#include "pages/train/continue_run.h"
#include "pages/train/strip/waiting_list.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"
#include "widgets/key_values.h"
#include "widgets/popover.h"

#include <QFile>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

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
        experiment_.replace(testing::tinyExperiment(), QStringLiteral("test"));
        experiment_.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment_.dataset() && !experiment_.preparing(), kPatience);
        runs_.start({testing::tinyExperiment(), experiment_.dataset()});
        waitForEnd();
        QCOMPARE(runs_.runs().size(), std::size_t{1});
        parent_ = QString::fromStdString(runs_.runs().front().id);
    }
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void asksForANumberAndTrainsOn() {
        QWidget above;
        above.resize(400, 40);
        above.show();
        std::optional<Began> began;
        const auto ask = [&] {
            askMoreEpochs(&above, runs_, queue_, parent_, [&began](Began what) { began = what; });
            return above.findChild<Popover*>();
        };
        // Escape asks for nothing, and nothing stays.
        QPointer<Popover> question = ask();
        QVERIFY(question && question->isVisible() && question->accessibleName().contains(QStringLiteral("LSTM")));
        QTest::keyClick(question->findChild<QSpinBox*>(), Qt::Key_Escape);
        QTRY_VERIFY(!question);
        QVERIFY(!began && !runs_.active());
        question = ask();
        auto* number = question->findChild<QSpinBox*>();
        QTest::keyClicks(number, QStringLiteral("3"));  // all of the number is chosen: it is typed over
        QTest::keyClick(number, Qt::Key_Return);
        QVERIFY(began == Began::Now && runs_.active());
        QTRY_VERIFY(!question);
        waitForEnd();
        const RunSummary* run = runs_.findRun(parent_);
        QVERIFY(run && run->state == RunState::Finished);
        QCOMPARE(run->epochs, std::int64_t{5});
        QCOMPARE(run->epoch, std::int64_t{5});
        QCOMPARE(runs_.runs().size(), std::size_t{1});
        QCOMPARE(runs_.current()->summary.config->epochs, std::int64_t{5});
    }

    void branchesWithTheSettingsOfTheModelPage() {
        ExperimentConfig config = testing::tinyExperiment();
        config.learningRate = 0.0005;
        experiment_.replace(config, QStringLiteral("test"));
        QVERIFY(runAgain(runs_, queue_, experiment_, parent_, {QStringLiteral("best"), true}) == Began::Now);
        QVERIFY(runs_.active());
        waitForEnd();
        QCOMPARE(runs_.runs().size(), std::size_t{2});
        const RunSummary& child = runs_.runs().front();
        QCOMPARE(QString::fromStdString(child.parent), parent_);
        QVERIFY(child.branchStep > 0 && child.step > child.branchStep && child.config->learningRate == 0.0005);
    }

    void repeatsWithItsOwnSettings() {
        ExperimentConfig other = testing::tinyExperiment();
        other.hiddenSize = 5;
        experiment_.replace(other, QStringLiteral("test"));
        const std::size_t before = runs_.runs().size();
        const std::int64_t seed = queue_.plan().freeSeed(runs_.findRun(parent_)->config);
        RunAgain choice;
        choice.seed = seed;
        QVERIFY(runAgain(runs_, queue_, experiment_, parent_, choice) == Began::Now);
        waitForEnd();
        QCOMPARE(runs_.runs().size(), before + 1);
        const RunSummary& child = runs_.runs().front();
        QVERIFY(QString::fromStdString(child.parent) == parent_ && child.branchStep < 0);
        QVERIFY(child.config->hiddenSize == 4 && child.config->seed == seed);
    }

    void refusesOtherShapes() {
        ExperimentConfig config = testing::tinyExperiment();
        config.hiddenSize = 5;
        experiment_.replace(config, QStringLiteral("test"));
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(runAgain(runs_, queue_, experiment_, parent_, {QStringLiteral("last"), true}) == Began::Refused);
        QCOMPARE(problems.count(), 1);
        QVERIFY2(problems[0][0].toString().contains(QStringLiteral("Hidden size")),
                 qPrintable(problems[0][0].toString()));
        QVERIFY(!runs_.active());
    }

    void refusesDataOfOtherWidth() {
        QFile file(folder_.filePath(QStringLiteral("wide.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a,b,c\n");
        for (int i = 0; i < 300; ++i)
            file.write(QByteArray::number(std::sin(0.1 * i)) + "," + QByteArray::number(std::cos(0.1 * i)) + "," +
                       QByteArray::number(i % 7) + "\n");
        file.close();
        experiment_.replace(testing::tinyExperiment(), QStringLiteral("test"));
        experiment_.openFile(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_.loading() && !experiment_.preparing() && experiment_.prepared() &&
                                     experiment_.shape().inputs == 3,
                                 kPatience);
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(runAgain(runs_, queue_, experiment_, parent_, {QStringLiteral("last"), true}) == Began::Refused);
        QCOMPARE(problems.count(), 1);
        QVERIFY2(problems[0][0].toString().contains(QStringLiteral("data columns")),
                 qPrintable(problems[0][0].toString()));
        QVERIFY(!runs_.active() && queue_.state().runs.empty());
        experiment_.openBuiltin(QString::fromStdString(testing::tinyExperiment().builtin));
        experiment_.replace(testing::tinyExperiment(), QStringLiteral("test"));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_.loading() && !experiment_.preparing() && experiment_.prepared(),
                                 kPatience);
    }

    void theQueueBranches() {
        QueuedRun entry;
        entry.config = testing::tinyExperiment();
        entry.config.dropout = 0;
        entry.parent = parent_.toStdString();
        entry.branchFrom = "last";
        entry.moreEpochs = 1;
        entry.why = "branch";
        queue_.add({entry});
        QTRY_COMPARE_WITH_TIMEOUT(runs_.runs().size(), std::size_t{4}, kPatience);
        waitForEnd();
        QVERIFY(runs_.runs().front().branchStep > 0);
    }

    void whileARunTrainsABranchAndMoreEpochsWait() {
        experiment_.replace(testing::tinyExperiment(), QStringLiteral("test"));
        const std::size_t before = runs_.runs().size();
        const std::int64_t epochs = runs_.findRun(parent_)->epochs;
        ExperimentConfig endless = testing::tinyExperiment();
        endless.epochs = 100000;
        runs_.start({endless, experiment_.dataset()});
        QSignalSpy problems(&runs_, &RunController::problem);
        Theme theme;
        {
            const RunAgainPanel panel(theme, experiment_, runs_, queue_, parent_, {});
            const auto buttons = panel.findChildren<QPushButton*>();
            QVERIFY(std::ranges::any_of(buttons, [](const QPushButton* button) {
                return button->isDefault() && button->text() == QStringLiteral("Add to queue");
            }));
        }
        QVERIFY(runAgain(runs_, queue_, experiment_, parent_, {QStringLiteral("best"), true}) == Began::Queued);
        QVERIFY(trainMore(runs_, queue_, parent_, 2) == Began::Queued);
        QTRY_COMPARE_WITH_TIMEOUT(queue_.state().runs.size(), std::size_t{2}, kPatience);
        QUndoStack stack;
        const WaitingList card(theme, runs_, queue_, stack);
        const auto* list = card.findChild<QTreeWidget*>();
        const QString branch = list->topLevelItem(0)->text(2), more = list->topLevelItem(1)->text(2);
        QVERIFY2(branch.startsWith(QStringLiteral("branch from the best checkpoint of ")), qPrintable(branch));
        QCOMPARE(more, QStringLiteral("trains 2 epochs more"));
        // Another window, or the next start, reads the same.
        const auto kept = RunQueue(folder_.path().toStdString()).read();
        QVERIFY(kept.ok() && kept->runs.size() == 2);
        QVERIFY(kept->runs[0].branchFrom == "best" && kept->runs[0].parent == parent_.toStdString() &&
                kept->runs[0].why == "branch");
        QVERIFY(kept->runs[1].resume == parent_.toStdString() && kept->runs[1].moreEpochs == 2);
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > 2, kPatience);
        runs_.stop();
        QTRY_VERIFY_WITH_TIMEOUT(queue_.state().runs.empty() && !runs_.active(), kPatience);
        waitForEnd();
        QCOMPARE(runs_.runs().size(), before + 2);  // the endless one and the branch
        QVERIFY(std::ranges::any_of(runs_.runs(), [&](const RunSummary& run) {
            return run.branchStep > 0 && run.parent == parent_.toStdString() &&
                   run.config->learningRate == testing::tinyExperiment().learningRate;
        }));
        QTRY_COMPARE_WITH_TIMEOUT(runs_.findRun(parent_)->epochs, epochs + 2, kPatience);
        QCOMPARE(problems.count(), 0);
    }

    void whatCannotStartComesBackAndTheQueuePauses() {
        QueuedRun entry;
        entry.config = testing::tinyExperiment();
        entry.parent = parent_.toStdString();
        entry.branchFrom = "999999";
        entry.why = "branch";
        QSignalSpy problems(&runs_, &RunController::problem);
        queue_.add({entry});
        QTRY_VERIFY_WITH_TIMEOUT(queue_.state().paused && queue_.state().runs.size() == 1, kPatience);
        QCOMPARE(problems.count(), 1);
        QVERIFY(!runs_.active());
        queue_.remove({queue_.state().runs[0].id});
        queue_.setPaused(false);
        QTRY_VERIFY_WITH_TIMEOUT(!queue_.state().paused && queue_.state().runs.empty(), kPatience);
    }

    void measuresAnEpochBeforehand() {
        ExperimentConfig fresh = testing::tinyExperiment();
        fresh.batchSize = 7;
        experiment_.replace(fresh, QStringLiteral("test"));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_.preparing(), kPatience);
        Theme theme;
        DeviceWatch device;
        PreflightInspector card(theme, experiment_, runs_, queue_, device);
        auto* figures = card.findChild<KeyValueList*>();
        QCOMPARE(figures->value(QStringLiteral("Time per epoch")), QStringLiteral("-"));
        QPushButton* measure = nullptr;
        for (auto* button : card.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Measure") && !button->isHidden()) measure = button;
        QVERIFY(measure && measure->isEnabled());
        measure->click();
        QTRY_VERIFY_WITH_TIMEOUT(figures->value(QStringLiteral("Time per epoch")).endsWith(QStringLiteral("measured")),
                                 kPatience);
        // It is of these settings only.
        ExperimentConfig other = testing::tinyExperiment();
        other.batchSize = 11;
        experiment_.replace(other, QStringLiteral("test"));
        QTRY_COMPARE_WITH_TIMEOUT(figures->value(QStringLiteral("Time per epoch")), QStringLiteral("-"), kPatience);
        // A run whose epochs were the same work tells it unasked.
        ExperimentConfig known = testing::tinyExperiment();
        known.seed = 77, known.learningRate = 0.5, known.epochs = 9;
        experiment_.replace(known, QStringLiteral("test"));
        QTRY_VERIFY2_WITH_TIMEOUT(figures->value(QStringLiteral("Time per epoch")).contains(QStringLiteral(", as in ")),
                                  qPrintable(figures->value(QStringLiteral("Time per epoch"))), kPatience);
    }

    void whatTheCardSaidIsScored() {
        for (const bool isolated : {false, true}) {
            ExperimentConfig config = testing::tinyExperiment();
            config.isolated = isolated;
            runs_.start({config, experiment_.dataset(), {}, 123});
            waitForEnd();
            const ForecastScore epoch = forecastScores(*runs_.current()).epoch;
            QCOMPARE(epoch.forecast, 123.0);
            QVERIFY(epoch.measured > 0 && epoch.measured < 123);
            // What the chart draws is the same
            const MetricSeries& message = runs_.current()->metrics.series(MetricId::EpochForecast);
            QVERIFY(message.size() == 1 && message.value(0) == 123);
            QVERIFY(!forecastScores(*runs_.current()).isEpochOwn);
        }
    }

    void forecastsAreScored() {
        const RunForecastScores scores = forecastScores(*runs_.current());
        QVERIFY(scores.memory.forecast > 0 && scores.memory.measured > 0 &&
                std::isfinite(scores.memory.errorPercent()));
        QVERIFY(scores.epoch.measured > 0);
        const auto number = [](double value) { return QString::number(value); };
        QCOMPARE(forecastText({2, 4}, number), QStringLiteral("4 (estimated 2, \u221250 %)"));
        QCOMPARE(forecastText({std::nan(""), 4}, number), QStringLiteral("4"));
        QCOMPARE(forecastText({}, number), QStringLiteral("-"));
    }

    void aRunThatWasResetGoesOn() {
        ExperimentConfig config = testing::tinyExperiment();
        config.epochs = 100000;
        runs_.start({config, experiment_.dataset()});
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > 2, kPatience);
        const QString id = runs_.live()->id;
        QSignalSpy left(&runs_, &RunController::left);
        runs_.reset();
        QVERIFY(!runs_.live() && !runs_.current());
        QTRY_COMPARE_WITH_TIMEOUT(left.size(), 1, kPatience);
        QCOMPARE(left[0][0].toString(), id);
        QTRY_VERIFY_WITH_TIMEOUT(runs_.findRun(id) && runs_.findRun(id)->state == RunState::Interrupted, kPatience);
        const auto step = runs_.findRun(id)->step;
        QVERIFY(step > 2);
        runs_.resume(id);
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > step, kPatience);
        runs_.stop();
        waitForEnd();
        QCOMPARE(runs_.findRun(id)->state, RunState::Finished);
    }

    void aRunWhoseDataAreGoneStaysAsItIs() {
        const QString path = folder_.filePath(QStringLiteral("waves.csv")), aside = path + QStringLiteral(".aside");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a\n");
        for (int i = 0; i < 300; ++i) file.write(QByteArray::number(std::sin(0.1 * i)) + "\n");
        file.close();
        ExperimentConfig config = testing::tinyExperiment(100000);
        config.dataPath = path.toStdString();
        runs_.start({config});
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > 2, kPatience);
        const QString id = runs_.live()->id;
        runs_.reset();
        QTRY_VERIFY_WITH_TIMEOUT(runs_.findRun(id) && runs_.findRun(id)->state == RunState::Interrupted, kPatience);
        const auto step = runs_.findRun(id)->step;
        QVERIFY(QFile::rename(path, aside));
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(continueRun(runs_, queue_, id) == Began::Now);
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, kPatience);
        QVERIFY2(problems[0][0].toString().contains(QStringLiteral("is missing")),
                 qPrintable(problems[0][0].toString()));
        // No workspace is to blame.
        QCOMPARE(problems[0][1].value<Command>().choice, path);
        QTRY_VERIFY_WITH_TIMEOUT(!runs_.active() && runs_.findRun(id), kPatience);
        QCOMPARE(runs_.findRun(id)->state, RunState::Interrupted);
        QCOMPARE(runs_.findRun(id)->step, step);
        QVERIFY(QFile::rename(aside, path));
        QVERIFY(continueRun(runs_, queue_, id) == Began::Now);
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > step, kPatience);
        runs_.stop();
        waitForEnd();
    }

    void anInterruptedRunWaitsWhileAnotherTrains() {
        ExperimentConfig config = testing::tinyExperiment();
        config.epochs = 100000;
        const auto begin = [&] {
            runs_.start({config, experiment_.dataset()});
            QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->summary.step > 2, kPatience);
        };
        begin();
        const QString id = runs_.live()->id;
        runs_.reset();
        QTRY_VERIFY_WITH_TIMEOUT(runs_.findRun(id) && runs_.findRun(id)->state == RunState::Interrupted, kPatience);
        const auto step = runs_.findRun(id)->step;
        config.seed = 9;
        begin();
        QVERIFY(continueRun(runs_, queue_, runs_.live()->id) == Began::Refused);
        QVERIFY(continueRun(runs_, queue_, id) == Began::Queued);
        QTRY_COMPARE_WITH_TIMEOUT(queue_.state().runs.size(), std::size_t{1}, kPatience);
        QVERIFY(continueRun(runs_, queue_, id) == Began::Queued);
        Theme theme;
        QUndoStack stack;
        const WaitingList card(theme, runs_, queue_, stack);
        QCOMPARE(card.findChild<QTreeWidget*>()->topLevelItem(0)->text(2), QStringLiteral("goes on"));
        QVERIFY(runs_.live()->id != id);
        runs_.stop();
        QTRY_VERIFY_WITH_TIMEOUT(runs_.live() && runs_.live()->id == id && runs_.live()->summary.step > step,
                                 kPatience);
        QVERIFY(queue_.state().runs.empty());
        runs_.stop();
        waitForEnd();
        QCOMPARE(runs_.findRun(id)->state, RunState::Finished);
        QCOMPARE(runs_.findRun(id)->epochs, std::int64_t{100000});
    }

private:
    void waitForEnd() {
        QTRY_VERIFY_WITH_TIMEOUT(!runs_.active(), kPatience);
        // A list that was asked for before may be older than the end.
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
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
