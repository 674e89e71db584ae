// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/csv/time/times.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {
constexpr std::size_t kLongestQuoted = 64 * 1024;
}

CellPlace placeOf(std::string_view line, std::string_view cell) {
    const auto letters = [](std::string_view text) {
        return static_cast<std::size_t>(
            std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    };
    const std::size_t begin = letters(line.substr(0, static_cast<std::size_t>(cell.data() - line.data())));
    return {begin, begin + letters(cell)};
}

bool areHalves(std::string_view first, std::string_view second, std::size_t digits) {
    const auto isWhole = [](std::string_view cell) {
        return !cell.empty() && std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
    };
    return second.size() == digits && first.data() + first.size() + 1 == second.data() && isWhole(second) &&
           isWhole(first.substr(first.starts_with('-') ? 1 : 0));
}

CsvRows::CsvRows(std::string_view text, const CsvDialect& dialect, std::size_t at, std::int64_t line)
    : text_(text), dialect_(dialect), at_(at), nextLine_(line) {
    for (const char c : {'\n', '\r', dialect.delimiter}) special_[static_cast<unsigned char>(c)] = true;
    if (dialect.delimiter == ' ') special_[static_cast<unsigned char>('\t')] = true;
}

void CsvRows::lineEnd() {
    rawEnd_ = at_;
    if (at_ >= text_.size()) return;
    at_ += text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 2 : 1;
    ++nextLine_;
}

void CsvRows::plainCell() {
    const std::size_t start = at_, limit = limit_;
    const char* text = text_.data();
    std::size_t at = start;
    while (at < limit && !special_[static_cast<unsigned char>(text[at])]) ++at;
    at_ = at;
    cells_.push_back(trimCell(text_.substr(start, at - start)));
    // The one that closes a quote over rows
    if (std::string_view& cell = cells_.back();
        strayIsOpen_ && cell.size() > 1 && cell.find(dialect_.quote) == cell.size() - 1) {
        cell = trimCell(cell.substr(0, cell.size() - 1));
        strayIsOpen_ = false;
        strayCells_.push_back(cells_.size() - 1);
    }
}

/// A sign that stands alone takes the number behind it into its cell.
void CsvRows::joinSign() {
    const std::string_view sign = cells_.back();
    if (signOf(sign) == 0) return;
    std::size_t at = at_;
    while (at < limit_ && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    if (at == limit_ || !(text_[at] == '.' || (text_[at] >= '0' && text_[at] <= '9'))) return;
    const auto start = static_cast<std::size_t>(sign.data() - text_.data());
    cells_.pop_back();
    at_ = at;
    plainCell();
    cells_.back() = trimCell(text_.substr(start, at_ - start));
}

/// Gives each cell of a row that lacks some to the column where it stands; the row stays as it is where one stands in
/// none.
void CsvRows::placeCells() {
    const std::vector<CellPlace>& places = dialect_.places;
    const std::string_view line = text_.substr(begin_, at_ - begin_);
    if (cells_.size() >= places.size() || cells_[0].empty() || line.find('\t') != std::string_view::npos) return;
    // Titles and names stand where they like.
    const auto isTyped = [](std::string_view cell) { return sniffNumber(cell).mask != 0 || sniffTime(cell); };
    if (std::ranges::none_of(cells_, isTyped)) return;
    std::vector<std::string_view> placed(places.size());
    std::size_t p = 0;
    for (const std::string_view cell : cells_) {
        const CellPlace at = placeOf(line, cell);
        const auto holds = [&](std::size_t i) {
            const bool free =
                (i == 0 || places[i - 1].end <= at.begin) && (i + 1 == places.size() || at.end <= places[i + 1].begin);
            const bool within = at.begin >= places[i].begin && at.end <= places[i].end;
            return within || (free && (at.begin == places[i].begin || at.end == places[i].end));
        };
        while (p < places.size() && !holds(p)) ++p;
        if (p == places.size()) return;
        placed[p++] = cell;
    }
    cells_ = std::move(placed);
}

/// Whether the lines from the row's begin to `end`, which a quoted cell would join, are rows of the table: as wide as
/// the row before or the line after.
bool CsvRows::swallowsRows(std::size_t end) const {
    const auto lineFrom = [&](std::size_t at) {
        return text_.substr(at, std::min(text_.find_first_of("\r\n", at), text_.size()) - at);
    };
    const auto widthOf = [&](std::string_view line) {
        if (dialect_.delimiter != ' ')
            return static_cast<std::size_t>(std::count(line.begin(), line.end(), dialect_.delimiter)) + 1;
        std::size_t cells = 0;
        for (std::size_t i = 0; i < line.size(); ++i) cells += line[i] != ' ' && (i == 0 || line[i - 1] == ' ') ? 1 : 0;
        return cells;
    };
    std::vector<std::string_view> lines;
    std::size_t at = begin_;
    while (at <= end) {
        lines.push_back(lineFrom(at));
        at += lines.back().size() + 1;
        if (at < text_.size() && text_[at - 1] == '\r' && text_[at] == '\n') ++at;
    }
    const auto areRows = [&](std::size_t width) {
        if (width <= 1)
            return std::any_of(lines.begin() + 1, lines.end(), [&](std::string_view line) {
                line = trimCell(line.substr(0, line.find(dialect_.quote)));
                return sniffNumber(line).mask != 0 || sniffTime(line).has_value();
            });
        if (lines.size() == 2) return widthOf(lines[0]) == width && widthOf(lines[1]) == width;
        const auto whole = std::count_if(lines.begin() + 1, lines.end() - 1,
                                         [&](std::string_view line) { return widthOf(line) == width; });
        return whole > 0 && whole * 2 >= static_cast<std::ptrdiff_t>(lines.size()) - 2;
    };
    // The row before may lack a cell, or have one too many.
    const std::size_t after = at < text_.size() ? widthOf(lineFrom(at)) : 0;
    return (lastWidth_ > 0 && areRows(lastWidth_)) || (lastWidth_ == 0 && areRows(after)) ||
           (after > 1 && after != lastWidth_ && lastWidth_ > 1 && areRows(after));
}

/// Puts the halves of a number together that its decimal comma cut in two.
void CsvRows::joinHalves() {
    std::size_t to = std::min(dialect_.cutFrom, cells_.size());
    for (std::size_t i = to; i < cells_.size(); ++i) {
        const bool isCut = i + 1 < cells_.size() && areHalves(cells_[i], cells_[i + 1], dialect_.cutDigits);
        cells_[to++] =
            isCut ? std::string_view(cells_[i].data(), cells_[i].size() + 1 + cells_[i + 1].size()) : cells_[i];
        i += isCut ? 1 : 0;
    }
    cells_.resize(to);
}

void CsvRows::noteStray() {
    strayIsOpen_ = true;
    strayCells_.push_back(cells_.size());
    if (strayQuotes_++ == 0) strayLine_ = line_;
}

bool CsvRows::quotedCell() {
    const std::size_t start = at_ + 1, limit = std::min(text_.size(), start + kLongestQuoted);
    bool escaped = false;
    std::size_t end = start;
    for (;; ++end) {
        if (end >= limit) return false;
        const char c = text_[end];
        if (dialect_.backslash && c == '\\' && end + 1 < limit)
            escaped = true, ++end;
        else if (c == dialect_.quote) {
            if (end + 1 >= text_.size() || text_[end + 1] != dialect_.quote) break;
            escaped = true, ++end;
        }
    }
    std::size_t after = end + 1;
    while (after < text_.size() && text_[after] == ' ' && dialect_.delimiter != ' ') ++after;
    if (after < text_.size() && !special_[static_cast<unsigned char>(text_[after])]) return false;
    const std::string_view inside = text_.substr(start, end - start);
    if (inside.find_first_of("\r\n") != std::string_view::npos && swallowsRows(end)) return false;
    for (std::size_t i = 0; i < inside.size(); ++i)
        if (inside[i] == '\n' || (inside[i] == '\r' && !(i + 1 < inside.size() && inside[i + 1] == '\n')))
            ++nextLine_, ++innerLines_;
    if (!escaped)
        cells_.push_back(trimCell(inside));
    else {
        if (unescapedUsed_ == unescaped_.size()) unescaped_.emplace_back();
        std::string& text = unescaped_[unescapedUsed_++];
        text.clear();
        for (std::size_t i = 0; i < inside.size(); ++i) {
            const bool first = inside[i] == dialect_.quote || (dialect_.backslash && inside[i] == '\\');
            if (first && i + 1 < inside.size()) ++i;
            text += inside[i];
        }
        cells_.push_back({});  // set below: growing the list may move short strings
    }
    at_ = after;
    return true;
}

bool CsvRows::next() {
    if (at_ >= text_.size()) return false;
    cells_.clear();
    strayCells_.clear();
    unescapedUsed_ = 0;
    comment_ = false;
    begin_ = at_;
    line_ = nextLine_;
    limit_ = std::min(text_.size(), begin_ + kLongestRow);
    std::vector<std::size_t> escapedCells;
    // sep=; in the first line, which tells a spreadsheet the delimiter
    const std::string_view all = text_.substr(0, std::min<std::size_t>(text_.size(), 6));
    if (begin_ == 0 && (all.starts_with("sep=") || all.starts_with("SEP=")) && all.find_first_of("\r\n") == 5) {
        comment_ = true;
        at_ = 5;
        lineEnd();
        return true;
    }
    if (!dialect_.comment.empty()) {
        const std::size_t first = text_.find_first_not_of(" \t", at_);
        if (first != std::string_view::npos && text_.substr(first).starts_with(dialect_.comment)) {
            comment_ = true;
            at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
            lineEnd();
            return true;
        }
    }
    const bool blankDelimiter = dialect_.delimiter == ' ';
    const auto skipBlanks = [&] {
        while (at_ < limit_ && (text_[at_] == ' ' || (text_[at_] == '\t' && dialect_.delimiter != '\t'))) ++at_;
    };
    for (;;) {
        skipBlanks();
        const bool ended = at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r';
        if (blankDelimiter && ended && !cells_.empty()) break;
        const std::size_t usedBefore = unescapedUsed_;
        if (!ended && dialect_.quote && text_[at_] == dialect_.quote) {
            if (!quotedCell()) {
                noteStray();
                // Alone in its cell it is the end of a text over lines.
                if (at_ + 1 < text_.size() && !special_[static_cast<unsigned char>(text_[at_ + 1])]) ++at_;
                plainCell();
            } else if (unescapedUsed_ > usedBefore)
                escapedCells.push_back(cells_.size() - 1);
        } else {
            plainCell();
            if (dialect_.signsApart) joinSign();
        }
        if (blankDelimiter) skipBlanks();
        if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r') break;
        if (at_ >= limit_ || cells_.size() > kMaxCells) {
            tooLong_ = true;
            at_ = text_.size();
            break;
        }
        if (!blankDelimiter) ++at_;
    }
    if (!dialect_.places.empty() && escapedCells.empty() && !tooLong_) placeCells();
    if (cells_.size() > 1 || !cells_[0].empty()) lastWidth_ = cells_.size();
    if (dialect_.cutDigits > 0 && escapedCells.empty()) joinHalves();
    for (std::size_t i = 0; i < escapedCells.size(); ++i) cells_[escapedCells[i]] = trimCell(unescaped_[i]);
    lineEnd();
    return true;
}

}  // namespace gatelab
