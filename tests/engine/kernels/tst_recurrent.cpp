// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/kernels/step_loop.cpp.
#include "engine/nn_support.h"
#include "kernels/recurrent.h"

#include <ATen/record_function.h>
#include <c10/util/Exception.h>

#include <QtTest>

#include <algorithm>
#include <cstring>
#include <string_view>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const CellTraits *const kLstm = findCellTraits("lstm"), *const kGru = findCellTraits("gru");
constexpr double kEqual = 1e-10;  // every row against every other, float64

struct Layer {
    RecurrentSpec spec;
    std::vector<at::Tensor> weights, peepholes;

    explicit Layer(const RecurrentSpec& s, std::uint64_t seed = 1) : spec(s) {
        const auto add = [&](at::IntArrayRef shape) {
            weights.push_back((randomTensor(shape, seed++) * 0.5).requires_grad_(true));
        };
        for (std::int64_t d = 0; d < s.directions(); ++d) {
            for (const RecurrentSpec::WeightShape& shape : s.weightShapes()) add(shape.sizes);
            if (s.peephole) peepholes.push_back((randomTensor({3, s.hidden}, seed++)).requires_grad_(true));
        }
    }
    [[nodiscard]] std::vector<at::Tensor> leaves() const {
        std::vector<at::Tensor> all = weights;
        all.insert(all.end(), peepholes.begin(), peepholes.end());
        return all;
    }
};

struct Run {
    RecurrentResult result;
    std::vector<at::Tensor> gradients;  // of the leaves and the input
};

struct Extra {
    at::Tensor lengths;
    LayerState state;
    bool training = false;
    RandomPosition position{5, 2, {}};
    GateRecord* record = nullptr;
};

const RecurrentImplementation& row(const char* key) {
    return *std::ranges::find(recurrentImplementations(), std::string_view(key), &RecurrentImplementation::key);
}

/// Those of this library that can run the layer.
std::vector<const char*> rowsOf(const RecurrentSpec& spec) {
    std::vector<const char*> keys;
    for (const char* key : {"naive", "cell", "library", "native", "scan"})
        if (row(key).supported(spec, at::kCPU, at::kDouble).empty()) keys.push_back(key);
    return keys;
}

RecurrentResult forward(const char* key, const Layer& layer, const at::Tensor& input, const Extra& extra = {}) {
    return row(key).forward({layer.spec, input, layer.weights, layer.peepholes, extra.state, extra.lengths,
                             extra.training, extra.position, extra.record});
}

Run run(const char* key, const Layer& layer, const at::Tensor& input, const Extra& extra = {}) {
    const at::Tensor x = input.detach().clone().requires_grad_(true);
    Run out{forward(key, layer, x, extra), {}};
    const at::Tensor& y = out.result.output;
    at::Tensor loss = (y * randomTensor(y.sizes(), 77)).sum() +
                      (out.result.state.h * randomTensor(out.result.state.h.sizes(), 78)).sum();
    std::vector<at::Tensor> leaves = layer.leaves();
    leaves.push_back(x);
    out.gradients = torch::autograd::grad({loss}, leaves);
    return out;
}

double gap(const Run& a, const Run& b) {
    double worst =
        std::max(difference(a.result.output, b.result.output), difference(a.result.state.h, b.result.state.h));
    if (a.result.state.c.defined() && b.result.state.c.defined())
        worst = std::max(worst, difference(a.result.state.c, b.result.state.c));
    for (std::size_t i = 0; i < a.gradients.size(); ++i)
        worst = std::max(worst, difference(a.gradients[i], b.gradients[i]));
    return worst;
}

std::vector<RecurrentSpec> specs() {
    std::vector<RecurrentSpec> all;
    for (const CellTraits& cell : cellTraits()) {
        for (const bool both : {false, true}) {
            for (const std::int64_t size : {1, 4}) all.push_back({&cell, 3, size, 0, both, false, 0, 0, 0});
            if (cell.projection) all.push_back({&cell, 3, 4, 2, both, false, 0, 0, 0});
        }
    }
    return all;
}

/// Raises a warning in every LSTM of LibTorch that runs while this lives, and keeps what its own handler is told.
class WarningsOfLstms final : public c10::WarningHandler {
public:
    WarningsOfLstms()
        : handle_(at::addThreadLocalCallback(
              at::RecordFunctionCallback(&warn, nullptr).scopes({at::RecordScope::FUNCTION}))),
          guard_(this) {}
    ~WarningsOfLstms() override { at::removeCallback(handle_); }
    void process(const c10::Warning& warning) override { heard.push_back(warning.msg()); }
    std::vector<std::string> heard;

private:
    static std::unique_ptr<at::ObserverContext> warn(const at::RecordFunction& function) {
        if (std::strcmp(function.name(), "aten::lstm") == 0) TORCH_WARN("weights are not in one piece");
        return nullptr;
    }
    at::CallbackHandle handle_;
    c10::WarningUtils::WarningHandlerGuard guard_;
};

/// Calls of LibTorch's `name` on this thread while it lives.
class CallsOf {
public:
    explicit CallsOf(const char* name)
        : handle_(at::addThreadLocalCallback(
              at::RecordFunctionCallback(&count, nullptr).scopes({at::RecordScope::FUNCTION}))) {
        name_ = name;
        found = 0;
    }
    ~CallsOf() { at::removeCallback(handle_); }
    CallsOf(const CallsOf&) = delete;
    CallsOf& operator=(const CallsOf&) = delete;
    static inline int found = 0;

private:
    static std::unique_ptr<at::ObserverContext> count(const at::RecordFunction& function) {
        found += std::string_view(function.name()).starts_with(name_);
        return nullptr;
    }
    static inline std::string_view name_;
    at::CallbackHandle handle_;
};

// Gradients of a row against central differences of its outputs.
void matchDifferences(const char* key, const RecurrentSpec& spec) {
    constexpr double kStep = 1e-5, kTolerance = 1e-6;
    const Layer layer(spec);
    Extra extra;
    extra.training = true;
    extra.lengths = at::tensor({3, 2}, at::kLong);
    const at::Tensor x = randomTensor({3, 2, 3}, 9);
    const Run exact = run(key, layer, x, extra);
    const auto value = [&] {
        const at::NoGradGuard noGrad;
        const RecurrentResult r = forward(key, layer, x, extra);
        return ((r.output * randomTensor(r.output.sizes(), 77)).sum() +
                (r.state.h * randomTensor(r.state.h.sizes(), 78)).sum())
            .item<double>();
    };
    const std::vector<at::Tensor> leaves = layer.leaves();
    for (std::size_t k = 0; k < leaves.size(); ++k) {
        const at::Tensor flat = leaves[k].detach().flatten();
        for (std::int64_t i = 0; i < flat.numel(); i += 3) {
            double* at = flat.data_ptr<double>() + i;
            const double old = *at;
            *at = old + kStep;
            const double up = value();
            *at = old - kStep;
            const double down = value();
            *at = old;
            const double expected = exact.gradients[k].flatten()[i].item<double>();
            QVERIFY(std::abs((up - down) / (2 * kStep) - expected) < kTolerance * std::max(1.0, std::abs(expected)));
        }
    }
}

}  // namespace

class TestRecurrent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAgree();
    void rowsAgreeWithStateAndLengths();
    void sharedFeaturesAgree();
    void unequalLengthsEqualEachSequenceAlone();
    void gradientsMatchDifferences();
    void turnsAndLastStepsAreThoseOfGather();
    void oddSizes();
    void recordsGates();
    void unknownWarningsComeThrough();
    void reasons();
};

// And their gradients need no scatter_add, which sorts on a GPU where a run is to be deterministic.
void TestRecurrent::turnsAndLastStepsAreThoseOfGather() {
    const SequenceLengths lengths(at::tensor({5, 1, 3}, at::kLong));
    const at::Tensor order = at::tensor({4, 0, 2, 3, 1, 1, 2, 2, 0, 1, 3, 3, 0, 4, 4}, at::kLong).view({5, 3, 1}),
                     last = at::tensor({4, 0, 2}, at::kLong).view({1, 3, 1});
    const at::Tensor x = randomTensor({5, 3, 2}, 4).requires_grad_(true), weights = randomTensor({5, 3, 2}, 5);
    const auto gradient = [&](const at::Tensor& y) {
        return torch::autograd::grad({(y * weights.narrow(0, 0, y.size(0))).sum()}, {x}).front();
    };
    const at::Tensor turned = x.gather(0, order.expand_as(x)), ends = x.gather(0, last.expand({1, 3, 2}));
    const at::Tensor byTurn = gradient(turned), byEnds = gradient(ends);
    const CallsOf sorts("aten::scatter_add");
    QVERIFY(at::equal(lengths.turn(x), turned));
    QVERIFY(at::equal(lengths.lastOf(x), ends));
    QVERIFY(at::equal(gradient(lengths.turn(x)), byTurn));
    QVERIFY(at::equal(gradient(lengths.lastOf(x)), byEnds));
    QCOMPARE(CallsOf::found, 0);
    (void)gradient(x.gather(0, order.expand_as(x)));
    QVERIFY(CallsOf::found > 0);  // the count sees one
}

void TestRecurrent::rowsAgree() {
    for (const RecurrentSpec& spec : specs()) {
        const Layer layer(spec);
        for (const auto& [time, batch] : {std::pair{5, 3}, std::pair{1, 1}, std::pair{1, 4}, std::pair{6, 1}}) {
            const at::Tensor x = randomTensor({time, batch, spec.inputs}, 9);
            const Run naive = run("naive", layer, x);
            for (const char* key : rowsOf(spec)) QVERIFY2(gap(run(key, layer, x), naive) < kEqual, key);
        }
    }
}

void TestRecurrent::rowsAgreeWithStateAndLengths() {
    for (const RecurrentSpec& spec : specs()) {
        const Layer layer(spec);
        Extra extra;
        extra.state.h = randomTensor({spec.directions(), 3, spec.outputsPerDirection()}, 20);
        if (spec.cell->cellState) extra.state.c = randomTensor({spec.directions(), 3, spec.cellWidth()}, 21);
        const at::Tensor x = randomTensor({5, 3, spec.inputs}, 9);
        for (const at::Tensor& lengths : {at::Tensor(), at::tensor({5, 1, 3}, at::kLong)}) {
            extra.lengths = lengths;
            const Run naive = run("naive", layer, x, extra);
            for (const char* key : rowsOf(spec)) QVERIFY2(gap(run(key, layer, x, extra), naive) < kEqual, key);
        }
    }
}

// What the library does not have: naive against cell, in training and out of it.
void TestRecurrent::sharedFeaturesAgree() {
    for (const CellTraits& cell : cellTraits()) {
        for (const bool training : {false, true}) {
            const RecurrentSpec spec{&cell, 3, 4, 0, true, cell.peephole, 0.4, 0.3, 1};
            const Layer layer(spec);
            const at::Tensor x = randomTensor({5, 3, 3}, 9);
            Extra extra;
            extra.training = training;
            const Run naive = run("naive", layer, x, extra);
            for (const char* key : rowsOf(spec)) QVERIFY2(gap(run(key, layer, x, extra), naive) < kEqual, key);
            extra.position.step = 3;
            const double moved = difference(forward("cell", layer, x, extra).output, naive.result.output);
            QVERIFY(training ? moved > 1e-3 : moved < kEqual);
        }
    }
}

void TestRecurrent::unequalLengthsEqualEachSequenceAlone() {
    for (const RecurrentSpec& spec : specs()) {
        for (const char* key : rowsOf(spec)) {
            const Layer layer(spec);
            const at::Tensor x = randomTensor({6, 3, spec.inputs}, 9);
            const std::vector<std::int64_t> lengths{4, 6, 1};
            Extra extra;
            extra.lengths = at::tensor(lengths, at::kLong);
            const RecurrentResult all = forward(key, layer, x, extra);
            for (std::int64_t b = 0; b < 3; ++b) {
                const std::int64_t n = lengths[static_cast<std::size_t>(b)];
                const RecurrentResult alone = forward(key, layer, x.narrow(1, b, 1).narrow(0, 0, n));
                QVERIFY(difference(all.output.narrow(1, b, 1).narrow(0, 0, n), alone.output) < 1e-13);
                QVERIFY(difference(all.state.h.narrow(1, b, 1), alone.state.h) < 1e-13);
                QCOMPARE(all.output.narrow(1, b, 1).narrow(0, n, 6 - n).abs().sum().item<double>(), 0.0);
            }
            // Padding reaches nothing: not the output, and not by way of a gradient.
            at::Tensor garbage = x.clone();
            garbage.narrow(1, 2, 1).narrow(0, 1, 5).fill_(1e3);
            QVERIFY(gap(run(key, layer, garbage, extra), run(key, layer, x, extra)) < kEqual);
        }
    }
}

void TestRecurrent::gradientsMatchDifferences() {
    std::vector<RecurrentSpec> all = specs();
    all.push_back({kLstm, 3, 4, 2, true, true, 0.3, 0.2, 0});
    all.push_back({kLstm, 3, 4, 0, true, false, 0.3, 0.2, 0});
    all.push_back({kGru, 3, 4, 0, true, false, 0.3, 0.2, 0});
    for (const RecurrentSpec& spec : all)
        for (const char* key : rowsOf(spec)) matchDifferences(key, spec);
}

void TestRecurrent::oddSizes() {
    for (const CellTraits& cell : cellTraits()) {
        const RecurrentSpec spec{&cell, 1, 1, 0, true, false, 0, 0, 0};
        const Layer layer(spec);
        for (const char* key : rowsOf(spec)) {
            const RecurrentResult result = forward(key, layer, randomTensor({1, 1, 1}, 4));
            QCOMPARE(result.output.sizes().vec(), (std::vector<std::int64_t>{1, 1, 2}));
            QVERIFY(result.output.isfinite().all().item<bool>());
        }
    }
    // float32 takes other code in the library (oneDNN for the LSTM), with and without gradients.
    for (const CellTraits& cell : cellTraits()) {
        if (!cell.library) continue;
        for (const auto& [time, batch, inputs, hidden] :
             {std::tuple{1, 1, 1, 1}, std::tuple{3, 1, 1, 17}, std::tuple{1, 5, 2, 1}, std::tuple{7, 2, 9, 33}}) {
            const RecurrentSpec spec{&cell, inputs, hidden, 0, true, false, 0, 0, 0};
            const Layer exact(spec);
            Layer single(spec);
            for (at::Tensor& weight : single.weights) weight = weight.detach().to(at::kFloat).requires_grad_(true);
            const at::Tensor x = randomTensor({time, batch, inputs}, 4);
            const Run expected = run("naive", exact, x), found = run("library", single, x.to(at::kFloat));
            QVERIFY(relativeDifference(found.result.output, expected.result.output) < 1e-5);
            for (std::size_t i = 0; i < expected.gradients.size(); ++i)
                QVERIFY(relativeDifference(found.gradients[i], expected.gradients[i]) < 1e-5);
            const at::NoGradGuard noGrad;
            QVERIFY(relativeDifference(forward("library", single, x.to(at::kFloat)).output, expected.result.output) <
                    1e-5);
        }
    }
}

// The recorded gates give the recorded states back by the LSTM's equations.
void TestRecurrent::recordsGates() {
    const RecurrentSpec spec{kLstm, 3, 4, 0, true, false, 0, 0, 0};
    const Layer layer(spec);
    GateRecord record;
    Extra extra;
    extra.record = &record;
    const RecurrentResult result = forward("cell", layer, randomTensor({5, 2, 3}, 4), extra);
    QCOMPARE(record.gates.size(), std::size_t{2});
    for (std::size_t d = 0; d < 2; ++d) {
        QCOMPARE(record.gates[d].sizes().vec(), (std::vector<std::int64_t>{5, 2, 16}));
        const auto gate = record.gates[d].chunk(4, 2);
        QVERIFY(difference(gate[3] * record.cell[d].tanh(), record.hidden[d]) < kEqual);
        const std::int64_t t = 2, before = d == 0 ? t - 1 : t + 1;
        QVERIFY(difference(gate[1][t] * record.cell[d][before] + gate[0][t] * gate[2][t], record.cell[d][t]) < kEqual);
        QVERIFY(difference(record.hidden[d], result.output.narrow(2, static_cast<std::int64_t>(d) * 4, 4)) < kEqual);
    }
}

// That weights are copied at each call is said by a warning of LibTorch: the tests on a GPU look for it.
void TestRecurrent::unknownWarningsComeThrough() {
    for (const std::int64_t projection : {0, 2}) {
        WarningsOfLstms warnings;
        const Layer layer({kLstm, 3, 4, projection, false, false, 0, 0, 0});
        (void)forward("library", layer, randomTensor({5, 2, 3}, 1));
        QCOMPARE(warnings.heard, std::vector<std::string>{"weights are not in one piece"});
    }
}

void TestRecurrent::reasons() {
    // Every cell can be computed step by step, by autograd.
    for (const CellTraits& cell : cellTraits())
        QVERIFY2(row("naive").supported({&cell}, at::kCPU, at::kDouble).empty(), cell.key.data());
    const auto reason = [](const char* key, const RecurrentSpec& spec) {
        const auto chosen = chooseImplementation(recurrentImplementations(), key, spec, at::kCPU, at::kFloat);
        return chosen ? std::string((*chosen)->key) : chosen.error().message;
    };
    QCOMPARE(reason("auto", {}), std::string("native"));
    QCOMPARE(reason("auto", {kLstm, 1, 4, 2, false, true, 0, 0, 0}), std::string("native"));
    QVERIFY(reason("native", {kGru, 1, 4, 2, false, false, 0, 0, 0}).find("projection") != std::string::npos);
    QVERIFY(reason("library", {kLstm, 1, 4, 0, false, true, 0, 0, 0}).find("peepholes") != std::string::npos);
    QVERIFY(reason("auto", {kGru, 1, 4, 0, false, true, 0, 0, 0}).find("Only an LSTM") != std::string::npos);
    QVERIFY(reason("naive", {kGru, 1, 4, 2, false, false, 0, 0, 0}).find("projection") != std::string::npos);
    QVERIFY(reason("cudnn-tuned", {}).find("cudnn-tuned") != std::string::npos);
    // A cell that has a step and nobody's own code, and one that has no step.
    CellTraits cell = *kGru;
    cell.library = cell.native = false;
    QCOMPARE(reason("auto", {&cell}), std::string("cell"));
    for (const char* key : {"native", "whole", "library"})
        QVERIFY2(reason(key, {&cell}).find(kNoCodeForCell.source) != std::string::npos, key);
    cell.key = "no-such-cell";
    QCOMPARE(reason("auto", {&cell}), std::string(kNoCodeForCell.source));
}

QTEST_APPLESS_MAIN(TestRecurrent)
#include "tst_recurrent.moc"
