// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QKeyEvent;
class QWidget;

namespace gatelab {

/// Gives a chart some of its keys while the pointer is over it, whoever has the focus: it is looked at, not clicked.
/// Not while somebody types, and not once the focus was moved by the keyboard, until the pointer moves. Belongs to the
/// chart. GUI thread.
class PointerKeys : public QObject {
public:
    /// Keys without modifiers, which the chart takes.
    PointerKeys(QWidget* chart, QList<int> keys);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool take(QObject* watched, QKeyEvent& event);
    QWidget* chart_;
    QList<int> keys_;
    bool isByKeyboard_ = false, isSending_ = false;
};

}  // namespace gatelab
