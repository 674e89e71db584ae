// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/nn/losses.cpp.
#include "config/architecture.h"
#include "config/choices.h"
#include "engine/nn_support.h"
#include "nn/init.h"
#include "nn/losses.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

template <class Rows>
void compareKeys(const Rows& rows, std::span<const Choice> choices) {
    QCOMPARE(rows.size(), choices.size());
    for (std::size_t i = 0; i < rows.size(); ++i) QVERIFY(findChoice(choices, rows[i].key) != nullptr);
}

ExperimentConfig small() {
    ExperimentConfig config;
    config.lookback = 6;
    config.horizon = 4;
    config.batchSize = 3;
    config.hiddenSize = 5;
    return config;
}

// Every kind of network that the settings can describe, one change at a time and all at once.
std::vector<std::pair<ExperimentConfig, ModelShape>> variety() {
    std::vector<std::pair<ExperimentConfig, ModelShape>> all;
    const auto add = [&](auto change, ModelShape s = {3, 2, 0, 0}) {
        ExperimentConfig config = small();
        change(config, s);
        all.emplace_back(config, s);
    };
    for (const CellTraits& cell : cellTraits()) {
        for (const std::int64_t layers : {1, 3}) {
            for (const bool both : {false, true}) {
                add([&](ExperimentConfig& c, ModelShape&) {
                    c.cell = cell.key;
                    c.layers = layers;
                    c.bidirectional = both;
                    c.dropout = 0.2;
                });
            }
        }
    }
    add([](ExperimentConfig& c, ModelShape&) {
        c.projectionSize = 2;
        c.layers = 2;
        c.bidirectional = true;
        c.peephole = true;
    });
    add([](ExperimentConfig& c, ModelShape&) {
        c.residual = true;
        c.layerNorm = true;
        c.layers = 2;
    });
    for (const char* pooling : {"mean", "max", "attention"})
        add([&](ExperimentConfig& c, ModelShape&) {
            c.pooling = pooling;
            c.bidirectional = true;
        });
    add([](ExperimentConfig& c, ModelShape&) { c.loss = "pinball"; });
    add([](ExperimentConfig& c, ModelShape&) { c.loss = "gaussian-nll"; });
    add([](ExperimentConfig& c, ModelShape& s) {
        c.task = "classification";
        c.loss = "cross-entropy";
        s.classes = 4;
    });
    add([](ExperimentConfig& c, ModelShape& s) {
        c.task = "labelling";
        c.loss = "cross-entropy";
        s.classes = 4;
        c.pooling = "attention";
    });
    add([](ExperimentConfig& c, ModelShape& s) {
        c.task = "classification";
        c.loss = "cross-entropy";
        s.classes = 2;
        s.tokens = 9;
        s.inputs = 1;
        c.embeddingSize = 7;
    });
    add([](ExperimentConfig& c, ModelShape&) { c.task = "regression"; });
    return all;
}

at::Tensor inputFor(const ExperimentConfig& config, const ModelShape& shape, std::int64_t batch = 3) {
    if (shape.tokens > 0)
        return at::arange(config.lookback * batch).remainder(shape.tokens).view({config.lookback, batch});
    return randomTensor({config.lookback, batch, shape.inputs}, 5);
}

}  // namespace

class TestModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tablesMatchTheChoices();
    void parametersMatchTheArchitecture();
    void buffersHoldEverything();
    void namesRoundTrip();
    void refusesForeignWeights();
    void everyForecastSeesTheLastObservation();
    void dropoutFollowsStepNotOrder();
    void carriedStateContinues();
    void unequalLengthsInTheWholeModel();
    void anchorMovesLevelsOnly();
    void quantilesAndGaussian();
    void gradientsReachTheFlatBuffer();
    void recordsWhileForwarding();
    void recomputingChangesNothing();
    void lowerPrecisionStaysNear();
    void refusesWhatCannotRun();
};

void TestModel::tablesMatchTheChoices() {
    compareKeys(losses(), lossChoices());
    compareKeys(initialisers(), initialisationChoices());
    for (const RecurrentImplementation& row : recurrentImplementations())
        QVERIFY(findChoice(implementationChoices(), row.key) != nullptr);
}

void TestModel::parametersMatchTheArchitecture() {
    for (const auto& [config, shape] : variety()) {
        const auto model = makeModel(config, shape);
        const Architecture architecture = describeArchitecture(config, shape);
        QCOMPARE(model->parameters().count(), architecture.parameters);
        QCOMPARE(model->outputSize(), architecture.outputSize);
        const ForwardResult result = model->forward(inputFor(config, shape));
        std::vector<std::int64_t> expected = architecture.layers.back().output;
        QCOMPARE(result.output.sizes().vec(), expected);
        QVERIFY(result.output.isfinite().all().item<bool>());
    }
}

// A recurrent layer's buffer starts at element 0 of its storage, parameters and gradients tile the buffers without
// gaps.
void TestModel::buffersHoldEverything() {
    for (const auto& [config, shape] : variety()) {
        const auto model = makeModel(config, shape);
        const ParameterStore& store = model->parameters();
        QCOMPARE(store.buffers().size(), static_cast<std::size_t>(config.layers + 1));
        std::vector<std::int64_t> filled(store.buffers().size(), 0);
        for (const Parameter& p : store.all()) {
            const ParameterBuffer& buffer = store.buffers()[p.buffer];
            QCOMPARE(p.offset, filled[p.buffer]);
            filled[p.buffer] += p.value.numel();
            QCOMPARE(p.value.data_ptr<double>(), buffer.values.data_ptr<double>() + p.offset);
            QCOMPARE(p.value.grad().data_ptr<double>(), buffer.gradients.data_ptr<double>() + p.offset);
            QVERIFY(p.value.is_leaf() && p.value.requires_grad());
        }
        for (std::size_t b = 0; b < filled.size(); ++b) {
            QCOMPARE(filled[b], store.buffers()[b].values.numel());
            QCOMPARE(store.buffers()[b].values.storage_offset(), std::int64_t{0});
        }
    }
}

void TestModel::namesRoundTrip() {
    ExperimentConfig config = small();
    config.layers = 2;
    config.bidirectional = true;
    config.projectionSize = 2;
    const auto a = makeModel(config, {3, 1, 0, 0}), b = makeModel(config, {3, 1, 0, 0}, at::kDouble, 99);
    const TensorFile file = a->parameters().save();
    for (const char* name : {"rnn.weight_ih_l0", "rnn.weight_hh_l1_reverse", "rnn.bias_ih_l0_reverse", "rnn.bias_hh_l1",
                             "rnn.weight_hr_l1", "head.weight", "head.bias"}) {
        QVERIFY2(file.tensors.contains(name), name);
    }
    QCOMPARE(file.tensors.at("rnn.weight_ih_l1").shape, (std::vector<std::int64_t>{20, 4}));
    const at::Tensor x = randomTensor({6, 3, 3}, 5);
    QVERIFY(difference(a->forward(x).output, b->forward(x).output) > 1e-3);
    const double* before = b->parameters().all()[0].value.data_ptr<double>();
    QVERIFY(b->parameters().load(file).ok());
    QCOMPARE(b->parameters().all()[0].value.data_ptr<double>(), before);
    QVERIFY(a->forward(x).output.equal(b->forward(x).output));
    const auto single = makeModel(config, {3, 1, 0, 0}, at::kFloat);
    QVERIFY(single->parameters().load(file).ok());
    QVERIFY(difference(single->forward(x.to(at::kFloat)).output, a->forward(x).output) < 1e-5);
}

void TestModel::refusesForeignWeights() {
    const auto model = makeModel(small(), {3, 1, 0, 0});
    const TensorFile good = model->parameters().save();
    const at::Tensor before = model->parameters().buffers()[0].values.clone();
    const auto refused = [&](auto change, const char* word) {
        TensorFile file = good;
        for (auto& [name, raw] : file.tensors) std::fill(raw.bytes.begin(), raw.bytes.end(), 0);
        change(file);
        const auto result = model->parameters().load(file);
        QVERIFY(!result.ok());
        QVERIFY2(result.error().message.find(word) != std::string::npos, result.error().message.c_str());
        QVERIFY(model->parameters().buffers()[0].values.equal(before));
    };
    refused([](TensorFile& f) { f.tensors.erase("head.bias"); }, "head.bias");
    refused([](TensorFile& f) { f.tensors["rnn.weight_ih_l1"] = f.tensors["rnn.weight_ih_l0"]; }, "rnn.weight_ih_l1");
    refused([](TensorFile& f) { f.tensors["head.bias"].shape = {2, 2}; }, "[2, 2]");
    refused([](TensorFile& f) { f.tensors["head.bias"].bytes.pop_back(); }, "bytes");
    refused([](TensorFile& f) { f.tensors["head.bias"].shape = {std::int64_t{1} << 62, 8}; }, "head.bias");
    refused([](TensorFile& f) { f.tensors["head.bias"].dtype = "I64"; }, "integers");
    refused([](TensorFile& f) { f.tensors["head.bias"].dtype = "Q7"; }, "Q7");
}

void TestModel::everyForecastSeesTheLastObservation() {
    for (const auto& [config, shape] : variety()) {
        if (shape.tokens > 0 || config.task == "labelling" || config.pooling == "max") continue;
        const auto model = makeModel(config, shape);
        const at::Tensor x = inputFor(config, shape);
        at::Tensor changed = x.clone();
        changed.select(0, config.lookback - 1).add_(0.5);
        const at::Tensor moved = (model->forward(changed).output - model->forward(x).output).abs();
        QVERIFY2(moved.gt(1e-9).all().item<bool>(), config.cell.c_str());
    }
}

void TestModel::dropoutFollowsStepNotOrder() {
    ExperimentConfig config = small();
    config.layers = 2;
    config.dropout = 0.5;
    const auto model = makeModel(config, {3, 1, 0, 0});
    const at::Tensor x = randomTensor({6, 3, 3}, 5);
    const auto at = [&](std::uint64_t step) {
        ForwardOptions options;
        options.training = true;
        options.position = {7, step, {}};
        return model->forward(x, options).output;
    };
    const at::Tensor first = at(1), second = at(2);
    QVERIFY(difference(first, second) > 1e-4);
    QVERIFY(at(2).equal(second) && at(1).equal(first));
    QVERIFY(model->forward(x).output.equal(model->forward(x).output));
    QVERIFY(difference(model->forward(x).output, first) > 1e-4);
}

void TestModel::carriedStateContinues() {
    for (const CellTraits& cell : cellTraits()) {
        for (const auto& [row, runs] : {std::pair("library", cell.library), std::pair("cell", true),
                                        std::pair("native", cell.native), std::pair("scan", !cell.readsHidden())}) {
            if (!runs) continue;
            ExperimentConfig config = small();
            config.cell = cell.key;
            config.layers = 2;
            config.implementation = row;
            const auto model = makeModel(config, {3, 1, 0, 0});
            const at::Tensor x = randomTensor({8, 2, 3}, 5);
            const ModelState state = detached(model->forward(x.narrow(0, 0, 5)).state);
            QVERIFY(!state[0].h.requires_grad());
            ForwardOptions options;
            options.state = &state;
            QVERIFY(difference(model->forward(x.narrow(0, 5, 3), options).output, model->forward(x).output) < 1e-12);
        }
    }
    // The library's LSTM cannot tell the cell state in the middle of a padded batch: no half state is carried on.
    ExperimentConfig library = small();
    library.implementation = "library";
    const auto model = makeModel(library, {3, 1, 0, 0});
    const at::Tensor x = randomTensor({6, 2, 3}, 5);
    ForwardOptions unequal, next;
    unequal.lengths = at::tensor({6, 2}, at::kLong);
    const ModelState half = detached(model->forward(x, unequal).state);
    next.state = &half;
    QVERIFY_THROWS_EXCEPTION(c10::Error, model->forward(x, next));
}

void TestModel::unequalLengthsInTheWholeModel() {
    for (const auto& [config, shape] : variety()) {
        const auto model = makeModel(config, shape);
        const at::Tensor x = inputFor(config, shape);
        ForwardOptions options;
        options.lengths = at::tensor({6, 2, 5}, at::kLong);
        const at::Tensor all = model->forward(x, options).output;
        for (std::int64_t b = 0; b < 3; ++b) {
            const std::int64_t n = options.lengths.host()[b].item<std::int64_t>();
            const at::Tensor alone = model->forward(x.narrow(1, b, 1).narrow(0, 0, n)).output;
            const at::Tensor together =
                config.task == "labelling" ? all.narrow(1, b, 1).narrow(0, 0, n) : all.narrow(0, b, 1);
            QVERIFY2(difference(together, alone) < 1e-12, config.pooling.c_str());
        }
    }
}

void TestModel::anchorMovesLevelsOnly() {
    for (const char* loss : {"mse", "pinball", "gaussian-nll"}) {
        ExperimentConfig config = small();
        config.loss = loss;
        const auto model = makeModel(config, {3, 2, 0, 0});
        const at::Tensor x = randomTensor({6, 3, 3}, 5), anchor = randomTensor({3, 2}, 6);
        const at::Tensor plain = model->forwardForecast(x, {}).output, moved = model->forwardForecast(x, anchor).output;
        QCOMPARE(plain.sizes().vec(), (std::vector<std::int64_t>{3, 4, 2, model->layout().values}));
        at::Tensor expected = anchor.view({3, 1, 2, 1}).expand_as(plain).clone();
        if (std::string(loss) == "gaussian-nll") expected.select(3, 1).zero_();
        QVERIFY(difference(moved - plain, expected) < 1e-12);
    }
}

void TestModel::quantilesAndGaussian() {
    const at::Tensor output = at::arange(24, at::kDouble).view({1, 4, 2, 3});
    QVERIFY(pointForecast(output, "pinball").equal(output.select(3, 1)));
    QVERIFY(pointForecast(output.narrow(3, 0, 2), "pinball").equal(output.select(3, 0) + 0.5));
    QVERIFY(pointForecast(output.narrow(3, 0, 2), "gaussian-nll").equal(output.select(3, 0)));
    QVERIFY(pointForecast(output.narrow(3, 0, 1), "mse").equal(output.select(3, 0)));
    QVERIFY(gaussianVariance(at::tensor({-1000.0, 0.0, 1000.0}, at::kDouble)).gt(0).all().item<bool>());
}

// Backward adds into the flat buffers, and neither zeroing nor a second backward moves a gradient elsewhere.
void TestModel::gradientsReachTheFlatBuffer() {
    for (const auto& [config, shape] : variety()) {
        const auto model = makeModel(config, shape);
        const ParameterStore& store = model->parameters();
        const at::Tensor x = inputFor(config, shape);
        const auto backward = [&] { model->forward(x).output.square().sum().backward(); };
        backward();
        const at::Tensor once = store.buffers()[0].gradients.clone();
        QVERIFY(once.abs().max().item<double>() > 0);
        backward();
        QVERIFY(difference(store.buffers()[0].gradients, 2 * once) < 1e-9 * once.abs().max().item<double>() + 1e-12);
        store.zeroGradients();
        backward();
        for (const Parameter& p : store.all())
            QCOMPARE(p.value.grad().data_ptr<double>(),
                     store.buffers()[p.buffer].gradients.data_ptr<double>() + p.offset);
        QVERIFY(difference(store.buffers()[0].gradients, once) < 1e-12);
    }
}

void TestModel::recordsWhileForwarding() {
    ExperimentConfig config = small();
    config.layers = 2;
    const auto model = makeModel(config, {3, 1, 0, 0});
    std::vector<GateRecord> records;
    ForwardOptions options;
    options.record = &records;
    const at::Tensor x = randomTensor({6, 3, 3}, 5);
    QVERIFY(difference(model->forward(x, options).output, model->forward(x).output) < 1e-12);
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records[1].gates[0].sizes().vec(), (std::vector<std::int64_t>{6, 3, 20}));
}

// Chunks that do and do not divide the window, with dropout, peepholes, a carried state: the same loss, the same
// gradients.
void TestModel::recomputingChangesNothing() {
    for (const CellTraits& cell : cellTraits()) {
        for (const bool both : {false, true}) {
            ExperimentConfig config = small();
            config.cell = cell.key;
            config.layers = 2;
            config.bidirectional = both;
            config.dropout = 0.3;
            config.recurrentDropout = both ? 0 : 0.3;
            config.peephole = cell.peephole && !both;
            const auto whole = makeModel(config, {3, 1, 0, 0});
            const at::Tensor x = randomTensor({6, 3, 3}, 5);
            ForwardOptions options;
            options.training = true;
            options.position = {7, 3, {}};
            const ModelState state = detached(whole->forward(x).state);
            options.state = &state;
            const at::Tensor expected = whole->forward(x, options).output;
            expected.square().sum().backward();
            for (const std::int64_t chunk : {1, 2, 4, 6}) {
                config.recomputeChunk = chunk;
                const auto model = makeModel(config, {3, 1, 0, 0});
                const at::Tensor output = model->forward(x, options).output;
                QVERIFY(difference(output, expected) < 1e-12);
                output.square().sum().backward();
                for (std::size_t b = 0; b < model->parameters().buffers().size(); ++b) {
                    QVERIFY(difference(model->parameters().buffers()[b].gradients,
                                       whole->parameters().buffers()[b].gradients) < 1e-11);
                }
            }
        }
    }
}

// BF16 passes over FP32 parameters: near the exact ones, gradients arrive in the flat FP32 buffers.
void TestModel::lowerPrecisionStaysNear() {
    for (const char* row : {"library", "cell"}) {
        ExperimentConfig config = small();
        config.implementation = row;
        config.layers = 2;
        config.dropout = 0.2;
        config.layerNorm = true;
        const auto exact = makeModel(config, {3, 1, 0, 0}, at::kFloat);
        ModelOptions options;
        options.seed = 3;
        options.compute = at::kBFloat16;
        auto lower = std::move(Model::create(config, {3, 1, 0, 0}, options)).value();
        QVERIFY(lower->parameters().buffers()[0].values.equal(exact->parameters().buffers()[0].values));
        const at::Tensor x = randomTensor({6, 3, 3}, 5, at::kFloat);
        ForwardOptions pass;
        pass.training = true;
        for (int step = 0; step < 2; ++step) {
            const at::Tensor a = exact->forward(x, pass).output, b = lower->forward(x, pass).output;
            QCOMPARE(b.scalar_type(), at::kFloat);
            QVERIFY(difference(a, b) < 0.05 && difference(a, b) > 0);
            a.square().sum().backward();
            b.square().sum().backward();
            for (std::size_t i = 0; i < lower->parameters().buffers().size(); ++i) {
                const at::Tensor& expected = exact->parameters().buffers()[i].gradients;
                QVERIFY(difference(lower->parameters().buffers()[i].gradients, expected) <
                        0.1 * std::max(1.0F, expected.abs().max().item<float>()));
            }
            // A changed parameter is seen by the next pass.
            const at::NoGradGuard noGrad;
            for (Model* model : {exact.get(), lower.get()}) model->parameters().buffers()[1].values.mul_(1.5);
        }
    }
}

void TestModel::refusesWhatCannotRun() {
    const auto message = [](auto change) {
        ExperimentConfig config = small();
        change(config);
        const auto model = Model::create(config, {3, 1, 0, 0}, {});
        return model ? std::string() : model.error().message;
    };
    QVERIFY(message([](ExperimentConfig&) {}).empty());
    QVERIFY(message([](ExperimentConfig& c) {
                c.implementation = "library";
                c.zoneout = 0.1;
            }).find("zoneout") != std::string::npos);
    QVERIFY(message([](ExperimentConfig& c) {
                c.cell = "gru";
                c.peephole = true;
            }).find("peepholes") != std::string::npos);
    QVERIFY(message([](ExperimentConfig& c) { c.cell = "transformer"; }).find("does not exist") != std::string::npos);
    QVERIFY(message([](ExperimentConfig& c) { c.pooling = "median"; }).find("pooling") != std::string::npos);
    QVERIFY(message([](ExperimentConfig& c) { c.hiddenSize = 0; }).find("at least one") != std::string::npos);
    QVERIFY(message([](ExperimentConfig& c) { c.projectionSize = 5; }).find("smaller") != std::string::npos);
    QVERIFY(message([](ExperimentConfig& c) {
                c.recomputeChunk = 2;
                c.zoneout = 0.1;
            }).find("zoneout") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestModel)
#include "tst_model.moc"
