// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_rules.h"

#include "base/numeric/change_text.h"
#include "config/field_use.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gatelab::advice {

namespace {

using Facts = AdviceFacts;
using Kind = AdviceAction::Kind;

constexpr double kOverfit = 1.1;        ///< validation at the end over its best
constexpr double kOverfitOfWinner = 2;  ///< the same of a run that wins clearly
constexpr double kDropout = 0.2;

// Overfitting.

/// The last two validation losses are both above the best one, which is four epochs back: less may be chance.
bool overfits(const Facts& f) {
    const EpochLosses *low = f.bestEpoch(), *end = f.lastEpoch();
    if (!(f.isHeard() || f.wasCutOff()) || !low || !end) return false;
    if (end->epoch < low->epoch + kMinEpochs || !(low->validation > 0)) return false;
    double before = end->validation;
    for (const EpochLosses* row = low + 1; row != end; ++row)
        if (std::isfinite(row->validation)) before = row->validation;
    const double least = (f.winsClearly() ? kOverfitOfWinner : kOverfit) * low->validation;
    return std::min(before, end->validation) >= least && end->train < low->train;
}
Phrase overfitText(const Facts& f) {
    const EpochLosses *low = f.bestEpoch(), *end = f.lastEpoch();
    return {GATELAB_TEXT("Advice", "Overfits since epoch %1: validation loss %2, training loss still falls."),
            {low->epoch, changePhrase(end->validation / low->validation - 1)}};
}
AdviceAction regularise(const Facts& f) {
    const std::int64_t epoch = f.bestEpoch()->epoch;
    // Between layers where there are several, else within the layer over time.
    const bool stacked = !unusedReason(*findField("dropout"), f.config);
    const char* const key = stacked ? "dropout" : "recurrent_dropout";
    const double now = stacked ? f.config.dropout : f.config.recurrentDropout;
    if (now < kDropout && canTake(f, key, kDropout))
        return {Kind::NewRun,
                {GATELAB_TEXT("Advice", "Keep epoch %1, try dropout %2"), {epoch, figure(kDropout, 1)}},
                0,
                {changeOf(key, kDropout)}};
    const std::int64_t half = std::max<std::int64_t>(1, f.config.hiddenSize / 2);
    return {Kind::NewRun,
            {GATELAB_TEXT("Advice", "Keep epoch %1, try %2 units"), {epoch, half}},
            0,
            {changeOf("hidden_size", half)}};
}

// Still falling.

Phrase stillFallingText(const Facts& f) {
    const LateFall fall = *f.lateFall();
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

}  // namespace

const AdviceRule kOverfitting{"overfitting", true, overfits, overfitText, regularise};
const AdviceRule kStillFalling{"still-falling", true, [](const Facts& f) { return f.finished() && f.lateFall(); },
                               stillFallingText, moreEpochs};

}  // namespace gatelab::advice
