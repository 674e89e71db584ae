// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/number_text.h"
#include "lab/backtest/backtest_scores.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

namespace gatelab {

namespace {

/// Sums of one row.
struct Part {
    double held80 = 0, known80 = 0, held95 = 0, known95 = 0, absolute = 0, values = 0;
    void add(double truth, double forecast, const std::vector<double>* const bounds[4], std::size_t at) {
        if (!std::isfinite(truth) || !std::isfinite(forecast)) return;
        absolute += std::abs(truth - forecast), values += 1;
        const auto count = [&](const std::vector<double>* low, const std::vector<double>* high, double& held,
                               double& known) {
            if (low == nullptr || high == nullptr || std::isnan((*low)[at]) || std::isnan((*high)[at])) return;
            known += 1, held += truth >= (*low)[at] && truth <= (*high)[at] ? 1 : 0;
        };
        count(bounds[0], bounds[1], held80, known80), count(bounds[2], bounds[3], held95, known95);
    }
    [[nodiscard]] CoverageRow row(std::string name) const {
        const auto share = [](double part, double all) { return all > 0 ? part / all : std::nan(""); };
        return {std::move(name), share(held80, known80), share(held95, known95), share(absolute, values),
                static_cast<std::int64_t>(values)};
    }
};

struct FourBounds {
    const std::vector<double>* of[4]{};
    explicit FourBounds(const BacktestIntervals* intervals) {
        if (intervals == nullptr) return;
        const double levels[] = {0.1, 0.9, 0.025, 0.975};
        for (int i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < intervals->levels.size(); ++k)
                if (std::abs(intervals->levels[k] - levels[i]) < 1e-9) of[i] = &intervals->quantiles[k];
    }
};

std::string monthOf(std::int64_t micros) {
    using namespace std::chrono;
    const year_month_day date{floor<days>(sys_time<microseconds>{microseconds(micros)})};
    char text[16];
    std::snprintf(text, sizeof text, "%04d-%02u", static_cast<int>(date.year()), static_cast<unsigned>(date.month()));
    return text;
}

}  // namespace

std::vector<CoverageRow> byStep(const Backtest& backtest, const BacktestMethod& method,
                                const BacktestIntervals* intervals) {
    std::vector<Part> parts(static_cast<std::size_t>(backtest.horizon));
    const FourBounds bounds(intervals);
    for (std::size_t at = 0; at < backtest.truth.size(); ++at)
        parts[at % backtest.perWindow() / backtest.targets.size()].add(backtest.truth[at], method.forecast[at],
                                                                       bounds.of, at);
    std::vector<CoverageRow> rows;
    for (const Part& part : parts) rows.push_back(part.row(std::to_string(rows.size() + 1)));
    return rows;
}

std::vector<CoverageRow> byMonth(const Backtest& backtest, const BacktestMethod& method,
                                 const BacktestIntervals* intervals) {
    std::map<std::string, Part> parts;
    const FourBounds bounds(intervals);
    for (std::size_t at = 0; !backtest.times.empty() && at < backtest.truth.size(); ++at)
        parts[monthOf(backtest.times[at / backtest.targets.size()])].add(backtest.truth[at], method.forecast[at],
                                                                         bounds.of, at);
    std::vector<CoverageRow> rows;
    for (const auto& [name, part] : parts) rows.push_back(part.row(name));
    return rows;
}

std::vector<std::string> monthsOfWindows(const Backtest& backtest) {
    std::vector<std::string> months;
    const auto steps = static_cast<std::size_t>(backtest.horizon);
    for (std::size_t w = 0; !backtest.times.empty() && w < backtest.windows(); ++w)
        months.push_back(monthOf(backtest.times[w * steps + steps / 2]));
    return months;
}

std::vector<PitBin> pitBins(const Backtest& backtest, const BacktestIntervals& intervals) {
    std::vector<const std::vector<double>*> deciles;
    for (int decile = 1; decile <= 9; ++decile)
        for (std::size_t k = 0; k < intervals.levels.size(); ++k)
            if (std::abs(intervals.levels[k] - decile / 10.0) < 1e-9) deciles.push_back(&intervals.quantiles[k]);
    if (deciles.size() != 9) return {};
    const std::size_t each = backtest.perWindow();
    std::vector<std::vector<double>> shares(10, std::vector<double>(backtest.windows(), std::nan("")));
    for (std::size_t w = 0; w < backtest.windows(); ++w) {
        double counts[10] = {}, all = 0;
        for (std::size_t at = w * each; at < (w + 1) * each; ++at) {
            const double truth = backtest.truth[at];
            if (!std::isfinite(truth) || std::isnan((*deciles[0])[at]) || std::isnan((*deciles[8])[at])) continue;
            std::size_t bin = 0;
            while (bin < 9 && truth > (*deciles[bin])[at]) ++bin;
            counts[bin] += 1, all += 1;
        }
        for (std::size_t bin = 0; all > 0 && bin < 10; ++bin) shares[bin][w] = counts[bin] / all;
    }
    std::vector<PitBin> bins;
    for (const std::vector<double>& bin : shares) {
        const BlockInterval interval = blockInterval(bin, blockOf(backtest));
        bins.push_back({interval.mean, interval.low, interval.high});
    }
    return bins;
}

}  // namespace gatelab
