// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_dialect.h"
#include "data/csv_numbers.h"

#include <algorithm>

namespace gatelab {
namespace {
constexpr std::size_t kLongestQuoted = 64 * 1024;
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
    const std::size_t start = at_;
    while (at_ < text_.size() && !special_[static_cast<unsigned char>(text_[at_])]) ++at_;
    cells_.push_back(trimCell(text_.substr(start, at_ - start)));
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
    for (std::size_t i = 0; i < inside.size(); ++i)
        if (inside[i] == '\n' || (inside[i] == '\r' && !(i + 1 < inside.size() && inside[i + 1] == '\n'))) ++nextLine_;
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
    unescapedUsed_ = 0;
    comment_ = false;
    begin_ = at_;
    line_ = nextLine_;
    std::vector<std::size_t> escapedCells;
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
        while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] == '\t' && dialect_.delimiter != '\t'))) ++at_;
    };
    for (;;) {
        skipBlanks();
        const bool ended = at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r';
        if (blankDelimiter && ended && !cells_.empty()) break;
        const std::size_t usedBefore = unescapedUsed_;
        if (!ended && dialect_.quote && text_[at_] == dialect_.quote) {
            if (!quotedCell())
                ++strayQuotes_, plainCell();
            else if (unescapedUsed_ > usedBefore)
                escapedCells.push_back(cells_.size() - 1);
        } else {
            plainCell();
        }
        if (blankDelimiter) skipBlanks();
        if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r') break;
        if (!blankDelimiter) ++at_;
    }
    for (std::size_t i = 0; i < escapedCells.size(); ++i) cells_[escapedCells[i]] = trimCell(unescaped_[i]);
    lineEnd();
    return true;
}

}  // namespace gatelab
