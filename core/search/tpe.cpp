// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/tpe.h"

#include "base/rng.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// Beside the stream of combinations at random (config/sweep_plan.cpp).
constexpr std::uint64_t kStream = UINT64_C(1) << 61;
constexpr int kCandidates = 24;
constexpr std::size_t kMostGood = 25, kFullWeights = 25;

/// The distribution function of the standard normal, and its inverse by bisection.
double normalShare(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }
double normalQuantile(double share) {
    double low = -38, high = 38;
    for (int i = 0; i < 80; ++i) {
        const double middle = (low + high) / 2;
        (normalShare(middle) < share ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// Older ones beyond 25 fade towards 1/n, as Optuna has it. The last one is the prior.
std::vector<double> weightsOf(std::size_t trials) {
    std::vector<double> weights(trials + 1, 1.0);
    const auto n = static_cast<double>(trials);
    for (std::size_t i = 0; i + kFullWeights < trials; ++i)
        weights[i] =
            1 / n + (1 - 1 / n) * (trials > kFullWeights + 1
                                       ? static_cast<double>(i) / static_cast<double>(trials - kFullWeights - 1)
                                       : 0);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
}

/// A mixture with a component for each point, a product of truncated normals and shares of categories, and a prior that
/// is wide everywhere.
class ParzenEstimator {
public:
    ParzenEstimator(std::span<const SearchDimension> dimensions, std::vector<SearchPoint> points)
        : dimensions_(dimensions), points_(std::move(points)), weights_(weightsOf(points_.size())) {
        const auto n = static_cast<double>(points_.size());
        points_.emplace_back(dimensions.size(), std::numeric_limits<double>::quiet_NaN());
        // Scott's rule of a joint density; "magic clip": never narrower than the range over the number of components.
        const double narrow =
            std::max(0.2 * std::pow(std::max(n, 1.0), -1 / (static_cast<double>(dimensions.size()) + 4)),
                     1 / std::min(100.0, n + 2));
        for (const SearchPoint& point : points_) {
            std::vector<Kernel>& row = kernels_.emplace_back();
            for (std::size_t d = 0; d < dimensions.size(); ++d) row.push_back(kernelOf(d, point[d], narrow));
        }
    }

    [[nodiscard]] SearchPoint draw(Rng& rng) const {
        double left = rng.uniform();
        std::size_t component = 0;
        while (component + 1 < weights_.size() && (left -= weights_[component]) > 0) ++component;
        SearchPoint point(dimensions_.size());
        for (std::size_t d = 0; d < point.size(); ++d) {
            double share = rng.uniform();
            const Kernel& kernel = kernels_[component][d];
            if (dimensions_[d].isCategory()) {
                std::size_t choice = 0;
                while (choice + 1 < dimensions_[d].choices && (share -= choiceShare(component, d, choice)) > 0)
                    ++choice;
                point[d] = static_cast<double>(choice);
            } else {
                const double scaled =
                    kernel.mean + kernel.deviation * normalQuantile(kernel.below + share * kernel.inside);
                point[d] = dimensions_[d].value(scaled);
            }
        }
        return point;
    }

    [[nodiscard]] double logDensity(const SearchPoint& point) const {
        std::vector<double> terms(points_.size());
        for (std::size_t i = 0; i < terms.size(); ++i) {
            terms[i] = std::log(weights_[i]);
            for (std::size_t d = 0; d < point.size(); ++d) terms[i] += logKernel(i, d, point[d]);
        }
        const double highest = std::ranges::max(terms);
        double sum = 0;
        for (const double term : terms) sum += std::exp(term - highest);
        return highest + std::log(sum);
    }

private:
    struct Kernel {
        double mean = 0, deviation = 1;
        double below = 0, inside = 1;  ///< share of the normal below the range, and in it
    };

    [[nodiscard]] Kernel kernelOf(std::size_t d, double value, double narrow) const {
        const SearchDimension& dimension = dimensions_[d];
        if (dimension.isCategory()) return {};
        const double low = dimension.scaledLow(), high = dimension.scaledHigh(), width = high - low;
        Kernel kernel{(low + high) / 2, width};
        if (!std::isnan(value)) kernel = {dimension.scaled(value), narrow * width};
        if (width <= 0) return {low, 1, 0.5, 0};
        kernel.below = normalShare((low - kernel.mean) / kernel.deviation);
        kernel.inside = normalShare((high - kernel.mean) / kernel.deviation) - kernel.below;
        return kernel;
    }

    [[nodiscard]] double choiceShare(std::size_t component, std::size_t d, std::size_t choice) const {
        const auto choices = static_cast<double>(dimensions_[d].choices);
        const double seen = points_[component][d];
        if (std::isnan(seen)) return 1 / choices;
        const double prior = 1 / static_cast<double>(points_.size());
        return ((static_cast<std::size_t>(seen) == choice ? 1 : 0) + prior) / (1 + choices * prior);
    }

    [[nodiscard]] double logKernel(std::size_t component, std::size_t d, double value) const {
        const SearchDimension& dimension = dimensions_[d];
        if (dimension.isCategory()) return std::log(choiceShare(component, d, static_cast<std::size_t>(value)));
        const Kernel& kernel = kernels_[component][d];
        if (kernel.inside <= 0) return 0;
        const auto share = [&](double at) {
            return normalShare((dimension.scaled(at) - kernel.mean) / kernel.deviation);
        };
        if (dimension.isWhole)  // the mass that is rounded to this number
            return std::log(std::max(share(value + 0.5) - share(value - 0.5), 1e-300) / kernel.inside);
        const double z = (dimension.scaled(value) - kernel.mean) / kernel.deviation;
        return -0.5 * z * z - std::log(kernel.deviation * kernel.inside);
    }

    std::span<const SearchDimension> dimensions_;
    std::vector<SearchPoint> points_;  ///< the last one is the prior
    std::vector<double> weights_;
    std::vector<std::vector<Kernel>> kernels_;
};

/// How good a trial is, the best first: complete ones by their value, then stopped ones by how far they came, then
/// those without a value.
auto rankOf(const TpeTrial& trial) {
    const bool isBad = std::isnan(trial.value);
    return std::tuple(isBad              ? 2
                      : trial.isComplete ? 0
                                         : 1,
                      trial.isComplete || isBad ? 0 : -trial.epochs, isBad ? 0 : trial.value);
}

}  // namespace

SearchPoint randomPoint(std::span<const SearchDimension> dimensions, std::int64_t drawSeed, std::uint64_t draw) {
    Rng rng(static_cast<std::uint64_t>(drawSeed), RandomPurpose::Order, kStream + draw);
    SearchPoint point;
    for (const SearchDimension& dimension : dimensions)
        point.push_back(dimension.isCategory()
                            ? static_cast<double>(rng.below(dimension.choices))
                            : dimension.value(rng.uniform(dimension.scaledLow(), dimension.scaledHigh())));
    return point;
}

SearchPoint suggestByTpe(std::span<const SearchDimension> dimensions, std::span<const TpeTrial> trials,
                         std::int64_t drawSeed, std::uint64_t draw) {
    if (trials.size() < kTpeRandomTrials) return randomPoint(dimensions, drawSeed, draw);
    std::vector<std::size_t> order(trials.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rankOf(trials[i]); });
    const auto border = order.begin() + static_cast<std::ptrdiff_t>(std::min((trials.size() + 9) / 10, kMostGood));
    // The older ones weigh less, so each part is in the order of its start.
    std::sort(order.begin(), border);
    std::sort(border, order.end());
    std::vector<SearchPoint> good, bad;
    for (auto place = order.begin(); place != order.end(); ++place)
        (place < border ? good : bad).push_back(trials[*place].point);
    const ParzenEstimator likely(dimensions, std::move(good)), unlikely(dimensions, std::move(bad));
    Rng rng(static_cast<std::uint64_t>(drawSeed), RandomPurpose::Order, kStream + draw);
    SearchPoint best;
    double highest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < kCandidates; ++i) {
        SearchPoint candidate = likely.draw(rng);
        const double ratio = likely.logDensity(candidate) - unlikely.logDensity(candidate);
        if (best.empty() || ratio > highest) highest = ratio, best = std::move(candidate);
    }
    return best;
}

}  // namespace gatelab
