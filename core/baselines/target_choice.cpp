// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/target_choice.h"

#include "base/words/name_words.h"
#include "baselines/signal_check.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/rows_ahead.h"
#include "data/split.h"

#include <algorithm>
#include <array>
#include <cmath>
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

/// Called like what people forecast, in the languages of their files; as hasNameWord() takes them.
bool isCalledForecast(const std::string& name) {
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"sales", "sale", "demand", "load", "close", "closing", "revenue*", "turnover", "consumption*", "value",
         "umsatz*", "absatz*", "nachfrage*", "verbrauch*", "schlusskurs*", "wert", "ventas", "venta", "demanda",
         "consumo*", "cierre", "valor", "ventes", "demande", "consommation*", "cl\u00f4ture", "valeur", "vendite",
         "domanda", "chiusura", "valore", "vendas", "fechamento",
         // Sold, amount sold, demand, load, closing price, consumption, value; sold and demand in Japanese
         "\u9500\u91cf", "\u9500\u552e\u989d", "\u9700\u6c42", "\u8d1f\u8377", "\u6536\u76d8", "\u7528\u7535\u91cf",
         "\u6570\u503c", "\u58f2\u4e0a", "\u9700\u8981"});
    return hasNameWord(name, kWords);
}

/// What a calendar or a plan says beforehand, and states of 0 and 1: inputs rather than targets.
bool isRatherInput(const Channel& channel) {
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"dayofweek", "day of week",    "day_of_week",   "weekday*",     "wochentag*",   "weekend*",    "holiday*",
         "feiertag*", "schoolholiday*", "stateholiday*", "promo*",       "month",        "monat",       "hour",
         "stunde",    "quarter",        "week",          "\u661f\u671f", "\u8282\u5047", "\u4fc3\u9500"});
    bool isYesNo = true, isAny = false;
    for (const double value : channel.values) {
        if (!std::isfinite(value)) continue;
        isAny = true;
        isYesNo = value == 0 || value == 1;
        if (!isYesNo) break;
    }
    return (isAny && isYesNo) || hasNameWord(channel.name, kWords);
}

bool isConstant(const Channel& channel) {
    double first = std::numeric_limits<double>::quiet_NaN();
    for (const double value : channel.values) {
        if (!std::isfinite(value) || value == first) continue;
        if (!std::isnan(first)) return false;
        first = value;
    }
    return true;
}

/// Columns that may be forecast, the likeliest first.
std::vector<const Channel*> candidates(const Series& series, const ExperimentConfig& config,
                                       const std::vector<std::string>& refused) {
    constexpr std::size_t kMostTried = 16;
    const std::set<std::size_t> words = wordChannels(series);
    const std::vector<std::string> known = knownAheadColumns(config.recipe);
    const auto isIn = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    std::vector<const Channel*> found;
    for (std::size_t i = series.channels.size(); i-- > 0;) {
        const Channel& channel = series.channels[i];
        const bool isLast = i + 1 == series.channels.size();
        if (words.contains(i) || (!isLast && isIn(known, channel.name)) || isIn(refused, channel.name) ||
            isConstant(channel))
            continue;
        found.push_back(&channel);
    }
    // Where all are called like inputs one of them is meant.
    const auto inputs =
        std::ranges::stable_partition(found, [](const Channel* channel) { return !isRatherInput(*channel); });
    if (inputs.begin() != found.begin()) found.erase(inputs.begin(), inputs.end());
    std::ranges::stable_partition(found, [](const Channel* channel) { return isCalledForecast(channel->name); });
    (void)std::ranges::stable_partition(found, [](const Channel* channel) { return isCalledTarget(channel->name); });
    if (found.size() <= kMostTried) return found;
    // Neighbours, as the places of a grid, are alike: of many some of each kind are tried, with the last one.
    const auto named = static_cast<std::size_t>(std::ranges::count_if(found, [](const Channel* channel) {
        return isCalledTarget(channel->name) || isCalledForecast(channel->name);
    }));
    const std::size_t first = std::min(kMostTried - 1, named), places = kMostTried - first,
                      from = named < found.size() ? named : first, rest = found.size() - from;
    for (std::size_t i = 0; i < places; ++i) found[first + i] = found[from + i * rest / places];
    found.resize(kMostTried);
    return found;
}

Phrase reasonFor(const Channel& chosen, const Channel& last) {
    if (isCalledTarget(chosen.name))
        return {GATELAB_TEXT("Suggestion", "its name says that it is what is forecast; the last column is '%1'"),
                {last.name}};
    if (isCalledForecast(chosen.name))
        return {GATELAB_TEXT("Suggestion", "it is called like what is forecast; the last column is '%1'"), {last.name}};
    if (isRatherInput(last))
        return {GATELAB_TEXT("Suggestion",
                             "'%1', the last column, is a state or a plan, and an input rather than a target; of this "
                             "one most can be learned from what was before"),
                {last.name}};
    return {GATELAB_TEXT("Suggestion",
                         "about '%1', the last column, nothing can be learned from what was before; of this one most "
                         "can"),
            {last.name}};
}

}  // namespace

std::optional<TargetChoice> chooseTarget(const Series& series, const ExperimentConfig& config,
                                         const std::vector<std::string>& refused) {
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!split.ok() || series.channels.empty()) return std::nullopt;
    const Channel& last = series.channels.back();
    const std::vector<const Channel*> tried = candidates(series, config, refused);
    // Of many columns of noise one seems to hold something by chance: not the first of which something can be learned,
    // but the one of which most can, and what chance makes of so many is not enough.
    const Channel* best = nullptr;
    double most = -std::numeric_limits<double>::infinity();
    bool isNothing = tried.size() + refused.size() > 1;
    for (const Channel* channel : tried) {
        const bool isNamed = isCalledTarget(channel->name) || isCalledForecast(channel->name);
        const bool isExpected = channel == &last || isNamed;
        const SignalCheck check =
            checkSignal(series, config, channel->name, split->train, isExpected ? 1 : tried.size());
        isNothing = isNothing && check.verdict == SignalCheck::Verdict::None;
        if (check.verdict == SignalCheck::Verdict::None || check.isStatic) continue;
        if (channel == &last) return std::nullopt;
        if (isNamed) return TargetChoice{channel->name, reasonFor(*channel, last)};
        if (check.verdict == SignalCheck::Verdict::Signal && check.gain > most) best = channel, most = check.gain;
    }
    if (best != nullptr) return TargetChoice{best->name, reasonFor(*best, last)};
    // All that could be forecast were refused: one of them, since what else there is, a run refuses.
    const bool isNoneLeft = tried.empty() && !refused.empty();
    if (!isNothing && !isNoneLeft) return std::nullopt;
    const bool isLastOne =
        std::ranges::find(tried, &last) != tried.end() || std::ranges::find(refused, last.name) != refused.end();
    if (isLastOne && tried.size() + refused.size() < 2) return std::nullopt;  // there was nothing to choose
    return TargetChoice{isLastOne    ? last.name
                        : isNoneLeft ? refused.front()
                                     : tried.front()->name,
                        {GATELAB_TEXT("Suggestion",
                                      "about none of the %1 columns that were looked at can anything be learned from "
                                      "what was before; this is the last one that could be forecast"),
                         {tried.size() + refused.size()}},
                        false};
}

}  // namespace gatelab
