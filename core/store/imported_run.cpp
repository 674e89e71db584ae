// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/imported_run.h"

#include "store/imported_file.h"
#include "store/workspace.h"

#include <string_view>

namespace gatelab {

namespace {
constexpr std::string_view kMark = "gatelab-imported-run: ";
}

ExperimentConfig importedConfig(const ImportedRun& run) {
    ExperimentConfig config;
    config.notes = std::string(kMark) + importedToJson(run);
    return config;
}

bool hasSettings(const ExperimentConfig& config) { return !config.notes.starts_with(kMark); }
bool hasSettings(const RunSummary& run) { return hasSettings(*run.config); }

ImportedRun importedFrom(const ExperimentConfig& config) {
    if (hasSettings(config)) return {};
    if (auto run = importedFromJson(std::string_view(config.notes).substr(kMark.size()))) return std::move(*run);
    return {"?", {}, {}, {}, {}, {}, false};  // imported, and nobody knows any more from where
}
ImportedRun importedFrom(const RunSummary& run) { return importedFrom(*run.config); }

Phrase settingsObstacle(const RunSummary& run) {
    if (hasSettings(run)) return {};
    return {GATELAB_TEXT("Imported", "settings are not known (imported from %1)"), {importedFrom(run).tool}};
}

}  // namespace gatelab
