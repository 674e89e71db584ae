// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_known_tables.
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/tables/file_part.h"
#include "data/taken_anew.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <vector>

namespace gatelab::known_table {
namespace {

/// A value in the cells of a mandatory group (NOAA, Federal Climate Complex Data Documentation for ISD): "+0106,5" are
/// 10.6 degrees, checked. Nines in all places are a missing one.
struct Part {
    std::string_view group, name;
    std::size_t value, quality;  ///< which of the parts between commas
    int missing;
    bool isTenths;
};
constexpr Part kParts[] = {{"WND", "WND direction", 0, 1, 999, false}, {"WND", "WND speed", 3, 4, 9999, true},
                           {"CIG", "CIG", 0, 1, 99'999, false},        {"VIS", "VIS", 0, 1, 999'999, false},
                           {"TMP", "TMP", 0, 1, 9999, true},           {"DEW", "DEW", 0, 1, 9999, true},
                           {"SLP", "SLP", 0, 1, 99'999, true}};

/// What becomes of a column of the file.
struct Place {
    std::size_t column;
    const Part* part;  ///< null: as it stands
};

bool isOptionalGroup(std::string_view name) {  // AA1, MW1, ...
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    return name.size() == 3 && isCapital(name[0]) && isCapital(name[1]) && name[2] >= '1' && name[2] <= '9';
}

CsvDialect dialectOfStations() {
    CsvDialect dialect;
    dialect.delimiter = ',';
    dialect.quote = '"';
    dialect.comment.clear();
    return dialect;
}

struct Reading {
    std::string text;
    bool isFailed = false;
};

/// The value of a cell; nothing: it is not built like one of its group.
std::optional<Reading> valueOf(std::string_view cell, const Part& part) {
    if (cell.empty()) return Reading{};
    const std::vector<std::string_view> parts = cutCells(cell, ',');
    if (parts.size() <= std::max(part.value, part.quality) || parts[part.quality].size() != 1) return std::nullopt;
    std::string_view digits = parts[part.value];
    if (digits.starts_with('+')) digits.remove_prefix(1);
    int value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
    if (value == part.missing) return Reading{};
    const char quality = parts[part.quality][0];
    if (quality == '3' || quality == '7') return Reading{{}, true};
    if (!part.isTenths) return Reading{std::to_string(value)};
    const int size = std::abs(value);
    return Reading{(value < 0 ? "-" : "") + std::to_string(size / 10) + "." + std::to_string(size % 10)};
}

}  // namespace

std::optional<KnownTable> hourlyStations(std::string_view text, const Progress& progress) {
    constexpr std::size_t kEach = 4096;
    constexpr std::int64_t kLikeOfEach = 20;  // a few are damaged, as where a download ended
    CsvRows scan(text, dialectOfStations());
    if (!scan.next()) return std::nullopt;
    const std::vector<std::string> header(scan.cells().begin(), scan.cells().end());
    const auto has = [&](std::string_view name) { return std::ranges::find(header, name) != header.end(); };
    if (!has("STATION") || !has("DATE") || !has("REPORT_TYPE") || !(has("TMP") || has("WND"))) return std::nullopt;
    std::vector<Place> places;
    std::vector<std::string> names;
    std::string left;
    for (std::size_t c = 0; c < header.size(); ++c) {
        if (isOptionalGroup(header[c])) {
            left += (left.empty() ? "" : ", ") + header[c];
            continue;
        }
        const auto known = places.size();
        for (const Part& part : kParts)
            if (part.group == header[c]) places.push_back({c, &part}), names.emplace_back(part.name);
        if (places.size() == known) places.push_back({c, nullptr}), names.push_back(header[c]);
    }
    KnownTable table;
    table.keepsLines = true;
    appendCsvRow(table.text, names);
    std::int64_t failed = 0, unlike = 0, like = 0, line = 1;
    std::vector<std::string> row(names.size());
    for (std::size_t rows = 0; scan.next(); ++rows) {
        const double done = static_cast<double>(scan.position()) / static_cast<double>(text.size());
        if (rows % kEach == 0 && !report(progress, done)) return std::nullopt;
        table.keepsLines = table.keepsLines && scan.line() == ++line;
        if (scan.isBlank()) {
            table.text += '\n';
            continue;
        }
        const auto cells = scan.cells();
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto [c, part] = places[i];
            const std::string_view cell = c < cells.size() ? trimCell(cells[c]) : std::string_view();
            const auto value = part ? valueOf(cell, *part) : Reading{std::string(cell)};
            if (part) ++(value ? like : unlike);
            failed += value && value->isFailed ? 1 : 0;
            row[i] = value ? value->text : std::string();
        }
        appendCsvRow(table.text, row);
    }
    if (unlike * kLikeOfEach > like) return std::nullopt;  // another publisher's file
    if (unlike > 0)
        table.said.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 cells are no value with its quality and were read as missing"), {unlike}}});
    table.takenAnew = kPackedCells;
    table.said.push_back({1, GATELAB_TEXT("Reading",
                                          "hourly observations of NOAA (ISD): the cells of WND, CIG, VIS, TMP, DEW "
                                          "and SLP hold a value and its quality; the values were read, in degrees, "
                                          "m/s, m, degrees Celsius and hPa, and nines as missing")});
    if (failed > 0)
        table.said.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 values failed a quality check (their flag says so) and were read as missing"),
              {failed}}});
    if (!left.empty())
        table.said.push_back({1, {GATELAB_TEXT("Reading", "groups of several values were left out: %1"), {left}}});
    return table;
}

}  // namespace gatelab::known_table
