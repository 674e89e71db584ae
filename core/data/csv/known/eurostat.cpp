// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/tables/file_part.h"

#include <map>
#include <set>

namespace gatelab::known_table {
namespace {

/// The codes before the first tab.
std::vector<std::string_view> codesOf(std::string_view line) {
    return cutCells(line.substr(0, std::min(line.find('\t'), line.size())), ',');
}

/// A value with the letters of its flags behind it: "30.2 p", ": c".
struct FlaggedCell {
    std::string_view value, flags;
};
FlaggedCell flaggedCell(std::string_view cell) {
    const std::size_t blank = cell.find(' ');
    if (blank == std::string_view::npos) return {cell, {}};
    return {cell.substr(0, blank), trimCell(cell.substr(blank))};
}

/// Codes that differ from row to row: the others are the same all over and name nothing.
std::vector<bool> tellingCodes(std::string_view text, std::size_t codes, std::string& same, const Progress& progress) {
    std::vector<bool> tells(codes, false);
    const std::vector<std::string_view> names = codesOf(takeLine(text));
    std::vector<std::string_view> first;
    std::string_view line;
    for (Lines lines(text, progress, 0, 0.3); lines.next(line);) {
        const std::vector<std::string_view> row = codesOf(line);
        if (row.size() != codes) continue;
        if (first.empty()) first = row;
        for (std::size_t c = 0; c < codes; ++c) tells[c] = tells[c] || row[c] != first[c];
    }
    for (std::size_t c = 0; c < codes && !first.empty(); ++c)
        if (!tells[c]) same += (same.empty() ? "" : ", ") + std::string(names[c]) + " " + std::string(first[c]);
    // Of one row each code is the same; the last one is the place.
    if (codes > 0 && std::ranges::find(tells, true) == tells.end()) tells.back() = true;
    return tells;
}

void say(KnownTable& table, const std::string& same, std::int64_t missing,
         const std::map<std::string, std::int64_t>& flags) {
    table.said.push_back(
        {1, GATELAB_TEXT("Reading",
                         "a file of Eurostat: each of its rows is a series named by its codes, and became a column; "
                         "the times, which stand across, became rows")});
    if (!same.empty())
        table.said.push_back(
            {1, {GATELAB_TEXT("Reading", "codes that are the same in all rows name nothing: %1"), {same}}});
    std::string list;
    std::int64_t flagged = 0;
    for (const auto& [flag, count] : flags)
        flagged += count, list += (list.empty() ? "" : ", ") + flag + " (" + std::to_string(count) + ")";
    if (flagged > 0)
        table.said.push_back({-1,
                              {GATELAB_TEXT("Reading",
                                            "%1 values carry flags, which were left out: %2 (b: break in the series, "
                                            "e: estimated, p: provisional)"),
                               {flagged, list}}});
    if (missing > 0)
        table.said.push_back({-1, {GATELAB_TEXT("Reading", "%1 cells ':' were read as missing"), {missing}}});
}

}  // namespace

std::optional<KnownTable> eurostat(std::string_view text, const Progress& progress) {
    std::string_view rest = text;
    const std::string_view head = takeLine(rest);
    const std::size_t tab = head.find('\t');
    const std::size_t back = head.substr(0, std::min(tab, head.size())).find('\\');
    if (tab == std::string_view::npos || back == std::string_view::npos || back == 0) return std::nullopt;
    const std::size_t codes = codesOf(head).size();
    std::string same;
    const std::vector<bool> tells = tellingCodes(text, codes, same, progress);
    std::vector<std::string> times;
    for (const std::string_view name : cutCells(head.substr(tab + 1), '\t')) times.emplace_back(name);
    while (!times.empty() && times.back().empty()) times.pop_back();
    constexpr std::size_t kYear = 4;
    std::vector<std::string> names{!times.empty() && times.front().size() == kYear ? "year" : "time"};
    std::vector<std::vector<std::string>> series;
    std::map<std::string, std::int64_t> flags;
    std::int64_t missing = 0;
    std::string_view line;
    Lines lines(rest, progress, 0.3, 1);
    while (lines.next(line)) {
        if (trimCell(line).empty()) continue;
        if (series.size() + 2 > CsvRows::kMaxCells) return std::nullopt;  // no row could hold one of each
        std::string name;
        const std::vector<std::string_view> row = codesOf(line), cells = cutCells(line, '\t');
        for (std::size_t c = 0; c < row.size(); ++c)
            if (c >= tells.size() || tells[c]) name += (name.empty() ? "" : " ") + std::string(row[c]);
        names.push_back(std::move(name));
        series.emplace_back(times.size());
        for (std::size_t c = 1; c < std::min(cells.size(), times.size() + 1); ++c) {
            const FlaggedCell cell = flaggedCell(cells[c]);
            if (!cell.flags.empty()) ++flags[std::string(cell.flags)];
            missing += cell.value == ":" ? 1 : 0;
            series.back()[c - 1] = cell.value == ":" ? std::string_view() : cell.value;
        }
    }
    if (lines.isStopped() || series.empty() || times.empty()) return std::nullopt;
    KnownTable table;
    appendCsvRow(table.text, names);
    const bool isFalling = times.front() > times.back();  // older files have the newest time first
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::size_t t = isFalling ? times.size() - 1 - i : i;
        std::vector<std::string> row{times[t]};
        for (const auto& one : series) row.push_back(one[t]);
        appendCsvRow(table.text, row);
    }
    say(table, same, missing, flags);
    return table;
}

}  // namespace gatelab::known_table
