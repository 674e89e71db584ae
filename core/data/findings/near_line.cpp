// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/near_line.h"

#include "data/findings/checked_column.h"

#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kMostRows = 2000, kFewestRows = 40;
constexpr std::int64_t kFewestPairs = 50;
constexpr double kOff = 0.02;  // share of the rows that may lie elsewhere

bool movesAt(std::span<const double> values, std::size_t row) {
    return row > 0 && std::isfinite(values[row]) && std::isfinite(values[row - 1]) && values[row] != values[row - 1];
}

struct Line {
    double slope = 0, x = 0, y = 0;  ///< through this point
    [[nodiscard]] double off(double atX, double atY) const { return std::abs(atY - y - slope * (atX - x)); }
};

/// Through the middle of some of the rows in which y moves; nothing: x does not move along.
std::optional<Line> middleLine(std::span<const double> x, const MovingColumn& y, std::size_t most) {
    std::vector<std::pair<double, double>> seen;
    const std::size_t every = std::max<std::size_t>(1, y.rows.size() / most);
    for (std::size_t i = 0; i < y.rows.size(); i += every)
        if (const std::size_t row = y.rows[i]; std::isfinite(x[row])) seen.emplace_back(x[row], y.values[row]);
    if (seen.size() < kFewestRows) return {};
    std::ranges::sort(seen);
    const std::size_t half = seen.size() / 2;
    std::vector<double> slopes, rest;
    for (std::size_t i = 0; i + half < seen.size(); ++i)
        if (const double apart = seen[i + half].first - seen[i].first; apart > 0)
            slopes.push_back((seen[i + half].second - seen[i].second) / apart);
    if (slopes.size() * 4 < seen.size()) return {};
    Line line{medianOf(slopes), seen[half].first, 0};
    if (!std::isfinite(line.slope) || line.slope == 0) return {};
    for (const auto& [atX, atY] : seen) rest.push_back(atY - line.slope * (atX - line.x));
    line.y = medianOf(rest);
    return line;
}

double limitOf(const Line& line, const MovingColumn& y, const Rounding& rounding) {
    return std::max(kNearOfChange * y.change, rounding.miss(line.slope, y.spread));
}

/// Whether a few rows show that no such line is kept: of many columns nearly all pairs end here.
bool isNoneAtOnce(std::span<const double> x, const MovingColumn& y, const Rounding& rounding) {
    constexpr std::size_t kLooked = 100;
    constexpr double kFar = 4;
    const auto line = middleLine(x, y, kLooked);
    if (!line) return true;
    const double limit = kFar * limitOf(*line, y, rounding);
    std::size_t looked = 0, off = 0;
    const std::size_t every = std::max<std::size_t>(1, y.rows.size() / kLooked);
    for (std::size_t i = 0; i < y.rows.size(); i += every)
        if (const std::size_t row = y.rows[i]; std::isfinite(x[row]))
            ++looked, off += line->off(x[row], y.values[row]) > limit ? 1 : 0;
    return off * 10 > looked;
}

}  // namespace

MovingColumn::MovingColumn(std::span<const double> column) : values(column) {
    constexpr std::size_t kFewestLevels = 20;
    const std::size_t stride = std::max<std::size_t>(1, (values.size() + kMostRows - 1) / kMostRows);
    for (std::size_t from = 0; from < values.size(); from += stride)
        for (std::size_t row = from; row < std::min(values.size(), from + stride); ++row)
            if (movesAt(values, row)) {
                rows.push_back(row);
                break;
            }
    if (rows.size() < kFewestRows) return;
    std::vector<double> changes, levels;
    for (const std::size_t row : rows) {
        changes.push_back(std::abs(values[row] - values[row - 1]));
        levels.push_back(values[row]);
    }
    change = medianOf(changes);
    constexpr double kOfDeviation = 2.563;  // between these shares of a normal distribution
    const std::vector<double> ends = atShares(levels, {0.1, 0.9});
    spread = (ends[1] - ends[0]) / kOfDeviation;
    std::ranges::sort(levels);
    hasLevels = static_cast<std::size_t>(std::ranges::unique(levels).begin() - levels.begin()) < kFewestLevels;
}

bool mayBeNear(std::span<const double> x, const MovingColumn& y, const Rounding& rounding) {
    return y.change > 0 && std::isfinite(y.change) && !y.hasLevels && !isNoneAtOnce(x, y, rounding);
}

std::optional<NearLine> nearLine(std::span<const double> x, const MovingColumn& y, const Rounding& rounding) {
    if (!mayBeNear(x, y, rounding)) return {};
    const auto line = middleLine(x, y, kMostRows);
    if (!line) return {};
    const double limit = limitOf(*line, y, rounding);
    NearLine near;
    std::int64_t moving = 0, movingOff = 0;
    for (std::size_t row = 0; row < y.values.size(); ++row) {
        if (!std::isfinite(x[row]) || !std::isfinite(y.values[row])) continue;
        const bool isOff = line->off(x[row], y.values[row]) > limit;
        ++near.rows, near.off += isOff ? 1 : 0;
        if (movesAt(y.values, row)) ++moving, movingOff += isOff ? 1 : 0;
    }
    const auto keeps = [](std::int64_t off, std::int64_t rows) {
        return static_cast<double>(off) <= kOff * static_cast<double>(rows);
    };
    if (near.rows < kFewestPairs || !keeps(near.off, near.rows) || !keeps(movingOff, moving)) return {};
    return near;
}

}  // namespace gatelab
