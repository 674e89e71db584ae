// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "config/left_column.h"
#include "config/switches.h"
#include "config/task_data.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

enum class Severity { Info, Warning, Error };

/// Something to say about a configuration, at the field it belongs to.
struct ConfigFinding {
    Severity severity = Severity::Error;
    std::string key;  ///< field key
    Phrase message;   ///< what is wrong and what to try
};

/// What the data offers; known once it is loaded. rows < 0: not known yet.
struct DataFacts {
    std::int64_t rows = -1;
    std::vector<std::string> columns;
    std::vector<SkippedColumn> left = {};  ///< of the same table
    DataKind kind = DataKind::Unknown;
};

/// Checks every field for itself (range, choices) and the fields against each other and the data (task, shapes, too
/// short series, a model that no implementation runs). Pure and fast: called at every key stroke. No Error finding =
/// the run may start.
std::vector<ConfigFinding> checkConfig(const ExperimentConfig& config, const DataFacts& data = {});
/// A warning for every optimisation switch that was chosen and cannot work on the machine.
std::vector<ConfigFinding> checkSwitches(const ExperimentConfig& config, const SwitchMachine& machine);
/// Why an implementation cannot run this model on the machine, as its row of the switches says it; an empty source: it
/// can.
Text implementationObstacle(std::string_view implementation, const ExperimentConfig& config,
                            const SwitchMachine& machine);
/// The same of the implementation that is chosen, as an error at its field; nothing: it can.
std::optional<ConfigFinding> checkImplementation(const ExperimentConfig& config, const SwitchMachine& machine);
/// Adds what both say of this machine; of the implementation it stands instead of what was said of any machine.
void addMachineFindings(std::vector<ConfigFinding>& findings, const ExperimentConfig& config,
                        const SwitchMachine& machine);
bool hasErrors(const std::vector<ConfigFinding>& findings);

}  // namespace gatelab
