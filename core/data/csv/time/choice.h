// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

/// The pieces of the choice of a table's time: which columns it is read from, and how. Each finder answers with a plan
/// or with nothing; decideTime() asks them in turn.
namespace gatelab::csv_time {

/// In lower case, without blanks, lines and brackets: "Hour_Ending" and "<TIME>" become "hourending" and "time".
std::string plainName(std::string_view text);

/// "sleep duration", "Avg Pace", "run time", "Fahrtdauer": a length of time, which is a value of its row.
bool isCalledDuration(std::string_view name);
/// Among those: "Avg Pace", "lap", which are minutes and seconds.
bool isCalledPace(std::string_view name);

/// Everything the finders look at, for one table.
struct Columns {
    const CsvLayout& layout;
    const TableScan& scan;
    const std::vector<ColumnPlan>& plans;
    const std::vector<ColumnEvidence>& evidence = scan.evidence;
    [[nodiscard]] std::size_t size() const { return plans.size(); }
    /// A choice of columns leaves the others out.
    std::vector<std::size_t> chosen = {};
    [[nodiscard]] bool is(std::size_t c, ColumnKind kind) const {
        return plans[c].kind == kind && (chosen.empty() || std::ranges::find(chosen, c) != chosen.end());
    }
    /// Its plain name without a unit.
    [[nodiscard]] std::string name(std::size_t c) const {
        return plainName(std::string_view(layout.names[c]).substr(0, layout.names[c].find_first_of("([")));
    }
};

/// A unit in which time that passed is counted.
struct UnitOfTime {
    Text said;
    double micros;
};
/// Of a word in small letters, as "ms", "minutes" or "std"; of any other seconds.
UnitOfTime unitOfTime(std::string_view word);

/// What columns of the parts of a time are called, and what they may hold.
struct PartRule {
    TimePart part;
    double low, high;
    std::set<std::string> names;
};
const std::vector<PartRule>& partRules();
const PartRule& ruleOf(TimePart part);
/// Whether nearly all numbers of the column can be that part: a row of sums may stand among them.
bool holds(const Columns& columns, std::size_t c, TimePart part);
/// How many years of four digits stand among the months of a column, where they are few enough to label sums; 0: more.
std::int64_t bareYears(const Columns& columns, std::size_t c);
/// All but rows of sums that stand among them.
inline bool isMost(std::int64_t some, std::int64_t all) { return some * 20 >= all * 17; }
/// Whether its name is that of the part: "hour", and also "Hour UTC" and "local hour".
bool isNamed(const Columns& columns, std::size_t c, TimePart part);
/// Whether the plan reads the column.
bool isUsed(const TimePlan& plan, std::size_t c);
void addPart(const Columns& columns, TimePlan& plan, TimePart part, std::size_t c);
/// The parts that may stand next below one.
std::vector<TimePart> partsBelow(TimePart part);
/// The finest part that a plan has: a date in text names a day, also with a clock that is always 0:00. Nothing can
/// stand below any other clock.
std::optional<TimePart> finestOf(const Columns& columns, const TimePlan& plan);

/// The list of readTimes(), without a copy where the scan holds it as it is; else it is made in `made`.
const std::vector<std::int64_t>& timesOf(const TableScan& scan, const TimePlan& plan, std::vector<std::int64_t>& made);

/// One or two columns of dates and clocks in text.
TimePlan textPlan(const Columns& columns, std::vector<std::size_t> chosen);
/// Dates in text, with the clock beside them; else a clock alone.
std::optional<TimePlan> findText(const Columns& columns);
/// Year, month and so on in columns of their own that are named so.
std::optional<TimePlan> findCalendar(const Columns& columns);
/// The same in a table whose names say nothing, by what the numbers do together: a year or a day such as 20240531 with
/// its parts behind it.
std::optional<TimePlan> findByShape(const Columns& columns);
/// Finer parts below a plan whose times repeat: the hours, minutes and seconds of its days, and below a year its days.
void refine(const Columns& columns, TimePlan& plan);
/// The first column that is named as a part of a time and counts on while the times of the plan stand still: a join
/// without it is wrong.
std::optional<std::size_t> leftPart(const Columns& columns, const TimePlan& plan);
/// Whether whole numbers are clock times such as 58, 59, 100, 101: they step over the minutes that no hour has.
bool isClockShaped(const Columns& columns, std::size_t c);

/// What the field time_column names. Fails where that is no time.
Result<TimePlan> namedPlan(const Columns& columns, const ExperimentConfig& options);
/// Whether a first column may be the time because it stands there: no name says that it is something else.
bool mayBeFirst(const Columns& columns, std::size_t c);
/// A column of numbers as time. `asked`: the user named it, so size and growth need not prove it.
std::optional<TimePlan> asNumber(const Columns& columns, std::size_t c, bool asked);
/// Years with a month or a part of the year behind their point: 1990.01 to 1990.12, 1990.0833. `named`: it is called a
/// time.
std::optional<TimePlan> asYears(const Columns& columns, std::size_t c, bool named);
/// Days that are counted from somewhere, for values of which they make days from 1900 to 2100.
struct DayCount {
    const char* shown;
    double unixEpoch;  ///< the count of 1970-01-01
    double first, last;
};
inline constexpr DayCount kSpreadsheet{"days of a spreadsheet since 1899-12-30", 25'569, 1, 73'051},
    kMatlab{"days since year 0 (MATLAB datenum)", 719'529, 693'962, 767'011},
    kJulian{"Julian day numbers", 2'440'587.5, 2'415'020, 2'488'070},
    kModifiedJulian{"modified Julian day numbers", 40'587, 15'020, 88'070};
TimePlan dayCountPlan(std::size_t c, const DayCount& count);
/// Numbers of many digits as stamps: counted in a unit since an epoch, or written as 2405311430 and 20240531143000250.
/// Which, is told by their size and by how evenly the times follow one another.
std::optional<TimePlan> asStamps(const Columns& columns, std::size_t c, bool asked);
/// A column of numbers of any name that can hardly be anything but stamps: of milliseconds and less since 1970, or such
/// as 20240531143000.
std::optional<TimePlan> findStamps(const Columns& columns);
/// Time that passed: a column whose name says so ("Test Time (s)", "Elapsed min") and whose numbers rise from row to
/// row; in a table without names the one that rises in equal steps of a fraction.
std::optional<TimePlan> findElapsed(const Columns& columns);
/// Whether a column that is called a clock, of numbers such as 930 or 143000, shows the moments of the rows on the
/// clock of another place, or is a clock that always stands at midnight. `times`: of the rows.
bool isOtherClock(const Columns& columns, std::size_t c, const std::vector<std::int64_t>& times);
/// Minutes east of UTC that a name says, "Date Time, GMT+01:00"; nothing: it says none, or UTC itself.
std::optional<int> zoneOfName(std::string_view name);
/// How many whole numbers of the column, however long, have more digits than a double keeps: from 2^53 on, 9 * 10^15.
std::int64_t roundedNumbers(const Columns& columns, std::size_t c);
/// Why a column of numbers that is not the time should be no input: its numbers say the time of the rows once more, or
/// look like stamps where there is no other time, or they have more digits than a number keeps, as identifiers have.
/// None: nothing is wrong with it. `times`: of the rows; empty: there are none; `usual`: their usualDistance().
enum class StampDoubt { None, Stamps, TooManyDigits };
StampDoubt stampDoubt(const Columns& columns, std::size_t c, const std::vector<std::int64_t>& times,
                      std::int64_t usual);

}  // namespace gatelab::csv_time
