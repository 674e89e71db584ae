// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/word_parts.h"

#include "data/time_scanner.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// The start of "00 - 01", "23-24", "23 - 00": the hours of a power exchange.
std::optional<int> hourOfSpan(std::string_view word) {
    time_text::Scanner in(word);
    int from = 0, to = 0, length = 0;
    const auto blanks = [&] {
        while (in.skip(" ") || in.skip("\u00A0")) continue;
    };
    if (!in.number(2, from, length) || length != 2) return std::nullopt;
    blanks();
    if (!in.skip("-") && !in.skip("\u2013")) return std::nullopt;
    blanks();
    if (!in.number(2, to, length) || length != 2 || !in.atEnd() || from > 23) return std::nullopt;
    return to == from + 1 || (from == 23 && to == 0) ? std::optional(from) : std::nullopt;
}

/// 0100 UTC, 13Z, 13h, 13 Uhr: whole hours.
std::optional<int> hourOfZone(std::string_view word) {
    time_text::Scanner in(word);
    int hour = 0, length = 0;
    if (!in.number(4, hour, length) || length == 3 || (length == 4 && hour % 100 != 0)) return std::nullopt;
    if (length == 4) hour /= 100;
    in.blanks();
    const bool isNamed = in.skipWord("utc") || in.skipWord("gmt") || in.skip("Z") || in.skipWord("h") ||
                         in.skipWord("uhr") || in.skipWord("hrs");
    return isNamed && in.atEnd() && hour <= 24 ? std::optional(hour) : std::nullopt;
}

}  // namespace

std::optional<WordPart> wordPart(std::string_view word) {
    time_text::Scanner in(word);
    if (const int month = in.monthName(); month > 0 && in.atEnd()) return WordPart{TimePart::Month, month};
    in.moveTo(0);
    int number = 0, length = 0;
    if (in.number(2, number, length) && in.skip("月") && in.atEnd() && number >= 1 && number <= 12)
        return WordPart{TimePart::Month, number};
    in.moveTo(0);
    if ((in.skip("Q") || in.skip("q")) && in.digits(1, number) && in.atEnd() && number >= 1 && number <= 4)
        return WordPart{TimePart::Quarter, number};
    if (const auto hour = hourOfSpan(word)) return WordPart{TimePart::Hour, *hour};
    if (const auto hour = hourOfZone(word)) return WordPart{TimePart::Hour, *hour};
    for (const std::string_view hour : {"he", "hour", "hr", "stunde"}) {
        in.moveTo(0);
        if (!in.skipWord(hour)) continue;
        in.blanks();
        if (in.number(2, number, length) && in.atEnd() && number <= 24) return WordPart{TimePart::Hour, number};
    }
    return std::nullopt;
}

std::optional<TimePart> partOfWords(const TableScan& scan, std::size_t c) {
    constexpr std::size_t kMost = 40;  // spellings
    if (c >= scan.words.size() || scan.words[c].empty() || scan.words[c].size() > kMost) return std::nullopt;
    const auto first = wordPart(scan.words[c].front());
    const bool areAlike = first && std::ranges::all_of(scan.words[c], [&](const std::string& word) {
                              const auto part = wordPart(word);
                              return part && part->part == first->part;
                          });
    return areAlike ? std::optional(first->part) : std::nullopt;
}

std::vector<double> numbersOfWords(const TableScan& scan, std::size_t c) {
    std::vector<double> ofWord, numbers;
    for (const std::string& word : scan.words[c]) {
        const auto part = wordPart(word);
        ofWord.push_back(part ? part->number : std::nan(""));
    }
    numbers.reserve(static_cast<std::size_t>(scan.rows));
    for (const WordNumber word : scan.wordOf[c]) numbers.push_back(word < ofWord.size() ? ofWord[word] : std::nan(""));
    numbers.resize(static_cast<std::size_t>(scan.rows), std::nan(""));
    return numbers;
}

}  // namespace gatelab
