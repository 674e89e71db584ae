// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what a run can say. A new row: what it applies to (while it goes on as well? against a good result?),
// what it says with its figures, what does it; and a row of tst_run_advice.
#include "app/run_advice.h"

#include "app/run_names.h"
#include "base/number_text.h"
#include "baselines/sequence_baselines.h"
#include "baselines/signal_check.h"
#include "baselines/strong/strong_baselines.h"
#include "config/decoder.h"
#include "config/field_use.h"
#include "config/linear_path.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/schedule_curve.h"
#include "config/setting_predicates.h"
#include "run/heldout_scores.h"
#include "run/selection_score.h"
#include "store/record/run_ending.h"
#include "store/validation_score.h"
#include "verdict/run_groups.h"
#include "verdict/verdict.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace gatelab {
namespace {

using Facts = AdviceFacts;
using Kind = AdviceAction::Kind;

constexpr double kOverfit = 1.1;        ///< validation at the end over its best
constexpr double kOverfitOfWinner = 2;  ///< the same of a run that wins clearly
constexpr double kClearly = 0.5;        ///< error over that of the best baseline, by which a run wins clearly
constexpr double kLower = 0.9;          ///< a loss over another that it is clearly below
constexpr double kRise = 1.25;          ///< training loss of an epoch over that of the one before
constexpr double kStillFalling = 0.02;  ///< share of the validation loss that the last quarter of the epochs took off
constexpr double kLowRate = 3e-4;
constexpr double kDataShare = 0.25, kOptimiserShare = 0.35;
constexpr double kDropout = 0.2;
constexpr double kRateStep = 3;  ///< by which a rate is changed while the run goes on
constexpr double kSpike = 20;    ///< gradient norm over the median
constexpr std::size_t kMinNorms = 50;
constexpr int kFewSeeds = 3;  ///< fewer make no deviation worth its name
constexpr std::int64_t kMinEpochs = 4;
constexpr std::size_t kNewestRuns = 400;

Phrase figure(double value, int digits = 3) { return numberPhrase(numberText(value, digits)); }
Phrase percent(double share) { return figure(100 * share, 2); }

/// As it would be typed.
Phrase setting(double value) { return numberPhrase(formatFieldValue(value)); }
Phrase rate(const Facts& f) { return setting(f.config.learningRate); }

const EpochLosses* best(const Facts& f) {
    const EpochLosses* found = nullptr;
    for (const EpochLosses& row : f.epochs)
        if (std::isfinite(row.validation) && (!found || row.validation < found->validation)) found = &row;
    return found;
}
/// The last epoch with a validation loss.
const EpochLosses* last(const Facts& f) {
    for (auto row = f.epochs.rbegin(); row != f.epochs.rend(); ++row)
        if (std::isfinite(row->validation)) return &*row;
    return nullptr;
}
/// Those with a training loss since the steps were changed last.
std::vector<EpochLosses> trained(const Facts& f) {
    std::vector<EpochLosses> rows;
    for (const EpochLosses& row : f.epochs)
        if (std::isfinite(row.train) && row.epoch > f.changedEpoch) rows.push_back(row);
    return rows;
}
bool finished(const Facts& f) { return f.state == RunState::Finished && !f.diverged; }
bool goesOn(const Facts& f) { return f.state == RunState::Running || f.state == RunState::Paused; }
bool isHeard(const Facts& f) { return finished(f) || goesOn(f); }
/// Cut off by whatever it was, with its curve up to there: a loss that has long been rising needs no end to be seen.
bool wasCutOff(const Facts& f) {
    return f.state == RunState::Interrupted || f.state == RunState::Stopping ||
           (f.state == RunState::Failed && !f.diverged && !f.outOfMemory);
}

const Score& judgedBy(const Facts& f) { return *findScore(selectionScore(f.config.task).score); }
/// Errs at most half as much as the best of what needs no network: little is then to be mended.
bool winsClearly(const Facts& f) {
    const auto error = [higher = judgedBy(f).better == Score::Better::Higher](double value) {
        return higher ? 1 - value : value;
    };
    return error(f.score) <= kClearly * error(f.bestBaseline);
}

AdviceAction::Change change(const char* key, FieldValue value) { return {findField(key), std::move(value)}; }
/// Training loss that rises by the plan of the run: the decoder is weaned from the truth.
bool risesByPlan(const Facts& f) {
    return isForecast(f.config) && isRecursive(f.config) && f.config.teacherForcingEnd < f.config.teacherForcing;
}

/// An XLA device computes not all that this machine does.
bool canTake(const Facts& f, const char* key, FieldValue value) {
    const AdviceAction::Change one = change(key, std::move(value));
    return !isXla(f.config.device) || xlaObstacle(withChanges(f.config, {&one, 1})).isEmpty();
}

/// To one significant digit: 0.0033 is 0.003.
double rounded(double value) {
    const std::string text = numberText(value, 1);
    (void)std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}
AdviceAction rateNow(const Facts& f, double factor) {
    const double value = rounded(factor * f.config.learningRate);
    return {Kind::ChangeNow,
            {GATELAB_TEXT("Advice", "Learning rate %1 from now on"), {setting(value)}},
            0,
            {change("learning_rate", value)}};
}
/// The search for a rate does not compute on XLA devices.
AdviceAction otherRate(const Facts& f, double factor) {
    if (goesOn(f)) return rateNow(f, factor);
    if (!isXla(f.config.device)) return {Kind::FindRate, GATELAB_TEXT("Advice", "Find the learning rate")};
    const double value = rounded(factor * f.config.learningRate);
    return {Kind::NewRun,
            {GATELAB_TEXT("Advice", "Train with learning rate %1"), {setting(value)}},
            0,
            {change("learning_rate", value)}};
}
AdviceAction lowerRate(const Facts& f) { return otherRate(f, 1 / kRateStep); }
AdviceAction raiseRate(const Facts& f) { return otherRate(f, kRateStep); }

// Out of memory.

Phrase memoryText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Batch %1 ran out of memory (estimated %2)."),
            {f.config.batchSize, bytesText(f.forecastBytes)}};
}
AdviceAction halfBatch(const Facts& f) {
    const std::int64_t half = f.config.batchSize / 2;
    if (!canTake(f, "accumulate", 2 * f.config.accumulate))
        return {Kind::NewRun, {GATELAB_TEXT("Advice", "Train with batch %1"), {half}}, 0, {change("batch_size", half)}};
    return {Kind::NewRun,
            {GATELAB_TEXT("Advice", "Train with batch %1, two steps per update"), {half}},
            0,
            {change("batch_size", half), change("accumulate", 2 * f.config.accumulate)}};
}

// Diverged.

Phrase divergedText(const Facts& f) {
    const auto rows = trained(f);
    if (rows.empty()) return {GATELAB_TEXT("Advice", "Diverged in its first epoch, at learning rate %1."), {rate(f)}};
    return {GATELAB_TEXT("Advice", "Diverged after epoch %1 (training loss %2), at learning rate %3."),
            {rows.back().epoch, figure(rows.back().train), rate(f)}};
}

// The network adds nothing to its fitted start.

bool addsNothing(const Facts& f) { return finished(f) && f.startIsKept && last(f) != nullptr; }
Phrase addsNothingText(const Facts& f) {
    const auto better = [](const EpochLosses& a, const EpochLosses& b) {
        return std::isfinite(a.validation) && !(a.validation >= b.validation);
    };
    const EpochLosses& lowest = *std::ranges::min_element(f.epochs, better);
    return {GATELAB_TEXT("Advice", "Validation loss %1 at epoch %2: no gain over the linear start beyond chance."),
            {figure(lowest.validation), lowest.epoch}};
}

// Learning rate too high.

/// By at least a quarter: the epoch whose mean training loss is farthest above that of the one before, or, where it
/// creeps up, the last one above the lowest.
struct Rise {
    std::size_t from = 0, to = 0;  ///< among trained()
};
std::optional<Rise> steepestRise(const std::vector<EpochLosses>& rows) {
    const auto rise = [&rows](std::size_t from, std::size_t to) {
        return rows[from].train > 0 ? rows[to].train / rows[from].train : 0;
    };
    std::optional<Rise> found;
    std::size_t lowest = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rise(i - 1, i) >= (found ? rise(found->from, found->to) : kRise)) found = {i - 1, i};
        if (rows[i].train < rows[lowest].train) lowest = i;
    }
    if (!found && !rows.empty() && rise(lowest, rows.size() - 1) >= kRise) found = {lowest, rows.size() - 1};
    return found;
}
/// The last third of the epochs, three at least, holds no such rise and comes out near the lowest loss of all, which is
/// clearly below the level before the rise or wins clearly: what rose was no harm.
bool hasRecovered(const Facts& f, const std::vector<EpochLosses>& rows, const Rise& rise) {
    const std::size_t late = std::max<std::size_t>(3, rows.size() / 3);
    if (rows.size() < late) return false;
    double lowest = rows.front().train;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (i > rows.size() - late && rows[i].train >= kRise * rows[i - 1].train) return false;
        lowest = std::min(lowest, rows[i].train);
    }
    return rows.back().train * kLower <= lowest && (lowest <= kLower * rows[rise.from].train || winsClearly(f));
}
bool rateIsHigh(const Facts& f) {
    const auto rows = trained(f);
    if (!isHeard(f) || f.leads || risesByPlan(f) || (goesOn(f) && std::ssize(rows) < kMinEpochs)) return false;
    const auto rise = steepestRise(rows);
    return rise && !hasRecovered(f, rows, *rise);
}
Phrase rateHighText(const Facts& f) {
    const auto rows = trained(f);
    const Rise rise = *steepestRise(rows);
    const Phrase share = percent(rows[rise.to].train / rows[rise.from].train - 1);
    if (rise.to > rise.from + 1)
        return {GATELAB_TEXT("Advice", "Training loss +%1 % since epoch %2: learning rate %3 looks too high."),
                {share, rows[rise.from].epoch, rate(f)}};
    return {GATELAB_TEXT("Advice", "Training loss +%1 % in epoch %2: learning rate %3 looks too high."),
            {share, rows[rise.to].epoch, rate(f)}};
}

// Gradients that leap, with nothing to hold them.

bool gradientsLeap(const Facts& f) {
    return isHeard(f) && !winsClearly(f) && f.config.clipNorm == 0 && f.config.clipValue == 0 &&
           f.gradients.median > 0 && std::isfinite(f.gradients.largest) &&
           f.gradients.largest >= kSpike * f.gradients.median;
}
Phrase gradientsText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Gradient norm up to %1, %2 times its median; nothing clips it."),
            {figure(f.gradients.largest), figure(f.gradients.largest / f.gradients.median, 2)}};
}
AdviceAction clipGradients(const Facts& f) {
    const double norm = rounded(3 * f.gradients.median);
    return {goesOn(f) ? Kind::ChangeNow : Kind::NewRun,
            {GATELAB_TEXT("Advice", "Clip by norm at %1"), {setting(norm)}},
            0,
            {change("clip_norm", norm)}};
}

// Overfitting.

/// The last two validation losses are both above the best one, which is four epochs back: less may be chance.
bool overfits(const Facts& f) {
    const EpochLosses *low = best(f), *end = last(f);
    if (!(isHeard(f) || wasCutOff(f)) || !low || !end) return false;
    if (end->epoch < low->epoch + kMinEpochs || !(low->validation > 0)) return false;
    double before = end->validation;
    for (const EpochLosses* row = low + 1; row != end; ++row)
        if (std::isfinite(row->validation)) before = row->validation;
    const double least = (winsClearly(f) ? kOverfitOfWinner : kOverfit) * low->validation;
    return std::min(before, end->validation) >= least && end->train < low->train;
}
Phrase overfitText(const Facts& f) {
    const EpochLosses *low = best(f), *end = last(f);
    return {GATELAB_TEXT("Advice", "Overfits since epoch %1: validation loss +%2 %, training loss still falls."),
            {low->epoch, percent(end->validation / low->validation - 1)}};
}
AdviceAction regularise(const Facts& f) {
    const std::int64_t epoch = best(f)->epoch;
    // Between layers where there are several, else within the layer over time.
    const bool stacked = !unusedReason(*findField("dropout"), f.config);
    const char* const key = stacked ? "dropout" : "recurrent_dropout";
    const double now = stacked ? f.config.dropout : f.config.recurrentDropout;
    if (now < kDropout && canTake(f, key, kDropout))
        return {Kind::NewRun,
                {GATELAB_TEXT("Advice", "Keep epoch %1, try dropout %2"), {epoch, figure(kDropout, 1)}},
                0,
                {change(key, kDropout)}};
    const std::int64_t half = std::max<std::int64_t>(1, f.config.hiddenSize / 2);
    return {Kind::NewRun,
            {GATELAB_TEXT("Advice", "Keep epoch %1, try %2 units"), {epoch, half}},
            0,
            {change("hidden_size", half)}};
}

// Level while it goes on.

/// Epochs since the best one, where they are half the patience, or a quarter of the plan without one; 0: fewer.
std::int64_t levelFor(const Facts& f) {
    const EpochLosses *low = best(f), *end = last(f);
    if (!goesOn(f) || !low || !end) return 0;
    const std::int64_t waited = end->epoch - std::max(low->epoch, f.changedEpoch);
    const std::int64_t least = f.config.earlyStop > 0 ? f.config.earlyStop / 2 : f.config.epochs / 4;
    return waited >= std::max(kMinEpochs, least) ? waited : 0;
}
bool isLevel(const Facts& f) { return holdsRate(f.config) && levelFor(f) > 0; }
Phrase levelText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "No better validation loss since epoch %1, at learning rate %2."),
            {best(f)->epoch, rate(f)}};
}
/// The patience ends before the plan does, with a rate that has not come down yet.
bool stopsBeforeTheRateFalls(const Facts& f) {
    return fallsToTheEnd(f.config) && f.config.earlyStop > 0 && levelFor(f) > 0 &&
           best(f)->epoch + f.config.earlyStop < f.config.epochs;
}
Phrase stopsText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Early stopping ends it after epoch %1, before its rate has fallen."),
            {best(f)->epoch + f.config.earlyStop}};
}
AdviceAction trainThrough(const Facts& f) {
    return {Kind::ChangeNow,
            {GATELAB_TEXT("Advice", "Train through to epoch %1"), {f.config.epochs}},
            0,
            {change("early_stop", std::int64_t{0})}};
}

// Learning rate too low.

/// Falls in every epoch, in the last third of them at least half as far as in the first, and in all by less than a
/// third.
bool rateIsLow(const Facts& f) {
    const auto rows = trained(f);
    if (!isHeard(f) || f.config.learningRate >= kLowRate || std::ssize(rows) < kMinEpochs || risesByPlan(f) ||
        winsClearly(f))
        return false;
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].train >= rows[i - 1].train) return false;
    const std::size_t third = std::max<std::size_t>(1, (rows.size() - 1) / 3);
    const double first = rows.front().train - rows[third].train,
                 end = rows[rows.size() - 1 - third].train - rows.back().train;
    return end >= 0.5 * first && rows.back().train > rows.front().train * 2 / 3;
}
Phrase rateLowText(const Facts& f) {
    const auto rows = trained(f);
    return {GATELAB_TEXT("Advice", "Training loss only %2 to %3 in %4 epochs: learning rate %1 looks too low."),
            {rate(f), figure(rows.front().train), figure(rows.back().train), rows.size()}};
}

// Still falling.

/// Best loss up to the last quarter of the epochs, and of all; by validation, without a validation part by training.
struct LateFall {
    std::int64_t from = 0, to = 0;  ///< epochs
    double before = 0, after = 0;
    bool isValidation = true;
};
std::optional<LateFall> lateFall(const Facts& f) {
    const bool validated = last(f) != nullptr;
    std::vector<std::pair<std::int64_t, double>> rows;
    for (const EpochLosses& row : f.epochs)
        if (const double loss = validated ? row.validation : row.train; std::isfinite(loss))
            rows.emplace_back(row.epoch, loss);
    if (std::ssize(rows) < kMinEpochs) return {};
    const std::size_t late = rows.size() - std::max<std::size_t>(1, rows.size() / 4);
    const auto smallest = [](auto from, auto to) {
        return *std::min_element(from, to, [](const auto& a, const auto& b) { return a.second < b.second; });
    };
    const auto before = smallest(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(late)),
               after = smallest(rows.begin() + static_cast<std::ptrdiff_t>(late), rows.end());
    if (!(before.second > 0) || after.second > (1 - kStillFalling) * before.second) return {};
    return LateFall{before.first, after.first, before.second, after.second, validated};
}
Phrase stillFallingText(const Facts& f) {
    const LateFall fall = *lateFall(f);
    const Text pattern =
        fall.isValidation
            ? GATELAB_TEXT("Advice", "Validation loss %1 at epoch %2, %3 at epoch %4 (%5 % less): still falling.")
            : GATELAB_TEXT("Advice",
                           "Training loss %1 in epoch %2, %3 in epoch %4 (%5 % less): still falling. No validation "
                           "part shows overfitting.");
    return {pattern,
            {figure(fall.before), fall.from, figure(fall.after), fall.to, percent(1 - fall.after / fall.before)}};
}
AdviceAction moreEpochs(const Facts& f) {
    // As many again, in a round number.
    const std::int64_t unit = f.epochsBegun >= 20 ? 10 : 5;
    const std::int64_t more = std::clamp<std::int64_t>((f.epochsBegun + unit - 1) / unit * unit, 5, 200);
    return {Kind::MoreEpochs, {GATELAB_TEXT("Advice", "Train %1 more epochs"), {more}}, more};
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
    if (!isHeard(f) || !std::isfinite(f.score) || !std::isfinite(f.bestBaseline)) return false;
    if (goesOn(f) && (2 * f.epochsBegun < f.config.epochs || std::ssize(f.epochs) < kMinEpochs || lateFall(f)))
        return false;
    return !(finished(f) && !f.noSignal.empty()) && !judgedBy(f).beats(f.score, f.bestBaseline);
}
Phrase baselineText(const Facts& f) {
    const Score& score = judgedBy(f);
    return {f.isTested ? GATELAB_TEXT("Advice", "No better than %1 without a network: test %2 %3 against %4.")
                       : GATELAB_TEXT("Advice", "No better than %1 without a network: validation %2 %3 against %4."),
            {baselineName(f.bestBaselineKey), Text{"Scores", score.name}, figure(f.score), figure(f.bestBaseline)}};
}
AdviceAction beatBaseline(const Facts& f);
AdviceAction firstSeeds(const Facts& f);

bool isWithoutSignal(const Facts& f) {
    return finished(f) && !f.noSignal.empty() && !judgedBy(f).beats(f.score, f.bestBaseline);
}
Phrase noSignalAdvice(const Facts& f) {
    return std::isfinite(f.score) && std::isfinite(f.bestBaseline) ? together(f.noSignal, baselineText(f)) : f.noSignal;
}
/// More seeds say whether it was luck.
AdviceAction confirmIt(const Facts& f) { return f.seeds < kFewSeeds ? firstSeeds(f) : beatBaseline(f); }

AdviceAction beatBaseline(const Facts& f) {
    if (isForecast(f.config) && !f.config.linearPath && canTake(f, "linear_path", true))
        return {Kind::NewRun, GATELAB_TEXT("Advice", "Start from a linear forecast"), 0, {change("linear_path", true)}};
    // A window that is too long for it would take the linear start away.
    const std::int64_t lookback = 2 * f.config.lookback, inputs = std::ssize(f.config.inputs);
    const bool hasRoom = !fitsLinearPath(f.config) || (inputs > 0 && lookback * inputs <= kMaxLinearColumns);
    if (isForecast(f.config) && hasRoom) {
        return {Kind::NewRun,
                {GATELAB_TEXT("Advice", "Try a lookback of %1 rows"), {lookback}},
                0,
                {change("lookback", lookback)}};
    }
    const std::int64_t units = 2 * f.config.hiddenSize;
    return {Kind::NewRun, {GATELAB_TEXT("Advice", "Try %1 units"), {units}}, 0, {change("hidden_size", units)}};
}

// A seed that matters more than the setting.

bool seedsDecide(const Facts& f) {
    return finished(f) && f.seeds >= kFewSeeds && f.nearestSeeds >= kFewSeeds &&
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

// Where the time of a step goes.

/// The first switch that brings data faster and is off.
const Field* dataSwitch(const Facts& f) {
    for (const char* key : {"device_data", "device_gather"}) {
        const Field* field = findField(key);
        if (!std::get<bool>(fieldValue(f.config, *field)) && !unusedReason(*field, f.config)) return field;
    }
    return nullptr;
}
bool isDataBound(const Facts& f) { return isHeard(f) && f.shareData >= kDataShare && dataSwitch(f); }
Phrase dataText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "%1 % of each step gathers batches: limited by data loading."),
            {percent(f.shareData)}};
}
AdviceAction fasterData(const Facts& f) {
    const Field* field = dataSwitch(f);
    return {Kind::NewRun, {GATELAB_TEXT("Advice", "Train with \"%1\""), {Phrase(field->label)}}, 0, {{field, true}}};
}

bool isMemoryBound(const Facts& f) { return isHeard(f) && f.shareOptimiser >= kOptimiserShare && f.parameters > 0; }
Phrase memoryBoundText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "%2 % of each step updates %1 weights, however small the batch (%3): memory-bound."),
            {f.parameters, percent(f.shareOptimiser), f.config.batchSize}};
}
AdviceAction doubleBatch(const Facts& f) {
    const std::int64_t batch = 2 * f.config.batchSize;
    return {Kind::NewRun, {GATELAB_TEXT("Advice", "Train with batch %1"), {batch}}, 0, {change("batch_size", batch)}};
}

// Nothing to mend.

bool hasSettled(const Facts& f) {
    return finished(f) && best(f) && f.seeds < kFewSeeds && std::ssize(f.epochs) >= kMinEpochs;
}
Phrase settledText(const Facts& f) {
    const EpochLosses* low = best(f);
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

// In the order of what a colleague would say first.
const AdviceRule kRules[] = {
    {"out-of-memory", false,
     [](const Facts& f) { return f.outOfMemory && f.config.batchSize > 1 && std::isfinite(f.forecastBytes); },
     memoryText, halfBatch},
    {"diverged", true, [](const Facts& f) { return f.diverged; }, divergedText, lowerRate},
    {"gradients-leap", true, gradientsLeap, gradientsText, clipGradients},
    {"rate-too-high", true, rateIsHigh, rateHighText, lowerRate},
    {"no-signal", true, isWithoutSignal, noSignalAdvice, confirmIt},
    {"adds-nothing", true, addsNothing, addsNothingText, beatBaseline},
    {"overfitting", true, overfits, overfitText, regularise},
    {"rate-too-low", true, rateIsLow, rateLowText, raiseRate},
    {"still-falling", true, [](const Facts& f) { return finished(f) && lateFall(f); }, stillFallingText, moreEpochs},
    {"no-better-than-baseline", false, losesToBaseline, baselineText, beatBaseline},
    {"level", true, isLevel, levelText, lowerRate},
    {"stops-early", true, stopsBeforeTheRateFalls, stopsText, trainThrough},
    {"seed-over-setting", false, seedsDecide, seedsText, moreSeeds},
    {"data-bound", false, isDataBound, dataText, fasterData},
    {"memory-bound", false, isMemoryBound, memoryBoundText, doubleBatch},
    {"settled", true, hasSettled, settledText, firstSeeds},
};

double meanOf(const RunGroup& group) {
    double sum = 0;
    for (const auto& [seed, score] : group.scores) sum += score.validation;
    return sum / static_cast<double>(group.scores.size());
}

/// Pairs that the verdict's next look at the two needs; 0: none.
int nextLook(const RunGroup& a, const RunGroup& b) {
    const PairedScores pairs = pairScores(a, b);
    return decideVerdict(pairs.a, pairs.b).nextLook;
}

void addSeeds(Facts& facts, const RunSummary& run, std::span<const RunSummary> runs) {
    const auto groups = groupRuns(runs, kNewestRuns, {run.id});
    const auto own = std::ranges::find_if(
        groups, [&](const RunGroup& group) { return std::ranges::find(group.ids, run.id) != group.ids.end(); });
    facts.nextSeed = nextSeed(facts.config, runs);
    facts.seeds = own == groups.end() ? 0 : static_cast<int>(own->scores.size());
    if (facts.seeds < 2) return;
    const double mean = meanOf(*own);
    if (!std::isfinite(mean)) return;
    double squares = 0;
    for (const auto& [seed, score] : own->scores) squares += (score.validation - mean) * (score.validation - mean);
    facts.seedDeviation = std::sqrt(squares / (facts.seeds - 1));
    for (const RunGroup& other : groups) {
        if (&other == &*own || static_cast<int>(other.scores.size()) < kFewSeeds || other.start != own->start ||
            !sameMeasure(own->config, other.config))
            continue;
        const double distance = std::abs(meanOf(other) - mean);
        if (!std::isfinite(distance) || (facts.nearestSeeds > 0 && distance >= facts.nearestDifference)) continue;
        facts.nearestDifference = distance;
        facts.nearestName = numberedName(other.number, other.name, other.config).english();
        facts.nearestSeeds = static_cast<int>(other.scores.size());
        facts.missingSeeds = missingRuns(*own, other, nextLook(*own, other));
    }
}

/// Against every other run of the same measure whose best epoch is one that this run has trained, or that had ended by
/// there: better than all at equal epoch. Without any such run nothing is led.
bool leadsOthers(const Facts& facts, const RunSummary& run, std::span<const RunSummary> runs) {
    bool leads = false;
    for (const RunSummary& other : runs.first(std::min(runs.size(), kNewestRuns))) {
        if (other.id == run.id || other.bestEpoch <= 0 || other.bestEpoch > run.epoch ||
            other.dataName != run.dataName || !sameMeasure(facts.config, other.config))
            continue;
        double reached = std::numeric_limits<double>::infinity();
        for (const EpochLosses& row : facts.epochs)
            if (row.epoch <= std::max(other.epoch, other.bestEpoch) && row.validation < reached)
                reached = row.validation;
        if (!(reached < other.bestValidation)) return false;
        leads = true;
    }
    return leads;
}

/// Better on the test part than all that needs no network.
bool beatsOnTest(const RunSummary& run) {
    const SelectionScore judged = selectionScore(run.config->task);
    const Score& row = *findScore(judged.score);
    double own = std::numeric_limits<double>::quiet_NaN(), best = own;
    for (const TestScore& score : *run.scores) {
        if (score.metric != judged.score || score.scale != judged.scale) continue;
        if (score.method == "model")
            own = score.value;
        else if (isDecisive(*run.scores, score.method) && row.isBetter(score.value, best))
            best = score.value;
    }
    return std::isfinite(best) && row.beats(own, best);
}

/// What changes how far the steps go: what was read of the curve before it tells nothing of them.
bool changesSteps(const RunChange& change) {
    const std::string_view key = change.what.field->key;
    return key == "learning_rate" || key == "clip_norm" || key == "clip_value";
}

/// Leaves the epochs that are complete: the last one of a run that goes on may hold a step or two.
void dropUnfinished(Facts& facts) {
    const EpochLosses* end = last(facts);
    const std::int64_t whole = end ? end->epoch : facts.epochsBegun - 1;
    std::erase_if(facts.epochs, [whole](const EpochLosses& row) { return row.epoch > whole; });
}

}  // namespace

void AdviceCurves::add(MetricId metric, double epoch, double value) {
    const std::int64_t number = std::llround(std::ceil(epoch - 1e-9));
    switch (metric) {
        case MetricId::TrainLoss:
            train_[number].add(value);
            break;
        case MetricId::ValidationLoss:
            validation_[number] = value;
            break;
        case MetricId::GradientNorm:
            if (std::isfinite(value)) norms_.push_back(value);
            break;
        case MetricId::ShareData:
            data_.add(value);
            break;
        case MetricId::ShareOptimiser:
            optimiser_.add(value);
            break;
        default:
            break;
    }
}

std::vector<EpochLosses> AdviceCurves::epochs() const {
    std::map<std::int64_t, EpochLosses> rows;
    for (const auto& [epoch, mean] : train_)
        if (epoch > 0) rows[epoch].train = mean.mean();
    for (const auto& [epoch, value] : validation_)
        if (epoch > 0) rows[epoch].validation = value;
    std::vector<EpochLosses> all;
    for (auto& [epoch, row] : rows) {
        row.epoch = epoch;
        all.push_back(row);
    }
    return all;
}

AdviceCurves::GradientNorms AdviceCurves::gradientNorms() const {
    if (norms_.size() < 2 * kMinNorms) return {};
    std::vector<double> sorted(norms_.begin() + std::ssize(norms_) / 2, norms_.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return {*middle, *std::max_element(middle, sorted.end())};
}

AdviceFacts adviceFacts(const RunSummary& run, const RunPlanInfo& plan, const AdviceCurves& curves,
                        std::span<const RunEvent> events, std::span<const TestScore> baselines,
                        std::span<const RunSummary> runs) {
    AdviceFacts facts;
    facts.config = settingsAfter(run.config, run.changes);
    facts.state = run.state;
    facts.diverged = diverged(run);
    for (const RunEvent& event : events) {
        if (const auto* end = event.as<RunEnd>())
            facts.outOfMemory = end->state == RunState::Failed && end->code == ErrorCode::OutOfMemory;
        if (const auto* warning = event.as<RunWarning>(); warning && isNoSignalText(warning->text))
            facts.noSignal = warning->text;
    }
    if (plan.forecastBytes > 0) facts.forecastBytes = plan.forecastBytes;
    facts.parameters = plan.parameters;
    facts.epochsBegun = run.epoch;
    facts.startIsKept = run.config->linearPath && run.bestEpoch == 0 && run.epoch > 0;
    facts.epochs = curves.epochs();
    facts.shareData = curves.shareData();
    facts.shareOptimiser = curves.shareOptimiser();
    facts.gradients = curves.gradientNorms();
    for (const RunChange& change : run.changes)
        if (changesSteps(change)) facts.changedEpoch = change.epoch;
    if (goesOn(facts)) dropUnfinished(facts);
    const SelectionScore judged = selectionScore(facts.config.task);
    const Score& row = *findScore(judged.score);
    facts.isTested = baselines.empty();
    const std::vector<TestScore> scores =
        facts.isTested ? *run.scores : std::vector<TestScore>(baselines.begin(), baselines.end());
    if (!facts.isTested) facts.score = validationScore(run);
    for (const TestScore& score : scores) {
        if (score.metric != judged.score || score.scale != judged.scale) continue;
        if (score.method == "model")
            facts.score = score.value;
        else if (isDecisive(scores, score.method) &&
                 (std::isnan(facts.bestBaseline) || row.isBetter(score.value, facts.bestBaseline)))
            facts.bestBaseline = score.value, facts.bestBaselineKey = score.method;
    }
    // Where nothing is known of the validation part, the test part says that there was something to learn.
    if (std::isnan(facts.score) && beatsOnTest(run)) facts.noSignal = {};
    facts.leads = leadsOthers(facts, run, runs);
    if (!goesOn(facts)) addSeeds(facts, run, runs);
    return facts;
}

const char* adviceActionName(AdviceAction::Kind kind) {
    switch (kind) {
        case Kind::MoreEpochs:
            return "more-epochs";
        case Kind::FindRate:
            return "find-rate";
        case Kind::MoreSeeds:
            return "more-seeds";
        case Kind::ChangeNow:
            return "change-now";
        case Kind::NewRun:
            break;
    }
    return "new-run";
}

ExperimentConfig withChanges(ExperimentConfig config, std::span<const AdviceAction::Change> changes) {
    for (const AdviceAction::Change& change : changes) (void)setFieldValue(config, *change.field, change.value);
    return config;
}

std::span<const AdviceRule> adviceRules() { return kRules; }

std::vector<Advice> allAdvice(const AdviceFacts& facts) {
    std::vector<Advice> all;
    if (!goesOn(facts) && facts.state != RunState::Finished && facts.state != RunState::Failed && !wasCutOff(facts))
        return all;
    bool isCurveRead = false;
    for (const AdviceRule& rule : kRules) {
        if ((rule.isOfCurve && isCurveRead) || !rule.applies(facts)) continue;
        isCurveRead |= rule.isOfCurve;
        AdviceAction action = rule.action(facts);
        if (std::ranges::none_of(all, [&](const Advice& one) { return one.action.button == action.button; }))
            all.push_back({rule.key, rule.text(facts), std::move(action)});
    }
    return all;
}

std::optional<Advice> adviseOn(const AdviceFacts& facts) {
    std::vector<Advice> all = allAdvice(facts);
    return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

}  // namespace gatelab
