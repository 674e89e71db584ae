// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session_support.h"
#include "io/file_io.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cerrno>

using namespace gatelab;
using namespace gatelab::testing;

/// Runs whose checkpoints find no room on the disk.
namespace {

/// Of the run's test part.
ForecastRequest testPart(const std::filesystem::path& run, std::int64_t closedLoopSteps = 0) {
    ForecastRequest asked;
    asked.runFolder = run;
    asked.closedLoopSteps = closedLoopSteps;
    return asked;
}

}  // namespace

class TestFullDisk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void waitsForAFullDisk_data();
    void waitsForAFullDisk();
    void endsOnAFullDisk();

private:
    std::shared_ptr<Engine> engine_;
};

void TestFullDisk::initTestCase() { engine_ = take(openEngine()); }

// A run whose checkpoint finds no room waits, is told so, and goes on; it ends as if nothing had been.
void TestFullDisk::waitsForAFullDisk_data() {
    QTest::addColumn<bool>("reported");
    QTest::newRow("goes on when told") << true;
    QTest::newRow("goes on by itself") << false;
}

void TestFullDisk::waitsForAFullDisk() {
    QFETCH(bool, reported);
    auto config = smallConfig();
    config.checkpointSeconds = 0;
    config.epochs = 2;
    const double straight = score(runToEnd(*engine_, config).last<RunEnd>()->scores, "model", "mse");
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const std::string id = record->id();
    std::atomic<bool> full{true};
    setFaultPlan([&](IoCall call, const std::filesystem::path& path) {
        return full && call == IoCall::Write && path.string().find("checkpoints") != std::string::npos ? ENOSPC : 0;
    });
    auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
    Received received;
    QTRY_COMPARE(session->state(), RunState::Paused);
    QTRY_VERIFY((received.listen(*session), received.last<RunWarning>()));
    const std::string text = received.last<RunWarning>()->text.english();
    QVERIFY2(text.find("the run waits") != std::string::npos && text.find("space") != std::string::npos, text.c_str());
    QCOMPARE(received.last<RunWarning>()->code, ErrorCode::DiskFull);
    const auto losses = received.of(MetricId::TrainLoss).size();
    if (reported) {
        // Told too early, it says so again and still waits.
        const auto warnings = [&] {
            return std::ranges::count_if(received.events, [](const RunEvent& e) { return e.is<RunWarning>(); });
        };
        const auto before = warnings();
        session->control().pause(false);
        QTRY_VERIFY((received.listen(*session), warnings() > before));
        QTRY_COMPARE(session->state(), RunState::Paused);
        QCOMPARE(received.of(MetricId::TrainLoss).size(), losses);
    }
    full = false;
    if (reported) session->control().pause(false);
    session->wait();
    setFaultPlan({});
    received.listen(*session);
    const RunEnd* end = received.last<RunEnd>();
    QVERIFY2(end->state == RunState::Finished, end->why.english().c_str());
    QCOMPARE(score(end->scores, "model", "mse"), straight);
    QCOMPARE(static_cast<std::int64_t>(received.of(MetricId::TrainLoss).size()),
             received.last<RunPlanInfo>()->totalSteps);
    QVERIFY(engine_->forecast(testPart(workspace->folder() / "runs" / id), {}).ok());
}

// One Stop ends a run that waits for room, without the checkpoint it cannot write; so does closing.
void TestFullDisk::endsOnAFullDisk() {
    for (const bool closed : {false, true}) {
        auto config = smallConfig();
        config.checkpointSeconds = 0;
        config.epochs = 1000;
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        setFaultPlan([](IoCall call, const std::filesystem::path& path) {
            return call == IoCall::Write && path.string().find("checkpoints") != std::string::npos ? ENOSPC : 0;
        });
        auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
        QTRY_COMPARE(session->state(), RunState::Paused);
        if (closed)
            session->control().abandon();
        else
            session->control().stop();
        QTRY_VERIFY_WITH_TIMEOUT(session->done(), 60000);
        setFaultPlan({});
        QCOMPARE(session->state(), closed ? RunState::Interrupted : RunState::Finished);
    }
}

QTEST_GUILESS_MAIN(TestFullDisk)
#include "tst_full_disk.moc"
