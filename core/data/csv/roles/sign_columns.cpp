// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/roles/sign_columns.h"

#include "base/words/name_words.h"
#include "data/csv/numbers.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gatelab {
namespace {

/// Nothing but signs, of both kinds, in nearly every row.
bool holdsSigns(const ColumnEvidence& e) {
    const std::int64_t signs = e.pluses + e.minuses;
    return e.pluses > 0 && e.minuses > 0 && e.numbers + e.dates + e.clocks == 0 && signs == e.odd + e.words &&
           e.empty * 20 <= signs;
}

/// One letter says a side only where the name of its column does.
bool isCalledSide(const ColumnEvidence& e, const std::string& name) {
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"soll*",        "haben*",     "s",      "h",           "sh",  "dr", "cr",    "d",   "c",
         "drcr",         "crdr",       "debit*", "credit*",     "dc",  "cd", "type*", "typ", "kz",
         "kennzeichen*", "indicator*", "sign",   "vorzeichen*", "side"});
    return std::ranges::any_of(e.someWords, [](const std::string& word) { return word.size() > 1; }) ||
           hasNameWord(name, kNames);
}

/// The amounts that the words of sides belong to: the nearest numbers without signs, in front first, that are no
/// balance and number nothing; a balance in front where there are no others. None where numbers beside them have signs.
std::optional<std::size_t> amountsOf(std::size_t sides, const CsvLayout& layout,
                                     const std::function<bool(std::size_t)>& lacksSigns,
                                     const std::vector<ColumnEvidence>& evidence) {
    static constexpr auto kLevels = std::to_array<std::string_view>({"balance*", "saldo*", "kontostand*", "solde*"});
    static constexpr auto kNumbers = std::to_array<std::string_view>(
        {"account*", "konto*", "id", "no", "nr", "number*", "card*", "blz", "iban", "reference*", "ref"});
    const auto signedBeside = [&](std::size_t c) { return c < evidence.size() && evidence[c].signedNumbers > 0; };
    if (signedBeside(sides + 1) || (sides > 0 && signedBeside(sides - 1))) return std::nullopt;
    for (std::size_t far = 1; far < evidence.size(); ++far)
        for (const std::size_t c : {sides - far, sides + far})
            if (c < evidence.size() && lacksSigns(c) && !hasNameWord(layout.names[c], kLevels) &&
                !hasNameWord(layout.names[c], kNumbers))
                return c;
    return sides > 0 && lacksSigns(sides - 1) ? std::optional(sides - 1) : std::nullopt;
}

}  // namespace

bool areSides(const ColumnEvidence& e) {
    return std::ranges::any_of(e.someWords, [](const std::string& word) { return sideOf(word) != 0; });
}

void joinSigns(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, std::vector<ColumnPlan>& columns) {
    const auto lacksSigns = [&](std::size_t c) {
        return c < columns.size() && columns[c].kind == ColumnKind::Number && evidence[c].signedNumbers == 0 &&
               columns[c].ledger == LedgerCell::Minus::None && !columns[c].signs;
    };
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!holdsSigns(evidence[c])) continue;
        if (areSides(evidence[c])) {
            if (!isCalledSide(evidence[c], layout.names[c])) continue;
            if (const auto amounts = amountsOf(c, layout, lacksSigns, evidence)) columns[*amounts].signs = c;
        } else if (lacksSigns(c + 1))
            columns[c + 1].signs = c;
        else if (c > 0 && lacksSigns(c - 1))
            columns[c - 1].signs = c;
    }
}

}  // namespace gatelab
