// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/sequence_baselines.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

namespace gatelab {
namespace {

using Item = SequenceSet::Item;
/// Additions (0.5 ns) that the comparisons of one part may take, of all methods together: about two seconds. Counted, not timed, so that every machine compares with
/// the same items.
constexpr double kMostOperations = 4e9;
/// Of the training items; a nearest neighbour among fewer says next to nothing of the method.
constexpr double kLeastShare = 0.01;

/// Distances between items of one set. Missing values count as 0, which is the mean of a standardised sequence.
class Distance {
public:
    explicit Distance(const SequenceSet& set) : channels_(std::max<std::size_t>(1, set.channelNames.size())), tokens_(set.tokens > 0) {}

    /// Sum over steps; the shorter item is stretched to the longer one by repeating steps. Gives up above `limit`.
    double euclid(const Item& a, const Item& b, double limit) const {
        const Item &longer = a.steps < b.steps ? b : a, &shorter = a.steps < b.steps ? a : b;
        double sum = 0;
        // j is t * shorter.steps / longer.steps, without a division.
        for (std::int64_t t = 0, j = 0, rest = 0; t < longer.steps && sum < limit; ++t) {
            sum += between(longer, t, shorter, j);
            rest += shorter.steps;
            if (rest >= longer.steps) rest -= longer.steps, ++j;
        }
        return sum;
    }
    /// The cheapest monotone path through all pairs of steps.
    double warped(const Item& a, const Item& b, double limit) {
        const auto columns = static_cast<std::size_t>(b.steps);
        constexpr double kFar = std::numeric_limits<double>::infinity();
        row_.assign(columns + 1, kFar);
        row_[0] = 0;
        for (std::int64_t i = 0; i < a.steps; ++i) {
            double diagonal = row_[0], left = kFar, lowest = kFar;
            row_[0] = kFar;
            for (std::size_t j = 1; j <= columns; ++j) {
                const double best = std::min({diagonal, row_[j], left});
                diagonal = row_[j];
                left = best + between(a, i, b, static_cast<std::int64_t>(j) - 1);
                row_[j] = left;
                lowest = std::min(lowest, left);
            }
            if (lowest >= limit) return kFar;
        }
        return row_[columns];
    }

private:
    double between(const Item& a, std::int64_t i, const Item& b, std::int64_t j) const {
        const double* x = a.values.data() + static_cast<std::size_t>(i) * channels_;
        const double* y = b.values.data() + static_cast<std::size_t>(j) * channels_;
        if (tokens_) return x[0] == y[0] ? 0 : 1;
        double sum = 0;
        for (std::size_t c = 0; c < channels_; ++c) {
            const double difference = (std::isnan(x[c]) ? 0.0 : x[c]) - (std::isnan(y[c]) ? 0.0 : y[c]);
            sum += difference * difference;
        }
        return sum;
    }

    std::size_t channels_;
    bool tokens_;
    std::vector<double> row_;
};

bool isLabelling(const SequenceSet& set) {
    return !set.classNames.empty() && !set.items.empty() && set.items.front().label < 0 && !set.items.front().targets.empty();
}
bool isClassification(const SequenceSet& set) { return !set.items.empty() && set.items.front().label >= 0; }

/// Collects answers and turns them into a score.
struct Tally {
    std::int64_t right = 0, answers = 0;
    double squares = 0, absolutes = 0;
    void classAnswer(std::int64_t given, std::int64_t wanted) { right += given == wanted ? 1 : 0, ++answers; }
    void numberAnswer(double given, double wanted) { squares += (given - wanted) * (given - wanted), absolutes += std::abs(given - wanted), ++answers; }
    [[nodiscard]] SequenceScore score(const char* key, bool classes) const {
        SequenceScore score{key};
        score.answers = answers;
        if (answers == 0) return score;
        const auto count = static_cast<double>(answers);
        if (classes) score.accuracy = static_cast<double>(right) / count;
        else score.mse = squares / count, score.mae = absolutes / count;
        return score;
    }
};

std::int64_t mostFrequent(const std::map<std::int64_t, std::int64_t>& counts) {
    std::int64_t best = 0, most = 0;
    for (const auto& [value, count] : counts)
        if (count > most) most = count, best = value;
    return best;
}

SequenceScore majority(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test) {
    const auto item = [&](std::int64_t i) -> const Item& { return set.items[static_cast<std::size_t>(i)]; };
    Tally tally;
    if (isClassification(set) || isLabelling(set)) {
        // One answer per item, or one per step.
        const auto answers = [&](std::int64_t i) {
            std::vector<std::int64_t> all;
            if (isClassification(set)) all.push_back(item(i).label);
            else for (const double target : item(i).targets) all.push_back(std::llround(target));
            std::erase_if(all, [](std::int64_t label) { return label < 0; });  // without a label
            return all;
        };
        std::map<std::int64_t, std::int64_t> counts;
        for (const std::int64_t i : train)
            for (const std::int64_t answer : answers(i)) ++counts[answer];
        const std::int64_t best = mostFrequent(counts);
        for (const std::int64_t i : test)
            for (const std::int64_t answer : answers(i)) tally.classAnswer(best, answer);
        return tally.score("majority", true);
    }
    std::vector<double> means;
    for (const std::int64_t i : train) {
        means.resize(std::max(means.size(), item(i).targets.size()), 0.0);
        for (std::size_t k = 0; k < item(i).targets.size(); ++k) means[k] += item(i).targets[k] / static_cast<double>(train.size());
    }
    for (const std::int64_t i : test)
        for (std::size_t k = 0; k < item(i).targets.size(); ++k) tally.numberAnswer(k < means.size() ? means[k] : 0, item(i).targets[k]);
    return tally.score("mean", false);
}

double meanSteps(const SequenceSet& set, std::span<const std::int64_t> items) {
    double steps = 0;
    for (const std::int64_t i : items) steps += static_cast<double>(set.items[static_cast<std::size_t>(i)].steps) / static_cast<double>(items.size());
    return steps;
}

/// With how many training items each distance compares, so that both stay within the operations allowed.
struct Affordable {
    std::size_t euclid = 0, warped = 0;
};

Affordable affordable(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test) {
    const double known = meanSteps(set, train), asked = meanSteps(set, test);
    const auto channels = static_cast<double>(std::max<std::size_t>(1, set.channelNames.size()));
    // One training item held against all test items. A pair of steps costs a few additions more than its channels.
    const double pairCost = (channels + 4) * static_cast<double>(test.size()), all = static_cast<double>(train.size());
    const double euclid = std::max(1.0, std::max(known, asked) * pairCost), warped = std::max(1.0, known * asked * pairCost);
    // Warping has what the plain distance leaves, at least a half; where that is too little to say anything, all of it is for the plain distance.
    const double left = kMostOperations - std::min(euclid * all, kMostOperations / 2);
    const double withWarped = std::floor(std::min(all, left / warped));
    const double forEuclid = withWarped < kLeastShare * all ? kMostOperations : kMostOperations - withWarped * warped;
    return {static_cast<std::size_t>(std::min(all, forEuclid / euclid)), static_cast<std::size_t>(withWarped)};
}

/// The answers of the nearest training item by one of the two distances.
class Nearest {
public:
    /// Compares with `count` training items, evenly chosen; with too few it answers nothing.
    Nearest(const SequenceSet& set, std::span<const std::int64_t> train, std::size_t count, bool warping)
        : set_(set), warping_(warping), isClasses_(isClassification(set)), affordable_(count), items_(train.size()), distance_(set) {
        if (static_cast<double>(count) < kLeastShare * static_cast<double>(train.size())) return;
        for (std::size_t i = 0; i < count; ++i) chosen_.push_back(train[i * train.size() / count]);
    }

    void answer(const Item& item) {
        if (chosen_.empty()) return;
        const auto started = std::chrono::steady_clock::now();
        double best = std::numeric_limits<double>::infinity();
        std::int64_t neighbour = chosen_.front();
        for (const std::int64_t k : chosen_) {
            const Item& other = itemOf(k);
            const double d = warping_ ? distance_.warped(item, other, best) : distance_.euclid(item, other, best);
            if (d < best) best = d, neighbour = k;
        }
        const Item& found = itemOf(neighbour);
        if (!isClasses_)
            for (std::size_t k = 0; k < std::min(found.targets.size(), item.targets.size()); ++k) tally_.numberAnswer(found.targets[k], item.targets[k]);
        else if (item.label >= 0)
            tally_.classAnswer(found.label, item.label);
        seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    }
    [[nodiscard]] SequenceScore score() const {
        SequenceScore score = tally_.score(warping_ ? "1nn-dtw" : "1nn-euclid", isClasses_);
        score.seconds = seconds_;
        score.comparedWith = static_cast<std::int64_t>(affordable_);
        score.trainingItems = static_cast<std::int64_t>(items_);
        return score;
    }

private:
    const Item& itemOf(std::int64_t i) const { return set_.items[static_cast<std::size_t>(i)]; }
    const SequenceSet& set_;
    bool warping_, isClasses_;
    std::size_t affordable_, items_;
    std::vector<std::int64_t> chosen_;
    Distance distance_;
    Tally tally_;
    double seconds_ = 0;
};

}  // namespace

std::span<const SequenceMethod> sequenceMethods() {
    static constexpr SequenceMethod table[] = {{"majority", GATELAB_TEXT("baselines", "Majority class")},
                                               {"mean", GATELAB_TEXT("baselines", "Mean of the training targets")},
                                               {"1nn-euclid", GATELAB_TEXT("baselines", "1-nearest-neighbour, Euclidean")},
                                               {"1nn-dtw", GATELAB_TEXT("baselines", "1-nearest-neighbour, time warping")}};
    return table;
}

bool usesMethod(const SequenceMethod& method, std::string_view task) {
    const std::string_view key = method.key;
    if (key == "majority") return task != "regression";
    if (key == "mean") return task == "regression";
    return task != "labelling";
}

Result<std::vector<SequenceScore>> runSequenceBaselines(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test,
                                                        const Progress& progress) {
    if (train.empty() || test.empty())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Preparing", "the baselines need training items and test items; change the split")};
    std::vector<SequenceScore> scores{majority(set, train, test)};
    if (isLabelling(set)) return scores;
    const Affordable counts = affordable(set, train, test);
    Nearest euclid(set, train, counts.euclid, false), warped(set, train, counts.warped, true);
    // Both distances of one item after the other: every item costs the same, so that the share done tells the time left.
    for (std::size_t i = 0; i < test.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(test.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the baselines were cancelled")};
        const Item& item = set.items[static_cast<std::size_t>(test[i])];
        euclid.answer(item);
        warped.answer(item);
    }
    scores.push_back(euclid.score());
    scores.push_back(warped.score());
    return scores;
}

}  // namespace gatelab
