// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/findings/finding_check.h"
#include "data/series.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace gatelab {

/// What one pass over a column tells: stretches without a value ("runs"), and of the values that are there their ends,
/// mean and sum of squared distances from it.
struct ColumnSummary {
    std::int64_t present = 0, missing = 0, infinite = 0, runs = 0, longestRun = 0, firstMissing = -1, longestAt = -1;
    double low = std::numeric_limits<double>::infinity(), high = -low, mean = 0, squares = 0;
};

struct Quartiles {
    double quarter = 0, centre = 0, threeQuarters = 0;
    [[nodiscard]] double distance() const { return threeQuarters - quarter; }
};

/// A column as its checks see it: what several of them ask is learned once, when it is first asked for. Refers to the
/// column and the times; one thread.
class CheckedColumn {
public:
    /// `isAlone`: there is no other column that could be longer.
    CheckedColumn(const Channel& channel, const TimeAxis& time, bool isAlone);
    CheckedColumn(const CheckedColumn&) = delete;
    CheckedColumn& operator=(const CheckedColumn&) = delete;

    const Channel& channel;
    const TimeAxis& time;
    const bool isAlone;
    const ColumnSummary summary;

    [[nodiscard]] const std::string& name() const { return channel.name; }
    [[nodiscard]] std::span<const double> values() const { return channel.values; }
    [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(channel.values.size()); }
    [[nodiscard]] std::int64_t count() const { return summary.present; }
    /// Of the values that are there, by their order.
    [[nodiscard]] const Quartiles& quartiles() const;
    /// The values with gaps closed by the one before them, for medians over rows; a copy only where there are gaps.
    [[nodiscard]] std::span<const double> held() const;

private:
    mutable std::optional<Quartiles> quartiles_;
    mutable std::vector<double> held_;
};

/// use(value) for each that is there. A list of them would be as long as the column.
template <class Use>
void eachPresent(std::span<const double> values, const Use& use) {
    for (const double value : values)
        if (std::isfinite(value)) use(value);
}

/// The place of a share in an order of so many.
std::size_t rankOf(std::size_t count, double share);
/// The values at these shares of their order, 0 to 1; all are finite.
std::vector<double> atShares(std::span<const double> values, std::initializer_list<double> shares);
double medianOf(std::span<const double> values);

/// What is looked for in a column; those that need quartiles want a few values.
void checkEmpty(const CheckedColumn& column, Findings& findings);     ///< "no-values"
void checkMissing(const CheckedColumn& column, Findings& findings);   ///< "slower", "late", "short", "missing"
void checkConstant(const CheckedColumn& column, Findings& findings);  ///< "constant"
/// Values that stand for "missing" ("sentinel"): at most a few.
void checkStandIns(const CheckedColumn& column, Findings& findings);
/// "outliers", unless some stand for "missing".
void checkFarValues(const CheckedColumn& column, Findings& findings);
/// Where a column stands still for so long that it is no nature of the data ("flat"): 8 times as long as 99 % of its
/// stretches of equal values, and 12 rows.
void checkFlat(const CheckedColumn& column, Findings& findings);
/// Single rows that leave their surroundings and come back at once, among values that vary little ("spike"): 12 times
/// the usual distance from the median of seven rows. An outlier is told once, and bursts of what is often zero are
/// none.
void checkSpikes(const CheckedColumn& column, Findings& findings);
/// What a meter has counted, which starts over near 0 once, or once in 200 rows ("counter"), each with its row.
void checkCounter(const CheckedColumn& column, Findings& findings);
/// A level that changes within a few rows and stays ("level-shift", "unit-jump"): medians of a twentieth of the rows
/// before and after lie farther apart than nearly all values on either side spread, most of it within an eighth of
/// that, and jumps like it are not usual in the column, or the distance is several times the spread; or it is a
/// temperature on another scale from there on, which a day swings through nearly as far. A sawtooth, which falls
/// likewise again and again, changes no level; nor does a walk, as no one step makes half of it
/// and its level moves elsewhere as well (hardlyMoves()). Else a levelJump().
/// Where the level or the unit comes back, the rows between are those that change (firstRow to lastRow).
void checkLevel(const CheckedColumn& column, Findings& findings);
/// Values far off, of a column that changes its unit or level, which is the last of its findings: looked for once both
/// sides are brought together.
void checkTogether(const CheckedColumn& column, Findings& findings);

}  // namespace gatelab
