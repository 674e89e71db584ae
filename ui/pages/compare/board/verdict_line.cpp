// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/verdict_line.h"

#include <QPainter>

namespace gatelab {

namespace {

constexpr int kHeight = 26, kMark = 12, kGap = 8, kIcon = 16;

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
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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
    updateGeometry();
    update();
}

QSize VerdictLine::sizeHint() const { return {200, qRound(kHeight * theme_->textScale())}; }

QSize VerdictLine::minimumSizeHint() const { return {80, sizeHint().height()}; }

int VerdictLine::saidWidth() const { return QFontMetrics(theme_->font(12)).horizontalAdvance(said_) + 1; }

/// What is no name and not what is said.
int VerdictLine::aroundNames() const {
    return kMark + 2 * kGap + (icon().isNull() ? 0 : qRound(kIcon * theme_->textScale()) + kGap);
}

bool VerdictLine::fitsInOne(const QString& name, int width) const {
    return aroundNames() + QFontMetrics(theme_->font(13, 500)).horizontalAdvance(name) + saidWidth() <= width;
}

QString VerdictLine::nameIn(int width) const {
    const QString number = text().section(QLatin1Char(' '), 0, 0);
    const bool isNumbered = number.startsWith(QLatin1Char('#'));
    return fitsInOne(text(), width) || !isNumbered || !fitsInOne(number, width) ? text() : number;
}

int VerdictLine::heightForWidth(int width) const {
    return sizeHint().height() * (fitsInOne(nameIn(width), width) ? 1 : 2);
}

void VerdictLine::paintEvent(QPaintEvent*) {
    const Palette& palette = theme_->palette();
    QPainter painter(this);
    if (isEnabled() && underMouse()) painter.fillRect(rect(), palette.raised);
    const int line = sizeHint().height(), left = kMark + kGap;
    painter.drawPixmap(QPointF(0, (line - kMark) / 2.0), rowMarker(*theme_, slot_));
    const QString name = nameIn(width());
    const bool isOne = fitsInOne(name, width());
    const QRect words(left, isOne ? 0 : line, width() - left, line);
    painter.setFont(theme_->font(12));
    painter.setPen(palette.muted);
    painter.drawText(words, (isOne ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(said_, Qt::ElideRight, words.width()));
    int right = width() - (isOne ? saidWidth() + kGap : 0);
    if (!icon().isNull()) {
        const int side = qRound(kIcon * theme_->textScale());
        right -= side;
        icon().paint(&painter, QRect(right, (line - side) / 2, side, side));
        right -= kGap;
    }
    painter.setFont(theme_->font(13, 500));
    painter.setPen(palette.text);
    painter.drawText(QRect(left, 0, right - left, line), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, right - left));
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
