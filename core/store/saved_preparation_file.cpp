// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/saved_preparation_file.h"

#include "base/category_names.h"
#include "config/setting_predicates.h"
#include "data/recipe/categories.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/window_scale.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "store/data_for_run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>

namespace gatelab {

namespace {

using Json = nlohmann::json;  // keys in their order, so that the same values give the same hash

constexpr int kVersion = 1;

/// In lists of numbers null is NaN.
struct Format : JsonFormat<Json> {
    static bool fromJson(const Json& from, std::vector<double>& values) {
        for (const Json& value : from)
            values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
        return true;
    }

    static Json toJson(const LearnedLevel& learned) {
        return {{"mean_deviation_low_high", {learned.mean, learned.deviation, learned.low, learned.high}},
                {"counts", learned.isCount}};
    }
    static bool fromJson(const Json& from, LearnedLevel& learned) {
        std::vector<double> values;
        fromJson(from.at("mean_deviation_low_high"), values);
        if (values.size() == 4) learned = {values[0], values[1], values[2], values[3], from.at("counts")};
        return true;
    }

    static Json toJson(const StepState& learned) {
        Json json = learned.numbers;
        json["columns"] = learned.columns;
        return json;
    }
    /// Lists of numbers by column; single values and texts are settings, which the step's text has too.
    static bool fromJson(const Json& from, StepState& learned) {
        for (const auto& [key, value] : from.items()) {
            if (key == "columns")
                value.get_to(learned.columns);
            else if (value.is_array())
                fromJson(value, learned.numbers[key]);
        }
        return true;
    }
};

void visitMembers(auto& v, Either<ErrorIntervals::Level> auto& one) { v("level", one.level), v("sizes", one.sizes); }

void visitMembers(auto& v, Either<ErrorIntervals> auto& errors) {
    v("levels", errors.levels), v("windows", errors.windows), v("growth", errors.growth);
}

void visitMembers(auto& v, Either<FittedRecipe::Column> auto& column) {
    v("name", column.name), v("unit", column.unit), v("input", column.input), v("target", column.target);
    v.optional("learned", column.learned);
}

void visitMembers(auto& v, Either<FittedRecipe::Step> auto& step) { v("step", step.text), v("learned", step.learned); }

void visitMembers(auto& v, Either<FittedRecipe::ErrorInterval> auto& one) {
    v("level", one.level), v("low", one.low), v("high", one.high);
}

void visitMembers(auto& v, Either<ApartColumn> auto& column) {
    v("name", column.name), v("offset", column.offset), v("scale", column.scale);
}

void visitMembers(auto& v, Either<FittedRecipe> auto& kept) {
    v("columns", kept.columns), v("steps", kept.steps), v("least_scales", kept.minScales), v("rows", kept.rows);
    v("has_time", kept.hasTime), v("first_microseconds", kept.firstMicros), v("step_microseconds", kept.stepMicros);
    v("intervals", kept.intervals), v.optional("errors", kept.errors);
    v.optional("apart", kept.apart), v.optional("kinds", kept.kinds);
    v.optional("names", kept.names), v.optional("members", kept.members);
}

/// All but how many steps they have.
void visitMembers(auto& v, Either<SavedSequences> auto& kept) {
    v("channels", kept.channels), v("classes", kept.classes), v("token_names", kept.tokenNames);
    v("class_count", kept.classCount), v("tokens", kept.tokens), v("targets", kept.targets);
    v("mean", kept.scale.mean), v("deviation", kept.scale.deviation);
}

Error damaged(const std::filesystem::path& path) {
    return Error{ErrorCode::Corrupt,
                 {GATELAB_TEXT("Files",
                               "%1 is damaged: what the run's recipe learned cannot be trusted; forecast from the data "
                               "of its training instead"),
                  {path.string()}}};
}

}  // namespace

namespace {

/// Each of many series by itself; what all have is told by the first.
Result<FittedRecipe> keepMembers(const PreparedSeries& prepared) {
    FittedRecipe kept;
    for (const PreparedMember& member : membersOf(prepared)) {
        if (!member.prepared) continue;
        auto own = keepRecipe(*member.prepared);
        if (!own.ok()) return own.error().withContext(member.name);
        if (kept.members.empty()) {
            kept.columns = own->columns;
            kept.hasTime = own->hasTime, kept.firstMicros = own->firstMicros, kept.stepMicros = own->stepMicros;
        }
        kept.names.push_back(member.name);
        kept.members.push_back(std::move(*own));
    }
    kept.apart = manyOf(prepared)->apart();
    for (FittedRecipe& own : kept.members) own.apart = kept.apart, own.kinds.clear();
    kept.kinds = kindsOf(*prepared.source, columnNames(kept));
    kept.minScales = prepared.savedMinScales;
    kept.rows = prepared.source->rows();
    return kept;
}

}  // namespace

Result<FittedRecipe> keepRecipe(const PreparedSeries& prepared) {
    if (manyOf(prepared) != nullptr) return keepMembers(prepared);
    FittedRecipe kept;
    // Columns that a step has added stand behind those of the file.
    for (const Table::Column& column : prepared.table.columns) {
        const auto found = prepared.source->find(column.name);
        if (!found || column.known) continue;
        const Channel& channel = prepared.source->channels[*found];
        if (standsApart(*prepared.source, prepared.stepTexts, column.name)) {
            kept.apart.push_back({column.name, 0, 1});
            continue;
        }
        const auto learned = [&train = prepared.split.train](std::span<const double> values) {
            return learnedLevel(
                values.subspan(static_cast<std::size_t>(train.begin), static_cast<std::size_t>(train.size())));
        };
        kept.columns.push_back({column.name, channel.unit, column.input, column.target,
                                isRescaled(prepared, column.name) ? learned(rescaledSource(prepared, column.name))
                                                                  : learned(channel.values)});
    }
    for (std::size_t i = 0; i < prepared.steps.size(); ++i) {
        const Json learned = Json::parse(prepared.steps[i]->state(), nullptr, false);
        if (!learned.is_object())
            return Error{ErrorCode::Internal, {GATELAB_TEXT("Preparing", "recipe step '%1'"), {prepared.stepTexts[i]}}};
        kept.steps.push_back({prepared.stepTexts[i], MemberReader<Format>::as<StepState>(learned)});
    }
    kept.kinds = kindsOf(*prepared.source, columnNames(kept));
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
    if (kept.series) {
        Json& series = body["series"] = MemberWriter<Format>::toJson(*kept.series);
        // One series has none of these.
        for (const char* key : {"apart", "kinds", "names", "members"})
            if (series.at(key).empty()) series.erase(key);
    }
    if (kept.sequences) {
        body["sequences"] = MemberWriter<Format>::toJson(*kept.sequences);
        body["sequences"]["steps"] = {kept.sequences->shortest, kept.sequences->longest};
        if (kept.sequences->soundRate > 0) body["sequences"]["sound_rate"] = kept.sequences->soundRate;
    }
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
        const Json body = parseJson<Json>(text);
        if (body.at("version").get<int>() > kVersion)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Files", "%1 was written by a newer version of Gatelab"), {path.string()}}};
        SavedPreparation kept;
        if (body.contains("series")) kept.series = MemberReader<Format>::as<FittedRecipe>(body["series"]);
        if (body.contains("sequences")) {
            const Json& sequences = body["sequences"];
            kept.sequences = MemberReader<Format>::as<SavedSequences>(sequences);
            if (sequences.contains("steps"))
                kept.sequences->shortest = sequences["steps"].at(0), kept.sequences->longest = sequences["steps"].at(1);
            kept.sequences->soundRate = sequences.value("sound_rate", std::int64_t{0});
        }
        if (kept.series.has_value() == kept.sequences.has_value()) return damaged(path);
        return kept;
    } catch (const Json::exception&) {
        return damaged(path);
    }
}

Result<ExperimentConfig> withLearnedWords(ExperimentConfig config, const std::filesystem::path& runFolder) {
    if (!isForecast(config)) return config;
    const auto kept = readPreparation(runFolder);
    if (!kept.ok() && kept.error().code != ErrorCode::NotFound) return kept.error();
    if (!kept.ok() || !kept->series) return config;
    std::vector<std::string> words;
    for (const std::string& name : columnNames(*kept->series))
        if (keptKind(*kept->series, name) == KeptKind::Word) words.push_back(name);
    if (words.empty()) return config;
    std::vector<std::string> named;
    if (config.inputs.empty()) {
        for (const FittedRecipe::Column& column : kept->series->columns)
            if (column.input) named.push_back(column.name);
        for (const ApartColumn& column : kept->series->apart) named.push_back(column.name);
    }
    for (const std::string& input : config.inputs) {
        const std::size_t before = named.size();
        std::ranges::copy_if(words, std::back_inserter(named), [&](const std::string& word) {
            return isWordOf(word, input) && std::ranges::find(config.inputs, word) == config.inputs.end();
        });
        if (named.size() == before) named.push_back(input);
    }
    config.inputs = std::move(named);
    return config;
}

Result<ExperimentConfig> withKeptColumns(ExperimentConfig config, const std::filesystem::path& runFolder) {
    config = withKeptData(std::move(config), runFolder);
    if (!isForecast(config) || (!config.inputs.empty() && !config.targets.empty())) return config;
    const auto kept = readPreparation(runFolder);
    if (!kept.ok() && kept.error().code != ErrorCode::NotFound) return kept.error();
    if (!kept.ok() || !kept->series) return config;
    const auto name = [&](std::vector<std::string>& names, bool FittedRecipe::Column::*used) {
        if (!names.empty()) return;
        for (const FittedRecipe::Column& column : kept->series->columns)
            if (column.*used) names.push_back(column.name);
        if (used != &FittedRecipe::Column::input) return;
        for (const ApartColumn& column : kept->series->apart) names.push_back(column.name);
    };
    name(config.inputs, &FittedRecipe::Column::input);
    name(config.targets, &FittedRecipe::Column::target);
    return config;
}

}  // namespace gatelab
