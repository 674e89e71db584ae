// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/train/continuation.cpp.
// Holds core/app/run_order.cpp.
#include "engine/session_support.h"

#include "app/branch_point.h"
#include "app/run_order.h"
#include "config/config_io.h"
#include "store/checkpoint.h"
#include "store/record/manifest.h"
#include "train/continuation.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

using namespace gatelab;
using namespace gatelab::testing;

/// Runs that go on: longer than they were planned, and as another run with other settings.
class TestBranch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void moreEpochsEqualTheLongerRun_data();
    void moreEpochsEqualTheLongerRun();
    void aLongerPlanSurvivesAKill();
    void aPlanMadeLongerWhileItRunsSurvivesAKill();
    void aStretchedScheduleIsSaid();
    void aRunWithoutCheckpointStaysEnded();
    void whatWouldEndARunIsSaidBeforeItIsOpened();
    void unchangedBranchEqualsTheResumedRun();
    void aBranchIsNeverWithoutItsBeginning();
    void changedSettings_data();
    void changedSettings();
    void shapesAreKept_data();
    void shapesAreKept();
    void checkpointsByName();
    void theBestWeightsAtTheirOwnStep();
    void goesToTheBestWeights();

private:
    Result<OpenedRun> longer(Workspace& workspace, const std::string& id, std::int64_t moreEpochs) {
        return openRun(*engine_, &workspace, {.resume = id, .moreEpochs = moreEpochs});
    }
    Result<OpenedRun> branchOf(Workspace& workspace, const std::string& parent, const std::string& checkpoint,
                               const ExperimentConfig& config, std::int64_t moreEpochs = 0) {
        return openRun(*engine_, &workspace,
                       {.config = config, .parent = parent, .branchFrom = checkpoint, .moreEpochs = moreEpochs});
    }
    /// Id of a run that was trained to its end.
    std::string trained(Workspace& workspace, const ExperimentConfig& config);
    void goOn(std::unique_ptr<RunRecord> record);
    std::shared_ptr<Engine> engine_;
};

namespace {

ExperimentConfig branchConfig() {
    ExperimentConfig config = smallConfig();
    config.builtinLength = 300;
    config.epochs = 2;
    config.emaDecay = 0.9;
    config.checkpointSeconds = 0;
    return config;
}

TensorFile stateOf(Workspace& workspace, const std::string& id) {
    return take(CheckpointStore(workspace.folder() / "runs" / id).newestGood()).contents.tensors;
}

/// Empty when both states hold the same bits, else what differs.
QString difference(const TensorFile& a, const TensorFile& b) {
    if (a.tensors.size() != b.tensors.size()) return QStringLiteral("number of tensors");
    for (const auto& [name, tensor] : a.tensors)
        if (!b.tensors.contains(name) || b.tensors.at(name).bytes != tensor.bytes) return QString::fromStdString(name);
    for (const auto& [key, value] : a.metadata)
        if (key != "seconds" && key != "piece" && (!b.metadata.contains(key) || b.metadata.at(key) != value))
            return QString::fromStdString(key + ": " + value + " and " +
                                          (b.metadata.contains(key) ? b.metadata.at(key) : ""));
    return {};
}

/// What a branch begins anew is left out.
TensorFile withoutBest(TensorFile state) {
    std::erase_if(state.tensors, [](const auto& entry) { return entry.first.starts_with("best/"); });
    for (const char* key : {"best_step", "best_epoch", "best_validation", "epochs_without_best"})
        state.metadata.erase(key);
    return state;
}

/// Step and loss, training and validation, from a step on.
std::vector<std::pair<std::int64_t, double>> losses(Workspace& workspace, const std::string& id,
                                                    std::int64_t after = 0) {
    std::vector<std::pair<std::int64_t, double>> found;
    for (const MetricSample& sample : take(readRunHistory(workspace.folder() / "runs" / id)).metrics)
        if ((sample.metric == MetricId::TrainLoss || sample.metric == MetricId::ValidationLoss) && sample.step > after)
            found.emplace_back(sample.step, sample.value);
    std::ranges::sort(found);
    return found;
}

}  // namespace

void TestBranch::initTestCase() { engine_ = take(openEngine()); }

void TestBranch::goOn(std::unique_ptr<RunRecord> record) {
    const auto folder = record->folder();
    const Received received = runToEnd(*engine_, {}, std::move(record), folder);
    const RunEnd* end = received.last<RunEnd>();
    QVERIFY(end);
    QVERIFY2(end->state == RunState::Finished && !end->scores.empty(), end->why.english().c_str());
}

std::string TestBranch::trained(Workspace& workspace, const ExperimentConfig& config) {
    auto record = take(workspace.createRun(config, {}, "sine-mix"));
    const std::string id = record->id();
    const Received received = runToEnd(*engine_, config, std::move(record));
    return received.last<RunEnd>()->state == RunState::Finished ? id : std::string();
}

void TestBranch::moreEpochsEqualTheLongerRun_data() {
    QTest::addColumn<QString>("change");
    QTest::newRow("plain") << "";
    QTest::newRow("carried state") << "carry";
    QTest::newRow("a limit of steps is lifted") << "limit";
    QTest::newRow("patience of an early stop begins anew") << "early";
}

void TestBranch::moreEpochsEqualTheLongerRun() {
    QFETCH(QString, change);
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    ExperimentConfig shortPlan = branchConfig();
    if (change == "carry") {
        shortPlan.carryState = true;
        shortPlan.shuffle = false;
        shortPlan.batchSize = 4;
    }
    ExperimentConfig longPlan = shortPlan;
    longPlan.epochs = 5;
    if (change == "early") {  // too slow to become better: each epoch after the first uses the patience up
        shortPlan.learningRate = longPlan.learningRate = 1e-9;
        shortPlan.earlyStop = 1;
        shortPlan.epochs = 50;
        longPlan.epochs = 3;
    }
    const std::string whole = trained(*workspace, longPlan);
    if (change == "limit") {
        shortPlan.epochs = 50;
        shortPlan.maxSteps = std::stoll(stateOf(*workspace, whole).metadata.at("step")) / 5 * 2;
    }
    const std::string id = trained(*workspace, shortPlan);
    QVERIFY(!whole.empty() && !id.empty());
    const std::int64_t done = take(workspace->run(id)).epoch;
    QCOMPARE(done, std::int64_t{2});
    auto extended = longer(*workspace, id, longPlan.epochs - done);
    QVERIFY2(extended.ok(), extended.ok() ? "" : extended.error().message.c_str());
    goOn(std::move(extended->request.record));
    const RunSummary summary = take(workspace->run(id));
    QCOMPARE(summary.epochs, longPlan.epochs);
    QCOMPARE(summary.epoch, longPlan.epochs);
    QCOMPARE(summary.config->epochs, longPlan.epochs);  // comparisons go by what was trained
    TensorFile a = stateOf(*workspace, id), b = stateOf(*workspace, whole);
    if (change == "early") {  // the setting itself differs, and what it counts
        QVERIFY(a.tensors.at("weights/head.bias").bytes == b.tensors.at("weights/head.bias").bytes);
        return;
    }
    QCOMPARE(difference(a, b), QString());
    QCOMPARE(losses(*workspace, id), losses(*workspace, whole));
}

void TestBranch::aLongerPlanSurvivesAKill() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    ExperimentConfig longPlan = branchConfig();
    longPlan.epochs = 4;
    const std::string whole = trained(*workspace, longPlan), id = trained(*workspace, branchConfig());
    take(longer(*workspace, id, 2)).request.record.reset();  // killed before the first step
    QCOMPARE(take(workspace->run(id)).state, RunState::Interrupted);
    auto record = take(workspace->reopenRun(id));
    const auto run = record->folder();
    {
        auto session = take(engine_->start({{}, nullptr, std::move(record), run}));
        Received received;
        QTRY_VERIFY((received.listen(*session), !received.of(MetricId::TrainLoss).empty()));
        session->control().abandon();
        session->wait();
    }
    goOn(take(workspace->reopenRun(id)));
    QCOMPARE(difference(stateOf(*workspace, id), stateOf(*workspace, whole)), QString());
    QCOMPARE(losses(*workspace, id), losses(*workspace, whole));
}

void TestBranch::aPlanMadeLongerWhileItRunsSurvivesAKill() {
    const QTemporaryDir folder, other;
    const auto workspace = openWorkspace(folder);
    ExperimentConfig config = branchConfig();
    config.epochs = 1000;
    config.checkpointSeconds = 3600;
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const std::string id = record->id();
    const auto killed = std::filesystem::path(other.path().toStdString()) / "killed";
    {
        auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
        session->control().pause(true);
        QTRY_COMPARE(session->state(), RunState::Paused);
        session->control().change({"learning_rate", 0.0005});
        session->control().runMoreEpochs(3);
        const auto epochsKept = [&] {
            return take(configFromJson(
                            take(CheckpointStore(workspace->folder() / "runs" / id).newestGood()).contents.state))
                .config.epochs;
        };
        QTRY_COMPARE(epochsKept(), std::int64_t{1003});
        // What a kill would leave
        std::filesystem::copy(workspace->folder(), killed, std::filesystem::copy_options::recursive);
        session->control().abandon();
        session->wait();
    }
    const auto left = take(CheckpointStore(killed / "runs" / id).newestGood());
    const auto kept = configFromJson(left.contents.state);
    QVERIFY(kept.ok());
    QCOMPARE(kept->config.epochs, std::int64_t{1003});
    QCOMPARE(kept->config.learningRate, 0.0005);
    const auto summary = take(take(Workspace::open(killed))->run(id));
    QCOMPARE(summary.epochs, std::int64_t{1003});
    QCOMPARE(summary.config->learningRate, config.learningRate);
    QCOMPARE(summary.changes.size(), std::size_t{2});
}

void TestBranch::aStretchedScheduleIsSaid() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    for (const char* schedule : {"cosine", "one-cycle", "constant", "step"}) {
        ExperimentConfig config = branchConfig();
        config.epochs = 1;
        config.schedule = schedule;
        const auto extended = take(longer(*workspace, trained(*workspace, config), 2));
        const bool isMentioned = std::ranges::any_of(extended.events, [](const RunEvent& event) {
            const auto* warning = event.as<RunWarning>();
            return warning && warning->text.english().find("stretched over 3 epochs") != std::string::npos;
        });
        QVERIFY2(isMentioned == (QString(schedule) == "cosine" || QString(schedule) == "one-cycle"), schedule);
        QVERIFY(std::ranges::any_of(extended.events, [](const RunEvent& event) {
            const auto* marker = event.as<RunMarker>();
            return marker && marker->text == "epochs = 3" &&
                   marker->change == ConfigChange{findField("epochs"), std::int64_t{1}, std::int64_t{3}};
        }));
    }
}

/// Data that are missing, unreadable or others, and a full disk: state, step and every byte stay.
void TestBranch::whatWouldEndARunIsSaidBeforeItIsOpened() {
    namespace fs = std::filesystem;
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    const fs::path data = folder.filePath(QStringLiteral("waves.csv")).toStdString(), aside = data.string() + ".aside";
    {
        std::ofstream file(data);
        file << "a\n";
        for (int i = 0; i < 300; ++i) file << std::sin(0.1 * i) << "\n";
    }
    ExperimentConfig config = branchConfig();
    config.dataPath = data.string();
    config.epochs = 1000;
    auto record = take(workspace->createRun(config, {}, "waves.csv"));
    const std::string id = record->id();
    {
        auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
        Received received;
        QTRY_VERIFY((received.listen(*session), !received.of(MetricId::TrainLoss).empty()));
        session->control().abandon();
        session->wait();
    }
    QVERIFY(workspace->refresh(id).ok());
    const RunSummary before = take(workspace->run(id));
    QCOMPARE(before.state, RunState::Interrupted);
    QVERIFY(before.step > 0);
    const TensorFile saved = stateOf(*workspace, id);
    const auto refused = [&](std::int64_t more, ErrorCode code, const char* words) {
        const auto opened = longer(*workspace, id, more);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, code);
        QVERIFY2(opened.error().message.find(words) != std::string::npos, opened.error().message.c_str());
        const RunSummary now = take(workspace->run(id));
        QCOMPARE(now.state, before.state);
        QCOMPARE(now.step, before.step);
        QCOMPARE(difference(stateOf(*workspace, id), saved), QString());
    };
    for (const std::int64_t more : {0, 3}) {
        fs::rename(data, aside);
        refused(more, ErrorCode::NotFound, "is missing");
        std::ofstream(data) << "a\n1\n2\n";
        refused(more, ErrorCode::InvalidInput, "has changed");
        fs::remove(data);
        fs::create_directory(data);
        const auto folderInstead = longer(*workspace, id, more);
        QVERIFY(!folderInstead.ok() && take(workspace->run(id)).state == RunState::Interrupted);
        fs::remove(data);
        fs::rename(aside, data);
        // A checkpoint that no disk has room for tells how much the next one may need.
        const fs::path huge = workspace->folder() / "runs" / id / "checkpoints" / "ckpt-99999999";
        fs::create_directory(huge);
        Manifest manifest;
        manifest.kind = "checkpoint";
        manifest.facts = {{"generation", std::int64_t{99999999}}};
        manifest.files = {{"tensors.safetensors", std::int64_t{1} << 60, ""}};
        std::ofstream(huge / "manifest.json") << manifestToJson(manifest);
        refused(more, ErrorCode::DiskFull, "free some space");
        fs::remove_all(huge);
    }
    const auto opened = take(longer(*workspace, id, 0));
    QCOMPARE(opened.request.record->id(), id);
}

void TestBranch::aRunWithoutCheckpointStaysEnded() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    const std::string id = trained(*workspace, branchConfig());
    std::filesystem::remove_all(workspace->folder() / "runs" / id / "checkpoints");
    const auto extended = longer(*workspace, id, 2);
    QVERIFY(!extended.ok());
    QVERIFY2(extended.error().message.find(id) != std::string::npos, extended.error().message.c_str());
    QCOMPARE(take(workspace->run(id)).state, RunState::Finished);
    QVERIFY(std::filesystem::exists(workspace->folder() / "runs" / id / "manifest.json"));
}

void TestBranch::unchangedBranchEqualsTheResumedRun() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    ExperimentConfig config = branchConfig();
    config.epochs = 40;
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const std::string parent = record->id();
    {
        auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
        Received received;
        QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).size() > 9));
        session->control().abandon();
        session->wait();
    }
    auto branch = take(branchOf(*workspace, parent, "last", config)).request.record;
    const std::string child = branch->id();
    goOn(std::move(branch));
    goOn(take(workspace->reopenRun(parent)));
    QCOMPARE(difference(withoutBest(stateOf(*workspace, child)), withoutBest(stateOf(*workspace, parent))), QString());
    const RunSummary summary = take(workspace->run(child));
    QCOMPARE(summary.parent, parent);
    QVERIFY(summary.branchStep > 0);
    // Both from there on: where the parent was left between the last step of an epoch and its validation, each makes up
    // for it at that very step.
    QCOMPARE(losses(*workspace, child, summary.branchStep), losses(*workspace, parent, summary.branchStep));
    // The folder alone tells it, too.
    QVERIFY(workspace->refresh(child).ok());
    QCOMPARE(take(workspace->run(child)).branchStep, summary.branchStep);
}

void TestBranch::aBranchIsNeverWithoutItsBeginning() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    const std::string parent = trained(*workspace, branchConfig());
    auto branch = take(branchOf(*workspace, parent, "best", branchConfig(), 2)).request.record;
    const std::string child = branch->id();
    branch.reset();  // killed before its first step
    goOn(take(workspace->reopenRun(child)));
    const RunSummary summary = take(workspace->run(child));
    const auto steps = losses(*workspace, child);
    QVERIFY(summary.branchStep > 0 && steps.front().first > summary.branchStep);
    QVERIFY(summary.step > summary.branchStep);
    const auto unknown = branchOf(*workspace, parent, "last", branchConfig());
    QVERIFY(!unknown.ok());
    QVERIFY2(unknown.error().message.find("nothing is left to train") != std::string::npos,
             unknown.error().message.c_str());
    QCOMPARE(take(workspace->runs()).size(), std::size_t{2});
}

void TestBranch::changedSettings_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const auto& [key, value] :
         {std::pair("learning_rate", "0.1"), std::pair("optimiser", "sgd"), std::pair("amsgrad", "true"),
          std::pair("fused_optimiser", "false"), std::pair("ema_decay", "0"), std::pair("batch_size", "7"),
          std::pair("loss", "mae"), std::pair("precision", "fp64"), std::pair("shuffle", "false"),
          std::pair("dropout", "0.2"), std::pair("seed", "9"), std::pair("early_stop", "1"),
          std::pair("builtin_length", "280"), std::pair("accumulate", "3")})
        QTest::newRow(key) << key << value;
}

void TestBranch::changedSettings() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    const std::string parent = trained(*workspace, branchConfig());
    ExperimentConfig config = branchConfig();
    const Field* field = findField(key.toStdString());
    QVERIFY(field && setFieldValue(config, *field, take(parseFieldValue(*field, value.toStdString()))).ok());
    auto branch = branchOf(*workspace, parent, "last", config, 2);
    QVERIFY2(branch.ok(), branch.ok() ? "" : branch.error().message.c_str());
    const std::string child = branch->request.record->id();
    goOn(std::move(branch->request.record));
    const RunSummary summary = take(workspace->run(child));
    QCOMPARE(formatFieldValue(fieldValue(summary.config, *field)), value.toStdString());
    QVERIFY(summary.step > summary.branchStep && summary.bestEpoch > 0);
    QVERIFY(!difference(stateOf(*workspace, child), stateOf(*workspace, parent)).isEmpty());
}

void TestBranch::shapesAreKept_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const auto& [key, value] :
         {std::pair("hidden_size", "9"), std::pair("layers", "2"), std::pair("cell", "gru"),
          std::pair("bidirectional", "true"), std::pair("horizon", "5"), std::pair("loss", "pinball"),
          std::pair("linear_path", "true"), std::pair("layer_norm", "true"), std::pair("pooling", "attention"),
          std::pair("projection_size", "3"), std::pair("peephole", "true")})
        QTest::newRow(key) << key << value;
}

void TestBranch::shapesAreKept() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    static const QTemporaryDir folder;
    static const auto workspace = openWorkspace(folder);
    static const std::string parent = trained(*workspace, branchConfig());
    ExperimentConfig config = branchConfig();
    const Field* field = findField(key.toStdString());
    QVERIFY(field && setFieldValue(config, *field, take(parseFieldValue(*field, value.toStdString()))).ok());
    const auto branch = branchOf(*workspace, parent, "last", config, 2);
    QVERIFY(!branch.ok());
    QVERIFY2(branch.error().message.find(key.toStdString() + " ") != std::string::npos &&
                 branch.error().message.find("do not fit") != std::string::npos,
             branch.error().message.c_str());
    QCOMPARE(take(workspace->runs()).size(), std::size_t{1});
}

void TestBranch::checkpointsByName() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    const std::string id = trained(*workspace, branchConfig());
    const auto run = workspace->folder() / "runs" / id;
    const BranchPoint last = take(findBranchPoint(run, "last"));
    QCOMPARE(take(findBranchPoint(run, std::to_string(last.step))).folder, last.folder);
    QVERIFY(take(findBranchPoint(run, "best")).step <= last.step);
    QCOMPARE(last.epochsBegun, std::int64_t{2});
    const auto none = findBranchPoint(run, "77777");
    QVERIFY(!none.ok() && none.error().code == ErrorCode::NotFound);
    QVERIFY2(none.error().message.find(std::to_string(last.step)) != std::string::npos, none.error().message.c_str());
}

void TestBranch::theBestWeightsAtTheirOwnStep() {
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    ExperimentConfig config = branchConfig();
    config.learningRate = 1e-9;  // too slow to become better: the first epoch stays the best
    config.checkpointSeconds = 3600;
    const std::string parent = trained(*workspace, config);
    const auto run = workspace->folder() / "runs" / parent;
    const BranchPoint first = take(findBranchPoint(run, "best"));
    QVERIFY(!first.atBest);  // the first epoch has a checkpoint, however short it was
    // As after later epochs that are too short for one: the best weights lie in the checkpoint of the end, beside its
    // own.
    CheckpointContents end = take(CheckpointStore(run).newestGood()).contents;
    std::filesystem::remove_all(first.folder);
    end.best = true;
    take(CheckpointStore(run).save(end));
    const BranchPoint last = take(findBranchPoint(run, "last")), best = take(findBranchPoint(run, "best"));
    QVERIFY(best.atBest && !last.atBest);
    QCOMPARE(best.step * 2, last.step);
    QCOMPARE(best.epochsBegun, std::int64_t{1});
    // The command that reproduces a branch names the step.
    const BranchPoint named = take(findBranchPoint(run, std::to_string(best.step)));
    QVERIFY(named.atBest && named.folder == best.folder);
    auto branch = take(branchOf(*workspace, parent, "best", config, 1)).request.record;
    const std::string child = branch->id();
    const TensorFile from = stateOf(*workspace, parent), begun = stateOf(*workspace, child);
    QVERIFY(begun.tensors.at("weights/head.bias").bytes == from.tensors.at("best/head.bias").bytes);
    QVERIFY(!begun.tensors.contains("best/head.bias"));
    goOn(std::move(branch));
    const RunSummary summary = take(workspace->run(child));
    QCOMPARE(summary.branchStep, best.step);
    QCOMPARE(summary.step, last.step);
    // Its parent's best is not its own, though it was lower.
    QCOMPARE(summary.bestEpoch, std::int64_t{2});
    QVERIFY(std::isfinite(summary.bestValidation));
    const auto events = take(readRunHistory(workspace->folder() / "runs" / child)).events;
    QVERIFY(std::ranges::any_of(events, [](const RunEvent& event) {
        const auto* warning = event.as<RunWarning>();
        return warning && warning->text.english().find("the optimiser begins anew") != std::string::npos;
    }));
}

void TestBranch::goesToTheBestWeights() {
    const auto tensor = [](char byte) { return RawTensor{"F32", {1}, std::vector<char>(4, byte)}; };
    TrainingState state;
    state.tensors = {{"weights/w", tensor(1)},
                     {"average/w", tensor(2)},
                     {"best/w", tensor(3)},
                     {"optimiser/mean.0", tensor(4)},
                     {"carried/0.h", tensor(5)}};
    state.counters.step = state.counters.bestStep = 20;
    // The checkpoint of the best step has it all
    QVERIFY(!goToBest(state) && state.tensors.at("weights/w").bytes == tensor(1).bytes);
    state.counters.step = 27;
    state.counters.epoch = 2, state.counters.position = 7, state.counters.bestEpoch = 2;
    QVERIFY(goToBest(state));
    QVERIFY(state.counters.step == 20 && state.counters.epoch == 2 && state.counters.position == 0 &&
            state.isOptimiserNew);
    for (const char* name : {"weights/w", "average/w"}) QVERIFY2(state.tensors.at(name).bytes == tensor(3).bytes, name);
    QVERIFY(!state.tensors.contains("optimiser/mean.0") && !state.tensors.contains("carried/0.h"));
}

QTEST_GUILESS_MAIN(TestBranch)
#include "tst_branch.moc"
