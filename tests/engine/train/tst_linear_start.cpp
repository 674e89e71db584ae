// SPDX-License-Identifier: GPL-3.0-or-later
// The linear path that is fitted and held, and windows that are scaled by themselves, both against float64 references.
// Holds core/batch/window_source.cpp, core/train/simple_maps.cpp, core/train/start_choice.cpp and
// core/train/start_families.cpp.
#include "baselines/baselines.h"
#include "baselines/season.h"
#include "config/linear_path.h"
#include "data/recipe/window_scale.h"
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "train/linear_start.h"
#include "train/simple_maps.h"

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

LinearStart fit(Rig& rig) {
    const auto train =
        makeWindowSource(rig.plan, std::make_shared<const DeviceSeries>(placeSeries(rig.plan)), ExamplePart::Train);
    return fitLinearPath(rig.plan, *rig.objective, *train, *rig.validation,
                         findSeason(*rig.plan.prepared, rig.plan.config.lookback));
}

/// Normal numbers from a congruence: sums of twelve.
class Normal {
public:
    explicit Normal(std::uint64_t seed) : state_(seed) {}
    double operator()() {
        double sum = -6;
        for (int i = 0; i < 12; ++i)
            state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL,
            sum += static_cast<double>(state_ >> 11) / 9007199254740992.0;
        return sum;
    }

private:
    std::uint64_t state_;
};

/// A file with a column for each of them.
std::string fileOf(const QTemporaryDir& folder, const std::vector<std::vector<double>>& columns) {
    QFile file(folder.filePath(QStringLiteral("made.csv")));
    if (!file.open(QIODevice::WriteOnly)) return {};
    for (std::size_t c = 0; c < columns.size(); ++c) file.write((c > 0 ? ",y" : "y") + QByteArray::number(c));
    file.write("\n");
    for (std::size_t row = 0; row < columns.front().size(); ++row) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            file.write((c > 0 ? "," : "") + QByteArray::number(columns[c][row], 'g', 17));
        file.write("\n");
    }
    return file.fileName().toStdString();
}

/// Of the untrained network over the test part, on the scale of the recipe.
double testError(Rig& rig) {
    const auto test =
        makeWindowSource(rig.plan, std::make_shared<const DeviceSeries>(placeSeries(rig.plan)), ExamplePart::Test);
    return evaluate(*rig.objective, *test, false).mse;
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
        const double least = minWindowScales(*rig.plan.prepared)[0];
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

    // Where smoothing starts at the window's first row it is the baseline of that name, to rounding.
    void smoothingOfAWindowIsTheBaseline() {
        Normal normal(3);
        std::vector<double> values;
        for (int row = 0; row < 120; ++row) values.push_back((row > 0 ? values.back() : 0) + normal());
        QTemporaryDir folder;
        ExperimentConfig config = fitted("sine");
        config.dataPath = fileOf(folder, {values});
        config.split = "60%/20%/20%";
        config.recipe = {};
        const Rig rig(config);
        constexpr std::int64_t kLookback = 60, kSteps = 5;
        const WindowSet windows{kLookback, kSteps, 1, {0}, 0, 0};
        const SmoothingFit fit = fitSmoothing(values, rig.plan.prepared->split.train, 1);
        const at::Tensor window = at::tensor(values, at::kDouble).narrow(0, 0, kLookback).unsqueeze(0);
        for (const Baseline& baseline : baselines()) {
            const std::string_view key = baseline.key;
            if (key != "smoothing" && key != "theta") continue;
            const auto expected =
                take(baseline.forecast(*rig.plan.prepared, windows, std::array<std::int64_t, 1>{1}, {}));
            at::Tensor made =
                window.mm(smoothingMap(kLookback, kSteps, key == "theta" ? fit.flat : fit.damped, 1)).squeeze(0);
            if (key == "theta") made = made + fit.slope / 2 * (at::arange(kSteps, at::kDouble) + 1 / fit.flat.alpha);
            QVERIFY2(at::allclose(made, at::tensor(expected, at::kDouble), 1e-9, 1e-9), baseline.key);
        }
    }
    // A season that repeats exactly, on any level: taken off before smoothing and given back, nothing of it is left.
    void smoothingKnowsTheSeasonOfItsWindow() {
        for (const std::int64_t lookback : {14, 15, 23}) {
            std::vector<double> values;
            for (std::int64_t row = 0; row < lookback + 9; ++row)
                values.push_back(5 + std::vector<double>{4, -1, -5, 2, 0, 3, -3}[static_cast<std::size_t>(row % 7)]);
            Smoother weights;
            weights.alpha = 0.3;
            const at::Tensor all = at::tensor(values, at::kDouble).unsqueeze(0);
            QVERIFY(at::allclose(all.narrow(1, 0, lookback).mm(smoothingMap(lookback, 9, weights, 7)),
                                 all.narrow(1, lookback, 9), 1e-9, 1e-9));
            QVERIFY(at::allclose(all.narrow(1, 0, lookback).mm(lastSeasonMap(lookback, 9, 7)),
                                 all.narrow(1, lookback, 9), 1e-12, 1e-12));
        }
    }

    // Changes from one season to the next that go on for some rows: no single map of the window but the season's.
    void theStartKnowsTheSeason() {
        double with = 0, naive = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Normal normal(seed);
            std::vector<double> values;
            double change = 0;
            for (std::size_t row = 0; row < 170; ++row) {
                change = 0.9 * change + 0.4 * normal();
                values.push_back(row < 12 ? 4 * normal() : values[row - 12] + change);
            }
            QTemporaryDir folder;
            ExperimentConfig config = fitted("sine");
            config.dataPath = fileOf(folder, {values});
            config.lookback = 36;
            config.horizon = 6;
            config.split = "60%/20%/20%";
            Rig rig(config);
            const LinearStart start = fit(rig);
            QVERIFY2(start.describe().english().starts_with("The linear path starts as"),
                     start.describe().english().c_str());
            with += std::log(testError(rig));
            const auto all = take(runBaselines(*rig.plan.prepared, rig.plan.windows.test));
            double best = all.front().standardised.mse;
            for (const BaselineForecast& one : all) best = std::min(best, one.standardised.mse);
            naive += std::log(best);
        }
        const double ratio = std::exp((with - naive) / 6);
        qInfo() << "start over the best baseline" << ratio;
        QVERIFY2(ratio < 0.95, qPrintable(QString::number(ratio)));
    }
    // Targets that have nothing to do with each other, and few rows: each is forecast from its own column.
    void targetsThatDoNotHelpDoNoHarm() {
        constexpr std::size_t kTargets = 6;
        std::vector<std::vector<double>> columns(kTargets);
        for (std::size_t c = 0; c < kTargets; ++c) {
            Normal normal(20 + c);
            for (std::size_t row = 0; row < 220; ++row)
                columns[c].push_back(row < 2 ? normal()
                                             : 1.6 * columns[c][row - 1] - 0.8 * columns[c][row - 2] + normal());
        }
        QTemporaryDir folder;
        ExperimentConfig config = fitted("sine");
        config.split = "60%/20%/20%";
        double alone = 0;
        for (const std::vector<double>& column : columns) {
            config.dataPath = fileOf(folder, {column});
            Rig rig(config);
            fit(rig);
            alone += testError(rig) / kTargets;
        }
        config.dataPath = fileOf(folder, columns);
        config.targets = {"y0", "y1", "y2", "y3", "y4", "y5"};
        Rig rig(config);
        fit(rig);
        const double together = testError(rig);
        qInfo() << "together" << together << "alone" << alone;
        QVERIFY2(together < 1.03 * alone, qPrintable(QStringLiteral("%1 beside %2").arg(together).arg(alone)));
    }
    // Families that are fitted to distances from a level are maps of the plain window.
    void everyFamilyIsALinearMapOfTheWindow() {
        Normal normal(5);
        at::Tensor values = at::zeros({400}, at::kDouble);
        for (std::int64_t row = 0; row < 400; ++row) values[row] = 0.01 * static_cast<double>(row) + normal();
        const StartShape shape{12, 1, 4, {0}, 4, "none"};
        const at::Tensor all = values.unfold(0, 16, 1).clone();
        const StartWindows fit{all.narrow(1, 0, 12), all.narrow(1, 12, 4), at::ones({all.size(0), 4}, at::kDouble)};
        const std::vector<StartFamily> families = startFamilies(shape, fit, {SmoothingFit{}});
        QCOMPARE(families.size(), std::size_t{7});
        // From the last value, and by window: weights that add to 1, so the forecast moves with the level.
        for (const std::size_t family : {1, 2, 4, 6})
            for (const StartMap& one : families[family].maps)
                QVERIFY2(at::allclose(one.map.sum(0), at::ones({4}, at::kDouble), 1e-9, 1e-9),
                         families[family].name.source);
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
            QVERIFY2(end.contains(adds ? "lower validation loss by the recurrent part"
                                       : "by the linear path alone: no epoch was better"),
                     qPrintable(end));
            // From what the path was put together is kept with the run.
            const QString start = QString::fromStdString(received.last<RunMarker>()->text.english());
            QVERIFY2(start.startsWith("The linear path starts as") && start.endsWith("%)"), qPrintable(start));
        }
    }

    void theSharesOfChanceFollowTheRows() {
        ExperimentConfig config = fitted("sine");
        const Rig rig(config);
        const double blocks = static_cast<double>(rig.plan.windows.validation.size() + config.horizon - 1) /
                              static_cast<double>(config.horizon);
        QVERIFY(std::abs(minGain(rig.plan) - 1 / std::sqrt(blocks)) < 1e-12);
        config.initialisation = "uniform";
        QCOMPARE(minGain(Rig(config).plan), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestLinearStart)
#include "tst_linear_start.moc"
