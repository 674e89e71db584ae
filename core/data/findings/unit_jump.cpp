// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/unit_jump.h"

#include "base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace gatelab {

namespace {

constexpr double kUnit = 3;  // times, from which on a factor is a unit and no level

struct Units {
    double times;
    const char *large, *small;
};

/// Times as large are the numbers in the small unit.
constexpr std::array kUnits{Units{3.280839895, "m", "ft"}, Units{3.6, "m/s", "km/h"},
                            Units{4.184, "cal", "J"},      Units{6.894757293, "psi", "kPa"},
                            Units{10, "cm", "mm"},         Units{12, "ft", "in"},
                            Units{24, "d", "h"},           Units{25.4, "in", "mm"},
                            Units{60, "h", "min"},         Units{100, "m", "cm"},
                            Units{1000, "kW", "W"},        Units{3600, "h", "s"},
                            Units{1e6, "MW", "W"}};

/// Two scales of temperature, from the one to the other: times and plus.
struct Scale {
    double times, plus;
    Phrase name;
};

/// The one by which the values after a jump are those before it; null: none.
const Scale* temperatureScale(const JumpSides& sides) {
    constexpr double kAlikeSpread = 0.25, kNear = 0.3;  // of the spread
    static const std::array kScales{
        Scale{1.8, 32, GATELAB_TEXT("Doctor", "degrees Celsius, then Fahrenheit")},
        Scale{1 / 1.8, -32 / 1.8, GATELAB_TEXT("Doctor", "degrees Fahrenheit, then Celsius")},
        Scale{1, 273.15, GATELAB_TEXT("Doctor", "degrees Celsius, then kelvin")},
        Scale{1, -273.15, GATELAB_TEXT("Doctor", "kelvin, then degrees Celsius")}};
    const auto* const found = std::ranges::find_if(kScales, [&](const Scale& scale) {
        return std::abs(std::log(sides.spreadAfter / sides.spreadBefore / scale.times)) < kAlikeSpread &&
               std::abs(sides.after - scale.times * sides.before - scale.plus) < kNear * sides.spreadAfter;
    });
    return found == kScales.end() ? nullptr : found;
}

UnitJump jumpOf(double times) {
    constexpr double kNearUnit = 0.1;
    const bool grows = times > 1;
    const auto distance = [&](const Units& one) { return std::abs(std::log((grows ? times : 1 / times) / one.times)); };
    const Units& nearest = *std::ranges::min_element(kUnits, {}, distance);
    if (distance(nearest) > kNearUnit) return {};
    const Phrase first{std::string(grows ? nearest.large : nearest.small)},
        second{std::string(grows ? nearest.small : nearest.large)};
    return {grows ? nearest.times : 1 / nearest.times, 0, {GATELAB_TEXT("Doctor", "%1, then %2"), {first, second}}};
}

}  // namespace

std::optional<UnitJump> unitJump(const JumpSides& sides) {
    constexpr double kAlike = 0.4;
    const double times = sides.after / sides.before, spreads = sides.spreadAfter / sides.spreadBefore;
    if (!(spreads > 0) || !std::isfinite(spreads)) return {};
    if (times > 0 && (times >= kUnit || times <= 1 / kUnit) && std::abs(std::log(times / spreads)) < kAlike)
        return jumpOf(times);
    if (const Scale* scale = temperatureScale(sides)) return UnitJump{scale->times, scale->plus, scale->name};
    return {};
}

namespace {

/// Whether a value is nearer to the level after a jump than to the one before it.
bool isNearerAfter(double value, double before, double after) {
    const bool byRatio = before * after > 0 && std::max(after / before, before / after) >= kUnit;
    if (!byRatio) return std::abs(value - after) < std::abs(value - before);
    const double share = value / before, border = std::sqrt(after / before);
    return after / before > 1 ? share > border : share < border;
}

}  // namespace

RowRange otherRows(std::span<const double> values, std::int64_t at, double before, double after) {
    constexpr std::int64_t kFewest = 24;
    constexpr double kNearlyAll = 0.95;
    const std::int64_t rows = std::ssize(values);
    // Whether nearly all of these rows are on the side after the jump, or on the one before it.
    const auto are = [&](bool isAfter, std::int64_t first, std::int64_t end) {
        std::int64_t count = 0;
        for (std::int64_t r = first; r < end; ++r)
            count += isNearerAfter(values[static_cast<std::size_t>(r)], before, after) == isAfter ? 1 : 0;
        return end - first >= kFewest && static_cast<double>(count) >= kNearlyAll * static_cast<double>(end - first);
    };
    const std::int64_t up = firstRowAfter(values, 0, at, after, before),
                       back = firstRowAfter(values, at, rows, after, before);
    if (are(true, 0, up) && are(false, up, at) && are(true, at, rows)) return {up, at};
    if (are(false, 0, at) && are(true, at, back) && are(false, back, rows)) return {at, back};
    return {0, at};
}

std::int64_t firstRowAfter(std::span<const double> values, std::int64_t from, std::int64_t to, double before,
                           double after) {
    const auto isAfter = [&](double value) { return isNearerAfter(value, before, after); };
    // Rows on the wrong side of a border; it moves by one row at a time.
    std::int64_t wrong = 0;
    for (std::int64_t row = from; row < to; ++row) wrong += isAfter(values[static_cast<std::size_t>(row)]) ? 0 : 1;
    std::int64_t best = from, fewest = wrong;
    for (std::int64_t row = from; row < to; ++row) {
        wrong += isAfter(values[static_cast<std::size_t>(row)]) ? 1 : -1;
        if (wrong < fewest) fewest = wrong, best = row + 1;
    }
    return best;
}

Phrase unitStretchText(const std::string& column, const std::string& first, const std::string& last,
                       const JumpSides& sides, const UnitJump& jump) {
    if (jump.units.empty())
        return {GATELAB_TEXT("Doctor",
                             "The values of column '%1' look as if they were in another unit from row %2 to row %3 "
                             "only (a jump by %4 times, and back), though these are no two usual ones. Mend the file, "
                             "or leave these rows out."),
                {column, first, last, numberPhrase(numberText(sides.after / sides.before, 2))}};
    return {GATELAB_TEXT("Doctor",
                         "The values of column '%1' are in another unit from row %2 to row %3 only: they jump there as "
                         "if they were %4, and back. Mend the file, or rescale these rows."),
            {column, first, last, jump.units}};
}

Phrase unitJumpText(const std::string& column, const std::string& row, const JumpSides& sides, const UnitJump& jump) {
    const auto number = [](double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", value);
        return std::string(text);
    };
    const Phrase times = numberPhrase(numberText(sides.after / sides.before, 2));
    if (jump.units.empty())
        return {GATELAB_TEXT("Doctor",
                             "The values of column '%1' are about %2 times as large from row %3 on, and spread as much "
                             "more: they look like another unit, though these are no two usual ones. Mend the file, or "
                             "leave out the rows on one side."),
                {column, times, row}};
    if (jump.plus != 0)
        return {GATELAB_TEXT("Doctor",
                             "The values of column '%1' change from about %2 to about %3 at row %4 as if they were %5. "
                             "Mend the file, or rescale the rows before."),
                {column, number(sides.before), number(sides.after), row, jump.units}};
    return {GATELAB_TEXT("Doctor",
                         "The values of column '%1' are about %2 times as large from row %3 on, and spread as much "
                         "more: they look like another unit (as %4). Mend the file, or rescale the rows before."),
            {column, times, row, jump.units}};
}

}  // namespace gatelab
