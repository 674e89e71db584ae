// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/column_uses.h"

#include "data/many/many_series.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace gatelab {

std::vector<ColumnUse> columnUses(const Series& series, const ExperimentConfig& config) {
    std::vector<ColumnUse> roles(series.channels.size());
    const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const auto& name = series.channels[i].name;
        roles[i].target = config.targets.empty() ? i + 1 == roles.size() : holds(config.targets, name);
        roles[i].input = name != kSeriesNumber && (config.inputs.empty() || holds(config.inputs, name));
    }
    for (const Category& category : categoriesOf(series))
        for (const std::size_t c : category.channels)
            roles[c].input =
                !leavesOut(config.recipe, category.column) && (roles[c].input || holds(config.inputs, category.column));
    return roles;
}

std::vector<std::size_t> shownOrder(const Series& series, const std::vector<ColumnUse>& uses) {
    const std::set<std::size_t> words = wordChannels(series);
    const auto rank = [&](std::size_t channel) {
        if (channel < uses.size() && uses[channel].target) return 0;
        if (series.channels[channel].name == kSeriesNumber) return 3;
        return words.contains(channel) ? 2 : 1;
    };
    std::vector<std::size_t> order(series.channels.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, rank);
    return order;
}

void setColumnUses(ExperimentConfig& config, const Series& series, const std::vector<ColumnUse>& roles) {
    config.targets.clear();
    config.inputs.clear();
    const bool lastOnly = std::all_of(roles.begin(), roles.end(),
                                      [&](const ColumnUse& role) { return role.target == (&role == &roles.back()); });
    const bool allInputs = std::all_of(roles.begin(), roles.end(), [](const ColumnUse& role) { return role.input; });
    for (std::size_t i = 0; i < roles.size(); ++i) {
        if (!lastOnly && roles[i].target) config.targets.push_back(series.channels[i].name);
        if (!allInputs && roles[i].input) config.inputs.push_back(series.channels[i].name);
    }
}

void takeTarget(ExperimentConfig& config, const Series& series, std::size_t channel, bool besides) {
    std::vector<ColumnUse> uses = columnUses(series, config);
    ColumnUse& chosen = uses[channel];
    const bool on = !besides || !chosen.target;
    if (!besides)
        for (ColumnUse& use : uses) use.target = false;
    chosen.target = on;
    if (on) chosen.input = true;
    if (std::ranges::any_of(uses, &ColumnUse::target) && std::ranges::any_of(uses, &ColumnUse::input))
        setColumnUses(config, series, uses);
}

}  // namespace gatelab
