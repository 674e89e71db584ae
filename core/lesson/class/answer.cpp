// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/class/answer.h"

#include "base/version.h"
#include "config/config_io.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "lesson/lesson_json.h"

#include <cmath>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kFileBytes = 1U << 20;
constexpr const char *kFormat = "gatelab_answer", *kSeal = "sha256";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(); }

/// Of everything but itself.
std::string sealOf(Json json) {
    json.erase(kSeal);
    return sha256(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string textOf(const LessonJson& json, const char* key) { return json.at(key).text(true); }

double optionalNumber(const LessonJson& json) {
    if (json.failed() || json.json().is_null()) return kNone;
    return json.number(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
}

AnswerRun readRun(const LessonJson& json) {
    AnswerRun run;
    run.id = textOf(json, "id");
    const LessonJson settings = json.at("settings");
    if (json.failed()) return run;
    auto config = configFromJson(settings.json().dump());
    if (config.ok())
        run.config = std::move(config->config);
    else
        settings.fail(config.error().phrase);
    const LessonJson figures = json.at("figures");
    if (json.failed()) return run;
    if (!figures.json().is_object())
        figures.fail(GATELAB_TEXT("Lesson", "figures are {\"name\": number, ...}"));
    else
        for (const auto& [key, value] : figures.json().items())
            run.figures[key] = optionalNumber(figures.at(key.c_str()));
    run.proof = {textOf(json, "weights_sha256"), textOf(json, "record_sha256")};
    return run;
}

}  // namespace

std::string answerToJson(const ExerciseAnswer& answer) {
    Json json{{kFormat, 1},
              {"exercise", {{"title", answer.title}, {"sha256", answer.exercise}}},
              {"student", answer.student},
              {"predicted", numberJson(answer.predicted)},
              {"sentence", answer.sentence},
              {"program", answer.program.empty() ? programVersion() : answer.program},
              {"runs", Json::object()}};
    for (const auto& [key, run] : answer.runs) {
        Json figures = Json::object();
        for (const auto& [name, value] : run.figures) figures[name] = numberJson(value);
        json["runs"][key] = Json{{"id", run.id},
                                 {"seed", run.config.seed},
                                 {"settings", Json::parse(configToJson(run.config))},
                                 {"figures", figures},
                                 {"weights_sha256", run.proof.weights},
                                 {"record_sha256", run.proof.record}};
    }
    json[kSeal] = sealOf(json);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ExerciseAnswer> answerFromJson(std::string_view text, const std::filesystem::path& file) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Lesson", "the file is empty; ask for it once more")}.withContext(
            file.string());
    const auto json = parseLessonJson(text);
    if (!json.ok()) return json.error().withContext(file.string());
    if (!json->is_object() || !json->contains(kFormat))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "this is no answer to an exercise; Gatelab writes one from the exercise")}
            .withContext(file.string());
    std::optional<Error> problem;
    const LessonJson root(*json, {}, problem);
    root.at(kFormat).whole(1, 1);
    ExerciseAnswer answer;
    const LessonJson exercise = root.at("exercise");
    answer.title = textOf(exercise, "title");
    answer.exercise = textOf(exercise, "sha256");
    answer.student = textOf(root, "student");
    answer.predicted = optionalNumber(root.at("predicted"));
    answer.sentence = textOf(root, "sentence");
    answer.program = textOf(root, "program");
    const LessonJson runs = root.at("runs");
    if (!problem && !runs.json().is_object()) runs.fail(GATELAB_TEXT("Lesson", "runs are {\"name\": {...}, ...}"));
    if (!problem)
        for (const auto& [key, run] : runs.json().items()) answer.runs[key] = readRun(runs.at(key.c_str()));
    const std::string seal = textOf(root, kSeal);
    if (problem) return problem->withContext(file.string());
    answer.isSealed = seal == sealOf(*json);
    return answer;
}

Result<ExerciseAnswer> readAnswer(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    return answerFromJson(*bytes, file);
}

std::filesystem::path runsBeside(const std::filesystem::path& answer) {
    std::string name = answer.filename().string();
    if (name.ends_with(".json")) name.resize(name.size() - 5);
    return answer.parent_path() / (name + "-runs");
}

}  // namespace gatelab
