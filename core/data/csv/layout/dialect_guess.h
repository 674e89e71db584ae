// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/text/dialect.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A delimiter with how it would cut the first rows.
struct WeighedDelimiter {
    char delimiter = ',';
    double score = 0;  ///< share of the sum over all
    std::size_t width = 1;
    double steady = 0, typed = 0;  ///< shares of the rows that have the width, of the cells that are numbers or times
};

/// A dialect with how sure it is.
struct DialectGuess {
    CsvDialect dialect;
    bool certain = false;
    char runnerUp = 0;                           ///< next best delimiter; 0: none
    std::vector<WeighedDelimiter> weighed = {};  ///< those that cut the rows at all, the best first
};

/// Which parts of the dialect are given by the user.
struct DialectWish {
    char delimiter = 0;  ///< 0: guess
    bool quoteGiven = false;
    char quote = 0;
    bool commentGiven = false;
    bool pointGiven = false;  ///< decimals stand behind a point
    std::string comment;
};
DialectGuess guessDialect(std::string_view sample, const DialectWish& wish);

}  // namespace gatelab
