// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lab/outside/forecast_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gatelab {

/// The times and origins of a file of forecasts as the data have them. The file must outlive it.
class ForecastMoments {
public:
    explicit ForecastMoments(const ForecastFile& file) : file_(file) {}
    /// `rows`: the times of the data, or of the first of many series; empty: they have none. InvalidInput where the two
    /// cannot be matched.
    Result<> read(const std::vector<std::int64_t>& rows);

    /// By row of the file; empty: it names none. kNoMoment: there is none in this row.
    [[nodiscard]] const std::vector<std::int64_t>& times() const { return times_; }
    [[nodiscard]] const std::vector<std::int64_t>& origins() const { return origins_; }
    /// An origin is the first time that is forecast, as most windows have it, and not the last one that was known.
    [[nodiscard]] bool isFirstRow() const { return isFirstRow_; }
    /// The file names periods by their last day, and the data by their first: here they are the data's.
    [[nodiscard]] bool arePeriodEnds() const { return arePeriodEnds_; }
    /// The first row that is forecast from the origin in row r of the file, in data of these times.
    [[nodiscard]] std::int64_t firstAt(std::size_t r, const std::vector<std::int64_t>& rows) const;

private:
    [[nodiscard]] Result<std::vector<std::int64_t>> asTimes(const ForecastFile::Moments& moments, bool haveTimes) const;
    void takePeriodEnds(const std::vector<std::int64_t>& rows);
    void decideOrigins();
    const ForecastFile& file_;
    std::vector<std::int64_t> times_, origins_;
    bool areOriginsRows_ = false, isFirstRow_ = false, arePeriodEnds_ = false;
};

}  // namespace gatelab
