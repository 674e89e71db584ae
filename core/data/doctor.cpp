// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/doctor.h"

#include "data/recipe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>

namespace gatelab {
namespace {

using Severity = DataFinding::Severity;

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
    std::vector<double> values;
};

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
        s.values.push_back(value);
    }
    return s;
}

double middle(std::vector<double>& values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// A value far away from everything else that returns again and again: -999, 9999, 1e30.
bool isSentinel(double value, std::int64_t count, const Summary& s, double quartileDistance) {
    const bool nines = value == -1 || value == -99 || value == -999 || value == -9999 || value == -99999 ||
                       value == 999 || value == 9999 || value == 99999 || value == 999999 || std::abs(value) >= 1e20;
    return nines && count >= 2 && quartileDistance >= 0 && (value == s.low || value == s.high);
}

/// "12 %", "3.4 %", "< 0.1 %"
std::string shareText(std::int64_t part, std::int64_t all) {
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(all);
    if (percent < 0.1) return "< 0.1 %";
    char text[32];
    std::snprintf(text, sizeof text, percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    return text;
}

void examineMissing(const Channel& channel, const Summary& s, std::vector<DataFinding>& findings) {
    if (s.missing == 0) return;
    const auto all = static_cast<std::int64_t>(channel.values.size());
    const std::string share = shareText(s.missing, all);
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
    for (const double value : s.values) squares += (value - centre) / far * ((value - centre) / far);
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
    return DataFinding{
        Severity::Warning, "outliers", channel.name, row, row, 1, message, "clip(method=iqr, threshold=10)"};
}

void examineSpread(const Channel& channel, Summary& s, std::vector<DataFinding>& findings) {
    const double low = middle(s.values, 0.25), high = middle(s.values, 0.75), distance = high - low,
                 centre = middle(s.values, 0.5);
    std::map<double, std::int64_t> extremes{{s.low, 0}, {s.high, 0}};
    std::int64_t outliers = 0, first = -1;
    for (std::size_t r = 0; r < channel.values.size(); ++r) {
        const double value = channel.values[r];
        if (!std::isfinite(value)) continue;
        if (const auto extreme = extremes.find(value); extreme != extremes.end()) ++extreme->second;
        if (distance > 0 && std::abs(value - centre) > 10 * distance) {
            ++outliers;
            if (first < 0) first = static_cast<std::int64_t>(r);
        }
    }
    for (const auto& [value, count] : extremes) {
        if (!isSentinel(value, count, s, distance) || (distance > 0 && std::abs(value - centre) < 5 * distance))
            continue;
        std::string number = std::to_string(value);
        number.erase(number.find_last_not_of('0') + 1);
        if (number.ends_with('.')) number.pop_back();
        findings.push_back(
            {Severity::Warning,
             "sentinel",
             channel.name,
             -1,
             -1,
             count,
             {GATELAB_TEXT(
                  "Doctor",
                  "Column '%1' holds %2 %3 times, far from all other values: perhaps it means missing. Add it to the "
                  "spellings of missing values on import."),
              {channel.name, number, count}},
             ""});
        return;
    }
    if (auto dominating = findDominating(channel, s, centre, distance))
        return findings.push_back(std::move(*dominating));
    // A few far values are outliers; many are the nature of the data.
    if (outliers > 0 && outliers * 100 <= s.present)
        findings.push_back(
            {Severity::Warning, "outliers", channel.name, first, first, outliers,
             outliers == 1
                 ? Phrase(
                       GATELAB_TEXT("Doctor",
                                    "Column '%1' has 1 value more than ten quartile distances from the median, in %2."),
                       {channel.name, rowsText(first, first)})
                 : Phrase(GATELAB_TEXT("Doctor",
                                       "Column '%1' has %2 values more than ten quartile distances from the median, "
                                       "the first in %3."),
                          {channel.name, outliers, rowsText(first, first)}),
             "clip(method=iqr, threshold=10)"});
}

void examineColumn(const Channel& channel, std::vector<DataFinding>& findings) {
    Summary s = summarise(channel);
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
    examineMissing(channel, s, findings);
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
    if (s.present >= 8) examineSpread(channel, s, findings);
}

void examineTime(const TimeAxis& time, std::vector<DataFinding>& findings) {
    std::int64_t repeats = 0, firstRepeat = -1, backward = 0, firstBackward = -1, gaps = 0, lost = 0, firstGap = -1,
                 longest = 0, longestAt = -1;
    std::int64_t close = 0, firstClose = -1;
    const std::int64_t step = time.stepMicros;
    for (std::size_t r = 1; r < time.values.size(); ++r) {
        const std::int64_t distance = time.values[r] - time.values[r - 1];
        const auto row = static_cast<std::int64_t>(r);
        if (distance == 0 && repeats++ == 0) firstRepeat = row;
        if (distance < 0 && backward++ == 0) firstBackward = row;
        // Months and years differ by up to a tenth; that is neither too close nor a gap.
        if (distance > 0 && distance * 10 < step * 9 && close++ == 0) firstClose = row;
        if (step <= 0 || distance * 2 <= step * 3) continue;
        if (gaps++ == 0) firstGap = row;
        lost += distance / step - 1;
        if (distance > longest) longest = distance, longestAt = row;
    }
    if (backward > 0 && backward + 1 == static_cast<std::int64_t>(time.values.size()))
        findings.push_back({Severity::Error, "time-reversed", "", 1, backward, backward,
                            GATELAB_TEXT("Doctor",
                                         "The rows run from new to old, so a network would forecast the past. Sort the "
                                         "file by time, oldest row "
                                         "first."),
                            ""});
    else if (backward > 0)
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
    if (repeats > 0)
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

void examineScales(const Series& series, std::vector<DataFinding>& findings) {
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    std::string smallName, largeName;
    for (const Channel& channel : series.channels) {
        const Summary s = summarise(channel);
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

}  // namespace

std::vector<DataFinding> examine(const Series& series) {
    std::vector<DataFinding> findings;
    if (series.time.known()) examineTime(series.time, findings);
    for (const Channel& channel : series.channels) examineColumn(channel, findings);
    examineScales(series, findings);
    return findings;
}

std::vector<std::string> withStep(std::vector<std::string> recipe, std::string_view step) {
    const auto added = parseRecipeStep(step);
    if (!added) return recipe;
    std::erase(recipe, "none");
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
            recipe[at] = formatRecipeStep(*added);
            return recipe;
        }
        if (place(there->key) > place(added->key)) break;
    }
    recipe.insert(recipe.begin() + static_cast<std::ptrdiff_t>(at), formatRecipeStep(*added));
    return recipe;
}

}  // namespace gatelab
