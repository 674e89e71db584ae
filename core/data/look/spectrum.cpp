// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/spectrum.h"

#include "data/look/fourier.h"
#include "data/look/repeats.h"
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <optional>

namespace gatelab {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kFewest = 8;
constexpr std::size_t kRepeatRows = 20'000;       // enough to tell a season
constexpr std::size_t kMostPeaks = 6, kMost = 4;  // looked at, told
constexpr std::size_t kMostOfOne = 6;             // periods
constexpr double kAboveNeighbours = 10;           // times their median
constexpr double kTold = 0.05;                    // share of the variance of a second season

std::size_t finiteCount(std::span<const double> values) {
    return static_cast<std::size_t>(std::ranges::count_if(values, [](double value) { return std::isfinite(value); }));
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Whether the power at a place is that many times the usual one at half to twice its frequency.
bool standsOut(const Spectrum& s, std::size_t at, double power) {
    const std::size_t from = at / 2, to = std::min(s.power.size(), std::max(2 * at, at + 8));
    return power >= kAboveNeighbours * median({s.power.begin() + static_cast<std::ptrdiff_t>(from),
                                               s.power.begin() + static_cast<std::ptrdiff_t>(to)});
}

/// Places of the spectrum that stand out of those at half to twice their frequency, the strongest first.
std::vector<std::size_t> peaks(const Spectrum& s) {
    std::vector<std::size_t> found;
    const auto& power = s.power;
    // Fewer than three periods are no season.
    for (std::size_t i = 2; i + 1 < power.size(); ++i)
        if (power[i] > power[i - 1] && power[i] >= power[i + 1]) found.push_back(i);
    std::ranges::sort(found, std::greater<>(), [&](std::size_t i) { return power[i]; });
    if (found.size() > 5 * kMostPeaks) found.resize(5 * kMostPeaks);
    std::erase_if(found, [&](std::size_t i) { return !standsOut(s, i, power[i]); });
    if (found.size() > kMostPeaks) found.resize(kMostPeaks);
    return found;
}

/// Between two frequencies the spectrum does not tell periods apart: of those the usual one, else the one in whose
/// middle the peak lies.
std::size_t periodOf(const Spectrum& s, std::size_t at, const std::vector<std::size_t>& usual) {
    const auto n = static_cast<double>(2 * s.frequency.size());
    for (const std::size_t period : usual)
        if (std::abs(n / static_cast<double>(period) - static_cast<double>(at + 1)) <= 1) return period;
    const double left = std::log(s.power[at - 1] + 1e-300), here = std::log(s.power[at] + 1e-300),
                 right = std::log(s.power[at + 1] + 1e-300), bend = left - 2 * here + right;
    const double shift = bend < 0 ? std::clamp(0.5 * (left - right) / bend, -0.5, 0.5) : 0;
    return static_cast<std::size_t>(std::llround(1 / (s.frequency[at] + shift * s.frequency.front())));
}

/// Whether one is (nearly) a whole multiple of the other.
bool areOvertones(std::int64_t one, std::int64_t other) {
    const double ratio = static_cast<double>(std::max(one, other)) / static_cast<double>(std::min(one, other));
    return std::abs(ratio - std::round(ratio)) < 0.02 * ratio;
}

double powerAt(const Spectrum& s, double period) {
    const double at = 1 / period / s.frequency.front() - 1;
    double most = 0;
    for (double near = std::floor(at) - 1; near <= std::ceil(at) + 1; ++near)
        if (near >= 0 && near < static_cast<double>(s.power.size()))
            most = std::max(most, s.power[static_cast<std::size_t>(near)]);
    return most;
}

/// Whether the spectrum holds a season beside those that were found: a place of it, or of one of its overtones that is
/// none of theirs, stands out.
bool isInSpectrum(const Spectrum& s, std::size_t period, const std::vector<Season>& found) {
    const auto isOf = [&](std::size_t overtone, const Season& season) {
        const double ratio =
            static_cast<double>(overtone) * static_cast<double>(season.rows) / static_cast<double>(period);
        return ratio > 0.5 && std::abs(ratio - std::round(ratio)) < 0.02 * ratio;
    };
    for (std::size_t overtone = 1; overtone <= kMostOfOne && 2 * overtone <= period; ++overtone) {
        if (std::ranges::any_of(found, [&](const Season& season) { return isOf(overtone, season); })) continue;
        const double rows = static_cast<double>(period) / static_cast<double>(overtone),
                     at = 1 / rows / s.frequency.front() - 1;
        if (at < 1 || at + 1 >= static_cast<double>(s.power.size())) continue;
        if (standsOut(s, static_cast<std::size_t>(std::llround(at)), powerAt(s, rows))) return true;
    }
    return false;
}

double meanSquare(std::span<const double> values) {
    double sum = 0, count = 0;
    for (const double value : values)
        if (std::isfinite(value)) sum += value * value, ++count;
    return count > 0 ? sum / count : 0;
}

}  // namespace

std::vector<double> withoutSeason(std::span<const double> values, std::size_t period) {
    std::vector<double> sums(period, 0.0), counts(period, 0.0), rest(values.begin(), values.end());
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) sums[i % period] += values[i], ++counts[i % period], sum += values[i], ++count;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) rest[i] += sum / count - sums[i % period] / counts[i % period];
    return rest;
}

std::vector<double> withoutLine(std::span<const double> values) {
    double count = 0, x = 0, y = 0, xx = 0, xy = 0;
    const double middle = (static_cast<double>(values.size()) - 1) / 2;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) ++count, x += static_cast<double>(i) - middle, y += (values[i] - y) / count;
    if (count > 0) x /= count;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) continue;
        const double place = static_cast<double>(i) - middle - x;
        xx += place * place, xy += place * (values[i] - y);
    }
    const double slope = xx > 0 ? xy / xx : 0;
    std::vector<double> rest(values.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) rest[i] = values[i] - y - slope * (static_cast<double>(i) - middle - x);
    return rest;
}

Spectrum spectrum(std::span<const double> values) {
    Spectrum s;
    const std::size_t count = finiteCount(values);
    if (count < kFewest) return s;
    std::vector<double> rest = withoutLine(values);
    double size = 0, spread = 0;
    for (const double value : rest) spread = std::max(spread, std::abs(value));
    for (const double value : values)
        if (std::isfinite(value)) size = std::max(size, std::abs(value));
    if (!(spread > 1e-12 * size)) return s;
    const auto n = static_cast<double>(values.size());
    double taper = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const double weight = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / n);
        rest[i] *= weight;
        taper += weight * weight;
    }
    const std::vector<double> squares = squaredSpectrum(rest);
    const double scale = n / static_cast<double>(count) / taper;
    for (std::size_t j = 1; j < squares.size(); ++j) {
        s.frequency.push_back(static_cast<double>(j) / n);
        // Its mirror image beyond 1 / 2 counts with it; 1 / 2 itself has none.
        s.power.push_back(squares[j] * scale * (2 * j == values.size() ? 1 : 2));
    }
    return s;
}

std::vector<Season> seasons(std::span<const double> values, const Spectrum& s, std::int64_t stepMicros) {
    std::vector<Season> found;
    if (s.power.empty()) return found;
    values = values.last(std::min(values.size(), kRepeatRows));
    std::vector<double> rest = withoutLine(values);
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (!std::isfinite(values[i])) rest[i] = kNaN;
    const Repeats repeats(rest);
    const std::vector<std::size_t> usual = usualPeriods(stepMicros);
    std::vector<double> left = rest;
    const auto add = [&](std::size_t period, double explained) {
        found.push_back({static_cast<std::int64_t>(period), explained, powerAt(s, static_cast<double>(period))});
        left = withoutSeason(left, period);
    };
    std::size_t main = repeatingPeriod(rest, stepMicros, rest.size() / 2);
    // Gaps bend the moving mean, of a short period most: several of them may seem to repeat better than one.
    for (std::size_t k = 2; k <= kMostOfOne && finiteCount(values) < values.size(); ++k)
        if (const std::size_t one = (main + k / 2) / k;
            one > 1 && repeats.strength(one, false) > 0 &&
            powerAt(s, static_cast<double>(one)) > powerAt(s, static_cast<double>(main)))
            main = one;
    if (main > 0) add(main, repeats.explained(main));
    std::vector<std::size_t> others = usual;
    // Where the step is not known, days may still make weeks.
    if (stepMicros <= 0 && main > 0) others.push_back(7 * main);
    for (const std::size_t at : peaks(s)) others.push_back(periodOf(s, at, usual));
    for (const std::size_t period : others) {
        const bool isUsual = std::ranges::find(usual, period) != usual.end();
        const auto same = [&](const Season& season) {
            const auto rows = static_cast<std::int64_t>(period);
            return rows <= season.rows && areOvertones(rows, season.rows);
        };
        if (period < 2 || period > rest.size() / 2 || std::ranges::any_of(found, same)) continue;
        // A week is more than seven days alike: it must explain something of what the day leaves.
        const Repeats more(left);
        if (!(more.strength(period, isUsual) > 0)) continue;
        if (found.empty())
            add(period, repeats.explained(period));
        else if (const double share = more.explainedVariance(period) / meanSquare(rest);
                 share > kTold && isInSpectrum(s, period, found))
            add(period, share);
    }
    if (found.size() > 1)
        std::sort(found.begin() + 1, found.end(),
                  [](const Season& a, const Season& b) { return a.explained > b.explained; });
    if (found.size() > kMost) found.resize(kMost);
    return found;
}

SeasonShape seasonShape(std::span<const double> values, std::int64_t period, std::int64_t stepMicros,
                        std::int64_t firstMicros) {
    constexpr std::int64_t kDay = 86'400'000'000, kMonday = 4 * kDay;  // 1970 began on a Thursday
    SeasonShape shape;
    if (stepMicros > 0) {
        const std::int64_t length = period * stepMicros, from = firstMicros - (length == 7 * kDay ? kMonday : 0);
        shape.first = ((from % length + length) % length) / stepMicros;
    }
    const auto places = static_cast<std::size_t>(period);
    std::vector<std::vector<double>> at(places);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) at[(i + static_cast<std::size_t>(shape.first)) % places].push_back(values[i]);
    for (std::vector<double>& here : at) {
        double mean = 0, count = 0;
        for (const double value : here) mean += (value - mean) / ++count;
        shape.mean.push_back(here.empty() ? kNaN : mean);
        shape.lower.push_back(here.empty() ? kNaN : steps::quantileOf(here, 0.25));
        shape.upper.push_back(here.empty() ? kNaN : steps::quantileOf(here, 0.75));
    }
    shape.periods = (static_cast<std::int64_t>(values.size()) + period - 1) / period;
    return shape;
}

Phrase shownPeriod(double rows, std::int64_t stepMicros) {
    constexpr double kSecond = 1e6, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
    const auto text = [](double value) {
        char number[32];
        std::snprintf(number, sizeof number, value < 9.95 ? "%.2g" : "%.0f", value);
        return std::string(number);
    };
    if (stepMicros <= 0) return {GATELAB_TEXT("Look", "%1 rows"), {text(rows)}};
    const double micros = rows * static_cast<double>(stepMicros);
    if (micros >= 300 * kDay) return {GATELAB_TEXT("Look", "%1 y"), {text(micros / (365.25 * kDay))}};
    // Rows a day or more apart have no hours.
    if (micros > 49 * kHour || static_cast<double>(stepMicros) >= kDay)
        return {GATELAB_TEXT("Look", "%1 d"), {text(micros / kDay)}};
    if (micros >= kHour) return {GATELAB_TEXT("Look", "%1 h"), {text(micros / kHour)}};
    if (micros >= kMinute) return {GATELAB_TEXT("Look", "%1 min"), {text(micros / kMinute)}};
    return {GATELAB_TEXT("Look", "%1 s"), {text(micros / kSecond)}};
}

}  // namespace gatelab
