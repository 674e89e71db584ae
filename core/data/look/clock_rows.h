// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "data/split.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// Rows of a series by the clock: one place for each time step from the first of them to the last, so that a lag of 24
/// hours is one although rows are not there in between. Of two rows in one step the first counts.
class ClockRows {
public:
    /// Without times, with times that fall or keep no step (one row in ten is off it), or with more than kMostPlaces
    /// places a row, rows are counted as they stand.
    ClockRows(const TimeAxis& time, RowRange rows);
    /// values: of the whole series. At the places, NaN where there is no row.
    [[nodiscard]] std::vector<double> of(std::span<const double> values) const;
    [[nodiscard]] bool isByClock() const { return isByClock_; }
    /// Places without a row.
    [[nodiscard]] std::int64_t absent() const;
    [[nodiscard]] std::int64_t places() const { return places_.empty() ? rows_.size() : places_.back() + 1; }
    static constexpr std::int64_t kMostPlaces = 4;

private:
    RowRange rows_;
    bool isByClock_ = false;
    std::vector<std::int64_t> places_;  ///< of each row; empty: one after the other
};

}  // namespace gatelab
