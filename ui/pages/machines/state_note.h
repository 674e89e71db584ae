// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/labels/wrapped_label.h"

class QTreeWidget;

namespace gatelab {

/// Below a list whose last column says the state of each row: the whole state of the chosen row, or where its cell
/// shows that of the first whose cell has no room for it. Hidden where there is none. GUI thread.
class StateNote : public WrappedLabel {
    Q_OBJECT
public:
    explicit StateNote(QTreeWidget& list);
    /// After the rows were filled.
    void follow();

private:
    QTreeWidget& list_;
};

}  // namespace gatelab
