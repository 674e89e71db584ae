// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "form/field_widget.h"
#include "widgets/list_box.h"

#include <QWheelEvent>

namespace gatelab {

class Segments;

/// A combo box that lets the wheel scroll the form around it instead of changing a setting by accident.
class QuietComboBox : public ListBox {
    Q_OBJECT
public:
    explicit QuietComboBox(QWidget* parent = nullptr) : ListBox(parent) {
        setFocusPolicy(Qt::StrongFocus);
        // A long choice must not widen the whole form.
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(6);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

/// One of a few fixed values: segments when two to four short labels fit beside each other, else a combo box.
class ChoiceField : public FieldWidget {
    Q_OBJECT
public:
    ChoiceField(const Field& field, Theme& theme, QWidget* parent = nullptr);
    void setValue(const FieldValue& value) override;
    void setObstacles(const std::map<std::string, QString>& reasons) override;

private:
    [[nodiscard]] bool fitsSegments() const;
    [[nodiscard]] int indexOf(const std::string& key) const;
    Segments* segments_ = nullptr;
    QuietComboBox* combo_ = nullptr;
    std::string shown_;
};

}  // namespace gatelab
