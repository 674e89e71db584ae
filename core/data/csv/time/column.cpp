// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/setting_predicates.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/order.h"
#include "data/csv/time/row_times.h"
#include "data/csv/time/word_parts.h"
#include "data/csv/words.h"

#include <algorithm>
#include <set>
#include <utility>

namespace gatelab {
namespace csv_time {
namespace {

using Mode = TimePlan::Mode;

/// 4/12/2016 7:21:00 AM: slashes and a clock of twelve hours.
bool isAmericanClock(std::string_view sample) {
    return sample.find('/') != std::string_view::npos &&
           (sample.ends_with(" AM") || sample.ends_with(" PM") || sample.ends_with(" am") || sample.ends_with(" pm"));
}

/// A month in letters behind the first number: 04-Mar-21.
bool hasMonthWord(std::string_view sample) {
    constexpr std::size_t kLatest = 3, kShortest = 3;
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto first = std::ranges::find_if(sample, isLetter);
    const auto last = std::find_if_not(first, sample.end(), isLetter);
    const auto before = static_cast<std::size_t>(first - sample.begin());
    return before > 0 && before <= kLatest && static_cast<std::size_t>(last - first) >= kShortest;
}

/// Where all dates exist in two orders: the one in which the steps are as long as the step before, forwards or
/// backwards; where that tells nothing, points are German; where every date is the first of a month in one order only,
/// that one: 01/01, 02/01, 03/01 are months, unless each of them has many rows and a clock beside it; else the one in
/// which the rows lie closer together; with slashes and AM or PM months are first, as in America. Between slashes the
/// year comes last, where nothing else tells: 03/02/21, as it does behind a month in letters: 04-Mar-21.
bool isBetterOrder(const ColumnEvidence& e, std::size_t order, std::size_t than, bool hasClock) {
    constexpr double kMuchShorter = 1.5;
    const TimeSteps &a = e.orderSteps[order], &b = e.orderSteps[than];
    if (a.steady != b.steady && std::max(a.steady, b.steady) * 2 >= a.changes()) return a.steady > b.steady;
    const auto dayFirst = [](std::size_t i) { return kDateOrders[i] == DateOrder::DayFirst; };
    const auto monthFirst = [](std::size_t i) { return kDateOrders[i] == DateOrder::MonthFirst; };
    if (e.sample.find('.') != std::string::npos && (dayFirst(order) || dayFirst(than))) return dayFirst(order);
    const bool areDaysOfClock = hasClock && a.changes() * 2 < e.dates;
    if (e.ordersOfFirsts > 2 && e.ordersOfFirsts == e.dates && a.changes() > 0 && !areDaysOfClock &&
        (monthFirst(order) || monthFirst(than)))
        return monthFirst(order);
    if (a.path * kMuchShorter < b.path || b.path * kMuchShorter < a.path) return a.path < b.path;
    if (isAmericanClock(e.sample) && (monthFirst(order) || monthFirst(than))) return monthFirst(order);
    return kDateOrders[than] == DateOrder::YearFirst &&
           (e.sample.find('/') != std::string::npos || hasMonthWord(e.sample));
}

/// Whether the rows themselves rule the other order out: in this one the times go one way, and in the other one they
/// jump to and fro, over a way that is many times as long.
bool isRuledOut(const TimeSteps& read, const TimeSteps& other) {
    constexpr std::int64_t kFewestTurns = 3;
    constexpr double kMuchLonger = 10;
    return std::min(read.rises, read.falls) == 0 && std::min(other.rises, other.falls) >= kFewestTurns &&
           read.path * kMuchLonger < other.path;
}

/// Of a name in small letters the word with the letters of the year, between blanks and brackets; pieces of it
/// with other letters than those of dates become points: "added_mm/dd/yyyy" is "....._mm/dd/yyyy".
std::string wordOfYear(std::string_view small) {
    constexpr std::string_view kEnds = " \t()[]<>{}", kDateLetters = "adhjmsty";
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    for (std::size_t at = 0; at < small.size();) {
        const std::size_t end = std::min(small.find_first_of(kEnds, at), small.size());
        std::string word(small.substr(at, end - at));
        at = end + 1;
        const auto holds = [&](std::string_view code) { return word.find(code) != std::string::npos; };
        if (!holds("yyyy") && !holds("jjjj") && !holds("aaaa")) continue;
        for (auto from = word.begin(); from != word.end();) {
            const auto to = std::find_if_not(from, word.end(), isLetter);
            const bool isSpelled =
                std::any_of(from, to, [&](char c) { return kDateLetters.find(c) == std::string_view::npos; });
            if (isSpelled) std::fill(from, to, '.');
            from = std::find_if(to, word.end(), isLetter);
        }
        return word;
    }
    return {};
}

/// The order that a name says: "Date (dd:mm:yyyy)", "Datum [TT.MM.JJJJ]", "MM/DD/YYYY"; nothing: it says none.
std::optional<DateOrder> orderOfName(std::string_view name) {
    const std::string small = wordOfYear(lowered(name));
    const auto first = [&](std::initializer_list<std::string_view> codes) {
        std::size_t at = std::string::npos;
        for (const std::string_view code : codes) at = std::min(at, small.find(code));
        return at;
    };
    const std::size_t year = first({"yyyy", "jjjj", "aaaa"}), day = first({"dd", "tt"}), month = first({"mm"});
    if (year == std::string::npos || day == std::string::npos || month == std::string::npos) return std::nullopt;
    if (year < month && month < day) return DateOrder::YearFirst;
    if (day < month && month < year) return DateOrder::DayFirst;
    return month < day && day < year ? std::optional(DateOrder::MonthFirst) : std::nullopt;
}

/// Whether the times go to and fro in the order of the days beyond the twelfth, and one way over a much shorter path
/// where all others are read the other way round: a spreadsheet turned day and month wherever that made a date.
bool areTurned(const ColumnEvidence& e, std::size_t order) {
    constexpr std::int64_t kFewest = 3;
    const auto bit = [](DateOrder one) { return static_cast<std::size_t>(one); };
    const std::size_t day = bit(DateOrder::DayFirst), month = bit(DateOrder::MonthFirst);
    if (order == 0 || e.orderCounts[day | month] < kFewest ||
        e.orderCounts[kDateOrders[order] == DateOrder::DayFirst ? day : month] < kFewest)
        return false;
    const TimeSteps &read = e.orderSteps[order],
                    &turned = e.turnedSteps[kDateOrders[order] == DateOrder::DayFirst ? 1 : 0];
    return std::min(read.rises, read.falls) > 1 && std::min(turned.rises, turned.falls) == 0 &&
           turned.path * 2 < read.path;
}

/// 01-Jan to 31-Dec: days, where as January 2001 to December 2031 they go to and fro, and as days of a year on and on.
void decideDays(const ColumnEvidence& e, std::string_view name, TimePlan& plan) {
    constexpr int kYear = 2001, kLeapYear = 2000;
    constexpr std::int64_t kFewest = 12;
    const TimeSteps &months = e.orderSteps[0], &days = e.dayMonthSteps;
    const bool goOn = days.steady * 10 >= days.changes() * 9 && std::min(months.rises, months.falls) > 0;
    if (e.dayMonths != e.dates || days.changes() < kFewest || !goOn) return;
    plan.certain = false;
    if (std::min(days.rises, days.falls) > 0) {
        plan.why = {GATELAB_TEXT("Reading",
                                 "column '%1' holds days and months without a year, which were read as months and "
                                 "years. Add the year to the file"),
                    {std::string(name)}};
        return;
    }
    plan.yearOfDays = e.leapDays > 0 ? kLeapYear : kYear;
    plan.why = {GATELAB_TEXT("Reading",
                             "month and day stand without a year: they were counted from %1 on, and a new year begins "
                             "where the months start over. Where weekdays or the true year matter, add the year to the "
                             "file"),
                {plan.yearOfDays}};
}

/// The order of day and month that the whole column allows. `hasClock`: a clock stands beside it.
void decideOrder(const ColumnEvidence& e, bool hasClock, std::string_view name, TimePlan& plan) {
    std::array<std::int64_t, 3> fits{};
    for (std::size_t mask = 1; mask < e.orderCounts.size(); ++mask)
        for (std::size_t i = 0; i < fits.size(); ++i)
            if (mask >> i & 1u) fits[i] += e.orderCounts[mask];
    // 2024-05-31 is read as it stands beside 31/05/2024, in the order that those have.
    for (std::size_t i = 1; i < fits.size(); ++i)
        if (fits[i] > 0) fits[i] += e.plainDates();
    std::size_t best = 0;
    for (std::size_t i = 1; i < fits.size(); ++i)
        if (fits[i] != fits[best] ? fits[i] > fits[best] : fits[i] > 0 && isBetterOrder(e, i, best, hasClock)) best = i;
    plan.otherOrders.clear();
    if (const auto said = orderOfName(name)) {
        const auto at = static_cast<std::size_t>(std::ranges::find(kDateOrders, *said) - kDateOrders.begin());
        if (fits[at] == fits[best] && fits[at] == e.dates) {
            plan.order = *said;
            return;
        }
    }
    plan.order = kDateOrders[best];
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (i == best || fits[i] < fits[best] || isRuledOut(e.orderSteps[best], e.orderSteps[i])) continue;
        plan.certain = false;
        plan.otherOrders.insert(plan.otherOrders.begin(), kDateOrders[i]);
        if (const auto look = sniffTime(e.sample)) plan.runnerUp = timeFormatOf(e.sample, *look, kDateOrders[i]);
    }
    // Some cells exist in one order only and others only in another: no order reads the whole column.
    if (fits[best] < e.dates) plan.certain = false;
    if (plan.otherOrders.empty() && fits[best] == e.dates && areTurned(e, best)) {
        plan.turnsOrder = true, plan.certain = false;
        plan.why = {GATELAB_TEXT("Reading",
                                 "the dates of column '%1' go to and fro as they are written, and one way where those "
                                 "with a day up to 12 are read with day and month the other way round, as a "
                                 "spreadsheet turns them: they were read so. Choose the time format if that is wrong"),
                    {std::string(name)}};
    }
}

/// Numbers, or words for hours, that may be the clock beside a date.
bool hasClockNumbers(const Columns& columns) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns.is(c, ColumnKind::Text) && partOfWords(columns.scan, c) == TimePart::Hour) return true;
        for (const TimePart part : {TimePart::Hour, TimePart::Clock, TimePart::LongClock})
            if ((isNamed(columns, c, part) || isClockShaped(columns, c)) && holds(columns, c, part)) return true;
    }
    return false;
}

}  // namespace

TimePlan textPlan(const Columns& columns, std::vector<std::size_t> chosen) {
    TimePlan plan;
    plan.mode = Mode::Text;
    plan.columns = std::move(chosen);
    bool dated = false;
    const bool hasClock = plan.columns.size() > 1 || hasClockNumbers(columns);
    for (const std::size_t c : plan.columns) {
        const ColumnEvidence& e = columns.evidence[c];
        if (columns.is(c, ColumnKind::Date)) {
            decideOrder(e, hasClock, columns.layout.names[c], plan);
            decideDays(e, columns.layout.names[c], plan);
            dated = true;
        }
        if (const auto look = sniffTime(e.sample))
            plan.shown += (plan.shown.empty() ? "" : " ") + timeFormatOf(e.sample, *look, plan.order);
    }
    plan.clockOnly = !dated;
    if (!dated) {
        plan.certain = false;
        plan.why = GATELAB_TEXT(
            "Reading",
            "the times have no date: days are counted from 1970-01-01, a new one wherever the clock starts over");
    }
    // A format is shown as one only where it reads its own sample; "1er janvier" has none.
    if (plan.columns.size() == 1) {
        const ColumnEvidence& e = columns.evidence[plan.columns.front()];
        const auto look = sniffTime(e.sample);
        if (look && timeByFormat(e.sample, plan.shown) != timeMicros(*look, plan)) plan.shown = e.sample;
    }
    return plan;
}

/// How well a column of dates or clocks does as the time: the share of the rows at which it changes, halved where it
/// goes forwards and backwards; 0: one time in all rows.
double worthAsTime(const ColumnEvidence& e, const TimeSteps& steps) {
    const std::int64_t rows = e.dates + e.clocks, against = std::min(steps.rises, steps.falls);
    if (rows < 3) return 1;
    const bool oneWay = against * 20 <= std::max<std::int64_t>(steps.changes(), 20);
    return static_cast<double>(steps.changes()) / static_cast<double>(rows - 1) * (oneWay ? 1 : 0.5);
}

namespace {

/// One of the words, with no letter before or behind it. `small`: in small letters.
bool holdsWord(std::string_view small, std::initializer_list<std::string_view> words) {
    const auto isLetter = [&](std::size_t at) {
        return at < small.size() && ((small[at] >= 'a' && small[at] <= 'z') || (small[at] & 0x80) != 0);
    };
    return std::ranges::any_of(words, [&](std::string_view word) {
        const std::size_t at = small.find(word);
        return at != std::string_view::npos && !isLetter(at + word.size()) && (at == 0 || !isLetter(at - 1));
    });
}

}  // namespace

bool isCalledPace(std::string_view name) { return holdsWord(lowered(name), {"pace", "lap", "laps", "split"}); }

bool isCalledDuration(std::string_view name) {
    const std::string small = lowered(name);
    static constexpr std::string_view kAnywhere[] = {"duration", "elapsed",     "dauer",    "runtime", "run time",
                                                     "run_time", "moving time", "laufzeit", "durée",   "duree",
                                                     "duración", "duracion",    "durata",   "时长",    "時長"};
    return isCalledPace(name) || holdsWord(small, {"length", "länge"}) ||
           std::ranges::any_of(kAnywhere, [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

namespace {

bool isCalledClock(const Columns& columns, std::size_t c) {
    const std::string name = columns.name(c);
    static constexpr std::string_view kHints[] = {"time", "uhr", "zeit", "hour", "clock", "hh", "heure", "hora"};
    return isTimeName(columns.layout.names[c]) || isNamed(columns, c, TimePart::Clock) ||
           isNamed(columns, c, TimePart::Hour) ||
           std::ranges::any_of(kHints, [&](std::string_view hint) { return name.find(hint) != std::string::npos; });
}

/// Whether a column of clocks may be the time of day of the dates beside it. Durations are written as clocks, too: they
/// are called so, and fall within a day; of a name that says nothing they make even dates of a row a day uneven.
bool mayBeClockOf(const Columns& columns, std::size_t date, std::size_t clock) {
    const ColumnEvidence& d = columns.evidence[date];
    const TimeSteps& times = columns.evidence[clock].clockSteps;
    const TimeSteps& days = *std::ranges::max_element(d.orderSteps, {}, &TimeSteps::changes);
    const bool isRowADay = d.dates > 2 && days.changes() * 10 >= (d.dates - 1) * 9;
    if (columns.layout.header && isCalledDuration(columns.layout.names[clock]))
        return !isRowADay && times.falls <= days.changes();
    if (!columns.layout.header || !isRowADay || isCalledClock(columns, clock)) return true;
    const bool isUnsteady = times.changes() * 2 > d.dates && times.steady * 2 < times.changes();
    return !(isUnsteady && days.steady * 10 >= (days.changes() - 1) * 9);
}

}  // namespace

/// The clock that stands beside a date: the one that changes most often, the first behind it where several do.
std::optional<std::size_t> clockBeside(const Columns& columns, std::size_t date) {
    std::optional<std::size_t> best;
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const std::size_t c = (date + i) % columns.size();
        if (!columns.is(c, ColumnKind::Clock) || !mayBeClockOf(columns, date, c)) continue;
        if (!best || columns.evidence[c].clockSteps.changes() > 2 * columns.evidence[*best].clockSteps.changes())
            best = c;
    }
    return best;
}

namespace {

/// Whether dates stand only where they change, and the clock beside them starts over with each: 24 hours below one.
bool isDateAbove(const Columns& columns, std::size_t date, std::size_t clock) {
    const ColumnEvidence &d = columns.evidence[date], &t = columns.evidence[clock];
    const std::int64_t days = d.dates, restarts = t.clockSteps.falls;
    return days > 1 && days * 2 < columns.scan.rows && days + d.empty == columns.scan.rows &&
           t.clocks == columns.scan.rows && std::abs(restarts - (days - 1)) * 20 <= days;
}

/// Dates with a clock that always stands at midnight, as a program wrote days, each for many rows.
bool areMidnights(const ColumnEvidence& e) {
    constexpr std::int64_t kDay = INT64_C(86'400'000'000);
    return std::ranges::any_of(e.orderSteps, [&](const TimeSteps& steps) {
        return steps.first != kNoTime && steps.first % kDay == 0 && steps.last % kDay == 0 && steps.step % kDay == 0 &&
               std::fmod(steps.path, static_cast<double>(kDay)) == 0 && steps.changes() * 4 < e.dates;
    });
}

bool isSteady(const TimeSteps& steps) { return steps.steady * 2 >= steps.changes(); }

}  // namespace

std::optional<TimePlan> findText(const Columns& columns) {
    constexpr double kBetter = 0.2;
    std::optional<TimePlan> found;
    double worth = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!columns.is(c, ColumnKind::Date)) continue;
        const ColumnEvidence& e = columns.evidence[c];
        const auto look = sniffTime(e.sample);
        const bool isMidnight = look && look->hasTime && areMidnights(e);
        auto clock = look && (!look->hasTime || isMidnight) ? clockBeside(columns, c) : std::nullopt;
        // The opening hours of shops are no clock of their rows.
        if (isMidnight && clock && !isSteady(columns.evidence[*clock].clockSteps)) clock = std::nullopt;
        TimePlan plan = textPlan(columns, clock ? std::vector{c, *clock} : std::vector{c});
        plan.fillsDown = clock && isDateAbove(columns, c, *clock);
        const std::size_t order = plan.order == DateOrder::YearFirst ? 0 : plan.order == DateOrder::DayFirst ? 1 : 2;
        const double here = clock ? 1 : worthAsTime(e, e.orderSteps[order]);
        // The first one that changes from row to row.
        if (found && here <= worth + kBetter) continue;
        found = std::move(plan), worth = here;
    }
    if (found) return found;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns.is(c, ColumnKind::Clock) && (c == 0 || isTimeName(columns.layout.names[c])))
            return textPlan(columns, {c});
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns.is(c, ColumnKind::Clock) && worthAsTime(columns.evidence[c], columns.evidence[c].clockSteps) > 0.9)
            return textPlan(columns, {c});
    return std::nullopt;
}

/// One date in all rows.
bool standsStill(const Columns& columns, const TimePlan& plan) {
    if (plan.mode != Mode::Text || plan.columns.size() != 1 || plan.clockOnly) return false;
    const ColumnEvidence& e = columns.evidence[plan.columns.front()];
    return e.dates > 2 &&
           std::ranges::all_of(e.orderSteps, [](const TimeSteps& steps) { return steps.changes() == 0; });
}

}  // namespace csv_time

using namespace csv_time;

std::optional<std::int64_t> timeMicros(const TimeSniff& look, const TimePlan& plan) {
    if (plan.yearOfDays > 0)
        if (const auto day = dayOfYear(look, plan.yearOfDays)) return day;
    const bool isPlain = look.orders == static_cast<DateMask>(DateOrder::YearFirst) && look.lengths[0] == 4;
    if (plan.turnsOrder && !isPlain) {
        const DateOrder other = plan.order == DateOrder::DayFirst ? DateOrder::MonthFirst : DateOrder::DayFirst;
        if ((look.orders & static_cast<DateMask>(other)) != 0) return timeMicros(look, other);
    }
    return timeMicros(look, isPlain ? DateOrder::YearFirst : plan.order);
}

bool isTimeName(const std::string& name) {
    static const std::set<std::string> kNames = {
        "time",        "date",        "datetime", "timestamp",   "ts",          "epoch",   "unix",
        "unixtime",    "epochtime",   "utc",      "timestampms", "timems",      "epochms", "unixtimestamp",
        "timestampns", "timestampus", "when",     "dt",          "时间",        "日期",    "zeit",
        "datum",       "fecha",       "hora",     "temps",       "ds",          "data",    "jour",
        "heure",       "tempo",       "dia",      "tiempo",      "zeitstempel", "uhrzeit", "tmstamp"};
    const std::string base = name.substr(0, name.find_first_of("(["));
    const std::string key = plainName(trimCell(base));
    if (trimCell(base) == "t") return true;  // a capital T is more often a temperature
    return kNames.contains(key) || key.ends_with("timestamp") || key.starts_with("timestamp") ||
           key.ends_with("datetime");
}

bool endsLikeTime(const std::string& name) {
    const std::string base = lowered(trimCell(std::string_view(name).substr(0, name.find_first_of("(["))));
    for (const std::string_view end :
         {"_ts", "_time", "_at", "_date", "_datetime", "_epoch", "_unix", "_datum", "_zeit", "_fecha"})
        if (base.ends_with(end)) return true;
    return false;
}

bool isTimePartName(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    const Columns columns{layout, scan, plan.columns};
    return std::ranges::any_of(partRules(), [&](const PartRule& rule) { return isNamed(columns, c, rule.part); });
}

bool isTimePart(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    const Columns columns{layout, scan, plan.columns};
    const ColumnEvidence& e = scan.evidence[c];
    // A clock never falls twice in a row; a measurement that is called "min" does.
    if (e.changes() == 0 || e.falls * 4 > e.numbers) return false;
    // 2000.083: a year with its fraction.
    if (isNamed(columns, c, TimePart::Year) && e.low >= 1000 && e.high <= 2999 && e.falls == 0) return true;
    return std::ranges::any_of(partRules(), [&](const PartRule& rule) {
        return isNamed(columns, c, rule.part) && holds(columns, c, rule.part);
    });
}

bool isCompactDate(double value) {
    if (!(value > 10'000'101 && value < 29'991'232)) return false;
    const auto number = static_cast<std::int64_t>(value);
    return dayMicros(static_cast<int>(number / 10'000), static_cast<int>(number / 100 % 100),
                     static_cast<int>(number % 100))
        .has_value();
}

namespace {

/// No time is better than one that stands still while a part of it counts on.
TimePlan withoutTime(const Columns& columns, const TimePlan& plan, std::size_t left) {
    TimePlan none;
    none.certain = false;
    std::string names;
    for (const std::size_t c : plan.columns) names += (names.empty() ? "" : "+") + columns.layout.names[c];
    none.why = {GATELAB_TEXT("Reading",
                             "the time of '%1' stands still while column '%2' counts on, and they could not be joined: "
                             "the rows are counted. Choose every column of the time as the time column: %3"),
                {names, columns.layout.names[left], names + "+" + columns.layout.names[left]}};
    return none;
}

/// The date of a clock without one: a day such as 20240531, or year, month and day in columns of their own. Nothing
/// where there is none; a calendar that has a clock of its own is the answer by itself.
std::optional<TimePlan> withDate(const Columns& columns, const TimePlan& clock) {
    auto date = findCalendar(columns);
    for (std::size_t c = 0; c < columns.size() && !date; ++c)
        if (columns.is(c, ColumnKind::Number) && columns.evidence[c].low >= 19'000'101)
            date = asNumber(columns, c, false);
    if (!date || date->mode != Mode::Parts) return std::nullopt;
    const std::optional<TimePart> finest = finestOf(columns, *date);
    if (finest == TimePart::Hour || finest == TimePart::Clock || finest == TimePart::LongClock ||
        finest == TimePart::Minute || finest == TimePart::Second)
        return date;
    if (finest != TimePart::Day && finest != TimePart::YearDay && finest != TimePart::Date) return std::nullopt;
    date->mode = Mode::Text;
    date->columns.insert(date->columns.end(), clock.columns.begin(), clock.columns.end());
    date->shown += " " + clock.shown;
    return date;
}

/// Where a column was taken for its numbers alone, one behind it that is called a time and surely is one.
void preferNamed(const Columns& columns, TimePlan& plan) {
    const std::size_t taken = plan.columns.front();
    const auto isCalled = [&](std::size_t c) {
        return isTimeName(columns.layout.names[c]) || endsLikeTime(columns.layout.names[c]);
    };
    if (plan.certain || isCalled(taken)) return;
    for (std::size_t c = taken + 1; c < columns.size(); ++c)
        if (auto named = isCalled(c) ? asNumber(columns, c, false) : std::nullopt; named && named->certain) {
            plan = std::move(*named);
            return;
        }
}

}  // namespace

Result<TimePlan> decideTime(const CsvLayout& layout, const TableScan& scan, const std::vector<ColumnPlan>& plans,
                            const ExperimentConfig& options) {
    const Columns columns{layout, scan, plans};
    if (countsRows(options)) return TimePlan{};
    if (!isGuessed(options.timeColumn)) return namedPlan(columns, options);
    std::optional<TimePlan> found = findText(columns), still;
    if (found && found->clockOnly)
        if (auto dated = withDate(columns, *found)) found = std::move(dated);
    if (found) refine(columns, *found);
    if (found && standsStill(columns, *found) && !hasClockNumbers(columns)) still = std::exchange(found, std::nullopt);
    if (!found) found = findCalendar(columns);
    for (std::size_t c = 0; c < columns.size() && !found; ++c)
        if ((found = asNumber(columns, c, false))) preferNamed(columns, *found);
    if (!found) found = findByShape(columns);
    if (!found) found = findStamps(columns);
    if (!found && !still) found = findElapsed(columns);
    if (found)
        if (const auto left = leftPart(columns, *found)) return withoutTime(columns, *found, *left);
    if (!found && still) {
        still->mode = TimePlan::Mode::None;
        still->certain = false;
        still->why = {GATELAB_TEXT("Reading",
                                   "column '%1' has one and the same time in every row, so that the rows are counted. "
                                   "Choose the time column if another one holds their time"),
                      {columns.layout.names[still->columns.front()]}};
        still->columns.clear();
        return *still;
    }
    if (!found) {
        TimePlan none;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns.is(c, ColumnKind::Number) && isTimeName(columns.layout.names[c]) && none.why.empty())
                none.why = {
                    GATELAB_TEXT(
                        "Reading",
                        "column '%1' has the name of a time, but its numbers do not rise from row to row: it is read "
                        "as values, and the rows are counted. Sort the file, or choose the time column"),
                    {columns.layout.names[c]}};
        none.certain = none.why.empty();
        return none;
    }
    if (!isGuessed(options.timeFormat)) {
        found->mode = TimePlan::Mode::Text;
        found->parts.clear();
        found->format = found->shown = options.timeFormat;
        found->certain = true;
    }
    return *found;
}

}  // namespace gatelab
