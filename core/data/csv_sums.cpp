// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_sums.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab {
namespace {

constexpr std::int64_t kMostListed = 5;
constexpr std::size_t kMostCandidates = 4096;

bool isBareYear(const std::string& text) {
    return text.size() == 4 && (text[0] == '1' || text[0] == '2') &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A column of values and half the distance of two numbers that it can hold: 0.05 where they have one decimal.
struct Summed {
    const std::vector<double>* values;
    double half;
};

double halfStep(const std::vector<double>& values) {
    constexpr std::size_t kFirst = 200;
    constexpr int kMostDecimals = 6;
    int decimals = 0;
    for (std::size_t r = 0; r < std::min(values.size(), kFirst); ++r)
        for (double scaled = values[r] * std::pow(10, decimals);
             decimals < kMostDecimals && std::isfinite(scaled) &&
             std::abs(scaled - std::round(scaled)) > 1e-9 * std::max(1.0, std::abs(scaled));
             scaled = values[r] * std::pow(10, decimals))
            ++decimals;
    return 0.5 * std::pow(10, -decimals);
}

/// Those that can be summed: no times, no counts of rows.
std::vector<Summed> summedColumns(const TableScan& scan, const TablePlan& plan) {
    std::vector<Summed> columns;
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
        const ColumnEvidence& e = scan.evidence[c];
        const bool counts = e.whole && e.numbers > 2 && e.up * 2 >= e.numbers;
        if (plan.columns[c].kind == ColumnKind::Number && !counts &&
            std::ranges::find(plan.time.columns, c) == plan.time.columns.end() &&
            scan.values[c].size() == static_cast<std::size_t>(scan.rows))
            columns.push_back({&scan.values[c], halfStep(scan.values[c])});
    }
    return columns;
}

/// How far a sum that somebody wrote may lie from that of the numbers that are there, which were rounded each; `size`:
/// of the sum of their amounts.
double nearSum(double half, double size, double count) {
    constexpr double kNear = 1e-4, kMost = 0.01, kDeviations = 2;
    return std::max(kNear * size, std::min(half * (1 + kDeviations * std::sqrt(count)), kMost * size));
}

/// Sums of the columns of values over rows that go on.
class RunningSums {
public:
    explicit RunningSums(const std::vector<Summed>& columns) : columns_(columns) { clear(); }
    void clear() { sums_.assign(columns_.size(), {}); }
    void add(std::size_t row) {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (const double value = (*columns_[i].values)[row]; std::isfinite(value))
                sums_[i].sum += value, sums_[i].size += std::abs(value), ++sums_[i].count;
    }
    enum class RowKind { Nothing, Sums, Means, OneMean };
    /// Every number of the row is the sum of its column, or every one its mean; some are not 0.
    [[nodiscard]] RowKind kindOf(std::size_t row) const {
        constexpr double kNearMean = 2e-3;  // a mean is rounded to few digits
        constexpr std::int64_t kFew = 2;
        std::size_t numbers = 0, sums = 0, means = 0, notNull = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const double value = (*columns_[i].values)[row];
            const Sum& above = sums_[i];
            if (!std::isfinite(value)) continue;
            ++numbers;
            if (above.count < kFew) continue;
            const double mean = above.sum / static_cast<double>(above.count);
            // A sum may be rounded to a whole number.
            const double near = std::max(nearSum(columns_[i].half, above.size, static_cast<double>(above.count)),
                                         value == std::floor(value) ? std::min(0.51, 0.02 * std::abs(above.sum)) : 0);
            sums += std::abs(value - above.sum) <= near ? 1 : 0;
            means += std::abs(value - mean) <= kNearMean * std::abs(mean) ? 1 : 0;
            notNull += above.size > 0 ? 1 : 0;
        }
        if (numbers == 0 || notNull == 0) return RowKind::Nothing;
        if (sums == numbers) return RowKind::Sums;
        return means < numbers ? RowKind::Nothing : numbers > 1 ? RowKind::Means : RowKind::OneMean;
    }

private:
    struct Sum {
        double sum = 0, size = 0;
        std::int64_t count = 0;
    };
    const std::vector<Summed>& columns_;
    std::vector<Sum> sums_;
};

/// Whether the row holds, in every column, the sum of the `count` rows before it, two of them not 0.
bool sumsUp(const std::vector<Summed>& columns, std::size_t row, std::size_t count) {
    for (const Summed& column : columns) {
        double sum = 0, size = 0;
        std::size_t notNull = 0;
        for (std::size_t r = row - count; r < row; ++r)
            if (const double value = (*column.values)[r]; std::isfinite(value))
                sum += value, size += std::abs(value), notNull += value != 0 ? 1 : 0;
        // Ups and downs that cancel are no sum.
        if (notNull < 2 || std::abs(sum) * 5 < size ||
            !(std::abs((*column.values)[row] - sum) <= nearSum(column.half, size, static_cast<double>(count))))
            return false;
    }
    return !columns.empty();
}

/// Every so many rows the sum of those before it, all through the table: nothing needs to tell it by its label. The
/// first one may sum up less, for a table begins in any month.
std::set<std::int64_t> regularSums(const std::vector<Summed>& columns, std::int64_t rows,
                                   const std::vector<std::int64_t>& times) {
    constexpr std::size_t kShortest = 3, kLongest = 60, kLeastBlocks = 3;
    if (columns.empty()) return {};
    const auto count = static_cast<std::size_t>(rows);
    // Rows at equal distances are all of one kind.
    if (count == times.size() && count > 2) {
        std::size_t equal = 0;
        for (std::size_t r = 2; r < count; ++r)
            equal += times[r] - times[r - 1] == times[1] - times[0] && times[1] > times[0] ? 1 : 0;
        if (equal + 2 == count) return {};
    }
    for (std::size_t block = kShortest; block <= kLongest; ++block)
        for (std::size_t first = block; first <= 2 * block; ++first) {
            std::set<std::int64_t> found;
            bool all = true, differ = false;
            for (std::size_t row = first; row < count && all; row += block + 1) {
                all = sumsUp(columns, row, block);
                differ = differ || (*columns[0].values)[row] != (*columns[0].values)[first];
                found.insert(static_cast<std::int64_t>(row));
            }
            // A pattern that repeats may look like that.
            if (!all || !differ || found.size() < kLeastBlocks) continue;
            if (first > block && sumsUp(columns, first - block - 1, first - block - 1))
                found.insert(static_cast<std::int64_t>(first - block - 1));
            return found;
        }
    return {};
}

}  // namespace

void dropSums(TableScan& scan, const TablePlan& plan, std::vector<std::int64_t>& times,
              std::vector<ReadWarning>& warnings) {
    std::set<std::int64_t> candidates, years;
    for (const OddLabel& label : scan.oddLabels) {
        candidates.insert(label.row);
        if (plan.time.isText(0) && plan.columns[0].kind == ColumnKind::Date && isBareYear(label.text))
            years.insert(label.row);
    }
    for (std::size_t r = 0; r < times.size() && candidates.size() < kMostCandidates; ++r)
        if (times[r] == kNoTime || (r > 0 && times[r] <= times[r - 1])) candidates.insert(static_cast<std::int64_t>(r));
    const std::vector<Summed> columns = summedColumns(scan, plan);
    const std::set<std::int64_t> regular = regularSums(columns, scan.rows, times);
    if (static_cast<std::int64_t>(candidates.size()) * 3 > scan.rows) candidates.clear();
    if (candidates.empty() && regular.empty()) return;
    std::vector<std::int64_t> sums, oneMeans;
    RunningSums all(columns), since(columns);
    for (std::int64_t r = 0; r < scan.rows; ++r) {
        const auto row = static_cast<std::size_t>(r);
        const bool isCandidate = candidates.contains(r);
        using RowKind = RunningSums::RowKind;
        const RowKind ofSince = isCandidate ? since.kindOf(row) : RowKind::Nothing,
                      ofAll = isCandidate && ofSince == RowKind::Nothing ? all.kindOf(row) : RowKind::Nothing,
                      kind = ofSince != RowKind::Nothing ? ofSince : ofAll;
        const bool lone =
            isCandidate && years.contains(r) && !candidates.contains(r - 1) && !candidates.contains(r + 1);
        if (lone || regular.contains(r) || kind != RowKind::Nothing) {
            sums.push_back(r);
            if (!lone && !regular.contains(r) && kind == RowKind::OneMean) oneMeans.push_back(r);
            since.clear();
        } else {
            all.add(row), since.add(row);
        }
    }
    // One number near a mean is that by chance.
    if (oneMeans.size() == 1 && sums.size() == 1) return;
    if (sums.empty()) return;
    std::string where;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(static_cast<std::int64_t>(sums.size()), kMostListed); ++i)
        where += (where.empty() ? "" : ", ") + std::to_string(scan.lineOf(sums[static_cast<std::size_t>(i)]));
    if (static_cast<std::int64_t>(sums.size()) > kMostListed) where += ", ...";
    warnings.push_back(
        {scan.lineOf(sums.front()),
         {GATELAB_TEXT("Reading", "%1 rows hold sums or means of the rows above them and were left out: lines %2"),
          {sums.size(), where}}});
    scan.drop(sums, times);
}

}  // namespace gatelab
