// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/kernels/linear_scan.cpp and core/kernels/native/scan_kernels.cpp.
#include "engine/nn_support.h"
#include "kernels/linear_scan.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/autograd.h>

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// Steps, batch and units: single numbers, odd widths, pieces of time and none, a last piece that is shorter.
constexpr std::tuple<int, int, int> kShapes[] = {{1, 1, 1},   {2, 1, 3},    {7, 3, 5},     {300, 2, 9}, {512, 1, 1},
                                                 {700, 2, 7}, {1023, 1, 5}, {1100, 4, 31}, {520, 3, 50}};

using Tensors = std::vector<at::Tensor>;

/// A linear loss of outputs, so that its gradients are those of the outputs.
at::Tensor lossOf(const Tensors& outputs) {
    at::Tensor loss = at::zeros({}, outputs[0].options());
    std::uint64_t seed = 50;
    for (const at::Tensor& one : outputs)
        loss = loss + (one * randomTensor(one.sizes(), ++seed).to(one.scalar_type())).sum();
    return loss;
}

Tensors leaves(Tensors values, at::ScalarType dtype) {
    for (at::Tensor& one : values) one = one.to(dtype).requires_grad_(true);
    return values;
}

/// Outputs, then gradients of the leaves.
template <class Run>
Tensors all(const Tensors& given, const Run& run) {
    Tensors outputs = run(given);
    const Tensors gradients = torch::autograd::grad({lossOf(outputs)}, given);
    outputs.insert(outputs.end(), gradients.begin(), gradients.end());
    return outputs;
}

Tensors scan(const Tensors& in) { return {linearScan(in[0], in[1], in[2])}; }
Tensors loop(const Tensors& in) {
    Tensors steps;
    at::Tensor h = in[2];
    for (std::int64_t t = 0; t < in[0].size(0); ++t) steps.push_back(h = in[0][t] * h + in[1][t]);
    return {at::stack(steps)};
}

Tensors turning(const Tensors& in) {
    const auto [c, j] = turningScan(in[0], in[1], in[2], in[3], in[4]);
    return {c, j};
}
Tensors turningLoop(const Tensors& in) {
    Tensors re, im;
    at::Tensor c = in[4].chunk(2, 1)[0], j = in[4].chunk(2, 1)[1];
    for (std::int64_t t = 0; t < in[2].size(0); ++t) {
        const at::Tensor old = c;
        re.push_back(c = in[0] * c - in[1] * j + in[2][t]);
        im.push_back(j = in[1] * old + in[0] * j + in[3][t]);
    }
    return {at::stack(re), at::stack(im)};
}

/// Largest distance, as a share of the largest expected number.
double gap(const Tensors& found, const Tensors& expected) {
    double worst = 0;
    for (std::size_t k = 0; k < expected.size(); ++k)
        worst = std::max(worst, relativeDifference(found[k], expected[k]));
    return worst;
}

Tensors forScan(int steps, int batch, int units) {
    // Gates near 1, beyond it and negative: nothing is assumed of them
    return {randomTensor({steps, batch, units}, 1) * 0.3 + 0.7, randomTensor({steps, batch, units}, 2),
            randomTensor({batch, units}, 3)};
}

Tensors forTurning(int steps, int batch, int units) {
    const at::Tensor size = randomTensor({units}, 4).sigmoid() * 0.2 + 0.8, angle = randomTensor({units}, 5);
    return {size * angle.cos(), size * angle.sin(), randomTensor({steps, batch, units}, 6),
            randomTensor({steps, batch, units}, 7), randomTensor({batch, 2 * units}, 8)};
}

}  // namespace

class TestLinearScan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsTheLoop() {
        for (const auto& [steps, batch, units] : kShapes) {
            const Tensors a = forScan(steps, batch, units), b = forTurning(steps, batch, units);
            const Tensors exact = all(leaves(a, at::kDouble), loop),
                          exactTurned = all(leaves(b, at::kDouble), turningLoop);
            QVERIFY2(gap(all(leaves(a, at::kDouble), scan), exact) < 1e-10, qPrintable(QString::number(steps)));
            QVERIFY2(gap(all(leaves(b, at::kDouble), turning), exactTurned) < 1e-10,
                     qPrintable(QString::number(steps)));
            QVERIFY(gap(all(leaves(a, at::kFloat), scan), exact) < 1e-4);
            QVERIFY(gap(all(leaves(b, at::kFloat), turning), exactTurned) < 1e-4);
        }
    }

    void gradientsMatchDifferences() {
        constexpr double kStep = 1e-6;
        const auto match = [&](Tensors given, auto run) {
            given = leaves(std::move(given), at::kDouble);
            const Tensors gradients = torch::autograd::grad({lossOf(run(given))}, given);
            const at::NoGradGuard noGrad;
            for (std::size_t k = 0; k < given.size(); ++k)
                for (std::int64_t i = 0; i < given[k].numel(); i += 37) {
                    double* at = given[k].data_ptr<double>() + i;
                    const double old = *at;
                    *at = old + kStep;
                    const double up = lossOf(run(given)).template item<double>();
                    *at = old - kStep;
                    const double down = lossOf(run(given)).template item<double>();
                    *at = old;
                    const double exact = gradients[k].contiguous().view({-1})[i].template item<double>();
                    QVERIFY(std::abs((up - down) / (2 * kStep) - exact) < 1e-5 * std::max(1.0, std::abs(exact)));
                }
        };
        match(forScan(520, 1, 3), scan);
        match(forTurning(520, 1, 3), turning);
    }

    void threadsChangeNoBit() {
        const int before = at::get_num_threads();
        for (const auto& [steps, batch, units] : kShapes) {
            const Tensors a = leaves(forScan(steps, batch, units), at::kFloat),
                          b = leaves(forTurning(steps, batch, units), at::kFloat);
            at::set_num_threads(1);
            const Tensors one = all(a, scan), oneTurned = all(b, turning);
            at::set_num_threads(3);
            const Tensors three = all(a, scan), threeTurned = all(b, turning);
            for (std::size_t k = 0; k < one.size(); ++k) QVERIFY(at::equal(one[k], three[k]));
            for (std::size_t k = 0; k < oneTurned.size(); ++k) QVERIFY(at::equal(oneTurned[k], threeTurned[k]));
        }
        at::set_num_threads(before);
    }

    void piecesFollowFromTheShape() {
        QCOMPARE(scanPieces(255, 1), std::int64_t{1});
        QCOMPARE(scanPieces(512, 64), std::int64_t{2});
        QCOMPARE(scanPieces(4096, 128), std::int64_t{16});
        QCOMPARE(scanPieces(4096, 129), std::int64_t{1});  // enough numbers to share
    }
};

QTEST_APPLESS_MAIN(TestLinearScan)
#include "tst_linear_scan.moc"
