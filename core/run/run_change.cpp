// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_change.h"

#include <utility>

namespace gatelab {

bool isPlanChange(const RunChange& change) {
    return change.what.field != nullptr && change.what.field->live != FieldLive::Yes;
}

RunMarker changeMarker(ConfigChange change) {
    Phrase text = std::string(change.field->key) + " = " + formatFieldValue(change.to);
    return {std::move(text), std::move(change)};
}

void noteRunChange(std::vector<RunChange>& changes, const ExperimentConfig& began, const RunEvent& event) {
    const auto* marker = event.as<RunMarker>();
    if (marker == nullptr || !marker->change) return;
    ConfigChange change = *marker->change;
    change.from = fieldValue(began, *change.field);
    for (const RunChange& before : changes) {
        if (before.what.field != change.field) continue;
        if (before.step == event.step && before.what.to == change.to) return;
        change.from = before.what.to;
    }
    if (change.from != change.to) changes.push_back({std::move(change), event.step, event.epoch});
}

ExperimentConfig settingsAfter(const ExperimentConfig& began, const std::vector<RunChange>& changes) {
    std::vector<ConfigChange> all;
    for (const RunChange& change : changes) all.push_back(change.what);
    return applyChanges(began, all);
}

std::string describeRunChange(const RunChange& change) {
    const std::string what = describeChanges({&change.what, 1});
    return what + " at step " + std::to_string(change.step);
}

}  // namespace gatelab
