// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/footer.h"

#include "data/csv/row_account.h"

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
    scan.warnings.push_back({line_,
                             {GATELAB_TEXT("Reading",
                                           "from this line on the last %1 lines hold sums or words in place of a "
                                           "time; they were left out as a footer"),
                              {rows_}}});
}

}  // namespace gatelab
