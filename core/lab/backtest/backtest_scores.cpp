// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/backtest_scores.h"

#include "base/rng.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr int kResamples = 1000;

/// Mean of the finite ones; NaN: there are none.
class FiniteMean {
public:
    void add(double value) {
        if (std::isfinite(value)) sum_ += value, count_ += 1;
    }
    [[nodiscard]] double value() const { return count_ > 0 ? sum_ / count_ : kNone; }

private:
    double sum_ = 0, count_ = 0;
};

/// Of a normal distribution (Gneiting and Raftery 2007, eq. 21).
double normalCrps(double truth, double mean, double deviation) {
    const double z = (truth - mean) / deviation;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi),
                 below = std::erfc(-z / std::numbers::sqrt2) / 2;
    return deviation * (z * (2 * below - 1) + 2 * density - 1 / std::sqrt(std::numbers::pi));
}

bool isAmong(std::span<const double> levels, double level) {
    return std::ranges::any_of(levels, [&](double one) { return std::abs(one - level) < 1e-9; });
}

/// WQL and the quantiles' part of CRPS are of the deciles; of a head without them, of the levels that it has.
std::vector<double> scoredLevels(std::vector<double> levels) {
    for (int decile = 1; decile <= 9; ++decile)
        if (!isAmong(levels, decile / 10.0)) return levels;
    std::erase_if(levels, [](double level) { return level < 0.09 || level > 0.91; });
    return levels;
}

std::size_t levelAt(const BacktestIntervals& intervals, double level) {
    for (std::size_t k = 0; k < intervals.levels.size(); ++k)
        if (std::abs(intervals.levels[k] - level) < 1e-9) return k;
    return intervals.levels.size();
}

/// The quantiles that bound a central interval; null: there are none.
struct Bounds {
    const std::vector<double>*low = nullptr, *high = nullptr;
    /// 1 or 0; NaN: not known.
    [[nodiscard]] double holds(double truth, std::size_t at) const {
        if (low == nullptr || !std::isfinite(truth) || std::isnan((*low)[at]) || std::isnan((*high)[at])) return kNone;
        return truth >= (*low)[at] && truth <= (*high)[at] ? 1 : 0;
    }
    [[nodiscard]] double width(std::size_t at) const { return low == nullptr ? kNone : (*high)[at] - (*low)[at]; }
};

Bounds boundsOf(const BacktestIntervals* intervals, double coverage) {
    if (intervals == nullptr) return {};
    const std::size_t low = levelAt(*intervals, (1 - coverage) / 2), high = levelAt(*intervals, (1 + coverage) / 2);
    if (low == intervals->levels.size() || high == intervals->levels.size()) return {};
    return {&intervals->quantiles[low], &intervals->quantiles[high]};
}

/// One window's steps of one target: the places are first, first + every, ...
struct Steps {
    std::size_t first, every, count;
    [[nodiscard]] std::size_t at(std::size_t step) const { return first + step * every; }
};

/// Quantile loss 2 |(y - q) ((y <= q) - level)|, its mean over the steps for each level, and the mean over levels.
double meanQuantileLoss(const Backtest& backtest, const BacktestIntervals& intervals, const Steps& steps,
                        const std::vector<double>* scored) {
    const std::vector<double> among = scored != nullptr ? *scored : scoredLevels(intervals.levels);
    double sum = 0, levels = 0;
    for (std::size_t k = 0; k < intervals.levels.size(); ++k) {
        if (!isAmong(among, intervals.levels[k])) continue;
        FiniteMean loss;
        for (std::size_t s = 0; s < steps.count; ++s) {
            const double y = backtest.truth[steps.at(s)], q = intervals.quantiles[k][steps.at(s)];
            loss.add(2 * std::abs((y - q) * ((y <= q ? 1.0 : 0.0) - intervals.levels[k])));
        }
        sum += loss.value(), levels += 1;
    }
    return levels > 0 ? sum / levels : kNone;
}

void scoreIntervals(const Backtest& backtest, const BacktestIntervals& intervals, const Steps& steps,
                    const std::vector<double>* levels, WindowScores& scores) {
    FiniteMean size, crps, held80, held95, width80, width95;
    const Bounds inner = boundsOf(&intervals, 0.8), outer = boundsOf(&intervals, 0.95);
    for (std::size_t s = 0; s < steps.count; ++s) {
        const std::size_t at = steps.at(s);
        const double y = backtest.truth[at];
        size.add(std::abs(y));
        held80.add(inner.holds(y, at)), held95.add(outer.holds(y, at));
        width80.add(inner.width(at)), width95.add(outer.width(at));
        if (!intervals.deviation.empty()) crps.add(normalCrps(y, intervals.mean[at], intervals.deviation[at]));
    }
    const double loss = meanQuantileLoss(backtest, intervals, steps, levels);
    scores.wql = loss / size.value();
    scores.crps = levels != nullptr || intervals.deviation.empty() ? loss : crps.value();
    scores.coverage80 = held80.value(), scores.coverage95 = held95.value();
    scores.width80 = width80.value(), scores.width95 = width95.value();
}

WindowScores ofTarget(const Backtest& backtest, const BacktestMethod& method, const BacktestIntervals* intervals,
                      const std::vector<double>* levels, std::size_t window, std::size_t target) {
    const std::size_t targets = backtest.targets.size();
    const Steps steps{window * backtest.perWindow() + target, targets, static_cast<std::size_t>(backtest.horizon)};
    FiniteMean absolute, squared, scaled, relative;
    for (std::size_t s = 0; s < steps.count; ++s) {
        const double y = backtest.truth[steps.at(s)], f = method.forecast[steps.at(s)], error = y - f;
        absolute.add(std::abs(error));
        squared.add(error * error);
        scaled.add(std::abs(error) / backtest.seasonErrors[window * targets + target]);
        relative.add(2 * std::abs(error) / (std::abs(y) + std::abs(f)));
    }
    WindowScores scores{absolute.value(),
                        std::sqrt(squared.value()),
                        scaled.value(),
                        relative.value(),
                        kNone,
                        kNone,
                        kNone,
                        kNone,
                        kNone,
                        kNone};
    if (intervals != nullptr && !intervals->empty()) scoreIntervals(backtest, *intervals, steps, levels, scores);
    return scores;
}

}  // namespace

std::span<const BacktestScore> backtestScores() {
    using S = WindowScores;
    static const BacktestScore kRows[] = {
        {"MAE", GATELAB_TEXT("Backtest", "MAE"),
         GATELAB_TEXT("Backtest", "Mean |truth - forecast| of each window, then the mean over windows (fev)."), &S::mae,
         true},
        {"RMSE", GATELAB_TEXT("Backtest", "RMSE"),
         GATELAB_TEXT(
             "Backtest",
             "Root of the mean square of each window, then the mean over windows (fev): less than the root over "
             "all of them."),
         &S::rmse, true},
        {"MASE", GATELAB_TEXT("Backtest", "MASE"),
         GATELAB_TEXT(
             "Backtest",
             "MAE of a window over the mean |y(t) - y(t - m)| of all rows before it (fev; m: the seasonality). "
             "Windows where that is 0 are left out. Others divide by the training part alone."),
         &S::mase, true},
        {"SMAPE", GATELAB_TEXT("Backtest", "sMAPE"),
         GATELAB_TEXT(
             "Backtest",
             "2 |truth - forecast| / (|truth| + |forecast|), 0 to 2 (fev, GluonTS); Nixtla has 0 to 1, Darts 0 "
             "to 200. 0/0 is left out."),
         &S::smape, true},
        {"WQL", GATELAB_TEXT("Backtest", "WQL"),
         GATELAB_TEXT(
             "Backtest",
             "Twice the pinball loss of the levels 0.1 to 0.9 over the mean |truth| of the window, mean over the "
             "levels (fev, GluonTS). Of a head with other levels: of those, and of the same ones in every row beside "
             "it."),
         &S::wql, true},
        {"CRPS", GATELAB_TEXT("Backtest", "CRPS"),
         GATELAB_TEXT(
             "Backtest",
             "Twice the mean pinball loss over the levels of WQL; of a normal distribution alone, in closed form."),
         &S::crps, true},
        {"coverage_80", GATELAB_TEXT("Backtest", "Coverage of 80 %"),
         GATELAB_TEXT("Backtest", "Share of truths between the quantiles 0.1 and 0.9, borders included."),
         &S::coverage80, false},
        {"coverage_95", GATELAB_TEXT("Backtest", "Coverage of 95 %"),
         GATELAB_TEXT("Backtest", "Share of truths between the quantiles 0.025 and 0.975, borders included."),
         &S::coverage95, false},
        {"width_80", GATELAB_TEXT("Backtest", "Width of 80 %"),
         GATELAB_TEXT("Backtest", "Mean distance of the quantiles 0.1 and 0.9, in units of the data."), &S::width80,
         true},
        {"width_95", GATELAB_TEXT("Backtest", "Width of 95 %"),
         GATELAB_TEXT("Backtest", "Mean distance of the quantiles 0.025 and 0.975, in units of the data."), &S::width95,
         true},
    };
    return kRows;
}

std::vector<double> commonLevels(std::span<const BacktestIntervals> all) {
    std::vector<double> common;
    bool isFirst = true;
    for (const BacktestIntervals& one : all) {
        if (one.empty()) continue;
        if (isFirst) common = one.levels;
        isFirst = false;
        std::erase_if(common, [&](double level) { return !isAmong(one.levels, level); });
    }
    return scoredLevels(std::move(common));
}

std::string levelsText(std::span<const double> levels) {
    bool isDeciles = levels.size() == 9;
    std::string text;
    for (const double level : levels) {
        char shown[32];
        std::snprintf(shown, sizeof shown, "%g", level);
        text += (text.empty() ? "" : ", ") + std::string(shown);
    }
    for (int decile = 1; isDeciles && decile <= 9; ++decile) isDeciles = isAmong(levels, decile / 10.0);
    return isDeciles ? "0.1 to 0.9" : text;
}

std::vector<double> seasonErrorsAt(std::span<const double> values, std::span<const std::int64_t> cutoffs,
                                   std::int64_t season) {
    std::vector<double> errors;
    double sum = 0, count = 0;
    for (std::int64_t row = season; const std::int64_t cutoff : cutoffs) {
        for (; row < cutoff; ++row) {
            const double error =
                std::abs(values[static_cast<std::size_t>(row)] - values[static_cast<std::size_t>(row - season)]);
            if (std::isfinite(error)) sum += error, count += 1;
        }
        errors.push_back(count > 0 ? sum / count : kNone);
    }
    return errors;
}

std::vector<WindowScores> windowScores(const Backtest& backtest, const BacktestMethod& method,
                                       const BacktestIntervals* intervals, const std::vector<double>* levels) {
    std::vector<WindowScores> all;
    for (std::size_t w = 0; w < backtest.windows(); ++w) {
        std::vector<WindowScores> targets;
        for (std::size_t t = 0; t < backtest.targets.size(); ++t)
            targets.push_back(ofTarget(backtest, method, intervals, levels, w, t));
        all.push_back(targets.size() == 1 ? targets.front() : meanScores(targets));
    }
    return all;
}

WindowScores meanScores(const std::vector<WindowScores>& windows) {
    WindowScores mean{};
    for (const BacktestScore& score : backtestScores()) {
        FiniteMean of;
        for (const WindowScores& window : windows) of.add(window.*score.value);
        mean.*score.value = of.value();
    }
    return mean;
}

std::int64_t blockOf(const Backtest& backtest) {
    const std::int64_t step = std::max<std::int64_t>(1, backtest.plan.windowStepSize);
    const auto root = static_cast<std::int64_t>(std::ceil(std::cbrt(static_cast<double>(backtest.windows()))));
    return std::max((backtest.horizon + step - 1) / step, root);
}

BlockInterval blockInterval(std::span<const double> given, std::int64_t block) {
    std::vector<double> values;
    std::ranges::copy_if(given, std::back_inserter(values), [](double value) { return std::isfinite(value); });
    FiniteMean mean;
    for (const double value : values) mean.add(value);
    const std::size_t count = values.size(), length = static_cast<std::size_t>(std::max<std::int64_t>(1, block));
    if (count < 2 * length) return {mean.value(), kNone, kNone};
    std::vector<double> sums(count + 1, 0), means;
    for (std::size_t i = 0; i < count; ++i) sums[i + 1] = sums[i] + values[i];
    Rng random(1, RandomPurpose::Order);
    for (int k = 0; k < kResamples; ++k) {
        double sum = 0;
        for (std::size_t drawn = 0; drawn < count;) {
            const std::size_t take = std::min(length, count - drawn),
                              from = static_cast<std::size_t>(random.below(count - length + 1));
            sum += sums[from + take] - sums[from];
            drawn += take;
        }
        means.push_back(sum / static_cast<double>(count));
    }
    std::ranges::sort(means);
    return {mean.value(), means[kResamples / 40], means[kResamples - 1 - kResamples / 40]};
}

}  // namespace gatelab
