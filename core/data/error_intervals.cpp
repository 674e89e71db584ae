// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/error_intervals.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr double kLevels[] = {0.8, 0.95};
constexpr double kMinShare = 0.01;
constexpr double kRounding = 1e-9;  // of a rank

/// The errors of one step of one target over all parts.
struct Cell {
    std::vector<double> sizes;  ///< in parts of the spread, rising
    std::int64_t apart = 0;     ///< windows that do not overlap up to the step
};

Cell cellOf(std::span<const PartErrors> parts, std::size_t step, std::size_t target, std::size_t horizon,
            std::size_t targets) {
    Cell cell;
    for (const PartErrors& part : parts) {
        std::int64_t free = 0;  // first row that no counted window forecasts
        bool isFirst = true;
        for (std::size_t w = 0; w < part.starts.size(); ++w) {
            const std::size_t at = (w * horizon + step) * targets + target;
            const double size = std::abs(part.truth[at] - part.forecast[at]) / part.spreads[w * targets + target];
            if (!std::isfinite(size)) continue;
            cell.sizes.push_back(size);
            if (!isFirst && part.starts[w] < free) continue;
            isFirst = false;
            cell.apart += 1;
            free = part.starts[w] + static_cast<std::int64_t>(step) + 1;
        }
    }
    std::ranges::sort(cell.sizes);
    return cell;
}

double sizeAt(const Cell& cell, double level) {
    const auto apart = static_cast<double>(cell.apart), all = static_cast<double>(cell.sizes.size());
    const double share = std::min(1.0, std::ceil((apart + 1) * level - kRounding) / apart);
    const auto rank = static_cast<std::size_t>(std::ceil(share * all - kRounding));
    return cell.sizes[std::clamp<std::size_t>(rank, 1, cell.sizes.size()) - 1];
}

double meanSize(const PartErrors& part, std::size_t perWindow, std::size_t targets) {
    double sum = 0, count = 0;
    for (std::size_t at = 0; at < part.truth.size(); ++at) {
        const double size =
            std::abs(part.truth[at] - part.forecast[at]) / part.spreads[at / perWindow * targets + at % targets];
        if (std::isfinite(size)) sum += size, count += 1;
    }
    return count > 0 ? sum / count : 0;
}

}  // namespace

ErrorIntervals errorIntervals(std::span<const PartErrors> parts, std::size_t horizon, std::size_t targets) {
    ErrorIntervals intervals;
    std::vector<Cell> cells;
    for (std::size_t step = 0; step < horizon; ++step)
        for (std::size_t target = 0; target < targets; ++target)
            cells.push_back(cellOf(parts, step, target, horizon, targets));
    if (cells.empty()) return intervals;
    intervals.windows = std::ranges::min(cells, {}, &Cell::apart).apart;
    if (intervals.windows == 0) return intervals;
    const auto windows = static_cast<double>(intervals.windows);
    for (const double nominal : kLevels) {
        ErrorIntervals::Level level{std::min(nominal, windows / (windows + 1)), {}};
        if (!intervals.levels.empty() && level.level <= intervals.levels.back().level) continue;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const double before = cell >= targets ? level.sizes[cell - targets] : 0;
            level.sizes.push_back(std::max(before, sizeAt(cells[cell], level.level)));
        }
        intervals.levels.push_back(std::move(level));
    }
    const double first = meanSize(parts.front(), horizon * targets, targets),
                 last = meanSize(parts.back(), horizon * targets, targets);
    if (first > 0 && last > 0) intervals.growth = last / first;
    return intervals;
}

std::int64_t windowsNeeded(double level) {
    return static_cast<std::int64_t>(std::ceil(level / (1 - level) - kRounding));
}

double windowSpread(double windowDeviation, double trainingDeviation) {
    const double spread = std::max(std::isfinite(windowDeviation) ? windowDeviation : 0,
                                   std::isfinite(trainingDeviation) ? kMinShare * trainingDeviation : 0);
    return spread > 0 ? spread : 1;
}

}  // namespace gatelab
