// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_rules.h"

#include "base/numeric/change_text.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/schedule_curve.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace gatelab::advice {

namespace {

using Facts = AdviceFacts;
using Kind = AdviceAction::Kind;

constexpr double kLower = 0.9;  ///< a loss over another that it is clearly below
constexpr double kRise = 1.25;  ///< training loss of an epoch over that of the one before
constexpr double kLowRate = 3e-4;
constexpr double kRateStep = 3;  ///< by which a rate is changed while the run goes on
constexpr double kSpike = 20;    ///< gradient norm over the median

Phrase rate(const Facts& f) { return setting(f.config.learningRate); }

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
            {changeOf("learning_rate", value)}};
}

/// The search for a rate does not compute on XLA devices.
AdviceAction otherRate(const Facts& f, double factor) {
    if (f.goesOn()) return rateNow(f, factor);
    if (!isXla(f.config.device)) return {Kind::FindRate, GATELAB_TEXT("Advice", "Find the learning rate")};
    const double value = rounded(factor * f.config.learningRate);
    return {Kind::NewRun,
            {GATELAB_TEXT("Advice", "Train with learning rate %1"), {setting(value)}},
            0,
            {changeOf("learning_rate", value)}};
}

AdviceAction lowerRate(const Facts& f) { return otherRate(f, 1 / kRateStep); }

AdviceAction raiseRate(const Facts& f) { return otherRate(f, kRateStep); }

// Diverged.

Phrase divergedText(const Facts& f) {
    const auto rows = f.trainedEpochs();
    if (rows.empty()) return {GATELAB_TEXT("Advice", "Diverged in its first epoch, at learning rate %1."), {rate(f)}};
    return {GATELAB_TEXT("Advice", "Diverged after epoch %1 (training loss %2), at learning rate %3."),
            {rows.back().epoch, figure(rows.back().train), rate(f)}};
}

// Gradients that leap, with nothing to hold them.

bool gradientsLeap(const Facts& f) {
    return f.isHeard() && !f.winsClearly() && f.config.clipNorm == 0 && f.config.clipValue == 0 &&
           f.gradients.median > 0 && std::isfinite(f.gradients.largest) &&
           f.gradients.largest >= kSpike * f.gradients.median;
}
Phrase gradientsText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Gradient norm up to %1, %2 times its median; nothing clips it."),
            {figure(f.gradients.largest), figure(f.gradients.largest / f.gradients.median, 2)}};
}
AdviceAction clipGradients(const Facts& f) {
    const double norm = rounded(3 * f.gradients.median);
    return {f.goesOn() ? Kind::ChangeNow : Kind::NewRun,
            {GATELAB_TEXT("Advice", "Clip by norm at %1"), {setting(norm)}},
            0,
            {changeOf("clip_norm", norm)}};
}

// Learning rate too high.

/// By at least a quarter: the epoch whose mean training loss is farthest above that of the one before, or, where it
/// creeps up, the last one above the lowest.
struct Rise {
    std::size_t from = 0, to = 0;  ///< among trainedEpochs()
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
    return rows.back().train * kLower <= lowest && (lowest <= kLower * rows[rise.from].train || f.winsClearly());
}
bool rateIsHigh(const Facts& f) {
    const auto rows = f.trainedEpochs();
    if (!f.isHeard() || f.leads || f.risesByPlan() || (f.goesOn() && std::ssize(rows) < kMinEpochs)) return false;
    const auto rise = steepestRise(rows);
    return rise && !hasRecovered(f, rows, *rise);
}
Phrase rateHighText(const Facts& f) {
    const auto rows = f.trainedEpochs();
    const Rise rise = *steepestRise(rows);
    const Phrase share = changePhrase(rows[rise.to].train / rows[rise.from].train - 1);
    if (rise.to > rise.from + 1)
        return {GATELAB_TEXT("Advice", "Training loss %1 since epoch %2: learning rate %3 looks too high."),
                {share, rows[rise.from].epoch, rate(f)}};
    return {GATELAB_TEXT("Advice", "Training loss %1 in epoch %2: learning rate %3 looks too high."),
            {share, rows[rise.to].epoch, rate(f)}};
}

// Learning rate too low.

/// Falls in every epoch, in the last third of them at least half as far as in the first, and in all by less than a
/// third.
bool rateIsLow(const Facts& f) {
    const auto rows = f.trainedEpochs();
    if (!f.isHeard() || f.config.learningRate >= kLowRate || std::ssize(rows) < kMinEpochs || f.risesByPlan() ||
        f.winsClearly())
        return false;
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].train >= rows[i - 1].train) return false;
    const std::size_t third = std::max<std::size_t>(1, (rows.size() - 1) / 3);
    const double first = rows.front().train - rows[third].train,
                 end = rows[rows.size() - 1 - third].train - rows.back().train;
    return end >= 0.5 * first && rows.back().train > rows.front().train * 2 / 3;
}
Phrase rateLowText(const Facts& f) {
    const auto rows = f.trainedEpochs();
    return {GATELAB_TEXT("Advice", "Training loss only %2 to %3 in %4 epochs: learning rate %1 looks too low."),
            {rate(f), figure(rows.front().train), figure(rows.back().train), rows.size()}};
}

// Level while it goes on.

/// Epochs since the best one, where they are half the patience, or a quarter of the plan without one; 0: fewer.
std::int64_t levelFor(const Facts& f) {
    const EpochLosses *low = f.bestEpoch(), *end = f.lastEpoch();
    if (!f.goesOn() || !low || !end) return 0;
    const std::int64_t waited = end->epoch - std::max(low->epoch, f.changedEpoch);
    const std::int64_t least = f.config.earlyStop > 0 ? f.config.earlyStop / 2 : f.config.epochs / 4;
    return waited >= std::max(kMinEpochs, least) ? waited : 0;
}
bool isLevel(const Facts& f) { return holdsRate(f.config) && levelFor(f) > 0; }
Phrase levelText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "No better validation loss since epoch %1, at learning rate %2."),
            {f.bestEpoch()->epoch, rate(f)}};
}
/// The patience ends before the plan does, with a rate that has not come down yet.
bool stopsBeforeTheRateFalls(const Facts& f) {
    return fallsToTheEnd(f.config) && f.config.earlyStop > 0 && levelFor(f) > 0 &&
           f.bestEpoch()->epoch + f.config.earlyStop < f.config.epochs;
}
Phrase stopsText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Early stopping ends it after epoch %1, before its rate has fallen."),
            {f.bestEpoch()->epoch + f.config.earlyStop}};
}
AdviceAction trainThrough(const Facts& f) {
    return {Kind::ChangeNow,
            {GATELAB_TEXT("Advice", "Train through to epoch %1"), {f.config.epochs}},
            0,
            {changeOf("early_stop", std::int64_t{0})}};
}

}  // namespace

const AdviceRule kDiverged{"diverged", true, [](const Facts& f) { return f.diverged; }, divergedText, lowerRate};
const AdviceRule kGradientsLeap{"gradients-leap", true, gradientsLeap, gradientsText, clipGradients};
const AdviceRule kRateTooHigh{"rate-too-high", true, rateIsHigh, rateHighText, lowerRate};
const AdviceRule kRateTooLow{"rate-too-low", true, rateIsLow, rateLowText, raiseRate};
const AdviceRule kLevel{"level", true, isLevel, levelText, lowerRate};
const AdviceRule kStopsEarly{"stops-early", true, stopsBeforeTheRateFalls, stopsText, trainThrough};

}  // namespace gatelab::advice
