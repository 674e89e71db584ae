// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a workspace's runs below the controller: what is told of it, and in which order.
#include "common/background_job.h"
#include "runs/run_controller.h"
#include "runs/run_library.h"
#include "support/fake_workspace.h"
#include "support/take.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

/// One that another process writes into.
class BusyWorkspace : public test::FakeWorkspace {
public:
    using FakeWorkspace::FakeWorkspace;
    std::string changeToken() override { return std::to_string(++looks_); }

private:
    int looks_ = 0;
};

RunSummary runOf(const std::string& id, std::int64_t step) {
    RunSummary run;
    run.id = run.name = id;
    run.state = RunState::Running;
    run.step = step;
    return run;
}

QString finishedRun(Workspace& workspace) {
    auto record = testing::take(workspace.createRun(ExperimentConfig(), "", "data"));
    if (!record->setState(RunState::Finished, 10, 1, 1)) qFatal("the run cannot be written");
    return QString::fromStdString(record->id());
}

void settle() {
    BackgroundJob::waitForAll();
    QCoreApplication::sendPostedEvents();
}

}  // namespace

class TestRunLibrary : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void whatIsGoneIsToldWhenTheNewListIsThere() {
        const auto workspace = std::make_shared<test::FakeWorkspace>(3);
        RunLibrary library([](const RunSummary&) { return false; });
        std::vector<std::string> reported;
        QStringList order;
        connect(&library, &RunLibrary::linesChanged, this, [&] { order << "lines"; });
        connect(&library, &RunLibrary::runsChanged, this, [&] { order << "runs"; });
        connect(&library, &RunLibrary::listRead, this, [&](const std::vector<std::string>& gone) {
            order << "read";
            reported = gone;
        });
        library.setWorkspace(workspace);
        QVERIFY(!library.isRead());
        settle();
        QVERIFY(library.isRead() && library.runs().size() == 3 && reported.empty());
        order.clear();
        workspace->set({*workspace->run("run-100001")});
        library.refresh();
        settle();
        QCOMPARE(reported, (std::vector<std::string>{"run-100000", "run-100002"}));
        QCOMPARE(order, (QStringList{"lines", "runs", "read"}));
    }

    void theLineOfTheLiveRunIsItsOwn() {
        const auto workspace = std::make_shared<BusyWorkspace>(std::vector{runOf("ours", 5), runOf("theirs", 5)});
        RunLibrary library([](const RunSummary& run) { return run.id == "ours"; });
        library.setWorkspace(workspace);
        settle();
        QSignalSpy progressed(&library, &RunLibrary::runProgressed), listed(&library, &RunLibrary::runsChanged);
        workspace->set({runOf("ours", 7), runOf("theirs", 7)});
        library.lookOutside();
        settle();
        QCOMPARE(library.find("ours")->step, std::int64_t{5});
        QCOMPARE(library.find("theirs")->step, std::int64_t{7});
        QCOMPARE(progressed.count(), 1);
        QCOMPARE(progressed[0][0].toString(), QString("theirs"));
        QCOMPARE(listed.count(), 0);
        // The live run says it itself.
        RunView live;
        live.id = "ours";
        live.summary = runOf("ours", 9);
        library.noteProgress(live);
        QCOMPARE(library.find("ours")->step, std::int64_t{9});
        QCOMPARE(progressed.count(), 2);
    }

    void anEditAskedForWhileTheProgramClosesIsWritten() {
        const auto workspace = std::make_shared<test::FakeWorkspace>(3);
        {
            RunLibrary library([](const RunSummary&) { return false; });
            library.setWorkspace(workspace);
            settle();
            library.remove({"run-100001"});
            BackgroundJob::waitForAll();  // the thread has ended, and the library does not know it yet
            library.restore({"run-100001"});
        }
        QVERIFY(workspace->run("run-100001").ok());
    }

    void theRunAskedForLastIsShown() {
        const QTemporaryDir folder;
        const std::shared_ptr<Workspace> workspace = testing::take(Workspace::open(folder.path().toStdString()));
        const QString first = finishedRun(*workspace), second = finishedRun(*workspace);
        RunController runs;
        runs.setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{2}, 60000);
        QCOMPARE(runs.chosenId(), QString());
        runs.open(first);
        QCOMPARE(runs.chosenId(), first);  // before it is read
        QTRY_VERIFY_WITH_TIMEOUT(runs.current(), 60000);
        runs.open(second);
        QCOMPARE(runs.chosenId(), second);
        QCOMPARE(runs.current()->id, first);
        runs.open(first);  // back again before the second one is read
        QCOMPARE(runs.chosenId(), first);
        settle();
        QCOMPARE(runs.current()->id, first);
        runs.open(second);
        runs.reset();  // nothing is to be shown
        settle();
        QVERIFY(!runs.current());
        runs.open("no such run");
        settle();
        QCOMPARE(runs.chosenId(), QString());
    }

    void anEditIsInTheViewWhenTheListIsToldOfIt() {
        const QTemporaryDir folder;
        const std::shared_ptr<Workspace> workspace = testing::take(Workspace::open(folder.path().toStdString()));
        const QString id = finishedRun(*workspace);
        RunController runs;
        runs.setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{1}, 60000);
        runs.open(id);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current(), 60000);
        std::string shown;
        connect(&runs, &RunController::runsChanged, this, [&] { shown = runs.current()->summary.name; });
        QSignalSpy ticked(&runs, &RunController::ticked);
        runs.rename(id, "another name");
        QCOMPARE(shown, std::string("another name"));  // before anything is written
        QVERIFY(ticked.count() > 0);
        ticked.clear();
        runs.rename("no such run", "x");
        QCOMPARE(ticked.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestRunLibrary)
#include "tst_run_library.moc"
