// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/strong/strong_baselines.h"

#include "base/clock.h"
#include "baselines/baseline_members.h"
#include "baselines/scores.h"
#include "baselines/strong/linear_twin.h"
#include "baselines/strong/strong_members.h"
#include "data/many/prepare_many.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

namespace gatelab {

std::span<const StrongBaseline> strongBaselines() {
    static const std::vector<StrongBaseline> table = {methods::nlinear(), methods::dlinear(), methods::ets(),
                                                      methods::arima(), methods::lightgbm()};
    return table;
}

const Baseline* findBaseline(std::string_view key) {
    for (const Baseline& row : baselines())
        if (key == row.key) return &row;
    for (const StrongBaseline& strong : strongBaselines())
        if (key == strong.row.key) return &strong.row;
    return nullptr;
}

Result<std::vector<std::string>> strongKeys(const std::string& words) {
    std::vector<std::string> keys;
    if (words == "all") {
        for (const StrongBaseline& strong : strongBaselines())
            if (strong.absence == nullptr || strong.absence().empty()) keys.emplace_back(strong.row.key);
        return keys;
    }
    for (std::size_t from = 0; from <= words.size();) {
        const std::size_t end = std::min(words.find(',', from), words.size());
        const std::string key = words.substr(from, end - from);
        from = end + 1;
        if (key.empty()) continue;
        const auto row = std::ranges::find_if(strongBaselines(), [&](const auto& one) { return key == one.row.key; });
        if (row == strongBaselines().end())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing",
                                       "'%1' is no strong baseline; give all, or some of nlinear, dlinear, "
                                       "ets, arima, lightgbm"),
                          {key}}};
        if (row->absence != nullptr && !row->absence().empty()) return Error{ErrorCode::NotFound, row->absence()};
        keys.push_back(key);
    }
    return keys;
}

Phrase linearTwin(std::string_view key, std::int64_t lookback) {
    if (key != "nlinear" || lookback > methods::kLinearLags) return {};
    return GATELAB_TEXT("Preparing", "On windows of this length it is the same method as Linear.");
}

QuickBaselines quickBaselines(const PreparedSeries& prepared, const WindowSet& windows, double most) {
    QuickBaselines chosen;
    if (manyOf(prepared) != nullptr || windows.starts.empty()) return chosen;
    const std::vector<std::int64_t> seasons = findSeasons(prepared);
    for (const StrongBaseline& method : strongBaselines()) {
        if (method.absence != nullptr && !method.absence().empty()) continue;
        if (!linearTwin(method.row.key, windows.lookback).empty()) continue;
        double seconds = 0;
        for (const std::int64_t season : seasons)
            seconds += method.seconds(
                {prepared.split.train.size(), std::max<std::int64_t>(1, season), windows.lookback, windows.horizon});
        chosen.left.push_back({method.row.key, seconds});
    }
    std::ranges::stable_sort(chosen.left, {}, &QuickBaselines::Left::seconds);
    double together = 0;
    while (!chosen.left.empty() && together + chosen.left.front().seconds < most) {
        together += chosen.left.front().seconds;
        chosen.keys.push_back(chosen.left.front().key);
        chosen.left.erase(chosen.left.begin());
    }
    return chosen;
}

namespace {

/// [window][step][target]; the notes of all targets, each once.
Result<std::vector<double>> forecastTargets(const StrongBaseline& method, const PreparedSeries& prepared,
                                            const WindowSet& windows, std::span<const std::int64_t> seasons,
                                            std::string& notes, const Progress& progress) {
    const std::size_t targets = prepared.targets.size(),
                      each = windows.starts.size() * static_cast<std::size_t>(windows.horizon);
    std::vector<double> out(each * targets);
    for (std::size_t t = 0; t < targets; ++t) {
        std::vector<double> values = prepared.observedTarget(t);
        const double scale = methods::modestScale(values);
        for (double& value : values) value *= scale;
        std::string note;
        const auto some = method.forecast(
            {values, prepared.split.train, &windows, std::max<std::int64_t>(1, seasons[t]), &prepared.source->time},
            note, [&](double share) {
                const double done = static_cast<double>(t) + std::max(0.0, share);
                return report(progress, done / static_cast<double>(targets));
            });
        if (!some.ok()) return some.error();
        for (std::size_t i = 0; i < each; ++i) out[i * targets + t] = (*some)[i] / scale;
        if (notes.find(note) == std::string::npos) notes += (notes.empty() ? "" : ", ") + note;
    }
    return out;
}

}  // namespace

Phrase comparedMethods(std::span<const std::string> keys) {
    const auto isThere = [keys](const Baseline& row) { return std::ranges::find(keys, row.key) != keys.end(); };
    const std::int64_t simple = std::ranges::count_if(baselines(), isThere);
    Phrase strong, all, missing;
    const auto add = [](Phrase& list, const Text& label) {
        list = list.empty() ? Phrase(label) : Phrase(GATELAB_TEXT("Preparing", "%1, %2"), {list, Phrase(label)});
    };
    for (const StrongBaseline& method : strongBaselines()) {
        add(all, method.row.label);
        add(isThere(method.row) ? strong : missing, method.row.label);
    }
    if (simple == 0 && strong.empty()) return {};
    if (strong.empty())
        return {GATELAB_TEXT("Preparing", "Compared: %1 simple methods; no strong one (%2) was computed here."),
                {simple, all}};
    if (missing.empty())
        return {GATELAB_TEXT("Preparing", "Compared: %1 simple methods, and the strong ones: %2."), {simple, strong}};
    return {GATELAB_TEXT("Preparing", "Compared: %1 simple methods, and of the strong ones %2; not %3."),
            {simple, strong, missing}};
}

Result<std::vector<BaselineForecast>> runStrongBaselines(const PreparedSeries& prepared, const WindowSet& windows,
                                                         std::span<const std::string> keys, std::vector<Phrase>& left,
                                                         const Progress& progress) {
    std::vector<BaselineForecast> all;
    if (keys.empty() || prepared.split.train.size() == 0 || windows.starts.empty()) return all;
    const std::vector<std::int64_t> seasons = findSeasons(prepared);
    const OriginalScorer scorer(prepared, windows, seasons);
    double done = 0;
    for (const StrongBaseline& method : strongBaselines()) {
        if (std::ranges::find(keys, method.row.key) == keys.end()) continue;
        if (method.absence != nullptr && !method.absence().empty()) {
            left.push_back(method.absence());
            continue;
        }
        const auto started = std::chrono::steady_clock::now();
        BaselineForecast forecast;
        auto values = forecastTargets(method, prepared, windows, seasons, forecast.note, [&](double share) {
            return report(progress, (done + share) / static_cast<double>(keys.size()));
        });
        done += 1;
        if (!values.ok() && values.error().code == ErrorCode::Cancelled) return values.error();
        if (!values.ok()) {
            left.push_back({GATELAB_TEXT("Preparing", "%1: %2"), {Phrase(method.row.label), values.error().phrase}});
            continue;
        }
        forecast.key = method.row.key;
        forecast.values = std::move(*values);
        const ScoredForecast scores = scorer.score(forecast.values);
        forecast.standardised = scores.standardised, forecast.original = scores.original;
        forecast.seconds = secondsSince(started);
        all.push_back(std::move(forecast));
    }
    return all;
}

Result<std::vector<BaselineForecast>> runAllBaselines(const PreparedSeries& prepared, const WindowSet& windows,
                                                      std::span<const std::string> keys, const Progress& progress) {
    auto all = runBaselines(prepared, windows, progress);
    if (!all.ok() || keys.empty()) return all;
    std::vector<Phrase> left;
    auto strong = runStrongBaselines(prepared, windows, keys, left, progress);
    if (!strong.ok()) return strong.error();
    std::ranges::move(*strong, std::back_inserter(*all));
    return all;
}

namespace methods {

std::span<const double> lastTraining(const StrongBaseline::Series& series, std::int64_t most) {
    std::int64_t first = series.train.begin;
    while (first < series.train.end && std::isnan(series.values[static_cast<std::size_t>(first)])) ++first;
    first = std::max(first, series.train.end - most);
    return series.values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(series.train.end - first));
}

std::int64_t originOf(const StrongBaseline::Series& series, std::size_t window) {
    return series.windows->starts[window] + series.windows->lookback - 1;
}

std::vector<double> figuresOf(const StrongBaseline::Series& series) {
    return seasonalIndices({series.values, series.train, *series.windows, series.season});
}

}  // namespace methods
}  // namespace gatelab
