// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/group_lines.h"

#include "charts/data/moments.h"
#include "lab/student_t.h"

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

}  // namespace

GroupLines groupLines(const std::vector<ChartLine>& members, BandKind kind, std::size_t maxPoints,
                      const std::vector<bool>& sample) {
    GroupLines lines;
    lines.mean.style = ChartLine::Style::Smooth;
    lines.band.style = ChartLine::Style::Band;
    std::vector<double> critical{0, 0};  // by count: for each point anew it would be felt
    for (std::size_t n = 2; kind == BandKind::Interval95 && n <= members.size(); ++n)
        critical.push_back(studentCritical(0.05, static_cast<double>(n) - 1));
    std::vector<Reader> readers(members.begin(), members.end());
    for (const double x : commonX(members, maxPoints)) {
        Moments all, spread;
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (std::size_t i = 0; i < readers.size(); ++i) {
            const double y = readers[i].at(x);
            if (!std::isfinite(y)) continue;
            all.add(y);
            if (sample.empty() || sample[i]) spread.add(y);
            least = std::min(least, y), most = std::max(most, y);
        }
        const bool enough = 2 * all.count > static_cast<double>(members.size());
        lines.mean.x.push_back(x);
        lines.mean.y.push_back(enough ? all.mean : kNaN);
        lines.mean.members.push_back(static_cast<int>(all.count));
        if (kind == BandKind::None) continue;
        const double count = kind == BandKind::MinMax ? all.count : spread.count;
        const bool drawn = enough && count > 1;
        const double error = spread.standardError();
        const double half =
            kind == BandKind::Interval95 && drawn ? error * critical[static_cast<std::size_t>(count)] : error;
        lines.band.x.push_back(x);
        lines.band.y.push_back(!drawn ? kNaN : kind == BandKind::MinMax ? least : all.mean - half);
        lines.band.y2.push_back(!drawn ? kNaN : kind == BandKind::MinMax ? most : all.mean + half);
    }
    return lines;
}

}  // namespace gatelab
