// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/seed_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

struct ValuesOfScore {
    TestScore score;
    std::vector<double> values;
};

bool isCounted(const SeedScores& seed) { return seed.whole && !seed.scores.empty(); }

/// Every score that occurs, in the order in which it occurs first.
std::vector<ValuesOfScore> gather(std::span<const SeedScores> seeds) {
    std::vector<ValuesOfScore> all;
    for (const SeedScores& seed : seeds)
        for (const TestScore& score : isCounted(seed) || seeds.size() == 1 ? seed.scores : std::vector<TestScore>()) {
            auto place = std::ranges::find_if(all, [&](const ValuesOfScore& known) {
                return known.score.metric == score.metric && known.score.method == score.method &&
                       known.score.scale == score.scale;
            });
            if (place == all.end()) place = all.insert(all.end(), {score, {}});
            place->values.push_back(score.value);
        }
    return all;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
    if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
    const double centre = mean(values);
    double squares = 0;
    for (const double value : values) squares += (value - centre) * (value - centre);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

std::size_t countedSeeds(std::span<const SeedScores> seeds) {
    return static_cast<std::size_t>(std::ranges::count_if(seeds, isCounted));
}

std::vector<TestScore> meanScores(std::span<const SeedScores> seeds) {
    std::vector<TestScore> means;
    for (ValuesOfScore& one : gather(seeds)) {
        one.score.value = mean(one.values);
        means.push_back(std::move(one.score));
    }
    return means;
}

std::vector<TestScore> scoreDeviations(std::span<const SeedScores> seeds) {
    std::vector<TestScore> deviations;
    for (ValuesOfScore& one : gather(seeds)) {
        if (one.score.method != "model") continue;
        one.score.value = deviation(one.values);
        deviations.push_back(std::move(one.score));
    }
    return deviations;
}

}  // namespace gatelab
