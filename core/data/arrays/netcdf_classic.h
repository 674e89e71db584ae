// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "io/file_array.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A variable of a classic netCDF file, as its header describes it.
struct NetcdfVariable {
    FileArray facts;  ///< path without a '/', shape with the records counted, attributes
    int type = 0;     ///< nc_type: 1 byte, 2 char, 3 short, 4 int, 5 float, 6 double, 7 to 11 unsigned and 64 bits
    std::uint64_t begin = 0;        ///< of its first value in the file
    std::uint64_t recordBytes = 0;  ///< from one record to the next; 0: it has none
};

/// The header of a file of the classic format (CDF-1, CDF-2 and CDF-5 of the netCDF file format specification); file:
/// all of it. Sizes are compared with the file before anything is allocated. An Error where it is cut or damaged.
Result<std::vector<NetcdfVariable>> readNetcdfHeader(std::string_view file);

/// The values of a usable variable, row-major; of each row those at `places` alone, where some are given (all below the
/// product of the other dimensions).
Result<std::vector<double>> readNetcdfValues(std::string_view file, const NetcdfVariable& variable,
                                             const Progress& progress = {}, std::span<const std::int64_t> places = {});

/// The texts of a variable of letters with two dimensions, one per row, without the blanks and zeros behind them;
/// empty: it is another variable, or cut.
std::vector<std::string> readNetcdfTexts(std::string_view file, const NetcdfVariable& variable);

}  // namespace gatelab
