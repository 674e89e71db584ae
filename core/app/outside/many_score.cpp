// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outside/many_score.h"

#include "baselines/baselines.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "lab/backtest/backtest_scores.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace gatelab {
namespace {

/// A window of the run's forecasts: in which of the sets, and which of its windows.
struct Place {
    const ForecastSet* set = nullptr;
    std::size_t window = 0;
};
/// Of one series by the first row that is forecast, in its own rows.
using Places = std::map<std::int64_t, Place>;

/// The run's own windows of a part with the simple methods; none where the part has no window.
Result<std::vector<ForecastSet>> forecastParts(const ManyRun& run, Engine& engine, const Progress& progress) {
    std::vector<ForecastSet> sets;
    Result<> first;
    for (const auto part : {ForecastRequest::Part::Validation, ForecastRequest::Part::Test}) {
        ForecastRequest request;
        request.runFolder = run.folder, request.data = run.data, request.part = part;
        for (const Baseline& baseline : baselines()) request.baselines.emplace_back(baseline.key);
        const double from = sets.empty() ? 0 : 0.45;
        auto set = engine.forecast(request, [&](double share) { return report(progress, from + 0.45 * share); });
        if (set.ok())
            sets.push_back(std::move(*set));
        else if (set.error().code == ErrorCode::InvalidInput)
            first = set.error();  // without windows
        else
            return set.error();
    }
    if (sets.empty()) return first.error();
    return sets;
}

Places placesOf(const std::vector<ForecastSet>& sets, const SeriesMember& member) {
    Places places;
    for (const ForecastSet& set : sets)
        for (std::size_t w = 0; w < set.originRows.size(); ++w)
            if (const std::int64_t first = set.originRows[w] + 1; first > member.begin && first <= member.end)
                places[first - member.begin] = {&set, w};
    return places;
}

/// The values of these windows, one behind the other. `of`: all of a set's, [window][step][target].
template <class Of>
std::vector<double> valuesAt(const std::vector<Place>& places, std::size_t perWindow, const Of& of) {
    std::vector<double> values;
    values.reserve(places.size() * perWindow);
    for (const auto& [set, window] : places) {
        const std::vector<double>* all = of(*set);
        if (all == nullptr || all->size() < (window + 1) * perWindow) {
            values.insert(values.end(), perWindow, std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        const auto from = all->begin() + static_cast<std::ptrdiff_t>(window * perWindow);
        values.insert(values.end(), from, from + static_cast<std::ptrdiff_t>(perWindow));
    }
    return values;
}

const std::vector<double>* baselineValues(const ForecastSet& set, const std::string& key) {
    const auto found = std::ranges::find(set.baselines, key, &ForecastSet::BaselineValues::method);
    return found == set.baselines.end() ? nullptr : &found->values;
}

/// Mean errors of a season before each cutoff, [window][target].
std::vector<double> seasonErrors(const PreparedSeries& prepared, const Backtest& made) {
    std::vector<std::vector<double>> each;
    for (const std::string& target : made.targets) {
        std::size_t t = 0;
        while (t + 1 < prepared.targets.size() && prepared.table.columns[prepared.targets[t]].name != target) ++t;
        each.push_back(seasonErrorsAt(prepared.originalTarget(t), made.cutoffs, made.plan.seasonality));
    }
    std::vector<double> errors;
    for (std::size_t w = 0; w < made.windows(); ++w)
        for (const auto& one : each) errors.push_back(one[w]);
    return errors;
}

/// The run's windows of one series as a backtest: those from `firstOrigin` on, the earlier ones for intervals.
Backtest ownBacktest(const ManyRun& run, const SeriesMember& member, const PreparedMember& prepared,
                     const Places& places, std::int64_t firstOrigin) {
    const ForecastSet& any = *places.begin()->second.set;
    Backtest made;
    made.targets = any.targets, made.unit = any.unit, made.horizon = any.horizon, made.rows = member.rows();
    std::vector<Place> windows, before;
    for (const auto& [cutoff, place] : places) {
        if (cutoff >= firstOrigin) made.cutoffs.push_back(cutoff), windows.push_back(place);
        if (cutoff < firstOrigin) made.calibrationCutoffs.push_back(cutoff), before.push_back(place);
    }
    made.plan.seasonality =
        run.seasonality > 0 ? run.seasonality : std::max<std::int64_t>(1, findSeasons(*prepared.prepared).front());
    made.plan.initialCutoff = firstOrigin, made.plan.numWindows = std::ssize(windows);
    made.plan.windowStepSize = 1;
    made.done.assign(windows.size(), 1);
    made.fittedRows.assign(windows.size(), prepared.prepared->split.train.end);
    const std::size_t each = made.perWindow();
    made.truth = valuesAt(windows, each, [](const ForecastSet& set) { return &set.truth; });
    made.calibrationTruth = valuesAt(before, each, [](const ForecastSet& set) { return &set.truth; });
    made.seasonErrors = seasonErrors(*prepared.prepared, made);
    for (const std::int64_t cutoff : made.cutoffs)
        for (std::int64_t step = 0; any.time.known() && step < made.horizon; ++step)
            made.times.push_back(any.time.values[static_cast<std::size_t>(member.begin + cutoff + step)]);
    const auto add = [&](const std::string& key, const auto& of) {
        made.methods.push_back({key, valuesAt(windows, each, of), valuesAt(before, each, of), {}});
    };
    add("model", [](const ForecastSet& set) { return &set.forecast; });
    for (const ForecastSet::BaselineValues& baseline : any.baselines)
        add(baseline.method, [&](const ForecastSet& set) { return baselineValues(set, baseline.method); });
    made.levels = any.spread.levels;
    for (std::size_t level = 0; level < made.levels.size(); ++level)
        made.quantiles.push_back(
            valuesAt(windows, each, [&](const ForecastSet& set) { return &set.spread.quantiles[level]; }));
    return made;
}

/// Each method with intervals of its own, of which nothing else of the backtest is needed any more.
void settleIntervals(IntervalMethod method, Backtest& made) {
    for (BacktestMethod& one : made.methods) {
        if (isExternal(one.key)) continue;
        const bool isRun = one.key == "model";
        auto intervals =
            makeIntervals(made, isRun || method != IntervalMethod::Head ? method : IntervalMethod::Adaptive, one.key);
        one.levels = std::move(intervals.levels), one.quantiles = std::move(intervals.quantiles);
    }
    for (BacktestMethod& one : made.methods) one.calibration.clear(), one.deviation.clear();
    made.levels.clear(), made.quantiles.clear(), made.calibrationCutoffs.clear(), made.calibrationTruth.clear();
}

void tell(const ManyRun& run, const PlacedForecasts& placed, std::int64_t horizon, const ExternalScore& all,
          const Phrase& left, std::vector<Phrase>& notes) {
    std::int64_t origins = 0, scored = 0;
    for (const PlacedSeries& one : placed.series) origins += std::ssize(one.cutoffs);
    for (const ScoredSeries& one : all.series) scored += static_cast<std::int64_t>(one.backtest.windows());
    if (scored < origins)
        notes.push_back({GATELAB_TEXT("Backtest",
                                      "%1 of %2 origins of the file are none of the run's (trained on, or a value is "
                                      "missing there): not scored."),
                         {origins - scored, origins}});
    if (all.series.size() < placed.series.size())
        notes.push_back({GATELAB_TEXT("Backtest", "%1 of %2 series of the file could not be scored. %3"),
                         {placed.series.size() - all.series.size(), placed.series.size(), left}});
    if (run.config.stride > 1)
        notes.push_back({GATELAB_TEXT("Backtest",
                                      "The run forecasts from every %1th row alone (stride), so that other origins of "
                                      "the file have no window."),
                         {run.config.stride}});
    if (placed.horizon != horizon)
        notes.push_back(
            {GATELAB_TEXT("Backtest", "The run forecasts %1 steps and the file %2: the first %3 of each are scored."),
             {horizon, placed.horizon, std::min(horizon, placed.horizon)}});
    notes.push_back(GATELAB_TEXT("Backtest",
                                 "The simple methods learned from the training rows of each series, which is scored on "
                                 "its validation and test rows; intervals of each series by itself."));
}

}  // namespace

Result<ExternalScore> scoreBesideManyRun(const ManyRun& run, const PlacedForecasts& placed, IntervalMethod method,
                                         Engine& engine, const Progress& progress) {
    const auto sets = forecastParts(run, engine, progress);
    if (!sets.ok()) return sets.error();
    const auto prepared = prepareMany(run.data->series, run.config);
    if (!prepared.ok()) return prepared.error();
    const std::vector<SeriesMember> members = membersOf(*run.data->series);
    ExternalScore all{{}, placed.notes, {}};
    std::vector<Backtest> each;
    Phrase left;
    Result<> first;
    for (const PlacedSeries& one : placed.series) {
        const double done =
            static_cast<double>(&one - placed.series.data()) / static_cast<double>(placed.series.size());
        if (!report(progress, 0.9 + 0.1 * done))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Backtest", "the scoring was cancelled")};
        const auto member = std::ranges::find(members, one.name, &SeriesMember::name);
        const auto own = std::ranges::find(membersOf(**prepared), one.name, &PreparedMember::name);
        const Places places = member != members.end() ? placesOf(*sets, *member) : Places();
        Result<Backtest> made =
            Error{ErrorCode::InvalidInput,
                  own != membersOf(**prepared).end() && !own->leftOut.empty()
                      ? own->leftOut
                      : Phrase(GATELAB_TEXT("Backtest", "the run has no window in its validation and test rows"))};
        if (!places.empty() && own->prepared) {
            std::vector<Phrase> ignored;  // told of all series together
            made = besideRun({placed.models, placed.horizon, {one}, {}},
                             ownBacktest(run, *member, *own, places, one.cutoffs.front()), ignored);
        }
        if (!made.ok()) {
            if (first.ok()) first = made.error().withContext(one.name);
            if (left.empty()) left = labelled(one.name, made.error().phrase);
            continue;
        }
        settleIntervals(method, *made);
        each.push_back(*made);
        all.series.push_back({one.name, std::move(*made)});
    }
    if (each.empty()) return first.error();
    tell(run, placed, sets->front().horizon, all, left, all.notes);
    all.backtest = togetherInTime(std::move(each));
    return all;
}

}  // namespace gatelab
