// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/kept_text.h"

#include "base/rng.h"
#include "config/shapes/running_text.h"
#include "data/sequences/running_text.h"
#include "forecast/row_network.h"
#include "forecast/saved_run_plan.h"
#include "plan/devices.h"
#include "store/saved_preparation_file.h"

#include <ATen/ATen.h>

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace gatelab {

namespace {

constexpr std::int64_t kOther = 0;
/// Tokens of the beginning that are read at once.
constexpr std::size_t kBlock = 256;

/// The network with the state that it has come to.
class Reader {
public:
    explicit Reader(Model& model) : model_(model) {}

    /// Reads some tokens; scores of the token behind each of them, [token][class] in double precision on the host.
    at::Tensor read(std::span<const std::int64_t> tokens) {
        const at::NoGradGuard noGrad;
        const at::Tensor input = at::tensor(at::ArrayRef<std::int64_t>(tokens.data(), tokens.size()), at::kLong)
                                     .view({-1, 1})
                                     .to(model_.options().device());
        ForwardOptions options;
        if (state_) options.state = &*state_;
        ForwardResult result = model_.forward(input, options);
        state_ = detached(result.state);
        return result.output.select(1, 0).to(at::kCPU, at::kDouble).contiguous();
    }

private:
    Model& model_;
    std::optional<ModelState> state_;
};

/// Draws a class but <other> by its score, divided by the temperature; 0: the highest one.
std::int64_t draw(std::span<const double> scores, double temperature, Rng& rng) {
    std::int64_t best = -1;
    for (std::int64_t k = 0; k < std::ssize(scores); ++k)
        if (k != kOther && (best < 0 || scores[static_cast<std::size_t>(k)] > scores[static_cast<std::size_t>(best)]))
            best = k;
    const double level = rng.uniform();  // drawn in any case: what follows does not depend on the temperature's zero
    if (best < 0 || !(temperature > 0)) return best;
    const auto weight = [&](std::int64_t k) {
        return k == kOther ? 0.0
                           : std::exp((scores[static_cast<std::size_t>(k)] - scores[static_cast<std::size_t>(best)]) /
                                      temperature);
    };
    double sum = 0;
    for (std::int64_t k = 0; k < std::ssize(scores); ++k) sum += weight(k);
    double left = level * sum;
    for (std::int64_t k = 0; k < std::ssize(scores); ++k)
        if (left -= weight(k); left < 0 && k != kOther) return k;
    return best;
}

/// The sum of -log p of tokens, each with the scores of the step before it.
double natsOf(const at::Tensor& scores, std::span<const std::int64_t> next) {
    const at::Tensor logs = at::log_softmax(scores, 1);
    double nats = 0;
    for (std::size_t i = 0; i < next.size(); ++i)
        nats -= logs.const_data_ptr<double>()[static_cast<std::int64_t>(i) * logs.size(1) + next[i]];
    return nats;
}

/// A run of a running text, opened.
struct OpenedText {
    SavedSequences of;
    TextTokens tokens = TextTokens::Characters;
    std::vector<std::int64_t> beginning;
    bool isEmpty = false;  ///< nothing was asked to be gone on with
};

Result<OpenedText> openText(const ContinuationRequest& request, const ExperimentConfig& config) {
    auto kept = readPreparation(request.runFolder);
    if (!kept.ok()) return kept.error();
    if (!readsText(config) || !kept->sequences || kept->sequences->tokenNames.size() < 2)
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Training", "this run was not trained on a running text; only such a run goes on with one")};
    OpenedText text;
    text.of = std::move(*kept->sequences), text.tokens = textTokensOf(config);
    text.beginning = tokenNumbers(request.beginning, text.tokens, text.of.tokenNames);
    text.isEmpty = text.beginning.empty();
    // As if a line had ended before it, or where the run knows none, behind its most frequent token.
    if (text.isEmpty) text.beginning = tokenNumbers("\n", text.tokens, text.of.tokenNames);
    if (text.isEmpty && text.beginning.front() == kOther) text.beginning.front() = 1;
    return text;
}

/// A plan of the beginning alone.
Result<SavedRunPlan> planOf(const OpenedText& text, const ContinuationRequest& request,
                            const ExperimentConfig& config) {
    auto set = std::make_shared<SequenceSet>();
    set->channelNames = text.of.channels;
    set->classNames = text.of.classes;
    set->tokenNames = text.of.tokenNames;
    set->tokens = text.of.tokens;
    SequenceSet::Item item;
    item.values.assign(text.beginning.begin(), text.beginning.end());
    item.steps = std::ssize(item.values);
    set->items.push_back(std::move(item));
    return makeSavedRunPlan(request.runFolder, config, {nullptr, std::move(set)}, 0);
}

TextContinuation goOn(Reader& reader, const OpenedText& text, const ContinuationRequest& request,
                      const ContinuationWatch& watch) {
    TextContinuation made;
    made.ofWords = text.tokens == TextTokens::Words, made.nats = std::numeric_limits<double>::quiet_NaN();
    const std::span<const std::int64_t> all = text.beginning;
    if (!text.isEmpty)
        for (const std::int64_t token : all) ++(token == kOther ? made.unknown : made.known);
    at::Tensor scores;
    double nats = 0;
    for (std::size_t at = 0; at < all.size(); at += kBlock) {
        const auto block = all.subspan(at, std::min(kBlock, all.size() - at));
        scores = reader.read(block);
        nats += natsOf(scores, all.subspan(at + 1, std::min(block.size(), all.size() - at - 1)));
        if (watch && !watch({})) return made;
    }
    if (all.size() > 1) made.nats = nats / static_cast<double>(all.size() - 1);
    TextJoiner joiner(text.tokens);
    forEachToken(request.beginning, text.tokens, [&](std::string_view token) {
        joiner.add(token);
        return true;
    });
    Rng rng(request.seed, RandomPurpose::ScheduledSampling);  // it reads what it has said, always
    while (made.tokens < request.tokens) {
        const double* last = scores.const_data_ptr<double>() + (scores.size(0) - 1) * scores.size(1);
        const std::int64_t token = draw({last, static_cast<std::size_t>(scores.size(1))}, request.temperature, rng);
        if (token < 0 || token >= std::ssize(text.of.tokenNames)) break;
        const std::string piece = joiner.add(text.of.tokenNames[static_cast<std::size_t>(token)]);
        made.text += piece;
        ++made.tokens;
        if (watch && !watch(piece)) break;
        if (made.tokens < request.tokens) scores = reader.read({&token, 1});
    }
    return made;
}

}  // namespace

Result<TextContinuation> continueKeptText(const ContinuationRequest& request, const ContinuationWatch& watch) {
    if (request.tokens < 0 || !(request.temperature >= 0) || !std::isfinite(request.temperature))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Training", "length and temperature of a continuation are 0 or more")};
    auto weights = readRunWeights(request.runFolder, request.checkpoint);
    if (!weights.ok()) return weights.error();
    const auto text = openText(request, weights->config);
    if (!text.ok()) return text.error();
    if (weights->config.bidirectional)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Training", "this network reads a text from both ends and cannot go on with one")};
    const auto planned = planOf(*text, request, weights->config);
    if (!planned.ok()) return planned.error();
    const LibrarySettings settings(planned->plan.config, planned->plan.device, LibrarySettings::Of::LookingIn);
    RowNetwork network(std::move(*weights), {});
    const auto objective = network.on(planned->plan);
    if (!objective.ok()) return objective.error();
    Reader reader((*objective)->model());
    return goOn(reader, *text, request, watch);
}

}  // namespace gatelab
