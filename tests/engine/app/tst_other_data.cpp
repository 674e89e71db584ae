// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs whose data file was changed, or is gone.
#include "engine/session_support.h"

#include "app/branch_point.h"
#include "app/run_order.h"
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "support/worker_process.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestOtherData : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;
    ExperimentConfig config_;
    std::string id_;

    /// The rows of the training, each value times `factor`.
    void writeData(double factor) {
        std::string text = "x\n";
        for (int i = 0; i < 300; ++i) text += std::to_string((i < 100 ? factor : 1) * std::sin(0.3 * i)) + "\n";
        QVERIFY(writeFileDurably(config_.dataPath, text).ok());
    }
    std::filesystem::path run() const { return workspace_->folder() / "runs" / id_; }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
        config_ = smallConfig();
        config_.dataPath = folder_.filePath("series.csv").toStdString();
        config_.epochs = 2;
        writeData(1);
        auto record = take(workspace_->createRun(config_, {}, "series"));
        id_ = record->id();
        const Received received = runToEnd(*engine_, config_, std::move(record));
        const auto* end = received.last<RunEnd>();
        QVERIFY2(end && end->state == RunState::Finished, end ? end->why.english().c_str() : "");
    }
    void init() { writeData(1); }

    void forecastsOfChangedDataAreWarnedOf() {
        ForecastRequest request;
        request.runFolder = run();
        const ForecastSet same = take(engine_->forecast(request, {}));
        QVERIFY2(same.problem.empty(), same.problem.english().c_str());
        writeData(50);
        const ForecastSet other = take(engine_->forecast(request, {}));
        QVERIFY2(other.problem.english().starts_with(
                     "the data are not those that it was trained on (their SHA-256 begins with "),
                 other.problem.english().c_str());
        const Answer answer = askWorker({"forecast", QString::fromStdString(id_), "--json", "--workspace",
                                         QString::fromStdString(workspace_->folder().string())});
        QCOMPARE(answer.code, 0);
        QVERIFY2(answer.err.contains("warning: the data are not those that it was trained on"), answer.err);
        QVERIFY2(lastLine(answer.out)["result"].toObject()["warning"].toString().contains(
                     "the scaling is fitted again and the forecasts may be wrong"),
                 answer.out);
    }

    void aRunWhoseDataAreGoneStaysEnded() {
        const RunSummary before = take(workspace_->run(id_));
        const auto checkpoints = CheckpointStore(run()).list().size();
        QVERIFY(removePath(config_.dataPath).ok());
        const auto extended = openRun(*engine_, workspace_.get(), {.resume = id_, .moreEpochs = 1});
        QVERIFY(!extended.ok());
        QVERIFY2(extended.error().message.find("series.csv") != std::string::npos, extended.error().message.c_str());
        QVERIFY(workspace_->refresh(id_).ok());
        const RunSummary after = take(workspace_->run(id_));
        QCOMPARE(after.state, RunState::Finished);
        QCOMPARE(after.step, before.step);
        QCOMPARE(after.epochs, before.epochs);
        QCOMPARE(CheckpointStore(run()).list().size(), checkpoints);
    }

    void aRunThatGoesOnHasNoBranchYet() {
        const auto record = take(workspace_->createRun(config_, {}, "series"));
        const auto point = findBranchPoint(record->folder(), "last");
        QVERIFY2(
            !point.ok() && point.error().message.find("still going on and has no checkpoint yet") != std::string::npos,
            point.ok() ? "" : point.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestOtherData)
#include "tst_other_data.moc"
