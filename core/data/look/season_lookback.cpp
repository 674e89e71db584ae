// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/season_lookback.h"

#include "config/linear_path.h"
#include "config/setting_predicates.h"
#include "data/look/repeats.h"

#include <algorithm>

namespace gatelab {

std::int64_t longestWindowSeason(std::int64_t stepMicros, std::int64_t trainRows) {
    constexpr std::int64_t kSeasons = 8;
    std::int64_t longest = kMaxWindowSeason;
    for (const std::size_t period : usualPeriods(stepMicros))
        if (const auto rows = static_cast<std::int64_t>(period); rows <= kMaxLongSeason && rows * kSeasons <= trainRows)
            longest = std::max(longest, rows);
    return longest;
}

SuitingLookback suitingLookback(const Series& series, std::int64_t trainRows, std::int64_t season,
                                const ExperimentConfig& config) {
    constexpr std::int64_t kManyRows = 1000;
    const std::int64_t horizon = config.horizon;
    const auto inputs =
        static_cast<std::int64_t>(config.inputs.empty() ? series.channels.size() : config.inputs.size());
    const std::int64_t room =
        seeksForecast(config) ? std::max<std::int64_t>(2, kMaxLinearColumns / inputs) : kMaxLongSeason;
    const bool isLongSeason =
        season > kMaxWindowSeason && season <= std::min(room, longestWindowSeason(series.time.stepMicros, trainRows));
    const std::int64_t reach = isLongSeason ? season : kMaxWindowSeason;
    const std::int64_t fits =
        std::clamp<std::int64_t>(trainRows - horizon - std::max<std::int64_t>(8, trainRows / 4), 2, reach);
    const bool isLong = series.rows() >= kManyRows;
    const std::int64_t usual = isLong ? 96 : std::max<std::int64_t>(2 * horizon, 12),
                       seasons = season > 1 ? std::min<std::int64_t>(isLong ? 2 : 4, fits / season) : 0;
    const std::int64_t most = std::min(fits, room);
    return {std::min(most, std::max(usual, seasons * season)), most};
}

}  // namespace gatelab
