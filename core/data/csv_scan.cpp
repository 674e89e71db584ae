// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_columns.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kMostListed = 20;  // warnings of one kind with their line
constexpr std::size_t kMostOdds = 5;
constexpr std::size_t kMostWords = 50;
constexpr std::size_t kMostSomeWords = 200, kMostWordColumns = 64;
constexpr std::int64_t kRowsPerReport = 4096;
constexpr std::size_t kBytesPerReport = std::size_t{1} << 20;
constexpr std::int64_t kMostFooterRows = 5;
constexpr std::size_t kMostOddLabels = 4096;

enum class Verdict { Missing, Typed, Odd };

std::string lowered(std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return out;
}

/// "Total", "Summe: ", "Average of 2024": a row of sums, not a measurement.
bool isSumWord(std::string_view cell) {
    static constexpr std::string_view kWords[] = {"total",
                                                  "totals",
                                                  "grand total",
                                                  "subtotal",
                                                  "sub-total",
                                                  "sum",
                                                  "summe",
                                                  "gesamt",
                                                  "gesamtsumme",
                                                  "average",
                                                  "avg",
                                                  "mean",
                                                  "gesamtergebnis",
                                                  "mittel",
                                                  "median",
                                                  "minimum",
                                                  "min",
                                                  "max",
                                                  "maximum",
                                                  "mittelwert",
                                                  "durchschnitt",
                                                  "total général",
                                                  "totale",
                                                  "somme",
                                                  "moyenne",
                                                  "media",
                                                  "promedio",
                                                  "suma",
                                                  "soma",
                                                  "média",
                                                  "zwischensumme",
                                                  "合计",
                                                  "总计",
                                                  "平均",
                                                  "小计",
                                                  "итого",
                                                  "std",
                                                  "stdev",
                                                  "std dev",
                                                  "standard deviation",
                                                  "standardabweichung",
                                                  "jahressumme",
                                                  "jahresmittel",
                                                  "monatssumme",
                                                  "monatsmittel",
                                                  "σ",
                                                  "∑"};
    if (cell.empty() || cell.size() > 40) return false;
    const std::string text = lowered(cell);
    const auto isEnd = [](char c) { return c == ' ' || c == ':' || c == '-' || c == '_'; };
    return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
        const std::size_t rest = text.size() - std::min(text.size(), word.size());
        return (text.starts_with(word) && (rest == 0 || isEnd(text[word.size()]))) ||
               (rest > 0 && text.ends_with(word) && isEnd(text[rest - 1]));
    });
}

/// A letter of any script: "Total", and no 1402/02/31, which is a date that this calendar lacks.
bool isWord(std::string_view cell) {
    return std::ranges::any_of(cell, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    });
}

bool isSwitchWord(std::string_view cell) {
    static constexpr std::string_view kWords[] = {"true", "false", "yes",  "no",   "on", "off", "wahr", "falsch",
                                                  "ja",   "nein",  "vrai", "faux", "t",  "f",   "y",    "n"};
    if (cell.size() > 6) return false;
    const std::string text = lowered(cell);
    return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
}

/// Reads rows and collects evidence; one object per scan.
class Scan {
public:
    Scan(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan, const ExperimentConfig& options,
         bool isSample)
        : layout_(layout), dialect_(dialect), plan_(plan), options_(options), isSample_(isSample) {
        out_.evidence.resize(layout.width);
        out_.values.resize(layout.width);
        looks_.resize(layout.width);
        std::ranges::copy_if(plan.time.columns, std::back_inserter(timeTexts_),
                             [&](std::size_t c) { return plan.time.isText(c); });
    }

    Result<TableScan> run(CsvRows& rows, std::size_t size, std::int64_t mostRows, const Progress& progress) {
        bool afterBlank = false;
        while (out_.rows < mostRows && rows.next()) {
            if (++seen_ % kRowsPerReport == 0 || rows.position() >= nextReport_) {
                nextReport_ = rows.position() + kBytesPerReport;
                if (!report(progress, static_cast<double>(rows.position()) / static_cast<double>(size)))
                    return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            }
            if (rows.isTooLong()) return tooLongRow(rows.line());
            // Every cell of a whole row takes a byte; rows that lack nearly all of theirs would take memory without
            // bound.
            if (static_cast<std::size_t>(out_.rows) * layout_.width > size + kBytesPerReport)
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT("Reading",
                                  "line %1: most lines up to here have far fewer cells than the first ones, which have "
                                  "%2; the file holds more than one table: cut it, or say how many lines to skip"),
                     {rows.line(), layout_.width}}};
            if (rows.isComment() || rows.isBlank()) {
                if (rows.isComment() && isCommentedRow(rows.raw()) && out_.commentRows++ == 0)
                    out_.commentLine = rows.line();
                afterBlank = afterBlank || rows.isBlank();
                blankRows_ += rows.isBlank() && out_.rows > 0 ? 1 : 0;
                continue;
            }
            const Row kind = takeRow(rows);
            if (kind == Row::OtherHeader)
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT(
                         "Reading",
                         "line %1 names the columns once more and not in the same order, so that the rows below it "
                         "would be read under wrong names: cut the file there, or bring its columns into one order"),
                     {rows.line()}}};
            if (kind == Row::Foreign && afterBlank && rows.cells().size() > 1) {
                out_.warnings.push_back(
                    {rows.line(),
                     GATELAB_TEXT("Reading", "from this line on the file looks like a second table and was left out")});
                break;
            }
            if (kind == Row::Empty) {
                ++emptyRows_;
                continue;
            }
            if (kind == Row::Foreign)
                list(foreign_, rows.line(),
                     {GATELAB_TEXT("Reading", "this line has no number and no time and was left out: '%1'"),
                      {shortened(rows.cells()[0])}});
            if (kind != Row::Value) ++out_.excluded;
            if (kind == Row::Value) afterBlank = false;
        }
        out_.strayQuotes = rows.strayQuotes();
        out_.strayLine = rows.strayLine();
        out_.excluded += emptyRows_;
        dropFooter();
        addSummaries();
        return std::move(out_);
    }

    void reserve(std::int64_t rows) {
        for (std::size_t c = 0; c < plan_.columns.size(); ++c)
            if (isStored(c)) out_.values[c].reserve(static_cast<std::size_t>(rows));
        if (plan_.time.mode == TimePlan::Mode::Text) out_.times.reserve(static_cast<std::size_t>(rows));
    }

private:
    enum class Row { Value, Header, OtherHeader, Foreign, Empty, Sum };
    struct Count {
        std::int64_t all = 0;
    };

    static std::string shortened(std::string_view text) {
        return std::string(text.substr(0, 40)) + (text.size() > 40 ? "..." : "");
    }

    void list(Count& count, std::int64_t line, Phrase message) {
        if (++count.all <= static_cast<std::int64_t>(kMostListed)) out_.warnings.push_back({line, std::move(message)});
    }

    void addSummaries() {
        const auto more = [&](const Count& count, const Text& what) {
            if (count.all > static_cast<std::int64_t>(kMostListed))
                out_.warnings.push_back({-1, {what, {count.all - static_cast<std::int64_t>(kMostListed)}}});
        };
        more(short_, GATELAB_TEXT("Reading", "%1 further lines have too few cells; the missing ones are empty"));
        more(long_, GATELAB_TEXT("Reading", "%1 further lines have too many cells; the last ones were left out"));
        more(empty_, GATELAB_TEXT("Reading", "%1 further places have rows without any content; they were left out"));
        more(sums_, GATELAB_TEXT("Reading", "%1 further lines hold sums and were left out"));
        more(foreign_, GATELAB_TEXT("Reading", "%1 further lines have no number and no time and were left out"));
        if (repeated_.all > 0)
            out_.warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "the header is repeated %1 times inside the table; the repeats were left out"),
                  {repeated_.all}}});
        if (out_.strayQuotes > 0)
            out_.warnings.push_back({out_.strayLine,
                                     {GATELAB_TEXT("Reading",
                                                   "%1 cells start with a quote that does not close in its row (the "
                                                   "first is in this line); it was read as an ordinary character"),
                                      {out_.strayQuotes}}});
        // With more columns a row of missing values has its delimiters.
        if (blankInside_ > 0 && layout_.width == 1)
            out_.warnings.push_back(
                {blankLine_,
                 {GATELAB_TEXT("Reading",
                               "%1 blank lines stand between the values of this one column and were left out; where "
                               "they mean missing values, write NA in their place"),
                  {blankInside_}}});
        if (keptEmpty_ > 0)
            out_.warnings.push_back({keptEmptyLine_,
                                     {GATELAB_TEXT("Reading",
                                                   "%1 rows without any content (the first before this line) were read "
                                                   "as missing values, since no time tells whether they are rows"),
                                      {keptEmpty_}}});
        if (out_.commentRows > 0)
            out_.warnings.push_back(
                {out_.commentLine,
                 {GATELAB_TEXT("Reading",
                               "%1 lines of the table start with '%2' and were taken as comments (the first is this "
                               "line); where they hold values, choose comment lines 'none'"),
                  {out_.commentRows, dialect_.comment}}});
        out_.shortRows = short_.all, out_.longRows = long_.all;
    }

    /// A first look keeps what may be numbers: some plans are made from values.
    [[nodiscard]] bool isStored(std::size_t c) const {
        return plan_.columns[c].kind == ColumnKind::Number || (isSample_ && plan_.columns[c].kind == ColumnKind::Empty);
    }
    /// A column that seemed empty may hold numbers: its evidence is collected, its values when it is read again.
    [[nodiscard]] bool isParsed(std::size_t c) const {
        return isStored(c) || plan_.columns[c].kind == ColumnKind::Empty;
    }

    /// As many cells as a row has, at least one of them a number or a time.
    [[nodiscard]] bool isCommentedRow(std::string_view raw) const {
        raw = trimCell(raw);
        while (raw.starts_with(dialect_.comment)) raw.remove_prefix(dialect_.comment.size());
        CsvDialect plain = dialect_;
        plain.comment.clear();
        CsvRows row(raw, plain);
        if (raw.empty() || !row.next()) return false;
        std::size_t filled = row.cells().size();
        while (filled > 0 && row.cells()[filled - 1].empty()) --filled;
        if (row.cells().size() < layout_.width || filled > layout_.width) return false;
        return std::ranges::any_of(row.cells(), [](std::string_view cell) {
            return lookAtNumber(cell).mask != 0 || lookAtTime(cell).has_value();
        });
    }

    /// Names of columns, most of them those of the header, but not in its places.
    [[nodiscard]] bool isOtherHeader(std::span<const std::string_view> cells) const {
        const auto& names = layout_.headerCells;
        if (names.size() < 2 || cells.size() < 2) return false;
        std::size_t known = 0, moved = 0, filled = 0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c].empty()) continue;
            ++filled;
            const std::string name = lowered(cells[c]);
            const bool inPlace = c < names.size() && lowered(names[c]) == name;
            if (inPlace || std::ranges::any_of(names, [&](const std::string& other) { return lowered(other) == name; }))
                ++known;
            moved += inPlace ? 0 : 1;
        }
        return known >= 2 && known * 2 >= filled && moved > 0;
    }

    Row takeRow(const CsvRows& rows) {
        auto cells = rows.cells();
        if (std::all_of(cells.begin(), cells.end(), [](std::string_view cell) { return cell.empty(); }))
            return Row::Empty;
        if (!layout_.headerCells.empty() && cells.size() >= layout_.headerCells.size() &&
            std::equal(layout_.headerCells.begin(), layout_.headerCells.end(), cells.begin())) {
            ++repeated_.all;
            return Row::Header;
        }
        bool typed = false, present = false;
        for (std::size_t c = 0; c < layout_.width; ++c) {
            const std::string_view cell = c < cells.size() ? cells[c] : std::string_view{};
            verdicts_[c] = look(c, cell);
            typed = typed || verdicts_[c] == Verdict::Typed;
            present = present || verdicts_[c] != Verdict::Missing;
        }
        // A row of missing values is a row; a row of words is not.
        if (present && !typed && anyTypedColumn_) return isOtherHeader(cells) ? Row::OtherHeader : Row::Foreign;
        const bool endsWithSums = isSumRow(cells);
        if (endsWithSums && sumsInTypedColumn_) {
            list(sums_, rows.line(),
                 {GATELAB_TEXT("Reading", "this line holds sums ('%1') and was left out"),
                  {shortened(cells[sumColumn_])}});
            return Row::Sum;
        }
        if (cells.size() < layout_.width)
            list(short_, rows.line(),
                 {GATELAB_TEXT("Reading", "this line has %1 of %2 cells; the missing ones are empty"),
                  {cells.size(), layout_.width}});
        if (cells.size() > layout_.width &&
            std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(layout_.width), cells.end(),
                        [](std::string_view cell) { return !cell.empty(); }))
            list(long_, rows.line(),
                 {GATELAB_TEXT("Reading",
                               "this line has %1 cells instead of %2; the last ones were left out. Check the decimal "
                               "mark and the quotes"),
                  {cells.size(), layout_.width}});
        takeEmptyRows(rows.line());
        if (blankRows_ > 0 && std::exchange(blankInside_, blankInside_ + std::exchange(blankRows_, 0)) == 0)
            blankLine_ = rows.line() - 1;
        for (std::size_t c = 0; c < layout_.width; ++c)
            add(c, c < cells.size() ? cells[c] : std::string_view{}, rows.line());
        addTime(cells);
        noteLine(rows.line());
        noteLabel(cells.empty() ? std::string_view{} : cells[0]);
        ++out_.rows;
        const auto& timeColumns = plan_.time.columns;
        const bool wordsForTime = plan_.time.mode != TimePlan::Mode::None &&
                                  std::any_of(timeColumns.begin(), timeColumns.end(), [&](std::size_t c) {
                                      return verdicts_[c] == Verdict::Odd && isWord(cells[c]);
                                  });
        if (!wordsForTime && footerRows_ > 0 && sumsAtEnd_) sumsInside_ = true;
        sumsAtEnd_ = endsWithSums && !sumsInside_;
        if (!wordsForTime && !sumsAtEnd_)
            footerRows_ = 0;
        else if (footerRows_++ == 0)
            footerLine_ = rows.line();
        return Row::Value;
    }

    void noteLine(std::int64_t line) {
        if (line != lastLine_ + 1 || out_.lineJumps.empty()) out_.lineJumps.emplace_back(out_.rows, line);
        lastLine_ = line;
    }

    /// The first cell of a row that differs from its column: a year of four digits or nothing among dates, a number or
    /// nothing among words.
    void noteLabel(std::string_view cell) {
        const ColumnKind kind = plan_.columns[0].kind;
        const bool odd = kind == ColumnKind::Empty    ? false
                         : kind == ColumnKind::Text   ? verdicts_[0] != Verdict::Odd
                         : kind == ColumnKind::Number ? verdicts_[0] != Verdict::Typed
                                                      : !looks_[0].time;
        if (odd && out_.oddLabels.size() < kMostOddLabels) out_.oddLabels.push_back({out_.rows, shortened(cell)});
    }

    /// Whether the first cell that says something, or the first word in a column of the time, is a word for a sum; sets
    /// sumColumn_ and sumsInTypedColumn_.
    bool isSumRow(std::span<const std::string_view> cells) {
        auto first = std::find_if(cells.begin(), cells.end(), [](std::string_view cell) { return !cell.empty(); });
        for (const std::size_t c : plan_.time.columns)
            if (c < cells.size() && verdicts_[c] == Verdict::Odd) {
                first = cells.begin() + static_cast<std::ptrdiff_t>(c);
                break;
            }
        sumColumn_ = static_cast<std::size_t>(first - cells.begin());
        if (sumColumn_ >= layout_.width || verdicts_[sumColumn_] != Verdict::Odd || !isSumWord(*first)) return false;
        const ColumnKind kind = plan_.columns[sumColumn_].kind;
        sumsInTypedColumn_ = kind == ColumnKind::Number || kind == ColumnKind::Date || kind == ColumnKind::Clock;
        return kind != ColumnKind::Empty;
    }

    /// Rows at the end of the file with words where the time stands ("Total;12;34") are sums, not measurements.
    void dropFooter() {
        if (footerRows_ == 0 || footerRows_ > kMostFooterRows || footerRows_ >= out_.rows) return;
        out_.rows -= footerRows_;
        out_.excluded += footerRows_;
        for (std::size_t c = 0; c < layout_.width; ++c)
            if (isStored(c)) out_.values[c].resize(static_cast<std::size_t>(out_.rows));
        out_.times.resize(static_cast<std::size_t>(out_.rows));
        std::erase_if(out_.oddLabels, [&](const OddLabel& label) { return label.row >= out_.rows; });
        out_.warnings.push_back({footerLine_,
                                 {GATELAB_TEXT("Reading",
                                               "from this line on the last %1 lines hold sums or words in place of a "
                                               "time; they were left out as a footer"),
                                  {footerRows_}}});
    }

    /// Rows of delimiters only, before another row: without a time column each is a row of missing values (leaving it
    /// out would move all later rows); with one they are no measurement. Those at the end of the file are padding.
    void takeEmptyRows(std::int64_t line) {
        if (emptyRows_ == 0) return;
        if (plan_.time.mode != TimePlan::Mode::None) {
            out_.excluded += emptyRows_;
            list(empty_, line,
                 {GATELAB_TEXT("Reading", "%1 rows without any content before this line were left out"), {emptyRows_}});
        } else {
            if (keptEmpty_ == 0) keptEmptyLine_ = line;
            keptEmpty_ += emptyRows_;
            out_.rows += emptyRows_;
            for (std::size_t c = 0; c < layout_.width; ++c) {
                out_.evidence[c].empty += emptyRows_;
                if (isStored(c))
                    out_.values[c].insert(out_.values[c].end(), static_cast<std::size_t>(emptyRows_),
                                          std::numeric_limits<double>::quiet_NaN());
            }
        }
        emptyRows_ = 0;
    }

    /// What the cell is, without counting it yet.
    Verdict look(std::size_t c, std::string_view cell) {
        Look& found = looks_[c];
        found = {};
        if (cell.empty()) return Verdict::Missing;
        if (!options_.csvMissing.empty() && isMissingWord(cell, options_.csvMissing)) return Verdict::Missing;
        const ColumnKind kind = plan_.columns[c].kind;
        const bool timeFirst = kind == ColumnKind::Date || kind == ColumnKind::Clock;
        if (kind == ColumnKind::Clock && (found.time = lookAtDottedClock(cell))) return Verdict::Typed;
        if (timeFirst && (found.time = lookAtTime(cell))) return Verdict::Typed;
        if (found.number = lookAtNumber(cell); found.number.mask) return Verdict::Typed;
        if (isMissingWord(cell, options_.csvMissing)) return Verdict::Missing;
        if (!timeFirst && (found.time = lookAtTime(cell))) return Verdict::Typed;
        if (givenFormat(c) && timeByFormat(cell, plan_.time.format)) return Verdict::Typed;
        return Verdict::Odd;
    }

    [[nodiscard]] bool givenFormat(std::size_t c) const {
        return !plan_.time.format.empty() &&
               std::find(plan_.time.columns.begin(), plan_.time.columns.end(), c) != plan_.time.columns.end();
    }

    void add(std::size_t c, std::string_view cell, std::int64_t line) {
        ColumnEvidence& e = out_.evidence[c];
        double value = std::numeric_limits<double>::quiet_NaN();
        const Look& found = looks_[c];
        if (verdicts_[c] == Verdict::Missing) {
            if (cell.empty())
                ++e.empty;
            else {
                ++e.words;
                if (e.wordCounts.size() < kMostWords || e.wordCounts.contains(std::string(cell)))
                    ++e.wordCounts[std::string(cell)];
            }
        } else if (found.number.mask) {
            addNumber(e, c, cell, found.number, line, value);
        } else if (found.time) {
            addTimeCell(e, cell, *found.time);
        } else if (!givenFormat(c)) {
            addOdd(e, c, cell, line);
        }
        if (isStored(c)) out_.values[c].push_back(value);
    }

    void addOdd(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line) {
        ++e.odd, ++e.unread;
        if (isSwitchWord(cell)) ++e.switches;
        if (c < kMostWordColumns && cell != lastWords_[c]) {
            ++e.wordChanges;
            lastWords_[c] = cell;
            if (e.someWords.size() < kMostSomeWords) e.someWords.insert(shortened(cell));
        }
        if (e.odds.size() < kMostOdds) e.odds.push_back({line, shortened(cell)});
    }

    void addNumber(ColumnEvidence& e, std::size_t c, std::string_view cell, const NumberLook& look, std::int64_t line,
                   double& value) {
        ++e.numbers;
        e.masks.add(look.mask);
        e.percents += look.percent ? 1 : 0;
        if (look.mask == kAllFormats && look.plain) {
            const std::string_view digits = cell.front() == '-' ? cell.substr(1) : cell;
            e.bareYears += digits.size() == 4 && (digits.front() == '1' || digits.front() == '2') ? 1 : 0;
            if (digits.size() > 3)
                ++e.thousands;
            else if (digits.size() == 3 && digits != "999")
                ++e.hundreds;
            if (digits.size() > 1 && digits.front() == '0') ++e.zeroLed;
        } else if (e.marked.empty() && (look.mask & kPointFormats) && (look.mask & kCommaFormats)) {
            e.marked = shortened(cell);
        }
        if (!isParsed(c)) return;
        if (look.percent != plan_.columns[c].percent || !parseNumber(cell, look, plan_.columns[c].format, value)) {
            ++e.unread;
            if (e.odds.size() < kMostOdds) e.odds.push_back({line, shortened(cell)});
            return;
        }
        e.low = std::min(e.low, value);
        e.high = std::max(e.high, value);
        e.whole = e.whole && value == std::floor(value);
        if (e.whole && value > 10'000'101 && value < 29'991'232) e.compactDates += isCompactDate(value) ? 1 : 0;
        const double step = value - e.last;
        e.rises += static_cast<std::int64_t>(step > 0), e.falls += static_cast<std::int64_t>(step < 0);
        e.up += static_cast<std::int64_t>(step == 1), e.down += static_cast<std::int64_t>(step == -1);
        e.last = value;
    }

    static void addTimeCell(ColumnEvidence& e, std::string_view cell, const TimeLook& look) {
        if (e.sample.empty()) e.sample = cell;
        e.intervals += look.isInterval ? 1 : 0;
        if (!look.hasDate) {
            ++e.clocks;
            e.clockSteps.add(look.ofDayMicros);
            return;
        }
        ++e.dates;
        ++e.orderCounts[look.orders];
        e.dottedClocks += lookAtDottedClock(cell) ? 1 : 0;
        e.ordersOfFirsts +=
            (look.orders & static_cast<DateMask>(DateOrder::MonthFirst)) && look.lengths[2] > 0 && look.numbers[1] == 1
                ? 1
                : 0;
        for (std::size_t i = 0; i < kDateOrders.size(); ++i)
            if (const auto micros = timeMicros(look, kDateOrders[i])) e.orderSteps[i].add(*micros);
    }

    /// The sum of what the time columns say: a date and, beside it, a clock.
    [[nodiscard]] std::optional<std::int64_t> lookedTime() const {
        std::int64_t micros = 0;
        for (const std::size_t c : timeTexts_) {
            const auto part = looks_[c].time ? timeMicros(*looks_[c].time, plan_.time.order) : std::nullopt;
            if (!part) return std::nullopt;
            micros += *part;
        }
        return micros;
    }

    /// The cells of the time columns, joined by blanks, under the format that the user gave.
    [[nodiscard]] std::optional<std::int64_t> formattedTime(std::span<const std::string_view> cells) const {
        std::string joined;
        for (const std::size_t c : plan_.time.columns) {
            if (!joined.empty()) joined += ' ';
            if (c < cells.size()) joined += cells[c];
        }
        return timeByFormat(joined, plan_.time.format);
    }

    void addTime(std::span<const std::string_view> cells) {
        if (plan_.time.mode != TimePlan::Mode::Text) return;
        const auto micros = plan_.time.format.empty() ? lookedTime() : formattedTime(cells);
        out_.times.push_back(micros.value_or(kNoTime));
    }

    struct Look {
        NumberLook number;
        std::optional<TimeLook> time;
    };
    const CsvLayout& layout_;
    const CsvDialect& dialect_;
    const TablePlan& plan_;
    const ExperimentConfig& options_;
    const bool isSample_;
    std::vector<std::size_t> timeTexts_;
    TableScan out_;
    std::vector<Look> looks_;
    std::vector<Verdict> verdicts_ = std::vector<Verdict>(layout_.width);
    bool anyTypedColumn_ = std::any_of(plan_.columns.begin(), plan_.columns.end(),
                                       [](const ColumnPlan& p) { return p.kind != ColumnKind::Text; });
    Count short_, long_, foreign_, repeated_, empty_, sums_;
    std::vector<std::string> lastWords_ = std::vector<std::string>(std::min(layout_.width, kMostWordColumns));
    std::size_t nextReport_ = 0, sumColumn_ = 0;
    bool sumsInTypedColumn_ = false, sumsAtEnd_ = false, sumsInside_ = false;
    std::int64_t blankRows_ = 0, blankInside_ = 0, blankLine_ = -1, keptEmpty_ = 0, keptEmptyLine_ = -1;
    std::int64_t seen_ = 0, emptyRows_ = 0, footerRows_ = 0, footerLine_ = 0, lastLine_ = 0;
};

}  // namespace

std::int64_t TableScan::lineOf(std::int64_t row) const {
    const auto after = std::ranges::upper_bound(lineJumps, row, {}, [](const auto& jump) { return jump.first; });
    return after == lineJumps.begin() ? -1 : (after - 1)->second + row - (after - 1)->first;
}

void TableScan::drop(const std::vector<std::int64_t>& rowsOut, std::vector<std::int64_t>& readTimes) {
    if (rowsOut.empty()) return;
    std::vector<std::pair<std::int64_t, std::int64_t>> jumps;
    auto out = rowsOut.begin();
    std::int64_t kept = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (out != rowsOut.end() && *out == row) {
            ++out;
            continue;
        }
        const std::int64_t line = lineOf(row);
        if (jumps.empty() || jumps.back().second + kept - jumps.back().first != line) jumps.emplace_back(kept, line);
        ++kept;
    }
    const auto erase = [&](auto& list) {
        if (list.size() != static_cast<std::size_t>(rows)) return;
        auto next = rowsOut.begin();
        std::size_t to = 0;
        for (std::size_t row = 0; row < list.size(); ++row)
            if (next != rowsOut.end() && *next == static_cast<std::int64_t>(row))
                ++next;
            else
                list[to++] = list[row];
        list.resize(to);
    };
    for (auto& column : values) erase(column);
    erase(times);
    erase(readTimes);
    lineJumps = std::move(jumps);
    excluded += static_cast<std::int64_t>(rowsOut.size());
    rows = kept;
    oddLabels.clear();
}

Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            const TablePlan& plan, const ExperimentConfig& options, std::int64_t mostRows,
                            const Progress& progress) {
    CsvRows rows(text, dialect, layout.bodyAt, layout.bodyLine);
    Scan scan(layout, dialect, plan, options, mostRows < std::numeric_limits<std::int64_t>::max());
    if (mostRows > 10'000) {
        // The first rows tell how many there are about; a little more avoids copying everything once.
        CsvRows first(text, dialect, layout.bodyAt, layout.bodyLine);
        std::int64_t counted = 0;
        while (counted < 100 && first.next()) ++counted;
        const std::size_t bytes = std::max<std::size_t>(1, first.position() - layout.bodyAt);
        const double about = static_cast<double>(text.size() - layout.bodyAt) / static_cast<double>(bytes) *
                             static_cast<double>(counted);
        scan.reserve(static_cast<std::int64_t>(about * 1.05) + 16);
    }
    return scan.run(rows, text.size(), mostRows, progress);
}

}  // namespace gatelab
