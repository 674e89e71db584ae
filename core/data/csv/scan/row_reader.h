// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/rows/row_account.h"
#include "data/csv/rows/sums.h"
#include "data/csv/rows/table_end.h"
#include "data/csv/scan/cell_reader.h"
#include "data/csv/scan/row_pieces.h"
#include "data/csv/scan/word_columns.h"

namespace gatelab {

/// What a row is to its table.
enum class RowKind { Value, Header, OtherHeader, OtherNames, Foreign, Empty, Sum, PageHead, Unplaced, Cut };

/// Tells what the rows of a table are, one by one in their order, and adds the cells of those of values to a scan. All
/// that it is made with outlives it. Used by one thread.
class RowReader {
public:
    RowReader(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan,
              const ExperimentConfig& options, bool isSample, TableScan& scan, RowAccount& account);
    RowKind take(const CsvRows& row) { return lastKind_ = read(row); }
    /// A row that stands in a comment: what comes behind it is not told by it.
    RowKind takeCommented(const CsvRows& row) { return read(row); }
    /// Rows that were read ahead, the first of them in line `line`, as if each had been read here.
    void take(const RowRun& run, std::int64_t line);
    /// Whether take() may have them: no more spellings of missing values than are counted.
    [[nodiscard]] bool mayTake(const RowRun& run) const;
    /// Behind the last row.
    void finish();

    /// Whether the cells of a row that is not looked at yet hold a later time than the rows so far.
    [[nodiscard]] bool goesOn(std::span<const std::string_view> cells);
    /// Whether the cells stand in the order of the columns: no line named those in another one.
    [[nodiscard]] bool isInOrder() const { return order_.empty(); }
    /// Of RowKind::OtherNames: the first column that is named otherwise.
    [[nodiscard]] std::size_t otherName() const { return otherName_; }
    [[nodiscard]] bool isStored(std::size_t c) const { return cells_.isStored(c); }
    [[nodiscard]] const WordColumns& words() const { return words_; }

private:
    RowKind read(const CsvRows& rows);
    /// Of a row with a word for a sum, one cut short, or with too few or too many cells: says so. Nothing: it is read.
    std::optional<RowKind> leave(const CsvRows& rows, std::span<const std::string_view> cells, bool hasSums);
    /// The cells under the names of the columns, where a line further up named them in another order.
    [[nodiscard]] std::span<const std::string_view> inOrder(std::span<const std::string_view> cells);
    /// Reads the rows below a line that names the same columns in another order by that order. False: it does not name
    /// them all, or one twice.
    bool takeOrder(const CsvRows& rows);
    /// A word of a table of one column, directly between two of its values: leaving its row out would move all later
    /// ones.
    [[nodiscard]] bool standsForValue(const CsvRows& rows) const;
    /// Where no column holds the time: every column of texts has the word that stands in it from a row before, or one
    /// for on or off.
    [[nodiscard]] bool hasKnownWords(std::span<const std::string_view> cells) const;
    /// Whether a row of words alone is one of the table.
    [[nodiscard]] bool isTextRow(const CsvRows& rows, std::span<const std::string_view> cells) const;
    /// The last line, without its end, lacks cells that every row above it has: its last cell says less than was meant.
    [[nodiscard]] bool isCut(const CsvRows& rows) const;
    /// Words in half of the cells at least, where no column holds the time: a word in place of a time is a note.
    [[nodiscard]] bool isWide(std::span<const std::string_view> cells) const;
    /// Whether a word stands in a column of the time.
    [[nodiscard]] bool wordsForTime(std::span<const std::string_view> cells) const;
    void noteLine(std::int64_t line);
    /// The label of a row that differs from its column: a year of four digits or nothing among dates, a date that
    /// is written in another way, a number or nothing among words.
    void noteLabel(std::string_view cell);
    /// Whether the first cell that says something, or the first word in a column of the time, is a word for a sum; sets
    /// sumColumn_ and sumsInTypedColumn_.
    bool isSumRow(std::span<const std::string_view> cells);
    /// Rows of delimiters only, before another row: without a time column each is a row of missing values (leaving it
    /// out would move all later rows); with one they are no measurement. Those at the end of the file are padding.
    void takeEmptyRows(std::int64_t line);
    void add(std::size_t c, std::string_view cell, std::int64_t line);
    /// The cells of the time columns, joined by blanks, under the format that the user gave.
    [[nodiscard]] std::optional<std::int64_t> formattedTime(std::span<const std::string_view> cells) const;
    void addTime(std::span<const std::string_view> cells);
    /// What addTime would say of the cells of a row that is not looked at yet; nothing where they hold no such time.
    [[nodiscard]] std::optional<std::int64_t> textTime(std::span<const std::string_view> cells);

    const CsvLayout& layout_;
    const CsvDialect& dialect_;
    const TablePlan& plan_;
    TableScan& scan_;
    RowAccount& account_;
    CellReader cells_;
    WordColumns words_;
    CsvFooter footer_;
    std::vector<CellVerdict> verdicts_ = std::vector<CellVerdict>(layout_.width);
    bool anyTypedColumn_ = false, sumsInTypedColumn_ = false;
    std::vector<std::size_t> order_;       ///< per column the place of its cell in the rows; empty: its own
    std::vector<std::string_view> moved_;  ///< cells of a row in the order of the columns
    std::size_t sumColumn_ = 0, otherName_ = 0, labelAt_ = labelColumn(plan_);
    RowKind lastKind_ = RowKind::Value;  ///< of the last row that was none of those read ahead
    std::int64_t lastLine_ = 0, lastTime_ = kNoTime;
};

}  // namespace gatelab
