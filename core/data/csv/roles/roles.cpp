// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/roles/roles.h"

#include "config/setting_predicates.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/order.h"
#include "data/csv/time/row_times.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>
#include <span>

namespace gatelab {
namespace {

bool isCounterName(const CsvLayout& layout, std::size_t c) {
    std::string name;
    for (const char letter : layout.names[c])
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    static constexpr std::string_view kNames[] = {
        "index",    "idx",    "id",    "no",     "no.",        "nr",         "nr.",  "row",  "rownum", "row_id",
        "rowid",    "#",      "n",     "record", "序号",       "编号",       "sno",  "s.no", "s.no.",  "sl no",
        "lfd. nr.", "lfd nr", "lfdnr", "zeile",  "row number", "row_number", "obs",  "seq",  "entry",  "recno",
        "counter",  "i",      "count", "sample", "nummer",     "number",     "step", "rec",  "line"};
    const bool unnamed = layout.header && c == 0 && name == "c1";
    // pandas puts its index in front; beside "level_1" it is the first of many of a kind.
    const bool isIndex =
        c == 0 && name == "level_0" && std::ranges::find(layout.names, "level_1") == layout.names.end();
    return unnamed || isIndex || name.starts_with("unnamed") ||
           std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// A step between numbers of a column and how often it is there.
struct Steps {
    double unit = 0;
    std::int64_t equal = 0;
};
/// The most frequent one in that direction among the first values; a unit of 0: they are too many.
Steps stepsOf(std::span<const double> values, double direction) {
    constexpr std::size_t kMaxSteps = 64;
    std::vector<Steps> counts;
    std::size_t at = 0;  // of the step before: most often the same
    double last = std::numeric_limits<double>::quiet_NaN();
    for (const double value : values) {
        if (std::isnan(value)) continue;
        const double step = (value - last) * direction;
        last = value;
        if (!(step > 0)) continue;
        if (at >= counts.size() || counts[at].unit != step)
            at = static_cast<std::size_t>(std::ranges::find(counts, step, &Steps::unit) - counts.begin());
        if (at == kMaxSteps) return {};
        if (at == counts.size()) counts.push_back({step, 0});
        ++counts[at].equal;
    }
    const auto most = std::ranges::max_element(counts, {}, &Steps::equal);
    return most == counts.end() ? Steps{} : *most;
}

/// Whole numbers that go on by the same step are no measurement: rows may be missing, doubled or moved, and the count
/// may start over (files that were put together, or hours that are numbered from 1 to 60). Without a name that says so,
/// it takes longer runs to be sure.
std::optional<RowCount> rowCount(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c) {
    constexpr std::int64_t kManyRows = 30, kLongRun = 20, kShortRun = 3, kMaxSkipped = 20;
    const ColumnEvidence& e = scan.evidence[c];
    const std::int64_t steps = e.numbers - 1, ahead = std::max(e.rises, e.falls);
    const bool named = isCounterName(layout, c);
    // Nobody writes the numbers of rows with marks between the thousands.
    if (!e.whole || kNumberFormats[plan.columns[c].format].thousands != 0 || e.numbers < (named ? 3 : kManyRows) ||
        ahead * 2 < steps)
        return std::nullopt;
    // What is sold or measured may rise evenly, too.
    const bool isMeasured = !plan.columns[c].unit.empty() ||
                            (layout.header && namesOtherThanTime(layout.names[c]) && !namesIdentifier(layout.names[c]));
    if (!named && isMeasured) return std::nullopt;
    const double direction = e.rises >= e.falls ? 1 : -1;
    constexpr std::size_t kFirstValues = 10'000;
    const std::span<const double> values = scan.values[c];
    const double unit = stepsOf(values.first(std::min(values.size(), kFirstValues)), direction).unit;
    if (unit == 0) return std::nullopt;
    RowCount count;
    count.isPlain = unit == 1 || (e.low >= 0 && e.low <= unit * kMaxSkipped && std::fmod(e.low, unit) == 0);
    std::int64_t odd = 0, equal = 0, run = 1, shortest = std::numeric_limits<std::int64_t>::max();
    double last = std::numeric_limits<double>::quiet_NaN(), start = last;
    const std::int64_t mostOdd = std::max<std::int64_t>(3, e.numbers / (named ? 10 : 50));
    for (const double value : values) {
        if (std::isnan(value)) continue;
        const double step = (value - last) * direction;
        last = value;
        if (step == unit) {
            ++run, ++equal;
            continue;
        }
        const double units = step / unit;
        if (std::isnan(step))
            start = value;
        else if (units > 1 && units <= kMaxSkipped && units == std::floor(units))
            ++run, count.skipped += static_cast<std::int64_t>(units) - 1;
        else if (units < -1 && (value - start) * direction < unit * static_cast<double>(kShortRun) && run >= kShortRun)
            ++count.starts, shortest = std::min(shortest, run), run = 1;
        else if (++odd > mostOdd)
            return std::nullopt;
    }
    if (equal * 10 < steps * (named ? 5 : 6)) return std::nullopt;
    if (count.starts > 1 && shortest < (named ? kShortRun : kLongRun)) return std::nullopt;
    return count;
}

/// Whether nearly every number of the column is the same part of the time of its row: the year, the month, the hour
/// (also from 1 to 24), the day of the week, ...
bool repeatsTime(const std::vector<double>& values, const std::vector<std::int64_t>& times) {
    using namespace std::chrono;
    constexpr std::size_t kRows = 20'000;
    std::array<std::int64_t, 11> equal{};
    std::int64_t all = 0;
    for (std::size_t r = 0; r < std::min({values.size(), times.size(), kRows}); ++r) {
        if (std::isnan(values[r]) || times[r] == kNoTime) continue;
        ++all;
        const sys_time<microseconds> time{microseconds(times[r])};
        const auto day = floor<days>(time);
        const year_month_day date{day};
        const auto weekday = static_cast<double>(std::chrono::weekday(day).iso_encoding());
        const auto seconds = static_cast<double>(duration_cast<std::chrono::seconds>(time - day).count());
        const double hour = std::floor(seconds / 3600), minute = std::floor(std::fmod(seconds, 3600) / 60);
        const double month = static_cast<double>(static_cast<unsigned>(date.month()));
        const std::array<double, 11> parts = {
            static_cast<double>(static_cast<int>(date.year())),
            std::ceil(month / 3),
            month,
            static_cast<double>(static_cast<unsigned>(date.day())),
            static_cast<double>((day - sys_days(date.year() / January / 1)).count() + 1),
            weekday,
            std::fmod(weekday, 7),
            hour,
            hour == 0 ? 24 : hour,
            minute,
            hour * 100 + minute};
        for (std::size_t i = 0; i < parts.size(); ++i) equal[i] += values[r] == parts[i] ? 1 : 0;
    }
    return std::ranges::any_of(equal, [&](std::int64_t count) { return all > 1 && count * 20 >= all * 19; });
}

/// Whether whole numbers can be the digits behind the decimal comma of the column before: one digit each.
bool canBeDecimals(const TableScan& scan, std::size_t c) {
    return scan.evidence[c].whole && scan.evidence[c - 1].whole && scan.evidence[c].low >= 0 &&
           scan.evidence[c].high < 10;
}

/// A sum of tenths carries: where the whole goes up by one, the digit falls, mostly by more than half, and the other
/// way round.
struct Carries {
    std::int64_t carries = 0, others = 0;  ///< by more than half
    std::int64_t opposite = 0;             ///< by anything
};
Carries countCarries(const TableScan& scan, std::size_t c) {
    const auto &digits = scan.values[c], &wholes = scan.values[c - 1];
    const double high = scan.evidence[c].high, base = high < 10 ? 10 : high < 100 ? 100 : 1000;
    Carries counts;
    for (std::size_t r = 1; r < std::min(digits.size(), wholes.size()); ++r) {
        const double whole = wholes[r] - wholes[r - 1], digit = digits[r] - digits[r - 1];
        if (std::abs(whole) != 1) continue;
        (whole * digit < 0 && std::abs(digit) * 2 >= base ? counts.carries : counts.others) += 1;
        counts.opposite += whole * digit < 0 ? 1 : 0;
    }
    return counts;
}
bool carriesOften(const TableScan& scan, std::size_t c) {
    constexpr std::int64_t kManyCarries = 8;
    const ColumnEvidence &e = scan.evidence[c], &before = scan.evidence[c - 1];
    if (!e.whole || !before.whole || e.low < 0 || e.high > 999 || scan.values[c].empty()) return false;
    const auto [carries, others, opposite] = countCarries(scan, c);
    return (carries >= kManyCarries && carries >= others * 9) ||
           (opposite >= 2 * kManyCarries && opposite * 20 >= (carries + others) * 19);
}

/// Whether they look like it.
bool looksLikeDecimals(const TableScan& scan, std::size_t c, bool header) {
    constexpr std::int64_t kFew = 4, kManyDigits = 40, kManyPairs = 60, kFewCarries = 5;
    const ColumnEvidence &e = scan.evidence[c], &before = scan.evidence[c - 1];
    if (!e.whole || !before.whole || e.low < 0 || e.numbers < kFew || before.zeroLed > 0) return false;
    const auto& digits = scan.values[c];
    const auto& wholes = scan.values[c - 1];
    if (digits.empty() || digits.size() != wholes.size()) return false;
    // Two digits, always written as two: 05, 40. Months, days, minutes and seconds are written so as well.
    const std::int64_t ones = std::ranges::count_if(digits, [](double v) { return v < 10; });
    if (e.zeroLed > 0 && (!header || (e.zeroLed >= ones && e.high > 60))) return true;
    const double base = e.high < 10 ? 10 : e.high < 100 ? 100 : 1000;
    const auto [carries, others, opposite] = countCarries(scan, c);
    if (carries >= kFewCarries && carries >= others * 4) return true;
    if (base == 10 && !header && before.high >= 10) return true;
    // The last digit of a measurement takes all ten values equally often; what is counted from 0 to 9 does so seldom.
    if (base == 10 && e.low == 0 && e.high == 9 && e.numbers >= kManyDigits && !(before.low == 0 && before.high == 9)) {
        std::array<double, 10> counts{};
        for (const double v : digits)
            if (v >= 0 && v < 10) ++counts[static_cast<std::size_t>(v)];
        const double expected = static_cast<double>(e.numbers) / 10;
        double distance = 0;
        for (const double count : counts) distance += (count - expected) * (count - expected) / expected;
        constexpr double kChiSquare = 21.7;  // nine degrees of freedom, 1 %
        return distance < kChiSquare && (e.up + e.down) * 2 < e.numbers;
    }
    // 20,5 and 20,25: noughts at the end are not written, so that no number of two digits ends with one.
    if (base != 100 || e.high < 90 || e.numbers < kManyPairs ||
        std::ranges::any_of(digits, [](double v) { return v > 0 && std::fmod(v, 10) == 0; }))
        return false;
    constexpr std::size_t kManyKinds = 40;
    return std::set<double>(digits.begin(), digits.end()).size() >= kManyKinds;
}

/// In a table that is cut at commas: every second column of the values can be the decimals of the one before, and one
/// of them looks like it. One such pair tells it where a number such as 05 stands in it.
std::size_t findHalves(const CsvLayout& layout, const CsvDialect& dialect, const TableScan& scan, const TablePlan& plan,
                       const CsvRoles& roles) {
    if (dialect.delimiter != ',') return 0;
    std::vector<std::size_t> values;
    for (std::size_t c = 0; c < layout.width; ++c)
        if (plan.columns[c].kind == ColumnKind::Number && !roles.is(c, CsvRole::Time) && !roles.is(c, CsvRole::Counter))
            values.push_back(c);
    // One pair alone, whatever the others are, where it carries again and again.
    for (std::size_t i = 1; i < values.size(); ++i)
        if (const std::size_t c = values[i];
            values[i - 1] + 1 == c && carriesOften(scan, c) && !isTimePartName(layout, scan, plan, c))
            return c;
    std::size_t first = 0, pairs = 0, sure = 0, zeroLed = 0;
    for (std::size_t i = 1; i < values.size(); i += 2) {
        const std::size_t c = values[i];
        if (values[i - 1] + 1 != c) continue;
        const bool looks = looksLikeDecimals(scan, c, layout.header);
        if (looks && sure++ == 0) first = c;
        pairs += looks || canBeDecimals(scan, c) ? 1 : 0;
        zeroLed += looks && scan.evidence[c].zeroLed > 0 && !layout.header ? 1 : 0;
    }
    return sure > 0 && (pairs * 2 == values.size() || zeroLed > 0) ? first : 0;
}

/// Whole numbers that rise from row to row under a name that tells things apart: they identify the row.
bool isIdentifier(const CsvLayout& layout, const TableScan& scan, std::size_t c) {
    constexpr std::int64_t kFewest = 30;
    const ColumnEvidence& e = scan.evidence[c];
    return layout.header && e.whole && e.low >= 0 && e.numbers >= kFewest && e.rises == e.numbers - 1 &&
           namesIdentifier(layout.names[c]);
}

/// Whether numbers that rise as stamps of seconds or less since 1970 can be those of rows with these times: they then
/// run over about as long a span. True where the rows have no times.
bool mayGoWith(const std::vector<double>& values, const std::vector<std::int64_t>& times) {
    if (times.empty()) return true;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = kNoTime;
    for (std::size_t r = 0; r < std::min(values.size(), times.size()); ++r) {
        if (!std::isfinite(values[r]) || times[r] == kNoTime) continue;
        low = std::min(low, values[r]), high = std::max(high, values[r]);
        first = std::min(first, times[r]), last = std::max(last, times[r]);
    }
    double perSecond = 1;
    while (perSecond < 1e9 && low > kEpochHigh * perSecond) perSecond *= 1e3;
    const double span = (high - low) / perSecond * 1e6, ofRows = static_cast<double>(last) - static_cast<double>(first);
    constexpr double kAlike = 1.1;
    return span * kAlike >= ofRows && span <= ofRows * kAlike;
}

/// The zone that the name of a time says.
void warnOfZones(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan,
                 std::vector<ReadWarning>& warnings) {
    if (plan.time.mode != TimePlan::Mode::Text || countsFromUtc(scan, plan.time)) return;
    for (const std::size_t c : plan.time.columns)
        if (const auto minutes = csv_time::zoneOfName(layout.names[c]); minutes && *minutes != 0)
            warnings.push_back({-1,
                                {GATELAB_TEXT("Reading",
                                              "the name of column '%1' says a clock that is not UTC; the times were "
                                              "left on it, as they are written"),
                                 {layout.names[c]}}});
}

}  // namespace

void warnOfLeftTimes(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, const CsvRoles& roles,
                     const std::vector<std::int64_t>& times, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kNamed = 8;
    std::string names, time;
    std::size_t all = 0;
    warnOfZones(layout, scan, plan, warnings);
    for (const std::size_t c : plan.time.columns) time += (time.empty() ? "" : "+") + layout.names[c];
    for (std::size_t c = 0; c < layout.width; ++c) {
        if (roles.is(c, CsvRole::OtherTime) && ++all <= kNamed)
            names += (names.empty() ? "'" : ", '") + layout.names[c] + "'";
        const csv_time::Columns columns{layout, scan, plan.columns};
        if (const std::int64_t rounded = roles.is(c, CsvRole::Value) ? roundedNumbers(columns, c) : 0; rounded > 0)
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "column '%1' was read rounded: %2 of its whole numbers have more digits than a number "
                               "keeps (about 15), as identifiers have. Leave it out of the inputs where it is one"),
                  {layout.names[c], rounded}}});
        const bool mayBe = roles.is(c, CsvRole::Value) && !namesOtherThanTime(layout.names[c]);
        const StampShape shape = mayBe ? stampShapeOf(scan.values[c]) : StampShape::None;
        if (shape > StampShape::Rising || (shape == StampShape::Rising && mayGoWith(scan.values[c], times)))
            warnings.push_back({-1, sayRisesAsStamps(layout.names[c])});
        if (!roles.is(c, CsvRole::Stamp)) continue;
        const bool stamps = roles.stamps.contains(c);
        warnings.push_back(
            {-1, stamps
                     ? Phrase(GATELAB_TEXT("Reading",
                                           "column '%1' holds numbers that look like time stamps and was left out. "
                                           "Choose it as the time column, or name it as an input to keep it"),
                              {layout.names[c]})
                     : Phrase(GATELAB_TEXT("Reading",
                                           "column '%1' holds whole numbers of more digits than a number keeps (about "
                                           "15), as identifiers and stamps have, and was left out. To keep it rounded, "
                                           "name it as an input"),
                              {layout.names[c]})});
    }
    if (all > kNamed) names += ", ...";
    if (all > 0 && !time.empty())
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "further columns of times were left out: %1 (%2 in all); the time of the "
                                          "rows is that of '%3'. To use another one, choose the time column"),
                             {names, all, time}}});
    else if (all > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "columns of times were left out: %1 (%2 in all); none of them is the time of "
                                          "the rows. To use one, choose the time column"),
                             {names, all}}});
}

CsvRoles decideRoles(const CsvLayout& layout, const CsvDialect& dialect, const TableScan& scan, const TablePlan& plan,
                     const ExperimentConfig& options, const std::vector<std::int64_t>& times) {
    CsvRoles roles;
    const auto asked = [&](std::size_t c) {
        const std::string& name = layout.names[c];
        return std::ranges::find(options.inputs, name) != options.inputs.end() ||
               std::ranges::find(options.targets, name) != options.targets.end();
    };
    const bool timeKnown = plan.time.mode != TimePlan::Mode::None;
    const std::int64_t usual = usualDistance(times);
    bool others = false;
    for (std::size_t c = 0; c < layout.width; ++c) {
        const ColumnKind kind = plan.columns[c].kind;
        CsvRole role = kind == ColumnKind::Empty                        ? CsvRole::Empty
                       : kind == ColumnKind::Text                       ? CsvRole::Text
                       : kind == ColumnKind::Number                     ? CsvRole::Value
                       : plan.columns[c].duration != DurationForm::None ? CsvRole::Value
                                                                        : CsvRole::OtherTime;
        if (std::ranges::find(plan.time.columns, c) != plan.time.columns.end()) role = CsvRole::Time;
        if (role == CsvRole::Value && !countsRows(options)) {
            if (scan.evidence[c].whole && repeatsTime(scan.values[c], times)) roles.partsOfTime.insert(c);
            const csv_time::Columns columns{layout, scan, plan.columns};
            using csv_time::isOtherClock;
            const bool clock = csv_time::isClockShaped(columns, c);
            const auto doubt = asked(c) ? csv_time::StampDoubt::None : stampDoubt(columns, c, times, usual);
            const bool stamp = doubt != csv_time::StampDoubt::None;
            if (doubt == csv_time::StampDoubt::Stamps) roles.stamps.insert(c);
            const bool part = clock || isTimePart(layout, scan, plan, c);
            const bool counts = !clock && !stamp && !roles.partsOfTime.contains(c);
            const auto count = counts ? rowCount(layout, scan, plan, c) : std::nullopt;
            // Hours and weeks start over as well. Beside a time they are values that may help, as others are that rise
            // evenly from anywhere and do not say that they count.
            const bool isValue = count && timeKnown && !count->isPlain && !isCounterName(layout, c);
            if (count && !isValue && !(part && count->starts > 1)) roles.counters[c] = *count;
            if (counts && timeKnown && !roles.counters.contains(c) && isIdentifier(layout, scan, c))
                roles.counters[c].isIdentifier = true;
            if (stamp)
                role = CsvRole::Stamp;
            else if (!asked(c) && timeKnown && isOtherClock(columns, c, times))
                role = CsvRole::OtherTime;
            else if (!asked(c))
                role = roles.counters.contains(c) ? CsvRole::Counter : part && !timeKnown ? CsvRole::TimePart : role;
        }
        others = others || role == CsvRole::Value;
        roles.of.push_back(role);
    }
    if (!others)
        for (CsvRole& role : roles.of)
            if (role == CsvRole::Counter || role == CsvRole::TimePart || role == CsvRole::Stamp) role = CsvRole::Value;
    for (const ColumnPlan& column : plan.columns)
        if (column.signs) roles.of[*column.signs] = CsvRole::Sign;
    roles.halves = findHalves(layout, dialect, scan, plan, roles);
    return roles;
}

}  // namespace gatelab
