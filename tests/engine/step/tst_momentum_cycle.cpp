// SPDX-License-Identifier: GPL-3.0-or-later
// The momentum of one cycle against PyTorch 2.11's OneCycleLR(max_lr=0.05, total_steps=20), and in a run that is
// resumed.
#include "config/schedule_curve.h"
#include "engine/nn_support.h"
#include "engine/train_support.h"
#include "step/optimizers.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::int64_t kSteps = 20;

ExperimentConfig cycling(const char* optimiser) {
    ExperimentConfig config;
    config.optimiser = optimiser;
    config.schedule = "one-cycle";
    config.oneCycleMomentum = true;
    config.learningRate = 0.05;
    return config;
}

ExperimentConfig shortRun(const char* optimiser) {
    ExperimentConfig config = cycling(optimiser);
    config.builtinLength = 300;
    config.lookback = 8;
    config.horizon = 3;
    config.hiddenSize = 5;
    config.batchSize = 16;
    config.epochs = 2;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

}  // namespace

class TestMomentumCycle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theCurveIsPyTorchs() {
        const std::vector<double> wanted = {0.95,
                                            0.9404508497187474,
                                            0.9154508497187474,
                                            0.8845491502812526,
                                            0.8595491502812526,
                                            0.85,
                                            0.8512536043909088,
                                            0.854951556604879,
                                            0.8609084258765984,
                                            0.8688255099070633,
                                            0.878305813044122,
                                            0.8888739533021842,
                                            0.8999999999999999,
                                            0.9111260466978157,
                                            0.9216941869558779,
                                            0.9311744900929366,
                                            0.9390915741234015,
                                            0.945048443395121,
                                            0.9487463956090911,
                                            0.95};
        for (std::int64_t step = 0; step < kSteps; ++step) {
            const double want = wanted[static_cast<std::size_t>(step)];
            for (const char* optimiser : {"sgd", "adam"})
                QVERIFY(std::abs(scheduledMomentum(cycling(optimiser), {step, kSteps, 0}) - want) < 1e-14);
        }
        QVERIFY(!cyclesMomentum(cycling("adagrad")));
        ExperimentConfig constant = cycling("adam");
        constant.schedule = "constant";
        constant.beta1 = 0.8;
        constant.momentum = 0.7;
        QVERIFY(!cyclesMomentum(constant));
        QCOMPARE(scheduledMomentum(constant, {7, kSteps, 0}), 0.8);
        constant.optimiser = "sgd";
        QCOMPARE(scheduledMomentum(constant, {7, kSteps, 0}), 0.7);
    }

    void weightsArePyTorchs_data() {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<bool>("nesterov");
        QTest::addColumn<double>("decay");
        QTest::addColumn<double>("last");
        QTest::newRow("sgd") << "sgd" << false << 0.0 << 0.45603520511105244;
        QTest::newRow("nesterov") << "sgd" << true << 0.01 << 0.49232434337402586;
        QTest::newRow("rmsprop") << "rmsprop" << false << 0.0 << -0.6820025754722063;
        QTest::newRow("adam") << "adam" << false << 0.01 << 0.5399715465397948;
        QTest::newRow("adamw") << "adamw" << false << 0.01 << 0.5402615596640253;
        QTest::newRow("nadam") << "nadam" << false << 0.0 << 0.5520389070362529;
    }
    // A weight of 0.5 and the gradients cos(0.7 t).
    void weightsArePyTorchs() {
        QFETCH(QString, optimiser);
        QFETCH(bool, nesterov);
        QFETCH(double, decay);
        QFETCH(double, last);
        ExperimentConfig config = cycling(qPrintable(optimiser));
        config.nesterov = nesterov;
        config.weightDecay = decay;
        config.hiddenSize = 2;
        config.lookback = 4;
        if (optimiser == "rmsprop") config.beta2 = 0.99;
        for (const bool fused : {false, true}) {
            config.fusedOptimiser = fused;
            const auto model = makeModel(config, {1, 1, 0, 0});
            const at::NoGradGuard noGrad;
            for (const ParameterBuffer& buffer : model->parameters().buffers()) buffer.values.fill_(0.5);
            Optimiser optimise(config, model->parameters());
            for (std::int64_t step = 0; step < kSteps; ++step) {
                for (const ParameterBuffer& buffer : model->parameters().buffers())
                    buffer.gradients.fill_(std::cos(0.7 * static_cast<double>(step)));
                optimise.step(config, optimise.onDevice(scheduledStep(config, {step, kSteps, 0})));
            }
            for (const ParameterBuffer& buffer : model->parameters().buffers()) {
                const double worst = (buffer.values - last).abs().max().item<double>();
                QVERIFY2(worst < 1e-13, qPrintable(QString::number(worst)));
            }
        }
    }

    // A launch of several steps reads the momentum of each; nothing of it may be the host's.
    void graphsGoThroughIt_data() {
        QTest::addColumn<QString>("optimiser");
        for (const char* optimiser : {"sgd", "rmsprop", "adam", "adamw", "nadam"})
            QTest::newRow(optimiser) << QString(optimiser);
    }
    void graphsGoThroughIt() {
        QFETCH(QString, optimiser);
        ExperimentConfig config = shortRun(qPrintable(optimiser));
        config.cudaGraph = false;
        TrainBench single(config);
        single.run();
        config.cudaGraph = true;
        for (const int steps : {1, 4}) {
            config.graphSteps = steps;
            int launches = 0;
            TrainBench graphed(config, [&] { return std::make_unique<ReplayedGraph>(&launches); });
            graphed.run();
            QVERIFY(launches > 0);
            QCOMPARE(weightGap(graphed.weights(), single.weights()), 0.0);
        }
        config.oneCycleMomentum = false;
        TrainBench without(config);
        without.run();
        QVERIFY(weightGap(without.weights(), single.weights()) > 1e-6);
    }

    // What a graph records must not depend on the step: two steps with the same tensors and other settings of the
    // momentum on the host.
    void nothingIsReadFromTheHost() {
        for (const char* optimiser : {"sgd", "rmsprop", "adam", "adamw", "nadam"}) {
            ExperimentConfig config = shortRun(optimiser), other = config;
            other.momentum = other.beta1 = 0.123;
            const auto updated = [&](const ExperimentConfig& read) {
                const auto model = makeModel(config, {1, 1, 0, 0});
                const at::NoGradGuard noGrad;
                Optimiser optimise(config, model->parameters());
                for (int step = 0; step < 3; ++step) {
                    for (const ParameterBuffer& buffer : model->parameters().buffers())
                        buffer.gradients.fill_(0.3 + step);
                    optimise.step(read, optimise.onDevice({0.01, 0.9}));
                }
                return model->parameters().buffers().front().values.detach().clone();
            };
            QVERIFY2(at::equal(updated(config), updated(other)), optimiser);
        }
    }

    void aRunGoesThroughItAlsoWhenResumed() {
        ExperimentConfig config = shortRun("adam");
        config.checkpointSeconds = 0;
        TrainBench whole(config);
        QCOMPARE(whole.run(), TrainEnd::Finished);
        TrainBench resumed(config);
        const TrainingState& half = whole.saved.at(whole.saved.size() / 2);
        QVERIFY(half.counters.step > 0 && half.counters.step < whole.saved.back().counters.step);
        QVERIFY(resumed.trainer().restore(half).ok());
        QCOMPARE(resumed.run(), TrainEnd::Finished);
        QCOMPARE(weightGap(resumed.weights(), whole.weights()), 0.0);
        const std::vector<double> reported = whole.metric(MetricId::Momentum);
        const std::int64_t steps = whole.saved.back().counters.step;
        QCOMPARE(std::ssize(reported), steps);
        for (std::int64_t step = 0; step < steps; ++step)
            QCOMPARE(reported[static_cast<std::size_t>(step)], scheduledMomentum(config, {step, steps, 0}));
        config.oneCycleMomentum = false;
        TrainBench without(config);
        QCOMPARE(without.run(), TrainEnd::Finished);
        QVERIFY(without.metric(MetricId::Momentum).empty());
        QVERIFY(weightGap(without.weights(), whole.weights()) > 1e-6);
    }
};

QTEST_GUILESS_MAIN(TestMomentumCycle)
#include "tst_momentum_cycle.moc"
