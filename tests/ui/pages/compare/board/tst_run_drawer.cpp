// SPDX-License-Identifier: GPL-3.0-or-later
// The drawer of one row of the board: its figures, its seeds, what it came from, and what can be done with it.
// Holds ui/pages/compare/board/lineage_list.cpp and ui/pages/compare/board/run_facts.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/field.h"
#include "models/run_board.h"
#include "models/run_columns.h"
#include "pages/compare/board/board_cells.h"
#include "pages/compare/board/lineage_list.h"
#include "pages/compare/board/run_drawer.h"
#include "pages/compare/board/run_facts.h"
#include "pages/compare/board/seed_axis.h"
#include "pages/compare/forecasts/run_forecasts.h"
#include "run/forecast_set.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "store/imported_run.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/tiny_experiment.h"
#include "widgets/badge.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

using namespace gatelab;
using test::endedRun;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Keeps what its part asks for.
class Host : public QWidget, public Responder {
public:
    void ask(const Command& command) override { asked = command; }
    void reportDone(const QString&) override {}
    void reportProblem(const QString&) override {}
    Command asked;
};

RunSummary runOf(const char* id, std::int64_t number, std::int64_t hidden, std::int64_t seed, double best,
                 const char* parent = "") {
    RunSummary run = endedRun(id, hidden, seed, best);
    run.number = number;
    run.parent = parent;
    run.created = static_cast<double>(number);
    return run;
}

/// Three seeds of 4 units, one of 8 that came from them, two that came from that one; newest first.
std::vector<RunSummary> family() {
    return {runOf("f", 6, 32, 1, 0.8, "d"), runOf("e", 5, 16, 1, 0.7, "d"), runOf("d", 4, 8, 1, 0.3, "a"),
            runOf("c", 3, 4, 3, 0.6),       runOf("b", 2, 4, 2, 0.5),       runOf("a", 1, 4, 1, 0.4)};
}

template <class Button>
Button* button(const QWidget& within, const char* name) {
    const auto all = within.findChildren<Button*>();
    const auto found = std::ranges::find_if(all, [&](const Button* one) {
        return one->text() == QLatin1String(name) || one->accessibleName() == QLatin1String(name);
    });
    return found == all.end() ? nullptr : *found;
}

bool says(const QWidget& within, const QString& words) {
    const auto labels = within.findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisibleTo(&within) && label->text().contains(words); });
}

LineChart* chart(const QWidget& within, const char* title) {
    const auto all = within.findChildren<LineChart*>();
    const auto found = std::ranges::find(all, QLatin1String(title), &QWidget::accessibleName);
    return found == all.end() ? nullptr : *found;
}

}  // namespace

class TestRunDrawer : public QObject {
    Q_OBJECT
    Theme theme_;
    QTemporaryDir folder_;
    ExperimentModel experiment_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<RunBoard> board_;
    std::unique_ptr<Host> host_;
    RunDrawer* drawer_ = nullptr;
    std::shared_ptr<test::FakeWorkspace> workspace_;

    void list(const std::vector<RunSummary>& all) {
        workspace_ = std::make_shared<test::FakeWorkspace>(all);
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(board_->runs().size(), all.size());
    }

private Q_SLOTS:
    void init() {
        preferences_ = std::make_unique<Preferences>(folder_.filePath(QStringLiteral("settings.ini")));
        runs_ = std::make_unique<RunController>();
        board_ = std::make_unique<RunBoard>(experiment_, *runs_, *preferences_);
        host_ = std::make_unique<Host>();
        drawer_ = new RunDrawer(theme_, *board_, *runs_);
        auto* column = new QVBoxLayout(host_.get());
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(drawer_);
        host_->resize(312, 900);
        host_->show();
        QVERIFY(QTest::qWaitForWindowExposed(host_.get()));
    }
    void cleanup() {
        host_.reset();
        board_.reset();
        runs_.reset();
        preferences_.reset();
        QFile::remove(folder_.filePath(QStringLiteral("settings.ini")));
    }
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void aGroupShowsMeanAndSeeds() {
        list(family());
        drawer_->show("a");
        QCOMPARE(drawer_->rowKey(), std::string("a"));
        QCOMPARE(drawer_->runId(), QStringLiteral("a"));  // the oldest that counts
        const BoardRow* row = board_->board().find("a");
        QCOMPARE(row->score, 0.5);
        QCOMPARE(drawer_->findChild<ElidedLabel*>()->fullText(), board_->nameOf(*row));
        QVERIFY(says(*drawer_, formatNumber(0.5, 3)));
        QVERIFY(says(*drawer_, QStringLiteral("mean of 3, validation ")));
        QVERIFY(says(*drawer_, QStringLiteral("3 seed")));
        const auto* axis = drawer_->findChild<SeedAxis*>();
        QVERIFY(axis->isVisible());
        for (const double score : {0.4, 0.6}) {
            const double place = axis->axis().place(score);
            QVERIFY2(place > 0 && place < 1, qPrintable(QString::number(place)));
        }
        QVERIFY(axis->accessibleDescription().contains(formatNumber(row->low, 3)));
        // The first one with three seeds is the base, another one the best.
        QStringList badges;
        for (const auto* badge : drawer_->findChildren<Badge*>())
            if (badge->isVisible()) badges << badge->text();
        QCOMPARE(badges, QStringList{QStringLiteral("base")});
        // One seed has no mean; what it has beside the base is in the line.
        drawer_->show("d");
        QVERIFY(!says(*drawer_, QStringLiteral("mean of")) && says(*drawer_, QStringLiteral("1 seed")));
        QVERIFY(says(*drawer_, QStringLiteral("units 8")));
    }

    /// Default settings would be a claim: what an imported run has are curves and texts.
    void anImportedRunHasNoSettings() {
        std::vector<RunSummary> all;
        for (const char* id : {"n", "m"}) {
            RunSummary run = endedRun(id, 4, 1, 0.5);
            run.name = "mine";
            run.config = importedConfig({"MLflow", "/mlruns", id, "series", {{"lr", id}, {"same", "1"}}, {}, false});
            all.push_back(run);
        }
        const auto workspace = std::make_shared<test::FakeWorkspace>(all);
        runs_->setWorkspace(workspace);
        QTRY_COMPARE(runs_->runs().size(), all.size());
        QTRY_COMPARE(board_->scopes().size(), std::size_t{1});
        QVERIFY(board_->scopes().front().label.contains(QStringLiteral("(imported)")));
        board_->setScope(board_->scopes().front().key);
        QCOMPARE(board_->runs().size(), std::size_t{2});
        QVERIFY(board_->board().columns.empty());
        drawer_->show("m");
        QVERIFY(says(*drawer_, QStringLiteral("imported from MLflow: settings are not known")));
        for (const char* name : {"Train again...", "Open on Train", "Export...", "Why..."})
            QVERIFY2(!button<QPushButton>(*drawer_, name)->isVisibleTo(drawer_), name);
        const BoardRow* row = board_->board().find("m");
        QVERIFY(row);
        QCOMPARE(BoardCells(*board_).noteOf(*row), QStringLiteral("imported  lr m"));
        const RunColumns columns;
        for (const char* key : {"hidden_size", "learning_rate", "cell", "model"}) {
            const RunColumn* column = columns.find(QString::fromLatin1(key));
            QCOMPARE(column->display(all.front()), QStringLiteral("-"));
        }
    }

    /// A person says of which data they are: then they stand beside own runs, and say what is not known.
    void importedRunsStandBesideOwnOnes() {
        RunSummary own = runOf("own", 2, 4, 1, 0.4), theirs = runOf("n", 1, 4, 1, 0.3);
        theirs.config = importedConfig({"MLflow", "/mlruns", "n", "series", {}, {}, false});
        theirs.dataName = "MLflow: series", own.dataName = "sine";
        workspace_ = std::make_shared<test::FakeWorkspace>(std::vector{own, theirs}, folder_.path().toStdString());
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(board_->scopes().size(), std::size_t{2});
        board_->setScope(board_->scopeOf(theirs));
        QTRY_VERIFY(board_->board().find("n"));
        drawer_->show("n");
        auto* of = button<QPushButton>(*drawer_, "Of which data...");
        QVERIFY(of && of->isVisibleTo(drawer_));
        const auto choose = [&](int place) {
            Q_EMIT of->menu()->aboutToShow();
            of->menu()->actions().at(place)->trigger();
        };
        choose(0);  // the own run's board
        QTRY_COMPARE(board_->runs().size(), std::size_t{2});
        QCOMPARE(board_->scope(), board_->scopeOf(own));
        QTRY_VERIFY(board_->board().find("n") && board_->board().find("own"));
        QCOMPARE(board_->scopes().size(), std::size_t{1});
        QCOMPARE(board_->scopes().front().runs, qint64{2});
        QVERIFY(!board_->scopes().front().label.contains(QStringLiteral("imported")));
        // No score is made up, and nothing is held against settings that nobody knows
        QVERIFY(!board_->board().find("n")->isComparable && std::isnan(board_->board().find("n")->score));
        QCOMPARE(board_->base()->key, std::string("own"));
        drawer_->show("own");
        QVERIFY(!of->isVisibleTo(drawer_));
        drawer_->show("n");
        choose(static_cast<int>(of->menu()->actions().size()) - 1);  // their own again
        QTRY_COMPARE(board_->scopes().size(), std::size_t{2});
        QTRY_COMPARE(board_->runs().size(), std::size_t{1});
    }

    void arrowsChangeTheSeed() {
        list(family());
        drawer_->show("a", QStringLiteral("b"));
        QCOMPARE(drawer_->runId(), QStringLiteral("b"));
        QSignalSpy shown(drawer_, &RunDrawer::runShown);
        auto *before = button<QToolButton>(*drawer_, "The seed before"),
             *after = button<QToolButton>(*drawer_, "The next seed");
        QVERIFY(before && after && before->isEnabled() && after->isEnabled());
        after->click();
        QCOMPARE(drawer_->runId(), QStringLiteral("c"));
        QVERIFY(!after->isEnabled());
        QTest::keyClick(drawer_, Qt::Key_Right);  // there is no fourth
        QCOMPARE(drawer_->runId(), QStringLiteral("c"));
        QTest::keyClick(before, Qt::Key_Left);
        QTest::keyClick(drawer_, Qt::Key_Left);
        QCOMPARE(drawer_->runId(), QStringLiteral("a"));
        QVERIFY(!before->isEnabled());
        QCOMPARE(shown.count(), 3);
        QCOMPARE(shown.back()[0].toString(), QStringLiteral("a"));
    }

    void lineageIsTheChainAndAClickGoesThere() {
        list(family());
        drawer_->show("d");
        auto* lineage = drawer_->findChild<LineageList*>();
        QCOMPARE(lineage->keys(), (std::vector<std::string>{"a", "d", "e", "f"}));
        QCOMPARE(lineage->changeOf("a"), QStringLiteral("trained from scratch"));
        QCOMPARE(lineage->changeOf("d"), QStringLiteral("Hidden size 4 → 8"));
        QSignalSpy asked(drawer_, &RunDrawer::rowAsked);
        lineage->click("f");
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].value<std::string>(), std::string("f"));
        drawer_->show("f");
        QCOMPARE(lineage->keys(), (std::vector<std::string>{"a", "d", "f"}));
    }

    /// In as many lines as they take: the values are what differs.
    void lineageShowsEveryValue() {
        std::vector<RunSummary> all = family();
        all[2].config.edit().learningRate = 0.0123;
        all[2].config.edit().dropout = 0.25;
        list(std::move(all));
        drawer_->show("d");
        const auto* lineage = drawer_->findChild<LineageList*>();
        const auto rows = lineage->findChildren<QAbstractButton*>();
        QVERIFY(rows.size() >= 2);
        const QFontMetrics metrics(theme_.font(12));
        for (const auto* row : rows) {
            const QString said = row->accessibleName().section(QStringLiteral(": "), 1);
            const int lines = metrics.horizontalAdvance(said) > 200 - 26 ? 2 : 1;
            QVERIFY2(row->heightForWidth(200) >= 40 + (lines - 1) * metrics.height(), qPrintable(said));
        }
    }

    void lineageSaysHowARunBegan() {
        std::vector<RunSummary> all = family();
        const RunChange change{{findField("learning_rate"), 0.001, 0.003}, 618, 1};
        all[0].parent = "gone";
        all[1].branchStep = 120;
        all[5].changes = {change};
        list(all);
        drawer_->show("d");
        const auto* lineage = drawer_->findChild<LineageList*>();
        QVERIFY2(lineage->changeOf("a").contains(runChangeText(change)), qPrintable(lineage->changeOf("a")));
        QVERIFY(!lineage->changeOf("d").contains(QStringLiteral("618")));
        QCOMPARE(lineage->changeOf("e"), QStringLiteral("branch at step 120: Hidden size 8 → 16"));
        drawer_->show("f");
        QCOMPARE(lineage->changeOf("f"), QStringLiteral("its parent was deleted"));
    }

    void aLiveRunCanOnlyBeOpened() {
        std::vector<RunSummary> all = family();
        all[2].state = RunState::Running;
        list(all);
        auto *again = button<QPushButton>(*drawer_, "Train again..."),
             *open = button<QPushButton>(*drawer_, "Open on Train");
        drawer_->show("d");
        QVERIFY(!again->isVisible() && open->isVisible());
        open->click();
        QCOMPARE(host_->asked, Command(QStringLiteral("open-run"), QStringLiteral("d")));
        drawer_->show("a");
        QVERIFY(again->isVisible() && open->isVisible());
        again->click();
        QCOMPARE(host_->asked, Command(QStringLiteral("again"), QStringLiteral("a")));
        drawer_->clear();
        QVERIFY(!again->isVisible() && !open->isVisible());
        QVERIFY(drawer_->runId().isEmpty() && drawer_->rowKey().empty());
    }

    /// Nothing lies in the folder of this workspace.
    void anUnreadableRecordIsSaid() {
        list(family());
        drawer_->show("a");
        const auto labels = drawer_->findChildren<WrappedLabel*>();
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(labels,
                                                     [](const WrappedLabel* label) {
                                                         return label->isVisible() && !label->fullText().isEmpty() &&
                                                                label->property("role") == QLatin1String("error");
                                                     }),
                                 kPatience);
        QVERIFY(says(*drawer_, formatNumber(0.5, 3)));  // what the list knows stays
        button<QToolButton>(*drawer_, "The next seed")->click();
        QCOMPARE(drawer_->runId(), QStringLiteral("b"));
    }

    void aRowThatIsGoneClosesIt() {
        list(family());
        QSignalSpy closed(drawer_, &RunDrawer::closed);
        drawer_->show("a", QStringLiteral("b"));
        // The group goes on under the key of its oldest run.
        std::vector<RunSummary> all = family();
        all.pop_back();
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(drawer_->rowKey(), std::string("b"));
        QCOMPARE(closed.count(), 0);
        all.resize(3);
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(closed.count(), 1);
        QVERIFY(drawer_->rowKey().empty());
        drawer_->show("d");
        QTest::keyClick(drawer_, Qt::Key_Escape);
        QCOMPARE(closed.count(), 2);
    }

    /// No record has the errors by step: the run is forecast once more, where it left weights.
    void errorsByStepComeWithForecasts() {
        list(family());
        drawer_->show("a");
        LineChart* steps = chart(*drawer_, "Error by step");
        QVERIFY(steps->isVisible());
        QTRY_VERIFY(!steps->isVisible());  // it has no checkpoint
        const auto set = std::make_shared<ForecastSet>();
        set->targets = {"OT"};
        set->horizon = 2;
        set->originRows = {1, 2};
        set->truth = {1, 2, 3, 4};
        set->forecast = {1, 3, 3, 5};
        drawer_->forecasts().keep(QStringLiteral("a"), set);
        QVERIFY(steps->isVisible());
        QTRY_VERIFY2(steps->textSummary().contains(QStringLiteral("this run")), qPrintable(steps->textSummary()));
        drawer_->show("a", QStringLiteral("b"));
        QTRY_VERIFY(!steps->textSummary().contains(QStringLiteral("this run")));
    }

    void aRecordGivesCurveAndFacts() {
        const QTemporaryDir folder;
        const std::shared_ptr<Workspace> workspace = *Workspace::open(folder.path().toStdString());
        ExperimentConfig config = testing::tinyExperiment(1);
        config.hiddenSize = 12;
        std::string id;
        {
            auto record = workspace->createRun(config, {}, "made up");
            QVERIFY(record.ok());
            id = (*record)->id();
            std::array<MetricSample, 4> samples;
            for (std::size_t i = 0; i < samples.size(); ++i) {
                const auto step = static_cast<std::int64_t>(i) + 1;
                samples[i] = {.metric = i < 2 ? MetricId::TrainLoss : MetricId::ValidationLoss,
                              .step = step,
                              .epoch = static_cast<double>(step) / 4,
                              .seconds = static_cast<double>(step),
                              .value = 0.5 / static_cast<double>(step)};
            }
            QVERIFY((*record)->addMetrics(samples).ok());
            (void)(*record)->setBest(0.5, 4, 1);
            (void)(*record)->setState(RunState::Finished, 4, 1, 2.0);
        }
        runs_->setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(board_->runs().size(), std::size_t{1}, kPatience);
        drawer_->show(id);
        LineChart* loss = chart(*drawer_, "Loss");
        QTRY_VERIFY_WITH_TIMEOUT(loss->textSummary().contains(translated(metric(MetricId::ValidationLoss).label)),
                                 kPatience);
        auto* facts = drawer_->findChild<RunFacts*>();
        QVERIFY(facts->isVisible() && !facts->isOpen() && facts->command().isEmpty());
        facts->setOpen(true);
        QVERIFY2(facts->command().startsWith(QStringLiteral("gatelab-worker train")), qPrintable(facts->command()));
        QVERIFY(facts->command().contains(QStringLiteral("--hidden-size 12")));
        QVERIFY(facts->value(QStringLiteral("Hidden size")).startsWith(QStringLiteral("12 (default ")));
        QCOMPARE(facts->value(QStringLiteral("Data")), QStringLiteral("made up"));
        QTRY_VERIFY_WITH_TIMEOUT(!facts->value(QStringLiteral("manifest.json")).isEmpty(), kPatience);
        drawer_->clear();
        QVERIFY(!facts->isVisible());
    }
};

QTEST_MAIN(TestRunDrawer)
#include "tst_run_drawer.moc"
