// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/part_distributions.h"

#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr std::size_t kMostSorted = 200'000, kMostCounted = 1'000'000;
constexpr double kFewestBins = 10, kMostBins = 60;

std::size_t strideFor(std::size_t rows, std::size_t most) { return std::max<std::size_t>(1, (rows + most - 1) / most); }

void setQuartiles(std::span<const double> values, ValueFigures& figures) {
    std::vector<double> present;
    for (std::size_t i = 0; i < values.size(); i += strideFor(values.size(), kMostSorted))
        if (std::isfinite(values[i])) present.push_back(values[i]);
    if (present.empty()) return;
    figures.lowerQuartile = steps::quantileOf(present, 0.25);
    figures.median = steps::quantileOf(present, 0.5);
    figures.upperQuartile = steps::quantileOf(present, 0.75);
}

std::span<const double> part(std::span<const double> values, RowRange rows) {
    const auto begin =
        static_cast<std::size_t>(std::clamp<std::int64_t>(rows.begin, 0, static_cast<std::int64_t>(values.size())));
    const auto end =
        static_cast<std::size_t>(std::clamp<std::int64_t>(rows.end, 0, static_cast<std::int64_t>(values.size())));
    return values.subspan(begin, end > begin ? end - begin : 0);
}

std::vector<double> sharesOf(std::span<const double> values, const std::vector<double>& edges) {
    const std::size_t bins = edges.size() - 1;
    std::vector<double> shares(bins, 0.0);
    const double low = edges.front(), width = (edges.back() - low) / static_cast<double>(bins);
    double counted = 0;
    for (std::size_t i = 0; i < values.size(); i += strideFor(values.size(), kMostCounted)) {
        if (!std::isfinite(values[i])) continue;
        const double bin = std::clamp(std::floor((values[i] - low) / width), 0.0, static_cast<double>(bins - 1));
        ++shares[static_cast<std::size_t>(bin)];
        ++counted;
    }
    for (double& share : shares) share = counted > 0 ? share / counted : 0;
    return shares;
}

}  // namespace

ValueFigures valueFigures(std::span<const double> values) {
    ValueFigures f;
    double mean = 0, squares = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) {
            ++f.missing;
            continue;
        }
        ++f.count;
        mean += (value - mean) / static_cast<double>(f.count);
        squares += (value * value - squares) / static_cast<double>(f.count);
        f.low = f.count == 1 ? value : std::min(f.low, value);
        f.high = f.count == 1 ? value : std::max(f.high, value);
    }
    if (f.count == 0) return f;
    f.mean = f.low == f.high ? f.low : mean, f.rms = std::sqrt(squares);
    double second = 0, third = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        const double apart = value - f.mean;
        second += apart * apart, third += apart * apart * apart;
    }
    const auto count = static_cast<double>(f.count);
    f.deviation = std::sqrt(second / count);
    if (f.deviation > 0) f.skewness = third / count / std::pow(f.deviation, 3);
    setQuartiles(values, f);
    return f;
}

PartDistributions partDistributions(std::span<const double> values, const Split& split) {
    PartDistributions found;
    found.whole.rows = {0, static_cast<std::int64_t>(values.size())};
    found.train.rows = split.train, found.validation.rows = split.validation, found.test.rows = split.test;
    for (auto* one : {&found.whole, &found.train, &found.validation, &found.test})
        one->figures = valueFigures(part(values, one->rows));
    const ValueFigures& all = found.whole.figures;
    if (all.count == 0 || !std::isfinite(all.high - all.low)) return found;
    const bool isConstant = all.high == all.low;
    const auto bins = static_cast<std::size_t>(
        isConstant ? 1 : std::clamp(std::sqrt(static_cast<double>(all.count)), kFewestBins, kMostBins));
    const double air = isConstant ? std::max(0.5, std::abs(all.low) * 1e-3) : 0, low = all.low - air,
                 width = (all.high + air - low) / static_cast<double>(bins);
    for (std::size_t i = 0; i <= bins; ++i) found.edges.push_back(low + width * static_cast<double>(i));
    found.edges.back() = all.high + air;
    for (auto* one : {&found.whole, &found.train, &found.validation, &found.test})
        one->shares = sharesOf(part(values, one->rows), found.edges);
    const ValueFigures &train = found.train.figures, &test = found.test.figures;
    if (train.count == 0 || test.count == 0) return found;
    if (train.deviation > 0) found.shift = (test.mean - train.mean) / train.deviation;
    double of = 0, other = 0;
    found.distance = 0;
    for (std::size_t i = 0; i < bins; ++i) {
        of += found.train.shares[i], other += found.test.shares[i];
        found.distance = std::max(found.distance, std::abs(of - other));
    }
    return found;
}

}  // namespace gatelab
