// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "store/run_name.h"
#include "store/workspace.h"

#include <cstdint>
#include <string>

/// How a run is called wherever it is named: "#31 LSTM 64". The number is the run's for good; behind it stands what a
/// person called it, else the name of its model (modelName), and nothing that depends on other runs. A group of runs
/// that differ in nothing but the seed is called by its first run.
namespace gatelab {

/// The name without the number. An own name is the same in every language.
Phrase shownName(const std::string& name, const ExperimentConfig& config);
Phrase shownName(const RunSummary& run);
/// "#31 LSTM 64"; the number comes first, so that a text that is cut at its end keeps it.
Phrase numberedName(std::int64_t number, const std::string& name, const ExperimentConfig& config);
Phrase numberedName(const RunSummary& run);

}  // namespace gatelab
