// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_change.h"
#include "run/run_event_json.h"

#include <QTest>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace gatelab;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

/// An event with all that counts for its kind, and the text that it has been written as ever since.
struct Written {
    RunEvent event;
    std::string json;
};

std::vector<Written> oneOfEach() {
    const Phrase words = {GATELAB_TEXT("Test", "line %1: %2"),
                          {7, {GATELAB_TEXT("Test", "'%1' is odd"), {"line\nbreak \"quoted\" 损失 %1"}}}};
    // Not raw: moc takes their quotes for ends of texts.
    const std::string inner = "line\\nbreak \\\"quoted\\\" 损失 %1";
    const std::string english = "\"line 7: '" + inner + "' is odd\"";
    const std::string pieces = R"({"context":"Test","source":"line %1: %2","arguments":["7",)"
                               R"({"context":"Test","source":"'%1' is odd","arguments":[")" +
                               inner + "\"]}]}";
    const std::string place =
        R"("step":9223372036854775807,"epoch":-1,"seconds":0.1,"wall":1700000000.3333333,"value":)";
    const std::string message = R"("text":)" + english + R"(,"text_pieces":)" + pieces;
    const std::vector<TestScore> scores = {{"model", "original", "mse", 0.25},
                                           {"persistence", "standardised", "mae", kInf}};
    const std::string scoresJson = R"("scores":[{"method":"model","scale":"original","metric":"mse","value":0.25},)"
                                   R"({"method":"persistence","scale":"standardised","metric":"mae","value":"inf"}])";
    const ConfusionMatrix confusion = {{"sitting", "走"}, {3, 1, 0, 4}};
    const std::string confusionJson = R"("confusion":{"classes":["sitting","走"],"counts":[[3,1],[0,4]]})";
    std::vector<Written> all;
    const auto add = [&](RunEvent event, const std::string& head, const std::string& tail) {
        event.step = std::numeric_limits<std::int64_t>::max();
        event.epoch = -1;
        event.seconds = 0.1;
        event.wall = 1.7e9 + 1.0 / 3;
        all.push_back({std::move(event), R"({"kind":)" + head + "," + place + tail + "}"});
    };
    RunPlanInfo plan;
    plan.device = "cpu";
    plan.deviceReason = words;
    plan.implementation = "native";
    plan.precision = "fp32";
    plan.threads = 4;
    plan.parameters = 4480;
    plan.trainWindows = 100;
    plan.validationWindows = 20;
    plan.testWindows = 10;
    plan.stepsPerEpoch = 5;
    plan.totalSteps = 50;
    plan.forecastBytes = 1e9;
    plan.besideBytes = 3e8;
    plan.forecastEpochSeconds = 12.5;
    plan.forecastByCause = {1, 2, 3};
    plan.engine = "LibTorch 2.11.0";
    plan.unit = "°C";
    plan.identity = {"f18d", "a_TRAIN.ts", "a_TEST.ts", "0.1.0", "Debian, Linux 6.1", "a processor", "580.1"};
    add({plan}, R"("planned")",
        R"(0.0,"text":"","plan":{"device":"cpu","device_reason":)" + english + R"(,"device_reason_pieces":)" + pieces +
            R"(,"implementation":"native","precision":"fp32","threads":4,"parameters":4480,"train_windows":100,)"
            R"("validation_windows":20,"test_windows":10,"steps_per_epoch":5,"total_steps":50,)"
            R"("forecast_bytes":1000000000.0,"beside_bytes":300000000.0,"forecast_epoch_seconds":12.5,)"
            R"("forecast_by_cause":[1.0,2.0,3.0],"engine":"LibTorch 2.11.0","unit":"°C","data_sha256":"f18d",)"
            R"("train_file":"a_TRAIN.ts","test_file":"a_TEST.ts","gatelab":"0.1.0","system":"Debian, Linux 6.1",)"
            R"("processor":"a processor","driver":"580.1"})");
    add({StateChange{RunState::Paused}}, R"("state","state":"paused")", R"(0.0,"text":"")");
    add({EpochEnd{kNan}}, R"("epoch")", R"("nan","text":"")");
    add({NewBest{-kInf}}, R"("best")", R"("-inf","text":"")");
    add({SavedCheckpoint{"step-7", CheckpointReason::MoreEpochs}}, R"("checkpoint")",
        R"(0.0,"text":"step-7","reason":"more epochs")");
    add({ForecastPreview{3, 20, 95, 2, "OT", {1, kNan, 3}, {0.1}, {0.25}, {kInf}, confusion, "linear"}}, R"("preview")",
        R"(0.0,"text":"","preview":{"window":3,"windows":20,"origin_row":95,"epoch":2,"target":"OT",)"
        R"("past":[1.0,"nan",3.0],"truth":[0.1],"forecast":[0.25],"baseline":["inf"],"baseline_method":"linear"},)" +
            confusionJson);
    add({RunMarker{"learning_rate = 3e-04", ConfigChange{findField("learning_rate"), 0.001, 3e-4}}}, R"("marker")",
        R"(0.0,"text":"learning_rate = 3e-04","change":["learning_rate","0.001","3e-04"])");
    add({RunMarker{"a note"}}, R"("marker")", R"(0.0,"text":"a note","change":null)");
    add({RunWarning{words, ErrorCode::DiskFull}}, R"("warning")", "0.0," + message);
    add({ValidationBaselines{scores}}, R"("baselines")", R"(0.0,"text":"",)" + scoresJson);
    add({RunEnd{RunState::Failed, words, ErrorCode::DiskFull, scores}}, R"("finished","state":"failed")",
        "0.0," + message + R"(,"code":4,)" + scoresJson);
    add({LayerHistograms{{{"gates", 1, 0, 1, {3, 0, 5}}, {"head_weights", 2, -0.25, 0.25, {}}}}}, R"("histograms")",
        R"(0.0,"text":"","histograms":[{"what":"gates","layer":1,"low":0.0,"high":1.0,"counts":[3.0,0.0,5.0]},)"
        R"({"what":"head_weights","layer":2,"low":-0.25,"high":0.25,"counts":[]}])");
    add({DisturbedTiming{2.5, words}}, R"("disturbed")", "2.5," + message);
    add({TestConfusion{confusion}}, R"("confusion")", R"(0.0,"text":"",)" + confusionJson);
    add({ScoringProgress{0.75, words}}, R"("scoring")", "0.75," + message);
    return all;
}

}  // namespace

class TestRunEventJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKindKeepsItsText() {
        std::set<std::string> kinds;
        for (const auto& [event, json] : oneOfEach()) {
            QCOMPARE(QString::fromStdString(eventToJson(event)), QString::fromStdString(json));
            kinds.insert(json.substr(0, json.find(',')));
        }
        QCOMPARE(kinds.size(), std::variant_size_v<RunEvent::What>);
    }

    void readsBackEqual() {
        for (const auto& [event, json] : oneOfEach()) {
            const auto back = eventFromJson(json);
            QVERIFY2(back.ok(), json.c_str());
            QCOMPARE(eventToJson(*back), json);
            QCOMPARE(back->step, event.step);
            QCOMPARE(back->wall, event.wall);
        }
    }

    void aPlanOfAnOlderProgramHasNoIdentity() {
        const auto event = eventFromJson(
            R"({"kind": "planned", "step": 0, "plan": {"device": "cpu", "parameters": 7, "engine": "LibTorch 2.11.0"}})");
        QVERIFY(event.ok() && event->is<RunPlanInfo>());
        const auto& plan = *event->as<RunPlanInfo>();
        QCOMPARE(plan.parameters, std::int64_t{7});
        QVERIFY(plan.identity.data.empty() && plan.identity.system.empty());
    }

    void aChangeIsReadFromItsMemberAndNotFromWords() {
        const Field* rate = findField("learning_rate");
        const RunMarker marker = changeMarker({rate, 0.001, 3e-4});
        QCOMPARE(marker.text.english(), std::string("learning_rate = 3e-04"));
        const auto back = eventFromJson(eventToJson({marker}));
        QVERIFY(back.ok() && back->as<RunMarker>()->change == marker.change);
        const RunMarker note{"learning_rate = 0.5"};  // says what a change would say, and is none
        const auto noted = eventFromJson(eventToJson({note}));
        QVERIFY(noted.ok() && !noted->as<RunMarker>()->change && noted->as<RunMarker>()->text == note.text);
        // Of a newer program
        const auto later = eventFromJson(R"({"kind":"marker","text":"x = 1","change":["x","0","1"]})");
        QVERIFY(later.ok() && !later->as<RunMarker>()->change);
        for (const char* wrong : {"7", "{}", "[]", R"(["learning_rate", 1, 2])"})
            QVERIFY(!eventFromJson(R"({"kind":"marker","change":)" + std::string(wrong) + "}").ok());
    }

    void aChangeOfAnOlderProgramIsReadFromItsWords() {
        const auto marker = [](const std::string& text) {
            const auto event =
                eventFromJson(R"({"kind":"marker","step":5,"epoch":1,"seconds":2.5,"wall":1.7e9,"value":0.0,"text":)" +
                              ('"' + text) + "\"}");
            return *event->as<RunMarker>();
        };
        const auto rate = marker("learning_rate = 3e-04").change;
        QVERIFY(rate && rate->field == findField("learning_rate") && rate->to == FieldValue(3e-4));
        const auto epochs = marker("epochs = 23").change;
        QVERIFY(epochs && epochs->to == FieldValue(std::int64_t{23}));
        for (const char* words : {"a note", "no such field = 3", "epochs = many", "epochs=3", ""})
            QVERIFY(!marker(words).change);
    }

    void reasonsOfCheckpointsKeepTheirWords() {
        // As they stand in the records of every program so far.
        const std::pair<CheckpointReason, const char*> names[] = {
            {CheckpointReason::Unknown, ""},      {CheckpointReason::Start, "start"},
            {CheckpointReason::Time, "time"},     {CheckpointReason::Epoch, "epoch"},
            {CheckpointReason::Pause, "pause"},   {CheckpointReason::Change, "change"},
            {CheckpointReason::Stop, "stop"},     {CheckpointReason::Close, "close"},
            {CheckpointReason::End, "end"},       {CheckpointReason::Failure, "failure"},
            {CheckpointReason::Branch, "branch"}, {CheckpointReason::MoreEpochs, "more epochs"},
        };
        for (const auto& [reason, name] : names) {
            QCOMPARE(std::string(checkpointReasonName(reason)), std::string(name));
            QCOMPARE(checkpointReasonFromName(name), reason);
            QCOMPARE(*checkpointReasonLabel(reason).source == '\0', reason == CheckpointReason::Unknown);
            const std::string json = eventToJson({SavedCheckpoint{"", reason}});
            QVERIFY(json.find("\"reason\":\"" + std::string(name) + '"') != std::string::npos);
            QCOMPARE(eventFromJson(json)->as<SavedCheckpoint>()->reason, reason);
        }
        QCOMPARE(checkpointReasonFromName("a word of later"), CheckpointReason::Unknown);
        QCOMPARE(eventFromJson(R"({"kind":"checkpoint"})")->as<SavedCheckpoint>()->reason, CheckpointReason::Unknown);
    }

    void piecesOfAPhraseThatMakeNoSenseLeaveTheEnglish() {
        const auto text = [](const std::string& pieces) {
            const auto event = eventFromJson(R"({"kind":"warning","text":"said","text_pieces":)" + pieces + "}");
            return event.ok() ? event->as<RunWarning>()->text.english() : "refused";
        };
        QCOMPARE(text(R"({"context":"Test","source":"in %1","arguments":["pieces"]})"), std::string("in pieces"));
        for (const char* wrong : {"7", "null", "[]", "{}", R"({"context":"Test","source":3,"arguments":[]})",
                                  R"({"context":"Test","source":"x","arguments":[1]})"})
            QCOMPARE(text(wrong), std::string("said"));
        const auto nested = [](int levels) {
            std::string pieces = "\"end\"";
            for (int i = 0; i < levels; ++i)
                pieces = R"({"context":"Test","source":"%1","arguments":[)" + pieces + "]}";
            return pieces;
        };
        QCOMPARE(text(nested(8)), std::string("end"));
        QCOMPARE(text(nested(20)), std::string("said"));
        QCOMPARE(text(nested(200)), std::string("refused"));  // deeper than any JSON that is read
        const auto plain = eventFromJson(R"({"kind":"warning","text":"written by an older version"})");
        QVERIFY(plain.ok() && plain->as<RunWarning>()->text.english() == "written by an older version");
    }

    void aWarningTellsThatItWaitsForTheDisk() {
        const RunWarning warning{{kWaitsForDisk, {"no space"}}, ErrorCode::DiskFull, true};
        std::string json = eventToJson({warning});
        const auto waits = [](const std::string& text) { return eventFromJson(text)->as<RunWarning>()->waitsForDisk; };
        QVERIFY(waits(json));
        // Whatever its words are by then.
        QVERIFY(waits(R"({"kind":"warning","text":"in other words","waits_for_disk":true})"));
        QVERIFY(!waits(R"({"kind":"warning","text":"in other words"})"));
        QVERIFY(!eventFromJson(R"({"kind":"warning","text":"","waits_for_disk":"yes"})").ok());
        // An older program wrote the same without the member.
        const std::string member = R"(,"waits_for_disk":true)";
        QVERIFY(json.ends_with(member + "}"));
        json.erase(json.size() - member.size() - 1, member.size());
        QVERIFY(waits(json));
    }

    void cutAnywhereIsRefused() {
        const std::string json = oneOfEach().front().json;
        for (std::size_t size = 0; size < json.size(); ++size) QVERIFY(!eventFromJson(json.substr(0, size)).ok());
    }

    void wrongTypesAreNamed() {
        const auto wrong = eventFromJson(R"({"kind":"best","step":"three"})");
        QVERIFY(!wrong.ok());
        QVERIFY(wrong.error().message.find("step") != std::string::npos);
        QVERIFY(!eventFromJson(R"({"kind":"no such"})").ok());
        QVERIFY(!eventFromJson(R"({"kind":"preview","preview":[1]})").ok());
        QVERIFY(!eventFromJson(R"({"kind":"preview","preview":{"past":["x"]}})").ok());
        QVERIFY(!eventFromJson(R"({"kind":"histograms","histograms":[{"counts":["x"]}]})").ok());
        QVERIFY(!eventFromJson(R"({"kind":"histograms","histograms":[7]})").ok());
        QVERIFY(eventFromJson(R"({"kind":"best","later":1})").ok());
    }

    void statesHaveNames() {
        for (int state = 0; state <= static_cast<int>(RunState::Interrupted); ++state)
            QCOMPARE(*runStateFromName(runStateName(static_cast<RunState>(state))), static_cast<RunState>(state));
        QVERIFY(!runStateFromName("").ok());
    }
};

QTEST_APPLESS_MAIN(TestRunEventJson)
#include "tst_run_event_json.moc"
