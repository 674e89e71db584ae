// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/recipe_words.h"

#include "common/list_text.h"
#include "common/texts.h"

#include <QCoreApplication>
#include <algorithm>

namespace gatelab {

QString recipeStepName(const RecipeStepConfig& step) {
    const RecipeStep* row = findRecipeStep(step.key);
    return row ? translated(row->label) : fromUtf8(step.key);
}

QString describeRecipeStep(const RecipeStepConfig& step) {
    QStringList parts{recipeStepName(step)};
    if (const RecipeStep* row = findRecipeStep(step.key)) {
        for (const auto& parameter : row->parameters) {
            const auto found = step.parameters.find(parameter.key);
            const std::string value = found == step.parameters.end() ? parameter.fallback : found->second;
            // Choices read as words; a number needs its name, and is worth telling when somebody chose it.
            if (parameter.choices.empty() && value == parameter.fallback) continue;
            if (parameter.isText) {
                QString shown = QString(fromUtf8(value)).replace(QLatin1Char('|'), QLatin1String(", "));
                parts << shown.replace(QLatin1String(".."), QLatin1String(" - "));
                continue;
            }
            const auto choice =
                std::ranges::find_if(parameter.choices, [&](const RecipeChoice& row) { return value == row.key; });
            parts << (choice == parameter.choices.end()
                          ? QStringLiteral("%1 %2").arg(translated(parameter.label).toLower(), fromUtf8(value))
                          : translated(choice->label));
        }
    }
    return listText(parts);
}

QString describeRecipe(const std::vector<std::string>& recipe) {
    QStringList steps;
    for (const std::string& text : recipe) {
        const auto step = parseRecipeStep(text);
        if (step && !step->enabled) continue;
        steps << (step ? describeRecipeStep(*step) : fromUtf8(text));
    }
    return steps.isEmpty() ? QCoreApplication::translate("RecipeWords", "none") : clausesText(steps);
}

}  // namespace gatelab
