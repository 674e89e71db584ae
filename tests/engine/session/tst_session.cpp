// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/train/pipeline.cpp and core/train/start_report.cpp.
#include "engine/session_support.h"
#include "io/file_io.h"

#include <QtTest>

#include <cmath>
#include <fstream>

using namespace gatelab;
using namespace gatelab::testing;

/// Whole runs through the engine's face, as the window and the worker use it.
namespace {

/// Of the run's test part.
ForecastRequest testPart(const std::filesystem::path& run, std::int64_t closedLoopSteps = 0) {
    ForecastRequest asked;
    asked.runFolder = run;
    asked.closedLoopSteps = closedLoopSteps;
    return asked;
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void trainsToTheEnd();
    void pausesStepsAndStops();
    void liveChangeTakesEffect();
    void abandonsAndResumes();
    void stopsAtNotANumber();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void learnsKnownSeries_data();
    void learnsKnownSeries();
    void sequenceTasks_data();
    void sequenceTasks();
    void exportsForecasts();

private:
    std::shared_ptr<Engine> engine_;
};

void TestSession::initTestCase() {
    auto opened = openEngine();
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
    engine_ = *opened;
    QVERIFY(!engine_->info().devices.empty());
}

void TestSession::trainsToTheEnd() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    auto record = take(workspace->createRun(smallConfig(), {}, "sine-mix"));
    const std::string id = record->id();
    const Received received = runToEnd(*engine_, smallConfig(), std::move(record));
    const RunEnd* end = received.last<RunEnd>();
    QVERIFY(end);
    QVERIFY2(end->state == RunState::Finished, end->why.english().c_str());
    const RunPlanInfo* plan = received.last<RunPlanInfo>();
    QVERIFY(plan);
    QCOMPARE(plan->threads, 1);
    QCOMPARE(static_cast<std::int64_t>(received.of(MetricId::TrainLoss).size()), plan->totalSteps);
    QCOMPARE(received.of(MetricId::ValidationLoss).size(), std::size_t{3});
    QVERIFY(received.of(MetricId::TrainLoss).back().value < received.of(MetricId::TrainLoss).front().value);
    const ForecastPreview* preview = received.last<ForecastPreview>();
    QVERIFY(preview);
    QCOMPARE(preview->forecast.size(), std::size_t{4});
    QCOMPARE(preview->past.size(), std::size_t{16});
    QCOMPARE(preview->truth.size(), std::size_t{4});
    // Which one it is depends on when the scores were ready
    QCOMPARE(preview->baseline.size(), std::size_t{4});
    QVERIFY(!preview->baselineMethod.empty());
    QVERIFY(std::isfinite(score(end->scores, "model", "mse")) &&
            std::isfinite(score(end->scores, "persistence", "mse", "original")));
    // The folder alone tells the same.
    const auto history = readRunHistory(workspace->folder() / "runs" / id);
    QVERIFY(history.ok());
    std::size_t losses = 0;
    for (const MetricSample& sample : history->metrics) losses += sample.metric == MetricId::TrainLoss ? 1 : 0;
    QCOMPARE(losses, received.of(MetricId::TrainLoss).size());
    QCOMPARE(workspace->run(id)->state, RunState::Finished);
    QVERIFY(!workspace->run(id)->scores->empty());
}

void TestSession::pausesStepsAndStops() {
    auto config = smallConfig();
    config.epochs = 100000;
    auto session = take(engine_->start({config, nullptr, nullptr, {}}));
    Received received;
    QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).size() > 3));
    session->control().pause(true);
    QTRY_COMPARE(session->state(), RunState::Paused);
    received.listen(*session);
    const auto before = received.of(MetricId::TrainLoss).back().step;
    session->control().step();
    QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).back().step == before + 1));
    QTRY_COMPARE(session->state(), RunState::Paused);
    session->control().pause(false);
    QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).back().step > before + 5));
    session->control().stop();
    session->wait();
    received.listen(*session);
    const RunEnd* end = received.last<RunEnd>();
    QVERIFY(end);
    QCOMPARE(end->state, RunState::Finished);
    QVERIFY(!end->scores.empty());
    // No step is missing and none came twice.
    const auto losses = received.of(MetricId::TrainLoss);
    for (std::size_t i = 0; i < losses.size(); ++i) QCOMPARE(losses[i].step, static_cast<std::int64_t>(i) + 1);
}

void TestSession::liveChangeTakesEffect() {
    auto config = smallConfig();
    config.epochs = 100000;
    auto session = take(engine_->start({config, nullptr, nullptr, {}}));
    Received received;
    QTRY_VERIFY((received.listen(*session), !received.of(MetricId::LearningRate).empty()));
    session->control().change({"learning_rate", 0.0005});
    session->control().change({"hidden_size", std::int64_t{99}});  // not live: ignored
    QTRY_VERIFY((received.listen(*session), received.of(MetricId::LearningRate).back().value == 0.0005));
    const auto changed = received.last<RunMarker>()->change;
    QVERIFY(changed && changed->field == findField("learning_rate"));
    QVERIFY(changed->from == FieldValue(config.learningRate) && changed->to == FieldValue(0.0005));
    session->control().runMoreEpochs(1);
    session->control().abandon();
    session->wait();
    received.listen(*session);
    QCOMPARE(received.last<RunEnd>()->state, RunState::Interrupted);
}

void TestSession::abandonsAndResumes() {
    auto config = smallConfig();
    config.epochs = 200;  // far longer than the first look at its samples takes
    config.batchSize = 16;
    const Received straight = runToEnd(*engine_, config);
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const std::string id = record->id();
    {
        auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
        Received received;
        QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).size() > 10));
    }  // closing the window
    QCOMPARE(workspace->run(id)->state, RunState::Interrupted);
    auto again = workspace->reopenRun(id);
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
    const Received resumed = runToEnd(*engine_, config, std::move(*again), workspace->folder() / "runs" / id);
    QCOMPARE(resumed.last<RunEnd>()->state, RunState::Finished);
    QCOMPARE(score(resumed.last<RunEnd>()->scores, "model", "mse"),
             score(straight.last<RunEnd>()->scores, "model", "mse"));
    // The kept curve is the undisturbed one, bit by bit.
    std::vector<double> kept, expected;
    const auto history = readRunHistory(workspace->folder() / "runs" / id);
    for (const MetricSample& sample : history->metrics)
        if (sample.metric == MetricId::TrainLoss) kept.push_back(sample.value);
    for (const MetricSample& sample : straight.of(MetricId::TrainLoss)) expected.push_back(sample.value);
    QCOMPARE(kept, expected);
    QVERIFY(!resumed.of(MetricId::TrainLoss).empty());
    QCOMPARE(resumed.of(MetricId::TrainLoss).front().piece, std::uint16_t{1});
}

void TestSession::stopsAtNotANumber() {
    auto config = smallConfig();
    config.optimiser = "sgd";
    config.learningRate = 100;
    config.cell = "rnn-relu";
    config.clipNorm = 0;
    config.epochs = 200;
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const std::string id = record->id();
    const Received received = runToEnd(*engine_, config, std::move(record));
    const RunEnd* end = received.last<RunEnd>();
    QCOMPARE(end->state, RunState::Failed);
    QCOMPARE(end->code, ErrorCode::NonFinite);
    QVERIFY(end->why.english().find("learning rate") != std::string::npos);
    QCOMPARE(workspace->run(id)->state, RunState::Failed);
    // The kept weights are finite, and the next run starts without a restart.
    const auto set = engine_->forecast(testPart(workspace->folder() / "runs" / id), {});
    QVERIFY(set.ok());
    QCOMPARE(runToEnd(*engine_, smallConfig()).last<RunEnd>()->state, RunState::Finished);
}

void TestSession::saysWhatIsWrong_data() {
    QTest::addColumn<QString>("csv");
    QTest::addColumn<QString>("word");
    QTest::newRow("constant target") << QString("a,b\n1,5\n2,5\n3,5\n4,5\n").repeated(1) +
                                            QString("4,5\n").repeated(200)
                                     << "constant";
    QTest::newRow("too short") << "a,b\n1,2\n2,3\n3,4\n4,7\n"
                               << "rows";
    QTest::newRow("all missing") << QString("a,b\n") + QString("1,nan\n").repeated(200) << "";
    QTest::newRow("no file") << QString() << "";
}

void TestSession::saysWhatIsWrong() {
    QFETCH(QString, csv);
    QFETCH(QString, word);
    const QTemporaryDir folder;
    auto config = smallConfig();
    config.dataPath = folder.filePath("series.csv").toStdString();
    if (!csv.isEmpty()) QVERIFY(writeFileDurably(config.dataPath, csv.toStdString()).ok());
    const Received received = runToEnd(*engine_, config);
    const RunEnd* end = received.last<RunEnd>();
    QCOMPARE(end->state, RunState::Failed);
    QVERIFY2(QString::fromStdString(end->why.english()).contains(word), end->why.english().c_str());
}

void TestSession::learnsKnownSeries_data() {
    QTest::addColumn<QString>("series");
    for (const char* key : {"sine", "ramp", "ar2"}) QTest::newRow(key) << key;
}

void TestSession::learnsKnownSeries() {
    QFETCH(QString, series);
    auto config = smallConfig();
    config.builtin = series.toStdString();
    config.anchor = "last";
    config.epochs = 40;
    config.learningRate = 0.01;
    config.schedule = "cosine";
    const Received received = runToEnd(*engine_, config);
    const RunEnd* end = received.last<RunEnd>();
    QVERIFY2(end->state == RunState::Finished, end->why.english().c_str());
    const double own = score(end->scores, "model", "rmse"), naive = score(end->scores, "persistence", "rmse");
    QVERIFY2(own < 0.2 * naive, qPrintable(QString("%1 against persistence %2").arg(own).arg(naive)));
}

void TestSession::sequenceTasks_data() {
    QTest::addColumn<QString>("series");
    QTest::addColumn<QString>("task");
    QTest::newRow("adding") << "adding"
                            << "regression";
    QTest::newRow("temporal order") << "temporal-order"
                                    << "classification";
    QTest::newRow("copy") << "copy"
                          << "labelling";
    QTest::newRow("grammar") << "grammar"
                             << "classification";
}

void TestSession::sequenceTasks() {
    QFETCH(QString, series);
    QFETCH(QString, task);
    auto config = smallConfig();
    config.builtin = series.toStdString();
    config.builtinLength = 120;
    config.task = task.toStdString();
    config.recipe.clear();
    config.loss = task == "regression" ? "mse" : "cross-entropy";
    config.epochs = 2;
    const Received received = runToEnd(*engine_, config);
    const RunEnd* end = received.last<RunEnd>();
    QVERIFY2(end->state == RunState::Finished, end->why.english().c_str());
    QVERIFY(std::isfinite(score(end->scores, "model", task == "regression" ? "mse" : "accuracy", "original")));
    QCOMPARE(received.of(MetricId::ValidationLoss).size(), std::size_t{2});
}

void TestSession::exportsForecasts() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    auto config = smallConfig();
    config.checkpointSeconds = 0;
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const auto run = record->folder();
    QCOMPARE(runToEnd(*engine_, config, std::move(record)).last<RunEnd>()->state, RunState::Finished);
    const auto set = engine_->forecast(testPart(run, 9), {});
    QVERIFY2(set.ok(), set.ok() ? "" : set.error().message.c_str());
    QCOMPARE(set->forecast.size(), set->truth.size());
    QCOMPARE(set->forecast.size(), set->originRows.size() * 4);
    QCOMPARE(set->closedLoop.size(), std::size_t{9});
    // The first closed-loop block is the first window's forecast.
    for (std::size_t i = 0; i < 4; ++i)
        QVERIFY(std::abs(set->closedLoop[i] - set->forecast[i]) < 1e-6 * std::max(1.0, std::abs(set->forecast[i])));
    const auto csv = std::filesystem::path(folder.filePath("f.csv").toStdString());
    QVERIFY(exportForecastCsv(*set, csv).ok());
    std::ifstream stream(csv);
    std::size_t lines = 0;
    for (std::string line; std::getline(stream, line);) ++lines;
    QCOMPARE(lines, set->forecast.size() + 1);
    QVERIFY(exportForecastHdf5(*set, folder.filePath("f.h5").toStdString()).ok());
    QVERIFY(!exportForecastCsv(*set, "/nowhere/f.csv").ok());
    const auto cancelled = engine_->forecast(testPart(run), [](double) { return false; });
    QVERIFY(!cancelled.ok() && cancelled.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
