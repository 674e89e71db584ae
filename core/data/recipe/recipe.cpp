// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe.h"

#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe_steps.h"
#include "data/rows_ahead.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {
namespace {

std::string columnNames(const Series& series) {
    std::string names;
    for (const Channel& channel : series.channels) {
        if (names.size() > 200) return names + ", ...";
        names += (names.empty() ? "" : ", ") + channel.name;
    }
    return names;
}

/// Channel numbers of the given names in the order of the file; `whole` when no name is given.
Result<std::vector<std::size_t>> chooseColumns(const Series& series, const std::vector<std::string>& names,
                                               std::vector<std::size_t> whole, const Text& missing) {
    if (names.empty()) return whole;
    std::vector<std::size_t> chosen;
    for (const std::string& name : names) {
        const auto found = series.find(name);
        if (!found) return Error{ErrorCode::NotFound, {missing, {name, series.name, columnNames(series)}}};
        chosen.push_back(*found);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

Table makeTable(const Series& series, const std::vector<std::size_t>& inputs, const std::vector<std::size_t>& targets,
                const Split& split) {
    Table table;
    table.time = series.time;
    table.borders = {split.train.end, split.validation.end, split.test.end};
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        const bool input = std::binary_search(inputs.begin(), inputs.end(), c),
                   target = std::binary_search(targets.begin(), targets.end(), c);
        if (!input && !target) {
            table.others.push_back(series.channels[c].name);
            continue;
        }
        Table::Column column{series.channels[c].name, series.channels[c].values.vector(), input, target};
        for (double& value : column.values)
            if (std::isinf(value)) value = std::numeric_limits<double>::quiet_NaN();
        table.columns.push_back(std::move(column));
    }
    return table;
}

/// Of the targets, as the recipe says what their values mean.
Result<> checkTargets(const Table& table, RowRange train, const std::vector<std::string>& recipe) {
    std::vector<std::unique_ptr<steps::TruthStep>> truths;
    for (const std::string& text : recipe)
        if (auto truth = steps::truthStep(text)) truths.push_back(std::move(truth));
    for (const Table::Column& column : table.columns) {
        if (!column.target) continue;
        std::vector<double> corrected;  // only where a step says something of it: a column may be long
        for (const auto& truth : truths) {
            if (!truth->concerns(column.name)) continue;
            if (corrected.empty()) corrected = column.values;
            truth->correct(table.time, corrected);
        }
        const std::vector<double>& values = corrected.empty() ? column.values : corrected;
        double first = std::numeric_limits<double>::quiet_NaN();
        bool varies = false;
        for (std::int64_t r = train.begin; r < train.end && !varies; ++r) {
            const double value = values[static_cast<std::size_t>(r)];
            if (std::isnan(value)) continue;
            varies = !std::isnan(first) && value != first;
            first = value;
        }
        const Phrase where(GATELAB_TEXT("Preparing", "target '%1', rows 0 to %2"), {column.name, train.end - 1});
        if (std::isnan(first))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing",
                                       "%1: no value in the training part; choose another target or move the split"),
                          {where}}}
                .ofField("targets");
        if (!varies)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing",
                                       "%1: constant in the training part, so there is nothing to learn; choose "
                                       "another target or move the split"),
                          {where}}}
                .ofField("targets");
    }
    return {};
}

Table targetStage(const Table& table, const std::vector<std::size_t>& targets) {
    Table stage;
    for (const std::size_t column : targets) stage.columns.push_back(table.columns[column]);
    return stage;
}

Result<> runSteps(PreparedSeries& prepared, const ExperimentConfig& experiment, std::span<const RecipeStep> kinds) {
    std::vector<std::string> targets;
    for (const std::size_t column : prepared.targets) targets.push_back(prepared.table.columns[column].name);
    for (std::size_t k = 0; k < experiment.recipe.size(); ++k) {
        const std::string& text = experiment.recipe[k];
        auto config = parseRecipeStep(text);
        if (!config) return config.error();
        if (!config->enabled) continue;
        steps::settleKnown(experiment.horizon, *config);
        const auto kind = std::ranges::find_if(kinds, [&](const RecipeStep& row) { return config->key == row.key; });
        if (kind == kinds.end())
            return Error{ErrorCode::Unsupported, {GATELAB_TEXT("Preparing", "recipe step '%1'"), {text}}}.ofField(
                "recipe");
        const std::string settled = formatRecipeStep(*config);
        steps::settleWords(experiment.recipe, *config);
        auto fitted = kind->fit(TrainView(prepared.table, prepared.split.train), *config);
        if (!fitted)
            return fitted.error()
                .withContext({GATELAB_TEXT("Preparing", "recipe step '%1'"), {text}})
                .ofField("recipe");
        auto checked = (*fitted)->check(prepared.table);
        if (checked.ok()) checked = checkKnownAhead(experiment.recipe, k, targets);
        if (!checked)
            return checked.error()
                .withContext({GATELAB_TEXT("Preparing", "recipe step '%1'"), {text}})
                .ofField("recipe");
        prepared.stages.push_back(targetStage(prepared.table, prepared.targets));
        (*fitted)->apply(prepared.table);
        prepared.steps.push_back(std::move(*fitted));
        prepared.stepTexts.push_back(settled);
    }
    return {};
}

}  // namespace

const Channel& PreparedSeries::targetChannel(std::size_t t) const {
    return source->channels[*source->find(table.columns[targets[t]].name)];
}

std::vector<std::int64_t> PreparedSeries::targetInputs() const {
    std::vector<std::int64_t> places;
    for (const std::size_t target : targets) {
        const auto found = std::find(inputs.begin(), inputs.end(), target);
        places.push_back(found == inputs.end() ? -1 : found - inputs.begin());
    }
    return places;
}

std::vector<std::int64_t> PreparedSeries::knownInputs() const {
    std::vector<std::int64_t> places;
    for (std::size_t place = 0; place < inputs.size(); ++place)
        if (table.columns[inputs[place]].known) places.push_back(static_cast<std::int64_t>(place));
    return places;
}

std::span<const double> PreparedSeries::originalTarget(std::size_t t) const {
    return unmasked.empty() ? targetChannel(t).values.span() : unmasked[t];
}

std::string PreparedSeries::targetUnit() const {
    const std::string first = targets.empty() ? std::string() : targetChannel(0).unit;
    for (std::size_t t = 1; t < targets.size(); ++t)
        if (targetChannel(t).unit != first) return {};
    return first;
}

std::vector<double> PreparedSeries::observedTarget(std::size_t t) const {
    const std::span<const double> original = originalTarget(t);
    std::vector<double> values(original.begin(), original.end());
    const auto fill = [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin; r < end; ++r)
            if (!std::isfinite(values[r]))
                values[r] = r > begin ? values[r - 1] : std::numeric_limits<double>::quiet_NaN();
    };
    const std::vector<PreparedMember>& members = membersOf(*this);
    if (members.empty()) fill(0, values.size());
    for (const PreparedMember& member : members)
        fill(static_cast<std::size_t>(member.rows.begin), static_cast<std::size_t>(member.rows.end));
    return values;
}

void PreparedSeries::invert(std::size_t t, std::int64_t origin, std::span<double> values) const {
    for (std::size_t k = steps.size(); k-- > 0;) {
        const std::span<const double> history =
            std::span(stages[k].columns[t].values).first(static_cast<std::size_t>(origin + 1));
        steps[k]->invert(targets[t], history, values);
    }
}

Result<PreparedPtr> prepareSeries(const SeriesPtr& series, const ExperimentConfig& config,
                                  std::span<const RecipeStep> kinds) {
    if (!series || series->channels.empty() || series->rows() == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "the data has no value column with rows; open another file")};
    if (std::vector<std::string> recipe = withKnownWords(*series, config); recipe != config.recipe) {
        ExperimentConfig named = config;
        named.recipe = std::move(recipe);
        return prepareSeries(series, named, kinds);
    }
    if (isMany(*series)) return prepareMany(series, config, kinds);
    const auto split = splitRows(observedSplit(*series, config), series->rows(), config.splitGap);
    if (!split) return split.error();
    const auto targets = chooseColumns(*series, config.targets, {series->channels.size() - 1},
                                       GATELAB_TEXT("Preparing", "target column '%1' is not in %2; it has %3"));
    if (!targets) return targets.error();
    const auto inputs = chooseColumns(*series, inputChannels(*series, config), {},
                                      GATELAB_TEXT("Preparing", "input column '%1' is not in %2; it has %3"));
    if (!inputs) return inputs.error();
    if (inputs->empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "the recipe leaves out every column that is named as an input")}
            .ofField("inputs");
    std::vector<std::size_t> stepped;  // inputs that the steps are for
    std::vector<ApartColumn> apart;
    for (const std::size_t c : *inputs)
        if (const std::string& name = series->channels[c].name; standsApart(*series, config.recipe, name))
            apart.push_back({name, 0, 1});
        else
            stepped.push_back(c);

    auto prepared = std::make_shared<PreparedSeries>();
    prepared->source = series;
    prepared->split = *split;
    prepared->table = makeTable(*series, stepped, *targets, *split);
    if (auto checked = checkTargets(prepared->table, split->train, config.recipe); !checked) return checked.error();
    for (std::size_t c = 0; c < prepared->table.columns.size(); ++c)
        if (prepared->table.columns[c].target) prepared->targets.push_back(c);
    if (auto ran = runSteps(*prepared, config, kinds); !ran) return ran.error();
    steps::leaveOutMasked(*prepared);
    if (auto added = addApart(*series, apart, prepared->table); !added) return added.error();
    for (std::size_t c = 0; c < prepared->table.columns.size(); ++c)
        if (prepared->table.columns[c].input) prepared->inputs.push_back(c);
    return PreparedPtr(prepared);
}

}  // namespace gatelab
