// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/kernels/time_parallel.cpp and core/kernels/time_sweeps.cpp.
#include "engine/nn_support.h"
#include "kernels/recurrent.h"
#include "kernels/time_parallel.h"

#include <ATen/Parallel.h>

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Tensors = std::vector<at::Tensor>;

const RecurrentImplementation& row(std::string_view key) {
    return *std::ranges::find(recurrentImplementations(), key, &RecurrentImplementation::key);
}

struct Case {
    RecurrentSpec spec;
    at::Tensor x;
    Tensors weights;
    LayerState state;
    double gain = 1;
    bool lastStepOnly = false;

    [[nodiscard]] bool hasCell() const { return spec.cell->cellState; }
};

/// Any cell, size, length, gain (from hardly coupled to chaotic and saturated), start and precision.
Case drawCase(std::uint64_t seed) {
    Rng rng(seed, RandomPurpose::Test);
    const auto number = [&](std::int64_t from, std::int64_t to) {
        return from + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(to - from + 1)));
    };
    Case made;
    made.spec.cell = findCellTraits(number(0, 1) == 0 ? "lstm" : "gru");
    made.spec.inputs = number(1, 4);
    made.spec.hidden = number(1, 12);
    const at::ScalarType type = number(0, 1) == 0 ? at::kFloat : at::kDouble;
    const std::int64_t batch = number(1, 3);
    made.gain = std::pow(10, -1.5 + 0.25 * static_cast<double>(number(0, 12)));  // 0.03 to 32
    made.x = randomTensor({number(480, 1100), batch, made.spec.inputs}, 3 * seed, type);
    for (const RecurrentSpec::WeightShape& shape : made.spec.weightShapes()) {
        const double size = shape.isMatrix ? made.gain / std::sqrt(static_cast<double>(made.spec.hidden)) : 0.5;
        made.weights.push_back(randomTensor(shape.sizes, 3 * seed + made.weights.size(), type) * size);
    }
    if (number(0, 1) == 0) {
        made.state.h = at::tanh(randomTensor({1, batch, made.spec.hidden}, 5 * seed, type));
        if (made.hasCell()) made.state.c = randomTensor({1, batch, made.spec.hidden}, 5 * seed + 1, type);
    }
    made.lastStepOnly = number(0, 2) == 0;
    return made;
}

struct Ran {
    at::Tensor y, h, c;
    Tensors gradients;  ///< of x, of the start where there is one, of the weights
};

RecurrentResult forward(const Case& one, std::string_view key, const at::Tensor& x, const Tensors& weights,
                        const LayerState& state) {
    const RandomPosition nowhere{};
    return row(key).forward({one.spec, x, weights, {}, state, {}, false, nowhere});
}

/// Weights of the loss: of the outputs [time, batch, hidden], of the last h and c.
at::Tensor lossOf(const Case& one, const RecurrentResult& out) {
    at::Tensor dy = randomTensor(out.output.sizes(), 77, out.output.scalar_type());
    if (one.lastStepOnly) dy.narrow(0, 0, dy.size(0) - 1).zero_();
    return (out.output * dy).sum();
}

Ran run(const Case& one, std::string_view key) {
    Tensors leaves{one.x.clone().requires_grad_(true)};
    LayerState state;
    if (one.state.h.defined()) leaves.push_back(state.h = one.state.h.clone().requires_grad_(true));
    if (one.state.c.defined()) leaves.push_back(state.c = one.state.c.clone().requires_grad_(true));
    Tensors weights;
    for (const at::Tensor& weight : one.weights) weights.push_back(weight.clone().requires_grad_(true));
    leaves.insert(leaves.end(), weights.begin(), weights.end());
    const RecurrentResult out = forward(one, key, leaves[0], weights, state);
    return {out.output.detach(), out.state.h.detach(), out.state.c.defined() ? out.state.c.detach() : at::Tensor(),
            torch::autograd::grad({lossOf(one, out)}, leaves, {}, std::nullopt, false, true)};
}

bool sameBits(const Ran& a, const Ran& b) {
    if (!a.y.equal(b.y) || !a.h.equal(b.h)) return false;
    for (std::size_t i = 0; i < a.gradients.size(); ++i)
        if (!at::allclose(a.gradients[i], b.gradients[i], 0, 0, true)) return false;
    return true;
}

/// Largest of |a - b| / max(1, |b|), or over `scale`, in tolerances.
double inTolerances(const at::Tensor& a, const at::Tensor& b, double scale = 0) {
    const at::Tensor x = a.to(at::kDouble), y = b.to(at::kDouble);
    const at::Tensor size = scale > 0 ? at::full_like(y, scale) : y.abs().clamp_min(1);
    return ((x - y).abs() / size).max().item<double>() / timeTolerance(a.scalar_type() == at::kDouble);
}

/// The chunks of a pass that agreed, run again by "native", each by itself from what it began with.
struct Checked {
    double states = 0, gradients = 0;  ///< largest changes at a boundary, in tolerances
    bool isSame = true;                ///< outputs and gradients of the input have the bits of the chunks
    double weights = 0;                ///< gradients of the weights against the sums over the chunks, relative
};

Checked check(const Case& one, const Ran& found, const TimeSweeps& told, bool backAgreed) {
    const TimeCut cut = timeCut(one.x.size(0), one.x.size(1));
    const std::int64_t batch = one.x.size(1), time = one.x.size(0);
    at::Tensor dy = randomTensor(found.y.sizes(), 77, found.y.scalar_type());
    if (one.lastStepOnly) dy.narrow(0, 0, time - 1).zero_();
    Checked out;
    Tensors sums, firsts;
    double largest = 1e-300;  // of the gradients of the weights in a chunk
    for (std::int64_t k = 0; k < cut.chunks; ++k) {
        const std::int64_t from = k * cut.length, steps = std::min(cut.length, time - from);
        const auto part = [&](const at::Tensor& all) {
            return all.narrow(0, k * batch, batch).unsqueeze(0).clone().requires_grad_(true);
        };
        const LayerState state{part(told.startH), one.hasCell() ? part(told.startC) : at::Tensor()};
        Tensors weights;
        for (const at::Tensor& weight : one.weights) weights.push_back(weight.clone().requires_grad_(true));
        const at::Tensor x = one.x.narrow(0, from, steps).clone().requires_grad_(true);
        const RecurrentResult chunk = forward(one, "native", x, weights, state);
        out.isSame = out.isSame && chunk.output.equal(found.y.narrow(0, from, steps));
        const auto next = [&](const at::Tensor& all) { return all.narrow(0, (k + 1) * batch, batch).unsqueeze(0); };
        if (k + 1 < cut.chunks) {
            out.states = std::max(out.states, inTolerances(next(told.startH), chunk.state.h.detach()));
            if (one.hasCell())
                out.states = std::max(out.states, inTolerances(next(told.startC), chunk.state.c.detach()));
        }
        if (!backAgreed) continue;
        Tensors leaves = weights, outputs{chunk.output, chunk.state.h},
                given{dy.narrow(0, from, steps), part(told.lastH).detach()};
        leaves.push_back(state.h);
        if (one.hasCell()) {
            leaves.push_back(state.c);
            outputs.push_back(chunk.state.c);
            given.push_back(part(told.lastC).detach());
        }
        leaves.push_back(x);
        Tensors gradients = torch::autograd::grad(outputs, leaves, given);
        out.isSame =
            out.isSame && at::allclose(found.gradients[0].narrow(0, from, steps), gradients.back(), 0, 0, true);
        gradients.pop_back();
        for (std::size_t i = 0; i < weights.size(); ++i) {
            largest = std::max(largest, gradients[i].abs().max().item<double>());
            if (k == 0)
                sums.push_back(gradients[i].to(at::kDouble));
            else
                sums[i] += gradients[i].to(at::kDouble);
        }
        firsts.push_back(
            at::stack(Tensors(gradients.begin() + static_cast<std::ptrdiff_t>(weights.size()), gradients.end())));
    }
    if (!backAgreed) return out;
    double scale = dy.abs().max().item<double>();
    for (const at::Tensor& first : firsts) scale = std::max(scale, first.abs().max().item<double>());
    scale = std::max({scale, told.lastH.abs().max().item<double>(), told.lastC.abs().max().item<double>()});
    for (std::int64_t k = 0; k + 1 < cut.chunks; ++k) {
        const at::Tensor& first = firsts[static_cast<std::size_t>(k + 1)];
        const auto last = [&](const at::Tensor& all) { return all.narrow(0, k * batch, batch).unsqueeze(0); };
        out.gradients = std::max(out.gradients, inTolerances(last(told.lastH), first[0], scale));
        if (one.hasCell()) out.gradients = std::max(out.gradients, inTolerances(last(told.lastC), first[1], scale));
    }
    // Sums over all steps, of gradients that may be far larger inside a chunk than at its ends.
    const double inside = found.gradients[0].abs().max().item<double>(),
                 size = largest + std::max(scale, inside) * static_cast<double>(time * batch);
    const std::size_t firstWeight = found.gradients.size() - sums.size();
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (at::isfinite(sums[i]).all().item<bool>())
            out.weights = std::max(out.weights, difference(found.gradients[firstWeight + i], sums[i]) / size);
    return out;
}

}  // namespace

class TestTimeParallel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    static void keepsItsCertificate();
    static void doesNotDependOnThreads();
    static void equalsTheOthersInDouble();
    static void givesUpOnChaos();
    static void cutsByTheShape();
    static void leavesShortOnesToTheKernel();
};

void TestTimeParallel::keepsItsCertificate() {
    const int trials =
        qEnvironmentVariableIsSet("GATELAB_TRIALS") ? qEnvironmentVariableIntValue("GATELAB_TRIALS") : 200;
    int parallel = 0, sequential = 0, back = 0;
    double states = 0, gradients = 0, weights = 0, off = 0;
    for (int i = 0; i < trials; ++i) {
        const Case one = drawCase(static_cast<std::uint64_t>(i) + 1);
        TimeSweeps& told = timeSweepsOfThread();
        told = {};
        told.keepsBoundaries = true;
        const Ran found = run(one, "time-parallel"), reference = run(one, "native");
        const std::string where = "case " + std::to_string(i + 1) + ", gain " + std::to_string(one.gain);
        if (told.passes == 1) {  // the forward pass did not agree
            ++sequential;
            QVERIFY2(sameBits(found, reference), where.c_str());
            continue;
        }
        QCOMPARE(told.passes, 2);
        const bool backAgreed = told.sequential == 0;
        if (!backAgreed) ++back;
        ++parallel;
        const Checked checked = check(one, found, told, backAgreed);
        QVERIFY2(checked.isSame, where.c_str());
        QVERIFY2(checked.states <= 1 && checked.gradients <= 1, where.c_str());
        QVERIFY2(checked.weights <= (one.x.scalar_type() == at::kDouble ? 1e-13 : 1e-5), where.c_str());
        states = std::max(states, checked.states);
        gradients = std::max(gradients, checked.gradients);
        weights = std::max(weights, checked.weights);
        off = std::max(off, inTolerances(found.y, reference.y));
        // The net forgets what its chunks agree on without a second sweep: nothing enlarges the change of a boundary.
        if (one.gain < 0.3) QVERIFY2(inTolerances(found.y, reference.y) <= 8, where.c_str());
    }
    qInfo(
        "%d cases: %d in chunks (%d of them back step by step), %d step by step; boundaries moved at most %.2f and "
        "%.2f tolerances, weights' sums %.1e, outputs %.1f tolerances from native",
        trials, parallel, back, sequential, states, gradients, weights, off);
    QVERIFY(parallel > trials / 4);
    QVERIFY(sequential > 0);
}

void TestTimeParallel::doesNotDependOnThreads() {
    const int before = at::get_num_threads();
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Case one = drawCase(seed);
        at::set_num_threads(1);
        const Ran alone = run(one, "time-parallel");
        at::set_num_threads(4);
        const Ran shared = run(one, "time-parallel");
        at::set_num_threads(before);
        QVERIFY(sameBits(alone, shared));
    }
}

void TestTimeParallel::equalsTheOthersInDouble() {
    for (const char* cell : {"lstm", "gru"})
        for (const bool both : {false, true}) {
            Case one;
            one.spec.cell = findCellTraits(cell);
            one.spec.inputs = 3;
            one.spec.hidden = 7;
            one.spec.bidirectional = both;
            one.x = randomTensor({1003, 2, 3}, 5);
            for (std::int64_t d = 0; d < one.spec.directions(); ++d)
                for (const RecurrentSpec::WeightShape& shape : one.spec.weightShapes())
                    one.weights.push_back(randomTensor(shape.sizes, 9 + one.weights.size()) * 0.2);
            timeSweepsOfThread() = {};
            const Ran found = run(one, "time-parallel");
            QCOMPARE(timeSweepsOfThread().sequential, 0);
            QCOMPARE(timeSweepsOfThread().passes, both ? 4 : 2);
            for (const char* other : {"native", "cell"}) {
                const Ran reference = run(one, other);
                QVERIFY(difference(found.y, reference.y) < 1e-10);
                QVERIFY(difference(found.h, reference.h) < 1e-10);
                for (std::size_t i = 0; i < found.gradients.size(); ++i)
                    QVERIFY(relativeDifference(found.gradients[i], reference.gradients[i]) < 1e-10);
            }
        }
}

void TestTimeParallel::givesUpOnChaos() {
    Case one = drawCase(3);
    one.spec.cell = findCellTraits("gru");
    one.spec.hidden = 12;
    one.state = {};
    one.weights.clear();
    for (const RecurrentSpec::WeightShape& shape : one.spec.weightShapes())
        one.weights.push_back(randomTensor(shape.sizes, 40 + one.weights.size(), one.x.scalar_type()) * 4);
    timeSweepsOfThread() = {};
    const Ran found = run(one, "time-parallel");
    QCOMPARE(timeSweepsOfThread().sequential, 1);
    QVERIFY(sameBits(found, run(one, "native")));
}

void TestTimeParallel::cutsByTheShape() {
    for (const std::int64_t steps : {1, 479, 480, 1000, 1931, 2000, 7681, 100000})
        for (const std::int64_t batch : {1, 2, 7, 40}) {
            const TimeCut cut = timeCut(steps, batch);
            QVERIFY(cut.chunks * cut.length >= steps);
            QVERIFY((cut.chunks - 1) * cut.length < steps);
            QVERIFY(cut.chunks == 1 || cut.warmup <= cut.length);
        }
    QCOMPARE(timeCut(479, 1).chunks, 1);
    QCOMPARE(timeCut(2000, 1).chunks, 8);
    QCOMPARE(timeCut(2000, 40).chunks, 1);
}

void TestTimeParallel::leavesShortOnesToTheKernel() {
    Case one = drawCase(8);
    one.x = one.x.narrow(0, 0, 300).contiguous();
    timeSweepsOfThread() = {};
    const Ran found = run(one, "time-parallel");
    QCOMPARE(timeSweepsOfThread().passes, 0);
    QVERIFY(sameBits(found, run(one, "native")));
}

QTEST_APPLESS_MAIN(TestTimeParallel)
#include "tst_time_parallel.moc"
