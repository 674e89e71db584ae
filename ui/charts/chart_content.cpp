// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_content.h"

#include "common/list_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// A tick for each thing, for every second one, ... where there is no room for all.
std::vector<ChartTick> nameTicks(const ChartScale& scale, const std::vector<QString>& names, int most) {
    std::vector<ChartTick> ticks;
    const double first = std::max(0.0, std::ceil(scale.low)),
                 last = std::min(static_cast<double>(names.size()) - 1, std::floor(scale.high));
    const double every = std::max(1.0, std::ceil((last - first + 1) / std::max(1, most)));
    for (double k = std::ceil(first / every) * every; k <= last; k += every)
        ticks.push_back({k, names[static_cast<std::size_t>(k)]});
    return ticks;
}

bool isPowerOfTen(double value) {
    const double exponent = std::log10(value);
    return std::abs(exponent - std::round(exponent)) < 1e-9;
}

/// One label nearer to another than `closest` goes: on a logarithmic axis powers of ten stay before what lies between
/// them.
void thinLabels(std::vector<ChartTick>& ticks, const ChartScale& scale, double closest) {
    std::vector<double> kept;
    for (const bool first : {true, false})
        for (ChartTick& tick : ticks) {
            if (tick.label.isEmpty() || first != (!scale.logarithmic || isPowerOfTen(tick.value))) continue;
            const double share = scale.share(tick.value);
            if (std::ranges::any_of(kept, [&](double other) { return std::abs(share - other) < closest - 1e-9; }))
                tick.label.clear();
            else
                kept.push_back(share);
        }
}

/// Those of an axis of few values that are in view.
std::vector<ChartTick> setTicks(const ChartScale& scale, const std::vector<ChartTick>& all, double closest) {
    std::vector<ChartTick> ticks;
    for (const ChartTick& tick : all)
        if (const double share = scale.share(tick.value); share >= 0 && share <= 1) ticks.push_back(tick);
    thinLabels(ticks, scale, closest);
    return ticks;
}

}  // namespace

bool ChartContent::empty() const {
    for (const ChartLine& line : lines)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (std::isfinite(line.x[i]) && std::isfinite(line.y[i])) return false;
    return true;
}

QString ChartContent::note() const {
    if (elsewhere) return QCoreApplication::translate("LineChart", "Nothing lies in this range. F shows everything.");
    return empty() ? emptyText : QString();
}

std::int64_t ChartContent::nonPositive() const {
    std::int64_t count = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (!shows(k)) continue;
        if (lines[k].nonPositive >= 0)
            count += lines[k].nonPositive;
        else if (!lines[k].isArea())
            count += std::count_if(lines[k].y.begin(), lines[k].y.end(),
                                   [](double y) { return std::isfinite(y) && y <= 0; });
    }
    return count;
}

QString ChartContent::footnote() const {
    QStringList notes;
    if (const std::int64_t lost = y.logarithmic ? nonPositive() : 0; lost > 0)
        notes << QCoreApplication::translate("LineChart", "Not drawn on a log axis: values of 0 and below (%1)")
                     .arg(formatCount(lost));
    if (std::ranges::any_of(lines, [](const ChartLine& line) { return !line.spread.empty(); }))
        notes << QCoreApplication::translate("LineChart", "Dots of equal values are drawn side by side");
    return clausesText(notes);
}

QString ChartContent::xText(double value) const {
    if (!xNames.empty())
        return xNames[static_cast<std::size_t>(
            std::clamp(std::round(value), 0.0, static_cast<double>(xNames.size()) - 1))];
    if (xFormat) return xFormat(value);
    if (xSeconds) return timeText(xSeconds(value), xSeconds(x.high) - xSeconds(x.low));
    const double range = std::abs(x.high - x.low);
    if (xCounted) return countText(value, range);
    if (xDuration && timeUnit(x.low, x.high) == TimeUnit::Second)
        return QCoreApplication::translate("Theme", "%1 s").arg(countText(value, range));
    if (xDuration && value >= 0) return formatDuration(value);
    // Steps are whole numbers wherever the view is wide enough for them.
    if (range > 20 && std::abs(value) < 1e15) return formatCount(std::llround(value));
    const int digits = std::abs(value) > 0 && range > 0
                           ? static_cast<int>(std::ceil(std::log10(std::max(std::abs(value) / range, 1.0)))) + 3
                           : 3;
    return formatNumber(value, std::clamp(digits, 3, 12));
}

QString ChartContent::xTitle() const {
    if (!xDuration) return xLabel;
    switch (timeUnit(x.low, x.high)) {
        case TimeUnit::Second:
            return QCoreApplication::translate("LineChart", "seconds");
        case TimeUnit::Minute:
            return QCoreApplication::translate("LineChart", "minutes");
        case TimeUnit::Hour:
            return QCoreApplication::translate("LineChart", "hours");
        case TimeUnit::Day:
            return QCoreApplication::translate("LineChart", "days");
    }
    return xLabel;
}

QString ChartContent::xDifference(double from, double to) const {
    const double by = xSeconds ? xSeconds(to) - xSeconds(from) : to - from, size = std::abs(by);
    const QString text = xSeconds || xDuration                     ? formatDuration(size)
                         : size == std::floor(size) && size < 1e15 ? formatCount(static_cast<qint64>(size))
                                                                   : formatNumber(size);
    return QChar(by < 0 ? 0x2212 : '+') + text;
}

std::vector<ChartTick> ChartContent::xTicks(int wanted) const {
    if (auto set = setTicks(x, xSet, 0); !set.empty()) return set;
    // Names are shorter than numbers of steps; what touches is thinned later
    if (!xNames.empty()) return nameTicks(x, xNames, 3 * wanted);
    if (xSeconds) return timeTicks(x.low, x.high, wanted, xSeconds);
    if (xDuration && !xFormat) return durationTicks(x, wanted);
    // Inside an epoch there are only its parts.
    const double closest = xCounted ? closestCounted(x.low, x.high) : 0;
    auto ticks = x.logarithmic ? logTicks(x.low, x.high, wanted, closest) : linearTicks(x.low, x.high, wanted, closest);
    if (xFormat)
        for (ChartTick& tick : ticks)
            if (!tick.label.isEmpty()) tick.label = xFormat(tick.value);
    return ticks;
}

std::vector<ChartTick> ChartContent::yTicks(int wanted, double closest) const {
    if (auto set = setTicks(y, ySet, closest); !set.empty()) return set;
    if (!yNames.empty())
        return nameTicks(y, yNames, closest > 0 ? std::min(4 * wanted, static_cast<int>(1 / closest)) : 4 * wanted);
    auto ticks = y.logarithmic ? logTicks(y.low, y.high, wanted)
                               : linearTicks(y.low, y.high, wanted, (y.high - y.low) * closest);
    if (y.logarithmic) thinLabels(ticks, y, closest);  // even steps of a linear axis are wide enough
    return ticks;
}

std::ptrdiff_t nearestSample(const ChartLine& line, double x) {
    std::ptrdiff_t best = -1;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        if (!std::isfinite(line.y[i])) continue;
        const double d = std::abs(line.x[i] - x);
        if (d <= distance) distance = d, best = static_cast<std::ptrdiff_t>(i);
    }
    return best;
}

std::ptrdiff_t sampleAt(const ChartLine& line, double x) {
    DataRange ends;
    for (std::size_t i = 0; i < line.x.size(); ++i)
        if (std::isfinite(line.y[i])) ends.add(line.x[i]);
    if (!ends.valid()) return -1;
    if (x >= ends.low && x <= ends.high) return nearestSample(line, x);
    const double end = x < ends.low ? ends.low : ends.high;
    double next = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < line.x.size(); ++i)
        if (const double way = std::abs(line.x[i] - end); std::isfinite(line.y[i]) && way > 0)
            next = std::min(next, way);
    return std::isfinite(next) && std::abs(x - end) <= next / 2 ? nearestSample(line, x) : -1;
}

QString readingText(const std::vector<ChartLine>& lines, std::size_t k, double x, bool withRaw) {
    const ChartLine& line = lines[k];
    const std::ptrdiff_t at = sampleAt(line, x);
    if (at < 0) return {};
    const auto i = static_cast<std::size_t>(at);
    const QString text = line.isSet ? formatSetting(line.y[i]) : formatNumber(line.y[i]);
    if (i < line.members.size())
        if (const int most = *std::ranges::max_element(line.members); line.members[i] < most)
            return QCoreApplication::translate("LineChart", "%1 (median of %2 of %3)")
                .arg(text)
                .arg(line.members[i])
                .arg(most);
    // The raw line of a smoothed one lies right behind it.
    if (!withRaw || line.smoothing <= 0 || k == 0 || lines[k - 1].style != ChartLine::Style::Raw) return text;
    const double raw = valueAt(lines[k - 1], x);
    return std::isnan(raw) ? text
                           : QCoreApplication::translate("LineChart", "%1 (raw %2)").arg(text, formatNumber(raw));
}

double valueAt(const ChartLine& line, double x) {
    const std::ptrdiff_t i = sampleAt(line, x);
    return i < 0 ? std::numeric_limits<double>::quiet_NaN() : line.y[static_cast<std::size_t>(i)];
}

DataRange xRange(const ChartContent& content) {
    DataRange range;
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (!content.shows(k)) continue;
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (std::isfinite(line.x[i]) && std::isfinite(line.y[i]) && (!content.x.logarithmic || line.x[i] > 0))
                range.add(line.x[i]);
        if (line.style == ChartLine::Style::Heat && !line.x.empty()) range.add(line.heatEnd());
    }
    return range;
}

std::vector<double> visibleValues(const ChartContent& content, const ChartLine& line) {
    std::vector<double> values;
    if (line.style == ChartLine::Style::Silent) return values;
    const double low = std::min(content.x.low, content.x.high), high = std::max(content.x.low, content.x.high);
    const auto take = [&](double y) {
        if (std::isfinite(y) && (!content.y.logarithmic || y > 0)) values.push_back(y);
    };
    for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i) {
        if (!(line.x[i] >= low && line.x[i] <= high)) continue;
        take(line.y[i]);
        if (line.isArea() && i < line.y2.size()) take(line.y2[i]);
    }
    return values;
}

DataRange yRange(const ChartContent& content) {
    DataRange range;
    for (std::size_t k = 0; k < content.lines.size(); ++k)
        if (content.shows(k))
            for (const double y : visibleValues(content, content.lines[k])) range.add(y);
    return range;
}

QString nameOf(const std::vector<ChartLine>& lines, std::size_t k) {
    if (!lines[k].column.isEmpty()) return lines[k].column;
    if (!lines[k].name.isEmpty()) return lines[k].name;
    // A raw line has no legend of its own: it is named after the smoothed line of its colour.
    for (const ChartLine& other : lines)
        if (!other.name.isEmpty() && other.colour == lines[k].colour)
            return QCoreApplication::translate("LineChart", "%1, raw").arg(other.name);
    return QCoreApplication::translate("LineChart", "line %1").arg(k + 1);
}

}  // namespace gatelab
