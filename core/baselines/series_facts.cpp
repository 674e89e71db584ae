// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/running_variance.h"
#include "base/ridge.h"
#include "baselines/baselines.h"
#include "baselines/column_error.h"
#include "baselines/season.h"
#include "baselines/suggestion.h"

#include "config/setting_predicates.h"
#include "data/findings/drift.h"
#include "data/findings/mended_series.h"
#include "data/findings/next_value.h"
#include "data/look/clock_rows.h"
#include "data/look/season_lookback.h"
#include "data/look/spectrum.h"
#include "data/many/many_series.h"
#include "data/recipe/recipe.h"
#include "data/resample/event_rows.h"
#include "data/rows_ahead.h"
#include "data/split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace gatelab {

namespace {

constexpr std::size_t kMaxColumns = 32;  // besides the targets that are tried
constexpr std::size_t kMaxExamples = 2'000;
constexpr double kHelps = 0.97;
constexpr double kRidge = 1e-3;                   // of each column's own sum of squares
constexpr std::size_t kMaxWindow = 400;           // rows, beyond which a window is not tried
constexpr std::size_t kWindow = 96, kAhead = 24;  // by which it is judged whether levels tell something

/// A ridge regression of the target some steps ahead on the last `lookback` values, fitted on the first three fifths of
/// the rows and judged on the others: mean squared error over three distances up to the horizon. byWindow: each window
/// brought to mean 0 and deviation 1 before, as RevIN does it. With that of the last value there. 0: too few rows.
struct WindowErrors {
    double linear = 0, last = 0;
};
WindowErrors windowErrors(const std::vector<double>& target, std::size_t lookback, std::size_t horizon, bool byWindow) {
    const std::size_t rows = target.size(), border = rows * 3 / 5;
    if (border < 2 * (lookback + horizon)) return {};
    const std::size_t steps[] = {std::max<std::size_t>(1, horizon / 4), std::max<std::size_t>(1, horizon / 2), horizon};
    constexpr std::size_t kSteps = std::size(steps);
    Ridge ridge(lookback, kSteps);
    std::vector<double> x(lookback), y(kSteps);
    double mean = 0, scale = 1;
    const auto look = [&](std::size_t origin) {
        RunningVariance window;
        for (std::size_t k = 0; k < lookback; ++k) window.add(target[origin - k]);
        if (byWindow) mean = window.mean, scale = std::max(0.01, window.deviation());
        for (std::size_t k = 0; k < lookback; ++k) x[k] = (target[origin - k] - mean) / scale;
    };
    const std::size_t every = std::max<std::size_t>(1, border / kMaxExamples);
    for (std::size_t origin = lookback; origin + horizon < border; origin += every) {
        look(origin);
        for (std::size_t h = 0; h < kSteps; ++h) y[h] = (target[origin + steps[h]] - mean) / scale;
        ridge.add(x, y);
    }
    const auto map = ridge.solve(kRidge);
    if (!map) return {};
    WindowErrors squares;
    for (std::size_t origin = border; origin + horizon < rows; origin += every) {
        look(origin);
        for (std::size_t h = 0; h < kSteps; ++h) {
            const double truth = target[origin + steps[h]], error = truth - mean - map->answer(x, h) * scale,
                         change = truth - target[origin];
            squares.linear += error * error, squares.last += change * change;
        }
    }
    return squares;
}

/// Which columns help a single target, and what all of them do.
void findHelpingColumns(const Series& series, const std::vector<std::string>& targets, RowRange train,
                        std::size_t ahead, SeriesFacts& facts) {
    if (targets.size() != 1) return;
    const auto place = series.find(targets.front());
    if (!place) return;
    const std::vector<double> target = standardised(series.channels[*place], train);
    const double alone = heldOutError({&target}, target, ahead);
    if (!(alone > 0)) return;
    // What drives a target never is what comes of it to the last digits.
    constexpr double kHeldExactly = 0.999;
    for (const NextValue& pair : nextValues(series, train, targets.front()))
        if (!pair.isDoubtful || pair.explained > kHeldExactly) facts.telling.push_back(pair.holder);
    const std::vector<std::string> copies = copiesOf(series, targets.front());
    const auto isNamed = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    std::vector<std::vector<double>> kept, others;
    kept.reserve(kMaxColumns), others.reserve(kMaxColumns);
    for (std::size_t i = 0; i < series.channels.size() && kept.size() < kMaxColumns; ++i) {
        const std::string& name = series.channels[i].name;
        if (i == *place || isNamed(facts.telling, name) || isNamed(copies, name)) continue;
        std::vector<double> column = standardised(series.channels[i], train);
        const double with = heldOutError({&target, &column}, target, ahead);
        const bool helps = with > 0 && with < kHelps * alone;
        if (with > 0) facts.columnErrors.emplace_back(name, with / alone);
        if (helps) facts.helping.push_back(name);
        if (helps || others.size() < kMaxColumns) (helps ? kept : others).push_back(std::move(column));
    }
    // Two that say the same help as one does.
    const std::vector<std::string> repeated = repeatedColumns(series, facts.helping);
    std::erase_if(facts.helping, [&](const std::string& name) { return isNamed(repeated, name); });
    std::vector<const std::vector<double>*> all{&target};
    for (const auto& column : kept) all.push_back(&column);
    double chosen = kept.empty() ? alone : heldOutError(all, target, ahead);
    if (kept.size() > 1 && !(chosen < kHelps * alone)) facts.helping.clear(), chosen = alone;
    for (const auto& column : others) all.push_back(&column);
    if (all.size() != series.channels.size()) return;
    if (const double with = heldOutError(all, target, ahead); with > 0 && chosen > 0)
        facts.allColumnsError = with / chosen;
}

/// The sum over the targets of what `errorOf` says of each one's standardised training rows.
template <class Error>
double sumOverTargets(const Series& series, const std::vector<std::string>& targets, RowRange train, Error&& errorOf) {
    double sum = 0;
    for (const std::string& name : targets)
        if (const auto place = series.find(name)) sum += errorOf(standardised(series.channels[*place], train));
    return sum;
}

double levelError(const Series& series, const std::vector<std::string>& targets, RowRange train) {
    const auto error = [&](bool byWindow) {
        return sumOverTargets(series, targets, train, [byWindow](const std::vector<double>& target) {
            return windowErrors(target, kWindow, kAhead, byWindow).linear;
        });
    };
    const double seen = error(false), alone = error(true);
    return alone > 0 && seen > 0 ? seen / alone : 1;
}

/// Squared errors of the last value and of the window's mean as forecasts of three distances.
double lastError(const Series& series, const std::vector<std::string>& targets, RowRange train) {
    double last = 0, mean = 0;
    sumOverTargets(series, targets, train, [&](const std::vector<double>& target) {
        const std::size_t rows = target.size(), window = std::min(kWindow, rows / 4), ahead = std::min(kAhead, window);
        if (ahead == 0) return 0.0;
        double sum = 0;
        for (std::size_t origin = 0; origin + ahead < rows; ++origin) {
            sum += target[origin] - (origin >= window ? target[origin - window] : 0);
            if (origin + 1 < window) continue;
            for (const std::size_t step :
                 {std::max<std::size_t>(1, ahead / 4), std::max<std::size_t>(1, ahead / 2), ahead}) {
                const double fromLast = target[origin + step] - target[origin],
                             fromMean = target[origin + step] - sum / static_cast<double>(window);
                last += fromLast * fromLast, mean += fromMean * fromMean;
            }
        }
        return 0.0;
    });
    return mean > 0 ? last / mean : 1;
}

std::vector<std::string> targetsOf(const Series& series, const ExperimentConfig& config) {
    if (!config.targets.empty() || series.channels.empty()) return config.targets;
    return {series.channels.back().name};
}

/// Of the last training rows of a single target, as `data look` tells it; 0: none beside `season`.
std::int64_t secondSeason(const Series& series, const std::vector<std::string>& targets, RowRange train,
                          std::int64_t season) {
    constexpr std::int64_t kMostRows = 20'000;
    if (season <= 1 || targets.size() != 1 || !membersOf(series).empty()) return 0;
    const auto channel = series.find(targets.front());
    if (!channel) return 0;
    const ClockRows clock(series.time, {train.end - std::min(train.size(), kMostRows), train.end});
    const std::vector<double> values = clock.of(series.channels[*channel].values);
    const std::vector<Season> found = seasons(values, spectrum(values), series.time.stepMicros);
    if (found.size() < 2 || found.front().rows != season) return 0;
    return found[1].rows;
}

/// The first of the targets of which a drift is told, other than by a change of unit or level.
std::string driftingTarget(const Series& series, const std::vector<std::string>& targets, const Split& split) {
    for (const std::string& name : targets) {
        const auto channel = series.find(name);
        if (!channel) continue;
        Series alone;
        alone.time = series.time, alone.channels = {series.channels[*channel]};
        if (!driftFindings(alone, split).empty() && !driftFindings(withoutJumps(series, *channel), split).empty())
            return name;
    }
    return {};
}

/// Whether another of several logs beside each other ("Rome: temp", "Paris: temp") goes on with the quantity of a
/// target in the last `waiting` rows: then that log only ended earlier.
bool othersGoOn(const Series& series, const std::vector<std::string>& targets, std::int64_t waiting) {
    const auto quantityOf = [](std::string_view name) {
        const std::size_t at = name.rfind(": ");
        return at == std::string_view::npos ? std::string_view() : name.substr(at);
    };
    return std::ranges::any_of(series.channels, [&](const Channel& channel) {
        const std::string_view quantity = quantityOf(channel.name);
        const auto isOfTarget = [&](const std::string& target) { return quantityOf(target) == quantity; };
        if (quantity.empty() || std::ranges::none_of(targets, isOfTarget)) return false;
        const std::span<const double> values = channel.values;
        return std::ranges::any_of(values.last(static_cast<std::size_t>(waiting)),
                                   [](double value) { return std::isfinite(value); });
    });
}

}  // namespace

SeriesFacts seriesFacts(const SeriesPtr& series, const ExperimentConfig& config) {
    SeriesFacts facts;
    facts.rows = series->rows();
    const auto split = splitRows(observedSplit(*series, config), facts.rows, config.splitGap);
    if (!split.ok()) return facts;
    facts.trainRows = split->train.size();
    facts.testRows = split->test.size() > 0 ? split->test.size() : split->validation.size();
    const std::vector<std::string> targets = targetsOf(*series, config);
    const std::int64_t waiting = rowsWaiting(*series, config, 0, facts.rows);
    facts.waitingRows = othersGoOn(*series, targets, waiting) ? 0 : waiting;
    // Seasons of events are counted in rows.
    facts.stepMicros = areEvents(series->time) ? 0 : series->time.stepMicros;
    if (const auto prepared = prepareSeries(series, config); prepared.ok())
        facts.season = findSeason(
            **prepared, longestWindowSeason(facts.stepMicros, membersOf(*series).empty() ? facts.trainRows : 0));
    const SeriesPtr mended = mendedSeries(series, config);
    facts.secondSeason = secondSeason(*mended, targets, split->train, facts.season);
    findHelpingColumns(*mended, targets, split->train, judgedAhead(facts.trainRows), facts);
    facts.levelError = levelError(*mended, targets, split->train);
    facts.lastError = lastError(*mended, targets, split->train);
    facts.drifting = driftingTarget(*mended, targets, *split);
    return facts;
}

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct JudgedRows {
    RowRange train;
    std::int64_t longest = 0;  ///< window that leaves rows to be judged on
};
std::optional<JudgedRows> judgedRows(const Series& series, const ExperimentConfig& config) {
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!split.ok()) return {};
    return JudgedRows{split->train, std::min<std::int64_t>(kMaxWindow, split->train.size() / 4 - config.horizon)};
}

WindowErrors errorsOf(const std::vector<double>& target, const ExperimentConfig& config, std::int64_t lookback) {
    return windowErrors(target, static_cast<std::size_t>(lookback), static_cast<std::size_t>(config.horizon),
                        isAnchored(config.anchor));
}

}  // namespace

double lookbackError(const Series& series, const ExperimentConfig& config, std::int64_t other) {
    const auto rows = judgedRows(series, config);
    if (!rows || std::max(config.lookback, other) > rows->longest) return kUnknown;
    const auto error = [&](std::int64_t lookback) {
        return sumOverTargets(series, targetsOf(series, config), rows->train, [&](const std::vector<double>& target) {
            return errorsOf(target, config, lookback).linear;
        });
    };
    const double with = error(other), without = error(config.lookback);
    return with > 0 && without > 0 ? with / without : kUnknown;
}

double linearError(const Series& series, const ExperimentConfig& config) {
    const auto rows = judgedRows(series, config);
    if (!rows || rows->longest < config.horizon) return kUnknown;
    const std::int64_t lookback = std::min(config.lookback, rows->longest);
    double last = 0;
    const double linear =
        sumOverTargets(series, targetsOf(series, config), rows->train, [&](const std::vector<double>& target) {
            const WindowErrors errors = errorsOf(target, config, lookback);
            last += errors.last;
            return errors.linear;
        });
    return linear > 0 && last > 0 ? linear / last : kUnknown;
}

}  // namespace gatelab
