// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "data/split.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// The values of one column over the training rows, brought to mean 0 and deviation 1; gaps hold the last value.
std::vector<double> standardised(const Channel& channel, RowRange train);

/// Mean squared error on the last quarter of ridge regressions of the target's change after 1 and after `ahead` rows on
/// the last values of these columns, fitted on the rest; `given`: columns whose values of those two rows are seen as
/// well. In units of persistence, the sum over both distances. 0: too few rows.
double heldOutError(const std::vector<const std::vector<double>*>& columns, const std::vector<double>& target,
                    std::size_t ahead, const std::vector<const std::vector<double>*>& given = {});
/// The distance at which a training part is judged.
std::size_t judgedAhead(std::int64_t trainRows);

/// What a column is worth for a target: error of a linear forecast that sees its past over that of one that sees the
/// target alone, and of one that sees its values of the rows to come as well over that. The mean over several series;
/// NaN: not measured.
struct ColumnError {
    std::string name;
    double past = 0, given = 0;
};
/// A series of one kind, and the rows of it that are trained on.
struct JudgedSeries {
    SeriesPtr series;
    RowRange train;
};
/// Of these columns besides the target, up to 32 of them.
std::vector<ColumnError> columnErrors(std::span<const JudgedSeries> all, const std::string& target,
                                      std::span<const std::string> columns);

/// Why the values of a column may be given for rows to come.
enum class GivenAhead {
    No,
    Rows,  ///< it has values behind the last one of the target
    Name   ///< it is called like what is planned (a promotion, a holiday, a price) and holds still
};
GivenAhead givenAhead(const Series& series, const std::string& column, const std::string& target);

}  // namespace gatelab
