// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/text_report.h"

#include "data/sequences/text_look.h"
#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"

#include <algorithm>
#include <cstdio>

namespace gatelab::worker {

namespace {

constexpr std::size_t kShownTokens = 400, kShownNames = 40;

}  // namespace

void printText(const SequenceSet& set) {
    const TextLook look = lookAtText(set, kShownTokens);
    const bool areWords = look.tokens == TextTokens::Words;
    std::printf("\ntext: %lld %s, %zu different, in %lld pieces of %lld\n", static_cast<long long>(look.length),
                areWords ? "words and marks" : "characters", look.vocabulary.size(),
                static_cast<long long>(look.pieces), static_cast<long long>(look.pieceLength));
    std::printf("most frequent:");
    for (std::size_t i = 0; i < std::min(kShownNames, look.vocabulary.size()); ++i)
        std::printf(" %s %lld%s", shown(look.vocabulary[i].name).c_str(),
                    static_cast<long long>(look.vocabulary[i].count),
                    i + 1 < std::min(kShownNames, look.vocabulary.size()) ? "," : "");
    if (look.vocabulary.size() > kShownNames)
        std::printf(" and %zu more (--json has all)", look.vocabulary.size() - kShownNames);
    std::printf("\nbegins:\n");
    for (std::size_t at = 0; at < look.beginning.size();) {
        const std::size_t end = std::min(look.beginning.find('\n', at), look.beginning.size());
        std::printf("  %s\n", shown(look.beginning.substr(at, end - at)).c_str());
        at = end + 1;
    }
}

nlohmann::ordered_json textJson(const SequenceSet& set) {
    const TextLook look = lookAtText(set, kShownTokens);
    nlohmann::ordered_json counts = nlohmann::ordered_json::object();
    for (const TextLook::Token& token : look.vocabulary) counts[token.name] = token.count;
    return {{"tokens", look.tokens == TextTokens::Words ? "words" : "characters"},
            {"length", look.length},
            {"pieces", look.pieces},
            {"piece_length", look.pieceLength},
            {"begins", look.beginning},
            {"counts", counts}};
}

}  // namespace gatelab::worker
