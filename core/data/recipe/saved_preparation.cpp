// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/saved_preparation.h"

#include "data/level_check.h"
#include "data/recipe/recipe_steps.h"
#include "data/sequences/text_tokens.h"
#include "data/time_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::string joined(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) {
        if (all.size() > 200) return all + ", ...";
        all += (all.empty() ? "" : ", ") + name;
    }
    return all;
}

std::vector<std::string> channelNames(const Series& series) {
    std::vector<std::string> names;
    for (const Channel& channel : series.channels) names.push_back(channel.name);
    return names;
}

/// Rows from the first one of the training's data to the first one of these; none: one of them has no times.
std::optional<std::int64_t> rowsBetween(const FittedRecipe& kept, const Series& series) {
    if (!kept.hasTime || !series.time.known() || kept.stepMicros <= 0) return {};
    return std::llround(static_cast<double>(series.time.values.front() - kept.firstMicros) /
                        static_cast<double>(kept.stepMicros));
}

Result<> addColumns(const Series& series, const FittedRecipe& kept, PreparedSeries& prepared) {
    for (const FittedRecipe::Column& column : kept.columns) {
        const auto found = series.find(column.name);
        if (!found)
            return Error{
                ErrorCode::NotFound,
                {GATELAB_TEXT("Preparing", "the run was trained with a column '%1', which is not in %2; it has %3"),
                 {column.name, series.name, joined(channelNames(series))}}};
        Table::Column values{column.name, series.channels[*found].values.vector(), column.input, column.target};
        for (double& value : values.values)
            if (std::isinf(value)) value = kNone;
        if (column.target) prepared.targets.push_back(prepared.table.columns.size());
        prepared.table.columns.push_back(std::move(values));
    }
    if (prepared.targets.empty() || prepared.targets.size() != kept.minScales.size())
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Preparing", "the run's record names no target column")};
    return {};
}

Result<> runSteps(const FittedRecipe& kept, const std::optional<std::int64_t>& firstRow, PreparedSeries& prepared) {
    for (const FittedRecipe::Step& step : kept.steps) {
        const Phrase where(GATELAB_TEXT("Preparing", "recipe step '%1'"), {step.text});
        const auto config = parseRecipeStep(step.text);
        if (!config) return config.error();
        if ((config->key == "calendar" || config->key == "holidays") && !prepared.table.time.known())
            return Error{
                ErrorCode::InvalidInput,
                GATELAB_TEXT("Preparing", "the run was trained with calendar inputs, and this file has no times")}
                .withContext(where);
        if (step.learned.columns.size() > prepared.table.columns.size())
            return Error{ErrorCode::Corrupt, GATELAB_TEXT("Preparing", "it learned more columns than there are")}
                .withContext(where);
        auto fitted = findRecipeStep(config->key)->restore({step.learned, *config, firstRow});
        if (!fitted) return fitted.error().withContext(where);
        Table stage;
        for (const std::size_t column : prepared.targets) stage.columns.push_back(prepared.table.columns[column]);
        prepared.stages.push_back(std::move(stage));
        (*fitted)->apply(prepared.table);
        prepared.steps.push_back(std::move(*fitted));
        prepared.stepTexts.push_back(step.text);
    }
    return {};
}

/// Token numbers of another set become those of the training: by name where both have names, unless they are the same.
Result<> readTokens(const SavedSequences& kept, const SequenceSet& set, SequenceSet::Item& item) {
    const bool hasNames = !set.tokenNames.empty() && !kept.tokenNames.empty() && set.tokenNames != kept.tokenNames;
    for (double& value : item.values) {
        auto token = static_cast<std::int64_t>(value);
        const std::string name = hasNames && token >= 0 && static_cast<std::size_t>(token) < set.tokenNames.size()
                                     ? set.tokenNames[static_cast<std::size_t>(token)]
                                     : std::to_string(token);
        if (hasNames) {
            const auto found = std::ranges::find(kept.tokenNames, name);
            const bool takesOthers = kept.tokenNames.front() == Vocabulary::kOther;
            token = found != kept.tokenNames.end() ? found - kept.tokenNames.begin() : takesOthers ? 0 : -1;
        }
        if (token < 0 || token >= kept.tokens)
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Preparing", "the run never saw the token '%1', which these sequences hold"), {name}}};
        value = static_cast<double>(token);
    }
    return {};
}

}  // namespace

Result<PreparedPtr> prepareKept(const SeriesPtr& series, const FittedRecipe& kept, std::int64_t observedRows) {
    if (!series || series->channels.empty() || observedRows <= 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "the data has no value column with rows; open another file")};
    auto prepared = std::make_shared<PreparedSeries>();
    prepared->source = series;
    prepared->split = {{0, 0}, {0, 0}, {0, observedRows}};
    prepared->savedMinScales = kept.minScales;
    prepared->table.time = series->time;
    prepared->table.borders = {0, 0, observedRows};
    if (auto added = addColumns(*series, kept, *prepared); !added) return added.error();
    if (auto ran = runSteps(kept, rowsBetween(kept, *series), *prepared); !ran) return ran.error();
    steps::leaveOutMasked(*prepared);
    if (auto added = addApart(*series, kept.apart, prepared->table); !added) return added.error();
    for (std::size_t c = 0; c < prepared->table.columns.size(); ++c)
        if (prepared->table.columns[c].input) prepared->inputs.push_back(c);
    return PreparedPtr(prepared);
}

std::vector<Phrase> differencesFrom(const FittedRecipe& kept, const Series& series) {
    std::vector<Phrase> found;
    // Months have no one length: a step that differs by less than a tenth is the same one.
    const auto now = static_cast<double>(series.time.stepMicros), then = static_cast<double>(kept.stepMicros);
    if (now > 0 && then > 0 && std::abs(now - then) > 0.1 * then)
        found.push_back({GATELAB_TEXT("Preparing", "its rows are %1 apart, those of the training were %2"),
                         {shownStep(series.time.stepMicros), shownStep(kept.stepMicros)}});
    for (const FittedRecipe::Column& column : kept.columns) {
        const auto channel = series.find(column.name);
        if (!channel || column.unit.empty()) continue;
        const std::string& unit = series.channels[*channel].unit;
        if (!unit.empty() && unit != column.unit)
            found.push_back({GATELAB_TEXT("Preparing", "column '%1' is in %2, in the training it was in %3"),
                             {column.name, unit, column.unit}});
    }
    for (const FittedRecipe::Column& column : kept.columns)
        if (const auto channel = series.find(column.name))
            if (Phrase other = otherLevel(column.name, column.learned, series.channels[*channel].values);
                !other.empty())
                found.push_back(std::move(other));
    return found;
}

std::vector<Phrase> differencesFrom(const SavedSequences& kept, const SequenceSet& set) {
    if (kept.longest == 0) return {};
    const auto others = std::ranges::count_if(set.items, [&](const SequenceSet::Item& item) {
        return item.steps < kept.shortest || item.steps > kept.longest;
    });
    if (others == 0) return {};
    if (kept.shortest == kept.longest && others == 1)
        return {{GATELAB_TEXT("Preparing",
                              "1 of %1 sequences is not of the length that the network was trained on (%2 steps)"),
                 {set.items.size(), kept.longest}}};
    if (kept.shortest == kept.longest)
        return {{GATELAB_TEXT("Preparing",
                              "%1 of %2 sequences are not of the length that the network was trained on (%3 steps)"),
                 {others, set.items.size(), kept.longest}}};
    if (others == 1)
        return {
            {GATELAB_TEXT("Preparing",
                          "1 of %1 sequences is shorter or longer than those that the network was trained on (%2 to "
                          "%3 steps)"),
             {set.items.size(), kept.shortest, kept.longest}}};
    return {
        {GATELAB_TEXT(
             "Preparing",
             "%1 of %2 sequences are shorter or longer than those that the network was trained on (%3 to %4 steps)"),
         {others, set.items.size(), kept.shortest, kept.longest}}};
}

Result<SequenceSetPtr> sequencesLike(const SavedSequences& kept, const SequenceSet& set) {
    if ((set.tokens > 0) != (kept.tokens > 0) || set.channelNames.size() != kept.channels.size())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing", "the run was trained on sequences of %1 channel(s), and these have %2"),
                      {kept.channels.size(), set.channelNames.size()}}};
    auto like = std::make_shared<SequenceSet>(set);
    std::vector<std::int32_t> classOf;
    for (const std::string& name : set.classNames) {
        const auto found = std::ranges::find(kept.classes, name);
        classOf.push_back(found == kept.classes.end() ? -1 : static_cast<std::int32_t>(found - kept.classes.begin()));
    }
    const bool hasNames = !classOf.empty() && !kept.classes.empty();
    const auto mapped = [&](std::int64_t label) -> std::int32_t {
        if (!hasNames) return label >= 0 && label < kept.classCount ? static_cast<std::int32_t>(label) : -1;
        return label >= 0 && static_cast<std::size_t>(label) < classOf.size() ? classOf[static_cast<std::size_t>(label)]
                                                                              : -1;
    };
    for (SequenceSet::Item& item : like->items) {
        item.label = mapped(item.label);
        if (kept.targets == 0)
            for (double& label : item.targets) label = mapped(static_cast<std::int64_t>(label));
        if (kept.tokens == 0) continue;
        if (auto read = readTokens(kept, set, item); !read) return read.error();
    }
    like->classNames = kept.classes;
    like->tokenNames = kept.tokenNames;
    like->tokens = kept.tokens;
    like->parts.assign(like->items.size(), SequenceSet::Part::Test);
    return SequenceSetPtr(like);
}

}  // namespace gatelab
