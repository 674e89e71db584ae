// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/importance.h"

#include "base/rng.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

constexpr std::uint64_t kStream = UINT64_C(3) << 60;
constexpr std::size_t kTrees = 100, kMaxSamples = 512, kMinLeaf = 2;

/// What the trees split: a column for each axis (without effect: below all others) and the rank of each value.
struct Table {
    std::vector<std::vector<double>> columns;
    std::vector<bool> isCategory;
    std::vector<double> target;
};

/// 0 to 1; equal values have equal ranks, those without a number the last ones.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::size_t i) {
        return std::isfinite(values[i]) ? values[i] : std::numeric_limits<double>::infinity();
    };
    std::ranges::stable_sort(order, {}, key);
    std::vector<double> ranks(values.size());
    for (std::size_t from = 0; from < order.size();) {
        std::size_t to = from;
        while (to < order.size() && key(order[to]) == key(order[from])) ++to;
        for (std::size_t i = from; i < to; ++i)
            ranks[order[i]] = static_cast<double>(from + to - 1) / 2 /
                              static_cast<double>(std::max<std::size_t>(1, order.size() - 1));
        from = to;
    }
    return ranks;
}

Table tableOf(std::span<const SearchDimension> dimensions, std::span<const StudyTrial> trials) {
    Table table;
    std::vector<double> values;
    for (const StudyTrial& trial : trials) values.push_back(trial.value);
    table.target = ranksOf(values);
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        std::vector<double>& column = table.columns.emplace_back();
        const SearchDimension& dimension = dimensions[d];
        table.isCategory.push_back(dimension.isCategory());
        const double none = dimension.isCategory() ? -1 : 2 * dimension.scaledLow() - dimension.scaledHigh() - 1;
        for (const StudyTrial& trial : trials)
            column.push_back(std::isnan(trial.point[d]) ? none : dimension.scaled(trial.point[d]));
    }
    return table;
}

/// A regression tree (Breiman et al. 1984) over some rows of a table.
class Tree {
public:
    Tree(const Table& table, std::vector<std::size_t> rows) : table_(table) { grow(std::move(rows)); }

    /// With the value of one column taken from another row; `shuffled` none: its own.
    [[nodiscard]] double predict(std::size_t row, std::optional<std::size_t> shuffled = {},
                                 std::size_t from = 0) const {
        std::size_t at = 0;
        while (nodes_[at].below != 0) {
            const Node& node = nodes_[at];
            const double x = table_.columns[node.column][shuffled == node.column ? from : row];
            const bool goesLeft = node.left.empty() ? x <= node.border : std::ranges::binary_search(node.left, x);
            at = node.below + (goesLeft ? 0 : 1);
        }
        return nodes_[at].mean;
    }

private:
    struct Node {
        double mean = 0;
        std::size_t below = 0;  ///< place of its left child, the right one follows; 0: a leaf
        std::size_t column = 0;
        double border = 0;
        std::vector<double> left = {};  ///< of a category those that go left
    };
    struct Split {
        double gain = 1e-12;
        std::size_t column = 0;
        double border = 0;
        std::vector<double> left = {};
    };

    void grow(std::vector<std::size_t> all) {
        nodes_.push_back({});
        std::vector<std::pair<std::size_t, std::vector<std::size_t>>> open{{0, std::move(all)}};
        while (!open.empty()) {
            auto [at, rows] = std::move(open.back());
            open.pop_back();
            double sum = 0;
            for (const std::size_t row : rows) sum += table_.target[row];
            nodes_[at].mean = sum / static_cast<double>(rows.size());
            Split best;
            for (std::size_t column = 0; column < table_.columns.size(); ++column) look(column, rows, sum, best);
            if (best.gain <= 1e-12) continue;
            const std::size_t below = nodes_.size();
            nodes_[at] = {nodes_[at].mean, below, best.column, best.border, best.left};
            nodes_.resize(below + 2);
            const auto right = std::ranges::partition(rows, [&](std::size_t row) {
                const double x = table_.columns[best.column][row];
                return best.left.empty() ? x <= best.border : std::ranges::binary_search(best.left, x);
            });
            open.emplace_back(below + 1, std::vector<std::size_t>(right.begin(), right.end()));
            rows.erase(right.begin(), right.end());
            open.emplace_back(below, std::move(rows));
        }
    }

    /// The split of a column that lowers the squared error most; categories are ordered by their mean, which finds the
    /// best of all subsets.
    void look(std::size_t column, const std::vector<std::size_t>& rows, double sum, Split& best) const {
        const std::vector<double>& x = table_.columns[column];
        std::vector<std::pair<double, double>> sorted;  // by which, target
        for (const std::size_t row : rows) sorted.emplace_back(x[row], table_.target[row]);
        std::vector<std::pair<double, double>> byMean;  // mean, category
        if (table_.isCategory[column]) {
            std::ranges::sort(sorted);
            for (std::size_t i = 0; i < sorted.size();) {
                std::size_t to = i;
                double part = 0;
                while (to < sorted.size() && sorted[to].first == sorted[i].first) part += sorted[to++].second;
                byMean.emplace_back(part / static_cast<double>(to - i), sorted[i].first);
                i = to;
            }
            std::ranges::sort(byMean);
            for (auto& [key, target] : sorted)
                key = static_cast<double>(std::ranges::find(byMean, key, &std::pair<double, double>::second) -
                                          byMean.begin());
        }
        std::ranges::sort(sorted);
        const auto n = static_cast<double>(sorted.size());
        double left = 0;
        for (std::size_t i = 0; i + kMinLeaf < sorted.size(); ++i) {
            left += sorted[i].second;
            const auto count = static_cast<double>(i + 1);
            if (sorted[i].first == sorted[i + 1].first || i + 1 < kMinLeaf) continue;
            const double gain = left * left / count + (sum - left) * (sum - left) / (n - count) - sum * sum / n;
            if (gain <= best.gain) continue;
            best = {gain, column, (sorted[i].first + sorted[i + 1].first) / 2};
            for (std::size_t k = 0; k < byMean.size() && static_cast<double>(k) <= sorted[i].first; ++k)
                best.left.push_back(byMean[k].second);
            std::ranges::sort(best.left);
        }
    }

    const Table& table_;
    std::vector<Node> nodes_;
};

}  // namespace

std::vector<double> settingImportance(std::span<const SearchDimension> dimensions, std::span<const StudyTrial> all) {
    std::vector<StudyTrial> trials;
    for (const StudyTrial& trial : all)
        if (trial.state == TrialState::Diverged || std::isfinite(trial.value)) trials.push_back(trial);
    if (trials.size() < kImportanceTrials) return {};
    const Table table = tableOf(dimensions, trials);
    const std::size_t count = trials.size();
    const double mean = std::accumulate(table.target.begin(), table.target.end(), 0.0) / static_cast<double>(count);
    std::vector<double> lost(dimensions.size());
    double error = 0, spread = 0;
    for (std::size_t k = 0; k < kTrees; ++k) {
        Rng rng(k, RandomPurpose::Order, kStream);
        std::vector<std::size_t> rows, out;
        std::vector<bool> isIn(count);
        for (std::size_t i = 0; i < std::min(count, kMaxSamples); ++i) rows.push_back(rng.below(count));
        for (const std::size_t row : rows) isIn[row] = true;
        for (std::size_t i = 0; i < count && out.size() < kMaxSamples; ++i)
            if (!isIn[i]) out.push_back(i);
        const Tree tree(table, std::move(rows));
        const auto squared = [&](std::size_t row, double prediction) {
            return (table.target[row] - prediction) * (table.target[row] - prediction);
        };
        for (const std::size_t row : out) {
            error += squared(row, tree.predict(row));
            spread += squared(row, mean);
        }
        for (std::size_t d = 0; d < dimensions.size(); ++d) {
            std::vector<std::size_t> from = out;
            for (std::size_t i = from.size(); i > 1; --i) std::swap(from[i - 1], from[rng.below(i)]);
            for (std::size_t i = 0; i < out.size(); ++i)
                lost[d] += squared(out[i], tree.predict(out[i], d, from[i])) - squared(out[i], tree.predict(out[i]));
        }
    }
    for (double& one : lost) one = std::max(0.0, one);
    const double sum = std::accumulate(lost.begin(), lost.end(), 0.0);
    // A forest that tells no more than the mean has nothing to say of the axes.
    const bool explains = sum > 0 && error < spread;
    for (double& one : lost) one = explains ? one / sum : 0;
    return lost;
}

}  // namespace gatelab
