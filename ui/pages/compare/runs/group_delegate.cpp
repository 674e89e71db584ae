// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/group_delegate.h"

#include "models/run_table_model.h"

#include <QApplication>
#include <QMouseEvent>
#include <QStyle>

namespace gatelab {

bool GroupDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    if (event->type() != QEvent::MouseButtonRelease || !index.data(RunTableModel::GroupRole).toBool())
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    QRect arrow = style->subElementRect(QStyle::SE_ItemViewItemDecoration, &cell, cell.widget);
    arrow.setWidth(RunTableModel::kArrowRoom);
    arrow.setTop(cell.rect.top());
    arrow.setBottom(cell.rect.bottom());
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() != Qt::LeftButton || !arrow.contains(mouse->position().toPoint()))
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    Q_EMIT turned(index);
    return true;
}

}  // namespace gatelab
