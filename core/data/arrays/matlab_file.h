// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/arrays/array_columns.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A variable of a MATLAB file of version 4 to 7, or a field of a structure or a cell in it.
struct MatlabVariable {
    StoredArray array;  ///< path "/x", "/s/field", "/c{1}"; shape as MATLAB shows it, a row vector as a column
    std::shared_ptr<const std::string> bytes;  ///< what holds the values: the file, or an unpacked part of it
    std::size_t at = 0;                        ///< of the first value
    int type = 0;                              ///< miINT8 and so on of the format
    bool isSwapped = false;                    ///< bytes of another order than this machine's
    std::size_t textBytes = 0;                 ///< of the characters of a text
};

/// The variables of a file (MAT-File Format, MathWorks, levels 5 and 7: zlib inside). file: all of it. Sizes are
/// compared with what is there before anything is allocated; texts, sparse matrices and objects are named with the
/// reason. libmatio is not used: one of 2,000 damaged files made it run without end, and nothing can stop it.
Result<std::vector<MatlabVariable>> readMatlabVariables(std::shared_ptr<const std::string> file,
                                                        const Progress& progress);

/// The same of version 4, which has matrices alone and begins with the first of them.
Result<std::vector<MatlabVariable>> readMatlab4Variables(std::shared_ptr<const std::string> file);
/// Whether a file can begin with these bytes in version 4: five numbers of 4 bytes that make sense and a name.
bool isMatlab4(std::string_view head);

/// The rows of an array of characters (type "text") as texts, without the blanks at their ends; UTF-8.
Result<std::vector<std::string>> readMatlabTexts(const MatlabVariable& variable);

/// The values of a usable one, row-major.
Result<std::vector<double>> readMatlabValues(const MatlabVariable& variable, const Progress& progress = {});

}  // namespace gatelab
