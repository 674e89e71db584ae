// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_view.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// Under which heads a column is found: "Metrics: Loss".
QString headOf(const RunColumn& column) {
    using Group = RunColumn::Group;
    const char* group = column.group == Group::Figures    ? QT_TRANSLATE_NOOP("CompareView", "Figures")
                        : column.group == Group::Settings ? QT_TRANSLATE_NOOP("CompareView", "Settings")
                        : column.group == Group::Best     ? QT_TRANSLATE_NOOP("CompareView", "Best of a metric")
                                                          : QT_TRANSLATE_NOOP("CompareView", "Metrics");
    const QString name = QCoreApplication::translate("CompareView", group);
    return column.section.isEmpty() ? name
                                    : QCoreApplication::translate("CompareView", "%1: %2").arg(name, column.section);
}

void addHead(QComboBox& box, const QString& text) {
    box.addItem(text);
    QStandardItem* item = qobject_cast<QStandardItemModel*>(box.model())->item(box.count() - 1);
    item->setFlags(Qt::NoItemFlags);
    QFont font = box.font();
    font.setWeight(QFont::DemiBold);
    item->setFont(font);
}

}  // namespace

void fillColumnBox(QComboBox& box, const RunColumns& columns) {
    std::vector<std::pair<QString, std::vector<const RunColumn*>>> heads;
    for (const RunColumn& column : columns.all()) {
        const QString head = headOf(column);
        auto found = std::ranges::find(heads, head, &std::pair<QString, std::vector<const RunColumn*>>::first);
        if (found == heads.end()) found = heads.insert(heads.end(), {head, {}});
        found->second.push_back(&column);
    }
    for (const auto& [head, below] : heads) {
        addHead(box, head);
        for (const RunColumn* column : below) {
            box.addItem(column->head(), column->key);
            box.setItemData(box.count() - 1, column->label, Qt::ToolTipRole);
        }
    }
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(12);
    box.setMaxVisibleItems(20);
    box.setProperty("compact", true);
}

void chooseColumn(QComboBox& box, const QString& key) {
    int at = box.findData(key);
    for (int i = 0; at < 0 && i < box.count(); ++i)
        if (box.itemData(i).isValid()) at = i;
    box.setCurrentIndex(at);
}

}  // namespace gatelab
