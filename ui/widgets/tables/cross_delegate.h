// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QStyledItemDelegate>

namespace gatelab {

class Theme;

/// Rows of a list with a cross at their right end: seen on the row under the pointer and on the chosen one. The keys
/// have another way (Del).
class CrossDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// The list sends the pointer's moves from now on.
    CrossDelegate(Theme& theme, class QAbstractItemView* list);
    /// Where the cross of a row is drawn.
    [[nodiscard]] static QRect crossOf(const QRect& row);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

Q_SIGNALS:
    void crossed(const QModelIndex& index);

private:
    Theme& theme_;
};

}  // namespace gatelab
