// SPDX-License-Identifier: GPL-3.0-or-later
// A class takes lessons in its own order with its own words, and says where its file is wrong.
// Holds core/lesson/class/class_plan.cpp.
#include "io/json/json.h"
#include "lesson/class/class_plan.h"

#include "support/places.h"

#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

using Json = nlohmann::ordered_json;
const std::filesystem::path kSource(gatelab::testing::kSourceFolder);

const LessonCatalogue& shelf() {
    static const LessonCatalogue all = [] {
        const auto glossary = readGlossary(kSource / "resources/glossary.json");
        return readLessons(kSource / "resources/lessons", glossary.ok() ? *glossary : Glossary{});
    }();
    return all;
}
Json whole() { return Json::parse(classTemplate({shelf().find("vanishing-gradient"), shelf().find("one-cell")})); }
Result<ClassPlan> planOf(const Json& json) { return classFromJson(json.dump(), "/c/mine.class", shelf()); }

}  // namespace

class TestClassPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theOrderIsItsOwn() {
        const auto plan = planOf(whole());
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
        QCOMPARE(plan->lessons.size(), std::size_t(2));
        QCOMPARE(plan->lessons[0].lesson.key, std::string("vanishing-gradient"));
        QCOMPARE(plan->minutes(), plan->lessons[0].minutes + plan->lessons[1].minutes);
        // A lesson with notes of its own needs none.
        QVERIFY(plan->lessons[0].notes.zh.empty() && !plan->lessons[0].lesson.hands.notes.zh.empty());
        // Its question for hands comes with the lesson.
        const ClassQuestion& hands = plan->lessons[0].lesson.hands;
        QCOMPARE(hands.answers.size(), std::size_t(4));
        QCOMPARE(hands.right, std::size_t(2));
        QCOMPARE(hands.talk, std::int64_t(60));
        QVERIFY(!hands.answers[0].misconception.en.empty() && hands.answers[2].misconception.en.empty());
        // One without asks a question of its quiz, to be edited.
        Lesson other = *shelf().find("overfitting");
        other.hands = {};
        const auto second = planOf(Json::parse(classTemplate({&other})));
        QVERIFY2(second.ok(), second.ok() ? "" : second.error().message.c_str());
        const ClassLesson& fresh = second->lessons[0];
        const LessonQuestion& quiz = other.find(LessonCard::Kind::Quiz)->questions.front();
        QCOMPARE(fresh.lesson.hands.question.en, quiz.text.en);
        QCOMPARE(fresh.lesson.hands.answers.size(), quiz.answers.size());
        QCOMPARE(fresh.lesson.hands.right, quiz.right);
        QVERIFY(!fresh.notes.zh.empty());
    }

    void wordsMinutesAndHandsMayBeItsOwn() {
        Json json = whole();
        Json& one = json["lessons"][1];
        one["title"] = {{"en", "Twice the same"}, {"zh", "两次相同"}};
        one["minutes"] = 7;
        one["seed"] = 3;
        one["class"] = {{"question", {{"en", "Q"}, {"zh", "问"}}},
                        {"answers", Json::array()},
                        {"right", 4},
                        {"why", {{"en", "W"}, {"zh", "因"}}},
                        {"talk", 30}};
        for (int i = 0; i < 4; ++i) one["class"]["answers"].push_back({{"text", {{"en", "A"}, {"zh", "答"}}}});
        const auto plan = planOf(json);
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
        const ClassLesson& read = plan->lessons[1];
        QCOMPARE(read.lesson.title.en, std::string("Twice the same"));
        QCOMPARE(read.minutes, std::int64_t(7));
        QCOMPARE(read.seed, std::int64_t(3));
        QCOMPARE(read.lesson.hands.right, std::size_t(3));
        QCOMPARE(read.lesson.hands.talk, std::int64_t(30));
        // The shelf is untouched.
        QVERIFY(shelf().find("one-cell")->title.en != "Twice the same");
    }

    void aLessonOfTheTeachersOwnLiesBesideIt() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        std::filesystem::copy_file(kSource / "resources/lessons/one-cell.json", place / "mine.json");
        Json json = whole();
        json["lessons"][1]["lesson"] = "mine.json";
        const auto plan = classFromJson(json.dump(), place / "my.class", shelf());
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
        QCOMPARE(plan->lessons[1].lesson.key, std::string("mine"));
    }

    void aWrongOneSaysWhere_data() {
        QTest::addColumn<QString>("patch");
        QTest::addColumn<QString>("expected");
        QTest::newRow("unknown lesson") << R"([{"op":"replace","path":"/lessons/1/lesson","value":"one-cel"}])"
                                        << "lessons: 2: lesson: there is no lesson 'one-cel'; was 'one-cell' meant?";
        QTest::newRow("a file that is not there")
            << R"([{"op":"replace","path":"/lessons/1/lesson","value":"gone.json"}])"
            << "gone.json";
        QTest::newRow("twice") << R"([{"op":"replace","path":"/lessons/1/lesson","value":"vanishing-gradient"}])"
                               << "the lesson 'vanishing-gradient' is there twice";
        QTest::newRow("empty") << R"([{"op":"replace","path":"/lessons","value":[]}])"
                               << "needs at least 1";
        QTest::newRow("stray member") << R"([{"op":"add","path":"/lessons/0/minute","value":3}])"
                                      << "'minute' is not known here; was 'minutes' meant?";
        QTest::newRow("a language missing") << R"([{"op":"add","path":"/lessons/0/notes","value":{"en":"Ask."}}])"
                                            << "lessons: 1: notes: the member \"zh\" is missing";
    }
    void aWrongOneSaysWhere() {
        QFETCH(QString, patch);
        QFETCH(QString, expected);
        const auto plan = planOf(whole().patch(Json::parse(patch.toStdString())));
        QVERIFY(!plan.ok());
        QVERIFY2(plan.error().message.find(expected.toStdString()) != std::string::npos, plan.error().message.c_str());
        QVERIFY(plan.error().message.starts_with("/c/mine.class: "));
    }

    void whatIsNoJsonSaysTheLine() {
        const auto plan = classFromJson("{\n\"gatelab_class\": 1,,", "/c/mine.class", shelf());
        QVERIFY(!plan.ok() && plan.error().message.starts_with("/c/mine.class: line 2"));
        QVERIFY(!readClass("/c/not-there.class", shelf()).ok());
    }
};

QTEST_GUILESS_MAIN(TestClassPlan)
#include "tst_class_plan.moc"
