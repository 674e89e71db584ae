// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "baselines/baselines.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

/// The rows of the baselines table; only core/baselines includes this.
namespace gatelab::methods {

Baseline persistence();
Baseline seasonalNaive();
Baseline drift();
Baseline linear();
Baseline theta();
Baseline smoothing();

inline constexpr std::int64_t kLinearLags = 128;  ///< rows of a window that Linear reads

/// One target and the windows to forecast. A method fills `out` (horizon values) for every window.
struct Task {
    std::span<const double> values;  ///< observed target of all rows, gaps held; leading ones NaN
    RowRange train;
    const WindowSet& windows;
    std::int64_t season = 1;
    [[nodiscard]] std::int64_t origin(std::size_t window) const {
        return windows.starts[window] + windows.lookback - 1;
    }
    /// First training row with a value.
    [[nodiscard]] std::int64_t firstKnown() const;
};
/// Calls `forecast(task, write)` per target, where write(window, step, value) puts values in the order of the contract.
using Write = std::function<void(std::size_t window, std::int64_t step, double value)>;
using Method = Result<> (*)(const Task& task, const Write& write, const Progress& progress);
Result<std::vector<double>> perTarget(const PreparedSeries& prepared, const WindowSet& windows,
                                      std::span<const std::int64_t> seasons, const Progress& progress, Method method);

/// Asks who watches whether to go on, after a few million operations each time: about 10 ms. One thread.
class GoesOn {
public:
    explicit GoesOn(const Progress& progress) : progress_(progress) {}
    /// False: stop. `operations`: done since the last call.
    bool after(std::size_t operations) {
        constexpr std::size_t kPerAsk = 4'000'000;
        done_ += operations;
        if (done_ < kPerAsk) return true;
        done_ = 0;
        return report(progress_, 0);
    }

private:
    const Progress& progress_;
    std::size_t done_ = 0;
};
Error cancelledBaselines();

/// A power of two that brings values whose squares are larger than any number near 1, without changing a digit; 1 for
/// all others.
double modestScale(std::span<const double> values);

/// Mean distance from the mean at each place of the season over the training rows (additive indices that sum to 0); one
/// 0 without a season.
std::vector<double> seasonalIndices(const Task& task);

}  // namespace gatelab::methods
