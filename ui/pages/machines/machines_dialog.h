// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QDialog>

class QStackedWidget;

namespace gatelab {

class Machines;
class RunController;
class Segments;

/// The machines that can train: this computer and the hosts, what messages between them cost, the runs that share them
/// now, what a job may take here, profiles of clusters, and the runs that are jobs there. GUI thread.
class MachinesDialog : public QDialog {
    Q_OBJECT
public:
    MachinesDialog(Theme& theme, RunController& runs, Machines& machines, QWidget* parent);
    enum Part { Hosts, Network, Ranks, Limits, Profiles, Jobs };
    void choose(Part part);

private:
    Segments* parts_;
    QStackedWidget* pages_;
};

}  // namespace gatelab
