// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/advice/advice_curves.h"
#include "base/phrase.h"
#include "run/heldout_scores.h"
#include "store/workspace.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Best loss up to the last quarter of the epochs, and of all; by validation, without a validation part by training.
struct LateFall {
    std::int64_t from = 0, to = 0;  ///< epochs
    double before = 0, after = 0;
    bool isValidation = true;
};

/// What the rules look at. NaN or 0: not known.
struct AdviceFacts {
    ExperimentConfig config;  ///< as it is by now, with what was changed while it went on
    RunState state = RunState::Finished;
    bool diverged = false;                                            ///< see run_ending.h
    bool outOfMemory = false;                                         ///< it failed for want of memory
    double forecastBytes = std::numeric_limits<double>::quiet_NaN();  ///< of all memory, before it began
    std::int64_t parameters = 0;
    std::int64_t epochsBegun = 0;
    Phrase noSignal = {};             ///< what was said of the data before the run (signal_check.h); empty: nothing
    bool startIsKept = false;         ///< no epoch bettered the fitted start by more than chance (linear_start.h)
    std::vector<EpochLosses> epochs;  ///< of a run that goes on: only those that are complete
    bool leads = false;               ///< at equal epoch better than the other runs of the same data and measure
    std::int64_t changedEpoch = 0;    ///< epochs begun when the steps were changed last: rate, clipping
    AdviceCurves::GradientNorms gradients;
    double shareData = std::numeric_limits<double>::quiet_NaN(),
           shareOptimiser = std::numeric_limits<double>::quiet_NaN();
    // By the score that the task is judged by (selection_score.h): on the validation part, without one on the test
    // part, which is no guide where there is another.
    bool isTested = false;
    double score = std::numeric_limits<double>::quiet_NaN(), bestBaseline = std::numeric_limits<double>::quiet_NaN();
    std::string bestBaselineKey;
    // Best validation losses of the runs that differ in nothing but their seed, and of the nearest other setting on the
    // same measure.
    int seeds = 0;
    double seedDeviation = std::numeric_limits<double>::quiet_NaN();      ///< n - 1
    double nearestDifference = std::numeric_limits<double>::quiet_NaN();  ///< of the two means, not negative
    std::string nearestName;
    int nearestSeeds = 0;
    std::int64_t nextSeed = 0;                   ///< that no run of the setting has
    std::vector<ExperimentConfig> missingSeeds;  ///< runs that the two settings lack for the verdict's next look

    [[nodiscard]] bool finished() const { return state == RunState::Finished && !diverged; }
    [[nodiscard]] bool goesOn() const { return state == RunState::Running || state == RunState::Paused; }
    [[nodiscard]] bool isHeard() const { return finished() || goesOn(); }
    /// By whatever it was, with its curve up to there: a loss that has long been rising needs no end to be seen.
    [[nodiscard]] bool wasCutOff() const;
    /// That of the lowest validation loss; null: none has one.
    [[nodiscard]] const EpochLosses* bestEpoch() const;
    /// The last one with a validation loss; null: none has one.
    [[nodiscard]] const EpochLosses* lastEpoch() const;
    /// Those with a training loss since the steps were changed last.
    [[nodiscard]] std::vector<EpochLosses> trainedEpochs() const;
    /// None: too few epochs, or the last quarter of them took off too little.
    [[nodiscard]] std::optional<LateFall> lateFall() const;
    [[nodiscard]] const Score& judgedBy() const;
    /// Errs at most half as much as the best of what needs no network: little is then to be mended.
    [[nodiscard]] bool winsClearly() const;
    /// The training loss may rise by the plan of the run: the decoder is weaned from the truth.
    [[nodiscard]] bool risesByPlan() const;
};

namespace advice {
constexpr int kFewSeeds = 3;            ///< fewer make no deviation worth its name
constexpr std::int64_t kMinEpochs = 4;  ///< fewer make no curve
}  // namespace advice

/// `curves`: of the whole run; `events`: its record's; `baselines`: scores on the validation part; `runs`: of the
/// workspace, newest first, for the seeds. Blocks for nothing.
AdviceFacts adviceFacts(const RunSummary& run, const RunPlanInfo& plan, const AdviceCurves& curves,
                        std::span<const RunEvent> events, std::span<const TestScore> baselines,
                        std::span<const RunSummary> runs);

}  // namespace gatelab
