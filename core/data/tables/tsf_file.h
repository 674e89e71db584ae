// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// One series of a .tsf file.
struct TsfSeries {
    std::string name;                   ///< no two are equal
    std::optional<std::int64_t> start;  ///< microseconds since 1970-01-01
    std::vector<double> values;         ///< NaN: missing
};

/// The distance of its rows: months, or microseconds where these are of equal length.
struct TsfStep {
    std::int64_t micros = 0;
    int months = 0;
    [[nodiscard]] bool known() const { return micros > 0 || months > 0; }
    /// Rows from one time to a later one; nothing: it lies between two rows.
    [[nodiscard]] std::optional<std::int64_t> rowsBetween(std::int64_t from, std::int64_t to) const;
    [[nodiscard]] std::int64_t after(std::int64_t time, std::int64_t rows) const;
};

/// A file of many series as the Monash archive has them (Godahewa et al., Monash Time Series Forecasting Archive,
/// 2021): "name:start:1,2,?,3" in each line below @data.
struct TsfFile {
    TsfStep step;
    std::string frequency;  ///< as written: "half_hourly"
    std::string maybeCut;   ///< the last series, where the file ends within its line; empty: it does not
    std::vector<std::string> otherAttributes;  ///< in front of the values, and not read: "state"
    std::vector<TsfSeries> series;
};

/// "daily", "10_minutes", or letters of pandas as in "15T" and "W-SUN"; not known: another word.
TsfStep tsfStep(std::string_view frequency);

/// Errors name the line.
Result<TsfFile> readTsf(std::string_view text, const Progress& progress);

}  // namespace gatelab
