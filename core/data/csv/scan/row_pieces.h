// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/evidence.h"
#include "data/csv/columns/plan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/text/line_index.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
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
    std::size_t width = 0;  ///< cells of the last row, with empty ones at its end
    std::int64_t lastTime = kNoTime;
    std::vector<ColumnEvidence> evidence;
    std::vector<const double*> values;    ///< [column], of `rows` rows each; null: not kept
    const std::int64_t* times = nullptr;  ///< of `rows` rows; null: not kept
};

/// Where the values and times of the rows of one piece go.
struct RowTarget {
    std::vector<double*> values;  ///< [column]; null: not kept
    std::int64_t* times = nullptr;
    std::int64_t rows = 0;  ///< how many there is room for
};

class PieceReader;

/// Reads the ordinary rows of a text piece by piece on several threads, ahead of who takes them in their order. Where
/// the pieces begin depends on the text alone, so that the number of threads changes no bit. A few pieces lie in memory
/// at once: what is read goes into the columns from there, whose memory is touched once.
class RowPieces {
public:
    struct Table {
        std::string_view text;
        const CsvDialect& dialect;
        const CsvLayout& layout;
        const TablePlan& plan;
        const ExperimentConfig& options;
        const LineIndex& index;
    };
    /// What of a row is kept: the values of which columns, and its time.
    struct Kept {
        std::vector<bool> columns;
        bool times = false;
    };
    /// Whether rows of such a table can be read in this way at all.
    static bool canRead(const Table& table);
    /// From byte `begin` on, where a row begins. `sample`: the first time in the first column, as written. The table's
    /// parts outlive this.
    RowPieces(const Table& table, std::size_t begin, std::string sample, Kept kept, int threads);
    /// Waits for the piece that each thread is at.
    ~RowPieces();
    RowPieces(const RowPieces&) = delete;
    RowPieces& operator=(const RowPieces&) = delete;

    /// The rows that begin at this byte, which never goes back; null: the row there is to be read by itself. Lives
    /// until the next call.
    const RowRun* runAt(std::size_t position);

private:
    /// The memory of a piece, which is used again for another one.
    struct Values {
        std::unique_ptr<double[]> values;  ///< [column][row]
        std::unique_ptr<std::int64_t[]> times;
        std::size_t room = 0;  ///< rows
    };
    struct Piece {
        std::size_t begin = 0, end = 0;
        bool isReady = false;
        std::vector<RowRun> runs;
        Values values;
    };
    void work();
    bool doOne(std::unique_lock<std::mutex>& lock);
    /// `reader`: made where there is none; none afterwards where the piece could not be read.
    void read(Piece& piece, std::unique_ptr<PieceReader>& reader) const;
    [[nodiscard]] RowTarget targetFor(std::size_t rows, Values& values) const;
    [[nodiscard]] std::size_t startOf(std::size_t block) const;

    Table table_;
    std::size_t begin_ = 0, firstBlock_ = 0;
    std::string sample_;
    Kept kept_;
    std::vector<Piece> pieces_;
    std::size_t current_ = 0, run_ = 0, window_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t next_ = 0;  ///< guarded by the mutex, as what follows
    bool stops_ = false;
    std::vector<std::unique_ptr<PieceReader>> spareReaders_;
    std::vector<Values> spareValues_;
    std::vector<std::jthread> threads_;
};

}  // namespace gatelab
