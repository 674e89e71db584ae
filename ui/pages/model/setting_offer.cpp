// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/setting_offer.h"

#include <QComboBox>
#include <QListView>
#include <QStandardItemModel>

#include <algorithm>

namespace gatelab {

void offerSettings(QComboBox& box, std::span<const RunGroup> groups, const QStringList& ticked) {
    auto* list = qobject_cast<QListView*>(box.view());
    const auto* items = qobject_cast<QStandardItemModel*>(box.model());
    if (!list || !items) return;
    const auto isTicked = [&](const std::string& id) { return ticked.contains(QString::fromStdString(id)); };
    for (int row = 0; row < std::min(items->rowCount(), static_cast<int>(groups.size())); ++row) {
        const RunGroup& group = groups[static_cast<std::size_t>(row)];
        const bool isOffered =
            !group.scores.empty() || row == box.currentIndex() || std::ranges::any_of(group.ids, isTicked);
        items->item(row)->setEnabled(isOffered);  // the arrow keys of the closed box pass it by
        items->item(row)->setToolTip(items->item(row)->text());
        list->setRowHidden(row, !isOffered);
    }
    box.setToolTip(box.currentText());
}

}  // namespace gatelab
