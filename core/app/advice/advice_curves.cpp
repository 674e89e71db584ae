// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_curves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace gatelab {

namespace {

constexpr std::size_t kMinNorms = 50;

}  // namespace

void AdviceCurves::add(MetricId metric, double epoch, double value) {
    const std::int64_t number = std::llround(std::ceil(epoch - 1e-9));
    switch (metric) {
        case MetricId::TrainLoss:
            train_[number].add(value);
            break;
        case MetricId::ValidationLoss:
            validation_[number] = value;
            break;
        case MetricId::GradientNorm:
            if (std::isfinite(value)) norms_.push_back(value);
            break;
        case MetricId::ShareData:
            data_.add(value);
            break;
        case MetricId::ShareOptimiser:
            optimiser_.add(value);
            break;
        default:
            break;
    }
}

std::vector<EpochLosses> AdviceCurves::epochs() const {
    std::map<std::int64_t, EpochLosses> rows;
    for (const auto& [epoch, mean] : train_)
        if (epoch > 0) rows[epoch].train = mean.mean();
    for (const auto& [epoch, value] : validation_)
        if (epoch > 0) rows[epoch].validation = value;
    std::vector<EpochLosses> all;
    for (auto& [epoch, row] : rows) {
        row.epoch = epoch;
        all.push_back(row);
    }
    return all;
}

AdviceCurves::GradientNorms AdviceCurves::gradientNorms() const {
    if (norms_.size() < 2 * kMinNorms) return {};
    std::vector<double> sorted(norms_.begin() + std::ssize(norms_) / 2, norms_.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return {*middle, *std::max_element(middle, sorted.end())};
}

}  // namespace gatelab
