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
constexpr double kMostOperations = 4e9;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Distances between items of one set. Missing values count as 0, which is the mean of a standardised sequence.
class Distance {
public:
    explicit Distance(const SequenceSet& set) : channels_(std::max<std::size_t>(1, set.channelNames.size())), tokens_(set.tokens > 0) {}

    /// Sum over steps; the shorter item is stretched to the longer one by repeating steps. Gives up above `limit`.
    double euclid(const Item& a, const Item& b, double limit) const {
        const std::int64_t steps = std::max(a.steps, b.steps);
        double sum = 0;
        for (std::int64_t t = 0; t < steps && sum < limit; ++t) sum += between(a, t * a.steps / steps, b, t * b.steps / steps);
        return sum;
    }
    /// The cheapest monotone path through all pairs of steps.
    double warped(const Item& a, const Item& b, double limit) {
        const auto columns = static_cast<std::size_t>(b.steps);
        constexpr double kFar = std::numeric_limits<double>::infinity();
        row_.assign(columns + 1, kFar);
        row_[0] = 0;
        for (std::int64_t i = 0; i < a.steps; ++i) {
            double diagonal = row_[0], lowest = kFar;
            row_[0] = kFar;
            for (std::size_t j = 1; j <= columns; ++j) {
                const double best = std::min({diagonal, row_[j], row_[j - 1]});
                diagonal = row_[j];
                row_[j] = best + between(a, i, b, static_cast<std::int64_t>(j) - 1);
                lowest = std::min(lowest, row_[j]);
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
    [[nodiscard]] SequenceScore score(const char* key, bool classes, double seconds, std::string note) const {
        const auto count = static_cast<double>(std::max<std::int64_t>(1, answers));
        return {key,
                classes ? static_cast<double>(right) / count : kNone,
                classes ? kNone : squares / count,
                classes ? kNone : absolutes / count,
                answers,
                seconds,
                std::move(note)};
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
        return tally.score("majority", true, 0, {});
    }
    std::vector<double> means;
    for (const std::int64_t i : train) {
        means.resize(std::max(means.size(), item(i).targets.size()), 0.0);
        for (std::size_t k = 0; k < item(i).targets.size(); ++k) means[k] += item(i).targets[k] / static_cast<double>(train.size());
    }
    for (const std::int64_t i : test)
        for (std::size_t k = 0; k < item(i).targets.size(); ++k) tally.numberAnswer(k < means.size() ? means[k] : 0, item(i).targets[k]);
    return tally.score("mean", false, 0, {});
}

/// Evenly chosen training items, so many that all comparisons stay within the work that five seconds allow.
std::vector<std::int64_t> affordable(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test, bool warping,
                                     std::string& note) {
    double steps = 0;
    for (const std::int64_t i : train) steps += static_cast<double>(set.items[static_cast<std::size_t>(i)].steps) / static_cast<double>(train.size());
    const auto channels = static_cast<double>(std::max<std::size_t>(1, set.channelNames.size()));
    // Counted in additions; a cell of the warping matrix costs a few more than its channels.
    const double each = warping ? steps * steps * (channels + 4) : steps * (channels + 1);
    const double most = kMostOperations / std::max(1.0, each * static_cast<double>(test.size()));
    if (most >= static_cast<double>(train.size())) return {train.begin(), train.end()};
    const auto count = static_cast<std::size_t>(std::max(1.0, most));
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(train[i * train.size() / count]);
    note = "compared with " + std::to_string(count) + " of " + std::to_string(train.size()) + " training items";
    return chosen;
}

/// The answers of the nearest training item by one of the two distances.
class Nearest {
public:
    Nearest(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test, bool warping)
        : set_(set), warping_(warping), isClasses_(isClassification(set)), chosen_(affordable(set, train, test, warping, note_)), distance_(set) {}

    void answer(const Item& item) {
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
    [[nodiscard]] SequenceScore score() const { return tally_.score(warping_ ? "1nn-dtw" : "1nn-euclid", isClasses_, seconds_, note_); }

private:
    const Item& itemOf(std::int64_t i) const { return set_.items[static_cast<std::size_t>(i)]; }
    const SequenceSet& set_;
    bool warping_, isClasses_;
    std::string note_;
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
    Nearest euclid(set, train, test, false), warped(set, train, test, true);
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
