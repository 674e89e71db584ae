// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "data/findings/checked_column.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace gatelab {
namespace {

/// Where it starts over: the row, and the value before it.
struct Restart {
    std::int64_t row;
    double before, after;
};

/// Of a column that never falls but there, each time to near 0, and else rises by ever other amounts, as what a meter
/// has counted does; empty: it is none.
std::vector<Restart> restarts(std::span<const double> values) {
    constexpr std::int64_t kFewestRises = 20, kRowsEach = 200;
    constexpr std::size_t kFewestAmounts = 5;
    constexpr double kNearZero = 0.05;  // of what it had counted
    std::vector<Restart> found;
    std::set<double> amounts;
    std::int64_t rises = 0;
    double before = std::numeric_limits<double>::quiet_NaN();
    const std::int64_t rows = std::ssize(values), most = std::max<std::int64_t>(1, rows / kRowsEach);
    for (std::int64_t row = 0; row < rows; ++row) {
        const double value = values[static_cast<std::size_t>(row)];
        if (!std::isfinite(value)) continue;
        if (value < 0) return {};
        if (value < before) {
            if (value > kNearZero * before || std::ssize(found) >= most) return {};
            found.push_back({row, before, value});
        } else if (value > before) {
            ++rises;
            if (amounts.size() < kFewestAmounts) amounts.insert(value - before);
        }
        before = value;
    }
    if (rises < kFewestRises || rises * 10 < rows || amounts.size() < kFewestAmounts) return {};
    return found;
}

}  // namespace

void checkCounter(const CheckedColumn& column, Findings& findings) {
    if (isAmong(findings, "sentinel")) return;
    for (const Restart& one : restarts(column.values())) {
        // As it is: rounded, the row where it starts over would go back or leap.
        const double added = -one.before;
        DataFinding finding = warningOf(
            "counter", column.name(), {one.row, one.row, 1},
            {GATELAB_TEXT("Doctor",
                          "Column '%1' is a counter that starts over at row %2: it never falls but there, from %3 to "
                          "%4. How far it has counted says little, what it counts in each row does: forecast its "
                          "differences. Counted through, with %5 added to the rows before, none of them is negative."),
             {column.name(), rowAndTime(one.row, column.time), valueText(one.before), valueText(one.after),
              formatFieldValue(added)}},
            rescaleStep(column.name(), {0, one.row}, 1, added, column.time));
        finding.before = one.before, finding.after = one.after;
        findings.push_back(std::move(finding));
    }
}

}  // namespace gatelab
