// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/trust/backtest_view.h"

#include "common/texts.h"
#include "lab/outside/scored_file.h"
#include "pages/compare/trust/backtest_card.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kMostMethods = 4, kMostGiven = 7;

ChartLine lineOf(const QString& name, const QColor& colour, ChartLine::Style style = ChartLine::Style::Plain) {
    ChartLine line;
    line.name = name, line.colour = colour, line.style = style;
    line.hasLast = false;
    return line;
}

void add(ChartLine& line, double x, double y) { line.x.push_back(x), line.y.push_back(y); }

/// The run first, what a file holds, then the baselines with the least error.
std::vector<std::size_t> shownMethods(const BacktestView& view) {
    std::vector<std::size_t> order;
    for (std::size_t m = 1; m < view.windows.size(); ++m) order.push_back(m);
    std::ranges::stable_sort(order, {}, [&](std::size_t m) {
        const double mae = meanScores(view.windows[m]).mae;
        return std::isnan(mae) ? 1e300 : mae;
    });
    const auto others =
        std::ranges::stable_partition(order, [&](std::size_t m) { return isExternal(view.backtest.methods[m].key); });
    const auto given = static_cast<std::size_t>(others.begin() - order.begin());
    order.insert(order.begin(), 0);
    const std::size_t most = std::max(kMostMethods, std::min(given + 2, kMostGiven));
    if (order.size() > most) order.resize(most);
    return order;
}

QColor colourOf(Theme& theme, std::size_t place) {
    return place == 0 ? theme.runColour(0) : theme.runColour(static_cast<int>(place));
}

std::vector<ChartLine> errors(const BacktestView& view, bool isByStep, Theme& theme) {
    std::vector<ChartLine> lines;
    for (std::size_t place = 0; const std::size_t m : shownMethods(view)) {
        ChartLine line = lineOf(translated(testedMethodLabel(view.backtest.methods[m].key)), colourOf(theme, place),
                                place == 0 ? ChartLine::Style::Smooth : ChartLine::Style::Dashed);
        if (isByStep)
            for (std::size_t s = 0; s < view.otherSteps[m].size(); ++s)
                add(line, static_cast<double>(s) + 1, view.otherSteps[m][s].mae);
        else
            for (std::size_t w = 0; w < view.windows[m].size(); ++w)
                add(line, static_cast<double>(view.backtest.cutoffs[w]), view.windows[m][w].mae);
        lines.push_back(std::move(line));
        ++place;
    }
    return lines;
}

std::vector<ChartLine> coverage(const std::vector<CoverageRow>& rows, Theme& theme) {
    if (std::ranges::all_of(rows, [](const CoverageRow& row) { return std::isnan(row.coverage80); })) return {};
    ChartLine inner = lineOf(BacktestCard::tr("80 %"), theme.runColour(0)),
              outer = lineOf(BacktestCard::tr("95 %"), theme.runColour(1));
    ChartLine nominal80 = lineOf({}, inner.colour, ChartLine::Style::Dotted),
              nominal95 = lineOf({}, outer.colour, ChartLine::Style::Dotted);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double x = static_cast<double>(i) + 1;
        add(inner, x, 100 * rows[i].coverage80), add(outer, x, 100 * rows[i].coverage95);
        add(nominal80, x, 80), add(nominal95, x, 95);
    }
    return {std::move(nominal80), std::move(nominal95), std::move(inner), std::move(outer)};
}

std::vector<ChartLine> pit(const BacktestView& view, Theme& theme) {
    if (view.pit.empty()) return {};
    ChartLine shares = lineOf(BacktestCard::tr("share of truths"), theme.runColour(0)),
              even = lineOf({}, theme.palette().text, ChartLine::Style::Dotted),
              band = lineOf(BacktestCard::tr("95 % by blocks of origins"), theme.runColour(0), ChartLine::Style::Band);
    for (std::size_t bin = 0; bin < view.pit.size(); ++bin) {
        const double x = static_cast<double>(bin) / 10 + 0.05;
        add(shares, x, view.pit[bin].share), add(even, x, 0.1);
        band.x.push_back(x), band.y.push_back(view.pit[bin].low), band.y2.push_back(view.pit[bin].high);
    }
    std::vector<ChartLine> lines{std::move(even), std::move(shares)};
    if (std::isfinite(band.y.front())) lines.insert(lines.begin(), std::move(band));
    return lines;
}

std::vector<ChartLine> correlation(const BacktestView& view, Theme& theme) {
    if (!view.residuals) return {};
    std::vector<ChartLine> lines;
    ChartLine dots = lineOf(BacktestCard::tr("autocorrelation"), theme.runColour(0), ChartLine::Style::Dots);
    ChartLine low = lineOf({}, theme.palette().text, ChartLine::Style::Dotted), high = low;
    for (std::size_t lag = 1; lag < view.residuals->acf.size(); ++lag) {
        const double x = static_cast<double>(lag) * static_cast<double>(view.residuals->every);
        ChartLine stem = lineOf({}, theme.runColour(0));
        add(stem, x, 0), add(stem, x, view.residuals->acf[lag]);
        lines.push_back(std::move(stem));
        add(dots, x, view.residuals->acf[lag]);
        add(low, x, -view.residuals->band), add(high, x, view.residuals->band);
    }
    lines.push_back(std::move(dots)), lines.push_back(std::move(low)), lines.push_back(std::move(high));
    return lines;
}

std::vector<ChartLine> groups(const std::vector<ResidualGroup>& rows, Theme& theme) {
    if (rows.size() < 2) return {};
    ChartLine size = lineOf(BacktestCard::tr("mean size of errors"), theme.runColour(0)),
              mean = lineOf(BacktestCard::tr("mean error"), theme.runColour(1), ChartLine::Style::Dashed);
    for (const ResidualGroup& row : rows)
        add(size, static_cast<double>(row.key), row.absolute), add(mean, static_cast<double>(row.key), row.mean);
    return {std::move(size), std::move(mean)};
}

}  // namespace

std::shared_ptr<const BacktestView> backtestView(const Backtest& given, IntervalMethod method) {
    auto view = std::make_shared<BacktestView>();
    view->backtest = doneOf(given);
    const Backtest& backtest = view->backtest;
    view->intervals = makeIntervals(backtest, method);
    const BacktestIntervals* told = view->intervals.empty() ? nullptr : &view->intervals;
    // Of a file its own; WQL and CRPS are then of the levels that it shares with the run
    std::vector<BacktestIntervals> own{view->intervals};
    for (std::size_t m = 1; m < backtest.methods.size(); ++m)
        own.push_back(isExternal(backtest.methods[m].key)
                          ? makeIntervals(backtest, IntervalMethod::Given, backtest.methods[m].key)
                          : BacktestIntervals{});
    const bool hasFile = std::ranges::any_of(own.begin() + 1, own.end(), [](const auto& one) { return !one.empty(); });
    const std::vector<double> levels = commonLevels(own);
    for (std::size_t m = 0; m < backtest.methods.size(); ++m) {
        view->windows.push_back(windowScores(backtest, backtest.methods[m], own[m].empty() ? nullptr : &own[m],
                                             hasFile ? &levels : nullptr));
        view->otherSteps.push_back(byStep(backtest, backtest.methods[m], nullptr));
    }
    if (backtest.windows() == 0) return view;
    view->steps = byStep(backtest, backtest.methods.front(), told);
    view->months = byMonth(backtest, backtest.methods.front(), told);
    if (told != nullptr) view->pit = pitBins(backtest, view->intervals);
    if (auto report = residualReport(backtest, "model", 0); report.ok()) view->residuals = std::move(*report);
    view->findings = externalFindings(backtest);
    for (Phrase& finding : backtestFindings(backtest, view->intervals)) view->findings.push_back(std::move(finding));
    return view;
}

std::vector<ChartLine> backtestLines(const BacktestView& view, BacktestChart chart, Theme& theme, QString& xLabel) {
    if (view.backtest.windows() == 0) return {};
    switch (chart) {
        case BacktestChart::Steps:
            xLabel = BacktestCard::tr("step ahead, MAE");
            return errors(view, true, theme);
        case BacktestChart::Origins:
            xLabel = BacktestCard::tr("row of the origin, MAE");
            return errors(view, false, theme);
        case BacktestChart::Coverage:
            xLabel = BacktestCard::tr("step ahead, coverage in %");
            return coverage(view.steps, theme);
        case BacktestChart::Months:
            xLabel = view.months.empty() ? QString()
                                         : BacktestCard::tr("month from %1 on, coverage in %")
                                               .arg(QString::fromStdString(view.months.front().name));
            return coverage(view.months, theme);
        case BacktestChart::Pit:
            xLabel = BacktestCard::tr("place of the truth among the quantiles");
            return pit(view, theme);
        case BacktestChart::Correlation:
            xLabel = BacktestCard::tr("lag in rows, one step ahead");
            return correlation(view, theme);
        case BacktestChart::Hours:
            xLabel = BacktestCard::tr("hour of the day");
            return view.residuals ? groups(view.residuals->byHour, theme) : std::vector<ChartLine>();
        case BacktestChart::Levels:
            xLabel = BacktestCard::tr("fifth of the forecast's level");
            return view.residuals ? groups(view.residuals->byLevel, theme) : std::vector<ChartLine>();
    }
    return {};
}

QString backtestNote(const BacktestView& view, BacktestChart chart) {
    const bool isResidual = chart >= BacktestChart::Correlation;
    if (chart == BacktestChart::Pit)
        return BacktestCard::tr(
            "Even bars: the quantiles are right. A hill: intervals too wide; a valley: too narrow; a slope: the "
            "forecast "
            "is too low or too high.");
    QStringList sentences;
    if (isResidual && !view.residuals) return BacktestCard::tr("Residuals need 10 origins; take every row.");
    for (const Phrase& finding : isResidual ? view.residuals->findings : view.findings)
        sentences << translated(finding);
    if (isResidual)
        for (const LargeMiss& miss : view.residuals->misses)
            sentences << BacktestCard::tr("Row %1, step %2: %3 forecast, %4 came (origin at row %5).")
                             .arg(miss.row)
                             .arg(miss.step)
                             .arg(formatNumber(miss.forecast), formatNumber(miss.truth))
                             .arg(view.backtest.cutoffs[static_cast<std::size_t>(miss.window)]);
    return sentences.join(QLatin1Char('\n'));
}

}  // namespace gatelab
