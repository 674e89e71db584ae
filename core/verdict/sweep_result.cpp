// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/sweep_result.h"

#include "config/config_io.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace gatelab {
namespace {

std::string keyOf(const ExperimentConfig& config) { return configToJson(settingOf(config)); }

double meanOf(const std::map<std::int64_t, SeedScore>& scores) {
    double sum = 0;
    std::int64_t count = 0;
    for (const auto& [seed, score] : scores)
        if (std::isfinite(score.validation)) sum += score.validation, ++count;
    return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

/// The seeds of a group that the sweep has (or has not) asked for.
RunGroup part(const RunGroup& group, const ExperimentConfig& setting, std::int64_t seeds, bool fresh) {
    RunGroup some = group;
    std::erase_if(some.scores,
                  [&](const auto& score) { return SavedSweep::isFresh(setting, seeds, score.first) != fresh; });
    return some;
}

/// Settings of equal mean keep their order.
void rankSettings(std::vector<SweepSetting>& settings) {
    std::ranges::stable_sort(settings, [](const SweepSetting& a, const SweepSetting& b) {
        const bool wholeA = a.scored > 0 && a.diverged == 0, wholeB = b.scored > 0 && b.diverged == 0;
        if (wholeA != wholeB) return wholeA;
        if (a.scored == 0 || b.scored == 0) return a.scored > 0 && b.scored == 0;
        return a.mean < b.mean;
    });
}

/// What the sweep trains; of a study what it has begun, the oldest first.
std::vector<ExperimentConfig> settingsIn(const SavedSweep& sweep, std::span<const RunGroup> groups) {
    if (!sweep.study) return sweep.settings;
    std::vector<ExperimentConfig> settings;
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
        ExperimentConfig config = group->config;
        config.seed = sweep.study->space.base().seed;
        if (group->start.empty() && sweep.study->space.pointOf(config)) settings.push_back(std::move(config));
    }
    return settings;
}

}  // namespace

SweepResult sweepResult(const SavedSweep& sweep, std::span<const RunGroup> groups) {
    std::map<std::string, const RunGroup*> known;
    for (const RunGroup& group : groups)
        if (group.start.empty()) known.emplace(keyOf(group.config), &group);
    SweepResult result;
    const std::vector<ExperimentConfig> settings = settingsIn(sweep, groups);
    result.runs = static_cast<std::int64_t>(settings.size()) * sweep.seeds;
    if (sweep.study) result.runs = std::max(result.runs, sweep.study->budget.trials);
    for (const ExperimentConfig& config : settings) {
        const auto found = known.find(keyOf(config));
        if (found == known.end()) continue;
        SweepSetting setting{*found->second};
        setting.group.config = config;  // with the first seed of the sweep
        const RunGroup seen = part(setting.group, config, sweep.seeds, false);
        setting.mean = meanOf(seen.scores);
        for (const auto& [seed, score] : seen.scores)
            if (score.isValidated) ++(score.diverged() ? setting.diverged : setting.scored);
        result.ended += static_cast<std::int64_t>(seen.scores.size());
        if (setting.scored > 0) result.ranked.push_back(std::move(setting));
    }
    rankSettings(result.ranked);
    if (result.ranked.empty()) return result;
    result.before = result.ranked.front().mean;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, result.ranked.size()); ++i) {
        const RunGroup& group = result.ranked[i].group;
        result.fresh.push_back(part(group, group.config, sweep.seeds, true));
        result.fresh.back().config.seed = group.config.seed + sweep.seeds;
    }
    result.after = meanOf(result.fresh.front().scores);
    if (result.fresh.size() < 2) return result;
    const PairedScores pairs = pairScores(result.fresh[0], result.fresh[1]);
    result.verdict = decideVerdict(pairs.a, pairs.b);
    result.missing = missingRuns(result.fresh[0], result.fresh[1], result.verdict.nextLook);
    return result;
}

}  // namespace gatelab
