// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/trained_seeds.h"

#include <algorithm>

namespace gatelab {
namespace {

RunSummary runWith(const ExperimentConfig& config) {
    RunSummary run;
    run.config = config;
    return run;
}

}  // namespace

TrainedSeeds::TrainedSeeds(std::span<const RunGroup> groups) {
    for (const RunGroup& group : groups) {
        if (!group.start.empty() || group.scores.empty()) continue;
        const std::size_t place = settings_.add(runWith(group.config));
        seeds_.resize(std::max(seeds_.size(), place + 1));
        seeds_[place].insert(group.scores.begin(), group.scores.end());
    }
}

const SeedScore* TrainedSeeds::find(const ExperimentConfig& config) const {
    const auto place = settings_.find(runWith(config));
    if (!place) return nullptr;
    const auto found = seeds_[*place].find(config.seed);
    return found == seeds_[*place].end() ? nullptr : &found->second;
}

}  // namespace gatelab
