// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/check_field.h"

#include <QCheckBox>
#include <QHBoxLayout>

namespace gatelab {

CheckField::CheckField(const Field& field, Theme& theme, QWidget* parent)
    : FieldWidget(field, theme, parent), box_(new QCheckBox(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(box_);
    layout->addStretch();
    setFocusProxy(box_);
    connect(box_, &QCheckBox::clicked, this, [this](bool on) { Q_EMIT edited(FieldValue(on)); });
}

void CheckField::setValue(const FieldValue& value) { box_->setChecked(std::get<bool>(value)); }

}  // namespace gatelab
