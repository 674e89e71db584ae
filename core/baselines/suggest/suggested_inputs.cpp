// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "data/findings/drift.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

namespace {

/// Of those that were chosen by what they are worth.
Phrase helpReason(const SeriesFacts& facts, const std::vector<std::string>& copies, std::size_t helping) {
    if (!facts.telling.empty()) {
        return {GATELAB_TEXT("Suggestion",
                             "left out is what seems to hold coming values of the target (%1): the scores would be too "
                             "good; of the others %2 make a linear forecast of it better on rows that it has not seen"),
                {joined(facts.telling, ", "), helping}};
    }
    if (!copies.empty()) {
        return {GATELAB_TEXT("Suggestion",
                             "left out is the target in another unit or under another name, or nearly so (%1); of the "
                             "others %2 make "
                             "a linear forecast of it better on rows that it has not seen"),
                {joined(copies, ", "), helping}};
    }
    if (helping == 0)
        return GATELAB_TEXT("Suggestion",
                            "no other column makes a linear forecast of the target better on rows that it has not "
                            "seen, and columns that do not help do harm");
    return {GATELAB_TEXT("Suggestion",
                         "the target, and those columns (%1) that make a linear forecast of it better on rows that it "
                         "has not seen"),
            {helping}};
}

/// The column of words that a channel is a word of, else itself.
std::string wholeColumn(const Series& series, const std::string& name) {
    for (const Category& one : categoriesOf(series))
        if (isWordIn(series, name, one.column)) return one.column;
    return name;
}

/// Columns of inputs whose coming values seem to be given, as a recipe can name them.
std::vector<std::string> givenColumns(const Series& series, const ExperimentConfig& config, const FoundFacts& facts) {
    const std::vector<std::string> known = knownAheadColumns(config.recipe);
    std::vector<std::string> names;
    for (const GivenColumn& one : facts.given) {
        const std::string name = wholeColumn(series, one.column);
        const auto has = [&](const std::vector<std::string>& list) {
            return std::ranges::find(list, name) != list.end();
        };
        const bool isInput = config.inputs.empty() || has(config.inputs);
        const bool isWritten = name.find_first_of("|,()=!") == std::string::npos;
        if (isInput && isWritten && !has(known) && !has(names)) names.push_back(name);
    }
    return names;
}

/// `asked`: columns of words that the recipe asks for, of which `facts` tells what they are worth as well.
Phrase inputsReason(const SeriesFacts& facts, const std::vector<std::string>& copies,
                    const std::vector<std::string>& asked, const Series& series) {
    if (asked.empty()) return helpReason(facts, copies, facts.helping.size());
    const auto others = std::ranges::count_if(facts.helping, [&](const std::string& name) {
        return std::ranges::none_of(asked, [&](const std::string& column) { return isWordIn(series, name, column); });
    });
    return {GATELAB_TEXT("Suggestion",
                         "the words of %1 are inputs because the recipe asks for them, whatever they are worth; "
                         "besides: %2"),
            {joined(asked, ", "), helpReason(facts, copies, static_cast<std::size_t>(others))}};
}

/// The reason with what is left out because it ends early.
Phrase withEnded(const Phrase& reason, const FoundFacts& facts) {
    if (facts.ended.empty()) return reason;
    return {GATELAB_TEXT("Suggestion",
                         "%1; left out is what ends before the target (%2): what fills it there would be invented"),
            {reason, joined(facts.ended, ", ")}};
}

/// Columns as a plan counts them: one of words once.
std::size_t wholeColumns(const Series& series) {
    std::size_t columns = series.channels.size();
    for (const Category& one : categoriesOf(series)) columns -= one.channels.size() - 1;
    return columns;
}

}  // namespace

void suggestInputs(Suggester& to, const Series& series, const ExperimentConfig& alone, const FoundFacts& facts) {
    if (series.channels.size() < 2 || alone.inputs != alone.targets) return;
    std::vector<std::string> inputs = alone.inputs;
    const std::vector<Category> categories = categoriesOf(series);
    // What the recipe asks to be read as words is an input, whatever it is worth to a linear map.
    const std::set<std::string> named = namedCategories(to.config().recipe);
    std::vector<std::string> asked;
    for (const Category& category : categories)
        if (named.contains(category.column) && !leavesOut(to.config().recipe, category.column))
            asked.push_back(category.column);
    inputs.insert(inputs.end(), asked.begin(), asked.end());
    ExperimentConfig all = alone;
    all.inputs.clear();
    const std::vector<std::string> given =
        to.isGiven("recipe") ? std::vector<std::string>() : givenColumns(series, all, facts);
    std::vector<std::string> more = facts.helping;
    more.insert(more.end(), given.begin(), given.end());
    for (const std::string& name : knownAheadColumns(to.config().recipe))  // asked for
        if (series.find(name) && std::ranges::find(alone.targets, name) == alone.targets.end()) more.push_back(name);
    for (const std::string& name : more) {
        // A column of words helps as a whole.
        const std::string used = wholeColumn(series, name);
        if (std::ranges::find(inputs, used) == inputs.end()) inputs.push_back(used);
    }
    const std::vector<std::string> copies =
        alone.targets.size() == 1 ? copiesOf(series, alone.targets.front()) : std::vector<std::string>();
    const Phrase reason = withEnded(inputsReason(facts, copies, asked, series), facts);
    to.suggest("inputs", inputs,
               given.empty()
                   ? reason
                   : Phrase(GATELAB_TEXT("Suggestion", "%1; and %2, whose values of the rows to come seem to be given"),
                            {reason, joined(given, ", ")}));
    to.priceColumns(facts);
    // A column of words is one input: all of them are no other choice.
    if (inputs.size() < wholeColumns(series) && facts.telling.empty() && copies.empty())
        to.insteadOf("inputs", {{"inputs", std::vector<std::string>()}}, facts.allColumnsError - 1);
    else if (!facts.helping.empty())
        to.insteadOf("inputs", {{"inputs", alone.targets}});
}

void suggestGiven(Suggester& to, const Series& series, const FoundFacts& facts) {
    const std::vector<std::string> names = givenColumns(series, to.config(), facts);
    if (names.empty()) return;
    double error = 1;
    bool isNamed = false;
    for (const GivenColumn& one : facts.given) error = std::min(error, one.error), isNamed |= one.isNamed;
    const std::vector<std::string> before = to.config().recipe;
    std::vector<std::string> recipe = before;
    recipe.push_back("known(columns=" + joined(names, "|") + ")");
    const std::int64_t percent = std::llround(100 * (1 - error));
    to.suggest("recipe", recipe,
               isNamed ? Phrase(GATELAB_TEXT("Suggestion",
                                             "%1 is called like what is planned, and a linear forecast that sees its "
                                             "value of the row that is forecast errs %2 % less: right where those "
                                             "values are known beforehand, and then a forecast asks for them"),
                                {joined(names, ", "), percent})
                       : Phrase(GATELAB_TEXT("Suggestion",
                                             "%1 has values behind the last one of the target, and a linear forecast "
                                             "that sees its value of the row that is forecast errs %2 % less"),
                                {joined(names, ", "), percent}));
    to.insteadOf("recipe", {{"recipe", before}}, 1 / error - 1);
}

}  // namespace gatelab
