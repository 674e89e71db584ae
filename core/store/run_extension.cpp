// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_extension.h"

#include "config/config_difference.h"
#include "config/schedule_curve.h"

#include <algorithm>
#include <string_view>

namespace gatelab {

namespace {

bool isOf(const RunChange& change, std::string_view key) { return change.what.field->key == key; }

/// What a run settled by itself at its start makes nothing longer.
bool makesLonger(const RunChange& change) { return isOf(change, "epochs") || isOf(change, "max_steps"); }

}  // namespace

std::vector<RunExtension> runExtensions(const RunSummary& run) {
    const bool limited =
        std::ranges::any_of(run.changes, [](const RunChange& change) { return isOf(change, "max_steps"); });
    if (!limited && run.config->earlyStop == 0 && stretchedSchedule(run.config).empty()) return {};
    std::vector<RunExtension> all;
    std::int64_t epochs = firstSettings(run).epochs;
    for (const RunChange& change : run.changes) {
        if (!makesLonger(change)) continue;
        if (isOf(change, "epochs")) epochs = std::get<std::int64_t>(change.what.to);
        if (all.empty() || all.back().step != change.step) all.push_back({change.step, change.epoch, epochs});
        all.back().epochs = epochs;
    }
    return all;
}

ExperimentConfig firstSettings(const RunSummary& run) {
    ExperimentConfig config = run.config;
    for (auto change = run.changes.rbegin(); change != run.changes.rend(); ++change)
        // The type is right: it came from this field
        if (isPlanChange(*change)) (void)setFieldValue(config, *change->what.field, change->what.from).ok();
    return config;
}

bool isSettledAtStart(const RunChange& change) { return isPlanChange(change) && !makesLonger(change); }

}  // namespace gatelab
