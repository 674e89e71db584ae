// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/order.h"

#include "data/csv/columns.h"

#include <algorithm>
#include <cstdlib>

namespace gatelab {
namespace {

/// Months and quarters differ by up to a tenth and are even.
bool isNear(std::int64_t distance, std::int64_t usual) { return std::abs(std::abs(distance) - usual) * 8 <= usual; }

}  // namespace

TimeOrder orderOf(const std::vector<std::int64_t>& times) {
    constexpr std::size_t kMaxSteps = 100'000;
    TimeOrder order;
    std::vector<std::int64_t> distances;
    std::int64_t last = kNoTime;
    for (const std::int64_t time : times) {
        if (time == kNoTime) continue;
        if (order.rows++ > 0) {
            const std::int64_t step = time - last;
            (step > 0 ? order.rises : step < 0 ? order.falls : order.repeats) += 1;
            if (step != 0 && distances.size() < kMaxSteps) distances.push_back(std::abs(step));
        }
        last = time;
    }
    if (distances.empty()) return order;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    order.usual = *middle;
    const auto near = std::ranges::count_if(distances, [&](std::int64_t step) { return isNear(step, order.usual); });
    const auto all = static_cast<double>(order.rises + order.falls + order.repeats);
    order.even = static_cast<double>(near) / static_cast<double>(distances.size()) *
                 static_cast<double>(std::max(order.rises, order.falls)) / all;
    return order;
}

double evenAtBorders(const std::vector<std::int64_t>& coarse, const std::vector<std::int64_t>& fine,
                     std::int64_t usual) {
    std::int64_t borders = 0, even = 0;
    for (std::size_t r = 1; r < std::min(coarse.size(), fine.size()); ++r) {
        if (coarse[r] == coarse[r - 1] || coarse[r] == kNoTime || coarse[r - 1] == kNoTime) continue;
        ++borders;
        even += fine[r] != kNoTime && fine[r - 1] != kNoTime && isNear(fine[r] - fine[r - 1], usual) ? 1 : 0;
    }
    return borders == 0 ? 1 : static_cast<double>(even) / static_cast<double>(borders);
}

}  // namespace gatelab
