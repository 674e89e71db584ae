// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace gatelab {

/// A combo box whose list is as wide as its longest entry, however narrow the box is. The box itself says the beginning
/// and the end of what has no room.
class ListBox : public QComboBox {
    Q_OBJECT
public:
    using QComboBox::QComboBox;
    void showPopup() override;

Q_SIGNALS:
    void opening();  ///< the list: the last moment to fill it

protected:
    void initStyleOption(QStyleOptionComboBox* option) const override;
};

}  // namespace gatelab
