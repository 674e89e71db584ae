// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "session/host_facts.h"

#include <QWidget>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QShortcut;
class QTreeWidget;

namespace gatelab {

class BackgroundJob;
class Machines;
class RunController;
class StateNote;

/// This computer and the hosts of the workspace with what each has; the hosts are asked by ssh, one call each, when the
/// panel is shown and on demand; the same button, or Escape, ends that. GUI thread.
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
    void askOrStop();
    void showProgress();
    void add();
    void remove();
    [[nodiscard]] const HostFacts* factsOf(const std::string& name) const;
    RunController& runs_;
    Machines& machines_;
    QTreeWidget* list_;
    StateNote* note_;
    QLineEdit* name_;
    QPushButton *ask_, *remove_;
    QLabel* progress_;
    QShortcut* escape_;
    BackgroundJob* job_;
    std::vector<HostFacts> facts_;
    std::size_t asked_ = 0;  ///< hosts, at once
    bool isAsked_ = false;
};

}  // namespace gatelab
