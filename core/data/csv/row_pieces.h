// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns.h"
#include "data/csv/line_index.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gatelab {

/// Rows one below the other that are read without a look at those around them: as many cells as the table has columns,
/// no quotes, each cell a number or a time as its column has them, or missing, and one of them not.
struct RowRun {
    std::size_t begin = 0, end = 0;  ///< bytes of the text
    std::int64_t rows = 0;
    std::int64_t at = 0;    ///< where the first one's values lie in RowPieces::Target
    std::size_t width = 0;  ///< cells of the last row, with empty ones at its end
    std::int64_t lastTime = kNoTime;
    std::vector<ColumnEvidence> evidence;
};

/// Reads the ordinary rows of a text piece by piece on several threads, ahead of who takes them in their order. Where
/// the pieces begin depends on the text alone, so that the number of threads changes no bit.
class RowPieces {
public:
    /// Where values and times of the row in line `line` go, when every line from there on is a row; empty: not kept.
    struct Target {
        std::vector<double*> values;
        std::int64_t* times = nullptr;
        std::int64_t row = 0, rows = 0;  ///< of the first line; how many there is room for
    };
    struct Table {
        std::string_view text;
        const CsvDialect& dialect;
        const CsvLayout& layout;
        const TablePlan& plan;
        const ExperimentConfig& options;
        const LineIndex& index;
    };
    /// Whether rows of such a table can be read in this way at all.
    static bool canRead(const Table& table);
    /// From byte `begin` on, where a row begins. `sample`: the first time in the first column, as written. The table's
    /// parts and the target outlive this.
    RowPieces(const Table& table, std::size_t begin, std::string sample, Target target, int threads);
    /// Waits for the piece that each thread is at.
    ~RowPieces();
    RowPieces(const RowPieces&) = delete;
    RowPieces& operator=(const RowPieces&) = delete;

    /// The rows that begin at this byte, which never goes back; null: the row there is to be read by itself. Lives
    /// until the next call.
    const RowRun* runAt(std::size_t position);

private:
    struct Piece {
        std::size_t begin = 0, end = 0;
        bool isReady = false;
        std::vector<RowRun> runs;
    };
    void work();
    bool doOne(std::unique_lock<std::mutex>& lock);
    void read(Piece& piece) const;
    [[nodiscard]] std::size_t startOf(std::size_t block) const;

    Table table_;
    std::size_t begin_ = 0, firstBlock_ = 0;
    std::int64_t linesBefore_ = 0;  ///< LF before begin_
    std::string sample_;
    Target target_;
    std::vector<Piece> pieces_;
    std::size_t current_ = 0, run_ = 0, window_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t next_ = 0;  ///< guarded by the mutex, as what follows
    bool stops_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace gatelab
