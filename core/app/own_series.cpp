// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/own_series.h"

#include "app/experiment_data.h"
#include "config/cell_traits.h"
#include "config/config_check.h"
#include "config/config_io.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "lesson/belt/belt_training.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

namespace gatelab {

namespace {

constexpr std::int64_t kUnits = 8, kMostLookback = 96, kMostHorizon = 48, kMostEpochs = 40, kWindows = 2000;

ExperimentConfig ownConfig(const Lesson& lesson, const Lesson& scenes, const ExperimentConfig& data,
                           std::int64_t rows) {
    ExperimentConfig config = scenes.runs.front().config;
    copyDataFields(data, config, FieldGroup::Source, FieldGroup::Columns);
    config.recipe = data.recipe;
    config.split = data.split;
    config.lookback = data.lookback;
    config.horizon = data.horizon;
    config.hiddenSize = kUnits;
    const ExperimentConfig& from = lesson.findRun(lesson.ownRun)->config;
    for (const std::string& key : lesson.ownSettings)
        if (const Field* field = findField(key)) (void)setFieldValue(config, *field, fieldValue(from, *field));
    config.lookback = std::min(config.lookback, kMostLookback);
    config.horizon = std::min(config.horizon, kMostHorizon);
    config.epochs = std::min(config.epochs, kMostEpochs);
    config.stride = std::max<std::int64_t>(1, rows / kWindows);
    config.linearPath = false;  // what is said comes from the gates alone
    config.seed = from.seed;
    return config;
}

/// The gate that the lesson is about, where the cell has it; else the one by which it takes in.
std::string gateOf(const Lesson& lesson, const ExperimentConfig& config) {
    const std::string has = quantityKeys(cellTraits(config.cell)), gates = "ifozr";
    std::vector<std::string> wanted{lesson.picture.rows[lesson.picture.ringed()].quantity};
    for (const LessonRow& row : lesson.picture.rows) wanted.push_back(row.quantity);
    if (wanted.front() == "product") wanted.front() = "f";
    for (const char* usual : {"i", "z"}) wanted.emplace_back(usual);
    for (const std::string& key : wanted)
        if (key.size() == 1 && gates.find(key) != std::string::npos && has.find(key) != std::string::npos) return key;
    return "h";
}

/// What its author prepares stays; a step of the change comes behind what fills gaps.
std::vector<std::string> ownRecipe(std::vector<std::string> own, const std::vector<std::string>& before,
                                   const std::vector<std::string>& changed) {
    for (const std::string& step : changed) {
        if (std::ranges::find(before, step) != before.end()) continue;
        const auto name = step.substr(0, step.find('('));
        if (std::ranges::any_of(own, [&name](const std::string& one) { return one.starts_with(name); })) continue;
        const auto filled =
            std::ranges::find_if_not(own, [](const std::string& one) { return one.starts_with("fill"); });
        own.insert(filled, step);
    }
    return own;
}

/// The same changes of the learner's run; those that its cell does not have go.
std::vector<LessonTry> ownTries(std::vector<LessonTry> tries, const ExperimentConfig& before,
                                const ExperimentConfig& run) {
    for (LessonTry& change : tries) {
        ExperimentConfig config = run;
        for (const Field& field : fields()) {
            const FieldValue changed = fieldValue(change.config, field);
            if (changed == fieldValue(before, field)) continue;
            (void)setFieldValue(config, field, changed);
            if (std::string_view(field.key) == "recipe")
                config.recipe = ownRecipe(run.recipe, before.recipe, change.config.recipe);
        }
        change.config = std::move(config);
    }
    std::erase_if(tries, [&run](const LessonTry& change) {
        return configToJson(change.config) == configToJson(run) ||
               (change.config.forgetBias != run.forgetBias && !cellTraits(run.cell).forgetBias) ||
               std::ranges::any_of(checkConfig(change.config),
                                   [](const ConfigFinding& one) { return one.severity == Severity::Error; });
    });
    return tries;
}

}  // namespace

std::string seriesName(const ExperimentConfig& data) {
    return data.dataPath.empty() ? data.builtin : std::filesystem::path(data.dataPath).filename().string();
}

Result<Lesson> ownSeriesLesson(const Lesson& lesson, const Lesson& scenes, const ExperimentConfig& data,
                               std::int64_t rows) {
    if (lesson.ownRun.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "this lesson makes no sense on another series; take another lesson")};
    if (!isForecast(data))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "lessons are played on a series that is forecast; open one")};
    Lesson own = scenes;
    own.key = lesson.key;
    own.part = lesson.part, own.order = lesson.order, own.minutes = lesson.minutes;
    own.ownRun = own.runs.front().key, own.ownSettings = lesson.ownSettings;
    own.ownSeries = seriesName(data);
    LessonRun& run = own.runs.front();
    if (&lesson != &scenes && lesson.key != scenes.key) run.label = lesson.findRun(lesson.ownRun)->label;
    const ExperimentConfig before = run.config;
    run.config = ownConfig(lesson, scenes, data, rows);
    run.config.name = lesson.title.en + ": " + own.ownSeries;
    own.tries = ownTries(std::move(own.tries), before, run.config);
    for (const ConfigFinding& finding : checkConfig(run.config))
        if (finding.severity == Severity::Error) return Error{ErrorCode::InvalidInput, finding.message};
    // Of another series it is another lesson: what was drawn and trained there is kept apart.
    own.file =
        lesson.file / ("@" + own.ownSeries + "-" + std::to_string(std::hash<std::string>{}(configToJson(run.config))));
    const std::string gate = gateOf(lesson, run.config);
    LessonRow& ring = own.picture.rows[own.picture.ringed()];
    ring.quantity = gate;
    ring.unit = "moves(" + run.key + ", " + gate + ")";
    return own;
}

Result<Lesson> lessonOnFile(const Lesson& lesson, const LessonCatalogue& shelf, const std::filesystem::path& file) {
    ExperimentConfig data;
    data.dataPath = std::filesystem::absolute(file).string();
    const LoadedData loaded = loadData(data, std::nullopt, {});
    if (!loaded.data.ok()) return loaded.data.error();
    const Lesson* scenes = shelf.find(kOwnScenes);
    if (scenes == nullptr)
        return Error{ErrorCode::NotFound, {GATELAB_TEXT("Lesson", "there is no lesson '%1'"), {kOwnScenes}}};
    return ownSeriesLesson(lesson, *scenes, withSuggestions(data, loaded.suggestions.experiment),
                           loaded.data->series ? loaded.data->series->rows() : 0);
}

Result<BeltFile> beltOnSeries(const Series& series, const ExperimentConfig& data) {
    if (series.channels.empty()) return untrainedBelt({});
    const std::optional<std::size_t> target = data.targets.empty() ? std::nullopt : series.find(data.targets.front());
    auto belt = untrainedBelt(series.channels[target.value_or(series.channels.size() - 1)].values.vector());
    constexpr std::int64_t kHour = 3'600'000'000;
    if (belt.ok()) belt->isHourly = series.time.known() && series.time.stepMicros == kHour;
    return belt;
}

Result<BeltFile> beltOnFile(const std::filesystem::path& file) {
    ExperimentConfig data;
    data.dataPath = std::filesystem::absolute(file).string();
    const LoadedData loaded = loadData(data, std::nullopt, {});
    if (!loaded.data.ok()) return loaded.data.error();
    if (!loaded.data->series)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "the belt reads one long series; this file holds many short sequences")};
    return beltOnSeries(*loaded.data->series, withSuggestions(data, loaded.suggestions.experiment));
}

}  // namespace gatelab
