// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What the header of a .npy file says (NumPy's NEP 1, versions 1.0 to 3.0).
struct NpyHeader {
    StoredArray array;      ///< without a path
    std::size_t start = 0;  ///< of the values in the file
    char kind = 'f';        ///< f, i, u, b or M (datetime64); of texts, which are not usable, U or S
    std::size_t width = 8;  ///< bytes of a value: 1, 2, 4 or 8; of a text its characters (U) or bytes (S)
    bool isBigEndian = false;
    bool isColumnMajor = false;  ///< Fortran order
    double perUnit = 1;          ///< of datetime64: microseconds of one count
    std::size_t stride = 0;      ///< of a field: bytes from one record to the next; 0: the values lie side by side
    std::size_t cells = 1;       ///< of a field: values of one record
};

/// head: at least the first 64 KiB, or the whole file. An Error where it is none or cut; an array that cannot become
/// columns (objects, structures, complex, texts) is not usable and says why.
Result<NpyHeader> readNpyHeader(std::string_view head);

/// The fields of an array of records (numpy.recarray, DataFrame.to_records), each as an array of its own whose path is
/// the field's name; empty: it holds none, or such as are not understood (records inside of records, objects). head: as
/// of readNpyHeader().
std::vector<NpyHeader> readNpyFields(std::string_view head);

/// The values of a usable array, row-major; NaT is NaN, datetime64 in microseconds since 1970. file: the whole file.
Result<std::vector<double>> readNpyValues(std::string_view file, const NpyHeader& header,
                                          const Progress& progress = {});

/// The cells of an array of texts (kinds U and S), row-major, in UTF-8; at most 256 MiB.
Result<std::vector<std::string>> readNpyTexts(std::string_view file, const NpyHeader& header);

/// The same of some rows of an array that lies row-major, into `out`.
Result<> readNpyRows(std::string_view file, const NpyHeader& header, std::int64_t first, std::int64_t rows,
                     double* out);

}  // namespace gatelab
