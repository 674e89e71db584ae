// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_relation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
        for (std::size_t k = i; k < end; ++k) result[order[k]] = static_cast<double>(i + end - 1) / 2;
        i = end;
    }
    return result;
}

struct Line {
    double intercept, slope, correlation;
};

Line fit(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    const double mx = std::accumulate(x.begin(), x.end(), 0.0) / n, my = std::accumulate(y.begin(), y.end(), 0.0) / n;
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        xx += (x[i] - mx) * (x[i] - mx), xy += (x[i] - mx) * (y[i] - my), yy += (y[i] - my) * (y[i] - my);
    const double slope = xx > 0 ? xy / xx : kNaN;
    return {my - slope * mx, slope, xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : kNaN};
}

}  // namespace

RunValues runValues(const RunColumn& column, const std::vector<const RunSummary*>& runs) {
    RunValues result;
    if (!column.isText()) {
        for (const RunSummary* run : runs) result.values.push_back(column.number(*run));
        return result;
    }
    QStringList texts;
    for (const RunSummary* run : runs) texts << column.display(*run);
    result.categories = texts;
    result.categories.removeDuplicates();
    result.categories.sort();
    for (const QString& text : texts) result.values.push_back(static_cast<double>(result.categories.indexOf(text)));
    return result;
}

Trend trendOf(const std::vector<double>& xs, const std::vector<double>& ys) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < xs.size() && i < ys.size(); ++i)
        if (std::isfinite(xs[i]) && std::isfinite(ys[i])) x.push_back(xs[i]), y.push_back(ys[i]);
    Trend trend{kNaN, kNaN, kNaN, kNaN, x.size()};
    if (x.size() < 3) return trend;
    const Line line = fit(x, y);
    if (std::isnan(line.slope)) return trend;
    trend.intercept = line.intercept, trend.slope = line.slope;
    trend.r2 = line.correlation * line.correlation;
    trend.rank = fit(ranks(x), ranks(y)).correlation;
    return trend;
}

}  // namespace gatelab
