// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace gatelab {

/// The ready-made experiments by name; on hover what each needs and its key. Asks its responder for what is chosen.
class ReadyMenu : public QMenu {
    Q_OBJECT
public:
    explicit ReadyMenu(QWidget* parent = nullptr);
};

}  // namespace gatelab
