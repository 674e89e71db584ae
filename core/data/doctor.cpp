// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/doctor.h"

#include "base/parallel.h"
#include "data/findings/blank_pair.h"
#include "data/findings/checked_column.h"
#include "data/findings/masked_shares.h"
#include "data/findings/next_value.h"
#include "data/findings/row_times.h"
#include "data/many/many_findings.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"
#include "io/row_memory.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace gatelab {
namespace {

// What is looked for, in the order in which it is told: the check, how many values it wants, whether it is the last
// where it finds something.
constexpr FindingCheck<RowTimes> kTimeChecks[] = {
    {checkClocks},               // "time-clock-back", "time-clock-forward"
    {checkOrder},                // "time-reversed", "time-disorder"
    {checkRepeats},              // "time-repeat"
    {checkMixedSteps, 0, true},  // "mixed-steps"
    {checkIrregular, 20, true},  // "time-irregular"
    {checkGaps},                 // "time-gap"
    {checkClose},                // "time-close"
};
constexpr FindingCheck<CheckedColumn> kColumnChecks[] = {
    {checkEmpty, 0, true},     // "no-values"
    {checkMissing},            // "slower", "late", "short", "missing"
    {checkConstant, 0, true},  // "constant"
    {checkStandIns, 8},        // "sentinel"
    {checkFarValues, 8},       // "outliers"
    {checkFlat, 8},            // "flat"
    {checkSpikes, 8},          // "spike"
    {checkCounter, 8},         // "counter"
    {checkLevel, 8},           // "level-shift", "unit-jump"
    {checkTogether, 8},        // what is far off once both sides of a change are brought together
};

/// All columns, once each was looked at by itself.
struct CheckedSeries {
    const Series& series;
    std::set<std::size_t> words;  ///< channels of words, which have no values to look at
    std::vector<ColumnSummary> summaries;
    [[nodiscard]] std::int64_t count() const { return series.rows(); }
};

void checkNextValues(const CheckedSeries& all, Findings& findings) {
    for (const NextValue& pair : nextValues(all.series)) {
        findings.push_back(warningOf("next-value", pair.holder, {-1, -1, all.series.rows()}, nextValueText(pair)));
        findings.back().value = pair.target;
    }
}

void checkScales(const CheckedSeries& all, Findings& findings) {
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    std::string smallName, largeName;
    for (std::size_t c = 0; c < all.summaries.size(); ++c) {
        const ColumnSummary& s = all.summaries[c];
        const double deviation = s.present > 1 ? std::sqrt(s.squares / static_cast<double>(s.present)) : 0;
        if (all.words.contains(c) || !(deviation > 0)) continue;
        const std::string& name = all.series.channels[c].name;
        if (deviation < smallest) smallest = deviation, smallName = name;
        if (deviation > largest) largest = deviation, largeName = name;
    }
    if (largest > 100 * smallest)
        findings.push_back(foundOf(
            DataFinding::Severity::Info, "scales", "", {},
            {GATELAB_TEXT("Doctor",
                          "Column '%1' spreads more than 100 times as much as '%2'. Without scaling a network sees "
                          "only the large one."),
             {largeName, smallName}},
            "standardise"));
}

constexpr FindingCheck<CheckedSeries> kSeriesChecks[] = {{checkNextValues}, {checkScales}};

/// The findings of each column, a few columns at a time: what is found stays in their order.
void checkColumns(CheckedSeries& all, Findings& findings) {
    constexpr std::int64_t kManyValues = 1'000'000;  // fewer are looked at before a thread has begun
    const std::size_t columns = all.series.channels.size();
    std::vector<Findings> ofColumns(columns);
    all.summaries.resize(columns);
    const bool isLarge = all.series.rows() * static_cast<std::int64_t>(columns) >= kManyValues;
    inParallel(isLarge ? threadsFor(0) : 1, columns, [&](std::size_t c) {
        const Channel& channel = all.series.channels[c];
        if (!all.words.contains(c)) {
            const CheckedColumn column(channel, all.series.time, columns == 1);
            all.summaries[c] = column.summary;
            runChecks(kColumnChecks, column, ofColumns[c]);
        }
        haveReadRows(channel.values.data(), channel.values.span().size_bytes());
    });
    for (Findings& found : ofColumns) std::ranges::move(found, std::back_inserter(findings));
}

/// As the values stand.
Findings examineAsRead(const Series& series) {
    Findings findings;
    if (series.time.known()) runChecks(kTimeChecks, RowTimes(series.time), findings);
    CheckedSeries all{series, wordChannels(series), {}};
    checkColumns(all, findings);
    runChecks(kSeriesChecks, all, findings);
    return findings;
}

/// With zeros where a blank means that: nothing is missing there.
Findings examineWithZeros(const Series& series, std::span<const BlankPair> pairs) {
    std::vector<std::string> steps;
    for (const BlankPair& pair : pairs) steps.push_back(blankPairStep(pair));
    Series zeros = *rescaledSeries(series, steps);
    zeros.report.valuesMissing = 0;
    for (const Channel& channel : zeros.channels)
        zeros.report.valuesMissing += std::ranges::count_if(channel.values, [](double v) { return std::isnan(v); });
    Findings findings = examineAsRead(zeros);
    auto at = std::ranges::find_if(findings, [](const DataFinding& one) { return !one.column.empty(); });
    for (const BlankPair& pair : pairs) {
        at = findings.insert(at, warningOf("blank-zero", pair.firstName, {-1, -1, pair.rows}, blankPairText(pair),
                                           blankPairStep(pair))) +
             1;
    }
    return findings;
}

}  // namespace

std::vector<DataFinding> examine(const Series& series) {
    if (isMany(series)) return examineMany(series);
    if (const std::vector<BlankPair> pairs = blankPairs(series); !pairs.empty()) return examineWithZeros(series, pairs);
    return examineAsRead(series);
}

std::string maskOf(std::span<const DataFinding> findings, const TimeAxis& time) {
    std::vector<std::string> columns;
    for (const DataFinding& finding : findings) {
        if (finding.places.empty() || finding.places.size() > kMostPlaces) return {};
        columns.push_back(finding.column);
    }
    const std::vector<RowRange> rows = placesOf(findings);
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
