// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace gatelab {

/// An event filter of the whole program: the wheel over a panel scrolls the panel. A closed list never turns by it, a
/// field of numbers only while it has the focus. GUI thread.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    explicit WheelGuard(QObject* parent = nullptr) : QObject(parent) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace gatelab
