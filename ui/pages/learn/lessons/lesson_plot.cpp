// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lesson_plot.h"

#include "common/list_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr int kColumns = 24;  ///< of a drawn line
constexpr int kTicks = 4;
constexpr double kRoom = 0.06;  ///< above and below the curves

bool isPale(LessonPlot::Line::Style style) {
    return style == LessonPlot::Line::Style::Ghost || style == LessonPlot::Line::Style::Tried;
}

double roundStep(double range, int wanted) {
    const double raw = range / wanted, power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * power >= raw) return times * power;
    return 10 * power;
}

}  // namespace

LessonPlot::LessonPlot(Theme& theme, int letterPixels, QWidget* parent)
    : QWidget(parent), theme_(theme), letters_(letterPixels) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Curves of the lesson"));
}

void LessonPlot::setLines(std::vector<Line> lines) {
    lines_ = std::move(lines);
    setAccessibleDescription(summary());
    update();
}

void LessonPlot::setDrawing(bool on, std::vector<QPointF> points) {
    isDrawing_ = on;
    drawn_ = std::move(points);
    setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
    setFocusPolicy(on ? Qt::StrongFocus : Qt::NoFocus);
    update();
}

QString LessonPlot::summary() const {
    QStringList words;
    for (const Line& one : lines_)
        if (!one.line.y.empty())
            words << tr("%1: from %2 to %3")
                         .arg(one.name, formatNumber(one.line.y.front()), formatNumber(one.line.y.back()));
    return clausesText(words);
}

double LessonPlot::scaled(double y) const {
    return isLog_ ? (y > 0 ? std::log10(y) : std::numeric_limits<double>::quiet_NaN()) : y;
}

LessonPlot::Frame LessonPlot::frame() const {
    Frame frame;
    frame.xHigh = std::max(1.0, epochs_);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Line& one : lines_)
        for (std::size_t i = 0; i < one.line.x.size(); ++i) {
            frame.xHigh = std::max(frame.xHigh, one.line.x[i]);
            const double y = scaled(one.line.y[i]);
            if (std::isfinite(y)) low = std::min(low, y), high = std::max(high, y);
        }
    if (!isDrawing_)
        for (const QPointF& point : drawn_)
            if (const double y = scaled(point.y()); std::isfinite(y)) low = std::min(low, y), high = std::max(high, y);
    if (low > high) low = isLog_ ? -3 : 0, high = isLog_ ? 0 : 1;
    if (!isLog_) low = std::min(0.0, low);
    if (high - low < 1e-12) high = low + 1;
    frame.yLow = low - (isLog_ || low < 0 ? kRoom * (high - low) : 0);
    frame.yHigh = high + kRoom * (high - low);
    const double left = 5.4 * letters_, top = 2.4 * letters_ + 1.5 * letters_ * legendRows();
    frame.plot =
        QRectF(left, top, std::max(40.0, width() - left - letters_), std::max(40.0, height() - top - 2.2 * letters_));
    return frame;
}

QFont LessonPlot::letterFont(int weight) const {
    QFont font = theme_.font(13, weight);
    font.setPixelSize(letters_);
    return font;
}

QString LessonPlot::legendName(const Line& line) {
    if (line.style == Line::Style::Shipped) return tr("%1, as shipped").arg(line.name);
    return line.style == Line::Style::Ghost ? tr("%1, last try").arg(line.name) : line.name;
}

int LessonPlot::legendRows() const {
    const QFontMetrics metrics(letterFont(400));
    double x = 0;
    int rows = 1;
    for (const Line& one : lines_) {
        const double wide = metrics.horizontalAdvance(legendName(one)) + 2.6 * letters_;
        if (x > 0 && x + wide > width()) x = 0, ++rows;
        x += wide;
    }
    return rows;
}

QPointF LessonPlot::toScreen(const Frame& frame, double x, double y) const {
    return {frame.plot.left() + x / frame.xHigh * frame.plot.width(),
            frame.plot.bottom() - (scaled(y) - frame.yLow) / (frame.yHigh - frame.yLow) * frame.plot.height()};
}

QString LessonPlot::yText(double value) const { return formatNumber(isLog_ ? std::pow(10.0, value) : value, 2); }

void LessonPlot::paintAxes(QPainter& painter, const Frame& frame) const {
    const Palette& palette = theme_.palette();
    painter.setFont(letterFont(400));
    const double step = isLog_ ? std::max(1.0, std::ceil((frame.yHigh - frame.yLow) / kTicks))
                               : roundStep(frame.yHigh - frame.yLow, kTicks);
    for (double y = std::ceil(frame.yLow / step) * step; y <= frame.yHigh + 1e-12; y += step) {
        const double at = frame.plot.bottom() - (y - frame.yLow) / (frame.yHigh - frame.yLow) * frame.plot.height();
        painter.setPen(palette.grid);
        painter.drawLine(QPointF(frame.plot.left(), at), QPointF(frame.plot.right(), at));
        painter.setPen(palette.muted);
        painter.drawText(QRectF(0, at - letters_, frame.plot.left() - 0.5 * letters_, 2 * letters_),
                         Qt::AlignRight | Qt::AlignVCenter, yText(std::abs(y) < step * 1e-9 ? 0 : y));
    }
    painter.setPen(palette.axis);
    painter.drawLine(frame.plot.bottomLeft(), frame.plot.bottomRight());
    const double xStep = std::max(1.0, roundStep(frame.xHigh, kTicks));
    const QString name = tr("epoch");
    const double nameLeft = frame.plot.right() - painter.fontMetrics().horizontalAdvance(name);
    painter.setPen(palette.muted);
    painter.drawText(QPointF(nameLeft, frame.plot.bottom() + 1.5 * letters_), name);
    for (double x = 0; x <= frame.xHigh + 1e-9; x += xStep) {
        const double at = frame.plot.left() + x / frame.xHigh * frame.plot.width();
        const QString text = formatCount(std::llround(x));
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
        if (at + half > nameLeft - 0.5 * letters_) break;
        painter.drawText(QPointF(at - half, frame.plot.bottom() + 1.5 * letters_), text);
    }
}

void LessonPlot::paintLines(QPainter& painter, const Frame& frame) const {
    painter.setClipRect(frame.plot.adjusted(-2, -8, 8, 8));
    std::vector<Line> all = lines_;
    if (!drawn_.empty()) {
        Line own{tr("your prediction"), {}, 0, Line::Style::Drawn};
        for (const QPointF& point : drawn_) own.line.x.push_back(point.x()), own.line.y.push_back(point.y());
        all.push_back(std::move(own));
    }
    for (const Line& one : all) {
        const bool isDrawn = one.style == Line::Style::Drawn;
        QColor colour = isDrawn ? theme_.palette().text : theme_.runColour(one.slot);
        if (isPale(one.style)) colour.setAlphaF(0.4F);
        QPen pen(colour, letters_ > 16 ? 4 : 2);
        if (one.style == Line::Style::Shipped) pen.setStyle(Qt::DashLine);
        if (isDrawn) pen.setStyle(Qt::DotLine);
        painter.setPen(pen);
        QPainterPath path;
        QPointF last;
        bool isOpen = false;
        for (std::size_t i = 0; i < one.line.x.size(); ++i) {
            const QPointF at = toScreen(frame, one.line.x[i], one.line.y[i]);
            if (!std::isfinite(at.y())) {
                isOpen = false;
                continue;
            }
            if (isOpen)
                path.lineTo(at);
            else
                path.moveTo(at);
            isOpen = true;
            last = at;
        }
        painter.drawPath(path);
        if (!isDrawn && path.elementCount() > 0)
            Theme::drawMarker(painter, last, one.slot, colour, letters_ > 16 ? 14 : 9);
    }
    if (isDrawing_ && hasFocus()) {
        const double at = frame.plot.left() + (column_ + 0.5) / kColumns * frame.plot.width();
        painter.setPen(QPen(theme_.palette().accent, 1));
        painter.drawLine(QPointF(at, frame.plot.top()), QPointF(at, frame.plot.bottom()));
    }
    painter.setClipping(false);
}

void LessonPlot::paintLegend(QPainter& painter) const {
    const Palette& palette = theme_.palette();
    painter.setFont(letterFont(600));
    painter.setPen(palette.text);
    painter.drawText(QRectF(0, 0, width(), 2 * letters_), Qt::AlignLeft | Qt::AlignVCenter, title_);
    painter.setFont(letterFont(400));
    double x = 0, y = 2 * letters_;
    for (const Line& one : lines_) {
        const QString name = legendName(one);
        const double wide = painter.fontMetrics().horizontalAdvance(name) + 2.6 * letters_;
        if (x > 0 && x + wide > width()) x = 0, y += 1.5 * letters_;
        QColor colour = theme_.runColour(one.slot);
        if (isPale(one.style)) colour.setAlphaF(0.4F);
        Theme::drawMarker(painter, {x + 0.6 * letters_, y + 0.7 * letters_}, one.slot, colour, letters_ > 16 ? 14 : 9);
        painter.setPen(palette.text);
        painter.drawText(QPointF(x + 1.4 * letters_, y + 1.05 * letters_), name);
        x += wide;
    }
}

void LessonPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Frame where = frame();
    if (isDrawing_ || !lines_.empty() || !drawn_.empty()) paintAxes(painter, where);
    paintLines(painter, where);
    paintLegend(painter);
    if (isDrawing_ && drawn_.empty()) {
        painter.fillRect(painter.fontMetrics()
                             .boundingRect(where.plot.toRect(), Qt::AlignCenter | Qt::TextWordWrap,
                                           tr("Draw the curve here with the mouse, from left to right"))
                             .adjusted(-6, -4, 6, 4),
                         theme_.palette().surface);
        painter.setPen(theme_.palette().muted);
        painter.drawText(where.plot, Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Draw the curve here with the mouse, from left to right"));
    } else if (lines_.empty() && drawn_.empty()) {
        painter.setPen(theme_.palette().muted);
        painter.drawText(where.plot, Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
    }
}

/// One value per column: a stroke over a column again takes its place.
void LessonPlot::drawTo(const QPointF& place) {
    const Frame where = frame();
    column_ =
        std::clamp(static_cast<int>((place.x() - where.plot.left()) / where.plot.width() * kColumns), 0, kColumns - 1);
    const double share = std::clamp((where.plot.bottom() - place.y()) / where.plot.height(), 0.0, 1.0),
                 value = where.yLow + share * (where.yHigh - where.yLow);
    const QPointF point((column_ + 0.5) / kColumns * where.xHigh, isLog_ ? std::pow(10.0, value) : value);
    const auto at = std::ranges::lower_bound(drawn_, point.x() - 1e-9, {}, [](const QPointF& one) { return one.x(); });
    if (at != drawn_.end() && std::abs(at->x() - point.x()) < 1e-9)
        *at = point;
    else
        drawn_.insert(at, point);
    update();
}

void LessonPlot::mousePressEvent(QMouseEvent* event) {
    if (isDrawing_ && event->button() == Qt::LeftButton) drawTo(event->position());
}

void LessonPlot::mouseMoveEvent(QMouseEvent* event) {
    if (isDrawing_ && event->buttons().testFlag(Qt::LeftButton)) drawTo(event->position());
}

void LessonPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (isDrawing_ && event->button() == Qt::LeftButton) Q_EMIT drawingChanged();
}

void LessonPlot::keyPressEvent(QKeyEvent* event) {
    const Frame where = frame();
    const int key = event->key();
    if (!isDrawing_ || (key != Qt::Key_Left && key != Qt::Key_Right && key != Qt::Key_Up && key != Qt::Key_Down))
        return QWidget::keyPressEvent(event);
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        column_ = std::clamp(column_ + (key == Qt::Key_Left ? -1 : 1), 0, kColumns - 1);
        return update();
    }
    const double x = (column_ + 0.5) / kColumns * where.xHigh;
    double y = where.plot.center().y();
    for (const QPointF& point : drawn_)
        if (point.x() <= x + 1e-9) y = toScreen(where, point.x(), point.y()).y();
    drawTo({where.plot.left() + (column_ + 0.5) / kColumns * where.plot.width(),
            y + (key == Qt::Key_Up ? -1 : 1) * where.plot.height() / 20});
    Q_EMIT drawingChanged();
}

}  // namespace gatelab
