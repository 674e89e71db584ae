// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"
#include "io/file_array.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace gatelab {

/// A time axis by the CF conventions (4.4): counts of a unit since an origin in a calendar.
struct CfTime {
    double micros = 1e6;           ///< of one count
    double origin = 0;             ///< microseconds since 1970-01-01, of the real calendar
    bool isNoLeap = false;         ///< years of 365 days: the 29th of February is skipped
    std::int64_t originDay = 0;    ///< days since the year 0 of that calendar
    int months = 0;                ///< of one count that has no fixed length: 1 of months, 12 of years; else 0
    std::int64_t originMonth = 0;  ///< then months since the year 0, and `origin` microseconds from its start
};

/// What the attributes of a netCDF variable say of its values: missing_value, _FillValue and what is valid (2.5.1),
/// scale_factor and add_offset (8.1), "UNIT since ORIGIN" and calendar (4.4); _Unsigned as netCDF-Java has it.
struct CfAttributes {
    std::vector<double> missing;                                         ///< as stored, before unpacking
    double low = -std::numeric_limits<double>::infinity(), high = -low;  ///< what is valid, as stored
    double wrapFrom = 0, wrap = 0;  ///< stored integers of the other sign: from here on, this is added
    double scale = 1, offset = 0;
    std::optional<CfTime> time;
};

/// Reads them and says in `array` what is applied; times that have no place in the real calendar stay counts
/// (StoredArray::isCount).
CfAttributes readCf(const FileArray& dataset, StoredArray& array);
/// Missing ones become NaN, packed ones are unpacked, times become microseconds since 1970-01-01 UTC.
void applyCf(const CfAttributes& attributes, std::vector<double>& values);

}  // namespace gatelab
