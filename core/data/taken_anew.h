// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <algorithm>
#include <array>
#include <string>

namespace gatelab {

/// What runs made before took otherwise from the same bytes: marks of which ReadReport::takenAnew holds a set, and with
/// which dataIdentity() is another one.
inline constexpr const char* kAsShown = " as shown";      ///< numbers of a workbook that are shown in percent
inline constexpr const char* kWithSides = " with sides";  ///< amounts below zero by the side of the account they are on
inline constexpr const char* kTitledTables = " titled";   ///< tables one below the other, of which the first one was
inline constexpr const char* kFilledSpans = " filled";    ///< spans without a row, and blanks of pairs, which were none
inline constexpr const char* kWithoutDates = " undated";  ///< no columns of folders' keys that repeat the rows' dates
inline constexpr const char* kWithZeros = " zeros";  ///< cells that a number of csv_missing is with more zeros behind
inline constexpr const char* kPackedCells = " packed";  ///< values beside flags in one cell, which were one number
inline constexpr const char* kPrintedQuarters = " quarters";  ///< four quarters of a year, which were a row
inline constexpr const char* kLongTexts = " long";            ///< running texts beyond their first 12 Mi tokens
inline constexpr const char* kChangedClocks = " clocks";      ///< periods of days on which clocks change, an hour off
inline constexpr std::array kTakenAnew = {kAsShown,   kWithSides,   kTitledTables,    kFilledSpans, kWithoutDates,
                                          kWithZeros, kPackedCells, kPrintedQuarters, kLongTexts,   kChangedClocks};

inline void takeAnew(ReadReport& report, const std::string& how) {
    if (std::ranges::find(report.takenAnew, how) == report.takenAnew.end()) report.takenAnew.push_back(how);
}

}  // namespace gatelab
