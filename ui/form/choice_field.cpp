// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/choice_field.h"

#include "common/field_text.h"
#include "config/choices.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QStandardItemModel>

namespace gatelab {

namespace {

/// What a form column holds beside its labels at the narrowest window; of a segment beside its letters and two blanks.
constexpr int kSegmentsWidth = 134, kSegmentFrame = 24;

}  // namespace

ChoiceField::ChoiceField(const Field& field, Theme& theme, QWidget* parent) : FieldWidget(field, theme, parent) {
    auto* layout = makeRow(this, {});
    const auto choose = [this](int index) {
        if (index < 0) return;
        shown_ = this->field().choices[static_cast<std::size_t>(index)].key;
        Q_EMIT edited(FieldValue(shown_));
    };
    if (fitsSegments()) {
        segments_ = new Segments({}, this);
        for (const Choice& choice : field.choices)
            segments_->add(translated(choice.label), {}, translated(choice.help));
        connect(segments_, &Segments::chosen, this, choose);
        layout->addWidget(segments_);
        setFocusProxy(segments_);
    } else {
        combo_ = new QuietComboBox(this);
        // The longest choice must not widen the form beyond its column.
        combo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo_->setMinimumContentsLength(6);
        for (const Choice& choice : field.choices) {
            combo_->addItem(translated(choice.label));
            combo_->setItemData(combo_->count() - 1, translated(choice.help), Qt::ToolTipRole);
        }
        connect(combo_, &QComboBox::activated, this, choose);
        layout->addWidget(combo_);
        setFocusProxy(combo_);
    }
}

bool ChoiceField::fitsSegments() const {
    if (field().choices.size() > 4) return false;
    const QFontMetrics metrics(theme().font(13, 500));
    int width = 0;
    for (const Choice& choice : field().choices)
        width += metrics.horizontalAdvance(translated(choice.label)) + 2 * metrics.horizontalAdvance(QLatin1Char(' ')) +
                 kSegmentFrame;
    return width <= kSegmentsWidth * theme().textScale();
}

int ChoiceField::indexOf(const std::string& key) const {
    const Choice* found = findChoice(field().choices, key);
    return found ? static_cast<int>(found - field().choices.data()) : -1;
}

void ChoiceField::setObstacles(const std::map<std::string, QString>& reasons) {
    for (std::size_t i = 0; i < field().choices.size(); ++i) {
        const Choice& choice = field().choices[i];
        const auto found = reasons.find(choice.key);
        const bool can = found == reasons.end();
        const int index = static_cast<int>(i);
        if (segments_) {
            segments_->setSegmentEnabled(index, can, can ? translated(choice.help) : found->second);
            continue;
        }
        auto* item = qobject_cast<QStandardItemModel*>(combo_->model())->item(index);
        item->setEnabled(can);
        // The list is as wide as it needs to be: what is greyed says there why.
        item->setText(can ? translated(choice.label)
                          : tr("%1 (not here: %2)").arg(translated(choice.label), found->second));
        item->setToolTip(translated(choice.help));
    }
}

void ChoiceField::setValue(const FieldValue& value) {
    shown_ = std::get<std::string>(value);
    if (segments_)
        segments_->setCurrent(indexOf(shown_));
    else
        combo_->setCurrentIndex(indexOf(shown_));
}

}  // namespace gatelab
