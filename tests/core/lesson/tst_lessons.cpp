// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons and glossary: what ships is whole in both languages and says what was measured; what is broken says where and
// what to do; claims are computed as written.
// Holds core/lesson/claim.cpp, core/lesson/lesson_cards.cpp, core/lesson/figures/inside_figures.cpp,
// core/lesson/lesson_json.cpp and core/lesson/lesson_reader.cpp.
#include "config/config_check.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_file.h"
#include "lesson/lesson_gap.h"
#include "lesson/lesson_json.h"
#include "lesson/rich_text.h"

#include "support/places.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

using namespace gatelab;

namespace {

using Json = nlohmann::ordered_json;
const std::filesystem::path kFolder = std::filesystem::path(gatelab::testing::kSourceFolder) / "resources/lessons";

std::string textOf(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

const LessonCatalogue& shelf() {
    static const LessonCatalogue all = [] {
        auto glossary = readGlossary(kFolder.parent_path() / "glossary.json");
        return readLessons(kFolder, glossary.ok() ? *glossary : Glossary{});
    }();
    return all;
}

/// Every text that is read, with its place.
void eachText(const Lesson& lesson, const std::function<void(const LessonText&, bool isCard)>& use) {
    use(lesson.title, false);
    use(lesson.question, false);
    use(lesson.claimText, false);
    for (const LessonRun& run : lesson.runs) use(run.label, false);
    for (const LessonCard& card : lesson.cards) {
        use(card.text, true);
        if (card.kind == LessonCard::Kind::Say) use(card.ours, true);
        for (const LessonChoice& choice : card.choices) use(choice.text, false);
        for (const LessonQuestion& question : card.questions) {
            use(question.text, false);
            use(question.why, false);
            for (const LessonText& answer : question.answers) use(answer, false);
        }
    }
}

/// Of the quiz; none on the stage.
std::vector<LessonQuestion> questionsOf(const Lesson& lesson) {
    const LessonCard* quiz = lesson.find(LessonCard::Kind::Quiz);
    return quiz ? quiz->questions : std::vector<LessonQuestion>{};
}

bool hasChinese(const std::string& text) {
    return std::ranges::any_of(
        text, [](char c) { return static_cast<unsigned char>(c) >= 0xE4 && static_cast<unsigned char>(c) <= 0xE9; });
}

/// Pointers to all members of a JSON tree, parents first.
void walk(const Json& json, const Json::json_pointer& here, std::vector<Json::json_pointer>& all) {
    if (json.is_object())
        for (const auto& [key, value] : json.items()) all.push_back(here / key), walk(value, here / key, all);
    else if (json.is_array())
        for (std::size_t i = 0; i < json.size(); ++i) all.push_back(here / i), walk(json[i], here / i, all);
}

/// A lesson of format 1, kept here: those that come with the program become scenes of the stage.
const std::filesystem::path kFormer =
    std::filesystem::path(gatelab::testing::kSourceFolder) / "tests/core/lesson/gate.json";
/// Whether a sum asks for what a learner drew, which nobody has measured.
bool asksForDrawing(const std::string& sum) {
    const auto calls = figuresOfSum(sum);
    return calls.ok() && std::ranges::any_of(*calls, [](const FigureCall& call) { return isGapWord(call.name); });
}
std::set<std::string> terms() { return shelf().glossary.keys(); }
Result<Lesson> lessonOf(const Json& json) { return lessonFromJson(json.dump(), kFormer, terms()); }

}  // namespace

class TestLessons : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatShipsCanBeRead() {
        for (const Error& problem : shelf().problems) QVERIFY2(false, problem.message.c_str());
        QVERIFY(shelf().lessons.size() >= 14);
        std::set<std::int64_t> orders;
        for (const Lesson& lesson : shelf().lessons) QVERIFY2(orders.insert(lesson.order).second, lesson.key.c_str());
    }

    void textsAreShortAndInBothLanguages() {
        for (const Lesson& lesson : shelf().lessons)
            eachText(lesson, [&](const LessonText& text, bool isCard) {
                const auto english = piecesOf(text.en), chinese = piecesOf(text.zh);
                QVERIFY2(english.ok() && chinese.ok(), lesson.key.c_str());
                QVERIFY2(!hasChinese(text.en), text.en.c_str());
                QVERIFY2(!isCard || hasChinese(text.zh), text.zh.c_str());
                QVERIFY2(!isCard || wordCount(*english) <= 55, text.en.c_str());
                QVERIFY2(!isCard || wordCount(*chinese) <= 180, text.zh.c_str());
                // Both languages tell the same figures.
                std::multiset<std::string> here, there;
                for (const TextPiece& piece : *english)
                    if (piece.kind == TextPiece::Kind::Figure) here.insert(piece.key);
                for (const TextPiece& piece : *chinese)
                    if (piece.kind == TextPiece::Kind::Figure) there.insert(piece.key);
                QVERIFY2(here == there, text.zh.c_str());
            });
    }

    /// Each lesson comes with a question for hands, who gives which answer, and what to say.
    void allArePreparedForAClass() {
        for (const Lesson& lesson : shelf().lessons) {
            const ClassQuestion& hands = lesson.hands;
            QVERIFY2(hands.answers.size() == 4 && !hands.why.zh.empty() && !hands.notes.zh.empty(), lesson.key.c_str());
            for (std::size_t i = 0; i < hands.answers.size(); ++i)
                QVERIFY2(hands.answers[i].misconception.zh.empty() == (i == hands.right), lesson.key.c_str());
            // Nobody finds it by its length.
            const auto length = [](const ClassQuestion::Answer& answer) { return answer.text.en.size(); };
            const auto longest = std::ranges::max(hands.answers, {}, length);
            QVERIFY2(length(longest) <= 2 * length(std::ranges::min(hands.answers, {}, length)), lesson.key.c_str());
            // Not asked again two minutes later.
            for (const LessonQuestion& asked : questionsOf(lesson)) QVERIFY(asked.text.en != hands.question.en);
        }
    }

    /// The contrast that is there before the first run: its claim holds, and every figure that a text tells
    /// was measured.
    void shippedOutcomesSayWhatTheLessonSays() {
        for (const Lesson& lesson : shelf().lessons) {
            const auto outcomes = readOutcomes(shippedFile(lesson));
            QVERIFY2(outcomes.ok(), lesson.key.c_str());
            const FigureSource figures = figureSource(*outcomes);
            const auto holds = claimHolds(lesson.claim, figures);
            QVERIFY2(holds.ok() && *holds, lesson.key.c_str());
            for (const LessonRun& run : lesson.runs) QVERIFY2(outcomes->contains(run.key), run.key.c_str());
            eachText(lesson, [&](const LessonText& text, bool) {
                const auto pieces = piecesOf(text.en);
                for (const TextPiece& piece : *pieces) {
                    if (piece.kind != TextPiece::Kind::Figure || asksForDrawing(piece.key)) continue;
                    const auto value = sumValue(piece.key, figures);
                    QVERIFY2(value.ok() && std::isfinite(*value), (lesson.key + ": " + piece.key).c_str());
                }
            });
        }
    }

    void aTrainingIsSmall() {
        for (const Lesson& lesson : shelf().lessons)
            for (const LessonRun& run : lesson.runs) {
                QVERIFY2(run.config.device == "cpu", lesson.key.c_str());
                QCOMPARE(lessonConfig(lesson, run.key, 1), run.config);
                QVERIFY(lessonConfig(lesson, run.key, 2).seed != run.config.seed);
                const ExperimentConfig before = lessonConfig(lesson, run.key + "@0", 1);
                QCOMPARE(before.seed, run.config.seed);
                QVERIFY(before.epochs == 1 && before.learningRate < 1e-8);
                for (const ConfigFinding& finding : checkConfig(before)) QVERIFY(finding.severity != Severity::Error);
            }
    }

    void theGlossaryIsWhole() {
        QVERIFY(shelf().glossary.entries.size() >= 60);
        for (const GlossaryEntry& entry : shelf().glossary.entries) {
            QVERIFY2(!entry.term.en.empty() && !entry.term.zh.empty() && !hasChinese(entry.text.en) &&
                         hasChinese(entry.text.zh),
                     entry.key.c_str());
            QVERIFY2(wordCount(*piecesOf(entry.text.en)) <= 60, entry.key.c_str());
        }
        QVERIFY(shelf().glossary.ofSetting("learning_rate") != nullptr);
        QVERIFY(shelf().glossary.ofSetting("no_such") == nullptr);
    }

    void aBrokenGlossarySaysWhere() {
        const auto message = [](const char* json) {
            const auto read = glossaryFromJson(json);
            return read.ok() ? std::string() : read.error().message;
        };
        QVERIFY(message("{\"gatelab_glossary\":1,\"entries\":[{\"key\":\"a\",\"term\":{\"en\":\"a\"},\"text\":{\"en\":"
                        "\"b\",\"zh\":\"c\"}}]}")
                    .find("zh") != std::string::npos);
        QVERIFY(message("{\"gatelab_glossary\":1,\"entries\":[{\"key\":\"a\",\"term\":{\"en\":\"a\",\"zh\":\"a\"},"
                        "\"text\":{\"en\":\"see [[b]]\",\"zh\":\"c\"}}]}")
                    .find("'b' is no entry") != std::string::npos);
        QVERIFY(message("{\"gatelab_glossary\":1,\"entries\":[]}").find("at least 1") != std::string::npos);
        QVERIFY(message("{").find("line 1") != std::string::npos);
    }

    /// Each member is taken out in turn.
    void aMissingMemberIsNamed() {
        const Json whole = Json::parse(textOf(kFormer));
        QVERIFY(lessonOf(whole).ok());
        std::vector<Json::json_pointer> all;
        walk(whole, Json::json_pointer(), all);
        const std::set<std::string> optional{"order", "log", "part", "window", "layer", "quantity", "look", "settings"};
        int refused = 0;
        for (const auto& pointer : all) {
            const Json& parent = whole.at(pointer.parent_pointer());
            if (!parent.is_object()) continue;
            const std::string key = pointer.back();
            const std::string path = pointer.to_string();
            const bool isSetting = path.find("/settings/") != std::string::npos;
            Json broken = whole;
            broken.at(pointer.parent_pointer()).erase(key);
            const auto read = lessonOf(broken);
            // May be left out, or another error follows
            if (isSetting || (optional.contains(key) && path != "/own/settings") || key == "when") continue;
            QVERIFY2(!read.ok(), path.c_str());
            QVERIFY2(read.error().message.find("gate.json") != std::string::npos, read.error().message.c_str());
            QVERIFY2(read.error().message.find(key) != std::string::npos, (path + ": " + read.error().message).c_str());
            ++refused;
        }
        QVERIFY(refused > 100);
    }

    /// Each value is given a wrong kind: an error with its place, or an optional text that may be anything.
    void aWrongKindIsNamed() {
        const Json whole = Json::parse(textOf(kFormer));
        std::vector<Json::json_pointer> all;
        walk(whole, Json::json_pointer(), all);
        for (const auto& pointer : all)
            for (const Json& wrong : {Json(nullptr), Json(Json::object()), Json(Json::array()), Json(-1.5), Json("")}) {
                if (wrong.type() == whole.at(pointer).type() && !wrong.is_string()) continue;
                const std::string path = pointer.to_string();
                // No settings, or an empty list of texts
                if (path.find("settings") != std::string::npos && wrong.is_array()) continue;
                Json broken = whole;
                broken.at(pointer) = wrong;
                const auto read = lessonOf(broken);
                if (path.ends_with("order") && wrong.is_number_integer()) continue;
                if (path.find("/settings/") != std::string::npos) continue;  // some settings take such a value
                QVERIFY2(!read.ok(), (path + " as " + wrong.dump()).c_str());
                QVERIFY2(read.error().message.find("gate.json: ") == read.error().message.find("gate.json"),
                         read.error().message.c_str());
            }
    }

    void aFileThatIsCutSaysWhereItEnds() {
        const std::string whole = textOf(kFormer);
        for (std::size_t end = 0; end + 2 < whole.size(); end += 37) {
            const auto read = lessonFromJson(whole.substr(0, end), kFormer, terms());
            QVERIFY(!read.ok());
            QVERIFY2(read.error().message.find("line ") != std::string::npos, read.error().message.c_str());
        }
    }

    void mistakesAreExplained_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        QTest::newRow("unknown key") << "/titel"
                                     << "1"
                                     << "'titel' is not known here; was 'title' meant?";
        QTest::newRow("wrong setting") << "/runs/0/settings/hiden_size"
                                       << "8"
                                       << "there is no setting 'hiden_size'; was 'hidden_size' meant?";
        QTest::newRow("out of range") << "/settings/hidden_size"
                                      << "0"
                                      << "hidden_size";
        QTest::newRow("unknown run") << "/own/run"
                                     << "\"gru\""
                                     << "'gru' is no run of this lesson; there are: rnn, lstm";
        QTest::newRow("unknown figure") << "/claim/holds"
                                        << "\"acuracy(lstm) > 0.5\""
                                        << "there is no figure 'acuracy'";
        QTest::newRow("too few words") << "/claim/holds"
                                       << "\"opens(lstm) > 0.5\""
                                       << "'opens' takes 3 words";
        QTest::newRow("step 0 of no run") << "/claim/holds"
                                          << "\"validation(gru@0) > 0.5\""
                                          << "'gru@0' is no run of this lesson";
        QTest::newRow("no comparison") << "/claim/holds"
                                       << "\"validation(lstm)\""
                                       << "a comparison was expected here";
        QTest::newRow("unknown term") << "/cards/0/text/en"
                                      << "\"a [[gat]]\""
                                      << "'gat' is no entry of the glossary; was 'gate' meant?";
        QTest::newRow("open term") << "/cards/0/text/zh"
                                   << "\"a [[gate\""
                                   << "the end of a term";
        QTest::newRow("unknown curve") << "/chart/metric"
                                       << "\"validation\""
                                       << "there is no curve 'validation'";
        QTest::newRow("unknown view") << "/cards/4/look/view"
                                      << "\"telescope\""
                                      << "it is one of: microscope, gradient, cell";
        QTest::newRow("layer too deep") << "/cards/4/look/layer"
                                        << "3"
                                        << "3 is not between 1 and 1";
        QTest::newRow("card out of order") << "/cards/0/card"
                                           << "\"quiz\""
                                           << "here 'question' was expected";
        QTest::newRow("right answer") << "/cards/7/questions/0/right"
                                      << "9"
                                      << "9 is not between 1 and 3";
        QTest::newRow("data beside it") << "/settings/data"
                                        << "\"none.csv\""
                                        << "put it beside the lesson";
        QTest::newRow("run twice") << "/runs/1/key"
                                   << "\"rnn\""
                                   << "this key is there twice";
        QTest::newRow("newer format") << "/gatelab_lesson"
                                      << "3"
                                      << "3 is not between 1 and 2";
    }
    void mistakesAreExplained() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, message);
        Json broken = Json::parse(textOf(kFormer));
        broken[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const auto read = lessonOf(broken);
        QVERIFY(!read.ok());
        QVERIFY2(read.error().message.find(message.toStdString()) != std::string::npos, read.error().message.c_str());
    }

    /// A claim is asked of each run and of its step 0: where that has it too, it proves nothing.
    void aClaimIsAskedOfStepZeroToo() {
        Json json = Json::parse(textOf(kFormer));
        json["claim"]["holds"] = "validation(lstm) < 0.5 * validation(rnn@0)";
        const auto lesson = lessonOf(json);
        QVERIFY2(lesson.ok(), lesson.ok() ? "" : lesson.error().message.c_str());
        QCOMPARE(lessonKeys(*lesson), (std::vector<std::string>{"rnn@0", "rnn", "lstm@0", "lstm"}));
        const auto asks = [&](const char* run, const char* figure) {
            return std::ranges::any_of(figuresRequested(*lesson, run), [&](const FigureCall& call) {
                return call.name == figure && call.arguments[0] == run;
            });
        };
        QVERIFY(asks("lstm@0", "validation") && asks("rnn@0", "validation") && !asks("rnn", "opens"));
        LessonOutcomes outcomes;
        for (const auto& [run, loss] : {std::pair("rnn@0", 0.2), std::pair("lstm@0", 0.3), std::pair("lstm", 0.01)})
            outcomes[run].figures["validation"] = loss;
        QVERIFY(*claimHolds(lesson->claim, figureSource(outcomes)));
        QVERIFY(!*claimHoldsUntrained(*lesson, outcomes));
        outcomes["lstm@0"].figures["validation"] = 0.05;
        QVERIFY(*claimHoldsUntrained(*lesson, outcomes));
        outcomes.erase("lstm@0");
        QVERIFY(!claimHoldsUntrained(*lesson, outcomes).ok());
    }

    /// A quiz cannot be guessed by its lengths: over all lessons the right answer is not the only longest one more
    /// often than one of three would be by chance.
    void theRightAnswerIsNotTheLongest() {
        for (const char* language : {"en", "zh"}) {
            int longest = 0, questions = 0;
            for (const Lesson& lesson : shelf().lessons)
                for (const LessonQuestion& question : questionsOf(lesson)) {
                    ++questions;
                    QVERIFY2(question.answers.size() >= 3, lesson.key.c_str());
                    const std::size_t right = question.answers[question.right].in(language).size();
                    longest += std::ranges::count_if(question.answers, [&](const LessonText& answer) {
                                   return answer.in(language).size() >= right;
                               }) == 1;
                }
            QVERIFY2(3 * longest <= questions,
                     qPrintable(QStringLiteral("%1: %2 of %3").arg(language).arg(longest).arg(questions)));
        }
    }

    /// Terms and figures in any order, also within each other.
    void textsAreCutAtTermsAndFigures() {
        const auto shown = [](std::string_view marked) {
            const auto pieces = piecesOf(marked);
            std::string text;
            if (!pieces.ok()) return std::string("none");
            for (const TextPiece& piece : *pieces)
                text += (piece.kind == TextPiece::Kind::Plain  ? "p:" + piece.words
                         : piece.kind == TextPiece::Kind::Term ? "t:" + piece.key
                                                               : "f:" + piece.key) +
                        ";";
            return text;
        };
        QCOMPARE(shown("a[[b]]c{{d(e)}}f{{g(h)}}[[i]]"), std::string("p:a;t:b;p:c;f:d(e);p:f;f:g(h);t:i;"));
        QCOMPARE(shown("[[a]][[b]]{{c(d)}}"), std::string("t:a;t:b;f:c(d);"));
        QCOMPARE(shown("{{a[[b}}c"), std::string("f:a[[b;p:c;"));
        QCOMPARE(shown("{{a[[b}}[[c]]{{d}}"), std::string("f:a[[b;t:c;f:d;"));
        QCOMPARE(shown("plain"), std::string("p:plain;"));
        QCOMPARE(shown(""), std::string());
        QCOMPARE(shown("[[a]] [[b"), std::string("none"));
    }

    /// A word of a megabyte is near to none and held against none.
    void theNearestWordIsFound() {
        const std::vector<std::string> words{"hidden_size", "epochs", "learning_rate"};
        QCOMPARE(nearestWord("hiden_size", words), std::string("hidden_size"));
        QCOMPARE(nearestWord("epoch", words), std::string("epochs"));
        QCOMPARE(nearestWord("nonsense", words), std::string());
        QCOMPARE(nearestWord(std::string(1 << 20, 'e'), words), std::string());
        QCOMPARE(nearestWord("ab", {std::string(1 << 20, 'a'), "abc"}), std::string("abc"));
    }

    void aClaimIsComputedAsWritten_data() {
        QTest::addColumn<QString>("claim");
        QTest::addColumn<int>("holds");  // -1: an error
        QTest::newRow("difference") << "a(x) - b(x) > 0.2" << 1;
        QTest::newRow("not") << "a(x) - b(x) > 0.6" << 0;
        QTest::newRow("product before sum") << "a(x) + b(x) * 2 < 1.61" << 1;
        QTest::newRow("brackets") << "(a(x) + b(x)) * 2 < 1.61" << 0;
        QTest::newRow("left to right") << "1 - 0.4 - 0.4 < 0.21" << 1;
        QTest::newRow("division") << "a(x) / b(x) >= 2.6" << 1;
        QTest::newRow("abs") << "abs(b(x) - a(x)) <= 0.51" << 1;
        QTest::newRow("most and least") << "max(a(x), b(x), 2) - min(a(x), b(x)) > 1.6" << 1;
        QTest::newRow("minus") << "-a(x) < -0.7" << 1;
        QTest::newRow("and") << "a(x) > 0 and b(x) > 1" << 0;
        QTest::newRow("or") << "a(x) > 1 or b(x) > 0" << 1;
        QTest::newRow("what was not measured is no proof") << "none(x) > 0" << 0;
        QTest::newRow("nor its opposite") << "none(x) < 0 or none(x) >= 0" << 0;
        QTest::newRow("word behind the run") << "of(x, f) > 0" << 1;
        for (const char* bad : {"", "a(x)", "a(x) >", "> 1", "a(x > 1", "a > 1", "a(x) > 1 1", "a() > 1", "a(x,) > 1",
                                "a(x) = 1", "1..2 > 1", "a(x) > 1 and", "$ > 1"})
            QTest::newRow(bad) << bad << -1;
        QTest::newRow("deep") << QString(1000, QLatin1Char('(')) << -1;
        QTest::newRow("long") << "a(x) > 1" + QString(4000, QLatin1Char(' ')) << -1;
    }
    void aClaimIsComputedAsWritten() {
        QFETCH(QString, claim);
        QFETCH(int, holds);
        const FigureSource figures = [](const FigureCall& call) -> Result<double> {
            if (call.name == "a") return 0.8;
            if (call.name == "b") return 0.3;
            if (call.name == "of") return call.arguments.at(1) == "f" ? 1.0 : -1.0;
            return std::nan("");
        };
        const auto result = claimHolds(claim.toStdString(), figures);
        if (holds < 0) {
            QVERIFY(!result.ok());
            QVERIFY2(result.error().message.find("character ") != std::string::npos, result.error().message.c_str());
        } else {
            QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
            QCOMPARE(static_cast<int>(*result), holds);
        }
    }

    void figuresAreTakenFromTheRun() {
        const Lesson* lesson = shelf().find("random-walk");
        QVERIFY(lesson);
        RunSummary summary;
        summary.bestValidation = 0.25;
        summary.state = RunState::Finished;
        summary.scores = std::vector<TestScore>{{"model", "standardised", "rmse", 7},
                                                {"model", "original", "rmse", 2},
                                                {"persistence", "original", "rmse", 1}};
        RunHistory history;
        for (int step = 1; step <= 4; ++step) {
            MetricSample sample;
            sample.metric = MetricId::ValidationLoss;
            sample.step = step;
            sample.epoch = step;
            sample.value = 1.0 / step;
            history.metrics.push_back(sample);
        }
        const auto outcome = outcomeOf(*lesson, "lstm", summary, history);
        QVERIFY(outcome.ok());
        QCOMPARE(outcome->figures.at("rmse"), 2.0);
        QCOMPARE(outcome->figures.at("baseline,persistence,rmse"), 1.0);
        QCOMPARE(outcome->line.y.size(), std::size_t(4));
        QCOMPARE(outcome->line.y.back(), 0.25);
        const auto back = [&] {
            const auto file = std::filesystem::temp_directory_path() / "gatelab-outcomes.json";
            std::ofstream(file) << outcomesToJson({{"lstm", *outcome}}, 1);
            auto read = readOutcomes(file);
            std::filesystem::remove(file);
            return read;
        }();
        QVERIFY(back.ok());
        QCOMPARE(back->at("lstm").figures.at("rmse"), 2.0);
        QCOMPARE(back->at("lstm").line.x, outcome->line.x);
    }

    void figuresAreWrittenForReaders() {
        QCOMPARE(figureWords(0.12345, ""), std::string("0.123"));
        QCOMPARE(figureWords(0.00005, ""), std::string("0.00005"));
        QCOMPARE(figureWords(0.000987, ""), std::string("0.0010"));
        QCOMPARE(figureWords(0.00123, ""), std::string("0.00123"));
        QCOMPARE(figureWords(1234.5, ""), std::string("1234"));
        QCOMPARE(figureWords(0.034, "percent"), std::string("3.4 %"));
        QCOMPARE(figureWords(0.71, "percent"), std::string("71 %"));
        QCOMPARE(figureWords(0.0001234, "percent"), std::string("0.012 %"));  // small is not none
        QCOMPARE(figureWords(6e-6, "percent"), std::string("0.0006 %"));
        QCOMPARE(figureWords(3e-9, "percent"), std::string("< 0.000001 %"));
        QCOMPARE(figureWords(19753, "times"), std::string("20000"));  // of many times two figures say enough
        QCOMPARE(figureWords(2.34, "times"), std::string("2.3"));
        QCOMPARE(figureWords(0, "percent"), std::string("0.0 %"));
        QCOMPARE(figureWords(std::nan(""), "mib"), std::string("-"));
    }
};

QTEST_APPLESS_MAIN(TestLessons)
#include "tst_lessons.moc"
