// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace gatelab {

/// A menu that stays open while entries are ticked, by a click or by Space; Enter ticks and closes.
class TickMenu : public QMenu {
    Q_OBJECT
public:
    using QMenu::QMenu;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    const QAction* pressed_ = nullptr;  ///< where the click began
};

}  // namespace gatelab
