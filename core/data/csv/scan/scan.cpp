// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/scan.h"
#include "base/large_pages.h"
#include "base/parallel.h"
#include "data/csv/layout/header.h"
#include "data/csv/rows/row_account.h"
#include "data/csv/rows/sums.h"
#include "data/csv/rows/table_end.h"
#include "data/csv/scan/cell_reader.h"
#include "data/csv/scan/row_pieces.h"
#include "data/csv/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kRowsPerReport = 4096;
constexpr std::size_t kBytesPerReport = std::size_t{1} << 20;
constexpr std::size_t kMaxOddLabels = 4096, kMaxStrayCells = 64;

/// Reads rows and collects evidence; one object per scan.
class Scan {
public:
    Scan(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan, const ExperimentConfig& options,
         bool isSample)
        : layout_(layout), dialect_(dialect), plan_(plan), options_(options), cells_(layout, plan, options, isSample) {
        out_.evidence.resize(layout.width);
        out_.values.resize(layout.width);
        out_.wordOf.resize(layout.width);
    }

    Result<TableScan> run(CsvRows& rows, std::size_t size, std::int64_t maxRows, const ScanAhead& ahead,
                          const Progress& progress) {
        bool afterBlank = false;
        while (out_.rows < maxRows) {
            const bool isAhead = takeAhead(rows, size);
            if (!isAhead && !rows.next()) break;
            if (!mayGoOn(rows, size, progress))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            if (isAhead) {
                afterBlank = false, lastKind_ = Row::Value;
                continue;
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
            if (wouldBe && hasWords(0)) noteCommented(rows.raw());
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
            if (isRule(rows.cells(), dialect_.delimiter, false)) {
                account_.leave(rows.line(), LeftOut::Rule);
                continue;
            }
            const Row kind = lastKind_ = takeRow(rows);
            if (kind == Row::OtherHeader)
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT(
                         "Reading",
                         "line %1 names the columns once more and not in the same order, so that the rows below it "
                         "would be read under wrong names: cut the file there, or bring its columns into one order"),
                     {rows.line()}}};
            if (kind == Row::OtherNames)
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT("Reading",
                                  "line %1 names other columns than those above it ('%2' in place of '%3'), so that "
                                  "the rows below it would be read under wrong names: cut the file there, or give its "
                                  "columns the same names"),
                     {rows.line(), shortened(rows.cells()[otherName_]), layout_.headerCells[otherName_]}}};
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
            if (kind != Row::Value)
                account_.leave(rows.line(), kind == Row::Header     ? LeftOut::HeaderAgain
                                            : kind == Row::Unplaced ? LeftOut::Unplaced
                                            : kind == Row::Cut      ? LeftOut::Cut
                                            : kind == Row::Foreign  ? LeftOut::Words
                                            : kind == Row::PageHead ? LeftOut::PageHead
                                                                    : LeftOut::SumWord);
            if (kind == Row::Value) afterBlank = false;
            if (ahead.index != nullptr && order_.empty() && kind == Row::Value && !triesAhead_ &&
                out_.rows >= kFirstRows)
                readAhead(rows, ahead);
        }
        ahead_.reset();
        out_.strayQuotes = rows.strayQuotes();
        out_.strayLine = rows.strayLine();
        out_.innerLines = rows.innerLines();
        account_.leaveWaiting();
        footer_.drop(out_);
        account_.finish(layout_, dialect_, plan_);
        giveWords();
        return std::move(out_);
    }

private:
    static constexpr std::int64_t kFirstRows = 16;

    /// Each row takes a line at least. 0: there are far more lines than rows such as the first ones would make.
    [[nodiscard]] std::size_t rowsAtMost(const CsvRows& rows, const LineIndex& index) const {
        const auto lines = static_cast<double>(index.lineEnds() - rows.line() + 2);
        const double left = static_cast<double>(rows.text().size() - rows.position()),
                     bytesOfRow =
                         static_cast<double>(rows.position() - layout_.bodyAt) / static_cast<double>(out_.rows);
        return lines > 2 * left / bytesOfRow + kRowsPerReport
                   ? 0
                   : static_cast<std::size_t>(out_.rows) + static_cast<std::size_t>(std::max(0.0, lines));
    }

    /// Tells how far the reading is, now and then. False: it is to stop.
    [[nodiscard]] bool mayGoOn(const CsvRows& rows, std::size_t size, const Progress& progress) {
        if (++seen_ % kRowsPerReport != 0 && rows.position() < nextReport_) return true;
        nextReport_ = rows.position() + kBytesPerReport;
        return report(progress, static_cast<double>(rows.position()) / static_cast<double>(size));
    }

    /// Whether rows that were read ahead were taken.
    bool takeAhead(CsvRows& rows, std::size_t size) {
        const RowRun* const run = ahead_ ? ahead_->runAt(rows.position()) : nullptr;
        return run != nullptr && take(*run, rows, size);
    }

    /// From here on ordinary rows are read in pieces.
    void readAhead(const CsvRows& rows, const ScanAhead& ahead) {
        triesAhead_ = true;
        const RowPieces::Table table{rows.text(), dialect_, layout_, plan_, options_, *ahead.index};
        const std::size_t most = rowsAtMost(rows, *ahead.index);
        if (most == 0 || !RowPieces::canRead(table)) return;
        RowPieces::Kept kept{{}, plan_.time.mode == TimePlan::Mode::Text};
        if (kept.times) reserveInLargePages(out_.times, most);
        for (std::size_t c = 0; c < layout_.width; ++c) {
            kept.columns.push_back(cells_.isStored(c));
            if (cells_.isStored(c)) reserveInLargePages(out_.values[c], most);
        }
        ahead_.emplace(table, rows.position(), out_.evidence[0].sample, std::move(kept), ahead.threads);
    }

    void giveWords() {
        for (const auto& [word, count] : commented_)
            out_.commentedWords += !words_.empty() && words_[0].numbers.contains(word) ? count : 0;
        out_.words.resize(layout_.width);
        for (std::size_t c = 0; c < words_.size(); ++c) {
            out_.words[c].resize(words_[c].numbers.size());
            for (const auto& [word, number] : words_[c].numbers) out_.words[c][number] = word;
        }
    }

    /// Takes rows that were read ahead as if each had been read here. False: they are to be read one by one.
    bool take(const RowRun& run, CsvRows& rows, std::size_t size) {
        if (static_cast<std::size_t>(out_.rows + run.rows) * layout_.width > size + kBytesPerReport) return false;
        for (std::size_t c = 0; c < layout_.width; ++c)
            if (!run.evidence[c].wordCounts.empty() &&
                run.evidence[c].wordCounts.size() + out_.evidence[c].wordCounts.size() > kMaxWords)
                return false;
        const std::int64_t line = rows.nextLine();
        takeEmptyRows(line);
        account_.beginRow(line);
        for (std::size_t c = 0; c < layout_.width; ++c) {
            if (run.values[c] != nullptr)
                out_.values[c].insert(out_.values[c].end(), run.values[c], run.values[c] + run.rows);
            out_.evidence[c].append(run.evidence[c]);
        }
        if (run.times != nullptr) out_.times.insert(out_.times.end(), run.times, run.times + run.rows);
        if (run.lastTime != kNoTime) lastTime_ = run.lastTime;
        noteLine(line);
        lastLine_ = line + run.rows - 1;
        out_.rows += run.rows;
        footer_.take(lastLine_, false, false);
        rows.skipTo(run.end, lastLine_ + 1, run.width);
        return true;
    }

    enum class Row { Value, Header, OtherHeader, OtherNames, Foreign, Empty, Sum, PageHead, Unplaced, Cut };

    /// Whether the cells of a row that is not looked at yet hold a later time than the rows so far.
    [[nodiscard]] bool goesOn(std::span<const std::string_view> cells) {
        const auto time = textTime(cells);
        return time && lastTime_ != kNoTime && *time > lastTime_;
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

    /// The first cell of a commented row.
    void noteCommented(std::string_view raw) {
        CsvDialect plain = dialect_;
        plain.comment.clear();
        CsvRows row(withoutMark(raw), plain);
        if (row.next() && commented_.size() < kMostWords) ++commented_[std::string(row.cells()[0])];
    }

    /// The cells under the names of the columns, where a line further up named them in another order.
    [[nodiscard]] std::span<const std::string_view> inOrder(std::span<const std::string_view> cells) {
        if (order_.empty()) return cells;
        moved_.resize(order_.size());
        for (std::size_t c = 0; c < order_.size(); ++c)
            moved_[c] = order_[c] < cells.size() ? cells[order_[c]] : std::string_view{};
        return moved_;
    }

    /// Reads the rows below a line that names the same columns in another order by that order. False: it does not name
    /// them all, or one twice.
    bool takeOrder(const CsvRows& rows) {
        auto order = orderOfNames(layout_, rows.cells());
        if (order.empty()) return false;
        order_ = std::move(order);
        out_.isReordered = true;
        ahead_.reset();
        account_.repeatHeader();
        account_.note(RowAccount::Note::Reordered, rows.line(),
                      {GATELAB_TEXT("Reading",
                                    "this line names the columns once more in another order, and the rows below it "
                                    "were read under these names")});
        return true;
    }

    /// A word of a table of one column, directly between two of its values: leaving its row out would move all later
    /// ones.
    [[nodiscard]] bool standsForValue(const CsvRows& rows) const {
        if (plan_.time.mode != TimePlan::Mode::None || layout_.width > 1 || (out_.rows == 0 && !layout_.header) ||
            lastKind_ != Row::Value)
            return false;
        const std::string_view before = rows.text().substr(0, rows.begin());
        if (before.ends_with("\n\n") || before.ends_with("\r\n\r\n")) return false;
        CsvRows next = rows;
        return next.next() && next.cells().size() == 1 && csv_header::isTyped(next.cells()[0]);
    }

    /// Where no column holds the time: every column of texts has the word that stands in it from a row before, or one
    /// for on or off.
    [[nodiscard]] bool hasKnownWords(std::span<const std::string_view> cells) const {
        if (plan_.time.mode != TimePlan::Mode::None || cells.size() != layout_.width) return false;
        bool any = false;
        for (std::size_t c = 0; c < layout_.width; ++c) {
            if (plan_.columns[c].kind != ColumnKind::Text || cells[c].empty()) continue;
            any = true;
            const bool isKnown = hasWords(c) && words_[c].numbers.contains(std::string(cells[c]));
            if (!isKnown && !switchWord(cells[c])) return false;
        }
        return any;
    }

    /// Whether a row of words alone is one of the table.
    [[nodiscard]] bool isTextRow(const CsvRows& rows, std::span<const std::string_view> cells) const {
        return standsForValue(rows) || hasKnownWords(cells) || (plan_.keepsTextRows && isWide(cells));
    }

    /// The last line, without its end, lacks cells that every row above it has: its last cell says less than was meant.
    [[nodiscard]] bool isCut(const CsvRows& rows) const {
        constexpr std::int64_t kFewest = 8;  // rows that tell what a whole one is
        const std::string_view text = rows.text();
        return rows.cells().size() < layout_.width && out_.rows >= kFewest && rows.position() >= text.size() &&
               !text.ends_with('\n') && !text.ends_with('\r') && !account_.has(RowAccount::Note::Short);
    }

    /// Words in half of the cells at least, where no column holds the time: a word in place of a time is a note.
    [[nodiscard]] bool isWide(std::span<const std::string_view> cells) const {
        if (plan_.time.mode != TimePlan::Mode::None || cells.size() < layout_.width) return false;
        // Words, those for missing values among them
        std::size_t words = 0;
        for (std::size_t c = 0; c < layout_.width; ++c)
            words += verdicts_[c] != CellVerdict::Typed && !cells[c].empty() ? 1 : 0;
        return words * 2 >= layout_.width;
    }

    Row takeRow(const CsvRows& rows) {
        const auto asWritten = rows.cells();
        if (std::all_of(asWritten.begin(), asWritten.end(), [](std::string_view cell) { return cell.empty(); }))
            return Row::Empty;
        if (repeatsHeader(layout_, asWritten)) {
            order_.clear();
            account_.repeatHeader();
            return Row::Header;
        }
        const auto cells = inOrder(asWritten);
        bool typed = false, present = false;
        for (std::size_t c = 0; c < layout_.width; ++c) {
            const std::string_view cell = c < cells.size() ? cells[c] : std::string_view{};
            verdicts_[c] = cells_.look(c, cell);
            typed = typed || verdicts_[c] == CellVerdict::Typed;
            present = present || verdicts_[c] != CellVerdict::Missing;
        }
        // A row of missing values is a row; a row of words is not.
        if (present && !typed && anyTypedColumn_) {
            if (lastKind_ == Row::Value && namesOthers(layout_, rows, otherName_)) return Row::OtherNames;
            if (isOtherHeader(layout_, asWritten)) return takeOrder(rows) ? Row::Header : Row::OtherHeader;
            out_.textRows += isWide(cells) ? 1 : 0;
            if (!isTextRow(rows, cells)) return Row::Foreign;
        }
        if (verdicts_[0] == CellVerdict::Odd && plan_.columns[0].kind != ColumnKind::Text &&
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
                          {GATELAB_TEXT("Reading", "this line ('%1') holds sums, means or spreads and was left out"),
                           {shortened(cells[sumColumn_])}});
            return Row::Sum;
        }
        // Any number of blanks is one delimiter: nothing tells which cell is missing.
        if (asWritten.size() < layout_.width && dialect_.delimiter == ' ') {
            account_.note(RowAccount::Note::Unplaced, rows.line(),
                          {GATELAB_TEXT("Reading",
                                        "this line has %1 of %2 cells, and blanks between them do not tell which are "
                                        "missing: it was left out"),
                           {asWritten.size(), layout_.width}});
            return Row::Unplaced;
        }
        if (isCut(rows)) {
            account_.note(RowAccount::Note::Cut, rows.line(),
                          {GATELAB_TEXT("Reading",
                                        "the file ends inside of this line, after %1 of %2 cells: it was left out. "
                                        "Copy or download the file again if more should follow"),
                           {asWritten.size(), layout_.width}});
            return Row::Cut;
        }
        if (asWritten.size() < layout_.width)
            account_.note(RowAccount::Note::Short, rows.line(),
                          {GATELAB_TEXT("Reading", "this line has %1 of %2 cells; the missing ones are empty"),
                           {asWritten.size(), layout_.width}});
        if (asWritten.size() > layout_.width &&
            std::any_of(asWritten.begin() + static_cast<std::ptrdiff_t>(layout_.width), asWritten.end(),
                        [](std::string_view cell) { return !cell.empty(); }))
            account_.note(
                RowAccount::Note::Long, rows.line(),
                {GATELAB_TEXT("Reading",
                              "this line has %1 cells instead of %2; the last ones were left out. Check the decimal "
                              "mark and the quotes"),
                 {asWritten.size(), layout_.width}});
        takeEmptyRows(rows.line());
        account_.beginRow(rows.line());
        for (std::size_t c = 0; c < layout_.width; ++c)
            add(c, c < cells.size() ? cells[c] : std::string_view{}, rows.line());
        addTime(cells);
        for (const std::size_t c : rows.strayCells())
            if (out_.strayCells.size() < kMaxStrayCells) out_.strayCells.emplace_back(out_.rows, c);
        noteLine(rows.line());
        noteLabel(labelAt_ < cells.size() ? cells[labelAt_] : std::string_view{});
        ++out_.rows;
        footer_.take(rows.line(), wordsForTime(cells), endsWithSums);
        return Row::Value;
    }

    /// Whether a word stands in a column of the time.
    [[nodiscard]] bool wordsForTime(std::span<const std::string_view> cells) const {
        return plan_.time.mode != TimePlan::Mode::None && std::ranges::any_of(plan_.time.columns, [&](std::size_t c) {
                   return verdicts_[c] == CellVerdict::Odd && c < cells.size() && hasMoreLettersThanDigits(cells[c]);
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

    /// The label of a row that differs from its column: a year of four digits or nothing among dates, a date that
    /// is written in another way, a number or nothing among words.
    void noteLabel(std::string_view cell) {
        const ColumnKind kind = plan_.columns[labelAt_].kind;
        const bool isTime = kind == ColumnKind::Date && cells_.found(labelAt_).time;
        const bool odd = kind == ColumnKind::Empty    ? false
                         : kind == ColumnKind::Text   ? verdicts_[labelAt_] != CellVerdict::Odd
                         : kind == ColumnKind::Number ? verdicts_[labelAt_] != CellVerdict::Typed
                         : isTime && labelAt_ > 0     ? isBareYearText(cell)
                         : isTime                     ? !areWrittenAlike(cell, out_.evidence[labelAt_].sample)
                                                      : !cells_.found(labelAt_).time;
        if (odd && out_.oddLabels.size() < kMaxOddLabels)
            out_.oddLabels.push_back({out_.rows, shortened(cell), isTime});
    }

    /// Whether the first cell that says something, or the first word in a column of the time, is a word for a sum; sets
    /// sumColumn_ and sumsInTypedColumn_.
    bool isSumRow(std::span<const std::string_view> cells) {
        auto first = std::find_if(cells.begin(), cells.end(), [](std::string_view cell) { return !cell.empty(); });
        // The first as it is written
        if (const auto lead = std::ranges::find(order_, std::size_t{0}); lead != order_.end())
            if (const auto c = lead - order_.begin(); isSumWord(cells[static_cast<std::size_t>(c)]))
                first = cells.begin() + c;
        for (const std::size_t c : plan_.time.columns)
            if (c < cells.size() && verdicts_[c] == CellVerdict::Odd) {
                first = cells.begin() + static_cast<std::ptrdiff_t>(c);
                break;
            }
        sumColumn_ = static_cast<std::size_t>(first - cells.begin());
        if (sumColumn_ >= layout_.width || verdicts_[sumColumn_] != CellVerdict::Odd || !isSumWord(*first))
            return false;
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
        for (const std::int64_t empty : waiting) {
            noteLine(empty);
            for (std::size_t c = 0; c < layout_.width; ++c)
                if (cells_.isStored(c)) out_.values[c].push_back(std::numeric_limits<double>::quiet_NaN());
            ++out_.rows;
        }
        for (ColumnEvidence& e : out_.evidence) e.empty += count;
        account_.keepWaiting(line);
    }

    void add(std::size_t c, std::string_view cell, std::int64_t line) {
        const double value = cells_.add(c, cell, verdicts_[c], line, out_.evidence[c]);
        if (cells_.isStored(c)) out_.values[c].push_back(value);
        if (hasWords(c)) {
            // Where they fit, the rows so far that have none
            auto& words = out_.wordOf[c];
            words.resize(static_cast<std::size_t>(out_.rows), kNoWord);
            words.push_back(verdicts_[c] == CellVerdict::Odd ? wordNumber(c, cell) : kNoWord);
        }
    }

    [[nodiscard]] bool hasWords(std::size_t c) const {
        return c < kMaxWordColumns && plan_.columns[c].kind == ColumnKind::Text;
    }

    WordNumber wordNumber(std::size_t c, std::string_view cell) {
        auto& [last, number, numbers] = words_[c];
        if (cell == last && number != kNoWord) return number;
        last = cell;
        const auto known = numbers.find(last);
        if (known == numbers.end() && numbers.size() >= kMostWords) return number = kNoWord;
        return number = known != numbers.end()
                            ? known->second
                            : numbers.emplace(last, static_cast<WordNumber>(numbers.size())).first->second;
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
        cells_.keepDate();
        const auto micros = plan_.time.format.empty() ? cells_.lookedTime() : formattedTime(cells);
        out_.times.push_back(micros.value_or(kNoTime));
        if (micros) lastTime_ = *micros;
    }

    /// What addTime would say of the cells of a row that is not looked at yet; nothing where they hold no such time.
    [[nodiscard]] std::optional<std::int64_t> textTime(std::span<const std::string_view> cells) {
        if (plan_.time.mode != TimePlan::Mode::Text) return std::nullopt;
        if (!plan_.time.format.empty()) return formattedTime(cells);
        for (const std::size_t c : cells_.timeTexts()) cells_.look(c, c < cells.size() ? cells[c] : std::string_view{});
        return cells_.lookedTime();
    }

    const CsvLayout& layout_;
    const CsvDialect& dialect_;
    const TablePlan& plan_;
    const ExperimentConfig& options_;
    CellReader cells_;
    TableScan out_;
    std::vector<CellVerdict> verdicts_ = std::vector<CellVerdict>(layout_.width);
    bool anyTypedColumn_ = std::any_of(plan_.columns.begin(), plan_.columns.end(),
                                       [](const ColumnPlan& p) { return p.kind != ColumnKind::Text; });
    RowAccount account_{out_};
    SecondTable secondTable_{layout_};
    CsvFooter footer_;
    std::optional<RowPieces> ahead_;
    std::vector<std::size_t> order_;       ///< per column the place of its cell in the rows; empty: its own
    std::vector<std::string_view> moved_;  ///< cells of a row in the order of the columns
    struct Words {
        std::string last;
        WordNumber number = kNoWord;
        std::map<std::string, WordNumber> numbers;
    };
    std::map<std::string, std::int64_t> commented_;  ///< how many commented rows begin with each word
    std::vector<Words> words_ = std::vector<Words>(std::min(layout_.width, kMaxWordColumns));
    std::size_t nextReport_ = 0, sumColumn_ = 0, otherName_ = 0, labelAt_ = labelColumn(plan_);
    Row lastKind_ = Row::Value;  ///< of the last row that was none of those read ahead
    bool sumsInTypedColumn_ = false, triesAhead_ = false;
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
    const auto isOut = [&](std::int64_t row) { return std::ranges::binary_search(rowsOut, row); };
    const auto moveUp = [&](std::int64_t& row) { row -= std::ranges::lower_bound(rowsOut, row) - rowsOut.begin(); };
    std::erase_if(oddLabels, [&](const OddLabel& label) { return isOut(label.row); });
    std::erase_if(strayCells, [&](const auto& cell) { return isOut(cell.first); });
    for (OddLabel& label : oddLabels) moveUp(label.row);
    for (auto& cell : strayCells) moveUp(cell.first);
}

Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            const TablePlan& plan, const ExperimentConfig& options, std::int64_t maxRows,
                            const ScanAhead& ahead, const Progress& progress) {
    CsvRows rows(text, dialect, layout.bodyAt, layout.bodyLine);
    return Scan(layout, dialect, plan, options, maxRows < std::numeric_limits<std::int64_t>::max())
        .run(rows, text.size(), maxRows, ahead, progress);
}

}  // namespace gatelab
