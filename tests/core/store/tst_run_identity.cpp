// SPDX-License-Identifier: GPL-3.0-or-later
// What tells one run from another: hashes of data and settings, the environment, and the command that makes it again.
#include "config/config_difference.h"
#include "config/config_identity.h"
#include "config/field.h"
#include "io/hash.h"
#include "store/record/manifest.h"
#include "store/run_command.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

#include <set>

using namespace gatelab;

namespace {

RunEvent planned(const std::string& data) {
    RunPlanInfo plan;
    plan.identity = {data, {}, {}, "0.1.0", "Debian", "a processor", {}};
    return {plan};
}

}  // namespace

class TestRunIdentity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void settingsThatMayChangeAResultCount() {
        const ExperimentConfig usual;
        ExperimentConfig other = usual;
        other.name = "another name";
        other.notes = "and a note";
        other.dataPath = "/elsewhere/the same.csv";
        QCOMPARE(settingsIdentity(other), settingsIdentity(usual));
        QCOMPARE(recipeIdentity(other), recipeIdentity(usual));
        other.hiddenSize *= 2;
        QVERIFY(settingsIdentity(other) != settingsIdentity(usual));
        QCOMPARE(recipeIdentity(other), recipeIdentity(usual));
        other.lookback += 1;
        QVERIFY(recipeIdentity(other) != recipeIdentity(usual));
        QCOMPARE(recipeIdentity(other).size(), std::size_t{64});
        QCOMPARE(shortIdentity(recipeIdentity(other)), recipeIdentity(other).substr(0, 12));
        other = usual;
        other.builtinSeed += 1;
        QVERIFY(builtinIdentity(other) != builtinIdentity(usual));
    }

    void settingsAtTheirDefaultsAreHashedToo() {
        const ExperimentConfig usual;
        const std::set<std::string> places = {"data", "test_data", "builtin", "builtin_length", "builtin_seed"};
        std::string text = "settings v1\n";
        for (const Field& field : fields())
            if (!isCosmetic(field) && !places.contains(field.key))
                text += std::string(field.key) + "=" + formatFieldValue(fieldValue(usual, field)) + "\n";
        QCOMPARE(settingsIdentity(usual), sha256(text));
        QVERIFY(recipeIdentity(usual) != sha256("") && recipeIdentity(usual) != sha256("recipe v1\n"));
        QVERIFY(recipeIdentity(usual) != settingsIdentity(usual));
    }

    void everySettingCountsSomewhere() {
        const ExperimentConfig usual;
        int silent = 0;
        for (const Field& field : fields()) {
            ExperimentConfig other = usual;
            FieldValue value = fieldValue(other, field);
            if (auto* whole = std::get_if<std::int64_t>(&value)) *whole += 1;
            if (auto* real = std::get_if<double>(&value)) *real = *real / 2 + 1e-3;
            if (auto* on = std::get_if<bool>(&value)) *on = !*on;
            if (auto* text = std::get_if<std::string>(&value)) *text += "x";
            if (auto* list = std::get_if<std::vector<std::string>>(&value)) list->push_back("y");
            QVERIFY(setFieldValue(other, field, value).ok());
            silent += settingsIdentity(other) == settingsIdentity(usual) ? 1 : 0;
        }
        // Name, notes, goal, own process, its memory limit, start anyway, checkpoint interval; file, test file,
        // built-in series with length and seed
        QCOMPARE(silent, 12);
    }

    void theManifestOfAnEndedRunHoldsThem() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto record = testing::take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(record->addEvent(planned("f18d")) && record->setState(RunState::Finished, 10, 1, 1));
        const auto manifest = readManifest(record->folder(), "run");
        QVERIFY(manifest.ok());
        QCOMPARE(manifest->fact("data_sha256", std::string()), std::string("f18d"));
        QCOMPARE(manifest->fact("settings_sha256", std::string()), settingsIdentity(ExperimentConfig()));
        QCOMPARE(manifest->fact("system", std::string()), std::string("Debian"));
        QVERIFY(!manifest->facts.contains("driver"));
    }

    void aRunOfAnOlderProgramHasNone() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto record = testing::take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(!*record->lastPlan());
        RunPlanInfo old;
        old.device = "a processor";
        QVERIFY(record->addEvent({old}) && record->setState(RunState::Finished, 10, 1, 1));
        QVERIFY((**record->lastPlan()).identity.data.empty());
        const std::string id = record->id();
        record.reset();
        QVERIFY(workspace->run(id)->problem.empty());
        record = testing::take(workspace->reopenRun(id));
        QVERIFY(record->setState(RunState::Finished, 10, 1, 1));
        QVERIFY(!readManifest(record->folder(), "run")->facts.contains("data_sha256"));
    }

    void aBranchKnowsTheDataOfItsParentUntilItHasItsOwn() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto parent = testing::take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(parent->addEvent(planned("first")) && parent->addEvent(planned("second")));
        RunOrigin origin(parent->id());
        auto repeat = testing::take(workspace->createRun(ExperimentConfig(), origin, "data"));
        QVERIFY(!*repeat->lastPlan());
        origin.branchStep = 5;
        auto branch = testing::take(workspace->createRun(ExperimentConfig(), origin, "data"));
        QCOMPARE((**branch->lastPlan()).identity.data, std::string("second"));
        QVERIFY(branch->addEvent(planned("third")));
        QCOMPARE((**branch->lastPlan()).identity.data, std::string("third"));
    }

    void whatWasChosenByMeasurementIsNamed() {
        RunSummary run;
        ExperimentConfig config;
        config.hiddenSize = 64;
        run.config = config;
        RunPlanInfo plan;
        // It never began
        QCOMPARE(reproduceCommand(run, nullptr, {}, &plan),
                 std::string("gatelab-worker train --no-suggest --hidden-size 64"));
        plan.implementation = "library";
        plan.threads = 2;
        const std::string command = reproduceCommand(run, nullptr, {}, &plan);
        QVERIFY2(command.find(" --implementation library") != std::string::npos &&
                     command.find(" --threads 2") != std::string::npos,
                 command.c_str());
        // What the settings say stays as it is, and a branch takes what its parent's checkpoint says.
        config.implementation = "cell";
        config.threads = 1;
        run.config = config;
        QVERIFY(reproduceCommand(run, nullptr, {}, &plan).find("library") == std::string::npos);
        run.config = ExperimentConfig();
        run.parent = "20261122-101010-1234";
        run.branchStep = 3;
        QVERIFY(reproduceCommand(run, nullptr, {}, &plan).find("library") == std::string::npos);
    }

    void aBranchIsMadeAgainByBranching() {
        RunSummary parent, child;
        parent.id = child.parent = "20261122-101010-1234";
        ExperimentConfig before, after;
        before.dataPath = after.dataPath = "/data.csv";
        before.hiddenSize = after.hiddenSize = 64;
        after.dropout = 0.1;
        parent.config = before;
        child.config = after;
        // A repeat
        QCOMPARE(reproduceCommand(child, &parent, {}),
                 std::string("gatelab-worker train --no-suggest --data /data.csv --hidden-size 64 --dropout 0.1"));
        child.branchStep = 120;
        QCOMPARE(reproduceCommand(child, &parent, {}),
                 std::string("gatelab-worker branch 20261122-101010-1234 --checkpoint 120 --dropout 0.1"));
        // The checkpoint has the rate as it had become, the branch went back to the first one.
        const Field* rate = findField("learning_rate");
        parent.changes = {{{rate, fieldValue(before, *rate), 0.5}, 100}};
        const std::string command = reproduceCommand(child, &parent, {});
        QVERIFY2(command.ends_with("--dropout 0.1 --learning-rate " + formatFieldValue(fieldValue(after, *rate))),
                 command.c_str());
        QVERIFY(commandCaveats(child, &parent).empty());
        QVERIFY(reproduceCommand(child, nullptr, {})
                    .starts_with("gatelab-worker branch 20261122-101010-1234 --checkpoint 120 --data /data.csv"));
        QCOMPARE(commandCaveats(child, nullptr).size(), std::size_t{1});
    }

    void aRunOfImportedWeightsKnowsThem() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        RunOrigin origin;
        origin.startWeights = "/old models/a.safetensors";
        const std::string id = testing::take(workspace->createRun(ExperimentConfig(), origin, "data"))->id();
        const std::string fresh = testing::take(workspace->createRun(ExperimentConfig(), "", "data"))->id();
        const auto check = [&](Workspace& opened) {
            return opened.run(id)->startWeights == "/old models/a.safetensors" &&
                   opened.run(fresh)->startWeights.empty();
        };
        QVERIFY(check(*workspace));
        QVERIFY(workspace->refresh(id) && check(*workspace));  // from the folder
        QVERIFY(check(**Workspace::open(folder.path())));
        const std::string command = reproduceCommand(*workspace->run(id), nullptr, {});
        QVERIFY2(command.ends_with(" --weights '/old models/a.safetensors'"), command.c_str());
    }

    void theCommandNamesAnotherWorkspace() {
        RunSummary run;
        QVERIFY(reproduceCommand(run, nullptr, "/my runs").ends_with(" --workspace '/my runs'"));
        QVERIFY(reproduceCommand(run, nullptr, Workspace::defaultFolder()).find("--workspace") == std::string::npos);
        run.branchStep = 3;
        run.parent = "20261122-101010-1234";
        QVERIFY(reproduceCommand(run, nullptr, "/runs")
                    .ends_with("branch 20261122-101010-1234 --checkpoint 3 --workspace /runs"));
    }

    // A schedule that spans the run is stretched when the run is made longer: one plan of all epochs has other rates.
    void aLongerRunIsMadeAgainInItsSteps() {
        const Field *epochs = findField("epochs"), *limit = findField("max_steps");
        RunSummary run;
        ExperimentConfig config;
        config.epochs = 9;
        run.config = config;
        run.changes = {{{epochs, std::int64_t{2}, std::int64_t{4}}, 50, 2},
                       {{epochs, std::int64_t{4}, std::int64_t{9}}, 75, 3}};
        const std::string inOne = "gatelab-worker train --no-suggest --epochs 9 --workspace /runs";
        QCOMPARE(reproduceCommand(run, nullptr, "/runs"), inOne);  // a rate that stays has no plan
        QVERIFY(commandCaveats(run, nullptr).empty());
        const std::string inSteps =
            "\ngatelab-worker resume RUN --more-epochs 2 --workspace /runs\ngatelab-worker resume RUN --more-epochs 6 "
            "--workspace /runs";
        for (const char* schedule : {"cosine", "one-cycle"}) {
            config.schedule = schedule;
            run.config = config;
            QCOMPARE(reproduceCommand(run, nullptr, "/runs"),
                     "gatelab-worker train --no-suggest --epochs 2 --schedule " + std::string(schedule) +
                         " --workspace /runs" + inSteps);
            const auto caveats = commandCaveats(run, nullptr);
            QCOMPARE(caveats.size(), std::size_t{2});
            QVERIFY2(caveats.front().english().find("step 50") != std::string::npos, caveats.front().english().c_str());
        }
        // So does one that its patience had ended.
        config.schedule = "constant";
        config.earlyStop = 1;
        run.config = config;
        QCOMPARE(reproduceCommand(run, nullptr, "/runs"),
                 "gatelab-worker train --no-suggest --epochs 2 --early-stop 1 --workspace /runs" + inSteps);
        // And one that a limit of steps had cut.
        config.earlyStop = 0;
        run.config = config;
        run.changes = {{{epochs, std::int64_t{30}, std::int64_t{9}}, 50, 3},
                       {{limit, std::int64_t{50}, std::int64_t{0}}, 50, 3}};
        QCOMPARE(reproduceCommand(run, nullptr, "/runs"),
                 std::string("gatelab-worker train --no-suggest --epochs 30 --max-steps 50 --workspace "
                             "/runs\ngatelab-worker resume RUN --more-epochs 6 --workspace /runs"));
    }

    void theCommandSaysWhatItDoesNotRepeat() {
        RunSummary run;
        QVERIFY(commandCaveats(run, nullptr).empty());
        const Field *rate = findField("learning_rate"), *epochs = findField("epochs");
        // The settings of the run follow a longer plan
        run.changes = {{{epochs, std::int64_t{2}, std::int64_t{4}}, 50}};
        QVERIFY(commandCaveats(run, nullptr).empty());
        run.changes.push_back({{rate, 0.001, 0.5}, 100});
        const auto caveats = commandCaveats(run, nullptr);
        QCOMPARE(caveats.size(), std::size_t{1});
        const std::string text = caveats.front().english();
        QVERIFY2(text.find(describeRunChange(run.changes.back())) != std::string::npos &&
                     text.find("epochs") == std::string::npos,
                 text.c_str());
    }
};

QTEST_GUILESS_MAIN(TestRunIdentity)
#include "tst_run_identity.moc"
