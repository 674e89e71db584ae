// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"
#include "config/choices.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/cell_reason.h"
#include "data/csv/columns/category_columns.h"
#include "data/csv/columns/columns.h"
#include "data/csv/columns/roles.h"
#include "data/csv/known/known_table.h"
#include "data/csv/report/report.h"
#include "data/csv/rows/first_rows.h"
#include "data/csv/rows/row_account.h"
#include "data/csv/rows/sums.h"
#include "data/csv/shapes/reshape.h"
#include "data/csv/shapes/shape.h"
#include "data/csv/shapes/together.h"
#include "data/csv/text/encoding.h"
#include "data/csv/text/line_index.h"
#include "data/csv/units/cell_unit.h"
#include "data/foreign_file.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/time_step.h"
#include "io/file_view.h"
#include "io/hash.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

namespace gatelab {
namespace {

constexpr std::uint64_t kLargestFile = UINT64_C(4) << 30;
constexpr std::size_t kSampleBytes = 128 * 1024, kPiece = std::size_t{8} << 20;
constexpr std::int64_t kSampleRows = 500;
constexpr std::int64_t kAllRows = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kManyRows = 500'000;
constexpr int kMaxReadings = 4;

/// A choice of a setting and the mark that it stands for.
struct MarkRow {
    std::string_view key, mark;
};
constexpr MarkRow kDelimiters[] = {{"comma", ","}, {"semicolon", ";"}, {"tab", "\t"},
                                   {"pipe", "|"},  {"space", " "},     {"colon", ":"}};
constexpr MarkRow kDecimals[] = {{"point", "."}, {"comma", ","}};
constexpr MarkRow kQuotes[] = {{"double", "\""}, {"single", "'"}};
constexpr MarkRow kComments[] = {{"hash", "#"}, {"semicolon", ";"}, {"percent", "%"}, {"slashes", "//"}};

/// Empty: the choice names no mark.
std::string_view markOf(std::span<const MarkRow> rows, std::string_view key) {
    const auto found = std::ranges::find(rows, key, &MarkRow::key);
    return found == rows.end() ? std::string_view() : found->mark;
}
char letterOf(std::string_view mark) { return mark.empty() ? '\0' : mark[0]; }

DialectWish wishOf(const ExperimentConfig& options) {
    DialectWish wish;
    wish.delimiter = letterOf(markOf(kDelimiters, options.csvDelimiter));
    wish.quoteGiven = !isGuessed(options.csvQuote);
    wish.quote = letterOf(markOf(kQuotes, options.csvQuote));
    wish.commentGiven = !isGuessed(options.csvComment);
    wish.comment = markOf(kComments, options.csvComment);
    wish.pointGiven = letterOf(markOf(kDecimals, options.csvDecimal)) == '.';
    return wish;
}

/// The lines that the dialect is guessed from: the beginning without what the user skips, cut at a line end.
std::string_view sampleOf(std::string_view text, std::int64_t skipLines) {
    for (; skipLines > 0 && !text.empty(); --skipLines) {
        const std::size_t end = text.find_first_of("\r\n");
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
    }
    if (text.size() <= kSampleBytes) return text;
    const std::size_t end = text.find_last_of("\r\n", kSampleBytes);
    return text.substr(0, end == std::string_view::npos ? kSampleBytes : end);
}

/// A few rows in a hundred may be notes, sums or rows that somebody commented out; more of one kind are rows.
bool isTooMany(std::int64_t left, const TableScan& scan) {
    constexpr std::int64_t kFew = 3, kPerHundred = 3;
    return left >= kFew && left * 100 > (scan.rows + left) * kPerHundred;
}

/// Reads all rows, again as long as the whole columns ask for another plan than the one they were read with.
Result<TableScan> readRows(std::string_view text, const LineIndex& lines, const CsvDialect& dialect,
                           const CsvLayout& layout, const ExperimentConfig& options, const Progress& progress,
                           TablePlan& plan) {
    plan.columns.assign(layout.width, {});
    Result<TablePlan> decided = plan;
    {
        const auto sample = scanTable(text, dialect, layout, plan, options, kSampleRows, {},
                                      progress ? Progress([&](double) { return progress(0); }) : Progress());
        if (!sample) return sample.error();
        decided = decideTable(layout, *sample, dialect, options);
        if (decided) plan = std::move(*decided);
    }
    for (int reading = 0;; ++reading) {
        auto scan = scanTable(text, dialect, layout, plan, options, kAllRows, {&lines, threadsFor(options.threads)},
                              partOf(progress, reading == 0 ? 0.0 : 0.5, reading == 0 ? 0.5 : 1.0));
        if (!scan) return scan;
        decided = decideTable(layout, *scan, dialect, options);
        if (!decided) return decided.error();
        decided->keepsTextRows = plan.keepsTextRows || isTooMany(scan->textRows, *scan);
        decided->keepsSumWords = plan.keepsSumWords || isTooMany(scan->sumWords, *scan);
        // Before a number or a time, or a word that stands elsewhere without it, the mark takes a row out; before a
        // text it may be one of its letters.
        const bool isLetter =
            (decided->columns[0].kind == ColumnKind::Text && scan->commentedWords * 2 <= scan->commentRows) ||
            scan->commentRows > scan->rows;
        decided->keepsCommentedRows = plan.keepsCommentedRows || (isGuessed(options.csvComment) && isLetter &&
                                                                  isTooMany(scan->commentRows, *scan));
        const bool settled = *decided == plan;
        plan = std::move(*decided);
        if (settled || reading + 1 == kMaxReadings) return scan;
    }
}

/// Whether a column of text holds numbers for the most part, some of them below zero as ledgers write them; says so.
bool isBrokenLedger(const std::string& name, const ColumnEvidence& e, std::vector<ReadWarning>& warnings) {
    const std::int64_t below = e.parentheses + e.behind;
    if (below < 2 || e.numbers == 0 || (e.numbers + below) * 2 <= e.present()) return false;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT(
              "Reading",
              "column '%1' was left out as text: %2 of its cells are written as '%3', as ledgers write numbers "
              "below zero, and other cells are no such numbers. Write a minus in front of numbers below zero, "
              "and leave cells without a number empty"),
          {name, below, e.behind > 0 ? "1.5-" : "(1.5)"}}});
    return true;
}

/// What is said of all columns of text together of which nothing was said yet.
void warnOfText(const CsvLayout& layout, const CsvRoles& roles, const TableScan& scan,
                std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kNamed = 8;
    std::string texts;
    std::size_t all = 0;
    for (std::size_t c = 0; c < layout.width; ++c) {
        if (!roles.is(c, CsvRole::Text) || roles.told.contains(c)) continue;
        if (isBrokenLedger(layout.names[c], scan.evidence[c], warnings)) continue;
        if (++all <= kNamed) texts += (texts.empty() ? "'" : ", '") + layout.names[c] + "'";
        if (all == kNamed + 1) texts += ", ...";
    }
    if (all > 0)
        warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "text columns left out: %1 (%2 in all). Write numbers, or few words that come "
                           "again, to use one"),
              {texts, all}}});
}

/// Rows whose numbers a comma without quotes cut in two.
void warnOfHalves(const CsvLayout& layout, const CsvRoles& roles, std::vector<ReadWarning>& warnings) {
    if (roles.halves == 0) return;
    warnings.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "columns '%1' and '%2' look like the two halves of one number: a decimal comma "
                                      "without quotes cuts numbers in two, and every column is then wrong. If that is "
                                      "so, write the file again with a decimal point, with quotes or with semicolons"),
                         {layout.names[roles.halves - 1], layout.names[roles.halves]}}});
}

/// A column that only counts the rows: how it does, and how to keep it.
Phrase counterText(const std::string& name, const RowCount& count) {
    if (count.isIdentifier)
        return {GATELAB_TEXT("Reading",
                             "column '%1' identifies the rows (another number in each) and was left out; to keep it, "
                             "name it as an input"),
                {name}};
    if (count.starts > 1)
        return {GATELAB_TEXT("Reading",
                             "column '%1' only counts the rows and was left out; it starts over, so that the file "
                             "holds %2 runs: if these are files that were put together, windows cross their borders. "
                             "To keep the column, name it as an input or choose time column 'none'"),
                {name, count.starts}};
    if (count.skipped > 0)
        return {GATELAB_TEXT("Reading",
                             "column '%1' only counts the rows and was left out; it skips %2 numbers, so that rows may "
                             "be missing. To keep the column, name it as an input or choose time column 'none'"),
                {name, count.skipped}};
    return {GATELAB_TEXT("Reading",
                         "column '%1' only counts the rows and was left out; to keep it, name it as an input or choose "
                         "time column 'none'"),
            {name}};
}

/// Which numbers were read as below zero without a sign in front of them, and which by two decimal marks.
void warnOfMarks(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, const CsvRoles& roles,
                 std::vector<ReadWarning>& warnings) {
    for (std::size_t c = 0; c < layout.width; ++c) {
        const auto& signs = plan.columns[c].signs;
        const ColumnEvidence& e = scan.evidence[c];
        if (plan.columns[c].bothMarks && roles.is(c, CsvRole::Value))
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "column '%1' writes decimals behind points and behind commas, and both were read as "
                               "decimals. If one of them marks thousands, choose the decimal and the thousands mark"),
                  {layout.names[c]}}});
        if (plan.columns[c].ledger != LedgerCell::Minus::None)
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT(
                      "Reading",
                      "column '%1': %2 numbers that are written as '%3' were read as numbers below zero, which "
                      "is a guess. If they mean something else, write them without these marks"),
                  {layout.names[c], e.parentheses + e.behind, e.behind > 0 ? "1.5-" : "(1.5)"}}});
        if (signs)
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT(
                      "Reading",
                      "column '%1' was read as the signs of '%2', which is a guess: %3 of them are a minus, and "
                      "the value of %4 rows without a sign counts as missing. If they are no signs, write "
                      "words in their place"),
                  {layout.names[*signs], layout.names[c], scan.evidence[*signs].minuses,
                   scan.evidence[*signs].empty}}});
    }
}

/// That letters behind numbers were read as thousand, million or billion, by the first of them.
void warnOfMagnitudes(const std::string& name, const ColumnEvidence& e, std::vector<ReadWarning>& warnings) {
    std::string words;
    for (const auto& [word, count] : e.magnitudes)
        words += (words.empty() ? "" : ", ") + word + " (" + std::to_string(count) + ")";
    const MagnitudeCell sample = sniffMagnitude(e.magnitudeSample);
    warnings.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "column '%1': the words behind its numbers, %2, were read as thousand, million "
                                      "or billion, which is a guess: '%3' is %4 times 10^%5. If they are units, name "
                                      "the unit in the head of the column and leave them out"),
                         {name, words, e.magnitudeSample, std::string(sample.number), sample.power}}});
}

/// That the cells carry a unit, and which of them carry none or another.
void warnOfUnits(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c,
                 std::vector<ReadWarning>& warnings) {
    const std::string& unit = plan.columns[c].unit;
    const ColumnEvidence& e = scan.evidence[c];
    if (unit.empty()) return;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading", "column '%1': its cells carry the unit '%2', which became the unit of the column"),
          {layout.names[c], unit}}});
    if (e.united < e.numbers)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "column '%1': %2 numbers have no unit and were read as if they had '%3'. "
                                          "Write the unit behind them too, or in the name of the column alone"),
                             {layout.names[c], e.numbers - e.united, unit}}});
    for (const auto& [other, count] : e.cellUnits)
        if (other != unit)
            warnings.push_back({-1,
                                {GATELAB_TEXT("Reading",
                                              "column '%1': %2 cells are in '%3' and not in '%4', and were read as "
                                              "missing. Write all of them in one unit"),
                                 {layout.names[c], count, other, unit}}});
    if (!layout.units[c].empty() && layout.units[c] != unit)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "column '%1': its name says the unit '%2' and its cells say '%3', which was "
                                          "taken. Check which of them is right"),
                             {layout.names[c], layout.units[c], unit}}});
}

std::int64_t countMissing(std::span<const double> values, int threads) {
    constexpr std::size_t kPart = std::size_t{1} << 17;
    std::vector<std::int64_t> missing(values.size() / kPart + 1);
    inParallel(threads, missing.size(), [&](std::size_t i) {
        const auto part = values.subspan(i * kPart, std::min(kPart, values.size() - i * kPart));
        missing[i] = std::ranges::count_if(part, [](double value) { return std::isnan(value); });
    });
    return std::accumulate(missing.begin(), missing.end(), std::int64_t{0});
}

/// Rows without a number in a column of them. Where each cell was read as what it is and all rows are still there, the
/// cells were counted then.
std::int64_t missingOf(const TableScan& scan, const TablePlan& plan, std::size_t c, int threads) {
    const ColumnEvidence& e = scan.evidence[c];
    const bool isCounted = scan.excluded == 0 && e.unread == 0 && !plan.columns[c].signs;
    return isCounted ? scan.rows - e.numbers : countMissing(scan.values[c], threads);
}

/// Channels of all columns of values; says which columns were left out and why. Words stand before the last column of
/// numbers, which is the target where none is named.
void takeChannels(const CsvLayout& layout, TableScan& scan, const TablePlan& plan, const CsvRoles& roles, int threads,
                  Series& series) {
    std::vector<ReadWarning>& warnings = series.report.warnings;
    std::vector<SkippedColumn>& left = series.report.skippedColumns;
    std::vector<Channel> words;
    for (std::size_t c = 0; c < layout.width; ++c) {
        const ColumnEvidence& e = scan.evidence[c];
        const std::string& name = layout.names[c];
        switch (roles.of[c]) {
            case CsvRole::Time:
            case CsvRole::Sign:
                break;
            case CsvRole::Empty:
                warnings.push_back(
                    {-1, {GATELAB_TEXT("Reading", "column '%1' has no value and was left out"), {name}}});
                left.push_back({name, SkippedColumn::Reason::Empty, {}, -1, true});
                break;
            case CsvRole::Switch:
            case CsvRole::Category:
                for (Channel& channel : categoryChannels(layout, scan, roles, c)) {
                    series.report.valuesMissing += countMissing(channel.values, threads);
                    words.push_back(std::move(channel));
                }
                break;
            case CsvRole::Text:
                left.push_back({name, SkippedColumn::Reason::Text, e.odds.empty() ? e.sample : e.odds.front().text,
                                e.odds.empty() ? -1 : e.odds.front().line, true});
                break;
            case CsvRole::OtherTime:
            case CsvRole::Stamp:
                left.push_back({name, SkippedColumn::Reason::Time, {}, -1, true});
                break;
            case CsvRole::Counter:
                warnings.push_back({-1, counterText(name, roles.counters.at(c))});
                break;
            case CsvRole::TimePart:
                warnings.push_back({-1,
                                    {GATELAB_TEXT("Reading",
                                                  "column '%1' holds a part of a date or clock time, which cannot be "
                                                  "put together here, and was left out; the rows are counted. Choose "
                                                  "the time column, or name this one as an input to keep it"),
                                     {name}}});
                break;
            case CsvRole::Value:
                for (SkippedColumn& before : left) before.isLast = false;
                std::ranges::move(words, std::back_inserter(series.channels));
                words.clear();
                std::string unit = plan.columns[c].unit.empty() ? layout.units[c] : plan.columns[c].unit;
                if (unit.empty() && plan.columns[c].percent) unit = "%";
                if (unit.empty() && !e.mixesCurrencies) unit = e.currency;
                warnOfUnits(layout, scan, plan, c, warnings);
                if (plan.columns[c].hasMagnitudes) warnOfMagnitudes(name, e, warnings);
                if (e.mixesCurrencies)
                    warnings.push_back({-1,
                                        {GATELAB_TEXT("Reading",
                                                      "column '%1' has amounts in more than one currency, '%2' among "
                                                      "them; they were read as numbers side by side. Write a column "
                                                      "for each currency"),
                                         {name, e.currency}}});
                series.report.valuesMissing += missingOf(scan, plan, c, threads);
                series.channels.push_back({name, std::move(unit), std::move(scan.values[c])});
                for (const auto& odd : e.odds)
                    warnings.push_back(
                        {odd.line,
                         {GATELAB_TEXT("Reading", "column '%1': '%2' was read as missing (it is not a number here)"),
                          {name, odd.text}}});
                if (e.unread > static_cast<std::int64_t>(e.odds.size()))
                    warnings.push_back(
                        {-1,
                         {GATELAB_TEXT(
                              "Reading",
                              "column '%1': %2 cells in all were read as missing because they are not numbers here"),
                          {name, e.unread}}});
                break;
        }
    }
    if (!series.channels.empty())
        series.channels.insert(series.channels.end() - 1, std::make_move_iterator(words.begin()),
                               std::make_move_iterator(words.end()));
}

/// The column of text that comes nearest to one of numbers, and its first cell that is none; empty: there is none.
Phrase nearestToNumbers(const CsvLayout& layout, const TableScan& scan) {
    // A column of numbers alone is one that counts the rows, or of times.
    const auto worth = [&](std::size_t c) { return scan.evidence[c].odds.empty() ? 0 : scan.evidence[c].numbers; };
    std::size_t best = 0;
    for (std::size_t c = 1; c < scan.evidence.size(); ++c)
        if (worth(c) > worth(best)) best = c;
    const ColumnEvidence& e = scan.evidence[best];
    if (e.numbers > 0 && !e.odds.empty())
        return {GATELAB_TEXT("Reading",
                             "no column holds numbers in nine of ten cells; '%1' comes nearest: %2 of %3 are numbers, "
                             "and '%4' in line %5 is none. If such words mean missing values, name them as such"),
                {layout.names[best], e.numbers, e.present(), e.odds.front().text, e.odds.front().line}};
    const auto noNumber = [&](std::size_t c, const ColumnEvidence::Odd& odd) -> Phrase {
        const Phrase why = odd.line > 0 ? whyNoNumber(odd.text) : Phrase();
        if (why.empty()) return {};
        return {GATELAB_TEXT("Reading",
                             "no column holds numbers: in column '%1', line %2, '%3' is none here: %4. Write "
                             "its column as plain numbers"),
                {layout.names[c], odd.line, odd.text, why}};
    };
    for (std::size_t c = 0; c < scan.evidence.size(); ++c)
        if (const std::set<std::string> units = unitsOf(scan.evidence[c]); units.size() > 1)
            return {GATELAB_TEXT("Reading",
                                 "no column holds numbers: those of column '%1' carry different units ('%2' and '%3' "
                                 "among them). Write all of them in one unit, or without units"),
                    {layout.names[c], *units.begin(), *units.rbegin()}};
    for (std::size_t c = 0; c < scan.evidence.size(); ++c)
        if (!scan.evidence[c].odds.empty())
            if (Phrase why = noNumber(c, scan.evidence[c].odds.front()); !why.empty()) return why;
    if (scan.rows == 0) return noNumber(0, scan.firstWords);
    return {};
}

/// What to say when no column can be used, but of texts.
Error noNumbers(const std::filesystem::path& path, const CsvLayout& layout, const TableScan& scan,
                const TablePlan& plan) {
    const std::string where = path.string();
    if (scan.rows == 0 && scan.excluded <= 1)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1: there is no row of values (at most a header); check that its export has finished"),
                 {where}}};
    const auto kinds = [&](ColumnKind kind) {
        return std::count_if(plan.columns.begin(), plan.columns.end(),
                             [&](const ColumnPlan& column) { return column.kind == kind; });
    };
    if (scan.rows > 0 && kinds(ColumnKind::Empty) > 0 && kinds(ColumnKind::Text) == 0)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1: every value is missing; check the export, or the spellings that count as missing"),
                 {where}}};
    if (plan.time.mode != TimePlan::Mode::None && kinds(ColumnKind::Text) == 0)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1: the only column is the time; a column of values is needed (choose time column "
                              "'none' if it holds values)"),
                 {where}}};
    if (const Phrase nearest = nearestToNumbers(layout, scan); !nearest.empty())
        return {ErrorCode::InvalidInput, labelled(where, nearest)};
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "%1: no column holds numbers (%2 columns, %3 rows, all text); check the delimiter, the "
                          "decimal mark and the lines to "
                          "skip"),
             {where, layout.width, scan.rows + scan.excluded}}};
}

/// What to say when no column can be used: of texts also how they are read as what they may be.
Error noChannels(const std::filesystem::path& path, const CsvLayout& layout, const TableScan& scan,
                 const TablePlan& plan) {
    Error error = noNumbers(path, layout, scan, plan);
    const bool hasText =
        std::ranges::any_of(plan.columns, [](const ColumnPlan& column) { return column.kind == ColumnKind::Text; });
    if (!hasText) return error;
    return Error{error.code,
                 {GATELAB_TEXT("Reading",
                               "%1. If this is a text or a list of words whose next sign is to be learned, choose the "
                               "shape 'text, by characters' (--csv-shape characters)"),
                  {error.phrase}}}
        .ofField("csv_shape");
}

/// Text and numbers together stay below three times the file's size. Systems hand out more memory than there is and
/// then end the program, so a file that cannot fit is refused before.
Result<> checkMemory(const std::filesystem::path& path) {
    std::error_code code;
    const std::uint64_t size = std::filesystem::file_size(path, code);
    std::ifstream info("/proc/meminfo");
    std::string word;
    std::uint64_t freeKib = 0;
    while (info >> word)
        if (word == "MemAvailable:") {
            info >> freeKib;
            break;
        }
    if (code || freeKib == 0 || size / 1024 * 3 < freeKib) return {};
    return Error{ErrorCode::OutOfMemory,
                 {GATELAB_TEXT("Reading",
                               "%1: the file has %2 MiB, reading it needs up to %3 MiB of memory, and %4 MiB are free; "
                               "nothing was changed. "
                               "Close other programs or cut the file into parts"),
                  {path.string(), size >> 20, size * 3 >> 20, freeKib >> 10}}};
}

/// A text table before it is cut into rows.
struct CsvText {
    const std::filesystem::path& path;
    std::string_view text;  ///< UTF-8
    LineIndex lines;
    CsvEncoding encoding;
    DialectGuess dialect;
};

/// The shape that was read, and the one that it looks like.
ReadGuess shapeGuess(const ExperimentConfig& options, const OtherShape& other) {
    const Choice* shape = findChoice(csvShapeChoices(), options.csvShape);
    // A shape that is in doubt is proposed, and what was read stays certain.
    return {"csv_shape",
            options.csvShape,
            shape != nullptr ? Phrase(shape->label) : Phrase(),
            other.key.empty() || other.inDoubt,
            isReshaped(options),
            other.key};
}

Result<Dataset> readTable(const CsvText& text, const ExperimentConfig& options, std::shared_ptr<Series> series,
                          const Progress& progress) {
    auto layout = findLayout(text.text, text.dialect.dialect, options);
    if (!layout) return layout.error().withContext(text.path.string());
    TablePlan plan;
    auto scan = readRows(text.text, text.lines, text.dialect.dialect, *layout, options, partOf(progress, 0.3, 1), plan);
    if (!scan) return scan.error().withContext(text.path.string());

    auto& warnings = series->report.warnings;
    warnings.insert(warnings.end(), layout->warnings.begin(), layout->warnings.end());
    warnings.insert(warnings.end(), scan->warnings.begin(), scan->warnings.end());
    std::vector<std::int64_t> times = takeTimes(*scan, plan.time);
    dropHeadRows(plan, *scan, times, warnings);
    dropSums(*scan, plan, times, warnings);
    dropCount(*layout, plan, *scan, warnings);
    StartAndRate recording = takeStartAndRate(*layout, plan, options, *scan, warnings);
    if (recording.times.empty()) warnOfFirstRow(*scan, plan, warnings);
    series->report.account = accountOf(text.text, text.lines, text.dialect.dialect, *layout, options, *scan);
    CsvRoles roles = decideRoles(*layout, text.dialect.dialect, *scan, plan, options, times);
    series->time.values = makeTimes(std::move(times), *scan, plan.time, options.timeZone, warnings);
    warnOfMarks(*layout, *scan, plan, roles, warnings);
    std::vector<ReadWarning> shapeSaid;
    const OtherShape otherShape =
        readsTogether(options) ? OtherShape()
                               : warnOfShape({text.path, *layout, *scan, plan, roles, series->time.values}, shapeSaid);
    // In a table that is none of one series words may be their names.
    if (otherShape.key.empty()) decideCategories(*layout, *scan, options, roles, warnings);
    warnOfText(*layout, roles, *scan, warnings);
    warnOfNumbersInText(*layout, *scan, roles, warnings);
    warnOfLeftTimes(*layout, *scan, plan, roles, series->time.values, warnings);
    warnOfHalves(*layout, roles, warnings);
    warnings.insert(warnings.end(), shapeSaid.begin(), shapeSaid.end());
    // The rows have times of their own: what the columns are called by is no other.
    if (!readsTogether(options) && otherShape.key.empty() && layout->liesOnItsSide)
        layout->headerCertain = true, layout->headerWhy = {};
    series->report.columns = columnsOf(*layout, *scan, plan, roles);
    takeChannels(*layout, *scan, plan, roles, scan->rows > kManyRows ? threadsFor(options.threads) : 1, *series);
    if (series->channels.empty() || scan->rows == 0) return noChannels(text.path, *layout, *scan, plan);
    if (scan->rows < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT(
                 "Reading",
                 "%1: there is one row of values only; a series needs many rows; check that its export has finished"),
             {text.path.string()}}};
    if (!recording.times.empty()) {
        series->time.values = std::move(recording.times);
        series->time.name = "start + row / rate";
    } else if (series->time.known())
        for (const std::size_t c : plan.time.columns)
            series->time.name += (series->time.name.empty() ? "" : "+") + layout->names[c];
    warnOfEqualColumns(*series);
    series->report.guesses.push_back(shapeGuess(options, otherShape));
    addCsvGuesses({options, text.encoding, text.dialect, *layout, plan, *scan}, *series);
    settleTimeStep(options.timeStep, *series);
    if (!report(progress, 1))
        return Error{ErrorCode::Cancelled,
                     {GATELAB_TEXT("Reading", "%1: reading was cancelled"), {text.path.string()}}};
    return Dataset{std::move(series), nullptr};
}

double secondsSince(std::chrono::steady_clock::time_point started) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

/// The SHA-256 of a file's bytes, made while they are read: on a thread of its own, or by add() on that of the caller.
class HashBeside {
public:
    HashBeside(std::string_view bytes, int threads) : bytes_(bytes) {
        if (threads > 1 && bytes.size() > kPiece) thread_ = std::jthread([this] { run(); });
    }
    [[nodiscard]] bool isBeside() const { return thread_.joinable(); }
    /// The next of the bytes, by who passes over them anyway: then they lie near.
    void add(std::string_view part) { hash_.add(part), at_ += part.size(); }
    ~HashBeside() { stops_ = true; }
    HashBeside(const HashBeside&) = delete;
    HashBeside& operator=(const HashBeside&) = delete;

    std::string finish() {
        if (thread_.joinable())
            thread_.join();
        else
            run();
        return hash_.finish();
    }

private:
    void run() {
        while (at_ < bytes_.size() && !stops_) add(bytes_.substr(at_, kPiece));
    }
    std::string_view bytes_;
    std::size_t at_ = 0;
    Sha256 hash_;
    std::atomic<bool> stops_{false};
    std::jthread thread_;
};

/// Guesses of a turned text, which say nothing of the file.
void dropTurned(ReadReport& report) {
    std::erase_if(report.guesses, [](const ReadGuess& guess) {
        return guess.key == "csv_delimiter" || guess.key == "csv_quote" || guess.key == "csv_skip_lines" ||
               guess.key == "csv_header";
    });
}

/// A long table as many series; where no column tells them apart each column of values is one.
Result<Dataset> readTogether(const CsvText& text, const ExperimentConfig& options,
                             const std::shared_ptr<Series>& series, HashBeside& hash, const Progress& progress) {
    const auto made = togetherTable(text.text, text.dialect.dialect, options);
    if (!made && made.error().code != ErrorCode::NotFound)
        return made.error().withContext(text.path.string()).ofField("csv_shape");
    ExperimentConfig plain = options;
    if (made) {
        plain.csvSkipLines = 0, plain.csvHeader = "first";
        // Their times start over with each series, so that nothing else makes sure of the column.
        plain.timeColumn = made->timeName.empty() ? "none" : made->timeName;
    }
    auto data = made ? readTable({text.path,
                                  made->table,
                                  LineIndex(made->table, threadsFor(options.threads)),
                                  text.encoding,
                                  {CsvDialect(), true, 0}},
                                 plain, series, progress)
                     : readTable(text, plain, series, progress);
    if (!data) return data;
    series->sha256 = hash.finish();
    if (!made) return data;
    dropTurned(series->report);
    for (ReadGuess& guess : series->report.guesses)
        if (guess.key == "time_column") guess.overridden = !isGuessed(options.timeColumn);
    std::erase_if(series->report.guesses, [](const ReadGuess& guess) { return guess.key == "time_step"; });
    nameMembers(*series, made->names);
    series->report.warnings.insert(series->report.warnings.begin(), made->said.begin(), made->said.end());
    settleTimeStep(options.timeStep, *series);
    return data;
}

/// The text of a file in UTF-8: its own bytes where they are that, else `changed`.
struct Decoded {
    CsvEncoding encoding;
    std::string_view text;
    std::string changed;
    LineIndex lines;
};

Result<> decode(std::string_view bytes, const ExperimentConfig& options, int threads,
                std::vector<ReadWarning>& warnings, const Progress& progress, Decoded& out) {
    out.encoding =
        out.lines.isAscii() && !out.lines.hasZeros() ? CsvEncoding{"utf-8", 0, true, {}} : guessEncoding(bytes);
    if (!isGuessed(options.csvEncoding))
        out.encoding = {
            options.csvEncoding, out.encoding.key == options.csvEncoding ? out.encoding.bomBytes : 0, true, {}};
    else
        out.encoding.weighed = weighEncodings(bytes, out.encoding);
    out.text = bytes;
    const bool isReady = out.encoding.key == "utf-8" && out.encoding.bomBytes == 0 &&
                         (out.lines.isAscii() || isUtf8(bytes)) && !out.lines.hasZeros();
    if (isReady) return {};
    auto text = toUtf8(std::string(bytes), out.encoding, warnings, progress);
    if (!text) return text.error();
    out.changed = std::move(*text);
    removeZeroBlocks(out.changed, warnings);
    out.text = out.changed;
    out.lines = LineIndex(out.text, threads);
    return {};
}

/// The head of a file of LabVIEW is no part of the table: the settings with these lines skipped.
ExperimentConfig belowHead(std::string_view bytes, const ExperimentConfig& given, std::vector<ReadWarning>& warnings) {
    ExperimentConfig options = given;
    const std::int64_t above = given.csvSkipLines < 0 ? linesAboveLabView(bytes) : 0;
    if (above == 0) return options;
    options.csvSkipLines = above;
    warnings.push_back(
        {1, {GATELAB_TEXT("Reading", "a measurement of LabVIEW: the %1 lines above 'X_Value' are its head"), {above}}});
    return options;
}

/// A file that says itself that it is no plain table becomes one, unless the user says how it is cut.
std::optional<KnownTable> takeKnownTable(const ExperimentConfig& options, int threads, Decoded& decoded,
                                         std::vector<ReadWarning>& warnings, const Progress& progress) {
    if (!isGuessed(options.csvDelimiter) || options.csvSkipLines >= 0) return std::nullopt;
    auto known = knownTable(decoded.text, progress);
    if (!known) return std::nullopt;
    // The shape of one whose rows stand as in the file is that of the table; another one was chosen for the file.
    if (isReshaped(options) && !readsTogether(options) && !known->keepsLines) return std::nullopt;
    decoded.changed = std::move(known->text);
    decoded.text = decoded.changed;
    decoded.lines = LineIndex(decoded.text, threads);
    std::ranges::move(known->said, std::back_inserter(warnings));
    return known;
}

/// The table in the shape that the settings say.
Result<Dataset> readShaped(const std::filesystem::path& path, Decoded& decoded, const DialectGuess& dialect,
                           const ExperimentConfig& options, const std::shared_ptr<Series>& series, HashBeside& hash,
                           const Progress& progress) {
    if (readsTogether(options))
        return readTogether({path, decoded.text, std::move(decoded.lines), decoded.encoding, dialect}, options, series,
                            hash, progress);
    if (!isReshaped(options)) {
        auto data = readTable({path, decoded.text, std::move(decoded.lines), decoded.encoding, dialect}, options,
                              series, progress);
        if (data) series->sha256 = hash.finish();
        return data;
    }
    auto turned = reshapeTable(decoded.text, dialect.dialect, options, series->report.warnings);
    if (!turned) return turned.error().withContext(path.string()).ofField("csv_shape");
    ExperimentConfig plain = options;
    plain.csvSkipLines = 0, plain.csvHeader = "first";
    auto data = readTable(
        {path, *turned, LineIndex(*turned, threadsFor(options.threads)), decoded.encoding, {CsvDialect(), true, 0}},
        plain, series, progress);
    if (data) series->sha256 = hash.finish();
    return data;
}

Result<Dataset> readCsv(const std::filesystem::path& path, const ExperimentConfig& given, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    const int threads = threadsFor(given.threads);
    if (auto fits = checkMemory(path); !fits) return fits.error();
    const auto file = FileView::open(path, kLargestFile, partOf(progress, 0, 0.1));
    if (!file) return file.error();
    const std::string_view bytes = file->bytes();
    if (const Phrase binary = describeBinary(bytes.substr(0, kSampleBytes)); !binary.empty()) {
        const Phrase beside = describeBeside(path);
        return Error{ErrorCode::Unsupported, labelled(path.string(), beside.empty() ? binary : beside)};
    }
    auto series = std::make_shared<Series>();
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = "csv";
    series->report.bytes = static_cast<std::int64_t>(bytes.size());
    const ExperimentConfig options = belowHead(bytes, given, series->report.warnings);
    HashBeside hash(bytes, threads);
    const auto add = [&](std::string_view block) { hash.add(block); };
    Decoded decoded{{},
                    {},
                    {},
                    LineIndex(bytes, threads, partOf(progress, 0.1, 0.2),
                              hash.isBeside() ? LineIndex::EachBlock() : LineIndex::EachBlock(add))};
    if (decoded.lines.isStopped())
        return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Reading", "%1: reading was cancelled"), {path.string()}}};
    if (auto read = decode(bytes, options, threads, series->report.warnings, partOf(progress, 0.2, 0.25), decoded);
        !read)
        return read.error().withContext(path.string());
    const auto known = takeKnownTable(options, threads, decoded, series->report.warnings, partOf(progress, 0.25, 0.3));
    const DialectGuess dialect = known ? DialectGuess{CsvDialect(), true, 0}
                                       : guessDialect(sampleOf(decoded.text, options.csvSkipLines), wishOf(options));
    const bool isTurned = known && !known->keepsLines;
    std::vector<ReadWarning>& warnings = series->report.warnings;
    const std::vector<ReadWarning> ofFile = isTurned ? std::exchange(warnings, {}) : std::vector<ReadWarning>();
    auto data = readShaped(path, decoded, dialect, options, series, hash, progress);
    if (!data) return data;
    for (ReadWarning& warning : warnings)
        if (isTurned) warning.line = -1;  // it is none of the file
    warnings.insert(warnings.begin(), ofFile.begin(), ofFile.end());
    if (known || (isReshaped(options) && !readsTogether(options))) dropTurned(series->report);
    series->report.seconds = secondsSince(started);
    return data;
}

/// The cells as they stand, without comments; a blank line stays one.
Result<std::vector<RawTable>> rawCsv(const std::filesystem::path& path, const ExperimentConfig& options,
                                     const Progress& progress) {
    auto bytes = readFileBytes(path, kLargestFile, partOf(progress, 0, 0.3));
    if (!bytes) return bytes.error();
    std::vector<ReadWarning> unused;
    CsvEncoding encoding = guessEncoding(*bytes);
    if (!isGuessed(options.csvEncoding)) encoding = {options.csvEncoding, 0, true, {}};
    auto text = toUtf8(std::move(*bytes), encoding, unused, partOf(progress, 0.3, 0.4));
    if (!text) return text.error().withContext(path.string());
    removeZeroBlocks(*text, unused);
    const DialectGuess guess = guessDialect(sampleOf(*text, options.csvSkipLines), wishOf(options));
    std::string csv;
    std::int64_t count = 0;
    for (CsvRows rows(*text, guess.dialect); rows.next();) {
        if (rows.isComment()) continue;
        if (rows.isTooLong()) return tooLongRow(rows.line()).withContext(path.string());
        if (rows.isBlank())
            csv += "\r\n";
        else
            appendRawRow(csv, rows.cells());
        const double share = static_cast<double>(rows.position()) / static_cast<double>(text->size());
        if (++count % 4096 == 0 && !report(progress, 0.4 + 0.6 * share))
            return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Reading", "%1: reading was cancelled"), {path.string()}}};
    }
    return std::vector<RawTable>{{"", std::move(csv)}};
}

/// Any text; less sure without one of the usual endings.
int probeCsv(std::span<const char> head, const std::filesystem::path& path) {
    if (!describeBinary({head.data(), head.size()}).empty()) return 0;
    const std::string extension = path.extension().string();
    for (const std::string_view known : {".csv", ".tsv", ".txt", ".dat", ".tab"})
        if (extension == known) return 60;
    return 30;
}

}  // namespace

Reader csvReader() {
    return {"csv",
            GATELAB_TEXT("readers", "Text table (CSV, TSV)"),
            {"csv", "tsv", "txt", "dat", "tab"},
            probeCsv,
            readCsv,
            nullptr,
            false,
            rawCsv};
}

}  // namespace gatelab
