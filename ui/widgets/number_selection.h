// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace gatelab {

/// A double click in a line or box that holds a number takes all of it, not only the digits on one side of its point.
/// Watches the whole application for as long as it lives.
class NumberSelection : public QObject {
    Q_OBJECT
public:
    explicit NumberSelection(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace gatelab
