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

}  // namespace gatelab
