// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/checked_column.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gatelab {
namespace {

/// use(first row, rows) for each stretch of equal values.
template <class Use>
void eachStretch(std::span<const double> values, const Use& use) {
    for (std::size_t r = 0; r < values.size();) {
        const std::size_t first = r++;
        if (!std::isfinite(values[first])) continue;
        while (r < values.size() && values[r] == values[first]) ++r;
        use(static_cast<std::int64_t>(first), static_cast<std::int64_t>(r - first));
    }
}

}  // namespace

void checkFlat(const CheckedColumn& column, Findings& findings) {
    constexpr std::int64_t kMin = 12, kTimes = 8;
    std::map<std::int64_t, std::int64_t> counts;  // of stretches, by their rows
    std::int64_t stretches = 0, singles = 0;      // those of one row are most
    eachStretch(column.values(), [&](std::int64_t, std::int64_t rows) {
        ++stretches;
        if (rows == 1)
            ++singles;
        else
            ++counts[rows];
    });
    if (stretches < 20) return;  // levels of a switch
    auto rank = static_cast<std::int64_t>(rankOf(static_cast<std::size_t>(stretches), 0.99)) - singles;
    std::int64_t usual = 1;
    for (auto at = counts.begin(); rank >= 0 && at != counts.end(); rank -= at->second, ++at) usual = at->first;
    const std::int64_t limit = std::max(kMin, kTimes * usual);
    if (counts.empty() || counts.rbegin()->first < limit) return;
    struct {
        std::int64_t first = 0, rows = 0;
    } longest;
    std::int64_t count = 0, rows = 0;
    std::vector<RowRange> places;
    eachStretch(column.values(), [&](std::int64_t begin, std::int64_t length) {
        if (length < limit) return;
        ++count;
        rows += length;
        addPlace(places, begin, length);
        if (length > longest.rows) longest = {begin, length};
    });
    const std::int64_t last = longest.first + longest.rows - 1;
    const std::string value = valueText(column.values()[static_cast<std::size_t>(longest.first)]);
    Phrase message =
        count == 1
            ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' stands still at %2 for %3 rows (%4)."),
                     {column.name(), value, longest.rows, rowsPhrase(longest.first, last)})
            : Phrase(GATELAB_TEXT("Doctor", "Column '%1' stands still %2 times, longest at %4 for %3 rows (%5)."),
                     {column.name(), count, longest.rows, value, rowsPhrase(longest.first, last)});
    findings.push_back(
        foundOf(DataFinding::Severity::Info, "flat", column.name(), {longest.first, last, rows}, std::move(message)));
    findings.back().places = std::move(places);
}

}  // namespace gatelab
