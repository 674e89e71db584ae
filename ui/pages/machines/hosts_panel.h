// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "session/host_facts.h"

#include <QWidget>
#include <vector>

class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace gatelab {

class BackgroundJob;
class Machines;
class RunController;
class StateNote;

/// This computer and the hosts of the workspace with what each has; the hosts are asked by ssh, one call each, when the
/// panel is shown and on demand. GUI thread.
class HostsPanel : public QWidget {
    Q_OBJECT
public:
    HostsPanel(Theme& theme, RunController& runs, Machines& machines, QWidget* parent = nullptr);
    ~HostsPanel() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    void ask();
    void add();
    void remove();
    [[nodiscard]] const HostFacts* factsOf(const std::string& name) const;
    RunController& runs_;
    Machines& machines_;
    QTreeWidget* list_;
    StateNote* note_;
    QLineEdit* name_;
    QPushButton *ask_, *remove_;
    BackgroundJob* job_;
    std::vector<HostFacts> facts_;
    bool isAsked_ = false;
};

}  // namespace gatelab
