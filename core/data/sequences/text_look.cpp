// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/text_look.h"

#include <algorithm>

namespace gatelab {

TextLook lookAtText(const SequenceSet& set, std::size_t most, const Progress& progress) {
    constexpr std::size_t kBetweenReports = 1024;
    TextLook look{.tokens = textTokensOf(set), .pieces = std::ssize(set.items), .beginning = {}, .vocabulary = {}};
    if (!set.items.empty()) look.pieceLength = set.items.front().steps;
    std::vector<std::int64_t> counts(set.tokenNames.size());
    TextJoiner joiner(look.tokens);
    for (std::size_t i = 0; i < set.items.size(); ++i) {
        if (i % kBetweenReports == 0 &&
            !report(progress, static_cast<double>(i) / static_cast<double>(set.items.size())))
            return {};
        for (const double value : set.items[i].values) {
            const auto token = static_cast<std::size_t>(value);
            if (token >= counts.size()) continue;
            ++counts[token];
            if (static_cast<std::size_t>(look.length++) < most) look.beginning += joiner.add(set.tokenNames[token]);
        }
    }
    for (std::size_t token = 0; token < counts.size(); ++token)
        if (counts[token] > 0) look.vocabulary.push_back({tokenLabel(set.tokenNames[token]), counts[token]});
    std::ranges::stable_sort(look.vocabulary, std::ranges::greater(), &TextLook::Token::count);
    return look;
}

}  // namespace gatelab
