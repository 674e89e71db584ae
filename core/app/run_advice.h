// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/field.h"
#include "store/workspace.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What a run says about what to try next, while it goes on and at its end: a sentence with the figures it rests on,
/// and what does it.
namespace gatelab {

/// Losses of one epoch; NaN: not measured.
struct EpochLosses {
    std::int64_t epoch = 0;                                   ///< from 1
    double train = std::numeric_limits<double>::quiet_NaN();  ///< mean over its steps
    double validation = std::numeric_limits<double>::quiet_NaN();

    friend bool operator==(const EpochLosses&, const EpochLosses&) = default;
};

/// Hears the samples of a run in any order and tells what the rules need of its curves. Other metrics count as nothing.
class AdviceCurves {
public:
    /// `epoch`: fractional, since the start of the run (MetricSample::epoch).
    void add(MetricId metric, double epoch, double value);
    [[nodiscard]] std::vector<EpochLosses> epochs() const;
    /// Mean share of a step, 0 to 1; NaN: not measured.
    [[nodiscard]] double shareData() const { return data_.mean(); }
    [[nodiscard]] double shareOptimiser() const { return optimiser_.mean(); }
    /// Of the later half of the steps (all gradients shrink at first), before they are clipped; NaN: too few.
    struct GradientNorms {
        double median = std::numeric_limits<double>::quiet_NaN(), largest = std::numeric_limits<double>::quiet_NaN();
    };
    [[nodiscard]] GradientNorms gradientNorms() const;

private:
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
        void add(double value) { sum += value, ++count; }
        [[nodiscard]] double mean() const {
            return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
        }
    };
    std::map<std::int64_t, Mean> train_;
    std::map<std::int64_t, double> validation_;
    Mean data_, optimiser_;
    std::vector<double> norms_;  ///< of the gradients, as they came
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
};
/// `curves`: of the whole run; `events`: its record's; `baselines`: scores on the validation part; `runs`: of the
/// workspace, newest first, for the seeds. Blocks for nothing.
AdviceFacts adviceFacts(const RunSummary& run, const RunPlanInfo& plan, const AdviceCurves& curves,
                        std::span<const RunEvent> events, std::span<const TestScore> baselines,
                        std::span<const RunSummary> runs);

struct AdviceAction {
    /// MoreEpochs: the run trains on. NewRun: its settings with `changes` are trained from the start. FindRate: a
    /// learning rate is searched for them. MoreSeeds: `seeds` are trained. ChangeNow: the run goes on with `changes`.
    enum class Kind { MoreEpochs, NewRun, FindRate, MoreSeeds, ChangeNow };
    struct Change {
        const Field* field = nullptr;
        FieldValue value;
    };
    Kind kind = Kind::NewRun;
    Phrase button;  ///< what it says
    std::int64_t epochs = 0;
    std::vector<Change> changes = {};
    std::vector<ExperimentConfig> seeds = {};
};
/// "more-epochs"; in JSON.
const char* adviceActionName(AdviceAction::Kind kind);
ExperimentConfig withChanges(ExperimentConfig config, std::span<const AdviceAction::Change> changes);

/// One thing that a run can say. The first row of the table that applies is what is said.
struct AdviceRule {
    const char* key;
    bool isOfCurve;  ///< it reads the course of the losses: one reading is said, no second one beside it
    bool (*applies)(const AdviceFacts& facts);
    Phrase (*text)(const AdviceFacts& facts);  ///< whole sentences, with the figures they rest on
    AdviceAction (*action)(const AdviceFacts& facts);
};
std::span<const AdviceRule> adviceRules();

struct Advice {
    const char* key = "";  ///< of its rule
    Phrase text;
    AdviceAction action;
};
/// All that applies, what is said first in front; none of the others does the same or reads the curve otherwise. Empty:
/// no rule applies; of a run that was interrupted only overfitting is said.
std::vector<Advice> allAdvice(const AdviceFacts& facts);
std::optional<Advice> adviseOn(const AdviceFacts& facts);

}  // namespace gatelab
