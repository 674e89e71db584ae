// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/drift.h"

#include "base/number_text.h"
#include "base/numeric/order_statistics.h"
#include "base/parallel.h"
#include "data/findings/checked_column.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace gatelab {

namespace {

using Values = std::vector<double>;

constexpr std::size_t kFewest = 30;
constexpr double kApart = 0.6, kOutside = 0.5;

std::span<const double> rowsOf(const Channel& channel, RowRange rows) {
    return channel.values.span().subspan(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(rows.size()));
}

Values sorted(const Channel& channel, RowRange rows) {
    Values values;
    eachPresent(rowsOf(channel, rows), [&](double value) { values.push_back(value); });
    std::ranges::sort(values);
    return values;
}

/// Largest distance of two cumulated shares (Kolmogorov and Smirnov); both in order, neither empty.
double apart(const Values& a, const Values& b) {
    double most = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double at = std::min(a[i], b[j]);
        while (i < a.size() && a[i] <= at) ++i;
        while (j < b.size() && b[j] <= at) ++j;
        most = std::max(most, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                       static_cast<double>(j) / static_cast<double>(b.size())));
    }
    return most;
}

double at(const Values& values, double share) { return values[rankOf(values.size(), share)]; }

Phrase figure(double value) { return numberPhrase(numberText(value, 3)); }

/// No less than apart() of numbers with these leadingCounts(): within a stretch all of one may come before all of the
/// other.
double mostApart(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    const auto sum = [](std::span<const std::uint32_t> counts) {
        return std::accumulate(counts.begin(), counts.end(), 0.0);
    };
    const double ofA = sum(a), ofB = sum(b);
    double most = 0, beforeA = 0, beforeB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double afterA = beforeA + a[i], afterB = beforeB + b[i];
        most = std::max({most, afterA / ofA - beforeB / ofB, afterB / ofB - beforeA / ofA});
        beforeA = afterA, beforeB = afterB;
    }
    return most;
}

/// Of long columns, which to sort takes seconds: whether what is seen in a few passes rules a drift out.
bool cannotDrift(const Channel& channel, const Split& split) {
    constexpr std::int64_t kManyRows = 1 << 16;
    if (split.train.size() < kManyRows) return false;
    const auto valuesOf = [&](RowRange rows) {
        return [&channel, rows](const auto& use) { eachPresent(rowsOf(channel, rows), use); };
    };
    const std::vector<std::uint32_t> train = OrderStatistics::leadingCounts(valuesOf(split.train)),
                                     test = OrderStatistics::leadingCounts(valuesOf(split.test));
    const auto countOf = [](const std::vector<std::uint32_t>& counts) {
        return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    };
    const std::size_t count = countOf(train), tested = countOf(test);
    if (count < kFewest || tested < kFewest) return true;
    const std::array ranks{rankOf(count, 0.01), rankOf(count, 0.99)};
    const std::vector<double> limits = OrderStatistics::of(count, ranks, valuesOf(split.train));
    std::size_t outside = 0;
    eachPresent(rowsOf(channel, split.test),
                [&](double value) { outside += value < limits[0] || value > limits[1] ? 1 : 0; });
    return static_cast<double>(outside) / static_cast<double>(tested) <= kOutside && mostApart(train, test) <= kApart;
}

/// Whether the test part is further from the training part than the halves of that are from each other. The parts in
/// order.
bool liesApart(const Channel& channel, const Split& split, const Values& train, const Values& test) {
    const double distance = apart(train, test);
    if (!(distance > kApart)) return false;
    const std::int64_t middle = (split.train.begin + split.train.end) / 2;
    const Values first = sorted(channel, {split.train.begin, middle}),
                 second = sorted(channel, {middle, split.train.end});
    return !first.empty() && !second.empty() && apart(first, second) < distance / 2;
}

std::optional<DataFinding> driftOf(const Channel& channel, const Split& split) {
    if (cannotDrift(channel, split)) return {};
    const Values train = sorted(channel, split.train), test = sorted(channel, split.test);
    if (train.size() < kFewest || test.size() < kFewest || train.front() == train.back()) return {};
    const double low = at(train, 0.01), high = at(train, 0.99);
    const auto outside = std::ranges::count_if(test, [&](double value) { return value < low || value > high; });
    const double share = static_cast<double>(outside) / static_cast<double>(test.size());
    if (!(share > kOutside) && !liesApart(channel, split, train, test)) return {};
    DataFinding finding =
        warningOf("drift", channel.name, {split.test.begin, split.test.end - 1, outside},
                  {GATELAB_TEXT("Doctor",
                                "Column '%1' lies elsewhere in the test part: its median is %2 in rows %3 "
                                "to %4 and was %5 in the training part, and %6 % of its test values are "
                                "outside of nearly all that was trained on. Scores of the test part say "
                                "little of it; differencing or a start from the last value may help."),
                   {channel.name, figure(at(test, 0.5)), split.test.begin, split.test.end - 1, figure(at(train, 0.5)),
                    percentText(share)}});
    finding.before = at(train, 0.5), finding.after = at(test, 0.5);
    finding.setting = "anchor", finding.value = "last";
    return finding;
}

}  // namespace

std::vector<DataFinding> driftFindings(const Series& series, const Split& split) {
    std::vector<DataFinding> findings;
    // The rows of many series are no one's past and future.
    if (split.test.size() == 0 || isMany(series)) return findings;
    const std::set<std::size_t> words = wordChannels(series);
    constexpr std::int64_t kManyValues = 1'000'000;
    const std::size_t columns = series.channels.size();
    const bool isLarge = series.rows() * static_cast<std::int64_t>(columns) >= kManyValues;
    std::vector<std::optional<DataFinding>> ofColumns(columns);
    inParallel(isLarge ? threadsFor(0) : 1, columns, [&](std::size_t c) {
        if (!words.contains(c)) ofColumns[c] = driftOf(series.channels[c], split);
    });
    for (std::optional<DataFinding>& finding : ofColumns)
        if (finding) findings.push_back(std::move(*finding));
    return findings;
}

}  // namespace gatelab
