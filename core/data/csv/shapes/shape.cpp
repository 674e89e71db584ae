// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/shape.h"

#include "config/many_series.h"
#include "data/csv/shapes/shape_signs.h"
#include "data/time_step.h"

#include <algorithm>

namespace gatelab {
namespace {

/// Few series of few columns each; what else is a column beside theirs is the name of the series.
bool fitsSideBySide(const TableShape& shape, std::size_t series) {
    constexpr std::size_t kMostColumns = 3 * kSideBySide;
    const auto columns = std::ranges::count_if(
        shape.roles.of, [](CsvRole role) { return role == CsvRole::Value || role == CsvRole::Text; });
    return series <= kSideBySide && series * static_cast<std::size_t>(columns) <= kMostColumns + series;
}

}  // namespace

OtherShape warnOfShape(const TableShape& shape, std::vector<ReadWarning>& warnings) {
    using namespace csv_shape;
    const std::int64_t usual = mostFrequentStep(shape.times);
    const Forward way = forwardOf(shape.times);
    if (warnOfMonthColumns(shape, usual, warnings)) return {"months"};
    if (warnOfYearColumns(shape, warnings)) return {"years"};
    if (warnOfHourColumns(shape, usual, warnings)) return {"hours"};
    if (OtherShape lying = warnOfDateColumns(shape, way, warnings); !lying.key.empty()) return lying;
    std::size_t series = 0;
    if (warnOfLongTable(shape, way, warnings, series)) return {fitsSideBySide(shape, series) ? "long" : "together"};
    return {warnOfSequenceRows(shape, warnings) ? "transposed" : ""};
}

}  // namespace gatelab
