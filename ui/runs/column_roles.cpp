// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/column_roles.h"

#include <algorithm>

namespace gatelab {

std::vector<ColumnRole> columnRoles(const Series& series, const ExperimentConfig& config) {
    std::vector<ColumnRole> roles(series.channels.size());
    const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const auto& name = series.channels[i].name;
        roles[i].target = config.targets.empty() ? i + 1 == roles.size() : holds(config.targets, name);
        roles[i].input = config.inputs.empty() || holds(config.inputs, name);
    }
    return roles;
}

void setColumnRoles(ExperimentConfig& config, const Series& series, const std::vector<ColumnRole>& roles) {
    config.targets.clear();
    config.inputs.clear();
    const bool lastOnly = std::all_of(roles.begin(), roles.end(),
                                      [&](const ColumnRole& role) { return role.target == (&role == &roles.back()); });
    const bool allInputs = std::all_of(roles.begin(), roles.end(), [](const ColumnRole& role) { return role.input; });
    for (std::size_t i = 0; i < roles.size(); ++i) {
        if (!lastOnly && roles[i].target) config.targets.push_back(series.channels[i].name);
        if (!allInputs && roles[i].input) config.inputs.push_back(series.channels[i].name);
    }
}

}  // namespace gatelab
