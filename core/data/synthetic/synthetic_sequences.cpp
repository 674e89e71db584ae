// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "data/synthetic/synthetic_members.h"

#include <utility>

namespace gatelab::synthetic {

SequenceSet emptySet(const char* key, const char* name, std::vector<std::string> channels) {
    SequenceSet set;
    set.name = name;
    set.source = std::string("builtin:") + key;
    set.channelNames = std::move(channels);
    set.report.format = "builtin";
    return set;
}

Dataset finishSet(SequenceSet set) {
    set.parts.assign(set.items.size(), SequenceSet::Part::Unassigned);
    return {nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

namespace {

/// Adding problem, Hochreiter and Schmidhuber (1997), 5.4, T = 100 (or shorter): T to 1.1 T steps of pairs (a number
/// from [-1, 1], a marker). Two markers are 1, one in the first ten steps and one before step T/2 - 1 (their numbers
/// are X1 and X2), the first and the last marker are -1, all others 0. Target 0.5 + (X1 + X2) / 4; a marked first step
/// counts as 0.
template <std::uint64_t kShortest>
Dataset adding(const char* key, const char* name, std::int64_t length, std::uint64_t seed) {
    SequenceSet set = emptySet(key, name, {"number", "marker"});
    for (std::int64_t i = 0; i < length; ++i) {
        Rng rng(seed, RandomPurpose::Synthetic, static_cast<std::uint64_t>(i));
        const std::uint64_t steps = kShortest + rng.below(kShortest / 10 + 1);
        SequenceSet::Item item;
        item.steps = static_cast<std::int64_t>(steps);
        item.values.resize(steps * 2, 0.0f);
        for (std::uint64_t t = 0; t < steps; ++t) item.values[t * 2] = static_cast<float>(rng.uniform(-1, 1));
        const std::uint64_t first = rng.below(10);
        std::uint64_t second = rng.below(kShortest / 2 - 1);
        while (second == first) second = rng.below(kShortest / 2 - 1);
        item.values[1] = -1;
        item.values[(steps - 1) * 2 + 1] = -1;
        for (const std::uint64_t marked : {first, second}) item.values[marked * 2 + 1] = 1;
        const double x1 = first == 0 ? 0 : item.values[first * 2], x2 = second == 0 ? 0 : item.values[second * 2];
        item.targets = {static_cast<float>(0.5 + (x1 + x2) / 4.0)};
        set.items.push_back(std::move(item));
    }
    return finishSet(std::move(set));
}

Dataset longAdding(std::int64_t length, std::uint64_t seed) {
    return adding<100>("adding", "Adding problem", length, seed);
}
Dataset shortAdding(std::int64_t length, std::uint64_t seed) {
    return adding<30>("adding-30", "Adding problem, short", length, seed);
}

/// 24 steps of (a number from [-1, 1], a marker, a question). One of the first twelve numbers is marked with 1; the
/// question is 0 except at the last step, where it is 0 or 1 by chance. Target: the marked number where it is asked
/// for, else 0. What a cell knows need not be shown: the task of an output gate.
Dataset askedNumber(std::int64_t length, std::uint64_t seed) {
    constexpr std::size_t kSteps = 24, kMarkable = 12, kChannels = 3;
    SequenceSet set = emptySet("ask-24", "Asked number", {"number", "marker", "ask"});
    for (std::int64_t i = 0; i < length; ++i) {
        Rng rng(seed, RandomPurpose::Synthetic, static_cast<std::uint64_t>(i));
        SequenceSet::Item item;
        item.steps = kSteps;
        item.values.resize(kSteps * kChannels, 0.0f);
        for (std::size_t t = 0; t < kSteps; ++t) item.values[t * kChannels] = static_cast<float>(rng.uniform(-1, 1));
        const std::size_t marked = rng.below(kMarkable);
        const bool isAsked = rng.below(2) == 1;
        item.values[marked * kChannels + 1] = 1;
        item.values[(kSteps - 1) * kChannels + 2] = isAsked ? 1.0f : 0.0f;
        item.targets = {isAsked ? item.values[marked * kChannels] : 0.0f};
        set.items.push_back(std::move(item));
    }
    return finishSet(std::move(set));
}

/// Temporal order 6a, Hochreiter and Schmidhuber (1997), 5.6: 100 to 110 symbols, one-hot; it starts with E and ends
/// with B, and everything between is drawn from a, b, c, d, except X or Y at two places (steps 10 to 20 and 50 to 60).
/// The class is the order of the two.
Dataset temporalOrder(std::int64_t length, std::uint64_t seed) {
    enum Symbol : std::size_t { kLetters = 4, kX = 4, kY = 5, kStart = 6, kEnd = 7, kSymbols = 8 };
    SequenceSet set = emptySet("temporal-order", "Temporal order 6a", {"a", "b", "c", "d", "X", "Y", "E", "B"});
    set.classNames = {"X then X", "X then Y", "Y then X", "Y then Y"};
    for (std::int64_t i = 0; i < length; ++i) {
        Rng rng(seed, RandomPurpose::Synthetic, static_cast<std::uint64_t>(i));
        const std::uint64_t steps = 100 + rng.below(11);
        const std::uint64_t first = 10 + rng.below(11), second = 50 + rng.below(11);
        SequenceSet::Item item;
        item.steps = static_cast<std::int64_t>(steps);
        item.values.resize(steps * kSymbols, 0.0f);
        item.label = 0;
        for (std::uint64_t t = 0; t < steps; ++t) {
            std::size_t symbol = rng.below(kLetters);
            if (t == first || t == second) {
                symbol = rng.below(2) == 0 ? kX : kY;
                item.label = item.label * 2 + (symbol == kY ? 1 : 0);
            }
            if (t == 0) symbol = kStart;
            if (t == steps - 1) symbol = kEnd;
            item.values[t * kSymbols + symbol] = 1;
        }
        set.items.push_back(std::move(item));
    }
    return finishSet(std::move(set));
}

/// Copy task (Hochreiter and Schmidhuber 1997; sizes after Arjovsky et al. 2016, delay 30): ten symbols out of eight,
/// 29 blanks, a marker, ten blanks; the answer is blank until the marker and then the ten symbols. One class per step.
Dataset copyTask(std::int64_t length, std::uint64_t seed) {
    constexpr std::size_t kSymbols = 8, kCopied = 10, kDelay = 30, kSteps = kDelay + 2 * kCopied;
    constexpr float kBlank = 8, kMarker = 9;
    SequenceSet set = emptySet("copy", "Copy task", {"symbol"});
    set.tokens = 10;
    set.tokenNames = {"1", "2", "3", "4", "5", "6", "7", "8", "blank", "marker"};
    set.classNames = {"1", "2", "3", "4", "5", "6", "7", "8", "blank"};
    for (std::int64_t i = 0; i < length; ++i) {
        Rng rng(seed, RandomPurpose::Synthetic, static_cast<std::uint64_t>(i));
        SequenceSet::Item item;
        item.steps = kSteps;
        item.values.assign(kSteps, kBlank);
        item.targets.assign(kSteps, kBlank);
        item.values[kCopied + kDelay - 1] = kMarker;
        for (std::size_t t = 0; t < kCopied; ++t) {
            const auto symbol = static_cast<float>(rng.below(kSymbols));
            item.values[t] = symbol;
            item.targets[kSteps - kCopied + t] = symbol;
        }
        set.items.push_back(std::move(item));
    }
    return finishSet(std::move(set));
}

}  // namespace

std::span<const Builtin> sequences() {
    static const Builtin table[] = {{"adding", longAdding, true},
                                    {"adding-30", shortAdding, true},
                                    {"ask-24", askedNumber, true},
                                    {"temporal-order", temporalOrder, true},
                                    {"copy", copyTask, true},
                                    {"grammar", grammar, true},
                                    {"grammar-long", longGrammar, true},
                                    {"catchments", catchments, true}};
    return table;
}

}  // namespace gatelab::synthetic
