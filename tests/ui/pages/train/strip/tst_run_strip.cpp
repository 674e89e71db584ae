// SPDX-License-Identifier: GPL-3.0-or-later
// The run strip in narrow windows and with many runs, its order by hand, and an ended run's segment.
#include "common/background_job.h"
#include "common/responder.h"
#include "pages/train/strip/run_strip.h"
#include "runs/experiment_model.h"
#include "runs/run_actions.h"
#include "session/worker_server.h"
#include "support/fake_workspace.h"
#include "support/waiting_runs.h"

#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>

using namespace gatelab;
using test::names;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// What stands over the strip: hears what it asks for.
class Above : public QWidget, public Responder {
public:
    void ask(const Command& command) override { asked = command; }
    void reportDone(const QString& text) override { done = text; }
    void reportProblem(const QString&) override {}
    Command asked;
    QString done;
};

/// One that a worker process trains.
class FakeRun : public RunSession {
public:
    RunControl& control() override { return control_; }
    MetricChannel& channel() override { return channel_; }
    RunState state() const override { return RunState::Running; }
    bool done() const override { return false; }
    void wait() override {}

private:
    RunControl control_;
    MetricChannel channel_;
};

RunSummary ended(const char* id, RunState state) {
    RunSummary run;
    run.id = id;
    run.number = 7;
    run.state = state;
    run.epochs = 10;
    run.epoch = 3;
    run.bestValidation = 0.05;
    return run;
}

}  // namespace

class TestRunStrip : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<QueueController> queue_;
    ExperimentModel experiment_;
    Theme theme_;

    std::unique_ptr<Above> above(RunStrip*& strip) {
        auto widget = std::make_unique<Above>();
        strip = new RunStrip(theme_, experiment_, *runs_, *queue_);
        auto* column = new QVBoxLayout(widget.get());
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(strip);
        widget->resize(1600, 44);
        widget->show();
        return widget;
    }
    static int shownWaiting(const RunStrip& strip) {
        return static_cast<int>(std::ranges::count_if(strip.segments(), [](const RunSegment* one) {
            return one->segment().kind == SegmentKind::Waiting && one->isVisible();
        }));
    }
    static bool hasButton(const RunStrip& strip, const QString& text) {
        const auto buttons = strip.findChildren<QPushButton*>();
        return std::ranges::any_of(
            buttons, [&](const QPushButton* one) { return one->isVisible() && one->text().startsWith(text); });
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        runs_ = std::make_unique<RunController>();
        queue_ = std::make_unique<QueueController>(*runs_);
    }
    void cleanup() {
        queue_.reset();
        runs_.reset();
        BackgroundJob::waitForAll();
    }

    void itGivesWay_data() {
        QTest::addColumn<int>("width");
        for (const int width : {1600, 1280, 800}) QTest::addRow("%d", width) << width;
    }
    void itGivesWay() {
        QFETCH(int, width);
        const std::vector<RunSummary> kept{ended("open", RunState::Interrupted)};
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(kept, folder_->path().toStdString()));
        QTRY_COMPARE_WITH_TIMEOUT(runs_->runs().size(), std::size_t{1}, kPatience);
        queue_->setPaused(true);
        RunStrip* strip = nullptr;
        const auto window = above(strip);
        window->resize(width, 44);
        strip->setAside({QStringLiteral("open")});
        QCOMPARE(strip->segments().size(), std::size_t{1});
        std::size_t last = 0;
        for (const std::size_t count : {1, 3, 50}) {
            queue_->add(std::vector<QueuedRun>(count - last));
            last = count;
            QTRY_COMPARE_WITH_TIMEOUT(queue_->state().runs.size(), count, kPatience);
            QCoreApplication::processEvents();
            const bool isListed = count > kMaxWaitingSegments || strip->level() >= StripLevel::List;
            QCOMPARE(shownWaiting(*strip), isListed ? 0 : static_cast<int>(count));
            if (isListed) QVERIFY(hasButton(*strip, QStringLiteral("%1 wait").arg(count)));
            if (count > 3) QVERIFY(isListed);
            QVERIFY(strip->trainButton()->isVisible());
            // Nothing is cut off at the right, and no number is.
            QVERIFY2(strip->trainButton()->geometry().right() < width,
                     qPrintable(QString::number(strip->trainButton()->geometry().right())));
            for (const RunSegment* one : strip->segments())
                if (one->isVisible()) QVERIFY(one->geometry().right() <= strip->trainButton()->x());
        }
    }

    void waitingRunsAreOrderedAndTakenAway() {
        RunStrip* strip = nullptr;
        const auto window = above(strip);
        test::addThree(*runs_, *queue_, *folder_);
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("abc"), kPatience);
        QCOMPARE(shownWaiting(*strip), 3);
        QCoreApplication::processEvents();
        // Dragged behind the last one
        RunSegment* first = strip->segments().front();
        const int way = strip->segments().back()->geometry().right() - first->x();
        QTest::mousePress(first, Qt::LeftButton, {}, QPoint(6, 6));
        QTest::mouseMove(first, QPoint(6 + way / 2, 6));
        QTest::mouseMove(first, QPoint(6 + way / 2, 6));
        QTest::mouseRelease(first, Qt::LeftButton, {}, QPoint(6, 6));
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("bca"), kPatience);
        experiment_.undoStack().undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("abc"), kPatience);
        // By keys
        QTest::keyClick(strip->segments()[1], Qt::Key_Left, Qt::AltModifier);
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("bac"), kPatience);
        // F2 names the run that it becomes
        QTest::keyClick(strip->segments()[1], Qt::Key_F2);
        auto* line = window->findChild<QLineEdit*>();
        QVERIFY(line && line->text() == QStringLiteral("a"));
        line->setText(QStringLiteral("own"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("bownc"), kPatience);
        QTRY_VERIFY(strip->segments()[1]->segment().name.contains(QStringLiteral("own")));
        experiment_.undoStack().undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("bac"), kPatience);
        strip->segments()[0]->button(SegmentAct::Close)->click();
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("ac"), kPatience);
        QVERIFY(window->done.contains(QStringLiteral("waits no longer")));
        experiment_.undoStack().undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(*queue_), std::string("bac"), kPatience);
    }

    void aRunThatCanGoOnAsksForItself() {
        const std::vector<RunSummary> kept{ended("open", RunState::Interrupted), ended("done", RunState::Finished)};
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(kept, folder_->path().toStdString()));
        QTRY_COMPARE_WITH_TIMEOUT(runs_->runs().size(), std::size_t{2}, kPatience);
        RunStrip* strip = nullptr;
        const auto window = above(strip);
        strip->setAside({QStringLiteral("open"), QStringLiteral("done")});
        QCOMPARE(strip->segments().size(), std::size_t{1});  // one that has ended stands there only while it is open
        strip->segments()[0]->button(SegmentAct::GoOn)->click();
        QCOMPARE(window->asked, Command(QStringLiteral("continue"), QStringLiteral("open")));
        strip->segments()[0]->button(SegmentAct::Close)->click();
        QVERIFY(strip->segments().empty() && strip->aside() == QStringList{QStringLiteral("done")});
        QVERIFY(runs_->findRun(QStringLiteral("open")));  // it is kept
        strip->trainButton()->setEnabled(true);
        strip->trainButton()->click();
        QCOMPARE(window->asked, Command(QStringLiteral("train")));
    }

    /// [Find] beside it while its data are missing; with the file back it goes on without being asked again.
    void whatMissesItsDataRecovers() {
        const QString path = folder_->filePath(QStringLiteral("waves.csv"));
        RunSummary run = ended("open", RunState::Interrupted);
        run.config.edit().dataPath = path.toStdString();
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector{run}, folder_->path().toStdString()));
        QTRY_COMPARE_WITH_TIMEOUT(runs_->runs().size(), std::size_t{1}, kPatience);
        RunStrip* strip = nullptr;
        const auto window = above(strip);
        strip->setAside({QStringLiteral("open")});
        const RunSegment* segment = strip->segments()[0];
        QVERIFY(!segment->button(SegmentAct::Find));
        QTRY_VERIFY_WITH_TIMEOUT(segment->button(SegmentAct::Find), kPatience);
        QVERIFY(!segment->button(SegmentAct::GoOn)->isEnabled());
        QVERIFY(segment->segment().words.contains(QStringLiteral("waves.csv is missing")));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QTRY_VERIFY_WITH_TIMEOUT(!segment->button(SegmentAct::Find), kPatience);
        QVERIFY(segment->button(SegmentAct::GoOn)->isEnabled());
        QVERIFY(file.remove());
        QTRY_VERIFY_WITH_TIMEOUT(segment->button(SegmentAct::Find), kPatience);
    }

    /// A run of a worker process has its own buttons, whichever run is watched here.
    void aRunOfAWorkerProcessIsSteered() {
        const std::string id = "strip-" + std::to_string(QCoreApplication::applicationPid());
        auto server = WorkerServer::listen(id);
        QVERIFY(server.ok());
        FakeRun run;
        std::vector kept{ended(id.c_str(), RunState::Running)};
        const auto workspace = std::make_shared<test::FakeWorkspace>(kept, folder_->path().toStdString());
        runs_->setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(runs_->runs().size(), std::size_t{1}, kPatience);
        RunStrip* strip = nullptr;
        const auto window = above(strip);
        QCOMPARE(strip->segments().size(), std::size_t{1});
        const auto segment = [strip] { return strip->segments()[0]; };
        const auto hears = [&](auto what) {
            (*server)->exchange(run, std::chrono::milliseconds(5));
            return what();
        };
        QVERIFY(segment()->button(SegmentAct::Pause) && !segment()->button(SegmentAct::GoOn));
        segment()->button(SegmentAct::Pause)->click();
        QTRY_VERIFY_WITH_TIMEOUT(hears([&] { return run.control().pauseRequested(); }), kPatience);
        kept[0].state = RunState::Paused;
        workspace->set(kept);
        runs_->refreshRuns();
        QTRY_VERIFY_WITH_TIMEOUT(segment()->button(SegmentAct::GoOn), kPatience);
        QVERIFY(!segment()->button(SegmentAct::Pause));
        segment()->button(SegmentAct::GoOn)->click();
        QTRY_VERIFY_WITH_TIMEOUT(hears([&] { return !run.control().pauseRequested(); }), kPatience);
        segment()->button(SegmentAct::Stop)->click();
        QTRY_VERIFY_WITH_TIMEOUT(hears([&] { return run.control().checkpoint().stop; }), kPatience);
        server->reset();
        QTRY_VERIFY_WITH_TIMEOUT((strip->refresh(), !segment()->button(SegmentAct::Stop)), kPatience);
    }

    void anEndedRunKeepsItsSegmentWhileItIsOpen() {
        const std::shared_ptr<Workspace> workspace = *Workspace::open(folder_->path().toStdString());
        QString id;
        {
            auto record = workspace->createRun(ExperimentConfig(), "", "made up");
            QVERIFY(record.ok() && (*record)->setState(RunState::Finished, 10, 1, 1).ok());
            id = QString::fromStdString((*record)->id());
        }
        runs_->setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(runs_->runs().size(), std::size_t{1}, kPatience);
        RunStrip* strip = nullptr;
        const auto window = above(strip);
        QVERIFY(strip->segments().empty());
        runs_->open(id);
        QTRY_COMPARE_WITH_TIMEOUT(strip->segments().size(), std::size_t{1}, kPatience);
        RunSegment* segment = strip->segments()[0];
        QVERIFY(segment->segment().kind == SegmentKind::Ended && segment->segment().isOpen);
        QVERIFY(!segment->button(SegmentAct::Pause) && !segment->button(SegmentAct::Stop));
        segment->button(SegmentAct::Again)->click();
        QCOMPARE(window->asked, Command(QStringLiteral("again"), id));
        segment->button(SegmentAct::Close)->click();
        QVERIFY(strip->segments().empty() && !runs_->current());
        QVERIFY(runs_->findRun(id));
    }
};

QTEST_MAIN(TestRunStrip)
#include "tst_run_strip.moc"
