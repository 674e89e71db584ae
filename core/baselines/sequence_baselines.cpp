// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/sequence_baselines.h"

#include "base/clock.h"
#include "baselines/time_warping.h"
#include "baselines/token_baselines.h"
#include "config/setting_predicates.h"
#include "data/sequences/running_text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace gatelab {
namespace {

using Item = SequenceSet::Item;
/// Additions (0.5 ns) that the comparisons of one part may take, of all methods together: about two seconds. Counted,
/// not timed, so that every machine compares with the same items.
constexpr double kMaxOperations = 4e9;
/// Of the longer item, where warping without a limit would take too long: the width that is usual (Ratanamahatana and
/// Keogh 2005).
constexpr double kBand = 0.1;
/// That a search in the band may take where bounds have to be tried to know what they leave out: about four seconds.
constexpr double kMaxInBand = 8e9;
constexpr std::size_t kTrials = 8;
/// Of the training items; a nearest neighbour among fewer says next to nothing of the method.
constexpr double kMinShare = 0.01;

/// Distances between items of one set. Missing values count as 0, which is the mean of a standardised sequence.
class Distance {
public:
    explicit Distance(const SequenceSet& set)
        : channels_(std::max<std::size_t>(1, set.channelNames.size())), tokens_(set.tokens > 0) {}

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
};

bool isLabelling(const SequenceSet& set) {
    return !set.classNames.empty() && !set.items.empty() && set.items.front().label < 0 &&
           !set.items.front().targets.empty();
}
bool isClassification(const SequenceSet& set) { return !set.items.empty() && set.items.front().label >= 0; }

/// Collects answers and turns them into a score.
struct Tally {
    std::int64_t right = 0, answers = 0;
    double squares = 0, absolutes = 0;
    void classAnswer(std::int64_t given, std::int64_t wanted) { right += given == wanted ? 1 : 0, ++answers; }
    void numberAnswer(double given, double wanted) {
        squares += (given - wanted) * (given - wanted), absolutes += std::abs(given - wanted), ++answers;
    }
    [[nodiscard]] SequenceScore score(const char* key, bool classes) const {
        SequenceScore score{key};
        score.answers = answers;
        if (answers == 0) return score;
        const auto count = static_cast<double>(answers);
        if (classes)
            score.accuracy = static_cast<double>(right) / count;
        else
            score.mse = squares / count, score.mae = absolutes / count;
        return score;
    }
};

std::int64_t mostFrequent(const std::map<std::int64_t, std::int64_t>& counts) {
    std::int64_t best = 0, most = 0;
    for (const auto& [value, count] : counts)
        if (count > most) most = count, best = value;
    return best;
}

SequenceScore majority(const SequenceSet& set, std::span<const std::int64_t> train,
                       std::span<const std::int64_t> test) {
    const auto item = [&](std::int64_t i) -> const Item& { return set.items[static_cast<std::size_t>(i)]; };
    Tally tally;
    if (isClassification(set) || isLabelling(set)) {
        // One answer per item, or one per step.
        const auto answers = [&](std::int64_t i) {
            std::vector<std::int64_t> all;
            if (isClassification(set))
                all.push_back(item(i).label);
            else
                for (const double target : item(i).targets) all.push_back(std::llround(target));
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
        for (std::size_t k = 0; k < item(i).targets.size(); ++k)
            means[k] += item(i).targets[k] / static_cast<double>(train.size());
    }
    for (const std::int64_t i : test)
        for (std::size_t k = 0; k < item(i).targets.size(); ++k)
            tally.numberAnswer(k < means.size() ? means[k] : 0, item(i).targets[k]);
    return tally.score("mean", false);
}

double meanSteps(const SequenceSet& set, std::span<const std::int64_t> items) {
    double steps = 0;
    for (const std::int64_t i : items)
        steps += static_cast<double>(set.items[static_cast<std::size_t>(i)].steps) / static_cast<double>(items.size());
    return steps;
}

/// With how many training items each distance compares, so that both stay within the operations allowed.
struct Affordable {
    std::size_t euclid = 0, warped = 0;
    double band = 1;
};

/// `count` of the items, evenly chosen.
std::vector<std::int64_t> evenly(std::span<const std::int64_t> items, std::size_t count) {
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(items[i * items.size() / count]);
    return chosen;
}

/// How many training items a search in the band can use for all test items: what bounds leave out depends on the data,
/// so a few test items are tried.
std::size_t affordableInBand(const SequenceSet& set, std::span<const std::int64_t> train,
                             std::span<const std::int64_t> test, double most) {
    const auto all = static_cast<double>(train.size()), items = static_cast<double>(test.size());
    if (most * all * items <= kMaxInBand) return train.size();
    const std::vector<std::int64_t> asked = evenly(test, std::min(kTrials, test.size()));
    const double pairs = kMaxInBand / 8 / most,
                 known = std::clamp(std::floor(pairs / static_cast<double>(asked.size())), 1.0, all);
    const std::vector<std::int64_t> held = evenly(train, static_cast<std::size_t>(known));
    TimeWarping trial(set, held, kBand);
    for (const std::int64_t i : asked) (void)trial.nearest(set.items[static_cast<std::size_t>(i)]);
    const double each = std::max(1.0, trial.operations() / (known * static_cast<double>(asked.size())));
    return static_cast<std::size_t>(std::min(all, std::floor(kMaxInBand / (each * items))));
}

Affordable affordable(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test) {
    const double known = meanSteps(set, train), asked = meanSteps(set, test);
    const auto channels = static_cast<double>(std::max<std::size_t>(1, set.channelNames.size()));
    const double all = static_cast<double>(train.size()), items = static_cast<double>(test.size());
    const double euclid = std::max(1.0, std::max(known, asked) * (channels + 4) * items);
    Affordable counts{static_cast<std::size_t>(std::min(all, kMaxOperations / euclid)), train.size()};
    if (TimeWarping::maxOperations(known, asked, channels, 1) * items * all <= kMaxOperations / 2) return counts;
    counts.band = kBand;
    counts.warped = affordableInBand(set, train, test, TimeWarping::maxOperations(known, asked, channels, kBand));
    return counts;
}

/// The answers of the nearest training item by one of the two distances.
class Nearest {
public:
    /// Compares with `count` training items, evenly chosen; with too few it answers nothing. `band`: how far warping
    /// may go; none: the plain distance.
    Nearest(const SequenceSet& set, std::span<const std::int64_t> train, std::size_t count, std::optional<double> band)
        : set_(set),
          band_(band),
          isClasses_(isClassification(set)),
          affordable_(count),
          items_(train.size()),
          distance_(set) {
        if (static_cast<double>(count) >= kMinShare * static_cast<double>(train.size())) chosen_ = evenly(train, count);
        if (band && !chosen_.empty()) warping_.emplace(set, chosen_, *band);
    }

    void answer(const Item& item) {
        if (chosen_.empty()) return;
        const auto started = std::chrono::steady_clock::now();
        const Item& found = itemOf(warping_ ? chosen_[warping_->nearest(item).position] : nearestByPlainDistance(item));
        if (!isClasses_)
            for (std::size_t k = 0; k < std::min(found.targets.size(), item.targets.size()); ++k)
                tally_.numberAnswer(found.targets[k], item.targets[k]);
        else if (item.label >= 0)
            tally_.classAnswer(found.label, item.label);
        seconds_ += secondsSince(started);
    }
    [[nodiscard]] SequenceScore score() const {
        SequenceScore score = tally_.score(band_ ? "1nn-dtw" : "1nn-euclid", isClasses_);
        score.seconds = seconds_;
        score.comparedWith = static_cast<std::int64_t>(affordable_);
        score.trainingItems = static_cast<std::int64_t>(items_);
        score.band = band_.value_or(1);
        return score;
    }

private:
    const Item& itemOf(std::int64_t i) const { return set_.items[static_cast<std::size_t>(i)]; }
    std::int64_t nearestByPlainDistance(const Item& item) const {
        double best = std::numeric_limits<double>::infinity();
        std::int64_t neighbour = chosen_.front();
        for (const std::int64_t k : chosen_) {
            const double d = distance_.euclid(item, itemOf(k), best);
            if (d < best) best = d, neighbour = k;
        }
        return neighbour;
    }
    const SequenceSet& set_;
    std::optional<double> band_;
    bool isClasses_;
    std::size_t affordable_, items_;
    std::vector<std::int64_t> chosen_;
    Distance distance_;
    std::optional<TimeWarping> warping_;
    Tally tally_;
    double seconds_ = 0;
};

}  // namespace

std::span<const SequenceMethod> sequenceMethods() {
    static constexpr SequenceMethod table[] = {{"majority", GATELAB_TEXT("baselines", "Majority class")},
                                               {"mean", GATELAB_TEXT("baselines", "Mean of the training targets")},
                                               {"1nn-euclid", GATELAB_TEXT("baselines", "1-NN (Euclid)")},
                                               {"1nn-dtw", GATELAB_TEXT("baselines", "1-NN (DTW)")},
                                               {"bigram", GATELAB_TEXT("baselines", "Bigrams")},
                                               {"trigram", GATELAB_TEXT("baselines", "Trigrams")}};
    return table;
}

bool usesMethod(const SequenceMethod& method, std::string_view task) {
    const std::string_view key = method.key;
    if (key == "majority") return !isRegression(task);
    if (key == "mean") return isRegression(task);
    if (key == "bigram" || key == "trigram") return isLabelling(task);
    return !isLabelling(task);
}

Result<std::vector<SequenceScore>> runSequenceBaselines(const SequenceSet& set, std::span<const std::int64_t> train,
                                                        std::span<const std::int64_t> test, const Progress& progress) {
    if (train.empty() || test.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "the baselines need training items and test items; change the split")};
    if (isRunningText(set)) return tokenBaselines(set, train, test, progress);
    std::vector<SequenceScore> scores{majority(set, train, test)};
    if (isLabelling(set)) return scores;
    const Affordable counts = affordable(set, train, test);
    Nearest euclid(set, train, counts.euclid, std::nullopt), warped(set, train, counts.warped, counts.band);
    // Both distances of one item after the other: every item costs the same, so that the share done tells the time
    // left.
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
