// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/checked_column.h"

#include "base/numeric/order_statistics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gatelab {
namespace {

/// The middle of seven by 13 exchanges (Paeth 1990, as Devillard 1998 lists them): for every row of a column a sort
/// would take most of the time.
double medianOfSeven(const double* of) {
    std::array<double, 7> v{of[0], of[1], of[2], of[3], of[4], of[5], of[6]};
    constexpr std::array<std::pair<int, int>, 13> kExchanges{
        {{0, 5}, {0, 3}, {1, 6}, {2, 4}, {0, 1}, {3, 5}, {2, 6}, {2, 3}, {3, 6}, {4, 5}, {1, 4}, {1, 3}, {3, 4}}};
    for (const auto& [a, b] : kExchanges) {
        const double low = std::min(v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)]),
                     high = std::max(v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)]);
        v[static_cast<std::size_t>(a)] = low, v[static_cast<std::size_t>(b)] = high;
    }
    return v[3];
}

/// The median of the row and up to three on each side of it.
double surroundings(std::span<const double> values, std::size_t row) {
    constexpr std::size_t kReach = 3;
    if (row >= kReach && row + kReach < values.size()) return medianOfSeven(values.data() + row - kReach);
    const std::size_t from = row > kReach ? row - kReach : 0, to = std::min(values.size(), row + kReach + 1);
    return medianOf(values.subspan(from, to - from));
}

}  // namespace

void checkSpikes(const CheckedColumn& column, Findings& findings) {
    if (isAmong(findings, "sentinel") || isAmong(findings, "outliers")) return;
    constexpr std::int64_t kMin = 50;
    constexpr double kFar = 12;
    const std::span<const double> values = column.held();
    const auto rows = static_cast<std::int64_t>(values.size());
    if (rows < kMin) return;
    const std::size_t size = values.size();
    const auto sizes = [&](const auto& use) {
        for (std::size_t r = 0; r < size; ++r) use(std::abs(values[r] - surroundings(values, r)));
    };
    const auto steps = [&](const auto& use) {
        for (std::size_t r = 1; r < size; ++r) use(std::abs(values[r] - values[r - 1]));
    };
    const std::array ofSizes{rankOf(size, 0.5)}, ofSteps{rankOf(size - 1, 0.75)};
    const double ofStep = OrderStatistics::of(size - 1, ofSteps, steps).front();
    // Each look at the sizes is a median for every row, and mostly the steps are what counts.
    const bool stepsCount = 1.4826 * OrderStatistics::atMost(ofSizes.front(), sizes) <= ofStep;
    const double usual =
                     stepsCount ? ofStep : std::max(1.4826 * OrderStatistics::of(size, ofSizes, sizes).front(), ofStep),
                 half = 0.5 * column.quartiles().distance();
    if (!(usual > 0) || !std::isfinite(usual)) return;
    std::int64_t count = 0, at = -1;
    double farthest = 0, around = 0;
    std::vector<RowRange> places;
    for (std::int64_t r = 1; r + 1 < rows; ++r) {
        const auto i = static_cast<std::size_t>(r);
        // Three quarters of the way are made from the row before.
        if (!(std::abs(values[i] - values[i - 1]) > 0.7 * kFar * usual)) continue;
        const double off = values[i] - surroundings(values, i), far = std::abs(off), base = values[i] - off;
        if (!(far > kFar * usual) || !(far > half) ||
            std::max(std::abs(values[i - 1] - base), std::abs(values[i + 1] - base)) >= 0.25 * far)
            continue;
        ++count;
        addPlace(places, r, 1);
        if (at < 0 || far > farthest) at = r, farthest = far, around = base;
    }
    if (count == 0 || count * 100 > rows) return;
    const std::string value = valueText(values[static_cast<std::size_t>(at)]), usually = valueText(around);
    const Phrase message =
        count == 1 ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' jumps to %2 for 1 row (%3) and back to about %4."),
                            {column.name(), value, rowsPhrase(at, at), usually})
                   : Phrase(GATELAB_TEXT("Doctor",
                                         "Column '%1' jumps for 1 row and back %2 times, farthest to %3 in %4, among "
                                         "values of about %5."),
                            {column.name(), count, value, rowsPhrase(at, at), usually});
    findings.push_back(warningOf("spike", column.name(), {at, at, count}, message));
    findings.back().places = std::move(places);
}

}  // namespace gatelab
