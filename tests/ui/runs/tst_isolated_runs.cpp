// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in processes of their own, as the window sees them: real workers, one is killed, and one loses its window. This
// program is also that window.
#include "common/background_job.h"
#include "common/texts.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "store/workspace_care.h"
#include "window/notices.h"
#include "window/run_notices.h"
#include "xla/plugin.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <map>
#include <utility>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
constexpr std::int64_t kEndless = 100000;

ExperimentConfig smallConfig(std::int64_t epochs, bool isolated = true) {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 12;
    config.horizon = 3;
    config.hiddenSize = 8;
    config.epochs = epochs;
    config.threads = 1;
    config.device = "cpu";
    config.isolated = isolated;
    return config;
}

/// A window's run controller over a workspace, with the engine open.
struct Window {
    explicit Window(const QString& folder) {
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.openWorkspace(folder);
        runs.openEngine();
        if (ready.isEmpty()) ready.wait(kPatience);
    }
    RunController runs;
};

pid_t workerOf(const RunController& runs, const QString& id) {
    return static_cast<pid_t>(processOfRun(runs.workspace()->folder() / "runs" / id.toStdString()));
}

}  // namespace

class TestIsolatedRuns : public QObject {
    Q_OBJECT
public:
    /// The other process: starts an endless isolated run, says its id and waits to be killed.
    static int beWindow(const QString& folder) {
        Window window(folder);
        window.runs.start({smallConfig(kEndless), nullptr});
        QObject::connect(&window.runs, &RunController::ticked, &window.runs, [&window, message = false]() mutable {
            if (message || window.runs.live()->summary.step < 5) return;
            message = true;
            std::printf("%s\n", qPrintable(window.runs.live()->id));
            std::fflush(stdout);
        });
        return QCoreApplication::exec();
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void aPageCannotTellTheDifference() {
        const QTemporaryDir folder;
        Window window(folder.path());
        std::array<std::shared_ptr<RunView>, 2> views;
        for (const bool isolated : {false, true}) {
            QSignalSpy finished(&window.runs, &RunController::runFinished);
            window.runs.start({smallConfig(3, isolated), nullptr});
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
            views[isolated] = window.runs.current();
        }
        for (const auto& view : views) {
            QCOMPARE(view->summary.state, RunState::Finished);
            QVERIFY(!view->scores.empty());
            QVERIFY(view->plan.totalSteps > 0);
            QVERIFY(!view->preview.forecast.empty());
        }
        QCOMPARE(views[1]->summary.step, views[0]->summary.step);
        QCOMPARE(views[1]->summary.bestValidation, views[0]->summary.bestValidation);
        QCOMPARE(views[1]->scores.size(), views[0]->scores.size());
        for (std::size_t i = 0; i < views[0]->scores.size(); ++i)
            QCOMPARE(views[1]->scores[i].value, views[0]->scores[i].value);
    }

    /// The window never opens the plugin, whose library would come into it.
    void aRunOnAnXlaDeviceTrainsInAProcessOfItsOwn() {
        const auto plugins = findXlaPlugins();
        if (plugins.empty()) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        const QTemporaryDir folder;
        Window window(folder.path());
        ExperimentConfig config = smallConfig(2, false);
        config.device = "xla:0";
        QSignalSpy finished(&window.runs, &RunController::runFinished);
        window.runs.start({config, nullptr});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        const auto view = window.runs.current();
        QVERIFY(view);
        QCOMPARE(view->summary.state, RunState::Finished);
        QVERIFY2(view->plan.device.find("XLA") != std::string::npos, view->plan.device.c_str());
        QFile maps("/proc/self/maps");
        QVERIFY(maps.open(QIODevice::ReadOnly));
        QVERIFY(!maps.readAll().contains(plugins.front().filename().c_str()));
    }

    void pausesStepsAndStops() {
        const QTemporaryDir folder;
        Window window(folder.path());
        window.runs.start({smallConfig(kEndless), nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live() && window.runs.live()->summary.step > 3, kPatience);
        window.runs.pause(true);
        // What was drawn up to there
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.live()->summary.state, RunState::Paused, kPatience);
        const auto before = window.runs.live()->summary.step;
        window.runs.step();
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.live()->summary.step, before + 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.state(), RunState::Paused, kPatience);
        window.runs.pause(false);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live()->summary.step > before + 3, kPatience);
        QSignalSpy finished(&window.runs, &RunController::runFinished);
        window.runs.stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QCOMPARE(window.runs.current()->summary.state, RunState::Finished);
    }

    /// It is no longer in the queue that it was taken from, and nothing of it comes into the other one.
    void aRunFromTheQueueBeginsWhileAnotherWorkspaceIsOpened() {
        const QTemporaryDir first, second;
        const RunQueue waiting(toPath(first.path()));
        QueuedRun one;
        one.config = smallConfig(2, false);
        RunQueue other(toPath(second.path()));
        QVERIFY(RunQueue(waiting).add({one}).ok() && other.setPaused(true).ok() && other.add({one, one}).ok());
        RunController runs;
        QueueController queue(runs);
        connect(&queue, &QueueController::changed, this, [&, isOther = false]() mutable {
            if (!queue.state().taken.empty() && !std::exchange(isOther, true)) runs.openWorkspace(second.path());
        });
        QSignalSpy started(&queue, &QueueController::started), finished(&runs, &RunController::runFinished);
        runs.openWorkspace(first.path());
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QCOMPARE(started.count(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{2}, kPatience);
        const auto left = waiting.read();
        QVERIFY(left.ok() && left->runs.empty() && left->taken.empty());
    }

    /// What the queue trains here saves, waits behind the one that is more urgent, and goes on as the same run with the
    /// bits that it has undisturbed.
    void aHigherPriorityTakesThePlace() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        runs.openWorkspace(folder.path());
        runs.openEngine();
        QSignalSpy logged(&runs, &RunController::logged);
        QueuedRun usual, urgent;
        usual.config = smallConfig(kEndless, false);
        urgent.config = smallConfig(2000, false);  // long enough to be seen in its place
        urgent.priority = 1;
        QTRY_VERIFY_WITH_TIMEOUT(runs.workspace() && runs.engine(), kPatience);
        queue.add({usual});
        QTRY_VERIFY_WITH_TIMEOUT(runs.live() && runs.live()->summary.epoch > 1, kPatience);
        const QString first = runs.live()->id;
        QueuedRun alike = urgent;
        alike.priority = 0;
        queue.add({alike, urgent});
        QTRY_VERIFY_WITH_TIMEOUT(runs.live() && runs.live()->id != first, kPatience);
        const QString second = runs.live()->id;
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{2}, kPatience);
        QCOMPARE(queue.state().runs[0].resume, first.toStdString());  // before the one that is as urgent as itself
        const std::int64_t before = runs.findRun(first)->epoch;
        QTRY_VERIFY_WITH_TIMEOUT(runs.live() && runs.live()->id == first && runs.live()->summary.epoch > before + 2,
                                 kPatience);
        QCOMPARE(runs.findRun(second)->state, RunState::Finished);
        QVERIFY(std::ranges::any_of(logged, [](const QList<QVariant>& line) {
            return line[0].toString().contains(QStringLiteral("gives way"));
        }));
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(queue.state().runs.empty() && !runs.active(), kPatience);
        QCOMPARE(runs.runs().size(), std::size_t{3});
        runs.start({usual.config, nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(runs.live() && runs.live()->summary.epoch > before + 2, kPatience);
        const QString undisturbed = runs.live()->id;
        // One that was begun by hand gives way as well.
        queue.add({urgent});
        QTRY_VERIFY_WITH_TIMEOUT(
            queue.state().runs.size() == 1 && queue.state().runs[0].resume == undisturbed.toStdString(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(runs.live() && runs.live()->id == undisturbed, kPatience);
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!runs.active() && queue.state().runs.empty(), kPatience);
        const auto lossesOf = [&runs](const QString& id) {
            std::map<std::int64_t, double> losses;
            const auto history = readRunHistory(runs.workspace()->folder() / "runs" / id.toStdString());
            for (const MetricSample& sample : history->metrics)
                if (sample.metric == MetricId::ValidationLoss) losses[sample.step] = sample.value;
            return losses;
        };
        const auto moved = lossesOf(first), whole = lossesOf(undisturbed);
        const std::size_t common = std::min(moved.size(), whole.size());
        QVERIFY(static_cast<std::int64_t>(common) > before);
        QVERIFY(
            std::equal(moved.begin(), std::next(moved.begin(), static_cast<std::ptrdiff_t>(common)), whole.begin()));
    }

    void aKilledWorkerIsABannerAndTheWindowLivesOn() {
        const QTemporaryDir folder;
        Window window(folder.path());
        QSignalSpy problems(&window.runs, &RunController::failed);
        NoticeBook book;
        QueueController queue(window.runs);
        const RunNotices notices(book, window.runs, queue);
        window.runs.start({smallConfig(kEndless), nullptr});
        const auto isSaved = [&] {
            return std::ranges::any_of(window.runs.live()->events,
                                       [](const RunEvent& event) { return event.is<SavedCheckpoint>(); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live() && isSaved(), kPatience);
        const QString id = window.runs.live()->id;
        const pid_t worker = workerOf(window.runs, id);
        QVERIFY(worker > 0 && worker != ::getpid());
        QSignalSpy finished(&window.runs, &RunController::runFinished);
        QCOMPARE(::kill(worker, SIGKILL), 0);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QCOMPARE(problems.count(), 1);
        const QString text = problems.front().front().toString();
        QVERIFY2(text.contains(QStringLiteral("signal 9")) && text.contains(QStringLiteral("can be resumed")),
                 qPrintable(text));
        const Command wayOn(QStringLiteral("continue"), id);
        const auto offers = [&] {
            return std::ranges::any_of(book.notices(), [&](const Notice& notice) {
                return notice.command == wayOn && !notice.button.isEmpty();
            });
        };
        QVERIFY(offers());
        QVERIFY(!window.runs.active());
        QTRY_COMPARE_WITH_TIMEOUT(window.runs.current()->summary.state, RunState::Interrupted, kPatience);
        // And it can be.
        const auto step = window.runs.current()->summary.step;
        window.runs.resume(id);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live() && window.runs.live()->summary.step > step + 3, kPatience);
        QVERIFY(!offers());
        window.runs.stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatience);
    }

    void aKilledWindowLeavesTheRunAndTheNextFindsIt() {
        const QTemporaryDir folder;
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--window"), folder.path()});
        QByteArray message;
        QTRY_VERIFY_WITH_TIMEOUT((message += other.readAllStandardOutput()).contains('\n'), kPatience);
        other.kill();
        QVERIFY(other.waitForFinished(-1));

        Window window(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live(), kPatience);
        QCOMPARE(window.runs.live()->id, QString::fromUtf8(message.trimmed()));
        QCOMPARE(window.runs.current(), window.runs.live());
        const auto step = window.runs.live()->summary.step;
        QVERIFY(step >= 5);
        QTRY_VERIFY_WITH_TIMEOUT(window.runs.live()->summary.step > step + 5, kPatience);
        // Every step once, in order: what was stored and what came live fit together.
        const MetricSeries& losses = window.runs.live()->metrics.series(MetricId::TrainLoss);
        QVERIFY(losses.size() > 5);
        for (std::size_t i = 0; i < losses.size(); ++i) QCOMPARE(losses.x(i, XAxis::Step), static_cast<double>(i + 1));
        QSignalSpy finished(&window.runs, &RunController::runFinished);
        window.runs.stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    }

    void aPausedRunIsFoundPausedAndGoesOn() {
        const QTemporaryDir folder;
        {
            Window first(folder.path());
            first.runs.start({smallConfig(kEndless), nullptr});
            QTRY_VERIFY_WITH_TIMEOUT(first.runs.live() && first.runs.live()->summary.step > 3, kPatience);
            first.runs.pause(true);
            QTRY_COMPARE_WITH_TIMEOUT(first.runs.state(), RunState::Paused, kPatience);
        }
        Window second(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(second.runs.live(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(second.runs.state(), RunState::Paused, kPatience);
        const auto step = second.runs.live()->summary.step;
        second.runs.pause(false);
        QTRY_VERIFY_WITH_TIMEOUT(second.runs.live()->summary.step > step + 3, kPatience);
        // Reset closes the run: its process ends and it can be continued.
        const QString id = second.runs.live()->id;
        second.runs.reset();
        QTRY_COMPARE_WITH_TIMEOUT(workerOf(second.runs, id), pid_t{0}, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(second.runs.findRun(id) && second.runs.findRun(id)->state == RunState::Interrupted,
                                 kPatience);
    }
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArray(argv[1]) == "--window")
        return TestIsolatedRuns::beWindow(QString::fromLocal8Bit(argv[2]));
    TestIsolatedRuns test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_isolated_runs.moc"
