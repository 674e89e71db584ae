// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/setting_index.h"

#include "verdict/run_groups.h"

#include <functional>
#include <type_traits>

namespace gatelab {
namespace {

/// Of the settings that are changed most; equal configurations have equal ones.
std::size_t roughHash(const ExperimentConfig& c) {
    std::size_t hash = 0;
    const auto mix = [&hash](const auto&... values) {
        ((hash ^= std::hash<std::decay_t<decltype(values)>>{}(values) + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2)),
         ...);
    };
    mix(c.hiddenSize, c.layers, c.lookback, c.horizon, c.batchSize, c.epochs, c.learningRate, c.dropout, c.clipNorm,
        c.cell, c.optimiser, c.dataPath, c.implementation, c.bidirectional);
    return hash;
}

}  // namespace

std::optional<std::size_t> SettingIndex::find(const Setting& setting, std::size_t hash) const {
    const auto [first, last] = byHash_.equal_range(hash);
    for (auto entry = first; entry != last; ++entry)
        if (settings_[entry->second] == setting) return entry->second;
    return std::nullopt;
}

std::optional<std::size_t> SettingIndex::find(const RunSummary& run) const {
    // Most runs of a long list are of no wanted setting: told without copying theirs.
    const std::size_t hash = roughHash(run.config);
    return byHash_.contains(hash) ? find({settingOf(run.config), givenStart(run)}, hash) : std::nullopt;
}

std::size_t SettingIndex::add(const RunSummary& run) {
    const std::size_t hash = roughHash(run.config);
    Setting setting{settingOf(run.config), givenStart(run)};
    if (const auto known = find(setting, hash)) return *known;
    byHash_.emplace(hash, settings_.size());
    settings_.push_back(std::move(setting));
    return settings_.size() - 1;
}

}  // namespace gatelab
