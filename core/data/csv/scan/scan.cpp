// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/scan.h"

#include "base/large_pages.h"
#include "base/parallel.h"
#include "data/csv/rows/row_account.h"
#include "data/csv/rows/table_end.h"
#include "data/csv/scan/commented_rows.h"
#include "data/csv/scan/row_pieces.h"
#include "data/csv/scan/row_reader.h"
#include "data/csv/words.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kRowsPerReport = 4096;
constexpr std::size_t kBytesPerReport = std::size_t{1} << 20;

/// Reads all rows of a table, the ordinary ones ahead; one object per scan.
class Scan {
public:
    Scan(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan, const ExperimentConfig& options,
         bool isSample)
        : layout_(layout),
          dialect_(dialect),
          plan_(plan),
          options_(options),
          reader_(layout, dialect, plan, options, isSample, out_, account_) {}

    Result<TableScan> run(CsvRows& rows, std::size_t size, std::int64_t maxRows, const ScanAhead& ahead,
                          const Progress& progress) {
        while (out_.rows < maxRows) {
            const bool isAhead = takeAhead(rows, size);
            if (!isAhead && !rows.next()) break;
            if (!mayGoOn(rows, size, progress))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            if (isAhead) {
                afterBlank_ = false;
                continue;
            }
            if (rows.isTooLong()) return tooLongRow(rows.line());
            if (isMoreThan(size, out_.rows)) return tooFewCells(rows.line());
            if (isUnread(rows)) continue;
            const RowKind kind = reader_.take(rows);
            if (kind == RowKind::OtherHeader || kind == RowKind::OtherNames) return otherNames(kind, rows);
            if (kind == RowKind::Foreign && beginsSecondTable(rows)) {
                account_.leaveTheRest(rows);
                break;
            }
            note(kind, rows);
            if (!reader_.isInOrder())
                ahead_.reset();
            else if (ahead.index != nullptr && kind == RowKind::Value && !triesAhead_ && out_.rows >= kFirstRows)
                readAhead(rows, ahead);
        }
        ahead_.reset();
        out_.strayQuotes = rows.strayQuotes();
        out_.strayLine = rows.strayLine();
        out_.innerLines = rows.innerLines();
        account_.leaveWaiting();
        reader_.finish();
        account_.finish(layout_, dialect_, plan_);
        out_.commentedWords =
            comments_.countOf([this](const std::string& word) { return reader_.words().knows(0, word); });
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

    /// Every cell of a whole row takes a byte; rows that lack nearly all of theirs would take memory without bound.
    [[nodiscard]] bool isMoreThan(std::size_t size, std::int64_t rows) const {
        return static_cast<std::size_t>(rows) * layout_.width > size + kBytesPerReport;
    }
    [[nodiscard]] Error tooFewCells(std::int64_t line) const {
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "line %1: most lines up to here have far fewer cells than the first ones, which have "
                              "%2; the file holds more than one table: cut it, or say how many lines to skip"),
                 {line, layout_.width}}};
    }

    /// Takes rows that were read ahead. False: there are none, or they are to be read one by one.
    bool takeAhead(CsvRows& rows, std::size_t size) {
        const RowRun* const run = ahead_ ? ahead_->runAt(rows.position()) : nullptr;
        if (run == nullptr || isMoreThan(size, out_.rows + run->rows) || !reader_.mayTake(*run)) return false;
        const std::int64_t line = rows.nextLine();
        reader_.take(*run, line);
        rows.skipTo(run->end, line + run->rows, run->width);
        return true;
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
            kept.columns.push_back(reader_.isStored(c));
            if (reader_.isStored(c)) reserveInLargePages(out_.values[c], most);
        }
        ahead_.emplace(table, rows.position(), out_.evidence[0].sample, std::move(kept), ahead.threads);
    }

    /// Comments that are no rows, blank lines, and lines that are drawn.
    bool isUnread(const CsvRows& rows) {
        const bool wouldBe = rows.isComment() && comments_.isRow(rows.raw());
        if (wouldBe && out_.commentRows++ == 0) out_.commentLine = rows.line();
        if (wouldBe && reader_.words().has(0)) comments_.note(rows.raw());
        if (wouldBe && plan_.keepsCommentedRows) {
            CsvRows row = comments_.rowOf(rows.raw(), rows.line(), plan_.columns[0].kind == ColumnKind::Text);
            if (row.next() && reader_.takeCommented(row) == RowKind::Value) return true;
        }
        if (rows.isComment() || rows.isBlank()) {
            account_.leaveUnread(rows, wouldBe);
            afterBlank_ = afterBlank_ || rows.isBlank();
            return true;
        }
        const bool isDrawn = isRule(rows.cells(), dialect_.delimiter, false);
        if (isDrawn) account_.leave(rows.line(), LeftOut::Rule);
        return isDrawn;
    }

    [[nodiscard]] Error otherNames(RowKind kind, const CsvRows& rows) const {
        if (kind == RowKind::OtherHeader)
            return {ErrorCode::InvalidInput,
                    {GATELAB_TEXT(
                         "Reading",
                         "line %1 names the columns once more and not in the same order, so that the rows below it "
                         "would be read under wrong names: cut the file there, or bring its columns into one order"),
                     {rows.line()}}};
        const std::size_t c = reader_.otherName();
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "line %1 names other columns than those above it ('%2' in place of '%3'), so that "
                              "the rows below it would be read under wrong names: cut the file there, or give its "
                              "columns the same names"),
                 {rows.line(), shortened(rows.cells()[c]), layout_.headerCells[c]}}};
    }

    /// A row of words, whether it names the columns of another table.
    bool beginsSecondTable(const CsvRows& rows) {
        return afterBlank_ && secondTable_.begins(
                                  rows, [&](std::span<const std::string_view> cells) { return reader_.goesOn(cells); });
    }

    /// What becomes of a row that was taken, or not.
    void note(RowKind kind, const CsvRows& rows) {
        if (kind == RowKind::Value) {
            afterBlank_ = false;
            return;
        }
        if (kind == RowKind::Empty) {
            account_.wait(rows.line());
            return;
        }
        if (kind == RowKind::Foreign) {
            const std::string first = shortened(rows.cells()[0]);
            if (out_.firstWords.line < 0) out_.firstWords = {rows.line(), first};
            account_.note(
                RowAccount::Note::Foreign, rows.line(),
                {GATELAB_TEXT("Reading", "this line has no number and no time and was left out: '%1'"), {first}});
        }
        ++out_.excluded;
        account_.leave(rows.line(), kind == RowKind::Header     ? LeftOut::HeaderAgain
                                    : kind == RowKind::Unplaced ? LeftOut::Unplaced
                                    : kind == RowKind::Cut      ? LeftOut::Cut
                                    : kind == RowKind::Foreign  ? LeftOut::Words
                                    : kind == RowKind::PageHead ? LeftOut::PageHead
                                                                : LeftOut::SumWord);
    }

    const CsvLayout& layout_;
    const CsvDialect& dialect_;
    const TablePlan& plan_;
    const ExperimentConfig& options_;
    TableScan out_;
    RowAccount account_{out_};
    RowReader reader_;
    CommentedRows comments_{dialect_, layout_};
    SecondTable secondTable_{layout_};
    std::optional<RowPieces> ahead_;
    bool afterBlank_ = false, triesAhead_ = false;
    std::size_t nextReport_ = 0;
    std::int64_t seen_ = 0;
};

}  // namespace

Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            const TablePlan& plan, const ExperimentConfig& options, std::int64_t maxRows,
                            const ScanAhead& ahead, const Progress& progress) {
    CsvRows rows(text, dialect, layout.bodyAt, layout.bodyLine);
    return Scan(layout, dialect, plan, options, maxRows < std::numeric_limits<std::int64_t>::max())
        .run(rows, text.size(), maxRows, ahead, progress);
}

}  // namespace gatelab
