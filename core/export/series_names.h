// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/many/many_series.h"
#include "data/series.h"

#include <string>
#include <vector>

namespace gatelab {

/// How many series one below the other are told apart in a file: by a column of their names, in the place of
/// kSeriesNumber, under a name by which they are found again. Equal names get a number.
struct SeriesNames {
    std::string column;                    ///< "series_id", or the like where a channel is called so
    std::vector<SeriesMember> members;     ///< empty: it is one series
    std::vector<const Channel*> channels;  ///< without kSeriesNumber; they live as long as the series
    /// Of a row; the series are many.
    [[nodiscard]] const std::string& at(std::int64_t row) const;
};
SeriesNames seriesNames(const Series& series);

}  // namespace gatelab
