// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_change.h"

namespace gatelab {

bool isPlanChange(const RunChange& change) { return change.what.field->live != FieldLive::Yes; }

std::optional<ConfigChange> markedChange(const RunEvent& event) {
    const std::string text = event.text.english();
    const std::size_t equals = text.find(" = ");
    const Field* field = event.kind != RunEvent::Kind::Marker || equals == std::string::npos
                             ? nullptr
                             : findField(text.substr(0, equals));
    if (field == nullptr) return {};
    auto value = parseFieldValue(*field, text.substr(equals + 3));
    if (!value.ok()) return {};
    return ConfigChange{field, {}, std::move(*value)};
}

void noteRunChange(std::vector<RunChange>& changes, const ExperimentConfig& began, const RunEvent& event) {
    auto marked = markedChange(event);
    if (!marked) return;
    marked->from = fieldValue(began, *marked->field);
    for (const RunChange& before : changes) {
        if (before.what.field != marked->field) continue;
        if (before.step == event.step && before.what.to == marked->to) return;
        marked->from = before.what.to;
    }
    if (marked->from != marked->to) changes.push_back({std::move(*marked), event.step, event.epoch});
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
