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

/// Sums of the columns of values over rows that go on.
class RunningSums {
public:
    RunningSums(const TableScan& scan, const TablePlan& plan) : scan_(scan) {
        for (std::size_t c = 0; c < plan.columns.size(); ++c)
            if (plan.columns[c].kind == ColumnKind::Number &&
                std::ranges::find(plan.time.columns, c) == plan.time.columns.end() &&
                scan.values[c].size() == static_cast<std::size_t>(scan.rows))
                columns_.push_back(c);
        clear();
    }
    void clear() { sums_.assign(columns_.size(), {}); }
    void add(std::size_t row) {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (const double value = scan_.values[columns_[i]][row]; std::isfinite(value))
                sums_[i].sum += value, sums_[i].size += std::abs(value), ++sums_[i].count;
    }
    /// Every number of the row is the sum of its column, or every one its mean; some are not 0.
    [[nodiscard]] bool tells(std::size_t row) const {
        constexpr double kNear = 1e-4, kNearMean = 2e-3;  // a mean is rounded to few digits
        constexpr std::int64_t kFew = 2;
        std::size_t numbers = 0, sums = 0, means = 0, notNull = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const double value = scan_.values[columns_[i]][row];
            const Sum& above = sums_[i];
            if (!std::isfinite(value)) continue;
            ++numbers;
            if (above.count < kFew) continue;
            const double mean = above.sum / static_cast<double>(above.count);
            // A sum may be rounded to a whole number.
            const double near = std::max(kNear * above.size,
                                         value == std::floor(value) ? std::min(0.51, 0.02 * std::abs(above.sum)) : 0);
            sums += std::abs(value - above.sum) <= near ? 1 : 0;
            means += std::abs(value - mean) <= kNearMean * std::abs(mean) ? 1 : 0;
            notNull += above.size > 0 ? 1 : 0;
        }
        return numbers > 0 && notNull > 0 && (sums == numbers || means == numbers);
    }

private:
    struct Sum {
        double sum = 0, size = 0;
        std::int64_t count = 0;
    };
    const TableScan& scan_;
    std::vector<std::size_t> columns_;
    std::vector<Sum> sums_;
};

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
    if (candidates.empty() || static_cast<std::int64_t>(candidates.size()) * 3 > scan.rows) return;
    std::vector<std::int64_t> sums;
    RunningSums all(scan, plan), since(scan, plan);
    for (std::int64_t r = 0; r < scan.rows; ++r) {
        const auto row = static_cast<std::size_t>(r);
        const bool lone = years.contains(r) && !candidates.contains(r - 1) && !candidates.contains(r + 1);
        if (candidates.contains(r) && (lone || since.tells(row) || all.tells(row))) {
            sums.push_back(r);
            since.clear();
        } else {
            all.add(row), since.add(row);
        }
    }
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
