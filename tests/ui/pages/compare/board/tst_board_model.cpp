// SPDX-License-Identifier: GPL-3.0-or-later
// The board as a table: its columns and what stands in them, seeds below their group, filter, order, badges, how far a
// run has come, and the listed rows as a file.
// Holds ui/pages/compare/board/board_cells.cpp and ui/pages/compare/board/board_file.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/compare/board/board_file.h"
#include "pages/compare/board/board_model.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <memory>

using namespace gatelab;
using Kind = BoardColumn::Kind;

namespace {

RunSummary runOf(const char* id, std::int64_t hidden, std::int64_t seed, double best = 0.5) {
    RunSummary run = test::endedRun(id, hidden, seed, best);
    run.number = *id - 'a' + 1;
    run.created = static_cast<double>(run.number);
    run.seconds = 2;
    return run;
}

/// Newest first: 4 units with three seeds, 8 units the best, 16 units the newest.
std::vector<RunSummary> fiveRuns() {
    return {runOf("e", 16, 1, 0.9), runOf("d", 8, 1, 0.2), runOf("c", 4, 3, 0.6), runOf("b", 4, 2, 0.5),
            runOf("a", 4, 1, 0.4)};
}

QStringList lines(const std::string& text) { return fromUtf8(text).split('\n', Qt::SkipEmptyParts); }

}  // namespace

class TestBoardModel : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<RunBoard> board_;
    std::unique_ptr<BoardModel> model_;
    std::shared_ptr<test::FakeWorkspace> workspace_;
    ExperimentModel experiment_;

    void open(std::vector<RunSummary> all) {
        const std::size_t count = all.size();
        workspace_ = std::make_shared<test::FakeWorkspace>(std::move(all));
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(runs_->runs().size(), count);
        QCoreApplication::processEvents();  // colours are written: later they would bring back what is set meanwhile
        BackgroundJob::waitForAll();
    }
    void list(std::vector<RunSummary> all) {
        const std::size_t count = all.size();
        workspace_->set(std::move(all));
        runs_->refreshRuns();
        QTRY_COMPARE(runs_->runs().size(), count);
    }
    /// Numbers of the lines: "4 1 .1 .2 5" with the seeds below an opened group.
    [[nodiscard]] QString listed() const {
        QStringList all;
        for (int line = 0; line < model_->rowCount(); ++line)
            all << (model_->seedAt(line) ? QStringLiteral(".%1").arg(model_->seedAt(line)->number)
                                         : QString::number(model_->rowAt(line)->number));
        return all.join(QLatin1Char(' '));
    }
    [[nodiscard]] QModelIndex cell(const char* run, Kind kind) const {
        return model_->index(model_->lineOf(QLatin1String(run)), model_->columnOf(kind));
    }
    [[nodiscard]] QString shows(const char* run, Kind kind) const { return cell(run, kind).data().toString(); }
    [[nodiscard]] int columnCalled(const char* key) const {
        for (std::size_t i = 0; i < model_->columns().size(); ++i)
            if (model_->columns()[i].key == QLatin1String(key)) return static_cast<int>(i);
        return -1;
    }
    [[nodiscard]] QString shows(const char* run, const char* key) const {
        return model_->index(model_->lineOf(QLatin1String(run)), columnCalled(key)).data().toString();
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        preferences_ = std::make_unique<Preferences>(folder_->filePath(QStringLiteral("settings.ini")));
        runs_ = std::make_unique<RunController>();
        board_ = std::make_unique<RunBoard>(experiment_, *runs_, *preferences_);
        model_ = std::make_unique<BoardModel>(*board_, *runs_);
    }
    void cleanup() {
        model_.reset();
        board_.reset();
        runs_.reset();
        preferences_.reset();
        BackgroundJob::waitForAll();
    }

    /// Two have a line, the others share one, and those of other data have none.
    void whatWaitsIsListed() {
        open(fiveRuns());
        const int before = model_->rowCount();
        std::vector<RunSummary> waiting;
        for (int i = 0; i < 4; ++i) {
            RunSummary run = runOf("a", 32 + i, 7);
            run.id = "q" + std::to_string(i);
            run.number = 100 + i;
            if (i == 3) run.config.edit().horizon += 1;
            waiting.push_back(std::move(run));
        }
        model_->setWaiting(waiting);
        QCOMPARE(model_->rowCount(), before + 3);
        QVERIFY(model_->isWaiting(0) && model_->isWaiting(1) && model_->isFold(2));
        QVERIFY(!model_->rowAt(0));
        QCOMPARE(model_->index(0, 0).data().toString(), "#100");
        QCOMPARE(model_->waitingText(0), "waits, the next one");
        QCOMPARE(model_->runAt(0), QString());
        QVERIFY(!QString::fromStdString(boardCsv(*model_, {0})).contains("#100"));
        model_->setOpen(2, true);
        QCOMPARE(model_->rowCount(), before + 4);
        QCOMPARE(model_->index(2, 0).data().toString(), "#102");
        model_->setWaiting({});
        QCOMPARE(model_->rowCount(), before);
    }

    void aGroupIsALineAndItsSeedsOpenBelow() {
        QAbstractItemModelTester tester(model_.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        open(fiveRuns());
        QCOMPARE(listed(), QStringLiteral("4 1 5"));  // the best first
        QCOMPARE(shows("a", Kind::Run), QStringLiteral("#1"));
        QCOMPARE(shows("a", Kind::Seeds), QStringLiteral("3"));
        QCOMPARE(shows("a", Kind::Score), formatNumber(0.5));
        QCOMPARE(shows("a", "hidden_size"), QStringLiteral("4"));
        const int group = model_->lineOf(QStringLiteral("b"));
        QVERIFY(!model_->isOpen(group));
        model_->setOpen(group, true);
        QVERIFY(model_->isOpen(group));
        QCOMPARE(listed(), QStringLiteral("4 1 .1 .2 .3 5"));
        QCOMPARE(model_->lineOf(QStringLiteral("b")), group + 2);  // its own
        QCOMPARE(shows("b", Kind::Seeds), QStringLiteral("seed 2"));
        QCOMPARE(shows("c", Kind::Score), formatNumber(0.6));
        QCOMPARE(model_->runAt(group), QStringLiteral("c"));  // the newest
        QCOMPARE(model_->runAt(group + 1), QStringLiteral("a"));
        // It stays open when a run is added.
        std::vector<RunSummary> more = fiveRuns();
        more.insert(more.begin(), runOf("f", 4, 4, 0.7));
        list(more);
        QCOMPARE(listed(), QStringLiteral("4 1 .1 .2 .3 .6 5"));
        model_->setOpen(model_->lineOf(QStringLiteral("a")) - 1, false);
        QCOMPARE(listed(), QStringLiteral("4 1 5"));
    }

    void theOrderIsThatOfTheColumn() {
        open(fiveRuns());
        model_->sort(model_->columnOf(Kind::Score), Qt::DescendingOrder);
        QCOMPARE(listed(), QStringLiteral("5 1 4"));
        const QPersistentModelIndex chosen(model_->index(0, 0));
        model_->sort(columnCalled("hidden_size"), Qt::AscendingOrder);
        QCOMPARE(listed(), QStringLiteral("1 4 5"));
        QCOMPARE(chosen.row(), 2);  // the choice stays with its row
        model_->sort(model_->columnOf(Kind::Seeds), Qt::DescendingOrder);
        QCOMPARE(listed().left(1), QStringLiteral("1"));
        // A key that is no column yet.
        model_->sortBy(QStringLiteral("learning_rate"), Qt::DescendingOrder);
        QCOMPARE(listed(), QStringLiteral("5 1 4"));  // by the score meanwhile
        QCOMPARE(model_->sortColumn(), model_->columnOf(Kind::Score));
        std::vector<RunSummary> all = fiveRuns();
        all[1].config.edit().learningRate = 0.5;
        all[0].tags = "so that the list is another one";
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(listed().left(1), QStringLiteral("4"));
        QCOMPARE(model_->sortColumn(), columnCalled("learning_rate"));
    }

    void linesOfRunsThatAreGoneGoWithThem() {
        QAbstractItemModelTester tester(model_.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        open(fiveRuns());
        model_->sort(model_->columnOf(Kind::Run), Qt::DescendingOrder);
        QCOMPARE(listed(), QStringLiteral("5 4 1"));
        const QPersistentModelIndex four(model_->index(1, 0)), one(model_->index(2, 0));
        std::vector<RunSummary> all = fiveRuns();
        all.erase(all.begin());
        list(all);
        QCOMPARE(listed(), QStringLiteral("4 1"));
        QCOMPARE(four.row(), 0);
        QCOMPARE(one.row(), 1);
        all.erase(all.begin());
        list(all);
        QCOMPARE(listed(), QStringLiteral("1"));
        QVERIFY(!four.isValid());
    }

    void theFilterIsOfRuns() {
        open(fiveRuns());
        QCOMPARE(model_->listedRuns(), qint64{5});
        QVERIFY(model_->setFilter(QStringLiteral("hidden_size < 16 and seed = 1")).isEmpty());
        QCOMPARE(listed(), QStringLiteral("4 1"));
        QCOMPARE(model_->listedGroups(), 2);
        QCOMPARE(model_->listedRuns(), qint64{4});  // whole groups
        QCOMPARE(model_->hiddenChosen(), 1);        // the newest is chosen, unasked
        QVERIFY(!model_->setFilter(QStringLiteral("hidden_size <")).isEmpty());
        QCOMPARE(listed(), QStringLiteral("4 1"));  // a mistake changes nothing
        QVERIFY(model_->setFilter({}).isEmpty());
        QCOMPARE(model_->hiddenChosen(), 0);
        QCOMPARE(model_->rowCount(), 3);
    }

    void columnsAreTheSettingsThatDifferOrThoseOfAPerson() {
        std::vector<RunSummary> all = fiveRuns();
        all[0].config.edit().cell = "gru";
        all[0].tags = "paper";
        open(all);
        QCOMPARE(model_->valueColumns(), (QStringList{"cell", "hidden_size"}));
        model_->setExtraColumns({"best_epoch", "seed", "nothing"});
        QCOMPARE(model_->valueColumns(), (QStringList{"best_epoch", "seed"}));
        QCOMPARE(shows("a", "seed"), QStringLiteral("several"));  // seeds have no mean
        QVERIFY(model_->index(model_->lineOf(QStringLiteral("a")), columnCalled("seed"))
                    .data(BoardModel::ExactRole)
                    .toString() == QStringLiteral("several"));
        model_->setExtraColumns({});
        QCOMPARE(model_->valueColumns(), (QStringList{"cell", "hidden_size"}));
        // What is as in the base is muted.
        const auto isMuted = [&](const char* run, const char* key) {
            return model_->index(model_->lineOf(QLatin1String(run)), columnCalled(key))
                .data(BoardModel::MutedRole)
                .toBool();
        };
        QVERIFY(isMuted("d", "cell") && !isMuted("d", "hidden_size") && !isMuted("e", "cell"));
    }

    void badgesAndHowFarARunHasCome() {
        std::vector<RunSummary> all = fiveRuns();
        open(all);
        const auto badge = [&](const char* run) { return model_->badgeAt(model_->lineOf(QLatin1String(run))); };
        QCOMPARE(badge("a"), QStringLiteral("base"));
        QCOMPARE(badge("d"), QStringLiteral("best"));
        QCOMPARE(badge("e"), QStringLiteral("latest"));
        QVERIFY(model_->progressAt(0).share < 0);
        all.insert(all.begin(), runOf("f", 4, 4, NAN));
        all.front().state = RunState::Running;
        all.front().epoch = 3, all.front().epochs = 12;
        list(all);
        QCOMPARE(listed(), QStringLiteral("1 4 5"));  // what goes on stands first
        QCOMPARE(badge("a"), QStringLiteral("running"));
        QCOMPARE(shows("a", Kind::Seeds), QStringLiteral("3/4"));
        QCOMPARE(model_->progressAt(0).share, 0.25);
        QCOMPARE(model_->progressAt(0).words, QStringLiteral("seed 4, epoch 3 of 12"));
        all.front().state = RunState::Paused;
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(badge("a"), QStringLiteral("paused"));
        QVERIFY(model_->progressAt(0).words.contains(QStringLiteral("paused")));
        // A run that was set aside for another is paused here as on the strip.
        all.front().state = RunState::Interrupted;
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(badge("a"), QStringLiteral("base"));
        model_->setOpen(model_->lineOf(QStringLiteral("a")), true);
        QCOMPARE(badge("f"), QStringLiteral("interrupted"));
        board_->setAside({QStringLiteral("f")});
        QCOMPARE(badge("f"), QStringLiteral("paused"));
        model_->setExtraColumns({QStringLiteral("state")});
        QCOMPARE(shows("f", "state"), QStringLiteral("paused"));
        model_->setExtraColumns({});
        board_->setAside({});
        model_->setOpen(model_->lineOf(QStringLiteral("a")), false);
        all.front().state = RunState::Failed;
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(badge("a"), QStringLiteral("base"));
        model_->setOpen(model_->lineOf(QStringLiteral("a")), true);
        QTRY_COMPARE(badge("f"), QStringLiteral("failed"));
        QCOMPARE(shows("f", Kind::Score), QStringLiteral("-"));
    }

    /// A seed that ran again is one seed.
    void seedsAreCountedNotRuns() {
        std::vector<RunSummary> all{runOf("d", 4, 2, NAN), runOf("c", 4, 1, 0.5), runOf("b", 4, 1, 0.5),
                                    runOf("a", 4, 1, 0.5)};
        all.front().state = RunState::Running;
        open(all);
        QCOMPARE(shows("a", Kind::Seeds), QStringLiteral("1/2"));
        QCOMPARE(model_->rowAt(0)->seedCount(), std::size_t{2});
    }

    void whatWasChangedOnItsWayIsALineOfItsOwn() {
        std::vector<RunSummary> all = fiveRuns();
        all[3].changes = {RunChange{{findField("learning_rate"), 1e-3, 3e-4}, 7}};
        open(all);
        QCOMPARE(model_->rowCount(), 4);
        QCOMPARE(shows("b", Kind::Run), QStringLiteral("#2"));
        QCOMPARE(shows("a", Kind::Seeds), QStringLiteral("2"));
        QCOMPARE(shows("b", Kind::Seeds), QStringLiteral("0"));  // it is no seed of a mean
        QCOMPARE(shows("b", Kind::Score), formatNumber(0.5));
    }

    void aSeedHasTheNameOfItsRun() {
        std::vector<RunSummary> all = fiveRuns();
        for (RunSummary& run : all) run.name = "run " + run.id;
        open(all);
        const int line = model_->lineOf(QStringLiteral("a"));
        model_->setOpen(line, true);
        for (const int below : {line + 1, line + 2}) {
            const BoardSeed* seed = model_->seedAt(below);
            QVERIFY(seed);
            QCOMPARE(model_->ownNameAt(below), QStringLiteral("run ") + fromUtf8(seed->run));
        }
    }

    void namesNotesAndTagsStandInTheNote() {
        std::vector<RunSummary> all = fiveRuns();
        for (RunSummary& run : all) run.name.clear();
        all[1].name = "night", all[1].note = "seed 3 again", all[1].tags = "paper";
        all[0].parent = "a";
        open(all);
        QCOMPARE(shows("d", Kind::Note), QStringLiteral("night  seed 3 again  paper"));
        QVERIFY(shows("a", Kind::Note).isEmpty());
        // It is drawn beside the number.
        QCOMPARE(model_->ownNameAt(model_->lineOf(QStringLiteral("d"))), QStringLiteral("night"));
        QCOMPARE(model_->noteAt(model_->lineOf(QStringLiteral("d"))), QStringLiteral("seed 3 again  paper"));
        QVERIFY(model_->ownNameAt(model_->lineOf(QStringLiteral("a"))).isEmpty());
        QCOMPARE(shows("e", Kind::Changes), QStringLiteral("#1: units"));
        QCOMPARE(cell("e", Kind::Changes).data(Qt::ToolTipRole).toString(), QStringLiteral("#1: Hidden size 4 → 16"));
        QCOMPARE(cell("d", Kind::Run).data(Qt::AccessibleTextRole).toString(), QStringLiteral("#4 night, chosen"));
    }

    /// A pointer over the list holds it; new lines come at their place.
    void aHeldListKeepsItsPlaces() {
        open(fiveRuns());
        model_->setHeld(true);
        std::vector<RunSummary> all = fiveRuns();
        all[0].bestValidation = 0.1;
        all.insert(all.begin(), runOf("f", 32, 1, 0.95));
        list(all);
        QCOMPARE(listed(), QStringLiteral("4 1 5 6"));
        QVERIFY(model_->moved() > 0);
        model_->setHeld(false);
        QCOMPARE(listed(), QStringLiteral("5 4 1 6"));
        QCOMPARE(model_->moved(), 0);
    }

    void aPartOfTheAxis() {
        open(fiveRuns());
        const double low = model_->axis().low;
        QVERIFY(low < 0.2 && model_->axis().high > 0.9);
        model_->zoom(0.3, 0.7);
        QVERIFY(model_->isZoomed());
        QCOMPARE(model_->axis().low, 0.3);
        std::vector<RunSummary> all = fiveRuns();
        all.insert(all.begin(), runOf("f", 32, 1, 0.95));
        list(all);
        QCOMPARE(model_->axis().high, 0.7);
        model_->zoom(0, 0);
        QVERIFY(!model_->isZoomed() && model_->axis().low < 0.3);
    }

    void csvHasAllDigitsAndTheRunsOfEachRow() {
        std::vector<RunSummary> all = fiveRuns();
        all[1].bestValidation = 0.1234567890123;
        all[0].bestEpoch = -1;  // has no value
        open(all);
        const int run = model_->columnOf(Kind::Run), score = model_->columnOf(Kind::Score);
        const QStringList text = lines(boardCsv(*model_, {score, run, columnCalled("hidden_size")}));
        QCOMPARE(text.size(), 4);
        QCOMPARE(text[0], QStringLiteral("Val. MSE,Run,Units,ids"));
        QCOMPARE(text[1], QStringLiteral("0.1234567890123,#4,8,d"));
        QCOMPARE(text[2].section(QLatin1Char(','), 1), QStringLiteral("#1,4,c b a"));
        QCOMPARE(text[3], QStringLiteral(",#5,16,e"));
        // Filter, order and opened groups are those of the table.
        model_->setFilter(QStringLiteral("hidden_size < 16"));
        model_->sort(columnCalled("hidden_size"), Qt::AscendingOrder);
        all[2].bestValidation = 0.6000000000001;
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_VERIFY(board_->board().find("a")->seeds[2].score > 0.6);
        model_->setOpen(model_->lineOf(QStringLiteral("a")), true);
        const QStringList seeds = lines(boardCsv(*model_, {score}));
        QCOMPARE(seeds.size(), 6);
        QCOMPARE(seeds[4], QStringLiteral("0.6000000000001,c"));
        QCOMPARE(seeds[5], QStringLiteral("0.1234567890123,d"));
    }

    void markdownIsWhatPeopleRead() {
        std::vector<RunSummary> all = fiveRuns();
        all[1].note = "a|b\nc";
        open(all);
        const QStringList text = lines(boardMarkdown(
            *model_, {model_->columnOf(Kind::Run), model_->columnOf(Kind::Score), model_->columnOf(Kind::Note)}));
        QCOMPARE(text.size(), 5);
        QCOMPARE(text[1], QStringLiteral("|---|---:|---|---|"));
        QVERIFY2(text[2].startsWith(QStringLiteral("| #4 | %1 |").arg(formatNumber(0.2))), qPrintable(text[2]));
        QVERIFY2(text[2].contains(QStringLiteral("a\\|b c")), qPrintable(text[2]));
        QVERIFY2(text[2].endsWith(QStringLiteral("| d |")), qPrintable(text[2]));
    }

    void tenThousandRuns() {
        std::vector<RunSummary> many;
        for (int i = 0; i < 10000; ++i) {
            RunSummary run = test::endedRun("run-" + std::to_string(100000 + i), 4 + i % 100, i / 100,
                                            0.1 + (i * 7919 % 10007) * 1e-4);
            run.config.edit().cell = i % 3 ? "lstm" : "gru";
            many.push_back(std::move(run));
        }
        open(std::move(many));
        QTRY_COMPARE(model_->listedRuns(), qint64{10000});
        QVERIFY(model_->setFilter(QStringLiteral("cell = lstm and hidden_size < 10")).isEmpty());
        QVERIFY(model_->rowCount() > 0 && model_->rowCount() < 20);
        QVERIFY(model_->setFilter({}).isEmpty());
        model_->sort(model_->columnOf(Kind::Run), Qt::DescendingOrder);
        QCOMPARE(model_->listedRuns(), qint64{10000});
    }
};

QTEST_MAIN(TestBoardModel)
#include "tst_board_model.moc"
