// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "data/series.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// Name of the column by whose numbers (from 0, rising) many series with the same columns are told apart, which stand
/// one below the other in one table; the times start over with each. Their names are what the reader has found out
/// (ReadGuess "series", a line each).
inline constexpr const char* kSeriesNumber = "series number";

/// One of many series: its rows [begin, end).
struct SeriesMember {
    std::string name;
    std::int64_t begin = 0, end = 0;
    [[nodiscard]] std::int64_t rows() const { return end - begin; }
};

/// The series that a table holds, in the order of its rows; empty: it is one series.
std::vector<SeriesMember> membersOf(const Series& series);
[[nodiscard]] bool isMany(const Series& series);

/// The rows of one of many series as a series by itself, which has its name; `columns`: those that it keeps, by name.
SeriesPtr memberSeries(const Series& all, const SeriesMember& member, const std::vector<std::string>& columns);
SeriesPtr memberSeries(const Series& all, const SeriesMember& member);

/// Series below each other, with the columns that all of them have, in the order of the first; times only where all
/// have them. Columns that one lacks are left out and said. InvalidInput where they have none in common.
Result<std::shared_ptr<Series>> joinSeries(const std::vector<std::pair<std::string, SeriesPtr>>& series);

/// Every column of a table as a series of one column "value", from its first to its last value; a column without
/// values is left out and said.
Result<std::shared_ptr<Series>> columnsTogether(const Series& table);

/// Names the series of a table that has the column kSeriesNumber, and brings each into the order of its times.
void nameMembers(Series& series, const std::vector<std::string>& names);
/// Makes one series a table of many with one member, which has its name.
std::shared_ptr<Series> asOnlyMember(const Series& series);

/// "120 series, 24 to 4,000 rows"; empty: it is one series.
Phrase describeMembers(const Series& series);

}  // namespace gatelab
