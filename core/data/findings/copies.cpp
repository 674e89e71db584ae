// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/written_step.h"
#include "data/findings/checked_column.h"
#include "data/findings/drift.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
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

std::vector<std::string> copiesOf(const Series& series, const std::string& target,
                                  const std::vector<std::string>& among) {
    std::vector<std::string> copies;
    const auto own = series.find(target);
    if (!own) return copies;
    const Channel& held = series.channels[*own];
    double low = std::numeric_limits<double>::infinity(), high = -low;
    eachPresent(held.values, [&](double value) { low = std::min(low, value), high = std::max(high, value); });
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
        findings.push_back(warningOf("copy", copy, {-1, -1, series.rows()},
                                     {GATELAB_TEXT("Doctor",
                                                   "Column '%1' is '%2' in another unit or under another name, in all "
                                                   "%3 rows: as an input it tells nothing more. Where it is known in "
                                                   "advance it tells the answer. Leave it out of the inputs."),
                                      {copy, target, series.rows()}}));
    for (const auto& [column, first] : sameColumns(series, others))
        findings.push_back(
            warningOf("same-column", column, {-1, -1, series.rows()},
                      {GATELAB_TEXT("Doctor",
                                    "Column '%1' is '%2' in another unit or under another name, in all %3 rows: two "
                                    "inputs that say the same make training slower, not better. Leave one out."),
                       {column, first, series.rows()}}));
    return findings;
}

}  // namespace gatelab
