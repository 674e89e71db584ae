// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/last_session.h"

#include "common/preferences.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"

#include <utility>

namespace gatelab {
namespace {
const QString kRun = QStringLiteral("run"), kPlace = QStringLiteral("place");

/// Kind, hosts, program, profile; of other words none.
PlaceChoice placeFrom(const QStringList& words) {
    if (words.size() != 4) return {};
    const auto kind = words[0] == QLatin1String("hosts")     ? PlaceChoice::Kind::Hosts
                      : words[0] == QLatin1String("cluster") ? PlaceChoice::Kind::Cluster
                                                             : PlaceChoice::Kind::Here;
    return {kind, words[1], words[2], words[3]};
}
}  // namespace

LastSession::LastSession(Preferences& preferences, RunController& runs, QObject* parent, QueueController* queue)
    : QObject(parent),
      preferences_(&preferences),
      runs_(&runs),
      queue_(queue),
      wanted_(preferences.window(kRun, QString()).toString()) {
    connect(runs_, &RunController::currentChanged, this, &LastSession::remember);
    connect(runs_, &RunController::runsChanged, this, &LastSession::reopen);
    if (queue_ == nullptr) return;
    queue_->setPlace(placeFrom(preferences.window(kPlace, QStringList()).toStringList()));
    connect(queue_, &QueueController::placeChanged, this, &LastSession::rememberPlace);
}

void LastSession::rememberPlace() {
    const PlaceChoice& place = queue_->place();
    const char* kind = place.kind == PlaceChoice::Kind::Hosts     ? "hosts"
                       : place.kind == PlaceChoice::Kind::Cluster ? "cluster"
                                                                  : "here";
    preferences_->setWindow(kPlace, QStringList{QString::fromLatin1(kind), place.hosts, place.program, place.profile});
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
