// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/shape.h"

#include "config/many_series.h"
#include "data/csv/shapes/table_cells.h"
#include "data/time_scanner.h"
#include "data/time_step.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kDayMicros = INT64_C(86'400'000'000);

/// Which series each row belongs to, by a column of few words or whole numbers; empty: the column has too many.
std::vector<std::int64_t> groupsOf(const TableShape& s, std::size_t c) {
    constexpr std::size_t kMaxGroups = 20'000;
    std::vector<std::int64_t> groups;
    if (s.plan.columns[c].kind == ColumnKind::Text) {
        const auto& words = s.scan.wordOf[c];
        groups.assign(words.begin(), words.end());
        if (std::ranges::find(groups, std::int64_t{kNoWord}) != groups.end()) groups.clear();
    } else {
        for (const double value : s.scan.values[c]) {
            if (!(std::abs(value) < 1e15)) return {};
            groups.push_back(static_cast<std::int64_t>(value));
        }
    }
    if (groups.size() != static_cast<std::size_t>(s.scan.rows)) return {};
    std::set<std::int64_t> kinds;
    for (const std::int64_t group : groups)
        if (kinds.insert(group); kinds.size() > kMaxGroups || kinds.size() * 3 > groups.size()) return {};
    if (kinds.size() < 2) return {};
    return groups;
}

/// How the times go on from row to row, whatever their direction: those of a table that runs from new to old are turned
/// about.
struct Forward {
    std::int64_t rises = 0, falls = 0, repeats = 0;
    bool isTurned = false;
};
Forward forwardOf(const std::vector<std::int64_t>& times) {
    Forward way;
    for (std::size_t r = 1; r < times.size(); ++r)
        way.rises += times[r] > times[r - 1] ? 1 : 0, way.falls += times[r] < times[r - 1] ? 1 : 0;
    way.repeats = std::max<std::int64_t>(0, std::ssize(times) - 1) - way.rises - way.falls;
    way.isTurned = way.falls > way.rises;
    if (way.isTurned) std::swap(way.rises, way.falls);
    return way;
}

/// Whether the times start over: each part between two falls runs over the times of the one before, at least half of
/// the shorter one. A clock that is set back by an hour does not.
bool startsOver(const std::vector<std::int64_t>& times) {
    std::vector<std::size_t> starts{0};
    for (std::size_t r = 1; r < times.size(); ++r)
        if (times[r] < times[r - 1]) starts.push_back(r);
    starts.push_back(times.size());
    for (std::size_t i = 1; i + 1 < starts.size(); ++i) {
        const std::int64_t end = times[starts[i] - 1], begin = times[starts[i]];
        const std::int64_t shorter = std::min(end - times[starts[i - 1]], times[starts[i + 1] - 1] - begin);
        if ((end - begin) * 2 < shorter) return false;
    }
    return starts.size() > 2;
}

/// Most rows stand in series of several rows.
bool areSeries(const std::vector<std::int64_t>& groups) {
    constexpr std::size_t kFew = 3;
    std::map<std::int64_t, std::size_t> counts;
    for (const std::int64_t group : groups) ++counts[group];
    std::size_t within = 0, several = 0;
    for (const auto& [group, rows] : counts)
        if (rows >= kFew) within += rows, ++several;
    return several >= 2 && several * 2 >= counts.size() && within * 10 >= groups.size() * 9;
}

/// The times do not go on from row to row, but they do within each group; where they do not run back either, none comes
/// twice in a group, and it has most of the times of the table from its first to its last: bookings of a few kinds do
/// not. `anyOrder`: whether rows of a group may then stand in any order.
bool tellsSeriesApart(const std::vector<std::int64_t>& groups, const std::vector<std::int64_t>& times, bool anyOrder) {
    if (!areSeries(groups)) return false;
    std::map<std::int64_t, std::int64_t> last;
    std::int64_t backAll = 0, backWithin = 0, falls = 0;
    for (std::size_t r = 0; r < times.size(); ++r) {
        falls += r > 0 && times[r] < times[r - 1] ? 1 : 0;
        backAll += r > 0 && times[r] <= times[r - 1] ? 1 : 0;
        const auto [before, isNew] = last.try_emplace(groups[r], times[r]);
        backWithin += !isNew && times[r] <= before->second ? 1 : 0;
        before->second = times[r];
    }
    // A doubled hour or a late row tells nothing.
    if (backAll * 10 < static_cast<std::int64_t>(times.size())) return false;
    const bool goesOn = backWithin * 20 <= backAll;
    if (goesOn && falls * 10 >= std::ssize(times)) return true;
    if (!goesOn && !anyOrder) return false;
    std::vector<std::int64_t> all = times;
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if ((times.size() - all.size()) * 10 < times.size()) return false;
    std::vector<std::pair<std::int64_t, std::int64_t>> places;
    for (std::size_t r = 0; r < times.size(); ++r)
        places.emplace_back(groups[r], std::ranges::lower_bound(all, times[r]) - all.begin());
    std::ranges::sort(places);
    std::int64_t twice = 0, there = 1, spanned = 1;
    for (std::size_t i = 1; i < places.size(); ++i) {
        const bool isSame = places[i].first == places[i - 1].first;
        const std::int64_t step = isSame ? places[i].second - places[i - 1].second : 1;
        twice += step == 0 ? 1 : 0, there += step == 0 ? 0 : 1, spanned += step;
    }
    return twice * 20 <= backAll && there * 10 >= spanned * 6;
}

/// Each group is a block, and the times start over from block to block, but for few blocks of one row or so, and
/// nowhere else.
bool standBelow(const std::vector<std::int64_t>& groups, const std::vector<std::int64_t>& times) {
    std::size_t changes = 0, goesOn = 0;
    for (std::size_t r = 1; r < times.size(); ++r) {
        const bool isNext = groups[r] != groups[r - 1], isBack = times[r] < times[r - 1];
        if (isBack && !isNext) return false;
        changes += isNext ? 1 : 0, goesOn += isNext && !isBack ? 1 : 0;
    }
    return goesOn * 3 <= changes && changes + 1 == std::set<std::int64_t>(groups.begin(), groups.end()).size() &&
           areSeries(groups);
}

/// Equal ones stand one below the other.
bool areBlocks(const std::vector<std::int64_t>& groups) {
    std::set<std::int64_t> ended;
    for (std::size_t r = 1; r < groups.size(); ++r)
        if (groups[r] != groups[r - 1] && (!ended.insert(groups[r - 1]).second || ended.contains(groups[r])))
            return false;
    return true;
}

Phrase sayLong(const std::string& name, std::size_t count) {
    return {GATELAB_TEXT(
                "Reading",
                "this is a long table: column '%1' tells several series apart (%2 of them or more) whose rows stand "
                "one below the other, and they were read as one. Choose 'series below each other' as the shape"),
            {name, count}};
}

/// Series with times of their own, none of which comes twice, or one below the other without times: the name of a
/// column alone tells.
bool warnOfNamedSeries(const TableShape& s, std::vector<ReadWarning>& warnings, std::size_t& series) {
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const ColumnKind kind = s.plan.columns[c].kind;
        if (!isSeriesName(s.layout.names[c]) || (kind != ColumnKind::Text && kind != ColumnKind::Number)) continue;
        const auto groups = groupsOf(s, c);
        if (groups.empty() || !areSeries(groups)) continue;
        if (s.times.empty() && !areBlocks(groups)) continue;
        warnings.push_back({-1, sayLong(s.layout.names[c], std::set(groups.begin(), groups.end()).size())});
        series = kSideBySide + 1;  // beside each other they would be mostly holes
        return true;
    }
    return false;
}

/// Several series one below the other, or row by row in turn, told apart by a column of names or numbers: windows would
/// run from one into the next.
/// `series`: how many.
bool warnOfLongTable(const TableShape& s, const Forward& way, std::vector<ReadWarning>& warnings, std::size_t& series) {
    std::int64_t falls = way.falls;
    const std::int64_t repeats = way.repeats;
    // Without a time: a count that starts over.
    for (std::size_t c = 0; c < s.layout.width && s.times.empty(); ++c)
        if (const ColumnEvidence& e = s.scan.evidence[c]; s.plan.columns[c].kind == ColumnKind::Number && e.falls > 0 &&
                                                          e.up > e.falls && e.up + e.falls == e.numbers - 1)
            falls = std::max(falls, e.falls);
    if (falls + repeats == 0) return warnOfNamedSeries(s, warnings, series);
    std::vector<std::int64_t> times = s.times;
    if (way.isTurned)
        for (std::int64_t& time : times) time = -time;
    const bool isBelow = times.empty() || startsOver(times);
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const ColumnEvidence& e = s.scan.evidence[c];
        const ColumnKind kind = s.plan.columns[c].kind;
        if (s.roles.is(c, CsvRole::Time) || s.roles.is(c, CsvRole::Stamp) || s.roles.is(c, CsvRole::Sign) ||
            s.roles.partsOfTime.contains(c) || isTimePartName(s.layout, s.scan, s.plan, c))
            continue;
        const bool words = kind == ColumnKind::Text && e.odd >= s.scan.rows * 9 / 10 && e.someWords.size() > 1 &&
                           static_cast<std::int64_t>(e.someWords.size()) * 3 <= s.scan.rows;
        const bool numbers = kind == ColumnKind::Number && e.whole && e.changes() > 0;
        if (!words && !numbers) continue;
        const std::int64_t changes = (words ? e.wordChanges - 1 : e.changes());
        std::size_t count = words ? e.someWords.size() : static_cast<std::size_t>(changes + 1);
        const auto groups = times.empty() ? std::vector<std::int64_t>() : groupsOf(s, c);
        if (!groups.empty()) {
            count = std::set<std::int64_t>(groups.begin(), groups.end()).size();
            // A clock that is set back cuts a table into two or three parts, not into more that have names.
            const bool isCut = isBelow || (words && count > 3);
            const bool below = isCut && repeats * 10 < s.scan.rows && standBelow(groups, times);
            if (!below && !tellsSeriesApart(groups, times, words)) continue;
        } else {
            // Of more words than are told apart: blocks of several rows, or as many rows with each time.
            const bool below = isBelow && changes >= 1 && changes == falls && repeats * 10 < s.scan.rows &&
                               (times.empty() || (changes + 1) * 3 <= s.scan.rows);
            const bool inTurn = words && falls == 0 && changes * 2 >= s.scan.rows &&
                                (s.scan.rows - repeats) * std::ssize(e.someWords) <= s.scan.rows * 2;
            if (!below && !inTurn) continue;
        }
        warnings.push_back({-1, sayLong(s.layout.names[c], count)});
        series = count;
        return true;
    }
    return false;
}

/// The rows have times that go on: what their columns are called by is no time of theirs.
bool hasOwnTimes(const TableShape& s, const Forward& way) {
    return s.times.size() > 1 && way.rises * 10 >= (std::ssize(s.times) - 1) * 9;
}

/// They are closer together than `step`. `usual`: the most frequent step.
bool areWithin(std::int64_t usual, std::int64_t step) {
    return usual > 0 && static_cast<double>(usual) < 0.9 * static_cast<double>(step);
}

/// A row for each year and a column for each month: one series that was read as twelve.
bool warnOfMonthColumns(const TableShape& s, std::int64_t usual, std::vector<ReadWarning>& warnings) {
    if (areWithin(usual, 365 * kDayMicros)) return false;
    std::set<int> months;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        time_text::Scanner name(s.layout.names[c]);
        if (const int month = s.roles.is(c, CsvRole::Value) ? name.monthName() : 0; month > 0 && name.atEnd())
            months.insert(month);
    }
    if (months.size() < 12) return false;
    warnings.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "the columns are the months of a year, and each was read as a series of its "
                          "own. To read them as one series, choose 'a row for each year' as the shape")});
    return true;
}

/// "H01": a prefix and a number.
struct NumberedName {
    std::string prefix;
    int number = -1;
};
NumberedName numberedName(const std::string& name) {
    std::size_t at = name.size();
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
    NumberedName out{name.substr(0, at), -1};
    if (name.size() - at > 0 && name.size() - at <= 4)
        std::from_chars(name.data() + at, name.data() + name.size(), out.number);
    return out;
}

/// As many columns as a day has equal parts, numbered one after the other under one prefix.
bool hasNumberedParts(const TableShape& s) {
    std::map<std::string, std::vector<int>> numbers;
    for (std::size_t c = 0; c < s.layout.width; ++c)
        if (const NumberedName name = numberedName(s.layout.names[c]);
            s.roles.is(c, CsvRole::Value) && name.number >= 0)
            numbers[name.prefix].push_back(name.number);
    return std::ranges::any_of(numbers, [](const auto& group) {
        const std::vector<int>& of = group.second;
        const bool parts = of.size() == 24 || of.size() == 48 || of.size() == 96 || of.size() == 288;
        return parts && of.front() <= 1 &&
               std::ranges::adjacent_find(of, [](int a, int b) { return b != a + 1; }) == of.end();
    });
}

/// A row for each day and a column for each hour or part of one.
bool warnOfHourColumns(const TableShape& s, std::int64_t usual, std::vector<ReadWarning>& warnings) {
    constexpr std::int64_t kFew = 12;
    if (areWithin(usual, kDayMicros)) return false;
    std::int64_t clocks = 0, before = -1;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const auto look = s.roles.is(c, CsvRole::Value) ? sniffTime(s.layout.names[c]) : std::nullopt;
        if (!look || look->hasDate || look->ofDayMicros <= before) continue;
        ++clocks, before = look->ofDayMicros;
    }
    if (clocks < kFew && !(usual == kDayMicros && s.layout.header && hasNumberedParts(s))) return false;
    warnings.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "the columns are the hours of a day or parts of them, and each was read as a "
                          "series of its own. To read them as one series, choose 'a row for each day' as the shape")});
    return true;
}

/// Words that tell every row from the others.
bool hasRowNames(const TableShape& s) {
    std::set<std::vector<std::int64_t>> names;
    const auto rows = static_cast<std::size_t>(s.scan.rows);
    for (std::size_t r = 0; r < rows; ++r) {
        std::vector<std::int64_t> name;
        for (std::size_t c = 0; c < s.layout.width; ++c)
            if (s.plan.columns[c].kind == ColumnKind::Text && r < s.scan.wordOf[c].size()) {
                const auto word = static_cast<std::int64_t>(s.scan.wordOf[c][r]);
                // Of more words than are told apart
                name.push_back(word == kNoWord ? -1 - static_cast<std::int64_t>(r) : word);
            }
        if (name.empty()) return false;
        names.insert(std::move(name));
    }
    return names.size() * 10 >= rows * 9;
}

/// Numbers of four digits that go on as years do and end in our time, above rows that have names. Wavelengths and the
/// numbers of products look the same; without such names they are more likely.
bool areYears(const TableShape& s, const std::vector<int>& numbers) {
    constexpr int kLast = 2050;
    if (numbers.size() < 2 || std::ranges::max(numbers) > kLast) return false;
    const int step = numbers[1] - numbers[0];
    for (std::size_t i = 1; i < numbers.size(); ++i)
        if (numbers[i] - numbers[i - 1] != step) return false;
    return (std::abs(step) == 1 || std::abs(step) == 5 || std::abs(step) == 10) && hasRowNames(s);
}

/// Years or dates above numbers that were not taken as names: whole years that go on by one in the first row, or a time
/// in it and nowhere else in most columns. Whether they are years alone.
std::optional<bool> yearsInFirstRow(const TableShape& s) {
    std::size_t values = 0, dates = 0, years = 0;
    double before = 0;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        if (!s.roles.is(c, CsvRole::Value) || s.scan.values[c].empty()) continue;
        ++values;
        dates += s.scan.evidence[c].dates == 1 && std::isnan(s.scan.values[c].front()) ? 1 : 0;
        const double first = s.scan.values[c].front();
        years += first > 1500 && first < 2200 && (first == before + 1 || first == before - 1) ? 1 : 0;
        before = first;
    }
    if (s.layout.header || !s.times.empty() || values <= 2) return std::nullopt;
    if (dates * 2 > values) return false;
    return (years + 1) * 10 > values * 9 ? std::optional(true) : std::nullopt;
}

/// Years, quarters or dates as the names of most columns of values. Where the header says it itself, nothing else
/// stands in it. Years that may be something else are told of, and the table stays as it is.
OtherShape warnOfDateColumns(const TableShape& s, const Forward& way, std::vector<ReadWarning>& warnings) {
    constexpr std::int64_t kFew = 3;
    if (hasOwnTimes(s, way)) return {};
    if (const auto isYears = yearsInFirstRow(s)) {
        warnings.push_back(
            {s.scan.lineOf(0),
             GATELAB_TEXT("Reading",
                          "this line holds years or dates above numbers and was read as a row: the "
                          "table seems to lie on its side. Choose 'a row for each series' as the shape")});
        return {"transposed", *isYears && !hasRowNames(s)};
    }
    std::int64_t dates = 0, values = 0, year = 0;
    std::vector<int> years;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        if (!s.roles.is(c, CsvRole::Value)) continue;
        const std::string name = yearOfName(s.layout.names[c]);
        ++values;
        const NumberedName number = numberedName(name);
        const bool isYear = number.prefix.empty() && name.size() == 4 && number.number > 1500 && number.number < 2200 &&
                            (year == 0 || std::abs(number.number - year) <= 10);
        if (isYear) year = number.number, years.push_back(number.number);
        const auto look = isYear ? std::nullopt : sniffTime(name);
        dates += isYear || (look && look->hasDate && !sniffNumber(name).mask) ? 1 : 0;
    }
    const bool inDoubt = std::ssize(years) * 2 > dates && !areYears(s, years);
    if (s.layout.liesOnItsSide) return {"transposed", inDoubt};
    if (dates < kFew || dates * 2 < values || !s.layout.header || !s.layout.headerWhy.empty()) return {};
    warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading",
                       "%1 columns are called by dates or years: the table seems to lie on its side, and each of its "
                       "rows is a series. Choose that as the shape"),
          {dates}}});
    return {"transposed", inDoubt};
}

/// How much values change from one column to the next, as a share of how much they do from one row to the next.
double roughnessAlongRows(const TableShape& s, std::size_t first) {
    double along = 0, down = 0;
    std::int64_t alongCount = 0, downCount = 0;
    const std::int64_t rows = std::min<std::int64_t>(s.scan.rows, 500);
    for (std::size_t c = first; c < s.layout.width; ++c) {
        const auto& values = s.scan.values[c];
        for (std::size_t r = 0; r < std::min(static_cast<std::size_t>(rows), values.size()); ++r) {
            if (c > first && r < s.scan.values[c - 1].size())
                if (const double step = std::abs(values[r] - s.scan.values[c - 1][r]); std::isfinite(step))
                    along += step, ++alongCount;
            if (r > 0)
                if (const double step = std::abs(values[r] - values[r - 1]); std::isfinite(step))
                    down += step, ++downCount;
        }
    }
    if (alongCount == 0 || downCount == 0 || down == 0) return 1;
    return along / static_cast<double>(alongCount) / (down / static_cast<double>(downCount));
}

/// How much values change from one column to the next, as a share of how much they do over half of the row.
double roughnessWithinRows(const TableShape& s, std::size_t first) {
    constexpr std::int64_t kMostRows = 500;
    double along = 0, across = 0;
    const std::size_t count = s.layout.width - first;
    for (std::size_t i = 1; i < count; ++i) {
        const auto &here = s.scan.values[first + i], &before = s.scan.values[first + i - 1],
                   &far = s.scan.values[first + (i + count / 2) % count];
        const std::size_t rows = std::min(
            {static_cast<std::size_t>(std::min(s.scan.rows, kMostRows)), here.size(), before.size(), far.size()});
        for (std::size_t r = 0; r < rows; ++r) {
            const double step = std::abs(here[r] - before[r]), other = std::abs(here[r] - far[r]);
            if (std::isfinite(step) && std::isfinite(other)) along += step, across += other;
        }
    }
    return across > 0 ? along / across : 1;
}

/// V1, V2, ...: names that only count the columns, at the end of the table.
bool onlyCountsColumns(const TableShape& s) {
    const NumberedName last = numberedName(s.layout.names.back()),
                       before = numberedName(s.layout.names[s.layout.width - 2]);
    return last.number >= 0 && last.number == before.number + 1 && last.prefix == before.prefix;
}

/// Rows with names of their own before columns that are only counted: d_1 to d_1941 of a shop's articles (M5), V2, V3,
/// ... with blanks behind the shorter ones (M4).
bool warnOfNamedRows(const TableShape& s, std::size_t values, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kMany = 24;
    const auto words =
        static_cast<std::size_t>(std::ranges::count(s.plan.columns, ColumnKind::Text, &ColumnPlan::kind));
    const auto blanks =
        static_cast<std::size_t>(std::ranges::count(s.plan.columns, ColumnKind::Empty, &ColumnPlan::kind));
    if (!s.layout.header || values < kMany || values + words + blanks < s.layout.width || !onlyCountsColumns(s) ||
        !hasRowNames(s))
        return false;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT(
              "Reading",
              "each row has a name of its own and %1 numbers whose columns are only counted ('%2' is the last): "
              "each row seems to be a series, and every column was read as one. If it is, choose 'a row for "
              "each series' as the shape"),
          {values, s.layout.names.back()}}});
    return true;
}

/// A sequence in each row, behind its class or its name, as the UCR archive (.tsv, .txt) and the M4 competition have
/// it; or a table whose rows and columns are exchanged.
bool warnOfSequenceRows(const TableShape& s, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kManyColumns = 12;
    constexpr double kSmooth = 0.6, kSmoothBehindClass = 0.8, kNearlySmooth = 0.95, kSmoothRows = 0.5;
    const std::size_t values = static_cast<std::size_t>(std::ranges::count(s.roles.of, CsvRole::Value));
    if (!s.times.empty() || s.layout.width < kManyColumns) return false;
    if (values + 2 < s.layout.width) return warnOfNamedRows(s, values, warnings);
    // Names that only count the columns are none.
    if (s.layout.header && !onlyCountsColumns(s)) return false;
    const std::string file = s.path.stem().string();
    const bool isPart =
        file.ends_with("_TRAIN") || file.ends_with("_TEST") || file.ends_with("_train") || file.ends_with("_test");
    const bool firstIsClass =
        s.plan.columns[0].kind == ColumnKind::Text ||
        (s.plan.columns[0].kind == ColumnKind::Number && s.scan.evidence[0].whole && !groupsOf(s, 0).empty());
    const double roughness = roughnessAlongRows(s, 1);
    // Rows of one class below each other are alike.
    const bool isSmooth =
        roughness < kSmoothBehindClass || (roughness < kNearlySmooth && roughnessWithinRows(s, 1) < kSmoothRows);
    if (firstIsClass && (isPart || isSmooth)) {
        warnings.push_back(
            {-1, GATELAB_TEXT("Reading",
                              "each row seems to hold a sequence behind its class or name, as in the UCR archive, and "
                              "every column was read as a series. For sequences write a .ts or .arff file; for one "
                              "series exchange rows and columns")});
        return true;
    }
    if (static_cast<std::size_t>(s.scan.rows) * 2 >= values || roughness >= kSmooth)
        return warnOfNamedRows(s, values, warnings);
    warnings.push_back(
        {-1,
         {GATELAB_TEXT(
              "Reading",
              "there are %1 rows and %2 columns, and the values change less from column to column than from "
              "row to row: rows and columns seem to be exchanged. If each row is a series, choose that as the shape"),
          {s.scan.rows, values}}});
    return true;
}

}  // namespace

OtherShape warnOfShape(const TableShape& shape, std::vector<ReadWarning>& warnings) {
    const std::int64_t usual = mostFrequentStep(shape.times);
    const Forward way = forwardOf(shape.times);
    if (warnOfMonthColumns(shape, usual, warnings)) return {"months"};
    if (warnOfHourColumns(shape, usual, warnings)) return {"hours"};
    if (OtherShape lying = warnOfDateColumns(shape, way, warnings); !lying.key.empty()) return lying;
    std::size_t series = 0;
    if (warnOfLongTable(shape, way, warnings, series)) return {series <= kSideBySide ? "long" : "together"};
    return {warnOfSequenceRows(shape, warnings) ? "transposed" : ""};
}

}  // namespace gatelab
