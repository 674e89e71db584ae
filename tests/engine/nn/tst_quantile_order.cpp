// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles of a network may cross: forecasts, scores and exports have them in rising order, and say how many had to be
// put so.
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "nn/losses.h"
#include "support/step_counters.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig quantileConfig() {
    ExperimentConfig config = smallConfig();
    config.loss = "pinball";
    config.precision = "fp64";
    config.quantiles = {"0.05", "0.5", "0.95"};
    config.maxSteps = 1;
    return config;
}

bool areRising(const ForecastSpread& spread) {
    for (std::size_t k = 1; k < spread.quantiles.size(); ++k)
        for (std::size_t i = 0; i < spread.quantiles[k].size(); ++i)
            if (!(spread.quantiles[k][i] >= spread.quantiles[k - 1][i])) return false;
    return !spread.quantiles.empty() && !spread.quantiles.front().empty();
}

}  // namespace

class TestQuantileOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void crossedOnesArePutInOrder() {
        LossContext context;
        context.levels = {0.1, 0.5, 0.9};
        const at::Tensor output = at::tensor({3.0, 1.0, 2.0, 1.0, 2.0, 2.0}, at::kDouble).view({1, 2, 1, 3});
        QVERIFY(spreadForecast(output, "pinball", context)
                    .equal(at::tensor({1.0, 2.0, 3.0, 1.0, 2.0, 2.0}, at::kDouble).view({1, 2, 1, 3})));
        QVERIFY(pointForecast(output, "pinball").equal(at::full({1, 2, 1}, 2.0, at::kDouble)));
        const at::Tensor crossed = crossedQuantiles(output, "pinball");
        QVERIFY(crossed[0][0][0].item<bool>() && !crossed[0][1][0].item<bool>());  // equal ones do not cross
        for (const char* loss : {"mse", "gaussian-nll"}) QVERIFY(!crossedQuantiles(output, loss).defined());
        QVERIFY(!crossedQuantiles(output.narrow(3, 0, 1), "pinball").defined());
        // What is trained is the output as it is.
        context.quantiles = at::tensor(context.levels, at::kDouble);
        const at::Tensor target = at::full({1, 2, 1}, 5.0, at::kDouble);
        QVERIFY(findLoss("pinball")->compute(output, target, context).item<double>() >
                findLoss("pinball")->compute(risingQuantiles(output), target, context).item<double>());
    }

    // On a GPU the distribution's inverse would be compiled while the run waits, and the levels copied for each block.
    void levelsOfADistributionAreKnownBefore() {
        ExperimentConfig config = quantileConfig();
        config.quantiles = {"0.025", "0.5", "0.9"};
        const LossContext context = makeLossContext(config, at::TensorOptions(at::kFloat));
        const double wanted[] = {-1.959963984540054, 0, 1.2815515655446004};
        const at::Tensor output = at::tensor({3.0, 0.7}, at::kDouble).view({1, 1, 1, 2});
        const double deviation = std::sqrt(std::log1p(std::exp(0.7)) + 1e-6);
        const CallCounter calls;
        const at::Tensor spread = spreadForecast(output, "gaussian-nll", context);
        QCOMPARE(calls.of("aten::special_ndtri") + calls.of("aten::_local_scalar_dense"), std::int64_t{0});
        for (std::int64_t k = 0; k < 3; ++k)
            QVERIFY(std::abs(spread.flatten()[k].item<double>() - (3 + deviation * wanted[k])) < 1e-12);
        QVERIFY(std::abs(spread.flatten()[3].item<double>() - deviation) < 1e-12);
    }

    void orderIsNeverWorse() {
        at::manual_seed(3);
        LossContext context;
        context.levels = {0.05, 0.25, 0.5, 0.75, 0.95};
        context.quantiles = at::tensor(context.levels, at::kDouble);
        const Loss& loss = *findLoss("pinball");
        for (int i = 0; i < 200; ++i) {
            const at::Tensor output = at::randn({1, 1, 1, 5}, at::kDouble), target = at::randn({1, 1, 1}, at::kDouble);
            QVERIFY(loss.compute(risingQuantiles(output), target, context).item<double>() <=
                    loss.compute(output, target, context).item<double>() + 1e-15);
        }
    }

    void scoresAndForecastsOfARun() {
        Rig rig(quantileConfig());
        const Evaluation fresh = evaluate(*rig.objective, *rig.validation, true, {}, rig.team.get());
        QVERIFY(areRising(fresh.spread));
        QCOMPARE(fresh.spread.quantiles[1], fresh.forecasts);
        QVERIFY(fresh.spread.crossed > 0 && fresh.spread.crossed <= 1);  // nobody has taught them an order

        const auto engine = take(openEngine());
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(quantileConfig(), {}, "test"));
        ForecastRequest request;
        request.runFolder = record->folder();
        const Received received = runToEnd(*engine, quantileConfig(), std::move(record));
        const ForecastSet set = take(engine->forecast(request, {}));
        QVERIFY(areRising(set.spread));
        QCOMPARE(set.spread.quantiles[1], set.forecast);
        for (const char* scale : {"original", "standardised"}) {
            QCOMPARE(score(set.scores, "model", "crossed", scale), set.spread.crossed);
            QCOMPARE(score(received.last<RunEnd>()->scores, "model", "crossed", scale), set.spread.crossed);
        }
        QVERIFY(set.spread.crossed >= 0);

        ExperimentConfig normal = quantileConfig();
        normal.loss = "gaussian-nll";
        Rig other(normal);
        // Theirs cannot
        QVERIFY(std::isnan(evaluate(*other.objective, *other.validation, true, {}, other.team.get()).spread.crossed));
    }
};

QTEST_GUILESS_MAIN(TestQuantileOrder)
#include "tst_quantile_order.moc"
