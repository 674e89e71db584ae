// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/choice.h"
#include "data/csv/time/order.h"
#include "data/csv/time/row_times.h"
#include "data/csv/time/word_parts.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace gatelab::csv_time {
namespace {

/// The first column of such a name and such numbers; else one of words that name such parts.
std::optional<std::size_t> findPart(const Columns& columns, TimePart part, const TimePlan& plan) {
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (isNamed(columns, c, part) && !isUsed(plan, c) && holds(columns, c, part)) return c;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns.is(c, ColumnKind::Text) && !isUsed(plan, c) && partOfWords(columns.scan, c) == part) return c;
    return std::nullopt;
}

/// Finer parts, as far as they go without a gap. True: the first one is there.
bool addParts(const Columns& columns, TimePlan& plan, std::initializer_list<TimePart> parts) {
    bool any = false;
    for (const TimePart part : parts) {
        const auto c = findPart(columns, part, plan);
        if (!c) break;
        addPart(columns, plan, part, *c);
        any = true;
    }
    return any;
}

/// Fewer than half of the rows have one of their own.
bool isSparse(const Columns& columns, std::size_t c) {
    const ColumnEvidence& e = columns.evidence[c];
    const std::int64_t own = e.numbers + e.dates;
    return own > 0 && own * 2 < columns.scan.rows && own + e.empty == columns.scan.rows;
}

/// A year that stands only in the first row of its months, and months likewise above their days: the plan with it in
/// the rows below, where every row has a time then and they go on evenly.
void fillParts(const Columns& columns, TimePlan& plan) {
    constexpr double kEven = 0.8;
    if (plan.parts.size() < 2 || !isSparse(columns, plan.parts.front().column)) return;
    TimePlan filled = plan;
    filled.fillsDown = true;
    const TimeOrder order = orderOf(readTimes(columns.scan, filled));
    if (order.rows == columns.scan.rows && order.isOrdered() && order.even >= kEven) plan = std::move(filled);
}

/// Hours, or clock times such as 930, below days that repeat: by name where nearly every row is then later than the one
/// before.
void addNamedClock(const Columns& columns, TimePlan& plan) {
    const TimeOrder before = orderOf(readTimes(columns.scan, plan));
    if (!before.repeatsOften()) return;
    constexpr double kEven = 0.8;
    for (const TimePart part :
         {TimePart::Hour, TimePart::Clock, TimePart::LongClock, TimePart::PointClock, TimePart::Period}) {
        TimePlan finer = plan;
        const auto c = findPart(columns, part, finer);
        if (!c) continue;
        addPart(columns, finer, part, *c);
        if (part == TimePart::Hour) addParts(columns, finer, {TimePart::Minute, TimePart::Second});
        // Several series one below the other fall at each border; several in turn are of one hour.
        const TimeOrder order = orderOf(readTimes(columns.scan, finer));
        const bool inTurn = order.isOneWay() && order.repeats < before.repeats;
        if (std::min(order.falls, order.rises) * 4 > order.rows || (order.repeatsOften() && !inTurn)) continue;
        // Parts of an hour behind the point, 9.5, would be read as minutes.
        if (part == TimePart::PointClock && order.even < kEven) continue;
        plan = std::move(finer);
        return;
    }
}

/// Looks for parts in columns whose names say nothing, by what the joined times do: they stand still no more, never go
/// back, and go on evenly where the coarser part changes.
class ShapeSearch {
public:
    explicit ShapeSearch(const Columns& columns) : columns_(columns) {}

    /// Tries the columns from `at` on as what stands below `last`.
    void below(const TimePlan& plan, TimePart last, std::size_t at) {
        coarse_.push_back(readTimes(columns_.scan, plan));
        for (const TimePart part : partsBelow(last)) {
            // Weeks, quarters and periods are found by name alone.
            if (part == TimePart::Week || part == TimePart::Quarter || part == TimePart::Period) continue;
            // The day of the year may stand between the year and the month.
            const std::size_t c = part == TimePart::Month && isDayOfYear(plan, at) ? at + 1 : at;
            const bool isWord = c < columns_.size() && columns_.is(c, ColumnKind::Text) && part == TimePart::Month &&
                                partOfWords(columns_.scan, c) == part;
            if (c >= columns_.size() || isUsed(plan, c) || (!isWord && (!holds(columns_, c, part) || !mayBe(c, part))))
                continue;
            TimePlan finer = plan;
            addPart(columns_, finer, part, c);
            if (consider(finer)) below(finer, part, c + 1);
        }
        coarse_.pop_back();
    }
    [[nodiscard]] const std::optional<TimePlan>& best() const { return best_; }

private:
    /// Whether the column says the same day as the month and the day behind it.
    [[nodiscard]] bool isDayOfYear(const TimePlan& year, std::size_t c) const {
        if (c + 2 >= columns_.size() || !holds(columns_, c, TimePart::YearDay) ||
            !holds(columns_, c + 1, TimePart::Month) || !holds(columns_, c + 2, TimePart::Day))
            return false;
        TimePlan counted = year, written = year;
        addPart(columns_, counted, TimePart::YearDay, c);
        addPart(columns_, written, TimePart::Month, c + 1);
        addPart(columns_, written, TimePart::Day, c + 2);
        const std::vector<std::int64_t> a = readTimes(columns_.scan, counted), b = readTimes(columns_.scan, written);
        std::int64_t equal = 0;
        for (std::size_t r = 0; r < a.size(); ++r) equal += a[r] == b[r] ? 1 : 0;
        return equal * 20 >= columns_.scan.rows * 19;
    }

    /// A name of its own that is none of a clock speaks against hours: shops and channels are counted as well.
    [[nodiscard]] bool mayBe(std::size_t c, TimePart part) const {
        const bool clock = part == TimePart::Clock || part == TimePart::LongClock;
        if (!columns_.layout.header || !(clock || part == TimePart::Hour) || (clock && isClockShaped(columns_, c)))
            return true;
        static constexpr std::string_view kHints[] = {"h",     "hr",   "hour", "time", "uhr", "std",  "stunde",
                                                      "heure", "hora", "ora",  "mst",  "est", "pst",  "cst",
                                                      "utc",   "gmt",  "lst",  "cet",  "end", "local"};
        // OPR_HR
        static const std::set<std::string> kLastWords = {"hr", "he", "hh", "h"};
        const std::string& raw = columns_.layout.names[c];
        const std::size_t cut = raw.find_last_of("_ -.");
        if (cut != std::string::npos && kLastWords.contains(plainName(raw.substr(cut)))) return true;
        const std::string name = columns_.name(c);
        return columns_.layout.names[c] == "c" + std::to_string(c + 1) ||
               std::ranges::any_of(kHints, [&](std::string_view hint) {
                   return hint.size() < 3 ? name.starts_with(hint) : name.find(hint) != std::string::npos;
               });
    }

    /// Keeps the plan where it is the best so far. False: no finer part can make it right.
    bool consider(const TimePlan& plan) {
        constexpr double kEven = 0.8;
        const std::vector<std::int64_t> times = readTimes(columns_.scan, plan);
        const TimeOrder order = orderOf(times);
        if (order.rows * 20 < columns_.scan.rows * 19 || !order.isOneWay()) return false;
        if (!order.isOrdered()) return true;
        if (order.even < kEven || order.even <= bestEven_) return false;
        const bool proved =
            std::ranges::any_of(coarse_.back(), [&](std::int64_t time) { return time != coarse_.back().front(); });
        if (!proved && plan.parts.size() < 3 && !isClockShaped(columns_, plan.columns.back())) return false;
        const bool even = std::ranges::all_of(coarse_, [&](const std::vector<std::int64_t>& coarse) {
            return evenAtBorders(coarse, times, order.usual) >= kEven;
        });
        if (even) best_ = plan, bestEven_ = order.even;
        return false;
    }

    const Columns& columns_;
    std::vector<std::vector<std::int64_t>> coarse_;  ///< times of the plans above the one that is tried
    std::optional<TimePlan> best_;
    double bestEven_ = 0;
};

/// Whole numbers from 1700 to 2100 that hardly ever change: years, in a table without names.
bool isYearShaped(const Columns& columns, std::size_t c) {
    constexpr double kFirst = 1700, kLast = 2100;
    const ColumnEvidence& e = columns.evidence[c];
    return columns.is(c, ColumnKind::Number) && e.whole && e.low >= kFirst && e.high <= kLast &&
           e.changes() * 4 <= e.numbers && holds(columns, c, TimePart::Year);
}

}  // namespace

std::optional<TimePlan> findByShape(const Columns& columns) {
    constexpr std::int64_t kFewest = 12;
    if (columns.scan.rows < kFewest) return std::nullopt;
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (const TimePart part : {TimePart::Year, TimePart::Date}) {
            if (part == TimePart::Year ? !isYearShaped(columns, c)
                                       : columns.evidence[c].low < 19'000'101 || !holds(columns, c, part))
                continue;
            TimePlan plan;
            plan.mode = TimePlan::Mode::Parts;
            addPart(columns, plan, part, c);
            ShapeSearch search(columns);
            search.below(plan, part, c + 1);
            if (!search.best()) continue;
            // Two parts may be anything below names of their own, but for the names of months.
            const bool hasWords = std::ranges::any_of(
                search.best()->parts, [&](const auto& used) { return columns.is(used.column, ColumnKind::Text); });
            if (columns.layout.header && search.best()->parts.size() < 3 && !hasWords) continue;
            plan = *search.best();
            plan.certain = false;
            std::string names;
            for (const std::size_t used : plan.columns)
                names += (names.empty() ? "" : "+") + columns.layout.names[used];
            plan.why = {GATELAB_TEXT("Reading",
                                     "columns '%1' have no names of a time; they were joined because their numbers "
                                     "make times that follow one another evenly. Choose time column 'none' if they "
                                     "are values"),
                        {names}};
            return plan;
        }
    return std::nullopt;
}

namespace {

/// Month, day and perhaps hours without a year, as those of a typical year: counted from 2001, from 2000 where there is
/// a 29 February. Nothing where they do not go on from row to row.
std::optional<TimePlan> findYearless(const Columns& columns) {
    constexpr int kYear = 2001, kLeapYear = 2000;
    constexpr std::int64_t kFewest = 24;
    TimePlan plan;
    plan.mode = TimePlan::Mode::Parts;
    plan.assumedYear = kYear;
    if (!columns.layout.header || columns.scan.rows < kFewest ||
        !addParts(columns, plan, {TimePart::Month, TimePart::Day}) || plan.parts.size() < 2 ||
        !columns.is(plan.parts[0].column, ColumnKind::Number))
        return std::nullopt;
    const std::vector<double>&months = columns.scan.values[plan.parts[0].column],
          &days = columns.scan.values[plan.parts[1].column];
    for (std::size_t r = 0; r < std::min(months.size(), days.size()); ++r)
        if (months[r] == 2 && days[r] == 29) plan.assumedYear = kLeapYear;
    addParts(columns, plan, {TimePart::Hour, TimePart::Minute, TimePart::Second});
    refine(columns, plan);
    const TimeOrder order = orderOf(readTimes(columns.scan, plan));
    if (order.rows * 20 < columns.scan.rows * 19 || !order.isOneWay() || order.falls > order.rises) return std::nullopt;
    plan.certain = false;
    plan.why = {GATELAB_TEXT("Reading",
                             "month and day stand without a year: they were counted from %1 on, and a new year begins "
                             "where the months start over. Where weekdays or the true year matter, add the year to the "
                             "file"),
                {plan.assumedYear}};
    return plan;
}

}  // namespace

std::optional<TimePlan> findCalendar(const Columns& columns) {
    TimePlan plan;
    plan.mode = TimePlan::Mode::Parts;
    const auto year = findPart(columns, TimePart::Year, plan);
    if (!year) return findYearless(columns);
    addPart(columns, plan, TimePart::Year, *year);
    const bool found =
        addParts(columns, plan, {TimePart::Month, TimePart::Day, TimePart::Hour, TimePart::Minute, TimePart::Second}) ||
        addParts(columns, plan, {TimePart::YearDay}) || addParts(columns, plan, {TimePart::Quarter}) ||
        addParts(columns, plan, {TimePart::Week, TimePart::Weekday});
    fillParts(columns, plan);
    refine(columns, plan);
    return found || plan.parts.size() > 1 ? std::optional(plan) : std::nullopt;
}

namespace {

/// A date that stands only in the first row of its hours: the plan with hours below it, where every row has a time
/// then.
bool refineFilled(const Columns& columns, TimePlan& plan) {
    constexpr double kEven = 0.8;
    if (plan.fillsDown || plan.mode != TimePlan::Mode::Text || plan.columns.size() != 1 ||
        !isSparse(columns, plan.columns.front()))
        return false;
    TimePlan filled = plan;
    filled.fillsDown = true;
    refine(columns, filled);
    const TimeOrder order = orderOf(readTimes(columns.scan, filled));
    if (filled.parts.empty() || order.rows != columns.scan.rows || !order.isOrdered() || order.even < kEven)
        return false;
    plan = std::move(filled);
    return true;
}

}  // namespace

void refine(const Columns& columns, TimePlan& plan) {
    auto last = finestOf(columns, plan);
    if (!last || refineFilled(columns, plan)) return;
    if (*last == TimePart::Day || *last == TimePart::YearDay || *last == TimePart::Date) {
        addNamedClock(columns, plan);
        last = finestOf(columns, plan);
    }
    std::vector<std::int64_t> made;
    if (!last || !orderOf(timesOf(columns.scan, plan, made)).repeatsOften()) return;
    ShapeSearch search(columns);
    search.below(plan, *last, plan.columns.back() + 1);
    for (std::size_t at = 0; at < columns.size() && !search.best(); ++at)
        if (at != plan.columns.back() + 1) search.below(plan, *last, at);
    if (search.best()) plan = *search.best();
}

std::optional<std::size_t> leftPart(const Columns& columns, const TimePlan& plan) {
    std::vector<std::int64_t> made;
    const std::vector<std::int64_t>& times = timesOf(columns.scan, plan, made);
    if (!orderOf(times).repeatsOften()) return std::nullopt;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (isUsed(plan, c) || std::ranges::none_of(partRules(), [&](const PartRule& rule) {
                return isNamed(columns, c, rule.part) && holds(columns, c, rule.part);
            }))
            continue;
        std::int64_t still = 0, counts = 0;
        for (std::size_t r = 1; r < times.size(); ++r)
            if (times[r] == times[r - 1]) ++still, counts += columns.scan.values[c][r] > columns.scan.values[c][r - 1];
        if (counts * 10 >= still * 9) return c;
    }
    return std::nullopt;
}

bool isClockShaped(const Columns& columns, std::size_t c) {
    constexpr double kHour = 100, kMinutes = 60;
    constexpr std::int64_t kFewest = 12;
    if (columns.evidence[c].numbers < kFewest || columns.evidence[c].high < kHour ||
        !holds(columns, c, TimePart::LongClock))
        return false;
    // Over a full hour the step in minutes is that of the row before: 58, 59, 100 or 30, 45, 100.
    std::int64_t hours = 0, others = 0;
    double last = std::nan(""), lastStep = last;
    for (const double value : columns.scan.values[c]) {
        const double step = (std::floor(value / kHour) - std::floor(last / kHour)) * kMinutes +
                            std::fmod(value, kHour) - std::fmod(last, kHour);
        const bool over = value > last && std::fmod(value, kHour) < std::fmod(last, kHour);
        if (over) (step == lastStep ? hours : others) += 1;
        last = value, lastStep = step;
    }
    return hours > 0 && hours >= others * 9;
}

}  // namespace gatelab::csv_time
