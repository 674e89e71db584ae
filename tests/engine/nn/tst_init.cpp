// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/nn_support.h"
#include "nn/init.h"

#include <QtTest>

#include <numeric>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

struct Moments {
    double mean = 0, deviation = 0, largest = 0;
};

Moments momentsOf(std::span<const double> values) {
    Moments m;
    const auto n = static_cast<double>(values.size());
    for (const double v : values) {
        m.mean += v / n;
        m.largest = std::max(m.largest, std::abs(v));
    }
    for (const double v : values) m.deviation += (v - m.mean) * (v - m.mean) / n;
    m.deviation = std::sqrt(m.deviation);
    return m;
}

std::vector<double> fill(const char* key, std::int64_t rows, std::int64_t columns, double bound) {
    std::vector<double> values(static_cast<std::size_t>(rows * columns));
    Rng rng(4, RandomPurpose::Initialisation);
    findInitialiser(key)->fill(values, rows, columns, bound, rng);
    return values;
}

at::Tensor value(const Model& model, const char* name) { return model.parameters().find(name)->value.detach(); }

}  // namespace

class TestInit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void deviations_data();
    void deviations();
    void orthogonalMatrices();
    void pytorchDefault();
    void gatesAreDrawnApart();
    void forgetBiasCountsOnce();
    void gainScalesTheRecurrentWeightsAlone();
    void chrono();
    void eigenvaluesStartOnARing();
    void sameStartInEveryPrecision();
    void seedsDiffer();
};

void TestInit::deviations_data() {
    QTest::addColumn<double>("deviation");
    constexpr double kRows = 120, kColumns = 200, kBound = 0.1;
    QTest::newRow("uniform") << kBound / std::sqrt(3.0);
    QTest::newRow("normal") << kBound;
    QTest::newRow("xavier-uniform") << std::sqrt(2 / (kRows + kColumns));
    QTest::newRow("xavier-normal") << std::sqrt(2 / (kRows + kColumns));
    QTest::newRow("he-uniform") << std::sqrt(2 / kColumns);
    QTest::newRow("he-normal") << std::sqrt(2 / kColumns);
    QTest::newRow("orthogonal") << std::sqrt(1 / kColumns);
    QTest::newRow("zeros") << 0.0;
}

void TestInit::deviations() {
    QFETCH(double, deviation);
    const char* key = QTest::currentDataTag();
    const Moments m = momentsOf(fill(key, 120, 200, 0.1));
    QVERIFY(std::abs(m.deviation - deviation) <= 0.02 * deviation);
    QVERIFY(std::abs(m.mean) <= 5 * deviation / std::sqrt(120.0 * 200.0));
    if (std::string(key).find("uniform") != std::string::npos)
        QVERIFY(m.largest <= deviation * std::sqrt(3.0) * 1.0000001);
}

void TestInit::orthogonalMatrices() {
    for (const auto& [rows, columns] : {std::pair{6, 6}, std::pair{3, 7}, std::pair{7, 3}, std::pair{1, 1}}) {
        std::vector<double> values = fill("orthogonal", rows, columns, 0.1);
        const at::Tensor m = at::from_blob(values.data(), {rows, columns}, at::kDouble);
        const std::int64_t k = std::min(rows, columns);
        QVERIFY(difference(rows <= columns ? m.mm(m.t()) : m.t().mm(m), at::eye(k, at::kDouble)) < 1e-12);
    }
}

void TestInit::pytorchDefault() {
    ExperimentConfig config;
    config.hiddenSize = 64;
    config.bidirectional = true;
    const auto model = makeModel(config, {8, 1, 0, 0});
    for (const Parameter& p : model->parameters().all()) {
        const double bound = p.layer == "head" ? 1 / std::sqrt(128.0) : 1 / std::sqrt(64.0);
        const double largest = p.value.abs().max().item<double>();
        QVERIFY2(largest <= bound && largest > 0.8 * bound, p.name.c_str());
    }
}

void TestInit::gatesAreDrawnApart() {
    ExperimentConfig config;
    config.recurrentInitialisation = "orthogonal";
    config.initialisation = "xavier-uniform";
    config.hiddenSize = 6;
    const auto model = makeModel(config, {3, 1, 0, 0});
    for (const at::Tensor& gate : value(*model, "rnn.weight_hh_l0").split(6))
        QVERIFY(difference(gate.mm(gate.t()), at::eye(6, at::kDouble)) < 1e-12);
    QVERIFY(value(*model, "rnn.weight_ih_l0").abs().max().item<double>() <= std::sqrt(6.0 / 9.0));
    QCOMPARE(value(*model, "rnn.bias_ih_l0").abs().sum().item<double>(), 0.0);
}

void TestInit::forgetBiasCountsOnce() {
    for (const char* initialisation : {"uniform", "zeros"}) {
        ExperimentConfig config;
        config.initialisation = initialisation;
        config.forgetBias = 1.5;
        config.hiddenSize = 4;
        config.bidirectional = true;
        config.layers = 2;
        const auto model = makeModel(config, {3, 1, 0, 0});
        for (const char* where : {"l0", "l1", "l0_reverse", "l1_reverse"}) {
            const at::Tensor sum = value(*model, (std::string("rnn.bias_ih_") + where).c_str()) +
                                   value(*model, (std::string("rnn.bias_hh_") + where).c_str());
            QVERIFY(sum.narrow(0, 4, 4).eq(1.5).all().item<bool>());
            QVERIFY(sum.narrow(0, 0, 4).abs().max().item<double>() <= 1.0);
        }
    }
}

void TestInit::gainScalesTheRecurrentWeightsAlone() {
    ExperimentConfig config;
    config.bidirectional = true;
    config.layers = 2;
    const auto plain = makeModel(config, {3, 1, 0, 0});
    config.recurrentGain = 1.25;
    const auto scaled = makeModel(config, {3, 1, 0, 0});
    for (const Parameter& p : plain->parameters().all()) {
        const double factor = p.name.starts_with("rnn.weight_hh") ? 1.25 : 1;
        QVERIFY2(value(*scaled, p.name.c_str()).equal(p.value * factor), p.name.c_str());
    }
}

void TestInit::chrono() {
    ExperimentConfig config;
    config.chronoMax = 100;
    config.hiddenSize = 500;
    const auto lstm = makeModel(config, {3, 1, 0, 0});
    const at::Tensor sum = value(*lstm, "rnn.bias_ih_l0") + value(*lstm, "rnn.bias_hh_l0");
    const at::Tensor input = sum.narrow(0, 0, 500), forget = sum.narrow(0, 500, 500);
    QVERIFY(difference(input, -forget) == 0);
    // exp(b_f) is uniform on [1, 99]: its mean is 50 with a deviation of 28.3 / sqrt(500).
    const at::Tensor times = forget.exp();
    QVERIFY(times.ge(1).all().item<bool>() && times.le(99.0001).all().item<bool>());
    QVERIFY(std::abs(times.mean().item<double>() - 50) < 5 * 28.3 / std::sqrt(500.0));
    config.cell = "gru";
    const auto gru = makeModel(config, {3, 1, 0, 0});
    QVERIFY(
        (value(*gru, "rnn.bias_ih_l0") + value(*gru, "rnn.bias_hh_l0")).narrow(0, 500, 500).ge(0).all().item<bool>());
}

/// Of an LRU: uniform on a ring (Orvieto et al. 2023), each with the factor that keeps a state of the input's size.
void TestInit::eigenvaluesStartOnARing() {
    ExperimentConfig config;
    config.cell = "lru";
    config.hiddenSize = 2000;
    config.recurrentInitialisation = "zeros";  // is about matrices
    const auto model = makeModel(config, {3, 1, 0, 0});
    const at::Tensor rows = value(*model, "rnn.weight_hh_l0").view({3, 2000}), size = rows[0].exp().neg().exp(),
                     angle = rows[1].exp();
    QVERIFY(size.ge(0.9).all().item<bool>() && size.le(0.999).all().item<bool>());
    QVERIFY(angle.ge(0).all().item<bool>() && angle.le(0.3142).all().item<bool>());
    QVERIFY(difference(rows[2].exp().square(), 1 - size.square()) < 1e-12);
    // By area: the mean square lies in the middle.
    QVERIFY(std::abs(size.square().mean().item<double>() - (0.81 + 0.998) / 2) < 0.01);
}

void TestInit::sameStartInEveryPrecision() {
    ExperimentConfig config;
    config.recurrentInitialisation = "orthogonal";
    const auto exact = makeModel(config, {3, 1, 0, 0}), single = makeModel(config, {3, 1, 0, 0}, at::kFloat);
    for (std::size_t i = 0; i < exact->parameters().all().size(); ++i) {
        QVERIFY(exact->parameters().all()[i].value.to(at::kFloat).equal(single->parameters().all()[i].value));
    }
}

void TestInit::seedsDiffer() {
    const ExperimentConfig config;
    const auto a = makeModel(config, {3, 1, 0, 0}, at::kDouble, 1), b = makeModel(config, {3, 1, 0, 0}, at::kDouble, 2),
               c = makeModel(config, {3, 1, 0, 0}, at::kDouble, 1);
    QVERIFY(difference(value(*a, "rnn.weight_hh_l0"), value(*b, "rnn.weight_hh_l0")) > 1e-3);
    QVERIFY(value(*a, "rnn.weight_hh_l0").equal(value(*c, "rnn.weight_hh_l0")));
    QVERIFY(difference(value(*a, "rnn.bias_ih_l0"), value(*a, "rnn.bias_hh_l0")) > 1e-3);
}

QTEST_APPLESS_MAIN(TestInit)
#include "tst_init.moc"
