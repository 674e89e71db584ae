// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "form/field_widget.h"

class QComboBox;
class QLineEdit;

namespace gatelab {

/// A whole number, a real number or free text, checked at every key stroke. Up and Down change numbers: whole ones by 1
/// (with Shift by 10), real ones along 1, 2, 5. Escape drops what was typed. With options it is a combo box whose text
/// can also be typed.
class LineField : public FieldWidget {
    Q_OBJECT
public:
    LineField(const Field& field, Theme& theme, QWidget* parent = nullptr);
    ~LineField() override;
    void setValue(const FieldValue& value) override;
    void revert() override;
    void setOptions(const std::vector<FieldOption>& options) override;
    void setUnitNote(const QString& note) override;
    void setInvalid(bool invalid) override;
    void setCommitOnEnter(bool on) override { commitOnEnter_ = on; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void typed(const QString& text);
    void settle();
    void stepBy(int direction, bool fast);
    void showOption();
    void commit(const FieldValue& value);
    void showUnit();
    QLineEdit* line_;
    QComboBox* combo_ = nullptr;
    std::vector<FieldOption> options_;
    FieldValue shown_;
    FieldValue settled_;  ///< before the typing began
    QString note_;
    bool commitOnEnter_ = false;
};

}  // namespace gatelab
