// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecast_figures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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
std::optional<ChartLine> bandOf(const ForecastSet& set, const QColor& colour) {
    if (!set.spread.hasInterval()) return std::nullopt;
    const QString share = formatNumber(100 * set.spread.nominalCoverage(), 3);
    const QString name = set.spread.givenPath
                             ? say(QT_TRANSLATE_NOOP("ForecastFigures", "interval given the steps before, %1 %"))
                             : say(QT_TRANSLATE_NOOP("ForecastFigures", "interval, %1 %"));
    return lineOf(name.arg(share), colour, ChartLine::Style::Band);
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

std::vector<double> residuals(const ForecastSet& set, std::size_t target) {
    std::vector<double> result;
    result.reserve(set.originRows.size() * horizonOf(set));
    for (std::size_t window = 0; window < set.originRows.size(); ++window)
        for (std::size_t step = 0; step < horizonOf(set); ++step)
            result.push_back(forecastAt(set, set.forecast, window, step, target) -
                             forecastAt(set, set.truth, window, step, target));
    return result;
}

std::vector<double> errorByStep(const ForecastSet& set, const std::vector<double>& values, std::size_t target) {
    std::vector<double> errors(horizonOf(set), kNaN);
    for (std::size_t step = 0; step < errors.size(); ++step) {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t window = 0; window < set.originRows.size(); ++window) {
            const double error = std::abs(forecastAt(set, values, window, step, target) -
                                          forecastAt(set, set.truth, window, step, target));
            if (!std::isfinite(error)) continue;
            sum += error;
            ++count;
        }
        if (count > 0) errors[step] = sum / static_cast<double>(count);
    }
    return errors;
}

TruthRows truthRows(const ForecastSet& set, std::size_t target) {
    TruthRows rows;
    rows.first = set.firstRow;
    for (std::size_t at = target; at < set.observed.size(); at += set.targets.size())
        rows.values.push_back(set.observed[at]);
    return rows;
}

std::vector<ChartLine> windowLines(const ForecastSet& set, const TruthRows& truth, std::size_t window,
                                   std::size_t target, const Palette& palette, int slot) {
    if (window >= set.originRows.size()) return {};
    const std::int64_t origin = set.originRows[window];
    std::vector<ChartLine> lines;
    const auto add = [&](const QString& name, const QColor& colour, ChartLine::Style style,
                         const std::vector<double>& values) {
        if (values.empty()) return;
        ChartLine line = lineOf(name, colour, style);
        line.x.push_back(static_cast<double>(origin));
        line.y.push_back(truthAt(truth, origin));
        for (std::size_t step = 0; step < horizonOf(set); ++step) {
            line.x.push_back(static_cast<double>(origin + 1 + static_cast<std::int64_t>(step)));
            line.y.push_back(forecastAt(set, values, window, step, target));
        }
        lines.push_back(std::move(line));
    };
    lines.push_back(
        truthLine(truth, std::max(truth.first, origin - kContext * set.horizon), origin + set.horizon, palette));
    if (auto band = bandOf(set, runColour(palette, slot))) {
        addEdges(*band, static_cast<double>(origin), truthAt(truth, origin), truthAt(truth, origin));
        for (std::size_t step = 0; step < horizonOf(set); ++step)
            addEdges(*band, static_cast<double>(origin + 1 + static_cast<std::int64_t>(step)),
                     forecastAt(set, set.spread.quantiles.front(), window, step, target),
                     forecastAt(set, set.spread.quantiles.back(), window, step, target));
        lines.push_back(std::move(*band));
    }
    add(say(QT_TRANSLATE_NOOP("ForecastFigures", "forecast")), runColour(palette, slot), ChartLine::Style::Smooth,
        set.forecast);
    add(say(QT_TRANSLATE_NOOP("ForecastFigures", "seasonal naive")), palette.axis, ChartLine::Style::Dashed,
        set.seasonalNaive);
    return lines;
}

std::vector<ChartLine> stepLines(const ForecastSet& set, const TruthRows& truth, std::size_t step, std::size_t target,
                                 const Palette& palette, int slot) {
    if (set.originRows.empty()) return {};
    const std::int64_t first = *std::min_element(set.originRows.begin(), set.originRows.end()) + 1;
    std::vector<ChartLine> lines{
        truthLine(truth, first, truth.first + static_cast<std::int64_t>(truth.values.size()) - 1, palette)};
    ChartLine line = lineOf(step == 0 ? say(QT_TRANSLATE_NOOP("ForecastFigures", "1 step ahead"))
                                      : say(QT_TRANSLATE_NOOP("ForecastFigures", "%1 steps ahead")).arg(step + 1),
                            runColour(palette, slot), ChartLine::Style::Plain);
    auto band = bandOf(set, line.colour);
    for (std::size_t window = 0; window < set.originRows.size(); ++window) {
        line.x.push_back(static_cast<double>(set.originRows[window] + 1 + static_cast<std::int64_t>(step)));
        line.y.push_back(forecastAt(set, set.forecast, window, step, target));
        if (band)
            addEdges(*band, line.x.back(), forecastAt(set, set.spread.quantiles.front(), window, step, target),
                     forecastAt(set, set.spread.quantiles.back(), window, step, target));
    }
    if (band) lines.push_back(std::move(*band));
    lines.push_back(std::move(line));
    return lines;
}

std::vector<ChartLine> closedLoopLines(const ForecastSet& set, const TruthRows& truth, std::size_t target,
                                       const Palette& palette, int slot) {
    if (set.closedLoop.empty() || set.originRows.empty() || set.targets.empty()) return {};
    const std::int64_t first = set.originRows.front() + 1;
    const std::size_t steps = set.closedLoop.size() / set.targets.size();
    std::vector<ChartLine> lines{truthLine(truth, first, first + static_cast<std::int64_t>(steps) - 1, palette)};
    ChartLine line = lineOf(say(QT_TRANSLATE_NOOP("ForecastFigures", "fed with its own forecasts")),
                            runColour(palette, slot), ChartLine::Style::Smooth);
    for (std::size_t step = 0; step < steps; ++step) {
        line.x.push_back(static_cast<double>(first + static_cast<std::int64_t>(step)));
        line.y.push_back(set.closedLoop[step * set.targets.size() + target]);
    }
    lines.push_back(std::move(line));
    return lines;
}

std::vector<ChartLine> futureLines(const ForecastSet& set, std::size_t target, const Palette& palette, int slot) {
    const FutureForecast& future = set.future;
    const std::size_t targets = set.targets.size();
    if (future.empty() || targets == 0) return {};
    const TruthRows observed = truthRows(set, target);
    std::vector<ChartLine> lines{
        truthLine(observed, std::max(observed.first, future.originRow - 4 * std::max<std::int64_t>(set.horizon, 24)),
                  future.originRow, palette)};
    lines.front().name = say(QT_TRANSLATE_NOOP("ForecastFigures", "observed"));
    const auto last = static_cast<double>(future.originRow);
    for (auto interval = future.intervals.rbegin(); interval != future.intervals.rend(); ++interval) {
        ChartLine band = lineOf(
            say(QT_TRANSLATE_NOOP("ForecastFigures", "interval, %1 %")).arg(formatNumber(100 * interval->level, 3)),
            runColour(palette, slot), ChartLine::Style::Band);
        addEdges(band, last, truthAt(observed, future.originRow), truthAt(observed, future.originRow));
        for (std::size_t step = 0; step * targets + target < interval->low.size(); ++step)
            addEdges(band, last + 1 + static_cast<double>(step), interval->low[step * targets + target],
                     interval->high[step * targets + target]);
        lines.push_back(std::move(band));
    }
    ChartLine line = lineOf(say(QT_TRANSLATE_NOOP("ForecastFigures", "forecast")), runColour(palette, slot),
                            ChartLine::Style::Smooth);
    for (std::size_t step = 0; step * targets + target < future.values.size(); ++step) {
        line.x.push_back(last + 1 + static_cast<double>(step));
        line.y.push_back(future.values[step * targets + target]);
    }
    lines.push_back(std::move(line));
    return lines;
}

std::vector<ChartLine> stepErrorLines(const ForecastSet& set, std::size_t target, const Palette& palette, int slot) {
    std::vector<ChartLine> lines;
    const auto add = [&](const QString& name, const QColor& colour, ChartLine::Style style,
                         const std::vector<double>& values) {
        if (values.empty()) return;
        ChartLine line = lineOf(name, colour, style);
        line.y = errorByStep(set, values, target);
        for (std::size_t step = 0; step < line.y.size(); ++step) line.x.push_back(static_cast<double>(step + 1));
        lines.push_back(std::move(line));
    };
    add(say(QT_TRANSLATE_NOOP("ForecastFigures", "seasonal naive")), palette.axis, ChartLine::Style::Dashed,
        set.seasonalNaive);
    add(say(QT_TRANSLATE_NOOP("ForecastFigures", "this run")), runColour(palette, slot), ChartLine::Style::Smooth,
        set.forecast);
    return lines;
}

}  // namespace gatelab
