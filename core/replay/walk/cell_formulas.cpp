// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/walk/cell_formulas.h"

#include "kernels/step_loop.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

at::Tensor sigmoidBack(const at::Tensor& gradient, const at::Tensor& value) { return gradient * value * (1 - value); }
at::Tensor tanhBack(const at::Tensor& gradient, const at::Tensor& value) { return gradient * (1 - value * value); }

/// Gradient of the state as computed, from that of the state as handed on; what goes past the cell is added to
/// `before`.
at::Tensor keptBack(const StepSurroundings& around, at::Tensor& before) {
    at::Tensor gradient = around.on.defined() ? around.gradientHidden * around.on : around.gradientHidden;
    before = around.zoneout * gradient;
    return (1 - around.zoneout) * gradient;
}

at::Tensor handedOn(const StepSurroundings& around, const at::Tensor& h) {
    const at::Tensor mixed = around.zoneout > 0 ? h + around.zoneout * (around.h0 - h) : h;
    return around.on.defined() ? mixed * around.on : mixed;
}

void keepHandedOn(WalkedStep& step, const StepSurroundings& around, const at::Tensor& h) {
    if (around.zoneout > 0 || around.on.defined()) step.keep("h.kept", handedOn(around, h), around.gradientHidden);
}

/// Two numbers a unit in one state: the first of all units, then the second.
std::pair<at::Tensor, at::Tensor> twoParts(const at::Tensor& state) {
    const auto parts = state.chunk(2, 0);
    return {parts[0], parts[1]};
}

WalkedStep lstmStep(const CellWeights& weights, const StepSurroundings& around) {
    const std::int64_t size = around.c0.size(0);
    const auto sums = (weights.fromInput(around.x) + weights.fromHidden(around.h0)).split(size);
    const auto peep = [&](std::int64_t which, const at::Tensor& sum, const at::Tensor& cell) {
        return weights.peephole.defined() ? sum + weights.peephole[which] * cell : sum;
    };
    const at::Tensor si = peep(0, sums[0], around.c0), sf = peep(1, sums[1], around.c0), sg = sums[2];
    const at::Tensor i = at::sigmoid(si), f = at::sigmoid(sf), g = at::tanh(sg), fc = f * around.c0, ig = i * g,
                     c = fc + ig;
    const at::Tensor so = peep(2, sums[3], c), o = at::sigmoid(so), tc = at::tanh(c), m = o * tc;
    const at::Tensor h = weights.projection.defined() ? at::matmul(weights.projection, m) : m;

    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0),
                     dm = weights.projection.defined() ? at::matmul(weights.projection.t(), dh) : dh;
    const at::Tensor dO = dm * tc, dtc = dm * o, dso = sigmoidBack(dO, o);
    // Without zoneout the network's own cell state is this c, and its gradient has all ways already.
    at::Tensor dc = around.gradientCell;
    if (around.zoneout > 0) {
        dc = (1 - around.zoneout) * dc + tanhBack(dtc, tc);
        if (weights.peephole.defined()) dc = dc + dso * weights.peephole[2];
    }
    const at::Tensor df = dc * around.c0, di = dc * g, dg = dc * i, dsf = sigmoidBack(df, f), dsi = sigmoidBack(di, i),
                     dsg = tanhBack(dg, g);
    at::Tensor dc0 = dc * f + around.zoneout * around.gradientCell;
    if (weights.peephole.defined()) dc0 = dc0 + dsi * weights.peephole[0] + dsf * weights.peephole[1];
    const at::Tensor back = at::cat({dsi, dsf, dsg, dso});

    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), back));
    step.keep("h0", around.h0, dh0 + weights.toHidden(back));
    step.keep("c0", around.c0, dc0);
    step.keep("net.f", sf, dsf), step.keep("net.i", si, dsi), step.keep("net.g", sg, dsg), step.keep("net.o", so, dso);
    step.keep("f", f, df), step.keep("i", i, di), step.keep("g", g, dg), step.keep("o", o, dO);
    step.keep("fc", fc, dc), step.keep("ig", ig, dc), step.keep("c", c, dc), step.keep("tc", tc, dtc);
    if (weights.projection.defined()) step.keep("m", m, dm);
    step.keep("h", h, dh);
    if (around.zoneout > 0) step.keep("c.kept", c + around.zoneout * (around.c0 - c), around.gradientCell);
    keepHandedOn(step, around, h);
    return step;
}

WalkedStep gruStep(const CellWeights& weights, const StepSurroundings& around) {
    const std::int64_t size = around.h0.size(0);
    const auto fromInput = (at::matmul(weights.input, around.x) + weights.inputBias).split(size),
               fromHidden = (at::matmul(weights.hidden, around.h0) + weights.hiddenBias).split(size);
    const at::Tensor sr = fromInput[0] + fromHidden[0], sz = fromInput[1] + fromHidden[1], r = at::sigmoid(sr),
                     z = at::sigmoid(sz);
    const at::Tensor rh = r * fromHidden[2], sn = fromInput[2] + rh, n = at::tanh(sn), zh = z * around.h0,
                     nn = (1 - z) * n, h = zh + nn;

    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), dz = dh * (around.h0 - n), dn = dh * (1 - z), dsn = tanhBack(dn, n),
                     dr = dsn * fromHidden[2], dsh = dsn * r;
    const at::Tensor dsr = sigmoidBack(dr, r), dsz = sigmoidBack(dz, z);

    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({dsr, dsz, dsn})));
    step.keep("h0", around.h0, dh0 + dh * z + at::matmul(weights.hidden.t(), at::cat({dsr, dsz, dsh})));
    step.keep("net.r", sr, dsr), step.keep("net.z", sz, dsz), step.keep("net.x", fromInput[2], dsn),
        step.keep("net.h", fromHidden[2], dsh);
    step.keep("r", r, dr), step.keep("z", z, dz), step.keep("rh", rh, dsn), step.keep("net.n", sn, dsn),
        step.keep("n", n, dn);
    step.keep("zh", zh, dh), step.keep("nn", nn, dh), step.keep("h", h, dh);
    keepHandedOn(step, around, h);
    return step;
}

WalkedStep slstmStep(const CellWeights& weights, const StepSurroundings& around) {
    const auto [c0, m0] = twoParts(around.c0);
    const auto [laterC, laterM] = twoParts(around.gradientCell);
    const auto sums = (weights.fromInput(around.x) + weights.fromHidden(around.h0)).split(c0.size(0));
    const at::Tensor &si = sums[0], &sf = sums[1], &sg = sums[2], &so = sums[3];
    const at::Tensor a = m0 + at::log_sigmoid(sf), m = at::logaddexp(a, si), i = at::exp(si - m), f = 1 - i,
                     g = at::tanh(sg), o = at::sigmoid(so), fc = f * c0, ig = i * g, c = fc + ig, h = o * c;

    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), dO = dh * c, dc = (1 - around.zoneout) * laterC + dh * o, df = dc * c0,
                     di = dc * g - df, dg = dc * i;
    const at::Tensor dm = (1 - around.zoneout) * laterM - di * i, da = dm * f, dsi = di * i + dm * i,
                     dsf = da * (1 - at::sigmoid(sf)), dsg = tanhBack(dg, g), dso = sigmoidBack(dO, o);
    const at::Tensor back = at::cat({dsi, dsf, dsg, dso});

    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), back));
    step.keep("h0", around.h0, dh0 + weights.toHidden(back));
    step.keep("c0", c0, dc * f + around.zoneout * laterC), step.keep("m0", m0, da + around.zoneout * laterM);
    step.keep("net.f", sf, dsf), step.keep("net.i", si, dsi), step.keep("net.g", sg, dsg), step.keep("net.o", so, dso);
    step.keep("a", a, da), step.keep("m", m, dm);
    step.keep("i", i, di), step.keep("f", f, df), step.keep("g", g, dg), step.keep("o", o, dO);
    step.keep("fc", fc, dc), step.keep("ig", ig, dc), step.keep("c", c, dc), step.keep("h", h, dh);
    if (around.zoneout > 0) step.keep("c.kept", c + around.zoneout * (c0 - c), laterC);
    keepHandedOn(step, around, h);
    return step;
}

WalkedStep minLstmStep(const CellWeights& weights, const StepSurroundings& around) {
    const auto sums = weights.fromInput(around.x).split(around.h0.size(0));
    const at::Tensor &si = sums[0], &sf = sums[1], &g = sums[2];
    const at::Tensor f = at::sigmoid(at::log_sigmoid(sf) - at::log_sigmoid(si)), i = 1 - f, fh = f * around.h0,
                     ig = i * g, h = fh + ig;
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), di = dh * g, df = dh * around.h0 - di, dg = dh * i,
                     both = sigmoidBack(df, f), dsf = both * (1 - at::sigmoid(sf)), dsi = -both * (1 - at::sigmoid(si));
    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({dsi, dsf, dg})));
    step.keep("h0", around.h0, dh0 + dh * f);
    step.keep("net.f", sf, dsf), step.keep("net.i", si, dsi), step.keep("g", g, dg);
    step.keep("f", f, df), step.keep("i", i, di), step.keep("ig", ig, dh), step.keep("fh", fh, dh);
    step.keep("h", h, dh);
    keepHandedOn(step, around, h);
    return step;
}

WalkedStep minGruStep(const CellWeights& weights, const StepSurroundings& around) {
    const auto sums = weights.fromInput(around.x).split(around.h0.size(0));
    const at::Tensor &sz = sums[0], &n = sums[1];
    const at::Tensor z = at::sigmoid(sz), zh = z * around.h0, nn = (1 - z) * n, h = zh + nn;
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), dz = dh * (around.h0 - n), dn = dh * (1 - z), dsz = sigmoidBack(dz, z);
    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({dsz, dn})));
    step.keep("h0", around.h0, dh0 + dh * z);
    step.keep("net.z", sz, dsz), step.keep("n", n, dn), step.keep("z", z, dz);
    step.keep("nn", nn, dh), step.keep("zh", zh, dh), step.keep("h", h, dh);
    keepHandedOn(step, around, h);
    return step;
}

WalkedStep lruStep(const CellWeights& weights, const StepSurroundings& around) {
    const auto [c0, j0] = twoParts(around.c0);
    const auto [laterC, laterJ] = twoParts(around.gradientCell);
    const Eigenvalues by = eigenvaluesOf(weights.hidden);
    const auto sums = weights.fromInput(around.x).split(c0.size(0));
    const at::Tensor &u = sums[0], &v = sums[1], &so = sums[2];
    const at::Tensor o = at::sigmoid(so), turned = by.real * c0 - by.imaginary * j0, ku = by.scale * u, c = turned + ku,
                     turnedJ = by.imaginary * c0 + by.real * j0, kv = by.scale * v, j = turnedJ + kv, h = o * c;
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), dO = dh * c, dc = (1 - around.zoneout) * laterC + dh * o,
                     dj = (1 - around.zoneout) * laterJ, du = dc * by.scale, dv = dj * by.scale,
                     dso = sigmoidBack(dO, o);
    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({du, dv, dso})));
    step.keep("h0", around.h0, dh0);
    step.keep("c0", c0, by.real * dc + by.imaginary * dj + around.zoneout * laterC);
    step.keep("j0", j0, by.real * dj - by.imaginary * dc + around.zoneout * laterJ);
    step.keep("u", u, du), step.keep("v", v, dv), step.keep("net.o", so, dso), step.keep("o", o, dO);
    step.keep("re", by.real, dc * c0 + dj * j0), step.keep("im", by.imaginary, dj * c0 - dc * j0);
    step.keep("k", by.scale, dc * u + dj * v);
    step.keep("turned", turned, dc), step.keep("ku", ku, dc), step.keep("c", c, dc);
    step.keep("turned.j", turnedJ, dj), step.keep("kv", kv, dj), step.keep("j", j, dj), step.keep("h", h, dh);
    if (around.zoneout > 0) step.keep("c.kept", c + around.zoneout * (c0 - c), laterC);
    keepHandedOn(step, around, h);
    return step;
}

template <bool isRelu>
WalkedStep plainStep(const CellWeights& weights, const StepSurroundings& around) {
    const at::Tensor net = at::matmul(weights.input, around.x) + weights.inputBias +
                           (at::matmul(weights.hidden, around.h0) + weights.hiddenBias);
    const at::Tensor h = isRelu ? at::relu(net) : at::tanh(net);
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), back = isRelu ? dh * (h > 0).to(at::kDouble) : tanhBack(dh, h);
    WalkedStep step;
    step.keep("x", around.x, at::matmul(weights.input.t(), back));
    step.keep("h0", around.h0, dh0 + at::matmul(weights.hidden.t(), back));
    step.keep("net", net, back), step.keep("h", h, dh);
    keepHandedOn(step, around, h);
    return step;
}

std::vector<WalkSum> lstmSums(const Summands& of) {
    std::vector<WalkSum> sums{of.of("net.f", 1), of.of("net.i", 0), of.of("net.g", 2), of.of("net.o", 3)};
    of.peephole(sums[0], 1, "c0"), of.peephole(sums[1], 0, "c0"), of.peephole(sums[3], 2, "c");
    return sums;
}

std::vector<WalkSum> slstmSums(const Summands& of) {
    return {of.of("net.f", 1), of.of("net.i", 0), of.of("net.g", 2), of.of("net.o", 3)};
}

std::vector<WalkSum> minLstmSums(const Summands& of) { return {of.of("net.f", 1), of.of("net.i", 0), of.of("g", 2)}; }

std::vector<WalkSum> minGruSums(const Summands& of) { return {of.of("net.z", 0), of.of("n", 1)}; }

std::vector<WalkSum> lruSums(const Summands& of) { return {of.of("u", 0), of.of("v", 1), of.of("net.o", 2)}; }

std::vector<WalkSum> gruSums(const Summands& of) {
    return {of.of("net.r", 0), of.of("net.z", 1), of.of("net.x", 2, true, false), of.of("net.h", 2, false, true)};
}

std::vector<WalkSum> plainSums(const Summands& of) { return {of.of("net", 0)}; }

constexpr CellFormulas kFormulas[] = {
    {"lstm", lstmStep, lstmSums},
    {"gru", gruStep, gruSums},
    {"rnn-tanh", plainStep<false>, plainSums},
    {"rnn-relu", plainStep<true>, plainSums},
    {"lstm-diagonal", lstmStep, lstmSums},
    {"slstm", slstmStep, slstmSums},
    {"minlstm", minLstmStep, minLstmSums},
    {"mingru", minGruStep, minGruSums},
    {"lru", lruStep, lruSums},
};

}  // namespace

const CellFormulas* findCellFormulas(std::string_view cell) {
    const auto* found = std::ranges::find(kFormulas, cell, &CellFormulas::cell);
    return found == std::end(kFormulas) ? nullptr : found;
}

}  // namespace gatelab
