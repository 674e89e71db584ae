// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/field_widget.h"

#include "form/check_field.h"
#include "form/choice_field.h"
#include "form/line_field.h"
#include "form/list_field.h"

namespace gatelab {

FieldWidget* makeFieldWidget(const Field& field, Theme& theme, QWidget* parent) {
    if (std::holds_alternative<bool ExperimentConfig::*>(field.member)) return new CheckField(field, theme, parent);
    if (std::holds_alternative<std::vector<std::string> ExperimentConfig::*>(field.member))
        return new ListField(field, theme, parent);
    if (!field.choices.empty()) return new ChoiceField(field, theme, parent);
    return new LineField(field, theme, parent);
}

}  // namespace gatelab
