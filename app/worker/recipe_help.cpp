// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/recipe_help.h"

#include "data/recipe/recipe.h"

#include <string>

using namespace gatelab;

namespace {

/// rescale(columns,rows,times=1,plus=0)
std::string written(const RecipeStep& step) {
    std::string text;
    for (const RecipeParameter& parameter : step.parameters) {
        text += (text.empty() ? "" : ",") + std::string(parameter.key);
        std::string choices;
        for (const RecipeChoice& choice : parameter.choices)
            choices += (choices.empty() ? "" : "|") + std::string(choice.key);
        const std::string value = choices.empty() ? parameter.fallback : choices;
        if (!value.empty()) text += "=" + value;
    }
    return step.key + (text.empty() ? "" : "(" + text + ")");
}

std::string stepsText() {
    std::string text =
        "Steps of a recipe, with what each parameter is when it is left out (or its choices); columns are written a|b, "
        "rows first..last. Example: --recipe \"fill(method=linear),known(columns=promo|price),standardise\"\n";
    for (const RecipeStep& step : recipeSteps())
        text += "  " + written(step) + "\n      " + Phrase(step.help).english() + "\n";
    return text;
}

}  // namespace

void addRecipeHelp(CLI::App& app) {
    if (app.get_option_no_throw("--recipe") != nullptr) app.footer(stepsText() + "\n" + app.get_footer());
    for (CLI::App* below : app.get_subcommands([](CLI::App*) { return true; })) addRecipeHelp(*below);
}
