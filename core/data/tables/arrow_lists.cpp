// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/arrow_lists.h"

#include "base/number_text.h"
#include "config/setting_predicates.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/series.h"
#include "data/time_step.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

namespace gatelab {
namespace {

using Kind = ArrowColumn::Kind;

/// Distances of about a month, a quarter or a year are counted in months.
TsfStep stepOf(const std::vector<double>& times) {
    std::vector<std::int64_t> known;
    for (const double time : times)
        if (std::isfinite(time)) known.push_back(static_cast<std::int64_t>(time));
    const std::int64_t micros = mostFrequentStep(known);
    constexpr double kDay = 86400e6;
    const double days = static_cast<double>(micros) / kDay;
    for (const auto& [low, high, months] : {std::tuple(28, 31, 1), {89, 92, 3}, {365, 366, 12}})
        if (days >= low && days <= high) return {0, months};
    return {micros, 0};
}

bool areRegular(const std::vector<std::vector<double>>& lists, const TsfStep& step) {
    return std::ranges::all_of(lists, [&](const std::vector<double>& list) {
        if (!list.empty() && !std::isfinite(list[0])) return false;
        for (std::size_t i = 1; i < list.size(); ++i)
            if (!step.known() || static_cast<double>(step.after(static_cast<std::int64_t>(list[0]),
                                                                static_cast<std::int64_t>(i))) != list[i])
                return false;
        return true;
    });
}

}  // namespace

const ArrowColumn* arrowTimeColumn(const std::vector<ArrowColumn>& columns, const ExperimentConfig& options,
                                   bool isList) {
    if (countsRows(options)) return nullptr;
    const ArrowColumn* best = nullptr;
    for (const ArrowColumn& column : columns) {
        if (column.isList != isList || column.kind != Kind::Time) continue;
        if (!isGuessed(options.timeColumn) && column.name == options.timeColumn) return &column;
        const bool isNamed = isTimeName(column.name) || column.name == "ds" || column.name.starts_with("__index");
        if (best == nullptr || (isNamed && !isTimeName(best->name))) best = &column;
    }
    return best;
}

ListedSeries listedSeries(const std::vector<ArrowColumn>& columns, const ExperimentConfig& options) {
    ListedSeries listed;
    const auto values = [](const ArrowColumn& column) { return column.isList && column.kind == Kind::Number; };
    const ArrowColumn* times = arrowTimeColumn(columns, options, true);
    const ArrowColumn* starts = arrowTimeColumn(columns, options, false);
    const auto names = std::ranges::find_if(
        columns, [](const ArrowColumn& column) { return column.kind == Kind::Text && column.name != "freq"; });
    const auto words = std::ranges::find(columns, "freq", &ArrowColumn::name);
    if (times != nullptr)
        for (const auto& list : times->lists)
            if (!listed.step.known() && list.size() > 1) listed.step = stepOf(list);
    if (times != nullptr && !areRegular(times->lists, listed.step)) {
        listed.isIrregular = true;  // a step would put rows at times that are not theirs
        times = nullptr, starts = nullptr, listed.step = {};
    } else if (!listed.step.known() && words != columns.end() && !words->texts.empty()) {
        listed.step = tsfStep(words->texts.front());
    }
    if (!listed.step.known() && !listed.isIrregular && !isGuessed(options.timeStep))
        listed.step = {timeStepMicros(options.timeStep).value_or(0), 0};
    const bool areMany = std::ranges::count_if(columns, values) > 1;
    std::set<std::string> known;
    for (const ArrowColumn& column : columns) {
        if (!values(column)) continue;
        for (std::size_t r = 0; r < column.lists.size(); ++r) {
            TsfSeries one;
            one.name = names != columns.end() && !names->texts[r].empty() ? names->texts[r]
                                                                          : "series_" + std::to_string(r + 1);
            if (areMany) one.name += ":" + column.name;
            while (!known.insert(one.name).second) one.name += "_" + std::to_string(r + 1);
            one.values = column.lists[r];
            const bool hasTimes = times != nullptr && !times->lists[r].empty() && std::isfinite(times->lists[r][0]);
            if (hasTimes)
                one.start = static_cast<std::int64_t>(times->lists[r][0]);
            else if (starts != nullptr && std::isfinite(starts->numbers[r]))
                one.start = static_cast<std::int64_t>(starts->numbers[r]);
            if (!one.values.empty()) listed.series.push_back(std::move(one));
        }
    }
    return listed;
}

namespace {

bool hasWord(const std::string& name, std::string_view word) { return lowered(name).find(word) != std::string::npos; }

Error unevenLists(const std::string& name, std::size_t row) {
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "row %1: the list of '%2' has another length than the others; write a row for each "
                          "value"),
             {row + 1, name}}};
}

/// A text that stands once in its row stands in a row for each time of the list.
Error tooMuchText(const std::string& name) {
    return {ErrorCode::Unsupported,
            {GATELAB_TEXT("Reading",
                          "the texts of '%1' would fill more than 2 GiB, one in each row of its list; leave that "
                          "column out"),
             {name}}};
}

/// A row for each time of its list. Where no column says from when a row forecasts, its first time does.
Result<std::vector<ArrowColumn>> asRows(const std::vector<ArrowColumn>& columns, const ArrowColumn& times) {
    std::vector<ArrowColumn> made;
    for (const ArrowColumn& column : columns) {
        if (column.kind == ArrowColumn::Kind::Unread) continue;
        ArrowColumn& plain = made.emplace_back(column);
        plain.isList = false;
        plain.numbers.clear(), plain.texts.clear(), plain.lists.clear();
        std::size_t left = std::size_t{2} << 30;  // bytes of texts
        for (std::size_t r = 0; r < times.lists.size(); ++r) {
            const std::size_t count = times.lists[r].size();
            if (column.isList && column.lists[r].size() != count) return unevenLists(column.name, r);
            if (column.isList)
                plain.numbers.insert(plain.numbers.end(), column.lists[r].begin(), column.lists[r].end());
            else if (column.kind == ArrowColumn::Kind::Text) {
                const std::size_t each = sizeof(std::string) + column.texts[r].size();
                if (count > left / each) return tooMuchText(column.name);
                left -= count * each;
                plain.texts.insert(plain.texts.end(), count, column.texts[r]);
            } else
                plain.numbers.insert(plain.numbers.end(), count, column.numbers[r]);
        }
    }
    const bool hasOrigin = std::ranges::any_of(columns, [](const ArrowColumn& column) {
        return hasWord(column.name, "cutoff") || hasWord(column.name, "origin") || hasWord(column.name, "start");
    });
    if (hasOrigin) return made;
    ArrowColumn& start = made.emplace_back();
    start.name = "forecast_start", start.kind = ArrowColumn::Kind::Time, start.zone = times.zone;
    for (const auto& list : times.lists)
        if (!list.empty()) start.numbers.insert(start.numbers.end(), list.size(), list.front());
    return made;
}

/// What the column of one place of the lists is called.
std::string placeName(const ArrowColumn& column, const ArrowColumn* levels, std::size_t place, std::size_t count) {
    if (!hasWord(column.name, "quantile")) return column.name + "_s" + std::to_string(place);
    const double level = levels != nullptr && levels->lists.front().size() == count
                             ? levels->lists.front()[place]
                             : static_cast<double>(place + 1) / static_cast<double>(count + 1);
    const std::size_t at = lowered(column.name).find("quantile");
    const std::string model = at > 1 ? column.name.substr(0, at - 1) + "_q" : std::string();  // "X_quantiles"
    return model + numberText(level, 6);
}

}  // namespace

Result<std::vector<ArrowColumn>> withoutLists(const std::vector<ArrowColumn>& columns) {
    const auto times = std::ranges::find_if(
        columns, [](const ArrowColumn& column) { return column.isList && column.kind == ArrowColumn::Kind::Time; });
    if (times != columns.end()) return asRows(columns, *times);
    const auto levels = std::ranges::find_if(
        columns, [](const ArrowColumn& column) { return column.isList && hasWord(column.name, "level"); });
    std::vector<ArrowColumn> made;
    for (const ArrowColumn& column : columns) {
        if (!column.isList) {
            made.push_back(column);
            continue;
        }
        if ((levels != columns.end() && &column == &*levels) || column.lists.empty()) continue;
        const std::size_t count = column.lists.front().size();
        for (std::size_t r = 0; r < column.lists.size(); ++r)
            if (column.lists[r].size() != count) return unevenLists(column.name, r);
        for (std::size_t place = 0; place < count; ++place) {
            ArrowColumn& plain = made.emplace_back();
            plain.name = placeName(column, levels == columns.end() ? nullptr : &*levels, place, count);
            plain.kind = column.kind;
            for (const auto& list : column.lists) plain.numbers.push_back(list[place]);
        }
    }
    return made;
}

}  // namespace gatelab
