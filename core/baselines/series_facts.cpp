// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baseline_members.h"
#include "baselines/suggestion.h"

#include "data/recipe.h"
#include "data/split.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kMostColumns = 32;      // besides the targets that are tried
constexpr std::size_t kLags = 8;              // of each column
constexpr std::size_t kMostExamples = 2'000;
constexpr double kHelps = 0.97;

struct Moments {
    double count = 0, mean = 0, squares = 0;
    void add(double value) {
        count += 1;
        const double from = value - mean;
        mean += from / count;
        squares += from * (value - mean);
    }
    [[nodiscard]] double variance() const { return count > 0 ? squares / count : 0; }
};

double wanderOf(std::span<const double> values, std::int64_t stretch) {
    Moments all, means;
    const auto length = static_cast<std::size_t>(std::max<std::int64_t>(1, stretch));
    for (std::size_t first = 0; first + length <= values.size(); first += length) {
        Moments one;
        for (const double value : values.subspan(first, length))
            if (std::isfinite(value)) one.add(value), all.add(value);
        if (one.count > 0) means.add(one.mean);
    }
    return all.variance() > 0 && means.count > 1 ? std::min(1.0, means.variance() / all.variance()) : 0;
}

/// The values of one column over the training rows, brought to mean 0 and deviation 1; gaps hold the last value.
std::vector<double> standardised(const Channel& channel, RowRange train) {
    std::vector<double> values(channel.values.begin() + train.begin, channel.values.begin() + train.end);
    Moments moments;
    for (const double value : values)
        if (std::isfinite(value)) moments.add(value);
    const double scale = moments.variance() > 0 && std::isfinite(moments.variance()) ? 1 / std::sqrt(moments.variance()) : 0;
    double last = 0;
    for (double& value : values) last = value = std::isfinite(value) ? (value - moments.mean) * scale : last;
    return values;
}

/// Mean squared error on the last quarter of ridge regressions of the target's change after 1 and after `ahead` rows on the last values of these columns, fitted on the rest.
double heldOutError(const std::vector<const std::vector<double>*>& columns, const std::vector<double>& target, std::size_t ahead) {
    const std::size_t n = columns.size() * kLags + 1, rows = target.size();
    if (rows < 4 * (kLags + ahead)) return 0;
    const std::size_t border = rows * 3 / 4;
    const std::size_t every = std::max<std::size_t>(1, rows / kMostExamples);
    const std::size_t steps[] = {1, ahead};
    std::vector<double> a(n * n, 0.0), b(n * 2, 0.0), x(n);
    const auto look = [&](std::size_t origin) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            for (std::size_t k = 0; k < kLags; ++k) x[c * kLags + k] = (*columns[c])[origin - k];
        x.back() = 1;
    };
    for (std::size_t origin = kLags; origin + ahead < border; origin += every) {
        look(origin);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j <= i; ++j) a[i * n + j] += x[i] * x[j];
            for (std::size_t h = 0; h < 2; ++h) b[i * 2 + h] += x[i] * (target[origin + steps[h]] - target[origin]);
        }
    }
    double trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += a[i * n + i];
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] += std::max(1e-3 * trace / static_cast<double>(n), 1e-300);
    if (!methods::solvePositive(a, b, n, 2)) return 0;
    // Each of the two distances in units of persistence, so that both count.
    double relative = 0;
    for (std::size_t h = 0; h < 2; ++h) {
        double squares = 0, still = 0;
        for (std::size_t origin = border; origin + steps[h] < rows; ++origin) {
            look(origin);
            const double change = target[origin + steps[h]] - target[origin];
            double made = 0;
            for (std::size_t i = 0; i < n; ++i) made += x[i] * b[i * 2 + h];
            squares += (change - made) * (change - made), still += change * change;
        }
        relative += still > 0 ? squares / still : 1;
    }
    return relative;
}

std::vector<std::string> helpingColumns(const Series& series, const std::vector<std::string>& targets, RowRange train, std::size_t ahead) {
    std::vector<std::string> helping;
    if (targets.size() != 1) return helping;
    const auto place = series.find(targets.front());
    if (!place) return helping;
    const std::vector<double> target = standardised(series.channels[*place], train);
    const double alone = heldOutError({&target}, target, ahead);
    if (!(alone > 0)) return helping;
    std::vector<std::vector<double>> kept;
    kept.reserve(kMostColumns);
    for (std::size_t i = 0; i < series.channels.size() && kept.size() < kMostColumns; ++i) {
        if (i == *place) continue;
        std::vector<double> column = standardised(series.channels[i], train);
        const double with = heldOutError({&target, &column}, target, ahead);
        if (!(with > 0 && with < kHelps * alone)) continue;
        helping.push_back(series.channels[i].name);
        kept.push_back(std::move(column));
    }
    std::vector<const std::vector<double>*> all{&target};
    for (const auto& column : kept) all.push_back(&column);
    if (kept.size() > 1 && !(heldOutError(all, target, ahead) < kHelps * alone)) helping.clear();
    return helping;
}

}  // namespace

SeriesFacts seriesFacts(const SeriesPtr& series, const ExperimentConfig& config, std::int64_t lookback) {
    SeriesFacts facts;
    facts.rows = series->rows();
    const auto split = splitRows(config.split, facts.rows, config.splitGap);
    if (!split.ok()) return facts;
    facts.trainRows = split->train.size();
    facts.testRows = split->test.size() > 0 ? split->test.size() : split->validation.size();
    std::vector<std::string> targets = config.targets;
    if (targets.empty() && !series->channels.empty()) targets = {series->channels.back().name};
    if (const auto prepared = prepareSeries(series, config); prepared.ok()) facts.season = std::max<std::int64_t>(1, findSeason(**prepared));
    for (const std::string& target : targets)
        if (const auto place = series->find(target))
            facts.wander = std::max(facts.wander, wanderOf(std::span(series->channels[*place].values).subspan(static_cast<std::size_t>(split->train.begin), static_cast<std::size_t>(split->train.size())), lookback));
    facts.helping = helpingColumns(*series, targets, split->train, std::clamp<std::size_t>(static_cast<std::size_t>(facts.trainRows) / 20, 2, 24));
    return facts;
}

}  // namespace gatelab
