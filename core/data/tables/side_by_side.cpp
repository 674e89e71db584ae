// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/side_by_side.h"

#include "config/choices.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

namespace gatelab {
namespace {

constexpr std::size_t kMaxColumns = 4096;
constexpr std::int64_t kFreeCells = 1'000'000;

/// Where the first rows of the chosen series stand; nothing: one lies between two rows of another.
struct Places {
    std::optional<std::int64_t> start;  ///< of the table; none: rows are counted
    std::vector<std::int64_t> first;    ///< row of each
    std::int64_t rows = 0;
};
std::optional<Places> placesOf(const std::vector<TsfSeries>& all, const std::vector<std::size_t>& chosen,
                               const TsfStep& step) {
    constexpr std::int64_t kMaxRows = INT64_C(1) << 32;
    Places places;
    const bool areDated =
        step.known() && std::ranges::all_of(chosen, [&](std::size_t i) { return all[i].start.has_value(); });
    if (areDated)
        for (const std::size_t i : chosen) places.start = std::min(places.start.value_or(*all[i].start), *all[i].start);
    for (const std::size_t i : chosen) {
        const auto first = areDated ? step.rowsBetween(*places.start, *all[i].start) : std::optional<std::int64_t>(0);
        if (!first || *first > kMaxRows) return std::nullopt;
        places.first.push_back(*first);
        places.rows = std::max(places.rows, *first + std::ssize(all[i].values));
    }
    return places;
}

/// No more than four times as many cells as values.
bool isFilled(const std::vector<TsfSeries>& all, const std::vector<std::size_t>& chosen, const Places& places) {
    std::int64_t values = 0;
    for (const std::size_t i : chosen) values += std::ssize(all[i].values);
    return chosen.size() <= kMaxColumns && places.rows <= (4 * values + kFreeCells) / std::ssize(chosen);
}

}  // namespace

Result<std::vector<std::size_t>> chooseSeries(const std::vector<TsfSeries>& all, const TsfStep& step,
                                              const ExperimentConfig& options) {
    if (all.empty())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "no series in this file holds a value")};
    std::vector<std::size_t> chosen;
    for (const std::string& name : options.hdf5Datasets) {
        const auto found = std::ranges::find(all, name, &TsfSeries::name);
        if (found == all.end())
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Reading", "there is no series '%1' in this file; choose another"), {name}}};
        chosen.push_back(static_cast<std::size_t>(found - all.begin()));
    }
    if (!chosen.empty()) {
        if (const auto places = placesOf(all, chosen, step); places && isFilled(all, chosen, *places)) return chosen;
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Reading",
                                  "the chosen series have hardly a row in common, or their times lie between each "
                                  "other's; choose fewer")};
    }
    chosen.resize(all.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    if (const auto places = placesOf(all, chosen, step); places && isFilled(all, chosen, *places)) return chosen;
    std::map<std::pair<std::int64_t, std::size_t>, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < all.size(); ++i) alike[{all[i].start.value_or(0), all[i].values.size()}].push_back(i);
    const auto most = std::ranges::max_element(alike, {}, [](const auto& group) {
        return std::pair(std::min(group.second.size(), kMaxColumns), group.first.second);
    });
    most->second.resize(std::min(most->second.size(), kMaxColumns));
    return most->second;
}

std::shared_ptr<Series> putSideBySide(const std::vector<TsfSeries>& all, const std::vector<std::size_t>& chosen,
                                      const TsfStep& step) {
    auto series = std::make_shared<Series>();
    const Places places = *placesOf(all, chosen, step);
    bool isRagged = false;
    for (std::size_t c = 0; c < chosen.size(); ++c) {
        const TsfSeries& one = all[chosen[c]];
        std::vector<double> values(static_cast<std::size_t>(places.rows), std::numeric_limits<double>::quiet_NaN());
        std::ranges::copy(one.values, values.begin() + static_cast<std::ptrdiff_t>(places.first[c]));
        const std::int64_t missing = std::ranges::count_if(values, [](double v) { return v != v; });
        isRagged = isRagged || std::ssize(one.values) < places.rows;
        series->report.valuesMissing += missing;
        series->report.columns.push_back({one.name, ReadColumn::Kind::Number, ReadColumn::Role::Value, missing});
        series->channels.push_back({one.name, "", std::move(values)});
    }
    if (places.start) {
        series->time.name = "time";
        for (std::int64_t r = 0; r < places.rows; ++r) series->time.values.push_back(step.after(*places.start, r));
    }
    const auto say = [&](Phrase text) { series->report.warnings.push_back({-1, std::move(text)}); };
    if (chosen.size() < all.size())
        say({GATELAB_TEXT("Reading", "%1 of %2 series were read. To read others, name them as the parts of the file"),
             {chosen.size(), all.size()}});
    if (isRagged)
        say(GATELAB_TEXT("Reading",
                         "the series begin and end at different times; where one has no value yet, or none any more, "
                         "it counts as missing"));
    const bool hasStarts = std::ranges::any_of(chosen, [&](std::size_t i) { return all[i].start.has_value(); });
    if (!places.start && hasStarts && !step.known())
        say(GATELAB_TEXT("Reading",
                         "the times at which the series start were left out: how far their rows lie apart is not said "
                         "(a column freq would say it), so all begin in the first row. Give the step of time, and they "
                         "are read"));
    else if (!places.start && isRagged)
        say(GATELAB_TEXT("Reading", "the series have no times of their own, so all begin in the first row"));
    return series;
}

Result<std::shared_ptr<Series>> putBelowEachOther(const std::vector<TsfSeries>& all, const TsfStep& step,
                                                  const ExperimentConfig& options) {
    std::vector<std::pair<std::string, SeriesPtr>> parts;
    for (const TsfSeries& one : all) {
        if (!options.hdf5Datasets.empty() &&
            std::ranges::find(options.hdf5Datasets, one.name) == options.hdf5Datasets.end())
            continue;
        auto series = std::make_shared<Series>();
        series->channels.push_back({"value", "", one.values});
        series->report.columns.push_back({.name = "value"});
        series->report.valuesMissing = std::ranges::count_if(one.values, [](double v) { return v != v; });
        if (one.start && step.known()) {
            series->time = {"time", {}, step.micros};
            for (std::int64_t r = 0; r < std::ssize(one.values); ++r)
                series->time.values.push_back(step.after(*one.start, r));
        }
        parts.emplace_back(one.name, std::move(series));
    }
    for (const std::string& name : options.hdf5Datasets)
        if (std::ranges::find(all, name, &TsfSeries::name) == all.end())
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Reading", "there is no series '%1' in this file; choose another"), {name}}};
    return joinSeries(parts);
}

void guessShape(std::size_t count, const ExperimentConfig& options, Series& series) {
    const bool isMany = count > kSideBySide && options.hdf5Datasets.empty();
    const Choice* shape = findChoice(csvShapeChoices(), options.csvShape);
    series.report.guesses.push_back({"csv_shape", options.csvShape, shape != nullptr ? Phrase(shape->label) : Phrase(),
                                     !isMany || isReshaped(options), isReshaped(options),
                                     isMany && !isReshaped(options) ? "together" : ""});
}

std::vector<FilePart> partsOf(const std::vector<TsfSeries>& all, const TsfStep& step, const ExperimentConfig& options) {
    const auto chosen = chooseSeries(all, step, options);
    std::vector<FilePart> parts;
    for (const TsfSeries& one : all) parts.push_back({one.name, {std::ssize(one.values)}, "series", true, {}, false});
    if (chosen)
        for (const std::size_t i : *chosen) parts[i].taken = true;
    return parts;
}

}  // namespace gatelab
