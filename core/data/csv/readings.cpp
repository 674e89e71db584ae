// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/readings.h"

#include "base/parallel.h"
#include "config/setting_predicates.h"
#include "data/csv/roles/decide.h"
#include "data/csv/scan/scan.h"
#include "data/tables/file_part.h"

#include <limits>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kSampleRows = 500;
constexpr std::int64_t kAllRows = std::numeric_limits<std::int64_t>::max();
constexpr int kMaxReadings = 4;

/// A few rows in a hundred may be notes, sums or rows that somebody commented out; more of one kind are rows.
bool isTooMany(std::int64_t left, const TableScan& scan) {
    constexpr std::int64_t kFew = 3, kPerHundred = 3;
    return left >= kFew && left * 100 > (scan.rows + left) * kPerHundred;
}

}  // namespace

Result<TableScan> readRows(std::string_view text, const LineIndex& lines, const CsvDialect& dialect,
                           const CsvLayout& layout, const ExperimentConfig& options, const Progress& progress,
                           TablePlan& plan) {
    plan.columns.assign(layout.width, {});
    Result<TablePlan> decided = plan;
    {
        const auto sample = scanTable(text, dialect, layout, plan, options, kSampleRows, {},
                                      progress ? Progress([&](double) { return progress(0); }) : Progress());
        if (!sample) return sample.error();
        decided = decideTable(layout, *sample, dialect, options);
        if (decided) plan = std::move(*decided);
    }
    for (int reading = 0;; ++reading) {
        auto scan = scanTable(text, dialect, layout, plan, options, kAllRows, {&lines, threadsFor(options.threads)},
                              partOf(progress, reading == 0 ? 0.0 : 0.5, reading == 0 ? 0.5 : 1.0));
        if (!scan) return scan;
        decided = decideTable(layout, *scan, dialect, options);
        if (!decided) return decided.error();
        decided->keepsTextRows = plan.keepsTextRows || isTooMany(scan->textRows, *scan);
        decided->keepsSumWords = plan.keepsSumWords || isTooMany(scan->sumWords, *scan);
        // Before a number or a time, or a word that stands elsewhere without it, the mark takes a row out; before a
        // text it may be one of its letters.
        const bool isLetter =
            (decided->columns[0].kind == ColumnKind::Text && scan->commentedWords * 2 <= scan->commentRows) ||
            scan->commentRows > scan->rows;
        decided->keepsCommentedRows = plan.keepsCommentedRows || (isGuessed(options.csvComment) && isLetter &&
                                                                  isTooMany(scan->commentRows, *scan));
        const bool settled = *decided == plan;
        plan = std::move(*decided);
        if (settled || reading + 1 == kMaxReadings) return scan;
    }
}

}  // namespace gatelab
