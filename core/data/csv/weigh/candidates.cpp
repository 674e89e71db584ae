// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/weigh/candidates.h"

#include "data/csv/numbers.h"
#include "data/csv/time/times.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

using Candidates = std::vector<ReadCandidate>;

double share(std::int64_t part, std::int64_t all) {
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

Phrase percent(double share) { return Phrase(std::to_string(std::llround(100 * share))); }

bool isValue(ColumnKind kind) { return kind != ColumnKind::Text && kind != ColumnKind::Empty; }

Candidates delimiters(const CsvFindings& f) {
    Candidates all;
    for (const WeighedDelimiter& one : f.dialect.weighed)
        all.push_back({delimiterKey(one.delimiter),
                       one.score,
                       {GATELAB_TEXT("Guess", "%1 columns in %2 % of the lines, %3 % of the cells numbers or times"),
                        {static_cast<std::int64_t>(one.width), percent(one.steady), percent(one.typed)}}});
    return all;
}

/// What the marked numbers of the table can be read with.
Candidates decimals(const CsvFindings& f) {
    std::int64_t marked = 0, points = 0, commas = 0;
    for (std::size_t c = 0; c < f.plan.columns.size(); ++c)
        if (f.plan.columns[c].kind == ColumnKind::Number)
            f.scan.evidence[c].masks.each([&](NumberMask mask, std::int64_t count) {
                if (mask == kAllFormats) return;
                marked += count;
                points += (mask & kPointFormats) != 0 ? count : 0;
                commas += (mask & kCommaFormats) != 0 ? count : 0;
            });
    if (marked == 0) return {};
    const auto candidate = [marked](const char* key, std::int64_t count) {
        return ReadCandidate{
            key,
            share(count, marked),
            {GATELAB_TEXT("Guess", "%1 of %2 numbers with a mark can be read with it"), {count, marked}}};
    };
    return {candidate("point", points), candidate("comma", commas)};
}

Candidates encodings(const CsvFindings& f) { return f.encoding.weighed; }

/// Each of the first lines as the first one of the table: its names, or its first row.
Candidates skippedLines(const CsvFindings& f) {
    Candidates all;
    for (const WeighedLine& line : f.layout.weighed) {
        const double fits = share(std::min<std::int64_t>(line.cells, std::ssize(f.layout.names)),
                                  std::max<std::int64_t>(line.cells, std::ssize(f.layout.names)));
        all.push_back({std::to_string(line.line - 1),
                       fits * share(line.named, line.columns),
                       {GATELAB_TEXT("Guess", "line %1 has %2 cells, words above %3 of %4 columns of numbers or times"),
                        {line.line, line.cells, line.named, line.columns}}});
    }
    return all;
}

/// Whether the line of names says something else than the values below.
Candidates headers(const CsvFindings& f) {
    std::int64_t columns = 0, named = 0;
    const std::vector<std::string>& cells = f.layout.headerCells;
    for (std::size_t c = 0; c < std::min(cells.size(), f.plan.columns.size()); ++c) {
        if (!isValue(f.plan.columns[c].kind)) continue;
        ++columns;
        named += sniffNumber(cells[c]).mask == 0 && !sniffTime(cells[c]) ? 1 : 0;
    }
    if (columns == 0) return {};
    return {{"first",
             share(named, columns),
             {GATELAB_TEXT("Guess", "%1 of %2 columns of numbers or times have a word there"), {named, columns}}},
            {"none",
             share(columns - named, columns),
             {GATELAB_TEXT("Guess", "%1 of %2 columns of numbers or times have a number or a time there too"),
              {columns - named, columns}}}};
}

Candidates missingWords(const CsvFindings& f) {
    std::map<std::string, std::int64_t> words;
    std::int64_t cells = 0;
    for (std::size_t c = 0; c < f.plan.columns.size(); ++c) {
        if (!isValue(f.plan.columns[c].kind)) continue;
        const ColumnEvidence& e = f.scan.evidence[c];
        cells += e.empty + e.words + e.numbers;
        for (const auto& [word, count] : e.wordCounts) words[word] += count;
    }
    Candidates all;
    for (const auto& [word, count] : words)
        all.push_back({word,
                       share(count, cells),
                       {GATELAB_TEXT("Guess", "%1 of %2 cells in columns of numbers or times"), {count, cells}}});
    return all;
}

/// Numbers that rise as the time; a name of something else speaks against it.
ReadCandidate risingNumbers(const CsvFindings& f, std::size_t c) {
    const ColumnEvidence& e = f.scan.evidence[c];
    const double rises = share(e.rises, 2 * std::max<std::int64_t>(1, e.numbers - 1));
    if (namesOtherThanTime(f.layout.names[c]))
        return {f.layout.names[c],
                rises / 4,
                {GATELAB_TEXT("Guess",
                              "numbers, of which %1 of %2 are larger than the one before, under the name of "
                              "something else"),
                 {e.rises, e.numbers - 1}}};
    return {
        f.layout.names[c],
        rises,
        {GATELAB_TEXT("Guess", "numbers, of which %1 of %2 are larger than the one before"), {e.rises, e.numbers - 1}}};
}

Candidates timeColumns(const CsvFindings& f) {
    Candidates all;
    for (std::size_t c = 0; c < f.plan.columns.size(); ++c) {
        const ColumnEvidence& e = f.scan.evidence[c];
        const ColumnKind kind = f.plan.columns[c].kind;
        const std::int64_t times = e.dates + e.clocks, cells = times + e.numbers + e.odd + e.words + e.empty;
        if (kind == ColumnKind::Date || kind == ColumnKind::Clock)
            all.push_back({f.layout.names[c],
                           share(times, cells),
                           {GATELAB_TEXT("Guess", "%1 of %2 cells are dates or times of day"), {times, cells}}});
        else if (kind == ColumnKind::Number && (e.mostlyRises() || std::ranges::count(f.plan.time.columns, c) > 0))
            // Whatever rises could count the time; a date says that it does.
            all.push_back(risingNumbers(f, c));
    }
    return all;
}

/// The orders of day, month and year in which dates of the column exist.
Candidates timeFormats(const CsvFindings& f) {
    const auto dates = std::ranges::find_if(f.plan.time.columns,
                                            [&](std::size_t c) { return f.plan.columns[c].kind == ColumnKind::Date; });
    if (dates == f.plan.time.columns.end() || f.plan.time.columns.size() > 1) return {};
    const ColumnEvidence& e = f.scan.evidence[*dates];
    const auto look = sniffTime(e.sample);
    if (!look) return {};
    Candidates all;
    for (std::size_t order = 0; order < kDateOrders.size(); ++order) {
        std::int64_t fits = 0;
        for (std::size_t mask = 1; mask < e.orderCounts.size(); ++mask)
            if ((mask >> order & 1U) != 0) fits += e.orderCounts[mask];
        if (fits == 0) continue;
        const std::string format = timeFormatOf(e.sample, *look, kDateOrders[order]);
        if (std::ranges::count(all, format, &ReadCandidate::value) > 0) continue;  // the names of months say it
        const TimeSteps& steps = e.orderSteps[order];
        const double even = steps.changes() > 1 ? share(steps.steady, steps.changes() - 1) : 1;
        all.push_back({format,
                       share(fits, e.dates) * even,
                       {GATELAB_TEXT("Guess", "%1 of %2 dates exist in this order, %3 % of the steps are equal"),
                        {fits, e.dates, percent(even)}}});
    }
    return all;
}

}  // namespace

void addCandidates(const CsvFindings& f, ReadReport& report) {
    using Weigh = Candidates (*)(const CsvFindings&);
    constexpr std::pair<const char*, Weigh> kWeighed[] = {
        {"csv_encoding", encodings},  {"csv_delimiter", delimiters},    {"csv_decimal", decimals},
        {"csv_header", headers},      {"csv_skip_lines", skippedLines}, {"csv_missing", missingWords},
        {"time_column", timeColumns}, {"time_format", timeFormats}};
    for (ReadGuess& guess : report.guesses) {
        if (guess.overridden) continue;
        for (const auto& [key, weigh] : kWeighed)
            if (guess.key == key) guess.candidates = weigh(f);
        std::ranges::stable_sort(guess.candidates, [&](const ReadCandidate& a, const ReadCandidate& b) {
            return std::pair(a.value == guess.value, a.score) > std::pair(b.value == guess.value, b.score);
        });
    }
}

}  // namespace gatelab
