// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment_plan.h"

#include "base/number_text.h"
#include "base/numeric/change_text.h"
#include "config/field_use.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <string_view>

namespace gatelab {

namespace {

bool holds(const ExperimentConfig& config, const PlanOption& option) {
    return !option.settings.empty() && std::ranges::all_of(option.settings, [&](const Setting& one) {
        return fieldValue(config, *one.field) == one.value;
    });
}

/// What a plan suggests of a recipe.
Phrase recipeText(const std::vector<std::string>& recipe) {
    const auto listed = [](const std::vector<std::string>& names) {
        std::string text;
        for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
        return text;
    };
    Phrase said;
    const auto say = [&said](Phrase one) {
        said = said.empty() ? std::move(one) : Phrase(GATELAB_TEXT("Plan", "%1; %2"), {said, std::move(one)});
    };
    for (const std::string& text : recipe)
        if (const auto step = parseRecipeStep(text); step.ok() && step->enabled && isConstantFill(*step))
            if (const auto names = namedColumns(*step); !names.empty())
                say({GATELAB_TEXT("Plan", "blank is 0: %1"), {listed(names)}});
    if (const auto known = knownAheadColumns(recipe); !known.empty())
        say({GATELAB_TEXT("Plan", "%1 known ahead"), {listed(known)}});
    return said.empty() ? Phrase(GATELAB_TEXT("Plan", "as it is")) : said;
}

/// Where the value alone would be no word.
Phrase optionText(const std::vector<Setting>& settings, std::size_t columns) {
    const Setting& first = settings.front();
    const std::string_view key = first.field->key;
    if (const auto* on = std::get_if<bool>(&first.value); on != nullptr && key == "linear_path")
        return *on ? GATELAB_TEXT("Plan", "linear map") : GATELAB_TEXT("Plan", "drawn");
    if (const auto* anchor = std::get_if<std::string>(&first.value); anchor != nullptr && key == "anchor")
        return anchorsScale(*anchor) ? Phrase(GATELAB_TEXT("Plan", "each window")) : Phrase();
    if (const auto* epochs = std::get_if<std::int64_t>(&first.value); epochs != nullptr && key == "early_stop")
        return *epochs == 0 ? Phrase(GATELAB_TEXT("Plan", "never"))
                            : counted(*epochs, GATELAB_TEXT("Plan", "1 epoch"), GATELAB_TEXT("Plan", "%1 epochs"));
    if (const auto* names = std::get_if<std::vector<std::string>>(&first.value); names != nullptr && key == "inputs") {
        if (names->empty()) return {GATELAB_TEXT("Plan", "all %1"), {columns}};
        if (names->size() == 1) return Phrase(names->front());
        return {GATELAB_TEXT("Plan", "%1 of %2"), {names->size(), columns}};
    }
    // A share of nothing names a part that there is not.
    if (const auto* split = std::get_if<std::string>(&first.value); split != nullptr && key == "split") {
        ExperimentConfig config;
        config.split = *split;
        return hasValidation(config) ? Phrase() : Phrase(GATELAB_TEXT("Plan", "all to train, none to validate"));
    }
    // Of a recipe what is suggested of it; its other steps are the same in both options.
    if (const auto* steps = std::get_if<std::vector<std::string>>(&first.value); steps != nullptr && key == "recipe")
        return recipeText(*steps);
    return {};
}

/// Of all epochs, where nothing ends them early.
Phrase timePrice(std::int64_t epochs, double epochSeconds) {
    const double seconds = static_cast<double>(epochs) * epochSeconds;
    if (seconds < 120) return {GATELAB_TEXT("Plan", "%1 epochs, up to %2 s"), {epochs, Phrase(tenthsText(seconds))}};
    return {GATELAB_TEXT("Plan", "%1 epochs, up to %2 min"), {epochs, Phrase(tenthsText(seconds / 60))}};
}

/// Times of the work are operations that are counted; by how much times by the clock may differ from them (ETTh1, 32
/// units: 1.5 for twice the lookback, 1.3 for four times the windows).
constexpr double kWorkSpread = 2;

/// An epoch with the other option, where one with the suggested one was timed; empty: it was not, or is as long.
Phrase epochPrice(const Suggestion& one, double epochSeconds) {
    if (!std::isfinite(one.otherTime) || !std::isfinite(epochSeconds) || std::string_view(one.field->key) == "epochs")
        return {};
    return {GATELAB_TEXT("Plan", "about %1 an epoch"), {durationPhrase(one.otherTime * epochSeconds)}};
}

Phrase priceOf(const Suggestion& one, const ExperimentConfig& config, double epochSeconds) {
    const std::string_view key = one.field->key;
    if (key == "early_stop" && std::isfinite(epochSeconds)) return timePrice(config.epochs, epochSeconds);
    const bool hasError = std::isfinite(one.otherError), hasTime = std::isfinite(one.otherTime);
    const Phrase error = hasError ? changePhrase(one.otherError) : Phrase(),
                 time = hasTime ? Phrase(tenthsText(one.otherTime)) : Phrase();
    if (hasError && key == "initialisation") return {GATELAB_TEXT("Plan", "error at the start %1"), {error}};
    if (const Phrase epoch = epochPrice(one, epochSeconds); !epoch.empty())
        return hasError ? Phrase(GATELAB_TEXT("Plan", "error %1, %2 times the work, %3"), {error, time, epoch})
                        : Phrase(GATELAB_TEXT("Plan", "%1 times the work, %2"), {time, epoch});
    if (hasError && hasTime) return {GATELAB_TEXT("Plan", "error %1, %2 times the work"), {error, time}};
    if (hasError) return {GATELAB_TEXT("Plan", "error %1"), {error}};
    if (hasTime) return {GATELAB_TEXT("Plan", "%1 times the work"), {time}};
    return GATELAB_TEXT("Plan", "not measured");
}

/// What a price in work says: counted, with the spread of what the clock may say.
Phrase workNote(const Suggestion& one, double epochSeconds) {
    if (!std::isfinite(one.otherTime)) return {};
    if (epochPrice(one, epochSeconds).empty())
        return GATELAB_TEXT("Plan", "The work is counted in operations, not timed on this machine.");
    const double seconds = one.otherTime * epochSeconds;
    return {
        GATELAB_TEXT("Plan",
                     "An epoch of the settings as they are was timed: %1. The other one is estimated by its "
                     "operations: %2 to %3."),
        {durationPhrase(epochSeconds), durationPhrase(seconds / kWorkSpread), durationPhrase(seconds * kWorkSpread)}};
}

/// What a price says, and of what it says nothing.
Phrase noteOf(const Suggestion& one, double epochSeconds) {
    const Phrase work = workNote(one, epochSeconds);
    if (!std::isfinite(one.otherError)) return work;
    if (std::string_view(one.field->key) == "initialisation")
        return GATELAB_TEXT("Plan", "Linear forecast against the last value, on training rows; not the network.");
    const Phrase error = GATELAB_TEXT("Plan", "Error of a linear forecast on training rows, not of the network.");
    return work.empty() ? error : together(error, work);
}

/// Shorter than in a form, where a line has little room.
Text labelOf(const Field& field) {
    const std::string_view key = field.key;
    if (key == "anchor") return GATELAB_TEXT("Plan", "Anchor");
    if (key == "initialisation") return GATELAB_TEXT("Plan", "Start");
    if (key == "early_stop") return GATELAB_TEXT("Plan", "Stop");
    return field.label;
}

PlanLine lineOf(const Suggestion& one, const ExperimentConfig& config, std::size_t columns, double epochSeconds) {
    PlanLine line;
    line.label = labelOf(*one.field);
    line.suggested.settings = {{one.field, one.value}};
    line.other.settings = one.other;
    line.reason = one.reason;
    line.otherError = one.otherError;
    // What was timed is the settings as they are: with the other option chosen it says nothing of that.
    const double timed =
        holds(config, line.suggested) || std::string_view(one.field->key) == "early_stop" ? epochSeconds : std::nan("");
    if (!one.other.empty()) line.price = priceOf(one, config, timed), line.priceNote = noteOf(one, timed);
    line.suggested.text = optionText(line.suggested.settings, columns);
    if (!one.other.empty()) line.other.text = optionText(one.other, columns);
    return line;
}

/// Nothing suggests it, so whoever trains with it should see that it is on.
void addAugmentation(const ExperimentConfig& config, std::vector<PlanLine>& plan) {
    const ExperimentConfig fresh;
    for (const Field& field : fields()) {
        if (field.group != FieldGroup::Augmentation || fieldValue(config, field) == fieldValue(fresh, field)) continue;
        PlanLine line;
        line.label = field.label;
        line.suggested.settings = {{&field, fieldValue(fresh, field)}};
        line.reason = GATELAB_TEXT("Plan", "Training windows are taken as they are, unless you want them changed.");
        line.state = PlanLine::State::Own;
        plan.push_back(std::move(line));
    }
}

}  // namespace

std::size_t planColumns(const Dataset& data) {
    if (!data.series) return 0;
    std::size_t columns = data.series->channels.size() - (isMany(*data.series) ? 1 : 0);
    for (const Category& category : categoriesOf(*data.series)) columns -= category.channels.size() - 1;
    return columns;
}

std::vector<PlanLine> experimentPlan(const ExperimentConfig& config, std::span<const Suggestion> suggestions,
                                     std::size_t columns, double epochSeconds) {
    std::vector<PlanLine> plan;
    const Suggestion* path = nullptr;
    for (const Suggestion& one : suggestions) {
        const std::string_view key = one.field->key;
        if (key == "linear_path") {
            path = &one;
            continue;
        }
        plan.push_back(lineOf(one, config, columns, epochSeconds));
        PlanLine& line = plan.back();
        if (key == "initialisation") {
            if (path != nullptr)
                line.suggested.settings.insert(line.suggested.settings.begin(), {path->field, path->value});
            line.suggested.text = optionText(line.suggested.settings, columns);
        }
        line.state = holds(config, line.suggested) ? PlanLine::State::Suggested
                     : holds(config, line.other)   ? PlanLine::State::Other
                                                   : PlanLine::State::Own;
    }
    if (!plan.empty()) addAugmentation(config, plan);
    return plan;
}

std::vector<double> inputPrices(const ExperimentConfig& config, std::span<const Suggestion> suggestions,
                                const std::vector<std::string>& columns) {
    std::vector<double> prices(columns.size(), NAN);
    const auto inputs = std::ranges::find(suggestions, std::string_view("inputs"),
                                          [](const Suggestion& one) { return std::string_view(one.field->key); });
    if (inputs == suggestions.end() || columns.empty() || config.targets.size() > 1) return prices;
    // The target is the first of the inputs that were suggested for it.
    const auto* names = std::get_if<std::vector<std::string>>(&inputs->value);
    const std::string& target = config.targets.empty() ? columns.back() : config.targets.front();
    if (names == nullptr || names->empty() || names->front() != target) return prices;
    for (const auto& [name, error] : inputs->columnErrors)
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i] == name) prices[i] = error;
    return prices;
}

std::size_t ownChoices(std::span<const PlanLine> plan) {
    return static_cast<std::size_t>(
        std::ranges::count_if(plan, [](const PlanLine& line) { return line.state != PlanLine::State::Suggested; }));
}

}  // namespace gatelab
