// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_content.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

bool ChartContent::empty() const {
    for (const ChartLine& line : lines)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (std::isfinite(line.x[i]) && std::isfinite(line.y[i])) return false;
    return true;
}

QString ChartContent::xText(double value) const {
    if (xFormat) return xFormat(value);
    if (xTime) return timeText(value, x.high - x.low);
    const double range = std::abs(x.high - x.low);
    // Steps are whole numbers wherever the view is wide enough for them.
    if (range > 20 && std::abs(value) < 1e15) return formatCount(std::llround(value));
    const int digits = std::abs(value) > 0 && range > 0 ? static_cast<int>(std::ceil(std::log10(std::max(std::abs(value) / range, 1.0)))) + 3 : 3;
    return formatNumber(value, std::clamp(digits, 3, 12));
}

QString ChartContent::xDifference(double by) const {
    const double size = std::abs(by);
    const QString text = xTime ? formatDuration(size) : size == std::floor(size) && size < 1e15 ? formatCount(static_cast<qint64>(size)) : formatNumber(size);
    return QChar(by < 0 ? 0x2212 : '+') + text;
}

std::vector<ChartTick> ChartContent::xTicks(int wanted) const {
    if (xTime && !x.logarithmic && !xFormat) return timeTicks(x.low, x.high, wanted);
    auto ticks = x.logarithmic ? logTicks(x.low, x.high, wanted) : linearTicks(x.low, x.high, wanted, xCounted && x.high - x.low >= 2 ? 1 : 0);
    if (xFormat)
        for (ChartTick& tick : ticks)
            if (!tick.label.isEmpty()) tick.label = xFormat(tick.value);
    return ticks;
}

std::vector<ChartTick> ChartContent::yTicks(int wanted) const {
    auto ticks = y.logarithmic ? logTicks(y.low, y.high, wanted) : linearTicks(y.low, y.high, wanted);
    if (yFormat)
        for (ChartTick& tick : ticks)
            if (!tick.label.isEmpty()) tick.label = yFormat(tick.value);
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

DataRange xRange(const ChartContent& content) {
    DataRange range;
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (!content.shows(k)) continue;
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (std::isfinite(line.x[i]) && std::isfinite(line.y[i]) && (!content.x.logarithmic || line.x[i] > 0)) range.add(line.x[i]);
        if (line.style == ChartLine::Style::Heat && !line.x.empty()) range.add(line.heatEnd());
    }
    return range;
}

namespace {

/// The middle 98 % of the values and a fifth of their spread around them.
DataRange middle(std::vector<double>& values) {
    DataRange range;
    if (values.empty()) return range;
    const auto at = [&](double share) {
        const auto nth = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), nth, values.end());
        return *nth;
    };
    const double low = at(0.01), high = at(0.99);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    range.add(std::max(*least, low - (high - low) * 0.2));
    range.add(std::min(*most, high + (high - low) * 0.2));
    return range;
}

}  // namespace

DataRange yRange(const ChartContent& content, bool ignoreOutliers) {
    DataRange range;
    std::vector<double> raw;
    const double low = std::min(content.x.low, content.x.high), high = std::max(content.x.low, content.x.high);
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (!content.shows(k)) continue;
        const bool sift = ignoreOutliers && line.style == ChartLine::Style::Raw;
        const auto take = [&](double y) {
            if (!std::isfinite(y) || (content.y.logarithmic && !(y > 0))) return;
            if (sift) raw.push_back(y);
            else range.add(y);
        };
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            if (!(line.x[i] >= low && line.x[i] <= high)) continue;
            take(line.y[i]);
            if (line.isArea() && i < line.y2.size()) take(line.y2[i]);
        }
    }
    const DataRange sifted = middle(raw);
    if (sifted.valid()) range.add(sifted.low), range.add(sifted.high);
    return range;
}

}  // namespace gatelab
