// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <cstddef>
#include <vector>

namespace gatelab {

/// What the columns of a series are used for under a configuration, with the defaults of empty lists filled in.
struct ColumnUse {
    bool target = false, input = false;
};
std::vector<ColumnUse> columnUses(const Series& series, const ExperimentConfig& config);
/// The channels in the order in which they are shown: what is forecast, then numbers, then what was made of words, and
/// the number of the series of a table of many last; each kind in the order of the file.
std::vector<std::size_t> shownOrder(const Series& series, const std::vector<ColumnUse>& uses);
/// The lists of the configuration for these roles; the defaults become empty lists again.
void setColumnUses(ExperimentConfig& config, const Series& series, const std::vector<ColumnUse>& roles);
/// The channel is forecast, alone, or `besides` what is forecast (a second time: no more); what is forecast is an
/// input. Nothing changes where no target or no input would be left.
void takeTarget(ExperimentConfig& config, const Series& series, std::size_t channel, bool besides);

}  // namespace gatelab
