// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

namespace gatelab {

/// What a column of a text table is to a run: decided here, said and acted on by the reader.
enum class CsvRole {
    Value,      ///< a channel
    Time,       ///< the rows' time is read from it
    OtherTime,  ///< holds dates or times, and is not the one that the rows' time is read from
    TimePart,   ///< a year, a week: a part of a time that cannot be put together
    Stamp,      ///< numbers that look like time stamps or identifiers
    Counter,    ///< numbers the rows
    Sign,       ///< the signs of the column beside it
    Switch,     ///< words for on and off: a channel of 0 and 1
    Category,   ///< a few words: a channel of 0 and 1 for each
    Text,
    Empty
};

/// How a column numbers the rows.
struct RowCount {
    std::int64_t starts = 1;    ///< runs: more than one where it starts over
    std::int64_t skipped = 0;   ///< numbers that are left out on the way
    bool isPlain = true;        ///< in steps of one, or in longer ones from about 0 on
    bool isIdentifier = false;  ///< another number in each row, of a name that identifies
};

struct CsvRoles {
    std::vector<CsvRole> of;                   ///< per column
    std::map<std::size_t, RowCount> counters;  ///< also of those that stay a value because they are all there is
    /// The first column that seems to be the digits behind the decimal comma of the column before; 0: none
    std::size_t halves = 0;
    /// Columns that repeat a part of the time: its month, its hour
    std::set<std::size_t> partsOfTime;
    std::set<std::size_t> stamps;  ///< of CsvRole::Stamp those whose numbers look like times
    std::set<std::size_t> told;    ///< columns of words of which decideCategories() has told what became of them
    [[nodiscard]] bool is(std::size_t c, CsvRole role) const { return of[c] == role; }
};

/// A counter, stamps and a part of a time stay values where they are asked for by name, where there is nothing else,
/// and where time_column is "none". `times`: as readTimes() has them.
CsvRoles decideRoles(const CsvLayout& layout, const CsvDialect& dialect, const TableScan& scan, const TablePlan& plan,
                     const ExperimentConfig& options, const std::vector<std::int64_t>& times);

/// Says which columns of times and of stamps are not the time of the rows and were left out.
/// `times`: of the rows; empty: they have none.
void warnOfLeftTimes(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, const CsvRoles& roles,
                     const std::vector<std::int64_t>& times, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
