// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gatelab {

class LineIndex;

/// Why a line is no row of the table.
enum class LeftOut {
    Blank,
    Comment,
    CommentedRow,
    HeaderAgain,
    Words,
    NoContent,
    SumWord,
    OtherTable,
    Footer,
    PageHead,
    Rule,
    Unplaced,
    Cut
};
const Phrase& reasonOf(LeftOut why);

/// What becomes of the lines of a table while it is scanned. Those that are left out go into the scan's account; of
/// what is said of single rows the first of each kind are warnings with their line, and the others one with their
/// number.
class RowAccount {
public:
    enum class Note { Short, Long, Empty, Sum, Foreign, Unplaced, Reordered, Cut };
    /// The scan is the caller's and outlives this.
    explicit RowAccount(TableScan& scan) : scan_(&scan) {}
    void leave(std::int64_t line, LeftOut why) { scan_->account.leave(line, reasonOf(why)); }
    void note(Note kind, std::int64_t line, Phrase message);
    /// Whether something of this kind was said so far.
    [[nodiscard]] bool has(Note kind) const { return notes_[static_cast<std::size_t>(kind)] > 0; }
    void repeatHeader() { ++repeated_; }
    void headPage() { ++pageHeads_; }
    /// A blank line or a comment; `isRow`: without its mark it would be a row.
    void leaveUnread(const CsvRows& rows, bool isRow);
    /// This line and all below it: they are of a second table.
    void leaveTheRest(CsvRows& rows);
    /// Before a row of values is added.
    void beginRow(std::int64_t line);
    /// Rows of delimiters only wait for the next row, which tells what they are.
    void wait(std::int64_t emptyLine) { emptyLines_.push_back(emptyLine); }
    [[nodiscard]] const std::vector<std::int64_t>& waiting() const { return emptyLines_; }
    void leaveWaiting();
    /// They were read as rows of missing values; `line`: that of the row behind them.
    void keepWaiting(std::int64_t line);
    /// The warnings with numbers, at the end of the table.
    void finish(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan);

private:
    void addNumbers();
    void addOfComments(const CsvDialect& dialect, const TablePlan& plan);

    TableScan* scan_;
    std::array<std::int64_t, 8> notes_{};  ///< by Note
    std::int64_t repeated_ = 0, pageHeads_ = 0;
    std::int64_t blankRows_ = 0, blankInside_ = 0, blankLine_ = -1, keptEmpty_ = 0, keptEmptyLine_ = -1;
    std::vector<std::int64_t> emptyLines_;
};

/// What became of every line of a text table: those above the table are told here, those from the first row of values
/// on by the scan. The lines of the file are counted apart from the reading, without those that name the columns and
/// the line ends inside quoted cells, so that a row that nobody tells is a difference.
ReadAccount accountOf(std::string_view text, const LineIndex& lines, const CsvDialect& dialect, const CsvLayout& layout,
                      const ExperimentConfig& options, TableScan& scan);

}  // namespace gatelab
