// SPDX-License-Identifier: GPL-3.0-or-later
// What repeats, branches and runs of several seeds are called, and which seed comes next.
// Holds core/config/architecture.cpp.
#include "app/run_names.h"
#include "config/architecture.h"
#include "store/run_name.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "verdict/run_groups.h"

#include <QTest>

using namespace gatelab;

namespace {

ExperimentConfig configOf(const char* cell, std::int64_t layers, std::int64_t units, bool bidirectional = false) {
    ExperimentConfig config;
    config.cell = cell;
    config.layers = layers;
    config.hiddenSize = units;
    config.bidirectional = bidirectional;
    return config;
}

RunSummary runOf(std::int64_t number, const std::string& name, std::int64_t seed = 1) {
    RunSummary run;
    run.id = "2026-" + std::to_string(number);
    run.number = number;
    run.name = name;
    run.config.edit().seed = seed;
    return run;
}

}  // namespace

/// A run is called by its number and its model, or by what a person called it; never by what sets it apart.
class TestRunName : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aModelHasOneName() {
        const std::pair<ExperimentConfig, const char*> rows[] = {
            {configOf("lstm", 1, 64), "LSTM 64"},           {configOf("lstm", 2, 64), "LSTM 2×64"},
            {configOf("gru", 2, 32, true), "GRU 2×32, bi"}, {configOf("gru", 1, 8, true), "GRU 8, bi"},
            {configOf("rnn-tanh", 1, 16), "RNN 16"},
        };
        for (const auto& [config, name] : rows) {
            QCOMPARE(modelName(config).english(), std::string(name));
            QCOMPARE(runName(config), std::string(name));
            ExperimentConfig other = config;
            other.seed = 7;
            other.learningRate = 0.5;
            other.dataPath = "/x/table.csv";
            QCOMPARE(runName(other), std::string(name));
            other.name = "mine";
            QCOMPARE(runName(other), std::string("mine"));
        }
    }

    void theNumberComesFirst() {
        QCOMPARE(numberText(31), std::string("#31"));
        QCOMPARE(numberText(0), std::string());
        QCOMPARE(numberedName(31, "LSTM 64", configOf("lstm", 1, 64)).english(), std::string("#31 LSTM 64"));
        QCOMPARE(numberedName(31, "", configOf("gru", 2, 32, true)).english(), std::string("#31 GRU 2×32, bi"));
        QCOMPARE(numberedName(1234, "mine", configOf("lstm", 1, 64)).english(), std::string("#1234 mine"));
        QCOMPARE(numberedName(0, "mine", {}).english(), std::string("mine"));
        QCOMPARE(shownName("GRU 2×32, bi", configOf("gru", 2, 32, true)), modelName(configOf("gru", 2, 32, true)));
        QCOMPARE(shownName("mine", {}), Phrase("mine"));
    }

    void whatOlderProgramsMadeIsKnown() {
        const ExperimentConfig plain = configOf("lstm", 1, 32);
        for (const char* made :
             {"LSTM 1×32", "LSTM 32", "LSTM 1×32 · learning rate 0.003 · seed 2", "LSTM 1×32 · run 2",
              "LSTM 1×32 · from step 120", "LSTM 1×32 · epochs 4 and 2 more · from step 120",
              "LSTM 1×32 · optimiser adamw · no nesterov", "LSTM 1×32 · layer norm", "LSTM 1×32 · other recipe",
              "LSTM 1×32 · data my file.csv"})
            QVERIFY2(isMadeName(made, plain), made);
        for (const char* own :
             {"mine", "ETTh1 · seed 7", "LSTM 1×64", "LSTM 1×32 · my words", "LSTM 1×32 · seed crystal",
              "LSTM 1×32 · run away", "LSTM 1×32 · seed 2 · my words", ""})
            QVERIFY2(!isMadeName(own, plain), own);
        QVERIFY(isMadeName("BiGRU 2×32 · seed 3", configOf("gru", 2, 32, true)));
        QVERIFY(!isMadeName("GRU 2×32 · seed 3", configOf("gru", 2, 32, true)));
    }

    void theWorkspaceNamesNoDifference() {
        const QuickFolder folder;
        const auto workspace = *Workspace::open(folder.path());
        const auto nameOf = [&](const ExperimentConfig& config, const RunOrigin& origin) {
            return workspace->run((*workspace->createRun(config, origin, "data"))->id())->name;
        };
        const std::string parent = (*workspace->createRun({}, {}, "data"))->id();
        ExperimentConfig child;
        child.seed = 5;
        child.learningRate = 0.5;
        for (const RunOrigin& origin : {RunOrigin(), RunOrigin(parent), RunOrigin("gone")})
            QCOMPARE(nameOf(child, origin), std::string("LSTM 32"));
        child.name = "mine";
        for (int i = 0; i < 2; ++i) QCOMPARE(nameOf(child, parent), child.name);
    }

    void aGroupIsCalledByItsFirstRun() {
        const std::vector<RunSummary> runs = {runOf(9, "later", 3), runOf(5, "LSTM 32", 2), runOf(4, "first", 1)};
        const RunGroup group = groupRuns(runs).front();
        QCOMPARE(group.number, std::int64_t{4});
        QCOMPARE(group.name, std::string("first"));
        QCOMPARE(missingRuns(group, {}, 1).front().name, std::string("first"));
        // A name that the program made would stay when the settings change.
        QVERIFY(missingRuns(groupRuns(std::vector{runOf(1, "LSTM 32")}).front(), {}, 1).front().name.empty());
    }

    void theNextSeedIsFree() {
        std::vector<RunSummary> runs = {runOf(3, "a", 1), runOf(2, "a", 4), runOf(1, "other", 9)};
        runs[2].config.edit().hiddenSize = 5;
        std::vector<ExperimentConfig> waiting = {runs[0].config};
        waiting[0].seed = 6;
        QCOMPARE(nextSeed(runs[0].config, runs), std::int64_t{5});
        QCOMPARE(nextSeed(runs[0].config, runs, waiting), std::int64_t{7});
        QCOMPARE(nextSeed(runs[2].config, runs, waiting), std::int64_t{10});
    }

    void lossesOfOtherDataOrTargetsAreOthers() {
        for (const char* key : {"data", "targets", "horizon", "loss", "split"})
            QVERIFY2(changesScore(*findField(key)), key);
        for (const char* key : {"hidden_size", "seed", "learning_rate", "inputs", "lookback"})
            QVERIFY2(!changesScore(*findField(key)), key);
    }
};

QTEST_APPLESS_MAIN(TestRunName)
#include "tst_run_name.moc"
