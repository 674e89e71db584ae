// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/field_widget.h"

#include "form/choice_field.h"
#include "form/line_field.h"
#include "form/list_field.h"
#include "widgets/layouts.h"

#include <QCheckBox>

namespace gatelab {
namespace {

/// A field that is on or off.
class CheckField : public FieldWidget {
public:
    CheckField(const Field& field, Theme& theme, QWidget* parent)
        : FieldWidget(field, theme, parent), box_(new QCheckBox(this)) {
        makeRow(this, {}, -1, {box_, spring()});
        setFocusProxy(box_);
        connect(box_, &QCheckBox::clicked, this, [this](bool on) { Q_EMIT edited(FieldValue(on)); });
    }
    void setValue(const FieldValue& value) override { box_->setChecked(std::get<bool>(value)); }

private:
    QCheckBox* box_;
};

}  // namespace

FieldWidget* makeFieldWidget(const Field& field, Theme& theme, QWidget* parent) {
    if (std::holds_alternative<bool ExperimentConfig::*>(field.member)) return new CheckField(field, theme, parent);
    if (std::holds_alternative<std::vector<std::string> ExperimentConfig::*>(field.member))
        return new ListField(field, theme, parent);
    if (!field.choices.empty()) return new ChoiceField(field, theme, parent);
    return new LineField(field, theme, parent);
}

}  // namespace gatelab
