// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "form/field_widget.h"

class QCheckBox;

namespace gatelab {

/// A field that is on or off.
class CheckField : public FieldWidget {
    Q_OBJECT
public:
    CheckField(const Field& field, Theme& theme, QWidget* parent = nullptr);
    void setValue(const FieldValue& value) override;

private:
    QCheckBox* box_;
};

}  // namespace gatelab
