// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run that was made before rows that wait for a forecast belonged to no part: its record says so by what it was
// trained on, and it is forecast, tested and continued on its own parts.
#include "engine/session_support.h"

#include "app/baselines/run_baselines.h"
#include "app/run_order.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "store/run_weights.h"
#include "support/worker_process.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestOldParts : public QObject {
    Q_OBJECT

    static constexpr int kRows = 300, kWaiting = 20;
    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;
    std::string plain_, file_;

    ExperimentConfig config(const char* split) const {
        ExperimentConfig config = smallConfig();
        config.dataPath = file_;
        config.targets = {"y"};
        config.recipe = {"fill(method=linear)", "standardise"};
        config.split = split;
        config.epochs = 2;
        return config;
    }
    std::filesystem::path folderOf(const std::string& id) const { return workspace_->folder() / "runs" / id; }
    std::string trained(const ExperimentConfig& config) {
        auto record = take(workspace_->createRun(config, {}, "series"));
        std::string id = record->id();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const auto* end = received.last<RunEnd>();
        if (end == nullptr || end->state != RunState::Finished) qFatal("the run did not end");
        return id;
    }
    /// As a program wrote it that knew no mark.
    void makeOld(const std::string& id) {
        const auto record = take(workspace_->reopenRun(id));
        RunPlanInfo plan = **record->lastPlan();
        plan.identity.data = plain_;
        const RunSummary summary = take(workspace_->run(id));
        QVERIFY(record->addEvent({plan}).ok());
        QVERIFY(record->setState(RunState::Finished, summary.step, summary.epoch, summary.seconds).ok());
    }
    ForecastSet forecastOf(const std::string& id) {
        ForecastRequest request;
        request.runFolder = folderOf(id);
        return take(engine_->forecast(request, {}));
    }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
        file_ = folder_.filePath("series.csv").toStdString();
        std::string text = "promo,y\n";
        for (int i = 0; i < kRows; ++i)
            text += std::to_string(i % 5 == 0 ? 1 : 0) + "," +
                    (i < kRows - kWaiting ? std::to_string(std::sin(0.3 * i)) : std::string()) + "\n";
        QVERIFY(writeFileDurably(file_, text).ok());
        plain_ = sha256(text);
    }

    void aRunSaysByWhichRuleItWasCut() {
        const std::string id = trained(config("70%/15%/15%"));
        QVERIFY(trainedOn(folderOf(id)) != plain_);
        const ForecastSet now = forecastOf(id);
        QVERIFY2(now.problem.empty(), now.problem.english().c_str());
        QCOMPARE(now.originRows.back(), std::int64_t{kRows - kWaiting - 4 - 1});
        QVERIFY(computeRunBaselines(*workspace_, id, {"dlinear"}, nullptr, {}).ok());
    }

    void anOldOneKeepsItsParts() {
        const std::string written = trained(config("210/45/45")), id = trained(config("70%/15%/15%"));
        makeOld(id);
        QCOMPARE(trainedOn(folderOf(id)), plain_);
        const ForecastSet old = forecastOf(id), same = forecastOf(written);
        QVERIFY2(old.problem.english().find("it keeps its parts, and they hold these rows") != std::string::npos,
                 old.problem.english().c_str());
        QCOMPARE(old.originRows, same.originRows);
        QCOMPARE(old.originRows.back(), std::int64_t{kRows - 4 - 1});
        QCOMPARE(old.observed.size(), same.observed.size());
        // Its file alone is known again as that of its training.
        const Answer other = askWorker({"forecast", QString::fromStdString(id), "--data", QString::fromStdString(file_),
                                        "--workspace", QString::fromStdString(workspace_->folder().string())});
        QVERIFY2(other.err.contains("these are the data of the training"), other.err);
        // Its origins, too, and no leak is seen for its own rows.
        const Answer tested = askWorker({"backtest", QString::fromStdString(id), "--workspace",
                                         QString::fromStdString(workspace_->folder().string())});
        QVERIFY2(tested.code == 0 && !tested.out.contains("Leak"), tested.out + tested.err);
        // It goes on with them, and its record keeps saying so.
        auto opened = openRun(*engine_, workspace_.get(), {.resume = id, .moreEpochs = 1});
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
        auto session = take(engine_->start(std::move(opened->request)));
        session->wait();
        Received received;
        received.listen(*session);
        const auto* plan = received.last<RunPlanInfo>();
        const auto* end = received.last<RunEnd>();
        QVERIFY2(plan != nullptr && end != nullptr && end->state == RunState::Finished,
                 end ? end->why.english().c_str() : "");
        QCOMPARE(plan->identity.data, plain_);
        QCOMPARE(plan->trainWindows, std::int64_t{210 - 16 - 4 + 1});
        bool isSaid = false;
        for (const RunEvent& event : received.events)
            if (const auto* warning = event.as<RunWarning>())
                isSaid = isSaid || warning->text.english().find("it keeps its parts") != std::string::npos;
        QVERIFY(isSaid);
        session.reset();
        QCOMPARE(trainedOn(folderOf(id)), plain_);
        QCOMPARE(forecastOf(id).originRows, same.originRows);
    }
};

QTEST_GUILESS_MAIN(TestOldParts)
#include "tst_old_parts.moc"
