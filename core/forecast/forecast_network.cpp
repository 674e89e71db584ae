// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/forecast_network.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr int kRounds = 21;           ///< odd: there is one in the middle
constexpr double kRoundMicros = 500;  ///< of each at least

double microsOf(const Objective& objective, const Batch& batch) {
    using Clock = std::chrono::steady_clock;
    const at::NoGradGuard noGrad;
    const auto begun = Clock::now();
    double taken = 0;
    int count = 0;
    for (; taken < kRoundMicros; ++count) {
        (void)objective.run(batch, {});
        taken = std::chrono::duration<double, std::micro>(Clock::now() - begun).count();
    }
    return taken / count;
}

double middle(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + kRounds / 2);
    return values[kRounds / 2];
}

}  // namespace

Result<std::unique_ptr<ForecastNetwork>> ForecastNetwork::open(const TrainPlan& plan, const RunWeights& weights,
                                                               const PackedNetwork* packed) {
    std::unique_ptr<ForecastNetwork> network(new ForecastNetwork);
    auto whole = loadSavedModel(plan, weights);
    if (!whole.ok()) return whole.error();
    if (packed == nullptr) {
        network->model_ = std::move(*whole);
        network->objective_.emplace(plan, *network->model_);
        return network;
    }
    network->plan_ = plan;
    network->plan_.config.hiddenSize = packed->units;
    auto model = loadPackedModel(network->plan_, *packed);
    if (!model.ok()) return model.error();
    network->model_ = std::move(*model);
    network->objective_.emplace(network->plan_, *network->model_);
    network->wholeModel_ = std::move(*whole);
    network->whole_.emplace(plan, *network->wholeModel_);
    return network;
}

void compareForecasts(const std::vector<double>& packed, const std::vector<double>& whole, PackedComparison& beside) {
    double squares = 0, sum = 0, ofSquares = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const double off = packed[i] - whole[i];
        squares += off * off;
        beside.largest = std::max(beside.largest, std::abs(off));
        sum += whole[i];
    }
    const auto count = static_cast<double>(std::max<std::size_t>(1, whole.size()));
    for (const double value : whole) ofSquares += (value - sum / count) * (value - sum / count);
    beside.difference = std::sqrt(squares / count);
    beside.spread = std::sqrt(ofSquares / count);
}

void compareAnswers(const SequenceAnswers& packed, const SequenceAnswers& whole, PackedComparison& beside) {
    if (whole.classes.empty()) return compareForecasts(packed.numbers, whole.numbers, beside);
    if (whole.probability.empty() && !whole.answer.empty())  // too many to be kept
        beside.difference = beside.largest = beside.spread = std::numeric_limits<double>::quiet_NaN();
    else
        compareForecasts(packed.probability, whole.probability, beside);
    std::size_t same = 0;
    for (std::size_t i = 0; i < whole.answer.size(); ++i) same += packed.answer[i] == whole.answer[i] ? 1 : 0;
    if (!whole.answer.empty()) beside.agreement = static_cast<double>(same) / static_cast<double>(whole.answer.size());
}

void compareTimes(const ForecastNetwork& network, const ExampleSource& source, PackedComparison& beside) {
    if (network.whole() == nullptr || source.size() == 0) return;
    const int threads = at::get_num_threads();
    at::set_num_threads(1);
    const Batch one = source.gather(source.placeOrder({0}), 0, 1);
    std::vector<double> packed, whole;
    for (int round = -1; round < kRounds; ++round) {  // the first one warms up
        const double a = microsOf(network.objective(), one), b = microsOf(*network.whole(), one);
        if (round >= 0) packed.push_back(a), whole.push_back(b);
    }
    at::set_num_threads(threads);
    beside.micros = middle(std::move(packed));
    beside.wholeMicros = middle(std::move(whole));
}

}  // namespace gatelab
