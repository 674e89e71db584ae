// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_rules.h"

#include "baselines/sequence_baselines.h"
#include "baselines/strong/strong_baselines.h"
#include "config/linear_path.h"
#include "config/setting_predicates.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace gatelab::advice {

namespace {

using Facts = AdviceFacts;
using Kind = AdviceAction::Kind;

// What is trained next where the score disappoints, or stands alone.

AdviceAction beatBaseline(const Facts& f) {
    if (isForecast(f.config) && !f.config.linearPath && canTake(f, "linear_path", true))
        return {
            Kind::NewRun, GATELAB_TEXT("Advice", "Start from a linear forecast"), 0, {changeOf("linear_path", true)}};
    // A window that is too long for it would take the linear start away.
    const std::int64_t lookback = 2 * f.config.lookback, inputs = std::ssize(f.config.inputs);
    const bool hasRoom = !fitsLinearPath(f.config) || (inputs > 0 && lookback * inputs <= kMaxLinearColumns);
    if (isForecast(f.config) && hasRoom) {
        return {Kind::NewRun,
                {GATELAB_TEXT("Advice", "Try a lookback of %1 rows"), {lookback}},
                0,
                {changeOf("lookback", lookback)}};
    }
    const std::int64_t units = 2 * f.config.hiddenSize;
    return {Kind::NewRun, {GATELAB_TEXT("Advice", "Try %1 units"), {units}}, 0, {changeOf("hidden_size", units)}};
}
AdviceAction firstSeeds(const Facts& f) {
    AdviceAction action{Kind::MoreSeeds,
                        counted(kFewSeeds - std::max(1, f.seeds), GATELAB_TEXT("Advice", "Train 1 more seed"),
                                GATELAB_TEXT("Advice", "Train %1 more seeds"))};
    for (int i = std::max(1, f.seeds); i < kFewSeeds; ++i) {
        ExperimentConfig config = f.config;
        config.seed = f.nextSeed + i - std::max(1, f.seeds);
        action.seeds.push_back(std::move(config));
    }
    return action;
}
/// More seeds say whether it was luck.
AdviceAction confirmIt(const Facts& f) { return f.seeds < kFewSeeds ? firstSeeds(f) : beatBaseline(f); }

// The network adds nothing to its fitted start.

bool addsNothing(const Facts& f) { return f.finished() && f.startIsKept && f.lastEpoch() != nullptr; }
Phrase addsNothingText(const Facts& f) {
    const auto better = [](const EpochLosses& a, const EpochLosses& b) {
        return std::isfinite(a.validation) && !(a.validation >= b.validation);
    };
    const EpochLosses& lowest = *std::ranges::min_element(f.epochs, better);
    return {GATELAB_TEXT("Advice", "Validation loss %1 at epoch %2: no gain over the linear start beyond chance."),
            {figure(lowest.validation), lowest.epoch}};
}

// No better than what needs no network.

Phrase baselineName(const std::string& key) {
    if (const Baseline* row = findBaseline(key)) return row->label;
    for (const SequenceMethod& row : sequenceMethods())
        if (key == row.key) return row.label;
    return key;
}
/// Of a run that goes on only after half of it, where it has come to rest.
bool losesToBaseline(const Facts& f) {
    if (!f.isHeard() || !std::isfinite(f.score) || !std::isfinite(f.bestBaseline)) return false;
    if (f.goesOn() && (2 * f.epochsBegun < f.config.epochs || std::ssize(f.epochs) < kMinEpochs || f.lateFall()))
        return false;
    return !(f.finished() && !f.noSignal.empty()) && !f.judgedBy().beats(f.score, f.bestBaseline);
}
Phrase baselineText(const Facts& f) {
    const Score& score = f.judgedBy();
    return {f.isTested ? GATELAB_TEXT("Advice", "No better than %1 without a network: test %2 %3 against %4.")
                       : GATELAB_TEXT("Advice", "No better than %1 without a network: validation %2 %3 against %4."),
            {baselineName(f.bestBaselineKey), Text{"Scores", score.name}, figure(f.score), figure(f.bestBaseline)}};
}
bool isWithoutSignal(const Facts& f) {
    return f.finished() && !f.noSignal.empty() && !f.judgedBy().beats(f.score, f.bestBaseline);
}
Phrase noSignalAdvice(const Facts& f) {
    return std::isfinite(f.score) && std::isfinite(f.bestBaseline) ? together(f.noSignal, baselineText(f)) : f.noSignal;
}

// A seed that matters more than the setting.

bool seedsDecide(const Facts& f) {
    return f.finished() && f.seeds >= kFewSeeds && f.nearestSeeds >= kFewSeeds &&
           f.seedDeviation > f.nearestDifference && !f.missingSeeds.empty();
}
Phrase seedsText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Seeds spread by %1 (SD of %2), the mean of %3 is %4 away: the seed matters more."),
            {figure(f.seedDeviation, 2), f.seeds, f.nearestName, figure(f.nearestDifference, 2)}};
}
AdviceAction moreSeeds(const Facts& f) {
    return {
        Kind::MoreSeeds,
        counted(static_cast<std::int64_t>(f.missingSeeds.size()), GATELAB_TEXT("Advice", "Train 1 more run of the two"),
                GATELAB_TEXT("Advice", "Train %1 more runs of the two")),
        0,
        {},
        f.missingSeeds};
}

// Nothing to mend.

bool hasSettled(const Facts& f) {
    return f.finished() && f.bestEpoch() && f.seeds < kFewSeeds && std::ssize(f.epochs) >= kMinEpochs;
}
Phrase settledText(const Facts& f) {
    const EpochLosses* low = f.bestEpoch();
    const Phrase seeds = f.seeds > 1 ? Phrase(GATELAB_TEXT("Advice", "%1 seeds say little about a setting."), {f.seeds})
                                     : Phrase(GATELAB_TEXT("Advice", "One seed says little about a setting."));
    const std::int64_t after = f.epochs.back().epoch - low->epoch;
    if (after == 0)
        return together({GATELAB_TEXT("Advice", "Best validation loss %1 at the last epoch, %2: converged."),
                         {figure(low->validation), low->epoch}},
                        seeds);
    return together({GATELAB_TEXT("Advice", "Best validation loss %1 at epoch %2, none better in %3 more: converged."),
                     {figure(low->validation), low->epoch, after}},
                    seeds);
}

}  // namespace

const AdviceRule kNoSignal{"no-signal", true, isWithoutSignal, noSignalAdvice, confirmIt};
const AdviceRule kAddsNothing{"adds-nothing", true, addsNothing, addsNothingText, beatBaseline};
const AdviceRule kNoBetterThanBaseline{"no-better-than-baseline", false, losesToBaseline, baselineText, beatBaseline};
const AdviceRule kSeedOverSetting{"seed-over-setting", false, seedsDecide, seedsText, moreSeeds};
const AdviceRule kSettled{"settled", true, hasSettled, settledText, firstSeeds};

}  // namespace gatelab::advice
