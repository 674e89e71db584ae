// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/tables/file_part.h"
#include "data/taken_anew.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace gatelab::known_table {
namespace {

struct Token {
    std::string_view text;
    std::size_t end;  ///< where it ends in its line
};

std::vector<Token> tokensOf(std::string_view line) {
    constexpr std::string_view kBlanks = " \t";
    std::vector<Token> tokens;
    for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;
         at = line.find_first_not_of(kBlanks, tokens.back().end)) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
        tokens.push_back({line.substr(at, end - at), end});
    }
    return tokens;
}

bool isYear(std::string_view text) {
    return text.size() == 4 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<KnownTable> quarterPrint(std::string_view text) {
    constexpr std::array<std::string_view, 4> kNames = {"Qtr1", "Qtr2", "Qtr3", "Qtr4"};
    std::string_view head;
    while (!text.empty() && trimCell(head).empty()) head = takeLine(text);
    const std::vector<Token> names = tokensOf(head);
    if (!std::ranges::equal(names, kNames, {}, &Token::text)) return std::nullopt;
    KnownTable table;
    table.takenAnew = kPrintedQuarters;
    appendCsvRow(table.text, {"quarter", "value"});
    while (!text.empty()) {
        const std::vector<Token> cells = tokensOf(takeLine(text));
        if (cells.empty()) continue;
        if (!isYear(cells[0].text)) return std::nullopt;
        // The first and the last year may lack quarters: a value stands below the end of its name.
        for (std::size_t i = 1; i < cells.size(); ++i) {
            const auto at = std::ranges::find(names, cells[i].end, &Token::end);
            if (at == names.end()) return std::nullopt;
            const std::string quarter = std::to_string(at - names.begin() + 1);
            appendCsvRow(table.text, {std::string(cells[0].text) + "-Q" + quarter,
                                      std::string(cells[i].text == "NA" ? std::string_view() : cells[i].text)});
        }
    }
    table.said.push_back({-1, GATELAB_TEXT("Reading",
                                           "a printed series of R, a year in each line: its quarters were put one "
                                           "below the other, in a column 'value'")});
    return table;
}

}  // namespace gatelab::known_table
