// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kept_splitter.h"

#include "preferences.h"

namespace gatelab {

KeptSplitter::KeptSplitter(Qt::Orientation orientation, Preferences& preferences, const QString& key, QWidget* parent) : QSplitter(orientation, parent), preferences_(&preferences), key_(key) {
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] {
        QVariantList kept;
        for (const int size : sizes()) kept << size;
        preferences_->setWindow(key_, kept);
    });
}

void KeptSplitter::restore(const QList<int>& shares) {
    QList<int> wanted;
    for (const QVariant& size : preferences_->window(key_).toList()) wanted << size.toInt();
    setSizes(wanted.size() == count() ? wanted : shares);
}

}  // namespace gatelab
