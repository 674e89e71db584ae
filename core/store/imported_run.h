// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string>
#include <utility>
#include <vector>

namespace gatelab {

struct Phrase;
struct RunSummary;

/// Where a run comes from that another program tracked. Its settings are not known: what the tracker calls parameters
/// are texts with names of that program.
struct ImportedRun {
    using Texts = std::vector<std::pair<std::string, std::string>>;  ///< name and value, in the order of the tracker

    std::string tool;        ///< "MLflow", "TensorBoard", "Trackio", "W&B"; empty: a run of this program
    std::string source;      ///< file or folder that it was read from, as a whole path
    std::string key;         ///< what the tracker tells it from its other runs by: its id there
    std::string project;     ///< experiment or project; empty: the tracker has none
    Texts parameters;        ///< what the tracker calls parameters or config
    Texts tags;              ///< of the tracker
    bool hasEpochs = false;  ///< false: steps stand in the place of epochs

    friend bool operator==(const ImportedRun&, const ImportedRun&) = default;
};

/// The settings that stand in the record of an imported run: those of no run, with where it comes from in their notes.
/// So whoever has the settings of a run can ask hasSettings(), and record, index and bundle keep it as they keep them.
ExperimentConfig importedConfig(const ImportedRun& run);
/// Whether settings are those of a run; false of an imported one, which is shown, and takes no part in what settings
/// are needed for.
bool hasSettings(const ExperimentConfig& config);
bool hasSettings(const RunSummary& run);
/// Without tool: a run of this program. Unpacks it at each call.
ImportedRun importedFrom(const ExperimentConfig& config);
ImportedRun importedFrom(const RunSummary& run);

/// "settings are not known (imported from MLflow)"; empty: they are known.
Phrase settingsObstacle(const RunSummary& run);

}  // namespace gatelab
