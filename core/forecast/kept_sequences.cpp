// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/kept_sequences.h"

#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_classes.h"
#include "data/sequences/text_tokens.h"
#include "forecast/row_network.h"
#include "forecast/saved_run_plan.h"
#include "forecast/sequence_forecaster.h"
#include "plan/devices.h"
#include "store/saved_preparation_file.h"

namespace gatelab {

namespace {

class KeptSequences final : public SequenceStream {
public:
    /// `kept` is of sequences.
    KeptSequences(SavedPreparation kept, RunWeights weights, std::optional<PackedNetwork> packed)
        : kept_(std::move(kept)), network_(std::move(weights), std::move(packed)) {
        const SavedSequences& of = *kept_.sequences;
        if (readsTexts()) words_.emplace(Vocabulary::named(of.tokenNames));
        set_.channelNames = of.channels;
        set_.tokens = of.tokens;
        set_.tokenNames = of.tokenNames;
        next();
    }

    const std::vector<std::string>& columns() const override { return set_.channelNames; }
    const std::vector<std::string>& tokens() const override { return set_.tokenNames; }
    bool readsTexts() const override {
        const std::vector<std::string>& names = kept_.sequences->tokenNames;
        return !names.empty() && names.front() == Vocabulary::kOther;
    }
    std::vector<std::string> classes() const override {
        if (kept_.sequences->targets > 0) return {};
        return namesOfClasses(kept_.sequences->classCount, kept_.sequences->classes);
    }

    Result<StreamAnswer> add(const std::vector<double>& step) override {
        SequenceSet::Item& item = set_.items.front();
        if (auto fits = checkRowWidth(step.size(), columns().size()); !fits.ok()) return fits.error();
        item.values.insert(item.values.end(), step.begin(), step.end());
        ++item.steps;
        return answer();
    }
    void next() override { set_.items.assign(1, {}); }
    Result<StreamAnswer> read(std::string_view text) override {
        if (!words_)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Training", "this run reads numbers and no texts")};
        next();
        SequenceSet::Item& item = set_.items.front();
        if (readsText(network_.config())) {
            const auto numbers = tokenNumbers(text, textTokensOf(network_.config()), set_.tokenNames);
            item.values.assign(numbers.begin(), numbers.end());
        } else {
            item.values = words_->numbersOf(text);
        }
        item.steps = std::ssize(item.values);
        if (item.steps == 0) return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the text is empty")};
        return answer();
    }

private:
    Result<StreamAnswer> answer() {
        const auto kept =
            makeSavedRunPlan(kept_, network_.config(), {nullptr, std::make_shared<const SequenceSet>(set_)}, 0);
        if (!kept.ok()) return kept.error();
        const LibrarySettings settings(kept->plan.config, kept->plan.device, LibrarySettings::Of::LookingIn);
        const auto objective = network_.on(kept->plan);
        if (!objective.ok()) return objective.error();
        const auto answers = sequenceAnswers(kept->plan, **objective, ExamplePart::Test, {});
        if (!answers.ok()) return answers.error();
        StreamAnswer last;
        if (!answers->answer.empty()) last.answer = answers->answer.back();
        const auto end = [](const std::vector<double>& values, std::size_t count) {
            return std::vector<double>(values.end() - static_cast<std::ptrdiff_t>(std::min(count, values.size())),
                                       values.end());
        };
        last.probability = end(answers->probability, answers->classes.size());
        last.numbers = end(answers->numbers, static_cast<std::size_t>(answers->targets));
        return last;
    }

    SavedPreparation kept_;
    RowNetwork network_;
    std::optional<Vocabulary> words_;
    SequenceSet set_;  ///< the sequence under way
};

}  // namespace

Result<std::unique_ptr<SequenceStream>> openKeptSequences(const std::filesystem::path& runFolder,
                                                          std::optional<PackedNetwork> packed) {
    auto loaded = readRowWeights(runFolder);
    if (!loaded.ok()) return loaded.error();
    if (isForecast(loaded->config))
        return Error{ErrorCode::Unsupported, GATELAB_TEXT("Training",
                                                          "this run forecasts a series and reads no "
                                                          "sequences")};
    auto kept = readPreparation(runFolder);
    if (!kept.ok()) return kept.error();
    if (!kept->sequences)
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Preparing", "the run's record names no channel of a sequence")};
    return std::unique_ptr<SequenceStream>(
        std::make_unique<KeptSequences>(std::move(*kept), std::move(*loaded), std::move(packed)));
}

}  // namespace gatelab
