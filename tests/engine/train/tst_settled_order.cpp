// SPDX-License-Identifier: GPL-3.0-or-later
// A whole run whose series does not lie in memory: that its windows are taken by blocks is chosen by itself, said, kept
// in its record and for its resumption, named by the command that makes it again, and changes no bit.
#include "device/row_operators.h"
#include "engine/session_support.h"
#include "io/row_memory.h"
#include "store/run_command.h"
#include "store/run_extension.h"
#include "verdict/trained_seeds.h"

#include <QDir>
#include <QtTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// As many rows as make the prepared series a large list.
ExperimentConfig longSeries() {
    ExperimentConfig config = smallConfig();
    config.builtinLength = 5'000'000;
    config.split = "4996000/2000/2000";
    config.lookback = 8;
    config.horizon = 2;
    config.hiddenSize = 4;
    config.batchSize = 16;
    config.precision = "fp32";
    config.epochs = 1;
    config.maxSteps = 1500;
    return config;
}

std::vector<std::pair<std::int64_t, double>> lossesOf(std::vector<MetricSample> samples) {
    std::vector<std::pair<std::int64_t, double>> losses;
    for (const MetricSample& sample : samples)
        if (sample.metric == MetricId::TrainLoss) losses.emplace_back(sample.step, sample.value);
    return losses;
}

bool saysBlocks(const Received& received) {
    return std::ranges::any_of(received.events, [](const RunEvent& event) {
        const auto* marker = event.as<RunMarker>();
        return marker != nullptr && marker->text.english().find("shuffled by blocks") != std::string::npos;
    });
}

}  // namespace

class TestSettledOrder : public QObject {
    Q_OBJECT

    QTemporaryDir rows_{QDir::current().filePath("rows-XXXXXX")};
    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;
    Received byHand_;  ///< in memory, asked to go by blocks

    void allInFiles() const { useRowMemory({rows_.path().toStdString(), 0}); }

private Q_SLOTS:
    void initTestCase() {
        allInFiles();
        const std::vector<double> probe(kLeastRowBlock);
        const bool canLie = liesInRowFile(probe.data());
        useRowMemory({});
        if (!canLie) QSKIP("no large list can lie in a file here: a sanitizer, or no disk");
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
        ExperimentConfig config = longSeries();
        config.shuffleBlocks = true;
        byHand_ = runToEnd(*engine_, config);
        QCOMPARE(byHand_.last<RunEnd>()->state, RunState::Finished);
        QVERIFY(!saysBlocks(byHand_));
        QVERIFY(lossesOf(byHand_.metrics).size() > 100);
    }
    void cleanup() { useRowMemory({}); }

    void isChosenSaidAndRecorded() {
        auto record = take(workspace_->createRun(longSeries(), {}, "in files"));
        const std::string id = record->id();
        allInFiles();
        const Received inFiles = runToEnd(*engine_, longSeries(), std::move(record));
        QCOMPARE(inFiles.last<RunEnd>()->state, RunState::Finished);
        QVERIFY(saysBlocks(inFiles));
        QVERIFY(lossesOf(inFiles.metrics) == lossesOf(byHand_.metrics));
        QCOMPARE(score(inFiles.last<RunEnd>()->scores, "model", "mse"),
                 score(byHand_.last<RunEnd>()->scores, "model", "mse"));

        const RunSummary run = *workspace_->run(id);
        // Nobody asked for it: a sweep that asks for this run again finds it.
        QVERIFY(!run.config->shuffleBlocks && !firstSettings(run).shuffleBlocks);
        QVERIFY(TrainedSeeds(groupRuns({&run, 1})).contains(longSeries()));
        QCOMPARE(run.changes.size(), std::size_t{1});
        QVERIFY(isSettledAtStart(run.changes.front()));
        QVERIFY(runExtensions(run).empty() && commandCaveats(run, nullptr).empty());
        const std::string command = reproduceCommand(run, nullptr, workspace_->folder());
        QVERIFY2(command.find("--shuffle-blocks true") != std::string::npos, command.c_str());
    }

    /// As when a program with more memory goes on with the run.
    void isKeptWhereThereIsMemoryLater() {
        auto record = take(workspace_->createRun(longSeries(), {}, "in files, then not"));
        const std::string id = record->id();
        allInFiles();
        {
            auto session = take(engine_->start({longSeries(), nullptr, std::move(record), {}}));
            Received received;
            QTRY_VERIFY_WITH_TIMEOUT((received.listen(*session), received.of(MetricId::TrainLoss).size() > 10),
                                     600'000);
        }  // closing the window
        QCOMPARE(workspace_->run(id)->state, RunState::Interrupted);
        useRowMemory({});
        const Received resumed =
            runToEnd(*engine_, longSeries(), take(workspace_->reopenRun(id)), workspace_->folder() / "runs" / id);
        QCOMPARE(resumed.last<RunEnd>()->state, RunState::Finished);
        QVERIFY(!saysBlocks(resumed));
        const auto history = readRunHistory(workspace_->folder() / "runs" / id);
        QVERIFY(lossesOf(history->metrics) == lossesOf(byHand_.metrics));
        const std::vector<RunChange> changes = workspace_->run(id)->changes;
        QVERIFY(changes.size() == 1 && isSettledAtStart(changes.front()));
    }

    void inMemoryNothingIsSettled() {
        auto record = take(workspace_->createRun(longSeries(), {}, "in memory"));
        const std::string id = record->id();
        const Received inMemory = runToEnd(*engine_, longSeries(), std::move(record));
        QVERIFY(!saysBlocks(inMemory) && workspace_->run(id)->changes.empty());
        QVERIFY(lossesOf(inMemory.metrics) != lossesOf(byHand_.metrics));
    }
};

QTEST_GUILESS_MAIN(TestSettledOrder)
#include "tst_settled_order.moc"
