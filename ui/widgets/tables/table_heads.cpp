// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_heads.h"

#include <QStyleOptionHeader>

namespace gatelab {

TableHeads::TableHeads(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

void TableHeads::initStyleOptionForIndex(QStyleOptionHeader* option, int section) const {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (textElideMode() == Qt::ElideNone) return;
    const QString whole = model()->headerData(section, Qt::Horizontal).toString();
    // The style measures: only it knows its padding, its letters and the room of the arrow.
    const auto needed = [&](const QString& text) {
        QStyleOptionHeaderV2 measured;
        initStyleOption(&measured);
        measured.section = section;
        measured.icon = option->icon;
        measured.text = text;
        if (isSortIndicatorShown()) measured.sortIndicator = QStyleOptionHeader::SortDown;
        return style()->sizeFromContents(QStyle::CT_HeaderSection, &measured, {}, this).width();
    };
    QString text = whole;
    int room = option->fontMetrics.horizontalAdvance(whole);
    for (int over = 0; room > 0 && (over = needed(text) - sectionSize(section)) > 0;) {
        room -= over;
        text = option->fontMetrics.elidedText(whole, textElideMode(), std::max(0, room));
    }
    option->text = text;
}

}  // namespace gatelab
