// SPDX-License-Identifier: GPL-3.0-or-later
// The network of a recursive decoder: the same numbers as a loop written by hand, gradients through its own forecasts,
// and what it cannot be.
// Holds core/nn/fed_back.cpp.
#include "config/config_check.h"
#include "config/decoder.h"
#include "config/field.h"
#include "engine/nn_support.h"

#include <QtTest>

#include <algorithm>
#include <functional>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::int64_t kLookback = 6, kHorizon = 4, kBatch = 3, kInputs = 3;
/// The second input is no target.
const ModelShape kShape{kInputs, 2, 0, 0, {2, 0}};

ExperimentConfig recursive() {
    ExperimentConfig config;
    config.decoder = "recursive";
    config.lookback = kLookback;
    config.horizon = kHorizon;
    config.batchSize = kBatch;
    config.hiddenSize = 4;
    return config;
}

/// The same network for one step, which the test runs on by itself.
std::unique_ptr<Model> oneStep(ExperimentConfig config, const Model& like) {
    config.horizon = 1;
    auto model = makeModel(config, kShape);
    copyWeights(like, *model);
    return model;
}

at::Tensor rowOf(const at::Tensor& others, const at::Tensor& targets) {
    at::Tensor row = others.clone();
    row.select(1, 2).copy_(targets.select(1, 0));
    row.select(1, 0).copy_(targets.select(1, 1));
    return row;
}

struct Fed {
    at::Tensor window = randomTensor({kLookback, kBatch, kInputs}, 5), truth = randomTensor({kBatch, kHorizon, 2}, 6),
               ahead = randomTensor({kHorizon - 1, kBatch, kInputs}, 7);

    [[nodiscard]] ForwardOptions options(double share, bool isAhead = true) const {
        ForwardOptions options;
        options.training = true;
        options.position = {7, 3, {}};
        options.feed.truth = truth;
        options.feed.teacherShare = share;
        if (isAhead) options.feed.ahead = ahead;
        return options;
    }
};

/// The first gradient of the loss that central differences do not confirm; empty: there is none.
std::string wrongGradient(const Model& model, const std::function<at::Tensor()>& loss) {
    model.parameters().zeroGradients();
    loss().backward();
    const at::NoGradGuard noGrad;
    constexpr double kStep = 1e-5;
    for (const Parameter& parameter : model.parameters().all())
        for (std::int64_t i = 0; i < parameter.value.numel(); ++i) {
            double& value = parameter.value.data_ptr<double>()[i];
            const double kept = value, found = parameter.value.grad().data_ptr<double>()[i];
            value = kept + kStep;
            const double above = loss().item<double>();
            value = kept - kStep;
            const double below = loss().item<double>();
            value = kept;
            const double expected = (above - below) / (2 * kStep);
            if (!(std::abs(found - expected) <= 1e-6 * std::max(1.0, std::abs(expected))))
                return QString("%1 [%2]: %3, not %4")
                    .arg(QString::fromStdString(parameter.name))
                    .arg(i)
                    .arg(found)
                    .arg(expected)
                    .toStdString();
        }
    return {};
}

}  // namespace

class TestDecoder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsALoopByHand_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<bool>("isAhead");
        QTest::newRow("own forecasts, others known") << 0.0 << true;
        QTest::newRow("own forecasts, others held") << 0.0 << false;
        QTest::newRow("the truth, others known") << 1.0 << true;
        QTest::newRow("the truth, others held") << 1.0 << false;
    }
    void equalsALoopByHand() {
        QFETCH(double, share);
        QFETCH(bool, isAhead);
        const at::NoGradGuard noGrad;
        const Fed fed;
        for (const CellTraits& cell : cellTraits())
            for (const std::string_view row : {"cell", "library", "scan"}) {
                if ((row == "library" && !cell.library) || (row == "scan" && cell.readsHidden())) continue;
                ExperimentConfig config = recursive();
                config.cell = cell.key;
                config.layers = 2;
                config.residual = config.layerNorm = true;
                config.implementation = row;
                const auto model = makeModel(config, kShape), step = oneStep(config, *model);
                const ForwardResult all = model->forward(fed.window, fed.options(share, isAhead));
                ForwardResult now = step->forward(fed.window);
                QCOMPARE(all.output.sizes().vec(), (std::vector<std::int64_t>{kBatch, kHorizon * 2}));
                // That of the window is carried on
                for (std::size_t layer = 0; layer < 2; ++layer)
                    QVERIFY(difference(all.state[layer].h, now.state[layer].h) < 1e-12);
                for (std::int64_t h = 0; h < kHorizon; ++h) {
                    QVERIFY2(difference(all.output.narrow(1, 2 * h, 2), now.output) < 1e-12, cell.key.data());
                    if (h + 1 == kHorizon) break;
                    const at::Tensor others = isAhead ? fed.ahead[h] : fed.window[kLookback - 1];
                    const ModelState state = now.state;
                    ForwardOptions on;
                    on.state = &state;
                    now =
                        step->forward(rowOf(others, share > 0 ? fed.truth.select(1, h) : now.output).unsqueeze(0), on);
                }
            }
    }

    // Of a head with several values the mean or the middle quantile is fed back; two middle ones count half each.
    void headsOfSeveralValuesFeedTheirCentreBack_data() {
        QTest::addColumn<QString>("loss");
        QTest::addColumn<QString>("quantiles");
        QTest::newRow("Gaussian") << "gaussian-nll"
                                  << "0.1,0.9";
        QTest::newRow("one quantile") << "pinball"
                                      << "0.5";
        QTest::newRow("two quantiles") << "pinball"
                                       << "0.1,0.9";
        QTest::newRow("three quantiles") << "pinball"
                                         << "0.1,0.5,0.9";
        QTest::newRow("four quantiles") << "pinball"
                                        << "0.1,0.4,0.6,0.9";
    }
    void headsOfSeveralValuesFeedTheirCentreBack() {
        QFETCH(QString, loss);
        QFETCH(QString, quantiles);
        ExperimentConfig config = recursive();
        config.loss = loss.toStdString();
        config.quantiles.clear();
        for (const QString& level : quantiles.split(',')) config.quantiles.push_back(level.toStdString());
        const std::int64_t values = loss == "pinball" ? std::ssize(config.quantiles) : 2;
        QVERIFY(!hasErrors(checkConfig(config)));
        const auto model = makeModel(config, kShape);
        const Fed fed;
        const at::Tensor weights = randomTensor({kBatch, kHorizon, 2, values}, 9);
        for (const double share : {0.0, 1.0}) {
            const std::string wrong = wrongGradient(*model, [&] {
                return (model->forwardForecast(fed.window, {}, fed.options(share)).output * weights).sum();
            });
            QVERIFY2(wrong.empty(), wrong.c_str());
            const at::NoGradGuard noGrad;
            const auto step = oneStep(config, *model);
            const at::Tensor all = model->forwardForecast(fed.window, {}, fed.options(share)).output;
            QCOMPARE(all.sizes().vec(), (std::vector<std::int64_t>{kBatch, kHorizon, 2, values}));
            ModelState state;
            at::Tensor read = fed.window;
            for (std::int64_t h = 0; h < kHorizon; ++h) {
                ForwardOptions on;
                if (h > 0) on.state = &state;
                const ForwardResult now = step->forward(read, on);
                const at::Tensor made = now.output.view({kBatch, 2, values});
                QVERIFY(difference(all.select(1, h), made) < 1e-12);
                if (h + 1 == kHorizon) break;
                state = now.state;
                const at::Tensor centre = loss == "gaussian-nll" || values == 1 ? made.select(2, 0)
                                          : values % 2 == 1
                                              ? made.select(2, values / 2)
                                              : (made.select(2, values / 2 - 1) + made.select(2, values / 2)) / 2;
                read = rowOf(fed.ahead[h], share > 0 ? fed.truth.select(1, h) : centre).unsqueeze(0);
            }
        }
    }

    void theLinearPathReadsTheLastSteps() {
        const at::NoGradGuard noGrad;
        ExperimentConfig config = recursive();
        config.linearPath = true;
        const auto model = makeModel(config, kShape);
        const at::Tensor weights = randomTensor({2, kLookback * kInputs}, 8);
        model->parameters().find("linear.weight")->value.copy_(weights);
        for (const char* name : {"head.weight", "head.bias"}) model->parameters().find(name)->value.zero_();
        const Fed fed;
        const at::Tensor output = model->forward(fed.window, fed.options(0)).output;
        at::Tensor seen = fed.window;
        for (std::int64_t h = 0; h < kHorizon; ++h) {
            const at::Tensor expected = at::matmul(seen.transpose(0, 1).reshape({kBatch, -1}), weights.t());
            QVERIFY(difference(output.narrow(1, 2 * h, 2), expected) < 1e-10);
            if (h + 1 < kHorizon) seen = at::cat({seen.slice(0, 1), rowOf(fed.ahead[h], expected).unsqueeze(0)});
        }
    }

    // Central differences in float64, through the network's own forecasts where it reads them.
    void gradientsAreThoseOfDifferences_data() {
        QTest::addColumn<double>("share");
        for (const double share : {0.0, 0.5, 1.0}) QTest::addRow("teacher %g", share) << share;
    }
    void gradientsAreThoseOfDifferences() {
        QFETCH(double, share);
        const Fed fed;
        const at::Tensor weights = randomTensor({kBatch, kHorizon * 2}, 9);
        for (const auto& [cell, row, chunk] :
             {std::tuple("lstm", "library", 0), std::tuple("lstm", "library", 2), std::tuple("gru", "cell", 0),
              std::tuple("rnn-tanh", "naive", 0), std::tuple("slstm", "cell", 0), std::tuple("minlstm", "scan", 0),
              std::tuple("lru", "scan", 2)}) {
            ExperimentConfig config = recursive();
            config.cell = cell;
            config.implementation = row;
            config.recomputeChunk = chunk;
            config.layers = 2;
            config.hiddenSize = 3;
            config.residual = config.linearPath = true;
            config.dropout = 0.3;
            const auto model = makeModel(config, kShape);
            const std::string wrong = wrongGradient(
                *model, [&] { return (model->forward(fed.window, fed.options(share)).output * weights).sum(); });
            QVERIFY2(wrong.empty(), (std::string(cell) + " " + wrong).c_str());
        }
    }

    // Gradients in single precision, which LibTorch's layer and the scan compute by another code than in float64.
    void singlePrecisionIsNear() {
        const Fed fed;
        for (const CellTraits& cell : cellTraits()) {
            ExperimentConfig config = recursive();
            config.cell = cell.key;
            config.layers = 2;
            config.implementation = cell.library ? "library" : cell.readsHidden() ? "cell" : "scan";
            const auto exact = makeModel(config, kShape), single = makeModel(config, kShape, at::kFloat);
            copyWeights(*single, *exact);
            exact->forward(fed.window, fed.options(0.5)).output.square().sum().backward();
            single->forward(fed.window.to(at::kFloat), fed.options(0.5)).output.square().sum().backward();
            for (std::size_t b = 0; b < exact->parameters().buffers().size(); ++b)
                QVERIFY2(relativeDifference(single->parameters().buffers()[b].gradients,
                                            exact->parameters().buffers()[b].gradients) < 1e-4,
                         cell.key.data());
        }
    }

    void theTeacherIsDrawnByStepAndWindow() {
        const at::NoGradGuard noGrad;
        const Fed fed;
        const auto model = makeModel(recursive(), kShape);
        const at::Tensor own = model->forward(fed.window, fed.options(0)).output,
                         taught = model->forward(fed.window, fed.options(1)).output;
        // The first step has nothing to read
        QVERIFY(difference(own.narrow(1, 0, 2), taught.narrow(1, 0, 2)) == 0 && difference(own, taught) > 1e-3);
        int asOwn = 0, asTaught = 0;
        for (std::uint64_t step = 0; step < 40; ++step) {
            ForwardOptions options = fed.options(0.5);
            options.position.step = step;
            const at::Tensor second = model->forward(fed.window, options).output.narrow(1, 2, 2);
            QVERIFY(model->forward(fed.window, options).output.narrow(1, 2, 2).equal(second));
            for (std::int64_t b = 0; b < kBatch; ++b) {
                asOwn += difference(second[b], own[b].narrow(0, 2, 2)) < 1e-12;
                asTaught += difference(second[b], taught[b].narrow(0, 2, 2)) < 1e-12;
            }
        }
        QCOMPARE(asOwn + asTaught, 120);
        QVERIFY(std::abs(asOwn - 60) < 30);  // five and a half deviations
    }

    void theTeachersShareFallsInALine() {
        ExperimentConfig config = recursive();
        config.teacherForcing = 0.9;
        config.teacherForcingEnd = 0.1;
        QCOMPARE(teacherShare(config, 0, 101), 0.9);
        QVERIFY(std::abs(teacherShare(config, 50, 101) - 0.5) < 1e-12 &&
                std::abs(teacherShare(config, 100, 101) - 0.1) < 1e-12);
        QVERIFY(std::abs(teacherShare(config, 500, 101) - 0.1) < 1e-12);
        QCOMPARE(teacherShare(config, 0, 1), 0.9);
        config.decoder = "direct";
        QCOMPARE(teacherShare(config, 0, 101), 0.0);
    }

    void goesOnAsFarAsAsked() {
        const at::NoGradGuard noGrad;
        const auto model = makeModel(recursive(), kShape);
        const Fed fed;
        ForwardOptions far;
        far.feed.steps = 3 * kHorizon;
        const at::Tensor all = model->forwardForecast(fed.window, {}, far).output;
        QCOMPARE(all.sizes().vec(), (std::vector<std::int64_t>{kBatch, 3 * kHorizon, 2, 1}));
        QVERIFY(difference(all.narrow(1, 0, kHorizon), model->forwardForecast(fed.window, {}).output) == 0);
    }

    void recordsAreOfTheWindow() {
        ExperimentConfig config = recursive();
        const auto model = makeModel(config, kShape);
        std::vector<GateRecord> records;
        ForwardOptions options;
        options.record = &records;
        const Fed fed;
        QVERIFY(difference(model->forward(fed.window, options).output, model->forward(fed.window).output) < 1e-12);
        QCOMPARE(records[0].gates[0].size(0), kLookback);
    }

    void parametersAndWorkAreForeseen() {
        ExperimentConfig config = recursive();
        config.linearPath = true;
        config.layers = 2;
        const Architecture made = describeArchitecture(config, kShape);
        QCOMPARE(makeModel(config, kShape)->parameters().count(), made.parameters);
        QCOMPARE(made.outputSize, kHorizon * 2);
        ExperimentConfig longer = config;  // as many steps through the layers
        longer.horizon = 1;
        longer.lookback = kLookback + kHorizon - 1;
        const Architecture plain = describeArchitecture(longer, kShape);
        for (std::size_t i = 0; i < made.layers.size(); ++i)
            if (made.layers[i].kind == LayerInfo::Kind::Recurrent) {
                QCOMPARE(made.layers[i].multiplyAdds, plain.layers[i].multiplyAdds);
                QCOMPARE(made.layers[i].activationBytes, plain.layers[i].activationBytes);
            }
        QCOMPARE(made.layers.back().multiplyAdds,
                 static_cast<double>(kHorizon * made.layers.back().parameters - kHorizon * 2));
        ExperimentConfig direct = config;
        direct.decoder = "direct";
        QVERIFY(forecastMemory(config, kShape, 1000).activations > forecastMemory(direct, kShape, 1000).activations);
    }

    // Nobody takes the interval of a late step for one that knows nothing of the steps before it.
    void aSpreadGivenThePathIsSaid() {
        for (const auto& [loss, isMentioned] :
             {std::pair("gaussian-nll", true), std::pair("pinball", true), std::pair("mse", false)}) {
            ExperimentConfig config = recursive();
            config.loss = loss;
            const auto findings = checkConfig(config);
            QCOMPARE(std::ranges::any_of(findings,
                                         [](const ConfigFinding& finding) {
                                             return finding.severity == Severity::Info && finding.key == "decoder";
                                         }),
                     isMentioned);
        }
    }

    void whatCannotBeIsRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        for (const auto& [key, value] : {std::pair("bidirectional", "true"), std::pair("pooling", "attention"),
                                         std::pair("pooling", "mean"), std::pair("inputs", "b")})
            QTest::addRow("%s %s", key, value) << key << value;
    }
    void whatCannotBeIsRefused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        ExperimentConfig config = recursive();
        const DataFacts data{.rows = 1000, .columns = {"a", "b", "c"}};
        const auto refused = [&] {
            const auto findings = checkConfig(config, data);
            return std::ranges::any_of(findings, [](const ConfigFinding& finding) {
                return finding.severity == Severity::Error && finding.key == "decoder";
            });
        };
        QVERIFY(!refused());
        const Field& field = *findField(key.toStdString());
        QVERIFY(setFieldValue(config, field, *parseFieldValue(field, value.toStdString())).ok());
        QVERIFY(refused());
        if (key != "inputs") QVERIFY(!Model::create(config, kShape, {}).ok());
        config.horizon = 1;  // nothing is fed back
        QVERIFY(!refused());
        config.horizon = kHorizon;
        config.decoder = "direct";
        QVERIFY(!refused());
    }

    // The bits of index_copy, and of its gradients.
    void whatIsFedBackIsCopied() {
        const FedBack fed({2, 0}, kInputs, at::kCPU);
        const at::Tensor others = randomTensor({kBatch, kInputs}, 1).requires_grad_(true),
                         values = randomTensor({kBatch, 2}, 2).requires_grad_(true),
                         weights = randomTensor({kBatch, kInputs}, 3);
        const at::Tensor found = fed.into(others, values),
                         expected = others.index_copy(1, at::tensor({2, 0}, at::kLong), values);
        QVERIFY(at::equal(found, expected));
        const auto gradients = [&](const at::Tensor& row) {
            return torch::autograd::grad({(row * weights).sum()}, {others, values});
        };
        const auto a = gradients(found), b = gradients(expected);
        QVERIFY(at::equal(a[0], b[0]) && at::equal(a[1], b[1]));
        QVERIFY(!FedBack().defined());
    }

    void aTargetMustBeAnInput() {
        QVERIFY(Model::create(recursive(), {kInputs, 2, 0, 0, {2, 0}}, {}).ok());
        for (const std::vector<std::int64_t>& columns : {std::vector<std::int64_t>{2, -1}, {2, kInputs}, {2}}) {
            const auto model = Model::create(recursive(), {kInputs, 2, 0, 0, columns}, {});
            QVERIFY(!model.ok() && model.error().message.find("among the inputs") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(TestDecoder)
#include "tst_decoder.moc"
