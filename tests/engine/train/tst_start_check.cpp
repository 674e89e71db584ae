// SPDX-License-Identifier: GPL-3.0-or-later
// What a run would be refused for is said before it is kept, as the run itself would say it.
#include "app/run_order.h"
#include "data/recipe/shared_preparation.h"
#include "engine/session_support.h"
#include "io/file_io.h"
#include "io/safetensors_file.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace gatelab;
using namespace gatelab::testing;

class TestStartCheck : public QObject {
    Q_OBJECT
    std::shared_ptr<Engine> engine_;
    QTemporaryDir folder_;

    [[nodiscard]] bool hasGpu() const { return engine_->info().devices.size() > 1; }
    [[nodiscard]] Error refusal(const ExperimentConfig& config, const std::filesystem::path& weights = {}) const {
        const auto checked = engine_->check(config, nullptr, weights);
        return checked.ok() ? Error{ErrorCode::Internal, "nothing is wrong"} : checked.error();
    }
    std::filesystem::path put(const char* name, const std::string& bytes) {
        const std::filesystem::path path = folder_.filePath(QString::fromUtf8(name)).toStdString();
        if (!writeFileDurably(path, bytes).ok()) qFatal("cannot write");
        return path;
    }
    /// Of a network like smallConfig's with so many units.
    std::filesystem::path weightsOf(std::int64_t hidden) {
        TensorFile file;
        const auto add = [&file](const char* name, std::vector<std::int64_t> shape) {
            std::int64_t count = 4;
            for (const std::int64_t size : shape) count *= size;
            file.tensors[name] = {"F32", std::move(shape), std::vector<char>(static_cast<std::size_t>(count))};
        };
        add("lstm.weight_ih_l0", {4 * hidden, 1});
        add("lstm.weight_hh_l0", {4 * hidden, hidden});
        add("lstm.bias_ih_l0", {4 * hidden});
        add("lstm.bias_hh_l0", {4 * hidden});
        add("fc.weight", {4, hidden});
        add("fc.bias", {4});
        return put("weights.safetensors", take(serializeTensors(file)));
    }

private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    void whatCanBeTrainedGivesItsData() {
        const auto loaded = take(engine_->check(smallConfig(), nullptr, {}));
        QVERIFY(loaded && loaded->series && loaded->series->rows() == 600);
        QCOMPARE(take(engine_->check(smallConfig(), loaded, weightsOf(8))), loaded);
    }

    void whatWasPreparedForTheCheckIsTrainedOn() {
        const auto loaded = take(engine_->check(smallConfig(), nullptr, {}));
        QVERIFY(loaded->preparation);
        QCOMPARE(take(sharedPreparation(nullptr, *loaded, smallConfig())), loaded->preparation->prepared);
        ExperimentConfig other = smallConfig();
        other.hiddenSize += 1, other.lookback += 1;  // neither changes a prepared value
        QCOMPARE(take(sharedPreparation(nullptr, *loaded, other)), loaded->preparation->prepared);
        other.split = "70%/10%/20%";  // the recipe is fitted to other rows
        const auto again = take(engine_->check(other, loaded, {}));
        QVERIFY(again->preparation->prepared != loaded->preparation->prepared);
        QCOMPARE(again->preparation->prepared->split.train.end, 420);
        QCOMPARE(again->series, loaded->series);
    }

    void settings_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("word");
        QTest::newRow("no such implementation") << "implementation"
                                                << "cudnn-tuned"
                                                << "implementation"
                                                << "Choose 'auto'";
        QTest::newRow("no such device") << "device"
                                        << "cuda:0"
                                        << "device"
                                        << "choose auto or cpu";
        QTest::newRow("what the library lacks") << "peephole"
                                                << "true"
                                                << "implementation"
                                                << "peepholes";
        QTest::newRow("a column") << "targets"
                                  << "nothing"
                                  << "targets"
                                  << "nothing";
    }
    void settings() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, field);
        QFETCH(QString, word);
        ExperimentConfig config = smallConfig();
        if (key == "implementation") config.device = "auto";
        if (key == "peephole") config.implementation = "library";
        if ((key == "implementation" || key == "device") && hasGpu()) QSKIP("this machine has a GPU");
        const Field* setting = findField(key.toStdString());
        QVERIFY(setting && setFieldValue(config, *setting, take(parseFieldValue(*setting, value.toStdString()))).ok());
        const Error error = refusal(config);
        QCOMPARE(QString::fromStdString(error.field), field);
        QVERIFY2(QString::fromStdString(error.message).contains(word), error.message.c_str());
        // A run that starts all the same says the same.
        const Received received = runToEnd(*engine_, config);
        const RunEnd* end = received.last<RunEnd>();
        QVERIFY(end && end->state == RunState::Failed && end->code == error.code);
        QCOMPARE(end->why.english(), error.message);
        config.isolated = true;
        QCOMPARE(refusal(config).field, error.field);
    }

    void aConstantTarget() {
        std::string csv = "a,b\n";
        for (int i = 0; i < 300; ++i) csv += std::to_string(i % 7) + ",5\n";
        ExperimentConfig config = smallConfig();
        config.dataPath = put("constant.csv", csv).string();
        const Error error = refusal(config);
        QCOMPARE(error.field, std::string("targets"));
        QVERIFY2(error.message.find("constant") != std::string::npos, error.message.c_str());
        config.targets = {"a"};
        QVERIFY(engine_->check(config, nullptr, {}).ok());
    }

    void whatNoMachineHolds() {
        ExperimentConfig config = smallConfig();
        config.hiddenSize = 8192;
        config.layers = 16;
        config.bidirectional = true;
        QCOMPARE(refusal(config).code, ErrorCode::OutOfMemory);
        QVERIFY(!refusal(config).field.empty());
        config.startAnyway = true;  // nothing of it is asked for here
        QVERIFY(engine_->check(config, nullptr, {}).ok());
    }

    void weightsThatDoNotFit() {
        QVERIFY(engine_->check(smallConfig(), nullptr, weightsOf(8)).ok());
        const auto other = weightsOf(9);
        QVERIFY2(refusal(smallConfig(), other).message.find("the model needs [32, 1]") != std::string::npos,
                 refusal(smallConfig(), other).message.c_str());
        for (const auto& path : {put("garbage.safetensors", std::string(64, 'x')), put("empty.safetensors", {}),
                                 std::filesystem::path("/no/such.safetensors")}) {
            const Error error = refusal(smallConfig(), path);
            QVERIFY2(
                error.code != ErrorCode::Internal && error.message.find(path.filename().string()) != std::string::npos,
                error.message.c_str());
            QVERIFY(error.field.empty());
        }
    }

    void weightsThatAreNotFinite() {
        const auto good = weightsOf(8);
        TensorFile file = take(readTensors(good));
        const float bad[] = {NAN, INFINITY, NAN};
        std::memcpy(file.tensors.at("lstm.weight_hh_l0").bytes.data(), bad, sizeof bad);
        const auto path = put("nan.safetensors", take(serializeTensors(file)));
        const Error error = refusal(smallConfig(), path);
        QCOMPARE(error.code, ErrorCode::InvalidInput);
        for (const char* word : {"nan.safetensors", "'lstm.weight_hh_l0'", "holds 3 values that are not finite"})
            QVERIFY2(error.message.find(word) != std::string::npos, error.message.c_str());
        QVERIFY(engine_->check(smallConfig(), nullptr, good).ok());
    }

    void aBranchThatIsRefusedLeavesNoRun() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = smallConfig();
        config.epochs = 1;
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        const std::string parent = record->id();
        (void)runToEnd(*engine_, config, std::move(record));
        config.zoneout = 0.1;
        config.implementation = "library";
        const auto branch = openRun(*engine_, workspace.get(),
                                    {.config = config, .parent = parent, .branchFrom = "last", .moreEpochs = 1});
        QVERIFY(!branch.ok());
        QCOMPARE(branch.error().field, std::string("implementation"));
        QCOMPARE(take(workspace->runs()).size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestStartCheck)
#include "tst_start_check.moc"
