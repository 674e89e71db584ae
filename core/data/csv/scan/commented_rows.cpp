// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/commented_rows.h"

#include "data/csv/layout/header.h"
#include "data/csv/numbers.h"
#include "data/csv/scan/cell_reader.h"

#include <algorithm>

namespace gatelab {

CommentedRows::CommentedRows(const CsvDialect& dialect, const CsvLayout& layout)
    : plain_(dialect), mark_(dialect.comment), width_(layout.width) {
    plain_.comment.clear();
}

std::string_view CommentedRows::withoutMark(std::string_view raw) const {
    raw = trimCell(raw);
    while (raw.starts_with(mark_)) raw.remove_prefix(mark_.size());
    return raw;
}

bool CommentedRows::isRow(std::string_view raw) const {
    raw = withoutMark(raw);
    CsvRows row(raw, plain_);
    if (raw.empty() || !row.next()) return false;
    std::size_t filled = row.cells().size();
    while (filled > 0 && row.cells()[filled - 1].empty()) --filled;
    if (row.cells().size() < width_ || filled > width_) return false;
    return std::ranges::any_of(row.cells(), csv_header::isTyped);
}

CsvRows CommentedRows::rowOf(std::string_view raw, std::int64_t line, bool isText) const {
    return {isText ? raw : withoutMark(raw), plain_, 0, line};
}

void CommentedRows::note(std::string_view raw) {
    CsvRows row(withoutMark(raw), plain_);
    if (row.next() && words_.size() < kMostWords) ++words_[std::string(row.cells()[0])];
}

std::int64_t CommentedRows::countOf(const std::function<bool(const std::string&)>& isKnown) const {
    std::int64_t count = 0;
    for (const auto& [word, times] : words_) count += isKnown(word) ? times : 0;
    return count;
}

}  // namespace gatelab
