// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/token_baselines.h"

#include "base/clock.h"
#include "data/sequences/running_text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

namespace gatelab {
namespace {

using Item = SequenceSet::Item;

constexpr std::size_t kBetweenReports = 64;  // items

/// How often each token stands behind each context, a number below `tokens` to the power of its length.
class Counts {
public:
    explicit Counts(std::uint64_t tokens) : tokens_(tokens) {}
    void add(std::uint64_t context, std::uint64_t token) {
        constexpr std::size_t kMostAdded = std::size_t{1} << 22;  // a long text holds few pairs that differ
        added_.push_back(context * tokens_ + token);
        if (added_.size() == kMostAdded) count();
    }
    /// After the last one that is added.
    void settle() {
        count();
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            const std::uint64_t context = keys_[i] / tokens_;
            if (contexts_.empty() || contexts_.back().key != context) contexts_.push_back({.key = context});
            Context& of = contexts_.back();
            of.all += counts_[i], ++of.types;
            if (counts_[i] > of.most) of.most = counts_[i], of.answer = static_cast<std::int64_t>(keys_[i] % tokens_);
        }
    }
    struct Context {
        std::uint64_t key = 0;
        double all = 0, types = 0;
        std::uint32_t most = 0;
        std::int64_t answer = -1;  ///< the most frequent token behind it
    };
    /// Null: the training items do not hold it.
    [[nodiscard]] const Context* find(std::uint64_t context) const {
        const auto found = std::ranges::lower_bound(contexts_, context, {}, &Context::key);
        return found == contexts_.end() || found->key != context ? nullptr : &*found;
    }
    /// Interpolated with what is known of a shorter context.
    [[nodiscard]] double probability(const Context* context, std::uint64_t token, double shorter) const {
        if (context == nullptr) return shorter;
        const std::uint64_t key = context->key * tokens_ + token;
        const auto found = std::ranges::lower_bound(keys_, key);
        const bool isThere = found != keys_.end() && *found == key;
        const double count = isThere ? counts_[static_cast<std::size_t>(found - keys_.begin())] : 0;
        return (count + context->types * shorter) / (context->all + context->types);
    }

private:
    /// What was added since the last time.
    void count() {
        std::ranges::sort(added_);
        std::vector<std::uint64_t> keys;
        std::vector<std::uint32_t> counts;
        keys.reserve(keys_.size()), counts.reserve(keys_.size());
        for (std::size_t known = 0, at = 0; known < keys_.size() || at < added_.size();) {
            const bool isKnown = known < keys_.size() && (at == added_.size() || keys_[known] <= added_[at]);
            keys.push_back(isKnown ? keys_[known] : added_[at]);
            counts.push_back(isKnown ? counts_[known++] : 0);
            for (; at < added_.size() && added_[at] == keys.back(); ++at) ++counts.back();
        }
        keys_ = std::move(keys), counts_ = std::move(counts);
        added_.clear();
    }

    std::uint64_t tokens_;
    std::vector<std::uint64_t> added_;  ///< and not counted yet
    std::vector<std::uint64_t> keys_;   ///< in their order, each once
    std::vector<std::uint32_t> counts_;
    std::vector<Context> contexts_;
};

/// One method's sums.
struct Sums {
    const char* key;
    double nats = 0, right = 0, answers = 0;
    void add(double probability, std::int64_t answer, std::int64_t truth) {
        nats -= std::log(probability), right += answer == truth ? 1 : 0, ++answers;
    }
    [[nodiscard]] SequenceScore score(double seconds) const {
        SequenceScore score{key};
        score.answers = std::llround(answers);
        score.seconds = seconds;
        if (answers > 0) score.accuracy = right / answers, score.crossEntropy = nats / answers;
        return score;
    }
};

/// The steps of an item that say what follows: take(token before it or -1, token, next token).
void forEachStep(const Item& item, auto&& take) {
    for (std::size_t step = 0; step < std::min(item.values.size(), item.targets.size()); ++step)
        if (item.targets[step] >= 0)
            take(step > 0 ? static_cast<std::int64_t>(item.values[step - 1]) : -1,
                 static_cast<std::int64_t>(item.values[step]), static_cast<std::int64_t>(item.targets[step]));
}

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the baselines were cancelled")}; }

}  // namespace

Result<std::vector<SequenceScore>> tokenBaselines(const SequenceSet& set, std::span<const std::int64_t> train,
                                                  std::span<const std::int64_t> test, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    const auto tokens = static_cast<std::uint64_t>(std::max<std::int64_t>(1, set.tokens));
    Counts none(tokens), one(tokens), two(tokens);
    const auto itemOf = [&set](std::int64_t i) -> const Item& { return set.items[static_cast<std::size_t>(i)]; };
    const auto pair = [tokens](std::int64_t before, std::int64_t token) {
        return static_cast<std::uint64_t>(before) * tokens + static_cast<std::uint64_t>(token);
    };
    const double items = static_cast<double>(train.size() + test.size());
    for (std::size_t i = 0; i < train.size(); ++i) {
        if (i % kBetweenReports == 0 && !report(progress, static_cast<double>(i) / items)) return cancelled();
        forEachStep(itemOf(train[i]), [&](std::int64_t before, std::int64_t token, std::int64_t next) {
            const auto wanted = static_cast<std::uint64_t>(next);
            none.add(0, wanted);
            one.add(static_cast<std::uint64_t>(token), wanted);
            if (before >= 0) two.add(pair(before, token), wanted);
        });
    }
    for (Counts* counts : {&none, &one, &two}) {
        counts->settle();
        if (!report(progress, -1)) return cancelled();
    }
    Sums sums[] = {{"majority"}, {"bigram"}, {"trigram"}};
    const Counts::Context* const all = none.find(0);
    for (std::size_t i = 0; i < test.size(); ++i) {
        if (i % kBetweenReports == 0 && !report(progress, static_cast<double>(train.size() + i) / items))
            return cancelled();
        forEachStep(itemOf(test[i]), [&](std::int64_t before, std::int64_t token, std::int64_t next) {
            const auto wanted = static_cast<std::uint64_t>(next);
            const Counts::Context* const last = one.find(static_cast<std::uint64_t>(token));
            const Counts::Context* const both = before >= 0 ? two.find(pair(before, token)) : nullptr;
            const double flat = none.probability(all, wanted, 1 / static_cast<double>(tokens)),
                         bigram = one.probability(last, wanted, flat), trigram = two.probability(both, wanted, bigram);
            const std::int64_t most = all != nullptr ? all->answer : 0, behind = last != nullptr ? last->answer : most;
            sums[0].add(flat, most, next);
            sums[1].add(bigram, behind, next);
            sums[2].add(trigram, both != nullptr ? both->answer : behind, next);
        });
    }
    std::vector<SequenceScore> scores;
    for (const Sums& method : sums) {
        scores.push_back(method.score(secondsSince(started)));
        scores.back().ofWords = textTokensOf(set) == TextTokens::Words;
    }
    return scores;
}

double bitsOf(double crossEntropy) { return crossEntropy / std::numbers::ln2; }
double perplexityOf(double crossEntropy) { return std::exp(crossEntropy); }

}  // namespace gatelab
