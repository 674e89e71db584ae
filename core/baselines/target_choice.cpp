// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/target_choice.h"

#include "baselines/signal_check.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/rows_ahead.h"
#include "data/split.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

namespace gatelab {
namespace {

bool isCalledTarget(const std::string& name) {
    static constexpr std::string_view kNames[] = {"y",      "Y",      "target",   "Target",
                                                  "output", "Output", "response", "Response"};
    return std::ranges::find(kNames, name) != std::end(kNames);
}

/// Columns that may be forecast, the likeliest first.
std::vector<const Channel*> candidates(const Series& series, const ExperimentConfig& config) {
    constexpr std::size_t kMostTried = 16;
    const std::set<std::size_t> words = wordChannels(series);
    const std::vector<std::string> known = knownAheadColumns(config.recipe);
    std::vector<const Channel*> found;
    for (std::size_t i = series.channels.size(); i-- > 0;) {
        const Channel& channel = series.channels[i];
        const bool isLast = i + 1 == series.channels.size();
        if (words.contains(i) || (!isLast && std::ranges::find(known, channel.name) != known.end())) continue;
        found.push_back(&channel);
    }
    std::ranges::stable_partition(found, [](const Channel* channel) { return isCalledTarget(channel->name); });
    found.resize(std::min(found.size(), kMostTried));
    return found;
}

Phrase reasonFor(const Channel& chosen, const Channel& last) {
    if (isCalledTarget(chosen.name))
        return {GATELAB_TEXT("Suggestion", "its name says that it is what is forecast; the last column is '%1'"),
                {last.name}};
    return {GATELAB_TEXT("Suggestion",
                         "about '%1', the last column, nothing can be learned from what was before; of this one most "
                         "can"),
            {last.name}};
}

}  // namespace

std::optional<TargetChoice> chooseTarget(const Series& series, const ExperimentConfig& config) {
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!split.ok() || series.channels.empty()) return std::nullopt;
    const Channel& last = series.channels.back();
    // Of many columns of noise one seems to hold something by chance: not the first of which something can be learned,
    // but the one of which most can.
    const Channel* best = nullptr;
    double most = -std::numeric_limits<double>::infinity();
    for (const Channel* channel : candidates(series, config)) {
        const SignalCheck check = checkSignal(series, config, channel->name, split->train);
        if (check.verdict == SignalCheck::Verdict::None || check.isStatic) continue;
        if (channel == &last) return std::nullopt;
        if (isCalledTarget(channel->name)) return TargetChoice{channel->name, reasonFor(*channel, last)};
        if (check.verdict == SignalCheck::Verdict::Signal && check.gain > most) best = channel, most = check.gain;
    }
    if (best == nullptr) return std::nullopt;
    return TargetChoice{best->name, reasonFor(*best, last)};
}

}  // namespace gatelab
