// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/run_groups.h"

#include "config/config_io.h"
#include "store/run_ending.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>

namespace gatelab {
namespace {

constexpr std::array<std::string_view, 5> kNoSettings = {"name", "notes", "seed", "isolated", "checkpoint_seconds"};

/// The configuration without what makes no difference: equal settings give equal text.
std::string settingOf(ExperimentConfig config) {
    const ExperimentConfig fresh;
    config.name = fresh.name;
    config.notes = fresh.notes;
    config.seed = fresh.seed;
    config.isolated = fresh.isolated;
    config.checkpointSeconds = fresh.checkpointSeconds;
    return configToJson(config);
}

/// NaN for a run that diverged; nothing for one that says nothing.
std::optional<double> scoreOf(const RunSummary& run) {
    if (run.state == RunState::Finished) return run.bestEpoch >= 0 ? run.bestValidation : std::numeric_limits<double>::quiet_NaN();
    if (run.state == RunState::Failed && run.step > 0) return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
}

}  // namespace

bool sameSetting(const ExperimentConfig& a, const ExperimentConfig& b) { return settingsBetween(a, b).empty(); }

std::vector<std::string> settingsBetween(const ExperimentConfig& a, const ExperimentConfig& b) {
    std::vector<std::string> keys = differingKeys(a, b);
    std::erase_if(keys, [](const std::string& key) { return std::ranges::find(kNoSettings, key) != kNoSettings.end(); });
    return keys;
}

std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs) {
    std::vector<RunGroup> groups;
    std::map<std::string, std::size_t> places;
    std::vector<int> timed;
    for (const RunSummary& run : runs) {
        const auto [place, isNew] = places.try_emplace(settingOf(run.config), groups.size());
        if (isNew) {
            groups.push_back({run.config, run.name, run.colour, {}, {}, 0, 0, 0});
            timed.push_back(0);
        }
        RunGroup& group = groups[place->second];
        group.ids.push_back(run.id);
        if (const double seconds = wholeRunSeconds(run); seconds > 0) group.seconds += (seconds - group.seconds) / ++timed[place->second];
        const auto score = scoreOf(run);
        if (!score) continue;
        if (changedWhileRunning(run)) ++group.changed;
        else if (stoppedByHand(run)) ++group.stopped;
        else group.scores.try_emplace(run.config->seed, *score);
    }
    return groups;
}

PairedScores pairScores(const RunGroup& a, const RunGroup& b) {
    PairedScores pairs;
    for (const auto& [seed, score] : a.scores)
        if (const auto other = b.scores.find(seed); other != b.scores.end()) {
            pairs.seeds.push_back(seed);
            pairs.a.push_back(score);
            pairs.b.push_back(other->second);
        }
    return pairs;
}

std::vector<ExperimentConfig> missingRuns(const RunGroup& a, const RunGroup& b, int pairs) {
    std::map<std::int64_t, std::array<bool, 2>> seeds;
    for (const auto& [seed, score] : a.scores) seeds[seed][0] = true;
    for (const auto& [seed, score] : b.scores) seeds[seed][1] = true;
    std::vector<std::int64_t> wanted;
    int have = 0;
    for (const auto& [seed, both] : seeds) {
        if (both[0] && both[1]) ++have;
        else wanted.push_back(seed);
    }
    std::int64_t next = seeds.empty() ? a.config.seed : seeds.rbegin()->first + 1;
    while (have + static_cast<int>(wanted.size()) < pairs) wanted.push_back(next++);
    wanted.resize(static_cast<std::size_t>(std::max(0, pairs - have)));
    std::vector<ExperimentConfig> runs;
    for (const std::int64_t seed : wanted)
        for (const RunGroup* group : {&a, &b}) {
            if (group->scores.contains(seed)) continue;
            runs.push_back(group->config);
            runs.back().seed = seed;
            runs.back().name = group->name;
        }
    return runs;
}

}  // namespace gatelab
