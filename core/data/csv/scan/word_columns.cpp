// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/word_columns.h"

#include "data/csv/scan/cell_reader.h"

#include <algorithm>

namespace gatelab {

WordColumns::WordColumns(const TablePlan& plan, TableScan& scan)
    : scan_(scan), columns_(std::min(plan.columns.size(), kMaxWordColumns)) {
    scan_.wordOf.resize(plan.columns.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c].isText = plan.columns[c].kind == ColumnKind::Text;
}

void WordColumns::add(std::size_t c, std::string_view word) {
    auto& words = scan_.wordOf[c];
    words.resize(static_cast<std::size_t>(scan_.rows), kNoWord);
    words.push_back(word.empty() ? kNoWord : numberOf(columns_[c], word));
}

WordNumber WordColumns::numberOf(Column& column, std::string_view word) {
    auto& [isText, last, number, numbers] = column;
    if (word == last && number != kNoWord) return number;
    last = word;
    const auto known = numbers.find(last);
    if (known == numbers.end() && numbers.size() >= kMostWords) return number = kNoWord;
    return number = known != numbers.end()
                        ? known->second
                        : numbers.emplace(last, static_cast<WordNumber>(numbers.size())).first->second;
}

void WordColumns::finish() {
    scan_.words.resize(scan_.wordOf.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        scan_.words[c].resize(columns_[c].numbers.size());
        for (const auto& [word, number] : columns_[c].numbers) scan_.words[c][number] = word;
    }
}

}  // namespace gatelab
