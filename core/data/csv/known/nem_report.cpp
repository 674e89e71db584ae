// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"

#include <algorithm>
#include <map>

namespace gatelab::known_table {
namespace {

constexpr std::size_t kKeyCells = 4;  // the letter, the report, its table and the version of it

/// "DISPATCH PRICE": the second and third cell of a line I or D; empty: it has too few.
std::string tableOf(std::string_view line) {
    const std::vector<std::string_view> cells = cutCells(line, ',');
    return cells.size() <= kKeyCells ? std::string() : std::string(cells[1]) + " " + std::string(cells[2]);
}

/// Behind the cells that say which table it is.
std::string_view behindKey(std::string_view line) {
    for (std::size_t c = 0; c < kKeyCells; ++c) line.remove_prefix(std::min(line.find(',') + 1, line.size()));
    return line;
}

struct Tables {
    std::map<std::string, std::int64_t> rows;
    std::string largest;
    std::int64_t others = 0;  ///< lines that are none of a report
    bool ends = false;
};
Tables countTables(std::string_view text, const Progress& progress) {
    Tables tables;
    std::string_view line;
    for (Lines lines(text, progress, 0, 0.5); lines.next(line);) {
        if (line.starts_with("D,")) ++tables.rows[tableOf(line)];
        if (line.starts_with("C,") && line.find("END OF REPORT") != std::string_view::npos) tables.ends = true;
        const bool isKnown = line.empty() || line.starts_with("D,") || line.starts_with("C,") || line.starts_with("I,");
        tables.others += isKnown ? 0 : 1;
    }
    std::int64_t most = 0;
    for (const auto& [name, count] : tables.rows)
        if (count > most) most = count, tables.largest = name;
    return tables;
}

}  // namespace

std::optional<KnownTable> nemReport(std::string_view text, const Progress& progress) {
    const std::vector<std::string_view> head = firstLines(text, 3);
    if (head.size() < 3 || !head[0].starts_with("C,") || !head[1].starts_with("I,") || !head[2].starts_with("D,") ||
        tableOf(head[1]).empty() || tableOf(head[1]) != tableOf(head[2]))
        return std::nullopt;
    const Tables tables = countTables(text, progress);
    KnownTable table;
    table.keepsLines = true;
    bool named = false;
    std::string_view line;
    Lines lines(text, progress, 0.5, 1);
    for (; lines.next(line); table.text += '\n') {
        const bool isNames = line.starts_with("I,"), isRow = line.starts_with("D,");
        if ((!isNames && !isRow) || tableOf(line) != tables.largest || (isNames && named)) continue;
        named = named || isNames;
        table.text += behindKey(line);
    }
    if (lines.isStopped()) return std::nullopt;
    table.said.push_back({1,
                          {GATELAB_TEXT("Reading",
                                        "a report of AEMO: lines C are remarks, I the names, D the values; the table "
                                        "'%1' was read, and the first four cells of its lines, which name it, are no "
                                        "columns"),
                           {tables.largest}}});
    std::string others;
    for (const auto& [name, count] : tables.rows)
        if (name != tables.largest)
            others += (others.empty() ? "'" : ", '") + name + "' (" + std::to_string(count) + ")";
    if (!others.empty())
        table.said.push_back({-1,
                              {GATELAB_TEXT("Reading",
                                            "further tables of this report were left out, with their rows: %1. To read "
                                            "one of them, write its lines I and D into a file of its own"),
                               {others}}});
    if (!tables.ends)
        table.said.push_back({-1, GATELAB_TEXT("Reading",
                                               "the report has no line END OF REPORT: the file is cut, and rows may be "
                                               "missing at its end")});
    if (tables.others > 0)
        table.said.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 lines begin with none of C, I and D, and were left out"), {tables.others}}});
    return table;
}

}  // namespace gatelab::known_table
