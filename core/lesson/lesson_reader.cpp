// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_reader.h"

#include "config/config_check.h"
#include "config/field.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_gap.h"
#include "lesson/rich_text.h"
#include "run/metric.h"

#include <algorithm>

namespace gatelab {

std::string LessonReader::oneOf(const LessonJson& json, const std::vector<std::string>& words) {
    const std::string word = json.text();
    if (json.failed() || std::ranges::find(words, word) != words.end()) return word;
    std::string all;
    for (const std::string& one : words) all += (all.empty() ? "" : ", ") + one;
    json.fail({GATELAB_TEXT("Lesson", "'%1' is not known here; it is one of: %2"), {word, all}});
    return word;
}

LessonReader::LessonReader(std::int64_t format, const std::filesystem::path& file, const std::set<std::string>& terms)
    : terms_(terms), isStaged_(format >= 2) {
    lesson_.file = file;
    lesson_.key = file.stem().string();
}

Result<Lesson> LessonReader::read(const LessonJson::Json& json) {
    const LessonJson root(json, {}, problem_);
    if (isStaged_)
        root.allow({"gatelab_lesson", "part", "order", "minutes", "title", "question", "chart", "settings", "runs",
                    "film", "claim", "picture", "scenes", "try", "own", "class"});
    else
        root.allow({"gatelab_lesson", "part", "order", "title", "question", "chart", "settings", "runs", "claim",
                    "cards", "own"});
    lesson_.order = root.has("order") ? root.at("order").whole(0, 1000000) : 1000;
    if (root.has("part")) lesson_.part = root.at("part").whole(1, 9);
    if (isStaged_) chooseLanguages(root.at("title"));
    lesson_.title = plainWords(root.at("title"));
    lesson_.question = plainWords(root.at("question"));
    readRuns(root);
    lesson_.chart = "validation_loss";
    lesson_.isLog = true;
    if (!isStaged_ || root.has("chart")) readChart(root.at("chart"));
    const LessonJson claim = root.at("claim").allow({"holds", "text"});
    lesson_.claim = claimText(claim.at("holds"));
    lesson_.claimText = markedWords(claim.at("text"));
    readRest(root);
    if (problem_) return *problem_;
    return std::move(lesson_);
}

void LessonReader::readOwnSettings(const LessonJson& own) {
    own.at("settings").each(0, [this](const LessonJson& item, std::size_t) {
        lesson_.ownSettings.push_back(settingKey(item));
    });
}

void LessonReader::chooseLanguages(const LessonJson& title) {
    if (title.has("en") != title.has("zh")) language_ = title.has("en") ? "en" : "zh";
}

LessonText LessonReader::plainWords(const LessonJson& json) {
    LessonText text = json.words(language_);
    for (const auto& [language, words] : {std::pair("en", &text.en), std::pair("zh", &text.zh)})
        if (words->find("[[") != std::string::npos || words->find("{{") != std::string::npos)
            json.under(language).fail(GATELAB_TEXT("Lesson", "terms and figures cannot be marked in this text"));
    return text;
}

LessonText LessonReader::markedWords(const LessonJson& json) {
    LessonText text = json.words(language_);
    check(json.under("en"), text.en);
    check(json.under("zh"), text.zh);
    return text;
}

void LessonReader::check(const LessonJson& place, const std::string& words) {
    const auto pieces = piecesOf(words);
    if (!pieces.ok()) return place.fail(pieces.error().phrase);
    for (const TextPiece& piece : *pieces) {
        if (place.failed()) return;  // the first one is told, and words near to each would be looked for
        if (piece.kind == TextPiece::Kind::Term && !terms_.contains(piece.key)) {
            const std::string near = nearestWord(piece.key, {terms_.begin(), terms_.end()});
            if (near.empty())
                place.fail({GATELAB_TEXT("Lesson", "'%1' is no entry of the glossary"), {piece.key}});
            else
                place.fail(
                    {GATELAB_TEXT("Lesson", "'%1' is no entry of the glossary; was '%2' meant?"), {piece.key, near}});
        }
        if (piece.kind == TextPiece::Kind::Figure) checkCalls(place, figuresOfSum(piece.key));
    }
}

void LessonReader::checkCalls(const LessonJson& place, const Result<std::vector<FigureCall>>& calls) {
    if (place.failed()) return;
    if (!calls.ok()) return place.fail(calls.error().phrase);
    for (const FigureCall& call : *calls) {
        if (hasDrawing_ && isGapWord(call.name)) {
            std::vector<std::string> runs;
            for (const LessonRun& run : lesson_.runs) runs.push_back(run.key);
            if (auto checked = checkGapCall(call, runs); !checked.ok()) return place.fail(checked.error().phrase);
            continue;
        }
        const LessonFigure* row = findLessonFigure(call.name);
        if (row == nullptr) {
            std::string all;
            for (const LessonFigure& one : lessonFigures()) all += (all.empty() ? "" : ", ") + std::string(one.name);
            return place.fail({GATELAB_TEXT("Lesson", "there is no figure '%1'; there are: %2"), {call.name, all}});
        }
        if (call.arguments.size() != row->arguments)
            return place.fail({GATELAB_TEXT("Lesson", "'%1' takes %2 words between its brackets, and here are %3"),
                               {call.name, row->arguments, call.arguments.size()}});
        if (lesson_.findRun(call.arguments[0]) == nullptr)
            return place.fail({GATELAB_TEXT("Lesson", "'%1' is no run of this lesson; there are: %2"),
                               {call.arguments[0], runNames()}});
    }
}

std::string LessonReader::claimText(const LessonJson& json) {
    std::string claim = json.text();
    if (!json.failed()) checkCalls(json, figuresOfClaim(claim));
    return claim;
}

std::string LessonReader::runNames() const {
    std::string all;
    for (const LessonRun& run : lesson_.runs) all += (all.empty() ? "" : ", ") + run.key;
    return all;
}

std::string LessonReader::runKey(const LessonJson& json) {
    std::string key = json.text();
    if (!json.failed() && lesson_.findRun(key) == nullptr)
        json.fail({GATELAB_TEXT("Lesson", "'%1' is no run of this lesson; there are: %2"), {key, runNames()}});
    return key;
}

std::string LessonReader::settingKey(const LessonJson& json) {
    std::string key = json.text();
    if (!json.failed() && findField(key) == nullptr) unknownSetting(json, key);
    return key;
}

void LessonReader::unknownSetting(const LessonJson& place, const std::string& key) {
    std::vector<std::string> all;
    for (const Field& field : fields()) all.emplace_back(field.key);
    const std::string near = nearestWord(key, all);
    if (near.empty())
        place.fail({GATELAB_TEXT("Lesson", "there is no setting '%1'; gatelab-worker train --help lists them"), {key}});
    else
        place.fail({GATELAB_TEXT("Lesson", "there is no setting '%1'; was '%2' meant?"), {key, near}});
}

void LessonReader::apply(const LessonJson& settings, ExperimentConfig& config) {
    if (settings.failed()) return;
    if (!settings.json().is_object())
        return settings.fail(GATELAB_TEXT("Lesson", "settings are {\"name\": value, ...}"));
    for (const auto& [key, value] : settings.json().items()) {
        const LessonJson place = settings.under(key);
        const Field* field = findField(key);
        if (field == nullptr) return unknownSetting(settings, key);
        auto wanted = valueOf(value);
        if (!wanted)
            return place.fail(GATELAB_TEXT("Lesson", "a setting is a text, a number, true, false or a list of texts"));
        if (auto stored = setFieldValue(config, *field, *wanted); !stored.ok())
            return place.fail(stored.error().phrase);
        if (auto problem = checkFieldValue(*field, fieldValue(config, *field))) return place.fail(problem->phrase);
    }
}

std::optional<FieldValue> LessonReader::valueOf(const LessonJson::Json& json) {
    if (json.is_boolean()) return FieldValue(json.get<bool>());
    const bool isTooLarge = json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX;
    if (json.is_number_integer() && !isTooLarge) return FieldValue(json.get<std::int64_t>());
    if (json.is_number()) return FieldValue(json.get<double>());
    if (json.is_string()) return FieldValue(json.get<std::string>());
    if (!json.is_array()) return std::nullopt;
    std::vector<std::string> items;
    for (const auto& item : json) {
        if (!item.is_string()) return std::nullopt;
        items.push_back(item.get<std::string>());
    }
    return FieldValue(items);
}

// Beside the lesson, where it is no whole path.
void LessonReader::findData(const LessonJson& place, std::string& path) {
    if (path.empty() || place.failed()) return;
    std::filesystem::path file(path);
    if (file.is_relative()) file = lesson_.file.parent_path() / file;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return place.fail(
            {GATELAB_TEXT("Lesson", "the file %1 is not there; put it beside the lesson"), {file.string()}});
    path = std::filesystem::absolute(file, ignored).lexically_normal().string();
}

void LessonReader::readRuns(const LessonJson& root) {
    ExperimentConfig common;
    if (root.has("settings")) apply(root.at("settings"), common);
    root.at("runs").each(1, [&](const LessonJson& item, std::size_t) {
        item.allow({"key", "label", "settings"});
        LessonRun run{item.at("key").text(), {}, common};
        const LessonJson inside = item.under(run.key);
        if (lesson_.findRun(run.key) != nullptr) inside.fail(GATELAB_TEXT("Lesson", "this key is there twice"));
        if (run.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") != std::string::npos)
            inside.fail(GATELAB_TEXT("Lesson", "the key of a run has small letters, digits, - and _ only"));
        run.label = plainWords(inside.at("label"));
        if (item.has("settings")) apply(inside.at("settings"), run.config);
        findData(inside, run.config.dataPath);
        findData(inside, run.config.testPath);
        run.config.name = lesson_.title.en + ": " + run.label.en;
        if (!inside.failed())
            for (const ConfigFinding& finding : checkConfig(run.config))
                if (finding.severity == Severity::Error) inside.under(finding.key).fail(finding.message);
        lesson_.runs.push_back(std::move(run));
    });
}

void LessonReader::readChart(const LessonJson& chart) {
    chart.allow({"metric", "log"});
    lesson_.chart = chart.at("metric").text();
    if (!chart.failed() && findMetric(lesson_.chart) == nullptr)
        chart.at("metric").fail({GATELAB_TEXT("Lesson",
                                              "there is no curve '%1'; take validation_loss, train_loss, "
                                              "gradient_norm or another one that runs keep"),
                                 {lesson_.chart}});
    lesson_.isLog = chart.has("log") && chart.at("log").truth();
}

void LessonReader::readQuiz(const LessonJson& json, LessonCard& card) {
    json.at("questions").each(3, [&](const LessonJson& item, std::size_t) {
        item.allow({"text", "answers", "right", "why"});
        LessonQuestion question;
        question.text = markedWords(item.at("text"));
        item.at("answers").each(
            2, [&](const LessonJson& answer, std::size_t) { question.answers.push_back(plainWords(answer)); });
        question.right = static_cast<std::size_t>(item.at("right").whole(
                             1, static_cast<std::int64_t>(std::max<std::size_t>(1, question.answers.size())))) -
                         1;
        question.why = markedWords(item.at("why"));
        card.questions.push_back(std::move(question));
    });
    if (!json.failed() && card.questions.size() != 3)
        json.fail({GATELAB_TEXT("Lesson", "a quiz has three questions, and here are %1"), {card.questions.size()}});
}

ClassQuestion LessonReader::readHands(const LessonJson& json) {
    json.allow({"question", "answers", "right", "why", "talk", "notes"});
    ClassQuestion hands;
    hands.question = plainWords(json.at("question"));
    json.at("answers").each(2, [&](const LessonJson& item, std::size_t) {
        item.allow({"text", "misconception"});
        ClassQuestion::Answer answer{plainWords(item.at("text")), {}};
        if (item.has("misconception")) answer.misconception = plainWords(item.at("misconception"));
        hands.answers.push_back(std::move(answer));
    });
    if (!json.failed() && hands.answers.size() > 4)
        json.at("answers").fail({GATELAB_TEXT("Lesson",
                                              "a class has two to four answers, one for each key from 1 to "
                                              "4, and here are %1"),
                                 {hands.answers.size()}});
    hands.right =
        static_cast<std::size_t>(json.at("right").whole(1, std::max<std::int64_t>(1, std::ssize(hands.answers)))) - 1;
    hands.why = plainWords(json.at("why"));
    if (json.has("talk")) hands.talk = json.at("talk").whole(10, 3600);
    if (json.has("notes")) hands.notes = plainWords(json.at("notes"));
    return hands;
}

}  // namespace gatelab
