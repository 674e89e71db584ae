// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/train_end.h"

#include "base/number_text.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace gatelab {

namespace {

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

Phrase describeGain(const TrainingCounters& counters) {
    const double alone = counters.startValidation, best = counters.bestValidation;
    if (!std::isfinite(alone) || counters.step == 0) return {};
    if (counters.bestStep == 0)
        return {
            GATELAB_TEXT("RunEnd", "validation loss %1 by the linear path alone: no epoch was better beyond chance"),
            {shortNumber(alone)}};
    const double share = (alone - best) / std::abs(alone);
    if (std::round(100 * share) < 1)
        return {
            GATELAB_TEXT("RunEnd", "validation loss %1, linear path alone %2: the recurrent part adds next to nothing"),
            {shortNumber(best), shortNumber(alone)}};
    return {GATELAB_TEXT("RunEnd", "%1 % lower validation loss by the recurrent part: %2 to %3"),
            {shortNumber(shownPercent(share)), shortNumber(alone), shortNumber(best)}};
}

Phrase describePlainEnd(TrainEnd end, const TrainingPosition& position, bool stoppedEarly, bool isKept,
                        bool isUnsaved) {
    const TrainingCounters& counters = position.counters();
    const bool hasBest = counters.bestStep >= 0;
    const std::string loss = shortNumber(counters.bestValidation);
    const Phrase kept =
        isUnsaved
            ? Phrase(GATELAB_TEXT("RunEnd", "its last checkpoint could not be written; what was saved before is kept"))
        : counters.bestStep == 0
            ? Phrase(
                  isKept
                      ? GATELAB_TEXT("RunEnd", "kept the weights from before the first step (validation loss %1)")
                      : GATELAB_TEXT(
                            "RunEnd",
                            "scored with the weights from before the first step (validation loss %1); nothing is kept"),
                  {loss})
        : !hasBest
            ? Phrase(isKept ? GATELAB_TEXT("RunEnd", "kept the last weights")
                            : GATELAB_TEXT("RunEnd", "scored with the last weights; nothing is kept"))
            : Phrase(isKept ? GATELAB_TEXT("RunEnd", "kept the weights of epoch %1 (validation loss %2)")
                            : GATELAB_TEXT("RunEnd",
                                           "scored with the weights of epoch %1 (validation loss %2); nothing is kept"),
                     {counters.bestEpoch, loss});
    if (counters.step == 0)
        return GATELAB_TEXT("RunEnd", "stopped before its first step; the scores are those of its start weights");
    if (end != TrainEnd::Finished)
        return {GATELAB_TEXT("RunEnd", "stopped at step %1, in epoch %2; %3"),
                {counters.step, position.epochNumber(), kept}};
    if (stoppedEarly && !position.isPlanDone())
        return {GATELAB_TEXT("RunEnd", "stopped early at epoch %1: no better validation loss for %2 epochs; %3"),
                {counters.epoch, counters.epochsWithoutBest, kept}};
    return !isUnsaved && (!hasBest || counters.bestStep == counters.step) ? Phrase() : kept;
}

}  // namespace

Phrase describeEnd(TrainEnd end, const TrainingPosition& position, bool stoppedEarly, bool isKept, bool isUnsaved) {
    const Phrase plain = describePlainEnd(end, position, stoppedEarly, isKept, isUnsaved),
                 gain = describeGain(position.counters());
    if (plain.empty() || gain.empty()) return plain.empty() ? gain : plain;
    return {GATELAB_TEXT("RunEnd", "%1; %2"), {plain, gain}};
}

}  // namespace gatelab
