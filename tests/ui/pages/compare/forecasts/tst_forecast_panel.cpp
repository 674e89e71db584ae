// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen runs' forecasts over each other and beside the baselines: which runs are drawn, what is drawn of them,
// what is said, and another file in place of their test part. Holds ui/pages/compare/forecasts/forecast_figures.cpp,
// ui/pages/compare/forecasts/forecast_chart.cpp, ui/pages/compare/forecasts/run_forecasts.cpp and
// ui/pages/compare/forecasts/score_card.cpp and ui/models/series_score_model.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_board.h"
#include "models/run_figures.h"
#include "pages/compare/forecasts/forecast_chart.h"
#include "pages/compare/forecasts/forecast_panel.h"
#include "pages/compare/forecasts/run_forecasts.h"
#include "pages/compare/forecasts/score_card.h"
#include "pages/page.h"
#include "run/series_forecasts.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/empty_state.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace gatelab;

namespace {

/// Windows of two steps of the targets whose truth is the number of the row; forecasts miss it by `error`.
ForecastSet forecasts(std::vector<std::int64_t> origins, std::vector<std::string> targets, double error) {
    ForecastSet set;
    set.targets = std::move(targets);
    set.horizon = 2;
    set.originRows = std::move(origins);
    ForecastSet::BaselineValues baseline{"seasonal-naive", {}};
    for (const std::int64_t origin : set.originRows)
        for (int step = 1; step <= 2; ++step)
            for (std::size_t target = 0; target < set.targets.size(); ++target) {
                set.truth.push_back(static_cast<double>(origin + step));
                set.forecast.push_back(set.truth.back() + error * step);
                baseline.values.push_back(set.truth.back() + 10);
            }
    set.baselines = {std::move(baseline)};
    set.firstRow = 0;
    for (int row = 0; row < 40; ++row)
        for (std::size_t target = 0; target < set.targets.size(); ++target) set.observed.push_back(row);
    set.scores = {{"model", "original", "mse", error * error}, {"seasonal-naive", "original", "mse", 100}};
    set.baselineErrors = {{"persistence", 1, std::vector<double>(2 * set.targets.size(), 9)},
                          {"seasonal-naive", 24, std::vector<double>(2 * set.targets.size(), 10)}};
    return set;
}

std::shared_ptr<const ForecastSet> shared(ForecastSet set) {
    return std::make_shared<const ForecastSet>(std::move(set));
}

RunSummary runOf(const char* id, std::int64_t number, std::int64_t hidden, std::int64_t seed, double best,
                 RunState state = RunState::Finished) {
    RunSummary run = test::endedRun(id, hidden, seed, best);
    run.number = number;
    run.created = static_cast<double>(number);
    run.colour = static_cast<int>(number);
    run.state = state;
    return run;
}

/// Newest first: three seeds of 4 units, which are the base, and five more groups of one.
std::vector<RunSummary> eightRuns() {
    return {runOf("h", 8, 64, 1, 0.9),
            runOf("g", 7, 32, 1, 0.2),
            runOf("f", 6, 16, 1, 0.3),
            runOf("e", 5, 8, 1, 0.35),
            runOf("d", 4, 2, 1, 0.8, RunState::Running),
            runOf("c", 3, 4, 3, 0.5),
            runOf("b", 2, 4, 2, 0.4),
            runOf("a", 1, 4, 1, 0.6)};
}

const ChartLine* named(const std::vector<ChartLine>& lines, const QString& name) {
    const auto found = std::ranges::find(lines, name, &ChartLine::name);
    return found == lines.end() ? nullptr : &*found;
}

QColor colour(int slot) { return runColour(lightPalette(), slot); }

}  // namespace

class ForecastPanelTest : public QObject {
    Q_OBJECT

    Theme theme_;
    QTemporaryDir folder_;
    ExperimentModel experiment_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<RunBoard> board_;
    std::unique_ptr<Page> page_;
    ForecastPanel* panel_ = nullptr;

    void open(const std::vector<RunSummary>& all, const std::filesystem::path& folder = "/nowhere/fake") {
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(all, folder));
        QTRY_COMPARE(board_->runs().size(), all.size());
    }
    void choose(const std::vector<std::string>& runs) const {
        board_->clear();
        for (const std::string& run : runs) board_->turn(board_->board().find(run)->key);
    }
    ForecastChart& chart() const { return *panel_->findChild<ForecastChart*>(); }
    QString drawn() const { return chart().chart().textSummary(); }
    const ScoreModel& scores() const { return panel_->findChild<ScoreCard*>()->scores(); }
    QString message() const {
        QStringList all;
        for (const WrappedLabel* label : panel_->findChildren<WrappedLabel*>())
            if (label->isVisibleTo(panel_)) all << label->fullText();
        return all.join(QLatin1Char('\n'));
    }
    EmptyState* emptyState() const {
        for (EmptyState* state : panel_->findChildren<EmptyState*>())
            if (state->isVisibleTo(panel_)) return state;
        return nullptr;
    }

private Q_SLOTS:
    void init() {
        preferences_ = std::make_unique<Preferences>(folder_.filePath(QStringLiteral("settings.ini")));
        runs_ = std::make_unique<RunController>();
        board_ = std::make_unique<RunBoard>(experiment_, *runs_, *preferences_);
        page_ = std::make_unique<Page>();
        panel_ = new ForecastPanel(theme_, *runs_, *board_, page_.get());
        panel_->resize(1300, 900);
        page_->resize(1300, 900);
        page_->show();
    }
    void cleanup() {
        page_.reset();
        board_.reset();
        runs_.reset();
        preferences_.reset();
        QFile::remove(folder_.filePath(QStringLiteral("settings.ini")));
        BackgroundJob::waitForAll();
    }

    void theBestSeedOfTheBestThreeChosenGroupsIsDrawn() {
        open(eightRuns());
        choose({"h", "a", "g", "d", "f"});
        // Groups by their score; of 4 units the seed with the lowest; what still trains has no forecasts.
        QCOMPARE(panel_->drawnRuns(), (QStringList{"g", "f", "b"}));
        board_->remove(board_->board().find("g")->key);
        QCOMPARE(panel_->drawnRuns(), (QStringList{"f", "b", "h"}));
        choose({"d"});
        QVERIFY(panel_->drawnRuns().isEmpty());
    }

    void nothingChosenSaysWhereToChoose() {
        open(eightRuns());
        board_->clear();
        QVERIFY(emptyState());
        QSignalSpy asked(page_.get(), &Page::commandAsked);
        emptyState()->findChild<QPushButton*>()->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<Command>(),
                 Command::show({QStringLiteral("compare"), QStringLiteral("board")}));
        choose({"e"});
        QVERIFY(!emptyState());
        QVERIFY(panel_->verdict().isEmpty());
    }

    // A run that somebody asks for by its place is chosen, and stands for its group.
    void aPlaceChoosesItsRun() {
        open(eightRuns());
        choose({"g", "f", "e"});
        panel_->showPlace({QStringLiteral("compare"), QStringLiteral("forecasts"), QStringLiteral("c")});
        QVERIFY(board_->isChosen(*board_->board().find("c")));
        QCOMPARE(panel_->drawnRuns(), (QStringList{"c", "g", "f"}));
        QCOMPARE(panel_->runId(), QStringLiteral("c"));
        panel_->showPlace({QStringLiteral("compare"), QStringLiteral("forecasts"), {}});
        QCOMPARE(panel_->drawnRuns().front(), QStringLiteral("c"));
    }

    void threeRunsShareChartAndTable() {
        open(eightRuns());
        choose({"g", "f", "e"});
        panel_->setForecasts(QStringLiteral("g"), shared(forecasts({10, 11, 12, 14}, {"a", "b"}, 3)));
        panel_->setForecasts(QStringLiteral("f"), shared(forecasts({11, 12, 14, 15}, {"b"}, 1)));
        panel_->setForecasts(QStringLiteral("e"), shared(forecasts({11}, {"a"}, 2)));
        // The first target is not that of the second run.
        QTRY_VERIFY2(drawn().contains("#7") && !drawn().contains("#6") && drawn().contains("#5"), qPrintable(drawn()));
        QVERIFY2(drawn().contains(methodLabel("seasonal-naive")), qPrintable(drawn()));
        QComboBox* target = nullptr;
        for (QComboBox* each : page_->findChildren<QComboBox*>())
            if (each->accessibleName() == QLatin1String("Target")) target = each;
        QVERIFY(target && target->count() == 2);
        target->setCurrentIndex(1);
        Q_EMIT target->activated(1);
        QTRY_VERIFY2(drawn().contains("#7") && drawn().contains("#6") && !drawn().contains("#5"), qPrintable(drawn()));
        // A row for each run in the order of the board, then the baselines; said in one line which is best here.
        QCOMPARE(scores().rowCount(), 4);
        const char* const numbers[] = {"#7", "#6", "#5"};
        for (int row = 0; row < 3; ++row)
            QVERIFY(scores().label(scores().methodAt(row)).startsWith(QLatin1String(numbers[row])));
        QVERIFY2(panel_->verdict().startsWith("#6"), qPrintable(panel_->verdict()));
        QVERIFY(scores().residualColumn() > 0);
        QCOMPARE(scores().index(1, scores().residualColumn() - 1).data().toString(), formatNumber(1.5, 3));
    }

    /// Many series stand in a table beside the methods, the worst first; a row shows its series, a head sorts.
    void eachOfManySeriesHasARow() {
        open(eightRuns());
        choose({"g"});
        ForecastSet set = forecasts({10, 11, 25, 26, 27, 38}, {"y"}, 3);
        std::vector<SeriesForecast> series;
        const auto add = [&](const char* name, std::int64_t windows, double mase, double naive) {
            series.push_back({name, windows, {}, {}, 0, 20});
            series.back().scores = {{"model", "original", "mae", 2 * mase},
                                    {"model", "original", "rmse", 3 * mase},
                                    {"model", "original", "mase", mase},
                                    {"seasonal-naive", "original", "mae", 2 * naive},
                                    {"seasonal-naive", "original", "mase", naive}};
        };
        add("north", 2, 0.4, 0.9), add("south", 3, 1.5, 0.9), add("east", 1, NAN, NAN);
        addSeriesForecasts(series, set);
        panel_->setForecasts(QStringLiteral("g"), shared(std::move(set)));
        const auto named = [this](const QString& name) -> QTableView* {
            for (QTableView* each : panel_->findChildren<QTableView*>())
                if (each->accessibleName() == name) return each;
            return nullptr;
        };
        QTableView* table = named(QStringLiteral("Scores of each series"));
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto column = [&](int at) {
            QStringList cells;
            for (int row = 0; row < 3; ++row) cells << table->model()->index(row, at).data().toString();
            return cells;
        };
        QCOMPARE(column(0), (QStringList{"south", "north", "east"}));
        QCOMPARE(column(2), (QStringList{"3", "2", "1"}));
        QCOMPARE(column(7), (QStringList{"no", "yes", "-"}));
        QComboBox* chosen = nullptr;
        for (QComboBox* each : page_->findChildren<QComboBox*>())
            if (each->accessibleName() == QLatin1String("Series")) chosen = each;
        QVERIFY(chosen && chosen->currentIndex() == 0 && !table->selectionModel()->hasSelection());
        // Of all of them the chart says which one the window is of.
        QTRY_VERIFY2(drawn().contains(QStringLiteral("south, from row 26")), qPrintable(drawn()));
        table->setCurrentIndex(table->model()->index(1, 0));
        QCOMPARE(chosen->currentData().toString(), QStringLiteral("north"));
        QTRY_COMPARE(scores().index(0, 1).data().toString(), formatNumber(1.2));  // RMSE of that series alone
        // The chosen one stays the chosen one.
        table->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(column(0), (QStringList{"east", "north", "south"}));
        QCOMPARE(table->currentIndex().row(), 1);
        table->sortByColumn(3, Qt::AscendingOrder);
        QCOMPARE(column(0), (QStringList{"north", "south", "east"}));
        QCOMPARE(chosen->currentData().toString(), QStringLiteral("north"));
        chosen->setCurrentIndex(0);
        Q_EMIT chosen->activated(0);
        QVERIFY(!table->selectionModel()->hasSelection());
        // A run of one series has no such table.
        choose({"f"});
        panel_->setForecasts(QStringLiteral("f"), shared(forecasts({10, 11}, {"y"}, 1)));
        QTRY_COMPARE(table->model()->rowCount(), 0);
    }

    /// What came before a window is of its own series, which begins in the table of all where another one ends.
    void nothingOfAnotherSeries() {
        ForecastSet set = forecasts({10, 11, 25, 26}, {"y"}, 1);
        addSeriesForecasts({{"north", 2, {}, {}, 0, 24}, {"south", 2, {}, {}, 24, 16}}, set);
        QVERIFY(seriesOfWindow(set, 1) == "north" && seriesOfWindow(set, 2) == "south");
        const DrawnRuns run{{&set, 0, colour(0)}};
        QCOMPARE(windowLines(run, 2, lightPalette()).front().x.front(), 24.0);
        ForecastSet alone = forecasts({10, 11, 25, 26}, {"y"}, 1);
        QVERIFY(windowLines({{&alone, 0, colour(0)}}, 2, lightPalette()).front().x.front() < 24);
    }

    /// By field, keys and buttons, all runs together; the date of a window is said.
    void windowsAreGoneThroughTogether() {
        open(eightRuns());
        choose({"g", "f"});
        std::vector<std::int64_t> origins;
        for (std::int64_t origin = 5; origin < 36; ++origin) origins.push_back(origin);
        for (const char* run : {"g", "f"}) {
            ForecastSet set = forecasts(origins, {"a"}, run[0] == 'g' ? 1 : 2);
            set.time.stepMicros = INT64_C(3'600'000'000);
            for (std::int64_t row = 0; row < 40; ++row) set.time.values.push_back(row * set.time.stepMicros);
            panel_->setForecasts(QString::fromLatin1(run), shared(std::move(set)));
        }
        chart().setView(ForecastChart::OneWindow);
        QTRY_COMPARE(chart().place(), 15);
        QSpinBox* field = nullptr;
        for (QSpinBox* each : chart().findChildren<QSpinBox*>())
            if (each->isVisibleTo(&chart())) field = each;
        QVERIFY(field);
        QCOMPARE(field->text(), QStringLiteral("window 16 of 31"));
        // The truth is the row's number: each run ends at its own error beyond the last row of the window.
        const auto endsAt = [this](const char* seventh, const char* sixth) {
            const QString said = drawn();
            const auto line = [&said](const QString& run) {
                const qsizetype at = said.indexOf(run);
                return at < 0 ? QString() : said.mid(at, said.indexOf(QStringLiteral("lowest"), at) - at);
            };
            return line(QStringLiteral("#7")).contains(QLatin1String(seventh)) &&
                   line(QStringLiteral("#6")).contains(QLatin1String(sixth));
        };
        QTRY_VERIFY2(endsAt("24", "26"), qPrintable(drawn()));
        const std::pair<Qt::Key, int> keys[] = {{Qt::Key_Right, 16}, {Qt::Key_PageDown, 26}, {Qt::Key_PageDown, 30},
                                                {Qt::Key_Left, 29},  {Qt::Key_PageUp, 19},   {Qt::Key_Home, 0},
                                                {Qt::Key_Left, 0},   {Qt::Key_End, 30}};
        for (QWidget* part :
             std::initializer_list<QWidget*>{field, chart().findChild<QSlider*>(), chart().findChild<LineChart*>()}) {
            field->setValue(16);
            for (const auto& [key, place] : keys) {
                QTest::keyClick(part, key);
                QCOMPARE(chart().place(), place);
                QCOMPARE(field->value(), place + 1);
            }
        }
        field->setValue(3);
        QCOMPARE(chart().place(), 2);
        QTRY_VERIFY2(endsAt("11", "13"), qPrintable(drawn()));
        const auto says = [this](const QString& words) {
            return std::ranges::any_of(chart().findChildren<ElidedLabel*>(),
                                       [&](const ElidedLabel* label) { return label->fullText().contains(words); });
        };
        QVERIFY(says(QStringLiteral("from 1970-01-01 08:00")));
        chart().setView(ForecastChart::AllWindows);
        QCOMPARE(field->text(), QStringLiteral("step 1 of 2"));
        QTest::keyClick(field, Qt::Key_End);
        QCOMPARE(chart().place(), 1);
    }

    void sentencesAreSaidOnce() {
        open(eightRuns());
        choose({"g", "f"});
        for (const char* run : {"g", "f"}) {
            ForecastSet set = forecasts({10}, {"a"}, 1);
            set.problem = "other data";
            panel_->setForecasts(QString::fromLatin1(run), shared(std::move(set)));
        }
        QCOMPARE(message().count("other data"), 1);
        int verdicts = 0;
        for (const auto* label : panel_->findChildren<ElidedLabel*>())
            verdicts += label->fullText() == panel_->verdict() ? 1 : 0;
        QCOMPARE(verdicts, 1);
    }

    void anotherFileTakesThePlaceOfTheTestPart() {
        open(eightRuns());
        choose({"g"});
        panel_->setForecasts(QStringLiteral("g"), shared(forecasts({10, 11}, {"a"}, 1)));
        QTRY_VERIFY(scores().rowCount() > 0);
        panel_->setShown(true);
        panel_->setFile(QStringLiteral("/nowhere/other.csv"));
        QCOMPARE(chart().view(), ForecastChart::NextRows);
        // What was known of the test part is not shown as that of the file.
        QTRY_COMPARE(scores().rowCount(), 0);
        ForecastSet set = forecasts({10, 11, 12}, {"a"}, 4);
        set.future.originRow = 39;
        set.future.values = {1, 2};
        set.problem = "this level was never seen";
        panel_->setForecasts(QStringLiteral("g"), shared(std::move(set)));
        QTRY_VERIFY2(drawn().contains("#7"), qPrintable(drawn()));
        QCOMPARE(scores().value("model", "mse"), 16.0);
        QVERIFY2(message().contains("this level was never seen"), qPrintable(message()));
        panel_->setFile({});
        QTRY_COMPARE(scores().rowCount(), 0);
        QVERIFY(!message().contains("this level was never seen"));
    }

    void aRunWithoutWeightsSaysWhatToDo() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        // Which checkpoints a run has is asked of its folder.
        std::filesystem::create_directories(CheckpointStore(root / "runs" / "f").folder() / "ckpt-00000001");
        open(eightRuns(), root);
        choose({"g"});
        panel_->setShown(true);
        QTRY_VERIFY(emptyState());
        QSignalSpy asked(page_.get(), &Page::commandAsked);
        emptyState()->findChild<QPushButton*>()->click();
        QCOMPARE(asked.front().front().value<Command>(), Command(QStringLiteral("again"), QStringLiteral("g")));
        choose({"g", "f"});
        QTRY_VERIFY(!emptyState());
        QVERIFY2(message().contains("#7: no checkpoint"), qPrintable(message()));
    }

    void windowsAreMatchedByTheirOrigin() {
        const ForecastSet a = forecasts({10, 11, 12, 14}, {"a", "b"}, 1), b = forecasts({12, 13, 14}, {"b"}, 3);
        QCOMPARE(windowAt(b, 14).value(), std::size_t{2});
        QVERIFY(!windowAt(b, 10));
        QCOMPARE(targetOf(b, "b").value(), std::size_t{0});
        QVERIFY(!targetOf(b, "a"));
        const DrawnRuns runs{{&a, 1, colour(1), "A", "#1", 1}, {&b, 0, colour(2), "B", "#2", 2}};
        const auto apart = windowLines(runs, 0, lightPalette());
        QVERIFY(named(apart, "A") && !named(apart, "B"));
        const auto both = windowLines(runs, 3, lightPalette());
        const ChartLine* second = named(both, "B");
        QVERIFY(second);
        QCOMPARE(second->colour, colour(2));
        QCOMPARE(second->slot, 2);
        QCOMPARE(second->mark, QStringLiteral("#2"));
        QCOMPARE(second->x, (std::vector<double>{14, 15, 16}));
        QCOMPARE(second->y, (std::vector<double>{14, 18, 22}));
        const ChartLine* baseline = named(both, methodLabel("seasonal-naive"));
        QVERIFY(baseline && baseline->style == ChartLine::Style::Dashed);
        QCOMPARE(baseline->y, (std::vector<double>{14, 25, 26}));
        QCOMPARE(stepLines(runs, 0, lightPalette()).back().x, (std::vector<double>{13, 14, 15}));
        QCOMPARE(stepLines(runs, 2, lightPalette()).size(), std::size_t{1});  // the truth alone
        QCOMPARE(stepErrorLines(runs, {}, lightPalette()).back().y, (std::vector<double>{3, 6}));
    }

    void theBestBaselineStandsInErrorByStep() {
        const ForecastSet set = forecasts({10, 11, 12, 14}, {"a", "b"}, 1);
        const DrawnRun run{&set, 1, colour(1)};
        const auto lines = stepErrorLines({run}, {"seasonal-naive", "persistence"}, lightPalette());
        const ChartLine* baseline = named(lines, methodLabel("seasonal-naive") + " (24)");
        QVERIFY(baseline);
        QCOMPARE(baseline->style, ChartLine::Style::Dashed);
        QCOMPARE(baseline->colour, lightPalette().muted);
        QCOMPARE(baseline->x, (std::vector<double>{1, 2}));
        QCOMPARE(baseline->y, (std::vector<double>{10, 10}));
        QCOMPARE(named(lines, "this run")->y, (std::vector<double>{1, 2}));
        QCOMPARE(named(lines, methodLabel("persistence"))->style, ChartLine::Style::Dotted);
        QCOMPARE(stepErrorLines({run}, {"nobody"}, lightPalette()).size(), std::size_t{1});
    }

    void whereTheIntervalIsFromIsSaid() {
        using Source = FutureForecast::IntervalSource;
        FutureForecast future;
        QVERIFY(intervalText(future, 10, false).startsWith("No interval"));
        future.source = Source::ValidationErrors;
        future.intervalSteps = 10;
        QString text = intervalText(future, 10, false);
        QVERIFY2(text.contains("validation errors") && text.contains("conformal") && !text.contains("horizon"),
                 qPrintable(text));
        text = intervalText(future, 11, false);
        QVERIFY2(text.contains("After step 10, the trained horizon") && text.contains("none is claimed"),
                 qPrintable(text));
        future.source = Source::Network;
        QVERIFY(intervalText(future, 10, false).contains("quantiles that the network gives"));
        QVERIFY(intervalText(future, 10, true).contains("as if its forecasts of the steps before were certain"));
        for (const Source source : {Source::None, Source::ValidationErrors, Source::HeldOutErrors, Source::Network})
            for (const bool isGiven : {false, true}) {
                future.source = source;
                const QString brief = intervalBrief(future, isGiven);
                QVERIFY2(brief.split(QLatin1Char(' ')).size() <= 12, qPrintable(brief));
            }
    }

    /// Where the page is low the table scrolls.
    void thePlotStaysReadable() {
        open(eightRuns());
        choose({"g", "e", "f"});
        ForecastSet set = forecasts({10, 20, 30}, {"y"}, 1);
        for (const char* method : {"linear", "theta", "drift", "persistence", "mean"})
            set.scores.push_back({method, "original", "mse", 50});
        for (const char* run : {"g", "e", "f"}) panel_->setForecasts(run, shared(set));
        panel_->setShown(true);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
        page_->resize(1256, 500);
        panel_->resize(page_->size());
        // With head, legend and axis of 90.
        QTRY_VERIFY2(chart().height() >= 250, qPrintable(QString::number(chart().height())));
    }

    void aFarScoreIsAFactor() {
        const Score& mse = *findScore("mse");
        QCOMPARE(comparisonText(mse, 0.43, 100, "Linear"), QStringLiteral("99.6 % below Linear, the best baseline."));
        QCOMPARE(comparisonText(mse, 0.01, 27, "Linear"),
                 QStringLiteral("1/2\u202F700 of the error of Linear, the best baseline."));
        QCOMPARE(comparisonText(mse, 33.3, 1, "Linear"),
                 QStringLiteral("33 times the error of Linear, the best baseline."));
        QCOMPARE(comparisonText(mse, 0.95, 1, "Linear"), QStringLiteral("5.0 % below Linear, the best baseline."));
    }

    // A network that kept its start forecasts as the baseline that it started from, summed in another order.
    void equalForecastsAreNeitherAboveNorBelow() {
        const QString same = QStringLiteral("The same as Linear, the best baseline.");
        for (const double value : {0.5, 0.5 * (1 + 1e-7), 0.5 * (1 - 1e-7)})
            for (const char* score : {"mse", "accuracy"})
                QCOMPARE(comparisonText(*findScore(score), value, 0.5, "Linear"), same);
        QVERIFY(comparisonText(*findScore("mse"), 0.5 * (1 + 1e-5), 0.5, "Linear") != same);
    }
};

QTEST_MAIN(ForecastPanelTest)
#include "tst_forecast_panel.moc"
