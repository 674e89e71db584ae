// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/saved_preparation_file.h"

#include "config/setting_predicates.h"
#include "data/recipe/window_scale.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <span>

namespace gatelab {

namespace {

using Json = nlohmann::json;  // keys in their order, so that the same values give the same hash

constexpr int kVersion = 1;

Json numbers(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(std::isfinite(value) ? Json(value) : Json());
    return list;
}

std::vector<double> numbersOf(const Json& list) {
    std::vector<double> values;
    for (const Json& value : list)
        values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
    return values;
}

/// Lists of numbers by column; single values and texts are settings, which the step's text has too.
StepState stateOf(const Json& learned) {
    StepState state;
    for (const auto& [key, value] : learned.items()) {
        if (key == "columns")
            state.columns = value.get<std::vector<std::string>>();
        else if (value.is_array())
            state.numbers[key] = numbersOf(value);
    }
    return state;
}

Json jsonOf(const LearnedLevel& learned) {
    return {{"mean_deviation_low_high", numbers({learned.mean, learned.deviation, learned.low, learned.high})},
            {"counts", learned.isCount}};
}

LearnedLevel learnedOf(const Json& json) {
    const std::vector<double> values = numbersOf(json.at("mean_deviation_low_high"));
    if (values.size() != 4) return {};
    return {values[0], values[1], values[2], values[3], json.at("counts")};
}

Json jsonOf(const ErrorIntervals& errors) {
    Json levels = Json::array();
    for (const ErrorIntervals::Level& one : errors.levels)
        levels.push_back({{"level", one.level}, {"sizes", numbers(one.sizes)}});
    return {{"levels", levels}, {"windows", errors.windows}, {"growth", errors.growth}};
}

ErrorIntervals errorsOf(const Json& json) {
    ErrorIntervals errors;
    for (const Json& one : json.at("levels")) errors.levels.push_back({one.at("level"), numbersOf(one.at("sizes"))});
    errors.windows = json.at("windows");
    errors.growth = json.at("growth");
    return errors;
}

Json jsonOf(const FittedRecipe& kept) {
    Json columns = Json::array(), steps = Json::array(), intervals = Json::array();
    for (const FittedRecipe::Column& column : kept.columns)
        columns.push_back({{"name", column.name},
                           {"unit", column.unit},
                           {"input", column.input},
                           {"target", column.target},
                           {"learned", jsonOf(column.learned)}});
    for (const FittedRecipe::Step& step : kept.steps) {
        Json learned{{"columns", step.learned.columns}};
        for (const auto& [key, values] : step.learned.numbers) learned[key] = numbers(values);
        steps.push_back({{"step", step.text}, {"learned", std::move(learned)}});
    }
    for (const FittedRecipe::ErrorInterval& one : kept.intervals)
        intervals.push_back({{"level", one.level}, {"low", numbers(one.low)}, {"high", numbers(one.high)}});
    return {{"columns", columns},
            {"least_scales", numbers(kept.minScales)},
            {"steps", steps},
            {"rows", kept.rows},
            {"has_time", kept.hasTime},
            {"first_microseconds", kept.firstMicros},
            {"step_microseconds", kept.stepMicros},
            {"intervals", intervals},
            {"errors", jsonOf(kept.errors)}};
}

Json jsonOf(const SavedSequences& kept) {
    return {{"channels", kept.channels},
            {"classes", kept.classes},
            {"class_count", kept.classCount},
            {"tokens", kept.tokens},
            {"token_names", kept.tokenNames},
            {"targets", kept.targets},
            {"mean", numbers(kept.scale.mean)},
            {"deviation", numbers(kept.scale.deviation)},
            {"steps", {kept.shortest, kept.longest}}};
}

FittedRecipe recipeOf(const Json& json) {
    FittedRecipe kept;
    for (const Json& column : json.at("columns"))
        kept.columns.push_back({column.at("name"), column.at("unit"), column.at("input"), column.at("target"),
                                column.contains("learned") ? learnedOf(column["learned"]) : LearnedLevel()});
    for (const Json& step : json.at("steps")) kept.steps.push_back({step.at("step"), stateOf(step.at("learned"))});
    kept.minScales = numbersOf(json.at("least_scales"));
    kept.rows = json.at("rows");
    kept.hasTime = json.at("has_time");
    kept.firstMicros = json.at("first_microseconds");
    kept.stepMicros = json.at("step_microseconds");
    for (const Json& one : json.at("intervals"))
        kept.intervals.push_back({one.at("level"), numbersOf(one.at("low")), numbersOf(one.at("high"))});
    if (json.contains("errors")) kept.errors = errorsOf(json["errors"]);
    return kept;
}

SavedSequences sequencesOf(const Json& json) {
    SavedSequences kept;
    kept.channels = json.at("channels").get<std::vector<std::string>>();
    kept.classes = json.at("classes").get<std::vector<std::string>>();
    kept.tokenNames = json.at("token_names").get<std::vector<std::string>>();
    kept.classCount = json.at("class_count");
    kept.tokens = json.at("tokens");
    kept.targets = json.at("targets");
    kept.scale = {numbersOf(json.at("mean")), numbersOf(json.at("deviation"))};
    if (json.contains("steps")) kept.shortest = json.at("steps").at(0), kept.longest = json.at("steps").at(1);
    return kept;
}

Error damaged(const std::filesystem::path& path) {
    return Error{ErrorCode::Corrupt,
                 {GATELAB_TEXT("Files",
                               "%1 is damaged: what the run's recipe learned cannot be trusted; forecast from the data "
                               "of its training instead"),
                  {path.string()}}};
}

}  // namespace

Result<FittedRecipe> keepRecipe(const PreparedSeries& prepared) {
    FittedRecipe kept;
    // Columns that a step has added stand behind those of the file.
    for (const Table::Column& column : prepared.table.columns) {
        const auto found = prepared.source->find(column.name);
        if (!found || column.known) continue;
        const Channel& channel = prepared.source->channels[*found];
        kept.columns.push_back({column.name, channel.unit, column.input, column.target,
                                learnedLevel(std::span(channel.values)
                                                 .subspan(static_cast<std::size_t>(prepared.split.train.begin),
                                                          static_cast<std::size_t>(prepared.split.train.size())))});
    }
    for (std::size_t i = 0; i < prepared.steps.size(); ++i) {
        const Json learned = Json::parse(prepared.steps[i]->state(), nullptr, false);
        if (!learned.is_object())
            return Error{ErrorCode::Internal, {GATELAB_TEXT("Preparing", "recipe step '%1'"), {prepared.stepTexts[i]}}};
        kept.steps.push_back({prepared.stepTexts[i], stateOf(learned)});
    }
    kept.minScales = minWindowScales(prepared);
    const TimeAxis& time = prepared.source->time;
    kept.rows = prepared.source->rows();
    kept.hasTime = time.known();
    kept.firstMicros = time.known() ? time.values.front() : 0;
    kept.stepMicros = time.stepMicros;
    return kept;
}

Result<> writePreparation(const std::filesystem::path& runFolder, const SavedPreparation& kept) {
    Json body{{"version", kVersion}};
    if (kept.series) body["series"] = jsonOf(*kept.series);
    if (kept.sequences) body["sequences"] = jsonOf(*kept.sequences);
    const std::string text = body.dump(1, ' ', false, Json::error_handler_t::replace);
    return writeFileDurably(runFolder / kPreparationName, text + "\n" + sha256(text) + "\n");
}

bool hasPreparation(const std::filesystem::path& runFolder) {
    std::error_code none;
    return std::filesystem::exists(runFolder / kPreparationName, none);
}

Result<SavedPreparation> readPreparation(const std::filesystem::path& runFolder) {
    const auto path = runFolder / kPreparationName;
    if (!hasPreparation(runFolder))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Files", "the run keeps nothing of what its recipe learned")};
    const auto bytes = readFileBytes(path);
    if (!bytes.ok()) return bytes.error();
    constexpr std::size_t kHash = 64;
    if (bytes->size() < kHash + 2 || bytes->back() != '\n') return damaged(path);
    const std::string text = bytes->substr(0, bytes->size() - kHash - 2);
    if ((*bytes)[text.size()] != '\n' || bytes->substr(text.size() + 1, kHash) != sha256(text)) return damaged(path);
    try {
        const Json body = Json::parse(text);
        if (body.at("version").get<int>() > kVersion)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Files", "%1 was written by a newer version of Gatelab"), {path.string()}}};
        SavedPreparation kept;
        if (body.contains("series")) kept.series = recipeOf(body["series"]);
        if (body.contains("sequences")) kept.sequences = sequencesOf(body["sequences"]);
        if (kept.series.has_value() == kept.sequences.has_value()) return damaged(path);
        return kept;
    } catch (const Json::exception&) {
        return damaged(path);
    }
}

Result<ExperimentConfig> withKeptColumns(ExperimentConfig config, const std::filesystem::path& runFolder) {
    if (!isForecast(config) || (!config.inputs.empty() && !config.targets.empty())) return config;
    const auto kept = readPreparation(runFolder);
    if (!kept.ok() && kept.error().code != ErrorCode::NotFound) return kept.error();
    if (!kept.ok() || !kept->series) return config;
    const auto name = [&](std::vector<std::string>& names, bool FittedRecipe::Column::*used) {
        if (!names.empty()) return;
        for (const FittedRecipe::Column& column : kept->series->columns)
            if (column.*used) names.push_back(column.name);
    };
    name(config.inputs, &FittedRecipe::Column::input);
    name(config.targets, &FittedRecipe::Column::target);
    return config;
}

}  // namespace gatelab
