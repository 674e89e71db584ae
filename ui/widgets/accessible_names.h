// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace gatelab {

/// What Qt leaves without a name for screen readers gets one from what is seen. A drop-down list says what is chosen
/// only: here its own name stands before it. A pane that takes the focus is called by its window title, a scroll area
/// like what it lies in, a line by the words that stand in it while it is empty. Watches the whole application for as
/// long as it lives; one at a time.
class AccessibleNames : public QObject {
    Q_OBJECT
public:
    explicit AccessibleNames(QObject* parent);
    ~AccessibleNames() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace gatelab
