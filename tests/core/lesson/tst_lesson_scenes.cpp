// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons of format 2: a whole one is read, a damaged one says where and what to do; cards of format 1 become scenes.
#include "lesson/lesson_figures.h"
#include "lesson/lesson_file.h"
#include "lesson/lesson_json.h"

#include "support/places.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sstream>

using namespace gatelab;

namespace {

using Json = nlohmann::ordered_json;
using Kind = LessonCard::Kind;
const std::filesystem::path kSource(gatelab::testing::kSourceFolder);
const std::filesystem::path kFile = kSource / "resources/lessons/vanishing-gradient.json";

std::string textOf(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}
std::set<std::string> terms() {
    static const auto glossary = readGlossary(kSource / "resources/glossary.json");
    return glossary.ok() ? glossary->keys() : std::set<std::string>{};
}
Json whole() { return Json::parse(textOf(kFile)); }
Result<Lesson> lessonOf(const Json& json) { return lessonFromJson(json.dump(), kFile, terms()); }
std::string problemOf(const Json& json) {
    const auto read = lessonOf(json);
    return read.ok() ? std::string() : read.error().message;
}

/// Leaves only this language in every text.
void keepLanguage(Json& json, const std::string& language) {
    if (json.is_object() && json.contains("en") && json.contains("zh"))
        json.erase(language == "en" ? "zh" : "en");
    else if (json.is_structured())
        for (Json& inner : json) keepLanguage(inner, language);
}

}  // namespace

class TestLessonScenes : public QObject {
    Q_OBJECT private Q_SLOTS : void aWholeLessonIsRead() {
        const auto lesson = lessonOf(whole());
        QVERIFY2(lesson.ok(), lesson.ok() ? "" : lesson.error().message.c_str());
        QCOMPARE(lesson->part, std::int64_t(1));
        QCOMPARE(lesson->picture.kind, std::string("gradient"));
        QCOMPARE(lesson->picture.twins, (std::vector<std::string>{"rnn", "lstm"}));
        QCOMPARE(lesson->picture.ringed(), std::size_t(1));
        const LessonRow& ring = lesson->picture.rows[1];
        QVERIFY(ring.isLog && ring.isRinged && ring.least == 1e-7);
        QCOMPARE(lesson->picture.rows[2].of.at("lstm"), std::string("f"));
        QCOMPARE(lesson->cards.size(), std::size_t(7));  // with the quiz
        QCOMPARE(lesson->find(Kind::Draw)->draw.twin, std::string("rnn"));
        const LessonGap& gap = lesson->find(Kind::Gap)->gap;
        QCOMPARE(gap.measure, std::string("row(rnn, 1)"));
        QCOMPARE(gap.as, std::string("ratio"));
        QVERIFY(!lesson->find(Kind::Say)->ours.zh.empty());
        QCOMPARE(lesson->tries.size(), std::size_t(3));
        QCOMPARE(lesson->tries[2].config.cell, std::string("gru"));
        QVERIFY(lesson->film > 2);
        // Every figure of gap, texts and changes is measured with the run, also where only the gap asks for it.
        const auto calls = figuresRequested(*lesson, "lstm");
        QVERIFY(std::ranges::find(calls, FigureCall{"early", {"lstm"}}) != calls.end());
        for (const FigureCall& call : calls) QVERIFY2(findLessonFigure(call.name), call.name.c_str());
    }

    /// Cards become scenes: the loss is the picture, the curve of the lesson's run is drawn on it.
    void theFormerFormatIsPlayedOnTheStage() {
        const auto lesson = readLesson(kSource / "tests/core/lesson/gate.json", terms());
        QVERIFY2(lesson.ok(), lesson.ok() ? "" : lesson.error().message.c_str());
        std::vector<Kind> scenes;
        for (const LessonCard& card : lesson->cards)
            if (scenes.empty() || scenes.back() != card.kind) scenes.push_back(card.kind);
        QCOMPARE(scenes, (std::vector<Kind>{Kind::Look, Kind::Draw, Kind::Train, Kind::Gap, Kind::Look, Kind::Say,
                                            Kind::Quiz}));
        QCOMPARE(lesson->picture.kind, std::string("curve"));
        QCOMPARE(lesson->picture.twins, (std::vector<std::string>{"rnn", "lstm"}));
        QVERIFY(lesson->picture.rows.size() == 1 && lesson->picture.rows[0].isRinged);
        QCOMPARE(lesson->find(Kind::Draw)->draw.twin, std::string("lstm"));
        QVERIFY(lesson->film > 2 && !lesson->tries.empty());
        QCOMPARE(lesson->tries[0].config.cell, std::string("gru"));
        QVERIFY(!lesson->tries[0].label.en.empty() && !lesson->tries[0].text.en.empty());
        QCOMPARE(lesson->find(Kind::Quiz)->questions.size(), std::size_t(3));
        for (const LessonCard& card : lesson->cards) QVERIFY(*lessonCardWord(card.kind) != '\0');
    }

    /// Bars of figures are measured with their runs, and of step 0 beside them.
    void figuresOfAPictureAreMeasured() {
        Json json = whole();
        const auto column = [](const char* name, const char* figure) {
            return Json{{"label", {{"en", name}, {"zh", name}}}, {"figure", figure}};
        };
        Json row{{"quantity", "figures"}, {"ring", true}, {"most", 2}};
        row["columns"] = Json::array({column("a", "seconds(lstm)"), column("b", "2 * rmse(lstm)")});
        json["picture"] = Json{{"kind", "table"}};
        json["picture"]["twins"] = Json::array({"lstm"});
        json["picture"]["rows"] = Json::array({row});
        json["scenes"][1]["row"] = 1;
        json["scenes"][1]["twin"] = "lstm";
        json.erase("try");
        for (Json& scene : json["scenes"]) scene.erase("hide"), scene.erase("names");
        json["own"] = Json{{"reason", {{"en", "none"}, {"zh", "none"}}}};
        const auto lesson = lessonOf(json);
        QVERIFY2(lesson.ok(), lesson.ok() ? "" : lesson.error().message.c_str());
        const auto asks = [&](const char* run) {
            const auto calls = figuresRequested(*lesson, run);
            return std::ranges::any_of(calls, [](const FigureCall& call) { return call.name == "rmse"; });
        };
        QVERIFY(asks("lstm") && asks("lstm@0") && !asks("rnn"));
        LessonOutcomes outcomes;
        outcomes["lstm"].figures = {{"seconds", 3.0}, {"rmse", 0.25}};
        outcomes["lstm@0"].figures = {{"seconds", 1.0}, {"rmse", 4.0}};
        QCOMPARE(columnValues(lesson->picture, outcomes, false), (std::vector<double>{3, 0.5}));
        QCOMPARE(columnValues(lesson->picture, outcomes, true), (std::vector<double>{1, 8}));
        // Trainings that stand as dots are measured, too.
        json["picture"]["rows"][0]["columns"][1]["dots"] = Json::array({"validation(rnn)", "validation(lstm)"});
        const auto dotted = lessonOf(json);
        QVERIFY2(dotted.ok(), dotted.ok() ? "" : dotted.error().message.c_str());
        const auto dotCalls = figuresRequested(*dotted, "rnn");
        QVERIFY(std::ranges::find(dotCalls, FigureCall{"validation", {"rnn"}}) != dotCalls.end());
        outcomes["rnn"].figures = {{"validation", 0.5}};
        outcomes["lstm"].figures["validation"] = 0.75;
        QCOMPARE(columnDots(dotted->picture, outcomes), (std::vector<std::vector<double>>{{}, {0.5, 0.75}}));
        json["picture"]["rows"][0]["columns"][1].erase("dots");
        json["picture"]["rows"][0]["columns"][0]["figure"] = "second(lstm)";
        QVERIFY(problemOf(json).find("there is no figure 'second'") != std::string::npos);
    }

    /// Lengths of a window and batches are read, and what does not fit is named.
    void edgesAreRead() {
        const auto column = [](const char* figure) {
            return Json{{"label", {{"en", "a"}, {"zh", "a"}}}, {"figure", figure}};
        };
        const auto lessonWith = [&](const char* kind, const char* quantity, double most, const Json& columns) {
            Json json = whole();
            Json row{{"quantity", quantity}, {"ring", true}, {"columns", columns}};
            if (most > 0) row["most"] = most;
            json["picture"] = Json{{"kind", kind}};
            json["picture"]["twins"] = Json::array({"rnn", "lstm"});
            json["picture"]["rows"] = Json::array({row});
            json["scenes"][1].update(Json{{"row", 1}, {"kind", "edge"}});
            json.erase("try");
            for (Json& scene : json["scenes"]) scene.erase("hide"), scene.erase("names");
            json["own"] = Json{{"reason", {{"en", "none"}, {"zh", "none"}}}};
            return json;
        };
        const Json two = Json::array({column("rmse(rnn)"), column("rmse(lstm)")});
        const auto window = lessonOf(lessonWith("sequence", "window", 96, two));
        QVERIFY2(window.ok(), window.ok() ? "" : window.error().message.c_str());
        QCOMPARE(window->find(Kind::Draw)->draw.kind, std::string("edge"));
        QCOMPARE(window->picture.rows[0].columns.size(), std::size_t(2));
        QVERIFY(lessonOf(lessonWith("parts", "batch", 24, two)).ok());
        const auto says = [&](const Json& json, const char* words) {
            QVERIFY2(problemOf(json).find(words) != std::string::npos, problemOf(json).c_str());
        };
        says(lessonWith("sequence", "window", 0, two), "a row \"window\" needs \"most\", where its axis ends");
        says(lessonWith("sequence", "window", 2, two), "is no figure of a run whose lookback is at most 2");
        says(lessonWith("parts", "batch", 24, Json::array({column("rmse(rnn)")})), "has a column for each twin, 2");
        Json curve = lessonWith("sequence", "window", 96, two);
        curve["scenes"][1]["kind"] = "curve";
        says(curve, "an edge is dragged on a row \"window\" or \"batch\", and nothing else");
    }

    /// A scene may show an image that lies beside the lesson.
    void aSceneHasAnImage() {
        const QTemporaryDir home;
        const std::filesystem::path file = home.path().toStdString() + "/own.json";
        std::ofstream(file.parent_path() / "cell.svg") << "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        Json json = whole();
        json["scenes"][0]["picture"] = Json{{"kind", "image"}, {"file", "cell.svg"}};
        const auto lesson = lessonFromJson(json.dump(), file, terms());
        QVERIFY2(lesson.ok(), lesson.ok() ? "" : lesson.error().message.c_str());
        QCOMPARE(lesson->cards[0].image.filename().string(), std::string("cell.svg"));
        QVERIFY(lesson->cards[1].image.empty());
    }

    /// Each member is taken out in turn: it may be left out, or the error names it.
    void aMissingMemberIsNamed() {
        const std::set<std::string> optional{
            "part",  "order",         "minutes", "settings", "film",  "try",  "class",   "at",      "hide",
            "start", "beside",        "format",  "window",   "marks", "of",   "share",   "scale",   "least",
            "ring",  "rnn",           "lstm",    "unit",     "as",    "twin", "most",    "columns", "cases",
            "rows",  "misconception", "talk",    "notes",    "chart", "step", "measure", "against", "names"};
        int refused = 0;
        const std::function<void(const Json&, Json::json_pointer)> walk = [&](const Json& json,
                                                                              const Json::json_pointer& here) {
            if (json.is_array())
                for (std::size_t i = 0; i < json.size(); ++i) walk(json[i], here / i);
            if (!json.is_object()) return;
            for (const auto& [key, value] : json.items()) {
                // The languages of the title are those of the lesson: one may be left out there.
                if (here.to_string().find("settings") == std::string::npos && here.to_string() != "/title" &&
                    !optional.contains(key)) {
                    Json broken = whole();
                    broken.at(here).erase(key);
                    const std::string problem = problemOf(broken);
                    QVERIFY2(
                        problem.find(key) != std::string::npos && problem.find(kFile.filename()) != std::string::npos,
                        ((here / key).to_string() + ": " + problem).c_str());
                    ++refused;
                }
                walk(value, here / key);
            }
        };
        walk(whole(), Json::json_pointer());
        QVERIFY(refused > 80);
    }

    void mistakesAreExplained_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* message) {
            QTest::newRow(name) << pointer << value << message;
        };
        row("unknown member", "/pictur", "1", "'pictur' is not known here; was 'picture' meant?");
        row("two rings", "/picture/rows/0/ring", "true", "exactly one row has \"ring\": true, and here are 2");
        row("no ring", "/picture/rows/1/ring", "false", "exactly one row has \"ring\": true, and here are 0");
        row("three twins", "/picture/twins", "[\"rnn\", \"lstm\", \"rnn\"]", "at most two runs stand side by side");
        row("unknown kind", "/picture/kind", "\"circus\"", "it is one of: sequence, unrolled, gate, gradient, product");
        row("unknown quantity", "/picture/rows/0/quantity", "\"y\"", "'y' is not known here");
        row("no unit", "/picture/rows/2/unit", "\"validation(lstm)\"", "a unit is its number, or the best one of");
        row("missing language", "/scenes/0/text", "{\"en\": \"a\"}", "the member \"zh\" is missing");
        row("unknown scene", "/scenes/0/scene", "\"sing\"", "it is one of: look, draw, train, gap, say");
        row("scene twice", "/scenes/2/scene", "\"say\"", "");
        row("hidden row", "/scenes/0/hide", "[9]", "9 is not between 1 and 4");
        row("no moment", "/scenes/0/at", "\"later\"", "'later' is no moment");
        row("drawn elsewhere", "/scenes/1/row", "1", "a prediction is drawn on the ringed row");
        row("unknown drawing", "/scenes/1/kind", "\"song\"", "it is one of: curve, bars, steps, value");
        row("valves of no belt", "/scenes/1/kind", "\"valves\"", "valves are set on a picture \"belt\" of one run");
        row("edge of nothing", "/scenes/1/kind", "\"edge\"", "an edge is dragged on a row \"window\" or \"batch\"");
        row("image of a lesson", "/picture/kind", "\"image\"", "nothing can be drawn on an image; give it to a scene");
        row("image is missing", "/scenes/0/picture", R"({"kind": "image", "file": "none.png"})",
            "put it beside the lesson");
        row("image outside", "/scenes/0/picture", R"({"kind": "image", "file": "../pictures/learn.png"})",
            "lies outside the lesson's folder");
        row("image is a table", "/scenes/5/picture", R"({"kind": "image", "file": "leak.csv"})",
            "is neither PNG nor SVG");
        row("other picture", "/scenes/0/picture", R"({"kind": "table", "file": "a.png"})", "it is one of: image");
        row("image of a drawing", "/scenes/1/picture", R"({"kind": "image", "file": "a.png"})",
            "'picture' is not known here");
        row("quantity of others", "/picture/rows/0/quantity", "\"made_of\"", "'made_of' stands in a picture \"parts\"");
        row("no parts", "/picture/kind", "\"parts\"", "two parts of data are shown by a row");
        row("one way", "/picture/kind", "\"belts\"", "two belts are those of one run that reads in both directions");
        row("cover", "/scenes/1/blind", "3", "true or false was expected");
        row("unknown measure", "/scenes/3/as", "\"much\"", "it is one of: ratio, difference, hits, shift");
        row("unknown figure", "/scenes/3/measure", "\"erly(rnn)\"", "there is no figure 'erly'");
        row("step of nothing", "/scenes/3/against", "\"drawn(x)\"", "'drawn' takes a step from 1");
        row("row of no run", "/scenes/3/measure", "\"row(gru, 3)\"", "'row' takes the run first");
        row("format of a figure", "/scenes/3/format", "\"hours\"", "'hours' is no way to write a figure");
        row("drawing in a claim", "/claim/holds", "\"drawn(1) > 0\"", "there is no figure 'drawn'");
        row("film", "/film", "65", "65 is not between 0 and 64");
        row("no answers", "/class/answers", "[]", "needs at least 2");
        row("try of no setting", "/try/0/settings", "{\"forget_bios\": 0}", "was 'forget_bias' meant?");
    }
    void mistakesAreExplained() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, message);
        Json broken = whole();
        broken[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const std::string problem = problemOf(broken);
        QVERIFY(!problem.empty());
        QVERIFY2(problem.find(message.toStdString()) != std::string::npos, problem.c_str());
        QVERIFY2(problem.find(kFile.filename()) != std::string::npos, problem.c_str());
    }

    void scenesComeInTheirOrder() {
        Json json = whole();
        std::swap(json["scenes"][1], json["scenes"][2]);
        QVERIFY2(problemOf(json).find("'draw' comes too late or twice") != std::string::npos, problemOf(json).c_str());
        json = whole();
        json["scenes"].erase(1);
        QVERIFY2(problemOf(json).find("the scene 'draw' is missing") != std::string::npos, problemOf(json).c_str());
        json = whole();  // looking may come anywhere
        json["scenes"].insert(json["scenes"].begin() + 2, json["scenes"][4]);
        QCOMPARE(problemOf(json), std::string());
    }

    /// An own lesson may have one language; then all of it has.
    void oneLanguageIsEnough() {
        for (const char* language : {"en", "zh"}) {
            Json json = whole();
            keepLanguage(json, language);
            const auto lesson = lessonOf(json);
            QVERIFY2(lesson.ok(), lesson.ok() ? "" : lesson.error().message.c_str());
            QCOMPARE(lesson->title.en, lesson->title.zh);
            QVERIFY(!lesson->cards[0].text.en.empty());
        }
        Json mixed = whole();
        mixed["title"].erase("zh");
        mixed["scenes"][0]["text"].erase("en");
        QVERIFY2(problemOf(mixed).find("\"en\" is missing") != std::string::npos, problemOf(mixed).c_str());
    }
};

QTEST_APPLESS_MAIN(TestLessonScenes)
#include "tst_lesson_scenes.moc"
