// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/written_step.h"
#include "data/findings/checked_column.h"
#include "data/findings/drift.h"
#include "data/findings/near_line.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kFewestPairs = 20;
constexpr double kSame = 1e-9;

bool isIn(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

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

/// Whether y = a x + b in every row that has both, as far as the digits that were written tell. `spread`: of y, which a
/// few codes far away do not move.
bool isLine(std::span<const double> x, std::span<const double> y, double spread, const Rounding& rounding) {
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
                 limit = kSame * deviation + rounding.miss(slope, std::min(deviation, spread));
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

/// A column that is another one, in how many of the rows that have both.
struct Copy {
    std::string column, original;
    NearLine line;
    bool isExact = true;  ///< to the digits in which both are written
};

/// Each column with the one before it in the file that it is, of those of `channels`.
std::vector<Copy> sameColumns(const Series& series, const std::vector<std::size_t>& channels) {
    std::vector<Copy> same;
    constexpr std::size_t kMostColumns = 1000, kMostNear = 200;  // pairs grow with the square
    if (channels.size() > kMostColumns) return same;
    std::size_t left = 1'000'000'000;  // rows that may be held against each other
    std::vector<std::size_t> kept;
    std::map<std::size_t, double> steps;
    for (const std::size_t c : channels) {
        const Channel& channel = series.channels[c];
        const auto& values = channel.values;
        steps[c] = writtenStep(values);
        const bool isNearLooked = channels.size() <= kMostNear;
        const MovingColumn moving(values);
        std::optional<Copy> copy;
        for (const std::size_t before : kept) {
            const Channel& other = series.channels[before];
            const Rounding rounding(steps[before], steps[c]);
            if (left < values.size()) break;
            if (!isNoLineAtOnce(other.values, values, rounding)) {
                left -= values.size();
                if (isLine(other.values, values, moving.spread, rounding)) copy = Copy{channel.name, other.name, {}};
            }
            const bool isAsked =
                isNearLooked && !copy && left >= values.size() && mayBeNear(other.values, moving, rounding);
            if (isAsked) left -= values.size();
            if (const auto near = isAsked ? nearLine(other.values, moving, rounding) : std::nullopt)
                copy = Copy{channel.name, other.name, *near, false};
            if (copy) break;
        }
        if (copy)
            same.push_back(std::move(*copy));
        else
            kept.push_back(c);
    }
    return same;
}

/// Of the columns `among` (none named: all) those that are `target`; `looksNear`: or nearly are.
std::vector<Copy> copiesOfTarget(const Series& series, const std::string& target, const std::vector<std::string>& among,
                                 bool looksNear = true) {
    std::vector<Copy> copies;
    const auto own = series.find(target);
    if (!own) return copies;
    const Channel& held = series.channels[*own];
    double low = std::numeric_limits<double>::infinity(), high = -low;
    eachPresent(held.values, [&](double value) { low = std::min(low, value), high = std::max(high, value); });
    const double step = writtenStep(held.values);
    const MovingColumn moving(held.values);
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        const Channel& channel = series.channels[c];
        if (c == *own || !(among.empty() || isIn(among, channel.name))) continue;
        const Rounding rounding(writtenStep(channel.values), step);
        if (!cannotBeLine(channel.values, held.values, high - low, rounding) &&
            isLine(channel.values, held.values, moving.spread, rounding))
            copies.push_back({channel.name, target, {}});
        else if (const auto near = looksNear ? nearLine(channel.values, moving, rounding) : std::nullopt)
            copies.push_back({channel.name, target, *near, false});
    }
    return copies;
}

/// "in all 400 rows", "in all but 1 of 400 rows".
Phrase whereIt(const Copy& copy, std::int64_t rows) {
    if (copy.isExact) return {GATELAB_TEXT("Doctor", "in all %1 rows"), {rows}};
    if (copy.line.off > 0) return {GATELAB_TEXT("Doctor", "in all but %1 of %2 rows"), {copy.line.off, copy.line.rows}};
    return {GATELAB_TEXT("Doctor", "in all %1 rows, to %2 % of what it changes from row to row"),
            {copy.line.rows, std::llround(100 * kNearOfChange)}};
}

}  // namespace

std::vector<std::string> copiesOf(const Series& series, const std::string& target,
                                  const std::vector<std::string>& among) {
    std::vector<std::string> names;
    for (Copy& copy : copiesOfTarget(series, target, among)) names.push_back(std::move(copy.column));
    return names;
}

std::vector<std::string> repeatedColumns(const Series& series, const std::vector<std::string>& among) {
    std::vector<std::size_t> channels;
    for (std::size_t c = 0; c < series.channels.size(); ++c)
        if (isIn(among, series.channels[c].name)) channels.push_back(c);
    std::vector<std::string> repeated;
    for (Copy& copy : sameColumns(series, channels)) repeated.push_back(std::move(copy.column));
    return repeated;
}

std::vector<DataFinding> copyFindings(const Series& series, const std::vector<std::string>& targets,
                                      const std::vector<std::string>& inputs) {
    std::vector<DataFinding> findings;
    std::vector<Copy> copies;
    constexpr std::size_t kMostNearPairs = 40'000;
    const bool looksNear = targets.size() * series.channels.size() <= kMostNearPairs;
    for (const std::string& target : targets)
        for (Copy& copy : copiesOfTarget(series, target, inputs, looksNear))
            if (!isIn(targets, copy.column)) copies.push_back(std::move(copy));
    std::vector<std::size_t> others;
    const std::set<std::size_t> words = wordChannels(series);
    for (std::size_t c = 0; c < series.channels.size(); ++c)
        if (const std::string& name = series.channels[c].name;
            !words.contains(c) && !isIn(targets, name) && (inputs.empty() || isIn(inputs, name)) &&
            std::ranges::find(copies, name, &Copy::column) == copies.end())
            others.push_back(c);
    for (const Copy& copy : copies)
        findings.push_back(warningOf("copy", copy.column, {-1, -1, series.rows()},
                                     {GATELAB_TEXT("Doctor",
                                                   "Column '%1' is '%2' in another unit or under another name, %3: as "
                                                   "an input it tells nothing more. Where it is known in advance it "
                                                   "tells the answer. Leave it out of the inputs."),
                                      {copy.column, copy.original, whereIt(copy, series.rows())}}));
    for (const Copy& copy : sameColumns(series, others))
        findings.push_back(
            warningOf("same-column", copy.column, {-1, -1, series.rows()},
                      {GATELAB_TEXT("Doctor",
                                    "Column '%1' is '%2' in another unit or under another name, %3: two inputs that "
                                    "say the same make training slower, not better. Leave one out."),
                       {copy.column, copy.original, whereIt(copy, series.rows())}}));
    return findings;
}

}  // namespace gatelab
