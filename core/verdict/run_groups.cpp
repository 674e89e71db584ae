// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/run_groups.h"

#include "config/field_use.h"
#include "run/heldout_scores.h"
#include "run/selection_score.h"
#include "store/imported_run.h"
#include "store/record/run_ending.h"
#include "store/run_extension.h"
#include "store/run_name.h"
#include "verdict/setting_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace gatelab {
namespace {

/// A run that has come to its end without a validation part.
bool endedUnvalidated(const RunSummary& run) {
    return run.state == RunState::Finished && run.bestEpoch < 0 && !diverged(run) &&
           !run.lastValues->contains(metric(MetricId::ValidationLoss).key) &&
           run.lastValues->contains(metric(MetricId::TrainLoss).key);
}

/// NaN for a run that diverged or has no validation part; nothing for one that says nothing.
std::optional<double> scoreOf(const RunSummary& run) {
    if (run.state == RunState::Finished && run.bestEpoch >= 0) return run.bestValidation;
    if (diverged(run) || endedUnvalidated(run)) return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
}

double speedOf(const RunSummary& run) {
    const auto speed = run.lastValues->find(metric(MetricId::SamplesPerSecond).key);
    return speed == run.lastValues->end() ? std::numeric_limits<double>::quiet_NaN() : speed->second;
}

double testOf(const RunSummary& run) {
    const SelectionScore judged = selectionScore(run.config);
    for (const TestScore& score : *run.scores)
        if (score.method == "model" && score.metric == judged.score && score.scale == judged.scale) return score.value;
    return std::numeric_limits<double>::quiet_NaN();
}

/// Of what the run itself allocated where that is known, else of the process.
double peakOf(const RunSummary& run) {
    for (const MetricId id : {MetricId::GpuPeak, MetricId::EnginePeak, MetricId::ProcessMemory})
        if (const auto found = run.lastValues->find(metric(id).key); found != run.lastValues->end())
            return found->second;
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool SeedScore::diverged() const { return isValidated && !std::isfinite(validation); }

double SeedScore::of(VerdictScore score) const {
    switch (score) {
        case VerdictScore::Test:
            return test;
        case VerdictScore::Time:
            return seconds;
        case VerdictScore::Memory:
            return peak;
        case VerdictScore::Validation:
            break;
    }
    return validation;
}

std::string givenStart(const RunSummary& run) {
    if (!hasSettings(run)) return run.id;
    if (run.branchStep >= 0) return run.parent + " " + std::to_string(run.branchStep);
    return run.startWeights;
}

bool isFree(const Field& field) { return isCosmetic(field) || std::string_view(field.key) == "seed"; }

ExperimentConfig settingOf(ExperimentConfig config) {
    static const auto free = [] {
        std::vector<const Field*> rows;
        for (const Field& field : fields())
            if (isFree(field)) rows.push_back(&field);
        return rows;
    }();
    static const ExperimentConfig fresh;
    for (const Field* field : free) (void)setFieldValue(config, *field, fieldValue(fresh, *field));
    return config;
}

bool sameSetting(const ExperimentConfig& a, const ExperimentConfig& b) { return changesBetween(a, b).empty(); }

std::int64_t nextSeed(const ExperimentConfig& setting, std::span<const RunSummary> runs,
                      std::span<const ExperimentConfig> waiting) {
    std::int64_t highest = setting.seed;
    const auto take = [&](const ExperimentConfig& other) {
        if (other.seed > highest && sameSetting(other, setting)) highest = other.seed;
    };
    for (const RunSummary& run : runs)
        if (hasSettings(run)) take(run.config);
    for (const ExperimentConfig& config : waiting) take(config);
    return highest + 1;
}

const RunSummary* finishedRepeat(const ExperimentConfig& config, std::span<const RunSummary> runs) {
    constexpr std::size_t kNewest = 500;
    const auto isRepeat = [&config](const RunSummary& run) {
        // The quick looks first: it is asked after every edit.
        return run.state == RunState::Finished && run.config->seed == config.seed &&
               run.config->hiddenSize == config.hiddenSize && run.config->learningRate == config.learningRate &&
               std::ranges::all_of(run.changes, isSettledAtStart) && givenStart(run).empty() &&
               sameSetting(run.config, config);
    };
    const auto newest = runs.first(std::min(runs.size(), kNewest));
    const auto found = std::ranges::find_if(newest, isRepeat);
    return found == newest.end() ? nullptr : &*found;
}

std::vector<ConfigChange> changesBetween(const ExperimentConfig& a, const ExperimentConfig& b) {
    std::vector<ConfigChange> changes = configChanges(a, b);
    std::erase_if(changes, [](const ConfigChange& change) { return isFree(*change.field); });
    return changes;
}

std::vector<ConfigChange> effectiveChanges(const ExperimentConfig& a, const ExperimentConfig& b) {
    std::vector<ConfigChange> changes = changesBetween(a, b);
    std::erase_if(changes, [&](const ConfigChange& change) {
        return unusedReason(*change.field, a) || unusedReason(*change.field, b);
    });
    return changes;
}

std::vector<std::string> settingsBetween(const ExperimentConfig& a, const ExperimentConfig& b) {
    std::vector<std::string> keys;
    for (const ConfigChange& change : changesBetween(a, b)) keys.emplace_back(change.field->key);
    return keys;
}

bool changesScore(const Field& field) {
    constexpr std::array<std::string_view, 10> kKeys = {"task",      "targets",      "recipe", "horizon",
                                                        "split",     "split_gap",    "loss",   "huber_delta",
                                                        "quantiles", "class_weights"};
    return field.group == FieldGroup::Source || std::ranges::find(kKeys, field.key) != kKeys.end();
}

bool sameMeasure(const ExperimentConfig& a, const ExperimentConfig& b) {
    static const auto rows = [] {
        std::vector<const Field*> found;
        for (const Field& field : fields())
            if (changesScore(field)) found.push_back(&field);
        return found;
    }();
    // Without copies: a chart asks it of thousands of runs.
    return std::ranges::all_of(rows, [&](const Field* field) {
        return std::visit([&](auto member) { return a.*member == b.*member; }, field->member);
    });
}

std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs, std::size_t newest,
                                const std::set<std::string>& also) {
    SettingIndex settings;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (i < newest || also.contains(runs[i].id)) settings.add(runs[i]);
    std::vector<RunGroup> groups(settings.size());
    std::vector<int> timed(settings.size());
    std::vector<std::vector<const RunSummary*>> unfinished(settings.size());
    for (const RunSummary& run : runs) {
        const auto place = settings.find(run);
        if (!place) continue;
        RunGroup& group = groups[*place];
        if (group.ids.empty()) {
            group.config = run.config;
            group.start = givenStart(run);
        }
        group.number = run.number;  // the first run comes last
        group.name = run.name;
        group.colour = run.colour;
        group.ids.push_back(run.id);
        if (const double seconds = wholeRunSeconds(run); seconds > 0)
            group.seconds += (seconds - group.seconds) / ++timed[*place];
        else if (group.seconds <= 0 && run.state != RunState::Finished)
            group.seconds = std::max(0.0, plannedSeconds(run));
        const auto score = scoreOf(run);
        if (!score) {
            if (run.state == RunState::Failed || run.state == RunState::Interrupted) unfinished[*place].push_back(&run);
            if (isGoingOn(run.state)) group.training.insert(run.config->seed);
        } else if (changedWhileRunning(run)) {
            ++group.changed;
        } else if (stoppedByHand(run)) {
            ++group.stopped;
        } else {
            const SeedScore found{*score,
                                  endOf(run),
                                  speedOf(run),
                                  testOf(run),
                                  run.seconds > 0 ? run.seconds : std::numeric_limits<double>::quiet_NaN(),
                                  peakOf(run),
                                  !endedUnvalidated(run),
                                  run.id};
            const auto [known, isNew] = group.scores.try_emplace(run.config->seed, found);
            if (!isNew && found.ended <= known->second.ended) known->second = found;
        }
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const RunSummary* run : unfinished[i])
            if (!groups[i].scores.contains(run->config->seed))
                groups[i].unfinished.push_back(run->number > 0 ? numberText(run->number) : run->name);
    }
    return groups;
}

PairedScores pairScores(const RunGroup& a, const RunGroup& b, VerdictScore score) {
    struct Pair {
        double completed;
        std::int64_t seed;
        double a, b;
    };
    std::vector<Pair> found;
    if (!a.start.empty() || !b.start.empty()) return {};
    // A run that diverged has no score of its test part, and its time and memory are those of fewer steps.
    const bool isQuality = score == VerdictScore::Validation || score == VerdictScore::Test;
    const auto counts = [&](const SeedScore& one) {
        return std::isfinite(one.of(score)) ? isQuality || !one.diverged() : isQuality && one.diverged();
    };
    const auto valueOf = [&](const SeedScore& one) { return one.diverged() ? one.validation : one.of(score); };
    for (const auto& [seed, one] : a.scores)
        if (const auto other = b.scores.find(seed); other != b.scores.end() && counts(one) && counts(other->second))
            found.push_back({std::max(one.ended, other->second.ended), seed, valueOf(one), valueOf(other->second)});
    std::ranges::sort(found, [](const Pair& left, const Pair& right) {
        return std::tie(left.completed, left.seed) < std::tie(right.completed, right.seed);
    });
    PairedScores pairs;
    for (const Pair& pair : found) {
        pairs.seeds.push_back(pair.seed);
        pairs.a.push_back(pair.a);
        pairs.b.push_back(pair.b);
    }
    return pairs;
}

ScoreLead scoreLead(const RunGroup& a, const RunGroup& b, VerdictScore score) {
    ScoreLead lead;
    const double sign = lowerIsBetter(score, a.config) ? 1 : -1;
    for (const auto& [seed, one] : a.scores) {
        const auto other = b.scores.find(seed);
        if (other == b.scores.end()) continue;
        const double first = sign * one.of(score), second = sign * other->second.of(score);
        if (!std::isfinite(first) || !std::isfinite(second)) continue;
        ++lead.pairs;
        lead.better += first < second ? 1 : 0;
        lead.worse += second < first ? 1 : 0;
    }
    return lead;
}

double timeRatio(const RunGroup& a, const RunGroup& b) {
    std::vector<double> ratios;
    for (const auto& [seed, score] : a.scores)
        if (const auto other = b.scores.find(seed);
            other != b.scores.end() && score.samplesPerSecond > 0 && other->second.samplesPerSecond > 0)
            ratios.push_back(other->second.samplesPerSecond / score.samplesPerSecond);
    if (ratios.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::ranges::sort(ratios);
    return std::midpoint(ratios[(ratios.size() - 1) / 2], ratios[ratios.size() / 2]);
}

RunGroup fromTheStart(const RunGroup& group, std::span<const RunGroup> groups) {
    if (group.start.empty()) return group;
    const auto found = std::ranges::find_if(
        groups, [&](const RunGroup& other) { return other.start.empty() && sameSetting(other.config, group.config); });
    if (found != groups.end()) return *found;
    RunGroup empty;
    empty.config = group.config;
    empty.number = group.number;
    empty.name = group.name;
    return empty;
}

std::vector<ExperimentConfig> missingRuns(const RunGroup& a, const RunGroup& b, int pairs) {
    std::map<std::int64_t, std::array<bool, 2>> seeds;
    for (const auto& [seed, score] : a.scores) seeds[seed][0] = true;
    for (const auto& [seed, score] : b.scores) seeds[seed][1] = true;
    for (const std::int64_t seed : a.training) seeds[seed][0] = true;
    for (const std::int64_t seed : b.training) seeds[seed][1] = true;
    std::vector<std::int64_t> wanted;
    int have = 0;
    for (const auto& [seed, both] : seeds) {
        if (both[0] && both[1])
            ++have;
        else
            wanted.push_back(seed);
    }
    std::int64_t next = seeds.empty() ? a.config.seed : seeds.rbegin()->first + 1;
    while (have + static_cast<int>(wanted.size()) < pairs) wanted.push_back(next++);
    wanted.resize(static_cast<std::size_t>(std::max(0, pairs - have)));
    std::vector<ExperimentConfig> runs;
    for (const std::int64_t seed : wanted)
        for (const RunGroup* group : {&a, &b}) {
            if (group->scores.contains(seed) || group->training.contains(seed)) continue;
            runs.push_back(group->config);
            runs.back().seed = seed;
            runs.back().name = isMadeName(group->name, group->config) ? std::string() : group->name;
        }
    return runs;
}

}  // namespace gatelab
