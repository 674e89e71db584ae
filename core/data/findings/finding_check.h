// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/doctor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

using Findings = std::vector<DataFinding>;

/// One kind of thing that the doctor looks for in a column, in the times of the rows, ...: a row of its table.
template <class Subject>
struct FindingCheck {
    void (*look)(const Subject& subject, Findings& findings) = nullptr;
    std::int64_t fewest = 0;  ///< values of the subject without which it is not made
    bool isLast = false;      ///< where it finds something, nothing more is looked for
};

/// In the order of the table; Subject: count() of its values.
template <class Subject>
void runChecks(const auto& checks, const Subject& subject, Findings& findings) {
    for (const FindingCheck<Subject>& check : checks) {
        if (subject.count() < check.fewest) continue;
        const std::size_t before = findings.size();
        check.look(subject, findings);
        if (check.isLast && findings.size() > before) return;
    }
}

inline bool isAmong(const Findings& findings, std::string_view code) {
    return std::ranges::find(findings, code, &DataFinding::code) != findings.end();
}

/// Where something was found: its first place, and how many rows are concerned; -1: no place.
struct FoundRows {
    std::int64_t first = -1, last = -1, count = 0;
};
DataFinding foundOf(DataFinding::Severity severity, const char* code, const std::string& column, FoundRows rows,
                    Phrase message, std::string recipe = {});
/// A warning.
DataFinding warningOf(const char* code, const std::string& column, FoundRows rows, Phrase message,
                      std::string recipe = {});

constexpr std::size_t kMostPlaces = 100;  ///< that one step masks
/// Places in their order; neighbours become one, and those beyond the most that a mask may list are not kept.
void addPlace(std::vector<RowRange>& places, std::int64_t first, std::int64_t rows);

/// "row 7", "rows 7 to 9".
Phrase rowsPhrase(std::int64_t first, std::int64_t last);
/// "7", "7 (2024-01-31 05:00:00)" where the row has a time.
std::string rowAndTime(std::int64_t row, const TimeAxis& time);
/// "1.5 h" of microseconds.
std::string spanText(std::int64_t micros);
/// "12 %", "3.4 %", "< 0.1 %".
std::string shareText(std::int64_t part, std::int64_t all);
/// As short as it is exact to six digits: "1e+300", "0.25".
std::string valueText(double value);
/// Six decimals without their last zeros: "-999", "0.5".
std::string decimalText(double value);

}  // namespace gatelab
