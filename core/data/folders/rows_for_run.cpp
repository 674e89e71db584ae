// SPDX-License-Identifier: GPL-3.0-or-later
// Holds: rows of numbers as they stand; whether they are sequences of a run, behind a class or without one.
#include "data/folders/rows_for_run.h"

#include "data/csv/numbers.h"
#include "data/csv/text/encoding.h"
#include "data/foreign_file.h"
#include "data/reader_members.h"
#include "data/sequences/row_cells.h"
#include "data/sequences/sequence_file.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = 64 * 1024;
constexpr std::uint64_t kLargestFile = UINT64_C(1) << 30;

struct NumberRow {
    std::int64_t line = 0;
    std::string first;           ///< its first cell as the name of a class
    bool isWord = false;         ///< that cell is no number
    std::vector<double> values;  ///< of all cells; NaN: missing, or a word in front
    [[nodiscard]] std::int64_t count() const { return std::ssize(values); }
};

struct NumberRows {
    std::vector<NumberRow> rows;
    std::vector<std::string> names;  ///< of the first line; empty: it is numbers
    ReadAccount account;
    std::int64_t lines = 0;
};

/// A cell that is a number with this decimal mark, or a missing one.
bool isNumber(std::string_view cell, std::size_t format, double& value) {
    value = std::numeric_limits<double>::quiet_NaN();
    return isMissingWord(cell, {}) || parseNumber(cell, sniffNumber(cell), format, value);
}

/// False: a cell behind the first one is no number.
bool readRow(std::string_view line, std::size_t format, NumberRow& row, std::vector<std::string>* names) {
    const char delimiter = line.find(';') != std::string_view::npos ? ';' : rowDelimiter(line);
    bool areNumbers = true;
    for (std::string_view rest = line; !trimCell(rest).empty();) {
        const std::string_view cell = takeRowCell(rest, delimiter);
        double value = 0;
        const bool isOne = isNumber(cell, format, value);
        if (row.values.empty()) row.first = rowClass(cell), row.isWord = !isOne;
        areNumbers = areNumbers && (isOne || row.values.empty());
        row.values.push_back(value);
        if (names != nullptr) names->emplace_back(cell);
    }
    while (row.values.size() > 1 && std::isnan(row.values.back())) row.values.pop_back();
    return areNumbers;
}

/// All lines, or those of the head of a file, the last of which may be cut off. Nothing: some are no numbers.
Result<std::optional<NumberRows>> rowsIn(std::string_view text, std::size_t format, bool isCut,
                                         const Progress& progress) {
    NumberRows all;
    std::string_view line;
    for (std::size_t at = 0; nextLine(text, at, line);) {
        ++all.lines;
        if (isCut && at >= text.size() && all.lines > 1) break;
        if (all.lines % 16 == 0 && !report(progress, static_cast<double>(at) / static_cast<double>(text.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        line = trimCell(line);
        if (line.empty()) {
            all.account.leave(all.lines, GATELAB_TEXT("Reading", "a blank line"));
            continue;
        }
        NumberRow row{.line = all.lines, .first = {}, .isWord = false, .values = {}};
        std::vector<std::string> cells;
        const bool isFirst = all.rows.empty() && all.names.empty();
        const bool areNumbers = readRow(line, format, row, isFirst ? &cells : nullptr);
        if (!areNumbers && !isFirst) return std::optional<NumberRows>();
        if (!areNumbers)
            all.names = std::move(cells);
        else
            all.rows.push_back(std::move(row));
    }
    if (all.rows.empty()) return std::optional<NumberRows>();
    return std::optional(std::move(all));
}

bool names(const std::vector<std::string>& line, const std::vector<std::string>& channels) {
    return std::ranges::any_of(channels,
                               [&](const std::string& one) { return std::ranges::find(line, one) != line.end(); });
}

/// A row number or a clock in front of the one column of a sequence.
bool countsUp(const std::vector<NumberRow>& rows) {
    return std::ranges::adjacent_find(rows, [](const NumberRow& one, const NumberRow& next) {
               return !(next.values.front() > one.values.front());
           }) == rows.end();
}

bool isClass(const std::string& name, const SavedSequences& kept) {
    return std::ranges::find(kept.classes, name) != kept.classes.end();
}

/// How many rows are sequences of the run, behind a class or without one.
struct Fit {
    std::int64_t classed = 0, bare = 0;
    bool isClassed = false;
    [[nodiscard]] std::int64_t count() const { return isClassed ? classed : bare; }
};

Fit fitOf(const NumberRows& all, const SavedSequences& kept) {
    const auto isLength = [&](std::int64_t steps) { return steps >= kept.shortest && steps <= kept.longest; };
    Fit fit;
    bool areClasses = true;  // the values, too: then the first one tells nothing
    for (const NumberRow& row : all.rows) {
        if (isLength(row.count()) && !row.isWord) ++fit.bare;
        if (isLength(row.count() - 1) && isClass(row.first, kept)) ++fit.classed;
        areClasses = areClasses && std::ranges::all_of(row.values, [&](double value) {
                         return value == std::floor(value) && isClass(std::to_string(std::llround(value)), kept);
                     });
    }
    const auto count = std::ssize(all.rows);
    fit.isClassed = fit.classed > fit.bare || (fit.classed == count && fit.bare == count && !areClasses);
    return fit;
}

/// A first row that counts the steps from 0 or 1 on, behind a word that is no class or without one, names them.
void takeNames(const SavedSequences& kept, NumberRows& all) {
    if (!all.names.empty() || all.rows.size() < 2) return;
    const NumberRow& first = all.rows.front();
    if (first.isWord && isClass(first.first, kept)) return;
    const std::size_t from = first.isWord ? 1 : 0;
    if (first.values.size() < from + 3) return;
    const double start = first.values[from];
    if (start != 0 && start != 1) return;
    for (std::size_t i = from; i < first.values.size(); ++i)
        if (first.values[i] != start + static_cast<double>(i - from)) return;
    all.names = {first.first};
    all.rows.erase(all.rows.begin());
}

/// That it is one sequence with a column for each channel, which is read elsewhere.
bool isOneTable(const NumberRows& all, const SavedSequences& kept) {
    const std::int64_t channels = std::ssize(kept.channels);
    if (names(all.names, kept.channels)) return true;
    const auto haveAll = [&](std::int64_t count) {
        return std::ranges::all_of(all.rows, [&](const NumberRow& row) { return row.count() <= count; });
    };
    return haveAll(channels) || (haveAll(channels + 1) && all.rows.size() > 1 && countsUp(all.rows));
}

/// "100", "20 to 100".
Phrase stepsOf(const SavedSequences& kept) {
    if (kept.shortest == kept.longest) return std::to_string(kept.longest);
    return {GATELAB_TEXT("Reading", "%1 to %2"), {kept.shortest, kept.longest}};
}

/// The classes in front of rows that are else sequences of the run; empty: most rows are no such ones.
std::vector<std::string> unknownClasses(const NumberRows& all, const SavedSequences& kept) {
    std::vector<std::string> unknown;
    std::int64_t rows = 0;
    for (const NumberRow& row : all.rows) {
        const std::int64_t steps = row.count() - 1;
        if (row.isWord || steps < kept.shortest || steps > kept.longest || isClass(row.first, kept)) continue;
        if (std::ranges::find(unknown, row.first) == unknown.end()) unknown.push_back(row.first);
        ++rows;
    }
    // Numbers that differ in each row are no classes.
    const bool areMost = rows * 2 >= std::ssize(all.rows) && (std::ssize(unknown) * 2 <= rows || rows == 1);
    return areMost && !kept.classes.empty() && kept.channels.size() == 1 ? unknown : std::vector<std::string>();
}

Error noWay(const NumberRows& all, const SavedSequences& kept) {
    if (const std::vector<std::string> unknown = unknownClasses(all, kept); !unknown.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "the rows begin with classes that the run does not know (%1); it knows %2. Its rows have as "
                          "many numbers as the sequences of the run have steps: leave the classes out, or choose rows "
                          "of those classes"),
             {listedOthers(unknown, {}), listedOthers(kept.classes, {})}}};
    const auto [least, most] = std::ranges::minmax(all.rows, {}, &NumberRow::count);
    const Phrase numbers = least.count() == most.count()
                               ? Phrase(std::to_string(most.count()))
                               : Phrase(GATELAB_TEXT("Reading", "%1 to %2"), {least.count(), most.count()});
    if (kept.channels.size() > 1)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "rows of %1 numbers are no sequence of the run, whose sequences have %2 channels: "
                          "write one sequence with a row for each step and %2 columns, with the names %3 above "
                          "them"),
             {numbers, kept.channels.size(), listedOthers(kept.channels, {})}}};
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Reading",
                      "%1 rows of %2 numbers are no sequences of the run, which have %3 steps of one channel: "
                      "write a row of so many numbers for each sequence, with its class before them or without "
                      "one, or one sequence as a column '%4'"),
         {all.rows.size(), numbers, stepsOf(kept), kept.channels.front()}}};
}

void tell(const NumberRows& all, const Fit& fit, const SavedSequences& kept, ReadReport& report) {
    report.warnings.push_back(
        {-1,
         {fit.isClassed
              ? GATELAB_TEXT("Reading",
                             "each row was read as one sequence, behind its class: %1 of %2 rows have as many "
                             "numbers as the sequences of the run have steps (%3)")
              : GATELAB_TEXT("Reading",
                             "each row was read as one sequence, without a class: %1 of %2 rows have as many "
                             "numbers as the sequences of the run have steps (%3)"),
          {fit.count(), all.rows.size(), stepsOf(kept)}}});
    if (!all.names.empty())
        report.warnings.push_back(
            {1, GATELAB_TEXT("Reading", "the first line names the steps and was read as no sequence")});
}

Result<Dataset> sequencesOf(NumberRows all, const Fit& fit, const fs::path& path, const SavedSequences& kept,
                            SequenceBuilder builder) {
    SequenceSet& set = builder.set;
    set.channelNames = kept.channels;
    tell(all, fit, kept, set.report);
    for (NumberRow& row : all.rows) {
        if (fit.isClassed) row.values.erase(row.values.begin());
        if (std::ranges::all_of(row.values, [](double value) { return std::isnan(value); })) {
            all.account.leave(row.line, GATELAB_TEXT("Reading", "every value is missing"));
            continue;
        }
        builder.add({std::move(row.values)}, row.line, SequenceSet::Part::Unassigned);
        if (fit.isClassed) set.items.back().label = builder.classOf(row.first);
    }
    if (auto complete = completeSet(set, path); !complete) return complete.error();
    set.report.account.append(all.account, {});
    set.report.account.rowsInFile = all.lines - (all.names.empty() ? 0 : 1);
    set.report.account.rowsRead = std::ssize(set.items);
    set.name = path.filename().string(), set.source = path.string();
    set.report.format = "rows";
    return Dataset{nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

/// Its rows under the decimal mark with which they are numbers.
Result<std::optional<NumberRows>> numberRows(std::string_view text, bool isCut, const Progress& progress) {
    auto rows = rowsIn(text, kPlainPoint, isCut, progress);
    if (rows && !*rows && text.find_first_of(";\t") != std::string_view::npos)
        return rowsIn(text, kPlainComma, isCut, progress);
    return rows;
}

/// The first lines tell quickly that a file is no such one.
bool mayBeRows(const fs::path& path) {
    const auto head = readFileStart(path, kHeadBytes);
    if (!head || head->bytes.empty() || !describeBinary(head->bytes).empty()) return false;
    const auto rows = numberRows(decodeLeniently(head->bytes), head->fileBytes > head->bytes.size(), {});
    return rows && (*rows || head->bytes.find('\n') == std::string::npos);
}

}  // namespace

std::optional<Result<Dataset>> readRowsForRun(const fs::path& path, const SavedSequences& kept,
                                              const Progress& progress) {
    if (kept.channels.empty() || kept.tokens > 0 || kept.longest == 0 || kept.soundRate > 0) return std::nullopt;
    if (!mayBeRows(path)) return std::nullopt;
    constexpr double kRead = 0.1, kDecoded = 0.2;
    auto bytes = readFileBytes(path, kLargestFile, partOf(progress, 0, kRead));
    if (!bytes) return Result<Dataset>(bytes.error());
    SequenceBuilder builder;
    builder.set.report.bytes = std::ssize(*bytes);
    builder.set.sha256 = sha256(*bytes);
    const CsvEncoding encoding = guessEncoding(*bytes);
    const auto text =
        toUtf8(std::move(*bytes), encoding, builder.set.report.warnings, partOf(progress, kRead, kDecoded));
    if (!text) return Result<Dataset>(text.error().withContext(path.string()));
    auto rows = numberRows(*text, false, partOf(progress, kDecoded, 1));
    if (!rows) return Result<Dataset>(rows.error());
    if (!*rows) return std::nullopt;
    takeNames(kept, **rows);
    if (isOneTable(**rows, kept)) return std::nullopt;
    // Files that are named as those of the UCR archive are read with the one beside them.
    const Fit fit = fitOf(**rows, kept);
    const bool fits = kept.channels.size() == 1 && fit.count() * 2 >= std::ssize((*rows)->rows) && fit.count() > 0;
    if (fits && fit.isClassed && ucrReader().probe(std::string_view(*text).substr(0, kHeadBytes), path) > 0)
        return std::nullopt;
    const bool areNamed = !(*rows)->names.empty() || std::ranges::any_of((*rows)->rows, &NumberRow::isWord);
    if (!fits && areNamed) return std::nullopt;
    if (!fits) return Result<Dataset>(noWay(**rows, kept).withContext(path.string()));
    return sequencesOf(std::move(**rows), fit, path, kept, std::move(builder));
}

}  // namespace gatelab
