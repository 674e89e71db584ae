// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/checked_column.h"

#include "base/numeric/order_statistics.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gatelab {
namespace {

ColumnSummary summarise(std::span<const double> values) {
    ColumnSummary s;
    std::int64_t run = 0;
    for (std::size_t r = 0; r < values.size(); ++r) {
        const double value = values[r];
        if (std::isinf(value)) ++s.infinite;
        if (!std::isfinite(value)) {
            ++s.missing;
            if (s.firstMissing < 0) s.firstMissing = static_cast<std::int64_t>(r);
            if (++run == 1) ++s.runs;
            if (run > s.longestRun) s.longestRun = run, s.longestAt = static_cast<std::int64_t>(r) - run + 1;
            continue;
        }
        run = 0;
        ++s.present;
        s.low = std::min(s.low, value), s.high = std::max(s.high, value);
        const double distance = value - s.mean;
        s.mean += distance / static_cast<double>(s.present);
        s.squares += distance * (value - s.mean);
    }
    return s;
}

}  // namespace

CheckedColumn::CheckedColumn(const Channel& channel, const TimeAxis& time, bool isAlone)
    : channel(channel), time(time), isAlone(isAlone), summary(summarise(channel.values)) {}

const Quartiles& CheckedColumn::quartiles() const {
    if (!quartiles_) {
        const auto count = static_cast<std::size_t>(summary.present);
        const std::array ranks{rankOf(count, 0.25), rankOf(count, 0.5), rankOf(count, 0.75)};
        const auto found = OrderStatistics::of(count, ranks, [&](const auto& use) { eachPresent(values(), use); });
        quartiles_ = {found[0], found[1], found[2]};
    }
    return *quartiles_;
}

std::span<const double> CheckedColumn::held() const {
    if (summary.missing == 0) return values();
    if (held_.empty()) {
        held_ = channel.values.vector();
        const auto first = std::ranges::find_if(held_, [](double value) { return std::isfinite(value); });
        double last = first == held_.end() ? 0 : *first;
        for (double& value : held_) last = value = std::isfinite(value) ? value : last;
    }
    return held_;
}

std::size_t rankOf(std::size_t count, double share) {
    return static_cast<std::size_t>(share * static_cast<double>(count - 1));
}

std::vector<double> atShares(std::span<const double> values, std::initializer_list<double> shares) {
    std::vector<std::size_t> ranks;
    for (const double share : shares) ranks.push_back(rankOf(values.size(), share));
    return OrderStatistics::of(values.size(), ranks, [&](const auto& use) { std::ranges::for_each(values, use); });
}

double medianOf(std::span<const double> values) { return atShares(values, {0.5}).front(); }

}  // namespace gatelab
