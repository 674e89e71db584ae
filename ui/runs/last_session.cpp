// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/last_session.h"

#include "common/preferences.h"
#include "runs/run_controller.h"

#include <utility>

namespace gatelab {
namespace {
const QString kRun = QStringLiteral("run");
}

LastSession::LastSession(Preferences& preferences, RunController& runs, QObject* parent)
    : QObject(parent),
      preferences_(&preferences),
      runs_(&runs),
      wanted_(preferences.window(kRun, QString()).toString()) {
    connect(runs_, &RunController::currentChanged, this, &LastSession::remember);
    connect(runs_, &RunController::runsChanged, this, &LastSession::reopen);
}

void LastSession::remember() {
    if (!runs_->current()) return;
    wanted_.clear();
    preferences_->setWindow(kRun, runs_->current()->id);
}

void LastSession::reopen() {
    if (wanted_.isEmpty() || runs_->runs().empty()) return;
    const QString run = std::exchange(wanted_, {});
    if (!runs_->current() && runs_->findRun(run)) runs_->open(run);
}

}  // namespace gatelab
