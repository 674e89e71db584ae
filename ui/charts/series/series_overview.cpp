// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/series_overview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kHandleWidth = 10, kHandleHeight = 18;

}  // namespace

SeriesOverview::SeriesOverview(Theme& theme, SeriesView& view, QWidget* parent)
    : QWidget(parent), theme_(theme), view_(view), ring_(new FocusRing(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Overview of the series"));
    setAccessibleDescription(tr("Home and End choose a border of the split, the arrow keys move it."));
    connect(&view, &SeriesView::seriesChanged, this, [this] { channel_ = 0, update(); });
    connect(&view, &SeriesView::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &SeriesView::splitMoved, this, qOverload<>(&QWidget::update));
}

void SeriesOverview::setChannel(std::size_t channel) { channel_ = channel, update(); }

void SeriesOverview::setSides(const std::pair<double, double>& sides) {
    if (sides == sides_) return;
    sides_ = sides;
    update();
}

double SeriesOverview::pixel(double x) const {
    return sides_.first + (x - view_.first()) / std::max(view_.last() - view_.first(), 1e-300) *
                              (width() - sides_.first - sides_.second);
}

double SeriesOverview::value(double at) const {
    return view_.first() +
           (at - sides_.first) / std::max(1.0, width() - sides_.first - sides_.second) * (view_.last() - view_.first());
}

double SeriesOverview::borderX(int border) const {
    return pixel(view_.xOfRow(border == 0 ? view_.split().train.end : view_.split().validation.end));
}

void SeriesOverview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& p = theme_.palette();
    if (view_.rows() < 1 || !view_.series() || channel_ >= view_.series()->channels.size()) return;
    const QRectF area(sides_.first, 3, std::max(1.0, width() - sides_.first - sides_.second), height() - 6);
    const MinMaxPyramid& pyramid = view_.pyramid(channel_);
    const MinMax whole = pyramid.over(0, pyramid.size());
    const double range = whole.max > whole.min ? whole.max - whole.min : 1;
    std::vector<QLineF> bars;
    std::int64_t from = 0;
    for (int column = 0; column < static_cast<int>(area.width()); ++column) {
        const std::int64_t to = view_.rowAt(value(area.left() + column + 1));
        const MinMax all =
            to > from ? pyramid.over(static_cast<std::size_t>(from), static_cast<std::size_t>(to)) : MinMax{};
        const auto y = [&](double v) { return area.bottom() - 4 - (v - whole.min) / range * (area.height() - 8); };
        if (all.count > 0)
            bars.emplace_back(area.left() + column, y(all.min), area.left() + column,
                              std::min(y(all.min) - 1, y(all.max)));
        from = std::max(from, to);
    }
    painter.setPen(QPen(p.axis, 1));
    painter.drawLines(bars.data(), static_cast<int>(bars.size()));
    // What the plot above does not show lies under a veil.
    const double low = pixel(view_.low()), high = pixel(view_.high());
    QColor veil = p.surface;
    veil.setAlphaF(0.7F);
    painter.fillRect(QRectF(area.left(), 0, std::max(0.0, low - area.left()), height()), veil);
    painter.fillRect(QRectF(high, 0, std::max(0.0, area.right() - high), height()), veil);
    painter.setRenderHint(QPainter::Antialiasing);
    if (low > area.left() + 1 || high < area.right() - 1) {
        painter.setPen(QPen(p.muted, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(low, 1.5, std::max(3.0, high - low), height() - 3), 3, 3);
    }
    for (const int border : {0, 1}) {
        if ((border == 0 ? view_.split().validation.end : view_.split().test.end) <= 0) continue;
        const double x = std::floor(borderX(border)) + 0.5;
        const bool focused = ring_->visible() && focused_ == border;
        painter.setPen(QPen(p.text, 1));
        painter.drawLine(QPointF(x, 1), QPointF(x, height() - 1));
        const QRectF handle(x - kHandleWidth / 2, height() / 2.0 - kHandleHeight / 2, kHandleWidth, kHandleHeight);
        painter.setPen(QPen(focused ? p.accent : p.text, focused ? 2 : 1));
        painter.setBrush(p.surface);
        painter.drawRoundedRect(handle, 2.5, 2.5);
        painter.setPen(QPen(p.text, 1));
        for (const double dx : {-1.5, 1.5})
            painter.drawLine(QPointF(x + dx, handle.center().y() - 4), QPointF(x + dx, handle.center().y() + 4));
    }
}

void SeriesOverview::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || view_.rows() < 1) return;
    dragged_ = -1;
    for (const int border : {0, 1})
        if (view_.split().train.end > 0 && std::abs(borderX(border) - event->position().x()) <= kHandleWidth)
            dragged_ = focused_ = border;
    panning_ = dragged_ < 0;
    mouseMoveEvent(event);
}

void SeriesOverview::mouseMoveEvent(QMouseEvent* event) {
    const double x = value(event->position().x());
    if (dragged_ >= 0)
        view_.moveBorder(dragged_, view_.rowAt(x));
    else if (panning_)
        view_.setRange(x - (view_.high() - view_.low()) / 2, x + (view_.high() - view_.low()) / 2);
    bool over = false;
    for (const int border : {0, 1})
        over |= view_.split().train.end > 0 && std::abs(borderX(border) - event->position().x()) <= kHandleWidth;
    setCursor(over || dragged_ >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
}

void SeriesOverview::mouseReleaseEvent(QMouseEvent*) {
    if (dragged_ >= 0) view_.dropBorder();
    dragged_ = -1;
    panning_ = false;
    update();
}

void SeriesOverview::keyPressEvent(QKeyEvent* event) {
    const std::int64_t row = focused_ == 0 ? view_.split().train.end : view_.split().validation.end;
    const std::int64_t reach =
        std::max<std::int64_t>(1, view_.rows() / (event->modifiers().testFlag(Qt::ShiftModifier) ? 20 : 200));
    if (event->key() == Qt::Key_Home)
        focused_ = 0;
    else if (event->key() == Qt::Key_End)
        focused_ = 1;
    else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        view_.moveBorder(focused_, row + (event->key() == Qt::Key_Left ? -reach : reach));
        view_.dropBorder();
    } else {
        return QWidget::keyPressEvent(event);
    }
    update();
}

}  // namespace gatelab
