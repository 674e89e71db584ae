// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/drift.h"

#include "base/number_text.h"
#include "base/numeric/order_statistics.h"
#include "base/numeric/written_step.h"
#include "base/parallel.h"
#include "config/field.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>

namespace gatelab {

namespace {

using Values = std::vector<double>;

constexpr std::size_t kFewest = 30, kFewestPairs = 20;
constexpr double kApart = 0.6, kOutside = 0.5, kSame = 1e-9;

Values sorted(const Channel& channel, RowRange rows) {
    Values values;
    for (std::int64_t row = rows.begin; row < rows.end; ++row)
        if (const double value = channel.values[static_cast<std::size_t>(row)]; std::isfinite(value))
            values.push_back(value);
    std::ranges::sort(values);
    return values;
}

/// Largest distance of two cumulated shares (Kolmogorov and Smirnov); both in order, neither empty.
double apart(const Values& a, const Values& b) {
    double most = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double at = std::min(a[i], b[j]);
        while (i < a.size() && a[i] <= at) ++i;
        while (j < b.size() && b[j] <= at) ++j;
        most = std::max(most, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                       static_cast<double>(j) / static_cast<double>(b.size())));
    }
    return most;
}

std::size_t placeOf(std::size_t count, double share) {
    return static_cast<std::size_t>(share * static_cast<double>(count - 1));
}

double at(const Values& values, double share) { return values[placeOf(values.size(), share)]; }

bool isIn(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

Phrase figure(double value) { return numberPhrase(numberText(value, 3)); }

/// use(value) for each of these rows that has one.
template <class Use>
void eachPresent(const Channel& channel, RowRange rows, const Use& use) {
    for (const double value :
         std::span(channel.values).subspan(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(rows.size())))
        if (std::isfinite(value)) use(value);
}

/// No less than apart() of numbers with these leadingCounts(): within a stretch all of one may come before all of the
/// other.
double mostApart(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    const auto sum = [](std::span<const std::uint32_t> counts) {
        return std::accumulate(counts.begin(), counts.end(), 0.0);
    };
    const double ofA = sum(a), ofB = sum(b);
    double most = 0, beforeA = 0, beforeB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double afterA = beforeA + a[i], afterB = beforeB + b[i];
        most = std::max({most, afterA / ofA - beforeB / ofB, afterB / ofB - beforeA / ofA});
        beforeA = afterA, beforeB = afterB;
    }
    return most;
}

/// Of long columns, which to sort takes seconds: whether what is seen in a few passes rules a drift out.
bool cannotDrift(const Channel& channel, const Split& split) {
    constexpr std::int64_t kManyRows = 1 << 16;
    if (split.train.size() < kManyRows) return false;
    const auto valuesOf = [&](RowRange rows) {
        return [&channel, rows](const auto& use) { eachPresent(channel, rows, use); };
    };
    const std::vector<std::uint32_t> train = OrderStatistics::leadingCounts(valuesOf(split.train)),
                                     test = OrderStatistics::leadingCounts(valuesOf(split.test));
    const auto countOf = [](const std::vector<std::uint32_t>& counts) {
        return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    };
    const std::size_t count = countOf(train), tested = countOf(test);
    if (count < kFewest || tested < kFewest) return true;
    const std::array ranks{placeOf(count, 0.01), placeOf(count, 0.99)};
    const std::vector<double> limits = OrderStatistics::of(count, ranks, valuesOf(split.train));
    std::size_t outside = 0;
    eachPresent(channel, split.test, [&](double value) { outside += value < limits[0] || value > limits[1] ? 1 : 0; });
    return static_cast<double>(outside) / static_cast<double>(tested) <= kOutside && mostApart(train, test) <= kApart;
}

/// Whether the test part is further from the training part than the halves of that are from each other. The parts in
/// order.
bool liesApart(const Channel& channel, const Split& split, const Values& train, const Values& test) {
    const double distance = apart(train, test);
    if (!(distance > kApart)) return false;
    const std::int64_t middle = (split.train.begin + split.train.end) / 2;
    const Values first = sorted(channel, {split.train.begin, middle}),
                 second = sorted(channel, {middle, split.train.end});
    return !first.empty() && !second.empty() && apart(first, second) < distance / 2;
}

std::optional<DataFinding> driftOf(const Channel& channel, const Split& split) {
    if (cannotDrift(channel, split)) return {};
    const Values train = sorted(channel, split.train), test = sorted(channel, split.test);
    if (train.size() < kFewest || test.size() < kFewest || train.front() == train.back()) return {};
    const double low = at(train, 0.01), high = at(train, 0.99);
    const auto outside = std::ranges::count_if(test, [&](double value) { return value < low || value > high; });
    const double share = static_cast<double>(outside) / static_cast<double>(test.size());
    if (!(share > kOutside) && !liesApart(channel, split, train, test)) return {};
    return DataFinding{
        .severity = DataFinding::Severity::Warning,
        .code = "drift",
        .column = channel.name,
        .firstRow = split.test.begin,
        .lastRow = split.test.end - 1,
        .rows = outside,
        .message = {GATELAB_TEXT("Doctor",
                                 "Column '%1' lies elsewhere in the test part: its median is %2 in rows %3 "
                                 "to %4 and was %5 in the training part, and %6 % of its test values are "
                                 "outside of nearly all that was trained on. Scores of the test part say "
                                 "little of it; differencing or a start from the last value may help."),
                    {channel.name, figure(at(test, 0.5)), split.test.begin, split.test.end - 1, figure(at(train, 0.5)),
                     percentText(share)}},
        .before = at(train, 0.5),
        .after = at(test, 0.5),
        .setting = "anchor",
        .value = "last"};
}

/// How far a line may miss numbers because both columns were rounded when they were written; at most a hundredth of
/// what `y` spreads, so that columns of few levels are no line.
class Rounding {
public:
    /// The writtenStep() of both.
    Rounding(double x, double y) : x_(x), y_(y) {}
    [[nodiscard]] double miss(double slope, double spread) const {
        constexpr double kMostOfSpread = 0.01, kBlur = 0.75;  // half a step, and what the line itself is off by
        return std::min(kBlur * (y_ + std::abs(slope) * x_), kMostOfSpread * spread);
    }

private:
    double x_, y_;
};

/// Of long columns: whether some rows that have both show that no line goes through all of them. A line that all rows
/// keep within kSame of the deviation, which is at most `range`, is kept by 1,000 of them within 32 times as much.
bool cannotBeLine(std::span<const double> x, std::span<const double> y, double range, const Rounding& rounding) {
    constexpr std::size_t kLooked = 1000;
    constexpr double kFarOff = 1e-6;
    if (y.size() < 100 * kLooked) return false;
    double count = 0, meanX = 0, meanY = 0, xx = 0, xy = 0;
    const auto each = [&](const auto& use) {
        for (std::size_t i = 0; i < kLooked; ++i)
            if (const std::size_t row = i * (y.size() / kLooked); std::isfinite(x[row]) && std::isfinite(y[row]))
                use(x[row], y[row]);
    };
    each([&](double a, double b) { count += 1, meanX += a, meanY += b; });
    if (count < kFewestPairs) return false;
    meanX /= count, meanY /= count;
    each([&](double a, double b) { xx += (a - meanX) * (a - meanX), xy += (a - meanX) * (b - meanY); });
    if (!(xx > 0) || !std::isfinite(xx) || !std::isfinite(xy)) return false;
    bool isOff = false;
    const double limit = kFarOff * range + 2 * rounding.miss(xy / xx, range);
    each([&](double a, double b) { isOff = isOff || std::abs(b - meanY - xy / xx * (a - meanX)) > limit; });
    return isOff;
}

/// Whether y = a x + b in every row that has both, as far as the digits that were written tell.
bool isLine(std::span<const double> x, std::span<const double> y, const Rounding& rounding) {
    double count = 0, meanX = 0, meanY = 0, xx = 0, xy = 0, yy = 0;
    for (std::size_t row = 0; row < y.size(); ++row) {
        if (!std::isfinite(x[row]) || !std::isfinite(y[row])) continue;
        count += 1;
        const double fromX = x[row] - meanX, fromY = y[row] - meanY;
        meanX += fromX / count, meanY += fromY / count;
        xx += fromX * (x[row] - meanX), xy += fromX * (y[row] - meanY), yy += fromY * (y[row] - meanY);
    }
    if (count < kFewestPairs || !(xx > 0) || !(yy > 0)) return false;
    const double slope = xy / xx, deviation = std::sqrt(yy / count),
                 limit = kSame * deviation + rounding.miss(slope, deviation);
    for (std::size_t row = 0; row < y.size(); ++row)
        if (std::isfinite(x[row]) && std::isfinite(y[row]) &&
            std::abs(y[row] - meanY - slope * (x[row] - meanX)) > limit)
            return false;
    return true;
}

/// Whether a few rows show that no line goes through all: of hundreds of columns nearly all pairs end here.
bool isNoLineAtOnce(std::span<const double> x, std::span<const double> y, const Rounding& rounding) {
    constexpr std::size_t kLooked = 16;
    constexpr double kFarOff = 1e-4;
    std::array<std::pair<double, double>, kLooked + 1> seen;
    std::size_t count = 0;
    for (std::size_t row = 0; row < y.size() && count < seen.size();
         row += std::max<std::size_t>(1, y.size() / kLooked))
        if (std::isfinite(x[row]) && std::isfinite(y[row])) seen[count++] = {x[row], y[row]};
    const auto rows = std::span(seen).first(count);
    if (count < 3) return false;
    const auto [low, high] = std::ranges::minmax(rows);
    if (!(high.first > low.first)) return false;
    const double slope = (high.second - low.second) / (high.first - low.first);
    const auto [least, most] = std::ranges::minmax(rows, {}, &std::pair<double, double>::second);
    // The two rows that the line goes through were rounded as well.
    const double range = most.second - least.second, limit = kFarOff * range + 3 * rounding.miss(slope, range);
    return std::ranges::any_of(rows, [&](const auto& one) {
        return std::abs(one.second - low.second - slope * (one.first - low.first)) > limit;
    });
}

/// Each column with the one before it in the file that it is, of those of `channels`.
std::vector<std::pair<std::string, std::string>> sameColumns(const Series& series,
                                                             const std::vector<std::size_t>& channels) {
    std::vector<std::pair<std::string, std::string>> same;
    constexpr std::size_t kMostColumns = 1000;  // pairs grow with the square
    if (channels.size() > kMostColumns) return same;
    std::size_t left = 1'000'000'000;  // rows that may be held against each other
    std::vector<std::size_t> kept;
    std::map<std::size_t, double> steps;
    for (const std::size_t c : channels) {
        steps[c] = writtenStep(series.channels[c].values);
        const auto& values = series.channels[c].values;
        const auto first = std::ranges::find_if(kept, [&](std::size_t before) {
            const auto& others = series.channels[before].values;
            const Rounding rounding(steps[before], steps[c]);
            if (left < values.size() || isNoLineAtOnce(others, values, rounding)) return false;
            left -= values.size();
            return isLine(others, values, rounding);
        });
        if (first == kept.end())
            kept.push_back(c);
        else
            same.emplace_back(series.channels[c].name, series.channels[*first].name);
    }
    return same;
}

}  // namespace

std::vector<DataFinding> driftFindings(const Series& series, const Split& split) {
    std::vector<DataFinding> findings;
    // The rows of many series are no one's past and future.
    if (split.test.size() == 0 || isMany(series)) return findings;
    const std::set<std::size_t> words = wordChannels(series);
    constexpr std::int64_t kManyValues = 1'000'000;
    const std::size_t columns = series.channels.size();
    const bool isLarge = series.rows() * static_cast<std::int64_t>(columns) >= kManyValues;
    std::vector<std::optional<DataFinding>> ofColumns(columns);
    inParallel(isLarge ? threadsFor(0) : 1, columns, [&](std::size_t c) {
        if (!words.contains(c)) ofColumns[c] = driftOf(series.channels[c], split);
    });
    for (std::optional<DataFinding>& finding : ofColumns)
        if (finding) findings.push_back(std::move(*finding));
    return findings;
}

std::vector<std::string> copiesOf(const Series& series, const std::string& target,
                                  const std::vector<std::string>& among) {
    std::vector<std::string> copies;
    const auto own = series.find(target);
    if (!own) return copies;
    const Channel& held = series.channels[*own];
    double low = std::numeric_limits<double>::infinity(), high = -low;
    eachPresent(held, {0, series.rows()},
                [&](double value) { low = std::min(low, value), high = std::max(high, value); });
    const double step = writtenStep(held.values);
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        const Channel& channel = series.channels[c];
        if (c == *own || !(among.empty() || isIn(among, channel.name))) continue;
        const Rounding rounding(writtenStep(channel.values), step);
        if (!cannotBeLine(channel.values, held.values, high - low, rounding) &&
            isLine(channel.values, held.values, rounding))
            copies.push_back(channel.name);
    }
    return copies;
}

std::vector<DataFinding> copyFindings(const Series& series, const std::vector<std::string>& targets,
                                      const std::vector<std::string>& inputs) {
    std::vector<DataFinding> findings;
    std::vector<std::pair<std::string, std::string>> copies;
    for (const std::string& target : targets)
        for (std::string& name : copiesOf(series, target, inputs))
            if (!isIn(targets, name)) copies.emplace_back(std::move(name), target);
    std::vector<std::size_t> others;
    const std::set<std::size_t> words = wordChannels(series);
    for (std::size_t c = 0; c < series.channels.size(); ++c)
        if (const std::string& name = series.channels[c].name;
            !words.contains(c) && !isIn(targets, name) && (inputs.empty() || isIn(inputs, name)) &&
            std::ranges::find(copies, name, &std::pair<std::string, std::string>::first) == copies.end())
            others.push_back(c);
    for (const auto& [copy, target] : copies)
        findings.push_back(
            {.severity = DataFinding::Severity::Warning,
             .code = "copy",
             .column = copy,
             .rows = series.rows(),
             .message = {GATELAB_TEXT("Doctor",
                                      "Column '%1' is '%2' in another unit or under another name, in all "
                                      "%3 rows: as an input it tells nothing more. Where it is known in "
                                      "advance it tells the answer. Leave it out of the inputs."),
                         {copy, target, series.rows()}}});
    for (const auto& [column, first] : sameColumns(series, others))
        findings.push_back(
            {.severity = DataFinding::Severity::Warning,
             .code = "same-column",
             .column = column,
             .rows = series.rows(),
             .message = {GATELAB_TEXT("Doctor",
                                      "Column '%1' is '%2' in another unit or under another name, in all %3 rows: two "
                                      "inputs that say the same make training slower, not better. Leave one out."),
                         {column, first, series.rows()}}});
    return findings;
}

}  // namespace gatelab
