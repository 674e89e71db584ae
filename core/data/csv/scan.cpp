// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/columns.h"
#include "data/csv/header.h"
#include "data/csv/row_account.h"
#include "data/csv/table_end.h"
#include "data/csv/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kMaxOdds = 5;
constexpr std::size_t kMaxWords = 50;
constexpr std::size_t kMostSomeWords = 200, kMaxWordColumns = 64;
static_assert(kMostSomeWords < kNoWord);
constexpr std::int64_t kRowsPerReport = 4096;
constexpr std::size_t kBytesPerReport = std::size_t{1} << 20;
constexpr std::size_t kMaxOddLabels = 4096;

enum class Verdict { Missing, Typed, Odd };

/// Reads rows and collects evidence; one object per scan.
class Scan {
public:
    Scan(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan, const ExperimentConfig& options,
         bool isSample)
        : layout_(layout), dialect_(dialect), plan_(plan), options_(options), isSample_(isSample) {
        out_.evidence.resize(layout.width);
        out_.values.resize(layout.width);
        out_.wordOf.resize(layout.width);
        looks_.resize(layout.width);
        std::ranges::copy_if(plan.time.columns, std::back_inserter(timeTexts_),
                             [&](std::size_t c) { return plan.time.isText(c); });
    }

    Result<TableScan> run(CsvRows& rows, std::size_t size, std::int64_t maxRows, const Progress& progress) {
        bool afterBlank = false;
        while (out_.rows < maxRows && rows.next()) {
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
            const bool wouldBe = rows.isComment() && isCommentedRow(rows.raw());
            if (wouldBe && out_.commentRows++ == 0) out_.commentLine = rows.line();
            if (wouldBe && plan_.keepsCommentedRows) {
                CsvDialect plain = dialect_;
                plain.comment.clear();
                // Among texts the mark may be one of their letters.
                const bool isText = plan_.columns[0].kind == ColumnKind::Text;
                CsvRows row(isText ? rows.raw() : withoutMark(rows.raw()), plain, 0, rows.line());
                if (row.next() && takeRow(row) == Row::Value) continue;
            }
            if (rows.isComment() || rows.isBlank()) {
                account_.leaveUnread(rows, wouldBe);
                afterBlank = afterBlank || rows.isBlank();
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
            if (kind == Row::Foreign && afterBlank &&
                secondTable_.begins(rows, [&](std::span<const std::string_view> cells) { return goesOn(cells); })) {
                account_.leaveTheRest(rows);
                break;
            }
            if (kind == Row::Empty) {
                account_.wait(rows.line());
                continue;
            }
            if (kind == Row::Foreign && out_.firstWords.line < 0)
                out_.firstWords = {rows.line(), shortened(rows.cells()[0])};
            if (kind == Row::Foreign)
                account_.note(RowAccount::Note::Foreign, rows.line(),
                              {GATELAB_TEXT("Reading", "this line has no number and no time and was left out: '%1'"),
                               {shortened(rows.cells()[0])}});
            if (kind != Row::Value) ++out_.excluded;
            if (kind == Row::Header || kind == Row::Foreign || kind == Row::Sum || kind == Row::PageHead)
                account_.leave(rows.line(), kind == Row::Header     ? LeftOut::HeaderAgain
                                            : kind == Row::Foreign  ? LeftOut::Words
                                            : kind == Row::PageHead ? LeftOut::PageHead
                                                                    : LeftOut::SumWord);
            if (kind == Row::Value) afterBlank = false;
        }
        out_.strayQuotes = rows.strayQuotes();
        out_.strayLine = rows.strayLine();
        out_.innerLines = rows.innerLines();
        account_.leaveWaiting();
        footer_.drop(out_);
        account_.finish(layout_, dialect_, plan_);
        return std::move(out_);
    }

    void reserve(std::int64_t rows) {
        for (std::size_t c = 0; c < plan_.columns.size(); ++c)
            if (isStored(c)) out_.values[c].reserve(static_cast<std::size_t>(rows));
        if (plan_.time.mode == TimePlan::Mode::Text) out_.times.reserve(static_cast<std::size_t>(rows));
    }

private:
    enum class Row { Value, Header, OtherHeader, Foreign, Empty, Sum, PageHead };

    static std::string shortened(std::string_view text) {
        return std::string(text.substr(0, 40)) + (text.size() > 40 ? "..." : "");
    }

    /// Whether the cells of a row that is not looked at yet hold a later time than the rows so far.
    [[nodiscard]] bool goesOn(std::span<const std::string_view> cells) {
        const auto time = textTime(cells);
        return time && lastTime_ != kNoTime && *time > lastTime_;
    }

    /// A first look keeps what may be numbers: some plans are made from values.
    [[nodiscard]] bool isStored(std::size_t c) const {
        return plan_.columns[c].kind == ColumnKind::Number || (isSample_ && plan_.columns[c].kind == ColumnKind::Empty);
    }
    /// A column that seemed empty may hold numbers: its evidence is collected, its values when it is read again.
    [[nodiscard]] bool isParsed(std::size_t c) const {
        return isStored(c) || plan_.columns[c].kind == ColumnKind::Empty;
    }

    [[nodiscard]] std::string_view withoutMark(std::string_view raw) const {
        raw = trimCell(raw);
        while (raw.starts_with(dialect_.comment)) raw.remove_prefix(dialect_.comment.size());
        return raw;
    }

    /// As many cells as a row has, at least one of them a number or a time.
    [[nodiscard]] bool isCommentedRow(std::string_view raw) const {
        raw = withoutMark(raw);
        CsvDialect plain = dialect_;
        plain.comment.clear();
        CsvRows row(raw, plain);
        if (raw.empty() || !row.next()) return false;
        std::size_t filled = row.cells().size();
        while (filled > 0 && row.cells()[filled - 1].empty()) --filled;
        if (row.cells().size() < layout_.width || filled > layout_.width) return false;
        return std::ranges::any_of(row.cells(), csv_header::isTyped);
    }

    /// Words in half of the cells at least, where no column holds the time: a word in place of a time is a note.
    [[nodiscard]] bool isWide(std::span<const std::string_view> cells) const {
        if (plan_.time.mode != TimePlan::Mode::None || cells.size() < layout_.width) return false;
        // Words, those for missing values among them
        std::size_t words = 0;
        for (std::size_t c = 0; c < layout_.width; ++c)
            words += verdicts_[c] != Verdict::Typed && !cells[c].empty() ? 1 : 0;
        return words * 2 >= layout_.width;
    }

    Row takeRow(const CsvRows& rows) {
        auto cells = rows.cells();
        if (std::all_of(cells.begin(), cells.end(), [](std::string_view cell) { return cell.empty(); }))
            return Row::Empty;
        if (repeatsHeader(layout_, cells)) {
            account_.repeatHeader();
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
        if (present && !typed && anyTypedColumn_) {
            if (isOtherHeader(layout_, cells)) return Row::OtherHeader;
            out_.textRows += isWide(cells) ? 1 : 0;
            if (!plan_.keepsTextRows || !isWide(cells)) return Row::Foreign;
        }
        if (verdicts_[0] == Verdict::Odd && plan_.columns[0].kind != ColumnKind::Text &&
            isPageHead(layout_, rows, wordsForTime(cells))) {
            account_.headPage();
            return Row::PageHead;
        }
        const bool endsWithSums = isSumRow(cells);
        const bool inTime =
            endsWithSums && std::ranges::find(plan_.time.columns, sumColumn_) != plan_.time.columns.end();
        out_.sumWords += endsWithSums && sumsInTypedColumn_ && !inTime ? 1 : 0;
        if (endsWithSums && sumsInTypedColumn_ && (inTime || !plan_.keepsSumWords)) {
            account_.note(RowAccount::Note::Sum, rows.line(),
                          {GATELAB_TEXT("Reading", "this line holds a summary of others ('%1') and was left out"),
                           {shortened(cells[sumColumn_])}});
            return Row::Sum;
        }
        if (cells.size() < layout_.width)
            account_.note(RowAccount::Note::Short, rows.line(),
                          {GATELAB_TEXT("Reading", "this line has %1 of %2 cells; the missing ones are empty"),
                           {cells.size(), layout_.width}});
        if (cells.size() > layout_.width &&
            std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(layout_.width), cells.end(),
                        [](std::string_view cell) { return !cell.empty(); }))
            account_.note(
                RowAccount::Note::Long, rows.line(),
                {GATELAB_TEXT("Reading",
                              "this line has %1 cells instead of %2; the last ones were left out. Check the decimal "
                              "mark and the quotes"),
                 {cells.size(), layout_.width}});
        takeEmptyRows(rows.line());
        account_.beginRow(rows.line());
        for (std::size_t c = 0; c < layout_.width; ++c)
            add(c, c < cells.size() ? cells[c] : std::string_view{}, rows.line());
        addTime(cells);
        noteLine(rows.line());
        noteLabel(cells.empty() ? std::string_view{} : cells[0]);
        ++out_.rows;
        footer_.take(rows.line(), wordsForTime(cells), endsWithSums);
        return Row::Value;
    }

    /// Whether a word stands in a column of the time.
    [[nodiscard]] bool wordsForTime(std::span<const std::string_view> cells) const {
        return plan_.time.mode != TimePlan::Mode::None && std::ranges::any_of(plan_.time.columns, [&](std::size_t c) {
                   return verdicts_[c] == Verdict::Odd && c < cells.size() && hasMoreLettersThanDigits(cells[c]);
               });
    }

    void noteLine(std::int64_t line) {
        if (line != lastLine_ + 1 || out_.lineJumps.empty()) out_.lineJumps.emplace_back(out_.rows, line);
        lastLine_ = line;
    }

    /// A time that cannot be read is still one: 1402/02/31.
    static bool hasMoreLettersThanDigits(std::string_view cell) {
        std::ptrdiff_t letters = 0;
        for (const char c : cell)
            if (c >= '0' && c <= '9')
                --letters;
            else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0)
                ++letters;
        return letters > 0;
    }

    /// 2024-01 as 2023-12, but not as 2024Q1: digits, letters and what is between them come in one order.
    static bool areWrittenAlike(std::string_view a, std::string_view b) {
        const auto kindOf = [](char c) {
            return c >= '0' && c <= '9' ? '0' : (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 'a' : c;
        };
        std::size_t i = 0, j = 0;
        while (i < a.size() && j < b.size()) {
            const char kind = kindOf(a[i]);
            if (kindOf(b[j]) != kind) return false;
            while (i < a.size() && kindOf(a[i]) == kind) ++i;
            while (j < b.size() && kindOf(b[j]) == kind) ++j;
        }
        return i == a.size() && j == b.size();
    }

    /// The first cell of a row that differs from its column: a year of four digits or nothing among dates, a date that
    /// is written in another way, a number or nothing among words.
    void noteLabel(std::string_view cell) {
        const ColumnKind kind = plan_.columns[0].kind;
        const bool isTime = kind == ColumnKind::Date && looks_[0].time;
        const bool odd = kind == ColumnKind::Empty    ? false
                         : kind == ColumnKind::Text   ? verdicts_[0] != Verdict::Odd
                         : kind == ColumnKind::Number ? verdicts_[0] != Verdict::Typed
                         : isTime                     ? !areWrittenAlike(cell, out_.evidence[0].sample)
                                                      : !looks_[0].time;
        if (odd && out_.oddLabels.size() < kMaxOddLabels)
            out_.oddLabels.push_back({out_.rows, shortened(cell), isTime});
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

    /// Rows of delimiters only, before another row: without a time column each is a row of missing values (leaving it
    /// out would move all later rows); with one they are no measurement. Those at the end of the file are padding.
    void takeEmptyRows(std::int64_t line) {
        const auto& waiting = account_.waiting();
        if (waiting.empty()) return;
        const auto count = static_cast<std::int64_t>(waiting.size());
        if (plan_.time.mode != TimePlan::Mode::None) {
            account_.leaveWaiting();
            account_.note(
                RowAccount::Note::Empty, line,
                {GATELAB_TEXT("Reading", "%1 rows without any content before this line were left out"), {count}});
            return;
        }
        for (const std::int64_t empty : waiting) noteLine(empty), ++out_.rows;
        for (std::size_t c = 0; c < layout_.width; ++c) {
            out_.evidence[c].empty += count;
            if (isStored(c))
                out_.values[c].insert(out_.values[c].end(), waiting.size(), std::numeric_limits<double>::quiet_NaN());
        }
        account_.keepWaiting(line);
    }

    /// What the cell is, without counting it yet.
    Verdict look(std::size_t c, std::string_view cell) {
        Look& found = looks_[c];
        found = {};
        if (cell.empty()) return Verdict::Missing;
        found.sign = signOf(cell);
        if (!options_.csvMissing.empty() && isMissingWord(cell, options_.csvMissing)) return Verdict::Missing;
        const ColumnKind kind = plan_.columns[c].kind;
        const bool timeFirst = kind == ColumnKind::Date || kind == ColumnKind::Clock;
        if (kind == ColumnKind::Clock && (found.time = sniffDottedClock(cell))) return Verdict::Typed;
        if (timeFirst && (found.time = sniffTime(cell))) return Verdict::Typed;
        if (found.number = sniffNumber(cell); found.number.mask) return Verdict::Typed;
        if (isMissingWord(cell, options_.csvMissing)) return Verdict::Missing;
        if (!timeFirst && (found.time = sniffTime(cell))) return Verdict::Typed;
        if (givenFormat(c) && timeByFormat(cell, plan_.time.format)) return Verdict::Typed;
        // A first look cannot know whether all cells of the column are numbers then.
        found.ledger = sniffLedger(cell);
        if (found.ledger.minus == LedgerCell::Minus::None ||
            (kind != ColumnKind::Empty && plan_.columns[c].ledger != found.ledger.minus))
            return Verdict::Odd;
        found.number = found.ledger.number;
        return Verdict::Typed;
    }

    [[nodiscard]] bool givenFormat(std::size_t c) const {
        return !plan_.time.format.empty() &&
               std::find(plan_.time.columns.begin(), plan_.time.columns.end(), c) != plan_.time.columns.end();
    }

    void add(std::size_t c, std::string_view cell, std::int64_t line) {
        ColumnEvidence& e = out_.evidence[c];
        double value = std::numeric_limits<double>::quiet_NaN();
        const Look& found = looks_[c];
        if (found.sign != 0) (found.sign > 0 ? e.pluses : e.minuses) += 1;
        if (found.ledger.minus != LedgerCell::Minus::None)
            (found.ledger.minus == LedgerCell::Minus::Behind ? e.behind : e.parentheses) += 1;
        if (verdicts_[c] == Verdict::Missing) {
            if (cell.empty())
                ++e.empty;
            else {
                ++e.words;
                if (e.wordCounts.size() < kMaxWords || e.wordCounts.contains(std::string(cell)))
                    ++e.wordCounts[std::string(cell)];
            }
        } else if (found.number.mask) {
            addNumber(e, c, cell, line, value);
        } else if (found.time) {
            addTimeCell(e, cell, *found.time);
        } else if (!givenFormat(c)) {
            addOdd(e, c, cell, line);
        }
        if (isStored(c)) out_.values[c].push_back(value);
        if (hasWords(c)) {
            // Where they fit, the rows so far that have none
            auto& words = out_.wordOf[c];
            words.resize(static_cast<std::size_t>(out_.rows), kNoWord);
            words.push_back(verdicts_[c] == Verdict::Odd ? wordNumber(c, cell) : kNoWord);
        }
    }

    [[nodiscard]] bool hasWords(std::size_t c) const {
        return c < kMaxWordColumns && plan_.columns[c].kind == ColumnKind::Text;
    }

    std::uint8_t wordNumber(std::size_t c, std::string_view cell) {
        auto& [last, number, numbers] = words_[c];
        if (cell == last && number != kNoWord) return number;
        last = cell;
        const auto known = numbers.find(last);
        if (known == numbers.end() && numbers.size() >= kMostSomeWords) return number = kNoWord;
        return number = known != numbers.end()
                            ? known->second
                            : numbers.emplace(last, static_cast<std::uint8_t>(numbers.size())).first->second;
    }

    void addOdd(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line) {
        ++e.odd, ++e.unread;
        e.oddLedger += looks_[c].ledger.minus != LedgerCell::Minus::None ? 1 : 0;
        if (isSwitchWord(cell)) ++e.switches;
        if (c < kMaxWordColumns && cell != lastWords_[c]) {
            ++e.wordChanges;
            lastWords_[c] = cell;
            if (e.someWords.size() < kMostSomeWords) e.someWords.insert(shortened(cell));
        }
        if (e.odds.size() < kMaxOdds) e.odds.push_back({line, shortened(cell)});
    }

    /// -1 or 1, by which the digits of a column are multiplied; NaN: the column of its signs has none in this row.
    [[nodiscard]] double signFor(std::size_t c) const {
        if (looks_[c].ledger.minus != LedgerCell::Minus::None) return -1;
        const auto& signs = plan_.columns[c].signs;
        if (!signs) return 1;
        return looks_[*signs].sign == 0 ? std::numeric_limits<double>::quiet_NaN() : looks_[*signs].sign;
    }

    void addNumber(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line, double& value) {
        const NumberSniff& look = looks_[c].number;
        if (looks_[c].ledger.minus != LedgerCell::Minus::None) cell = looks_[c].ledger.digits;
        ++e.numbers;
        e.signedNumbers += isSigned(cell) ? 1 : 0;
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
            if (e.odds.size() < kMaxOdds) e.odds.push_back({line, shortened(cell)});
            return;
        }
        if (const double sign = signFor(c); sign != 1 && value != 0) value *= sign;
        if (std::isnan(value)) return;
        e.low = std::min(e.low, value);
        e.high = std::max(e.high, value);
        e.whole = e.whole && value == std::floor(value);
        if (e.whole && value > 10'000'101 && value < 29'991'232) e.compactDates += isCompactDate(value) ? 1 : 0;
        const double step = value - e.last;
        e.rises += static_cast<std::int64_t>(step > 0), e.falls += static_cast<std::int64_t>(step < 0);
        e.up += static_cast<std::int64_t>(step == 1), e.down += static_cast<std::int64_t>(step == -1);
        e.last = value;
    }

    static void addTimeCell(ColumnEvidence& e, std::string_view cell, const TimeSniff& look) {
        if (e.sample.empty()) e.sample = cell;
        e.intervals += look.isInterval ? 1 : 0;
        if (!look.hasDate) {
            ++e.clocks;
            e.clockSteps.add(look.ofDayMicros);
            return;
        }
        ++e.dates;
        ++e.orderCounts[look.orders];
        e.dottedClocks += sniffDottedClock(cell) ? 1 : 0;
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
        if (micros) lastTime_ = *micros;
    }

    /// What addTime would say of the cells of a row that is not looked at yet; nothing where they hold no such time.
    [[nodiscard]] std::optional<std::int64_t> textTime(std::span<const std::string_view> cells) {
        if (plan_.time.mode != TimePlan::Mode::Text) return std::nullopt;
        if (!plan_.time.format.empty()) return formattedTime(cells);
        for (const std::size_t c : timeTexts_) look(c, c < cells.size() ? cells[c] : std::string_view{});
        return lookedTime();
    }

    struct Look {
        NumberSniff number;
        LedgerCell ledger;
        std::optional<TimeSniff> time;
        int sign = 0;
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
    RowAccount account_{out_};
    SecondTable secondTable_{layout_};
    CsvFooter footer_;
    struct Words {
        std::string last;
        std::uint8_t number = kNoWord;
        std::map<std::string, std::uint8_t> numbers;
    };
    std::vector<Words> words_ = std::vector<Words>(std::min(layout_.width, kMaxWordColumns));
    std::vector<std::string> lastWords_ = std::vector<std::string>(std::min(layout_.width, kMaxWordColumns));
    std::size_t nextReport_ = 0, sumColumn_ = 0;
    bool sumsInTypedColumn_ = false;
    std::int64_t seen_ = 0, lastLine_ = 0, lastTime_ = kNoTime;
};

}  // namespace

std::int64_t TableScan::lineOf(std::int64_t row) const {
    const auto after = std::ranges::upper_bound(lineJumps, row, {}, [](const auto& jump) { return jump.first; });
    return after == lineJumps.begin() ? -1 : (after - 1)->second + row - (after - 1)->first;
}

void TableScan::drop(const std::vector<std::int64_t>& rowsOut, std::vector<std::int64_t>& readTimes,
                     const Phrase& why) {
    if (rowsOut.empty()) return;
    for (const std::int64_t row : rowsOut) account.leave(lineOf(row), why);
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
    for (auto& words : wordOf) erase(words);
    erase(times);
    erase(readTimes);
    lineJumps = std::move(jumps);
    excluded += static_cast<std::int64_t>(rowsOut.size());
    rows = kept;
    oddLabels.clear();
}

Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            const TablePlan& plan, const ExperimentConfig& options, std::int64_t maxRows,
                            const Progress& progress) {
    CsvRows rows(text, dialect, layout.bodyAt, layout.bodyLine);
    Scan scan(layout, dialect, plan, options, maxRows < std::numeric_limits<std::int64_t>::max());
    if (maxRows > 10'000) {
        // The first rows tell how many there are about; a little more avoids copying everything once.
        CsvRows first(text, dialect, layout.bodyAt, layout.bodyLine);
        std::int64_t counted = 0;
        while (counted < 100 && first.next()) ++counted;
        const std::size_t bytes = std::max<std::size_t>(1, first.position() - layout.bodyAt);
        const double about = static_cast<double>(text.size() - layout.bodyAt) / static_cast<double>(bytes) *
                             static_cast<double>(counted);
        scan.reserve(static_cast<std::int64_t>(about * 1.05) + 16);
    }
    return scan.run(rows, text.size(), maxRows, progress);
}

}  // namespace gatelab
