// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/many_series.h"

#include "base/category_names.h"
#include "base/text.h"
#include "data/recipe/categories.h"
#include "data/row_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace gatelab {
namespace {

template <class Values>
auto rowsOf(const Values& values, const SeriesMember& member) {
    return std::vector(values.begin() + member.begin, values.begin() + member.end);
}

/// Brings the rows of a member into the order of their times.
void sortRows(Series& series, const SeriesMember& member) {
    if (!series.time.known()) return;
    const auto first = series.time.values.begin() + member.begin, last = series.time.values.begin() + member.end;
    if (std::is_sorted(first, last)) return;
    std::vector<std::size_t> order(static_cast<std::size_t>(member.rows()));
    std::iota(order.begin(), order.end(), static_cast<std::size_t>(member.begin));
    if (runsBackwards({first, last})) std::ranges::reverse(order);
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return series.time.values[row]; });
    const auto arrange = [&](auto values) {
        auto sorted = rowsOf(values, member);
        for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = values[order[i]];
        std::ranges::copy(sorted, values.begin() + member.begin);
    };
    for (Channel& channel : series.channels) arrange(channel.values.edit());
    arrange(std::span(series.time.values));
}

constexpr std::string_view kNames = "series";  ///< key of the guess that has them

void say(Series& series, Phrase text) { series.report.warnings.push_back({-1, std::move(text)}); }

}  // namespace

SeriesPtr memberSeries(const Series& all, const SeriesMember& member, const std::vector<std::string>& columns) {
    auto one = std::make_shared<Series>();
    one->name = member.name;
    one->source = all.source;
    one->sha256 = all.sha256;
    one->time = {all.time.name, {}, all.time.stepMicros};
    if (all.time.known()) one->time.values = rowsOf(all.time.values, member);
    for (const Channel& channel : all.channels)
        if (std::ranges::find(columns, channel.name) != columns.end())
            one->channels.push_back({channel.name, channel.unit, rowsOf(channel.values, member)});
    return one;
}

SeriesPtr memberSeries(const Series& all, const SeriesMember& member) {
    std::vector<std::string> columns;
    for (const Channel& channel : all.channels)
        if (channel.name != kSeriesNumber) columns.push_back(channel.name);
    return memberSeries(all, member, columns);
}

Result<std::shared_ptr<Series>> joinSeries(const std::vector<std::pair<std::string, SeriesPtr>>& series) {
    auto joined = std::make_shared<Series>();
    const Series& first = *series.front().second;
    std::vector<double> numbers;
    std::vector<std::string> names;
    std::vector<std::vector<double>> values;  // of each column
    for (const Channel& channel : first.channels) {
        const auto lacks = std::ranges::find_if(
            series, [&](const auto& other) { return !other.second->find(channel.name).has_value(); });
        if (lacks == series.end())
            joined->channels.push_back({channel.name, channel.unit, {}});
        else
            say(*joined, {GATELAB_TEXT("Reading", "column '%1' was left out: '%2' has none of that name"),
                          {channel.name, lacks->first}});
    }
    if (joined->channels.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "the files have no column in common, so they are not many series of one kind; open "
                                  "them one by one, or give their columns the same names")};
    const bool haveTimes = std::ranges::all_of(series, [](const auto& one) { return one.second->time.known(); });
    if (haveTimes) joined->time = {first.time.name, {}, first.time.stepMicros};
    for (const auto& [name, one] : series) {
        numbers.resize(numbers.size() + static_cast<std::size_t>(one->rows()), static_cast<double>(names.size()));
        names.push_back(name);
        values.resize(joined->channels.size());
        for (std::size_t c = 0; c < values.size(); ++c) {
            const ColumnValues& more = one->channels[*one->find(joined->channels[c].name)].values;
            values[c].insert(values[c].end(), more.begin(), more.end());
        }
        if (haveTimes)
            joined->time.values.insert(joined->time.values.end(), one->time.values.begin(), one->time.values.end());
        joined->report.valuesMissing += one->report.valuesMissing;
    }
    for (std::size_t c = 0; c < values.size(); ++c) joined->channels[c].values = std::move(values[c]);
    joined->channels.insert(joined->channels.begin(), {kSeriesNumber, "", std::move(numbers)});
    nameMembers(*joined, names);
    for (const ReadColumn& column : first.report.columns)
        if (column.role != ReadColumn::Role::Value || joined->find(column.name) ||
            std::ranges::any_of(joined->channels,
                                [&](const Channel& channel) { return isWordOf(channel.name, column.name); }))
            joined->report.columns.push_back(column);
    return joined;
}

Result<std::shared_ptr<Series>> columnsTogether(const Series& table) {
    auto together = std::make_shared<Series>(table);
    together->time.values.clear();
    std::erase_if(together->report.columns,
                  [](const ReadColumn& column) { return column.role == ReadColumn::Role::Value; });
    together->report.columns.push_back({.name = "value"});
    together->report.valuesMissing = 0;
    std::vector<double> values, numbers;
    std::vector<std::string> names;
    std::vector<std::string> texts;
    for (const ReadColumn& column : table.report.columns)
        if (column.kind == ReadColumn::Kind::Text && column.role == ReadColumn::Role::Value) {
            texts.push_back(column.name);
            say(*together, {GATELAB_TEXT("Reading", "column '%1' was left out: words are no series"), {column.name}});
        }
    const auto holdsWords = [&](const std::string& name) {
        return std::ranges::any_of(
            texts, [&](const std::string& text) { return text == name || isWordIn(table, name, text); });
    };
    for (const Channel& channel : table.channels) {
        if (holdsWords(channel.name)) continue;  // no series of measurements
        const auto there = [](double value) { return std::isfinite(value); };
        const auto first = std::ranges::find_if(channel.values, there);
        if (first == channel.values.end()) {
            say(*together, {GATELAB_TEXT("Reading", "series '%1' was left out: it has no value"), {channel.name}});
            continue;
        }
        auto last = channel.values.end();
        while (!there(*(last - 1))) --last;
        values.insert(values.end(), first, last);
        numbers.resize(values.size(), static_cast<double>(names.size()));
        names.push_back(channel.name);
        together->report.valuesMissing += std::count_if(first, last, [&](double value) { return !there(value); });
        if (table.time.known())
            together->time.values.insert(together->time.values.end(),
                                         table.time.values.begin() + (first - channel.values.begin()),
                                         table.time.values.begin() + (last - channel.values.begin()));
    }
    if (names.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading", "no column holds a value, so there is no series to be read")};
    together->channels = {{kSeriesNumber, "", std::move(numbers)},
                          {"value", table.channels.front().unit, std::move(values)}};
    nameMembers(*together, names);
    return together;
}

void nameMembers(Series& series, const std::vector<std::string>& names) {
    std::string lines;
    for (const std::string& name : names) {
        std::string line = name;
        std::ranges::replace(line, '\n', ' ');
        lines += (lines.empty() ? "" : "\n") + line;
    }
    std::erase_if(series.report.guesses, [](const ReadGuess& guess) { return guess.key == kNames; });
    series.report.guesses.push_back({std::string(kNames), lines, {}, true, false, {}});
    series.report.guesses.back().shown = describeMembers(series);
    for (const SeriesMember& member : membersOf(series)) sortRows(series, member);
}

std::shared_ptr<Series> asOnlyMember(const Series& series) {
    auto one = std::make_shared<Series>(series);
    one->channels.insert(one->channels.begin(),
                         {kSeriesNumber, "", std::vector<double>(static_cast<std::size_t>(series.rows()), 0.0)});
    nameMembers(*one, {series.name});
    return one;
}

std::vector<SeriesMember> membersOf(const Series& series) {
    std::vector<SeriesMember> members;
    const auto names = std::ranges::find(series.report.guesses, kNames, &ReadGuess::key);
    const auto number = std::ranges::find(series.channels, kSeriesNumber, &Channel::name);
    if (names == series.report.guesses.end() || number == series.channels.end()) return members;
    std::vector<std::string> all;
    for (std::size_t from = 0; from <= names->value.size();) {
        const std::size_t end = std::min(names->value.find('\n', from), names->value.size());
        all.push_back(names->value.substr(from, end - from));
        from = end + 1;
    }
    const ColumnValues& of = number->values;
    // They rise, so that not every row is looked at: this is asked for again and again.
    for (auto first = of.begin(); first != of.end();) {
        const auto end = std::upper_bound(first, of.end(), *first);
        const auto place = static_cast<std::size_t>(*first);
        members.push_back(
            {place < all.size() ? all[place] : std::to_string(place), first - of.begin(), end - of.begin()});
        first = end;
    }
    return members;
}

bool isMany(const Series& series) {
    return std::ranges::find(series.report.guesses, kNames, &ReadGuess::key) != series.report.guesses.end() &&
           series.find(kSeriesNumber).has_value();
}

Phrase describeMembers(const Series& series) {
    const std::vector<SeriesMember> members = membersOf(series);
    if (members.empty()) return {};
    const auto [least, most] = std::ranges::minmax(members, {}, &SeriesMember::rows);
    if (least.rows() == most.rows())
        return {GATELAB_TEXT("Reading", "%1 series of %2 rows"), {members.size(), least.rows()}};
    return {GATELAB_TEXT("Reading", "%1 series, %2 to %3 rows"), {members.size(), least.rows(), most.rows()}};
}

}  // namespace gatelab
