// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/nn/distribution_heads.cpp and core/data/count_scale.cpp.
#include "nn/distribution_heads.h"

#include "engine/session_support.h"
#include "plan/plan.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <ATen/ATen.h>
#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

bool isNear(double a, double b, double share) { return std::abs(a - b) <= share * std::max(1.0, std::abs(b)); }

LossContext contextOf(std::vector<double> levels) {
    LossContext context;
    context.levels = std::move(levels);
    context.quantiles = at::tensor(context.levels, at::kDouble);
    context.scale = at::tensor({20.0, 3.0, 5.0, 2.0}, at::kDouble).view({2, 2});  // offsets, factors of two targets
    return context;
}

/// Counts of a swinging rate, zeros among them.
std::shared_ptr<const Dataset> countData(bool isBroken = false) {
    auto series = std::make_shared<Series>();
    series->name = "counts", series->source = "made";
    std::vector<double> values;
    for (int t = 0; t < 400; ++t)
        values.push_back(std::floor(3 * (1 + std::sin(t / 4.0)) * ((t * 7919 % 1009) / 1009.0)));
    if (isBroken) values[7] = 0.5;
    series->channels.push_back({"y", "", values});
    return std::make_shared<const Dataset>(Dataset{series, nullptr});
}

ExperimentConfig countConfig() {
    ExperimentConfig config = smallConfig();
    config.targets = {"y"}, config.inputs = {"y"};
    config.loss = "negative-binomial";
    config.quantiles = {"0.1", "0.5", "0.9"};
    return config;
}

}  // namespace

class TestDistributionHeads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// scipy 1.17.1, t.ppf.
    void quantilesOfStudent() {
        const double freedoms[] = {2.0, 2.5, 5.0, 30.0, 300.0}, levels[] = {0.025, 0.1, 0.3, 0.9, 0.995};
        const double theirs[][5] = {
            {-4.302652729749464, -3.5746548420036834, -2.5705818356363155, -2.042272456301238, -1.967903011261087},
            {-1.8856180831641267, -1.7302509288071761, -1.4758840488244813, -1.3104150253913955, -1.284379867579013},
            {-0.6172133998483678, -0.597307738252318, -0.5594296444693604, -0.5300190039065046, -0.5249581580975329},
            {1.8856180831641272, 1.7302509288071766, 1.4758840488244815, 1.3104150253913955, 1.284379867579013},
            {9.924843200918287, 7.163728138948783, 4.032142983555228, 2.7499956535672254, 2.5923164108477925}};
        for (std::size_t l = 0; l < 5; ++l)
            for (std::size_t f = 0; f < 5; ++f)
                QVERIFY2(isNear(studentQuantile(levels[l], freedoms[f]), theirs[l][f], 1e-7),
                         qPrintable(QString("%1 %2").arg(levels[l]).arg(freedoms[f])));
        QCOMPARE(studentQuantile(0.5, 4), 0.0);
    }

    /// scipy 1.17.1, nbinom.ppf; above a mean of 1,000 one count may be missed.
    void quantilesOfCounts() {
        const struct {
            double mean, variance;
            double theirs[5];
        } kRows[] = {{0.3, 0.5, {0, 0, 0, 1, 2}},
                     {4, 9, {0, 1, 3, 8, 11}},
                     {100, 400, {64, 75, 99, 126, 142}},
                     {900, 1000, {839, 860, 900, 941, 963}}};
        const double levels[] = {0.025, 0.1, 0.5, 0.9, 0.975};
        for (const auto& row : kRows)
            for (std::size_t l = 0; l < 5; ++l)
                QCOMPARE(negativeBinomialQuantile(levels[l], row.mean, row.variance), row.theirs[l]);
        const double large[] = {4615, 4745, 4998, 5258, 5399};
        for (std::size_t l = 0; l < 5; ++l)
            QVERIFY(std::abs(negativeBinomialQuantile(levels[l], 5000, 40000) - large[l]) <= 1);
    }

    /// scipy 1.17.1, t.logpdf and nbinom.logpmf.
    void lossesAreLikelihoods() {
        const auto output = [](std::vector<double> values) {
            return at::tensor(values, at::kDouble).view({1, 1, 1, static_cast<std::int64_t>(values.size())});
        };
        LossContext context = contextOf({0.5});
        context.scale = at::tensor({20.0, 5.0}, at::kDouble).view({2, 1});
        const auto truth = [](double value) { return at::full({1, 1, 1}, value, at::kDouble); };
        QVERIFY(isNear(studentNll(output({0.3, -0.2, 0.4}), truth(1.5), context).item<double>(), 1.9248432227192136,
                       1e-12));
        QVERIFY(isNear(negativeBinomialNll(output({0.7, -0.5}), truth(-1.2), context).item<double>(),
                       3.9499930095741167, 1e-8));
    }

    void gradientsAreThoseOfDifferences_data() {
        QTest::addColumn<QString>("loss");
        QTest::addColumn<int>("values");
        QTest::newRow("student-t") << "student-t" << 3;
        QTest::newRow("negative-binomial") << "negative-binomial" << 2;
        QTest::newRow("rising-quantiles") << "rising-quantiles" << 4;
    }
    void gradientsAreThoseOfDifferences() {
        QFETCH(QString, loss);
        QFETCH(int, values);
        at::manual_seed(5);
        const LossContext context = contextOf({0.1, 0.4, 0.6, 0.9});
        const Loss& row = *findLoss(loss.toStdString());
        at::Tensor output = at::randn({3, 2, 2, values}, at::kDouble).requires_grad_(true);
        // Whole counts, so that rounding them has no slope to hide
        const at::Tensor target =
            (at::randint(0, 12, {3, 2, 2}, at::kDouble) - context.scale.select(0, 0)) / context.scale.select(0, 1);
        row.compute(output, target, context).backward();
        const at::Tensor slope = output.grad().reshape(-1).clone();
        const at::NoGradGuard noGrad;
        const at::Tensor flat = output.detach().reshape(-1);
        constexpr double kStep = 1e-6;
        for (std::int64_t i = 0; i < flat.numel(); ++i) {
            at::Tensor up = flat.clone(), down = flat.clone();
            up[i] += kStep, down[i] -= kStep;
            const double wanted = (row.compute(up.view_as(output), target, context).item<double>() -
                                   row.compute(down.view_as(output), target, context).item<double>()) /
                                  (2 * kStep);
            QVERIFY2(std::abs(slope[i].item<double>() - wanted) < 1e-7,
                     qPrintable(QString("%1: %2 and %3").arg(i).arg(slope[i].item<double>()).arg(wanted)));
        }
    }

    void addedQuantilesNeverCross() {
        at::manual_seed(6);
        for (const std::int64_t count : {1, 2, 3, 4, 7}) {
            const at::Tensor output = at::randn({50, 2, 1, count}, at::kDouble) * 3, made = withoutCrossing(output);
            if (count > 1) QVERIFY((made.narrow(-1, 1, count - 1) >= made.narrow(-1, 0, count - 1)).all().item<bool>());
            QVERIFY(made.select(-1, count / 2).equal(output.select(-1, count / 2)));
        }
    }

    void countsAreNeverBelowZero() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path() / "space"));
        const auto engine = take(openEngine());
        const ExperimentConfig config = countConfig();
        auto record = take(workspace->createRun(config, {}, "counts"));
        const auto runFolder = record->folder();
        auto session = take(engine->start({config, countData(), std::move(record), {}}));
        session->wait();
        QCOMPARE(session->state(), RunState::Finished);
        ForecastRequest request;
        request.runFolder = runFolder, request.data = countData();
        const auto set = take(engine->forecast(request, {}));
        QCOMPARE(set.spread.levels.size(), std::size_t(3));
        for (const double value : set.forecast) QVERIFY(value >= 0);
        for (const auto& quantile : set.spread.quantiles)
            for (const double value : quantile) QVERIFY(value > -1e-9 && std::abs(value - std::round(value)) < 1e-6);
    }

    void otherNumbersAreNoCounts() {
        const auto plan = [](const ExperimentConfig& config, bool isBroken) {
            return makeTrainPlan(config, countData(isBroken));
        };
        QVERIFY(plan(countConfig(), false).ok());
        const auto fraction = plan(countConfig(), true);
        QVERIFY(!fraction.ok() && fraction.error().message.find("no counts") != std::string::npos);
        ExperimentConfig differences = countConfig();
        differences.recipe = {"difference"};
        const auto bent = plan(differences, false);
        QVERIFY(!bent.ok() && bent.error().message.find("is a line") != std::string::npos);
    }
};
QTEST_GUILESS_MAIN(TestDistributionHeads)
#include "tst_distribution_heads.moc"
