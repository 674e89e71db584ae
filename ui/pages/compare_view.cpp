// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare_view.h"

#include <QComboBox>

namespace gatelab {

void fillColumnBox(QComboBox& box, const RunColumns& columns, bool texts) {
    auto group = RunColumn::Group::Figures;
    for (const RunColumn& column : columns.all()) {
        if (column.isText() && !texts) continue;
        if (column.group != group) box.insertSeparator(box.count());
        group = column.group;
        box.addItem(column.label, column.key);
    }
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(14);
    box.setProperty("compact", true);
}

}  // namespace gatelab
