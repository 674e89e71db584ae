// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_range.h"

#include "charts/chart_outliers.h"

#include <QPointF>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

ChartScale zoomed(const ChartScale& now, double about, double factor, const ChartScale& whole) {
    return now.zoomed(about, factor > 1 ? now.zoomOut(factor, whole) : factor).near(whole);
}

}  // namespace

void ChartRange::update() {
    if (followX_)
        followData();
    else
        content_.lines = ask(content_.x.low, content_.x.high);
    content_.elsewhere = !followX_ && liesElsewhere();
    suitY();
    if (autoY_) scaleY();
    content_.outliersMarked = autoY_ && ignoreOutliers;
}

void ChartRange::setLogX(bool on) {
    content_.x = on ? ChartScale{0.1, 1, true} : ChartScale{};
    followX();
}

void ChartRange::setLogY(bool on) {
    logChosen_ = true;
    makeLogY(on);
}

void ChartRange::setUsuallyLogY(bool on) {
    usuallyLog_ = on;
    logChosen_ = false;
    allPositive_ = true;
    makeLogY(on);
}

bool ChartRange::setX(ChartScale x) {
    // A linked chart may have a linear axis that begins at 0.
    if (x.logarithmic && x.low <= 0) x.low = dataLow_ > 0 && dataLow_ < x.high ? dataLow_ : x.high / 1000;
    if (!std::isfinite(x.low) || !std::isfinite(x.high) || !(x.high > x.low)) return false;
    // No closer than what a double can tell apart.
    if (x.high - x.low < std::max(std::abs(x.low), std::abs(x.high)) * 1e-11) return false;
    followX_ = false;
    content_.x = x;
    return true;
}

void ChartRange::setY(const ChartScale& y) {
    autoY_ = false;
    content_.y = y;
}

ChartScale ChartRange::zoomedX(double about, double factor) const {
    return zoomed(content_.x, about, factor, wholeX(content_.x.zoomed(about, factor)));
}

void ChartRange::zoomY(double about, double factor) { setY(zoomed(content_.y, about, factor, wholeY())); }

ChartScale ChartRange::movedX(double byShare) const {
    const ChartScale wanted = content_.x.moved(byShare);
    return wanted.near(wholeX(wanted));
}

void ChartRange::moveY(double byShare) { setY(content_.y.moved(byShare).near(wholeY())); }

QVariantMap ChartRange::state() const {
    const ChartScale &x = content_.x, &y = content_.y;
    QVariantMap state{{QStringLiteral("logX"), x.logarithmic}};
    if (logChosen_) state.insert(QStringLiteral("logY"), y.logarithmic);
    if (!followX_) state.insert(QStringLiteral("x"), QPointF(x.low, x.high));
    if (!autoY_) state.insert(y.logarithmic ? QStringLiteral("yLog") : QStringLiteral("y"), QPointF(y.low, y.high));
    return state;
}

std::vector<ChartLine> ChartRange::ask(double low, double high) const {
    if (!source) return fixed;
    if (content_.x.logarithmic && low <= high) return askLogX(low, high);
    return source(low, high, pixels);
}

/// A source spreads its buckets evenly over x, but on a log axis half the pixels show a sliver of it: asked octave by
/// octave, each with its share of pixels.
std::vector<ChartLine> ChartRange::askLogX(double low, double high) const {
    const int octaves = std::clamp(static_cast<int>(std::ceil(std::log2(high / low))), 1, 64);
    std::vector<ChartLine> result;
    for (int i = 0; i < octaves; ++i) {
        const double from = low * std::pow(high / low, static_cast<double>(i) / octaves),
                     to = low * std::pow(high / low, static_cast<double>(i + 1) / octaves);
        const std::vector<ChartLine> part =
            source(from, to, static_cast<int>(std::ceil(static_cast<double>(pixels) / octaves)) + 1);
        if (result.size() < part.size()) result.resize(part.size());
        for (std::size_t k = 0; k < part.size(); ++k) {
            ChartLine& line = result[k];
            const ChartLine& more = part[k];
            if (i == 0)
                line = more, line.x.clear(), line.y.clear(), line.y2.clear(), line.cells.clear(), line.members.clear();
            for (std::size_t j = 0; j < more.x.size(); ++j) {
                // Neighbours outside the octave come with the next one.
                const bool before = i > 0 && more.x[j] < from, after = i + 1 < octaves && more.x[j] >= to;
                if (before || after) continue;
                line.x.push_back(more.x[j]), line.y.push_back(more.y[j]);
                if (j < more.y2.size()) line.y2.push_back(more.y2[j]);
                if (j < more.cells.size()) line.cells.push_back(more.cells[j]);
                if (j < more.members.size()) line.members.push_back(more.members[j]);
            }
        }
    }
    return result;
}

DataRange ChartRange::fullX(const ChartContent& shown) const {
    const bool logarithmic = content_.x.logarithmic;
    DataRange data = xRange(shown);
    if (logarithmic && source && data.valid()) {
        // Even buckets hide the first positive samples in one: look there alone.
        ChartContent start;
        start.x = content_.x;
        start.lines = source(std::numeric_limits<double>::min(), data.low, pixels);
        const DataRange first = xRange(start);
        if (first.valid()) data.add(first.low);
    }
    if (extentLow_ <= extentHigh_) {
        if (!logarithmic || extentLow_ > 0) data.add(extentLow_);
        data.add(extentHigh_);
    }
    if (data.low == data.high) {
        const double half = logarithmic ? data.low / 2 : std::max(0.5, std::abs(data.low) * 1e-9);
        data.low -= half, data.high += half;
    }
    return data;
}

void ChartRange::followData() {
    const bool logarithmic = content_.x.logarithmic;
    content_.lines = ask(1, 0);
    const DataRange data = fullX(content_);
    if (!data.valid()) return;
    // The first look is exact; when the data then grow, the axis grows in steps.
    const bool grows = !exactX_ && data.low >= content_.x.low && data.high > dataLow_;
    const double end = grows && !(extentLow_ <= extentHigh_)
                           ? std::max(grownEnd(content_.x.high, data.low, data.high), data.high)
                           : data.high;
    content_.x = {data.low, end, logarithmic};
    dataLow_ = data.low, dataHigh_ = data.high;
    exactX_ = false;
    if (logarithmic && source) content_.lines = askLogX(content_.x.low, content_.x.high);
}

/// Whether there are data, but outside the range that was chosen.
bool ChartRange::liesElsewhere() const {
    if (const DataRange shown = xRange(content_); shown.valid())
        return shown.high < content_.x.low || shown.low > content_.x.high;
    if (!content_.empty()) return false;  // switched off
    ChartContent all;
    all.lines = ask(1, 0);
    return !all.empty();
}

void ChartRange::makeLogY(bool on) {
    if (on == content_.y.logarithmic) return;
    content_.y = on ? ChartScale{0.1, 1, true} : ChartScale{};
    followY();
}

void ChartRange::suitY() {
    if (!usuallyLog_ || logChosen_ || !autoY_) return;
    // A part of the data says nothing of the others.
    allPositive_ = (followX_ || allPositive_) && content_.nonPositive() == 0;
    makeLogY(allPositive_);
}

void ChartRange::scaleY() {
    const DataRange range = ignoreOutliers ? yRangeWithoutOutliers(content_, fromZero) : yRange(content_);
    if (!range.valid()) return;
    const bool logarithmic = content_.y.logarithmic;
    if (top > 0 && fromZero && !logarithmic) {
        content_.y = {0, top, false};
        return;
    }
    content_.y = freshY_ ? niceScale(range.low, range.high, logarithmic, fromZero)
                         : steadyScale(content_.y, range.low, range.high, logarithmic, fromZero);
    freshY_ = false;
}

ChartScale ChartRange::wholeX(const ChartScale& wanted) const {
    const bool logarithmic = content_.x.logarithmic, known = dataLow_ < dataHigh_ && (!logarithmic || dataLow_ > 0);
    // While the view stays within what was known, nobody needs to know of newer data.
    if (known && wanted.low >= dataLow_ && wanted.high <= dataHigh_) return {dataLow_, dataHigh_, logarithmic};
    ChartContent all;
    all.x = content_.x;
    all.lines = ask(1, 0);
    const DataRange data = fullX(all);
    return data.valid() ? ChartScale{data.low, data.high, logarithmic} : wanted;
}

ChartScale ChartRange::wholeY() const {
    const DataRange range = yRange(content_);
    return range.valid() ? niceScale(range.low, range.high, content_.y.logarithmic, fromZero) : content_.y;
}

}  // namespace gatelab
