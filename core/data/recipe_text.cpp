// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe.h"

#include <algorithm>
#include <charconv>

namespace gatelab {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

Error badStep(std::string_view text, const std::string& why) { return {ErrorCode::InvalidInput, "recipe step '" + std::string(text) + "': " + why}; }

std::string stepKeys() {
    std::string keys;
    for (const RecipeStep& step : recipeSteps()) keys += (keys.empty() ? "" : ", ") + std::string(step.key);
    return keys;
}

/// What is wrong with this value of this parameter; empty when it is right.
std::string checkParameter(const RecipeParameter& parameter, const std::string& value) {
    if (!parameter.choices.empty()) {
        const bool known = std::any_of(parameter.choices.begin(), parameter.choices.end(), [&](const char* choice) { return value == choice; });
        if (known) return {};
        std::string choices;
        for (const char* choice : parameter.choices) choices += (choices.empty() ? "" : ", ") + std::string(choice);
        return "'" + value + "' is not a choice of " + parameter.key + "; there are " + choices;
    }
    double number = 0;
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (code != std::errc{} || end != value.data() + value.size()) return "'" + value + "' is not a number for " + parameter.key;
    if (number >= parameter.low && number <= parameter.high) return {};
    return std::string(parameter.key) + " must be from " + std::to_string(parameter.low) + " to " + std::to_string(parameter.high);
}

Result<RecipeStepConfig> parseParameters(RecipeStepConfig step, std::string_view inside, std::string_view whole) {
    while (!trimmed(inside).empty()) {
        const std::size_t comma = inside.find(',');
        const std::string_view piece = trimmed(inside.substr(0, comma));
        inside = comma == std::string_view::npos ? std::string_view{} : inside.substr(comma + 1);
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos) return badStep(whole, "'" + std::string(piece) + "' needs the form name=value");
        const std::string name(trimmed(piece.substr(0, equals)));
        if (!step.parameters.emplace(name, trimmed(piece.substr(equals + 1))).second) return badStep(whole, "'" + name + "' is given twice");
    }
    return step;
}

Result<> checkParameters(const RecipeStepConfig& step, std::string_view whole) {
    const RecipeStep* row = findRecipeStep(step.key);
    if (!row) return badStep(whole, "there is no step '" + step.key + "'; there are " + stepKeys());
    for (const auto& [name, value] : step.parameters) {
        const auto parameter = std::find_if(row->parameters.begin(), row->parameters.end(), [&](const RecipeParameter& p) { return name == p.key; });
        if (parameter == row->parameters.end()) return badStep(whole, "'" + step.key + "' has no parameter '" + name + "'");
        if (const std::string wrong = checkParameter(*parameter, value); !wrong.empty()) return badStep(whole, wrong);
    }
    return {};
}

}  // namespace

Result<RecipeStepConfig> parseRecipeStep(std::string_view text) {
    std::string_view rest = trimmed(text);
    RecipeStepConfig step;
    if (!rest.empty() && rest.front() == '!') {
        step.enabled = false;
        rest = trimmed(rest.substr(1));
    }
    const std::size_t open = rest.find('(');
    step.key = trimmed(rest.substr(0, open));
    if (step.key.empty()) return badStep(text, "the step's name is missing; there are " + stepKeys());
    if (open != std::string_view::npos) {
        if (rest.back() != ')' || rest.find(')') != rest.size() - 1) return badStep(text, "the closing bracket must be the last character");
        auto parsed = parseParameters(std::move(step), rest.substr(open + 1, rest.size() - open - 2), text);
        if (!parsed) return parsed;
        step = std::move(*parsed);
    }
    if (auto checked = checkParameters(step, text); !checked) return checked.error();
    return step;
}

std::string formatRecipeStep(const RecipeStepConfig& step) {
    std::string text = (step.enabled ? "" : "!") + step.key;
    for (bool first = true; const auto& [name, value] : step.parameters) {
        text += (first ? "(" : ", ") + name + "=" + value;
        first = false;
    }
    return step.parameters.empty() ? text : text + ")";
}

}  // namespace gatelab
