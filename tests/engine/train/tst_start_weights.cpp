// SPDX-License-Identifier: GPL-3.0-or-later
// Start values are shown as a run draws them.
#include "engine/nn_support.h"
#include "train/start_weights.h"

#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const ModelShape kShape{3, 1, 0, 0};

ExperimentConfig small() {
    ExperimentConfig config;
    config.cell = "lstm";
    config.layers = 2;
    config.hiddenSize = 6;
    config.horizon = 4;
    config.seed = 7;
    return config;
}

std::vector<StartWeights> drawn(const ExperimentConfig& config) {
    const auto weights = startWeights(config, kShape);
    return weights.ok() ? *weights : std::vector<StartWeights>();
}

StartWeights one(const std::vector<StartWeights>& all, const char* what, std::int64_t layer) {
    const auto found =
        std::ranges::find_if(all, [&](const StartWeights& part) { return part.what == what && part.layer == layer; });
    return found == all.end() ? StartWeights() : *found;
}

double total(const StartWeights& part) { return std::accumulate(part.counts.begin(), part.counts.end(), 0.0); }

}  // namespace

class TestStartWeights : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyValueIsCounted() {
        for (const bool both : {false, true}) {
            ExperimentConfig config = small();
            config.bidirectional = both;
            const double directions = both ? 2 : 1;
            const auto all = drawn(config);
            QCOMPARE(all.size(), std::size_t{8});
            QCOMPARE(total(one(all, "input_weights", 0)), directions * 24 * 3);
            QCOMPARE(total(one(all, "input_weights", 1)), directions * 24 * 6 * directions);
            QCOMPARE(total(one(all, "recurrent_weights", 1)), directions * 24 * 6);
            QCOMPARE(total(one(all, "biases", 0)), directions * 24);
            QCOMPARE(total(one(all, "head_weights", 2)), directions * 6 * 4);
            QCOMPARE(total(one(all, "head_biases", 2)), 4.0);
        }
    }

    void theyAreThoseOfTheRun() {
        ExperimentConfig config = small();
        config.implementation = "cudnn-tuned";  // of another machine
        const StartWeights shown = one(drawn(config), "recurrent_weights", 1);
        config = small();
        const auto model = makeModel(config, kShape, at::kFloat, 7);
        const at::Tensor values = model->parameters().find("rnn.weight_hh_l1")->value.detach().to(at::kDouble);
        QCOMPARE(shown.low, values.min().item<double>());
        QCOMPARE(shown.high, values.max().item<double>());
        QVERIFY(std::abs(shown.mean - values.mean().item<double>()) < 1e-12);
        QVERIFY(std::abs(shown.deviation - values.std(false).item<double>()) < 1e-12);
        config.seed = 8;
        QVERIFY(one(drawn(config), "recurrent_weights", 1).low != shown.low);
    }

    void aRuleShows() {
        ExperimentConfig config = small();
        config.initialisation = "zeros";
        config.forgetBias = 1;
        const auto all = drawn(config);
        const StartWeights input = one(all, "input_weights", 0), biases = one(all, "biases", 0);
        QCOMPARE(input.deviation, 0.0);
        QCOMPARE(std::ranges::count_if(input.counts, [](double count) { return count > 0; }), 1);
        // One gate of four.
        QCOMPARE(biases.mean, 0.25);
        QCOMPARE(biases.counts.back(), 6.0);
        QCOMPARE(biases.counts.front(), 18.0);
    }

    void whatWouldTakeLongIsRefused() {
        ExperimentConfig config = small();
        config.hiddenSize = 2000;
        const auto weights = startWeights(config, kShape);
        QVERIFY(!weights.ok());
        QCOMPARE(weights.error().code, ErrorCode::Unsupported);
    }
};

QTEST_APPLESS_MAIN(TestStartWeights)
#include "tst_start_weights.moc"
