// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "data/findings/blank_pair.h"
#include "data/findings/stand_ins.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gatelab {

std::string joined(const std::vector<std::string>& names, const char* between) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
    return text;
}

StandIns standInsOf(const Series& series) {
    StandIns found;
    for (const DataFinding& one : certainStandIns(series)) found[one.before].push_back(one.column);
    return found;
}

void suggestMissing(Suggester& to, const StandIns& standIns) {
    const std::vector<std::string> before = to.config().recipe;
    for (const auto& [value, names] : standIns) {
        std::vector<std::string> open = names;
        std::erase_if(open, [&, value = value](const std::string& name) {
            return std::ranges::any_of(before, [&](const std::string& step) { return masksValue(step, name, value); });
        });
        if (!open.empty())
            to.suggest("recipe", withStep(to.config().recipe, maskValuesStep(open, value)),
                       {GATELAB_TEXT("Suggestion", "%1 of %2 means missing: it lies far from all other values"),
                        {formatFieldValue(value), joined(open, ", ")}});
    }
    if (to.config().recipe != before) to.insteadOf("recipe", {{"recipe", before}});
}

void suggestZeros(Suggester& to, const Series& series) {
    const std::vector<std::string> before = to.config().recipe;
    const std::vector<BlankPair> pairs = blankPairs(series);
    if (pairs.empty()) return;
    for (const BlankPair& pair : pairs) {
        const std::vector<std::string> recipe = withStep(to.config().recipe, blankPairStep(pair));
        const Phrase why =
            pair.isProven()
                ? Phrase(GATELAB_TEXT("Suggestion",
                                      "a blank of %1 and %2 is 0: each row has one of them, and they make %3 of the %4 "
                                      "steps of %5"),
                         {pair.firstName, pair.secondName, pair.explained, pair.steps, pair.balance})
                : Phrase(GATELAB_TEXT("Suggestion",
                                      "a blank of %1 and %2 is 0: each row has one of them, and they are called like "
                                      "money that comes in or goes out"),
                         {pair.firstName, pair.secondName});
        to.suggest("recipe", recipe, why);
    }
    std::vector<std::string> without = before;
    std::erase_if(without, [](const std::string& text) {
        const auto step = parseRecipeStep(text);
        return step.ok() && isConstantFill(*step) && !namedColumns(*step).empty();
    });
    to.insteadOf("recipe", {{"recipe", without}});
}

}  // namespace gatelab
