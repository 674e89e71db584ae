// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/conformal.h"

#include "base/number_text.h"
#include "data/error_intervals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounding = 1e-9;  // of a rank
/// Central intervals and, side by side, the two quantiles that bound each.
constexpr std::array kCentral{0.95, 0.8, 0.6, 0.4, 0.2};
constexpr std::array kLevels{0.025, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.975};
/// Of the standard normal distribution at these levels.
constexpr std::array kNormal{
    -1.959963984540054, -1.2815515655446004, -0.8416212335729143, -0.5244005127080409, -0.2533471031357997, 0.0,
    0.2533471031357997, 0.5244005127080407,  0.8416212335729143,  1.2815515655446004,  1.959963984540054};

BacktestIntervals emptyIntervals(const Backtest& backtest, IntervalMethod method) {
    BacktestIntervals made;
    made.method = method;
    made.levels.assign(kLevels.begin(), kLevels.end());
    made.quantiles.assign(kLevels.size(), std::vector<double>(backtest.truth.size(), kNone));
    return made;
}

void setInterval(BacktestIntervals& made, std::size_t central, std::size_t at, double centre, double half) {
    if (!std::isfinite(half)) return;
    made.quantiles[central][at] = centre - half;
    made.quantiles[kLevels.size() - 1 - central][at] = centre + half;
}

/// Sizes of the errors of one step of one target that were known before the first cutoff, in their order.
std::vector<double> calibrationSizes(const Backtest& backtest, const BacktestMethod& method, std::size_t cell) {
    std::vector<double> sizes;
    if (method.calibration.empty() || backtest.cutoffs.empty()) return sizes;
    const auto step = static_cast<std::int64_t>(cell / backtest.targets.size());
    for (std::size_t w = 0; w < backtest.calibrationCutoffs.size(); ++w) {
        if (backtest.calibrationCutoffs[w] + step >= backtest.cutoffs.front()) break;
        const std::size_t at = w * backtest.perWindow() + cell;
        const double size = std::abs(backtest.calibrationTruth[at] - method.calibration[at]);
        if (std::isfinite(size)) sizes.push_back(size);
    }
    return sizes;
}

void noteNeeded(std::size_t fewest, BacktestIntervals& made) {
    made.notes.push_back({GATELAB_TEXT("Backtest", "made of the errors of %1 windows before the first origin"),
                          {static_cast<std::int64_t>(fewest)}});
    for (const double level : {0.8, 0.95})
        if (static_cast<std::int64_t>(fewest) < windowsNeeded(level))
            made.notes.push_back({GATELAB_TEXT("Backtest", "needs %1 windows for %2 %"),
                                  {windowsNeeded(level), numberPhrase(numberText(100 * level, 2))}});
}

BacktestIntervals splitIntervals(const Backtest& backtest, const BacktestMethod& method) {
    BacktestIntervals made = emptyIntervals(backtest, IntervalMethod::Split);
    const std::size_t each = backtest.perWindow();
    std::size_t fewest = backtest.calibrationCutoffs.size();
    for (std::size_t cell = 0; cell < each; ++cell) {
        std::vector<double> sizes = calibrationSizes(backtest, method, cell);
        fewest = std::min(fewest, sizes.size());
        std::ranges::sort(sizes);
        for (std::size_t c = 0; c < kCentral.size(); ++c) {
            const double half = conformalQuantile(sizes, kCentral[c]);
            if (kCentral[c] == 0.8) made.last80.push_back(half);
            if (kCentral[c] == 0.95) made.last95.push_back(half);
            for (std::size_t at = cell; at < method.forecast.size(); at += each)
                setInterval(made, c, at, method.forecast[at], half);
        }
    }
    made.quantiles[kLevels.size() / 2] = method.forecast;
    noteNeeded(fewest, made);
    return made;
}

/// The errors that are remembered, in order of size and of time.
class Memory {
public:
    explicit Memory(std::vector<double> sizes) {
        for (const double size : sizes) add(size);
    }
    void add(double size) {
        if (!std::isfinite(size)) return;
        if (order_.size() == kAdaptiveMemory) {
            sorted_.erase(std::ranges::lower_bound(sorted_, order_[next_]));
            order_[next_] = size;
            next_ = (next_ + 1) % kAdaptiveMemory;
        } else
            order_.push_back(size);
        sorted_.insert(std::ranges::upper_bound(sorted_, size), size);
    }
    /// Half width for the miss rate `alpha` in place of 1 - central. Where no error remembered is large enough, the
    /// largest one, grown by how far below 0 the rate has come.
    [[nodiscard]] double half(double alpha, double central) const {
        if (sorted_.empty()) return kNone;
        if (alpha >= 1) return 0;
        const double half = conformalQuantile(sorted_, 1 - std::max(0.0, alpha));
        return std::isfinite(half) ? half : sorted_.back() * (1 + std::max(0.0, -alpha) / (1 - central));
    }

private:
    std::vector<double> sorted_, order_;
    std::size_t next_ = 0;
};

/// One step of one target over all windows.
void adaptCell(const Backtest& backtest, const BacktestMethod& method, std::size_t cell, BacktestIntervals& made) {
    const std::size_t each = backtest.perWindow(), windows = backtest.windows();
    const auto step = static_cast<std::int64_t>(cell / backtest.targets.size());
    Memory memory(calibrationSizes(backtest, method, cell));
    std::array<double, kCentral.size()> alpha{};
    for (std::size_t c = 0; c < kCentral.size(); ++c) alpha[c] = 1 - kCentral[c];
    std::vector<std::array<double, kCentral.size()>> told(windows);
    const double rate = adaptiveRate(windows);
    std::size_t known = 0;  // windows whose truth at this step is known
    const auto learnUntil = [&](std::int64_t row) {
        for (; known < windows && backtest.cutoffs[known] + step < row; ++known) {
            const std::size_t at = known * each + cell;
            const double size = std::abs(backtest.truth[at] - method.forecast[at]);
            if (!std::isfinite(size)) continue;
            memory.add(size);
            for (std::size_t c = 0; c < kCentral.size(); ++c) {
                if (std::isnan(told[known][c])) continue;
                alpha[c] += rate * (1 - kCentral[c] - (size <= told[known][c] ? 0 : 1));
            }
        }
    };
    for (std::size_t w = 0; w < windows; ++w) {
        learnUntil(backtest.cutoffs[w]);
        // Each is steered by itself: an outer one is never the narrower
        for (std::size_t c = kCentral.size(); c-- > 0;) {
            told[w][c] = memory.half(alpha[c], kCentral[c]);
            if (c + 1 < kCentral.size()) told[w][c] = std::max(told[w][c], told[w][c + 1]);
            setInterval(made, c, w * each + cell, method.forecast[w * each + cell], told[w][c]);
        }
    }
    learnUntil(backtest.rows);
    made.last80.push_back(memory.half(alpha[1], kCentral[1]));
    made.last95.push_back(std::max(made.last80.back(), memory.half(alpha[0], kCentral[0])));
}

BacktestIntervals adaptiveIntervals(const Backtest& backtest, const BacktestMethod& method) {
    BacktestIntervals made = emptyIntervals(backtest, IntervalMethod::Adaptive);
    std::size_t fewest = backtest.calibrationCutoffs.size();
    for (std::size_t cell = 0; cell < backtest.perWindow(); ++cell) {
        fewest = std::min(fewest, calibrationSizes(backtest, method, cell).size());
        adaptCell(backtest, method, cell, made);
    }
    made.quantiles[kLevels.size() / 2] = method.forecast;
    noteNeeded(fewest, made);
    return made;
}

/// The windows of one of many series, [first, end) of all and [before, beforeEnd) of those that calibrate, with one
/// method.
struct SeriesWindows {
    std::size_t first, end, before, beforeEnd;
};
std::vector<SeriesWindows> windowsOfSeries(const Backtest& backtest) {
    std::vector<SeriesWindows> all;
    const auto until = [](const std::vector<std::int64_t>& cutoffs, std::int64_t row) {
        return static_cast<std::size_t>(std::ranges::lower_bound(cutoffs, row) - cutoffs.begin());
    };
    SeriesWindows one{0, 0, 0, 0};
    for (const std::int64_t row : backtest.seriesEnds) {
        one = {one.end, until(backtest.cutoffs, row), one.beforeEnd, until(backtest.calibrationCutoffs, row)};
        all.push_back(one);
    }
    return all;
}

/// Split or adaptive, of the errors of each series by itself: the sizes of others say nothing of its own. How far those
/// of its next forecast reach differs from series to series and is not told.
BacktestIntervals intervalsBySeries(const Backtest& all, const BacktestMethod& method, IntervalMethod how) {
    BacktestIntervals made = emptyIntervals(all, how);
    const std::size_t each = all.perWindow();
    const auto cut = [](const auto& values, std::size_t from, std::size_t to) {
        using Values = std::remove_cvref_t<decltype(values)>;
        return values.empty() ? Values()
                              : Values(values.begin() + static_cast<std::ptrdiff_t>(from),
                                       values.begin() + static_cast<std::ptrdiff_t>(to));
    };
    std::size_t fewest = all.calibrationCutoffs.size();
    const std::vector<SeriesWindows> series = windowsOfSeries(all);
    for (std::size_t s = 0; s < series.size(); ++s) {
        const auto& [first, end, before, beforeEnd] = series[s];
        if (first == end) continue;
        Backtest one;
        one.targets = all.targets, one.horizon = all.horizon, one.rows = all.seriesEnds[s];
        one.cutoffs = cut(all.cutoffs, first, end), one.truth = cut(all.truth, first * each, end * each);
        one.calibrationCutoffs = cut(all.calibrationCutoffs, before, beforeEnd);
        one.calibrationTruth = cut(all.calibrationTruth, before * each, beforeEnd * each);
        const BacktestMethod own{method.key,
                                 cut(method.forecast, first * each, end * each),
                                 cut(method.calibration, before * each, beforeEnd * each),
                                 {}};
        const BacktestIntervals told =
            how == IntervalMethod::Split ? splitIntervals(one, own) : adaptiveIntervals(one, own);
        fewest = std::min(fewest, own.calibration.empty() ? std::size_t{0} : one.calibrationCutoffs.size());
        for (std::size_t k = 0; k < made.quantiles.size(); ++k)
            std::ranges::copy(told.quantiles[k], made.quantiles[k].begin() + static_cast<std::ptrdiff_t>(first * each));
    }
    noteNeeded(fewest, made);
    made.notes.push_back(GATELAB_TEXT("Backtest", "of each series by itself, of its own errors alone"));
    return made;
}

BacktestIntervals normalIntervals(const Backtest& backtest, const BacktestMethod& one, IntervalMethod method) {
    BacktestIntervals made = emptyIntervals(backtest, method);
    for (std::size_t k = 0; k < kLevels.size(); ++k)
        for (std::size_t at = 0; at < one.deviation.size(); ++at)
            made.quantiles[k][at] = one.forecast[at] + kNormal[k] * one.deviation[at];
    made.mean = one.forecast;
    made.deviation = one.deviation;
    return made;
}

BacktestIntervals absent(IntervalMethod method, const Text& why) {
    BacktestIntervals made;
    made.method = method;
    made.notes.push_back(why);
    return made;
}

}  // namespace

double adaptiveRate(std::size_t windows) {
    return std::clamp(10.0 / static_cast<double>(std::max<std::size_t>(1, windows)), 0.02, 0.05);
}

double conformalQuantile(const std::vector<double>& sizes, double level) {
    const double rank = std::ceil((static_cast<double>(sizes.size()) + 1) * level - kRounding);
    if (rank > static_cast<double>(sizes.size())) return std::numeric_limits<double>::infinity();
    return rank < 1 ? 0 : sizes[static_cast<std::size_t>(rank) - 1];
}

BacktestIntervals makeIntervals(const Backtest& backtest, IntervalMethod method, std::string_view key) {
    const BacktestMethod* one = backtest.find(method == IntervalMethod::Dropout    ? "dropout"
                                              : method == IntervalMethod::Ensemble ? "ensemble"
                                                                                   : key);
    if (one != nullptr && !one->levels.empty()) {
        BacktestIntervals made;
        made.method = IntervalMethod::Given, made.levels = one->levels, made.quantiles = one->quantiles;
        return made;
    }
    const bool isConformal = method == IntervalMethod::Split || method == IntervalMethod::Adaptive;
    if (one != nullptr && isConformal && !backtest.seriesEnds.empty()) return intervalsBySeries(backtest, *one, method);
    switch (method) {
        case IntervalMethod::Given:
            return absent(method, GATELAB_TEXT("Backtest", "the file has no quantiles"));
        case IntervalMethod::Split:
            if (one != nullptr) return splitIntervals(backtest, *one);
            break;
        case IntervalMethod::Adaptive:
            if (one != nullptr) return adaptiveIntervals(backtest, *one);
            break;
        case IntervalMethod::Head: {
            if (one != nullptr && !one->deviation.empty()) return normalIntervals(backtest, *one, method);
            if (backtest.levels.empty())
                return absent(method, GATELAB_TEXT("Backtest",
                                                   "this run's head gives one number; train with a loss that gives "
                                                   "quantiles or a distribution"));
            BacktestIntervals made;
            made.method = method, made.levels = backtest.levels, made.quantiles = backtest.quantiles;
            return made;
        }
        case IntervalMethod::Dropout:
            if (one != nullptr) return normalIntervals(backtest, *one, method);
            return absent(method, GATELAB_TEXT("Backtest",
                                               "no pass with dropout was made; the run needs dropout above 0, and the "
                                               "backtest is to be made with it"));
        case IntervalMethod::Ensemble:
            if (one != nullptr) return normalIntervals(backtest, *one, method);
            return absent(method,
                          GATELAB_TEXT("Backtest", "no other runs of these settings with other seeds were named"));
    }
    return absent(method, GATELAB_TEXT("Backtest", "no such method was tested"));
}

}  // namespace gatelab
