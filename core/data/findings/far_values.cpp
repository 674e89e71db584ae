// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/checked_column.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace gatelab {
namespace {

/// One value so far away that it alone makes most of the variance; nothing: there is none.
std::optional<DataFinding> dominatingFinding(const CheckedColumn& column) {
    const ColumnSummary& s = column.summary;
    const double centre = column.quartiles().centre, distance = column.quartiles().distance(),
                 far = std::max(centre - s.low, s.high - centre);
    if (!(distance > 0) || !(far > 10 * distance) || !std::isfinite(far)) return {};
    double squares = 0;  // of which the farthest value makes 1
    eachPresent(column.values(), [&](double value) { squares += (value - centre) / far * ((value - centre) / far); });
    if (squares >= 2) return {};
    const auto at = std::ranges::find_if(
        column.values(), [&](double value) { return std::isfinite(value) && std::abs(value - centre) >= far; });
    const std::int64_t row = at - column.values().begin();
    Phrase message{GATELAB_TEXT("Doctor",
                                "In column '%1' the value %2 in %3 alone makes most of the variance: standardised with "
                                "it, all other values lie too close together to be told apart. "
                                "Mend it, leave its row out, or limit it."),
                   {column.name(), valueText(*at), rowsPhrase(row, row)}};
    if (std::abs(*at) > static_cast<double>(std::numeric_limits<float>::max()))
        message = together(
            message, GATELAB_TEXT("Doctor",
                                  "It is also larger than float32 holds (3.4e38): without scaling a run fails at it."));
    DataFinding finding =
        warningOf("outliers", column.name(), {row, row, 1}, message, "clip(method=iqr, threshold=10)");
    finding.places = {{row, row + 1}};
    return finding;
}

}  // namespace

void checkFarValues(const CheckedColumn& column, Findings& findings) {
    if (isAmong(findings, "sentinel")) return;
    if (auto dominating = dominatingFinding(column)) return findings.push_back(std::move(*dominating));
    const double distance = column.quartiles().distance(), centre = column.quartiles().centre;
    const ColumnSummary& s = column.summary;
    if (!(distance > 0) || std::max(std::abs(s.low - centre), std::abs(s.high - centre)) <= 10 * distance) return;
    std::int64_t outliers = 0, first = -1;
    std::vector<RowRange> places;
    for (std::int64_t r = 0; r < column.rows(); ++r) {
        const double value = column.values()[static_cast<std::size_t>(r)];
        if (!std::isfinite(value) || !(std::abs(value - centre) > 10 * distance)) continue;
        if (++outliers == 1) first = r;
        addPlace(places, r, 1);
    }
    // A few far values are outliers; many are the nature of the data.
    if (outliers == 0 || outliers * 100 > s.present) return;
    const Phrase at = rowsPhrase(first, first);
    DataFinding finding = warningOf(
        "outliers", column.name(), {first, first, outliers},
        outliers == 1
            ? Phrase(GATELAB_TEXT("Doctor",
                                  "Column '%1' has 1 value more than ten quartile distances from the median, in %2."),
                     {column.name(), at})
            : Phrase(GATELAB_TEXT("Doctor",
                                  "Column '%1' has %2 values more than ten quartile distances from the median, "
                                  "the first in %3."),
                     {column.name(), outliers, at}),
        "clip(method=iqr, threshold=10)");
    finding.places = std::move(places);
    findings.push_back(std::move(finding));
}

}  // namespace gatelab
