// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_difference.h"
#include "store/workspace.h"
#include "verdict/verdict_score.h"

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What one run says about its setting.
struct SeedScore {
    double validation = 0;  ///< best validation loss; NaN: diverged, or not validated
    double ended = 0;       ///< see endOf()
    double samplesPerSecond = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
    /// On the test part, by the score of selection_score.h; NaN: not known
    double test = std::numeric_limits<double>::quiet_NaN();
    double seconds = std::numeric_limits<double>::quiet_NaN();  ///< of training; NaN: not known
    double peak = std::numeric_limits<double>::quiet_NaN();     ///< highest memory, MiB; NaN: not known
    bool isValidated = true;                                    ///< false: the run has no validation part
    std::string run = {};                                       ///< its id

    [[nodiscard]] bool diverged() const;
    [[nodiscard]] double of(VerdictScore score) const;
};

/// Runs that differ in nothing but name, notes, seed and how they were run (own process, checkpoint interval) and began
/// alike: one setting, several seeds.
struct RunGroup {
    ExperimentConfig config;  ///< of its newest run
    std::int64_t number = 0;  ///< of its first run; 0: it has none
    std::string name;         ///< of its first run
    std::string start = {};   ///< givenStart() of its runs; empty: with weights drawn from the seed
    int colour = 0;           ///< of its oldest run, so that a new seed changes none
    /// By seed. The run of a seed that ended first counts: a later repeat changes no answer
    std::map<std::int64_t, SeedScore> scores;
    std::vector<std::string> ids;  ///< newest first
    /// Mean training time of a whole run, as long as none has finished as the newest one promises; 0: not known
    double seconds = 0;
    /// Finished runs that give no score: stopped by hand; with settings changed while they went on
    int stopped = 0, changed = 0;
    std::set<std::int64_t> training;  ///< seeds of runs that go on: they are not asked for again
    /// Numbers ("#31") of runs that failed (other than by diverging) or were interrupted, of seeds without a score
    std::vector<std::string> unfinished;
};

/// Name, notes, seed and how it was run: in these, runs of one setting may differ.
bool isFree(const Field& field);
/// Which weights a run began with where its seed did not draw them: a checkpoint of another run (a branch), or a file.
/// Empty: drawn. Such runs are no pairs of runs that began from the start, whatever their seed.
std::string givenStart(const RunSummary& run);
/// The configuration without what is free: equal for runs of one setting.
ExperimentConfig settingOf(ExperimentConfig config);
/// True when the two are one setting in the sense of RunGroup, if they begin alike.
bool sameSetting(const ExperimentConfig& a, const ExperimentConfig& b);
/// A seed that no run of this setting has, here or among the waiting ones: above all of theirs.
std::int64_t nextSeed(const ExperimentConfig& setting, std::span<const RunSummary> runs,
                      std::span<const ExperimentConfig> waiting = {});
/// The newest finished run that began from the start with this very setting and seed and had none changed: one more
/// would have its numbers. Null: none among the newest 500. `runs`: newest first.
const RunSummary* finishedRepeat(const ExperimentConfig& config, std::span<const RunSummary> runs);
/// Settings in which two groups differ, from a to b, in table order; and their keys.
std::vector<ConfigChange> changesBetween(const ExperimentConfig& a, const ExperimentConfig& b);
std::vector<std::string> settingsBetween(const ExperimentConfig& a, const ExperimentConfig& b);
/// Of these, those that have an effect in both.
std::vector<ConfigChange> effectiveChanges(const ExperimentConfig& a, const ExperimentConfig& b);
/// True where another value makes the validation loss another quantity: other data, targets, split, horizon or loss.
bool changesScore(const Field& field);
/// True when their validation losses are the same quantity: what makes one lower than the other is the model and its
/// training.
bool sameMeasure(const ExperimentConfig& a, const ExperimentConfig& b);

/// The settings of the newest so many runs and of the runs `also`, in the order of the newest run of each, with all
/// runs of theirs, older ones too; `runs` newest first. Runs that have not ended, were interrupted or stopped by hand,
/// failed for want of memory, device or disk, or had settings changed while they went on, belong to a group but give no
/// score.
std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs,
                                std::size_t newest = std::numeric_limits<std::size_t>::max(),
                                const std::set<std::string>& also = {});

/// Scores of the seeds that both have, in the order in which the pairs were completed (the end of the later run of
/// each): what is trained later comes behind, so that the pairs of a look stay the pairs of that look.
struct PairedScores {
    std::vector<std::int64_t> seeds;
    std::vector<double> a, b;
};
/// None where either began with given weights. A run that diverged has NaN for validation and test; pairs without the
/// score are left out.
PairedScores pairScores(const RunGroup& a, const RunGroup& b, VerdictScore score = VerdictScore::Validation);

/// In how many of the pairs that have both scores `a` is better, and in how many worse.
struct ScoreLead {
    int better = 0, worse = 0, pairs = 0;
};
ScoreLead scoreLead(const RunGroup& a, const RunGroup& b, VerdictScore score);

/// How many times as long training on a sample takes in `a` as in `b`: the median over the seeds that both have, so
/// that one disturbed run does not count. NaN: not known.
double timeRatio(const RunGroup& a, const RunGroup& b);

/// The group of the same settings that begins from the start: itself, else the one in `groups`, else one without runs.
RunGroup fromTheStart(const RunGroup& group, std::span<const RunGroup> groups);

/// The runs that are missing until there are so many pairs, those that go on counted as if they had ended: first the
/// other half of seeds that one has, then seeds above all that either has. Both settings in turn, so that a disturbance
/// of the machine hits both.
std::vector<ExperimentConfig> missingRuns(const RunGroup& a, const RunGroup& b, int pairs);

}  // namespace gatelab
