// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/rows/table_end.h"

#include "data/csv/layout/header.h"
#include "data/csv/numbers.h"
#include "data/csv/rows/row_account.h"
#include "data/csv/words.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

namespace gatelab {
namespace {

constexpr std::int64_t kMaxRows = 5;

}  // namespace

void CsvFooter::take(std::int64_t line, bool wordsForTime, bool isSum) {
    if (!wordsForTime && rows_ > 0 && sumsAtEnd_) sumsInside_ = true;
    sumsAtEnd_ = isSum && !sumsInside_;
    if (!wordsForTime && !sumsAtEnd_)
        rows_ = 0;
    else if (rows_++ == 0)
        line_ = line;
}

void CsvFooter::drop(TableScan& scan) const {
    if (rows_ == 0 || rows_ > kMaxRows || rows_ >= scan.rows) return;
    for (std::int64_t row = scan.rows - rows_; row < scan.rows; ++row)
        scan.account.leave(scan.lineOf(row), reasonOf(LeftOut::Footer));
    scan.rows -= rows_;
    scan.excluded += rows_;
    for (auto& values : scan.values)
        if (!values.empty()) values.resize(static_cast<std::size_t>(scan.rows));
    scan.times.resize(static_cast<std::size_t>(scan.rows));
    for (auto& words : scan.wordOf)
        if (!words.empty()) words.resize(static_cast<std::size_t>(scan.rows));
    std::erase_if(scan.oddLabels, [&](const OddLabel& label) { return label.row >= scan.rows; });
    scan.warnings.push_back(
        {line_,
         {GATELAB_TEXT("Reading",
                       "from this line on the last %1 lines hold sums, means or spreads, or words in "
                       "place of a time; they were left out as a footer"),
          {rows_}}});
}

bool repeatsHeader(const CsvLayout& layout, std::span<const std::string_view> cells) {
    const auto& names = layout.headerCells;
    if (names.empty() || cells.size() < names.size()) return false;
    bool word = false;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (cells[c] != names[c] && lowered(cells[c]) != lowered(names[c])) return false;
        word = word || (!names[c].empty() && !csv_header::isTyped(names[c]));
    }
    return word;
}

bool isPageHead(const CsvLayout& layout, const CsvRows& rows, bool wordsFirst) {
    static constexpr std::string_view kWords[] = {"page", "seite", "blatt", "pagina", "página", "sheet", "页", "第"};
    const auto cells = rows.cells();
    const auto filled = std::ranges::count_if(cells, std::not_fn(&std::string_view::empty));
    // Page 2 of 7
    const bool goesOn = cells.size() > 2 && !cells[2].empty() && !csv_header::isTyped(cells[2]);
    if ((filled == 2 || goesOn) && csv_header::isWhole(cells[1]) &&
        std::ranges::find(kWords, lowered(cells[0])) != std::end(kWords))
        return true;
    if (!wordsFirst) return false;
    CsvRows next = rows;
    while (next.next())
        if (!next.isBlank() && !next.isComment()) return repeatsHeader(layout, next.cells());
    return false;
}

bool isOtherHeader(const CsvLayout& layout, std::span<const std::string_view> cells) {
    const auto& names = layout.headerCells;
    if (names.empty() || cells.size() < 2) return false;
    std::size_t known = 0, moved = 0, filled = 0;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (cells[c].empty()) continue;
        ++filled;
        const std::string name = lowered(cells[c]);
        const bool inPlace = c < names.size() && lowered(names[c]) == name;
        if (inPlace || std::ranges::any_of(names, [&](const std::string& other) { return lowered(other) == name; }))
            ++known;
        moved += inPlace ? 0 : 1;
    }
    // The only name, above another column
    const bool isLone = names.size() == 1 && filled == 1;
    return (known >= 2 || isLone) && known * 2 >= filled && moved > 0;
}

std::vector<std::size_t> orderOfNames(const CsvLayout& layout, std::span<const std::string_view> cells) {
    const std::size_t width = layout.width, named = std::min(width, layout.headerCells.size());
    if (cells.size() < named) return {};
    std::vector<std::size_t> order(width, width), missing, unnamed, left;
    std::vector<bool> used(std::max(width, cells.size()));
    std::set<std::string> known;
    for (std::size_t c = 0; c < width; ++c) {
        const std::string name = c < named ? lowered(layout.headerCells[c]) : std::string();
        if (name.empty()) {
            unnamed.push_back(c);
            continue;
        }
        known.insert(name);
        // Those of one name keep their order.
        std::size_t i = 0;
        while (i < cells.size() && (used[i] || lowered(cells[i]) != name)) ++i;
        if (i == cells.size()) {
            missing.push_back(c);
            continue;
        }
        order[c] = i, used[i] = true;
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) continue;
        if (i < cells.size() && known.contains(lowered(cells[i]))) return {};
        left.push_back(i);
    }
    const auto isEmpty = [&](std::size_t i) { return i >= cells.size() || cells[i].empty(); };
    // The one name that is missing stands for the one cell that is empty.
    if (!missing.empty()) {
        if (missing.size() > 1 || !unnamed.empty() || left.size() != 1 || !isEmpty(left[0])) return {};
        order[missing[0]] = left[0];
        return order;
    }
    // Columns without a name keep their order; the last one, or the only one, takes the only word that is left.
    const auto word = std::ranges::find_if_not(left, isEmpty);
    const bool takesWord =
        cells.size() == width && !unnamed.empty() && (unnamed.size() == 1 || unnamed.back() >= named);
    if (word != left.end() && (!takesWord || std::ranges::count_if(left, std::not_fn(isEmpty)) > 1)) return {};
    if (word != left.end()) std::rotate(word, word + 1, left.end());
    for (std::size_t i = 0; i < unnamed.size(); ++i) {
        if (i >= left.size() || left[i] >= width) return {};
        order[unnamed[i]] = left[i];
    }
    return order;
}

bool namesOthers(const CsvLayout& layout, const CsvRows& rows, std::size_t& other) {
    const auto& names = layout.headerCells;
    auto cells = rows.cells();
    while (!cells.empty() && cells.back().empty()) cells = cells.first(cells.size() - 1);
    if (names.size() < 2 || cells.size() < 2 || cells.size() > names.size() || lowered(cells[0]) != lowered(names[0]))
        return false;
    std::set<std::string> words;
    for (const std::string_view cell : cells)
        if (cell.empty() || csv_header::isTyped(cell) || isMissingWord(cell, {}) || !words.insert(lowered(cell)).second)
            return false;
    const auto isKnown = [&](std::string_view cell) {
        return std::ranges::any_of(names, [&](const std::string& name) { return lowered(name) == lowered(cell); });
    };
    for (other = 1; other < cells.size() && isKnown(cells[other]);) ++other;
    if (other == cells.size()) return false;
    CsvRows next = rows;
    if (!next.next() || next.isBlank() || next.isComment()) return false;
    const auto typed = std::ranges::count_if(next.cells(), csv_header::isTyped);
    return typed * 2 >= std::ssize(cells);
}

bool SecondTable::begins(const CsvRows& rows, const std::function<bool(Cells)>& goesOn) {
    const auto filled = [](const CsvRows& row) {
        return std::ranges::count_if(row.cells(), std::not_fn(&std::string_view::empty));
    };
    if (filled(rows) < 2) return false;
    CsvRows next = rows;
    bool found = false;
    while ((found = next.next()) && (next.isBlank() || next.isComment() || isRule(next.cells(), '|', true))) {
    }
    if (!found || filled(next) != filled(rows) || std::ranges::none_of(next.cells(), csv_header::isTyped)) return false;
    if (goesOn(next.cells())) return false;
    if (lastHeaderAt_ == 0) {
        lastHeaderAt_ = 1;
        for (CsvRows rest = rows; !layout_->headerCells.empty() && rest.next();)
            if (repeatsHeader(*layout_, rest.cells())) lastHeaderAt_ = rest.begin();
    }
    return lastHeaderAt_ < rows.begin();
}

}  // namespace gatelab
