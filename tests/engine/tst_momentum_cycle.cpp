// SPDX-License-Identifier: GPL-3.0-or-later
// The momentum of one cycle against PyTorch 2.11's OneCycleLR(max_lr=0.05, total_steps=20), and in a run that is resumed.
#include "config/schedule_curve.h"
#include "engine/nn_support.h"
#include "engine/train_support.h"
#include "train/optimizers.h"

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

}  // namespace

class TestMomentumCycle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theCurveIsPyTorchs() {
        const std::vector<double> wanted = {0.95,               0.9404508497187474, 0.9154508497187474, 0.8845491502812526, 0.8595491502812526, 0.85,               0.8512536043909088,
                                            0.854951556604879,  0.8609084258765984, 0.8688255099070633, 0.878305813044122,  0.8888739533021842, 0.8999999999999999, 0.9111260466978157,
                                            0.9216941869558779, 0.9311744900929366, 0.9390915741234015, 0.945048443395121,  0.9487463956090911, 0.95};
        for (std::int64_t step = 0; step < kSteps; ++step) {
            const double want = wanted[static_cast<std::size_t>(step)];
            QVERIFY(std::abs(withScheduledMomentum(cycling("sgd"), {step, kSteps, 0}).momentum - want) < 1e-14);
            QVERIFY(std::abs(withScheduledMomentum(cycling("adam"), {step, kSteps, 0}).beta1 - want) < 1e-14);
        }
        QVERIFY(!cyclesMomentum(cycling("adagrad")));
        ExperimentConfig constant = cycling("adam");
        constant.schedule = "constant";
        QVERIFY(!cyclesMomentum(constant));
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
                for (const ParameterBuffer& buffer : model->parameters().buffers()) buffer.gradients.fill_(std::cos(0.7 * static_cast<double>(step)));
                const ScheduleMoment moment{step, kSteps, 0};
                optimise.step(withScheduledMomentum(config, moment), scheduledRate(config, moment));
            }
            for (const ParameterBuffer& buffer : model->parameters().buffers()) {
                const double worst = (buffer.values - last).abs().max().item<double>();
                QVERIFY2(worst < 1e-13, qPrintable(QString::number(worst)));
            }
        }
    }

    void aRunGoesThroughItAlsoWhenResumed() {
        ExperimentConfig config = cycling("adam");
        config.builtinLength = 300;
        config.lookback = 8;
        config.horizon = 3;
        config.hiddenSize = 5;
        config.batchSize = 16;
        config.epochs = 2;
        config.threads = 1;
        config.device = "cpu";
        config.checkpointSeconds = 0;
        TrainBench whole(config);
        QCOMPARE(whole.run(), TrainEnd::Finished);
        TrainBench resumed(config);
        const TrainingState& half = whole.saved.at(whole.saved.size() / 2);
        QVERIFY(half.counters.step > 0 && half.counters.step < whole.saved.back().counters.step);
        QVERIFY(resumed.trainer().restore(half).ok());
        QCOMPARE(resumed.run(), TrainEnd::Finished);
        QCOMPARE(weightGap(resumed.weights(), whole.weights()), 0.0);
        const std::vector<double> told = whole.metric(MetricId::Momentum);
        const std::int64_t steps = whole.saved.back().counters.step;
        QCOMPARE(std::ssize(told), steps);
        for (std::int64_t step = 0; step < steps; ++step) QCOMPARE(told[static_cast<std::size_t>(step)], scheduledMomentum(config, {step, steps, 0}));
        config.oneCycleMomentum = false;
        TrainBench without(config);
        QCOMPARE(without.run(), TrainEnd::Finished);
        QVERIFY(without.metric(MetricId::Momentum).empty());
        QVERIFY(weightGap(without.weights(), whole.weights()) > 1e-6);
    }
};

QTEST_GUILESS_MAIN(TestMomentumCycle)
#include "tst_momentum_cycle.moc"
