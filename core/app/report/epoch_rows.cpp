// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/epoch_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace gatelab {

std::int64_t epochOf(const MetricSample& sample) { return std::llround(std::ceil(sample.epoch - 1e-9)); }

std::vector<EpochRow> epochRows(const RunHistory& history) {
    std::map<std::int64_t, std::pair<double, std::int64_t>> losses;
    for (const MetricSample& sample : history.metrics) {
        if (sample.metric != MetricId::TrainLoss) continue;
        auto& [sum, steps] = losses[epochOf(sample)];
        sum += sample.value;
        ++steps;
    }
    std::map<std::int64_t, EpochRow> ended;  // what is trained again after a resume counts
    for (const RunEvent& event : history.events) {
        const auto* end = event.as<EpochEnd>();
        if (end == nullptr) continue;
        const auto loss = losses.find(event.epoch);
        ended[event.epoch] = {event.epoch,
                              loss == losses.end() ? std::numeric_limits<double>::quiet_NaN()
                                                   : loss->second.first / static_cast<double>(loss->second.second),
                              end->validationLoss};
    }
    std::vector<EpochRow> rows;
    for (const auto& [epoch, row] : ended) rows.push_back(row);
    return rows;
}

std::vector<EpochRow> someRows(std::span<const EpochRow> rows, std::int64_t bestEpoch, std::size_t most) {
    if (rows.size() <= most) return {rows.begin(), rows.end()};
    std::set<std::size_t> places;
    const std::size_t gaps = most - 2;  // one place is the best epoch's
    for (std::size_t i = 0; i <= gaps; ++i) places.insert((i * (rows.size() - 1) + gaps / 2) / gaps);
    const auto best = std::ranges::find(rows, bestEpoch, &EpochRow::epoch);
    if (best != rows.end()) places.insert(static_cast<std::size_t>(best - rows.begin()));
    std::vector<EpochRow> some;
    for (const std::size_t place : places) some.push_back(rows[place]);
    return some;
}

}  // namespace gatelab
