// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

/// Names of months and weekdays in the languages that spreadsheets write, and words in any case. All functions are
/// pure; any thread. `text` is UTF-8.
namespace gatelab::time_text {

/// Whether `text` begins with the word in any case (Latin, Greek and Cyrillic letters), and no letter follows it.
bool startsWithWord(std::string_view text, std::string_view lower);

struct MonthWord {
    int month = 0;           ///< 1 to 12; 0: none stands there
    std::size_t length = 0;  ///< in bytes
};
/// The name of a month, short or long, with which `text` begins.
MonthWord monthAt(std::string_view text);
/// Bytes of the name of a weekday with which `text` begins; 0: none stands there.
std::size_t weekdayAt(std::string_view text);

}  // namespace gatelab::time_text
