// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace gatelab {

/// How far a line may miss numbers because both columns were rounded when they were written; at most a hundredth of
/// what `y` spreads, so that columns of few levels are no line.
class Rounding {
public:
    /// The writtenStep() of both.
    Rounding(double x, double y) : x_(x), y_(y) {}
    [[nodiscard]] double miss(double slope, double spread) const {
        constexpr double kMostOfSpread = 0.01, kBlur = 0.75;  // half a step, and what the line itself is off by
        return std::min(kBlur * (y_ + std::abs(slope) * x_), kMostOfSpread * spread);
    }

private:
    double x_, y_;
};

/// A column as others are held against it: how it moves from row to row. Refers to the values.
class MovingColumn {
public:
    explicit MovingColumn(std::span<const double> values);

    std::span<const double> values;
    std::vector<std::size_t> rows;  ///< in which it differs from the row before, up to 2,000 spread over all
    double change = 0;              ///< median of how much, in these rows; 0: it hardly moves
    /// Deviation by the middle 80 % of its values in these rows, which a few codes do not move; infinite: they are few.
    double spread = std::numeric_limits<double>::infinity();
    bool hasLevels = false;  ///< they hold too few different values: a switch, a count of few
};

/// y = slope x + a number in nearly all rows that have both.
struct NearLine {
    std::int64_t rows = 0, off = 0;  ///< that have both; of those, how many lie elsewhere
};

/// A line through the middle of both (Theil and Sen) that at least 98 % of the rows keep, of those in which `y` moves
/// as well: to 2 % of its change from row to row, or to the digits in which both are written. Two sensors of one thing
/// differ by more. Nothing: there is none, or fewer than 50 rows tell.
std::optional<NearLine> nearLine(std::span<const double> x, const MovingColumn& y, const Rounding& rounding);

/// Whether a few rows leave open that there is one, so that all have to be read.
bool mayBeNear(std::span<const double> x, const MovingColumn& y, const Rounding& rounding);

/// The part of a change that rows of a NearLine may be off.
inline constexpr double kNearOfChange = 0.02;

}  // namespace gatelab
