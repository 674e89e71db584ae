// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <vector>

namespace gatelab {

/// What the columns of a series are used for under a configuration, with the defaults of empty lists filled in.
struct ColumnUse {
    bool target = false, input = false;
};
std::vector<ColumnUse> columnUses(const Series& series, const ExperimentConfig& config);
/// The lists of the configuration for these roles; the defaults become empty lists again.
void setColumnUses(ExperimentConfig& config, const Series& series, const std::vector<ColumnUse>& roles);

}  // namespace gatelab
