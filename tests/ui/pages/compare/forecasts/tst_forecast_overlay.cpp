// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs' forecasts over each other and beside the best baseline: what is matched, what is drawn, what is said.
// Holds ui/pages/compare/forecasts/forecast_figures.cpp and ui/pages/compare/forecasts/forecast_panel.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "models/run_figures.h"
#include "pages/compare/forecasts/forecast_figures.h"
#include "pages/compare/forecasts/forecast_pair.h"
#include "pages/compare/forecasts/forecast_panel.h"
#include "pages/compare/forecasts/other_run_box.h"
#include "pages/compare/forecasts/score_card.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"

#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

/// Windows of two steps of the targets whose truth is the number of the row; forecasts miss it by `error`.
ForecastSet forecasts(std::vector<std::int64_t> origins, std::vector<std::string> targets, double error) {
    ForecastSet set;
    set.targets = std::move(targets);
    set.horizon = 2;
    set.originRows = std::move(origins);
    for (const std::int64_t origin : set.originRows)
        for (int step = 1; step <= 2; ++step)
            for (std::size_t target = 0; target < set.targets.size(); ++target) {
                set.truth.push_back(static_cast<double>(origin + step));
                set.forecast.push_back(set.truth.back() + error * step);
                set.seasonalNaive.push_back(set.truth.back() + 10);
            }
    set.firstRow = 0;
    for (int row = 0; row < 40; ++row)
        for (std::size_t target = 0; target < set.targets.size(); ++target) set.observed.push_back(row);
    set.scores = {{"model", "original", "mse", 1}, {"seasonal-naive", "original", "mse", 2}};
    set.baselineErrors = {{"persistence", 1, std::vector<double>(2 * set.targets.size(), 9)},
                          {"seasonal-naive", 24, std::vector<double>(2 * set.targets.size(), 10)}};
    return set;
}

RunSummary runOf(const char* id, const char* name, const char* builtin, std::vector<std::string> targets, int colour,
                 RunState state = RunState::Finished) {
    RunSummary run;
    run.id = id;
    run.name = name;
    run.state = state;
    run.colour = colour;
    run.config.edit().builtin = builtin;
    run.config.edit().targets = std::move(targets);
    run.config.edit().name = name;
    return run;
}

const ChartLine* named(const std::vector<ChartLine>& lines, const QString& name) {
    const auto found = std::ranges::find(lines, name, &ChartLine::name);
    return found == lines.end() ? nullptr : &*found;
}

QColor colour(int slot) { return runColour(lightPalette(), slot); }

}  // namespace

class ForecastOverlayTest : public QObject {
    Q_OBJECT

    Theme theme_;
    RunController runs_;
    std::unique_ptr<ForecastPanel> panel_;

    /// A long name, to see who takes room.
    static constexpr const char* kLong = "GRU 2x128, learning rate 0.0086, lookback 336, own split, and a word";

    LineChart* chart(const QString& title) const {
        const auto all = panel_->findChildren<LineChart*>();
        const auto found =
            std::ranges::find_if(all, [&](const LineChart* each) { return each->accessibleName() == title; });
        return found == all.end() ? nullptr : *found;
    }
    QString reported(const QString& title) const { return chart(title)->textSummary(); }
    QString message() const {
        QStringList all;
        for (const WrappedLabel* label : panel_->findChildren<WrappedLabel*>())
            if (label->isVisibleTo(panel_.get())) all << label->fullText();
        return all.join(QLatin1Char('\n'));
    }

private Q_SLOTS:
    void init() {
        runs_.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{
            runOf("first", kLong, "sine-mix", {"a", "b"}, 1), runOf("second", "LSTM", "sine-mix", {"b"}, 2),
            runOf("other-target", "no", "sine-mix", {"c"}, 3), runOf("other-data", "no", "mackey-glass", {"a", "b"}, 4),
            runOf("going", "no", "sine-mix", {"a"}, 5, RunState::Running)}));
        panel_ = std::make_unique<ForecastPanel>(theme_, runs_);
        panel_->resize(1300, 900);
        panel_->show();
        QTRY_VERIFY(runs_.findRun(QStringLiteral("first")));
        panel_->showRun(QStringLiteral("first"));
        panel_->setForecasts(std::make_shared<const ForecastSet>(forecasts({10, 11, 12, 14}, {"a", "b"}, 1)));
    }
    void cleanup() {
        panel_.reset();
        BackgroundJob::waitForAll();
    }

    void windowsAreMatchedByTheirOrigin() {
        const ForecastSet a = forecasts({10, 11, 12, 14}, {"a", "b"}, 1), b = forecasts({12, 13, 14}, {"b"}, 3);
        const ForecastPair pair = pairForecasts(a, b);
        QCOMPARE(pair.first, (std::vector<std::size_t>{2, 3}));
        QCOMPARE(pair.second, (std::vector<std::size_t>{0, 2}));
        QVERIFY(!pair.secondOf(0));
        QCOMPARE(pair.secondOf(3).value(), std::size_t{2});
        QCOMPARE(targetOf(b, "b").value(), std::size_t{0});
        QVERIFY(!targetOf(b, "a"));
        QVERIFY(unpairedTexts(a, b, pair, 0, "B").join(' ').contains("does not forecast a"));
        const QString some = unpairedTexts(a, b, pair, 1, "B").join(' ');
        QVERIFY2(some.contains("Both forecast 2 windows") && some.contains("has 4, B 3") && some.contains("baseline"),
                 qPrintable(some));
        QVERIFY(unpairedTexts(a, a, pairForecasts(a, a), 1, "B").isEmpty());
        const ForecastSet apart = forecasts({30}, {"b"}, 1);
        QVERIFY(unpairedTexts(a, apart, pairForecasts(a, apart), 1, "B").join(' ').contains("no window"));
    }

    void theBestBaselineStandsInErrorByStep() {
        const ForecastSet set = forecasts({10, 11, 12, 14}, {"a", "b"}, 1);
        DrawnRun run{&set, 1, colour(1)};
        const auto lines = stepErrorLines(run, "seasonal-naive", lightPalette());
        const ChartLine* baseline = named(lines, methodLabel("seasonal-naive") + " (24)");
        QVERIFY(baseline);
        QCOMPARE(baseline->style, ChartLine::Style::Dashed);
        QCOMPARE(baseline->colour, lightPalette().axis);
        QCOMPARE(baseline->x, (std::vector<double>{1, 2}));
        QCOMPARE(baseline->y, (std::vector<double>{10, 10}));
        QCOMPARE(named(lines, "this run")->y, (std::vector<double>{1, 2}));
        QVERIFY(named(stepErrorLines(run, "persistence", lightPalette()), methodLabel("persistence")));
        QCOMPARE(stepErrorLines(run, "nobody", lightPalette()).size(), std::size_t{1});
        // Its errors are those of all windows, and are not held against those of some.
        const std::vector<std::size_t> some{0, 2};
        run.windows = &some;
        QCOMPARE(stepErrorLines(run, "seasonal-naive", lightPalette()).size(), std::size_t{1});
        QTRY_VERIFY2(reported("Error by step").contains(methodLabel("seasonal-naive") + " (24)"),
                     qPrintable(reported("Error by step")));
    }

    void onlyRunsOnTheSameDataWithACommonTargetAreOffered() {
        auto* box = panel_->findChild<OtherRunBox*>();
        QVERIFY(box->isVisibleTo(panel_.get()));
        auto* list = box->findChild<ListBox*>();
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->itemData(1).toString(), QStringLiteral("second"));
        panel_->showRun(QStringLiteral("other-data"));
        QVERIFY(!box->isVisibleTo(panel_.get()));
    }

    void aSecondRunIsDrawnInTheSameCards() {
        auto* box = panel_->findChild<OtherRunBox*>();
        box->choose(QStringLiteral("second"));
        QVERIFY2(message().contains("no checkpoint"), qPrintable(message()));
        box->setForecasts(std::make_shared<const ForecastSet>(forecasts({11, 12, 14, 15}, {"b"}, 3)));
        // The first target is not the second run's.
        QVERIFY2(message().contains("LSTM does not forecast a"), qPrintable(message()));
        QTRY_VERIFY(reported("Error by step").contains("GRU") && !reported("Error by step").contains("LSTM"));
        auto* target = [&]() -> QComboBox* {
            for (QComboBox* each : panel_->findChildren<QComboBox*>())
                if (each->accessibleName() == QLatin1String("Target")) return each;
            return nullptr;
        }();
        QVERIFY(target);
        target->setCurrentIndex(1);
        Q_EMIT target->activated(1);
        for (const char* title : {"Error by step", "Forecast against truth"})
            QTRY_VERIFY2(reported(title).contains("LSTM") && reported(title).contains("GRU 2x128"),
                         qPrintable(reported(title)));
        QVERIFY2(message().contains("Both forecast 3 windows") && message().contains("this run has 4, LSTM 4"),
                 qPrintable(message()));
        box->choose({});
        QTRY_VERIFY(!reported("Error by step").contains("LSTM"));
        QVERIFY2(!message().contains("LSTM"), qPrintable(message()));
    }

    void aSecondRunHasItsOwnColourAndWindows() {
        const ForecastSet a = forecasts({10, 11, 12, 14}, {"a", "b"}, 1), b = forecasts({12, 13, 14}, {"b"}, 3);
        const ForecastPair pair = pairForecasts(a, b);
        const DrawnRun run{&b, 0, colour(2), "B", true, false, &pair.second};
        const auto window = windowOf(run, truthRows(a, 1), *pair.secondOf(3));
        QCOMPARE(window.back().name, QStringLiteral("B"));
        QCOMPARE(window.back().colour, colour(2));
        QCOMPARE(window.back().x, (std::vector<double>{14, 15, 16}));
        QCOMPARE(window.back().y, (std::vector<double>{14, 18, 22}));
        QCOMPARE(stepOf(run, 0).back().x, (std::vector<double>{13, 15}));
        QVERIFY(stepOf(run, 2).empty());
        QCOMPARE(stepErrorsOf(run).back().y, (std::vector<double>{3, 6}));
        DrawnRun same = run;
        same.isDashed = true;
        QVERIFY(stepErrorsOf(same).back().style != stepErrorsOf(run).back().style);
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
    }

    void cardsDoNotTouch() {
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
        const auto at = [&](const QWidget* widget) {
            return QRect(widget->mapTo(panel_.get(), QPoint()), widget->size());
        };
        const auto* scores = panel_->findChild<ScoreCard*>();
        const QRect table = at(scores), steps = at(chart("Error by step")), open = at(chart("Forecast against truth")),
                    closed = at(chart("Closed loop"));
        QCOMPARE(steps.left() - table.right() - 1, 12);
        QCOMPARE(open.top() - table.bottom() - 1, 12);
        QCOMPARE(open.top() - steps.bottom() - 1, 12);
        QCOMPARE(closed.top() - open.bottom() - 1, 12);
    }

    void theRunBoxTakesTheRoomThatThereIs() {
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
        ListBox* box = nullptr;
        for (ListBox* each : panel_->findChildren<ListBox*>())
            if (each->accessibleName() == QLatin1String("Run")) box = each;
        QVERIFY(box);
        QVERIFY2(box->width() >= box->sizeHint().width(), qPrintable(QString::number(box->width())));
        QVERIFY(box->width() > box->fontMetrics().horizontalAdvance(box->currentText()));
        panel_->resize(900, 900);  // and gives it back
        QVERIFY(panel_->width() == 900);
    }
};

QTEST_MAIN(ForecastOverlayTest)
#include "tst_forecast_overlay.moc"
