// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_figures.h"

#include "common/texts.h"
#include "models/run_figures.h"
#include "run/series_forecasts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
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
std::optional<ChartLine> bandOf(const DrawnRun& run, bool isNamed) {
    const ForecastSpread& spread = run.set->spread;
    if (!spread.hasInterval()) return std::nullopt;
    const QString name = spread.givenPath
                             ? say(QT_TRANSLATE_NOOP("ForecastFigures", "interval given the steps before, %1 %"))
                             : say(QT_TRANSLATE_NOOP("ForecastFigures", "interval, %1 %"));
    return lineOf(isNamed ? name.arg(formatNumber(100 * spread.nominalCoverage(), 3)) : QString(), run.colour,
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
ChartLine runLine(const DrawnRun& run, const QString& name, ChartLine::Style style = ChartLine::Style::Smooth) {
    ChartLine line = lineOf(run.name.isEmpty() ? name : run.name, run.colour, style);
    line.mark = run.mark;
    line.slot = run.slot;
    return line;
}

/// The best one is dashed, others are fainter.
ChartLine baselineLine(const QString& name, std::size_t place, const Palette& palette) {
    ChartLine line = lineOf(name, place == 0 ? palette.muted : palette.axis,
                            place == 0 ? ChartLine::Style::Dashed : ChartLine::Style::Dotted);
    line.mark = name;
    return line;
}

void append(std::vector<ChartLine>& lines, std::vector<ChartLine> more) {
    std::ranges::move(more, std::back_inserter(lines));
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

/// Interval and forecast of one window.
std::vector<ChartLine> windowOf(const DrawnRun& run, const TruthRows& truth, std::size_t window, bool isAlone) {
    const ForecastSet& set = *run.set;
    std::vector<ChartLine> lines;
    const std::int64_t origin = set.originRows[window];
    if (auto band = bandOf(run, isAlone)) {
        addEdges(*band, static_cast<double>(origin), truthAt(truth, origin), truthAt(truth, origin));
        for (std::size_t step = 0; step < horizonOf(set); ++step)
            addEdges(*band, static_cast<double>(origin + 1 + static_cast<std::int64_t>(step)),
                     forecastAt(set, set.spread.quantiles.front(), window, step, run.target),
                     forecastAt(set, set.spread.quantiles.back(), window, step, run.target));
        lines.push_back(std::move(*band));
    }
    if (!set.forecast.empty())
        lines.push_back(pathOf(runLine(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "forecast"))), run, truth, window,
                               set.forecast));
    return lines;
}

std::vector<ChartLine> stepOf(const DrawnRun& run, std::size_t step, bool isAlone) {
    const ForecastSet& set = *run.set;
    if (step >= horizonOf(set)) return {};
    std::vector<ChartLine> lines;
    ChartLine line = runLine(run,
                             step == 0 ? say(QT_TRANSLATE_NOOP("ForecastFigures", "1 step ahead"))
                                       : say(QT_TRANSLATE_NOOP("ForecastFigures", "%1 steps ahead")).arg(step + 1),
                             ChartLine::Style::Plain);
    auto band = bandOf(run, isAlone);
    for (std::size_t window = 0; window < set.originRows.size(); ++window) {
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

std::vector<ChartLine> futureOf(const DrawnRun& run, bool isAlone) {
    const FutureForecast& future = run.set->future;
    const std::size_t targets = run.set->targets.size();
    std::vector<ChartLine> lines;
    const TruthRows observed = truthRows(*run.set, run.target);
    const auto last = static_cast<double>(future.originRow);
    for (auto interval = future.intervals.rbegin(); interval != future.intervals.rend(); ++interval) {
        const QString name =
            say(QT_TRANSLATE_NOOP("ForecastFigures", "interval, %1 %")).arg(formatNumber(100 * interval->level, 3));
        ChartLine band = lineOf(isAlone ? name : QString(), run.colour, ChartLine::Style::Band);
        addEdges(band, last, truthAt(observed, future.originRow), truthAt(observed, future.originRow));
        for (std::size_t step = 0; step * targets + run.target < interval->low.size(); ++step)
            addEdges(band, last + 1 + static_cast<double>(step), interval->low[step * targets + run.target],
                     interval->high[step * targets + run.target]);
        lines.push_back(std::move(band));
    }
    ChartLine line = runLine(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "forecast")));
    line.y = ofTarget(future.values, targets, run.target);
    for (std::size_t step = 0; step < line.y.size(); ++step) line.x.push_back(last + 1 + static_cast<double>(step));
    lines.push_back(std::move(line));
    return lines;
}

/// Of the series of many that a window is of its first row in the table of all; 0: the set is of one.
std::int64_t firstRowOf(const ForecastSet& set, std::size_t window) {
    std::size_t end = 0;
    for (const SeriesForecast& one : seriesForecasts(set))
        if (window < (end += static_cast<std::size_t>(one.windows))) return one.firstRow;
    return 0;
}

}  // namespace

std::vector<double> residuals(const ForecastSet& set, const std::vector<double>& values, std::size_t target) {
    std::vector<double> result;
    result.reserve(set.originRows.size() * horizonOf(set));
    for (std::size_t window = 0; window < set.originRows.size(); ++window)
        for (std::size_t step = 0; step < horizonOf(set); ++step)
            result.push_back(forecastAt(set, values, window, step, target) -
                             forecastAt(set, set.truth, window, step, target));
    return result;
}

std::vector<double> errorByStep(const ForecastSet& set, const std::vector<double>& values, std::size_t target) {
    return ofTarget(stepErrors(set.truth, values, horizonOf(set) * set.targets.size()), set.targets.size(), target);
}

TruthRows truthRows(const ForecastSet& set, std::size_t target) {
    TruthRows rows;
    rows.first = set.firstRow;
    for (std::size_t at = target; at < set.observed.size(); at += set.targets.size())
        rows.values.push_back(set.observed[at]);
    return rows;
}

std::optional<std::size_t> targetOf(const ForecastSet& set, const std::string& name) {
    const auto found = std::ranges::find(set.targets, name);
    if (found == set.targets.end()) return std::nullopt;
    return static_cast<std::size_t>(found - set.targets.begin());
}

std::optional<std::size_t> windowAt(const ForecastSet& set, std::int64_t originRow) {
    const auto found = std::ranges::find(set.originRows, originRow);
    if (found == set.originRows.end()) return std::nullopt;
    return static_cast<std::size_t>(found - set.originRows.begin());
}

std::vector<ChartLine> windowLines(const DrawnRuns& runs, std::size_t window, const Palette& palette) {
    if (runs.empty() || window >= runs.front().set->originRows.size()) return {};
    const ForecastSet& set = *runs.front().set;
    const TruthRows truth = truthRows(set, runs.front().target);
    const std::int64_t origin = set.originRows[window];
    const std::int64_t begin = std::max(truth.first, firstRowOf(set, window));
    std::vector<ChartLine> lines{
        truthLine(truth, std::max(begin, origin - kContext * set.horizon), origin + set.horizon, palette)};
    for (std::size_t i = 0; i < set.baselines.size(); ++i)
        lines.push_back(pathOf(baselineLine(methodLabel(set.baselines[i].method), i, palette), runs.front(), truth,
                               window, set.baselines[i].values));
    for (const DrawnRun& run : runs)
        if (const auto at = windowAt(*run.set, origin)) append(lines, windowOf(run, truth, *at, runs.size() == 1));
    return lines;
}

std::vector<ChartLine> stepLines(const DrawnRuns& runs, std::size_t step, const Palette& palette) {
    if (runs.empty() || runs.front().set->originRows.empty()) return {};
    const ForecastSet& set = *runs.front().set;
    const TruthRows truth = truthRows(set, runs.front().target);
    const std::int64_t first = *std::ranges::min_element(set.originRows) + 1;
    std::vector<ChartLine> lines{
        truthLine(truth, first, truth.first + static_cast<std::int64_t>(truth.values.size()) - 1, palette)};
    for (const DrawnRun& run : runs) append(lines, stepOf(run, step, runs.size() == 1));
    return lines;
}

std::vector<ChartLine> closedLoopLines(const DrawnRuns& runs, const Palette& palette) {
    if (runs.empty() || runs.front().set->closedLoop.empty() || runs.front().set->originRows.empty()) return {};
    const ForecastSet& set = *runs.front().set;
    const std::int64_t origin = set.originRows.front();
    std::vector<ChartLine> lines;
    std::int64_t longest = 0;
    for (const DrawnRun& run : runs) {
        if (run.set->closedLoop.empty() || run.set->originRows.empty()) continue;
        const auto first = static_cast<double>(run.set->originRows.front() + 1);
        ChartLine line = runLine(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "fed with its own forecasts")));
        line.y = ofTarget(run.set->closedLoop, run.set->targets.size(), run.target);
        for (std::size_t step = 0; step < line.y.size(); ++step) line.x.push_back(first + static_cast<double>(step));
        longest = std::max(longest, static_cast<std::int64_t>(line.y.size()));
        lines.push_back(std::move(line));
    }
    lines.insert(lines.begin(), truthLine(truthRows(set, runs.front().target), origin + 1, origin + longest, palette));
    return lines;
}

std::vector<ChartLine> futureLines(const DrawnRuns& runs, const Palette& palette) {
    if (runs.empty() || runs.front().set->future.empty()) return {};
    const ForecastSet& set = *runs.front().set;
    const TruthRows observed = truthRows(set, runs.front().target);
    const std::int64_t origin = set.future.originRow;
    std::vector<ChartLine> lines{
        truthLine(observed, std::max(observed.first, origin - kContext * std::max<std::int64_t>(set.horizon, 24)),
                  origin, palette)};
    lines.front().name = say(QT_TRANSLATE_NOOP("ForecastFigures", "observed"));
    for (const DrawnRun& run : runs)
        if (!run.set->future.empty() && run.set->future.originRow == origin)
            append(lines, futureOf(run, runs.size() == 1));
    return lines;
}

std::vector<ChartLine> stepErrorLines(const DrawnRuns& runs, const std::vector<std::string>& baselines,
                                      const Palette& palette) {
    std::vector<ChartLine> lines;
    if (runs.empty()) return lines;
    const ForecastSet& set = *runs.front().set;
    for (std::size_t i = 0; i < baselines.size(); ++i) {
        const auto errors = std::ranges::find(set.baselineErrors, baselines[i], &StepErrors::method);
        if (errors == set.baselineErrors.end()) continue;
        const QString label = methodLabel(errors->method);
        const QString name =
            errors->season > 1
                ? say(QT_TRANSLATE_NOOP("ForecastFigures", "%1 (%2)")).arg(label, formatCount(errors->season))
                : label;
        lines.push_back(
            byStep(baselineLine(name, i, palette), ofTarget(errors->mae, set.targets.size(), runs.front().target)));
    }
    for (const DrawnRun& run : runs)
        if (!run.set->forecast.empty())
            lines.push_back(byStep(runLine(run, say(QT_TRANSLATE_NOOP("ForecastFigures", "this run"))),
                                   errorByStep(*run.set, run.set->forecast, run.target)));
    return lines;
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
    std::vector<Phrase> notes = future.notes;
    if (!future.timeNote.empty()) notes.push_back(future.timeNote);
    for (const Phrase& note : notes) {
        QString sentence = translated(note);
        sentence[0] = sentence[0].toUpper();
        words << say(QT_TRANSLATE_NOOP("ForecastFigures", "%1.")).arg(sentence);
    }
    return words.join(QLatin1Char(' '));
}

QString intervalBrief(const FutureForecast& future, bool givenPath) {
    using Source = FutureForecast::IntervalSource;
    switch (future.source) {
        case Source::None:
            return say(QT_TRANSLATE_NOOP("ForecastFigures", "No interval: no quantiles, and no validation errors."));
        case Source::ValidationErrors:
            return say(
                QT_TRANSLATE_NOOP("ForecastFigures", "Interval: validation errors by step, if later rows are alike."));
        case Source::HeldOutErrors:
            return say(QT_TRANSLATE_NOOP("ForecastFigures",
                                         "Interval: validation and test errors by step, if later rows are alike."));
        default:
            break;
    }
    return givenPath ? say(QT_TRANSLATE_NOOP("ForecastFigures",
                                             "Interval: the network's quantiles, as if earlier steps were certain."))
                     : say(QT_TRANSLATE_NOOP("ForecastFigures", "Interval: the network's quantiles at each step."));
}

}  // namespace gatelab
