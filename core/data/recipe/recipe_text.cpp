// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "data/recipe/recipe.h"

#include <algorithm>
#include <charconv>

namespace gatelab {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

Error badStep(std::string_view text, const Phrase& why) {
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Preparing", "recipe step '%1': %2"), {std::string(text), why}}};
}

/// Where the bracket that opens at `open` is closed; npos: nowhere.
std::size_t closingBracket(std::string_view text, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i;
    }
    return std::string_view::npos;
}

/// The first comma outside of brackets.
std::size_t outerComma(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && depth > 0) --depth;
        if (text[i] == ',' && depth == 0) return i;
    }
    return std::string_view::npos;
}

std::string stepKeys() {
    std::string keys;
    for (const RecipeStep& step : recipeSteps()) keys += (keys.empty() ? "" : ", ") + std::string(step.key);
    return keys;
}

/// No such parameter of a step, and those that it has, each with what it is when it is left out.
Phrase noParameter(const RecipeStep& step, const std::string& name) {
    if (step.parameters.empty()) return {GATELAB_TEXT("Preparing", "'%1' has no parameters"), {step.key}};
    std::string names;
    for (const RecipeParameter& p : step.parameters)
        names += (names.empty() ? "" : ", ") + std::string(p.key) + "=" + p.fallback;
    return {GATELAB_TEXT("Preparing", "'%1' has no parameter '%2'; left out, it has %3"), {step.key, name, names}};
}

/// What is wrong with this value of this parameter; empty when it is right.
Phrase checkParameter(const RecipeParameter& parameter, const std::string& value) {
    if (!parameter.choices.empty()) {
        const bool known = std::any_of(parameter.choices.begin(), parameter.choices.end(),
                                       [&](const RecipeChoice& choice) { return value == choice.key; });
        if (known) return {};
        std::string choices;
        for (const RecipeChoice& choice : parameter.choices)
            choices += (choices.empty() ? "" : ", ") + std::string(choice.key);
        return {GATELAB_TEXT("Preparing", "'%1' is not a choice of %2; there are %3"), {value, parameter.key, choices}};
    }
    if (parameter.isText) return {};
    double number = 0;
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (code != std::errc{} || end != value.data() + value.size())
        return {GATELAB_TEXT("Preparing", "'%1' is not a number for %2"), {value, parameter.key}};
    if (number >= parameter.low && number <= parameter.high) return {};
    return {GATELAB_TEXT("Preparing", "%1 must be from %2 to %3"),
            {parameter.key, formatFieldValue(parameter.low), formatFieldValue(parameter.high)}};
}

Result<RecipeStepConfig> parseParameters(RecipeStepConfig step, std::string_view inside, std::string_view whole) {
    while (!trimmed(inside).empty()) {
        const std::size_t comma = outerComma(inside);
        const std::string_view piece = trimmed(inside.substr(0, comma));
        inside = comma == std::string_view::npos ? std::string_view{} : inside.substr(comma + 1);
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos)
            return badStep(whole, {GATELAB_TEXT("Preparing", "'%1' needs the form name=value"), {std::string(piece)}});
        const std::string name(trimmed(piece.substr(0, equals)));
        if (!step.parameters.emplace(name, trimmed(piece.substr(equals + 1))).second)
            return badStep(whole, {GATELAB_TEXT("Preparing", "'%1' is given twice"), {name}});
    }
    return step;
}

Result<> checkParameters(const RecipeStepConfig& step, std::string_view whole) {
    const RecipeStep* row = findRecipeStep(step.key);
    if (!row)
        return badStep(whole,
                       {GATELAB_TEXT("Preparing", "there is no step '%1'; there are %2"), {step.key, stepKeys()}});
    for (const auto& [name, value] : step.parameters) {
        const auto parameter = std::find_if(row->parameters.begin(), row->parameters.end(),
                                            [&name = name](const RecipeParameter& p) { return name == p.key; });
        if (parameter == row->parameters.end()) return badStep(whole, noParameter(*row, name));
        if (const Phrase wrong = checkParameter(*parameter, value); !wrong.empty()) return badStep(whole, wrong);
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
    if (step.key.empty())
        return badStep(text, {GATELAB_TEXT("Preparing", "the step's name is missing; there are %1"), {stepKeys()}});
    if (open != std::string_view::npos) {
        if (rest.back() != ')' || closingBracket(rest, open) != rest.size() - 1)
            return badStep(text, GATELAB_TEXT("Preparing", "the closing bracket must be the last character"));
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
