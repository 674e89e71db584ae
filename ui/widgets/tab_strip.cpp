// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tab_strip.h"

#include <QFontMetrics>
#include <QPainter>

namespace gatelab {
namespace {

constexpr int kHeight = 40, kPadding = 12, kMark = 10, kMarkGap = 7, kChevron = 20;

}  // namespace

TabStrip::TabStrip(Theme& theme, QWidget* parent) : QTabBar(parent), theme_(theme), ring_(new FocusRing(this)) {
    setExpanding(false);
    setDrawBase(false);
    setUsesScrollButtons(false);
    setFocusPolicy(Qt::TabFocus);
    setElideMode(Qt::ElideNone);
    setAttribute(Qt::WA_Hover);
    setAccessibleName(tr("Pages"));
}

int TabStrip::addPage(const QString& name, StateMark mark) {
    marks_.push_back(mark);
    const int index = addTab(name);
    setMark(index, mark);
    return index;
}

void TabStrip::setMark(int index, StateMark mark) {
    marks_[static_cast<std::size_t>(index)] = mark;
    setTabToolTip(index, tr("%1: %2").arg(tabText(index), stateMarkText(mark)));
    setAccessibleTabName(index, tabToolTip(index));
    update();
}

QSize TabStrip::tabSizeHint(int index) const {
    const int text = QFontMetrics(theme_.font(13, 500)).horizontalAdvance(tabText(index));
    return {2 * kPadding + kMark + kMarkGap + text + (index + 1 < count() ? kChevron : 0), kHeight};
}

void TabStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(theme_.font(13, 500));
    const Palette& p = theme_.palette();
    const QIcon chevron = theme_.icon(QStringLiteral("chevron-right"), p.strong);
    for (int i = 0; i < count(); ++i) {
        QRect tab = tabRect(i);
        if (i + 1 < count()) {
            tab.setWidth(tab.width() - kChevron);
            chevron.paint(&painter, QRect(tab.right() + (kChevron - 14) / 2, tab.center().y() - 6, 14, 14));
        }
        const bool active = i == currentIndex(), hovered = tab.contains(mapFromGlobal(QCursor::pos())) && underMouse();
        if (hovered && !active)
            painter.setPen(Qt::NoPen), painter.setBrush(p.raised),
                painter.drawRoundedRect(tab.adjusted(2, 6, -2, -6), 4, 4);
        drawStateMark(painter, QPointF(tab.left() + kPadding + kMark / 2.0, tab.center().y() + 0.5), mark(i), p, kMark);
        painter.setPen(active || hovered ? p.text : p.muted);
        painter.drawText(tab.adjusted(kPadding + kMark + kMarkGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         tabText(i));
        if (active) painter.fillRect(QRect(tab.left() + 4, tab.bottom() - 1, tab.width() - 8, 2), p.accent);
        if (active && ring_->visible()) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(p.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(tab).adjusted(3, 5, -3, -5), 4, 4);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }
}

}  // namespace gatelab
