// SPDX-License-Identifier: GPL-3.0-or-later
// Whole trainings by XLA's CPU plugin beside the same in float64 by this machine's own code.
// Holds core/xla/client.cpp, core/xla/layers.cpp, core/xla/loss.cpp, core/xla/network.cpp, core/xla/program.cpp and
// core/step/xla/xla_step.cpp.
#include "base/rng.h"
#include "config/field.h"
#include "engine/train_support.h"
#include "step/xla/xla_step.h"

#include <QtTest>

#include <algorithm>
#include <functional>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Change = std::function<void(ExperimentConfig&)>;
constexpr std::int64_t kSteps = 60;
// Rounding that 60 steps may carry on; found were up to 2e-15 in float64, and 4e-7 (losses), 2e-6 (weights) in float32.
constexpr double kDouble = 1e-12, kSingle = 1e-5;

ExperimentConfig forecastExperiment() {
    ExperimentConfig config;
    config.builtinLength = 300;
    config.lookback = 9;
    config.horizon = 3;
    config.hiddenSize = 7;
    config.batchSize = 12;
    config.epochs = 1000;
    config.maxSteps = kSteps;
    config.device = "xla:0";
    config.precision = "fp64";
    config.threads = 1;
    config.learningRate = 0.003;
    config.epsilon = 1e-3;  // no whole step of a gradient that is all rounding
    return config;
}

ExperimentConfig sequenceExperiment(const char* builtin, const char* task) {
    ExperimentConfig config = forecastExperiment();
    config.builtin = builtin;
    config.builtinLength = 90;
    config.task = task;
    if (config.task != "regression") config.recipe.clear(), config.loss = "cross-entropy";
    return config;
}

struct Outcome {
    std::vector<double> losses, norms, validation;
    std::vector<at::Tensor> weights;
    std::map<std::string, RawTensor> state;
};

Outcome trained(const ExperimentConfig& config) {
    TrainBench bench(config);
    bench.run();
    Outcome outcome;
    bench.channel().drainMetrics([&](const MetricSample& sample) {
        if (sample.metric == MetricId::TrainLoss) outcome.losses.push_back(sample.value);
        if (sample.metric == MetricId::GradientNorm) outcome.norms.push_back(sample.value);
        if (sample.metric == MetricId::ValidationLoss) outcome.validation.push_back(sample.value);
    });
    outcome.weights = bench.weights();
    outcome.state = stateToFile(bench.trainer().capture()).tensors;
    return outcome;
}

Outcome onProcessor(ExperimentConfig config) {
    config.device = "cpu";
    config.precision = "fp64";
    return trained(config);
}

double gapOf(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double gap = std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i]));
        worst = std::max(worst, std::isfinite(gap) ? gap : INFINITY);
    }
    return worst;
}

void addRow(const std::string& name, ExperimentConfig config, const Change& change = {}) {
    if (change) change(config);
    QTest::newRow(name.c_str()) << config;
}

/// One of many settings that an XLA device can train.
ExperimentConfig drawn(std::uint64_t number) {
    const auto words = Rng(7, RandomPurpose::Test).block(number);
    std::uint64_t left = words[0] | std::uint64_t{words[1]} << 32;
    const auto pick = [&](std::uint64_t count) {
        const std::uint64_t chosen = left % count;
        left /= count;
        return static_cast<std::size_t>(chosen);
    };
    ExperimentConfig config = forecastExperiment();
    config.cell = std::array{"lstm", "gru", "rnn-tanh"}[pick(3)];
    config.loss = std::array{"mse", "huber", "log-cosh", "pinball"}[pick(4)];
    config.optimiser = std::array{"sgd", "adam", "adamw"}[pick(3)];
    config.anchor = std::array{"none", "last", "revin"}[pick(3)];
    config.pooling = std::array{"last", "mean"}[pick(2)];
    config.schedule = std::array{"constant", "cosine", "one-cycle"}[pick(3)];
    config.bidirectional = pick(2) == 1;
    config.layers = static_cast<std::int64_t>(1 + pick(2));
    config.hiddenSize = static_cast<std::int64_t>(3 + pick(8));
    config.batchSize = static_cast<std::int64_t>(5 + pick(12));
    config.clipNorm = pick(2) == 1 ? 0.5 : 0;
    config.weightDecay = pick(2) == 1 ? 0.01 : 0;
    config.seed = static_cast<std::int64_t>(number);
    return config;
}

}  // namespace

class TestXlaStep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        allowXlaPlugins();
        const auto plugins = findXlaPlugins();
        if (plugins.empty()) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        if (const auto device = XlaDevice::open(plugins.front(), 0); !device.ok())
            QSKIP(device.error().message.c_str());
    }

    void equalsTheProcessor_data() {
        QTest::addColumn<ExperimentConfig>("config");
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"})
            addRow(std::string(cell) + ", two layers, both directions, mean", forecastExperiment(),
                   [&](auto& c) { c.cell = cell, c.layers = 2, c.bidirectional = true, c.pooling = "mean"; });
        for (const char* loss : {"mse", "mae", "huber", "log-cosh", "mase", "pinball"})
            addRow(std::string(loss) + ", revin", forecastExperiment(),
                   [&](auto& c) { c.loss = loss, c.anchor = "revin", c.huberDelta = 0.3, c.optimiser = "sgd"; });
        for (const char* optimiser : {"sgd", "adam", "adamw"})
            addRow(std::string(optimiser) + ", decays, clipped, penalties", forecastExperiment(), [&](auto& c) {
                c.optimiser = optimiser, c.weightDecay = 0.01, c.clipNorm = 0.05, c.clipValue = 0.02, c.l1 = 1e-3,
                c.l2 = 1e-2, c.nesterov = true, c.schedule = "one-cycle", c.oneCycleMomentum = true;
            });
        addRow("sgd, dampened", forecastExperiment(), [](auto& c) { c.optimiser = "sgd", c.dampening = 0.3; });
        addRow("sgd without momentum", forecastExperiment(), [](auto& c) { c.optimiser = "sgd", c.momentum = 0; });
        addRow("adam with the largest square", forecastExperiment(), [](auto& c) { c.amsgrad = true; });
        addRow("every matrix for itself", forecastExperiment(),
               [](auto& c) { c.fusedOptimiser = false, c.clipNorm = 0.1; });
        addRow("one row, one step, one unit", forecastExperiment(),
               [](auto& c) { c.batchSize = 1, c.lookback = 1, c.hiddenSize = 1, c.horizon = 1; });
        for (const char* cell : {"lstm", "gru"})
            addRow(std::string("numbers of sequences, ") + cell, sequenceExperiment("adding", "regression"),
                   [&](auto& c) { c.cell = cell, c.bidirectional = true, c.layers = 2, c.pooling = "mean"; });
    }
    void equalsTheProcessor() {
        QFETCH(ExperimentConfig, config);
        const Outcome reference = onProcessor(config), found = trained(config);
        const double losses = gapOf(found.losses, reference.losses), norms = gapOf(found.norms, reference.norms),
                     validation = gapOf(found.validation, reference.validation),
                     weights = weightGap(found.weights, reference.weights);
        const QString what = QString("losses %1, norms %2, validation %3, weights %4")
                                 .arg(losses)
                                 .arg(norms)
                                 .arg(validation)
                                 .arg(weights);
        if (qEnvironmentVariableIsSet("GATELAB_SHOW")) qInfo("%s", qPrintable(what));
        QCOMPARE(found.losses.size(), static_cast<std::size_t>(kSteps));
        QVERIFY(!found.validation.empty());
        QVERIFY2(std::max({losses, norms, validation, weights}) < kDouble, qPrintable(what));
        // A checkpoint has the same tensors, whoever computed.
        for (const auto& [name, raw] : reference.state) {
            const at::Tensor own = *fromRawTensor(found.state.at(name)), theirs = *fromRawTensor(raw);
            QVERIFY2(own.scalar_type() == theirs.scalar_type() && at::allclose(own, theirs, 1e-6, 1e-9), name.c_str());
        }
        QCOMPARE(found.state.size(), reference.state.size());
    }

    void drawnSettingsStayWithinRounding_data() {
        QTest::addColumn<ExperimentConfig>("config");
        for (std::uint64_t number = 1; number <= 20; ++number) {
            const ExperimentConfig config = drawn(number);
            addRow(std::to_string(number) + ": " + config.cell + ", " + config.loss + ", " + config.optimiser, config);
        }
    }
    void drawnSettingsStayWithinRounding() {
        QFETCH(ExperimentConfig, config);
        const Outcome reference = onProcessor(config);
        config.precision = "fp32";
        const Outcome found = trained(config);
        const double losses = gapOf(found.losses, reference.losses),
                     weights = weightGap(found.weights, reference.weights);
        const QString what = QString("losses %1, weights %2").arg(losses).arg(weights);
        if (qEnvironmentVariableIsSet("GATELAB_SHOW")) qInfo("%s", qPrintable(what));
        QVERIFY2(losses < kSingle && weights < kSingle, qPrintable(what));
    }

    void goesOnWithTheSameBits() {
        for (const char* optimiser : {"adam", "sgd"}) {
            ExperimentConfig config = forecastExperiment();
            config.precision = "fp32";
            config.optimiser = optimiser;
            config.checkpointSeconds = 0;
            config.maxSteps = 40;
            Rig whole(config);
            whole.trainer->run();
            const auto end = stateToFile(whole.trainer->capture());
            for (const std::size_t at : {std::size_t{1}, whole.saved.size() / 2, whole.saved.size() - 2}) {
                Rig resumed(config);
                QVERIFY(resumed.trainer->restore(whole.saved.at(at)).ok());
                resumed.trainer->run();
                const auto again = stateToFile(resumed.trainer->capture());
                for (const auto& [name, tensor] : end.tensors)
                    QVERIFY2(again.tensors.at(name).bytes == tensor.bytes, name.c_str());
            }
        }
    }

    /// Before the first step, by the compiler; afterwards the evaluation's program and copy of the weights lie there
    /// too.
    void memoryIsForecastByTheCompilerAndCounted() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        Rig rig(config);
        const auto forecast = rig.trainer->xlaForecast();
        QVERIFY(forecast.has_value());
        std::int64_t parameters = 0;
        for (const ParameterBuffer& buffer : rig.model->parameters().buffers()) parameters += buffer.values.numel();
        QCOMPARE(forecast->weights, 4.0 * static_cast<double>(parameters));
        QCOMPARE(forecast->optimiser, 2 * forecast->weights);
        QVERIFY(forecast->data > 0 && forecast->workspace > 0);
        const auto programs = rig.xla->compiled().first;
        rig.trainer->run();
        const QString what = QString("forecast %1, counted %2").arg(forecast->tensors()).arg(rig.xla->peakBytes());
        QVERIFY2(rig.xla->peakBytes() >= forecast->tensors() && rig.xla->peakBytes() < 4 * forecast->tensors(),
                 qPrintable(what));
        QVERIFY(rig.xla->compiled().first - programs < 4);  // the step's program was there
    }

    // Checkpoints in between do not change the steps.
    void bitsDoNotDependOnWhenLossesAreRead() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        const Outcome seldom = trained(config);
        config.syncFree = false;
        config.checkpointSeconds = 0;
        const Outcome often = trained(config);
        QVERIFY(seldom.losses == often.losses && seldom.norms == often.norms);
        QCOMPARE(weightGap(seldom.weights, often.weights), 0.0);
    }

    void aBadStepChangesNothing() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        config.maxSteps = 40;
        config.clipNorm = 0;
        const auto spoil = [](Batch& batch, std::int64_t row) { batch.target[row].fill_(1e30); };
        Rig rig(config, 100, spoil);
        QVERIFY_THROWS_EXCEPTION(StopWithError, rig.trainer->run());
        const std::int64_t done = rig.trainer->counters().step;
        QVERIFY(done < 40);
        config.maxSteps = std::max<std::int64_t>(1, done);
        Rig shorter(config, 100, spoil);
        if (done == 0) QSKIP("the first batch holds it");
        shorter.trainer->run();
        const TrainingState bad = rig.saved.back(), good = shorter.saved.back();
        for (const auto& [name, tensor] : good.tensors)
            if (name.starts_with("weights/") || name.starts_with("optimiser/"))
                QVERIFY2(bad.tensors.at(name).bytes == tensor.bytes, name.c_str());
    }
};

QTEST_GUILESS_MAIN(TestXlaStep)
#include "tst_xla_step.moc"
