// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory_bar.h"

#include "common/list_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kBar = 20, kScale = 22, kRow = 22;

}  // namespace

MemoryBar::MemoryBar(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme), ring_(new FocusRing(this)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setToolTip(tr("Click for the causes. Weights: in use, best so far, average, 16 bits."));
}

void MemoryBar::set(std::vector<Part> parts, double freeBytes, double measured) {
    parts_ = std::move(parts);
    std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.bytes > b.bytes; });
    free_ = freeBytes;
    measured_ = measured;
    QStringList words;
    for (const Part& part : parts_) words << tr("%1: %2").arg(part.name, formatBytes(part.bytes));
    words << tr("Total: %1").arg(formatBytes(total()));
    if (std::isfinite(free_)) words << tr("Free: %1").arg(formatBytes(free_));
    setAccessibleName(clausesText(words));
    updateGeometry();
    update();
}

void MemoryBar::setDetailed(bool on) {
    if (on == detailed_) return;
    detailed_ = on;
    updateGeometry();
    update();
    Q_EMIT detailedChanged(on);
}

double MemoryBar::total() const {
    double sum = 0;
    for (const Part& part : parts_) sum += part.bytes;
    return sum;
}

QSize MemoryBar::sizeHint() const {
    const double scale = theme_.textScale();
    return {240, static_cast<int>(
                     kBar + (kScale + (detailed_ ? kRow * static_cast<double>(parts_.size() + 1) + 6 : 0)) * scale)};
}

/// The largest cause is the strongest colour; the lightest stops are kept for the small ones.
QColor MemoryBar::colourOf(std::size_t part) const {
    const auto count = static_cast<double>(std::max<std::size_t>(parts_.size(), 2));
    return heatColour(theme_.palette().gate, 0.95 - 0.8 * static_cast<double>(part) / (count - 1));
}

void MemoryBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& p = theme_.palette();
    const QRectF bar(0.5, 0.5, width() - 1.0, kBar - 1);
    paintBar(painter, bar);
    const double end = std::isfinite(free_) ? std::max(free_, total()) : total();
    painter.setFont(theme_.font(11));
    painter.setPen(p.muted);
    const QRectF scale(0, kBar + 2, width(), 16 * theme_.textScale());
    painter.drawText(scale, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    const QString right = std::isfinite(free_) ? tr("%1 free").arg(formatBytes(free_)) : tr("free memory not known");
    painter.drawText(scale, Qt::AlignRight | Qt::AlignVCenter, right);
    if (end > 0) {
        const QString text = formatBytes(total());
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0,
                     x = bar.width() * std::min(1.0, total() / end);
        const double rightEdge = width() - painter.fontMetrics().horizontalAdvance(right) - 10 - half;
        painter.setPen(fits() ? p.text : p.error);
        if (rightEdge > half + 14)
            painter.drawText(
                QRectF(std::clamp(x, half + 14, rightEdge) - half, scale.top(), 2 * half + 1, scale.height()),
                Qt::AlignCenter, text);
        painter.drawLine(QPointF(x, kBar), QPointF(x, kBar + 3));
    }
    if (detailed_) paintRows(painter, kBar + kScale * theme_.textScale());
    if (ring_->visible()) {
        painter.setPen(QPen(p.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void MemoryBar::paintBar(QPainter& painter, const QRectF& bar) {
    const Palette& p = theme_.palette();
    painter.setPen(QPen(fits() ? p.strong : p.error, 1));
    painter.setBrush(p.surface);
    painter.drawRect(bar);
    const double end = std::isfinite(free_) ? std::max(free_, total()) : total();
    if (!(end > 0)) return;
    double x = bar.left();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const double width = bar.width() * parts_[i].bytes / end;
        painter.fillRect(QRectF(x, bar.top() + 0.5, width, bar.height() - 1), colourOf(i));
        x += width;
    }
    if (std::isfinite(measured_)) {
        const double at = std::min(bar.right(), bar.left() + bar.width() * measured_ / end);
        painter.fillRect(QRectF(at - 1, bar.top(), 1, bar.height()), p.text);
        painter.fillRect(QRectF(at, bar.top(), 1, bar.height()), p.surface);
    }
    if (std::isfinite(free_) && total() > free_) {
        painter.setPen(QPen(p.error, 2));
        const double at = bar.left() + bar.width() * free_ / end;
        painter.drawLine(QPointF(at, bar.top()), QPointF(at, bar.bottom()));
    }
}

void MemoryBar::paintRows(QPainter& painter, double top) {
    const Palette& p = theme_.palette();
    const double row = kRow * theme_.textScale();
    painter.setFont(theme_.font(13));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const QRectF line(0, top + row * static_cast<double>(i), width(), row);
        painter.fillRect(QRectF(0, line.center().y() - 5, 10, 10), colourOf(i));
        painter.setPen(p.text);
        painter.drawText(line.adjusted(18, 0, -80, 0), Qt::AlignLeft | Qt::AlignVCenter, parts_[i].name);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, formatBytes(parts_[i].bytes));
    }
    const QRectF sum(0, top + row * static_cast<double>(parts_.size()) + 4, width(), row);
    painter.fillRect(QRectF(0, sum.top() - 2, width(), 1), p.border);
    painter.setFont(theme_.font(13, 500));
    painter.setPen(p.text);
    painter.drawText(sum, Qt::AlignLeft | Qt::AlignVCenter, tr("Total"));
    painter.drawText(sum, Qt::AlignRight | Qt::AlignVCenter, formatBytes(total()));
}

void MemoryBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) setDetailed(!detailed_);
}

void MemoryBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)
        setDetailed(!detailed_);
    else
        QWidget::keyPressEvent(event);
}

}  // namespace gatelab
