// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_outliers.h"
#include "charts/line_chart_private.h"

#include <QAccessible>
#include <QFontMetrics>
#include <QGraphicsView>
#include <QPointF>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

void LineChart::Private::schedule() {
    if (!dirty || timer.isActive() || !chart.isVisible() || chart.visibleRegion().isEmpty()) return;
    const qint64 since = sinceDraw.isValid() ? sinceDraw.elapsed() : intervalMs;
    timer.start(static_cast<int>(std::clamp<qint64>(intervalMs - since, 0, intervalMs)));
}

void LineChart::Private::redraw() {
    if (!dirty || !chart.isVisible()) return;
    dirty = false;
    sinceDraw.start();
    if (followX)
        followData();
    else
        content.lines = ask(content.x.low, content.x.high);
    content.elsewhere = !followX && liesElsewhere();
    suitY();
    if (autoY) scaleY();
    content.outliersMarked = autoY && ignoreOutliers;
    relayout();
    legend->refresh();
    if (QAccessible::isActive()) describe();
}

void LineChart::Private::relayout() {
    const QSizeF size = view->viewport()->size();
    if (size.isEmpty()) return;
    if (layer->geometry().whole.size() != size) resizeScene(size);
    const ChartGeometry geometry = layOutChart(content, theme, QRectF(QPointF(), size));
    if (geometry.plot != layer->geometry().plot) publishPlot(geometry.plot);
    cursor->layerMoved();
    layer->setGeometry(geometry);
    cursor->update();
    placeRemedy();
}

void LineChart::Private::placeRemedy() {
    const QString note = content.elsewhere || remedy->text().isEmpty() ? QString() : content.note();
    remedy->setVisible(!note.isEmpty());
    if (note.isEmpty()) return;
    const QRect plot = layer->geometry().plot.toAlignedRect().translated(view->pos());
    const QRect words = QFontMetrics(theme.font(13)).boundingRect(plot, Qt::AlignCenter | Qt::TextWordWrap, note);
    const QSize size = remedy->sizeHint();
    remedy->setGeometry(QRect(
        {plot.center().x() - size.width() / 2, std::min(words.bottom() + 8, plot.bottom() - size.height() - 4)}, size));
    remedy->raise();
}

/// About the plot's width, known before the first layout.
int LineChart::Private::plotPixels() const { return std::max(50, view->viewport()->width() - 60); }

std::vector<ChartLine> LineChart::Private::ask(double low, double high) const {
    if (!source) return fixed;
    if (content.x.logarithmic && low <= high) return askLogX(low, high);
    return source(low, high, plotPixels());
}

/// A source spreads its buckets evenly over x, but on a log axis half the pixels show a sliver of it: asked octave by
/// octave, each with its share of pixels.
std::vector<ChartLine> LineChart::Private::askLogX(double low, double high) const {
    const double pixels = plotPixels();
    const int octaves = std::clamp(static_cast<int>(std::ceil(std::log2(high / low))), 1, 64);
    std::vector<ChartLine> result;
    for (int i = 0; i < octaves; ++i) {
        const double from = low * std::pow(high / low, static_cast<double>(i) / octaves),
                     to = low * std::pow(high / low, static_cast<double>(i + 1) / octaves);
        const std::vector<ChartLine> part = source(from, to, static_cast<int>(std::ceil(pixels / octaves)) + 1);
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

DataRange LineChart::Private::fullX(const ChartContent& shown) const {
    const bool logarithmic = content.x.logarithmic;
    DataRange data = xRange(shown);
    if (logarithmic && source && data.valid()) {
        // Even buckets hide the first positive samples in one: look there alone.
        ChartContent start;
        start.x = content.x;
        start.lines = source(std::numeric_limits<double>::min(), data.low, plotPixels());
        const DataRange first = xRange(start);
        if (first.valid()) data.add(first.low);
    }
    if (extentLow <= extentHigh) {
        if (!logarithmic || extentLow > 0) data.add(extentLow);
        data.add(extentHigh);
    }
    if (data.low == data.high) {
        const double half = logarithmic ? data.low / 2 : std::max(0.5, std::abs(data.low) * 1e-9);
        data.low -= half, data.high += half;
    }
    return data;
}

void LineChart::Private::followData() {
    const bool logarithmic = content.x.logarithmic;
    content.lines = ask(1, 0);
    const DataRange data = fullX(content);
    if (!data.valid()) return;
    // The first look is exact; when the data then grow, the axis grows in steps.
    const bool grows = !exactX && data.low >= content.x.low && data.high > dataLow;
    const double end = grows && !(extentLow <= extentHigh)
                           ? std::max(grownEnd(content.x.high, data.low, data.high), data.high)
                           : data.high;
    content.x = {data.low, end, logarithmic};
    dataLow = data.low, dataHigh = data.high;
    exactX = false;
    if (logarithmic && source) content.lines = askLogX(content.x.low, content.x.high);
}

/// Whether there are data, but outside the range that was chosen.
bool LineChart::Private::liesElsewhere() const {
    if (const DataRange shown = xRange(content); shown.valid())
        return shown.high < content.x.low || shown.low > content.x.high;
    if (!content.empty()) return false;  // switched off
    ChartContent all;
    all.lines = ask(1, 0);
    return !all.empty();
}

void LineChart::Private::makeLogY(bool on) {
    if (on == content.y.logarithmic) return;
    content.y = on ? ChartScale{0.1, 1, true} : ChartScale{};
    autoY = freshY = true;
    header->setChecked(ChartHeader::Tool::LogY, on);
}

void LineChart::Private::suitY() {
    if (!usuallyLog || logChosen || !autoY) return;
    // A part of the data says nothing of the others.
    allPositive = (followX || allPositive) && content.nonPositive() == 0;
    makeLogY(allPositive);
}

void LineChart::Private::scaleY() {
    const DataRange range = ignoreOutliers ? yRangeWithoutOutliers(content, fromZero) : yRange(content);
    if (!range.valid()) return;
    const bool logarithmic = content.y.logarithmic;
    content.y = freshY ? niceScale(range.low, range.high, logarithmic, fromZero)
                       : steadyScale(content.y, range.low, range.high, logarithmic, fromZero);
    freshY = false;
}

void LineChart::Private::forgetY() {
    freshY = true;
    chart.refresh();
}

void LineChart::Private::setX(ChartScale x) {
    // A linked chart may have a linear axis that begins at 0.
    if (x.logarithmic && x.low <= 0) x.low = dataLow > 0 && dataLow < x.high ? dataLow : x.high / 1000;
    if (!std::isfinite(x.low) || !std::isfinite(x.high) || !(x.high > x.low)) return;
    // No closer than what a double can tell apart.
    if (x.high - x.low < std::max(std::abs(x.low), std::abs(x.high)) * 1e-11) return;
    followX = false;
    content.x = x;
    dirty = true;
    schedule();
    Q_EMIT chart.viewChanged(x.low, x.high);
}

void LineChart::Private::zoom(QPointF at, double factor, bool vertically) {
    const QRectF plot = layer->geometry().plot;
    const auto zoomed = [factor](const ChartScale& now, double about, const ChartScale& whole) {
        return now.zoomed(about, factor > 1 ? now.zoomOut(factor, whole) : factor).near(whole);
    };
    if (vertically || at.x() < plot.left()) {
        autoY = false;
        content.y = zoomed(content.y, std::clamp((plot.bottom() - at.y()) / plot.height(), 0.0, 1.0), wholeY());
        dirty = true;
        schedule();
        return;
    }
    const double about = std::clamp((at.x() - plot.left()) / plot.width(), 0.0, 1.0);
    setX(zoomed(content.x, about, wholeX(content.x.zoomed(about, factor))));
}

ChartScale LineChart::Private::wholeX(const ChartScale& wanted) const {
    const bool logarithmic = content.x.logarithmic, known = dataLow < dataHigh && (!logarithmic || dataLow > 0);
    // While the view stays within what was known, nobody needs to know of newer data.
    if (known && wanted.low >= dataLow && wanted.high <= dataHigh) return {dataLow, dataHigh, logarithmic};
    ChartContent all;
    all.x = content.x;
    all.lines = ask(1, 0);
    const DataRange data = fullX(all);
    return data.valid() ? ChartScale{data.low, data.high, logarithmic} : wanted;
}

ChartScale LineChart::Private::wholeY() const {
    const DataRange range = yRange(content);
    return range.valid() ? niceScale(range.low, range.high, content.y.logarithmic, fromZero) : content.y;
}

void LineChart::Private::moveX(double byShare) {
    const ChartScale wanted = content.x.moved(byShare);
    setX(wanted.near(wholeX(wanted)));
}

void LineChart::Private::moveY(double byShare) { content.y = content.y.moved(byShare).near(wholeY()); }

void LineChart::Private::pan(QPointF by) {
    const QRectF plot = layer->geometry().plot;
    if (by.y() != 0 && !autoY) moveY(by.y() / plot.height());
    moveX(-by.x() / plot.width());
}

void LineChart::Private::zoomByKey(double factor, bool vertically) {
    const ChartGeometry& g = layer->geometry();
    // About the cursor, where the eye is.
    const double at = g.xPixel(content, content.cursor);
    const bool seen = at >= g.plot.left() && at <= g.plot.right();
    zoom({seen && !vertically ? at : g.plot.center().x(), g.plot.center().y()}, factor, vertically);
}

void LineChart::Private::panByKey(double right, double up) {
    if (right != 0) return moveX(right);
    autoY = false;
    moveY(up);
    dirty = true;
    schedule();
}

void LineChart::Private::nudgeCursor(double pixels) {
    const QRectF plot = layer->geometry().plot;
    const double from = content.cursor,
                 now = std::isnan(from) ? plot.center().x() : layer->geometry().xPixel(content, from);
    moveCursor(snapped(std::clamp(now + pixels, plot.left(), plot.right()), from), true);
}

void LineChart::Private::cursorToEnd(bool last) {
    const QRectF plot = layer->geometry().plot;
    moveCursor(snapped(last ? plot.right() : plot.left(), last ? content.x.low : content.x.high), true);
}

void LineChart::Private::zoomToBox(const QRectF& box) {
    const ChartGeometry& g = layer->geometry();
    const QRectF area = box.intersected(g.plot);
    if (area.width() < 3) return;
    // A flat box means a stretch of x.
    if (area.height() > 12) {
        content.y = {g.yValue(content, area.bottom()), g.yValue(content, area.top()), content.y.logarithmic};
        autoY = false;
    }
    setX({g.xValue(content, area.left()), g.xValue(content, area.right()), content.x.logarithmic});
}

void LineChart::Private::moveCursor(double x, bool isShown) {
    if (x == content.cursor || (std::isnan(x) && std::isnan(content.cursor))) return;
    content.cursor = x;
    content.pointer = isShown;
    if (chart.isVisible()) {
        cursor->update();
        legend->refresh();
    }
    if (isShown) Q_EMIT chart.cursorMoved(x);
}

double LineChart::Private::snapped(double pixel, double from) const {
    constexpr double kReach = 24;
    const ChartGeometry& g = layer->geometry();
    const double start = std::isnan(from) ? from : g.xPixel(content, from), x = g.xValue(content, pixel);
    if (pixel == start) return from;
    double best = std::isnan(from) ? x : from, distance = std::isnan(from) ? kReach : HUGE_VAL;
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (line.name.isEmpty() || !content.shows(k) || line.isArea()) continue;
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i) {
            const double at = g.xPixel(content, line.x[i]);
            const bool beyond = std::isnan(start) || (pixel > start ? at > start : at < start);
            if (!beyond || !std::isfinite(line.y[i]) || at < g.plot.left() - 0.5 || at > g.plot.right() + 0.5) continue;
            if (std::abs(at - pixel) < distance) distance = std::abs(at - pixel), best = line.x[i];
        }
    }
    // Away from all samples steps are whole nevertheless.
    return best == x && content.xCounted && content.x.high - content.x.low > 20 ? std::round(x) : best;
}

void LineChart::Private::point(const ChartHit& hit) {
    if (hit.key == pointedAt.key && hit.index == pointedAt.index) return;
    pointedAt = hit;
    Q_EMIT chart.pointed(hit.key, hit.index);
}

void LineChart::Private::togglePin() { setPin(std::isnan(content.pinned) ? content.cursor : std::nan(""), true); }

void LineChart::Private::setPin(double x, bool isShown) {
    if (isShown) Q_EMIT chart.pinMoved(x);
    content.pinned = x;
    header->setChecked(ChartHeader::Tool::Pin, !std::isnan(content.pinned));
    cursor->update();
    legend->refresh();
}

void LineChart::setLogY(bool on) {
    d_->logChosen = true;
    d_->makeLogY(on);
    refresh();
}

void LineChart::setUsuallyLogY(bool on) {
    d_->usuallyLog = on;
    d_->logChosen = false;
    d_->allPositive = true;
    d_->makeLogY(on);
    refresh();
}

void LineChart::setLogX(bool on) {
    // The logarithm of a date says nothing.
    on = on && !d_->content.xTime;
    d_->header->setChecked(ChartHeader::Tool::LogX, on);
    if (on == d_->content.x.logarithmic) return;
    const ChartScale before = d_->content.x;
    d_->content.x = on ? ChartScale{0.1, 1, true} : ChartScale{};
    d_->exactX = true;
    if (!std::exchange(d_->followX, true)) d_->setX({before.low, before.high, on});
    refresh();
}

void LineChart::fit() {
    fitX();
    fitY();
    Q_EMIT fitted();
}

void LineChart::fitX() {
    d_->followX = d_->exactX = true;
    refresh();
}

void LineChart::fitY() {
    d_->autoY = true;
    d_->forgetY();
}

void LineChart::setXView(double low, double high) { d_->setX({low, high, d_->content.x.logarithmic}); }

QVariantMap LineChart::viewState() const {
    const ChartScale &x = d_->content.x, &y = d_->content.y;
    QVariantMap state{{QStringLiteral("logX"), x.logarithmic}};
    if (d_->logChosen) state.insert(QStringLiteral("logY"), y.logarithmic);
    if (!d_->followX) state.insert(QStringLiteral("x"), QPointF(x.low, x.high));
    if (!d_->autoY) state.insert(y.logarithmic ? QStringLiteral("yLog") : QStringLiteral("y"), QPointF(y.low, y.high));
    return state;
}

void LineChart::restoreViewState(const QVariantMap& state) {
    if (state.isEmpty()) return;
    setLogX(state.value(QStringLiteral("logX")).toBool());
    if (const auto chosen = state.find(QStringLiteral("logY")); chosen != state.end()) setLogY(chosen->toBool());
    if (const QPointF x = state.value(QStringLiteral("x")).toPointF(); x.x() < x.y()) setXView(x.x(), x.y());
    for (const bool log : {false, true})
        if (const QPointF y = state.value(log ? QStringLiteral("yLog") : QStringLiteral("y")).toPointF();
            y.x() < y.y()) {
            d_->makeLogY(log);
            d_->content.y = {y.x(), y.y(), log};
            d_->autoY = false;
        }
    refresh();
}

}  // namespace gatelab
