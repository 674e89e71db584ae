// SPDX-License-Identifier: GPL-3.0-or-later
// The linear path that is fitted and held, and windows that are scaled by themselves, both against float64 references.
#include "baselines/baselines.h"
#include "config/linear_path.h"
#include "data/window_scale.h"
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "train/linear_start.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig fitted(const char* builtin) {
    ExperimentConfig config = smallConfig();
    config.builtin = builtin;
    config.builtinLength = 400;
    config.lookback = 12;
    config.horizon = 4;
    config.linearPath = true;
    config.initialisation = kLeastSquares;
    config.precision = "fp64";
    return config;
}

void fit(Rig& rig) {
    const auto train =
        makeWindowSource(rig.plan, std::make_shared<const DeviceSeries>(placeSeries(rig.plan)), ExamplePart::Train);
    fitLinearPath(rig.plan, *rig.objective, *train, *rig.validation, findSeason(*rig.plan.prepared));
}

Batch allOf(const ExampleSource& source) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(source.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i);
    return source.gather(source.placeOrder(numbers), 0, source.size());
}

}  // namespace

class TestLinearStart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // RevIN by hand: mean and deviation (divided by n) of the window, the deviation at least a hundredth of that of the
    // training rows, and back without loss.
    void windowsAreScaledByThemselves_data() {
        QTest::addColumn<bool>("onDevice");
        QTest::addColumn<bool>("gathered");
        for (const bool onDevice : {false, true})
            for (const bool gathered : {false, true})
                QTest::addRow("%s, %s", onDevice ? "on the device" : "with the host",
                              gathered ? "gathered" : "one by one")
                    << onDevice << gathered;
    }
    void windowsAreScaledByThemselves() {
        QFETCH(bool, onDevice);
        QFETCH(bool, gathered);
        ExperimentConfig config = fitted("sine-mix");
        config.anchor = "revin";
        config.deviceData = onDevice;
        config.deviceGather = gathered;
        const Rig rig(config);
        const Batch batch = rig.validation->gather(rig.validation->placeOrder({0, 7}), 0, 2);
        const auto& values = rig.plan.prepared->table.columns[rig.plan.prepared->targets[0]].values;
        const double least = leastWindowScales(*rig.plan.prepared)[0];
        for (std::int64_t b = 0; b < 2; ++b) {
            const std::int64_t start = rig.plan.windows.validation.starts[b == 0 ? 0 : 7];
            double mean = 0, squares = 0;
            for (std::int64_t t = 0; t < config.lookback; ++t)
                mean += values[static_cast<std::size_t>(start + t)] / static_cast<double>(config.lookback);
            for (std::int64_t t = 0; t < config.lookback; ++t)
                squares += std::pow(values[static_cast<std::size_t>(start + t)] - mean, 2);
            const double scale = std::max(least, std::sqrt(squares / static_cast<double>(config.lookback)));
            QVERIFY(std::abs(batch.anchor[b][0].item<double>() - mean) < 1e-12 &&
                    std::abs(batch.scale[b][0].item<double>() - scale) < 1e-12);
            for (std::int64_t t = 0; t < config.lookback; ++t)
                QVERIFY(std::abs(batch.input[t][b][0].item<double>() -
                                 (values[static_cast<std::size_t>(start + t)] - mean) / scale) < 1e-11);
            for (std::int64_t h = 0; h < config.horizon; ++h) {
                const double seen = targetAsSeen(batch)[b][h][0].item<double>();
                QVERIFY(std::abs(seen * scale + mean - values[static_cast<std::size_t>(start + config.lookback + h)]) <
                        1e-12);
            }
        }
    }

    void aStillWindowIsNotBlownUp() {
        Batch batch;
        batch.input = at::full({6, 2, 1}, 3.0, at::kDouble);
        batch.input[5][1][0] = 3.0 + 1e-9;
        const at::Tensor past = batch.input.clone();
        anchorBatch({"revin", {0}, at::full({1}, 0.01, at::kDouble)}, past, batch);
        QCOMPARE(batch.scale[0][0].item<double>(), 0.01);
        QCOMPARE(batch.scale[1][0].item<double>(), 0.01);
        QVERIFY(batch.input.abs().max().item<double>() < 1e-6);
    }

    // Levels move and stretch; the variance of a Gaussian is multiplied by the square of the scale.
    void headsAreScaled_data() {
        QTest::addColumn<QString>("loss");
        for (const char* loss : {"mse", "pinball", "gaussian-nll"}) QTest::newRow(loss) << loss;
    }
    void headsAreScaled() {
        QFETCH(QString, loss);
        ExperimentConfig config = fitted("sine-mix");
        config.initialisation = "uniform";
        config.linearPath = false;
        config.loss = loss.toStdString();
        config.anchor = "revin";
        const Rig rig(config);
        const at::NoGradGuard noGrad;
        const Batch batch = allOf(*rig.validation);
        const at::Tensor plain = rig.model->forwardForecast(batch.input, {}).output,
                         scaled = rig.objective->run(batch, {}).output;
        const at::Tensor level = batch.anchor.view({-1, 1, 1, 1}), scale = batch.scale.view({-1, 1, 1, 1});
        const std::int64_t levels = config.loss == "gaussian-nll" ? 1 : plain.size(3);
        QVERIFY(at::allclose(scaled.narrow(3, 0, levels), plain.narrow(3, 0, levels) * scale + level, 1e-12, 1e-12));
        if (levels == plain.size(3)) return;
        const at::Tensor expected = (gaussianVariance(plain.narrow(3, 1, 1)) * scale.square()).clamp_min(2e-6);
        QVERIFY(at::allclose(gaussianVariance(scaled.narrow(3, 1, 1)), expected, 1e-9, 1e-12));
        // Large variances do not overflow on the way.
        const at::Tensor large =
            scaledGaussianSpread(at::full({1}, 500.0, at::kDouble), at::full({1}, 10.0, at::kDouble));
        QVERIFY(std::abs(gaussianVariance(large).item<double>() / 50000.0001 - 1) < 1e-9);
    }

    // A series that is a linear recurrence: the fitted path alone forecasts it.
    void aLinearSeriesIsForecastBeforeTheFirstStep_data() {
        QTest::addColumn<QString>("anchor");
        QTest::addColumn<QString>("decoder");
        for (const char* anchor : {"none", "last", "revin"})
            for (const char* decoder : {"direct", "recursive"})
                QTest::addRow("%s, %s", anchor, decoder) << anchor << decoder;
    }
    void aLinearSeriesIsForecastBeforeTheFirstStep() {
        QFETCH(QString, anchor);
        QFETCH(QString, decoder);
        ExperimentConfig config = fitted("sine");
        config.anchor = anchor.toStdString();
        config.decoder = decoder.toStdString();
        Rig rig(config);
        const double before = evaluate(*rig.objective, *rig.validation, false).mse;
        fit(rig);
        const double after = evaluate(*rig.objective, *rig.validation, false).mse;
        QVERIFY2(after < 1e-4 && after < 1e-3 * before, qPrintable(QString::number(after)));
        QCOMPARE(rig.model->parameters().find("head.weight")->value.abs().max().item<double>(), 0.0);
    }

    // Where nothing is better than the last value by more than chance, the start is the last value, exactly.
    void aWalkStartsAtItsLastValue() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("walk.csv"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("y\n");
        double walk = 0;
        std::uint64_t state = 7;
        for (int row = 0; row < 1000; ++row) {
            double sum = -6;
            for (int i = 0; i < 12; ++i)
                state = state * 6364136223846793005ULL + 1442695040888963407ULL,
                sum += static_cast<double>(state >> 11) / 9007199254740992.0;
            file.write(QByteArray::number(walk += sum, 'g', 12) + '\n');
        }
        file.close();
        ExperimentConfig config = fitted("sine");
        config.dataPath = path.toStdString();
        config.anchor = "revin";
        Rig rig(config);
        fit(rig);
        const at::NoGradGuard noGrad;
        const Batch batch = allOf(*rig.validation);
        const at::Tensor last = batch.input.select(0, config.lookback - 1) * batch.scale + batch.anchor;  // [batch, 1]
        QVERIFY(at::allclose(rig.objective->point(rig.objective->run(batch, {}).output).squeeze(2),
                             last.expand({-1, config.horizon}), 1e-9, 1e-9));
    }

    // An S-curve that flattens where the test part begins: a trend that falls off is among the maps, and the forecast
    // does not run on past it.
    void aGrowthThatFlattensIsNotRunPast() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("growth.csv"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("y\n");
        std::uint64_t state = 13;
        for (int row = 0; row < 90; ++row) {
            double noise = -6;
            for (int i = 0; i < 12; ++i)
                state = state * 6364136223846793005ULL + 1442695040888963407ULL,
                noise += static_cast<double>(state >> 11) / 9007199254740992.0;
            file.write(QByteArray::number(100 / (1 + std::exp(-(row - 50) / 12.0)) + noise, 'g', 12) + '\n');
        }
        file.close();
        ExperimentConfig config = fitted("sine");
        config.dataPath = path.toStdString();
        config.anchor = "revin";
        config.lookback = 18;
        config.horizon = 9;
        config.split = "60%/20%/20%";
        Rig rig(config);
        fit(rig);
        const auto test =
            makeWindowSource(rig.plan, std::make_shared<const DeviceSeries>(placeSeries(rig.plan)), ExamplePart::Test);
        const at::NoGradGuard noGrad;
        const Batch batch = allOf(*test);
        const at::Tensor last = batch.input.select(0, config.lookback - 1) * batch.scale + batch.anchor;
        const at::Tensor made = rig.objective->point(rig.objective->run(batch, {}).output).squeeze(2);
        const at::Tensor truth = batch.target.squeeze(2);
        const double error = (made - truth).square().mean().item<double>(),
                     still = (last - truth).square().mean().item<double>();
        QVERIFY2(error < 0.9 * still, qPrintable(QStringLiteral("%1 beside %2").arg(error).arg(still)));
    }

    // The same forecasts in another unit and from another zero, whether the recipe scales the data or not, and whatever
    // the unit of another input.
    void theStartKnowsNoUnit_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("offset");
        QTest::addColumn<double>("ofTheOther");
        QTest::newRow("small") << 1e-6 << 0.0 << 1.0;
        QTest::newRow("large") << 1e6 << 0.0 << 1.0;
        QTest::newRow("offset") << 1.0 << 1e6 << 1.0;
        QTest::newRow("another input") << 1.0 << 0.0 << 1e3;
    }
    void theStartKnowsNoUnit() {
        QFETCH(double, factor);
        QFETCH(double, offset);
        QFETCH(double, ofTheOther);
        QTemporaryDir folder;
        const auto forecasts = [&](double times, double plus, double other, bool isScaled) {
            const QString path = folder.filePath(QStringLiteral("y.csv"));
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
            file.write("x,y\n");
            std::uint64_t state = 5;
            double y = 0, x = 0;
            for (int row = 0; row < 500; ++row) {
                state = state * 6364136223846793005ULL + 1442695040888963407ULL;
                y = 0.6 * y + x + 0.3 * std::sin(row);
                x = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
                file.write(QByteArray::number(x * other * times + plus, 'g', 17) + ',' +
                           QByteArray::number(y * times + plus, 'g', 17) + '\n');
            }
            file.close();
            ExperimentConfig config = fitted("sine");
            config.dataPath = path.toStdString();
            config.targets = {"y"};
            config.inputs = {"x", "y"};
            config.anchor = isScaled ? "none" : "last";
            config.recipe.clear();
            if (isScaled) config.recipe = {"standardise"};
            Rig rig(config);
            fit(rig);
            const at::NoGradGuard noGrad;
            const Batch batch = allOf(*rig.validation);
            const at::Tensor made = rig.objective->point(rig.objective->run(batch, {}).output).to(at::kDouble);
            return isScaled ? made : (made - plus) / times;
        };
        // An offset takes 1e6 times as many of the digits, and the weakest penalty, 1e-6, leaves equations whose
        // condition is 24 columns over it.
        const double share = 2.3e-16 * std::max(1.0, offset) * 24 / 1e-6;
        for (const bool isScaled : {true, false}) {
            const at::Tensor plain = forecasts(1, 0, 1, isScaled),
                             same = forecasts(factor, offset, ofTheOther, isScaled);
            const double gap = (plain - same).abs().max().item<double>();
            QVERIFY2(gap < share * plain.abs().max().item<double>(), qPrintable(QString::number(gap)));
        }
    }

    // No optimiser, no decay and no penalty touches the path; the rest learns.
    void thePathIsHeld() {
        for (const bool fused : {true, false}) {
            ExperimentConfig config = fitted("sine-mix");
            config.fusedOptimiser = fused;
            config.optimiser = "adamw";
            config.weightDecay = 0.1;
            config.l1 = config.l2 = 0.01;
            config.gradientNoise = 0.1;
            config.epochs = 2;
            Rig rig(config);
            fit(rig);
            const at::Tensor path = rig.model->parameters().find("linear.weight")->value.detach().clone(),
                             head = rig.model->parameters().find("head.weight")->value.detach().clone();
            QVERIFY(path.abs().max().item<double>() > 0);
            rig.trainer->run();
            QVERIFY(rig.model->parameters().find("linear.weight")->value.equal(path));
            QVERIFY(!rig.model->parameters().find("head.weight")->value.equal(head));
        }
        // One that is not fitted learns as before.
        ExperimentConfig config = fitted("sine-mix");
        config.initialisation = "uniform";
        Rig rig(config);
        rig.trainer->run();
        QVERIFY(rig.model->parameters().find("linear.weight")->value.abs().max().item<double>() > 0);
    }

    // Quantiles start at those of the errors, a Gaussian at their variance.
    void headsStartWithTheirSpread() {
        for (const char* loss : {"pinball", "gaussian-nll"}) {
            ExperimentConfig config = fitted("sine-mix");
            config.loss = loss;
            Rig rig(config);
            fit(rig);
            const at::NoGradGuard noGrad;
            const Batch batch = allOf(*rig.validation);
            // [batch, horizon, values]
            const at::Tensor output = rig.objective->run(batch, {}).output.squeeze(2), target = batch.target.squeeze(2);
            if (config.loss == "pinball") {
                for (std::int64_t q = 0; q < 3; ++q) {
                    const double share = (target <= output.select(2, q)).to(at::kDouble).mean().item<double>();
                    QVERIFY2(std::abs(share - std::stod(config.quantiles[static_cast<std::size_t>(q)])) < 0.05,
                             qPrintable(QString::number(share)));
                }
            } else {
                const at::Tensor measured = (target - output.select(2, 0)).square().mean(0),
                                 message = gaussianVariance(output.select(2, 1))[0];
                QVERIFY(at::allclose(message, measured, 1e-6, 1e-9));
            }
        }
    }

    // Without a gain beyond chance the start stays the best, and the end says so.
    void aRunSaysWhatTheNetworkAdds() {
        const auto engine = take(openEngine());
        for (const bool adds : {false, true}) {
            ExperimentConfig config = fitted(adds ? "mackey-glass" : "sine-mix");
            config.precision = "fp32";
            config.builtinLength = 800;
            config.lookback = 32;
            config.hiddenSize = 16;
            config.epochs = adds ? 15 : 2;
            config.learningRate = adds ? 0.01 : 1e-7;
            const Received received = runToEnd(*engine, config);
            const QString end = QString::fromStdString(received.last<RunEnd>()->why.english());
            QVERIFY2(end.contains(adds ? "the recurrent part lowers the validation loss by"
                                       : "the recurrent part adds nothing to the linear path here"),
                     qPrintable(end));
        }
    }

    void theSharesOfChanceFollowTheRows() {
        ExperimentConfig config = fitted("sine");
        const Rig rig(config);
        const double blocks = static_cast<double>(rig.plan.windows.validation.size() + config.horizon - 1) /
                              static_cast<double>(config.horizon);
        QVERIFY(std::abs(leastGain(rig.plan) - 0.5 / std::sqrt(blocks)) < 1e-12);
        config.initialisation = "uniform";
        QCOMPARE(leastGain(Rig(config).plan), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestLinearStart)
#include "tst_linear_start.moc"
