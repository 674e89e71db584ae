// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/backtest_series.h"

#include "lab/backtest/backtest_scores.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

std::vector<SeriesScore> seriesScores(const Backtest& backtest, std::string_view method) {
    std::vector<SeriesScore> all;
    const BacktestMethod *own = backtest.find(method), *naive = backtest.find("seasonal-naive");
    if (own == nullptr || backtest.seriesEnds.empty()) return all;
    const auto windows = windowScores(backtest, *own, nullptr),
               beside = naive != nullptr ? windowScores(backtest, *naive, nullptr) : std::vector<WindowScores>();
    std::int64_t begin = 0;
    std::size_t first = 0;
    for (std::size_t s = 0; s < backtest.seriesEnds.size(); ++s) {
        const std::int64_t end = backtest.seriesEnds[s];
        std::size_t last = first;
        while (last < backtest.windows() && backtest.cutoffs[last] < end) ++last;
        const auto isDone = [&](std::size_t w) { return backtest.done[w] == 1; };
        const auto meanOf = [&](const std::vector<WindowScores>& scores) {
            std::vector<WindowScores> done;
            for (std::size_t w = first; w < last && !scores.empty(); ++w)
                if (isDone(w)) done.push_back(scores[w]);
            return meanScores(done);
        };
        std::int64_t count = 0;
        for (std::size_t w = first; w < last; ++w) count += isDone(w) ? 1 : 0;
        const WindowScores mean = meanOf(windows), other = meanOf(beside);
        if (count > 0)
            all.push_back(
                {backtest.nameOfSeries(s), end - begin, count, mean.mae, mean.rmse, mean.mase, other.mae, other.mase});
        begin = end, first = last;
    }
    return all;
}

SeriesScore scoreAsSeries(const Backtest& backtest, std::string_view method, std::string name) {
    Backtest many = backtest;
    many.seriesEnds = {std::max(backtest.rows, backtest.cutoffs.empty() ? 0 : backtest.cutoffs.back() + 1)};
    many.seriesNames = {name};
    const std::vector<SeriesScore> all = seriesScores(many, method);
    if (!all.empty()) return all.front();
    const double none = std::nan("");
    return {std::move(name), backtest.rows, 0, none, none, none, none, none};
}

}  // namespace gatelab
