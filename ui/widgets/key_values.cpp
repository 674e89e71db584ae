// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/key_values.h"

#include "widgets/labels/wrapped_label.h"

#include <QEvent>

#include <algorithm>

namespace gatelab {

namespace {
constexpr int kRow = 22, kGap = 8, kMinWidth = 120, kUsualWidth = 360;
}

KeyValueList::KeyValueList(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void KeyValueList::setRows(const Rows& rows) {
    bool isOther = rows.size() != labels_.size();
    while (labels_.size() > rows.size()) {
        delete labels_.back().first;
        delete labels_.back().second;
        labels_.pop_back();
    }
    while (labels_.size() < rows.size()) {
        auto *key = new WrappedLabel("muted", this), *value = new WrappedLabel(nullptr, this);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        for (WrappedLabel* label : {key, value}) {
            label->setMinimumHeight(kRow);
            label->show();  // of a list that stands already
        }
        labels_.emplace_back(key, value);
        setKeyWidth(keyWidth_);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& [key, value] = rows[i];
        isOther = isOther || labels_[i].first->fullText() != key || labels_[i].second->fullText() != value;
        labels_[i].first->setFullText(key);
        labels_[i].second->setFullText(value);
        labels_[i].second->setAccessibleName(tr("%1: %2").arg(key, value));
    }
    if (!isOther) return;
    arrange();
    updateGeometry();
}

QString KeyValueList::value(const QString& key) const {
    for (const auto& [name, value] : labels_)
        if (name->fullText() == key) return value->fullText();
    return {};
}

void KeyValueList::setKeyWidth(int px) {
    keyWidth_ = px;
    for (const auto& [key, value] : labels_) {
        key->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        value->setAlignment((px > 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    arrange();
}

std::pair<int, int> KeyValueList::wanted() const {
    int keys = keyWidth_, values = 0;
    for (const auto& [key, value] : labels_) {
        keys = std::max(keys, key->sizeHint().width());
        values = std::max(values, value->sizeHint().width());
    }
    return {keys, values};
}

int KeyValueList::keysIn(int width) const {
    const auto [keys, values] = wanted();
    const int room = std::max(0, width - kGap);
    return std::min(keys, std::max(room / 2, room - values));
}

QSize KeyValueList::sizeHint() const {
    const auto [keys, values] = wanted();
    const int width = std::min(keys + kGap + values, kUsualWidth);
    return {width, heightForWidth(width)};
}

QSize KeyValueList::minimumSizeHint() const { return {kMinWidth, kRow * static_cast<int>(labels_.size())}; }

int KeyValueList::heightForWidth(int width) const {
    const int keys = keysIn(width), values = std::max(1, width - keys - kGap);
    int height = 0;
    for (const auto& [key, value] : labels_)
        height += std::max(key->heightForWidth(keys), value->heightForWidth(values));
    return height;
}

void KeyValueList::arrange() {
    const int keys = keysIn(width()), values = std::max(1, width() - keys - kGap);
    int top = 0;
    for (const auto& [key, value] : labels_) {
        const int name = key->heightForWidth(keys), height = std::max(name, value->heightForWidth(values));
        key->setGeometry(0, top, keys, name);
        value->setGeometry(keys + kGap, top, values, height);
        top += height;
    }
}

void KeyValueList::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool KeyValueList::event(QEvent* event) {
    // The font of the labels is another, by style or text size.
    if (event->type() == QEvent::LayoutRequest) {
        arrange();
        updateGeometry();
    }
    return QWidget::event(event);
}

}  // namespace gatelab
