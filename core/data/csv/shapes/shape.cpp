// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/shape.h"

#include "config/many_series.h"
#include "data/csv/shapes/shape_signs.h"
#include "data/time_step.h"

namespace gatelab {

OtherShape warnOfShape(const TableShape& shape, std::vector<ReadWarning>& warnings) {
    using namespace csv_shape;
    const std::int64_t usual = mostFrequentStep(shape.times);
    const Forward way = forwardOf(shape.times);
    if (warnOfMonthColumns(shape, usual, warnings)) return {"months"};
    if (warnOfHourColumns(shape, usual, warnings)) return {"hours"};
    if (OtherShape lying = warnOfDateColumns(shape, way, warnings); !lying.key.empty()) return lying;
    std::size_t series = 0;
    if (warnOfLongTable(shape, way, warnings, series)) return {series <= kSideBySide ? "long" : "together"};
    return {warnOfSequenceRows(shape, warnings) ? "transposed" : ""};
}

}  // namespace gatelab
