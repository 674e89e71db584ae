// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "data/findings/finding_check.h"
#include "data/findings/stand_ins.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

const ReadGuess* guessOf(const ReadReport& report, std::string_view key) {
    const auto found = std::ranges::find(report.guesses, key, &ReadGuess::key);
    return found == report.guesses.end() ? nullptr : &*found;
}

/// How a file of text writes such a number; empty: it may write it in many ways, or the data are no such file.
std::string spellingOf(double value, const ReadReport& report) {
    constexpr double kMostDigits = 1e15;
    if (guessOf(report, "csv_missing") == nullptr || std::abs(value) >= kMostDigits) return {};
    std::string text = decimalText(value);
    const ReadGuess* const decimal = guessOf(report, "csv_decimal");
    if (decimal != nullptr && decimal->value == "comma") std::ranges::replace(text, '.', ',');
    return text;
}

/// Those that are read as missing; once some are given no other word is guessed, so these are those that were.
std::vector<std::string> spellingsOf(const ReadReport& report, const ExperimentConfig& config) {
    const ReadGuess* const guessed = guessOf(report, "csv_missing");
    if (!config.csvMissing.empty() || guessed == nullptr) return config.csvMissing;
    const Field& field = *findField("csv_missing");
    ExperimentConfig other;
    const auto value = parseFieldValue(field, guessed->value);
    return value.ok() && setFieldValue(other, field, *value).ok() ? other.csvMissing : std::vector<std::string>();
}

/// Whether a column that is not named holds the value, where it may be measured; of very many values they may.
bool isElsewhere(double value, const std::vector<std::string>& names, const Series& series) {
    constexpr std::int64_t kMostValues = 10'000'000;
    if (series.rows() * std::ssize(series.channels) > kMostValues && names.size() < series.channels.size()) return true;
    return std::ranges::any_of(series.channels, [&](const Channel& one) {
        return std::ranges::find(names, one.name) == names.end() &&
               std::ranges::find(one.values, value) != one.values.end();
    });
}

}  // namespace

bool masksStandIn(const DataFinding& finding, std::span<const std::string> recipe) {
    return finding.code == "sentinel" && std::ranges::any_of(recipe, [&](const std::string& step) {
               return masksValue(step, finding.column, finding.before);
           });
}

std::optional<ExperimentConfig> readAsMissing(std::span<const DataFinding> standIns, const Series& series,
                                              const ExperimentConfig& config) {
    std::map<double, std::vector<std::string>> columns;
    for (const DataFinding& one : standIns)
        if (!masksStandIn(one, config.recipe)) columns[one.before].push_back(one.column);
    if (columns.empty()) return std::nullopt;
    ExperimentConfig read = config, masked = config;
    read.csvMissing = spellingsOf(series.report, config);
    bool areSpelled = true;
    for (const auto& [value, names] : columns) {
        const std::string spelling = spellingOf(value, series.report);
        // One that is given already, and yet was read, is written otherwise. A spelling holds for all columns.
        areSpelled = areSpelled && !spelling.empty() &&
                     std::ranges::find(read.csvMissing, spelling) == read.csvMissing.end() &&
                     !isElsewhere(value, names, series);
        read.csvMissing.push_back(spelling);
        masked.recipe = withStep(masked.recipe, maskValuesStep(names, value));
    }
    return areSpelled ? read : masked;
}

}  // namespace gatelab
