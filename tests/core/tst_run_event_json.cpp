// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_change.h"
#include "run/run_event_json.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <utility>

using namespace gatelab;

namespace {

RunEvent fullEvent(RunEvent::Kind kind) {
    RunEvent event;
    event.kind = kind;
    event.step = std::numeric_limits<std::int64_t>::max();
    event.epoch = -1;
    event.seconds = 0.1;
    event.wall = 1.7e9 + 1.0 / 3;
    event.state = RunState::Interrupted;
    event.value = -std::numeric_limits<double>::infinity();
    event.text = {GATELAB_TEXT("Test", "line %1: %2"),
                  {7, {GATELAB_TEXT("Test", "'%1' is odd"), {"line\nbreak \"quoted\" 损失 %1"}}}};
    event.plan.device = "cpu";
    event.plan.parameters = 4480;
    event.plan.identity = {"f18d", "a_TRAIN.ts", "a_TEST.ts", "0.1.0", "Debian, Linux 6.1", "a processor", "580.1"};
    event.plan.forecastBytes = 1e9;
    event.plan.besideBytes = 3e8;
    event.plan.forecastEpochSeconds = 12.5;
    event.plan.forecastByCause = {1, 2, 3};
    event.preview.past = {1, std::numeric_limits<double>::quiet_NaN(), 3};
    event.preview.truth = {0.1};
    event.preview.target = "OT";
    event.scores = {{"model", "original", "mse", 0.25},
                    {"persistence", "standardised", "mae", std::numeric_limits<double>::infinity()}};
    event.histograms = {{"gates", 1, 0, 1, {3, 0, 5}}, {"head_weights", 2, -0.25, 0.25, {}}};
    event.code = ErrorCode::DiskFull;
    event.reason = CheckpointReason::Epoch;
    event.change = ConfigChange{findField("learning_rate"), 0.001, 3e-4};
    return event;
}

}  // namespace

class TestRunEventJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsBackEqual() {
        for (int kind = 0; kind <= static_cast<int>(RunEvent::Kind::Scoring); ++kind) {
            const RunEvent event = fullEvent(static_cast<RunEvent::Kind>(kind));
            const std::string json = eventToJson(event);
            QVERIFY(json.find('\n') == std::string::npos);
            const auto back = eventFromJson(json);
            QVERIFY2(back.ok(), json.c_str());
            QCOMPARE(eventToJson(*back), json);
            QCOMPARE(back->step, event.step);
            if (event.kind == RunEvent::Kind::Marker) QVERIFY(back->change == event.change);
            QCOMPARE(back->wall, event.wall);
            QCOMPARE(back->text, event.text);
            QCOMPARE(back->scores.size(), std::size_t{2});
            QCOMPARE(back->histograms.size(), std::size_t{2});
            QCOMPARE(back->histograms[0].counts, event.histograms[0].counts);
            QCOMPARE(back->histograms[1].low, -0.25);
            if (event.kind == RunEvent::Kind::Planned) QCOMPARE(back->plan.identity.driver, event.plan.identity.driver);
            if (event.kind == RunEvent::Kind::Preview) QVERIFY(std::isnan(back->preview.past[1]));
            if (event.kind == RunEvent::Kind::Finished) QCOMPARE(back->code, ErrorCode::DiskFull);
            QCOMPARE(back->reason, event.kind == RunEvent::Kind::Checkpoint ? event.reason : CheckpointReason::Unknown);
        }
    }

    void aPlanOfAnOlderProgramHasNoIdentity() {
        const auto event = eventFromJson(
            R"({"kind": "planned", "step": 0, "plan": {"device": "cpu", "parameters": 7, "engine": "LibTorch 2.11.0"}})");
        QVERIFY(event.ok());
        QCOMPARE(event->plan.parameters, std::int64_t{7});
        QVERIFY(event->plan.identity.data.empty() && event->plan.identity.system.empty());
    }

    void aChangeIsReadFromItsMemberAndNotFromWords() {
        const Field* rate = findField("learning_rate");
        const RunEvent marker = changeMarker({rate, 0.001, 3e-4});
        QCOMPARE(marker.text.english(), std::string("learning_rate = 3e-04"));
        const auto back = eventFromJson(eventToJson(marker));
        QVERIFY(back.ok() && back->change == marker.change);
        RunEvent note;  // says what a change would say, and is none
        note.kind = RunEvent::Kind::Marker;
        note.text = "learning_rate = 0.5";
        const auto noted = eventFromJson(eventToJson(note));
        QVERIFY(noted.ok() && !noted->change && noted->text == note.text);
        // Of a newer program
        const auto later = eventFromJson(R"({"kind":"marker","text":"x = 1","change":["x","0","1"]})");
        QVERIFY(later.ok() && !later->change);
        for (const char* wrong : {"7", "{}", "[]", R"(["learning_rate", 1, 2])"})
            QVERIFY(!eventFromJson(R"({"kind":"marker","change":)" + std::string(wrong) + "}").ok());
    }

    void aChangeOfAnOlderProgramIsReadFromItsWords() {
        const auto marker = [](const std::string& text) {
            return *eventFromJson(
                R"({"kind":"marker","step":5,"epoch":1,"seconds":2.5,"wall":1.7e9,"value":0.0,"text":)" + ('"' + text) +
                "\"}");
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
            RunEvent kept;
            kept.kind = RunEvent::Kind::Checkpoint;
            kept.reason = reason;
            const std::string json = eventToJson(kept);
            QVERIFY(json.find("\"reason\":\"" + std::string(name) + '"') != std::string::npos);
            QCOMPARE(eventFromJson(json)->reason, reason);
        }
        QCOMPARE(checkpointReasonFromName("a word of later"), CheckpointReason::Unknown);
        QCOMPARE(eventFromJson(R"({"kind":"checkpoint"})")->reason, CheckpointReason::Unknown);
    }

    void piecesOfAPhraseThatMakeNoSenseLeaveTheEnglish() {
        const auto text = [](const std::string& pieces) {
            const auto event = eventFromJson(R"({"kind":"warning","text":"said","text_pieces":)" + pieces + "}");
            return event.ok() ? event->text.english() : "refused";
        };
        QCOMPARE(text(R"({"context":"Test","source":"in %1","arguments":["pieces"]})"), std::string("in pieces"));
        for (const char* wrong : {"7", "null", "[]", "{}", R"({"context":"Test","source":3,"arguments":[]})",
                                  R"({"context":"Test","source":"x","arguments":[1]})"})
            QCOMPARE(text(wrong), std::string("said"));
        std::string deep = "\"end\"";
        for (int i = 0; i < 200; ++i) deep = R"({"context":"Test","source":"%1","arguments":[)" + deep + "]}";
        QCOMPARE(text(deep), std::string("said"));
        const auto plain = eventFromJson(R"({"kind":"warning","text":"written by an older version"})");
        QVERIFY(plain.ok() && plain->text.english() == "written by an older version");
    }

    void cutAnywhereIsRefused() {
        const std::string json = eventToJson(fullEvent(RunEvent::Kind::Preview));
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
