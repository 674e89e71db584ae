// SPDX-License-Identifier: GPL-3.0-or-later
// What "auto" stands for on the processor (core/config/switches.h): a rule of the settings.
#include "config/cell_traits.h"
#include "config/config_check.h"
#include "config/cpu_step_obstacle.h"
#include "config/setting_predicates.h"
#include "config/switches.h"
#include "engine/session_support.h"
#include "nn/model.h"
#include "store/checkpoint.h"

#include <QtTest>

#include <functional>
#include <utility>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Change = std::function<void(ExperimentConfig&)>;

ExperimentConfig openConfig() {
    ExperimentConfig config = smallConfig();
    config.implementation = "auto";
    config.epochs = 1;
    return config;
}

/// What the first layer of a model of these settings is computed by.
std::string takenBy(const ExperimentConfig& config) {
    ModelOptions options;
    options.shapesOnly = true;
    options.dtype = isFp64(config.precision) ? at::kDouble : at::kFloat;
    if (isBf16(config.precision)) options.compute = at::kBFloat16;
    if (isFp16(config.precision)) options.compute = at::kHalf;
    options.automatic = expectedImplementation(config);
    return take(Model::create(config, {.inputs = 1, .targets = 1}, options))->implementation(0).key;
}

/// Large enough for oneDNN.
void makeLarge(ExperimentConfig& config) {
    config.hiddenSize = 513;
    config.batchSize = 32;
    config.lookback = 12;
}

struct Rule {
    const char* name;
    Change change;
    const char* expected;
};

const Rule kRules[] = {
    {"as it comes", [](auto&) {}, "whole"},
    {"GRU", [](auto& c) { c.cell = "gru"; }, "whole"},
    {"RNN", [](auto& c) { c.cell = "rnn-tanh"; }, "whole"},
    {"RNN with ReLU", [](auto& c) { c.cell = "rnn-relu"; }, "whole"},
    {"FP64", [](auto& c) { c.precision = "fp64"; }, "whole"},
    {"masks", [](auto& c) { c.zoneout = c.recurrentDropout = 0.1; }, "whole"},
    {"two layers in both directions", [](auto& c) { c.layers = 2, c.bidirectional = true; }, "whole"},
    {"peepholes", [](auto& c) { c.peephole = true; }, "native"},
    {"projection", [](auto& c) { c.projectionSize = 4; }, "native"},
    {"layer norm", [](auto& c) { c.layerNorm = true; }, "native"},
    {"residual", [](auto& c) { c.residual = true, c.layers = 2; }, "native"},
    {"recursive decoder", [](auto& c) { c.decoder = "recursive"; }, "native"},
    {"carried state", [](auto& c) { c.carryState = true; }, "native"},
    {"recomputed", [](auto& c) { c.recomputeChunk = 4; }, "native"},
    {"noise", [](auto& c) { c.gradientNoise = 0.1; }, "native"},
    {"BF16", [](auto& c) { c.precision = "bf16"; }, "library"},
    {"BF16 with masks", [](auto& c) { c.precision = "bf16", c.zoneout = 0.1; }, "cell"},
    {"BF16 with peepholes", [](auto& c) { c.precision = "bf16", c.peephole = true; }, "cell"},
    {"FP16", [](auto& c) { c.precision = "fp16"; }, "cell"},
    {"FP16, GRU", [](auto& c) { c.precision = "fp16", c.cell = "gru"; }, "library"},
    {"large", [](auto& c) { makeLarge(c); }, "library"},
    {"large with layer norm", [](auto& c) { makeLarge(c), c.layerNorm = true; }, "library"},
    {"large, fewer units", [](auto& c) { makeLarge(c), c.hiddenSize = 512; }, "whole"},
    {"large, fewer rows", [](auto& c) { makeLarge(c), c.batchSize = 31; }, "whole"},
    {"large, more threads", [](auto& c) { makeLarge(c), c.threads = 2; }, "whole"},
    {"large, threads not named", [](auto& c) { makeLarge(c), c.threads = 0; }, "whole"},
    {"large, shorter", [](auto& c) { makeLarge(c), c.lookback = 11; }, "whole"},
    {"large, GRU", [](auto& c) { makeLarge(c), c.cell = "gru"; }, "whole"},
    {"large, FP64", [](auto& c) { makeLarge(c), c.precision = "fp64"; }, "whole"},
    {"large, masks", [](auto& c) { makeLarge(c), c.zoneout = 0.1; }, "whole"},
    {"large, projection", [](auto& c) { makeLarge(c), c.projectionSize = 4; }, "native"},
    {"large, sequences", [](auto& c) { makeLarge(c), c.task = "classification", c.loss = "cross-entropy"; }, "whole"},
};

}  // namespace

class TestExpectedImplementation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRule_data() {
        QTest::addColumn<int>("row");
        for (int row = 0; row < static_cast<int>(std::size(kRules)); ++row)
            QTest::addRow("%s", kRules[row].name) << row;
    }
    void theRule() {
        QFETCH(int, row);
        ExperimentConfig config = openConfig();
        kRules[row].change(config);
        QCOMPARE(std::string(expectedImplementation(config)), std::string(kRules[row].expected));
        QCOMPARE(takenBy(config), std::string(kRules[row].expected));
    }

    // The first of them without an obstacle, over all cells, precisions and what has one; the model agrees.
    void whatIsTakenCanAndWhatIsBetterCannot() {
        std::vector<Change> changes{[](auto&) {}};
        for (const Rule& rule : kRules) changes.push_back(rule.change);
        for (const CellTraits& cell : cellTraits())
            for (const char* precision : {"fp32", "tf32", "fp64", "bf16", "fp16"})
                for (const Change& change : changes) {
                    ExperimentConfig config = openConfig();
                    change(config);
                    config.cell = cell.key;
                    config.precision = precision;
                    if (!cell.peephole) config.peephole = false;
                    if (!cell.projection) config.projectionSize = 0;
                    const std::string_view expected = expectedImplementation(config);
                    const auto can = [&](const char* one) {
                        return implementationObstacle(one, config, {}).source[0] == '\0';
                    };
                    QVERIFY(can(std::string(expected).c_str()));
                    for (const char* better : {kCpuStep, "native", "library", "scan"}) {
                        if (better == expected) break;
                        QVERIFY2(!can(better) || (expected == "library" && config.hiddenSize > 512), better);
                    }
                    QCOMPARE(takenBy(config), std::string(expected));
                }
    }

    void whatIsNamedIsTaken() {
        ExperimentConfig config = openConfig();
        for (const char* named : {"naive", "cell", "library", "native", kCpuStep}) {
            config.implementation = named;
            QCOMPARE(expectedImplementation(config), std::string_view(named));
        }
        config.implementation = "auto";
        config.device = "cuda:0";
        QCOMPARE(expectedImplementation(config), std::string_view("auto"));
    }

    void eachStartTellsTheSame() {
        const std::pair<Change, const char*> kStarts[] = {{[](auto&) {}, "whole"},
                                                          {[](auto& c) { c.layerNorm = true; }, "native"},
                                                          {[](auto& c) { c.precision = "bf16"; }, "library"},
                                                          {[](auto& c) { c.implementation = "naive"; }, "naive"}};
        for (const auto& [change, expected] : kStarts)
            for (int start = 0; start < 2; ++start) {
                ExperimentConfig config = openConfig();
                change(config);
                const auto engine = take(openEngine());
                QCOMPARE(runToEnd(*engine, config).last<RunPlanInfo>()->implementation, std::string(expected));
            }
    }

    // Of a program whose "auto" stood for something else.
    void aResumedRunGoesOnWithItsOwn() {
        const auto engine = take(openEngine());
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = openConfig();
        config.epochs = 40;
        config.batchSize = 16;
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        const std::string id = record->id();
        const auto run = workspace->folder() / "runs" / id;
        {
            auto session = take(engine->start({config, nullptr, std::move(record), {}}));
            Received received;
            QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).size() > 10));
        }  // as if the window were closed
        QCOMPARE(workspace->run(id)->state, RunState::Interrupted);
        CheckpointContents end = take(CheckpointStore(run).newestGood()).contents;
        QCOMPARE(end.tensors.metadata.at("implementation"), std::string("whole"));
        end.tensors.metadata["implementation"] = "library";
        take(CheckpointStore(run).save(end));
        const Received resumed = runToEnd(*engine, config, take(workspace->reopenRun(id)), run);
        QCOMPARE(resumed.last<RunPlanInfo>()->implementation, std::string("library"));
    }
};

QTEST_GUILESS_MAIN(TestExpectedImplementation)
#include "tst_expected_implementation.moc"
