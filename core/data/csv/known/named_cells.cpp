// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_known_tables.
#include "data/csv/known/known_table.h"
#include "data/csv/known/named_table.h"
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace gatelab::known_table {
namespace {

struct Named {
    std::string_view name, value;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Letters, digits and some marks, a letter or _ first.
bool isName(std::string_view text) {
    constexpr std::size_t kLongest = 64;
    if (text.empty() || text.size() > kLongest || isDigit(text.front()) || text.front() == '-' || text.front() == '.')
        return false;
    return std::ranges::all_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return std::isalnum(byte) != 0 || byte >= 0x80 || std::string_view("_-./ %[]()#").find(c) != std::string::npos;
    });
}

/// Items of a line between `delimiter` (' ': blanks of any number), not inside quotes; a backslash keeps what follows.
std::vector<std::string_view> cutItems(std::string_view line, char delimiter) {
    std::vector<std::string_view> items;
    bool isQuoted = false;
    std::size_t begin = 0;
    const auto take = [&](std::size_t end) {
        const std::string_view item = trimCell(line.substr(begin, end - begin));
        if (!item.empty() || delimiter != ' ') items.push_back(item);
        begin = end + 1;
    };
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\')
            ++at;
        else if (line[at] == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (line[at] == delimiter || (delimiter == ' ' && line[at] == '\t')))
            take(at);
    }
    take(line.size());
    if (!items.empty() && items.back().empty()) items.pop_back();  // a delimiter at the end of the line
    return items;
}

std::string plainValue(std::string_view value) {
    value = trimCell(value);
    if (value.size() < 2 || value.front() != '"' || value.back() != '"') return std::string(value);
    std::string out;
    for (std::size_t at = 1; at + 1 < value.size(); ++at) {
        if (value[at] == '\\' && at + 2 < value.size()) ++at;
        out += value[at];
    }
    return out;
}

/// How the items of a text are written.
struct Style {
    char delimiter = ' ', mark = '=';
};

/// name=value, or name: value where the value is a number.
std::optional<Named> namedItem(std::string_view item, char mark) {
    const std::size_t at = item.find(mark);
    if (at == std::string_view::npos || at + 1 >= item.size()) return std::nullopt;
    const Named named{trimCell(item.substr(0, at)), trimCell(item.substr(at + 1))};
    if (!isName(named.name) || named.value.empty()) return std::nullopt;
    if (mark == '=' && named.value.front() == '=') return std::nullopt;
    return mark == '=' || sniffNumber(named.value).mask != 0 ? std::optional(named) : std::nullopt;
}

/// A line of such items; before them may stand the time alone. Nothing: it is another one.
struct NamedLine {
    std::string time;
    std::vector<Named> items;
};
std::optional<NamedLine> namedLine(std::string_view line, const Style& style) {
    constexpr std::size_t kMostOfTime = 3;
    if (line.size() > kLongestLine) return std::nullopt;
    NamedLine read;
    // 14:30:00.125 -> T:20.5, as the monitor of a serial port writes
    if (const std::size_t arrow = line.find(" -> "); arrow != std::string_view::npos && arrow < 40) {
        read.time = trimCell(line.substr(0, arrow));
        line.remove_prefix(arrow + 4);
    }
    std::size_t before = 0;
    for (std::string_view item : cutItems(line, style.delimiter)) {
        // "2024-01-01 00:00 load=1.5, temp=20": cut at its blanks, since the time has one.
        if (style.delimiter == ' ' && item.size() > 1 && (item.ends_with(',') || item.ends_with(';')))
            item.remove_suffix(1);
        if (const auto named = namedItem(item, style.mark)) {
            read.items.push_back(*named);
            continue;
        }
        if (!read.items.empty() || ++before > kMostOfTime) return std::nullopt;
        read.time += (read.time.empty() ? "" : " ") + std::string(item);
    }
    if (!read.time.empty() && !sniffTime(read.time) && sniffNumber(read.time).mask == 0) return std::nullopt;
    return read.items.empty() || read.items.size() + (read.time.empty() ? 0 : 1) < 2 ? std::nullopt
                                                                                     : std::optional(std::move(read));
}

std::optional<Style> styleOf(const std::vector<std::string_view>& lines) {
    for (const char mark : {'=', ':'})
        for (const char delimiter : {',', ';', '\t', '|', ' '}) {
            std::size_t all = 0, fit = 0;
            std::map<std::string_view, std::size_t> names;
            for (const std::string_view line : lines) {
                if (trimCell(line).empty()) continue;
                ++all;
                const auto read = namedLine(line, {delimiter, mark});
                if (!read) continue;
                ++fit;
                for (const Named& item : read->items) ++names[item.name];
            }
            // Names come again in every line.
            const bool areNames =
                std::ranges::any_of(names, [&](const auto& each) { return isMost(each.second, all); });
            if (all >= 3 && isMost(fit, all) && areNames) return Style{delimiter, mark};
        }
    return std::nullopt;
}

/// measurement,tag=a field=1,other=2i 1704067200000000000
struct Point {
    std::string_view measurement, time;
    std::vector<Named> tags, fields;
};
std::optional<Point> pointOf(std::string_view line) {
    if (line.size() > kLongestLine) return std::nullopt;
    const std::vector<std::string_view> parts = cutItems(line, ' ');
    if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
    Point point;
    const std::vector<std::string_view> head = cutItems(parts[0], ',');
    if (head.empty() || head[0].find('=') != std::string_view::npos || !isName(head[0])) return std::nullopt;
    point.measurement = head[0];
    for (std::size_t i = 1; i < head.size(); ++i) {
        const auto tag = namedItem(head[i], '=');
        if (!tag) return std::nullopt;
        point.tags.push_back(*tag);
    }
    for (const std::string_view item : cutItems(parts[1], ',')) {
        auto field = namedItem(item, '=');
        if (!field) return std::nullopt;
        // Whole numbers end with i or u.
        if (field->value.size() > 1 && (field->value.back() == 'i' || field->value.back() == 'u') &&
            isDigit(field->value[field->value.size() - 2]))
            field->value.remove_suffix(1);
        point.fields.push_back(*field);
    }
    if (parts.size() == 3) {
        point.time = parts[2];
        const std::string_view digits = point.time.substr(point.time.starts_with('-') ? 1 : 0);
        if (digits.empty() || !std::ranges::all_of(digits, isDigit)) return std::nullopt;
    }
    return point.fields.empty() ? std::nullopt : std::optional(std::move(point));
}

bool isRemark(std::string_view line) { return line.starts_with('#') || trimCell(line).empty(); }

}  // namespace

std::optional<KnownTable> lineProtocol(std::string_view text, const Progress& progress) {
    std::size_t all = 0, fit = 0, timed = 0;
    for (const std::string_view line : firstLines(text, kLookedAt)) {
        if (isRemark(line)) continue;
        const auto point = pointOf(line);
        ++all, fit += point ? 1 : 0, timed += point && !point->time.empty() ? 1 : 0;
    }
    if (all < 3 || !isMost(fit, all) || !isMost(timed, all)) return std::nullopt;
    KnownTable table;
    std::int64_t others = 0;
    table.text = namedTable(text, progress, others, [](std::string_view line) -> std::optional<Cells> {
        const auto point = isRemark(line) ? std::nullopt : pointOf(line);
        if (!point) return std::nullopt;
        Cells cells = {{"time", std::string(point->time)}, {"measurement", std::string(point->measurement)}};
        for (const auto* named : {&point->tags, &point->fields})
            for (const Named& each : *named) cells.emplace_back(std::string(each.name), plainValue(each.value));
        return cells;
    });
    if (table.text.empty()) return std::nullopt;
    table.said.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "InfluxDB's line protocol: each line became a row, with a column for each tag and field")});
    if (others > 0) table.said.push_back(otherLines(others));
    return table;
}

std::optional<KnownTable> namedCells(std::string_view text, const Progress& progress) {
    const auto style = styleOf(firstLines(text, kLookedAt));
    if (!style) return std::nullopt;
    KnownTable table;
    std::int64_t others = 0;
    table.text = namedTable(text, progress, others, [&](std::string_view line) -> std::optional<Cells> {
        const auto read = namedLine(line, *style);
        if (!read) return std::nullopt;
        Cells cells;
        if (!read->time.empty()) cells.emplace_back("time", read->time);
        for (const Named& each : read->items) cells.emplace_back(std::string(each.name), plainValue(each.value));
        return cells;
    });
    if (table.text.empty()) return std::nullopt;
    table.said.push_back({-1,
                          {GATELAB_TEXT("Reading",
                                        "each value has its name before it ('%1'): the names became those of "
                                        "columns, and a cell is empty where a line lacks its name"),
                           {std::string("name") + style->mark + "value"}}});
    if (others > 0) table.said.push_back(otherLines(others));
    return table;
}

std::optional<KnownTable> serialLog(std::string_view text) {
    constexpr std::string_view kArrow = " -> ";
    const auto cut = [&](std::string_view line) -> std::optional<std::pair<std::string_view, std::string_view>> {
        const std::size_t at = line.find(kArrow);
        if (at == std::string_view::npos) return std::nullopt;
        const auto time = sniffTime(line.substr(0, at));
        return time && time->hasTime ? std::optional(std::pair(line.substr(0, at), line.substr(at + kArrow.size())))
                                     : std::nullopt;
    };
    std::size_t all = 0, fit = 0;
    std::optional<char> found;
    for (const std::string_view line : firstLines(text, kLookedAt)) {
        if (trimCell(line).empty()) continue;
        const auto parts = cut(line);
        ++all, fit += parts ? 1 : 0;
        // A comma may be one of numbers: 20,5;40,1
        for (const char mark : {';', '\t', ',', ' '})
            if (parts && !found && trimCell(parts->second).find(mark) != std::string_view::npos) found = mark;
    }
    const char delimiter = found.value_or('\t');
    if (all < 3 || !isMost(fit, all)) return std::nullopt;
    KnownTable table;
    table.keepsLines = true;
    bool isFirst = true;
    for (std::string_view line; !text.empty();) {
        line = takeLine(text);
        const auto parts = cut(line);
        const bool areNames = parts && isFirst && std::ranges::none_of(parts->second, isDigit);
        isFirst = isFirst && trimCell(line).empty();
        if (parts) {
            std::vector<std::string> cells{areNames ? "time" : std::string(parts->first)};
            for (const std::string_view item : cutItems(parts->second, delimiter)) cells.emplace_back(item);
            appendCsvRow(table.text, cells);
        } else {
            appendCsvRow(table.text, {std::string(line)});
        }
    }
    table.said.push_back(
        {1, GATELAB_TEXT("Reading", "the log of a serial port: what stands before the arrows '->' is the time")});
    return table;
}

}  // namespace gatelab::known_table
