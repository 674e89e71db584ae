// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/tables/arrow_columns.h"
#include "data/tables/tsf_file.h"

#include <vector>

namespace gatelab {

/// The column of times that the rows go by (isList: of lists of times); null: none, or the rows are counted.
const ArrowColumn* arrowTimeColumn(const std::vector<ArrowColumn>& columns, const ExperimentConfig& options,
                                   bool isList);

struct ListedSeries {
    std::vector<TsfSeries> series;
    TsfStep step;
    bool isIrregular = false;  ///< the times of the lists have no step: rows are counted
};
/// A series for each row and each column of lists: fev and GIFT-Eval write them so.
ListedSeries listedSeries(const std::vector<ArrowColumn>& columns, const ExperimentConfig& options);

/// The same table without lists. Where a column holds lists of times, each row becomes one for each of its times (with
/// its first time as "forecast_start", where no column says from when it forecasts);
/// else a list becomes a column for each of its values: of "quantiles" called by their levels (those of a column of
/// "levels" beside it, else evenly spaced: nine are 0.1 to 0.9), of others as samples ("NAME_s0"). InvalidInput: lists
/// of one row, or of one column, have different lengths.
Result<std::vector<ArrowColumn>> withoutLists(const std::vector<ArrowColumn>& columns);

}  // namespace gatelab
