// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/many_forecaster.h"

#include "baselines/scores.h"
#include "batch/batcher.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "forecast/future_forecast.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gatelab {
namespace {

/// The values of some windows.
std::vector<double> valuesOf(const std::vector<double>& all, const std::vector<std::size_t>& places,
                             std::size_t perWindow) {
    std::vector<double> own;
    own.reserve(places.size() * perWindow);
    for (const std::size_t place : places) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(place * perWindow);
        own.insert(own.end(), first, first + static_cast<std::ptrdiff_t>(perWindow));
    }
    return own;
}

Result<FutureForecast> forecastMember(const SavedRunPlan& kept, const SeriesPtr& series, const Objective& objective,
                                      std::int64_t steps) {
    auto recipe = memberRecipe(kept.recipe, series, kept.plan.config);
    if (!recipe.ok()) return recipe.error();
    recipe->errors = kept.recipe.errors;
    const auto one =
        makeSavedRunPlan(SavedPreparation{std::move(*recipe), {}}, kept.plan.config, {series, nullptr}, steps);
    if (!one.ok()) return one.error();
    return forecastFuture(*one, objective, std::make_shared<const DeviceSeries>(placeSeries(one->plan)), steps);
}

}  // namespace

std::vector<SeriesForecast> scoreMembers(const PreparedSeries& prepared, const WindowSet& windows,
                                         const std::vector<double>& forecast,
                                         const std::vector<BaselineForecast>& baselines) {
    const std::size_t perWindow = static_cast<std::size_t>(windows.horizon) * prepared.targets.size();
    constexpr std::array<std::string_view, 4> kTold = {"mase", "mae", "rmse", "smape"};
    std::vector<SeriesForecast> all;
    for (const MemberWindows& one : windowsByMember(prepared, windows)) {
        SeriesForecast member{one.member->name,       one.windows.size(),     {}, {},
                              one.member->rows.begin, one.member->rows.size()};
        const PreparedSeries& own = *one.member->prepared;
        const OriginalScorer scorer(own, one.windows, findSeasons(own));
        addScores("model", "original", scorer.score(valuesOf(forecast, one.places, perWindow)).original, member.scores);
        for (const BaselineForecast& baseline : baselines)
            addScores(baseline.key, "original", scorer.score(valuesOf(baseline.values, one.places, perWindow)).original,
                      member.scores);
        std::erase_if(member.scores,
                      [&](const TestScore& score) { return std::ranges::find(kTold, score.metric) == kTold.end(); });
        all.push_back(std::move(member));
    }
    return all;
}

Result<Phrase> forecastMembers(const SavedRunPlan& kept, const Objective& objective, std::int64_t steps,
                               std::vector<SeriesForecast>& members, const Progress& progress) {
    const Series& all = *kept.plan.data.series;
    Result<> first;
    Phrase why;
    std::size_t made = 0;
    const std::vector<SeriesMember> rows = membersOf(all);
    for (std::size_t m = 0; m < rows.size(); ++m) {
        if (!report(progress, static_cast<double>(m) / static_cast<double>(rows.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the forecast was cancelled")};
        const std::string& name = rows[m].name;
        auto found = std::ranges::find(members, name, &SeriesForecast::name);
        if (found == members.end()) found = members.insert(members.end(), {name, 0, {}, {}});
        auto future = forecastMember(kept, memberSeries(all, rows[m]), objective, steps);
        if (future.ok()) {
            found->future = std::move(*future);
            found->future.originRow += rows[m].begin;
            found->firstRow = rows[m].begin, found->rows = rows[m].rows();
            ++made;
            continue;
        }
        if (!first.ok()) continue;
        first = future.error().withContext(name);
        why = labelled(name, future.error().phrase.empty() ? Phrase(future.error().message) : future.error().phrase);
    }
    if (made == 0 && !first.ok()) return first.error();
    if (made == rows.size()) return Phrase();
    return Phrase{GATELAB_TEXT("Training", "%1 of %2 series cannot be forecast. %3"),
                  {rows.size() - made, rows.size(), why}};
}

}  // namespace gatelab
