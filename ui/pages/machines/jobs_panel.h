// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

class QPushButton;
class QTreeWidget;

namespace gatelab {

class Machines;
class StateNote;
class WrappedLabel;

/// The runs of the workspace that are or were jobs of a cluster, how each stands, and what can be done with it. GUI
/// thread.
class JobsPanel : public QWidget {
    Q_OBJECT
public:
    JobsPanel(Theme& theme, Machines& machines, QWidget* parent = nullptr);

private:
    void fill();
    void enable();
    [[nodiscard]] QString chosen() const;
    Machines& machines_;
    QTreeWidget* list_;
    StateNote* note_;
    WrappedLabel* empty_;
    QPushButton *cancel_, *requeue_;
};

}  // namespace gatelab
