// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/setting_predicates.h"
#include "data/look/insight.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
using Tone = Insight::Tone;
constexpr double kUneven = 3;
}  // namespace

Insights classInsights(const SequenceSet& set, const std::vector<SequenceClass>& classes,
                       const ExperimentConfig& config) {
    std::vector<const SequenceClass*> labelled;
    std::int64_t all = 0, test = 0, shortest = -1, longest = 0;
    for (const SequenceClass& one : classes) {
        shortest = shortest < 0 ? one.shortest : std::min(shortest, one.shortest);
        longest = std::max(longest, one.longest);
        if (one.label >= 0) labelled.push_back(&one), all += one.count() - one.test, test += one.test;
    }
    Insights found;
    if (labelled.size() > 1) {
        const auto count = [](const SequenceClass* one) { return one->count() - one->test; };
        const auto [low, high] = std::ranges::minmax_element(labelled, {}, count);
        const auto name = [&](const SequenceClass* one) {
            return set.classNames[static_cast<std::size_t>(one->label)];
        };
        // Which one is largest only the training tells; how often it is right, the test part where there is one.
        const auto share = [](std::int64_t part, std::int64_t of) {
            return std::llround(100 * static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(1, of)));
        };
        const std::int64_t guess = test > 0 ? share((*high)->test, test) : share(count(*high), all);
        if (count(*low) == 0) {
            // No weight makes up for what is not there.
            found.push_back(
                {Tone::Caution,
                 {GATELAB_TEXT("Look", "%1 has no sequence to train on, so it is never named."), {name(*low)}}});
        } else if (static_cast<double>(count(*high)) >= kUneven * static_cast<double>(count(*low))) {
            Insight uneven{
                Tone::Caution,
                {GATELAB_TEXT("Look", "%1 has %2 sequences to train on, %3 has %4: rare ones are easily ignored."),
                 {name(*high), count(*high), name(*low), count(*low)}}};
            if (givesClasses(config) && !config.classWeights)
                uneven.action = GATELAB_TEXT("Look", "Balance classes"), uneven.settings = {{"class_weights", "true"}};
            found.push_back(uneven);
        } else {
            found.push_back({Tone::Good,
                             {GATELAB_TEXT("Look", "The classes are balanced: %1 to %2 sequences each to train on."),
                              {count(*low), count(*high)}}});
        }
        found.push_back(
            {Tone::Fact,
             {test > 0 ? GATELAB_TEXT("Look",
                                      "Always naming the largest class of the training part is right in %1 % of the "
                                      "test part: the least to beat.")
                       : GATELAB_TEXT("Look", "Always naming the largest class is right in %1 %: the least to beat."),
              {guess}}});
    }
    if (longest > shortest && shortest >= 0)
        found.push_back({Tone::Fact,
                         {GATELAB_TEXT("Look", "Lengths differ, %1 to %2 steps: shorter ones are padded and masked."),
                          {shortest, longest}}});
    return found;
}

}  // namespace gatelab
