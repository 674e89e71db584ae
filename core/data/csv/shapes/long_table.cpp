// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/shape_signs.h"

#include "config/many_series.h"
#include "data/csv/shapes/key_columns.h"
#include "data/csv/shapes/table_cells.h"
#include "data/csv/time/row_times.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace gatelab::csv_shape {

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

Forward forwardOf(const std::vector<std::int64_t>& times) {
    Forward way;
    for (std::size_t r = 1; r < times.size(); ++r)
        way.rises += times[r] > times[r - 1] ? 1 : 0, way.falls += times[r] < times[r - 1] ? 1 : 0;
    way.repeats = std::max<std::int64_t>(0, std::ssize(times) - 1) - way.rises - way.falls;
    way.isTurned = way.falls > way.rises;
    if (way.isTurned) std::swap(way.rises, way.falls);
    return way;
}

namespace {

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
    // A doubled hour or a late row tells nothing, but in any order of blocks that repeat each other's times.
    const bool isMixed = backAll * 10 >= std::ssize(times), goesOn = isMixed && backWithin * 20 <= backAll;
    if (goesOn && falls * 10 >= std::ssize(times)) return true;
    if (!goesOn && !anyOrder) return false;
    std::vector<std::int64_t> all = times;
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    const auto repeated = static_cast<std::int64_t>(times.size() - all.size());
    if (repeated * 10 < std::ssize(times)) return false;
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
    return twice * 20 <= std::max(backAll, repeated) && there * 10 >= spanned * 6;
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

/// A column that may name series: it is no time, and of words or whole numbers.
bool mayName(const TableShape& s, std::size_t c) {
    if (s.roles.is(c, CsvRole::Time) || s.roles.is(c, CsvRole::Stamp) || s.roles.is(c, CsvRole::Sign) ||
        s.roles.partsOfTime.contains(c) || isTimePartName(s.layout, s.scan, s.plan, c))
        return false;
    const ColumnEvidence& e = s.scan.evidence[c];
    const ColumnKind kind = s.plan.columns[c].kind;
    if (kind == ColumnKind::Text) return e.odd >= s.scan.rows * 9 / 10 && e.someWords.size() > 1;
    return kind == ColumnKind::Number && e.whole && e.changes() > 0;
}

/// Whether the rows of each series go on in time, but for those that are doubled.
bool goOnWithin(const KeyColumns& key, const std::vector<std::int64_t>& times) {
    std::map<std::int64_t, std::int64_t> last;
    std::int64_t back = 0;
    for (std::size_t r = 0; r < times.size(); ++r) {
        const auto [before, isNew] = last.try_emplace(key.groups[r], times[r]);
        back += !isNew && times[r] <= before->second ? 1 : 0;
        before->second = times[r];
    }
    return back <= key.doubled;
}

/// Several columns that name the series together, or one of which some rows are doubled. Each series goes on in time
/// with every row, or words name it and its rows stand in any order. `times` rise.
bool warnOfSeveralKeys(const TableShape& s, const std::vector<std::int64_t>& times, std::vector<ReadWarning>& warnings,
                       std::size_t& series) {
    if (times.empty()) return false;
    std::vector<std::vector<std::int64_t>> columns(s.layout.width);
    bool hasWords = false;
    for (std::size_t c = 0; c < s.layout.width; ++c)
        if (mayName(s, c)) columns[c] = groupsOf(s, c);
    const KeyColumns key = keyColumns(columns, times);
    if (key.columns.empty()) return false;
    std::string name;
    for (const std::size_t c : key.columns) {
        name += (name.empty() ? "" : " + ") + s.layout.names[c];
        hasWords = hasWords || s.plan.columns[c].kind == ColumnKind::Text;
    }
    const std::size_t count = std::set<std::int64_t>(key.groups.begin(), key.groups.end()).size();
    const bool goOn = goOnWithin(key, times);
    // A clock that is set back cuts a table into two or three parts.
    const bool isCut = goOn && (startsOver(times) || (hasWords && count > 3));
    if (!goOn && !hasWords) return false;
    if (!(isCut && standBelow(key.groups, times)) && !tellsSeriesApart(key.groups, times, hasWords)) return false;
    warnings.push_back({-1, sayLong(name, count)});
    series = count;
    return true;
}

/// Series with times of their own, none of which comes twice, or one below the other: the name of a column alone tells.
/// inTurn: the rows of times may stand in turn.
bool warnOfNamedSeries(const TableShape& s, bool inTurn, std::vector<ReadWarning>& warnings, std::size_t& series) {
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const ColumnKind kind = s.plan.columns[c].kind;
        if (!isSeriesName(s.layout.names[c]) || (kind != ColumnKind::Text && kind != ColumnKind::Number)) continue;
        const auto groups = groupsOf(s, c);
        if (groups.empty() || !areSeries(groups)) continue;
        if (!areBlocks(groups) && (s.times.empty() || !inTurn)) continue;
        warnings.push_back({-1, sayLong(s.layout.names[c], std::set(groups.begin(), groups.end()).size())});
        series = kSideBySide + 1;  // beside each other they would be mostly holes
        return true;
    }
    return false;
}

}  // namespace

bool warnOfLongTable(const TableShape& s, const Forward& way, std::vector<ReadWarning>& warnings, std::size_t& series) {
    std::int64_t falls = way.falls;
    const std::int64_t repeats = way.repeats;
    // Without a time: a count that starts over.
    for (std::size_t c = 0; c < s.layout.width && s.times.empty(); ++c)
        if (const ColumnEvidence& e = s.scan.evidence[c]; s.plan.columns[c].kind == ColumnKind::Number && e.falls > 0 &&
                                                          e.up > e.falls && e.up + e.falls == e.numbers - 1)
            falls = std::max(falls, e.falls);
    if (falls + repeats == 0) return warnOfNamedSeries(s, true, warnings, series);
    std::vector<std::int64_t> times = s.times;
    if (way.isTurned)
        for (std::int64_t& time : times) time = -time;
    const bool isBelow = times.empty() || startsOver(times);
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const ColumnEvidence& e = s.scan.evidence[c];
        const ColumnKind kind = s.plan.columns[c].kind;
        if (!mayName(s, c)) continue;
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
    const bool isInOrder = !times.empty() && (falls + repeats) * 10 < s.scan.rows;
    return warnOfSeveralKeys(s, times, warnings, series) || warnOfNamedSeries(s, isInOrder, warnings, series);
}

}  // namespace gatelab::csv_shape
