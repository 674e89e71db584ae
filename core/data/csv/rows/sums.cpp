// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/rows/sums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace gatelab {
namespace {

constexpr std::size_t kMaxListed = 5;
constexpr std::size_t kMaxCandidates = 4096;
constexpr int kShortestBlock = 3;  ///< rows that a regular sum holds

bool isBareYear(const std::string& text) {
    return text.size() == 4 && (text[0] == '1' || text[0] == '2') &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A column of values and half the distance of two numbers that it can hold: 0.05 where they have one decimal.
struct Summed {
    const std::vector<double>* values;
    double half;
    std::set<std::size_t> texts;  ///< rows that a spreadsheet does not sum up: a quote makes a text of their number
};

/// How many digits behind its point a number needs, at least `decimals`.
int decimalsOf(double value, int decimals) {
    constexpr int kMaxDecimals = 6;
    for (double scaled = value * std::pow(10, decimals);
         decimals < kMaxDecimals && std::isfinite(scaled) &&
         std::abs(scaled - std::round(scaled)) > 1e-9 * std::max(1.0, std::abs(scaled));
         scaled = value * std::pow(10, decimals))
        ++decimals;
    return decimals;
}

double halfStep(const std::vector<double>& values) {
    constexpr std::size_t kFirst = 200;
    int decimals = 0;
    for (std::size_t r = 0; r < std::min(values.size(), kFirst); ++r) decimals = decimalsOf(values[r], decimals);
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
            scan.values[c].size() == static_cast<std::size_t>(scan.rows)) {
            columns.push_back({&scan.values[c], halfStep(scan.values[c]), {}});
            for (const auto& [row, column] : scan.strayCells)
                if (column == c) columns.back().texts.insert(static_cast<std::size_t>(row));
        }
    }
    return columns;
}

/// How far a sum that somebody wrote may lie from that of the numbers that are there, which were rounded each; `size`:
/// of the sum of their amounts.
double nearSum(double half, double size, double count) {
    constexpr double kNear = 1e-4, kMax = 0.01, kDeviations = 2;
    return std::max(kNear * size, std::min(half * (1 + kDeviations * std::sqrt(count)), kMax * size));
}

/// How far a mean that somebody wrote may lie from that of the numbers that are there: half of its own last digit, and
/// what their rounding leaves in it.
double nearMean(double mean, double half, double count) {
    constexpr double kDeviations = 1.2;  // two of them: a rounding has 0.58 times its half
    const double own = 0.5 * std::pow(10, -decimalsOf(mean, 0));
    return std::min(own, half) * 1.001 + kDeviations * half / std::sqrt(count);
}

/// The sum of some rows of a column.
struct Sum {
    double sum = 0, size = 0, texts = 0;  ///< texts: what of it stands in cells that a spreadsheet leaves out
    std::int64_t count = 0, notNull = 0;
    void add(const Summed& column, std::size_t row) {
        const double value = (*column.values)[row];
        if (!std::isfinite(value)) return;
        sum += value, size += std::abs(value), ++count, notNull += value != 0 ? 1 : 0;
        if (column.texts.contains(row)) texts += value;
    }
    /// How far the number lies from the sum of all cells, or of those that are no texts.
    [[nodiscard]] double awayFrom(double value) const {
        return std::min(std::abs(value - sum), std::abs(value - (sum - texts)));
    }
};

/// Sums of the columns of values over rows that go on.
class RunningSums {
public:
    /// `moved`: the columns stand in more than one order, and a sum may stand below any of them.
    RunningSums(const std::vector<Summed>& columns, bool moved) : columns_(columns), moved_(moved) { clear(); }
    void clear() { sums_.assign(columns_.size(), {}); }
    void add(std::size_t row) {
        for (std::size_t i = 0; i < columns_.size(); ++i) sums_[i].add(columns_[i], row);
    }
    /// Zeros: sums that are all 0, as those of values that are all 0.
    enum class RowKind { Nothing, Sums, Zeros, Means, OneMean };
    /// Every number of the row is the sum of its column, or every one its mean; some are not 0.
    [[nodiscard]] RowKind kindOf(std::size_t row) const {
        constexpr std::int64_t kFew = 2;
        std::size_t numbers = 0, sums = 0, means = 0, notNull = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const double value = (*columns_[i].values)[row];
            const Sum& above = sums_[i];
            if (!std::isfinite(value)) continue;
            ++numbers;
            if (above.count < kFew) continue;
            const auto count = static_cast<double>(above.count);
            const bool isSum = isNear(value, i),
                       isMean = std::abs(value - above.sum / count) <= nearMean(value, columns_[i].half, count);
            if (!isSum && !isMean && !moved_) return RowKind::Nothing;
            sums += isSum ? 1 : 0, means += isMean ? 1 : 0;
            notNull += above.size > 0 ? 1 : 0;
        }
        if (numbers == 0) return RowKind::Nothing;
        if (notNull == 0) return sums == numbers ? RowKind::Zeros : RowKind::Nothing;
        if (sums == numbers || (moved_ && areMovedSums(row))) return RowKind::Sums;
        return means < numbers ? RowKind::Nothing : numbers > 1 ? RowKind::Means : RowKind::OneMean;
    }

private:
    /// Whether the number is the sum of column `i`, which may be rounded to a whole one.
    [[nodiscard]] bool isNear(double value, std::size_t i) const {
        const Sum& above = sums_[i];
        const double near = std::max(nearSum(columns_[i].half, above.size, static_cast<double>(above.count)),
                                     value == std::floor(value) ? std::min(0.51, 0.02 * std::abs(above.sum)) : 0);
        return above.awayFrom(value) <= near;
    }
    /// Every number is the sum of one of the columns, each of another.
    [[nodiscard]] bool areMovedSums(std::size_t row) const {
        std::vector<bool> used(columns_.size());
        for (const Summed& column : columns_) {
            std::size_t i = 0;
            while (i < columns_.size() && (used[i] || sums_[i].size == 0 || !isNear((*column.values)[row], i))) ++i;
            if (i == columns_.size()) return false;
            used[i] = true;
        }
        return columns_.size() > 1;
    }

    const std::vector<Summed>& columns_;
    bool moved_;
    std::vector<Sum> sums_;
};

/// Whether the row holds, in every column, the sum of the `count` rows before it, two of them not 0.
bool sumsUp(const std::vector<Summed>& columns, std::size_t row, std::size_t count) {
    for (const Summed& column : columns) {
        Sum above;
        for (std::size_t r = row - count; r < row; ++r) above.add(column, r);
        // Ups and downs that cancel are no sum.
        if (above.notNull < 2 || std::abs(above.sum) * 5 < above.size ||
            !(above.awayFrom((*column.values)[row]) <= nearSum(column.half, above.size, static_cast<double>(count))))
            return false;
    }
    return !columns.empty();
}

/// Every so many rows the sum of those before it, all through the table: nothing needs to tell it by its label. The
/// first one may sum up less, for a table begins in any month.
std::set<std::int64_t> regularSums(const std::vector<Summed>& columns, std::int64_t rows,
                                   const std::vector<std::int64_t>& times) {
    constexpr std::size_t kShortest = kShortestBlock, kLongest = 60, kMinBlocks = 3;
    if (columns.empty()) return {};
    const auto count = static_cast<std::size_t>(rows);
    // Rows at equal distances are all of one kind.
    if (count == times.size() && count > 2 && std::ranges::find(times, kNoTime) == times.end()) {
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
            if (!all || !differ || found.size() < kMinBlocks) continue;
            if (first > block && sumsUp(columns, first - block - 1, first - block - 1))
                found.insert(static_cast<std::int64_t>(first - block - 1));
            return found;
        }
    return {};
}

/// Why a row may be no measurement. Nothing: the time is readable and written as the others are.
enum class Label { Nothing, Odd, OddTime, LoneYear };

/// What looks like a sum or a mean.
struct FoundSum {
    std::int64_t row;
    Label label;
    RunningSums::RowKind kind;
};

/// Whether a year that stands for a row is its time: it lies between those of its neighbours.
bool isInSequence(const std::vector<std::int64_t>& times, std::size_t row, const std::string& year) {
    const auto start = dayMicros(std::stoi(year), 1, 1);
    if (!start || row >= times.size()) return false;
    const std::int64_t before = row > 0 ? times[row - 1] : *start - 1,
                       after = row + 1 < times.size() ? times[row + 1] : kNoTime;
    return before != kNoTime && before < *start && (after == kNoTime ? row > 0 : *start < after);
}

/// The rows that may be sums by their labels: no time that can be read, or one that is written in another way and does
/// not come after the one before. A time that is read as the others are makes none.
std::map<std::int64_t, Label> oddLabels(const TableScan& scan, const TablePlan& plan,
                                        const std::vector<std::int64_t>& times) {
    std::map<std::int64_t, Label> labels;
    for (const OddLabel& odd : scan.oddLabels) {
        const auto row = static_cast<std::size_t>(odd.row);
        const bool read = row < times.size() && times[row] != kNoTime;
        if (read && !(odd.isTime && row > 0 && times[row] <= times[row - 1])) continue;
        const std::size_t at = labelColumn(plan);
        const bool year = plan.time.isText(at) && plan.columns[at].kind == ColumnKind::Date && isBareYear(odd.text);
        labels[odd.row] = read                                          ? Label::OddTime
                          : year && !isInSequence(times, row, odd.text) ? Label::LoneYear
                                                                        : Label::Odd;
    }
    for (std::size_t r = 0; r < times.size() && labels.size() < kMaxCandidates; ++r)
        if (times[r] == kNoTime) labels.try_emplace(static_cast<std::int64_t>(r), Label::Odd);
    // A year among months in numbers: 202112, 2021, 202201
    if (plan.time.parts.size() == 1 && plan.time.parts[0].part == TimePart::YearMonth) {
        const std::vector<double>& months = scan.values[plan.time.parts[0].column];
        for (std::size_t r = 0; r < months.size() && labels.size() < kMaxCandidates; ++r)
            if (months[r] >= 1000 && months[r] <= 2999) labels[static_cast<std::int64_t>(r)] = Label::LoneYear;
    }
    for (auto& [row, label] : labels)
        if (label == Label::LoneYear && (labels.contains(row - 1) || labels.contains(row + 1))) label = Label::Odd;
    return labels;
}

/// Finds sums among labelled rows, and holds them against what other rows look like.
class SumSearch {
public:
    SumSearch(const std::vector<Summed>& columns, const std::map<std::int64_t, Label>& labels,
              const std::set<std::int64_t>& regular, bool moved)
        : columns_(columns), labels_(labels), regular_(regular), moved_(moved) {
        ranges_.assign(columns.size(), {});
    }

    void look(std::int64_t rows) {
        RunningSums all(columns_, moved_), since(columns_, moved_);
        for (std::int64_t r = 0; r < rows; ++r) {
            const auto row = static_cast<std::size_t>(r);
            const auto label = labels_.find(r);
            const bool isLabelled = label != labels_.end();
            const RowKind ofSince = since.kindOf(row), kind = ofSince != RowKind::Nothing ? ofSince : all.kindOf(row);
            const bool lone = isLabelled && label->second == Label::LoneYear;
            if (lone || regular_.contains(r) || (isLabelled && kind != RowKind::Nothing)) {
                found_.push_back({r, isLabelled ? label->second : Label::Nothing, kind});
                since.clear();
                continue;
            }
            all.add(row), since.add(row);
            if (isLabelled) continue;
            ++ordinary_;
            ordinarySums_ += kind == RowKind::Sums ? 1 : 0;
            ordinaryMeans_ += kind == RowKind::Means || kind == RowKind::OneMean ? 1 : 0;
            for (std::size_t i = 0; i < columns_.size(); ++i)
                if (const double value = (*columns_[i].values)[row]; std::isfinite(value))
                    ranges_[i].low = std::min(ranges_[i].low, value),
                    ranges_[i].high = std::max(ranges_[i].high, value);
        }
    }

    /// What to leave out. `doubtful`: what may be sums or means as well, but is too much to be sure, or no more alike
    /// to them than a measurement can be by chance.
    [[nodiscard]] std::vector<std::int64_t> sure(std::vector<std::int64_t>& doubtful) const {
        constexpr std::int64_t kPerHundred = 3;
        std::vector<std::int64_t> rows, weak;
        const bool regularStands = isBeyondChance(), sumsNulls = hasManySums();
        for (const FoundSum& sum : found_) {
            const bool regular = regular_.contains(sum.row), stands = standsOut(sum.row);
            if (sum.kind == RowKind::Zeros && sum.label != Label::LoneYear) {
                if (sumsNulls) rows.push_back(sum.row);
            } else if (sum.label == Label::LoneYear || (regular && regularStands) ||
                       (sum.kind == RowKind::Sums && sum.label != Label::Nothing && stands))
                rows.push_back(sum.row);
            else if (sum.label == Label::Odd && !isCommon(sum.kind))
                weak.push_back(sum.row);
            else if (regular)
                doubtful.push_back(sum.row);
        }
        // One number near a mean is that by chance.
        if (rows.empty() && weak.size() == 1 && kindAt(weak.front()) == RowKind::OneMean) weak.clear();
        // So is one among many rows that lack their label and are neither.
        if (rows.empty() && labels_.size() > 3 * weak.size())
            std::erase_if(weak, [&](std::int64_t row) { return kindAt(row) != RowKind::Sums; });
        const std::int64_t all = ordinary_ + static_cast<std::int64_t>(found_.size());
        const bool few = static_cast<std::int64_t>(weak.size()) <= std::max<std::int64_t>(1, all * kPerHundred / 100);
        (few ? rows : doubtful).insert((few ? rows : doubtful).end(), weak.begin(), weak.end());
        std::ranges::sort(rows);
        std::ranges::sort(doubtful);
        return rows;
    }

private:
    using RowKind = RunningSums::RowKind;
    struct Range {
        double low = std::numeric_limits<double>::infinity(), high = -low;
    };
    /// Rows with labels like all others are as much like sums, or means, as this one is.
    [[nodiscard]] bool isCommon(RowKind kind) const {
        constexpr std::int64_t kSeldom = 20;
        return (kind == RowKind::Sums ? ordinarySums_ : ordinaryMeans_) * kSeldom > ordinary_;
    }
    /// One of its numbers lies outside of all that the ordinary rows have in its column.
    [[nodiscard]] bool standsOut(std::int64_t row) const {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (const double value = (*columns_[i].values)[static_cast<std::size_t>(row)];
                value < ranges_[i].low || value > ranges_[i].high)
                return true;
        return false;
    }
    /// All regular rows stand out, and numbers that are anything within the range of the ordinary ones would not all
    /// come as near to the sums.
    [[nodiscard]] bool isBeyondChance() const {
        constexpr double kChance = 0.01;
        double chance = 1;
        for (const std::int64_t row : regular_) {
            if (!standsOut(row)) return false;
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                const double sum = (*columns_[i].values)[static_cast<std::size_t>(row)], half = columns_[i].half,
                             near = nearSum(half, std::abs(sum), kShortestBlock),
                             width = ranges_[i].high - ranges_[i].low;
                chance *= width > 0 ? std::min(1.0, 2 * (near + half) / width) : 1;
            }
        }
        return chance < kChance;
    }
    /// Sums that stand out all through the table: one of zeros is a sum as well.
    [[nodiscard]] bool hasManySums() const {
        constexpr std::ptrdiff_t kMany = 3;
        return std::ranges::count_if(found_, [&](const FoundSum& sum) {
                   return sum.kind == RowKind::Sums && sum.label != Label::Nothing && standsOut(sum.row);
               }) >= kMany;
    }
    [[nodiscard]] RowKind kindAt(std::int64_t row) const {
        return std::ranges::find(found_, row, &FoundSum::row)->kind;
    }

    const std::vector<Summed>& columns_;
    const std::map<std::int64_t, Label>& labels_;
    const std::set<std::int64_t>& regular_;
    bool moved_;
    std::vector<FoundSum> found_;
    std::vector<Range> ranges_;
    std::int64_t ordinary_ = 0, ordinarySums_ = 0, ordinaryMeans_ = 0;
};

/// "12, 25, 38, ..."
std::string linesOf(const TableScan& scan, const std::vector<std::int64_t>& rows) {
    std::string where;
    for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), kMaxListed); ++i)
        where += (where.empty() ? "" : ", ") + std::to_string(scan.lineOf(rows[i]));
    return rows.size() > kMaxListed ? where + ", ..." : where;
}

}  // namespace

void dropSums(TableScan& scan, const TablePlan& plan, std::vector<std::int64_t>& times,
              std::vector<ReadWarning>& warnings) {
    std::map<std::int64_t, Label> labels = oddLabels(scan, plan, times);
    const std::vector<Summed> columns = summedColumns(scan, plan);
    const std::set<std::int64_t> regular = regularSums(columns, scan.rows, times);
    if (static_cast<std::int64_t>(labels.size()) * 3 > scan.rows) labels.clear();
    if (labels.empty() && regular.empty()) return;
    SumSearch search(columns, labels, regular, scan.isReordered);
    search.look(scan.rows);
    std::vector<std::int64_t> doubtful;
    const std::vector<std::int64_t> sums = search.sure(doubtful);
    if (!doubtful.empty())
        warnings.push_back(
            {scan.lineOf(doubtful.front()),
             {GATELAB_TEXT("Reading",
                           "%1 rows may hold sums or means of the rows above them (lines %2), but nothing makes sure "
                           "of it, and they were read as rows. If they do, take them out of the file"),
              {doubtful.size(), linesOf(scan, doubtful)}}});
    if (sums.empty()) return;
    warnings.push_back(
        {scan.lineOf(sums.front()),
         {GATELAB_TEXT("Reading", "%1 rows hold sums or means of the rows above them and were left out: lines %2"),
          {sums.size(), linesOf(scan, sums)}}});
    scan.drop(sums, times, GATELAB_TEXT("Reading", "it holds sums or means of the rows above it"));
}

}  // namespace gatelab
