// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/group_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// x of all lines, ascending, each once, thinned evenly.
std::vector<double> commonX(const std::vector<ChartLine>& members, std::size_t maxPoints) {
    std::vector<double> all;
    for (const ChartLine& line : members)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (std::isfinite(line.x[i]) && std::isfinite(line.y[i])) all.push_back(line.x[i]);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() <= maxPoints || maxPoints < 2) return all;
    std::vector<double> few;
    for (std::size_t i = 0; i < maxPoints; ++i) few.push_back(all[i * (all.size() - 1) / (maxPoints - 1)]);
    return few;
}

/// Walks along a line with ascending x. Pieces of a resumed run overlap: the later one counts from its first sample on.
class Reader {
public:
    explicit Reader(const ChartLine& line) : line_(line) {
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            while (!order_.empty() && line.x[order_.back()] >= line.x[i]) order_.pop_back();
            order_.push_back(i);
        }
    }
    double at(double x) {
        while (next_ < order_.size() && line_.x[order_[next_]] < x) ++next_;
        if (next_ == order_.size()) return kNaN;
        const std::size_t after = order_[next_];
        if (line_.x[after] == x) return line_.y[after];
        if (next_ == 0) return kNaN;
        const std::size_t before = order_[next_ - 1];
        const double share = (x - line_.x[before]) / (line_.x[after] - line_.x[before]);
        return line_.y[before] + share * (line_.y[after] - line_.y[before]);  // NaN at either end: a gap
    }

private:
    const ChartLine& line_;
    std::vector<std::size_t> order_;
    std::size_t next_ = 0;
};

/// By linear interpolation between the sorted values, of which there is one at least.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double upper = sorted[std::min(below + 1, sorted.size() - 1)];
    return sorted[below] + (place - static_cast<double>(below)) * (upper - sorted[below]);
}

}  // namespace

GroupLines groupLines(const std::vector<ChartLine>& members, std::size_t maxPoints) {
    constexpr double kTail = 0.1;
    GroupLines lines;
    lines.median.style = ChartLine::Style::Smooth;
    lines.band.style = ChartLine::Style::Band;
    std::vector<Reader> readers(members.begin(), members.end());
    for (const double x : commonX(members, maxPoints)) {
        std::vector<double> values;
        for (Reader& reader : readers)
            if (const double y = reader.at(x); std::isfinite(y)) values.push_back(y);
        std::ranges::sort(values);
        const bool enough = 2 * values.size() > members.size();
        lines.median.x.push_back(x);
        lines.median.y.push_back(enough ? quantile(values, 0.5) : kNaN);
        lines.median.members.push_back(static_cast<int>(values.size()));
        lines.band.x.push_back(x);
        lines.band.y.push_back(enough ? quantile(values, kTail) : kNaN);
        lines.band.y2.push_back(enough ? quantile(values, 1 - kTail) : kNaN);
    }
    return lines;
}

}  // namespace gatelab
