// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>

namespace gatelab {

/// A dashed area that says a file can be dropped; the window itself takes the file. A click opens the dialog.
class DropZone : public QFrame {
    Q_OBJECT
public:
    DropZone(Theme& theme, const QString& clause, const QString& text, QWidget* parent = nullptr);

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    Theme& theme_;
};

}  // namespace gatelab
