// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/cross_delegate.h"

#include "common/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace gatelab {

namespace {
constexpr int kRoom = 24, kIcon = 12;
}

CrossDelegate::CrossDelegate(Theme& theme, QAbstractItemView* list) : QStyledItemDelegate(list), theme_(theme) {
    list->setMouseTracking(true);
    list->viewport()->setAttribute(Qt::WA_Hover);
}

QRect CrossDelegate::crossOf(const QRect& row) { return {row.right() - kRoom + 1, row.top(), kRoom, row.height()}; }

void CrossDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool seen = option.state & (QStyle::State_MouseOver | QStyle::State_Selected);
    QStyleOptionViewItem text = option;
    if (seen) {
        // The ground of the whole row, then the words beside the cross.
        QStyleOptionViewItem ground = option;
        initStyleOption(&ground, index);
        const QStyle* style = ground.widget->style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, ground.widget);
        text.rect.setRight(text.rect.right() - kRoom);
    }
    QStyledItemDelegate::paint(painter, text, index);
    if (!seen) return;
    const QRect cross = crossOf(option.rect);
    theme_.icon(QStringLiteral("close"), Ink::Muted)
        .paint(painter, QRect(cross.center() - QPoint(kIcon / 2, kIcon / 2), QSize(kIcon, kIcon)));
}

bool CrossDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton && crossOf(option.rect).contains(mouse->position().toPoint())) {
            Q_EMIT crossed(index);
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

bool CrossDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    if (!crossOf(option.rect).contains(event->pos())) return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), tr("Remove this step (Del)"), view);
    return true;
}

}  // namespace gatelab
