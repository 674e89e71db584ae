// SPDX-License-Identifier: GPL-3.0-or-later
// The recurrent kernels without LibTorch and Qt, beside textbook loops and central differences: for instruction sets
// that this machine does not have, with a cross compiler and an emulator, as in
//   aarch64-linux-gnu-g++ -static -std=c++20 -O2 -I core -isystem <folder with hwy> tests/bench/kernels_alone.cpp
//     core/kernels/cpu/native_{float,double}.cpp -o kernels_alone && qemu-aarch64-static kernels_alone
#include "kernels/native/native.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

using namespace gatelab::native;

namespace {

using Numbers = std::vector<double>;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

Numbers random(std::int64_t count, double scale) {
    static std::uint64_t state = 1;
    Numbers values(static_cast<std::size_t>(count));
    for (double& value : values) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        value = scale * (static_cast<double>(state >> 40) / 8388608.0 - 1);
    }
    return values;
}

template <class T>
std::vector<T> as(const Numbers& values) {
    return {values.begin(), values.end()};
}

/// x, weights as in Weights, start states: all that a gradient is wanted of.
struct Layer {
    Shape shape;
    std::vector<Numbers> leaves;  ///< x, ih, hh, biasIh, biasHh, projection, peephole, h0, c0
    Numbers weight;               ///< of the outputs in the loss

    [[nodiscard]] std::int64_t gates() const { return shape.cell == Cell::Lstm ? 4 : shape.cell == Cell::Gru ? 3 : 1; }
    explicit Layer(const Shape& s) : shape(s) {
        const std::int64_t rows = gates() * s.hidden, outputs = s.outputs();
        leaves = {random(s.time * s.batch * s.inputs, 1),
                  random(rows * s.inputs, 0.5),
                  random(rows * outputs, 0.5),
                  random(rows, 0.5),
                  random(rows, 0.5),
                  random(s.projection * s.hidden, 0.5),
                  random(s.peephole ? 3 * s.hidden : 0, 0.5),
                  random(s.batch * outputs, 0.5),
                  random(s.batch * s.hidden, 0.5)};
        weight = random(s.time * s.batch * outputs, 1);
    }
    /// The outputs, as textbooks write them.
    [[nodiscard]] Numbers plain() const {
        const std::int64_t H = shape.hidden, P = shape.outputs(), B = shape.batch, I = shape.inputs;
        Numbers y(static_cast<std::size_t>(shape.time * B * P)), h = leaves[7], c = leaves[8];
        const auto at = [](const Numbers& v, std::int64_t i) { return v[static_cast<std::size_t>(i)]; };
        for (std::int64_t s = 0; s < shape.time; ++s)
            for (std::int64_t b = 0; b < B; ++b) {
                const std::int64_t t = shape.reverse ? shape.time - 1 - s : s;
                Numbers in(static_cast<std::size_t>(gates() * H)), hid = in, raw(static_cast<std::size_t>(H));
                for (std::int64_t r = 0; r < gates() * H; ++r) {
                    double a = at(leaves[3], r), d = at(leaves[4], r);
                    for (std::int64_t k = 0; k < I; ++k)
                        a += at(leaves[1], r * I + k) * at(leaves[0], (t * B + b) * I + k);
                    for (std::int64_t k = 0; k < P; ++k) d += at(leaves[2], r * P + k) * at(h, b * P + k);
                    in[static_cast<std::size_t>(r)] = a, hid[static_cast<std::size_t>(r)] = d;
                }
                for (std::int64_t u = 0; u < H; ++u) {
                    double& cell = c[static_cast<std::size_t>(b * H + u)];
                    double& out = raw[static_cast<std::size_t>(u)];
                    const auto sum = [&](std::int64_t g) { return at(in, g * H + u) + at(hid, g * H + u); };
                    const auto see = [&](std::int64_t g, double state) {
                        return shape.peephole ? at(leaves[6], g * H + u) * state : 0;
                    };
                    if (shape.cell == Cell::Lstm) {
                        const double i = sigmoid(sum(0) + see(0, cell)), f = sigmoid(sum(1) + see(1, cell));
                        cell = f * cell + i * std::tanh(sum(2));
                        out = sigmoid(sum(3) + see(2, cell)) * std::tanh(cell);
                    } else if (shape.cell == Cell::Gru) {
                        const double n = std::tanh(at(in, 2 * H + u) + sigmoid(sum(0)) * at(hid, 2 * H + u));
                        out = n + sigmoid(sum(1)) * (at(h, b * H + u) - n);
                    } else {
                        out = shape.cell == Cell::RnnTanh ? std::tanh(sum(0)) : std::max(0.0, sum(0));
                    }
                }
                for (std::int64_t p = 0; p < P; ++p) {
                    double sum = 0;
                    for (std::int64_t u = 0; shape.projection > 0 && u < H; ++u)
                        sum += at(leaves[5], p * H + u) * at(raw, u);
                    const double value = shape.projection > 0 ? sum : at(raw, p);
                    y[static_cast<std::size_t>((t * B + b) * P + p)] = h[static_cast<std::size_t>(b * P + p)] = value;
                }
            }
        return y;
    }
    [[nodiscard]] double loss() const {
        const Numbers y = plain();
        return std::inner_product(y.begin(), y.end(), weight.begin(), 0.0);
    }
};

/// The largest difference of outputs, and of gradients from central differences at some places of each leaf.
template <class T>
std::pair<double, double> differences(Layer layer) {
    const Kernels<T>& k = kernels<T>();
    const Shape& s = layer.shape;
    const Room room = k.room(s);
    std::vector<std::vector<T>> leaves, gradients;
    for (const Numbers& leaf : layer.leaves) {
        leaves.push_back(as<T>(leaf));
        gradients.emplace_back(leaf.size());
    }
    const auto make = [](std::int64_t count) { return std::vector<T>(static_cast<std::size_t>(count)); };
    std::vector<T> forward = make(room.forwardWeights), backward = make(room.backwardWeights),
                   input = make(room.inputWeights), gates = make(room.gates), cells = make(room.cells),
                   scratch = make(std::max(room.forwardScratch, room.backwardScratch)), sums = make(room.weightSums),
                   y = make(s.time * s.batch * s.outputs()), dy = as<T>(layer.weight);
    std::vector<std::int32_t> order(static_cast<std::size_t>(s.batch)),
        active(static_cast<std::size_t>(s.time), static_cast<std::int32_t>(s.batch));
    std::iota(order.begin(), order.end(), 0);
    const Weights<T> weights{leaves[1].data(), leaves[2].data(), leaves[3].data(),
                             leaves[4].data(), leaves[5].data(), leaves[6].data()};
    k.packForward(s, weights, forward.data());
    k.packBackward(s, weights, backward.data(), input.data());
    Call<T> call;
    call.shape = s;
    call.x = leaves[0].data();
    call.xRow = s.inputs, call.xStep = s.batch * s.inputs;
    call.h0 = leaves[7].data(), call.c0 = leaves[8].data();
    call.order = order.data(), call.active = active.data();
    call.y = y.data(), call.yRow = s.outputs(), call.yStep = s.batch * s.outputs();
    call.gates = gates.data(), call.cells = cells.data(), call.scratch = scratch.data();
    call.forwardWeights = forward.data();
    k.forward(call);
    BackwardCall<T> back;
    back.dy = dy.data(), back.dyRow = call.yRow, back.dyStep = call.yStep;
    back.dx = gradients[0].data(), back.dxRow = call.xRow, back.dxStep = call.xStep;
    back.dh0 = gradients[7].data(), back.dc0 = gradients[8].data();
    back.weightSums = sums.data();
    back.backwardWeights = backward.data(), back.inputWeights = input.data(), back.scratch = scratch.data();
    k.backward(call, back);
    k.unpackSums(s, sums.data(),
                 {gradients[1].data(), gradients[2].data(), gradients[3].data(), gradients[4].data(),
                  gradients[5].data(), gradients[6].data()});
    double output = 0, gradient = 0;
    const Numbers expected = layer.plain();
    for (std::size_t i = 0; i < expected.size(); ++i)
        output = std::max(output, std::abs(expected[i] - static_cast<double>(y[i])));
    for (std::size_t leaf = 0; leaf < layer.leaves.size(); ++leaf)
        for (std::size_t i = 0; i < layer.leaves[leaf].size(); i += 1 + layer.leaves[leaf].size() / 7) {
            if (leaf == 8 && s.cell != Cell::Lstm) continue;
            double& value = layer.leaves[leaf][i];
            const double kept = value, step = 1e-5;
            value = kept + step;
            const double above = layer.loss();
            value = kept - step;
            const double slope = (above - layer.loss()) / (2 * step);
            value = kept;
            gradient =
                std::max(gradient, std::abs(slope - static_cast<double>(gradients[leaf][i])) / (1 + std::abs(slope)));
        }
    return {output, gradient};
}

}  // namespace

int main() {
    std::printf("%s, %d floats in a vector\n", kernels<float>().instructionSet,
                static_cast<int>(kernels<float>().lanes));
    int wrong = 0, count = 0;
    for (const Cell cell : {Cell::Lstm, Cell::Gru, Cell::RnnTanh, Cell::RnnRelu})
        for (const auto& [time, batch, inputs, hidden] :
             {std::array<std::int64_t, 4>{3, 1, 1, 1}, {4, 7, 3, 5}, {5, 13, 2, 8}, {3, 5, 9, 17}, {2, 26, 4, 33}})
            for (const int more : {0, 1, 2, 3}) {
                Shape shape{cell, time, batch, inputs, hidden, more % 2 == 1};
                if (more >= 2 && cell != Cell::Lstm) continue;
                shape.peephole = more >= 2;
                shape.projection = more == 3 && hidden > 1 ? (hidden + 1) / 2 : 0;
                const auto [y64, g64] = differences<double>(Layer(shape));
                const auto [y32, g32] = differences<float>(Layer(shape));
                const bool fine = y64 < 1e-13 && g64 < 1e-8 && y32 < 1e-5 && g32 < 1e-4;
                ++count, wrong += fine ? 0 : 1;
                if (!fine)
                    std::printf("cell %d T %d B %d I %d H %d P %d %s%s: output %g %g, gradient %g %g\n",
                                static_cast<int>(cell), static_cast<int>(time), static_cast<int>(batch),
                                static_cast<int>(inputs), static_cast<int>(hidden), static_cast<int>(shape.projection),
                                shape.peephole ? "peephole " : "", shape.reverse ? "reverse" : "", y64, y32, g64, g32);
            }
    std::printf("%d of %d shapes differ\n", wrong, count);
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
