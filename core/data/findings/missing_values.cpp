// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/checked_column.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gatelab {
namespace {

/// Rows from one value to the next where nearly all values are equally far apart, and not side by side; 0: they are
/// not.
std::int64_t rowsBetweenValues(const CheckedColumn& column) {
    constexpr std::int64_t kFewest = 10;
    const ColumnSummary& s = column.summary;
    if (s.present < kFewest || s.missing < s.present) return 0;
    std::map<std::int64_t, std::int64_t> counts;
    std::int64_t before = -1;
    for (std::int64_t r = 0; r < column.rows(); ++r) {
        if (!std::isfinite(column.values()[static_cast<std::size_t>(r)])) continue;
        if (before >= 0) ++counts[r - before];
        before = r;
    }
    const auto usual = std::ranges::max_element(counts, {}, &std::pair<const std::int64_t, std::int64_t>::second);
    return usual->first > 1 && usual->second * 10 >= (s.present - 1) * 9 ? usual->first : 0;
}

DataFinding slowerFinding(const CheckedColumn& column, std::int64_t apart) {
    const std::int64_t first = column.summary.firstMissing;
    return warningOf(
        "slower", column.name(), {first, column.rows() - 1, column.summary.missing},
        {GATELAB_TEXT("Doctor",
                      "Column '%1' has a value in every %2th row only, from %3 on: it was measured more seldom than "
                      "the others. Hold each value until the next one, or resample all to its distance on import."),
         {column.name(), apart, rowsPhrase(first, first)}},
        "fill(method=hold)");
}

DataFinding lengthFinding(const CheckedColumn& column, bool isLate, FoundRows rows, const std::string& share) {
    DataFinding finding = warningOf(
        isLate ? "late" : "short", column.name(), rows,
        {isLate ? GATELAB_TEXT("Doctor",
                               "Column '%1' begins %2 rows (%3) after the others; what fills them is invented. As many "
                               "series, one network (the shape 'together'), each column has its own length.")
                : GATELAB_TEXT("Doctor",
                               "Column '%1' ends %2 rows (%3) before the others; what fills them is invented, in the "
                               "test part too. As many series, one network (the shape 'together'), each column has its "
                               "own length."),
         {column.name(), rows.count, share}});
    finding.setting = "csv_shape", finding.value = "together";
    return finding;
}

}  // namespace

void checkEmpty(const CheckedColumn& column, Findings& findings) {
    if (column.summary.present == 0)
        findings.push_back(foundOf(
            DataFinding::Severity::Error, "no-values", column.name(), {0, column.rows() - 1, column.summary.missing},
            {GATELAB_TEXT("Doctor", "Column '%1' has no value. Leave it out."), {column.name()}}));
}

void checkConstant(const CheckedColumn& column, Findings& findings) {
    if (column.summary.low == column.summary.high)
        findings.push_back(warningOf(
            "constant", column.name(), {0, column.rows() - 1, column.summary.present},
            {GATELAB_TEXT("Doctor", "Column '%1' is constant. It tells a network nothing and cannot be a target."),
             {column.name()}}));
}

void checkMissing(const CheckedColumn& column, Findings& findings) {
    constexpr std::int64_t kShortRows = 10;
    const ColumnSummary& s = column.summary;
    if (s.missing == 0) return;
    if (const std::int64_t apart = rowsBetweenValues(column); apart > 0)
        return findings.push_back(slowerFinding(column, apart));
    const std::int64_t all = column.rows(), last = s.longestAt + s.longestRun - 1;
    const std::string share = shareText(s.missing, all);
    const FoundRows rows{s.longestAt, last, s.missing};
    if (const bool isLate = s.longestAt == 0;
        !column.isAlone && s.runs == 1 && s.missing >= kShortRows && (isLate || last + 1 == all))
        return findings.push_back(lengthFinding(column, isLate, rows, share));
    // Lines drawn over long gaps invent data, and windows that end inside them are lost; the last value is then the
    // honest choice.
    const bool manyOrLong = s.missing * 20 > all || s.longestRun > 24;
    const Phrase longest = rowsPhrase(s.longestAt, last);
    const std::string& name = column.name();
    Phrase message =
        s.missing == 1
            ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' misses 1 value (%2), at %3."), {name, share, longest})
        : s.runs == 1
            ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' misses %2 values (%3) in 1 gap, at %4."),
                     {name, s.missing, share, longest})
            : Phrase(GATELAB_TEXT("Doctor", "Column '%1' misses %2 values (%3) in %4 gaps, the longest at %5."),
                     {name, s.missing, share, s.runs, longest});
    if (s.infinite > 0) message = together(message, {GATELAB_TEXT("Doctor", "Infinite among them: %1."), {s.infinite}});
    findings.push_back(
        warningOf("missing", name, rows, message, manyOrLong ? "fill(method=hold)" : "fill(method=linear)"));
}

}  // namespace gatelab
