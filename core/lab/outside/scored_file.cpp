// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/scored_file.h"

#include "base/number_text.h"
#include "baselines/strong/strong_baselines.h"
#include "lab/backtest/backtest_scores.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kFewestRows = 10, kMostCalibration = 1000;

/// The rows of a series, and behind them as many empty ones as the last window may need.
SeriesPtr padded(const Series& data, std::int64_t rows) {
    auto series = std::make_shared<Series>(data);
    for (Channel& channel : series->channels) {
        std::vector<double> values = channel.values.vector();
        values.resize(static_cast<std::size_t>(rows), kNone);
        channel.values = std::move(values);
    }
    std::vector<std::int64_t>& times = series->time.values;
    const std::int64_t step = std::max<std::int64_t>(1, series->time.stepMicros);
    while (!times.empty() && std::ssize(times) < rows) times.push_back(times.back() + step);
    return series;
}

/// Where all models forecast, the truth; elsewhere nothing is scored.
std::vector<double> scoredTruth(const PlacedForecasts& placed, const PlacedSeries& one) {
    const ColumnValues& values = one.data->channels.front().values;
    std::vector<double> truth;
    for (const std::int64_t cutoff : one.cutoffs)
        for (std::int64_t step = 0; step < placed.horizon; ++step) {
            const auto row = static_cast<std::size_t>(cutoff + step);
            const bool isThere = row < values.size() && std::ranges::all_of(one.points, [&](const auto& points) {
                                     return std::isfinite(points[truth.size()]);
                                 });
            truth.push_back(isThere ? values[row] : kNone);
        }
    return truth;
}

std::int64_t commonStep(const std::vector<std::int64_t>& cutoffs, std::int64_t otherwise) {
    std::map<std::int64_t, int> counts;
    for (std::size_t w = 1; w < cutoffs.size(); ++w) ++counts[cutoffs[w] - cutoffs[w - 1]];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    return most == counts.end() ? otherwise : std::max<std::int64_t>(1, most->first);
}

/// One series with its windows and the models of the file.
Backtest backtestOf(const PlacedForecasts& placed, std::size_t s) {
    const PlacedSeries& one = placed.series[s];
    Backtest made;
    made.targets = {one.data->channels.front().name};
    made.unit = one.data->channels.front().unit;
    made.horizon = placed.horizon, made.rows = one.data->rows(), made.cutoffs = one.cutoffs;
    made.done.assign(one.cutoffs.size(), 1), made.fittedRows.assign(one.cutoffs.size(), 0);
    made.truth = scoredTruth(placed, one);
    made.plan.initialCutoff = one.cutoffs.front();
    made.plan.numWindows = std::ssize(one.cutoffs);
    made.plan.windowStepSize = commonStep(one.cutoffs, placed.horizon);
    const std::vector<std::int64_t>& times = padded(*one.data, made.rows + placed.horizon)->time.values;
    for (const std::int64_t cutoff : made.cutoffs)
        for (std::int64_t step = 0; !times.empty() && step < placed.horizon; ++step)
            made.times.push_back(times[static_cast<std::size_t>(cutoff + step)]);
    for (std::size_t m = 0; m < placed.models.size(); ++m)
        made.methods.push_back(
            {placed.models[m].key, one.points[m], {}, {}, placed.models[m].levels, one.quantiles[m]});
    return made;
}

/// What the simple methods learn from: the rows of one series before its first origin.
Result<PreparedPtr> preparedOf(const PlacedForecasts& placed, const PlacedSeries& one, std::int64_t train) {
    const std::int64_t rows = std::max(one.data->rows(), one.cutoffs.back() + placed.horizon),
                       cutoff = one.cutoffs.front();
    ExperimentConfig config;
    config.targets = config.inputs = {one.data->channels.front().name};
    config.recipe.clear();
    config.split = std::to_string(train) + "/" + std::to_string(cutoff - train) + "/" + std::to_string(rows - cutoff);
    return prepareSeries(padded(*one.data, rows), config);
}

WindowSet windowsAt(const std::vector<std::int64_t>& cutoffs, std::int64_t lookback, std::int64_t horizon) {
    WindowSet windows{lookback, horizon, 1, {}, 0, 0};
    for (const std::int64_t cutoff : cutoffs) windows.starts.push_back(cutoff - lookback);
    return windows;
}

/// The simple methods and their intervals, and the errors of a season.
Result<> addBaselines(const PlacedForecasts& placed, const PlacedSeries& one, std::int64_t seasonality,
                      std::int64_t lookback, Backtest& made, const Progress& progress) {
    const std::int64_t cutoff = one.cutoffs.front(), train = cutoff * 4 / 5;
    const auto prepared = preparedOf(placed, one, train);
    if (!prepared.ok()) return prepared.error();
    made.plan.seasonality = seasonality > 0 ? seasonality : std::max<std::int64_t>(1, findSeasons(**prepared).front());
    made.fittedRows.assign(made.cutoffs.size(), train);
    lookback = std::clamp<std::int64_t>(lookback, 1, std::max<std::int64_t>(1, train / 3));
    for (std::int64_t at = std::max(train, cutoff - placed.horizon - kMostCalibration); at + placed.horizon <= cutoff;
         ++at)
        made.calibrationCutoffs.push_back(at);
    for (const std::int64_t at : made.calibrationCutoffs)
        for (std::int64_t step = 0; step < placed.horizon; ++step)
            made.calibrationTruth.push_back((*prepared)->originalTarget(0)[static_cast<std::size_t>(at + step)]);
    const WindowSet windows = windowsAt(made.cutoffs, lookback, placed.horizon);
    // Twice for each series: for the windows, and for those before the first origin
    const std::vector<std::string> strong =
        quickBaselines(**prepared, windows, kQuickSeconds / static_cast<double>(2 * placed.series.size())).keys;
    const auto ahead = runAllBaselines(**prepared, windows, strong, progress);
    if (!ahead.ok()) return ahead.error();
    std::vector<BaselineForecast> before;
    if (!made.calibrationCutoffs.empty()) {
        auto all =
            runAllBaselines(**prepared, windowsAt(made.calibrationCutoffs, lookback, placed.horizon), strong, progress);
        if (!all.ok()) return all.error();
        before = std::move(*all);
    }
    for (const BaselineForecast& baseline : *ahead) {
        BacktestMethod method{baseline.key, baseline.values, {}, {}};
        for (const BaselineForecast& other : before)
            if (other.key == baseline.key) method.calibration = other.values;
        made.methods.push_back(std::move(method));
    }
    for (BacktestMethod& method : made.methods) {
        if (isExternal(method.key) || method.calibration.empty()) continue;
        BacktestIntervals intervals = makeIntervals(made, IntervalMethod::Adaptive, method.key);
        method.levels = std::move(intervals.levels), method.quantiles = std::move(intervals.quantiles);
    }
    return {};
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

/// All windows of several series as those of one, the early ones first, so that neighbours are near in time.
Backtest joined(std::vector<Backtest> all) {
    Backtest made = all.front();
    const std::size_t first = made.methods.size();
    for (std::size_t s = 1; s < all.size(); ++s) {
        const Backtest& one = all[s];
        const std::size_t before = made.truth.size();
        append(made.cutoffs, one.cutoffs), append(made.fittedRows, one.fittedRows), append(made.done, one.done);
        append(made.truth, one.truth), append(made.seasonErrors, one.seasonErrors), append(made.times, one.times);
        made.rows = std::max(made.rows, one.rows);
        made.plan.windowStepSize = std::min(made.plan.windowStepSize, one.plan.windowStepSize);
        // A method that one series lacks is not compared
        for (std::size_t m = 0; m < first; ++m) {
            BacktestMethod& method = made.methods[m];
            const BacktestMethod* other = one.find(method.key);
            append(method.forecast, other != nullptr ? other->forecast : std::vector<double>(one.truth.size(), kNone));
            for (std::size_t k = 0; k < method.levels.size(); ++k)
                append(method.quantiles[k], other != nullptr && other->levels == method.levels
                                                ? other->quantiles[k]
                                                : std::vector<double>(one.truth.size(), kNone));
            if (other == nullptr || method.forecast.size() != before + one.truth.size()) method.forecast.clear();
        }
    }
    std::erase_if(made.methods,
                  [&](const BacktestMethod& method) { return method.forecast.size() != made.truth.size(); });
    if (made.times.size() != made.windows() * static_cast<std::size_t>(made.horizon)) made.times.clear();
    made.plan.numWindows = std::ssize(made.cutoffs);
    return made;
}

/// Neighbouring windows in time stand beside each other, whichever series they are of.
Backtest inOrder(const Backtest& given, std::int64_t series) {
    std::vector<std::size_t> order(given.windows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto steps = static_cast<std::size_t>(given.horizon);
    std::ranges::stable_sort(
        order, {}, [&](std::size_t w) { return given.times.empty() ? given.cutoffs[w] : given.times[w * steps]; });
    Backtest made = given;
    const auto arrange = [&](auto& values) {
        if (values.empty()) return;
        const auto before = values;
        const std::size_t each = values.size() / order.size();
        for (std::size_t w = 0; w < order.size(); ++w)
            std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(order[w] * each), each,
                        values.begin() + static_cast<std::ptrdiff_t>(w * each));
    };
    arrange(made.cutoffs), arrange(made.fittedRows), arrange(made.truth), arrange(made.seasonErrors);
    arrange(made.times);
    for (BacktestMethod& method : made.methods) {
        arrange(method.forecast);
        for (auto& quantile : method.quantiles) arrange(quantile);
    }
    // As many windows overlap as there are series more
    made.plan.windowStepSize = std::max<std::int64_t>(1, made.plan.windowStepSize / series);
    return made;
}

/// Chosen windows of [window][step][target], the first steps of each.
std::vector<double> part(const std::vector<double>& values, const std::vector<std::size_t>& windows,
                         std::size_t perWindow, std::size_t taken) {
    std::vector<double> some;
    for (const std::size_t w : windows)
        if (!values.empty())
            some.insert(some.end(), values.begin() + static_cast<std::ptrdiff_t>(w * perWindow),
                        values.begin() + static_cast<std::ptrdiff_t>(w * perWindow + taken));
    return some;
}

/// The run's own at the windows of the file.
Backtest cutTo(const Backtest& run, const std::vector<std::size_t>& windows, std::int64_t horizon) {
    Backtest made = run;
    const std::size_t targets = run.targets.size(), each = run.perWindow(),
                      taken = static_cast<std::size_t>(horizon) * targets;
    std::vector<std::size_t> before(run.calibrationCutoffs.size());
    std::iota(before.begin(), before.end(), std::size_t{0});
    made.horizon = horizon;
    made.truth = part(run.truth, windows, each, taken);
    made.calibrationTruth = part(run.calibrationTruth, before, each, taken);
    made.seasonErrors = part(run.seasonErrors, windows, targets, targets);
    made.cutoffs.clear(), made.fittedRows.clear(), made.times.clear();
    for (const std::size_t w : windows) {
        made.cutoffs.push_back(run.cutoffs[w]), made.fittedRows.push_back(run.fittedRows[w]);
        for (std::int64_t step = 0; !run.times.empty() && step < horizon; ++step)
            made.times.push_back(run.times[w * static_cast<std::size_t>(run.horizon) + static_cast<std::size_t>(step)]);
    }
    made.done.assign(windows.size(), 1);
    for (BacktestMethod& method : made.methods) {
        method.forecast = part(method.forecast, windows, each, taken);
        method.deviation = part(method.deviation, windows, each, taken);
        method.calibration = part(method.calibration, before, each, taken);
    }
    for (auto& quantile : made.quantiles) quantile = part(quantile, windows, each, taken);
    return made;
}

/// Puts the forecasts of one series at the places of its target; true: something stands there.
void placeTarget(const PlacedForecasts& placed, const PlacedSeries& one, std::size_t target, std::size_t first,
                 Backtest& made) {
    const std::size_t targets = made.targets.size();
    for (std::size_t w = 0; w < made.windows(); ++w) {
        const auto found = std::ranges::lower_bound(one.cutoffs, made.cutoffs[w]);
        if (found == one.cutoffs.end() || *found != made.cutoffs[w]) continue;
        const std::size_t from =
            static_cast<std::size_t>(found - one.cutoffs.begin()) * static_cast<std::size_t>(placed.horizon);
        for (std::size_t step = 0; step < static_cast<std::size_t>(made.horizon); ++step)
            for (std::size_t m = 0; m < placed.models.size(); ++m) {
                const std::size_t at = w * made.perWindow() + step * targets + target;
                BacktestMethod& method = made.methods[first + m];
                method.forecast[at] = one.points[m][from + step];
                for (std::size_t k = 0; k < method.levels.size(); ++k)
                    method.quantiles[k][at] = one.quantiles[m][k][from + step];
            }
    }
}

void compare(const Backtest& backtest, const std::string& key, const std::string& other, std::vector<Phrase>& found) {
    const auto own = windowScores(backtest, *backtest.find(key), nullptr),
               beside = windowScores(backtest, *backtest.find(other), nullptr);
    std::vector<double> gains;
    for (std::size_t w = 0; w < own.size(); ++w) gains.push_back(beside[w].mae - own[w].mae);
    const BlockInterval gain = blockInterval(gains, blockOf(backtest));
    const double share = std::abs(gain.mean) / meanScores(beside).mae;
    const std::vector<Phrase> values{testedMethodLabel(key), numberPhrase(percentText(share)), testedMethodLabel(other),
                                     backtest.doneWindows()};
    if (std::isnan(gain.low))
        found.push_back({GATELAB_TEXT("Backtest", "%1: %4 windows are too few to tell it from %3."), values});
    else if (gain.high < 0)
        found.push_back({GATELAB_TEXT("Backtest",
                                      "%1: worse than %3: the MAE is %2 % higher over %4 windows, and chance does not "
                                      "explain it."),
                         values});
    else if (gain.low > 0)
        found.push_back({GATELAB_TEXT("Backtest",
                                      "%1: the MAE is %2 % below that of %3 over %4 windows, and chance does not "
                                      "explain it."),
                         values});
    else
        found.push_back({GATELAB_TEXT("Backtest", "%1: no difference to %3 over %4 windows (%2 %)."), values});
}

/// How many of the scored forecasts are the truth itself, to the last digit that a file keeps.
std::pair<std::int64_t, std::int64_t> exactOf(const Backtest& backtest, const BacktestMethod& method) {
    std::int64_t same = 0, all = 0;
    for (std::size_t at = 0; at < backtest.truth.size() && at < method.forecast.size(); ++at) {
        const double truth = backtest.truth[at], given = method.forecast[at];
        if (!std::isfinite(truth) || !std::isfinite(given)) continue;
        all += 1;
        same += std::abs(truth - given) <= 1e-6 * std::abs(truth) ? 1 : 0;
    }
    return {same, all};
}

/// Counts of few kinds are hit now and then; of others half is more than any forecast reaches.
bool areTruths(const Backtest& backtest, std::int64_t same, std::int64_t all) {
    constexpr std::int64_t kFewest = 10;
    const bool areCounts = std::ranges::all_of(
        backtest.truth, [](double value) { return !std::isfinite(value) || value == std::round(value); });
    return all >= kFewest && (same == all || (!areCounts && 2 * same > all));
}

}  // namespace

Result<Backtest> besideBaselines(const PlacedForecasts& placed, std::int64_t seasonality, std::int64_t lookback,
                                 std::vector<Phrase>& notes, const Progress& progress, std::vector<Backtest>* each) {
    std::vector<Backtest> all;
    for (std::size_t s = 0; s < placed.series.size(); ++s) {
        const PlacedSeries& one = placed.series[s];
        Backtest made = backtestOf(placed, s);
        const double share = static_cast<double>(s) / static_cast<double>(placed.series.size());
        if (!report(progress, share))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Backtest", "the scoring was cancelled")};
        const auto added = one.cutoffs.front() < kFewestRows
                               ? Result<>(Error{ErrorCode::InvalidInput,
                                                {GATELAB_TEXT("Backtest", "%1 rows lie before the first origin"),
                                                 {one.cutoffs.front()}}})
                               : addBaselines(placed, one, seasonality, lookback, made,
                                              [&](double) { return report(progress, share); });
        if (!added.ok() && added.error().code == ErrorCode::Cancelled) return added.error();
        if (!added.ok()) {
            notes.push_back({GATELAB_TEXT("Backtest", "'%1': the simple methods were left out: %2."),
                             {one.name, added.error().phrase}});
            made.plan.seasonality = std::max<std::int64_t>(1, seasonality);
        }
        made.seasonErrors = seasonErrorsAt(one.data->channels.front().values, made.cutoffs, made.plan.seasonality);
        all.push_back(std::move(made));
    }
    notes.push_back({GATELAB_TEXT("Backtest",
                                  "The simple methods learned from the first four fifths of the rows before the first "
                                  "origin, and the linear ones read up to %1 rows before each origin; beside a run "
                                  "(--run) they learn from its training part and read its window, and their scores are "
                                  "others."),
                     {lookback}});
    if (each != nullptr) *each = all;
    return togetherInTime(std::move(all));
}

Backtest togetherInTime(std::vector<Backtest> all) {
    if (all.size() == 1) return std::move(all.front());
    const auto series = std::ssize(all);
    return inOrder(joined(std::move(all)), series);
}

Result<Backtest> besideRun(const PlacedForecasts& placed, const Backtest& run, std::vector<Phrase>& notes) {
    const std::vector<std::int64_t> origins = originsOf(placed);
    std::vector<std::size_t> windows;
    for (std::size_t w = 0; w < run.windows(); ++w)
        if (run.done[w] != 0 && std::ranges::binary_search(origins, run.cutoffs[w])) windows.push_back(w);
    const auto lost = std::ssize(origins) - std::ssize(windows);
    if (windows.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest", "the run can forecast from none of the origins of the file")};
    if (lost > 0)
        notes.push_back({GATELAB_TEXT("Backtest",
                                      "%1 of %2 origins of the file are none of the run's (trained on, or a value is "
                                      "missing there): not scored."),
                         {lost, origins.size()}});
    const std::int64_t horizon = std::min(placed.horizon, run.horizon);
    if (placed.horizon != run.horizon)
        notes.push_back(
            {GATELAB_TEXT("Backtest", "The run forecasts %1 steps and the file %2: the first %3 of each are scored."),
             {run.horizon, placed.horizon, horizon}});
    notes.push_back({GATELAB_TEXT("Backtest",
                                  "The simple methods learned from the run's rows up to %1 and read its window, as in "
                                  "its backtest."),
                     {run.fittedRows.empty() ? std::int64_t{0} : run.fittedRows.front()}});
    Backtest made = cutTo(run, windows, horizon);
    const std::size_t first = made.methods.size();
    for (const PlacedForecasts::Model& model : placed.models)
        made.methods.push_back(
            {model.key,
             std::vector<double>(made.truth.size(), kNone),
             {},
             {},
             model.levels,
             std::vector<std::vector<double>>(model.levels.size(), std::vector<double>(made.truth.size(), kNone))});
    bool hasTarget = false;
    for (const PlacedSeries& one : placed.series) {
        const auto target = std::ranges::find(made.targets, one.data->channels.front().name);
        if (target == made.targets.end()) continue;
        hasTarget = true;
        placeTarget(placed, one, static_cast<std::size_t>(target - made.targets.begin()), first, made);
    }
    if (!hasTarget)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Backtest", "the file forecasts no target of the run")};
    for (std::size_t at = 0; at < made.truth.size(); ++at)
        for (std::size_t m = first; m < made.methods.size(); ++m)
            if (!std::isfinite(made.methods[m].forecast[at])) made.truth[at] = kNone;
    return made;
}

std::vector<Phrase> externalFindings(const Backtest& backtest) {
    std::vector<Phrase> found;
    const BacktestMethod* best = bestBaseline(backtest);
    bool isCompared = false;
    for (const BacktestMethod& method : backtest.methods) {
        if (!isExternal(method.key)) continue;
        if (const auto [same, all] = exactOf(backtest, method); areTruths(backtest, same, all)) {
            found.push_back({GATELAB_TEXT("Backtest",
                                          "%1: %2 of %3 forecasts equal the truth: the file holds the truth itself, or "
                                          "its model has seen it (a leak). Its scores say nothing."),
                             {testedMethodLabel(method.key), same, all}});
            continue;
        }
        if (best != nullptr) {
            compare(backtest, method.key, best->key, found);
            isCompared = true;
        }
        if (backtest.find("model") != nullptr) compare(backtest, method.key, "model", found);
        const BacktestIntervals own = makeIntervals(backtest, IntervalMethod::Given, method.key);
        if (own.empty()) continue;
        const WindowScores mean = meanScores(windowScores(backtest, method, &own));
        for (const auto& [nominal, covered] : {std::pair{"80", mean.coverage80}, std::pair{"95", mean.coverage95}})
            if (std::isfinite(covered))
                found.push_back({GATELAB_TEXT("Backtest", "%1: its interval of %2 % held %3 % of the truths."),
                                 {testedMethodLabel(method.key), numberPhrase(nominal),
                                  numberPhrase(numberText(100 * covered, 3))}});
    }
    if (isCompared) found.push_back(comparedWith(backtest));
    return found;
}

}  // namespace gatelab
