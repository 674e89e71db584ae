// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Runs that differ in nothing but name, notes, seed and how they were run (own process, checkpoint interval): one setting, several seeds.
struct RunGroup {
    ExperimentConfig config;               ///< of its newest run
    std::string name;
    int colour = 0;
    std::map<std::int64_t, double> scores; ///< seed -> best validation loss; NaN: diverged. The newest ended run of a seed counts
    std::vector<std::string> ids;          ///< newest first
    double seconds = 0;                    ///< mean training time of a whole run; 0: none has finished
    int stopped = 0, changed = 0;          ///< finished runs that give no score: stopped by hand; with settings changed while they went on
};

/// True when the two are one setting in the sense of RunGroup.
bool sameSetting(const ExperimentConfig& a, const ExperimentConfig& b);
/// Keys of the settings in which two groups differ, in table order.
std::vector<std::string> settingsBetween(const ExperimentConfig& a, const ExperimentConfig& b);

/// In the order of the newest run of each; `runs` newest first. Runs that have not ended, were interrupted or stopped by hand, or had settings changed while
/// they went on, belong to a group but give no score.
std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs);

/// Scores of the seeds that both have, by rising seed: an order that the scores cannot choose.
struct PairedScores {
    std::vector<std::int64_t> seeds;
    std::vector<double> a, b;
};
PairedScores pairScores(const RunGroup& a, const RunGroup& b);

/// The runs that are missing until there are so many pairs: first the other half of seeds that one has, then seeds above all that either has. Both
/// settings in turn, so that a disturbance of the machine hits both.
std::vector<ExperimentConfig> missingRuns(const RunGroup& a, const RunGroup& b, int pairs);

}  // namespace gatelab
