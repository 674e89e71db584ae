// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/level_jump.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

/// A step between neighbours.
struct Step {
    std::int64_t row;
    double change;
};

/// Whether the row follows the one before it by the time's step, and that one did not stand still.
bool isPlainStep(const CheckedColumn& column, std::int64_t row) {
    constexpr std::int64_t kStill = 4;
    constexpr double kGap = 1.5;  // steps
    const auto values = column.values();
    const auto at = [&](std::int64_t r) { return values[static_cast<std::size_t>(r)]; };
    if (!std::isfinite(at(row)) || !std::isfinite(at(row - 1))) return false;
    const std::vector<std::int64_t>& times = column.time.values;
    if (const auto r = static_cast<std::size_t>(row); column.time.stepMicros > 0 && r < times.size())
        if (static_cast<double>(times[r] - times[r - 1]) > kGap * static_cast<double>(column.time.stepMicros))
            return false;
    if (row < kStill) return true;
    for (std::int64_t r = row - kStill + 1; r < row; ++r)
        if (at(r) != at(r - 1)) return true;
    return false;
}

/// The largest step, and those at least half as large; nothing: they are too many, or not far larger than the others.
std::vector<Step> largestSteps(const CheckedColumn& column) {
    constexpr std::size_t kMost = 2;
    constexpr double kAlike = 0.5, kLarger = 5;
    const auto each = [&column](const auto& use) {
        for (std::int64_t row = 1; row < column.rows(); ++row)
            if (const auto r = static_cast<std::size_t>(row); isPlainStep(column, row))
                use(Step{row, column.values()[r] - column.values()[r - 1]});
    };
    double largest = 0, other = 0;
    each([&](const Step& step) { largest = std::max(largest, std::abs(step.change)); });
    std::vector<Step> found;
    each([&](const Step& step) {
        if (std::abs(step.change) < kAlike * largest)
            other = std::max(other, std::abs(step.change));
        else if (found.size() <= kMost)
            found.push_back(step);
    });
    if (found.size() > kMost) return {};
    if (!(largest > kLarger * other) || !(other > 0)) return {};
    if (found.size() == kMost && found[0].change * found[1].change > 0) return {};
    return found;
}

/// Of the medians of so many rows on both sides of a row, by how much they rise; rows too near an end have fewer.
double rise(std::span<const double> values, std::int64_t row, std::int64_t wide) {
    const auto part = [&](std::int64_t first, std::int64_t end) {
        return values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
    };
    return medianOf(part(row, std::min(std::ssize(values), row + wide))) -
           medianOf(part(std::max<std::int64_t>(0, row - wide), row));
}

constexpr std::int64_t kWide = 24;
std::int64_t wideOf(std::int64_t rows) { return std::max(kWide, rows / 20); }

}  // namespace

bool hardlyMoves(std::span<const double> values, RowRange rows, double change) {
    constexpr double kHardly = 0.3;
    const std::int64_t all = std::ssize(values), wide = wideOf(all);
    std::vector<double> level(values.begin(), values.end()), rises;
    for (std::int64_t row = rows.begin; row < rows.end; ++row) level[static_cast<std::size_t>(row)] -= change;
    for (std::int64_t row = wide; row + wide <= all; row += std::max<std::int64_t>(1, wide / 4))
        rises.push_back(std::abs(rise(level, row, wide)));
    return !rises.empty() && atShares(rises, {0.75}).front() <= kHardly * std::abs(change);
}

std::optional<LevelJump> levelJump(const CheckedColumn& column) {
    constexpr std::int64_t kFewest = 200;
    constexpr double kStays = 0.5, kMostRise = 1.5, kOfSpread = 0.3;
    const std::int64_t rows = column.rows(), wide = wideOf(rows);
    if (rows < kFewest) return {};
    const std::vector<Step> steps = largestSteps(column);
    if (steps.empty()) return {};
    const Step& first = steps.front();
    const std::int64_t end = steps.size() > 1 ? steps.back().row : rows;
    const double size = std::abs(first.change);
    if (first.row < kWide || end - first.row < kWide || (end < rows && rows - end < kWide)) return {};
    const std::span<const double> values = column.held();
    if (!hardlyMoves(values, {first.row, end}, first.change)) return {};
    const auto ends = atShares(values, {0.1, 0.9});
    if (size < kOfSpread * (ends[1] - ends[0] - size)) return {};
    const auto stays = [&](std::int64_t row, double change, std::int64_t most) {
        const double share = rise(values, row, std::min(wide, most)) / change;
        return share >= kStays && share <= kMostRise;
    };
    if (!stays(first.row, first.change, end - first.row)) return {};
    if (end < rows && !stays(end, -first.change, std::min(end - first.row, rows - end))) return {};
    return LevelJump{end < rows ? RowRange{first.row, end} : RowRange{0, first.row}, first.row, first.change,
                     end < rows};
}

}  // namespace gatelab
