// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text_cells.h"

#include "data/cell_reason.h"

#include <algorithm>

namespace gatelab {

void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings) {
    for (std::size_t c = 0; c < layout.width; ++c) {
        const ColumnEvidence& e = scan.evidence[c];
        if (!roles.is(c, CsvRole::Text) || e.odds.empty()) continue;
        const Phrase why = whyNoNumber(e.odds.front().text);
        if (why.empty() ||
            !std::ranges::all_of(e.odds, [&](const ColumnEvidence::Odd& odd) { return whyNoNumber(odd.text) == why; }))
            continue;
        warnings.push_back({e.odds.front().line,
                            {GATELAB_TEXT("Reading",
                                          "column '%1' was left out although '%2' looks like a number: %3. Write "
                                          "plain numbers in its place"),
                             {layout.names[c], e.odds.front().text, why}}});
    }
}

}  // namespace gatelab
