// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/class/class_report.h"

#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/json_line.h"

#include "io/file_io.h"
#include "lesson/class/class_plan.h"

#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

std::int64_t questionsOf(const ClassPlan& plan) {
    std::int64_t questions = 0;
    for (const ClassLesson& one : plan.lessons) questions += one.lesson.hands.isThere();
    return questions;
}

void printQuestion(const ClassQuestion& hands, const std::string& language) {
    std::printf("   ? %s\n", hands.question.in(language).c_str());
    for (std::size_t i = 0; i < hands.answers.size(); ++i) {
        const std::string& who = hands.answers[i].misconception.in(language);
        std::printf("   %s %zu  %s%s%s\n", i == hands.right ? "*" : " ", i + 1,
                    hands.answers[i].text.in(language).c_str(), who.empty() ? "" : "  - ", who.c_str());
    }
    std::printf("     %s\n     hands, %lld s of talk, hands again\n", hands.why.in(language).c_str(),
                static_cast<long long>(hands.talk));
    if (!hands.notes.in(language).empty()) std::printf("     notes: %s\n", hands.notes.in(language).c_str());
}

void printPlan(const ClassPlan& plan, const std::string& language) {
    std::printf("%s\n%zu lessons, %lld minutes\n", plan.title.in(language).c_str(), plan.lessons.size(),
                static_cast<long long>(plan.minutes()));
    if (!plan.notes.in(language).empty()) std::printf("%s\n", plan.notes.in(language).c_str());
    for (std::size_t i = 0; i < plan.lessons.size(); ++i) {
        const ClassLesson& one = plan.lessons[i];
        std::printf("\n%zu. %s (%s), %lld minutes, seed %lld\n   %s\n", i + 1, one.lesson.title.in(language).c_str(),
                    one.lesson.key.c_str(), static_cast<long long>(one.minutes), static_cast<long long>(one.seed),
                    one.lesson.question.in(language).c_str());
        if (!one.notes.in(language).empty()) std::printf("   notes: %s\n", one.notes.in(language).c_str());
        if (one.lesson.hands.isThere()) printQuestion(one.lesson.hands, language);
    }
}

}  // namespace

int reportClass(const std::filesystem::path& file, const LessonCatalogue& shelf, const std::string& language,
                bool isBrief, bool json) {
    const auto plan = readClass(std::filesystem::absolute(file), shelf);
    if (!plan.ok()) return fail(plan.error(), json);
    if (json) {
        Json all{{"class", plan->title.in(language)}, {"minutes", plan->minutes()}, {"lessons", Json::array()}};
        for (const ClassLesson& one : plan->lessons)
            all["lessons"].push_back({{"lesson", one.lesson.key},
                                      {"minutes", one.minutes},
                                      {"seed", one.seed},
                                      {"question", one.lesson.hands.isThere()}});
        printJson(all);
    } else if (isBrief) {
        std::printf("%s can be held: %zu lessons, %lld minutes, questions for hands: %lld\n", file.c_str(),
                    plan->lessons.size(), static_cast<long long>(plan->minutes()),
                    static_cast<long long>(questionsOf(*plan)));
    } else {
        printPlan(*plan, language);
    }
    return kDone;
}

int writeClass(const std::filesystem::path& file, const LessonCatalogue& shelf, const std::vector<std::string>& keys,
               bool json) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored))
        return fail({ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Lesson", "%1 is there already; choose another name"), {file.string()}}},
                    json);
    std::vector<const Lesson*> lessons;
    for (const std::string& key : keys) {
        const Lesson* lesson = shelf.find(key);
        if (lesson == nullptr)
            return fail({ErrorCode::NotFound,
                         {GATELAB_TEXT("Lesson", "there is no lesson '%1'; gatelab-worker lesson lists them"), {key}}},
                        json);
        lessons.push_back(lesson);
    }
    if (auto written = writeFileDurably(file, classTemplate(lessons)); !written.ok())
        return fail(written.error(), json);
    if (!json)
        std::printf(
            "written: %s\nEdit order, minutes, notes and questions; resources/lessons/README.md says what may "
            "stand there. Learn opens it.\n",
            file.c_str());
    return kDone;
}

}  // namespace gatelab::worker
