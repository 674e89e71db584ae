// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/key_values.h"

#include "widgets/card.h"

#include <QGridLayout>
#include <QLabel>

namespace gatelab {

KeyValueList::KeyValueList(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(1, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void KeyValueList::setRows(const Rows& rows) {
    while (labels_.size() > rows.size()) {
        delete labels_.back().first;
        delete labels_.back().second;
        labels_.pop_back();
    }
    while (labels_.size() < rows.size()) {
        const int row = static_cast<int>(labels_.size());
        auto* key = makeLabel({}, "muted", this);
        auto* value = new QLabel(this);
        value->setTextFormat(Qt::PlainText);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setMinimumHeight(22);
        value->setWordWrap(true);
        grid_->addWidget(key, row, 0, Qt::AlignTop);
        grid_->addWidget(value, row, 1);
        key->setMinimumHeight(22);
        labels_.emplace_back(key, value);
    }
    setKeyWidth(keyWidth_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& [key, value] = rows[i];
        if (labels_[i].first->text() != key) labels_[i].first->setText(key);
        if (labels_[i].second->text() != value) labels_[i].second->setText(value);
        labels_[i].second->setAccessibleName(tr("%1: %2").arg(key, value));
    }
}

QString KeyValueList::value(const QString& key) const {
    for (const auto& [name, value] : labels_)
        if (name->text() == key) return value->text();
    return {};
}

void KeyValueList::setKeyWidth(int px) {
    keyWidth_ = px;
    grid_->setColumnMinimumWidth(0, px);
    for (const auto& [key, value] : labels_) value->setAlignment((px > 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

}  // namespace gatelab
