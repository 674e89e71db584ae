// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/row_pieces.h"

#include "data/csv/scan/piece_reader.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <system_error>

namespace gatelab {

bool RowPieces::canRead(const Table& table) {
    const CsvDialect& dialect = table.dialect;
    return dialect.delimiter != ' ' && !dialect.signsApart && dialect.cutDigits == 0 && !table.index.hasLoneReturns() &&
           table.plan.time.format.empty() && !table.plan.time.fillsDown &&
           table.layout.width <= PieceReader::kMostCells &&
           std::ranges::none_of(table.plan.columns, [](const ColumnPlan& column) {
               return column.kind == ColumnKind::Text || column.signs.has_value() || !column.unit.empty() ||
                      column.duration != DurationForm::None;
           });
}

RowPieces::RowPieces(const Table& table, std::size_t begin, std::string sample, Kept kept, int threads)
    : table_(table), begin_(begin), sample_(std::move(sample)), kept_(std::move(kept)) {
    firstBlock_ = begin / LineIndex::kBlock;
    const std::size_t blocks = (table.text.size() + LineIndex::kBlock - 1) / LineIndex::kBlock;
    pieces_.resize(blocks - firstBlock_);
    const std::size_t wanted = std::min(static_cast<std::size_t>(std::max(1, threads)), (pieces_.size() + 1) / 2);
    window_ = 4 * wanted + 4;
    spareReaders_.reserve(wanted + 1);  // one of each thread: nothing is thrown where a reader goes back
    try {
        for (std::size_t i = 1; i < wanted; ++i) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // the system gives no more threads: fewer do the same
    }
}

RowPieces::~RowPieces() {
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
    }
    changed_.notify_all();
}

std::size_t RowPieces::startOf(std::size_t block) const {
    if (block == firstBlock_) return begin_;
    const std::size_t from = block * LineIndex::kBlock;
    if (from >= table_.text.size()) return table_.text.size();
    const std::size_t found = table_.text.find('\n', from);
    return std::max(begin_, found == std::string_view::npos ? table_.text.size() : found + 1);
}

RowTarget RowPieces::targetFor(std::size_t rows, Values& values) const {
    const std::size_t width = table_.layout.width;
    if (values.room < rows) {
        const std::size_t room = rows + rows / 8;
        values.room = 0;  // until there is memory for both
        values.values = std::make_unique_for_overwrite<double[]>(width * room);
        values.times = std::make_unique_for_overwrite<std::int64_t[]>(room);
        values.room = room;
    }
    RowTarget target{std::vector<double*>(width), kept_.times ? values.times.get() : nullptr,
                     static_cast<std::int64_t>(rows)};
    for (std::size_t c = 0; c < width; ++c)
        if (kept_.columns[c]) target.values[c] = values.values.get() + c * values.room;
    return target;
}

void RowPieces::read(Piece& piece, std::unique_ptr<PieceReader>& reader) const {
    const std::size_t block = firstBlock_ + static_cast<std::size_t>(&piece - pieces_.data());
    piece.begin = startOf(block), piece.end = startOf(block + 1);
    if (piece.begin >= piece.end || piece.end - piece.begin > UINT32_MAX) return;
    // It ends behind the first line end of the block behind its own.
    const auto lines =
        static_cast<std::size_t>(table_.index.endsBefore(block + 1) - table_.index.endsBefore(block)) + 1;
    try {
        if (!reader) reader = std::make_unique<PieceReader>(table_, sample_);
        reader->read(piece.begin, piece.end, targetFor(lines, piece.values), piece.runs);
    } catch (const std::exception&) {
        piece.runs.clear();  // its rows are read one by one, which says what is wrong
        reader.reset();
    }
}

namespace {

/// What somebody else used before, or a new one.
template <typename Value>
Value takeOne(std::vector<Value>& spare) {
    if (spare.empty()) return {};
    Value one = std::move(spare.back());
    spare.pop_back();
    return one;
}

}  // namespace

/// Reads the next piece, where one may be begun.
bool RowPieces::doOne(std::unique_lock<std::mutex>& lock) {
    if (stops_ || next_ >= pieces_.size() || next_ >= current_ + window_) return false;
    Piece& piece = pieces_[next_++];
    std::unique_ptr<PieceReader> reader = takeOne(spareReaders_);
    piece.values = takeOne(spareValues_);
    lock.unlock();
    read(piece, reader);
    lock.lock();
    if (reader) spareReaders_.push_back(std::move(reader));
    piece.isReady = true;
    changed_.notify_all();
    return true;
}

void RowPieces::work() {
    std::unique_lock lock(mutex_);
    while (!stops_ && next_ < pieces_.size())
        if (!doOne(lock)) changed_.wait(lock);
}

const RowRun* RowPieces::runAt(std::size_t position) {
    std::unique_lock lock(mutex_);
    while (current_ < pieces_.size()) {
        Piece& piece = pieces_[current_];
        while (!piece.isReady)
            if (!doOne(lock)) changed_.wait(lock);
        while (run_ < piece.runs.size() && piece.runs[run_].begin < position) piece.runs[run_++].evidence.clear();
        if (run_ < piece.runs.size()) return piece.runs[run_].begin == position ? &piece.runs[run_] : nullptr;
        if (position < piece.end) return nullptr;
        piece.runs = {};
        spareValues_.push_back(std::move(piece.values));
        ++current_, run_ = 0;
        changed_.notify_all();
    }
    return nullptr;
}

}  // namespace gatelab
