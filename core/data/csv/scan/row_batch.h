// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/scan/quick_cells.h"
#include "data/csv/scan/row_pieces.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Ordinary rows one below the other, read column by column: most tables hold little else than numbers with a point and
/// ISO times, and a column of them is read many cells at once. What they come to is what row by row comes to. Table,
/// sample and target outlive it.
class RowBatch {
public:
    /// `timeTexts`: the columns whose texts add up to the time of a row.
    RowBatch(const RowPieces::Table& table, const std::string& sample, const RowTarget& target,
             std::span<const std::size_t> timeTexts);

    /// Before the first row of a piece.
    void begin();
    /// The row at byte `at` of the piece and those below it, as far as every cell of theirs is read here; `marks`: the
    /// places of delimiters and line ends from that row on. 0: that row is to be read by itself. Adds to the run, which
    /// has its evidence for each column; `row`: where the values go.
    std::size_t read(std::string_view piece, std::span<const std::uint32_t> marks, std::size_t at, std::int64_t row,
                     RowRun& run);
    /// Marks of one row of the last read(), and the byte behind its last row.
    [[nodiscard]] std::size_t marksOfRow() const { return marksOfRow_; }
    [[nodiscard]] std::size_t end() const { return end_; }

private:
    void fill(std::size_t c, std::size_t rows);
    [[nodiscard]] std::size_t readDates(std::size_t c, std::size_t rows);
    [[nodiscard]] std::size_t readColumn(std::size_t c, std::size_t rows, std::int64_t row);
    bool readAlone(std::size_t c, std::size_t row, double* values);
    void countNumbers(std::size_t c, std::size_t rows, ColumnEvidence& evidence) const;
    [[nodiscard]] double* valuesOf(std::size_t c, std::int64_t row) { return target_.values[c] + row; }
    [[nodiscard]] std::string_view cell(std::size_t c, std::size_t row) const;
    [[nodiscard]] char endOf(std::size_t c) const { return c + 1 < width_ ? table_.dialect.delimiter : lastMark_; }
    void countColumn(std::size_t c, std::size_t rows, std::int64_t row, ColumnEvidence& evidence) const;
    void addTimes(std::size_t rows, std::int64_t row, RowRun& run);

    const RowPieces::Table& table_;
    const std::string& sample_;
    const RowTarget& target_;
    const std::span<const std::size_t> timeTexts_;
    const std::size_t width_;
    bool isUsable_ = false;
    std::string_view piece_;
    const std::uint32_t* marks_ = nullptr;
    std::size_t at_ = 0, end_ = 0, marksOfRow_ = 0;
    char lastMark_ = 0;
    std::size_t wait_ = 0, nextWait_ = 0;  ///< rows that are read by themselves before the next try
    quick::CellBlock block_;
    quick::DateReader dates_;
    quick::CellBlock::Each<std::uint64_t> clocks_{};
    struct Alone {
        std::size_t row;
        std::string_view text;
        NumberSniff look;
    };
    std::vector<quick::NumberCounts> counts_;       ///< by column
    std::vector<std::vector<Alone>> alone_;         ///< by column: numbers that no block reads
    std::vector<std::vector<std::int64_t>> times_;  ///< by column, of those that hold dates: microseconds
};

}  // namespace gatelab
