// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/sequence_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

using Labels = std::vector<std::int32_t>;

double accuracyOf(const Labels& truth, const Labels& guess) {
    std::size_t right = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) right += truth[i] == guess[i] ? 1 : 0;
    return truth.empty() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(right) / static_cast<double>(truth.size());
}

/// Mean of the classes' F1 over the classes that occur.
double macroF1(const Labels& truth, const Labels& guess, std::int64_t classes) {
    std::vector<double> hits(static_cast<std::size_t>(classes), 0), named = hits, real = hits;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const auto t = static_cast<std::size_t>(truth[i]), g = static_cast<std::size_t>(guess[i]);
        if (t >= real.size() || g >= named.size()) continue;
        real[t] += 1;
        named[g] += 1;
        hits[t] += t == g ? 1 : 0;
    }
    double sum = 0, count = 0;
    for (std::size_t c = 0; c < hits.size(); ++c) {
        if (real[c] + named[c] == 0) continue;
        sum += 2 * hits[c] / (real[c] + named[c]);
        count += 1;
    }
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

void addClassScores(const std::string& method, const Labels& truth, const Labels& guess, std::int64_t classes, std::vector<TestScore>& scores) {
    scores.push_back({method, "original", "accuracy", accuracyOf(truth, guess)});
    scores.push_back({method, "original", "f1", macroF1(truth, guess, classes)});
}

/// Labels that count, over the items of a part, in the order of the evaluator.
Labels labelsOf(const TrainPlan& plan, const std::vector<std::int64_t>& items) {
    Labels labels;
    for (const std::int64_t number : items) {
        const auto& item = plan.data.sequences->items[static_cast<std::size_t>(number)];
        if (plan.config.task != "labelling") labels.push_back(item.label);
        else for (const float label : item.targets) labels.push_back(static_cast<std::int32_t>(label));
    }
    std::erase_if(labels, [](std::int32_t label) { return label < 0; });
    return labels;
}

double squaredDistance(const SequenceSet::Item& a, const SequenceSet::Item& b, double limit) {
    const std::size_t shared = std::min(a.values.size(), b.values.size());
    double sum = 0;
    for (std::size_t i = 0; i < shared && sum < limit; ++i) {
        const double difference = double{a.values[i]} - b.values[i];
        if (std::isfinite(difference)) sum += difference * difference;
    }
    return sum;
}

Labels nearestNeighbour(const TrainPlan& plan) {
    const auto& items = plan.data.sequences->items;
    Labels guess;
    for (const std::int64_t number : plan.parts.test) {
        const auto& item = items[static_cast<std::size_t>(number)];
        if (item.label < 0) continue;
        double best = std::numeric_limits<double>::infinity();
        std::int32_t label = 0;
        for (const auto* part : {&plan.parts.train, &plan.parts.validation})
            for (const std::int64_t other : *part) {
                const auto& known = items[static_cast<std::size_t>(other)];
                const double distance = squaredDistance(item, known, best);
                if (known.label < 0 || distance >= best) continue;
                best = distance;
                label = known.label;
            }
        guess.push_back(label);
    }
    return guess;
}

std::vector<TestScore> scoreClasses(const TrainPlan& plan, const Evaluation& test) {
    std::vector<TestScore> scores;
    const std::int64_t classes = plan.shape.classes;
    addClassScores("model", test.truth, test.predicted, classes, scores);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(classes), 0);
    for (const std::int32_t label : labelsOf(plan, plan.parts.train)) ++counts[static_cast<std::size_t>(label)];
    const auto majority = static_cast<std::int32_t>(std::ranges::max_element(counts) - counts.begin());
    const Labels truth = labelsOf(plan, plan.parts.test);
    addClassScores("majority", truth, Labels(truth.size(), majority), classes, scores);
    constexpr double kComparisons = 5e9;  // about 5 s
    const auto& set = *plan.data.sequences;
    const double work = static_cast<double>(plan.parts.test.size()) * static_cast<double>(plan.parts.train.size()) * static_cast<double>(set.items.front().values.size());
    if (plan.config.task == "classification" && set.tokens == 0 && work < kComparisons) addClassScores("nearest-neighbour", truth, nearestNeighbour(plan), classes, scores);
    return scores;
}

std::vector<TestScore> scoreNumbers(const TrainPlan& plan, const Evaluation& test) {
    std::vector<TestScore> scores = {{"model", "original", "mse", test.mse}, {"model", "original", "rmse", std::sqrt(test.mse)}, {"model", "original", "mae", test.mae}};
    const auto& items = plan.data.sequences->items;
    double mean = 0, count = 0, squared = 0, absolute = 0, values = 0;
    for (const std::int64_t number : plan.parts.train)
        for (const float value : items[static_cast<std::size_t>(number)].targets) mean += value, count += 1;
    mean /= std::max(1.0, count);
    for (const std::int64_t number : plan.parts.test)
        for (const float value : items[static_cast<std::size_t>(number)].targets) {
            squared += (value - mean) * (value - mean);
            absolute += std::abs(value - mean);
            values += 1;
        }
    scores.push_back({"training-mean", "original", "mse", squared / values});
    scores.push_back({"training-mean", "original", "rmse", std::sqrt(squared / values)});
    scores.push_back({"training-mean", "original", "mae", absolute / values});
    return scores;
}

}  // namespace

std::vector<TestScore> scoreSequences(const TrainPlan& plan, const Evaluation& test) {
    return plan.shape.classes > 0 ? scoreClasses(plan, test) : scoreNumbers(plan, test);
}

}  // namespace gatelab
