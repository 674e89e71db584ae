// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_check.h"
#include "config/decoder.h"
#include "config/field.h"
#include "config/switches.h"
#include "device/switch_machine.h"

#include <QTest>

#include <set>

using namespace gatelab;

namespace {

const SwitchMachine kProcessor{false, 0, 4}, kHopper{true, 90, 4};

bool works(const char* key, const SwitchMachine& machine, const ExperimentConfig& config) {
    return findSwitch(key)->unsupported(machine, config).isEmpty();
}

}  // namespace

/// The table of optimisation switches by itself; what the switches do to a run: tests/engine/train/tst_switches.
class TestSwitchTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAreComplete() {
        std::set<std::string> keys;
        for (const Switch& row : switches()) {
            QVERIFY2(keys.insert(row.key).second, row.key);
            QVERIFY2(findField(row.field) != nullptr, row.key);
            QVERIFY2(!row.title.isEmpty() && !row.does.isEmpty(), row.key);
            QCOMPARE(findSwitch(row.key), &row);
        }
        QVERIFY(findSwitch("no-such-switch") == nullptr);
    }

    void aSwitchThatIsAFieldHasItsName() {
        for (const Switch& row : switches()) {
            const Field& field = *findField(row.field);
            if (std::holds_alternative<bool>(fieldValue({}, field)))
                QCOMPARE(std::string(row.title.source), std::string(field.label.source));
        }
    }

    void applyAndUndoAreOpposites() {
        const ExperimentConfig baseline = switchBaseline({});
        QCOMPARE(switchBaseline(baseline), baseline);
        for (const Switch& row : switches()) {
            QVERIFY2(!isApplied(row, baseline), row.key);
            ExperimentConfig config = baseline;
            row.apply(config, kProcessor);
            QVERIFY2(isApplied(row, config), row.key);
            QVERIFY2(config != baseline, row.key);
            QVERIFY2(switchBaseline(config) == baseline, row.key);
            ExperimentConfig twice = config;
            row.apply(twice, kProcessor);
            QVERIFY2(twice == config, row.key);
        }
    }

    void everySwitchOfTheFormHasARow() {
        std::set<std::string> named;
        for (const Switch& row : switches()) named.insert(row.field);
        for (const Field& field : fields())
            if (field.group == FieldGroup::Switches) QVERIFY2(named.contains(field.key), field.key);
    }

    void aDoublePrecisionRunStaysOne() {
        ExperimentConfig config;
        config.precision = "fp64";
        QCOMPARE(switchBaseline(config).precision, std::string("fp64"));
        for (const char* key : {"tf32", "bf16", "fp16"}) QVERIFY(!works(key, kHopper, config));
    }

    void reasonsFollowMachineAndModel() {
        ExperimentConfig config;
        for (const char* key : {"implementation-persistent", "implementation-cudnn-tuned", "cuda-graph", "graph-steps",
                                "tf32", "copy-ahead"})
            QVERIFY2(!works(key, kProcessor, config), key);
        for (const char* key :
             {"implementation-persistent", "implementation-cudnn-tuned", "cuda-graph", "graph-steps", "tf32", "bf16"})
            QVERIFY2(works(key, kHopper, config), key);
        QVERIFY(!works("tf32", {true, 75, 4}, config));
        const auto persistent = [&](auto change) {
            ExperimentConfig other;
            change(other);
            return works("implementation-persistent", kHopper, other);
        };
        QVERIFY(persistent([](ExperimentConfig& c) { c.cell = "gru", c.hiddenSize = 1024, c.precision = "bf16"; }));
        QVERIFY(!persistent([](ExperimentConfig& c) { c.hiddenSize = 1025; }));
        for (const auto& [capability, lstm, gru] : {std::tuple{75, 480, 640}, {86, 760, 1013}, {80, 1024, 1024}})
            for (const char* cell : {"lstm", "gru"})
                for (const int more : {0, 1}) {
                    config = {};
                    config.cell = cell;
                    config.hiddenSize = (config.cell == "lstm" ? lstm : gru) + more;
                    const Text why =
                        findSwitch("implementation-persistent")->unsupported({true, capability, 4}, config);
                    QCOMPARE(why.isEmpty(), more == 0);
                }
        config = {};
        QVERIFY(!persistent([](ExperimentConfig& c) { c.cell = "rnn-tanh"; }));
        QVERIFY(!persistent([](ExperimentConfig& c) { c.zoneout = 0.1; }));
        QVERIFY(!persistent([](ExperimentConfig& c) { c.precision = "fp64"; }));
        QVERIFY(!works("threads", {false, 0, 1}, config));
        QVERIFY(!works("flush-denormals", kHopper, config));
        QVERIFY(!works("copy-ahead", kHopper, config));
        config.deviceData = false;
        QVERIFY(works("copy-ahead", kHopper, config));
        QVERIFY(!works("cuda-graph", kHopper, config));
        config = {};
        config.deviceGather = false;
        QVERIFY(!works("cuda-graph", kHopper, config));
        config = {};
        config.precision = "fp16";
        QVERIFY(works("cuda-graph", kHopper, config));
        config = {};
        config.task = "classification";
        SwitchMachine equal = kHopper;
        equal.sequenceSteps = 40;
        for (const char* key : {"implementation-cudnn-tuned", "cuda-graph", "graph-steps"})
            QVERIFY2(!works(key, kHopper, config) && works(key, equal, config), key);
        config = {};
        config.recurrentDropout = 0.1;
        QVERIFY(works("cuda-graph", kHopper, config));  // drawn on the device
        QVERIFY(!works("implementation-library", kProcessor, config));
        config = {};
        config.decoder = "recursive";
        QVERIFY(drawsTeacher(config) && works("cuda-graph", kHopper, config));
        config = {};
        config.gradientNoise = 0.01;
        QVERIFY(!works("cuda-graph", kHopper, config));
        config = {};
        config.schedule = "one-cycle";
        QVERIFY(works("cuda-graph", kHopper, config));
        config.oneCycleMomentum = true;
        QVERIFY(works("cuda-graph", kHopper, config));
        config = {};
        config.batchSize = 33;
        QVERIFY(!works("accumulate", kProcessor, config));
    }

    void chunksOfTimeNeedEqualSequences() {
        ExperimentConfig config;
        config.task = "classification";
        SwitchMachine equal = kProcessor;
        equal.sequenceSteps = 40;
        QVERIFY(!works("recompute", kProcessor, config) && works("recompute", equal, config));
        // The chunks are a quarter of a sequence, whatever the lookback says.
        config.lookback = 8;
        ExperimentConfig chunked = config;
        findSwitch("recompute")->apply(chunked, equal);
        QCOMPARE(chunked.recomputeChunk, std::int64_t{10});
        equal.sequenceSteps = 3;
        QVERIFY(!works("recompute", equal, config));
        EngineInfo info;
        QVERIFY(switchMachine(info, "cpu", 40).sequenceSteps == 40);
        config.recomputeChunk = 10;
        for (const char* device : {"auto", "cpu"}) {
            config.device = device;  // the settings alone do not tell the lengths
            QVERIFY(std::ranges::none_of(checkConfig(config), [](const ConfigFinding& f) {
                return f.key == "recompute_chunk" && f.severity == Severity::Warning;
            }));
        }
    }

    void anImplementationThatCannotRunIsAnErrorOnItsMachine() {
        ExperimentConfig config;
        auto findings = checkConfig(config);
        addMachineFindings(findings, config, kProcessor);
        QVERIFY(!hasErrors(findings));
        config.implementation = "cudnn-tuned";
        findings = checkConfig(config);
        QVERIFY(!hasErrors(findings));  // there may be a GPU
        addMachineFindings(findings, config, kProcessor);
        QVERIFY(hasErrors(findings));
        config.implementation = "library";
        config.peephole = true;
        findings = checkConfig(config);
        addMachineFindings(findings, config, kProcessor);
        QCOMPARE(std::ranges::count(findings, std::string("implementation"), &ConfigFinding::key), std::ptrdiff_t{1});
        const auto message = std::ranges::find(findings, std::string("implementation"), &ConfigFinding::key);
        QVERIFY(message->severity == Severity::Error &&
                message->message.english().find("peepholes") != std::string::npos);
        QVERIFY(!implementationObstacle("library", config, kProcessor).isEmpty());
        for (const char* key : {"auto", "naive", "cell"})
            QVERIFY2(implementationObstacle(key, config, kProcessor).isEmpty(), key);
    }

    void moreThreadsThanCoresIsAWarning() {
        ExperimentConfig config;
        SwitchMachine two = kProcessor;
        two.processorCores = 2;
        const auto warns = [&](const SwitchMachine& machine) {
            return std::ranges::any_of(checkSwitches(config, machine), [](const ConfigFinding& f) {
                return f.key == "threads" && f.severity == Severity::Warning;
            });
        };
        config.threads = 2;
        QVERIFY(!warns(two));
        config.threads = 1000;
        QVERIFY(warns(two));
        QVERIFY(!warns(kProcessor));  // not known
        two.cuda = true;
        QVERIFY(!warns(two));
    }

    void cudnnSaysWhatIsMissing() {
        ExperimentConfig config;
        const auto why = [&] {
            return std::string(findSwitch("implementation-cudnn-tuned")->unsupported(kProcessor, config).source);
        };
        QCOMPARE(why(), std::string("This needs an NVIDIA GPU with cuDNN; none was found."));
        config.device = "cpu";  // nobody looked for one
        QVERIFY(why().find("none was found") == std::string::npos && why().find("processor") != std::string::npos);
    }

    void timeIsSharedInFewLongSequences() {
        ExperimentConfig config;
        config.lookback = 2000;
        config.batchSize = 2;
        const auto can = [&] { return works("implementation-time-parallel", kProcessor, config); };
        QVERIFY(can());
        config.batchSize = 3;
        QVERIFY(!can());
        config.batchSize = 1;
        config.lookback = 1999;
        QVERIFY(!can());
        config.lookback = 5000;
        config.precision = "fp64";
        QVERIFY(can());
        config.precision = "bf16";
        QVERIFY(!can());
        config.precision = "fp32";
        config.cell = "rnn-tanh";
        QVERIFY(!can());
        config.cell = "gru";
        QVERIFY(can() && !works("implementation-time-parallel", kHopper, config));
        config.task = "classification";  // of sequences that differ
        QVERIFY(!can());
        // Never taken by itself, and threads share nothing else beside it.
        config.implementation = "auto";
        QVERIFY(expectedImplementation(config) != "time-parallel");
        config.implementation = "time-parallel";
        config.batchSize = 2;
        QVERIFY(!works("split-batch", kProcessor, config));
    }

    void aSwitchStandsOnThoseThatItNeeds() {
        const ExperimentConfig baseline = switchBaseline({});
        for (const Switch& row : switches()) {
            const ExperimentConfig config = withSwitch(row, kHopper, baseline);
            QVERIFY2(isApplied(row, config), row.key);
            ExperimentConfig alone = baseline;
            row.apply(alone, kProcessor);
            const std::string key = row.key;
            const bool isGraph = key == "cuda-graph" || key == "graph-steps";
            QVERIFY2((config == alone) != isGraph, row.key);
            if (isGraph)
                QVERIFY2(works(row.key, kHopper, config) && config.deviceData && config.deviceGather &&
                             config.implementation == baseline.implementation,
                         row.key);
            QVERIFY2(withSwitch(row, kProcessor, baseline) == alone, row.key);
        }
    }

    void aChosenSwitchWithoutEffectIsAWarning() {
        ExperimentConfig config;
        config.device = "cpu";
        QVERIFY(checkSwitches(config, kProcessor).empty());  // defaults are no news
        config.graphSteps = 4;
        const auto findings = checkConfig(config);
        QVERIFY(std::ranges::any_of(findings, [](const ConfigFinding& f) {
            return f.key == "graph_steps" && f.severity == Severity::Warning;
        }));
        QVERIFY(checkSwitches(config, kHopper).empty());
    }

    void theMachineOfADevice() {
        EngineInfo info;
        info.threads = 6;
        info.devices = {{"cpu", "processor", 0, 0, 0}, {"cuda:0", "GPU", 0, 0, 90}};
        QVERIFY(switchMachine(info, "auto", 0).cuda && switchMachine(info, "cuda", 0).cuda &&
                switchMachine(info, "cuda:0", 0).cuda);
        QVERIFY(!switchMachine(info, "cpu", 0).cuda && !switchMachine(info, "cuda:3", 0).cuda);
        QCOMPARE(switchMachine(info, "auto", 0).computeCapability, 90);
        QCOMPARE(switchMachine(info, "cpu", 0).cores, 6);
        info.devices[1].key = "cuda:1";  // the first one cannot be used
        QVERIFY(switchMachine(info, "auto", 0).cuda && switchMachine(info, "cuda", 0).cuda &&
                !switchMachine(info, "cuda:0", 0).cuda);
    }
};

QTEST_APPLESS_MAIN(TestSwitchTable)
#include "tst_switch_table.moc"
