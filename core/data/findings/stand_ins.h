// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/doctor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Whether what was found ("sentinel") in these values of its column certainly means "missing": nines, or a number that
/// nothing measures, farther from the others than they spread; another number five times as far. So it may be left out
/// without a question.
bool meansMissing(const DataFinding& standIn, std::span<const double> values);

/// Of all columns of a series, or of many joined, those that meansMissing() is true of. Linear in the rows.
std::vector<DataFinding> certainStandIns(const Series& series);

/// Whether a step of the recipe makes it missing wherever its column holds it.
bool masksStandIn(const DataFinding& finding, std::span<const std::string> recipe);

/// The settings by which these are missing (those that the recipe makes so are left): with their spellings, besides
/// those that were guessed, where a file of text is read; else with steps that mask them. Nothing: all are so already.
std::optional<ExperimentConfig> readAsMissing(std::span<const DataFinding> standIns, const Series& series,
                                              const ExperimentConfig& config);

}  // namespace gatelab
