// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/remedy.h"

#include "base/number_text.h"
#include "config/field.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "config/shapes/resample_rule.h"
#include "data/findings/mended_series.h"
#include "data/findings/stand_ins.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"
#include "data/resample/column_rules.h"
#include "data/rows_ahead.h"
#include "data/shapes/shape_choice.h"
#include "data/split.h"
#include "data/time_step.h"
#include "data/windows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

const Text kAsMany = GATELAB_TEXT("Doctor", "Read as many series"), kLeaveOut = GATELAB_TEXT("Doctor", "Leave out"),
           kSort = GATELAB_TEXT("Doctor", "Sort"), kFromLast = GATELAB_TEXT("Doctor", "From the last value"),
           kStratify = GATELAB_TEXT("Doctor", "Stratify"), kAsShares = GATELAB_TEXT("Doctor", "As shares"),
           kShorter = GATELAB_TEXT("Doctor", "Shorter windows"), kBlankIsZero = GATELAB_TEXT("Doctor", "Blank is 0"),
           kAsMissing = GATELAB_TEXT("Doctor", "Read as missing");

const Text kCutBefore = GATELAB_TEXT("Doctor", "Cut the rows before"),
           kCutAfter = GATELAB_TEXT("Doctor", "Cut the rows after"), kRescale = GATELAB_TEXT("Doctor", "Rescale"),
           kCountThrough = GATELAB_TEXT("Doctor", "Count through");

bool isIn(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// That they are inputs is what is wrong with these.
bool spoilsInputs(std::string_view code) {
    return code == "constant" || code == "no-values" || code == "next-value" || code == "copy" || code == "same-column";
}

std::vector<std::string> targetsOf(const Series& series, const ExperimentConfig& config) {
    return config.targets.empty() ? std::vector{series.channels.back().name} : config.targets;
}

/// Whether a column that is forecast is an input that it should not be: one that holds what another comes to is. Of
/// the others its own past tells most, so it stays.
bool spoilsAsTarget(const DataFinding& finding) { return finding.code == "next-value"; }

/// Nothing where what is told of coming values is of a column that is not forecast. `findings`: of one kind.
std::optional<FindingRemedy> withoutInputs(std::span<const DataFinding> findings, const Series& series,
                                           ExperimentConfig config) {
    const DataFinding& first = findings.front();
    if (first.code == "next-value" && !first.value.empty() && !config.targets.empty() &&
        !isIn(config.targets, first.value))
        return std::nullopt;
    std::vector<std::string> inputs = inputChannels(series, config);
    const std::vector<std::string> targets = targetsOf(series, config);
    const auto before = inputs.size();
    std::erase_if(inputs, [&](const std::string& name) {
        return (spoilsAsTarget(first) || !isIn(targets, name)) &&
               std::ranges::find(findings, name, &DataFinding::column) != findings.end();
    });
    if (inputs.empty() || inputs.size() == before) return std::nullopt;
    config.inputs = std::move(inputs);
    return FindingRemedy{std::move(config), kLeaveOut};
}

std::optional<FindingRemedy> withShape(const std::string& shape, ExperimentConfig config) {
    if (shape.empty() || config.csvShape == shape) return std::nullopt;
    config.csvShape = shape;
    return FindingRemedy{std::move(config), kAsMany};
}

Phrase wordOf(const Field& field, const FieldValue& value) {
    const std::string_view key = field.key;
    if (key == "inputs") return kLeaveOut;
    if (key == "sort_time") return kSort;
    if (key == "anchor") return kFromLast;
    return {GATELAB_TEXT("Doctor", "%1: %2"), {field.label, formatFieldValue(value)}};
}

std::optional<FindingRemedy> withSetting(const DataFinding& finding, ExperimentConfig config) {
    const Field* field = findField(finding.setting);
    const auto value =
        field != nullptr ? parseFieldValue(*field, finding.value) : Error{ErrorCode::NotFound, std::string()};
    // Forecasts that start from a level of their own, whichever, take up another one.
    if (finding.setting == "anchor" && isAnchored(config.anchor)) return std::nullopt;
    if (!value.ok() || fieldValue(config, *field) == *value || !setFieldValue(config, *field, *value).ok())
        return std::nullopt;
    return FindingRemedy{std::move(config), wordOf(*field, *value)};
}

/// Rows of one time, or times between the others, put together by the step that most rows keep. Where many repeat they
/// are several series, whose rows would be mixed.
std::optional<FindingRemedy> atOneStep(const DataFinding& finding, const Series& series, ExperimentConfig config) {
    constexpr std::int64_t kOf = 20;
    const Field* field = findField("resample");
    if (series.time.stepMicros <= 0 || isMany(series) || config.resample != ExperimentConfig().resample) return {};
    if (finding.code == "time-repeat" && finding.rows * kOf > series.rows()) return {};
    config.resample = formatTimeStep(series.time.stepMicros);
    const Phrase word = wordOf(*field, fieldValue(config, *field));
    return FindingRemedy{std::move(config), word};
}

/// Rows that are events, put together by the rule that each column asks for. Of a long log that is decided where it is
/// read: it looks at all rows, and remedies are asked for with each edit.
std::optional<FindingRemedy> atEvenSteps(const DataFinding& finding, const Series& series, ExperimentConfig config) {
    const auto step = timeStepMicros(finding.value);
    if (!step || isMany(series) || resamples(config)) return std::nullopt;
    constexpr std::int64_t kMostValues = 1'000'000;
    const bool isLong = series.rows() * std::ssize(series.channels) > kMostValues;
    const std::vector<ColumnRule> rules = isLong ? std::vector<ColumnRule>() : columnRules(series, {});
    config.resample = finding.value;
    config.resampleBy = formatResampleRule(isLong ? ResampleRule() : writtenRule(rules));
    if (!std::ranges::is_sorted(series.time.values)) config.sortTime = true;
    Phrase preview;
    for (const Phrase& said : describeRules(rules))
        preview = preview.empty() ? said : Phrase(GATELAB_TEXT("Doctor", "%1; %2"), {std::move(preview), said});
    const Phrase word = wordOf(*findField("resample"), finding.value);
    return FindingRemedy{std::move(config), word, std::move(preview)};
}

/// Whether a window whose targets lie in `part` touches none of these rows, which are in order.
bool hasWindow(RowRange part, const std::vector<RowRange>& without, const ExperimentConfig& config) {
    std::int64_t free = 0;  // from which row on there are none of them
    const auto fits = [&](std::int64_t end) {
        return std::max(part.begin, free + config.lookback) + config.horizon <= std::min(part.end, end);
    };
    for (const RowRange& rows : without) {
        if (fits(rows.begin)) return true;
        free = std::max(free, rows.end);
    }
    return fits(part.end);
}

/// Training windows lie in their part; those of the others may reach back over its border.
bool leavesWindows(const Split& split, const std::vector<RowRange>& without, const ExperimentConfig& config) {
    return std::ranges::all_of(std::array{split.train, split.validation, split.test}, [&](const RowRange& part) {
        return !hasWindow(part, {}, config) || hasWindow(part, without, config);
    });
}

/// The parts in shares of these rows, which all others are left out of; nothing: they are too few.
std::optional<std::string> splitOf(RowRange rows, const ExperimentConfig& config) {
    auto split = splitRows(config.split, rows.size(), config.splitGap);
    if (!split.ok()) split = splitRows(ExperimentConfig().split, rows.size(), config.splitGap);
    if (!split.ok()) return {};
    for (RowRange* part : {&split->train, &split->validation, &split->test})
        part->begin += rows.begin, part->end += rows.begin;
    const std::vector<RowRange> before{{0, rows.begin}};
    for (const RowRange& part : {split->train, split->validation, split->test})
        if (part.size() > 0 && !hasWindow(part, before, config)) return {};
    split->train.begin = 0;
    return formatSplit(*split, config.splitGap);
}

/// A change of unit whose factor is not known: one side is left out of all parts.
std::optional<FindingRemedy> withoutOneSide(const DataFinding& finding, const Series& series,
                                            const ExperimentConfig& config) {
    const std::int64_t at = finding.firstRow, rows = series.rows();
    const auto saying = [&](ExperimentConfig changed, Phrase word, std::int64_t left, std::int64_t stay) {
        return FindingRemedy{std::move(changed),
                             std::move(word),
                             {GATELAB_TEXT("Doctor",
                                           "%1 rows are left out, of all columns; %2 stay, and are cut into "
                                           "training, validation and test part anew."),
                              {left, stay}}};
    };
    ExperimentConfig later = config, earlier = config;
    if (const auto split = splitOf({at, rows}, config)) {
        later.recipe = withStep(config.recipe, finding.recipe);
        later.split = *split;
        return saying(std::move(later), kCutBefore, at, rows - at);
    }
    const auto split = splitOf({0, at}, config);
    const auto now = splitRows(config.split, rows, config.splitGap);
    if (!split || (now.ok() && std::max(now->validation.end, now->test.end) <= at)) return {};
    earlier.split = *split;
    return saying(std::move(earlier), kCutAfter, rows - at, at);
}

/// The rows before a change of unit or level are brought to the one after it.
std::optional<FindingRemedy> inOneUnit(const DataFinding& finding, const RecipeStepConfig& step,
                                       ExperimentConfig config) {
    const auto number = [&step](const char* key, double fallback) {
        const auto found = step.parameters.find(key);
        if (found != step.parameters.end())
            std::from_chars(found->second.data(), found->second.data() + found->second.size(), fallback);
        return fallback;
    };
    const double times = number("times", 1), plus = number("plus", 0), becomes = times * finding.before + plus;
    const auto figure = [](double value) { return numberPhrase(numberText(value, 3)); };
    config.recipe = withStep(config.recipe, finding.recipe);
    const RowRange rows = changedRows(finding);
    Phrase preview =
        rows.begin == 0
            ? Phrase(GATELAB_TEXT("Doctor",
                                  "The rows before row %1 are rescaled: their middle value %2 becomes "
                                  "%3; from there on it is %4. No row is lost."),
                     {rows.end, figure(finding.before), figure(becomes), figure(finding.after)})
            : Phrase(GATELAB_TEXT("Doctor",
                                  "Rows %1 to %2 are rescaled: their middle value %3 becomes %4; around them it is "
                                  "%5. No row is lost."),
                     {rows.begin, rows.end - 1, figure(finding.before), figure(becomes), figure(finding.after)});
    return FindingRemedy{std::move(config), kRescale, std::move(preview), rows, times, plus};
}

/// A counter goes on where it started over, and its differences are learned from where no other column would become
/// them as well.
std::optional<FindingRemedy> countedThrough(const DataFinding& finding, const Series& series, ExperimentConfig config) {
    const auto step = parseRecipeStep(finding.recipe);
    const auto remedy = step.ok() ? inOneUnit(finding, *step, std::move(config)) : std::nullopt;
    if (!remedy) return remedy;
    FindingRemedy through = *remedy;
    const bool isDifferenced = std::ranges::any_of(
        through.config.recipe, [](const std::string& text) { return text.starts_with("difference"); });
    if (series.channels.size() == 1 && !isDifferenced)
        through.config.recipe = withStep(through.config.recipe, "difference");
    through.word = kCountThrough;
    through.preview = {GATELAB_TEXT("Doctor",
                                    "%1 is added to the rows before row %2, so that the counter goes on from there. No "
                                    "row is lost."),
                       {numberPhrase(numberText(through.plus, 6)), finding.firstRow}};
    return through;
}

/// How many blanks of each column become zeros.
Phrase blanksPreview(const RecipeStepConfig& step, const Series& series) {
    Phrase said;
    for (const std::string& name : namedColumns(step))
        if (const auto channel = series.find(name)) {
            const auto blanks = std::ranges::count_if(series.channels[*channel].values,
                                                      [](double value) { return !std::isfinite(value); });
            Phrase one{GATELAB_TEXT("Doctor", "%1 blank cells of '%2' become 0."), {blanks, name}};
            said = said.empty() ? std::move(one) : together(std::move(said), std::move(one));
        }
    return said;
}

}  // namespace

std::optional<FindingRemedy> remedyOf(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config) {
    const DataFinding& first = findings.front();
    if (spoilsInputs(first.code)) return withoutInputs(findings, series, config);
    if (first.code == "sentinel") {
        auto missing = readAsMissing(findings, series, config);
        return missing ? std::optional(FindingRemedy{std::move(*missing), kAsMissing}) : std::nullopt;
    }
    // Sorted, the rows of all series would be one.
    if (const std::string shape = betterShape(series.report);
        isLongShape(shape) && (first.setting == "sort_time" || first.code == "time-repeat"))
        return withShape(shape, config);
    const bool isOfEvents = first.code == "time-repeat" || first.code == "time-irregular";
    if (first.setting == "resample" && isOfEvents) return atEvenSteps(first, series, config);
    if (first.code == "time-repeat" || first.code == "time-close") return atOneStep(first, series, config);
    if (first.setting == "csv_shape") return withShape(first.value, config);
    if (!first.setting.empty()) return withSetting(first, config);
    const auto wanted = parseRecipeStep(first.recipe);
    const RecipeStep* kind = wanted.ok() ? findRecipeStep(wanted->key) : nullptr;
    if (kind == nullptr || mendedIn(first, config)) return std::nullopt;
    const bool isOneSide = changedRows(first).begin == 0;
    if (first.code == "unit-jump" && wanted->key == "mask" && isOneSide) return withoutOneSide(first, series, config);
    if (first.code == "counter") return countedThrough(first, series, config);
    if (changesAt(first) && wanted->key != "mask") return inOneUnit(first, *wanted, config);
    ExperimentConfig mended = config;
    mended.recipe = withStep(config.recipe, first.recipe);
    if (first.code == "blank-zero")
        return FindingRemedy{std::move(mended), kBlankIsZero, blanksPreview(*wanted, series)};
    return FindingRemedy{std::move(mended), kind->label};
}

namespace {

/// Whether each part that has rows has a window. Those after the training part may reach back over its border.
bool haveWindows(const Split& split, const ExperimentConfig& config) {
    return std::ranges::all_of(std::array{split.train, split.validation, split.test}, [&](const RowRange& part) {
        return part.size() == 0 || windowPlaces(part, config.lookback, config.horizon, 1) > 0;
    });
}

/// Windows of which each part holds some; nothing: they fit already, or no shorter ones do.
std::optional<FindingRemedy> shorterWindows(const Series& series, ExperimentConfig config) {
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (isMany(series) || !isForecast(config) || !split.ok() || haveWindows(*split, config)) return std::nullopt;
    std::int64_t shortest = split->train.size();
    for (const RowRange& part : {split->validation, split->test})
        if (part.size() > 0) shortest = std::min(shortest, part.size());
    config.horizon = std::clamp<std::int64_t>(config.horizon, 1, std::max<std::int64_t>(1, shortest / 2));
    const std::int64_t most = (split->train.size() - config.horizon) / 2;
    config.lookback = std::clamp<std::int64_t>(config.lookback, 1, std::max<std::int64_t>(1, most));
    if (!haveWindows(*split, config)) return std::nullopt;
    FindingRemedy remedy{std::move(config), kShorter};
    remedy.preview = {GATELAB_TEXT("Doctor", "Lookback %1 and horizon %2: each part then holds some windows."),
                      {remedy.config.lookback, remedy.config.horizon}};
    return remedy;
}

/// "70/15/15" of many rows, as it was meant.
std::optional<FindingRemedy> asShares(const Phrase& message, ExperimentConfig config) {
    constexpr std::size_t kParts = 3;
    if (message.arguments.size() < kParts + 1) return std::nullopt;
    std::string split;
    for (std::size_t i = 1; i <= kParts; ++i)
        if (const std::string rows = message.arguments[i].english(); rows != "0")
            split += (split.empty() ? "" : "/") + rows + "%";
    config.split = split + (writtenSplit(config.split).isStratified ? " stratified" : "");
    return FindingRemedy{std::move(config), kAsShares};
}

}  // namespace

std::optional<FindingRemedy> remedyOf(const ConfigFinding& finding, const Dataset& data,
                                      const ExperimentConfig& config) {
    if (lacksClass(finding) && !writtenSplit(config.split).isStratified) {
        ExperimentConfig stratified = config;
        stratified.split += " stratified";
        return FindingRemedy{std::move(stratified), kStratify};
    }
    if (meansShares(finding)) return asShares(finding.message, config);
    if (data.series && (finding.key == "lookback" || finding.key == "horizon"))
        return shorterWindows(*data.series, config);
    return std::nullopt;
}

std::vector<DataFinding> mendedWith(std::span<const DataFinding> kind, std::span<const DataFinding> findings) {
    const DataFinding& first = kind.front();
    std::vector<DataFinding> all;
    for (const DataFinding& one : findings)
        if (one.code == first.code && one.value == first.value) all.push_back(one);
    return spoilsInputs(first.code) && !all.empty() ? all : std::vector<DataFinding>(kind.begin(), kind.end());
}

bool isMended(const DataFinding& finding, const Series& series, const ExperimentConfig& config) {
    const std::vector<std::string> targets = targetsOf(series, config);
    if (spoilsInputs(finding.code))
        return (spoilsAsTarget(finding) || !isIn(targets, finding.column)) &&
               !isIn(inputChannels(series, config), finding.column);
    const std::string mask = finding.places.empty() ? std::string() : maskOf(std::span(&finding, 1), series.time);
    if ((!mask.empty() && isIn(config.recipe, mask)) || masksStandIn(finding, config.recipe)) return true;
    const auto step = mendedIn(finding, config);
    // What a fresh experiment does with the gaps of any data was chosen by nobody.
    return step && !isIn(ExperimentConfig().recipe, config.recipe[*step]);
}

bool canBeMasked(std::span<const DataFinding> findings, const Series& series, const ExperimentConfig& config) {
    if (isMany(series)) return false;
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!split.ok()) return true;
    const std::vector<std::string> inputs = inputChannels(series, config), targets = targetsOf(series, config);
    std::vector<RowRange> rows;
    for (const DataFinding& finding : findings)
        if (isIn(inputs, finding.column) || isIn(targets, finding.column))
            rows.insert(rows.end(), finding.places.begin(), finding.places.end());
    std::ranges::sort(rows, {}, &RowRange::begin);
    return leavesWindows(*split, rows, config);
}

std::optional<std::size_t> mendedIn(const DataFinding& finding, const ExperimentConfig& config) {
    const auto wanted = parseRecipeStep(finding.recipe);
    const RecipeStep* kind = wanted.ok() ? findRecipeStep(wanted->key) : nullptr;
    const std::string asked = wanted.ok() ? formatRecipeStep(*wanted) : std::string();
    for (std::size_t i = 0; i < config.recipe.size(); ++i)
        if (masksStandIn(finding, std::span(config.recipe).subspan(i, 1))) return i;
    for (std::size_t i = 0; kind != nullptr && i < config.recipe.size(); ++i)
        if (const auto step = parseRecipeStep(config.recipe[i]); step.ok() && step->enabled && step->key == wanted->key)
            if (kind->isRepeatable ? formatRecipeStep(*step) == asked : namedColumns(*step) == namedColumns(*wanted))
                return i;
    return std::nullopt;
}

}  // namespace gatelab
