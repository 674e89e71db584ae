// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/class/class_plan.h"

#include "io/file_io.h"
#include "lesson/lesson_reader.h"

#include <algorithm>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kFileBytes = 1U << 20;

class ClassReader : LessonReader {
public:
    ClassReader(const std::filesystem::path& file, const LessonCatalogue& shelf, const std::set<std::string>& terms)
        : LessonReader(2, file, terms), shelf_(shelf) {}

    Result<ClassPlan> readPlan(const Json& json) {
        const LessonJson root(json, {}, problem_);
        root.allow({"gatelab_class", "title", "notes", "lessons"});
        root.at("gatelab_class").whole(1, 1);
        chooseLanguages(root.at("title"));
        plan_.file = lesson_.file;
        plan_.title = plainWords(root.at("title"));
        if (root.has("notes")) plan_.notes = plainWords(root.at("notes"));
        root.at("lessons").each(1, [this](const LessonJson& item, std::size_t) { readLesson(item); });
        if (problem_) return *problem_;
        return std::move(plan_);
    }

private:
    void readRest(const LessonJson&) override {}

    void readLesson(const LessonJson& item) {
        item.allow({"lesson", "title", "question", "minutes", "seed", "notes", "class"});
        ClassLesson one;
        if (!find(item.at("lesson"), one.lesson)) return;
        const auto isSame = [&one](const ClassLesson& other) { return other.lesson.key == one.lesson.key; };
        if (std::ranges::any_of(plan_.lessons, isSame))
            return item.at("lesson").fail(
                {GATELAB_TEXT("Lesson", "the lesson '%1' is there twice; take one out"), {one.lesson.key}});
        if (item.has("title")) one.lesson.title = plainWords(item.at("title"));
        if (item.has("question")) one.lesson.question = plainWords(item.at("question"));
        one.minutes = item.has("minutes") ? item.at("minutes").whole(1, 600) : one.lesson.minutes;
        if (item.has("seed")) one.seed = item.at("seed").whole(1, 1000000);
        if (item.has("notes")) one.notes = plainWords(item.at("notes"));
        if (item.has("class")) one.lesson.hands = readHands(item.at("class"));
        plan_.lessons.push_back(std::move(one));
    }

    bool find(const LessonJson& place, Lesson& lesson) {
        const std::string name = place.text();
        if (place.failed()) return false;
        if (const Lesson* known = shelf_.find(name)) {
            lesson = *known;
            return true;
        }
        if (name.ends_with(".json")) {
            auto own = gatelab::readLesson(plan_.file.parent_path() / name, terms_);
            if (own.ok())
                lesson = std::move(*own);
            else
                place.fail(own.error().phrase);
            return own.ok();
        }
        std::vector<std::string> names;
        for (const Lesson& one : shelf_.lessons) names.push_back(one.key);
        const std::string near = nearestWord(name, names);
        if (near.empty())
            place.fail({GATELAB_TEXT("Lesson",
                                     "there is no lesson '%1'; gatelab-worker lesson lists them, and one of your own "
                                     "is named by its file, mine.json"),
                        {name}});
        else
            place.fail({GATELAB_TEXT("Lesson", "there is no lesson '%1'; was '%2' meant?"), {name, near}});
        return false;
    }

    const LessonCatalogue& shelf_;
    ClassPlan plan_;
};

}  // namespace

Result<ClassPlan> classFromJson(std::string_view text, const std::filesystem::path& file,
                                const LessonCatalogue& shelf) {
    const auto json = parseLessonJson(text);
    if (!json.ok()) return json.error().withContext(file.string());
    const auto terms = shelf.glossary.keys();
    return ClassReader(file, shelf, terms).readPlan(*json).withContext(file.string());
}

Result<ClassPlan> readClass(const std::filesystem::path& file, const LessonCatalogue& shelf) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    return classFromJson(*bytes, file, shelf);
}

std::string classTemplate(const std::vector<const Lesson*>& lessons) {
    const auto both = [](const LessonText& text) { return Json{{"en", text.en}, {"zh", text.zh}}; };
    Json json{{"gatelab_class", 1}, {"title", both({"My class", "我的课"})}, {"lessons", Json::array()}};
    for (const Lesson* lesson : lessons) {
        Json one{{"lesson", lesson->key}, {"minutes", lesson->minutes > 0 ? lesson->minutes : 5}};
        // The lesson's own are shown in any case.
        if (lesson->hands.notes.en.empty()) one["notes"] = both({"What I say here.", "我在这里要说的话。"});
        // The lesson asks no hands: a question of its quiz, to be edited.
        const LessonCard* quiz = lesson->hands.isThere() ? nullptr : lesson->find(LessonCard::Kind::Quiz);
        if (quiz != nullptr && !quiz->questions.empty()) {
            const LessonQuestion& question = quiz->questions.front();
            Json answers = Json::array();
            for (const LessonText& answer : question.answers) answers.push_back({{"text", both(answer)}});
            one["class"] = {{"question", both(question.text)},
                            {"answers", answers},
                            {"right", question.right + 1},
                            {"why", both(question.why)},
                            {"talk", 60}};
        }
        json["lessons"].push_back(std::move(one));
    }
    return json.dump(2) + "\n";
}

}  // namespace gatelab
