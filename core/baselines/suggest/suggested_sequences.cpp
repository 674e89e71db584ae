// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "config/architecture.h"
#include "config/setting_predicates.h"
#include "data/model_shape.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_sizes.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gatelab {

namespace {

constexpr std::int64_t kMinToValidate = 200;  // sequences, of which a part can be spared and tells something
constexpr std::int64_t kSequenceSteps = 800;
constexpr std::int64_t kTextSteps = 1500, kMinTextEpochs = 2, kMaxTextEpochs = 40;
// Time steps of sequences in about 20 s on two cores: of 32 units, and of 64 in two layers
constexpr double kMaxWork = 16e6, kMaxDeepWork = 3.5e6;

/// Time steps of all sequences that a suggested run reads.
double sequenceWork(const SequenceSet& set, std::int64_t train) {
    double steps = 0;
    for (const SequenceSet::Item& item : set.items) steps += static_cast<double>(item.steps);
    return steps / static_cast<double>(std::max<std::size_t>(1, set.items.size())) *
           static_cast<double>(std::max(kSequenceSteps * suggestedBatch(train), kMinSuggestedEpochs * train));
}

/// The larger of two networks was better on seven sets of the UCR and UEA archives, as tried with an earlier version;
/// not measured again since.
ExperimentConfig withNetwork(const Suggester& to, bool isLarge) {
    ExperimentConfig config = to.config();
    if (!to.isGiven("hidden_size")) config.hiddenSize = isLarge ? 64 : ExperimentConfig().hiddenSize;
    if (!to.isGiven("layers")) config.layers = isLarge ? 2 : 1;
    if (!to.isGiven("pooling")) config.pooling = isLarge ? "max" : "attention";
    return config;
}

/// Which of them is a rule, and is said to be one: of so short a training the validation part could not choose, and few
/// sequences have none.
Phrase networkReason(const ExperimentConfig& config, std::int64_t items, double work) {
    const auto seconds = [work](double most) { return std::llround(20 * work / most); };
    if (isClassification(config) && work <= kMaxDeepWork)
        return GATELAB_TEXT("Suggestion",
                            "there is time for 64 units in two layers, which did better on seven other sets: a rule of "
                            "the length of the sequences, not chosen on the validation part of these data");
    if (isClassification(config))
        return {GATELAB_TEXT("Suggestion",
                             "64 units in two layers did better on seven other sets, and would take about %1 s instead "
                             "of %2 s here: a rule of the length of the sequences, not chosen on the validation part "
                             "of these data"),
                {seconds(kMaxDeepWork), seconds(kMaxWork)}};
    if (isRegression(config) && items < kMinToValidate)
        return {GATELAB_TEXT("Suggestion",
                             "of only %1 sequences with numbers nothing is claimed, of no size of the network: hold "
                             "its score against the mean of the training targets"),
                {items}};
    return GATELAB_TEXT("Suggestion",
                        "larger networks were tried on sequences with one class each alone; not chosen on the "
                        "validation part of these data");
}

void suggestNetwork(Suggester& to, const Dataset& data, std::int64_t items, double work) {
    const bool isLarge = isClassification(to.config()) && work <= kMaxDeepWork;
    const ExperimentConfig chosen = withNetwork(to, isLarge), other = withNetwork(to, !isLarge);
    const Phrase reason = networkReason(to.config(), items, work);
    const ModelShape shape = modelShape(to.config(), data);
    const auto times = [&](const ExperimentConfig& one) {
        return describeArchitecture(one, shape).multiplyAdds / describeArchitecture(chosen, shape).multiplyAdds;
    };
    ExperimentConfig units = chosen, layers = chosen;
    units.hiddenSize = other.hiddenSize, layers.layers = other.layers;
    to.suggest("hidden_size", chosen.hiddenSize, reason);
    to.insteadOf("hidden_size", {{"hidden_size", other.hiddenSize}}, Suggester::kUnknown, times(units));
    to.suggest("layers", chosen.layers,
               isLarge
                   ? GATELAB_TEXT("Suggestion", "the second layer reads what both directions of the first one found")
                   : reason);
    to.insteadOf("layers", {{"layers", other.layers}}, Suggester::kUnknown, times(layers));
    if (isLabelling(to.config())) return;
    to.suggest("pooling", chosen.pooling,
               isLarge ? GATELAB_TEXT("Suggestion",
                                      "a class shows somewhere in the sequence: the largest value over time finds it")
                       : GATELAB_TEXT("Suggestion", "every step of a sequence can tell the answer, not only the last"));
    to.insteadOf("pooling", {{"pooling", other.pooling}});
}

/// A running text, whose next token is said: read in its order only.
void suggestText(Suggester& to, const SequenceSet& set) {
    const auto sizes = sequenceSizes(set, to.config());
    if (!sizes.ok()) return;
    to.suggest(
        "hidden_size", std::int64_t{128},
        GATELAB_TEXT("Suggestion", "what a text goes on with depends on much: 128 units say more of it than 32"));
    to.insteadOf("hidden_size", {{"hidden_size", std::int64_t{256}}}, Suggester::kUnknown, 3);
    to.suggest("embedding_size", std::int64_t{32},
               GATELAB_TEXT("Suggestion", "room to tell letters, signs and words apart by what they are used for"));
    to.suggest("learning_rate", 0.005,
               GATELAB_TEXT("Suggestion", "a usual rate for characters and words with this schedule"));
    to.suggest("schedule", std::string("one-cycle"),
               GATELAB_TEXT("Suggestion", "few steps go furthest when the rate rises and falls once over the run"));
    const std::int64_t batch = suggestedBatch(sizes->train), perEpoch = (sizes->train + batch - 1) / batch;
    to.suggest("batch_size", batch,
               {GATELAB_TEXT("Suggestion",
                             "%1 examples to learn from: batches large enough for the processor, small enough for "
                             "several steps per epoch"),
                {sizes->train}});
    const std::int64_t epochs = std::clamp(kTextSteps / perEpoch, kMinTextEpochs, kMaxTextEpochs);
    to.suggest("epochs", epochs,
               {GATELAB_TEXT("Suggestion",
                             "about %1 steps, %2 in each epoch: a text is learned slowly, and more epochs "
                             "go on to better scores"),
                {epochs * perEpoch, perEpoch}});
    to.insteadOf("epochs", {{"epochs", 2 * to.config().epochs}}, Suggester::kUnknown, 2);
}

}  // namespace

void suggestSequences(Suggester& to, const Dataset& data) {
    const SequenceSet& set = *data.sequences;
    if (isRunningText(set)) return suggestText(to, set);
    const std::int64_t given = givenTest(set), known = static_cast<std::int64_t>(set.items.size()) - given;
    const bool hasClasses = isClassification(to.config());
    if (givenValidation(set) > 0 && given > 0) {
        // each part is given
    } else if (given > 0 && known < kMinToValidate)
        to.suggest("split", std::string("100%/0%"),
                   {GATELAB_TEXT("Suggestion",
                                 "the test part is given, and of only %1 other sequences each is needed to learn from: "
                                 "the run goes to its end, where the learning rate is near 0"),
                    {known}});
    else if (given > 0)
        to.suggest("split", std::string(hasClasses ? "85%/15% stratified" : "85%/15%"),
                   {GATELAB_TEXT("Suggestion", "the test part is given; of the %1 others a share tells when to stop"),
                    {known}});
    else if (hasClasses)
        to.suggest("split", std::string("70%/15%/15% stratified"),
                   GATELAB_TEXT("Suggestion", "no test part is given; each part has its share of every class"));
    const auto sizes = sequenceSizes(set, to.config());
    const std::int64_t train = sizes.ok() ? sizes->train : known;
    const double work = sequenceWork(set, train);
    if (set.tokens == 0) {
        to.suggest("cell", std::string("gru"),
                   GATELAB_TEXT("Suggestion", "as good as an LSTM on short labelled sequences, and faster"));
    }
    to.suggest("bidirectional", true,
               GATELAB_TEXT("Suggestion", "a sequence is there as a whole, so it is read from both ends"));
    if (set.tokens == 0) suggestNetwork(to, data, known, work);
    to.suggest("learning_rate", 0.005,
               GATELAB_TEXT("Suggestion", "the rate that did best over a panel of sequence sets with this schedule"));
    to.suggest("schedule", std::string("one-cycle"),
               GATELAB_TEXT("Suggestion", "few steps go furthest when the rate rises and falls once over the run"));
    if (!sizes.ok()) return;
    suggestLength(to, train, kSequenceSteps, work > kMaxWork ? std::llround(work / kMaxWork * 20) : 0);
}

}  // namespace gatelab
