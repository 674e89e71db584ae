// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_names.h"

#include "runs/run_controller.h"

#include <utility>

namespace gatelab {

RunNames& RunNames::of(RunController& runs) {
    if (auto* names = runs.findChild<RunNames*>(QString(), Qt::FindDirectChildrenOnly)) return *names;
    return *new RunNames(&runs);
}

void RunNames::setListed(std::span<const RunSummary* const> listed) {
    ListedNames names(listed);
    if (names == names_) return;
    names_ = std::move(names);
    isNew_ = true;
}

void RunNames::announce() {
    if (std::exchange(isNew_, false)) Q_EMIT changed();
}

ShownName RunNames::parts(const RunSummary& run) const { return shownRunName(names_.parts(run.name, run.config)); }

QString RunNames::groupName(const std::string& name, const ExperimentConfig& config) const {
    return shownRunName(names_.parts(name, config, false)).whole();
}

}  // namespace gatelab
