// SPDX-License-Identifier: GPL-3.0-or-later
// ETS and ARIMA as baselines: fitted on the last training rows, then run over the series and asked at every origin.
#include "baselines/strong/arima.h"
#include "baselines/strong/ets.h"
#include "baselines/strong/strong_members.h"

#include <algorithm>
#include <cmath>

namespace gatelab::methods {
namespace {

constexpr std::int64_t kEtsRows = 2000, kArimaRows = 500, kEtsPeriod = 24, kArimaPeriod = 12;

using Series = StrongBaseline::Series;

/// The series without a season that is too long for the model itself.
struct Adjusted {
    std::vector<double> values, figures{0.0};
    std::int64_t period = 1;
    [[nodiscard]] double figure(std::int64_t row) const {
        return figures[static_cast<std::size_t>(row) % figures.size()];
    }
};
Adjusted adjusted(const Series& series, std::int64_t longest) {
    Adjusted out;
    out.values.assign(series.values.begin(), series.values.end());
    if (series.season <= longest) {
        out.period = series.season;
        return out;
    }
    out.figures = figuresOf(series);
    for (std::size_t row = 0; row < out.values.size(); ++row)
        out.values[row] -= out.figure(static_cast<std::int64_t>(row));
    return out;
}

/// Calls add(value) for every row from the first known one on, and at each origin writes ahead().
template <class Add, class Ahead>
Result<std::vector<double>> runOver(const Series& series, const Adjusted& all, const Progress& progress, Add add,
                                    Ahead ahead) {
    std::vector<double> out;
    std::int64_t row = 0;
    while (row < std::ssize(all.values) && std::isnan(all.values[static_cast<std::size_t>(row)])) ++row;
    for (std::size_t w = 0; w < series.windows->starts.size(); ++w) {
        if (w % 256 == 0 && !report(progress, 0.9)) return kStopped;
        for (; row <= originOf(series, w); ++row) add(all.values[static_cast<std::size_t>(row)]);
        const std::vector<double> values = ahead(series.windows->horizon);
        for (std::int64_t h = 0; h < series.windows->horizon; ++h)
            out.push_back(values[static_cast<std::size_t>(h)] + all.figure(originOf(series, w) + 1 + h));
    }
    return out;
}

std::string withPeriod(std::string name, const Series& series, const Adjusted& all) {
    return all.figures.size() > 1 ? name + " without its season of " + std::to_string(series.season) + " rows" : name;
}

Result<std::vector<double>> forecastByEts(const Series& series, std::string& note, const Progress& progress) {
    const Adjusted all = adjusted(series, kEtsPeriod);
    const auto rows = lastTraining({all.values, series.train, series.windows, series.season, series.time}, kEtsRows);
    auto fit = fitEts(rows, all.period, progress);
    if (!report(progress, 0.9)) return kStopped;
    if (!fit) return kTooFew;
    note = withPeriod(fit->form.name(), series, all);
    // From the start of the training rows that were fitted the states are those of the fit; before that they settle.
    EtsFit whole = *fit;
    const std::int64_t begun = series.train.end - std::ssize(rows);
    EtsState state = whole.start;
    std::int64_t row = 0;
    return runOver(
        series, all, progress,
        [&, first = true](double value) mutable {
            if (std::exchange(first, false)) {
                while (std::isnan(all.values[static_cast<std::size_t>(row)])) ++row;
                if (row < begun) state.level = value, state.slope = 0;
            }
            if (row == begun) state = whole.start;
            stepEts(whole.form, whole.weights, state, value);
            ++row;
        },
        [&](std::int64_t steps) { return forecastEts(whole.form, whole.weights, state, steps); });
}

Result<std::vector<double>> forecastByArima(const Series& series, std::string& note, const Progress& progress) {
    const Adjusted all = adjusted(series, kArimaPeriod);
    const auto rows = lastTraining({all.values, series.train, series.windows, series.season, series.time}, kArimaRows);
    const auto fit = findArima(rows, all.period, progress);
    if (!report(progress, 0.9)) return kStopped;
    if (!fit) return kTooFew;
    note = withPeriod(fit->order.name(), series, all);
    ArimaForecaster forecaster(*fit);
    return runOver(
        series, all, progress, [&](double value) { forecaster.add(value); },
        [&](std::int64_t steps) { return forecaster.forecast(steps); });
}

}  // namespace

StrongBaseline ets() {
    return {{"ets", GATELAB_TEXT("baselines", "ETS"),
             GATELAB_TEXT("baselines",
                          "Exponential smoothing in a state space: error, trend, damping and season by the least AICc, "
                          "over the last 2,000 training rows; a season of more than 24 rows is taken off first."),
             nullptr, true, true},
            GATELAB_TEXT("baselines", "ETS: a second or two for each target"),
            [](const StrongBaseline::Size& size) {
                const bool isSeasonal = size.season > 1 && size.season <= kEtsPeriod;
                return 5e-4 * static_cast<double>(std::min(size.rows, kEtsRows)) * (isSeasonal ? 2 : 1);
            },
            forecastByEts};
}

StrongBaseline arima() {
    return {{"arima", GATELAB_TEXT("baselines", "ARIMA"),
             GATELAB_TEXT("baselines",
                          "Differences by KPSS and strength of season, orders by stepwise search on the AICc with the "
                          "exact likelihood, over the last 500 training rows; a season of more than 12 rows is taken "
                          "off first."),
             nullptr, true, true},
            GATELAB_TEXT("baselines", "ARIMA: seconds to a minute for each target"),
            [](const StrongBaseline::Size& size) {  // each step of its filter is a product of matrices
                const bool isSeasonal = size.season > 1 && size.season <= kArimaPeriod;
                const double states = static_cast<double>(isSeasonal ? 2 * size.season + 4 : 5);
                return 1e-4 * static_cast<double>(std::min(size.rows, kArimaRows)) * states * states;
            },
            forecastByArima};
}

}  // namespace gatelab::methods
