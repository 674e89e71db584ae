// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/rows/sums.h"
#include "data/csv/rows/table_end.h"
#include "data/csv/scan/cell_reader.h"
#include "data/csv/scan/quick_cells.h"
#include "data/csv/scan/row_batch.h"
#include "data/csv/scan/row_pieces.h"
#include "data/csv/text/byte_marks.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// Reads the ordinary rows of one piece after the other. Used by one thread at a time. In a header of its own, which
/// row_pieces.cpp alone includes, so that all of a row is compiled together.
class PieceReader {
public:
    /// Of a row; with more it is read by itself.
    static constexpr std::size_t kMostCells = CsvRows::kMaxCells / 2;

    PieceReader(const RowPieces::Table& table, const std::string& sample)
        : table_(table),
          sample_(sample),
          cells_(table.layout, table.plan, table.options, false),
          width_(table.layout.width),
          batch_(table, sample, target_, cells_.timeTexts()),
          views_(width_),
          found_(width_) {
        quickNumbers_ = table.options.csvMissing.empty();
        std::int64_t micros = 0;
        isQuickSample_ = dates_.read(sample, micros);
        quickDates_ = table.options.csvMissing.empty() && table.plan.time.order == DateOrder::YearFirst;
    }

    /// The rows from byte `begin` to `end` of the text, which end with a line, into `target`, and what they are.
    void read(std::size_t begin, std::size_t end, RowTarget target, std::vector<RowRun>& runs) {
        target_ = std::move(target);
        findMarks(table_.text.substr(begin, end - begin));
        batch_.begin();
        evidence_ = nullptr;
        const std::string_view piece = piece_;
        RowRun run;
        std::int64_t row = 0;
        std::size_t breaks = 0;
        const auto close = [&] {
            if (run.rows >= kFewRows) runs.push_back(std::move(run));
            run = {};
        };
        const auto open = [&](std::size_t at) {
            if (run.rows > 0) return;
            run = {};
            run.begin = begin + at;
            run.evidence.resize(width_);
            for (double* const values : target_.values)
                run.values.push_back(values != nullptr ? values + row : nullptr);
            run.times = target_.times != nullptr ? target_.times + row : nullptr;
        };
        for (std::size_t at = 0; at < piece.size() && breaks < kManyBreaks && row < target_.rows; ++row) {
            open(at);
            if (const std::size_t rows = batch_.read(piece, marks_.subspan(mark_), at, row, run); rows > 0) {
                at = batch_.end(), mark_ += rows * batch_.marksOfRow();
                run.end = begin + at;
                row += static_cast<std::int64_t>(rows) - 1;
                continue;
            }
            std::size_t next = at;
            const bool whole = cutRow(at, next);
            if (whole && lookAtRow(at)) {
                addRow(run, row);
                run.end = begin + next;
            } else {
                breaks += run.rows < kManyRows ? 1 : 0;
                close();
            }
            if (next == at) break;
            at = next;
        }
        close();
    }

private:
    static constexpr std::size_t kMarksMore = 64, kMostBytes = CsvRows::kLongestRow / 2;
    static constexpr std::int64_t kFewRows = 4;      ///< not worth a run
    static constexpr std::size_t kManyBreaks = 256;  ///< so many others: the rest of a piece is read row by row
    static constexpr std::int64_t kManyRows = 64;
    enum class Kind { Empty, QuickNumber, QuickDate, Slow };
    struct Found {
        Kind kind = Kind::Empty;
        CellVerdict verdict = CellVerdict::Missing;
        quick::Number number;
        std::int64_t micros = 0;
    };

    void findMarks(std::string_view piece) {
        if (piece.size() > room_) {
            places_ = std::make_unique_for_overwrite<std::uint32_t[]>(piece.size() + kMarksMore);
            room_ = piece.size();
        }
        const char quote = table_.dialect.quote != 0 ? table_.dialect.quote : table_.dialect.delimiter;
        const std::size_t count = byte_marks::kernels().find(piece, table_.dialect.delimiter, quote, places_.get());
        piece_ = piece, marks_ = {places_.get(), count}, mark_ = 0;
    }

    /// The cells of the row at `at`; `next`: where the row behind it begins (`at`: there is no line end). False: it is
    /// none of the ordinary ones.
    bool cutRow(std::size_t at, std::size_t& next) {
        bool ordinary = true;
        std::size_t start = at;
        count_ = 0;
        const auto take = [&](std::size_t end) {
            const std::string_view cell = piece_.substr(start, end - start);
            if (count_ < width_)
                views_[count_] = cell;
            else
                ordinary = ordinary && trimCell(cell).empty();
            ++count_;
            start = end + 1;
        };
        for (;;) {
            if (mark_ == marks_.size()) return false;
            const std::size_t place = marks_[mark_++];
            const char c = piece_[place];
            if (c == table_.dialect.delimiter) {
                take(place);
            } else if (c == '\n' || c == '\r') {
                take(place);
                if (c == '\r') ++mark_;
                next = place + (c == '\r' ? 2 : 1);
                break;
            } else {
                ordinary = false;
            }
        }
        return ordinary && count_ >= width_ && count_ <= kMostCells && next - at <= kMostBytes;
    }

    /// Whether every cell is as its column has them, and one of them is not missing.
    bool lookAtRow(std::size_t at) {
        const std::string& comment = table_.dialect.comment;
        if (!comment.empty()) {
            while (at < piece_.size() && (piece_[at] == ' ' || piece_[at] == '\t')) ++at;
            if (piece_[at] == comment.front()) return false;
        }
        bool typed = false, words = false;
        for (std::size_t c = 0; c < width_; ++c) {
            if (!lookAtCell(c)) return false;
            typed = typed || found_[c].verdict == CellVerdict::Typed;
            words = words || (found_[c].kind == Kind::Slow && found_[c].verdict == CellVerdict::Missing);
        }
        if (words && (table_.layout.headerCells.size() > width_ || repeatsHeader(table_.layout, views_))) return false;
        return typed && isUsualLabel() && (label_ == 0 || hasTimeLabel());
    }

    bool lookAtCell(std::size_t c) {
        Found& found = found_[c];
        std::string_view& cell = views_[c];
        if (cell.empty()) {
            found.kind = Kind::Empty, found.verdict = CellVerdict::Missing;
            return true;
        }
        const ColumnPlan& plan = table_.plan.columns[c];
        const bool readable = cell.data() + 16 <= table_.text.data() + table_.text.size();
        if ((plan.kind == ColumnKind::Number || plan.kind == ColumnKind::Empty) && quickNumbers_ && !plan.percent &&
            readable && quick::readNumber(cell, found.number) && (found.number.mask >> plan.format & 1u) != 0 &&
            (plan.format < 4 || found.number.mask == kAllFormats)) {
            found.kind = Kind::QuickNumber, found.verdict = CellVerdict::Typed;
            return true;
        }
        if (plan.kind == ColumnKind::Date && quickDates_ && readable && dates_.read(cell, found.micros)) {
            found.kind = Kind::QuickDate, found.verdict = CellVerdict::Typed;
            return true;
        }
        return lookSlowly(c);
    }

    bool lookSlowly(std::size_t c) {
        constexpr std::size_t kNearMost = kMaxWords / 2;
        Found& found = found_[c];
        std::string_view& cell = views_[c];
        cell = trimCell(cell);
        const ColumnPlan& plan = table_.plan.columns[c];
        found.kind = cell.empty() ? Kind::Empty : Kind::Slow;
        found.verdict = cells_.look(c, cell);
        const CellReader::Look& look = cells_.found(c);
        const bool isStrayTime = look.time && plan.kind == ColumnKind::Number;
        if (found.verdict == CellVerdict::Odd || isStrayTime || look.sign != 0 || look.money.found() ||
            look.ledger.minus != LedgerCell::Minus::None)
            return false;
        if (found.verdict == CellVerdict::Missing) return wordsOf(c) < kNearMost;
        double value = 0;
        return !look.number.mask || !cells_.isParsed(c) ||
               (look.number.percent == plan.percent && parseNumber(cell, look.number, plan.format, value));
    }

    [[nodiscard]] std::size_t wordsOf(std::size_t c) const {
        return evidence_ != nullptr && !evidence_->empty() ? (*evidence_)[c].wordCounts.size() : 0;
    }

    /// Behind the first column a bare year is no label as the others are.
    [[nodiscard]] bool hasTimeLabel() const {
        return found_[label_].kind == Kind::QuickDate ||
               (cells_.found(label_).time.has_value() && !isBareYearText(views_[label_]));
    }

    /// The first cell is written as those of its column are: what differs may label a sum.
    [[nodiscard]] bool isUsualLabel() const {
        const ColumnKind kind = table_.plan.columns[0].kind;
        if (kind == ColumnKind::Empty) return true;
        if (found_[0].verdict != CellVerdict::Typed) return false;
        if (kind == ColumnKind::Number) return true;
        const bool isTime = found_[0].kind == Kind::QuickDate || cells_.found(0).time.has_value();
        if (kind == ColumnKind::Clock) return isTime;
        const auto isLikeSample = [&](std::size_t at) { return at >= sample_.size() || views_[0][at] == sample_[at]; };
        if (found_[0].kind == Kind::QuickDate && isQuickSample_ && views_[0].size() == sample_.size())
            return isLikeSample(4) && isLikeSample(10);
        return isTime && areWrittenAlike(views_[0], sample_);
    }

    void addRow(RowRun& run, std::int64_t row) {
        evidence_ = &run.evidence;
        ColumnEvidence* const evidence = run.evidence.data();
        double* const* const columns = target_.values.data();
        for (std::size_t c = 0, width = width_; c < width; ++c) {
            const Found& found = found_[c];
            ColumnEvidence& e = evidence[c];
            double value = std::numeric_limits<double>::quiet_NaN();
            switch (found.kind) {
                case Kind::Empty:
                    ++e.empty;
                    break;
                case Kind::QuickNumber:
                    value = found.number.value;
                    countNumber(e, views_[c], {static_cast<NumberMask>(found.number.mask), false, true},
                                found.number.negative);
                    e.addValue(value);
                    break;
                case Kind::QuickDate:
                    if (e.sample.empty()) e.sample = views_[c];
                    ++e.dates, ++e.orderCounts[static_cast<std::size_t>(DateOrder::YearFirst)];
                    e.orderSteps[0].add(found.micros);
                    break;
                case Kind::Slow:
                    value = cells_.add(c, views_[c], found.verdict, 0, e);
                    break;
            }
            if (columns[c] != nullptr) columns[c][row] = value;
        }
        if (target_.times != nullptr) {
            const std::int64_t micros = timeOfRow();
            target_.times[row] = micros;
            if (micros != kNoTime) run.lastTime = micros;
        }
        run.width = count_;
        ++run.rows;
    }

    [[nodiscard]] std::int64_t timeOfRow() const {
        std::int64_t micros = 0;
        for (const std::size_t c : cells_.timeTexts()) {
            if (found_[c].kind == Kind::QuickDate) {
                micros += found_[c].micros;
                continue;
            }
            const auto& time = cells_.found(c).time;
            const auto part = found_[c].kind == Kind::Slow && time ? timeMicros(*time, table_.plan.time) : std::nullopt;
            if (!part) return kNoTime;
            micros += *part;
        }
        return micros;
    }

    const RowPieces::Table& table_;
    const std::string& sample_;
    RowTarget target_;
    CellReader cells_;
    std::size_t width_, label_ = labelColumn(table_.plan);
    RowBatch batch_;
    bool quickNumbers_ = false, quickDates_ = false, isQuickSample_ = false;
    quick::DateReader dates_;
    std::unique_ptr<std::uint32_t[]> places_;
    std::size_t room_ = 0;  ///< bytes of a piece whose marks there is room for
    std::string_view piece_;
    std::span<const std::uint32_t> marks_;
    std::size_t mark_ = 0, count_ = 0;
    std::vector<std::string_view> views_;
    std::vector<Found> found_;
    const std::vector<ColumnEvidence>* evidence_ = nullptr;
};

}  // namespace gatelab
