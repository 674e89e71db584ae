// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/series_forecasts.h"

#include "base/number_text.h"
#include "baselines/baselines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {
namespace {

constexpr std::string_view kScale = "series ";
constexpr std::string_view kWindows = "windows", kFuture = "rows_to_come", kOrigin = "origin_row", kFirst = "first_row",
                           kRows = "rows";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// [first, first + count) of a list, none where it is shorter.
template <class T>
std::vector<T> cut(const std::vector<T>& all, std::size_t first, std::size_t count) {
    if (first + count > all.size()) return {};
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
    return {from, from + static_cast<std::ptrdiff_t>(count)};
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

FutureForecast cutFuture(const FutureForecast& all, std::size_t firstRow, std::size_t rows, std::size_t targets,
                         std::int64_t origin) {
    FutureForecast one;
    one.originRow = origin;
    one.values = cut(all.values, firstRow * targets, rows * targets);
    one.times = cut(all.times, firstRow, rows);
    for (const FutureForecast::Interval& interval : all.intervals) {
        FutureForecast::Interval own{interval.level, cut(interval.low, firstRow * targets, rows * targets),
                                     cut(interval.high, firstRow * targets, rows * targets)};
        // Steps beyond the horizon have none.
        for (std::vector<double>* side : {&own.low, &own.high})
            while (!side->empty() && std::isnan(side->back())) side->pop_back();
        one.intervalSteps = std::max(one.intervalSteps, static_cast<std::int64_t>(own.low.size() / targets));
        one.intervals.push_back(std::move(own));
    }
    one.source = all.source, one.intervalWindows = all.intervalWindows, one.notes = all.notes;
    one.timeNote = all.timeNote;
    return one;
}

}  // namespace

double SeriesForecast::score(std::string_view method, std::string_view metric) const {
    const auto found = std::ranges::find_if(
        scores, [&](const TestScore& one) { return one.method == method && one.metric == metric; });
    return found != scores.end() ? found->value : std::numeric_limits<double>::quiet_NaN();
}

std::vector<SeriesForecast> seriesForecasts(const ForecastSet& set) {
    std::vector<SeriesForecast> all;
    std::size_t row = 0, rows = 0;
    const std::size_t targets = std::max<std::size_t>(1, set.targets.size());
    for (const TestScore& score : set.scores) {
        if (!score.scale.starts_with(kScale)) continue;
        if (score.metric == kWindows) {
            all.push_back({score.scale.substr(kScale.size()), std::llround(score.value), {}, {}});
        } else if (all.empty()) {
            continue;
        } else if (score.metric == kFirst) {
            all.back().firstRow = std::llround(score.value);
        } else if (score.metric == kRows) {
            all.back().rows = std::llround(score.value);
        } else if (score.metric == kFuture) {
            rows = static_cast<std::size_t>(std::llround(score.value));
        } else if (score.metric == kOrigin) {
            all.back().future = cutFuture(set.future, row, rows, targets, std::llround(score.value));
            row += rows, rows = 0;
        } else {
            all.back().scores.push_back(score);
            all.back().scores.back().scale = "original";
        }
    }
    return all;
}

void addSeriesForecasts(const std::vector<SeriesForecast>& series, ForecastSet& set) {
    std::erase_if(set.scores, [](const TestScore& score) { return score.scale.starts_with(kScale); });
    set.future = {};
    const std::size_t targets = std::max<std::size_t>(1, set.targets.size());
    for (const SeriesForecast& one : series) {
        const std::string scale = std::string(kScale) + one.name;
        const auto tell = [&](std::string_view metric, double value) {
            set.scores.push_back({"model", scale, std::string(metric), value});
        };
        tell(kWindows, static_cast<double>(one.windows));
        tell(kFirst, static_cast<double>(one.firstRow));
        tell(kRows, static_cast<double>(one.rows));
        for (const TestScore& score : one.scores)
            set.scores.push_back({score.method, scale, score.metric, score.value});
        if (one.future.empty()) continue;
        tell(kFuture, static_cast<double>(one.future.values.size() / targets));
        tell(kOrigin, static_cast<double>(one.future.originRow));
        FutureForecast& all = set.future;
        const bool isFirst = all.values.empty();
        if (isFirst) all.source = one.future.source, all.intervalWindows = one.future.intervalWindows;
        if (isFirst) all.notes = one.future.notes, all.originRow = one.future.originRow;
        append(all.values, one.future.values);
        append(all.times, one.future.times);
        if (all.timeNote.empty()) all.timeNote = one.future.timeNote;
        for (const FutureForecast::Interval& interval : one.future.intervals) {
            auto found = std::ranges::find(all.intervals, interval.level, &FutureForecast::Interval::level);
            if (found == all.intervals.end()) {
                if (!isFirst) continue;
                found = all.intervals.insert(all.intervals.end(), {interval.level, {}, {}});
            }
            const auto padded = [&](std::vector<double> values) {
                values.resize(one.future.values.size(), std::numeric_limits<double>::quiet_NaN());
                return values;
            };
            append(found->low, padded(interval.low)), append(found->high, padded(interval.high));
        }
        all.intervalSteps += one.future.intervalSteps;
    }
    // Times of some alone would stand beside the steps of others.
    if (!set.future.timeNote.empty()) set.future.times.clear();
    std::erase_if(set.future.intervals, [&](const FutureForecast::Interval& interval) {
        return interval.low.size() != set.future.values.size();
    });
    if (set.future.intervals.empty()) set.future.intervalSteps = 0;
}

std::vector<SeriesForecast> worstFirst(std::vector<SeriesForecast> series, std::string_view metric) {
    const auto value = [&](const SeriesForecast& one) {
        const double score = one.score("model", metric);
        return std::isnan(score) ? -std::numeric_limits<double>::infinity() : score;
    };
    std::ranges::stable_sort(series, std::ranges::greater{}, value);
    return series;
}

std::string seriesOfWindow(const ForecastSet& set, std::size_t window) {
    std::size_t end = 0;
    for (const SeriesForecast& one : seriesForecasts(set))
        if (window < (end += static_cast<std::size_t>(one.windows))) return one.name;
    return {};
}

ForecastSet ofSeries(const ForecastSet& set, std::string_view name) {
    std::size_t first = 0;
    for (const SeriesForecast& one : seriesForecasts(set)) {
        const auto windows = static_cast<std::size_t>(one.windows);
        if (one.name != name) {
            first += windows;
            continue;
        }
        ForecastSet own = set;
        const std::size_t perWindow = static_cast<std::size_t>(set.horizon) * set.targets.size();
        const auto take = [&](std::vector<double>& values) {
            values = cut(values, first * perWindow, windows * perWindow);
        };
        own.originRows = cut(set.originRows, first, windows);
        take(own.truth), take(own.forecast), take(own.seasonalNaive);
        for (std::vector<double>& quantile : own.spread.quantiles) take(quantile);
        take(own.spread.mean), take(own.spread.deviation);
        for (ForecastSet::BaselineValues& baseline : own.baselines) take(baseline.values);
        for (StepErrors& errors : own.baselineErrors) {
            const auto found = std::ranges::find(own.baselines, errors.method, &ForecastSet::BaselineValues::method);
            if (found != own.baselines.end()) errors.mae = stepErrors(own.truth, found->values, perWindow);
        }
        own.scores = one.scores;
        own.future = one.future;
        return own;
    }
    return set;
}

double SeriesScore::isBetter() const {
    const bool hasMase = std::isfinite(mase) && std::isfinite(naiveMase);
    const double own = hasMase ? mase : mae, naive = hasMase ? naiveMase : naiveMae;
    return std::isnan(own) || std::isnan(naive) ? kNone : own < naive && !isSameScore(own, naive) ? 1 : 0;
}

std::vector<SeriesScore> seriesScores(const ForecastSet& set) {
    constexpr std::string_view kNaive = "seasonal-naive";
    std::vector<SeriesScore> all;
    for (const SeriesForecast& one : seriesForecasts(set))
        if (one.windows > 0)
            all.push_back({one.name, one.rows, one.windows, one.score("model", "mae"), one.score("model", "rmse"),
                           one.score("model", "mase"), one.score(kNaive, "mae"), one.score(kNaive, "mase")});
    return all;
}

std::span<const SeriesColumn> seriesColumns() {
    using S = SeriesScore;
    static const SeriesColumn kColumns[] = {
        {"series", GATELAB_TEXT("Scores", "Series"), GATELAB_TEXT("Scores", "Its name in the data"), nullptr},
        {"rows", GATELAB_TEXT("Scores", "Rows"), GATELAB_TEXT("Scores", "Rows of the series, all parts together"),
         [](const S& one) { return one.rows > 0 ? static_cast<double>(one.rows) : kNone; }},
        {"windows", GATELAB_TEXT("Scores", "Windows"), GATELAB_TEXT("Scores", "Forecasts that are scored"),
         [](const S& one) { return static_cast<double>(one.windows); }},
        {"mae", GATELAB_TEXT("Scores", "MAE"), GATELAB_TEXT("Scores", "Mean absolute error, in units of the data"),
         [](const S& one) { return one.mae; }},
        {"rmse", GATELAB_TEXT("Scores", "RMSE"),
         GATELAB_TEXT("Scores", "Root of the mean squared error, in units of the data"),
         [](const S& one) { return one.rmse; }},
        {"mase", GATELAB_TEXT("Scores", "MASE"),
         GATELAB_TEXT("Scores", "MAE in parts of what a season of its own training rows changes by"),
         [](const S& one) { return one.mase; }},
        {"mase_naive", GATELAB_TEXT("Scores", "Naive"),
         GATELAB_TEXT("Scores", "MASE of seasonal naive on the same windows"),
         [](const S& one) { return one.naiveMase; }},
        {"better", GATELAB_TEXT("Scores", "Better"),
         GATELAB_TEXT("Scores", "Whether its error is smaller than that of seasonal naive"),
         [](const S& one) { return one.isBetter(); }},
    };
    return kColumns;
}

void sortSeries(std::vector<SeriesScore>& series, std::string_view key, bool largestFirst) {
    const auto column = std::ranges::find_if(seriesColumns(), [&](const SeriesColumn& one) { return one.key == key; });
    if (column == seriesColumns().end()) return;
    std::ranges::stable_sort(series, [&](const SeriesScore& a, const SeriesScore& b) {
        if (column->value == nullptr) return largestFirst ? b.name < a.name : a.name < b.name;
        const double left = column->value(a), right = column->value(b);
        if (std::isnan(left) || std::isnan(right)) return !std::isnan(left);
        return largestFirst ? right < left : left < right;
    });
}

Phrase seriesVerdict(const std::vector<SeriesScore>& series) {
    std::vector<double> scores;
    std::size_t known = 0, better = 0;
    for (const SeriesScore& one : series) {
        known += std::isnan(one.isBetter()) ? 0 : 1;
        better += one.isBetter() == 1 ? 1 : 0;
        if (!std::isnan(one.mase)) scores.push_back(one.mase);
    }
    if (known == 0) return {};
    const Phrase share{GATELAB_TEXT("Scores", "%1 of %2 series are forecast better than by seasonal naive"),
                       {better, known}};
    if (scores.empty()) return share;
    std::ranges::sort(scores);
    const auto text = [](double value) { return numberPhrase(numberText(value, 3)); };
    return {GATELAB_TEXT("Scores", "%1; MASE from %2 to %3, half of them below %4"),
            {share, text(scores.front()), text(scores.back()), text(scores[scores.size() / 2])}};
}

}  // namespace gatelab
