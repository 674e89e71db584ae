// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_event_json.h"

#include <QTest>
#include <cmath>
#include <limits>

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
    event.text = "line\nbreak \"quoted\" 损失";
    event.plan.device = "cpu";
    event.plan.parameters = 4480;
    event.plan.forecastBytes = 1e9;
    event.plan.forecastByCause = {1, 2, 3};
    event.preview.past = {1, std::numeric_limits<double>::quiet_NaN(), 3};
    event.preview.truth = {0.1};
    event.preview.target = "OT";
    event.scores = {{"model", "original", "mse", 0.25}, {"persistence", "standardised", "mae", std::numeric_limits<double>::infinity()}};
    event.histograms = {{"gates", 1, 0, 1, {3, 0, 5}}, {"head_weights", 2, -0.25, 0.25, {}}};
    event.code = ErrorCode::DiskFull;
    return event;
}

}  // namespace

class TestRunEventJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsBackEqual() {
        for (int kind = 0; kind <= static_cast<int>(RunEvent::Kind::Histograms); ++kind) {
            const RunEvent event = fullEvent(static_cast<RunEvent::Kind>(kind));
            const std::string json = eventToJson(event);
            QVERIFY(json.find('\n') == std::string::npos);
            const auto back = eventFromJson(json);
            QVERIFY2(back.ok(), json.c_str());
            QCOMPARE(eventToJson(*back), json);
            QCOMPARE(back->step, event.step);
            QCOMPARE(back->wall, event.wall);
            QCOMPARE(back->text, event.text);
            QCOMPARE(back->scores.size(), std::size_t{2});
            QCOMPARE(back->histograms.size(), std::size_t{2});
            QCOMPARE(back->histograms[0].counts, event.histograms[0].counts);
            QCOMPARE(back->histograms[1].low, -0.25);
            if (event.kind == RunEvent::Kind::Preview) QVERIFY(std::isnan(back->preview.past[1]));
            if (event.kind == RunEvent::Kind::Finished) QCOMPARE(back->code, ErrorCode::DiskFull);
        }
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
