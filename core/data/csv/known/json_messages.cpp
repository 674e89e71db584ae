// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_known_tables.
#include "data/csv/known/known_table.h"
#include "data/csv/known/named_table.h"
#include "data/csv/time/times.h"
#include "data/tables/json_reader_lines.h"

#include <algorithm>
#include <string>

namespace gatelab::known_table {
namespace {

/// Cells of a table rather than a topic: `2024-01-01 00:00:10<tab>21.5<tab>{"ok":1}`. A comma before a blank is one of
/// a sentence.
bool areCells(std::string_view text) {
    for (std::size_t at = text.find_first_of(",;\t|"); at != std::string_view::npos;
         at = text.find_first_of(",;\t|", at + 1))
        if (text[at] != ',' || at + 1 >= text.size() || text[at + 1] != ' ') return true;
    return false;
}

/// The longest beginning of a text that is a time, up to three words: "2024-01-01 00:00:10 MQT".
std::string_view timeAhead(std::string_view text) {
    constexpr int kMostWords = 3;
    std::string_view found;
    std::size_t end = 0;
    for (int word = 0; word < kMostWords && end < text.size(); ++word) {
        end = std::min(text.find(' ', end + 1), text.size());
        if (const auto time = sniffTime(text.substr(0, end)); time && time->hasTime) found = text.substr(0, end);
    }
    return found;
}

/// What stands before the object of a line, and this one; nothing: it has none, or nothing stands before it.
struct Message {
    std::string_view before, object;
};
std::optional<Message> messageOf(std::string_view line) {
    if (line.size() > kLongestLine) return std::nullopt;
    line = trimCell(line);
    const std::size_t at = line.find('{');
    if (at == 0 || at == std::string_view::npos || !line.ends_with('}')) return std::nullopt;
    std::string_view before = trimCell(line.substr(0, at));
    while (!before.empty() && (before.back() == '=' || before.back() == ':' || before.back() == ','))
        before = trimCell(before.substr(0, before.size() - 1));
    return before.empty() || areCells(before.substr(timeAhead(before).size()))
               ? std::nullopt
               : std::optional(Message{before, line.substr(at)});
}

}  // namespace

std::optional<KnownTable> jsonMessages(std::string_view text, const Progress& progress) {
    std::size_t all = 0, fit = 0;
    for (const std::string_view line : firstLines(text, kLookedAt)) {
        if (trimCell(line).empty()) continue;
        const auto message = messageOf(line);
        ++all, fit += message && flatJson(message->object) ? 1 : 0;
    }
    if (all < 3 || !isMost(fit, all)) return std::nullopt;
    KnownTable table;
    std::int64_t others = 0;
    table.text = namedTable(text, progress, others, [](std::string_view line) -> std::optional<Cells> {
        const auto message = messageOf(line);
        auto values = message ? flatJson(message->object) : std::nullopt;
        if (!values) return std::nullopt;
        Cells cells;
        const std::string_view time = timeAhead(message->before), rest = trimCell(message->before.substr(time.size()));
        if (!time.empty()) cells.emplace_back("received", std::string(time));
        if (!rest.empty()) cells.emplace_back("topic", std::string(rest));
        for (auto& value : *values) cells.push_back(std::move(value));
        return cells;
    });
    if (table.text.empty()) return std::nullopt;
    table.said.push_back({-1, GATELAB_TEXT("Reading",
                                           "each line holds an object of JSON: its values became columns, and what "
                                           "stands before it the column 'topic', a time 'received'")});
    if (others > 0) table.said.push_back(otherLines(others));
    return table;
}

}  // namespace gatelab::known_table
