// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baselines.h"

#include "base/clock.h"
#include "baselines/baseline_members.h"
#include "baselines/many_baselines.h"
#include "baselines/scores.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gatelab {

std::span<const Baseline> baselines() {
    static const std::vector<Baseline> table = {methods::persistence(), methods::seasonalNaive(), methods::drift(),
                                                methods::linear(),      methods::theta(),         methods::smoothing()};
    return table;
}

namespace {

/// "season of 24 rows found in the training part".
std::string seasonNote(std::span<const std::int64_t> seasons) {
    if (std::ranges::all_of(seasons, [](std::int64_t season) { return season <= 1; }))
        return "no season found in the training part";
    if (std::ranges::count(seasons, seasons.front()) == std::ssize(seasons))
        return "season of " + std::to_string(seasons.front()) + " rows found in the training part";
    std::string rows;
    for (const std::int64_t season : seasons)
        rows += (rows.empty() ? "" : ", ") + (season > 1 ? std::to_string(season) : std::string("none"));
    return "season of each target found in the training part, in rows: " + rows;
}

/// Each of many series by itself. seasons: of every member, by its place; found where they are asked for first.
Result<std::vector<double>> forecastMembers(const Baseline& baseline, const PreparedSeries& prepared,
                                            const WindowSet& windows, const std::vector<MemberWindows>& members,
                                            std::vector<std::vector<std::int64_t>>& seasons, const Progress& progress) {
    const std::size_t perWindow = static_cast<std::size_t>(windows.horizon) * prepared.targets.size();
    std::vector<double> values(windows.starts.size() * perWindow);
    seasons.resize(members.size());
    for (std::size_t m = 0; m < members.size(); ++m) {
        if (!report(progress, static_cast<double>(m) / static_cast<double>(members.size())))
            return methods::cancelledBaselines();
        const MemberWindows& one = members[m];
        if (seasons[m].empty()) seasons[m] = findSeasons(*one.member->prepared);
        const auto own = baseline.forecast(*one.member->prepared, one.windows, seasons[m], progress);
        if (!own) return own.error().withContext(one.member->name);
        for (std::size_t w = 0; w < one.places.size(); ++w)
            std::copy_n(own->begin() + static_cast<std::ptrdiff_t>(w * perWindow), perWindow,
                        values.begin() + static_cast<std::ptrdiff_t>(one.places[w] * perWindow));
    }
    return values;
}

}  // namespace

Result<std::vector<double>> forecastBy(const Baseline& baseline, const PreparedSeries& prepared,
                                       const WindowSet& windows, const Progress& progress) {
    if (manyOf(prepared) == nullptr) return baseline.forecast(prepared, windows, findSeasons(prepared), progress);
    std::vector<std::vector<std::int64_t>> seasons;
    return forecastMembers(baseline, prepared, windows, windowsByMember(prepared, windows), seasons, progress);
}

Result<std::vector<BaselineForecast>> runBaselines(const PreparedSeries& prepared, const WindowSet& windows,
                                                   const Progress& progress) {
    if (windows.starts.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "there is no window to forecast; give the test part more rows")};
    const std::vector<std::int64_t> seasons = findSeasons(prepared);
    const bool haveOne = std::ranges::count(seasons, seasons.front()) == std::ssize(seasons);
    const OriginalScorer scorer(prepared, windows, seasons);
    const std::vector<MemberWindows> members = windowsByMember(prepared, windows);
    std::vector<std::vector<std::int64_t>> memberSeasons;
    std::vector<BaselineForecast> all;
    for (const Baseline& baseline : baselines()) {
        if (baseline.isFitted && !hasTrainingPart(prepared)) continue;
        const double done = static_cast<double>(all.size()) / static_cast<double>(baselines().size());
        if (!report(progress, done)) return methods::cancelledBaselines();
        const auto started = std::chrono::steady_clock::now();
        const auto inPart = [&](double) { return report(progress, done); };
        auto values = members.empty() ? baseline.forecast(prepared, windows, seasons, inPart)
                                      : forecastMembers(baseline, prepared, windows, members, memberSeasons, inPart);
        if (!values) return values.error().withContext(std::string("baseline '") + baseline.key + "'");
        BaselineForecast forecast;
        forecast.key = baseline.key;
        if (baseline.isSeasonal && haveOne) forecast.season = seasons.front();
        forecast.values = std::move(*values);
        const ScoredForecast scores = scorer.score(forecast.values);
        forecast.standardised = scores.standardised;
        forecast.original = scores.original;
        forecast.seconds = secondsSince(started);
        forecast.note = members.empty() ? seasonNote(seasons) : "each series by itself, by its own season";
        all.push_back(std::move(forecast));
    }
    return all;
}

namespace methods {

Error cancelledBaselines() { return {ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the baselines were cancelled")}; }

std::int64_t Task::firstKnown() const {
    std::int64_t row = train.begin;
    while (row < train.end && std::isnan(values[static_cast<std::size_t>(row)])) ++row;
    return row;
}

Result<std::vector<double>> perTarget(const PreparedSeries& prepared, const WindowSet& windows,
                                      std::span<const std::int64_t> seasons, const Progress& progress, Method method) {
    const std::size_t targets = prepared.targets.size(), horizon = static_cast<std::size_t>(windows.horizon);
    std::vector<double> out(windows.starts.size() * horizon * targets, 0.0);
    for (std::size_t t = 0; t < targets; ++t) {
        if (!report(progress, 0)) return cancelledBaselines();
        std::vector<double> values = prepared.observedTarget(t);
        const double scale = modestScale(values);
        for (double& value : values) value *= scale;
        const Task task{values, prepared.split.train, windows, std::max<std::int64_t>(1, seasons[t])};
        const Write write = [&](std::size_t window, std::int64_t step, double value) {
            out[(window * horizon + static_cast<std::size_t>(step)) * targets + t] = value / scale;
        };
        if (auto done = method(task, write, progress); !done) return done.error();
    }
    return out;
}

double modestScale(std::span<const double> values) {
    constexpr double kHuge = 1e100;
    double largest = 0;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest > kHuge ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0;
}

std::vector<double> seasonalIndices(const Task& task) {
    const auto season = static_cast<std::size_t>(task.season);
    std::vector<double> sums(season, 0.0), counts(season, 0.0);
    if (season < 2 || task.train.end - task.firstKnown() < 2 * task.season) return {0.0};
    double total = 0, rows = 0;
    for (std::int64_t row = task.firstKnown(); row < task.train.end; ++row) {
        const double value = task.values[static_cast<std::size_t>(row)];
        sums[static_cast<std::size_t>(row) % season] += value;
        counts[static_cast<std::size_t>(row) % season] += 1;
        total += value, rows += 1;
    }
    for (std::size_t i = 0; i < season; ++i) sums[i] = sums[i] / counts[i] - total / rows;
    return sums;
}

}  // namespace methods
}  // namespace gatelab
