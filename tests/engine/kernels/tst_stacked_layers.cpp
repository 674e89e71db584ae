// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/kernels/library.cpp and core/nn/compute_copy.cpp.
#include "engine/nn_support.h"
#include "kernels/stacked_layers.h"
#include "nn/compute_copy.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <string_view>

using namespace gatelab;
using namespace gatelab::testing;

/// One call for a stack of plain layers against a call for each, on the processor: the same numbers, and the weights
/// where checkpoints expect them.
namespace {

constexpr std::int64_t kTime = 6, kBatch = 3, kInputs = 4, kHidden = 5;
constexpr double kEqual = 1e-12;

const RecurrentImplementation& library() {
    return *std::ranges::find(recurrentImplementations(), std::string_view("library"), &RecurrentImplementation::key);
}

/// Leaves of a stack, the same numbers for each who makes it.
struct Stack {
    Stack(const char* cell, std::int64_t layers, bool both, bool hasStates) {
        std::uint64_t seed = 1;
        const auto leaf = [&](at::IntArrayRef sizes) { return (randomTensor(sizes, seed++) * 0.5).requires_grad_(); };
        const std::int64_t directions = both ? 2 : 1;
        input = leaf({kTime, kBatch, kInputs});
        leaves.push_back(input);
        for (std::int64_t layer = 0; layer < layers; ++layer) {
            RecurrentSpec spec{findCellTraits(cell), layer == 0 ? kInputs : directions * kHidden, kHidden};
            spec.bidirectional = both;
            spec.layer = static_cast<int>(layer);
            std::vector<at::Tensor> own;
            for (std::int64_t d = 0; d < directions; ++d)
                for (const RecurrentSpec::WeightShape& shape : spec.weightShapes()) own.push_back(leaf(shape.sizes));
            LayerState state;
            if (hasStates) {
                state.h = leaf({directions, kBatch, kHidden});
                if (spec.cell->cellState) state.c = leaf({directions, kBatch, kHidden});
            }
            for (const at::Tensor& tensor : own) leaves.push_back(tensor);
            for (const at::Tensor& tensor : {state.h, state.c})
                if (tensor.defined()) leaves.push_back(tensor);
            specs.push_back(spec);
            weights.push_back(own);
            states.push_back(state);
        }
    }
    std::vector<RecurrentSpec> specs;
    at::Tensor input;
    std::vector<std::vector<at::Tensor>> weights;
    std::vector<LayerState> states;
    std::vector<at::Tensor> leaves;
};

StackedResult inOneCall(const Stack& stack) {
    std::vector<at::Tensor> weights;
    for (const auto& own : stack.weights) weights.insert(weights.end(), own.begin(), own.end());
    return library().stacked({stack.specs.front(), static_cast<std::int64_t>(stack.specs.size()), stack.input, weights,
                              stack.states, nullptr});
}

StackedResult oneByOne(const Stack& stack) {
    StackedResult all{stack.input, {}};
    const RandomPosition nowhere{1, 0, {}};
    for (std::size_t i = 0; i < stack.specs.size(); ++i) {
        const at::Tensor input = all.output;
        RecurrentResult one =
            library().forward({stack.specs[i], input, stack.weights[i], {}, stack.states[i], {}, true, nowhere});
        all.output = one.output;
        all.states.push_back(one.state);
    }
    return all;
}

/// Outputs, states, and the gradients of all leaves with respect to a sum that weighs each of them differently.
std::vector<at::Tensor> allOf(const StackedResult& result, const std::vector<at::Tensor>& leaves) {
    std::vector<at::Tensor> found{result.output};
    for (const LayerState& state : result.states)
        for (const at::Tensor& tensor : {state.h, state.c})
            if (tensor.defined()) found.push_back(tensor);
    at::Tensor sum = at::zeros({}, at::kDouble);
    std::uint64_t seed = 100;
    for (const at::Tensor& tensor : found) sum = sum + (tensor * randomTensor(tensor.sizes(), seed++)).sum();
    for (at::Tensor& gradient : torch::autograd::grad({sum}, leaves)) found.push_back(std::move(gradient));
    return found;
}

std::unique_ptr<Model> modelOf(const ExperimentConfig& config, bool stacked,
                               std::optional<at::ScalarType> compute = std::nullopt) {
    ModelOptions options;
    options.dtype = compute ? at::kFloat : at::kDouble;
    options.compute = compute;
    options.stacked = stacked;
    ModelShape shape;
    shape.inputs = kInputs;
    return std::move(Model::create(config, shape, options)).value();
}

ExperimentConfig plainStack() {
    ExperimentConfig config;
    config.implementation = "library";
    config.layers = 2;
    config.hiddenSize = kHidden;
    config.lookback = kTime;
    config.horizon = 2;
    config.dropout = 0;
    return config;
}

/// Output and the gradients of all parameters.
std::vector<at::Tensor> passOf(Model& model, const at::Tensor& input, const ForwardOptions& options = {}) {
    model.parameters().zeroGradients();
    const at::Tensor output = model.forward(input, options).output;
    output.square().sum().backward();
    std::vector<at::Tensor> found{output.detach()};
    for (const ParameterBuffer& buffer : model.parameters().buffers()) found.push_back(buffer.gradients.clone());
    return found;
}

}  // namespace

class TestStackedLayers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneCallGivesTheNumbersOfMany_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("both");
        QTest::addColumn<bool>("hasStates");
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"})
            for (const int layers : {2, 3})
                for (const bool both : {false, true})
                    for (const bool states : {false, true})
                        QTest::addRow("%s %d%s%s", cell, layers, both ? " both" : "", states ? " states" : "")
                            << QString(cell) << layers << both << states;
    }
    void oneCallGivesTheNumbersOfMany() {
        QFETCH(QString, cell);
        QFETCH(int, layers);
        QFETCH(bool, both);
        QFETCH(bool, hasStates);
        const Stack stack(cell.toUtf8().constData(), layers, both, hasStates);
        QVERIFY(isPlainStack(stack.specs));
        const auto one = allOf(inOneCall(stack), stack.leaves), many = allOf(oneByOne(stack), stack.leaves);
        QCOMPARE(one.size(), many.size());
        for (std::size_t i = 0; i < one.size(); ++i)
            QVERIFY2(relativeDifference(one[i], many[i]) <= kEqual, qPrintable(QString::number(i)));
    }

    void aModelGivesTheSame_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<bool>("both");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const bool both : {false, true})
                QTest::addRow("%s%s", cell, both ? " both" : "") << QString(cell) << both;
    }
    void aModelGivesTheSame() {
        QFETCH(QString, cell);
        QFETCH(bool, both);
        ExperimentConfig config = plainStack();
        config.cell = cell.toStdString();
        config.bidirectional = both;
        config.layers = 3;
        const auto stacked = modelOf(config, true), single = modelOf(config, false);
        QVERIFY(stacked->stackedLayers() == &library());
        QVERIFY(single->stackedLayers() == nullptr);
        // Checkpoints know names and buffers.
        QCOMPARE(stacked->parameters().buffers().size(), single->parameters().buffers().size());
        for (std::size_t i = 0; i < single->parameters().all().size(); ++i) {
            const Parameter &a = stacked->parameters().all()[i], &b = single->parameters().all()[i];
            QVERIFY(a.name == b.name && a.buffer == b.buffer && a.offset == b.offset);
            QVERIFY(at::equal(a.value, b.value));
        }
        const at::Tensor input = randomTensor({kTime, kBatch, kInputs}, 7);
        const auto a = passOf(*stacked, input), b = passOf(*single, input);
        for (std::size_t i = 0; i < b.size(); ++i) QVERIFY(relativeDifference(a[i], b[i]) <= kEqual);
        // A second pass reads the weights as they are then.
        const at::NoGradGuard noGrad;
        for (const auto* model : {stacked.get(), single.get()})
            for (const ParameterBuffer& buffer : model->parameters().buffers()) buffer.values.mul_(1.5);
        QVERIFY(difference(stacked->forward(input).output, a[0]) > 1e-6);
        QVERIFY(relativeDifference(stacked->forward(input).output, single->forward(input).output) <= kEqual);
    }

    void aLowerPrecisionIsStackedAsWell() {
        const auto stacked = modelOf(plainStack(), true, at::kBFloat16),
                   single = modelOf(plainStack(), false, at::kBFloat16);
        const at::Tensor input = randomTensor({kTime, kBatch, kInputs}, 7, at::kFloat);
        const auto a = passOf(*stacked, input), b = passOf(*single, input);
        for (std::size_t i = 0; i < b.size(); ++i) QVERIFY(relativeDifference(a[i], b[i]) <= 2e-2);
        QVERIFY(a.back().abs().max().item<double>() > 0);
    }

    // All matrices of all layers, then all biases, from the first number of a storage on.
    void weightsLieAsCudnnWantsThem() {
        ExperimentConfig config = plainStack();
        config.bidirectional = true;
        const auto model = modelOf(config, false);
        const ParameterStore& store = model->parameters();
        const ComputeCopy copy(store, at::kDouble, 2);
        const std::vector<at::Tensor> tensors = copy.refresh(store);
        std::int64_t next = 0;
        for (const bool matrices : {true, false})
            for (std::size_t i = 0; i < store.all().size(); ++i) {
                const Parameter& parameter = store.all()[i];
                if (parameter.buffer >= 2 || (parameter.value.dim() > 1) != matrices) continue;
                QCOMPARE(tensors[i].storage_offset(), next);
                QVERIFY(tensors[i].is_alias_of(tensors[0]));
                QVERIFY(at::equal(tensors[i], parameter.value));
                next += tensors[i].numel();
            }
        // What is no part of the stack is the parameter itself.
        QVERIFY(tensors.back().is_same(store.all().back().value));
    }

    void onlyPlainStacksShareACall_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"one layer", "dropout", "norm", "residual", "projection", "recompute", "own kernel"})
            QTest::newRow(what) << QString(what);
    }
    void onlyPlainStacksShareACall() {
        QFETCH(QString, what);
        ExperimentConfig config = plainStack();
        if (what == u"one layer") config.layers = 1;
        if (what == u"dropout") config.dropout = 0.2;
        if (what == u"norm") config.layerNorm = true;
        if (what == u"residual") config.residual = true;
        if (what == u"projection") config.projectionSize = 3;
        if (what == u"recompute") config.recomputeChunk = 2;
        if (what == u"own kernel") config.implementation = "native";
        QVERIFY(modelOf(config, true)->stackedLayers() == nullptr);
    }

    // Who looks inside, or has sequences of unequal length, gets each layer by itself.
    void whoLooksInsideGetsEachLayer() {
        const auto stacked = modelOf(plainStack(), true), single = modelOf(plainStack(), false);
        const at::Tensor input = randomTensor({kTime, kBatch, kInputs}, 7);
        std::vector<GateRecord> records, plain;
        ForwardOptions options;
        options.record = &records;
        const at::NoGradGuard noGrad;
        const at::Tensor output = stacked->forward(input, options).output;
        options.record = &plain;
        QCOMPARE(difference(output, single->forward(input, options).output), 0.0);
        QCOMPARE(records.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) QCOMPARE(difference(records[i].gates[0], plain[i].gates[0]), 0.0);
        ForwardOptions unequal;
        unequal.lengths = at::tensor({6, 2, 4}, at::kLong);
        QCOMPARE(difference(stacked->forward(input, unequal).output, single->forward(input, unequal).output), 0.0);
        std::vector<LayerOutput> outputs;
        ForwardOptions looking;
        looking.outputs = &outputs;
        (void)stacked->forward(input, looking);
        QVERIFY(std::ranges::any_of(outputs, [](const LayerOutput& one) { return one.layer == "rnn.l1"; }));
    }

    // A state that is carried on goes to its layer.
    void statesGoToTheirLayers() {
        const auto stacked = modelOf(plainStack(), true), single = modelOf(plainStack(), false);
        const at::NoGradGuard noGrad;
        const at::Tensor input = randomTensor({kTime, kBatch, kInputs}, 7);
        const ModelState state = single->forward(input).state, other = stacked->forward(input).state;
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(difference(state[i].h, other[i].h) <= kEqual && difference(state[i].c, other[i].c) <= kEqual);
        ForwardOptions next;
        next.state = &state;
        QVERIFY(difference(stacked->forward(input, next).output, single->forward(input, next).output) <= kEqual);
    }
};

QTEST_GUILESS_MAIN(TestStackedLayers)
#include "tst_stacked_layers.moc"
