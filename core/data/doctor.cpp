// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/doctor.h"

#include "base/number_text.h"
#include "base/numeric/order_statistics.h"
#include "base/parallel.h"
#include "data/findings/blank_pair.h"
#include "data/findings/clock_change.h"
#include "data/findings/mended_series.h"
#include "data/findings/next_value.h"
#include "data/findings/unit_jump.h"
#include "data/many/many_findings.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"
#include "data/time_step.h"
#include "io/row_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

namespace gatelab {
namespace {

using Severity = DataFinding::Severity;

constexpr std::size_t kMostPlaces = 100;         ///< that one step masks
constexpr std::int64_t kManyValues = 1'000'000;  ///< fewer are looked at before a thread has begun

Phrase rowsText(std::int64_t first, std::int64_t last) {
    if (first == last) return {GATELAB_TEXT("Doctor", "row %1"), {first}};
    return {GATELAB_TEXT("Doctor", "rows %1 to %2"), {first, last}};
}

std::string durationText(std::int64_t micros) {
    const double seconds = static_cast<double>(micros) / 1e6;
    const auto text = [](double value, const char* unit) {
        std::string number = std::to_string(std::round(value * 100) / 100);
        number.erase(number.find_last_not_of('0') + 1);
        if (number.ends_with('.')) number.pop_back();
        return number + unit;
    };
    if (seconds >= 86400) return text(seconds / 86400, " d");
    if (seconds >= 3600) return text(seconds / 3600, " h");
    if (seconds >= 60) return text(seconds / 60, " min");
    return text(seconds, " s");
}

/// What one pass over a column tells.
struct Summary {
    std::int64_t present = 0, missing = 0, infinite = 0, runs = 0, longestRun = 0, firstMissing = -1, longestAt = -1;
    double low = std::numeric_limits<double>::infinity(), high = -low, mean = 0, squares = 0;
    /// Of the values that are there, by their order; learned where they are asked for
    double quarter = 0, centre = 0, threeQuarters = 0;
};

/// use(value) for each that is there. A list of them would be as long as the column.
template <class Use>
void eachPresent(const Channel& channel, const Use& use) {
    for (const double value : channel.values)
        if (std::isfinite(value)) use(value);
}

std::size_t rankOf(std::size_t count, double share) {
    return static_cast<std::size_t>(share * static_cast<double>(count - 1));
}

Summary summarise(const Channel& channel) {
    Summary s;
    std::int64_t run = 0;
    for (std::size_t r = 0; r < channel.values.size(); ++r) {
        const double value = channel.values[r];
        if (std::isinf(value)) ++s.infinite;
        if (!std::isfinite(value)) {
            ++s.missing;
            if (s.firstMissing < 0) s.firstMissing = static_cast<std::int64_t>(r);
            if (++run == 1) ++s.runs;
            if (run > s.longestRun) s.longestRun = run, s.longestAt = static_cast<std::int64_t>(r) - run + 1;
            continue;
        }
        run = 0;
        ++s.present;
        s.low = std::min(s.low, value), s.high = std::max(s.high, value);
        const double distance = value - s.mean;
        s.mean += distance / static_cast<double>(s.present);
        s.squares += distance * (value - s.mean);
    }
    return s;
}

void learnQuartiles(const Channel& channel, Summary& s) {
    const auto count = static_cast<std::size_t>(s.present);
    const std::array ranks{rankOf(count, 0.25), rankOf(count, 0.5), rankOf(count, 0.75)};
    const auto found = OrderStatistics::of(count, ranks, [&](const auto& use) { eachPresent(channel, use); });
    s.quarter = found[0], s.centre = found[1], s.threeQuarters = found[2];
}

double middle(std::vector<double>& values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rankOf(values.size(), share));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// As people and machines write "nothing": nines, the ends of the whole numbers of a machine, a negative number among
/// none, a round hundred.
bool looksLikeCode(double value, double restLow) {
    const double size = std::abs(value);
    double digits = size;
    while (digits < 1e9 && std::abs(digits - std::round(digits)) > 1e-9 * digits) digits *= 10;
    const bool allNines = digits > 8.5 && std::fmod(std::log10(std::round(digits) + 1), 1) == 0;
    if (size != std::floor(size)) return allNines;
    const bool machine = std::fmod(std::log2(size), 1) == 0 || std::fmod(std::log2(size + 1), 1) == 0;
    return allNines || (size >= 127 && machine) || (value < 0 && restLow >= 0) ||
           (size >= 100 && std::fmod(size, 100) == 0);
}

/// Nines alone, at least two: -99, 999.9.
bool areNines(double value) {
    double digits = std::abs(value);
    while (digits < 1e9 && std::abs(digits - std::round(digits)) > 1e-9 * digits) digits *= 10;
    return digits > 98 && std::fmod(std::log10(std::round(digits) + 1), 1) == 0;
}

/// Between it and the others is a gap wider than any inside them, and it looks like a code beside them; nines far away
/// do beside few others, too.
bool standsApart(double value, std::vector<double> others) {
    constexpr std::size_t kFewestOthers = 8;
    constexpr double kWider = 3, kOfRange = 0.3, kFarAway = 100;
    if (others.size() < kFewestOthers) return false;
    const auto [low, high] = std::ranges::minmax(others);
    const double gap = value < low ? low - value : value - high;
    if (!(gap > kOfRange * (high - low)) || !looksLikeCode(value, low)) return false;
    std::ranges::sort(others);
    double widest = 0;
    std::size_t different = 1;
    for (std::size_t i = 1; i < others.size(); ++i)
        if (others[i] != others[i - 1]) ++different, widest = std::max(widest, others[i] - others[i - 1]);
    const bool isFarAway = different > 1 && areNines(value) && gap > kFarAway * (high - low);
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
/// often it is there.
bool isFarCode(double value, std::int64_t count, double centre, double distance) {
    return isUsualCode(value) && count >= 2 && std::abs(value - centre) >= 5 * distance;
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
    std::vector<double> all = values;
    const double centre = middle(all, 0.5), distance = middle(all, 0.75) - middle(all, 0.25);
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
std::vector<StandIn> standIns(const Channel& channel, const Summary& s) {
    constexpr std::size_t kMost = 4;
    std::int64_t lows = 0, highs = 0;
    eachPresent(channel, [&](double value) { lows += value == s.low ? 1 : 0, highs += value == s.high ? 1 : 0; });
    const auto mayBe = [&](double value, std::int64_t count) {
        return isFarCode(value, count, s.centre, s.threeQuarters - s.quarter) || mayStandApart(value, count);
    };
    // Of nearly all columns that is the end, and no list of the values was made.
    if (!mayBe(s.low, lows) && !mayBe(s.high, highs)) return {};
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(s.present));
    eachPresent(channel, [&](double value) { values.push_back(value); });
    std::vector<StandIn> found;
    while (!values.empty() && found.size() < kMost) {
        const std::vector<StandIn> outermost = outermostStandIns(values);
        if (outermost.empty()) break;
        found.insert(found.end(), outermost.begin(), outermost.end());
        values = without(values, outermost.front().value, outermost.back().value);
    }
    return found;
}

/// "12 %", "3.4 %", "< 0.1 %"
std::string shareText(std::int64_t part, std::int64_t all) {
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(all);
    if (percent < 0.1) return "< 0.1 %";
    char text[32];
    std::snprintf(text, sizeof text, percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    return text;
}

constexpr std::int64_t kShortRows = 10;

/// Rows from one value to the next where nearly all values are equally far apart, and not side by side; 0: they are
/// not.
std::int64_t rowsBetweenValues(const Channel& channel, const Summary& s) {
    constexpr std::int64_t kFewest = 10;
    if (s.present < kFewest || s.missing < s.present) return 0;
    std::map<std::int64_t, std::int64_t> counts;
    std::int64_t before = -1;
    for (std::size_t r = 0; r < channel.values.size(); ++r) {
        if (!std::isfinite(channel.values[r])) continue;
        if (before >= 0) ++counts[static_cast<std::int64_t>(r) - before];
        before = static_cast<std::int64_t>(r);
    }
    const auto usual = std::ranges::max_element(counts, {}, &std::pair<const std::int64_t, std::int64_t>::second);
    return usual->first > 1 && usual->second * 10 >= (s.present - 1) * 9 ? usual->first : 0;
}

/// `isAlone`: there is no other column that could be longer.
void examineMissing(const Channel& channel, const Summary& s, bool isAlone, std::vector<DataFinding>& findings) {
    if (s.missing == 0) return;
    if (const std::int64_t apart = rowsBetweenValues(channel, s); apart > 0) {
        findings.push_back(
            {Severity::Warning,
             "slower",
             channel.name,
             s.firstMissing,
             static_cast<std::int64_t>(channel.values.size()) - 1,
             s.missing,
             {GATELAB_TEXT(
                  "Doctor",
                  "Column '%1' has a value in every %2th row only, from %3 on: it was measured more seldom than "
                  "the others. Hold each value until the next one, or resample all to its distance on import."),
              {channel.name, apart, rowsText(s.firstMissing, s.firstMissing)}},
             "fill(method=hold)"});
        return;
    }
    const auto all = static_cast<std::int64_t>(channel.values.size());
    const std::string share = shareText(s.missing, all);
    if (const bool isLate = s.longestAt == 0;
        !isAlone && s.runs == 1 && s.missing >= kShortRows && (isLate || s.longestAt + s.longestRun == all)) {
        findings.push_back({Severity::Warning, isLate ? "late" : "short", channel.name, s.longestAt,
                            s.longestAt + s.longestRun - 1, s.missing,
                            isLate ? Phrase(GATELAB_TEXT("Doctor",
                                                         "Column '%1' begins %2 rows (%3) after the others; what fills "
                                                         "them is invented. As many series, one network (the shape "
                                                         "'together'), each column has its own length."),
                                            {channel.name, s.missing, share})
                                   : Phrase(GATELAB_TEXT("Doctor",
                                                         "Column '%1' ends %2 rows (%3) before the others; what fills "
                                                         "them is invented, in the test part too. As many series, one "
                                                         "network (the shape 'together'), each column has its own "
                                                         "length."),
                                            {channel.name, s.missing, share})});
        findings.back().setting = "csv_shape", findings.back().value = "together";
        return;
    }
    // Lines drawn over long gaps invent data, and windows that end inside them are lost; the last value is then the
    // honest choice.
    const bool manyOrLong = s.missing * 20 > all || s.longestRun > 24;
    const Phrase longest = rowsText(s.longestAt, s.longestAt + s.longestRun - 1);
    Phrase message =
        s.missing == 1
            ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' misses 1 value (%2), at %3."), {channel.name, share, longest})
        : s.runs == 1
            ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' misses %2 values (%3) in 1 gap, at %4."),
                     {channel.name, s.missing, share, longest})
            : Phrase(GATELAB_TEXT("Doctor", "Column '%1' misses %2 values (%3) in %4 gaps, the longest at %5."),
                     {channel.name, s.missing, share, s.runs, longest});
    if (s.infinite > 0) message = together(message, {GATELAB_TEXT("Doctor", "Infinite among them: %1."), {s.infinite}});
    findings.push_back({Severity::Warning, "missing", channel.name, s.longestAt, s.longestAt + s.longestRun - 1,
                        s.missing, message, manyOrLong ? "fill(method=hold)" : "fill(method=linear)"});
}

/// "1e+300"
std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

/// One value so far away that it alone makes most of the variance; nothing: there is none.
std::optional<DataFinding> findDominating(const Channel& channel, const Summary& s, double centre, double distance) {
    const double far = std::max(centre - s.low, s.high - centre);
    if (!(distance > 0) || !(far > 10 * distance) || !std::isfinite(far)) return {};
    double squares = 0;  // of which the farthest value makes 1
    eachPresent(channel, [&](double value) { squares += (value - centre) / far * ((value - centre) / far); });
    if (squares >= 2) return {};
    const auto at = std::ranges::find_if(
        channel.values, [&](double value) { return std::isfinite(value) && std::abs(value - centre) >= far; });
    const auto row = static_cast<std::int64_t>(at - channel.values.begin());
    Phrase message{GATELAB_TEXT("Doctor",
                                "In column '%1' the value %2 in %3 alone makes most of the variance: standardised with "
                                "it, all other values lie too close together to be told apart. "
                                "Mend it, leave its row out, or limit it."),
                   {channel.name, shortNumber(*at), rowsText(row, row)}};
    if (std::abs(*at) > static_cast<double>(std::numeric_limits<float>::max()))
        message = together(
            message, GATELAB_TEXT("Doctor",
                                  "It is also larger than float32 holds (3.4e38): without scaling a run fails at it."));
    return DataFinding{.severity = Severity::Warning,
                       .code = "outliers",
                       .column = channel.name,
                       .firstRow = row,
                       .lastRow = row,
                       .rows = 1,
                       .message = message,
                       .recipe = "clip(method=iqr, threshold=10)",
                       .places = {{row, row + 1}}};
}

/// Places in their order; neighbours become one, and those beyond the most that a mask may list are not kept.
void addPlace(std::vector<RowRange>& places, std::int64_t first, std::int64_t rows) {
    if (!places.empty() && places.back().end == first)
        places.back().end += rows;
    else if (places.size() <= kMostPlaces)
        places.push_back({first, first + rows});
}

void examineSpread(const Channel& channel, const Summary& s, std::vector<DataFinding>& findings) {
    const double distance = s.threeQuarters - s.quarter, centre = s.centre;
    std::int64_t outliers = 0, first = -1;
    std::vector<RowRange> places;
    const bool hasFar = std::max(std::abs(s.low - centre), std::abs(s.high - centre)) > 10 * distance;
    for (std::size_t r = 0; hasFar && r < channel.values.size(); ++r) {
        const double value = channel.values[r];
        if (!std::isfinite(value) || !(distance > 0) || !(std::abs(value - centre) > 10 * distance)) continue;
        ++outliers;
        if (first < 0) first = static_cast<std::int64_t>(r);
        addPlace(places, static_cast<std::int64_t>(r), 1);
    }
    const std::vector<StandIn> codes = standIns(channel, s);
    for (const StandIn& code : codes) {
        std::string number = std::to_string(code.value);
        number.erase(number.find_last_not_of('0') + 1);
        if (number.ends_with('.')) number.pop_back();
        findings.push_back(
            {Severity::Warning,
             "sentinel",
             channel.name,
             -1,
             -1,
             code.count,
             {GATELAB_TEXT(
                  "Doctor",
                  "Column '%1' holds %2 %3 times, far from all other values: perhaps it means missing. Add it to the "
                  "spellings of missing values on import."),
              {channel.name, number, code.count}},
             "",
             code.value});
        std::vector<RowRange>& coded = findings.back().places;
        for (std::size_t r = 0; r < channel.values.size(); ++r)
            if (channel.values[r] == code.value) addPlace(coded, static_cast<std::int64_t>(r), 1);
    }
    if (!codes.empty()) return;
    if (auto dominating = findDominating(channel, s, centre, distance))
        return findings.push_back(std::move(*dominating));
    // A few far values are outliers; many are the nature of the data.
    if (outliers == 0 || outliers * 100 > s.present) return;
    findings.push_back(
        {Severity::Warning, "outliers", channel.name, first, first, outliers,
         outliers == 1
             ? Phrase(GATELAB_TEXT("Doctor",
                                   "Column '%1' has 1 value more than ten quartile distances from the median, in %2."),
                      {channel.name, rowsText(first, first)})
             : Phrase(GATELAB_TEXT("Doctor",
                                   "Column '%1' has %2 values more than ten quartile distances from the median, "
                                   "the first in %3."),
                      {channel.name, outliers, rowsText(first, first)}),
         "clip(method=iqr, threshold=10)"});
    findings.back().places = std::move(places);
}

/// use(first row, rows) for each stretch of equal values.
template <class Use>
void eachStretch(const Channel& channel, const Use& use) {
    const std::span<const double> values = channel.values;
    for (std::size_t r = 0; r < values.size();) {
        const std::size_t first = r++;
        if (!std::isfinite(values[first])) continue;
        while (r < values.size() && values[r] == values[first]) ++r;
        use(static_cast<std::int64_t>(first), static_cast<std::int64_t>(r - first));
    }
}

/// Where a column stands still for so long that it is no nature of the data: 8 times as long as 99 % of its stretches
/// of equal values, and 12 rows.
void examineFlat(const Channel& channel, std::vector<DataFinding>& findings) {
    constexpr std::int64_t kMin = 12, kTimes = 8;
    std::map<std::int64_t, std::int64_t> counts;  // of stretches, by their rows
    std::int64_t stretches = 0, singles = 0;      // those of one row are most
    eachStretch(channel, [&](std::int64_t, std::int64_t rows) {
        ++stretches;
        if (rows == 1)
            ++singles;
        else
            ++counts[rows];
    });
    if (stretches < 20) return;  // levels of a switch
    auto rank = static_cast<std::int64_t>(rankOf(static_cast<std::size_t>(stretches), 0.99)) - singles;
    std::int64_t usual = 1;
    for (auto at = counts.begin(); rank >= 0 && at != counts.end(); rank -= at->second, ++at) usual = at->first;
    const std::int64_t limit = std::max(kMin, kTimes * usual);
    if (counts.empty() || counts.rbegin()->first < limit) return;
    struct {
        std::int64_t first = 0, rows = 0;
    } longest;
    std::int64_t count = 0, rows = 0;
    std::vector<RowRange> places;
    eachStretch(channel, [&](std::int64_t begin, std::int64_t length) {
        if (length < limit) return;
        ++count;
        rows += length;
        addPlace(places, begin, length);
        if (length > longest.rows) longest = {begin, length};
    });
    const std::int64_t last = longest.first + longest.rows - 1;
    const std::string value = shortNumber(channel.values[static_cast<std::size_t>(longest.first)]);
    Phrase message =
        count == 1
            ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' stands still at %2 for %3 rows (%4)."),
                     {channel.name, value, longest.rows, rowsText(longest.first, last)})
            : Phrase(GATELAB_TEXT("Doctor", "Column '%1' stands still %2 times, longest at %4 for %3 rows (%5)."),
                     {channel.name, count, longest.rows, value, rowsText(longest.first, last)});
    findings.push_back({Severity::Info, "flat", channel.name, longest.first, last, rows, std::move(message), ""});
    findings.back().places = std::move(places);
}

/// The column with gaps closed by the value before them, for medians over rows; a copy only where there are gaps.
class Held {
public:
    Held(const Channel& channel, const Summary& s) : values_(channel.values) {
        if (s.missing == 0) return;
        own_ = channel.values.vector();
        const auto first = std::ranges::find_if(own_, [](double value) { return std::isfinite(value); });
        double last = first == own_.end() ? 0 : *first;
        for (double& value : own_) last = value = std::isfinite(value) ? value : last;
        values_ = own_;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    [[nodiscard]] std::span<const double> values() const { return values_; }

private:
    std::vector<double> own_;
    std::span<const double> values_;
};

double medianOf(std::span<const double> values) {
    const std::array ranks{rankOf(values.size(), 0.5)};
    return OrderStatistics::of(values.size(), ranks, [&](const auto& use) { std::ranges::for_each(values, use); })
        .front();
}

/// The middle of seven by 13 exchanges (Paeth 1990, as Devillard 1998 lists them): for every row of a column a sort
/// would take most of the time.
double medianOfSeven(const double* of) {
    std::array<double, 7> v{of[0], of[1], of[2], of[3], of[4], of[5], of[6]};
    constexpr std::array<std::pair<int, int>, 13> kExchanges{
        {{0, 5}, {0, 3}, {1, 6}, {2, 4}, {0, 1}, {3, 5}, {2, 6}, {2, 3}, {3, 6}, {4, 5}, {1, 4}, {1, 3}, {3, 4}}};
    for (const auto& [a, b] : kExchanges) {
        const double low = std::min(v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)]),
                     high = std::max(v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)]);
        v[static_cast<std::size_t>(a)] = low, v[static_cast<std::size_t>(b)] = high;
    }
    return v[3];
}

/// The median of the row and up to three on each side of it.
double surroundings(std::span<const double> values, std::size_t row) {
    constexpr std::size_t kReach = 3;
    if (row >= kReach && row + kReach < values.size()) return medianOfSeven(values.data() + row - kReach);
    const std::size_t from = row > kReach ? row - kReach : 0, to = std::min(values.size(), row + kReach + 1);
    return medianOf(values.subspan(from, to - from));
}

/// Single rows that leave their surroundings and come back at once, among values that vary little: 12 times the usual
/// distance from the median of seven rows.
void examineSpikes(const Channel& channel, const Summary& s, std::span<const double> values,
                   std::vector<DataFinding>& findings) {
    constexpr std::int64_t kMin = 50;
    constexpr double kFar = 12;
    const auto rows = static_cast<std::int64_t>(values.size());
    if (rows < kMin) return;
    const std::size_t size = values.size();
    const auto sizes = [&](const auto& use) {
        for (std::size_t r = 0; r < size; ++r) use(std::abs(values[r] - surroundings(values, r)));
    };
    const auto steps = [&](const auto& use) {
        for (std::size_t r = 1; r < size; ++r) use(std::abs(values[r] - values[r - 1]));
    };
    const std::array ofSizes{rankOf(size, 0.5)}, ofSteps{rankOf(size - 1, 0.75)};
    const double ofStep = OrderStatistics::of(size - 1, ofSteps, steps).front();
    // Each look at the sizes is a median for every row, and mostly the steps are what counts.
    const bool stepsCount = 1.4826 * OrderStatistics::atMost(ofSizes.front(), sizes) <= ofStep;
    const double usual =
                     stepsCount ? ofStep : std::max(1.4826 * OrderStatistics::of(size, ofSizes, sizes).front(), ofStep),
                 half = 0.5 * (s.threeQuarters - s.quarter);
    if (!(usual > 0) || !std::isfinite(usual)) return;
    std::int64_t count = 0, at = -1;
    double farthest = 0, around = 0;
    std::vector<RowRange> places;
    for (std::int64_t r = 1; r + 1 < rows; ++r) {
        const auto i = static_cast<std::size_t>(r);
        // Three quarters of the way are made from the row before.
        if (!(std::abs(values[i] - values[i - 1]) > 0.7 * kFar * usual)) continue;
        const double off = values[i] - surroundings(values, i), far = std::abs(off), base = values[i] - off;
        if (!(far > kFar * usual) || !(far > half) ||
            std::max(std::abs(values[i - 1] - base), std::abs(values[i + 1] - base)) >= 0.25 * far)
            continue;
        ++count;
        addPlace(places, r, 1);
        if (at < 0 || far > farthest) at = r, farthest = far, around = base;
    }
    if (count == 0 || count * 100 > rows) return;
    const std::string value = shortNumber(values[static_cast<std::size_t>(at)]), usually = shortNumber(around);
    findings.push_back(
        {Severity::Warning, "spike", channel.name, at, at, count,
         count == 1 ? Phrase(GATELAB_TEXT("Doctor", "Column '%1' jumps to %2 for 1 row (%3) and back to about %4."),
                             {channel.name, value, rowsText(at, at), usually})
                    : Phrase(GATELAB_TEXT("Doctor",
                                          "Column '%1' jumps for 1 row and back %2 times, farthest to %3 in %4, among "
                                          "values of about %5."),
                             {channel.name, count, value, rowsText(at, at), usually}),
         ""});
    findings.back().places = std::move(places);
}

/// A column in another unit from a row on, and what mends it: the rows before rescaled where the units are known, else
/// those rows left out.
DataFinding unitFinding(const Channel& channel, std::int64_t at, const JumpSides& sides, const UnitJump& jump,
                        const TimeAxis& time) {
    const auto rows = static_cast<std::int64_t>(channel.values.size());
    const RowRange earlier{0, at};
    return {.severity = Severity::Warning,
            .code = "unit-jump",
            .column = channel.name,
            .firstRow = at,
            .lastRow = at,
            .rows = std::min(at, rows - at),
            .message = unitJumpText(channel.name, at, sides, jump),
            .recipe = jump.units.empty() ? maskStep({}, std::span(&earlier, 1), time)
                                         : rescaleStep(channel.name, earlier, jump.times, jump.plus, time),
            .before = sides.before,
            .after = sides.after,
            .places = {at < rows - at ? earlier : RowRange{at, rows}}};
}

/// A column on another level from a row on, and what brings the rows before to it.
DataFinding levelFinding(const Channel& channel, std::int64_t at, const JumpSides& sides, const TimeAxis& time) {
    const std::string plus = shortNumber(sides.after - sides.before);
    double added = 0;
    std::from_chars(plus.data(), plus.data() + plus.size(), added);
    return {.severity = Severity::Info,
            .code = "level-shift",
            .column = channel.name,
            .firstRow = at,
            .lastRow = at,
            .rows = 1,
            .message = {GATELAB_TEXT("Doctor",
                                     "Column '%1' changes its level near row %2, from about %3 to about %4: training "
                                     "before it and testing after it are different data. If only the zero of a meter "
                                     "moved, rescale the rows before it (plus %5); else begin the parts after it."),
                        {channel.name, at, shortNumber(sides.before), shortNumber(sides.after), plus}},
            .recipe = rescaleStep(channel.name, {0, at}, 1, added, time),
            .before = sides.before,
            .after = sides.after};
}

/// Whether nearly all rows before the change lie nearer to its one side, and nearly all after it to the other.
bool changesOnce(std::span<const double> values, std::int64_t at, double before, double after) {
    constexpr std::int64_t kOf = 20;
    const double border = (before + after) / 2;
    std::int64_t wrong = 0;
    for (std::size_t r = 0; r < values.size(); ++r)
        wrong += (values[r] > border) == (static_cast<std::int64_t>(r) < at ? after > before : after < before) ? 1 : 0;
    return wrong * kOf <= static_cast<std::int64_t>(values.size());
}

/// How much the level rises, and before which row.
using LevelJump = std::pair<double, std::int64_t>;

/// Whether the level jumps likewise more than `wide` rows away, as it does where a counter or a period starts over.
bool comesAgain(std::span<const LevelJump> jumps, const LevelJump& largest, std::int64_t wide) {
    constexpr double kAlike = 0.7;
    return std::ranges::any_of(jumps, [&](const LevelJump& one) {
        return one.first / largest.first > kAlike && std::abs(one.second - largest.second) > wide;
    });
}

/// Whether all rows after the jump lie apart from all before it by half of what it is.
bool staysApart(std::span<const double> values, std::int64_t at, double shift) {
    const auto border = static_cast<std::size_t>(at);
    return std::abs(medianOf(values.subspan(border)) - medianOf(values.first(border))) > shift / 2;
}

/// A level that changes within a few rows and stays: medians of a twentieth of the rows before and after lie farther
/// apart than nearly all values on either side spread, most of it within an eighth of that, and jumps like it are not
/// usual in the column, or the distance is several times the spread; or it is a temperature on another scale from there
/// on, which a day swings through nearly as far. A sawtooth, which falls likewise again and again, changes no level.
void examineLevel(const Channel& channel, std::span<const double> values, const TimeAxis& time,
                  std::vector<DataFinding>& findings) {
    constexpr std::int64_t kMin = 200;
    constexpr double kUnusual = 8, kSwing = 3, kSpread = 1, kFar = 2.5, kAbrupt = 0.6;
    const auto rows = static_cast<std::int64_t>(values.size());
    if (rows < kMin) return;
    const auto part = [&](std::int64_t first, std::int64_t length) {
        return values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(length));
    };
    const std::int64_t wide = std::max<std::int64_t>(24, rows / 20), narrow = std::max<std::int64_t>(6, wide / 8),
                       stride = std::max<std::int64_t>(1, narrow / 4);
    std::vector<LevelJump> jumps;
    std::vector<double> sizes;
    for (std::int64_t r = narrow; r + narrow <= rows; r += stride) {
        const double jump = medianOf(part(r, narrow)) - medianOf(part(r - narrow, narrow));
        sizes.push_back(std::abs(jump));
        if (r >= wide && r + wide <= rows) jumps.emplace_back(jump, r);
    }
    if (jumps.empty()) return;
    const auto bySize = [](const LevelJump& one) { return std::pair(std::abs(one.first), one.second); };
    const LevelJump largest = *std::ranges::max_element(jumps, {}, bySize);
    const double jump = std::abs(largest.first);
    const std::int64_t at = largest.second;
    const double usual = 1.4826 * middle(sizes, 0.5);
    if (!(usual > 0) || !std::isfinite(jump)) return;
    const double before = medianOf(part(at - wide, wide)), after = medianOf(part(at, wide)),
                 shift = std::abs(after - before);
    const auto spread = [&](std::int64_t first) {
        const std::array ranks{rankOf(static_cast<std::size_t>(wide), 0.1),
                               rankOf(static_cast<std::size_t>(wide), 0.9)};
        const auto found = OrderStatistics::of(static_cast<std::size_t>(wide), ranks,
                                               [&](const auto& use) { std::ranges::for_each(part(first, wide), use); });
        return found[1] - found[0];
    };
    const double spreadBefore = spread(at - wide), spreadAfter = spread(at),
                 apart = shift / std::max(spreadBefore, spreadAfter);
    if (!(apart >= kSpread) || !(jump > kSwing * usual || apart >= kFar) || jump < kAbrupt * shift ||
        kAbrupt * jump > shift)
        return;
    const JumpSides sides{before, after, spreadBefore, spreadAfter};
    const bool isUnusual = jump > kUnusual * usual || apart >= kFar;
    if (const auto unit = unitJump(sides)) {
        const std::int64_t first =
            firstRowAfter(values, std::max<std::int64_t>(1, at - wide), std::min(rows - 1, at + wide), before, after);
        if (isUnusual || (unit->plus != 0 && changesOnce(values, first, before, after)))
            return findings.push_back(unitFinding(channel, first, sides, *unit, time));
    }
    if (!isUnusual || (comesAgain(jumps, largest, wide) && !staysApart(values, at, shift))) return;
    const std::int64_t first =
        firstRowAfter(values, std::max<std::int64_t>(1, at - wide), std::min(rows - 1, at + wide), before, after);
    findings.push_back(levelFinding(channel, first, sides, time));
}

bool isFarOff(const DataFinding& finding) { return finding.code == "outliers" || finding.code == "spike"; }

/// Values far off, of a column that changes its unit or level, which is the last of its findings: looked for once both
/// sides are brought together.
void examineTogether(const Channel& channel, const TimeAxis& time, std::vector<DataFinding>& findings) {
    const DataFinding change = findings.back();
    Series alone;
    alone.time = time, alone.channels = {channel};
    const auto mended = rescaledSeries(alone, std::vector{stepOver(change, time)});
    if (!mended) return;
    const Channel& together = mended->channels.front();
    Summary s = summarise(together);
    learnQuartiles(together, s);
    std::vector<DataFinding> far;
    examineSpread(together, s, far);
    if (far.empty()) examineSpikes(together, s, Held(together, s).values(), far);
    std::erase_if(findings, isFarOff);
    for (DataFinding& one : far)
        if (isFarOff(one)) findings.insert(findings.end() - 1, std::move(one));
}

void examineColumn(const Channel& channel, const TimeAxis& time, Summary& s, bool isAlone,
                   std::vector<DataFinding>& findings) {
    s = summarise(channel);
    const auto last = static_cast<std::int64_t>(channel.values.size()) - 1;
    if (s.present == 0) {
        findings.push_back({Severity::Error,
                            "no-values",
                            channel.name,
                            0,
                            last,
                            s.missing,
                            {GATELAB_TEXT("Doctor", "Column '%1' has no value. Leave it out."), {channel.name}},
                            ""});
        return;
    }
    examineMissing(channel, s, isAlone, findings);
    if (s.low == s.high) {
        findings.push_back(
            {Severity::Warning,
             "constant",
             channel.name,
             0,
             last,
             s.present,
             {GATELAB_TEXT("Doctor", "Column '%1' is constant. It tells a network nothing and cannot be a target."),
              {channel.name}},
             ""});
        return;
    }
    if (s.present < 8) return;
    const std::size_t before = findings.size();
    learnQuartiles(channel, s);
    examineSpread(channel, s, findings);
    examineFlat(channel, findings);
    const Held held(channel, s);
    // An outlier is told once
    if (findings.size() == before || findings[before].code == "flat")
        examineSpikes(channel, s, held.values(), findings);
    examineLevel(channel, held.values(), time, findings);
    if (!findings.empty() && changesAt(findings.back())) examineTogether(channel, time, findings);
}

/// Two distances of rows, each kept over long stretches: two loggers, or one that was set to another rate.
std::optional<DataFinding> findMixedSteps(const TimeAxis& time) {
    constexpr std::int64_t kFewest = 20;
    std::map<std::int64_t, std::int64_t> counts;
    for (std::size_t r = 1; r < time.values.size(); ++r)
        if (const std::int64_t distance = time.values[r] - time.values[r - 1]; distance > 0) ++counts[distance];
    if (counts.size() < 2) return {};
    using Count = std::pair<std::int64_t, std::int64_t>;
    const Count usual = *std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    Count other{0, 0};
    for (const auto& [distance, count] : counts) {
        const double times = static_cast<double>(distance) / static_cast<double>(usual.first);
        if (count > other.second && (times >= 1.5 || times * 3 <= 2)) other = {distance, count};
    }
    if (other.second < kFewest || other.second * 10 < static_cast<std::int64_t>(time.values.size())) return {};
    std::int64_t switches = 0, first = -1, last = 0;
    for (std::size_t r = 1; r < time.values.size(); ++r) {
        const std::int64_t distance = time.values[r] - time.values[r - 1];
        if (distance != usual.first && distance != other.first) continue;
        if (last != 0 && distance != last && switches++ == 0) first = static_cast<std::int64_t>(r);
        last = distance;
    }
    // Weekends leave a gap again and again
    if (switches * 10 > other.second) return {};
    const std::int64_t slower = std::max(usual.first, other.first), faster = std::min(usual.first, other.first);
    DataFinding finding{
        Severity::Warning,
        "mixed-steps",
        "",
        first,
        first,
        other.second,
        {GATELAB_TEXT("Doctor",
                      "The rows are %1 apart in one stretch and %2 in another, first from %3 on: windows "
                      "count rows, not time. Resample them to %2."),
         {durationText(faster), durationText(slower), rowsText(first, first)}}};
    finding.setting = "resample", finding.value = formatTimeStep(slower);
    return finding;
}

/// `backward`: how many rows have an earlier time than the one before.
void examineOrder(const TimeAxis& time, std::int64_t backward, std::int64_t firstBackward,
                  std::vector<DataFinding>& findings) {
    if (backward > 0 && backward + 1 == static_cast<std::int64_t>(time.values.size())) {
        findings.push_back({Severity::Error, "time-reversed", "", 1, backward, backward,
                            GATELAB_TEXT("Doctor",
                                         "The rows run from new to old, so a network would forecast the past. Sort the "
                                         "file by time, oldest row "
                                         "first."),
                            ""});
        findings.back().setting = "sort_time", findings.back().value = "true";
    } else if (backward > 0) {
        findings.push_back({Severity::Error,
                            "time-disorder",
                            "",
                            firstBackward,
                            firstBackward,
                            backward,
                            {GATELAB_TEXT("Doctor",
                                          "The time goes backwards %1 times, first at %2. Windows follow the order of "
                                          "the rows: sort the file by "
                                          "time."),
                             {backward, rowsText(firstBackward, firstBackward)}},
                            ""});
        findings.back().setting = "sort_time", findings.back().value = "true";
    }
}

/// The hour that comes twice in autumn, and the one that no clock shows in spring. Both are in the right order as they
/// stand: sorted, the rows of the two hours would be mixed.
void examineClocks(const ClockChanges& clocks, std::vector<DataFinding>& findings) {
    if (clocks.explainsOrder())
        findings.push_back(
            {Severity::Warning,
             "time-clock-back",
             "",
             clocks.firstBack,
             clocks.firstBack,
             clocks.back,
             {GATELAB_TEXT("Doctor",
                           "The clocks were set back %1 times, first at %2: an hour comes twice there. The rows are in "
                           "the right order and were kept so; sorted or resampled, the two hours would be mixed. To "
                           "tell them apart, write the times in UTC or with their offset."),
              {clocks.back, rowsText(clocks.firstBack, clocks.firstBack)}},
             ""});
    if (clocks.forward > 0)
        findings.push_back(
            {Severity::Warning,
             "time-clock-forward",
             "",
             clocks.firstForward,
             clocks.firstForward,
             clocks.forward,
             {GATELAB_TEXT("Doctor",
                           "The clocks were set forward %1 times, first before %2: an hour is not there, and no row is "
                           "missing: that day has 23 hours."),
              {clocks.forward, rowsText(clocks.firstForward, clocks.firstForward)}},
             ""});
}

/// Rows that come when something happens, as bookings and ticks do: said once, of all gaps.
DataFinding irregularFinding(const Spacing& spacing, std::int64_t step) {
    return {.severity = Severity::Warning,
            .code = "time-irregular",
            .firstRow = spacing.longestAt,
            .lastRow = spacing.longestAt,
            .rows = 1,
            .message = {
                GATELAB_TEXT("Doctor",
                             "The rows have no steady step: most often they lie %1 apart, the middle distance "
                             "is %2 and the longest %3, before row %4. Windows count rows, not time."),
                {durationText(step), durationText(spacing.median), durationText(spacing.longest), spacing.longestAt}}};
}

void examineTime(const TimeAxis& time, std::vector<DataFinding>& findings) {
    std::int64_t repeats = 0, firstRepeat = -1, backward = 0, firstBackward = -1, gaps = 0, lost = 0, firstGap = -1,
                 longest = 0, longestAt = -1;
    std::int64_t close = 0, firstClose = -1;
    constexpr std::int64_t kWeek = INT64_C(7) * 86'400'000'000;
    const std::int64_t step = time.stepMicros;
    const ClockChanges clocks = clockChanges(time.values, step);
    for (std::size_t r = 1; r < time.values.size(); ++r) {
        const std::int64_t distance = time.values[r] - time.values[r - 1];
        const auto row = static_cast<std::int64_t>(r);
        if (distance == 0 && repeats++ == 0) firstRepeat = row;
        if (distance < 0 && backward++ == 0) firstBackward = row;
        // Months and years differ by up to a tenth; that is neither too close nor a gap.
        const double steps = static_cast<double>(distance) / static_cast<double>(step);
        if (distance > 0 && steps < 0.9 && close++ == 0) firstClose = row;
        if (step <= 0 || steps <= 1.5) continue;
        if (clocks.forward > 0 && isSetForward(time.values[r - 1], time.values[r], step)) continue;
        if (gaps++ == 0) firstGap = row;
        lost += distance / step - 1;
        if (distance > longest) longest = distance, longestAt = row;
    }
    examineClocks(clocks, findings);
    if (!clocks.explainsOrder()) examineOrder(time, backward, firstBackward, findings);
    if (repeats > 0 && !clocks.explainsOrder())
        findings.push_back(
            {Severity::Warning,
             "time-repeat",
             "",
             firstRepeat,
             firstRepeat,
             repeats,
             {GATELAB_TEXT(
                  "Doctor",
                  "%1 rows have the same time as the row before, first %2. Check whether rows are doubled, or whether "
                  "several series lie in one file."),
              {repeats, rowsText(firstRepeat, firstRepeat)}},
             ""});
    if (auto mixed = findMixedSteps(time)) {
        findings.push_back(std::move(*mixed));
        return;
    }
    if (const Spacing spacing = spacingOf(time); gaps > 0 && !spacing.isSteady && lost * 20 > std::ssize(time.values)) {
        findings.push_back(irregularFinding(spacing, step));
        return;
    }
    if (gaps > 0)
        findings.push_back(
            {Severity::Warning,
             "time-gap",
             "",
             firstGap,
             longestAt,
             gaps,
             {GATELAB_TEXT(
                  "Doctor",
                  "The time jumps %1 times by more than its step of %2 (about %3 rows are not there), the longest jump "
                  "is %4 before row %5. Windows count rows, not time."),
              {gaps, durationText(step), lost, durationText(longest), longestAt}},
             ""});
    // Where much is not there the gaps are the nature of the data, as weekends are; months have no one length.
    if (gaps > 0 && lost * 20 <= std::ssize(time.values) && step <= kWeek) {
        DataFinding& gap = findings.back();
        gap.setting = "resample", gap.value = formatTimeStep(step);
        gap.message = together(gap.message, {GATELAB_TEXT("Doctor", "Resampled to %1, those rows count as missing."),
                                             {durationText(step)}});
    }
    // A few rows between the others are found by their gaps; many mean that the step is not the data's.
    if (close * 10 >= static_cast<std::int64_t>(time.values.size()))
        findings.push_back({Severity::Warning,
                            "time-close",
                            "",
                            firstClose,
                            firstClose,
                            close,
                            {GATELAB_TEXT("Doctor",
                                          "%1 rows come sooner than the time step of %2 after the row before, first "
                                          "%3. Seasons are counted in rows by that step: check it on the "
                                          "import page."),
                             {close, durationText(step), rowsText(firstClose, firstClose)}},
                            ""});
}

void examineScales(const Series& series, std::span<const Summary> summaries, std::vector<DataFinding>& findings) {
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    std::string smallName, largeName;
    const std::set<std::size_t> words = wordChannels(series);
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        if (words.contains(c)) continue;
        const Channel& channel = series.channels[c];
        const Summary& s = summaries[c];
        const double deviation = s.present > 1 ? std::sqrt(s.squares / static_cast<double>(s.present)) : 0;
        if (!(deviation > 0)) continue;
        if (deviation < smallest) smallest = deviation, smallName = channel.name;
        if (deviation > largest) largest = deviation, largeName = channel.name;
    }
    if (largest > 100 * smallest)
        findings.push_back({Severity::Info,
                            "scales",
                            "",
                            -1,
                            -1,
                            0,
                            {GATELAB_TEXT("Doctor",
                                          "Column '%1' spreads more than 100 times as much as '%2'. Without scaling a "
                                          "network sees only the large one."),
                             {largeName, smallName}},
                            "standardise"});
}

/// With zeros where a blank means that: nothing is missing there.
std::vector<DataFinding> examineWithZeros(const Series& series, std::span<const BlankPair> pairs) {
    std::vector<std::string> steps;
    for (const BlankPair& pair : pairs) steps.push_back(blankPairStep(pair));
    Series zeros = *rescaledSeries(series, steps);
    zeros.report.valuesMissing = 0;
    for (const Channel& channel : zeros.channels)
        zeros.report.valuesMissing += std::ranges::count_if(channel.values, [](double v) { return std::isnan(v); });
    std::vector<DataFinding> findings = examine(zeros);
    auto at = std::ranges::find_if(findings, [](const DataFinding& one) { return !one.column.empty(); });
    for (const BlankPair& pair : pairs)
        at = findings.insert(at, {.code = "blank-zero",
                                  .column = pair.firstName,
                                  .rows = pair.rows,
                                  .message = blankPairText(pair),
                                  .recipe = blankPairStep(pair)}) +
             1;
    return findings;
}

}  // namespace

std::vector<DataFinding> examine(const Series& series) {
    if (isMany(series)) return examineMany(series);
    if (const std::vector<BlankPair> pairs = blankPairs(series); !pairs.empty()) return examineWithZeros(series, pairs);
    std::vector<DataFinding> findings;
    if (series.time.known()) examineTime(series.time, findings);
    const std::set<std::size_t> words = wordChannels(series);
    // Each column by itself, a few at a time: what is found stays in their order.
    const std::size_t columns = series.channels.size();
    std::vector<std::vector<DataFinding>> ofColumns(columns);
    std::vector<Summary> summaries(columns);
    const bool isLarge = series.rows() * static_cast<std::int64_t>(columns) >= kManyValues;
    inParallel(isLarge ? threadsFor(0) : 1, columns, [&](std::size_t c) {
        const Channel& channel = series.channels[c];
        if (!words.contains(c)) examineColumn(channel, series.time, summaries[c], columns == 1, ofColumns[c]);
        haveReadRows(channel.values.data(), channel.values.span().size_bytes());
    });
    for (std::vector<DataFinding>& found : ofColumns) std::ranges::move(found, std::back_inserter(findings));
    for (const NextValue& pair : nextValues(series))
        findings.push_back(
            {Severity::Warning, "next-value", pair.holder, -1, -1, series.rows(), nextValueText(pair), ""});
    examineScales(series, summaries, findings);
    return findings;
}

std::string maskOf(std::span<const DataFinding> findings, const TimeAxis& time) {
    std::vector<std::string> columns;
    std::vector<RowRange> all, rows;
    for (const DataFinding& finding : findings) {
        if (finding.places.empty() || finding.places.size() > kMostPlaces) return {};
        columns.push_back(finding.column);
        all.insert(all.end(), finding.places.begin(), finding.places.end());
    }
    std::ranges::sort(all, {}, &RowRange::begin);
    for (const RowRange& one : all)
        if (!rows.empty() && one.begin <= rows.back().end)
            rows.back().end = std::max(rows.back().end, one.end);
        else
            rows.push_back(one);
    return rows.empty() ? std::string() : maskStep(columns, rows, time);
}

std::vector<std::string> withStep(std::vector<std::string> recipe, std::string_view step) {
    const auto added = parseRecipeStep(step);
    if (!added) return recipe;
    std::erase(recipe, "none");
    if (added->key == "category")  // what becomes of a column is said once
        std::erase_if(recipe, [&](const std::string& text) {
            const auto there = parseRecipeStep(text);
            return there.ok() && there->key == added->key && there->parameters.contains("column") &&
                   added->parameters.contains("column") &&
                   there->parameters.at("column") == added->parameters.at("column");
        });
    // The table's order is the order in which steps make sense.
    const auto place = [](const std::string& key) {
        const auto table = recipeSteps();
        return std::find_if(table.begin(), table.end(), [&](const RecipeStep& row) { return key == row.key; }) -
               table.begin();
    };
    std::size_t at = 0;
    for (; at < recipe.size(); ++at) {
        const auto there = parseRecipeStep(recipe[at]);
        if (!there) continue;
        if (there->key == added->key) {
            if (findRecipeStep(added->key)->isRepeatable) continue;
            // Of some columns it comes before that of all others, and is no other one's.
            if (namedColumns(*there) != namedColumns(*added)) {
                if (!namedColumns(*added).empty()) break;
                continue;
            }
            recipe[at] = formatRecipeStep(*added);
            return recipe;
        }
        if (place(there->key) > place(added->key)) break;
    }
    recipe.insert(recipe.begin() + static_cast<std::ptrdiff_t>(at), formatRecipeStep(*added));
    return recipe;
}

}  // namespace gatelab
