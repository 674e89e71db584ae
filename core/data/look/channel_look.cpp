// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/channel_look.h"

#include "data/look/clock_rows.h"

#include <algorithm>

namespace gatelab {
namespace {

constexpr std::int64_t kFewestLags = 40, kMostLags = 1000, kPeriods = 3;

}  // namespace

std::vector<double> valuesOf(const Series& series, const ChannelLook& look) {
    return ClockRows(series.time, look.rows).of(series.channels[look.channel].values);
}

ChannelLook lookAtChannel(const Series& series, std::size_t channel, const Split& split, const Progress& progress) {
    ChannelLook look;
    look.channel = channel;
    const RowRange train = split.train.size() > 0 ? split.train : RowRange{0, series.rows()};
    look.rows.end = std::min(train.end, series.rows());
    look.rows.begin = std::max(train.begin, look.rows.end - ChannelLook::kMostRows);
    look.trainRows = std::max<std::int64_t>(0, look.rows.end - train.begin);
    look.distributions = partDistributions(series.channels[channel].values, split);
    const ClockRows clock(series.time, look.rows);
    const std::vector<double> values = clock.of(series.channels[channel].values);
    look.isByClock = clock.isByClock(), look.absent = clock.absent();
    if (!report(progress, 0.2)) return look;
    look.spectrum = spectrum(values);
    if (!report(progress, 0.4)) return look;
    look.seasons = seasons(values, look.spectrum, series.time.stepMicros);
    std::int64_t lags = kFewestLags;
    if (!look.seasons.empty()) {
        const std::int64_t period = look.seasons.front().rows;
        lags = std::clamp(kPeriods * period, kFewestLags, std::max(kMostLags, period * 5 / 4));
        const std::int64_t first =
            series.time.known() ? series.time.values[static_cast<std::size_t>(look.rows.begin)] : 0;
        look.shape = seasonShape(values, period, series.time.known() ? series.time.stepMicros : 0, first);
    }
    if (!report(progress, 0.6)) return look;
    look.autocorrelation = autocorrelation(values, static_cast<std::size_t>(lags));
    if (!report(progress, 0.8)) return look;
    // Of the rows as they follow each other: what a line over a gap is like is no test of its level.
    look.stationarity = stationarity(
        std::span<const double>(series.channels[channel].values)
            .subspan(static_cast<std::size_t>(look.rows.begin), static_cast<std::size_t>(look.rows.size())),
        progress);
    return look;
}

}  // namespace gatelab
