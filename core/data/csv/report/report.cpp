// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/report/report.h"

#include "config/choices.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "data/csv/time/row_times.h"
#include "data/csv/weigh/candidates.h"
#include "data/row_time.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace gatelab {
namespace {

struct Spelling {
    const char* key;
    Phrase shown;
};

Spelling delimiterSpelling(char delimiter) {
    switch (delimiter) {
        case ',':
            return {"comma", GATELAB_TEXT("Guess", "comma ,")};
        case ';':
            return {"semicolon", GATELAB_TEXT("Guess", "semicolon ;")};
        case '\t':
            return {"tab", GATELAB_TEXT("Guess", "tab")};
        case '|':
            return {"pipe", GATELAB_TEXT("Guess", "pipe |")};
        case ' ':
            return {"space", GATELAB_TEXT("Guess", "blanks")};
        case ':':
            return {"colon", GATELAB_TEXT("Guess", "colon :")};
        default:
            return {"", ""};
    }
}

ReadGuess guess(std::string key, std::string value, Phrase shown, bool certain, std::string runnerUp, bool overridden) {
    return {std::move(key), std::move(value), std::move(shown), certain || overridden, overridden, std::move(runnerUp)};
}

const char* commentKey(const std::string& mark) {
    if (mark == "#") return "hash";
    if (mark == ";") return "semicolon";
    if (mark == "%") return "percent";
    return mark == "//" ? "slashes" : "none";
}

/// The number format of the columns that show one; the first column's where they differ.
ColumnPlan shownNumbers(const TablePlan& plan, const TableScan& scan) {
    ColumnPlan shown;
    bool found = false;
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
        const bool informative =
            plan.columns[c].kind == ColumnKind::Number && scan.evidence[c].masks.plain() < scan.evidence[c].numbers;
        if (!informative) continue;
        const bool moreSaid = found && kNumberFormats[shown.format].thousands == 0 &&
                              kNumberFormats[plan.columns[c].format].thousands != 0;
        const bool ambiguous = shown.ambiguous || plan.columns[c].ambiguous;
        if (!found || moreSaid) shown = plan.columns[c];
        shown.ambiguous = ambiguous;
        found = true;
    }
    return shown;
}

void addNumberGuesses(const CsvFindings& f, ReadReport& report) {
    const ColumnPlan numbers = shownNumbers(f.plan, f.scan);
    const NumberFormat format = kNumberFormats[numbers.format];
    const bool comma = format.decimal == ',';
    report.guesses.push_back(guess("csv_decimal", comma ? "comma" : "point",
                                   comma ? GATELAB_TEXT("Guess", "comma 1,5") : GATELAB_TEXT("Guess", "point 1.5"),
                                   !numbers.ambiguous, numbers.ambiguous ? (comma ? "point" : "comma") : "",
                                   !isGuessed(f.options.csvDecimal)));
    const Spelling thousands = format.thousands == ','   ? Spelling{"comma", GATELAB_TEXT("Guess", "comma 1,000")}
                               : format.thousands == '.' ? Spelling{"point", GATELAB_TEXT("Guess", "point 1.000")}
                               : format.thousands == ' ' ? Spelling{"space", GATELAB_TEXT("Guess", "blank 1 000")}
                               : format.thousands == '\''
                                   ? Spelling{"apostrophe", GATELAB_TEXT("Guess", "apostrophe 1'000")}
                                   : Spelling{"none", GATELAB_TEXT("Guess", "none")};
    report.guesses.push_back(guess("csv_thousands", thousands.key, thousands.shown, !numbers.ambiguous, "",
                                   !isGuessed(f.options.csvThousands)));
}

void addMissingGuess(const CsvFindings& f, ReadReport& report) {
    std::map<std::string, std::int64_t> words;
    std::int64_t empty = 0;
    for (std::size_t c = 0; c < f.scan.evidence.size(); ++c) {
        const ColumnEvidence& e = f.scan.evidence[c];
        if (f.plan.columns[c].kind == ColumnKind::Text || f.plan.columns[c].kind == ColumnKind::Empty) continue;
        empty += e.empty;
        for (const auto& [word, count] : e.wordCounts) words[word] += count;
    }
    std::string value, shown;
    for (const auto& [word, count] : words) {
        value += (value.empty() ? "" : ",") + word;
        shown += (shown.empty() ? "" : ", ") + word + " (" + std::to_string(count) + ")";
    }
    Phrase message = shown.empty() ? Phrase(GATELAB_TEXT("Guess", "none")) : Phrase(shown);
    if (empty > 0 && shown.empty())
        message = {GATELAB_TEXT("Guess", "empty cells (%1)"), {empty}};
    else if (empty > 0)
        message = {GATELAB_TEXT("Guess", "%1, empty cells (%2)"), {shown, empty}};
    report.guesses.push_back(guess("csv_missing", value, message, true, "", !f.options.csvMissing.empty()));
}

void addTimeGuesses(const CsvFindings& f, Series& series) {
    auto& guesses = series.report.guesses;
    const TimePlan& time = f.plan.time;
    const bool known = series.time.known();
    // Times that no column holds are made from the first rows.
    const bool made = known && time.mode == TimePlan::Mode::None;
    guesses.push_back(guess("time_column",
                            made    ? "auto"
                            : known ? series.time.name
                                    : "none",
                            known ? Phrase(series.time.name) : Phrase(GATELAB_TEXT("Guess", "none")),
                            known ? time.certain : time.mode == TimePlan::Mode::None && time.certain, "",
                            !isGuessed(f.options.timeColumn)));
    if (!known) return;
    // Only formats in strftime spelling can be given back through the field.
    const bool spelled = time.shown.find('%') != std::string::npos && (time.columns.size() == 1 || time.parts.empty());
    guesses.push_back(guess("time_format", spelled ? time.shown : "auto", time.shown, time.certain, time.runnerUp,
                            !isGuessed(f.options.timeFormat)));
    const bool fromUtc = countsFromUtc(f.scan, time), zoned = zoneMinutes(f.options.timeZone).has_value();
    const Phrase zone = zoned     ? Phrase(f.options.timeZone)
                        : fromUtc ? Phrase("UTC")
                                  : Phrase(GATELAB_TEXT("Guess", "as written"));
    guesses.push_back(guess("time_zone", zoned ? f.options.timeZone : "auto", zone, true, "", zoned));
}

/// The first column of which nobody knows whether 21.107 or 21107 is meant; -1: none.
std::ptrdiff_t doubtfulColumn(const CsvFindings& f) {
    for (std::size_t c = 0; c < f.plan.columns.size(); ++c)
        if (f.plan.columns[c].doubt != MarkDoubt::None && !f.scan.evidence[c].marked.empty())
            return static_cast<std::ptrdiff_t>(c);
    return -1;
}

std::string valueText(const std::string& cell, std::size_t format) {
    double value = 0;
    if (!parseNumber(cell, sniffNumber(cell), format, value)) return cell;
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr};
}

Text orderText(DateOrder order) {
    return order == DateOrder::YearFirst  ? GATELAB_TEXT("Reading", "year, month, day")
           : order == DateOrder::DayFirst ? GATELAB_TEXT("Reading", "day, month, year")
                                          : GATELAB_TEXT("Reading", "month, day, year");
}

/// How the dates were read and how they could be, by the first of them.
Phrase orderDoubt(const CsvFindings& f) {
    const TimePlan& time = f.plan.time;
    const auto dates =
        std::ranges::find_if(time.columns, [&](std::size_t c) { return f.plan.columns[c].kind == ColumnKind::Date; });
    if (dates == time.columns.end() || time.otherOrders.empty()) return {};
    const std::string& sample = f.scan.evidence[*dates].sample;
    const auto look = sniffTime(sample);
    const auto micros = look ? timeMicros(*look, time) : std::nullopt;
    TimeAxis axis;
    axis.values = {micros.value_or(0)};
    if (time.otherOrders.size() > 1)
        return {GATELAB_TEXT("Reading",
                             "every date can be read in three orders: '%1' was read as %2, that is %3, and could also "
                             "be %4 or %5. Choose the time format if that is wrong"),
                {sample, orderText(time.order), rowTime(axis, 0).substr(0, 10), orderText(time.otherOrders[0]),
                 orderText(time.otherOrders[1])}};
    return {GATELAB_TEXT("Reading",
                         "every date can be read in two orders of day and month: '%1' was read as %2, that is %3, and "
                         "could also be %4. Choose the time format if that is wrong"),
            {sample, orderText(time.order), rowTime(axis, 0).substr(0, 10), orderText(time.otherOrders.front())}};
}

/// What is to be said of a guess that may be wrong; empty: another one says it.
Phrase doubtOf(const ReadGuess& guess, const CsvFindings& f) {
    const TimePlan& time = f.plan.time;
    if (guess.key == "csv_decimal")
        if (const std::ptrdiff_t at = doubtfulColumn(f); at >= 0) {
            const auto c = static_cast<std::size_t>(at);
            const ColumnPlan& column = f.plan.columns[c];
            const std::string& marked = f.scan.evidence[c].marked;
            const bool pointed = marked.find(',') == std::string::npos,
                       comma = kNumberFormats[column.format].decimal == ',';
            const std::string asDecimal = valueText(marked, pointed ? 0 : 4),
                              asWhole = valueText(marked, pointed ? 5 : 1);
            if (column.doubt == MarkDoubt::Mixed)
                return {
                    GATELAB_TEXT("Reading",
                                 "column '%1' mixes decimal points and decimal commas: '%2' may be %3 and could also "
                                 "be %4. Numbers with a decimal %5 were read, the others count as missing. Write the "
                                 "column with one decimal mark, or choose the decimal and the thousands mark"),
                    {f.layout.names[c], marked, asDecimal, asWhole,
                     comma ? GATELAB_TEXT("Reading", "comma") : GATELAB_TEXT("Reading", "point")}};
            const bool whole = pointed == comma;
            return {GATELAB_TEXT("Reading",
                                 "'%1' was read as %2 and could also be %3: (nearly) every number with a mark has "
                                 "three digits behind it. Choose the decimal mark if that is wrong"),
                    {marked, whole ? asWhole : asDecimal, whole ? asDecimal : asWhole}};
        }
    if (guess.key == "csv_thousands") return {};  // the decimal mark says it
    if (guess.key == "csv_header" && !f.layout.headerWhy.empty()) return f.layout.headerWhy;
    if (guess.key == "time_format" && !time.runnerUp.empty()) return orderDoubt(f);
    if (guess.key == "time_column" && !time.why.empty()) return time.why;
    if (guess.key == "time_column" && !time.runnerUp.empty()) return {};
    if (guess.key == "time_format" && !time.certain && guess.value == "auto") return {};
    const Field* field = findField(guess.key);
    if (!field) return {};
    const Choice* const other = findChoice(field->choices, guess.runnerUp);
    if (!guess.runnerUp.empty() && guess.runnerUp != "none")
        return {
            GATELAB_TEXT("Reading", "%1 is a guess: %2; it could also be %3. Choose it under '%1' if that is wrong"),
            {field->label, guess.shown, other != nullptr ? Phrase(other->label) : Phrase(guess.runnerUp)}};
    return {GATELAB_TEXT("Reading", "%1 is a guess: %2. Choose it under '%1' if that is wrong"),
            {field->label, guess.shown}};
}

/// Uncertain guesses are the first thing to know of a file: every front shows the warnings.
void warnOfDoubts(const CsvFindings& f, ReadReport& report) {
    std::vector<ReadWarning> doubts;
    for (const ReadGuess& guess : report.guesses) {
        if (guess.certain || guess.overridden) continue;
        if (Phrase doubt = doubtOf(guess, f); !doubt.empty()) doubts.push_back({-1, std::move(doubt)});
    }
    report.warnings.insert(report.warnings.begin(), doubts.begin(), doubts.end());
}

ReadColumn::Kind kindOf(ColumnKind kind) {
    switch (kind) {
        case ColumnKind::Number:
            return ReadColumn::Kind::Number;
        case ColumnKind::Date:
            return ReadColumn::Kind::Date;
        case ColumnKind::Clock:
            return ReadColumn::Kind::Clock;
        case ColumnKind::Text:
            return ReadColumn::Kind::Text;
        case ColumnKind::Empty:
            break;
    }
    return ReadColumn::Kind::Empty;
}

ReadColumn::Role roleOf(CsvRole role) {
    switch (role) {
        case CsvRole::Value:
        case CsvRole::Switch:
        case CsvRole::Category:
            return ReadColumn::Role::Value;
        case CsvRole::Time:
            return ReadColumn::Role::Time;
        case CsvRole::OtherTime:
        case CsvRole::Stamp:
            return ReadColumn::Role::OtherTime;
        case CsvRole::TimePart:
            return ReadColumn::Role::Part;
        case CsvRole::Counter:
            return ReadColumn::Role::Counter;
        case CsvRole::Sign:
        case CsvRole::Text:
            return ReadColumn::Role::Text;
        case CsvRole::Empty:
            break;
    }
    return ReadColumn::Role::Empty;
}

/// Delimiter and quotes.
void addDialectGuesses(const CsvFindings& f, std::vector<ReadGuess>& guesses) {
    const CsvDialect& dialect = f.dialect.dialect;
    const Spelling delimiter = delimiterSpelling(dialect.delimiter);
    guesses.push_back(guess("csv_delimiter", delimiter.key, delimiter.shown, f.dialect.certain,
                            delimiterSpelling(f.dialect.runnerUp).key, !isGuessed(f.options.csvDelimiter)));
    const Spelling quote = dialect.quote == '"'    ? Spelling{"double", GATELAB_TEXT("Guess", "double \"")}
                           : dialect.quote == '\'' ? Spelling{"single", GATELAB_TEXT("Guess", "single '")}
                                                   : Spelling{"none", GATELAB_TEXT("Guess", "none")};
    guesses.push_back(guess("csv_quote", quote.key, quote.shown, true, "", !isGuessed(f.options.csvQuote)));
}

/// The lines above the table, and the one that names its columns.
void addLineGuesses(const CsvFindings& f, std::vector<ReadGuess>& guesses) {
    guesses.push_back(guess("csv_skip_lines", std::to_string(f.layout.skippedLines),
                            std::to_string(f.layout.skippedLines), true, "", f.options.csvSkipLines >= 0));
    const bool header = f.layout.header;
    const Phrase where = !header ? Phrase(GATELAB_TEXT("Guess", "none"))
                         : f.layout.headerCells.empty()
                             ? Phrase(GATELAB_TEXT("Guess", "line %1, a comment"), {f.layout.headerLines.front()})
                             : Phrase(GATELAB_TEXT("Guess", "first line"));
    guesses.push_back(guess("csv_header", header ? "first" : "none", where, f.layout.headerCertain,
                            f.layout.headerCertain ? ""
                            : header               ? "none"
                                                   : "first",
                            !isGuessed(f.options.csvHeader)));
}

}  // namespace

std::string delimiterKey(char delimiter) { return delimiterSpelling(delimiter).key; }

void addCsvGuesses(const CsvFindings& f, Series& series) {
    auto& guesses = series.report.guesses;
    const CsvDialect& dialect = f.dialect.dialect;
    guesses.push_back(guess("csv_encoding", f.encoding.key, f.encoding.key, f.encoding.certain, f.encoding.runnerUp,
                            !isGuessed(f.options.csvEncoding)));
    addDialectGuesses(f, guesses);
    addNumberGuesses(f, series.report);
    addLineGuesses(f, guesses);
    guesses.push_back(guess("csv_comment", commentKey(dialect.comment),
                            dialect.comment.empty()
                                ? Phrase(GATELAB_TEXT("Guess", "none"))
                                : Phrase(GATELAB_TEXT("Guess", "lines starting with %1"), {dialect.comment}),
                            true, "", !isGuessed(f.options.csvComment)));
    addMissingGuess(f, series.report);
    addTimeGuesses(f, series);
    addCandidates(f, series.report);
    warnOfDoubts(f, series.report);
}

void tellOfFile(const ExperimentConfig& options, const DialectGuess& dialect, std::string_view file,
                ReadReport& report) {
    const auto layout = findLayout(file, dialect.dialect, options);
    ReadReport told;
    if (layout) {
        const CsvEncoding encoding;
        const TablePlan plan;
        const TableScan scan;
        const CsvFindings found{options, encoding, dialect, *layout, plan, scan};
        addDialectGuesses(found, told.guesses);
        addLineGuesses(found, told.guesses);
        addCandidates(found, told);
    }
    for (const char* key : {"csv_delimiter", "csv_quote", "csv_skip_lines", "csv_header"}) {
        const auto turned = std::ranges::find(report.guesses, key, &ReadGuess::key);
        const auto own = std::ranges::find(told.guesses, key, &ReadGuess::key);
        if (turned == report.guesses.end()) continue;
        if (own == told.guesses.end())
            report.guesses.erase(turned);
        else
            *turned = std::move(*own);
    }
}

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

std::vector<ReadColumn> columnsOf(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan,
                                  const CsvRoles& roles) {
    std::vector<ReadColumn> columns;
    for (std::size_t c = 0; c < layout.width; ++c)
        columns.push_back({layout.names[c], kindOf(plan.columns[c].kind), roleOf(roles.of[c]),
                           scan.evidence[c].empty + scan.evidence[c].words});
    return columns;
}

}  // namespace gatelab
