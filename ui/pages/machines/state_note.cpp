// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/state_note.h"

#include <QHeaderView>
#include <QTreeWidget>

namespace gatelab {

namespace {
constexpr int kMargins = 16;  // of a cell, on both sides
}

StateNote::StateNote(QTreeWidget& list) : WrappedLabel("note"), list_(list) {
    connect(&list_, &QTreeWidget::itemSelectionChanged, this, &StateNote::follow);
    connect(list_.header(), &QHeaderView::sectionResized, this, &StateNote::follow);
    follow();
}

void StateNote::follow() {
    const int state = list_.columnCount() - 1, room = list_.columnWidth(state) - kMargins;
    const auto isCut = [&](const QTreeWidgetItem* item) {
        return list_.fontMetrics().horizontalAdvance(item->text(state)) > room;
    };
    const QTreeWidgetItem* told = list_.currentItem();
    const auto isTold = [&] { return told && isCut(told); };
    for (int row = 0; !isTold() && row < list_.topLevelItemCount(); ++row) told = list_.topLevelItem(row);
    setFullText(isTold() ? told->text(0) + QStringLiteral(": ") + told->text(state) : QString());
    setVisible(isTold());
}

}  // namespace gatelab
