// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/doctor.h"
#include "data/series.h"

#include <span>
#include <vector>

namespace gatelab {

/// Of what the doctor says about this series, what a person should know (isTold) and these settings do not mend, in the
/// order of `findings`: what both programs tell, what the tick of the data follows. Pure, any thread.
std::vector<DataFinding> openFindings(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config);

/// Of the open findings those of the gravest kind (Severity::Error: rows out of order, a column without a value), over
/// which nothing should be trained without being asked. Empty: nothing speaks against it.
std::vector<DataFinding> graveFindings(std::span<const DataFinding> findings, const Series& series,
                                       const ExperimentConfig& config);

}  // namespace gatelab
