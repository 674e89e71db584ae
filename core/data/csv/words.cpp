// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gatelab {

std::string lowered(std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return out;
}

bool isRule(std::span<const std::string_view> cells, char delimiter, bool belowNames) {
    std::size_t longest = 0;
    for (const std::string_view cell : cells) {
        if (cell.empty()) continue;
        if (cell.size() < 2 || cell.find_first_not_of("-:=+ ") != std::string_view::npos) return false;
        longest = std::max(longest, cell.size());
    }
    return longest > 3 || (longest == 3 && delimiter == '|') || (longest > 0 && belowNames);
}

bool isSumWord(std::string_view cell) {
    static constexpr std::string_view kWords[] = {"std",
                                                  "std dev",
                                                  "stddev",
                                                  "stdev",
                                                  "sd",
                                                  "standard deviation",
                                                  "variance",
                                                  "stdabw",
                                                  "标准差",
                                                  "最大值",
                                                  "最小值",
                                                  "平均值",
                                                  "total",
                                                  "totals",
                                                  "grand total",
                                                  "subtotal",
                                                  "sub-total",
                                                  "sum",
                                                  "summe",
                                                  "gesamt",
                                                  "gesamtsumme",
                                                  "average",
                                                  "avg",
                                                  "mean",
                                                  "gesamtergebnis",
                                                  "mittel",
                                                  "median",
                                                  "minimum",
                                                  "min",
                                                  "max",
                                                  "maximum",
                                                  "mittelwert",
                                                  "durchschnitt",
                                                  "total général",
                                                  "totale",
                                                  "somme",
                                                  "moyenne",
                                                  "media",
                                                  "promedio",
                                                  "suma",
                                                  "soma",
                                                  "média",
                                                  "zwischensumme",
                                                  "合计",
                                                  "总计",
                                                  "平均",
                                                  "小计",
                                                  "итого",
                                                  "standardabweichung",
                                                  "jahressumme",
                                                  "jahresmittel",
                                                  "monatssumme",
                                                  "monatsmittel",
                                                  "saldo",
                                                  "endsaldo",
                                                  "schlusssaldo",
                                                  "kontostand",
                                                  "closing balance",
                                                  "opening balance",
                                                  "σ",
                                                  "∑"};
    if (cell.empty() || cell.size() > 40) return false;
    const std::string text = lowered(cell);
    const auto isEnd = [](char c) { return c == ' ' || c == ':' || c == '-' || c == '_'; };
    return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
        const std::size_t rest = text.size() - std::min(text.size(), word.size());
        return (text.starts_with(word) && (rest == 0 || isEnd(text[word.size()]))) ||
               (rest > 0 && text.ends_with(word) && isEnd(text[rest - 1]));
    });
}

std::optional<SwitchWord> switchWord(std::string_view cell) {
    static constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
        {"true", "false"}, {"yes", "no"},  {"on", "off"}, {"ja", "nein"}, {"wahr", "falsch"},
        {"vrai", "faux"},  {"oui", "non"}, {"是", "否"},  {"t", "f"},     {"y", "n"}};
    if (cell.size() > 6) return std::nullopt;
    const std::string text = lowered(cell);
    for (std::size_t pair = 0; pair < std::size(kPairs); ++pair)
        if (text == kPairs[pair].first || text == kPairs[pair].second)
            return SwitchWord{pair, text == kPairs[pair].first};
    return std::nullopt;
}

}  // namespace gatelab
