// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/choice.h"
#include "data/csv/time/order.h"
#include "data/csv/time/row_times.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab::csv_time {
namespace {

using Mode = TimePlan::Mode;

constexpr double kDayMicros = 86'400e6;
/// More whole numbers than a double keeps exactly: 2^53.
constexpr double kMaxExact = 9'007'199'254'740'992;

/// Values of a unit that make times from 1990 to 2100 count from 1970.
struct Unit {
    double perSecond;
    const char* name;
    [[nodiscard]] bool fits(double value) const {
        return value >= kEpochLow * perSecond && value <= kEpochHigh * perSecond;
    }
};
constexpr Unit kUnits[] = {{1, "seconds since 1970"},
                           {1e3, "milliseconds since 1970"},
                           {1e6, "microseconds since 1970"},
                           {1e9, "nanoseconds since 1970"}};

std::int64_t countFitting(const Columns& columns, std::size_t c, auto fits) {
    return std::ranges::count_if(columns.scan.values[c], fits);
}

TimePlan countedPlan(std::size_t c, const char* shown, double microsPerUnit, double originMicros = 0) {
    TimePlan plan;
    plan.mode = Mode::Epoch;
    plan.columns = {c};
    plan.shown = shown;
    plan.microsPerUnit = microsPerUnit;
    plan.originMicros = originMicros;
    return plan;
}

Phrase doubtful(const Columns& columns, const TimePlan& plan) {
    return {GATELAB_TEXT("Reading",
                         "the numbers of column '%1' were read as time stamps: %2. Choose time column 'none' if they "
                         "are values"),
            {columns.layout.names[plan.columns.front()], plan.shown}};
}

/// Time that is counted in one unit, told by the size: since 1970, since 1904 (LabVIEW, old Macintosh) where that alone
/// is not far in the future, or in ticks of 100 ns since year 1 (.NET), which as nanoseconds would all lie in 1990, or
/// since 1601 (Windows).
std::optional<TimePlan> asCounted(const Columns& columns, std::size_t c) {
    constexpr double kFarFuture = 2'840'140'800;  // 2060
    constexpr double k1904 = -2'082'844'800e6, kYear1 = -62'135'596'800e6;
    constexpr double kFirstTicks = 6.27e17, kLastTicks = 6.63e17;  // 1987 to 2101; 1989.9 to 1991 in nanoseconds
    constexpr double k1601 = -11'644'473'600e6, kFirstFileTime = 1.227e17, kLastFileTime = 1.575e17;  // 1990 to 2100
    const ColumnEvidence& e = columns.evidence[c];
    if (e.high < kEpochLow) return std::nullopt;
    const auto most = [&](auto fits) { return isMost(countFitting(columns, c, fits), e.numbers); };
    if (most([](double value) { return value >= kFirstTicks && value <= kLastTicks; })) {
        TimePlan plan = countedPlan(c, "ticks of 100 ns since year 1", 0.1, kYear1);
        plan.roundMicros = 100;  // a double keeps 128 ticks apart
        plan.why = doubtful(columns, plan);
        return plan;
    }
    if (most([](double value) { return value >= kFirstFileTime && value <= kLastFileTime; })) {
        TimePlan plan = countedPlan(c, "ticks of 100 ns since 1601 (Windows)", 0.1, k1601);
        plan.roundMicros = 100;
        plan.why = doubtful(columns, plan);
        return plan;
    }
    if (most([](double value) { return value >= kFarFuture && value <= kEpochHigh - k1904 / 1e6; })) {
        TimePlan plan = countedPlan(c, "seconds since 1904", 1e6, k1904);
        plan.why = doubtful(columns, plan);
        return plan;
    }
    for (const Unit& unit : kUnits)
        if (most([&](double value) { return unit.fits(value); }))
            return countedPlan(c, unit.name, 1e6 / unit.perSecond);
    if (!most([](double value) { return std::ranges::any_of(kUnits, [=](auto& unit) { return unit.fits(value); }); }))
        return std::nullopt;
    TimePlan plan = countedPlan(c, "since 1970, each in the unit that its size tells", 0);
    plan.why = {GATELAB_TEXT("Reading",
                             "the stamps of column '%1' change their unit inside the file (seconds, milliseconds, "
                             "microseconds or nanoseconds since 1970); each was read by its size"),
                {columns.layout.names[c]}};
    return plan;
}

/// 15 to 20 digits, year to a fraction of a second: read as text, for a double does not keep them.
std::optional<TimePlan> asLongStamps(const Columns& columns, std::size_t c) {
    constexpr double kFirst = 1e14, kLast = 1e20, kSecondsDigits = 13;
    const ColumnEvidence& e = columns.evidence[c];
    if (!(e.low >= kFirst && e.high < kLast) || std::floor(std::log10(e.low)) != std::floor(std::log10(e.high)))
        return std::nullopt;
    const double fraction = std::pow(10, std::floor(std::log10(e.high)) - kSecondsDigits);
    const std::int64_t fits =
        countFitting(columns, c, [&](double value) { return stampMicros(std::floor(value / fraction)) != kNoTime; });
    if (fits * 20 < e.numbers * 19) return std::nullopt;
    TimePlan plan;
    plan.mode = Mode::Text;
    plan.columns = {c};
    plan.format = plan.shown = "%Y%m%d%H%M%S%f";
    return plan;
}

/// Two digits for the year: 2405311430, 240531143000.
std::optional<TimePlan> asShortStamps(const Columns& columns, std::size_t c) {
    constexpr std::int64_t kFewest = 5;
    const ColumnEvidence& e = columns.evidence[c];
    if (!(e.low >= 1e8 && e.high < 1e12) || e.numbers < kFewest || !holds(columns, c, TimePart::ShortStamp))
        return std::nullopt;
    TimePlan plan;
    plan.mode = Mode::Parts;
    plan.columns = {c};
    plan.parts = {{TimePart::ShortStamp, c}};
    plan.shown = e.high >= 1e10 ? "%y%m%d%H%M%S" : "%y%m%d%H%M";
    plan.why = doubtful(columns, plan);
    return plan;
}

/// Rounded to what their digits tell: 2460310.0417 is an hour, not 3,603 seconds.
double roundingOf(const std::vector<double>& values) {
    constexpr std::size_t kFirst = 200;
    int decimals = 0;
    const auto isWhole = [&](double value) {
        const double scaled = value * std::pow(10, decimals);
        return !std::isfinite(value) ||
               std::abs(scaled - std::round(scaled)) <= std::max(1e-6, std::abs(scaled) * 1e-15);
    };
    for (std::size_t r = 0; r < std::min(values.size(), kFirst); ++r)
        while (decimals < 8 && !isWhole(values[r])) ++decimals;
    switch (decimals) {
        case 4:
            return 60e6;
        case 5:
            return 1e6;
        case 6:
            return 1e5;
        case 7:
            return 1e4;
        default:
            return 1e3;
    }
}

/// Days since year 0 (MATLAB), since -4712 (Julian day numbers) or since 1858 (modified ones).
std::optional<TimePlan> asDays(const Columns& columns, std::size_t c, bool named) {
    const ColumnEvidence& e = columns.evidence[c];
    const std::string name = columns.name(c);
    for (const DayCount& count : {kMatlab, kJulian, kModifiedJulian}) {
        if (!(e.low >= count.first && e.high <= count.last)) continue;
        if (count.first == kModifiedJulian.first && name.find("mjd") == std::string::npos) continue;
        TimePlan plan = dayCountPlan(c, count);
        plan.roundMicros = roundingOf(columns.scan.values[c]);
        plan.why = doubtful(columns, plan);
        const TimeOrder order = orderOf(readTimes(columns.scan, plan));
        constexpr double kEven = 0.8;
        // Numbers that go by one below a name are those of rows, and by 5 they count something else.
        if (!named && columns.layout.header && stampShapeOf(columns.scan.values[c]) != StampShape::Sure) continue;
        // Series in turn have each day several times.
        const bool areInTurn = named && order.isOneWay() && order.usual > 0;
        if (areInTurn || (order.isOrdered() && (named || order.even >= kEven))) return plan;
    }
    return std::nullopt;
}

/// Of a name that says nothing: what can hardly be anything else.
std::optional<TimePlan> surely(const Columns& columns, std::size_t c) {
    const ColumnEvidence& e = columns.evidence[c];
    constexpr double kMilliseconds = kEpochLow * 1e3;
    if (!columns.is(c, ColumnKind::Number) || !e.whole || e.numbers < 3 || e.low < kEpochLow ||
        namesOtherThanTime(columns.layout.names[c]))
        return std::nullopt;
    // Seconds from a whole minute on, each as far from the last: identifiers of ten digits are not.
    if (e.low < kMilliseconds) {
        auto plan = asCounted(columns, c);
        return plan && plan->microsPerUnit == 1e6 && stampShapeOf(columns.scan.values[c]) == StampShape::Sure
                   ? plan
                   : std::nullopt;
    }
    if (auto plan = asLongStamps(columns, c)) return plan;
    if (e.low >= 1e13 && holds(columns, c, TimePart::Stamp)) {
        TimePlan plan;
        plan.mode = Mode::Parts;
        plan.columns = {c};
        plan.parts = {{TimePart::Stamp, c}};
        plan.shown = "%Y%m%d%H%M%S";
        return plan;
    }
    auto plan = asCounted(columns, c);
    if (!plan) return std::nullopt;
    // Identifiers that count up by some units are no nanoseconds.
    const TimeOrder order = orderOf(readTimes(columns.scan, *plan));
    return order.isOneWay() && order.repeats * 2 < order.rows && order.usual > 1 ? plan : std::nullopt;
}

/// Seconds since 1970 of a name that says nothing: in even steps of a clock, or uneven ones, as events have, of the
/// years that most files are of. Smaller units have so many digits that hardly anything else is written so.
bool hasClockSteps(const Columns& columns, const TimePlan& plan) {
    constexpr double kFirst = 946'684'800, kLast = 2'208'988'800, kEven = 0.8;  // 2000 and 2040
    const std::size_t c = plan.columns.front();
    if (plan.microsPerUnit != 1e6 || !columns.layout.header) return true;
    if (stampShapeOf(columns.scan.values[c]) >= StampShape::Possible) return true;
    return columns.evidence[c].low >= kFirst && columns.evidence[c].high <= kLast &&
           orderOf(readTimes(columns.scan, plan)).even < kEven;
}

bool isNumberOneWay(const ColumnEvidence& e) {
    return std::min(e.rises, e.falls) * 20 <= std::max<std::int64_t>(e.numbers, 20) && e.changes() * 2 > e.numbers;
}

}  // namespace

TimePlan dayCountPlan(std::size_t c, const DayCount& count) {
    TimePlan plan;
    plan.mode = Mode::Serial;
    plan.columns = {c};
    plan.certain = false;
    plan.shown = count.shown;
    plan.microsPerUnit = kDayMicros;
    plan.originMicros = -count.unixEpoch * kDayMicros;
    // A second is 1.2e-5 of a day, so the last digits are noise.
    plan.roundMicros = 1e3;
    return plan;
}

std::optional<TimePlan> asStamps(const Columns& columns, std::size_t c, bool asked) {
    static const std::set<std::string> kNames = {"datenum",    "matlabtime", "serialdate", "jd",  "julian",
                                                 "juliandate", "jdn",        "mjd",        "bjd", "ticks",
                                                 "moment",     "stamp",      "yymmddhhmm"};
    const ColumnEvidence& e = columns.evidence[c];
    const bool named = asked || isTimeName(columns.layout.names[c]) || kNames.contains(columns.name(c));
    const bool isLike = named || endsLikeTime(columns.layout.names[c]);
    if (!isLike && (c > 0 || !mayBeFirst(columns, c))) return std::nullopt;
    if (auto plan = asLongStamps(columns, c); plan && (named || isNumberOneWay(e))) return plan;
    auto counted = asCounted(columns, c), written = asShortStamps(columns, c);
    if (counted && written) {
        const TimeOrder a = orderOf(readTimes(columns.scan, *counted)), b = orderOf(readTimes(columns.scan, *written));
        if (a.even >= b.even) written = std::nullopt;
    }
    if (written && (named || orderOf(readTimes(columns.scan, *written)).isOrdered())) {
        written->certain = false;
        return written;
    }
    if (counted && (isLike || ((e.mostlyRises() || orderOf(readTimes(columns.scan, *counted)).isRising()) &&
                               hasClockSteps(columns, *counted)))) {
        counted->certain = isLike && counted->why.empty();
        if (!isLike && counted->why.empty()) counted->why = doubtful(columns, *counted);
        return counted;
    }
    if (c > 0 && !named) return std::nullopt;
    return asDays(columns, c, named);
}

std::optional<TimePlan> findStamps(const Columns& columns) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        auto plan = surely(columns, c);
        if (!plan || !isNumberOneWay(columns.evidence[c])) continue;
        plan->certain = false;
        if (plan->why.empty()) plan->why = doubtful(columns, *plan);
        return plan;
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!columns.is(c, ColumnKind::Number) || namesOtherThanTime(columns.layout.names[c]) ||
            stampShapeOf(columns.scan.values[c]) != StampShape::Sure)
            continue;
        auto plan = asNumber(columns, c, true);
        if (!plan) continue;
        plan->certain = false;
        plan->why = doubtful(columns, *plan);
        return plan;
    }
    return std::nullopt;
}

std::int64_t roundedNumbers(const Columns& columns, std::size_t c) {
    const ColumnEvidence& e = columns.evidence[c];
    if (!columns.is(c, ColumnKind::Number) || e.masks.plain() == 0 || std::max(e.high, -e.low) < kMaxExact) return 0;
    return countFitting(columns, c, [](double value) { return std::isfinite(value) && std::abs(value) >= kMaxExact; });
}

StampDoubt stampDoubt(const Columns& columns, std::size_t c, const std::vector<std::int64_t>& times,
                      std::int64_t usual) {
    const ColumnEvidence& e = columns.evidence[c];
    if (!columns.is(c, ColumnKind::Number) || e.numbers < 3) return StampDoubt::None;
    const std::string& name = columns.layout.names[c];
    const bool isOther = namesOtherThanTime(name), isCalledTime = isTimeName(name) || endsLikeTime(name);
    const std::vector<double>& values = columns.scan.values[c];
    if (!times.empty() && repeatsTimes(values, times, usual)) return StampDoubt::Stamps;
    if (isCalledTime && asCounted(columns, c)) return StampDoubt::Stamps;
    // TIMESTAMP_END: 202401010030
    if (isCalledTime && e.low >= ruleOf(TimePart::Stamp).low && holds(columns, c, TimePart::Stamp))
        return StampDoubt::Stamps;
    if (times.empty() && !isOther && stampShapeOf(values) == StampShape::Sure) return StampDoubt::Stamps;
    if (!e.whole) return StampDoubt::None;
    if (times.empty() && isNumberOneWay(e) && surely(columns, c)) return StampDoubt::Stamps;
    if (constexpr std::int64_t kPerMany = 20; roundedNumbers(columns, c) * kPerMany >= e.numbers)
        return StampDoubt::TooManyDigits;
    const bool areDates = e.compactDates == e.numbers && e.low >= ruleOf(TimePart::Date).low;
    return areDates && !isOther ? StampDoubt::Stamps : StampDoubt::None;
}

}  // namespace gatelab::csv_time
