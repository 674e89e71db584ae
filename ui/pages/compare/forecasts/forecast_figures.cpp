// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_figures.h"

#include "common/texts.h"
#include "models/run_figures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Rows before a window that are drawn with it, in horizons.
constexpr std::int64_t kContext = 4;

QString say(const char* source) { return QCoreApplication::translate("ForecastFigures", source); }

std::size_t horizonOf(const ForecastSet& set) {
    return static_cast<std::size_t>(std::max<std::int64_t>(set.horizon, 0));
}

ChartLine lineOf(const QString& name, const QColor& colour, ChartLine::Style style) {
    ChartLine line;
    line.name = name;
    line.colour = colour;
    line.style = style;
    return line;
}

double truthAt(const TruthRows& truth, std::int64_t row) {
    const std::int64_t at = row - truth.first;
    return at < 0 || at >= static_cast<std::int64_t>(truth.values.size()) ? kNaN
                                                                          : truth.values[static_cast<std::size_t>(at)];
}

ChartLine truthLine(const TruthRows& truth, std::int64_t low, std::int64_t high, const Palette& palette) {
    ChartLine line = lineOf(say(QT_TRANSLATE_NOOP("ForecastFigures", "truth")), palette.text, ChartLine::Style::Plain);
    for (std::int64_t row = low; row <= high; ++row) {
        line.x.push_back(static_cast<double>(row));
        line.y.push_back(truthAt(truth, row));
    }
    return line;
}

/// Edges of the interval, to be filled in; nothing where the network gives none.
std::optional<ChartLine> bandOf(const DrawnRun& run) {
    const ForecastSpread& spread = run.set->spread;
    if (!spread.hasInterval()) return std::nullopt;
    const QString name = spread.givenPath
                             ? say(QT_TRANSLATE_NOOP("ForecastFigures", "interval given the steps before, %1 %"))
                             : say(QT_TRANSLATE_NOOP("ForecastFigures", "interval, %1 %"));
    return lineOf(run.isSecond ? QString() : name.arg(formatNumber(100 * spread.nominalCoverage(), 3)), run.colour,
                  ChartLine::Style::Band);
}

void addEdges(ChartLine& band, double x, double low, double high) {
    band.x.push_back(x);
    band.y.push_back(low);
    band.y2.push_back(high);
}

}  // namespace

double forecastAt(const ForecastSet& set, const std::vector<double>& values, std::size_t window, std::size_t step,
                  std::size_t target) {
    const std::size_t index = (window * horizonOf(set) + step) * set.targets.size() + target;
    return index < values.size() ? values[index] : kNaN;
}

namespace {

/// One target's part of [step][target].
std::vector<double> ofTarget(const std::vector<double>& cells, std::size_t targets, std::size_t target) {
    std::vector<double> part;
    for (std::size_t at = target; at < cells.size(); at += targets) part.push_back(cells[at]);
    return part;
}

/// `name`: what the line is, where the run has no name in the picture.
ChartLine lineOf(const DrawnRun& run, const QString& name, ChartLine::Style style = ChartLine::Style::Smooth) {
    return lineOf(run.name.isEmpty() ? name : run.name, run.colour,
                  run.isDashed ? ChartLine::Style::DashDotted : style);
}

/// One line below others.
std::vector<ChartLine> over(ChartLine below, std::vector<ChartLine> lines) {
    std::vector<ChartLine> all;
    all.push_back(std::move(below));
    std::ranges::move(lines, std::back_inserter(all));
    return all;
}

/// A forecast of the shape of the set's, from the truth at the origin of a window on.
ChartLine pathOf(ChartLine line, const DrawnRun& run, const TruthRows& truth, std::size_t window,
                 const std::vector<double>& values) {
    const std::int64_t origin = run.set->originRows[window];
    line.x.push_back(static_cast<double>(origin));
    line.y.push_back(truthAt(truth, origin));
    for (std::size_t step = 0; step < horizonOf(*run.set); ++step) {
        line.x.push_back(static_cast<double>(origin + 1 + static_cast<std::int64_t>(step)));
        line.y.push_back(forecastAt(*run.set, values, window, step, run.target));
    }
    return line;
}

/// Values of step 1, 2, ...
ChartLine byStep(ChartLine line, std::vector<double> values) {
    line.y = std::move(values);
    for (std::size_t step = 0; step < line.y.size(); ++step) line.x.push_back(static_cast<double>(step + 1));
    return line;
}

std::vector<std::size_t> windowsOf(const DrawnRun& run) {
    if (run.windows) return *run.windows;
    std::vector<std::size_t> all(run.set->originRows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

}  // namespace

std::vector<double> residuals(const ForecastSet& set, std::size_t target) {
    std::vector<double> result;
    result.reserve(set.originRows.size() * horizonOf(set));
    for (std::size_t window = 0; window < set.originRows.size(); ++window)
        for (std::size_t step = 0; step < horizonOf(set); ++step)
            result.push_back(forecastAt(set, set.forecast, window, step, target) -
                             forecastAt(set, set.truth, window, step, target));
    return result;
}

std::vector<double> errorByStep(const ForecastSet& set, const std::vector<double>& values, std::size_t target,
                                const std::vector<std::size_t>* windows) {
    const std::size_t targets = set.targets.size(), perWindow = horizonOf(set) * targets;
    const std::vector<double> cells =
        windows ? stepErrors(set.truth, values, perWindow, *windows) : stepErrors(set.truth, values, perWindow);
    return ofTarget(cells, targets, target);
}

TruthRows truthRows(const ForecastSet& set, std::size_t target) {
    TruthRows rows;
    rows.first = set.firstRow;
    for (std::size_t at = target; at < set.observed.size(); at += set.targets.size())
        rows.values.push_back(set.observed[at]);
    return rows;
}

std::vector<ChartLine> windowOf(const DrawnRun& run, const TruthRows& truth, std::size_t window) {
    const ForecastSet& set = *run.set;
    if (window >= set.originRows.size()) return {};
    std::vector<ChartLine> lines;
    const std::int64_t origin = set.originRows[window];
    const auto row = [&](std::size_t step) {
        return static_cast<double>(origin + 1 + static_cast<std::int64_t>(step));
    };
    if (auto band = bandOf(run)) {
        addEdges(*band, static_cast<double>(origin), truthAt(truth, origin), truthAt(truth, origin));
        for (std::size_t step = 0; step < horizonOf(set); ++step)
            addEdges(*band, row(step), forecastAt(set, set.spread.quantiles.front(), window, step, run.target),
                     forecastAt(set, set.spread.quantiles.back(), window, step, run.target));
        lines.push_back(std::move(*band));
    }
    if (set.forecast.empty()) return lines;
    lines.push_back(
        pathOf(lineOf(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "forecast"))), run, truth, window, set.forecast));
    return lines;
}

std::vector<ChartLine> windowLines(const DrawnRun& run, const TruthRows& truth, std::size_t window,
                                   const Palette& palette) {
    const ForecastSet& set = *run.set;
    if (window >= set.originRows.size()) return {};
    const std::int64_t origin = set.originRows[window];
    std::vector<ChartLine> lines =
        over(truthLine(truth, std::max(truth.first, origin - kContext * set.horizon), origin + set.horizon, palette),
             windowOf(run, truth, window));
    if (!set.seasonalNaive.empty())
        lines.push_back(pathOf(
            lineOf(say(QT_TRANSLATE_NOOP("ForecastFigures", "seasonal naive")), palette.axis, ChartLine::Style::Dashed),
            run, truth, window, set.seasonalNaive));
    return lines;
}

std::vector<ChartLine> stepOf(const DrawnRun& run, std::size_t step) {
    const ForecastSet& set = *run.set;
    if (set.originRows.empty() || step >= horizonOf(set)) return {};
    std::vector<ChartLine> lines;
    ChartLine line = lineOf(run,
                            step == 0 ? say(QT_TRANSLATE_NOOP("ForecastFigures", "1 step ahead"))
                                      : say(QT_TRANSLATE_NOOP("ForecastFigures", "%1 steps ahead")).arg(step + 1),
                            ChartLine::Style::Plain);
    auto band = bandOf(run);
    for (const std::size_t window : windowsOf(run)) {
        line.x.push_back(static_cast<double>(set.originRows[window] + 1 + static_cast<std::int64_t>(step)));
        line.y.push_back(forecastAt(set, set.forecast, window, step, run.target));
        if (band)
            addEdges(*band, line.x.back(), forecastAt(set, set.spread.quantiles.front(), window, step, run.target),
                     forecastAt(set, set.spread.quantiles.back(), window, step, run.target));
    }
    if (band) lines.push_back(std::move(*band));
    lines.push_back(std::move(line));
    return lines;
}

std::vector<ChartLine> stepLines(const DrawnRun& run, const TruthRows& truth, std::size_t step,
                                 const Palette& palette) {
    const ForecastSet& set = *run.set;
    if (set.originRows.empty()) return {};
    const std::int64_t first = *std::min_element(set.originRows.begin(), set.originRows.end()) + 1;
    return over(truthLine(truth, first, truth.first + static_cast<std::int64_t>(truth.values.size()) - 1, palette),
                stepOf(run, step));
}

std::vector<ChartLine> closedLoopOf(const DrawnRun& run) {
    const ForecastSet& set = *run.set;
    if (set.closedLoop.empty() || set.originRows.empty() || set.targets.empty()) return {};
    const std::int64_t first = set.originRows.front() + 1;
    ChartLine line = lineOf(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "fed with its own forecasts")));
    line.y = ofTarget(set.closedLoop, set.targets.size(), run.target);
    for (std::size_t step = 0; step < line.y.size(); ++step)
        line.x.push_back(static_cast<double>(first + static_cast<std::int64_t>(step)));
    return {std::move(line)};
}

std::vector<ChartLine> closedLoopLines(const DrawnRun& run, const TruthRows& truth, const Palette& palette) {
    const ForecastSet& set = *run.set;
    std::vector<ChartLine> lines = closedLoopOf(run);
    if (lines.empty()) return {};
    const auto steps = static_cast<std::int64_t>(set.closedLoop.size() / set.targets.size());
    const std::int64_t origin = set.originRows.front();
    return over(truthLine(truth, origin + 1, origin + steps, palette), std::move(lines));
}

std::vector<ChartLine> futureOf(const DrawnRun& run) {
    const FutureForecast& future = run.set->future;
    const std::size_t targets = run.set->targets.size();
    if (future.empty() || targets == 0) return {};
    std::vector<ChartLine> lines;
    const TruthRows observed = truthRows(*run.set, run.target);
    const auto last = static_cast<double>(future.originRow);
    for (auto interval = future.intervals.rbegin(); interval != future.intervals.rend(); ++interval) {
        const QString name =
            say(QT_TRANSLATE_NOOP("ForecastFigures", "interval, %1 %")).arg(formatNumber(100 * interval->level, 3));
        ChartLine band = lineOf(run.isSecond ? QString() : name, run.colour, ChartLine::Style::Band);
        addEdges(band, last, truthAt(observed, future.originRow), truthAt(observed, future.originRow));
        for (std::size_t step = 0; step * targets + run.target < interval->low.size(); ++step)
            addEdges(band, last + 1 + static_cast<double>(step), interval->low[step * targets + run.target],
                     interval->high[step * targets + run.target]);
        lines.push_back(std::move(band));
    }
    ChartLine line = lineOf(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "forecast")));
    line.y = ofTarget(future.values, targets, run.target);
    for (std::size_t step = 0; step < line.y.size(); ++step) line.x.push_back(last + 1 + static_cast<double>(step));
    lines.push_back(std::move(line));
    return lines;
}

std::vector<ChartLine> futureLines(const DrawnRun& run, const Palette& palette) {
    std::vector<ChartLine> lines = futureOf(run);
    if (lines.empty()) return {};
    const FutureForecast& future = run.set->future;
    const TruthRows observed = truthRows(*run.set, run.target);
    ChartLine past = truthLine(
        observed, std::max(observed.first, future.originRow - 4 * std::max<std::int64_t>(run.set->horizon, 24)),
        future.originRow, palette);
    past.name = say(QT_TRANSLATE_NOOP("ForecastFigures", "observed"));
    return over(std::move(past), std::move(lines));
}

std::vector<ChartLine> stepErrorsOf(const DrawnRun& run) {
    if (run.set->forecast.empty()) return {};
    return {byStep(lineOf(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "this run"))),
                   errorByStep(*run.set, run.set->forecast, run.target, run.windows))};
}

std::vector<ChartLine> stepErrorLines(const DrawnRun& run, const std::string& baseline, const Palette& palette) {
    const ForecastSet& set = *run.set;
    std::vector<ChartLine> lines = stepErrorsOf(run);
    const auto errors = std::ranges::find(set.baselineErrors, baseline, &StepErrors::method);
    // Those are of every window.
    if (errors == set.baselineErrors.end() || (run.windows && run.windows->size() < set.originRows.size()))
        return lines;
    const QString label = methodLabel(errors->method);
    const QString name =
        errors->season > 1
            ? say(QT_TRANSLATE_NOOP("ForecastFigures", "%1 (%2)")).arg(label, formatCount(errors->season))
            : label;
    return over(byStep(lineOf(name, palette.axis, ChartLine::Style::Dashed),
                       ofTarget(errors->mae, set.targets.size(), run.target)),
                std::move(lines));
}

QString intervalText(const FutureForecast& future, std::int64_t steps, bool givenPath) {
    using Source = FutureForecast::IntervalSource;
    QStringList words;
    if (future.source == Source::None)
        words << say(QT_TRANSLATE_NOOP("ForecastFigures",
                                       "No interval: the network gives no quantiles, and the run has kept no errors of "
                                       "a validation part."));
    else if (future.source == Source::ValidationErrors)
        words << say(QT_TRANSLATE_NOOP("ForecastFigures",
                                       "Interval: validation errors by step (split conformal), if later rows are like "
                                       "those."));
    else if (future.source == Source::HeldOutErrors)
        words << say(QT_TRANSLATE_NOOP("ForecastFigures",
                                       "Interval: errors of the validation and test part by step, in parts of each "
                                       "window's spread (split conformal), if later rows are like those."));
    else if (givenPath)
        words << say(
            QT_TRANSLATE_NOOP("ForecastFigures",
                              "Interval: the quantiles that the network gives at each step, as if its forecasts "
                              "of the steps before were certain."));
    else
        words << say(QT_TRANSLATE_NOOP("ForecastFigures",
                                       "Interval: the quantiles that the network gives at each step; the scores of the "
                                       "test part tell how many truths it holds."));
    if (future.source != Source::None && steps > future.intervalSteps)
        words << say(QT_TRANSLATE_NOOP("ForecastFigures",
                                       "After step %1, the trained horizon, none is claimed: forecasts feed on "
                                       "forecasts."))
                     .arg(formatCount(future.intervalSteps));
    for (const Phrase& note : future.notes) {
        QString sentence = translated(note);
        sentence[0] = sentence[0].toUpper();
        words << say(QT_TRANSLATE_NOOP("ForecastFigures", "%1.")).arg(sentence);
    }
    return words.join(QLatin1Char(' '));
}

}  // namespace gatelab
