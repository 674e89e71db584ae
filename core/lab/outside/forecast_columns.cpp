// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/forecast_columns.h"

#include "data/csv/time/times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

using Is = ForecastColumn::Is;
using Names = std::set<std::string_view>;

const Names kSeries = {"unique_id", "item_id", "series_id", "series", "id", "ts_id", "component", "target"},
            kOrigin = {"cutoff",      "origin",         "origin_row",  "cutoff_date",    "forecast_origin",
                       "origin_date", "reference_date", "origin_time", "forecast_start", "fcd"},
            kFirst = {"forecast_start"}, kStep = {"step", "horizon", "h", "lead", "lead_time", "step_ahead"},
            kTruth = {"y", "truth", "actual", "actuals", "observed", "y_true", "target"},
            kPoint = {"y_hat",     "yhat",  "y_pred", "forecast",       "forecasts", "prediction", "predictions",
                      "predicted", "point", "mean",   "point_forecast", "fcst",      "pred"},
            kNothing = {"",       "index", "window",         "season_error", "error",      "row",
                        "metric", "level", "seasonal_naive", "fold",         "unnamed: 0", "__index_level_0__"};

/// A whole text as a number.
std::optional<double> numberOf(std::string_view text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value)
                                                                                            : std::nullopt;
}

std::optional<double> levelOf(std::string_view text) {
    const auto value = numberOf(text);
    if (!value || !(*value > 0) || !(*value < 100)) return std::nullopt;
    return *value < 1 ? *value : *value / 100;
}

struct Mark {
    std::string_view text;
    int side;  ///< -1, 1: a bound of a central interval of so many percent; 0: a quantile
};

/// `name` in lower case; the model is the part before the mark, by its length.
std::optional<std::pair<std::size_t, double>> quantileOf(std::string_view name) {
    static constexpr Mark kMarks[] = {{"-lo-", -1}, {"_lo_", -1},      {"-hi-", 1}, {"_hi_", 1}, {"-ql", 0},
                                      {"-q-", 0},   {"_quantile_", 0}, {"_q", 0},   {"-q", 0}};
    static constexpr Mark kStarts[] = {{"low_", -1}, {"high_", 1}, {"lo-", -1},      {"hi-", 1},
                                       {"p", 0},     {"q", 0},     {"quantile_", 0}, {"quantile", 0}};
    const auto bound = [](const Mark& mark, double level) {
        return mark.side == 0 ? level : (1 + mark.side * level) / 2;
    };
    for (const Mark& mark : kMarks)
        if (const std::size_t at = name.rfind(mark.text); at != std::string_view::npos && at > 0)
            if (const auto level = levelOf(name.substr(at + mark.text.size())))
                return std::pair(at, bound(mark, *level));
    for (const Mark& mark : kStarts)
        if (name.starts_with(mark.text))
            if (const auto level = levelOf(name.substr(mark.text.size()))) return std::pair(0, bound(mark, *level));
    for (const std::string_view median : {"-median", "_median"})
        if (name.ends_with(median)) return std::pair(name.size() - median.size(), 0.5);
    if (name == "median") return std::pair(0, 0.5);
    if (const auto level = numberOf(name); level && *level > 0 && *level < 1) return std::pair(0, *level);
    return std::nullopt;
}

/// The model of a column of samples: "OT" of "OT_s12", "" of "sample_12"; nothing: its name is none.
std::optional<std::string> sampledModel(const std::string& name) {
    const std::string plain = lowered(name);
    const std::size_t digits = plain.find_last_not_of("0123456789") + 1;
    if (digits == plain.size() || digits == 0) return std::nullopt;
    const std::string_view head = std::string_view(plain).substr(0, digits);
    for (const std::string_view mark : {"_sample_", "-sample-", "_s", "-s"})
        if (head.ends_with(mark) && head.size() > mark.size()) return name.substr(0, head.size() - mark.size());
    if (head == "sample_" || head == "sample" || head == "samples_s") return std::string();
    return std::nullopt;
}

ForecastColumn columnOf(const std::string& name, bool isNumber) {
    const std::string plain = lowered(name);
    // AutoGluon's truth is called as this program's column of names is
    if (kSeries.contains(plain) && !(plain == "target" && isNumber)) return {Is::Series};
    if (kOrigin.contains(plain)) return {Is::Origin, {}, 0, kFirst.contains(plain)};
    if (kStep.contains(plain)) return {Is::Step};
    if (kTruth.contains(plain)) return {isNumber ? Is::Truth : Is::Other};
    if (isTimeName(name)) return {Is::Time};
    if (kNothing.contains(plain) || !isNumber) return {Is::Other};
    if (kPoint.contains(plain)) return {Is::Point};
    if (const auto quantile = quantileOf(plain))
        return {Is::Quantile, name.substr(0, quantile->first), quantile->second};
    return {Is::Point, name};
}

}  // namespace

std::vector<ForecastColumn> forecastColumns(const std::vector<std::string>& names, const std::vector<bool>& isNumber) {
    std::vector<ForecastColumn> columns;
    for (std::size_t c = 0; c < names.size(); ++c) columns.push_back(columnOf(names[c], isNumber[c]));
    // Each only once: the first
    for (const Is is : {Is::Series, Is::Time, Is::Origin, Is::Step, Is::Truth}) {
        bool has = false;
        for (ForecastColumn& column : columns)
            if (column.is == is && std::exchange(has, true)) column = {};
    }
    // One alone is the forecast of a model of that name
    std::map<std::string, std::vector<std::size_t>> samples;
    for (std::size_t c = 0; c < names.size(); ++c)
        if (columns[c].is == Is::Point && !columns[c].model.empty())
            if (const auto model = sampledModel(names[c])) samples[*model].push_back(c);
    for (const auto& [model, places] : samples)
        for (const std::size_t c : places)
            if (places.size() > 1) columns[c] = {Is::Sample, model};
    // Prophet's parts of a forecast (trend, weekly, their bounds) are no models
    if (std::ranges::find(names, "yhat") != names.end())
        for (std::size_t c = 0; c < names.size(); ++c)
            if (columns[c].is == Is::Point && names[c] != "yhat") columns[c] = {};
    return columns;
}

}  // namespace gatelab
