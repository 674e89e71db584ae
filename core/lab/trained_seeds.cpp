// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/trained_seeds.h"

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
        for (const auto& [seed, score] : group.scores) seeds_[place].insert(seed);
    }
}

bool TrainedSeeds::contains(const ExperimentConfig& config) const {
    const auto place = settings_.find(runWith(config));
    return place && seeds_[*place].contains(config.seed);
}

}  // namespace gatelab
