// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/text/dialect.h"
#include "data/series.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A long table (`unique_id, ds, y` under any names) for one network over all of its series: the rows of each series
/// one below the other, in the order in which the series come.
struct TogetherText {
    std::string table;               ///< comma, double quotes, names in the first line; has a column kSeriesNumber
    std::vector<std::string> names;  ///< of the series, by their number from 0
    std::string timeName;            ///< of the column of times; empty: there is none
    std::vector<ReadWarning> said;   ///< what became of columns that count the rows
};

/// NotFound where no column tells series apart.
Result<TogetherText> togetherTable(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options);

}  // namespace gatelab
