// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/verdict_line.h"

#include <QPainter>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kHeight = 26, kMark = 12, kGap = 8;

}  // namespace

QPixmap rowMarker(const Theme& theme, std::optional<int> slot) {
    if (slot) return theme.marker(*slot);
    constexpr int side = 12, scale = 2;
    QPixmap pixmap(side * scale, side * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(QPen(theme.palette().muted, 1.5));
    painter.drawLine(QPointF(0.5, side / 2.0), QPointF(5, side / 2.0));
    painter.drawLine(QPointF(7, side / 2.0), QPointF(11.5, side / 2.0));
    return pixmap;
}

VerdictLine::VerdictLine(Theme& theme, QWidget* parent)
    : QAbstractButton(parent), theme_(&theme), focus_(new FocusRing(this)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void VerdictLine::set(std::optional<int> slot, const QString& name, const QString& said, const QIcon& mark) {
    slot_ = slot;
    said_ = said;
    setText(name);
    setIcon(mark);
    setAccessibleName(tr("%1: %2").arg(name, said));
    setEnabled(slot.has_value());
    setFocusPolicy(slot ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(slot ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(slot ? tr("Makes it the pair") : QString());
    update();
}

QSize VerdictLine::sizeHint() const { return {200, qRound(kHeight * theme_->textScale())}; }

QSize VerdictLine::minimumSizeHint() const { return {80, sizeHint().height()}; }

void VerdictLine::paintEvent(QPaintEvent*) {
    const Palette& palette = theme_->palette();
    QPainter painter(this);
    if (isEnabled() && underMouse()) painter.fillRect(rect(), palette.raised);
    const double middle = height() / 2.0;
    painter.drawPixmap(QPointF(0, middle - kMark / 2.0), rowMarker(*theme_, slot_));
    const QFont words = theme_->font(12), names = theme_->font(13, 500);
    const int wide = std::min(QFontMetrics(words).horizontalAdvance(said_) + 1, width() * 2 / 3);
    painter.setFont(words);
    painter.setPen(palette.muted);
    const QString said = QFontMetrics(words).elidedText(said_, Qt::ElideRight, wide);
    painter.drawText(QRect(width() - wide, 0, wide, height()), Qt::AlignRight | Qt::AlignVCenter, said);
    int right = width() - wide - kGap;
    if (!icon().isNull()) {
        const int side = qRound(16 * theme_->textScale());
        right -= side;
        icon().paint(&painter, QRect(right, qRound(middle) - side / 2, side, side));
        right -= kGap;
    }
    const int left = kMark + kGap;
    painter.setFont(names);
    painter.setPen(palette.text);
    const QString name = QFontMetrics(names).elidedText(text(), Qt::ElideRight, right - left);
    painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    if (!focus_->visible()) return;
    painter.setPen(QPen(palette.accent, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void VerdictLine::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void VerdictLine::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

}  // namespace gatelab
