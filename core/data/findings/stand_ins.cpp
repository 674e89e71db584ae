// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/stand_ins.h"

#include "base/parallel.h"
#include "data/findings/checked_column.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "io/row_memory.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace gatelab {
namespace {

/// Nines alone once written without its point, and more than `least`: -99, 999.9.
bool areNines(double value, double least) {
    double digits = std::abs(value);
    while (digits < 1e9 && std::abs(digits - std::round(digits)) > 1e-9 * digits) digits *= 10;
    constexpr double kWhole = 1e15;  // beyond it one more is no other number
    return digits > least && digits < kWhole && std::fmod(std::log10(std::round(digits) + 1), 1) == 0;
}

/// Nines, or an end of the whole numbers of a machine: nobody measures that by chance.
bool isKnownCode(double value) {
    const double size = std::abs(value);
    if (areNines(value, 8.5)) return true;
    if (size != std::floor(size) || size < 127) return false;
    return std::fmod(std::log2(size), 1) == 0 || std::fmod(std::log2(size + 1), 1) == 0;
}

/// As people and machines write "nothing": a known code, a negative number among none, a round hundred.
bool looksLikeCode(double value, double restLow) {
    const double size = std::abs(value);
    if (isKnownCode(value)) return true;
    return size == std::floor(size) && ((value < 0 && restLow >= 0) || (size >= 100 && std::fmod(size, 100) == 0));
}

/// Whether each of these values is near the one before it, as a quantity that is measured again and again is: amounts
/// of a ledger are in no order, and one of them (a rent, a wage) returns to the cent.
bool isOneQuantity(std::span<const double> values) {
    constexpr double kNear = 0.7;
    std::vector<double> steps, others;
    const std::size_t half = values.size() / 2;
    for (std::size_t i = 1; i < values.size(); ++i) {
        steps.push_back(std::abs(values[i] - values[i - 1]));
        others.push_back(std::abs(values[i] - values[(i * 7919 + half) % values.size()]));  // of anywhere
    }
    return !steps.empty() && medianOf(steps) <= kNear * medianOf(others);
}

/// Between it and the others (in the order of their rows) is a gap wider than any inside them, and it looks like a code
/// beside them; nines far away do beside few others, too. What is no known code must be much farther away than the
/// others spread, or they must be one quantity.
bool standsApart(double value, std::vector<double> others) {
    constexpr std::size_t kFewestOthers = 8;
    constexpr double kWider = 3, kOfRange = 0.3, kFarAway = 100, kFarFromAmounts = 20;
    if (others.size() < kFewestOthers) return false;
    const auto [low, high] = std::ranges::minmax(others);
    const double gap = value < low ? low - value : value - high;
    if (!(gap > kOfRange * (high - low)) || !looksLikeCode(value, low)) return false;
    if (!isKnownCode(value) && !(gap > kFarFromAmounts * (high - low)) && !isOneQuantity(others)) return false;
    std::ranges::sort(others);
    double widest = 0;
    std::size_t different = 1;
    for (std::size_t i = 1; i < others.size(); ++i)
        if (others[i] != others[i - 1]) ++different, widest = std::max(widest, others[i] - others[i - 1]);
    const bool isFarAway = different > 1 && areNines(value, 98) && gap > kFarAway * (high - low);
    return isFarAway || (different >= kFewestOthers && gap > kWider * widest);
}

/// As a far value is often written that means none: -999, 9999, 1e30.
bool isUsualCode(double value) {
    return value == -1 || value == -99 || value == -999 || value == -9999 || value == -99999 || value == 999 ||
           value == 9999 || value == 99999 || value == 999999 || std::abs(value) >= 1e20;
}

struct StandIn {
    double value;
    std::int64_t count;
};

std::vector<double> without(const std::vector<double>& values, double one, double other) {
    std::vector<double> rest;
    std::ranges::copy_if(values, std::back_inserter(rest),
                         [&](double value) { return value != one && value != other; });
    return rest;
}

constexpr std::int64_t kFewestCodes = 3;

/// What a value at an end of a column must be to stand for "missing" by its distance from the middle half; `count`: how
/// often it is there. A single one is of three nines or more, and farther away still.
bool isFarCode(double value, std::int64_t count, double centre, double distance) {
    constexpr double kFar = 5, kFarAlone = 50;
    return isUsualCode(value) && (count >= 2 || (areNines(value, 998) && distance > 0)) &&
           std::abs(value - centre) >= (count >= 2 ? kFar : kFarAlone) * distance;
}

/// What it must be before it is looked whether it stands apart.
bool mayStandApart(double value, std::int64_t count) {
    return value != 0 && count >= kFewestCodes && looksLikeCode(value, 0);
}

/// Of the lowest and the highest value those that stand for "missing": they return, and are a usual code far away from
/// the middle half, or stand apart; two that would hide each other do so together.
std::vector<StandIn> outermostStandIns(const std::vector<double>& values) {
    const auto [low, high] = std::ranges::minmax(values);
    if (low == high) return {};
    const std::vector<double> middle = atShares(values, {0.25, 0.5, 0.75});
    const double centre = middle[1], distance = middle[2] - middle[0];
    const std::int64_t lows = std::ranges::count(values, low), highs = std::ranges::count(values, high);
    // Limits on both sides of zero are those of a machine.
    bool areTwo = low != -high && mayStandApart(low, lows) && mayStandApart(high, highs);
    if (areTwo) {
        const std::vector<double> inner = without(values, low, high);
        areTwo = standsApart(low, inner) && standsApart(high, inner);
    }
    std::vector<StandIn> found;
    for (const auto& [value, count] : {StandIn{low, lows}, StandIn{high, highs}})
        if (isFarCode(value, count, centre, distance) || areTwo ||
            (mayStandApart(value, count) && standsApart(value, without(values, value, value))))
            found.push_back({value, count});
    return found;
}

/// All that stand for "missing", the outermost first: behind one may be another.
std::vector<StandIn> standIns(const CheckedColumn& column) {
    constexpr std::size_t kMost = 4;
    const ColumnSummary& s = column.summary;
    const Quartiles& middle = column.quartiles();
    std::int64_t lows = 0, highs = 0;
    eachPresent(column.values(),
                [&](double value) { lows += value == s.low ? 1 : 0, highs += value == s.high ? 1 : 0; });
    const auto mayBe = [&](double value, std::int64_t count) {
        return isFarCode(value, count, middle.centre, middle.distance()) || mayStandApart(value, count);
    };
    // Of nearly all columns that is the end, and no list of the values was made.
    if (!mayBe(s.low, lows) && !mayBe(s.high, highs)) return {};
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(s.present));
    eachPresent(column.values(), [&](double value) { values.push_back(value); });
    std::vector<StandIn> found;
    while (!values.empty() && found.size() < kMost) {
        const std::vector<StandIn> outermost = outermostStandIns(values);
        if (outermost.empty()) break;
        found.insert(found.end(), outermost.begin(), outermost.end());
        values = without(values, outermost.front().value, outermost.back().value);
    }
    return found;
}

}  // namespace

void checkStandIns(const CheckedColumn& column, Findings& findings) {
    for (const StandIn& code : standIns(column)) {
        const std::string value = decimalText(code.value);
        DataFinding finding = warningOf(
            "sentinel", column.name(), {-1, -1, code.count},
            code.count == 1
                ? Phrase(GATELAB_TEXT("Doctor",
                                      "Column '%1' holds %2 once, far from all other values: perhaps it means missing. "
                                      "Add it to the spellings of missing values on import."),
                         {column.name(), value})
                : Phrase(GATELAB_TEXT("Doctor",
                                      "Column '%1' holds %2 %3 times, far from all other values: perhaps it means "
                                      "missing. Add it to the spellings of missing values on import."),
                         {column.name(), value, code.count}));
        finding.before = code.value;
        for (std::int64_t r = 0; r < column.rows(); ++r)
            if (column.values()[static_cast<std::size_t>(r)] == code.value) addPlace(finding.places, r, 1);
        findings.push_back(std::move(finding));
    }
}

bool meansMissing(const DataFinding& standIn, std::span<const double> values) {
    constexpr double kFar = 1, kFarUnknown = 5;  // of what the others spread
    if (standIn.code != "sentinel" || !std::isfinite(standIn.before)) return false;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    eachPresent(values, [&](double value) {
        const bool isOther = value != standIn.before && !isKnownCode(value);
        if (isOther) low = std::min(low, value), high = std::max(high, value);
    });
    const double gap = standIn.before < low ? low - standIn.before : standIn.before - high;
    const bool isKnown = areNines(standIn.before, 98) || std::abs(standIn.before) >= 1e20;
    return low < high && gap > (isKnown ? kFar : kFarUnknown) * (high - low);
}

std::vector<DataFinding> certainStandIns(const Series& series) {
    constexpr std::int64_t kFewest = 8, kManyValues = 1'000'000;  // fewer are looked at before a thread has begun
    const bool isLarge = series.rows() * std::ssize(series.channels) >= kManyValues;
    const std::set<std::size_t> words = wordChannels(series);
    std::vector<Findings> ofColumns(series.channels.size());
    inParallel(isLarge ? threadsFor(0) : 1, series.channels.size(), [&](std::size_t c) {
        const Channel& channel = series.channels[c];
        if (words.contains(c) || (isMany(series) && channel.name == kSeriesNumber)) return;
        const CheckedColumn column(channel, series.time, series.channels.size() == 1);
        if (column.count() >= kFewest) checkStandIns(column, ofColumns[c]);
        std::erase_if(ofColumns[c], [&](const DataFinding& one) { return !meansMissing(one, channel.values); });
        haveReadRows(channel.values.data(), channel.values.span().size_bytes());
    });
    Findings all;
    for (Findings& found : ofColumns) std::ranges::move(found, std::back_inserter(all));
    return all;
}

}  // namespace gatelab
