// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/correlations.h"

#include "data/look/autocorrelation.h"
#include "data/look/clock_rows.h"
#include "data/look/part_distributions.h"
#include "data/look/spectrum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {
namespace {

constexpr std::int64_t kMostRows = 20'000;    // of a correlation at the same row: its error is below 0.01
constexpr std::int64_t kMostMoved = 1 << 17;  // of one at other rows

std::vector<double> everyNth(std::span<const double> values, RowRange rows, std::int64_t stride) {
    std::vector<double> chosen;
    const std::int64_t end = std::min(rows.end, static_cast<std::int64_t>(values.size()));
    for (std::int64_t row = std::max<std::int64_t>(0, rows.begin); row < end; row += stride)
        chosen.push_back(values[static_cast<std::size_t>(row)]);
    return chosen;
}

std::vector<double> changesOf(const std::vector<double>& values) {
    std::vector<double> changes;
    for (std::size_t i = 1; i < values.size(); ++i) changes.push_back(values[i] - values[i - 1]);
    return changes;
}

/// Two columns of one season are alike at every lag that it has, whichever runs ahead: what is left of a column, empty
/// where next to nothing is.
std::vector<double> withoutSeasons(std::vector<double> values, const std::vector<Season>& seasons) {
    constexpr double kNothing = 1e-6;  // of the deviation
    if (seasons.empty()) return values;
    const double before = valueFigures(values).deviation;
    for (const Season& season : seasons) values = withoutSeason(values, static_cast<std::size_t>(season.rows));
    if (!(valueFigures(values).deviation > kNothing * before)) return {};
    return values;
}

/// At this lag, as the levels do.
bool goTogether(const CrossCorrelation& changes, std::int64_t lag, double levels) {
    constexpr double kSure = 2;  // bounds of 95 %: of many columns some would be above by chance
    return !changes.values.empty() && lag <= static_cast<std::int64_t>(changes.values.size() / 2) &&
           changes.at(lag) * (levels > 0 ? 1 : -1) > kSure * changes.bound;
}

}  // namespace

double correlation(std::span<const double> first, std::span<const double> second) {
    double count = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (!std::isfinite(first[i]) || !std::isfinite(second[i])) continue;
        ++count;
        const double dx = first[i] - x, dy = second[i] - y;
        x += dx / count, y += dy / count;
        xx += dx * (first[i] - x), yy += dy * (second[i] - y), xy += dx * (second[i] - y);
    }
    const double size = std::sqrt(xx) * std::sqrt(yy);
    return count < 3 || !(size > 0) ? std::numeric_limits<double>::quiet_NaN() : std::clamp(xy / size, -1.0, 1.0);
}

Correlations correlations(const Series& series, RowRange rows, const Progress& progress) {
    Correlations found;
    const std::size_t count = std::min(series.channels.size(), Correlations::kMost);
    const std::int64_t stride = std::max<std::int64_t>(1, (rows.size() + kMostRows - 1) / kMostRows);
    std::vector<std::vector<double>> columns;
    for (std::size_t c = 0; c < count; ++c) {
        found.channels.push_back(c);
        columns.push_back(everyNth(series.channels[c].values, rows, stride));
    }
    found.rows = columns.empty() ? 0 : static_cast<std::int64_t>(columns.front().size());
    found.values.assign(count * count, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < count; ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(count))) return {};
        for (std::size_t j = 0; j <= i; ++j)
            found.values[i * count + j] = found.values[j * count + i] = correlation(columns[i], columns[j]);
    }
    return found;
}

std::vector<Leader> leaders(const Series& series, std::size_t channel, RowRange rows, std::size_t lags,
                            const Progress& progress) {
    std::vector<Leader> found;
    rows.end = std::min(rows.end, series.rows());
    rows.begin = std::max({std::int64_t{0}, rows.begin, rows.end - kMostMoved});
    const ClockRows clock(series.time, rows);
    const std::vector<double> led = clock.of(series.channels[channel].values);
    const std::vector<Season> repeated = seasons(led, spectrum(led), series.time.stepMicros);
    const std::vector<double> of = withoutSeasons(led, repeated), ofChanges = changesOf(of);
    const std::size_t count = std::min(series.channels.size(), Correlations::kMost);
    for (std::size_t c = 0; c < count; ++c) {
        if (!report(progress, static_cast<double>(c) / static_cast<double>(count))) return {};
        if (c == channel) continue;
        const std::vector<double> other = withoutSeasons(clock.of(series.channels[c].values), repeated);
        if (other.size() != of.size()) {
            found.push_back({c, 0, 0, 0, false, repeated.front().rows});
            continue;
        }
        const CrossCorrelation crossed = crossCorrelation(other, of, lags);
        if (crossed.values.empty()) continue;
        Leader leader{c, 0, crossed.at(0), crossed.at(0), false, repeated.empty() ? 0 : repeated.front().rows};
        const auto most = static_cast<std::int64_t>(crossed.values.size() / 2);
        for (std::int64_t lag = 1; lag <= most; ++lag)
            if (std::abs(crossed.at(lag)) > std::abs(leader.value) + 1e-9)
                leader.lag = lag, leader.value = crossed.at(lag);
        leader.isBeyondChance =
            std::abs(leader.value) > crossed.bound &&
            goTogether(crossCorrelation(changesOf(other), ofChanges, lags), leader.lag, leader.value);
        found.push_back(leader);
    }
    std::ranges::stable_sort(found, std::greater<>(), [](const Leader& one) { return std::abs(one.value); });
    return found;
}

}  // namespace gatelab
