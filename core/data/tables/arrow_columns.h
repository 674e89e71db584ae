// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "io/arrow_stream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// One column of an Arrow table, as values of this program. A missing value is NaN, or an empty text.
struct ArrowColumn {
    enum class Kind { Number, Time, Text, Unread };
    std::string name;
    Kind kind = Kind::Unread;
    bool isList = false;                          ///< a list of such values in each row
    std::string zone = {};                        ///< of times; the values are UTC
    Phrase reason = {};                           ///< why it is not read
    bool isWhole = false;                         ///< its numbers are stored as integers
    std::int64_t rounded = 0;                     ///< integers of more digits than a double keeps
    bool isDay = false, isClock = false;          ///< dates without a clock; numbers that are seconds of a day
    std::int64_t finer = 0;                       ///< times of which digits below a microsecond were cut
    std::int64_t taken = 0;                       ///< values in memory, of which 8 bytes of a text are one
    std::vector<double> numbers = {};             ///< of Number; of Time: whole microseconds since 1970
    std::vector<std::string> texts = {};          ///< of Text
    std::vector<std::vector<double>> lists = {};  ///< of a list of numbers or times
};

/// The columns of a table without rows.
std::vector<ArrowColumn> arrowColumns(const ArrowSchema& schema);
/// Adds the rows of a batch. The batch must have been checked against its own sizes. An Error where the values become
/// more than `most` in all.
Result<> addArrowRows(const ArrowSchema& schema, const ArrowArray& batch, std::int64_t most,
                      std::vector<ArrowColumn>& columns);

}  // namespace gatelab
