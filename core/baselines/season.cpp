// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/baseline_members.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

constexpr std::size_t kMostRows = 20'000;
constexpr std::size_t kMostLags = 2'000;
constexpr double kWeakest = 0.3;  // autocorrelation that counts as a season

/// The last training values (at most kMostRows), with their straight line removed.
std::vector<double> detrendedTail(const PreparedSeries& prepared) {
    const std::vector<double> observed = prepared.observedTarget(0);
    std::vector<double> values(observed.begin() + prepared.split.train.begin,
                               observed.begin() + prepared.split.train.end);
    const double scale = methods::modestScale(values);
    for (double& value : values) value *= scale;
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.size() > kMostRows) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(kMostRows));
    const auto count = static_cast<double>(values.size());
    double mean = 0, across = 0, squares = 0;
    for (const double value : values) mean += value / count;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double place = static_cast<double>(i) - (count - 1) / 2;
        across += place * (values[i] - mean), squares += place * place;
    }
    const double slope = squares > 0 ? across / squares : 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] -= mean + slope * (static_cast<double>(i) - (count - 1) / 2);
    return values;
}

/// Autocorrelation for lags 0 to `lags`.
std::vector<double> autocorrelation(const std::vector<double>& values, std::size_t lags) {
    std::vector<double> out(lags + 1, 0.0);
    for (std::size_t lag = 0; lag <= lags; ++lag) {
        double sum = 0;
        for (std::size_t i = lag; i < values.size(); ++i) sum += values[i] * values[i - lag];
        out[lag] = sum;
    }
    const double variance = out[0];
    for (double& value : out) value = variance > 0 ? value / variance : 0;
    return out;
}

bool isPeak(const std::vector<double>& correlation, std::size_t lag) {
    return lag > 1 && lag + 1 < correlation.size() && correlation[lag] >= kWeakest &&
           correlation[lag] >= correlation[lag - 1] && correlation[lag] >= correlation[lag + 1];
}

double correlationAt(const std::vector<double>& values, std::size_t lag) {
    double across = 0, squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        squares += values[i] * values[i];
        if (i >= lag) across += values[i] * values[i - lag];
    }
    return squares > 0 ? across / squares : 0;
}

/// How strongly values repeat after `period` once the moving mean over one period is gone: slow changes would hide the
/// repeat. 0 without a peak.
double repeatStrength(const std::vector<double>& values, std::size_t period) {
    if (period < 2 || values.size() < 3 * period) return 0;
    std::vector<double> sums(values.size() + 1, 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i + 1] = sums[i] + values[i];
    std::vector<double> rest(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t from = i > period / 2 ? i - period / 2 : 0, to = std::min(from + period, values.size());
        rest[i] = values[i] - (sums[to] - sums[from]) / static_cast<double>(to - from);
    }
    const double strength = correlationAt(rest, period);
    const bool peak = strength >= correlationAt(rest, period - 1) && strength >= correlationAt(rest, period + 1);
    return peak && strength >= kWeakest ? strength : 0;
}

/// Periods that people have for this time step: a day, a week, a year.
std::vector<std::size_t> usualPeriods(std::int64_t stepMicros) {
    constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
    std::vector<std::size_t> periods;
    if (stepMicros <= 0) return periods;
    if (stepMicros >= 28 * kDay && stepMicros <= 31 * kDay) return {12};
    if (stepMicros >= 89 * kDay && stepMicros <= 92 * kDay) return {4};
    for (const std::int64_t cycle : {kHour, kDay, 7 * kDay, 364 * kDay})
        if (cycle % stepMicros == 0 && cycle / stepMicros >= 2)
            periods.push_back(static_cast<std::size_t>(cycle / stepMicros));
    return periods;
}

}  // namespace

std::int64_t findSeason(const PreparedSeries& prepared) {
    const std::vector<double> values = detrendedTail(prepared);
    if (values.size() < 8) return 1;
    // The shortest of the usual periods, unless a longer one is clearly stronger.
    std::size_t best = 0;
    double strongest = 0;
    for (const std::size_t period : usualPeriods(prepared.table.time.stepMicros)) {
        const double strength = repeatStrength(values, period);
        if (strength > 0 && (best == 0 || strength > strongest + 0.1)) best = period, strongest = strength;
    }
    if (best > 0) return static_cast<std::int64_t>(best);
    const std::vector<double> correlation = autocorrelation(values, std::min(values.size() / 3, kMostLags));
    // Peaks count only after the correlation has fallen: near lag 1 everything smooth is alike.
    std::size_t from = 1;
    while (from < correlation.size() && correlation[from] > 0.1 && correlation[from] < correlation[from - 1]) ++from;
    double highest = 0;
    for (std::size_t lag = from; lag < correlation.size(); ++lag)
        if (isPeak(correlation, lag)) highest = std::max(highest, correlation[lag]);
    for (std::size_t lag = from; lag < correlation.size(); ++lag)
        if (isPeak(correlation, lag) && correlation[lag] >= 0.9 * highest) return static_cast<std::int64_t>(lag);
    return 1;
}

}  // namespace gatelab
