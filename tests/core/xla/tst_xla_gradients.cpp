// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients that the programs come to, in float64 beside differences of their own losses.
// Holds core/xla/client.cpp, core/xla/layers.cpp, core/xla/loss.cpp and core/xla/network.cpp.
#include "support/take.h"
#include "xla/network_of.h"
#include "xla/plugin.h"
#include "xla/program.h"

#include <QtTest>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Numbers = std::vector<double>;
constexpr double kMove = 1e-5, kTolerance = 1e-8;

/// Between -1 and 1, the same on every machine.
Numbers drawn(std::int64_t count, std::uint64_t seed) {
    Numbers numbers;
    std::uint64_t state = seed * 2862933555777941757ULL + 3037000493ULL;
    for (std::int64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        numbers.push_back(static_cast<double>(state >> 11) / static_cast<double>(std::uint64_t{1} << 52) - 1);
    }
    return numbers;
}

ExperimentConfig experiment(const char* cell) {
    ExperimentConfig config;
    config.cell = cell;
    config.precision = "fp64";
    config.layers = 2;
    config.bidirectional = true;
    config.hiddenSize = 3;
    config.lookback = 5;
    config.horizon = 2;
    config.batchSize = 4;
    config.optimiser = "sgd";
    config.momentum = 0;
    return config;
}

void addRow(const std::string& name, const ExperimentConfig& config, bool hasLengths) {
    QTest::newRow(name.c_str()) << config << hasLengths;
}

/// One program and its arguments.
class Step {
public:
    Step(XlaDevice& device, const XlaNetwork& network)
        : device_(device), n_(network), program_(take(device.compile(xlaStepText(network)))) {
        for (const XlaPiece& piece : n_.pieces) weights.push_back(drawn(piece.numbers, weights.size() + 1));
        constexpr double kOff = 3e38;
        hyper_.assign(static_cast<std::size_t>(XlaHyper::Count), 0);
        for (const XlaHyper one : {XlaHyper::Rate, XlaHyper::Shrink, XlaHyper::Taken}) set(one, 1);
        for (const XlaHyper one : {XlaHyper::ClipValue, XlaHyper::ClipNorm}) set(one, kOff);
    }
    /// The loss; the gradients by a step of rate 1 without momentum.
    double run(std::vector<Numbers>* gradients = nullptr) {
        std::vector<XlaBuffer> arguments;
        const auto add = [&](const Numbers& numbers, const XlaShape& shape) {
            arguments.push_back(take(device_.upload(numbers.data(), shape, XlaNumber::F64)));
        };
        for (const Numbers& piece : weights) {
            const XlaShape shape{static_cast<std::int64_t>(piece.size())};
            add(piece, shape);
            add(Numbers(piece.size()), shape);
        }
        add({stopped}, {});
        add(drawn(n_.time * n_.batch * n_.inputs, 11), {n_.time, n_.batch, n_.inputs});
        addTarget(arguments);
        const std::vector<std::int32_t> lengths{5, 3, 1, 4};
        if (n_.hasLengths) arguments.push_back(take(device_.upload(lengths.data(), {4}, XlaNumber::I32)));
        if (n_.hasLevel) add(drawn(n_.batch * n_.targets, 13), {n_.batch, n_.targets});
        if (n_.hasScale) add(Numbers(static_cast<std::size_t>(n_.batch * n_.targets), 1.5), {n_.batch, n_.targets});
        add(hyper_, {static_cast<std::int64_t>(hyper_.size())});
        const std::vector<XlaBuffer> results = take(device_.run(program_, arguments));
        double loss = 0;
        if (!device_.download(results[results.size() - 2], &loss, sizeof loss).ok()) return NAN;
        for (std::size_t i = 0; gradients != nullptr && i < weights.size(); ++i) {
            Numbers after(weights[i].size());
            if (!device_.download(results[2 * i], after.data(), after.size() * sizeof(double)).ok()) return NAN;
            for (std::size_t k = 0; k < after.size(); ++k) after[k] = weights[i][k] - after[k];
            gradients->push_back(std::move(after));
        }
        return loss;
    }
    std::vector<Numbers> weights;
    double stopped = 0;

private:
    void set(XlaHyper which, double value) { hyper_[static_cast<std::size_t>(which)] = value; }
    void addTarget(std::vector<XlaBuffer>& arguments) {
        if (!n_.hasClasses) {
            const Numbers numbers = drawn(n_.batch * n_.horizon * n_.targets, 12);
            arguments.push_back(
                take(device_.upload(numbers.data(), {n_.batch, n_.horizon, n_.targets}, XlaNumber::F64)));
            return;
        }
        const bool everyStep = n_.pooling == XlaNetwork::Pooling::EveryStep;
        std::vector<std::int32_t> labels;
        for (std::int32_t i = 0; i < (everyStep ? n_.time * n_.batch : n_.batch); ++i)
            labels.push_back(i % 4 == 2 ? -100 : i % 3);
        const XlaShape shape = everyStep ? XlaShape{n_.time, n_.batch} : XlaShape{n_.batch};
        arguments.push_back(take(device_.upload(labels.data(), shape, XlaNumber::I32)));
    }

    XlaDevice& device_;
    const XlaNetwork& n_;
    XlaExecutable program_;
    Numbers hyper_;
};

}  // namespace

class TestXlaGradients : public QObject {
    Q_OBJECT
    std::shared_ptr<XlaDevice> device_;

    static XlaNetwork networkOf(const ExperimentConfig& config, bool hasLengths) {
        XlaNetwork network = xlaNetworkOf(config, {.inputs = 2, .targets = 2, .classes = 3});
        network.time = 5;
        network.hasLengths = hasLengths;
        if (network.hasClasses) network.classWeights = {0.5, 1.5, 1};
        network.seasonal = {0.7, 1.3};
        return network;
    }

private Q_SLOTS:
    void initTestCase() {
        allowXlaPlugins();
        const auto plugins = findXlaPlugins();
        if (plugins.empty()) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        auto device = XlaDevice::open(plugins.front(), 0);
        if (!device.ok()) QSKIP(device.error().message.c_str());
        device_ = *device;
    }

    void areThoseOfTheLoss_data() {
        QTest::addColumn<ExperimentConfig>("config");
        QTest::addColumn<bool>("hasLengths");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* pooling : {"last", "mean"})
                for (const bool hasLengths : {false, true}) {
                    ExperimentConfig config = experiment(cell);
                    config.pooling = pooling;
                    addRow(std::string(cell) + ", " + pooling + (hasLengths ? ", lengths" : ""), config, hasLengths);
                }
        for (const char* loss : {"mae", "huber", "log-cosh", "mase", "pinball"}) {
            ExperimentConfig config = experiment("gru");
            config.loss = loss;
            config.huberDelta = 0.4;
            config.anchor = "revin";
            addRow(loss, config, false);
        }
        for (const char* task : {"classification", "labelling"}) {
            ExperimentConfig config = experiment("lstm");
            config.task = task;
            config.loss = "cross-entropy";
            addRow(task, config, true);
        }
    }
    void areThoseOfTheLoss() {
        QFETCH(ExperimentConfig, config);
        QFETCH(bool, hasLengths);
        const XlaNetwork network = networkOf(config, hasLengths);
        Step step(*device_, network);
        std::vector<Numbers> gradients;
        QVERIFY(std::isfinite(step.run(&gradients)));
        double worst = 0, largest = 0;
        for (std::size_t i = 0; i < gradients.size(); ++i)
            for (std::size_t k = 0; k < gradients[i].size(); k += 13) {
                double& weight = step.weights[i][k];
                const double at = weight;
                weight = at + kMove;
                const double above = step.run();
                weight = at - kMove;
                const double below = step.run();
                weight = at;
                worst = std::max(worst, std::abs((above - below) / (2 * kMove) - gradients[i][k]));
                largest = std::max(largest, std::abs(gradients[i][k]));
            }
        QVERIFY2(worst < kTolerance, std::to_string(worst).c_str());
        QVERIFY(largest > 1e-3);
    }

    void aStoppedStepChangesNothing() {
        const XlaNetwork network = networkOf(experiment("lstm"), false);
        Step step(*device_, network);
        step.stopped = 1;
        std::vector<Numbers> gradients;
        step.run(&gradients);
        for (const Numbers& piece : gradients)
            for (const double one : piece) QCOMPARE(one, 0.0);
    }

    void whatIsWrongIsASentence() {
        const auto refused = device_->compile("module { nonsense }");
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().message.starts_with("XLA says: "), refused.error().message.c_str());
        QCOMPARE(XlaDevice::open(findXlaPlugins().front(), 1000).error().code, ErrorCode::NoDevice);
    }

    void stateIsKeptInPlace() {
        const XlaNetwork network = networkOf(experiment("lstm"), false);
        double state = sizeof(double);  // the mark of a bad step
        for (const XlaPiece& piece : network.pieces) state += static_cast<double>(piece.numbers) * 2 * sizeof(double);
        const XlaMemory memory = take(device_->memory(take(device_->compile(xlaStepText(network)))));
        QCOMPARE(memory.shared, state);
        QVERIFY(memory.total() > state);
    }
};

QTEST_GUILESS_MAIN(TestXlaGradients)
#include "tst_xla_gradients.moc"
