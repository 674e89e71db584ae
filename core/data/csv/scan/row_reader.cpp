// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/row_reader.h"

#include "data/csv/layout/header.h"
#include "data/csv/words.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kMaxOddLabels = 4096, kMaxStrayCells = 64;

/// A time that cannot be read is still one: 1402/02/31.
bool hasMoreLettersThanDigits(std::string_view cell) {
    std::ptrdiff_t letters = 0;
    for (const char c : cell)
        if (c >= '0' && c <= '9')
            --letters;
        else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0)
            ++letters;
    return letters > 0;
}

/// A date that begins with a year of four digits says itself what its numbers are, whatever format the others have.
std::optional<std::int64_t> plainDate(std::string_view cell) {
    const auto look = sniffTime(cell);
    const bool isPlain = look && look->orders == static_cast<DateMask>(DateOrder::YearFirst) && look->lengths[0] == 4 &&
                         look->lengths[2] > 0;
    return isPlain ? timeMicros(*look, DateOrder::YearFirst) : std::nullopt;
}

}  // namespace

RowReader::RowReader(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan,
                     const ExperimentConfig& options, bool isSample, TableScan& scan, RowAccount& account)
    : layout_(layout),
      dialect_(dialect),
      plan_(plan),
      scan_(scan),
      account_(account),
      cells_(layout, plan, options, isSample),
      words_(plan, scan),
      anyTypedColumn_(
          std::ranges::any_of(plan.columns, [](const ColumnPlan& column) { return column.kind != ColumnKind::Text; })) {
    scan_.evidence.resize(layout.width);
    scan_.values.resize(layout.width);
    scan_.wordOf.resize(layout.width);
}

bool RowReader::mayTake(const RowRun& run) const {
    for (std::size_t c = 0; c < layout_.width; ++c)
        if (!run.evidence[c].wordCounts.empty() &&
            run.evidence[c].wordCounts.size() + scan_.evidence[c].wordCounts.size() > kMaxWords)
            return false;
    return true;
}

void RowReader::take(const RowRun& run, std::int64_t line) {
    takeEmptyRows(line);
    account_.beginRow(line);
    for (std::size_t c = 0; c < layout_.width; ++c) {
        if (run.values[c] != nullptr)
            scan_.values[c].insert(scan_.values[c].end(), run.values[c], run.values[c] + run.rows);
        scan_.evidence[c].append(run.evidence[c]);
    }
    if (run.times != nullptr) scan_.times.insert(scan_.times.end(), run.times, run.times + run.rows);
    if (run.lastTime != kNoTime) lastTime_ = run.lastTime;
    noteLine(line);
    lastLine_ = line + run.rows - 1;
    scan_.rows += run.rows;
    footer_.take(lastLine_, false, false);
    lastKind_ = RowKind::Value;
}

void RowReader::finish() {
    footer_.drop(scan_);
    words_.finish();
}

bool RowReader::goesOn(std::span<const std::string_view> cells) {
    const auto time = textTime(cells);
    return time && lastTime_ != kNoTime && *time > lastTime_;
}

std::span<const std::string_view> RowReader::inOrder(std::span<const std::string_view> cells) {
    if (order_.empty()) return cells;
    moved_.resize(order_.size());
    for (std::size_t c = 0; c < order_.size(); ++c)
        moved_[c] = order_[c] < cells.size() ? cells[order_[c]] : std::string_view{};
    return moved_;
}

bool RowReader::takeOrder(const CsvRows& rows) {
    auto order = orderOfNames(layout_, rows.cells());
    if (order.empty()) return false;
    order_ = std::move(order);
    scan_.isReordered = true;
    account_.repeatHeader();
    account_.note(RowAccount::Note::Reordered, rows.line(),
                  {GATELAB_TEXT("Reading",
                                "this line names the columns once more in another order, and the rows below it "
                                "were read under these names")});
    return true;
}

bool RowReader::standsForValue(const CsvRows& rows) const {
    if (plan_.time.mode != TimePlan::Mode::None || layout_.width > 1 || (scan_.rows == 0 && !layout_.header) ||
        lastKind_ != RowKind::Value)
        return false;
    const std::string_view before = rows.text().substr(0, rows.begin());
    if (before.ends_with("\n\n") || before.ends_with("\r\n\r\n")) return false;
    CsvRows next = rows;
    return next.next() && next.cells().size() == 1 && csv_header::isTyped(next.cells()[0]);
}

bool RowReader::hasKnownWords(std::span<const std::string_view> cells) const {
    if (plan_.time.mode != TimePlan::Mode::None || cells.size() != layout_.width) return false;
    bool any = false;
    for (std::size_t c = 0; c < layout_.width; ++c) {
        if (plan_.columns[c].kind != ColumnKind::Text || cells[c].empty()) continue;
        any = true;
        const bool isKnown = words_.knows(c, std::string(cells[c]));
        if (!isKnown && !switchWord(cells[c])) return false;
    }
    return any;
}

bool RowReader::isTextRow(const CsvRows& rows, std::span<const std::string_view> cells) const {
    return standsForValue(rows) || hasKnownWords(cells) || (plan_.keepsTextRows && isWide(cells));
}

bool RowReader::isCut(const CsvRows& rows) const {
    constexpr std::int64_t kFewest = 8;  // rows that tell what a whole one is
    const std::string_view text = rows.text();
    return rows.cells().size() < layout_.width && scan_.rows >= kFewest && rows.position() >= text.size() &&
           !text.ends_with('\n') && !text.ends_with('\r') && !account_.has(RowAccount::Note::Short);
}

bool RowReader::isWide(std::span<const std::string_view> cells) const {
    if (plan_.time.mode != TimePlan::Mode::None || cells.size() < layout_.width) return false;
    // Words, those for missing values among them
    std::size_t words = 0;
    for (std::size_t c = 0; c < layout_.width; ++c)
        words += verdicts_[c] != CellVerdict::Typed && !cells[c].empty() ? 1 : 0;
    return words * 2 >= layout_.width;
}

std::optional<RowKind> RowReader::leave(const CsvRows& rows, std::span<const std::string_view> cells, bool hasSums) {
    const auto asWritten = rows.cells();
    const bool inTime = hasSums && std::ranges::find(plan_.time.columns, sumColumn_) != plan_.time.columns.end();
    scan_.sumWords += hasSums && sumsInTypedColumn_ && !inTime ? 1 : 0;
    if (hasSums && sumsInTypedColumn_ && (inTime || !plan_.keepsSumWords)) {
        account_.note(RowAccount::Note::Sum, rows.line(),
                      {GATELAB_TEXT("Reading", "this line ('%1') holds sums, means or spreads and was left out"),
                       {shortened(cells[sumColumn_])}});
        return RowKind::Sum;
    }
    // Any number of blanks is one delimiter: nothing tells which cell is missing.
    if (asWritten.size() < layout_.width && dialect_.delimiter == ' ') {
        account_.note(RowAccount::Note::Unplaced, rows.line(),
                      {GATELAB_TEXT("Reading",
                                    "this line has %1 of %2 cells, and blanks between them do not tell which are "
                                    "missing: it was left out"),
                       {asWritten.size(), layout_.width}});
        return RowKind::Unplaced;
    }
    if (isCut(rows)) {
        account_.note(RowAccount::Note::Cut, rows.line(),
                      {GATELAB_TEXT("Reading",
                                    "the file ends inside of this line, after %1 of %2 cells: it was left out. "
                                    "Copy or download the file again if more should follow"),
                       {asWritten.size(), layout_.width}});
        return RowKind::Cut;
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
    return std::nullopt;
}

RowKind RowReader::read(const CsvRows& rows) {
    const auto asWritten = rows.cells();
    if (std::all_of(asWritten.begin(), asWritten.end(), [](std::string_view cell) { return cell.empty(); }))
        return RowKind::Empty;
    if (repeatsHeader(layout_, asWritten)) {
        order_.clear();
        account_.repeatHeader();
        return RowKind::Header;
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
        if (lastKind_ == RowKind::Value && namesOthers(layout_, rows, otherName_)) return RowKind::OtherNames;
        if (isOtherHeader(layout_, asWritten)) return takeOrder(rows) ? RowKind::Header : RowKind::OtherHeader;
        scan_.textRows += isWide(cells) ? 1 : 0;
        if (!isTextRow(rows, cells)) return RowKind::Foreign;
    }
    if (verdicts_[0] == CellVerdict::Odd && plan_.columns[0].kind != ColumnKind::Text &&
        isPageHead(layout_, rows, wordsForTime(cells))) {
        account_.headPage();
        return RowKind::PageHead;
    }
    const bool endsWithSums = isSumRow(cells);
    if (const auto kind = leave(rows, cells, endsWithSums)) return *kind;
    takeEmptyRows(rows.line());
    account_.beginRow(rows.line());
    for (std::size_t c = 0; c < layout_.width; ++c)
        add(c, c < cells.size() ? cells[c] : std::string_view{}, rows.line());
    addTime(cells);
    for (const std::size_t c : rows.strayCells())
        if (scan_.strayCells.size() < kMaxStrayCells) scan_.strayCells.emplace_back(scan_.rows, c);
    noteLine(rows.line());
    noteLabel(labelAt_ < cells.size() ? cells[labelAt_] : std::string_view{});
    ++scan_.rows;
    footer_.take(rows.line(), wordsForTime(cells), endsWithSums);
    return RowKind::Value;
}

bool RowReader::wordsForTime(std::span<const std::string_view> cells) const {
    return plan_.time.mode != TimePlan::Mode::None && std::ranges::any_of(plan_.time.columns, [&](std::size_t c) {
               return verdicts_[c] == CellVerdict::Odd && c < cells.size() && hasMoreLettersThanDigits(cells[c]);
           });
}

void RowReader::noteLine(std::int64_t line) {
    if (line != lastLine_ + 1 || scan_.lineJumps.empty()) scan_.lineJumps.emplace_back(scan_.rows, line);
    lastLine_ = line;
}

void RowReader::noteLabel(std::string_view cell) {
    const ColumnKind kind = plan_.columns[labelAt_].kind;
    const bool isTime = kind == ColumnKind::Date && cells_.found(labelAt_).time;
    const bool odd = kind == ColumnKind::Empty    ? false
                     : kind == ColumnKind::Text   ? verdicts_[labelAt_] != CellVerdict::Odd
                     : kind == ColumnKind::Number ? verdicts_[labelAt_] != CellVerdict::Typed
                     : isTime && labelAt_ > 0     ? isBareYearText(cell)
                     : isTime                     ? !areWrittenAlike(cell, scan_.evidence[labelAt_].sample)
                                                  : !cells_.found(labelAt_).time;
    if (odd && scan_.oddLabels.size() < kMaxOddLabels) scan_.oddLabels.push_back({scan_.rows, shortened(cell), isTime});
}

bool RowReader::isSumRow(std::span<const std::string_view> cells) {
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
    if (sumColumn_ >= layout_.width || verdicts_[sumColumn_] != CellVerdict::Odd || !isSumWord(*first)) return false;
    const ColumnKind kind = plan_.columns[sumColumn_].kind;
    sumsInTypedColumn_ = kind == ColumnKind::Number || kind == ColumnKind::Date || kind == ColumnKind::Clock;
    return kind != ColumnKind::Empty;
}

void RowReader::takeEmptyRows(std::int64_t line) {
    const auto& waiting = account_.waiting();
    if (waiting.empty()) return;
    const auto count = static_cast<std::int64_t>(waiting.size());
    if (plan_.time.mode != TimePlan::Mode::None) {
        account_.leaveWaiting();
        account_.note(RowAccount::Note::Empty, line,
                      {GATELAB_TEXT("Reading", "%1 rows without any content before this line were left out"), {count}});
        return;
    }
    for (const std::int64_t empty : waiting) {
        noteLine(empty);
        for (std::size_t c = 0; c < layout_.width; ++c)
            if (cells_.isStored(c)) scan_.values[c].push_back(std::numeric_limits<double>::quiet_NaN());
        ++scan_.rows;
    }
    for (ColumnEvidence& e : scan_.evidence) e.empty += count;
    account_.keepWaiting(line);
}

void RowReader::add(std::size_t c, std::string_view cell, std::int64_t line) {
    const double value = cells_.add(c, cell, verdicts_[c], line, scan_.evidence[c]);
    if (cells_.isStored(c)) scan_.values[c].push_back(value);
    if (words_.has(c)) words_.add(c, verdicts_[c] == CellVerdict::Odd ? cell : std::string_view{});
}

std::optional<std::int64_t> RowReader::formattedTime(std::span<const std::string_view> cells) const {
    std::string joined;
    for (const std::size_t c : plan_.time.columns) {
        if (!joined.empty()) joined += ' ';
        if (c < cells.size()) joined += cells[c];
    }
    const auto micros = timeByFormat(joined, plan_.time.format);
    return micros || plan_.time.format.starts_with("%Y") ? micros : plainDate(joined);
}

void RowReader::addTime(std::span<const std::string_view> cells) {
    if (plan_.time.mode != TimePlan::Mode::Text) return;
    cells_.keepDate();
    const auto micros = plan_.time.format.empty() ? cells_.lookedTime() : formattedTime(cells);
    scan_.times.push_back(micros.value_or(kNoTime));
    if (micros) lastTime_ = *micros;
}

std::optional<std::int64_t> RowReader::textTime(std::span<const std::string_view> cells) {
    if (plan_.time.mode != TimePlan::Mode::Text) return std::nullopt;
    if (!plan_.time.format.empty()) return formattedTime(cells);
    for (const std::size_t c : cells_.timeTexts()) cells_.look(c, c < cells.size() ? cells[c] : std::string_view{});
    return cells_.lookedTime();
}

}  // namespace gatelab
