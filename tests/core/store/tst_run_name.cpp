// SPDX-License-Identifier: GPL-3.0-or-later
// What repeats, branches and runs of several seeds are called, and which seed comes next.
// Holds core/store/listed_names.cpp.
#include "store/listed_names.h"
#include "store/run_name.h"
#include "support/quick_folder.h"
#include "verdict/run_groups.h"

#include <QTest>

using namespace gatelab;

namespace {

RunSummary runOf(const std::string& name, std::int64_t seed = 1) {
    RunSummary run;
    run.name = name;
    run.config.edit().seed = seed;
    return run;
}

ExperimentConfig withSeed(ExperimentConfig config, std::int64_t seed) {
    config.seed = seed;
    return config;
}

}  // namespace

class TestRunName : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRepeatSaysItsSeed() {
        const RunSummary named = runOf("ETTh1"), automatic = runOf("LSTM 1×32");
        QCOMPARE(runName(withSeed(named.config, 7), named), std::string("ETTh1 · seed 7"));
        QCOMPARE(runName(withSeed(automatic.config, 7), automatic), std::string("LSTM 1×32 · seed 7"));
    }

    void namesDoNotGrowFromRepeatToRepeat() {
        const RunSummary second = runOf("ETTh1 · seed 7", 7);
        QCOMPARE(runName(withSeed(second.config, 8), second), std::string("ETTh1 · seed 8"));
        // What only looks like it is the person's.
        const RunSummary other = runOf("ETTh1 · seed 3", 7);
        QCOMPARE(runName(withSeed(other.config, 8), other), std::string("ETTh1 · seed 3 · seed 8"));
        QCOMPARE(nameWithoutSeed(second.name, second.config), std::string("ETTh1"));
        QCOMPARE(nameWithoutSeed(other.name, other.config), other.name);
    }

    void oneRenamedRunDoesNotNameTheOthers() {
        const RunSummary renamed = runOf("mine", 3), second = runOf("ETTh1 · seed 2", 2), first = runOf("ETTh1", 1);
        const auto shared = [](std::vector<const RunSummary*> runs) { return sharedName(runs); };
        QCOMPARE(shared({&renamed, &second, &first}), std::string("ETTh1"));
        QCOMPARE(shared({&renamed}), std::string("mine"));
        QCOMPARE(shared({&renamed, &first}), std::string());
        QCOMPARE(groupRuns(std::vector<RunSummary>{renamed, second, first}).front().name, std::string("ETTh1"));
        QCOMPARE(groupRuns(std::vector<RunSummary>{renamed, first}).front().name, std::string("mine"));
    }

    void aChildSaysWhatChangedWhereThatIsShort() {
        const RunSummary parent = runOf("ETTh1");
        ExperimentConfig child = withSeed(parent.config, 2);
        child.weightDecay = 0.1;
        QCOMPARE(runName(child, parent), std::string("ETTh1 · weight decay 0.1 · seed 2"));
        RunSummary grown = runOf("ETTh1 · weight decay 0.1 · seed 2", 2);
        grown.config = child;
        child.weightDecay = 0.2;
        QCOMPARE(runName(child, grown), std::string("ETTh1 · weight decay 0.2 · seed 2"));
        child = parent.config;
        child.dataPath = "/a/very/long/path/to/another/table.csv";
        QCOMPARE(runName(child, parent), std::string("ETTh1 · data table.csv"));
        child.inputs = {"a", "column", "whose", "names", "take", "long"};
        child.dataPath = parent.config->dataPath;
        QCOMPARE(runName(child, parent), std::string("ETTh1 · other inputs"));
        child.weightDecay = 0.1;
        child.epochs += 5;
        child.batchSize += 1;
        QVERIFY2(runName(child, parent).ends_with(" and 3 more"), runName(child, parent).c_str());
    }

    void withoutAFileTheSeriesIsTheData() {
        RunSummary file = runOf("ETTh1 · data table.csv");
        file.config.edit().dataPath = "/a/table.csv";
        ExperimentConfig child = file.config;
        child.dataPath.clear();
        QCOMPARE(runName(child, file), "ETTh1 · builtin " + child.builtin);  // also where that is the usual one
        child.builtin = "lorenz";
        QCOMPARE(runName(child, file), std::string("ETTh1 · builtin lorenz"));
        RunSummary series = runOf("ETTh1 · builtin lorenz");
        series.config = child;
        child.builtin = "adding";
        QCOMPARE(runName(child, series), std::string("ETTh1 · builtin adding"));
        QCOMPARE(runName(file.config, series), std::string("ETTh1 · data table.csv"));
    }

    void theModelsNameFollowsTheModel() {
        const RunSummary parent = runOf("LSTM 1×32");
        ExperimentConfig child = withSeed(parent.config, 4);
        child.hiddenSize = 64;
        QCOMPARE(runName(child, parent), std::string("LSTM 1×64 · seed 4"));
        const RunSummary named = runOf("ETTh1");
        QCOMPARE(runName(child, named), std::string("ETTh1 · hidden size 64 · seed 4"));
    }

    void aBranchSaysWhereItBegan() {
        RunSummary parent = runOf("ETTh1");
        ExperimentConfig child = parent.config;
        child.epochs += 10;  // a branch always has a plan of its own
        QCOMPARE(runName(child, parent, 120), std::string("ETTh1 · from step 120"));
        parent.name = "ETTh1 · from step 120";
        parent.branchStep = 120;
        QCOMPARE(runName(withSeed(parent.config, 2), parent), std::string("ETTh1 · seed 2"));
    }

    void anAskedNameIsKept() {
        RunSummary parent = runOf("renamed since");
        parent.config.edit().name = "first name";
        ExperimentConfig child = withSeed(parent.config, 2);
        QCOMPARE(runName(child, parent), std::string("renamed since · seed 2"));
        child.name = "mine";
        QCOMPARE(runName(child, parent), std::string("mine"));
        QCOMPARE(runName(child), std::string("mine"));
        // A name that does not come from how runs are carried out.
        child = parent.config;
        child.isolated = !child.isolated;
        QCOMPARE(runName(child, parent), std::string("renamed since"));
    }

    void theWorkspaceNamesChildren() {
        const QuickFolder folder;
        const auto workspace = *Workspace::open(folder.path());
        const ExperimentConfig config;
        const auto first = workspace->createRun(config, {}, "data");
        const auto second = workspace->createRun(withSeed(config, 5), (*first)->id(), "data");
        const auto orphan = workspace->createRun(withSeed(config, 6), "gone", "data");
        const std::string plain = workspace->run((*first)->id())->name;
        QCOMPARE(workspace->run((*second)->id())->name, plain + " · seed 5");
        // Without a parent by the side of its siblings.
        QCOMPARE(workspace->run((*orphan)->id())->name, plain + " · seed 6");
        const auto again = workspace->createRun(withSeed(config, 6), {}, "data");
        QCOMPARE(workspace->run((*again)->id())->name, plain + " · seed 6 · run 2");
        ExperimentConfig asked = config;
        asked.name = "mine";
        for (int i = 0; i < 2; ++i)
            QCOMPARE(workspace->run((*workspace->createRun(asked, {}, "data"))->id())->name, asked.name);
    }

    void aRunWithoutAParentSaysWhatItsSiblingsDoNot() {
        ExperimentConfig config;
        std::vector<RunSummary> runs;
        const auto add = [&] {
            RunSummary run;
            run.name = newRunName(config, nullptr, -1, runs);
            run.config = config;
            runs.insert(runs.begin(), run);
            return run.name;
        };
        QCOMPARE(add(), std::string("LSTM 1×32"));
        config.learningRate = 3e-4;
        QCOMPARE(add(), std::string("LSTM 1×32 · learning rate 0.0003"));
        config.seed = 2;
        QCOMPARE(add(), std::string("LSTM 1×32 · learning rate 0.0003 · seed 2"));
        config = {};
        config.weightDecay = 0.1;  // nearest to the first
        QCOMPARE(add(), std::string("LSTM 1×32 · weight decay 0.1"));
        QCOMPARE(add(), std::string("LSTM 1×32 · weight decay 0.1 · run 2"));
        QCOMPARE(add(), std::string("LSTM 1×32 · weight decay 0.1 · run 3"));
        config.batchSize = 8, config.epochs = 3, config.lookback = 12;
        const std::string several = add();
        QVERIFY2(several.ends_with(" and 2 more"), several.c_str());
        // What is summed up is told anew once it holds no longer, and words of a person are not passed on.
        config.seed = 5;
        QCOMPARE(add(), several + " · seed 5");
        config = {};
        config.epochs = 99;
        runs.front().name = "LSTM 1×32 · my words";
        runs.front().config = config;
        config.seed = 4;
        QCOMPARE(add(), std::string("LSTM 1×32 · seed 4"));
        config.hiddenSize = 64;
        QCOMPARE(add(), std::string("LSTM 1×64"));
    }

    void aNumberTellsNothingOfASetting() {
        const RunSummary second = runOf("LSTM 1×32 · seed 7 · run 2", 7);
        QCOMPARE(runName(withSeed(second.config, 8), second), std::string("LSTM 1×32 · seed 8"));
        QCOMPARE(nameWithoutSeed(second.name, second.config), std::string("LSTM 1×32"));
        QCOMPARE(splitName(second.name), (std::pair<std::string, std::string>("LSTM 1×32", "seed 7 · run 2")));
        QVERIFY(splitName("mine").second.empty());
    }

    void onlyWhatHasAnEffectIsTold() {
        ExperimentConfig config;
        config.optimiser = "sgd", config.momentum = 0.5, config.dampening = 0.25;
        std::vector<RunSummary> runs = {runOf("LSTM 1×32 · optimiser sgd · dampening 0.25")};
        runs[0].config = config;
        config = {};
        config.optimiser = "adamw";
        QCOMPARE(newRunName(config, nullptr, -1, runs), std::string("LSTM 1×32 · optimiser adamw"));
        // Nor what only the new optimiser has and nobody changed; what was changed is told.
        config.amsgrad = true;
        runs[0].name = "LSTM 1×32 · amsgrad", runs[0].config = config;
        config = {};
        config.optimiser = "rmsprop";
        QCOMPARE(newRunName(config, nullptr, -1, runs), std::string("LSTM 1×32 · optimiser rmsprop"));
        config.centered = true;
        QCOMPARE(newRunName(config, nullptr, -1, runs), std::string("LSTM 1×32 · optimiser rmsprop · centered"));
        // Words of a parent for a setting that has no effect any longer go, and stay where it has.
        RunSummary parent = runOf("ETTh1 · amsgrad");
        parent.config.edit().optimiser = "adam", parent.config.edit().amsgrad = true;
        ExperimentConfig child = parent.config;
        child.optimiser = "rmsprop";
        QCOMPARE(runName(child, parent), std::string("ETTh1 · optimiser rmsprop"));
        QCOMPARE(runName(withSeed(parent.config, 7), parent), std::string("ETTh1 · amsgrad · seed 7"));
        // Settings without an effect make no run nearer or farther.
        RunSummary far = runOf("LSTM 1×32 · seed 5", 5);
        far.config.edit().huberDelta = 7, far.config.edit().plateauPatience = 77;
        std::vector<RunSummary> both = {far, runOf("LSTM 1×32", 5)};
        both[1].config.edit().learningRate = 0.5;
        QVERIFY(ExperimentConfig().loss != "huber" && ExperimentConfig().schedule != "plateau");
        QCOMPARE(newRunName(withSeed({}, 5), nullptr, -1, both), std::string("LSTM 1×32 · seed 5 · run 2"));
    }

    /// The names of these runs beside each other, their parts with commas between them.
    static std::vector<std::string> listed(const std::vector<RunSummary>& runs) {
        std::vector<const RunSummary*> all;
        for (const RunSummary& run : runs) all.push_back(&run);
        const ListedNames names(all);
        std::vector<std::string> message;
        for (const RunSummary& run : runs) {
            std::string whole;
            for (const std::string& part : names.parts(run.name, run.config))
                whole += (whole.empty() ? "" : ", ") + part;
            message.push_back(whole);
        }
        return message;
    }

    void besideOthersARunSaysWhatDiffersAmongThem() {
        std::vector<RunSummary> runs = {runOf("LSTM 1×32 · learning rate 0.00864563", 3), runOf("LSTM 1×32"),
                                        runOf("LSTM 1×32 · run 2")};
        runs[0].config.edit().learningRate = 0.00864563, runs[0].config.edit().lookback = 48;
        QCOMPARE(ExperimentConfig().learningRate, 1e-3);
        using Names = std::vector<std::string>;
        QCOMPARE(listed(runs), (Names{"LSTM 1×32, lookback 48, learning rate 0.0086, seed 3",
                                      "LSTM 1×32, lookback 96, learning rate 0.001, seed 1",
                                      "LSTM 1×32, lookback 96, learning rate 0.001, seed 1, run 2"}));
        // What all have alike is not said any longer.
        QCOMPARE(listed({runs[0]}), (Names{"LSTM 1×32"}));
        QCOMPARE(listed({runs[0], runs[0]}), (Names{"LSTM 1×32", "LSTM 1×32"}));
        // Values that two digits do not tell apart have more.
        std::vector<RunSummary> near = {runOf("LSTM 1×32"), runOf("LSTM 1×32")};
        near[0].config.edit().learningRate = 0.00123, near[1].config.edit().learningRate = 0.00124;
        QCOMPARE(listed(near), (Names{"LSTM 1×32, learning rate 0.00123", "LSTM 1×32, learning rate 0.00124"}));
    }

    void whatAPersonHasWrittenStays() {
        std::vector<RunSummary> runs = {runOf("mine · seed 2", 2), runOf("LSTM 1×32 · seed crystal", 3),
                                        runOf("LSTM 1×32 · epochs 4 and 2 more · from step 120", 4)};
        runs[2].config.edit().epochs = 77;  // a branch has a plan of its own
        using Names = std::vector<std::string>;
        QCOMPARE(listed(runs),
                 (Names{"mine, seed 2",
                        "LSTM 1×32, epochs " + std::to_string(ExperimentConfig().epochs) + ", seed 3, seed crystal",
                        "LSTM 1×32, seed 4, from step 120"}));
    }

    void ofManyDifferencesANameSaysWhatIsUnusual() {
        std::vector<RunSummary> runs(4, runOf("LSTM 1×32"));
        for (std::size_t i = 0; i < runs.size(); ++i) runs[i].config.edit().seed = static_cast<std::int64_t>(i);
        runs[0].config.edit().learningRate = 0.5, runs[0].config.edit().lookback = 7;
        runs[1].config.edit().weightDecay = 0.5, runs[1].config.edit().layerNorm = true;
        runs[1].config.edit().dropout = 0.25;  // of one layer, without an effect
        runs[2].config.edit().batchSize = 9;
        using Names = std::vector<std::string>;
        const Names message = listed(runs);
        QCOMPARE(message[0], std::string("LSTM 1×32, lookback 7, learning rate 0.5, seed 0"));
        QCOMPARE(message[1], std::string("LSTM 1×32, layer norm, weight decay 0.5, seed 1"));
        QCOMPARE(message[2], std::string("LSTM 1×32, batch size 9, seed 2"));
        QCOMPARE(message[3], std::string("LSTM 1×32, seed 3"));
    }

    void besideOtherDataARunSaysFirstWhatTellsItFromItsNearest() {
        std::vector<RunSummary> runs(5, runOf("LSTM 1×32"));
        for (RunSummary& run : runs) run.config.edit().dataPath = "/data/usual.csv";
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
            ExperimentConfig& config = runs[i].config.edit();
            config.dataPath = "/data/other.csv", config.csvDelimiter = ";", config.timeColumn = "date";
            config.targets = {"load"}, config.lookback = 24, config.horizon = 3, config.stride = 2;
            config.loss = "mae", config.batchSize = 9, config.clipNorm = 3;
        }
        runs[0].config.edit().epochs = 7, runs[1].config.edit().epochs = 8;
        using Names = std::vector<std::string>;
        const Names message = listed(runs);
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
            const std::string epochs = "LSTM 1×32, epochs " + std::to_string(7 + i) + ", ";
            QVERIFY2(message[i].starts_with(epochs), message[i].c_str());
            QVERIFY2(message[i].ends_with(" more, data other.csv"), message[i].c_str());
        }
        QCOMPARE(message[2], std::string("LSTM 1×32"));
        // Of data that differ in nothing else the columns follow from the file.
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
            runs[i].config = runs[2].config, runs[i].config.edit().dataPath = "/data/other.csv",
            runs[i].config.edit().targets = {"load"};
        QCOMPARE(listed(runs),
                 (Names{"LSTM 1×32, data other.csv", "LSTM 1×32, data other.csv", "LSTM 1×32, data usual.csv",
                        "LSTM 1×32, data usual.csv", "LSTM 1×32, data usual.csv"}));
    }

    void theNextSeedIsFree() {
        std::vector<RunSummary> runs = {runOf("a", 1), runOf("a", 4), runOf("other", 9)};
        runs[2].config.edit().hiddenSize = 5;
        const std::vector<ExperimentConfig> waiting = {withSeed(runs[0].config, 6)};
        QCOMPARE(nextSeed(runs[0].config, runs), std::int64_t{5});
        QCOMPARE(nextSeed(runs[0].config, runs, waiting), std::int64_t{7});
        QCOMPARE(nextSeed(runs[2].config, runs, waiting), std::int64_t{10});
    }

    void groupsAndPairsAreNamedByWhatTheyShare() {
        const std::vector<RunSummary> named = {runOf("ETTh1 · seed 2", 2), runOf("ETTh1", 1)},
                                      automatic = {runOf("LSTM 1×32 · seed 2", 2)};
        const auto groups = groupRuns(named);
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].name, std::string("ETTh1"));
        QCOMPARE(missingRuns(groups[0], {}, 1).front().name, std::string("ETTh1"));
        // A name that the program made would stay when the settings change.
        QVERIFY(missingRuns(groupRuns(automatic)[0], {}, 1).front().name.empty());
    }

    void lossesOfOtherDataOrTargetsAreOthers() {
        for (const char* key : {"data", "targets", "horizon", "loss", "split"})
            QVERIFY2(changesScore(*findField(key)), key);
        for (const char* key : {"hidden_size", "seed", "learning_rate", "inputs", "lookback"})
            QVERIFY2(!changesScore(*findField(key)), key);
    }
};

QTEST_GUILESS_MAIN(TestRunName)
#include "tst_run_name.moc"
