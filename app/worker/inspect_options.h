// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json/json.h"
#include "worker/options.h"

#include "inspect/inspection.h"
#include "session/engine.h"

#include <filesystem>
#include <memory>
#include <string>

namespace gatelab::worker {

/// What commands that look inside a kept network are told: which run, weights and window.
struct InspectOptions {
    WorkspaceOptions workspace;
    std::string run, window = "typical", part, checkpoint = "best";
    std::filesystem::path out;
    bool json = false;
};
std::shared_ptr<InspectOptions> addInspectOptions(CLI::App& app);

WindowPart partOf(const std::string& word);

/// The network, and the number of the window from 0.
struct Opened {
    std::shared_ptr<Engine> engine;
    std::unique_ptr<Inspector> inspector;
    std::int64_t window = 0;
    std::filesystem::path runFolder = {};
};
/// Says in `options` which part it is where none was asked for: the first that has a window.
Result<Opened> openInspected(InspectOptions& options, const Progress& progress);

nlohmann::ordered_json windowJson(const WindowView& window, const WeightsInUse& weights, const InspectOptions& options);
void printWindow(const WindowView& window, const WeightsInUse& weights, const InspectedRun& run,
                 const InspectOptions& options);

}  // namespace gatelab::worker
