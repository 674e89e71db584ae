// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A column of numbers that was taken as the time.
struct NumberTimes {
    std::vector<std::int64_t> micros;  ///< since 1970-01-01, one per number
    Phrase shown;                      ///< "%Y%m%d", "days of a spreadsheet since 1899-12-30"
    bool isCertain = false;
};

/// Reads numbers as times with the guesses of text tables. name: of the column; isFirst: it is the table's first one.
/// Nothing: they are none, or not each of them is one. Any thread.
std::optional<NumberTimes> numberTimes(const std::string& name, const std::vector<double>& numbers, bool isFirst);

/// What was taken for what, as a sentence.
Phrase sayNumberTimes(const std::string& name, const NumberTimes& times);

}  // namespace gatelab
