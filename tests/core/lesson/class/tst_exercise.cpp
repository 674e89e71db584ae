// SPDX-License-Identifier: GPL-3.0-or-later
// An exercise is read or says where it is wrong; an answer comes back as it was written, and its seal breaks with any
// change. Holds core/lesson/class/exercise.cpp and answer.cpp.
#include "config/config_io.h"
#include "io/json/json.h"
#include "lesson/class/answer.h"
#include "lesson/class/exercise.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

using Json = nlohmann::ordered_json;
const std::filesystem::path kFile = "/class/homework.json";

Json whole() {
    ExperimentConfig config;
    config.builtin = "sine";
    config.epochs = 2;
    return Json::parse(exerciseTemplate(config));
}
std::string problemOf(const Json& json) {
    const auto read = exerciseFromJson(json.dump(), kFile);
    return read.ok() ? std::string() : read.error().message;
}

ExerciseAnswer someAnswer() {
    ExerciseAnswer answer;
    answer.exercise = std::string(64, 'a');
    answer.title = "An exercise";
    answer.student = "安娜 \"A\"";
    answer.predicted = 0.1;
    answer.sentence = "Because\nof the gate.";
    AnswerRun& run = answer.runs["mine"];
    run.id = "20261129-101010-abcd";
    run.config.learningRate = 0.003;
    run.figures = {{"validation", 1.0 / 3}, {"seconds", std::nan("")}};
    run.proof = {std::string(64, 'b'), std::string(64, 'c')};
    return answer;
}

}  // namespace

class TestExercise : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewOneIsWhole() {
        const auto exercise = exerciseFromJson(whole().dump(), kFile);
        QVERIFY2(exercise.ok(), exercise.ok() ? "" : exercise.error().message.c_str());
        QCOMPARE(exercise->lesson.runs.size(), std::size_t(1));
        QCOMPARE(exercise->lesson.runs[0].config.builtin, std::string("sine"));
        QCOMPARE(exercise->lesson.runs[0].config.epochs, std::int64_t(2));
        QCOMPARE(exercise->figures.size(), std::size_t(2));
        QCOMPARE(figureName(exercise->figures[0]), std::string("validation(mine)"));
        QVERIFY(exercise->mayChange("epochs") && !exercise->mayChange("batch_size"));
        QCOMPARE(exercise->sha256.size(), std::size_t(64));
        // What is measured of a run is what the exercise asks for.
        QCOMPARE(figuresRequested(exercise->lesson, "mine"), exercise->figures);
    }

    void oneLanguageIsEnough() {
        Json json = whole();
        for (const char* key : {"title", "task", "say"}) json[key].erase("en");
        json["runs"][0]["label"].erase("en");
        json["claim"]["text"].erase("en");
        json["predict"]["text"].erase("en");
        QCOMPARE(problemOf(json), std::string());
        json["say"] = Json{{"en", "only English"}};
        QVERIFY(!problemOf(json).empty());
    }

    void aWrongOneSaysWhere_data() {
        QTest::addColumn<QString>("patch");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* op, const char* path, const char* value,
                            const char* expected) {
            Json patch{{"op", op}, {"path", path}};
            if (*value != 0) patch["value"] = value;
            QTest::newRow(name) << QString::fromStdString(Json::array({patch}).dump()) << expected;
        };
        row("unknown setting", "replace", "/changes/0", "hidden_sise",
            "changes: 1: there is no setting 'hidden_sise'; was 'hidden_size' meant?");
        row("unknown run", "replace", "/figures/0", "validation(other)",
            "figures: 1: 'other' is no run of this lesson; there are: mine");
        row("a sum", "replace", "/figures/0", "2 * validation(mine)", "figures: 1: here stands one figure alone");
        row("step 0", "replace", "/claim/holds", "validation(mine@0) > 1", "an exercise asks for trained runs only");
        row("no task", "remove", "/task", "", "the member \"task\" is missing");
        row("stray member", "add", "/claims", "1", "'claims' is not known here; was 'claim' meant?");
    }
    void aWrongOneSaysWhere() {
        QFETCH(QString, patch);
        QFETCH(QString, expected);
        const std::string problem = problemOf(whole().patch(Json::parse(patch.toStdString())));
        QVERIFY2(problem.starts_with(kFile.string() + ": "), problem.c_str());
        QVERIFY2(problem.find(expected.toStdString()) != std::string::npos, problem.c_str());
    }

    void onlyTheLearnersSettingsMayDiffer() {
        const auto exercise = exerciseFromJson(whole().dump(), kFile);
        QVERIFY(exercise.ok());
        ExperimentConfig config = exercise->lesson.runs[0].config;
        config.learningRate = 0.5;
        config.seed = 9;
        config.name = "another";
        config.dataPath = "/somewhere/else.csv";
        config.threads = 1;
        QVERIFY(foreignSettings(*exercise, "mine", config).empty());
        config.batchSize += 1;
        config.cell = "gru";
        QCOMPARE(settingNames(foreignSettings(*exercise, "mine", config)), std::string("cell, batch_size"));
    }

    void anAnswerComesBack() {
        const ExerciseAnswer before = someAnswer();
        const auto after = answerFromJson(answerToJson(before), "anna.answer.json");
        QVERIFY2(after.ok(), after.ok() ? "" : after.error().message.c_str());
        QVERIFY(after->isSealed);
        QCOMPARE(after->student, before.student);
        QCOMPARE(after->sentence, before.sentence);
        QCOMPARE(after->predicted, before.predicted);
        const AnswerRun& run = after->runs.at("mine");
        QCOMPARE(run.id, before.runs.at("mine").id);
        QCOMPARE(configToJson(run.config), configToJson(before.runs.at("mine").config));
        QCOMPARE(run.figures.at("validation"), 1.0 / 3);
        QVERIFY(std::isnan(run.figures.at("seconds")));
        QVERIFY(run.proof == before.runs.at("mine").proof);
    }

    void anyChangeBreaksTheSeal() {
        const std::string text = answerToJson(someAnswer());
        for (const auto& [from, to] : {std::pair("0.1", "0.2"), std::pair("Because", "because"),
                                       std::pair("20261129", "20261128"), std::pair("\"mine\"", "\"yours\"")}) {
            std::string changed = text;
            changed.replace(changed.find(from), std::string_view(from).size(), to);
            const auto read = answerFromJson(changed, "a.answer.json");
            QVERIFY2(read.ok(), from);
            QVERIFY2(!read->isSealed, from);
        }
        // Spaces and line ends are nothing: mail programs change them.
        QVERIFY(answerFromJson(Json::parse(text).dump(4), "a.answer.json")->isSealed);
    }

    void whatIsNoAnswerSaysSo_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const QByteArray good = QByteArray::fromStdString(answerToJson(someAnswer()));
        QTest::newRow("empty") << QByteArray(" \n") << "the file is empty";
        QTest::newRow("cut") << good.left(good.size() / 2) << "this is not JSON";
        QTest::newRow("bytes") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10) << "this is not JSON";
        QTest::newRow("foreign") << QByteArray("{\"a\": 1}") << "this is no answer to an exercise";
        QTest::newRow("list") << QByteArray("[1, 2]") << "this is no answer to an exercise";
        QTest::newRow("newer") << QByteArray(good).replace("\"gatelab_answer\": 1", "\"gatelab_answer\": 2")
                               << "gatelab_answer: 2 is not between 1 and 1";
        QTest::newRow("no runs") << QByteArray(good).replace("\"runs\"", "\"rums\"")
                                 << "the member \"runs\" is missing";
        QTest::newRow("runs in a list") << QByteArray(
                                               "{\"gatelab_answer\":1,\"exercise\":{\"title\":\"\",\"sha256\":\"\"},"
                                               "\"student\":\"\",\"predicted\":null,\"sentence\":\"\","
                                               "\"program\":\"\",\"runs\":[],\"sha256\":\"\"}")
                                        << "runs are {";
        QTest::newRow("figure in words") << QByteArray(good).replace("0.3333333333333333", "\"a third\"")
                                         << "a number was expected";
    }
    void whatIsNoAnswerSaysSo() {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const auto read = answerFromJson(text.toStdString(), "x.answer.json");
        QVERIFY(!read.ok());
        QVERIFY2(read.error().message.find(expected.toStdString()) != std::string::npos, read.error().message.c_str());
        QVERIFY(read.error().message.starts_with("x.answer.json: "));
    }

    void runsLieBesideTheirAnswer() {
        QCOMPARE(runsBeside("/class/anna.answer.json"), std::filesystem::path("/class/anna.answer-runs"));
    }
};

QTEST_GUILESS_MAIN(TestExercise)
#include "tst_exercise.moc"
