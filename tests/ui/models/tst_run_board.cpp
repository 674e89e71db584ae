// SPDX-License-Identifier: GPL-3.0-or-later
// The board of runs that all pages share: its scopes, what is chosen on it without being asked and by hand, and what
// becomes of that while runs come and go.
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_board.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace gatelab;

namespace {

using Keys = std::vector<std::string>;

RunSummary runOf(const std::string& id, std::int64_t hidden, std::int64_t seed, double best = 0.5) {
    RunSummary run = test::endedRun(id, hidden, seed, best);
    run.created = static_cast<double>(id.back() - 'a' + 1);
    run.number = id.back() - 'a' + 1;
    run.colour = static_cast<int>(run.number - 1) % 10;
    return run;
}

/// Newest first: 4 units with three seeds, 8 units the best, 16 units the newest.
std::vector<RunSummary> sixRuns() {
    return {runOf("f", 16, 1, 0.9), runOf("e", 8, 1, 0.2), runOf("d", 4, 3, 0.6),
            runOf("c", 4, 2, 0.5),  runOf("b", 4, 1, 0.4), runOf("a", 2, 1, 0.8)};
}

Keys chosenKeys(const RunBoard& board) {
    Keys keys;
    for (const BoardRow* row : board.chosen()) keys.push_back(row->key);
    return keys;
}

}  // namespace

class TestRunBoard : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<ExperimentModel> experiment_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<RunBoard> board_;
    std::shared_ptr<test::FakeWorkspace> workspace_;

    void open(std::vector<RunSummary> all) {
        const std::size_t count = all.size();
        workspace_ = std::make_shared<test::FakeWorkspace>(std::move(all));
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(runs_->runs().size(), count);
    }
    void list(std::vector<RunSummary> all) {
        const std::size_t count = all.size();
        workspace_->set(std::move(all));
        runs_->refreshRuns();
        QTRY_COMPARE(runs_->runs().size(), count);
    }
    void restart() { board_ = std::make_unique<RunBoard>(*experiment_, *runs_, *preferences_); }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        preferences_ = std::make_unique<Preferences>(folder_->filePath(QStringLiteral("settings.ini")));
        experiment_ = std::make_unique<ExperimentModel>();
        runs_ = std::make_unique<RunController>();
        restart();
    }
    void cleanup() {
        board_.reset();
        runs_.reset();
        experiment_.reset();
        preferences_.reset();
        BackgroundJob::waitForAll();
    }

    void baseBestAndLatestAreChosenUnasked() {
        open(sixRuns());
        QCOMPARE(chosenKeys(*board_), (Keys{"b", "e", "f"}));
        QCOMPARE(board_->base()->key, std::string("b"));
        QCOMPARE(board_->challenger()->key, std::string("e"));
        QVERIFY(!board_->selection().isByHand());
        // Others come to them until a person chooses, but none goes before their eyes.
        std::vector<RunSummary> more = sixRuns();
        more.insert(more.begin(), runOf("g", 32, 1, 0.1));
        list(more);
        QCOMPARE(chosenKeys(*board_), (Keys{"b", "e", "f", "g"}));
        more.insert(more.begin(), runOf("x", 32, 2, 0.01));
        more.front().config.edit().batchSize = 7;
        list(more);  // the best by now
        QCOMPARE(chosenKeys(*board_), (Keys{"b", "e", "f", "g"}));
        more.erase(more.begin());
        list(more);
        QVERIFY(board_->turn("a"));
        more.insert(more.begin(), runOf("h", 64, 1, 0.05));
        list(more);
        QCOMPARE(chosenKeys(*board_), (Keys{"b", "e", "f", "g", "a"}));
        board_->clear();
        list(sixRuns());
        QVERIFY(board_->chosen().empty());
    }

    void sixAtMost() {
        std::vector<RunSummary> all;
        for (int i = 7; i >= 0; --i) all.push_back(runOf(std::string(1, static_cast<char>('a' + i)), 4 + i, 1));
        open(all);
        board_->clear();
        for (const char* key : {"a", "b", "c", "d", "e", "f"}) QVERIFY(board_->turn(key));
        QSignalSpy changed(board_.get(), &RunBoard::selectionChanged);
        QVERIFY(!board_->turn("g"));
        QCOMPARE(changed.count(), 0);
        board_->setBase("a");
        board_->replaceOldest("g");  // the base keeps its place
        QCOMPARE(chosenKeys(*board_), (Keys{"a", "g", "c", "d", "e", "f"}));
        board_->move("f", 0);
        QCOMPARE(chosenKeys(*board_).front(), std::string("f"));
        QVERIFY(board_->turn("g"));
        QCOMPARE(board_->chosen().size(), std::size_t{5});
    }

    void anyRunOfAGroupStandsForIt() {
        open(sixRuns());
        board_->clear();
        QVERIFY(board_->turn("d"));
        QCOMPARE(chosenKeys(*board_), Keys{"b"});
        QVERIFY(board_->turn("c"));
        QVERIFY(board_->chosen().empty());
        QVERIFY(board_->turn("nothing"));
        QVERIFY(board_->chosen().empty());
    }

    void twoChosenOfOneColourMoveApart() {
        std::vector<RunSummary> all{runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)};
        for (RunSummary& run : all) run.colour = 3;
        open(all);
        board_->clear();
        for (const char* key : {"a", "b"}) QVERIFY(board_->turn(key));
        const auto slotOf = [&](const char* key) { return board_->slotOf(*board_->board().find(key)); };
        QCOMPARE(slotOf("a"), 3);
        const int moved = slotOf("b");
        QVERIFY(moved != 3);
        // For good, and the same wherever the run is shown: also alone, and after a restart.
        const auto colourOf = [this](const char* run) { return runs_->findRun(QLatin1String(run))->colour; };
        QTRY_COMPARE(colourOf("b"), moved);
        board_->remove("a");
        QCOMPARE(slotOf("b"), moved);
        restart();
        QCOMPARE(slotOf("b"), moved);
        // What a person gives it stays, and another one gives way.
        QVERIFY(board_->turn("a"));
        RunSummary edited = *runs_->findRun(QStringLiteral("b"));
        edited.colour = slotOf("a");
        runs_->edit({edited});
        QCOMPARE(slotOf("b"), edited.colour);
        QVERIFY(slotOf("a") != slotOf("b"));
    }

    void allRunsOfAGroupAreOfOneColour() {
        open(sixRuns());
        for (const char* run : {"b", "c", "d"})
            QTRY_COMPARE(runs_->findRun(QLatin1String(run))->colour, board_->slotOf(*board_->base()));
    }

    /// The base is drawn beside the chosen, and what goes on beside both.
    void noTwoThatAreDrawnShareAColour() {
        std::vector<RunSummary> all = sixRuns();
        for (RunSummary& run : all) run.colour = 2;
        open(all);
        board_->clear();
        QVERIFY(board_->turn("f"));
        const auto slotOf = [&](const char* key) { return board_->slotOf(*board_->board().find(key)); };
        const int chosen = slotOf("f"), base = slotOf("b");
        QVERIFY(chosen != base);
        QTRY_COMPARE(runs_->findRun(QStringLiteral("f"))->colour, chosen);
        all = runs_->runs();
        all.insert(all.begin(), runOf("g", 64, 1, NAN));
        all.front().state = RunState::Running, all.front().colour = chosen;
        list(all);
        QCOMPARE(slotOf("f"), chosen);
        QCOMPARE(slotOf("b"), base);
        QVERIFY(slotOf("g") != chosen && slotOf("g") != base);
        const int live = slotOf("g");
        QTRY_COMPARE(runs_->findRun(QStringLiteral("g"))->colour, live);
        QVERIFY(board_->turn("g"));
        QCOMPARE(slotOf("g"), live);
    }

    /// Where nothing can be written the board still tells them apart, and asks once.
    void aWorkspaceThatRefusesIsAskedOnce() {
        std::vector<RunSummary> all{runOf("b", 8, 1), runOf("a", 4, 1)};
        for (RunSummary& run : all) run.colour = 3;
        workspace_ = std::make_shared<test::FakeWorkspace>(all);
        workspace_->refuse = true;
        QSignalSpy problems(runs_.get(), &RunController::problem);
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(board_->chosen().size(), std::size_t{2});
        QTRY_VERIFY(problems.count() > 0);
        QVERIFY(!QTest::qWaitFor([&problems] { return problems.count() > 2; }, 200));
        QVERIFY(board_->slotOf(*board_->board().find("a")) != board_->slotOf(*board_->board().find("b")));
    }

    void whatWasChosenIsFoundAgain() {
        open(sixRuns());
        board_->turn("f");
        board_->turn("a");
        board_->setBase("e");
        const Keys chosen = chosenKeys(*board_);
        restart();
        QCOMPARE(chosenKeys(*board_), chosen);
        QCOMPARE(board_->base()->key, std::string("e"));
        QVERIFY(board_->selection().isByHand());
    }

    void aPersonsPair() {
        open(sixRuns());
        QSignalSpy changed(board_.get(), &RunBoard::selectionChanged);
        board_->setChallenger("f");
        QCOMPARE(board_->challenger()->key, std::string("f"));
        board_->setBase("f");  // no group is held against itself
        QCOMPARE(board_->base()->key, std::string("f"));
        QCOMPARE(board_->challenger()->key, std::string("e"));
        QVERIFY(changed.count() >= 2);
        board_->setBase("c");
        QCOMPARE(board_->base()->key, std::string("b"));
        QVERIFY(!board_->isChosen(*board_->board().find("a")));
        QVERIFY(board_->setChallenger("a"));
        QVERIFY(board_->isChosen(*board_->board().find("a")));
        board_->remove("a");
        QCOMPARE(board_->challenger()->key, std::string("e"));
    }

    /// A new best does not take the pair unasked once a person chose.
    void thePairIsOfTheChosen() {
        open(sixRuns());
        board_->clear();
        QVERIFY(!board_->challenger());
        QVERIFY(!board_->reference());
        QVERIFY(board_->turn("f"));
        // The base is not chosen, so it is no side.
        QCOMPARE(board_->base()->key, std::string("b"));
        QCOMPARE(board_->reference()->key, std::string("f"));
        QVERIFY(!board_->challenger());
        QVERIFY(board_->turn("e"));
        QCOMPARE(board_->reference()->key, std::string("f"));
        QCOMPARE(board_->challenger()->key, std::string("e"));
        std::vector<RunSummary> more = sixRuns();
        more.insert(more.begin(), runOf("g", 32, 1, 0.1));
        list(more);
        QCOMPARE(board_->challenger()->key, std::string("e"));
        for (const char* key : {"b", "g"}) QVERIFY(board_->turn(key));
        QCOMPARE(board_->reference()->key, std::string("b"));
        QCOMPARE(board_->challenger()->key, std::string("g"));
        board_->remove("b");
        QCOMPARE(board_->reference()->key, std::string("f"));
        board_->setBase("b");  // who makes one the base wants it as a side
        QCOMPARE(board_->reference()->key, std::string("b"));
    }

    void aGroupOutlivesItsOldestRun() {
        std::vector<RunSummary> all = sixRuns();
        open(all);
        board_->clear();
        for (const char* key : {"b", "e"}) QVERIFY(board_->turn(key));
        board_->setBase("b");
        std::erase_if(all, [](const RunSummary& run) { return run.id == "b"; });
        list(all);
        QCOMPARE(chosenKeys(*board_), (Keys{"c", "e"}));
        QCOMPARE(board_->base()->key, std::string("c"));
    }

    void anUndoBringsTheChoiceBack() {
        open(sixRuns());
        board_->clear();
        for (const char* key : {"f", "a", "e"}) QVERIFY(board_->turn(key));
        board_->setBase("a");
        runs_->remove({QStringLiteral("a")});
        QTRY_COMPARE(chosenKeys(*board_), (Keys{"f", "e"}));
        QCOMPARE(board_->base()->key, std::string("b"));
        runs_->restore({QStringLiteral("a")});
        QTRY_COMPARE(chosenKeys(*board_), (Keys{"f", "a", "e"}));
        QCOMPARE(board_->base()->key, std::string("a"));
    }

    void archivedRunsAreNotOnIt() {
        std::vector<RunSummary> all = sixRuns();
        all[1].archived = true;
        open(all);
        QCOMPARE(board_->runs().size(), std::size_t{5});
        QVERIFY(!board_->board().find("e"));
        QCOMPARE(board_->scopes().front().runs, qint64{5});
    }

    void whatHasFailedIsNoBest() {
        std::vector<RunSummary> all = sixRuns();
        all[1].state = RunState::Failed;
        open(all);
        QCOMPARE(board_->board().rows[static_cast<std::size_t>(board_->board().best)].key, std::string("b"));
        // One that begins is the latest at once.
        all.insert(all.begin(), runOf("g", 32, 1, NAN));
        all.front().state = RunState::Running;
        list(all);
        QVERIFY(board_->isChosen(*board_->board().find("g")));
        all.front().state = RunState::Finished;
        all.front().bestEpoch = 1, all.front().bestValidation = 0.01;
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(board_->board().find("g")->score, 0.01);
        QCOMPARE(board_->board().rows.front().key, std::string("g"));
    }

    void afterASweepItsBestIsChosen() {
        std::vector<RunSummary> all = sixRuns();
        open(all);
        for (const auto& [id, score] : {std::pair("g", 0.9), {"h", 0.8}, {"x", 0.01}, {"y", 0.7}}) {
            all.insert(all.begin(), runOf(id, 8 * static_cast<int>(all.size()), 1, score));
            all.front().state = RunState::Running;
            list(all);
            all.front().state = RunState::Finished;
        }
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_VERIFY(board_->isChosen(*board_->board().find("x")));
        QVERIFY(board_->isChosen(*board_->base()));
        QVERIFY(board_->isChosen(*board_->board().find("y")));
        QVERIFY(!board_->selection().isByHand());
    }

    void theScopeIsThatOfTheExperiment() {
        std::vector<RunSummary> all = sixRuns();
        RunSummary other = runOf("g", 4, 1);
        other.config.edit().horizon += 7;
        all.insert(all.begin(), other);
        open(all);
        QCOMPARE(board_->runs().size(), std::size_t{6});
        QCOMPARE(board_->scopes().size(), std::size_t{2});
        // One chosen by a person stays whatever is trained next, and after a restart.
        QString key;
        for (const RunBoard::Scope& scope : board_->scopes())
            if (scope.key != board_->scope()) key = scope.key;
        QSignalSpy scoped(board_.get(), &RunBoard::scopeChanged);
        board_->turn("a");
        board_->setScope(key);
        QCOMPARE(scoped.count(), 1);
        QCOMPARE(board_->runs().size(), std::size_t{1});
        QVERIFY(!board_->selection().isByHand());  // each scope has a choice of its own
        restart();
        QCOMPARE(board_->scope(), key);
        board_->setScope({});
        QCOMPARE(board_->runs().size(), std::size_t{6});
        QVERIFY(board_->isChosen(*board_->board().find("a")));
        // Where the experiment has no runs it is the newest one's.
        ExperimentConfig elsewhere = experiment_->config();
        elsewhere.horizon += 40;
        experiment_->replace(elsewhere, QStringLiteral("test"));
        QTRY_COMPARE(board_->scope(), key);
    }

    /// What is queued has no runs at first: its scope is shown all the same, until another one is chosen.
    /// They would stand among a person's own runs, or be the scope that is shown.
    void runsOfLessonsAreInScopesOfTheirOwn() {
        std::vector<RunSummary> all = sixRuns();
        RunSummary lesson = runOf("l", 32, 1, 0.01), stepZero = runOf("m", 32, 1, 0.9), own = runOf("n", 64, 1, 0.5);
        lesson.tags = "paper lesson";
        stepZero.name = "LSTM@0";
        own.tags = "lessons";  // another word
        all.insert(all.begin(), {stepZero, lesson, own});
        open(all);
        QCOMPARE(board_->runs().size(), std::size_t{7});
        QVERIFY(board_->board().find("n") && !board_->board().find("l") && !board_->board().find("m"));
        const std::vector<RunBoard::Scope> scopes = board_->scopes();
        QCOMPARE(scopes.size(), std::size_t{2});
        QVERIFY(!scopes[0].isLesson && scopes[1].isLesson && scopes[1].label.startsWith("Lessons: "));
        QCOMPARE(scopes[1].runs, qint64{2});
        board_->setScope(scopes[1].key);
        QCOMPARE(board_->runs().size(), std::size_t{2});
        // One that is tagged later goes there, too.
        board_->setScope({});
        all.front() = own, all[2].id = "o", all[2].tags = "lesson";
        list(all);
        QTRY_VERIFY(board_->board().find("n") && !board_->board().find("m") && !board_->board().find("o"));
        QCOMPARE(board_->runs().size(), std::size_t{7});
        // The newest run of all is a lesson's, and the experiment has none.
        ExperimentConfig elsewhere = experiment_->config();
        elsewhere.horizon += 40;
        experiment_->replace(elsewhere, QStringLiteral("test"));
        QVERIFY(!board_->scope().contains(QStringLiteral("lessons")) && !board_->runs().empty());
    }

    /// Strip, row and drawer say the same of a run that was paused when another began.
    void whatWasSetAsideIsPaused() {
        std::vector<RunSummary> all = sixRuns();
        all[0].state = RunState::Interrupted;
        open(all);
        QCOMPARE(board_->stateOf(all[0]), RunState::Interrupted);
        QSignalSpy changed(board_.get(), &RunBoard::statesChanged);
        board_->setAside({QStringLiteral("f"), QStringLiteral("e")});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(board_->stateOf(all[0]), RunState::Paused);
        QCOMPARE(board_->stateText(all[0]), QStringLiteral("paused"));
        QCOMPARE(board_->stateText(all[1]), QStringLiteral("finished"));  // it came to its end after all
        board_->setAside({});
        QCOMPARE(board_->stateText(all[0]), QStringLiteral("interrupted"));
    }

    void theExperimentIsFollowedWithoutRuns() {
        open(sixRuns());
        ExperimentConfig other = experiment_->config();
        other.horizon += 40;
        experiment_->replace(other, QStringLiteral("test"));
        const QString listed = board_->scope();
        QVERIFY(board_->isElsewhere());
        board_->followExperiment();
        QCOMPARE(board_->scope(), board_->experimentScope().key);
        QVERIFY(!board_->isElsewhere() && board_->runs().empty());
        board_->setScope(listed);
        QCOMPARE(board_->runs().size(), std::size_t{6});
        // Taken over, as one step.
        const int steps = experiment_->undoStack().index();
        board_->takeOver(listed);
        QVERIFY(!board_->isElsewhere());
        QCOMPARE(board_->scope(), listed);
        QCOMPARE(experiment_->undoStack().index(), steps + 1);
    }

    /// With no run at all there is something to beat.
    void theBaselinesOfTheOpenDataAreThereBeforeAnyRun() {
        open({});
        ExperimentConfig small = experiment_->config();
        small.builtinLength = 1200;
        experiment_->replace(small, QStringLiteral("test"));
        experiment_->reload();
        QTRY_VERIFY(board_->board().bestBaseline >= 0);
        QVERIFY(board_->runs().empty() && board_->board().rows.size() > 1);
        QCOMPARE(board_->board().metric, std::string("mse"));
        // Of the strong ones those that take seconds come by themselves
        const auto has = [&](const char* method) {
            return std::ranges::any_of(board_->board().rows, [&](const BoardRow& row) { return row.method == method; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(has("dlinear") && has("ets"), 120'000);
        QVERIFY(has("persistence"));
    }

    void rowsAreCalledByTheirNumbers() {
        std::vector<RunSummary> all = sixRuns();
        all[4].name = "mine";
        open(all);
        const BoardRow& row = *board_->board().find("b");
        QCOMPARE(board_->shortNameOf(row), QStringLiteral("#2"));
        QCOMPARE(board_->nameOf(row), QStringLiteral("#2 mine"));
        QCOMPARE(board_->scoreName(), QStringLiteral("Val. MSE"));
        all[4].name = "ours";
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(board_->titleOf(*board_->board().find("b")), QStringLiteral("ours"));
    }

    /// Rows and runs are always of one moment.
    void thousandsOfRunsAreGroupedInAJob() {
        std::vector<RunSummary> all;
        for (int i = 0; i < 5000; ++i) {
            RunSummary run =
                test::endedRun("run-" + std::to_string(100000 + i), 4 + i % 500, 1 + i / 500, 0.1 + i * 1e-4);
            run.created = 5000 - i;
            all.push_back(std::move(run));
        }
        bool isAtOnce = true;
        const auto heard = connect(runs_.get(), &RunController::runsChanged, this,
                                   [&] { isAtOnce = board_->board().runs == runs_->runs().size(); });
        open(all);
        disconnect(heard);
        QVERIFY(!isAtOnce);
        QTRY_COMPARE(board_->board().rows.size(), std::size_t{500});
        QCOMPARE(board_->board().runs, std::size_t{5000});
        QCOMPARE(board_->runs().size(), std::size_t{5000});
        all.erase(all.begin(), all.begin() + 2000);
        list(all);
        QCOMPARE(board_->board().runs, board_->runs().size());
        QTRY_COMPARE(board_->board().runs, std::size_t{3000});
        QCOMPARE(board_->board().runs, board_->runs().size());
        // A short list while a long one is being grouped: the short one stays.
        all.resize(2000);
        list(all);
        all.resize(10);
        list(all);
        QCOMPARE(board_->board().runs, std::size_t{10});
        BackgroundJob::waitForAll();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(board_->board().runs, std::size_t{10});
    }
};

QTEST_MAIN(TestRunBoard)
#include "tst_run_board.moc"
