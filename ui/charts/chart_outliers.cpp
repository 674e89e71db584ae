// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_outliers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

/// Beyond the quartiles by so many times their distance; a curve that is level for the most part is given this share of
/// its level instead.
constexpr double kFar = 3, kLevelShare = 0.1;
/// How much wider the axis would have to be for outliers to be worth leaving out.
constexpr double kSquashed = 3;
/// So much wider has an axis to be for a whole curve to be left out: the others are a flat bar on it.
constexpr double kFlat = 1e4, kFlatDecades = 6;
/// The share of a curve's samples that is its end.
constexpr double kEnd = 0.02;

struct Line {
    const ChartLine* line;
    std::vector<double> values;
};
using Curve = std::vector<Line>;

struct Middle {
    double low, high;
};
constexpr double kQuarter = 0.25, kMedian = 0.5;

/// Values, not empty, without this share of them at either end. Outwards to the next value: among four or fewer no
/// value is an outlier.
Middle middleOf(std::vector<double> values, double share = kQuarter) {
    const double last = static_cast<double>(values.size() - 1);
    const auto at = [&values](double index) {
        const auto nth = values.begin() + static_cast<std::ptrdiff_t>(index);
        std::nth_element(values.begin(), nth, values.end());
        return *nth;
    };
    const double low = at(std::floor(share * last));
    return {low, at(std::ceil((1 - share) * last))};
}

/// What is usual for values with this middle half.
DataRange fence(const Middle& middle, bool logarithmic) {
    DataRange range;
    if (logarithmic) {
        const double factor = std::pow(middle.high > middle.low ? middle.high / middle.low : 1 + kLevelShare, kFar);
        range.add(middle.low / factor), range.add(middle.high * factor);
        return range;
    }
    const double width = middle.high > middle.low ? middle.high - middle.low : std::abs(middle.low) * kLevelShare;
    // A curve that is zero for the most part says nothing about how large is large.
    const double reach = width > 0 ? kFar * width : HUGE_VAL;
    range.add(middle.low - reach), range.add(middle.high + reach);
    return range;
}

std::vector<Curve> curvesOf(const ChartContent& content) {
    std::vector<Curve> curves;
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (!content.shows(k)) continue;
        std::vector<double> values = visibleValues(content, line);
        if (values.empty()) continue;
        const auto same = std::find_if(curves.begin(), curves.end(), [&](const Curve& curve) {
            return curve[0].line->colour == line.colour && curve[0].line->key == line.key;
        });
        Curve& curve = same == curves.end() ? curves.emplace_back() : *same;
        curve.push_back({&line, std::move(values)});
    }
    return curves;
}

void add(DataRange& range, const Curve& curve, bool logarithmic) {
    using Style = ChartLine::Style;
    const bool hasRaw =
        std::any_of(curve.begin(), curve.end(), [](const Line& one) { return one.line->style == Style::Raw; });
    const auto decides = [hasRaw](const Line& one) { return !hasRaw || one.line->style == Style::Raw; };
    std::vector<double> deciding;
    for (const Line& one : curve)
        if (decides(one)) deciding.insert(deciding.end(), one.values.begin(), one.values.end());
    const DataRange usual = fence(middleOf(std::move(deciding)), logarithmic);
    const auto isOutside = [&usual](double y) { return y < usual.low || y > usual.high; };
    for (const Line& one : curve) {
        bool all = true;
        for (const double y : one.values)
            if (isOutside(y))
                all = false;
            else
                range.add(y);
        if (all) continue;
        const Middle middle = middleOf(one.values, decides(one) ? kQuarter : kMedian);
        range.add(middle.low), range.add(middle.high);
        if (!decides(one)) continue;
        const auto length = static_cast<std::ptrdiff_t>(std::ceil(kEnd * static_cast<double>(one.values.size())));
        for (const auto from : {one.values.begin(), one.values.end() - length}) {
            if (2 * std::count_if(from, from + length, isOutside) <= length) continue;
            std::for_each(from, from + length, [&range](double y) { range.add(y); });
        }
    }
}

/// Whether the axis for all values would be much wider than that for the kept ones.
bool squashes(DataRange all, DataRange kept, bool logarithmic, bool fromZero, double factor = kSquashed) {
    // As narrow as an axis gets (niceScale).
    if (logarithmic)
        return std::log(all.high / all.low) > factor * std::max(std::log(kept.high / kept.low), std::log(3.0));
    const double level = std::max(std::abs(kept.low), std::abs(kept.high));
    if (fromZero) all.add(0), kept.add(0);
    return all.high - all.low > factor * std::max(kept.high - kept.low, 2 * kLevelShare * level);
}

/// Of the curves' ranges together, without those that go far above most: runs that diverged. Below there is a floor,
/// and small values tell something.
DataRange together(std::vector<DataRange> curves, bool logarithmic) {
    std::sort(curves.begin(), curves.end(), [](const DataRange& a, const DataRange& b) { return a.high < b.high; });
    const std::size_t most = std::max<std::size_t>(2, curves.size() / 2 + 1);
    DataRange kept;
    for (std::size_t k = 0; k < curves.size(); ++k) {
        DataRange with = kept;
        with.add(curves[k].low), with.add(curves[k].high);
        // Curves that are zero say nothing about how large is large.
        if (k >= most && kept.high > 0 && squashes(with, kept, logarithmic, true, logarithmic ? kFlatDecades : kFlat))
            break;
        kept = with;
    }
    return kept;
}

/// The largest value after the first steps, which fall from where a network begins by chance: they leave at the top, so
/// that the rest keeps the height. Too few samples have no beginning.
double topAfterBeginning(const std::vector<Curve>& curves, const DataRange& range) {
    constexpr std::size_t kFewest = 10;
    double top = range.low;
    for (const Curve& curve : curves)
        for (const Line& one : curve) {
            const std::size_t size = one.values.size(),
                              begin = size < kFewest || one.line->style == ChartLine::Style::Heat
                                          ? 0
                                          : static_cast<std::size_t>(std::ceil(kEnd * static_cast<double>(size)));
            for (std::size_t i = begin; i < size; ++i)
                if (one.values[i] <= range.high) top = std::max(top, one.values[i]);
        }
    return top;
}

}  // namespace

DataRange yRangeWithoutOutliers(const ChartContent& content, bool fromZero) {
    const DataRange all = yRange(content);
    const bool logarithmic = content.y.logarithmic;
    std::vector<DataRange> ranges;
    const std::vector<Curve> curves = curvesOf(content);
    for (const Curve& curve : curves) {
        DataRange kept;
        // The cells of a heat map have no usual place.
        if (curve[0].line->style == ChartLine::Style::Heat)
            for (const double y : curve[0].values) kept.add(y);
        else
            add(kept, curve, logarithmic);
        if (kept.valid()) ranges.push_back(kept);
    }
    const DataRange kept = together(std::move(ranges), logarithmic);
    DataRange shown = kept.valid() && squashes(all, kept, logarithmic, fromZero) ? kept : all;
    if (!shown.valid()) return shown;
    constexpr double kWorthIt = 0.8;  // of the height
    const ChartScale whole{fromZero && !logarithmic ? std::min(0.0, shown.low) : shown.low, shown.high, logarithmic};
    if (const double top = topAfterBeginning(curves, shown); top > shown.low && whole.share(top) < kWorthIt)
        shown.high = top;
    return shown;
}

}  // namespace gatelab
