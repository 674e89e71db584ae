// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/machines_dialog.h"

#include "pages/machines/hosts_panel.h"
#include "pages/machines/jobs_panel.h"
#include "pages/machines/limits_panel.h"
#include "pages/machines/network_panel.h"
#include "pages/machines/profiles_panel.h"
#include "pages/machines/ranks_panel.h"
#include "runs/machines.h"
#include "runs/run_controller.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QStackedWidget>

namespace gatelab {

namespace {
constexpr int kWidth = 880, kHeight = 480;
}

MachinesDialog::MachinesDialog(Theme& theme, RunController& runs, Machines& machines, QWidget* parent)
    : QDialog(parent),
      parts_(new Segments(
          {tr("Machines"), tr("Network"), tr("Ranks"), tr("Limits"), tr("Profiles of clusters"), tr("Jobs")})),
      pages_(new QStackedWidget) {
    setWindowTitle(tr("Machines"));
    resize(qRound(kWidth * theme.textScale()), qRound(kHeight * theme.textScale()));
    parts_->setAccessibleName(tr("Machines"));
    pages_->addWidget(new HostsPanel(theme, runs, machines));
    pages_->addWidget(new NetworkPanel(machines));
    pages_->addWidget(new RanksPanel(runs));
    pages_->addWidget(new LimitsPanel(runs));
    pages_->addWidget(new ProfilesPanel(theme, machines));
    pages_->addWidget(new JobsPanel(theme, machines));
    auto* problem = new WrappedLabel("warning");
    makeColumn(this, {12, 12, 12, 12}, 12, {makeRow({parts_, spring()}), {pages_, 1}, problem});
    connect(parts_, &Segments::chosen, this, [this](int part) { choose(static_cast<Part>(part)); });
    const auto showProblem = [problem, &machines] {
        problem->setFullText(machines.problem());
        problem->setVisible(!machines.problem().isEmpty());
    };
    connect(&machines, &Machines::changed, this, showProblem);
    showProblem();
    choose(Hosts);
    machines.read();
}

void MachinesDialog::choose(Part part) {
    parts_->setCurrent(part);
    pages_->setCurrentIndex(part);
}

}  // namespace gatelab
