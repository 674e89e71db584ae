// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/class/exercise.h"

#include "config/config_difference.h"
#include "config/config_io.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "lesson/lesson_reader.h"

#include <algorithm>
#include <cstdio>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kFileBytes = 1U << 20;
constexpr const char* kFormat = "gatelab_exercise";
const std::set<std::string> kNoTerms;

/// What a lesson's reader does not know of an exercise.
class ExerciseReader : LessonReader {
public:
    explicit ExerciseReader(const std::filesystem::path& file) : LessonReader(1, file, kNoTerms) {}

    Result<Exercise> readExercise(const Json& json) {
        const LessonJson root(json, {}, problem_);
        root.allow({kFormat, "title", "task", "settings", "runs", "changes", "figures", "claim", "predict", "say"});
        root.at(kFormat).whole(1, 1);
        chooseLanguages(root.at("title"));
        lesson_.title = plainWords(root.at("title"));
        lesson_.question = plainWords(root.at("task"));
        readRuns(root);
        if (root.has("changes"))
            root.at("changes").each(
                0, [this](const LessonJson& item, std::size_t) { exercise_.changes.push_back(settingKey(item)); });
        root.at("figures").each(1, [this](const LessonJson& item, std::size_t) { readFigure(item); });
        if (root.has("claim")) {
            const LessonJson claim = root.at("claim").allow({"holds", "text"});
            lesson_.claim = claimText(claim.at("holds"));
            lesson_.claimText = plainWords(claim.at("text"));
            addFigures(claim, figuresOfClaim(lesson_.claim));
        }
        if (root.has("predict")) {
            const LessonJson predict = root.at("predict").allow({"figure", "text"});
            exercise_.predict = predict.at("figure").text();
            exercise_.predictText = plainWords(predict.at("text"));
            addFigures(predict.at("figure"), figuresOfSum(exercise_.predict));
        }
        if (root.has("say")) exercise_.say = plainWords(root.at("say"));
        if (problem_) return *problem_;
        // What is measured of a lesson's runs is what its texts ask for.
        LessonCard asked;
        for (const FigureCall& call : exercise_.figures) asked.text.en += "{{" + figureName(call) + "}}";
        asked.text.zh = asked.text.en;
        lesson_.cards.push_back(std::move(asked));
        exercise_.lesson = std::move(lesson_);
        return std::move(exercise_);
    }

private:
    void readRest(const LessonJson&) override {}

    void readFigure(const LessonJson& item) {
        const std::string sum = item.text();
        const auto calls = figuresOfSum(sum);
        if (!item.failed() && calls.ok() &&
            (calls->size() != 1 || !sum.ends_with(')') || !sum.starts_with(calls->front().name)))
            return item.fail(GATELAB_TEXT("Lesson", "here stands one figure alone, as \"validation(lstm)\""));
        addFigures(item, calls);
    }

    void addFigures(const LessonJson& place, const Result<std::vector<FigureCall>>& calls) {
        checkCalls(place, calls);
        if (place.failed()) return;
        for (const FigureCall& call : *calls) {
            if (isStepZero(call.arguments[0]))
                return place.fail(GATELAB_TEXT("Lesson", "an exercise asks for trained runs only; take the @0 away"));
            if (std::ranges::find(exercise_.figures, call) == exercise_.figures.end())
                exercise_.figures.push_back(call);
        }
    }

    Exercise exercise_;
};

/// Where it is trained: each has files and cores of their own.
bool isOfMachine(const Field& field) {
    const std::string_view key = field.key;
    return key == "data" || key == "test_data" || key == "threads";
}

}  // namespace

bool Exercise::mayChange(std::string_view setting) const {
    return std::ranges::find(changes, setting) != changes.end();
}

Result<Exercise> exerciseFromJson(std::string_view text, const std::filesystem::path& file) {
    const auto json = parseLessonJson(text);
    if (!json.ok()) return json.error().withContext(file.string());
    auto exercise = ExerciseReader(file).readExercise(*json);
    if (!exercise.ok()) return exercise.error().withContext(file.string());
    exercise->sha256 = sha256(text);
    return exercise;
}

Result<Exercise> readExercise(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    return exerciseFromJson(*bytes, file);
}

bool isExerciseFile(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return false;
    const Json json = tryParseJson<Json>(*bytes);
    return json.is_object() && json.contains(kFormat);
}

std::string exerciseTemplate(const ExperimentConfig& config, double untrained) {
    Json settings = Json::object();
    const Json all = Json::parse(configToJson(config));
    for (const std::string& key : differingKeys(config, {}))
        if (const Field* field = findField(key); field && !isCosmetic(*field)) settings[key] = all.at(key);
    const auto both = [](const char* en, const char* zh) { return Json{{"en", en}, {"zh", zh}}; };
    char half[32];
    std::snprintf(half, sizeof half, "%.2g", untrained / 2);
    const std::string below = half;
    const Json json{
        {kFormat, 1},
        {"title", both("An exercise", "一个练习")},
        {"task", both("Train this network. Make its validation loss as small as you can.",
                      "训练这个网络，把验证损失降到尽量小。")},
        {"settings", settings},
        {"runs", {{{"key", "mine"}, {"label", both("your run", "你的运行")}}}},
        {"changes", {"hidden_size", "learning_rate", "epochs", "seed"}},
        {"figures", {"validation(mine)", "epochs(mine)"}},
        {"claim",
         {{"holds", "validation(mine) < " + below},
          {"text", both(("Its validation loss is below " + below + ", half of that before training.").c_str(),
                        ("验证损失低于 " + below + "，即训练前的一半。").c_str())}}},
        {"predict",
         {{"figure", "validation(mine)"},
          {"text", both("Which validation loss will it reach?", "验证损失会降到多少？")}}},
        {"say", both("In one sentence: what made the difference?", "用一句话说：起作用的是什么？")}};
    return json.dump(2) + "\n";
}

std::vector<std::string> foreignSettings(const Exercise& exercise, std::string_view run,
                                         const ExperimentConfig& config) {
    std::vector<std::string> keys;
    const LessonRun* asked = exercise.lesson.findRun(run);
    if (asked == nullptr) return keys;
    for (const Field& field : fields())
        if (!isCosmetic(field) && !isOfMachine(field) && !exercise.mayChange(field.key) &&
            !isSameValue(field, asked->config, config))
            keys.emplace_back(field.key);
    return keys;
}

std::string settingNames(const std::vector<std::string>& keys) {
    std::string names;
    for (const std::string& key : keys) names += (names.empty() ? "" : ", ") + key;
    return names.empty() ? "-" : names;
}

std::string figureName(const FigureCall& call) {
    std::string words = call.name + "(";
    for (std::size_t i = 0; i < call.arguments.size(); ++i) words += (i == 0 ? "" : ", ") + call.arguments[i];
    return words + ")";
}

}  // namespace gatelab
