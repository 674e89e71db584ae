// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "form/field_widget.h"

class QLineEdit;
class QMenu;
class QPushButton;

namespace gatelab {

/// A list of texts. With options (the columns of the data) a button that opens a menu of ticks; without, a line of
/// values joined by commas.
class ListField : public FieldWidget {
    Q_OBJECT
public:
    ListField(const Field& field, Theme& theme, QWidget* parent = nullptr);
    void setValue(const FieldValue& value) override;
    void revert() override;
    void setOptions(const std::vector<FieldOption>& options) override;
    void setInvalid(bool invalid) override;

private:
    void typed(const QString& text);
    void fillMenu();
    void tick(const QString& key, bool on);
    QLineEdit* line_;
    QPushButton* button_;
    QMenu* menu_;
    std::vector<FieldOption> options_;
    std::vector<std::string> shown_;
};

}  // namespace gatelab
