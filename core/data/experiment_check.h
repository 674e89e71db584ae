// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/config_check.h"
#include "data/series.h"

#include <vector>

namespace gatelab {

inline constexpr Text kNoTestPart = GATELAB_TEXT(
    "Finding", "leaves no test part to score; Forecasts (forecast --part validation) scores the validation part");

/// checkConfig against the kind, the columns and the rows of this data, and the split of its rows. Null data: the
/// settings alone. Pure and fast; no Error among the findings = a run may start.
std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const Dataset* data);
std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const DataFacts& facts);
DataFacts dataFacts(const Dataset* data);
/// Whether it says that a part has no sequence of a class, which a stratified split mends.
bool lacksClass(const ConfigFinding& finding);
/// Whether it says that numbers of rows (its second to fourth argument) were meant as shares.
bool meansShares(const ConfigFinding& finding);
/// The first of the errors, with the name of its field in front.
Result<> firstError(const std::vector<ConfigFinding>& findings);

}  // namespace gatelab
