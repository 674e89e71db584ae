// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/field.h"

#include <QString>
#include <QWidget>
#include <map>
#include <string>
#include <vector>

namespace gatelab {

/// A value offered for a field whose choices are known only at run time: columns of the data, devices of the machine.
struct FieldOption {
    QString key;
    QString label;
};

/// The control of one field: a check box, an edit line with its unit, segments, a combo box or a list. It stores
/// nothing: setValue shows the value of the owner's configuration, edited() asks the owner to change it. Text that
/// cannot be read stays as typed, with problem() saying why, and the owner's value is left alone. GUI thread.
class FieldWidget : public QWidget {
    Q_OBJECT
public:
    FieldWidget(const Field& field, Theme& theme, QWidget* parent = nullptr)
        : QWidget(parent), field_(&field), theme_(&theme) {}

    [[nodiscard]] const Field& field() const { return *field_; }
    /// Shows a value. Text that means the same is left as it was typed.
    virtual void setValue(const FieldValue& value) = 0;
    /// Drops what was typed and shows the last value again.
    virtual void revert() {}
    virtual void setOptions(const std::vector<FieldOption>&) {}
    /// More about the unit: "14 days" behind "steps".
    virtual void setUnitNote(const QString&) {}
    virtual void setInvalid(bool) {}
    /// Greys choices and says why, by their keys; all others can be chosen.
    virtual void setObstacles(const std::map<std::string, QString>&) {}
    /// edited() waits for Enter or for the focus to leave: for values that act at once, where "3e-4" must not pass
    /// through 3.
    virtual void setCommitOnEnter(bool) {}

Q_SIGNALS:
    void edited(const gatelab::FieldValue& value);
    void problem(const QString& message);  ///< empty: what is typed can be read

protected:
    [[nodiscard]] Theme& theme() const { return *theme_; }

private:
    const Field* field_;
    Theme* theme_;
};

/// The control that fits the type and the choices of a field.
FieldWidget* makeFieldWidget(const Field& field, Theme& theme, QWidget* parent);

}  // namespace gatelab
