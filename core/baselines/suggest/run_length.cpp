// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "config/field_use.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxEpochs = 400;

}  // namespace

std::int64_t suggestedBatch(std::int64_t examples) {
    return examples >= 1024 ? 64 : examples >= 256 ? 32 : examples >= 64 ? 16 : 8;
}

void suggestLength(Suggester& to, std::int64_t examples, std::int64_t steps, std::int64_t seconds) {
    to.suggest("batch_size", suggestedBatch(examples),
               {GATELAB_TEXT("Suggestion",
                             "%1 examples to learn from: batches large enough for the processor, small enough for "
                             "several steps per epoch"),
                {examples}});
    const std::int64_t batch = std::max<std::int64_t>(1, to.config().batchSize),
                       perEpoch = (examples + batch - 1) / batch;
    const std::int64_t epochs =
        std::clamp(steps / std::max<std::int64_t>(1, perEpoch), kMinSuggestedEpochs, kMaxEpochs);
    to.suggest(
        "epochs", epochs,
        seconds > 0
            ? Phrase(GATELAB_TEXT("Suggestion",
                                  "about %1 steps, %2 in each epoch, which take about %3 s: long sequences learn "
                                  "slowly, and more epochs would go on to better scores"),
                     {epochs * perEpoch, perEpoch, seconds})
            : Phrase(GATELAB_TEXT("Suggestion",
                                  "about %1 steps, %2 in each epoch: steps, not epochs, decide what is learned, "
                                  "and so many take less than 20 seconds on two cores"),
                     {epochs * perEpoch, perEpoch}));
    if (seconds > 0) to.insteadOf("epochs", {{"epochs", 2 * to.config().epochs}}, Suggester::kUnknown, 2);
    if (!hasValidation(to.config())) return;
    to.suggest(
        "early_stop", std::max<std::int64_t>(5, to.config().epochs * 2 / 5),
        GATELAB_TEXT("Suggestion", "two fifths of the run without a better validation loss: more would only overfit"));
    to.insteadOf("early_stop", {{"early_stop", std::int64_t{0}}});
}

}  // namespace gatelab
