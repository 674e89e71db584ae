// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/row_batch.h"

#include "data/csv/scan/cell_reader.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr std::size_t kFewRows = 8;  ///< not worth the beginning
constexpr std::size_t kLongestWait = 1024;
constexpr std::size_t kLongestNumber = 40, kDigitsOfDouble = 16;
/// Whole numbers from here on may be dates such as 20240531, which are counted one by one.
constexpr double kSmallCompactDate = 10'000'101;

}  // namespace

RowBatch::RowBatch(const RowPieces::Table& table, const std::string& sample, const RowTarget& target,
                   std::span<const std::size_t> timeTexts)
    : table_(table),
      sample_(sample),
      target_(target),
      timeTexts_(timeTexts),
      width_(table.layout.width),
      counts_(width_),
      alone_(width_),
      times_(width_) {
    const auto& columns = table.plan.columns;
    const auto isRead = [&](std::size_t c) {
        const ColumnPlan& plan = columns[c];
        if (plan.kind == ColumnKind::Number) return !plan.percent && (kPointFormats >> plan.format & 1u) != 0;
        return plan.kind == ColumnKind::Date && table.plan.time.order == DateOrder::YearFirst;
    };
    isUsable_ = width_ > 0 && width_ < CsvRows::kMaxCells / 2 && table.options.csvMissing.empty();
    for (std::size_t c = 0; c < width_; ++c) {
        isUsable_ = isUsable_ && isRead(c);
        if (columns[c].kind == ColumnKind::Date) times_[c].resize(quick::CellBlock::kMost);
    }
    for (const std::size_t c : timeTexts) isUsable_ = isUsable_ && columns[c].kind == ColumnKind::Date;
    // How a first cell that is no number must look is known
    std::int64_t micros = 0;
    if (columns.empty() || columns[0].kind != ColumnKind::Date) return;
    isUsable_ = isUsable_ && dates_.read(sample, micros);
}

void RowBatch::begin() { wait_ = nextWait_ = 0; }

std::string_view RowBatch::cell(std::size_t c, std::size_t row) const {
    const std::size_t mark = row * marksOfRow_ + c, begin = mark > 0 ? marks_[mark - 1] + std::size_t{1} : at_;
    return piece_.substr(begin, marks_[mark] - begin);
}

/// The cells of a column as far as they are short enough and end where the column does.
void RowBatch::fill(std::size_t c, std::size_t rows) {
    using quick::load8;
    const char* const text = piece_.data();
    const char end = endOf(c);
    const std::uint32_t* mark = marks_ + c;
    const std::size_t shortest = c == 0 ? 1 : 0;
    std::size_t longest = 0;
    bool isOdd = false;
    for (std::size_t row = 0; row < rows; ++row, mark += marksOfRow_) {
        const std::size_t begin = mark > marks_ ? mark[-1] + std::size_t{1} : at_, stop = *mark, size = stop - begin;
        block_.size[row] = size;
        block_.last[row] = load8(text + stop - 8);
        longest = std::max(longest, size);
        isOdd = isOdd | (text[stop] != end) | (size < shortest);
    }
    block_.count = rows;
    if (isOdd || longest > kLongestNumber) {
        const auto isOrdinary = [&](std::size_t row) {
            return text[marks_[row * marksOfRow_ + c]] == end && block_.size[row] >= shortest &&
                   block_.size[row] <= kLongestNumber;
        };
        block_.count = 0;
        while (block_.count < rows && isOrdinary(block_.count)) ++block_.count;
    }
    block_.hasLong = longest > 8;
    if (!block_.hasLong) return;
    for (std::size_t row = 0; row < block_.count; ++row) {
        const char* const stop = text + marks_[row * marksOfRow_ + c];
        block_.before[row] = load8(stop - 16);
        block_.isNegative[row] = block_.size[row] > 0 && *(stop - block_.size[row]) == '-' ? 1 : 0;
    }
}

std::size_t RowBatch::readDates(std::size_t c, std::size_t rows) {
    const char end = endOf(c);
    const std::uint32_t* mark = marks_ + c;
    std::size_t row = 0;
    for (; row < rows; ++row, mark += marksOfRow_) {
        const std::size_t begin = mark > marks_ ? mark[-1] + std::size_t{1} : at_;
        const std::string_view date(piece_.data() + begin, *mark - begin);
        if (piece_[*mark] != end || !dates_.readDay(date, times_[c][row])) break;
        if (c == 0 &&
            (date.size() != sample_.size() || date[4] != sample_[4] || (date.size() > 10 && date[10] != sample_[10])))
            break;
        clocks_[row] = quick::DateReader::clockOf(date);
    }
    return quick::kernels().addClocks(clocks_.data(), row, times_[c].data());
}

/// How many of the rows have a cell there that is read.
std::size_t RowBatch::readColumn(std::size_t c, std::size_t rows, std::int64_t row) {
    if (table_.plan.columns[c].kind == ColumnKind::Date) return readDates(c, rows);
    counts_[c] = {};
    alone_[c].clear();
    fill(c, rows);
    double* const values = valuesOf(c, row);
    std::size_t at = 0;
    for (;;) {
        at = quick::kernels().readNumbers(block_, at, values, counts_[c]);
        if (at == block_.count || !readAlone(c, at, values)) return at;
        // A column of numbers with all digits of a double
        for (++at; at < block_.count && block_.size[at] >= kDigitsOfDouble; ++at)
            if (!readAlone(c, at, values)) return at;
    }
}

/// A number of more digits than those of a block, with an exponent or with blanks around it.
bool RowBatch::readAlone(std::size_t c, std::size_t row, double* values) {
    const std::string_view text = trimCell(cell(c, row));
    const NumberSniff look = sniffNumber(text);
    if (look.percent || !parseNumber(text, look, table_.plan.columns[c].format, values[row])) return false;
    alone_[c].push_back({row, text, look});
    return true;
}

/// How the numbers of a column are written, in the order of the rows.
void RowBatch::countNumbers(std::size_t c, std::size_t rows, ColumnEvidence& e) const {
    const quick::NumberCounts& numbers = counts_[c];
    e.empty += numbers.empty, e.signedNumbers += numbers.negative;
    e.numbers += static_cast<std::int64_t>(rows - alone_[c].size()) - numbers.empty;
    e.masks.add(kAllFormats, numbers.plain);
    e.masks.add(kPointFormats, numbers.points - numbers.grouped);
    e.masks.add(kPointFormats | 1u << 5, numbers.grouped);
    e.hundreds += numbers.hundreds, e.thousands += numbers.thousands;
    e.bareYears += numbers.bareYears, e.zeroLed += numbers.zeroLed;
    bool isMarked = numbers.grouped == 0;
    const auto mark = [&] {
        if (!isMarked && e.marked.empty()) e.marked = shortened(cell(c, numbers.firstGrouped));
        isMarked = true;
    };
    for (const Alone& one : alone_[c]) {
        if (one.row > numbers.firstGrouped) mark();
        countNumber(e, one.text, one.look, isSigned(one.text));
    }
    mark();
}

void RowBatch::countColumn(std::size_t c, std::size_t rows, std::int64_t row, ColumnEvidence& e) const {
    const auto count = static_cast<std::int64_t>(rows);
    if (table_.plan.columns[c].kind == ColumnKind::Date) {
        if (e.sample.empty()) e.sample = cell(c, 0);
        e.dates += count, e.orderCounts[static_cast<std::size_t>(DateOrder::YearFirst)] += count;
        e.orderSteps[0].add(std::span(times_[c]).first(rows));
        return;
    }
    countNumbers(c, rows, e);
    const double* const values = target_.values[c] + row;
    const bool hasGaps = counts_[c].empty > 0;
    const quick::ValueSteps steps = hasGaps ? quick::ValueSteps{} : quick::kernels().steps(values, rows, e.last);
    if (hasGaps || (e.whole && steps.high > kSmallCompactDate)) {
        for (std::size_t i = 0; i < rows; ++i)
            if (!std::isnan(values[i])) e.addValue(values[i]);
        return;
    }
    e.low = std::min(e.low, steps.low), e.high = std::max(e.high, steps.high);
    e.whole = e.whole && steps.whole;
    if (std::isnan(e.last)) e.first = values[0];
    e.rises += steps.rises, e.falls += steps.falls, e.up += steps.up, e.down += steps.down;
    e.last = values[rows - 1];
}

void RowBatch::addTimes(std::size_t rows, std::int64_t row, RowRun& run) {
    if (target_.times == nullptr || timeTexts_.empty()) return;
    std::int64_t* const times = target_.times + row;
    std::copy_n(times_[timeTexts_[0]].begin(), rows, times);
    for (const std::size_t c : timeTexts_.subspan(1))
        for (std::size_t i = 0; i < rows; ++i) times[i] += times_[c][i];
    run.lastTime = times[rows - 1];
}

std::size_t RowBatch::read(std::string_view piece, std::span<const std::uint32_t> marks, std::size_t at,
                           std::int64_t row, RowRun& run) {
    if (!isUsable_ || marks.size() < width_) return 0;
    if (wait_ > 0) {
        --wait_;
        return 0;
    }
    const auto before = static_cast<std::size_t>(piece.data() - table_.text.data()) + at;
    lastMark_ = piece[marks[width_ - 1]];
    if (before < quick::CellBlock::kLongest || (lastMark_ != '\n' && lastMark_ != '\r')) return 0;
    piece_ = piece, marks_ = marks.data(), at_ = at, marksOfRow_ = width_ + (lastMark_ == '\r' ? 1 : 0);
    std::size_t rows = std::min({quick::CellBlock::kMost, marks.size() / marksOfRow_,
                                 static_cast<std::size_t>(std::max<std::int64_t>(0, target_.rows - row))});
    // A date is read in words of eight bytes
    while (rows > 0 && before + (marks[rows * marksOfRow_ - 1] - at) + 16 > table_.text.size()) --rows;
    for (std::size_t wanted = 0; wanted != rows && rows > 0;) {
        wanted = rows;
        // The last one first: only line ends tell how many rows are in this piece, and values are written meanwhile.
        for (std::size_t c = width_; c-- > 0;) rows = std::min(rows, readColumn(c, rows, row));
    }
    if (rows < kFewRows) {
        wait_ = nextWait_ = std::min(kLongestWait, std::max(kFewRows, 2 * nextWait_));
        return 0;
    }
    nextWait_ = 0;
    for (std::size_t c = 0; c < width_; ++c) countColumn(c, rows, row, run.evidence[c]);
    addTimes(rows, row, run);
    run.width = width_;
    run.rows += static_cast<std::int64_t>(rows);
    end_ = marks[rows * marksOfRow_ - 1] + 1;
    return rows;
}

}  // namespace gatelab
