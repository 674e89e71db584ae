// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/remedy.h"

#include "config/field.h"
#include "config/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/shape_choice.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

const Text kAsMany = GATELAB_TEXT("Doctor", "Read as many series"), kLeaveOut = GATELAB_TEXT("Doctor", "Leave out"),
           kSort = GATELAB_TEXT("Doctor", "Sort"), kFromLast = GATELAB_TEXT("Doctor", "From the last value");

bool isIn(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// That they are inputs is what is wrong with these.
bool spoilsInputs(std::string_view code) { return code == "constant" || code == "no-values" || code == "next-value"; }

/// A column that is forecast stays: its own past tells most.
std::optional<FindingRemedy> withoutInputs(std::span<const DataFinding> findings, const Series& series,
                                           ExperimentConfig config) {
    std::vector<std::string> inputs = inputChannels(series, config);
    const std::vector<std::string> targets =
        config.targets.empty() ? std::vector<std::string>{series.channels.back().name} : config.targets;
    const auto before = inputs.size();
    std::erase_if(inputs, [&](const std::string& name) {
        return !isIn(targets, name) && std::ranges::find(findings, name, &DataFinding::column) != findings.end();
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
    if (!value.ok() || fieldValue(config, *field) == *value || !setFieldValue(config, *field, *value).ok())
        return std::nullopt;
    return FindingRemedy{std::move(config), wordOf(*field, *value)};
}

}  // namespace

std::optional<FindingRemedy> remedyOf(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config) {
    const DataFinding& first = findings.front();
    if (spoilsInputs(first.code)) return withoutInputs(findings, series, config);
    // Sorted, the rows of all series would be one.
    if (const std::string shape = betterShape(series.report);
        isLongShape(shape) && (first.setting == "sort_time" || first.code == "time-repeat"))
        return withShape(shape, config);
    if (first.setting == "csv_shape") return withShape(first.value, config);
    if (!first.setting.empty()) return withSetting(first, config);
    const auto wanted = parseRecipeStep(first.recipe);
    const RecipeStep* kind = wanted.ok() ? findRecipeStep(wanted->key) : nullptr;
    if (kind == nullptr || mendedIn(first, config)) return std::nullopt;
    ExperimentConfig mended = config;
    mended.recipe = withStep(config.recipe, first.recipe);
    return FindingRemedy{std::move(mended), kind->label};
}

std::optional<std::size_t> mendedIn(const DataFinding& finding, const ExperimentConfig& config) {
    const auto wanted = parseRecipeStep(finding.recipe);
    const RecipeStep* kind = wanted.ok() ? findRecipeStep(wanted->key) : nullptr;
    for (std::size_t i = 0; kind != nullptr && i < config.recipe.size(); ++i)
        if (const auto step = parseRecipeStep(config.recipe[i]); step.ok() && step->enabled && step->key == wanted->key)
            if (!kind->isRepeatable || config.recipe[i] == finding.recipe) return i;
    return std::nullopt;
}

}  // namespace gatelab
