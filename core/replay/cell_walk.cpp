// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/cell_walk.h"

#include "config/cell_traits.h"
#include "kernels/step_loop.h"
#include "nn/init.h"
#include "replay/replay.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <string_view>

namespace gatelab {

namespace {

using Kind = WalkPlace::Kind;

Error noSuchPlace() {
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Inspect", "there is no such number in this network; put the change back")};
}

/// Other numbers in the network's weights, until it goes: then the old ones are there again, bit for bit.
class EditedWeights {
public:
    explicit EditedWeights(const OpenedNetwork& network) : network_(network) {}
    EditedWeights(const EditedWeights&) = delete;
    EditedWeights& operator=(const EditedWeights&) = delete;
    ~EditedWeights() {
        for (auto old = before_.rbegin(); old != before_.rend(); ++old) set(old->first, old->second);
    }
    void apply(const std::vector<WalkEdit>& edits) {
        for (const WalkEdit& edit : edits) {
            if (edit.place.kind != Kind::Weight) continue;
            const at::Tensor element = network_.model()
                                           .parameters()
                                           .find(edit.place.tensor)
                                           ->value.detach()
                                           .view({-1})
                                           .select(0, edit.place.index);
            before_.emplace_back(element, element.clone());
            set(element, at::scalar_tensor(edit.value, element.options()));
        }
    }

private:
    static void set(const at::Tensor& element, const at::Tensor& value) {
        const at::NoGradGuard noGrad;
        element.copy_(value);
    }
    const OpenedNetwork& network_;
    std::vector<std::pair<at::Tensor, at::Tensor>> before_;
};

Result<> checkEdits(const OpenedNetwork& network, const std::vector<WalkEdit>& edits, std::int64_t steps,
                    std::int64_t columns) {
    const ExperimentConfig& config = network.plan().config;
    const std::int64_t directions = config.bidirectional ? 2 : 1,
                       outputs = config.projectionSize > 0 ? config.projectionSize : config.hiddenSize;
    for (const WalkEdit& edit : edits) {
        if (!std::isfinite(edit.value))
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Inspect", "a changed number must be finite; type another one")};
        const WalkPlace& place = edit.place;
        if (place.kind == Kind::Weight) {
            const Parameter* parameter = network.model().parameters().find(place.tensor);
            if (parameter == nullptr || place.index < 0 || place.index >= parameter->value.numel())
                return noSuchPlace();
            continue;
        }
        const std::int64_t width = place.kind == Kind::Cell
                                       ? (cellTraits(config.cell).cellState ? config.hiddenSize : 0)
                                   : place.kind == Kind::Hidden ? outputs
                                   : place.layer == 0           ? columns
                                                                : directions * outputs;
        if (place.layer < 0 || place.layer >= config.layers || place.direction < 0 || place.direction >= directions ||
            place.step < 0 || place.step >= steps || place.index < 0 || place.index >= width)
            return noSuchPlace();
    }
    return {};
}

std::vector<double> numbers(const at::Tensor& tensor) {
    const at::Tensor flat = tensor.detach().to(at::kDouble).contiguous();
    return {flat.const_data_ptr<double>(), flat.const_data_ptr<double>() + flat.numel()};
}

at::Tensor row(const at::Tensor& matrix, std::int64_t index) {
    return matrix.detach().select(0, index).to(at::kDouble);
}

/// The weights of one direction of one layer; undefined where there are none.
struct Weights {
    const CellTraits& cell;
    std::int64_t layer, direction;
    at::Tensor input, hidden, inputBias, hiddenBias, projection, peephole;
    Weights(const Model& model, const CellTraits& ofCell, std::int64_t ofLayer, std::int64_t ofDirection)
        : cell(ofCell), layer(ofLayer), direction(ofDirection) {
        const auto find = [&](const char* what) {
            const Parameter* parameter = model.parameters().find(name(what));
            return parameter ? parameter->value.detach().to(at::kDouble) : at::Tensor();
        };
        input = find("weight_ih"), hidden = find("weight_hh"), inputBias = find("bias_ih"),
        hiddenBias = find("bias_hh"), projection = find("weight_hr"), peephole = find("weight_ch");
    }
    [[nodiscard]] std::string name(const char* what) const { return recurrentName(what, layer, direction); }
    [[nodiscard]] std::int64_t units() const { return input.size(0) / cell.blocks(); }
    [[nodiscard]] at::Tensor fromInput(const at::Tensor& x) const { return at::matmul(input, x) + inputBias; }
    /// What the sums have of the state before, and what it gets of their gradients.
    [[nodiscard]] at::Tensor fromHidden(const at::Tensor& h0) const {
        if (hiddenBias.defined()) return at::matmul(hidden, h0) + hiddenBias;
        return hidden.squeeze(1) * h0.repeat({cell.blocks()});
    }
    [[nodiscard]] at::Tensor toHidden(const at::Tensor& back) const {
        if (hiddenBias.defined()) return at::matmul(hidden.t(), back);
        return (hidden.squeeze(1) * back).view({cell.blocks(), -1}).sum(0);
    }
};

/// What one step of one direction computes, and its gradients: 1-D float64 tensors.
struct Step {
    std::vector<std::pair<std::string, std::pair<at::Tensor, at::Tensor>>> quantities;
    void keep(const char* key, const at::Tensor& value, const at::Tensor& gradient) {
        quantities.emplace_back(key, std::pair(value, gradient));
    }
    [[nodiscard]] const at::Tensor& gradient(const std::string& key) const {
        return std::ranges::find(quantities, key, [](const auto& entry) { return entry.first; })->second.second;
    }
};

/// What is read, and what is known of the states after: gradients through everything that comes later, as LibTorch has
/// them.
struct Around {
    at::Tensor x, h0, c0, gradientHidden, gradientCell;
    at::Tensor on;  ///< 0 and 1 per output; undefined: all on
    double zoneout = 0;
};

at::Tensor sigmoidBack(const at::Tensor& gradient, const at::Tensor& value) { return gradient * value * (1 - value); }
at::Tensor tanhBack(const at::Tensor& gradient, const at::Tensor& value) { return gradient * (1 - value * value); }

/// Gradient of the state as computed, from that of the state as handed on; what goes past the cell is added to
/// `before`.
at::Tensor keptBack(const Around& around, at::Tensor& before) {
    at::Tensor gradient = around.on.defined() ? around.gradientHidden * around.on : around.gradientHidden;
    before = around.zoneout * gradient;
    return (1 - around.zoneout) * gradient;
}

at::Tensor handedOn(const Around& around, const at::Tensor& h) {
    const at::Tensor mixed = around.zoneout > 0 ? h + around.zoneout * (around.h0 - h) : h;
    return around.on.defined() ? mixed * around.on : mixed;
}

Step lstmStep(const Weights& weights, const Around& around) {
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

    Step step;
    step.keep("x", around.x, at::matmul(weights.input.t(), back));
    step.keep("h0", around.h0, dh0 + weights.toHidden(back));
    step.keep("c0", around.c0, dc0);
    step.keep("net.f", sf, dsf), step.keep("net.i", si, dsi), step.keep("net.g", sg, dsg), step.keep("net.o", so, dso);
    step.keep("f", f, df), step.keep("i", i, di), step.keep("g", g, dg), step.keep("o", o, dO);
    step.keep("fc", fc, dc), step.keep("ig", ig, dc), step.keep("c", c, dc), step.keep("tc", tc, dtc);
    if (weights.projection.defined()) step.keep("m", m, dm);
    step.keep("h", h, dh);
    if (around.zoneout > 0) step.keep("c.kept", c + around.zoneout * (around.c0 - c), around.gradientCell);
    if (around.zoneout > 0 || around.on.defined()) step.keep("h.kept", handedOn(around, h), around.gradientHidden);
    return step;
}

Step gruStep(const Weights& weights, const Around& around) {
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

    Step step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({dsr, dsz, dsn})));
    step.keep("h0", around.h0, dh0 + dh * z + at::matmul(weights.hidden.t(), at::cat({dsr, dsz, dsh})));
    step.keep("net.r", sr, dsr), step.keep("net.z", sz, dsz), step.keep("net.x", fromInput[2], dsn),
        step.keep("net.h", fromHidden[2], dsh);
    step.keep("r", r, dr), step.keep("z", z, dz), step.keep("rh", rh, dsn), step.keep("net.n", sn, dsn),
        step.keep("n", n, dn);
    step.keep("zh", zh, dh), step.keep("nn", nn, dh), step.keep("h", h, dh);
    if (around.zoneout > 0 || around.on.defined()) step.keep("h.kept", handedOn(around, h), around.gradientHidden);
    return step;
}

/// Two numbers a unit in one state: the first of all units, then the second.
std::pair<at::Tensor, at::Tensor> twoParts(const at::Tensor& state) {
    const auto parts = state.chunk(2, 0);
    return {parts[0], parts[1]};
}

void keepHandedOn(Step& step, const Around& around, const at::Tensor& h) {
    if (around.zoneout > 0 || around.on.defined()) step.keep("h.kept", handedOn(around, h), around.gradientHidden);
}

Step slstmStep(const Weights& weights, const Around& around) {
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

    Step step;
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

Step minLstmStep(const Weights& weights, const Around& around) {
    const auto sums = weights.fromInput(around.x).split(around.h0.size(0));
    const at::Tensor &si = sums[0], &sf = sums[1], &g = sums[2];
    const at::Tensor f = at::sigmoid(at::log_sigmoid(sf) - at::log_sigmoid(si)), i = 1 - f, fh = f * around.h0,
                     ig = i * g, h = fh + ig;
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), di = dh * g, df = dh * around.h0 - di, dg = dh * i,
                     both = sigmoidBack(df, f), dsf = both * (1 - at::sigmoid(sf)), dsi = -both * (1 - at::sigmoid(si));
    Step step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({dsi, dsf, dg})));
    step.keep("h0", around.h0, dh0 + dh * f);
    step.keep("net.f", sf, dsf), step.keep("net.i", si, dsi), step.keep("g", g, dg);
    step.keep("f", f, df), step.keep("i", i, di), step.keep("ig", ig, dh), step.keep("fh", fh, dh);
    step.keep("h", h, dh);
    keepHandedOn(step, around, h);
    return step;
}

Step minGruStep(const Weights& weights, const Around& around) {
    const auto sums = weights.fromInput(around.x).split(around.h0.size(0));
    const at::Tensor &sz = sums[0], &n = sums[1];
    const at::Tensor z = at::sigmoid(sz), zh = z * around.h0, nn = (1 - z) * n, h = zh + nn;
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), dz = dh * (around.h0 - n), dn = dh * (1 - z), dsz = sigmoidBack(dz, z);
    Step step;
    step.keep("x", around.x, at::matmul(weights.input.t(), at::cat({dsz, dn})));
    step.keep("h0", around.h0, dh0 + dh * z);
    step.keep("net.z", sz, dsz), step.keep("n", n, dn), step.keep("z", z, dz);
    step.keep("nn", nn, dh), step.keep("zh", zh, dh), step.keep("h", h, dh);
    keepHandedOn(step, around, h);
    return step;
}

Step lruStep(const Weights& weights, const Around& around) {
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
    Step step;
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
Step plainStep(const Weights& weights, const Around& around) {
    const at::Tensor net = at::matmul(weights.input, around.x) + weights.inputBias +
                           (at::matmul(weights.hidden, around.h0) + weights.hiddenBias);
    const at::Tensor h = isRelu ? at::relu(net) : at::tanh(net);
    at::Tensor dh0;
    const at::Tensor dh = keptBack(around, dh0), back = isRelu ? dh * (h > 0).to(at::kDouble) : tanhBack(dh, h);
    Step step;
    step.keep("x", around.x, at::matmul(weights.input.t(), back));
    step.keep("h0", around.h0, dh0 + at::matmul(weights.hidden.t(), back));
    step.keep("net", net, back), step.keep("h", h, dh);
    if (around.zoneout > 0 || around.on.defined()) step.keep("h.kept", handedOn(around, h), around.gradientHidden);
    return step;
}

/// The summands of one sum of one unit, with what this step adds to the gradients of their weights.
class Summands {
public:
    Summands(const Weights& weights, const Step& step, std::int64_t unit)
        : weights_(weights), step_(step), unit_(unit) {}

    /// `block`: which rows of the matrices, in units of the hidden size.
    WalkSum of(const char* key, std::int64_t block, bool input = true, bool hidden = true) const {
        WalkSum sum{key, {}};
        const double back = step_.gradient(key)[unit_].item<double>();
        const std::int64_t at = block * size() + unit_;
        if (input) add(sum, WalkTerm::From::Input, weights_.name("weight_ih"), weights_.input, at, value("x"), back);
        const bool isMatrix = weights_.hiddenBias.defined(), sees = hidden && weights_.cell.readsHidden();
        if (sees)
            add(sum, WalkTerm::From::Hidden, weights_.name("weight_hh"), weights_.hidden, at,
                isMatrix ? value("h0") : value("h0").narrow(0, unit_, 1), back, isMatrix ? 0 : unit_);
        const auto bias = [&](WalkTerm::From from, const char* what, const at::Tensor& tensor) {
            sum.terms.push_back(
                {from, 0, {Kind::Weight, weights_.name(what), 0, 0, 0, at}, tensor[at].item<double>(), 1, back});
        };
        if (input) bias(WalkTerm::From::InputBias, "bias_ih", weights_.inputBias);
        if (sees && isMatrix) bias(WalkTerm::From::HiddenBias, "bias_hh", weights_.hiddenBias);
        return sum;
    }
    /// The unit's peephole, row `which`, which looks at `cell`.
    void peephole(WalkSum& sum, std::int64_t which, const char* cell) const {
        if (!weights_.peephole.defined()) return;
        const double seen = value(cell)[unit_].item<double>();
        sum.terms.push_back({WalkTerm::From::Cell,
                             unit_,
                             {Kind::Weight, weights_.name("weight_ch"), 0, 0, 0, which * size() + unit_},
                             weights_.peephole[which][unit_].item<double>(),
                             seen,
                             step_.gradient(sum.key)[unit_].item<double>() * seen});
    }
    WalkSum projection(std::int64_t output) const {
        WalkSum sum{"h", {}};
        add(sum, WalkTerm::From::Output, weights_.name("weight_hr"), weights_.projection, output, value("m"),
            step_.gradient("h")[output].item<double>());
        return sum;
    }

private:
    [[nodiscard]] std::int64_t size() const { return weights_.units(); }
    [[nodiscard]] const at::Tensor& value(const std::string& key) const {
        return std::ranges::find(step_.quantities, key, [](const auto& entry) { return entry.first; })->second.first;
    }
    static void add(WalkSum& sum, WalkTerm::From from, const std::string& tensor, const at::Tensor& matrix,
                    std::int64_t at, const at::Tensor& values, double back, std::int64_t first = 0) {
        const std::vector<double> weights = numbers(row(matrix, at)), seen = numbers(values);
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const auto index = static_cast<std::int64_t>(k);
            sum.terms.push_back(
                {from,
                 first + index,
                 {Kind::Weight, tensor, 0, 0, 0, at * static_cast<std::int64_t>(weights.size()) + index},
                 weights[k],
                 seen[k],
                 back * seen[k]});
        }
    }
    const Weights& weights_;
    const Step& step_;
    std::int64_t unit_;
};

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

/// One step of one kind of cell, with what the unit's sums consist of; the lines that describe it are in
/// inspect/cell_walk.cpp.
struct CellFormulas {
    std::string_view cell;  ///< a key of cellTraits()
    Step (*step)(const Weights& weights, const Around& around);
    std::vector<WalkSum> (*sums)(const Summands& of);
};
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

double unitOf(const at::Tensor& values, std::int64_t unit) { return values[unit].item<double>(); }

/// Puts what the network itself is to read into the batch; gives the edits of what its layers read and remember.
/// `embeds`: the first layer sees what tables give.
std::vector<StepEdit> placeEdits(const std::vector<WalkEdit>& edits, bool embeds, Batch& batch) {
    std::vector<StepEdit> inside;
    for (const WalkEdit& edit : edits) {
        const WalkPlace& place = edit.place;
        if (place.kind == Kind::Weight) continue;
        // What the network reads, every part of it reads; what stands between layers, only the layer above.
        if (place.kind == Kind::Input && place.layer == 0 && !embeds)
            batch.input = batch.input.clone(), batch.input[place.step][0][place.index] = edit.value;
        else
            inside.push_back({place.kind == Kind::Input    ? StepEdit::Kind::Input
                              : place.kind == Kind::Hidden ? StepEdit::Kind::Hidden
                                                           : StepEdit::Kind::Cell,
                              place.layer,
                              {place.direction, place.step, place.kind == Kind::Cell, place.index, edit.value}});
    }
    return inside;
}

/// Of the loss with respect to the states of every step: per layer those of h, then those of c, each direction by
/// direction. Undefined where the loss does not depend on a state.
std::vector<at::Tensor> stateGradients(const at::Tensor& loss, const std::vector<GateRecord>& records) {
    std::vector<at::Tensor> places;
    for (const GateRecord& record : records)
        for (const auto* states : {&record.hiddenSteps, &record.cellSteps})
            for (const auto& direction : *states) places.insert(places.end(), direction.begin(), direction.end());
    return torch::autograd::grad({loss}, places, {}, std::nullopt, false, true);
}

/// [time, unit]: the gradients of one direction's states at `steps`, taken from `next` on.
at::Tensor stackGradients(const std::vector<at::Tensor>& steps, const at::Tensor*& next) {
    std::vector<at::Tensor> each;
    for (std::size_t t = 0; t < steps.size(); ++t, ++next)
        each.push_back(next->defined() ? next->detach().select(0, 0) : at::zeros_like(steps[t]).select(0, 0));
    return at::stack(each).to(at::kDouble);
}

/// What each of the layers reads, [time, column]: the first one the network's input or what tables give for it, the
/// others what the layers below gave (a decoder's outputs come later in the list).
std::vector<at::Tensor> layerInputs(const Batch& batch, bool embeds, const std::vector<LayerOutput>& outputs,
                                    std::size_t layers, const std::vector<StepEdit>& inside) {
    const auto output = [&](const std::string& name) {
        return std::ranges::find(outputs, name, &LayerOutput::layer)->values.select(1, 0).to(at::kDouble);
    };
    std::vector<at::Tensor> inputs{embeds ? output("embedding") : batch.input.select(1, 0).to(at::kDouble)};
    for (std::size_t layer = 1; layer < layers; ++layer)
        inputs.push_back(output("rnn.l" + std::to_string(layer - 1)).clone());
    for (const StepEdit& edit : inside)
        if (edit.kind == StepEdit::Kind::Input) {
            at::Tensor& input = inputs[static_cast<std::size_t>(edit.layer)];
            input = input.clone();
            input[edit.place.step][edit.place.unit] = edit.place.value;
        }
    return inputs;
}

/// InvalidInput: the network has no such layer, direction or unit.
Result<> checkUnit(const ExperimentConfig& config, const WalkRequest& request) {
    const std::int64_t directions = config.bidirectional ? 2 : 1;
    if (request.layer < 0 || request.layer >= config.layers || request.direction < 0 || request.direction >= directions)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Inspect",
                          "there is no layer %1 in direction %2; this network has %3 layer(s) in %4 direction(s)"),
             {request.layer + 1, request.direction + 1, config.layers, directions}}};
    if (request.unit < 0 || request.unit >= config.hiddenSize)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Inspect", "there is no unit %1; this layer has the units 1 to %2"),
                      {request.unit + 1, config.hiddenSize}}};
    return {};
}

/// A walk that says where in the network it is, still without numbers.
CellWalk placedWalk(const ExperimentConfig& config, const WalkRequest& request, const Weights& weights) {
    CellWalk walk;
    walk.cell = config.cell;
    walk.peephole = weights.peephole.defined();
    walk.projected = weights.projection.defined();
    walk.zoneout = config.zoneout;
    walk.layers = config.layers;
    walk.layer = request.layer, walk.direction = request.direction, walk.step = request.step, walk.unit = request.unit;
    return walk;
}

/// Largest difference between the state `key` (h or c) as it is told and the same of the network's own pass ([unit]).
double gapOf(const CellWalk& walk, const std::string& key, const at::Tensor& own) {
    const WalkQuantity* handed = walk.find(key + ".kept");
    const WalkQuantity& told = handed != nullptr ? *handed : *walk.find(key);
    return (at::tensor(told.values, at::kDouble) - own).abs().max().item<double>();
}

/// What reaches the unit's c from after this step.
double laterCell(const CellWalk& walk, const Around& around, const Weights& weights) {
    double later = unitOf(around.gradientCell, walk.unit);
    // Where a unit has a second number, h is made of a c that is not the tensor of the state.
    if (walk.zoneout != 0 || weights.cell.second != 0) return later;
    // The network's gradient has the way through this step's h in it.
    const double squeezed = walk.value("tc");
    later -= walk.gradient("tc") * (1 - squeezed * squeezed);
    if (walk.peephole) later -= walk.gradient("net.o") * unitOf(weights.peephole[2], walk.unit);
    return later;
}

}  // namespace

/// One reading of the window, forward and backward.
struct CellWalker::Pass {
    struct Direction {
        at::Tensor hidden, cell, gradientHidden, gradientCell;  ///< [time, unit]
    };
    WindowRequest window;
    std::vector<WalkEdit> edits;
    WindowView view;
    std::vector<at::Tensor> inputs;  ///< per layer [time, column]
    std::vector<std::vector<Direction>> layers;
    std::vector<at::Tensor> on;  ///< as ForwardOptions::unitsOn; empty: all

    static Result<std::unique_ptr<Pass>> run(const OpenedNetwork& network, const WindowRequest& window,
                                             const std::vector<WalkEdit>& edits);
    /// The states of one layer with their gradients, which are taken from `next` on.
    static std::vector<Direction> readStates(const GateRecord& record, const at::Tensor*& next);
    /// Runs unless `pass` is that of this window and these edits already.
    static Result<> renew(std::unique_ptr<Pass>& pass, const OpenedNetwork& network, const WindowRequest& window,
                          const std::vector<WalkEdit>& edits);

    [[nodiscard]] bool isOf(const WindowRequest& request, const std::vector<WalkEdit>& changes) const {
        return window.part == request.part && window.window == request.window && window.off == request.off &&
               edits == changes;
    }
    [[nodiscard]] const Direction& statesOf(const WalkRequest& request) const {
        return layers[static_cast<std::size_t>(request.layer)][static_cast<std::size_t>(request.direction)];
    }
    /// The step that the direction read before; outside of the window where it begins with this one.
    [[nodiscard]] static std::int64_t stepBefore(const WalkRequest& request) {
        return request.direction == 0 ? request.step - 1 : request.step + 1;
    }
    [[nodiscard]] bool isFirst(const WalkRequest& request) const {
        return stepBefore(request) < 0 || stepBefore(request) >= view.steps;
    }
    [[nodiscard]] Around around(const ExperimentConfig& config, const WalkRequest& request) const;
};

Result<std::unique_ptr<CellWalker::Pass>> CellWalker::Pass::run(const OpenedNetwork& network,
                                                                const WindowRequest& window,
                                                                const std::vector<WalkEdit>& edits) {
    const at::AutoGradMode withGradient(true);
    auto batch = network.window(window.part, window.window);
    if (!batch.ok()) return batch.error();
    const std::int64_t steps = batch->input.size(0);
    // Float64, with gradients
    if (auto room = checkMemoryPlan(network.plan().config, 4 * steps); !room.ok()) return room.error();
    auto masks = unitMasks(network, window.off);
    if (!masks.ok()) return masks.error();
    const bool embeds = network.model().embeds();
    if (auto fits = checkEdits(network, edits, steps, network.model().seenInputs()); !fits.ok()) return fits.error();

    EditedWeights edited(network);
    edited.apply(edits);
    const std::vector<StepEdit> inside = placeEdits(edits, embeds, *batch);
    std::vector<GateRecord> records;
    std::vector<LayerOutput> outputs;
    ForwardOptions options;
    options.record = &records;
    options.recordGraph = true;
    options.outputs = &outputs;
    options.edits = &inside;
    if (!masks->empty()) options.unitsOn = &*masks;
    const ObjectiveResult result = network.objective().run(*batch, options);
    const std::vector<at::Tensor> gradients = stateGradients(result.loss, records);

    auto pass = std::make_unique<Pass>();
    pass->window = window;
    pass->edits = edits;
    pass->view = network.view(window.part, window.window, *batch, result);
    pass->on = std::move(*masks);
    pass->inputs = layerInputs(*batch, embeds, outputs, records.size(), inside);
    const at::Tensor* next = gradients.data();
    for (const GateRecord& record : records) pass->layers.push_back(readStates(record, next));
    return pass;
}

std::vector<CellWalker::Pass::Direction> CellWalker::Pass::readStates(const GateRecord& record,
                                                                      const at::Tensor*& next) {
    std::vector<Direction> directions(record.hidden.size());
    for (std::size_t d = 0; d < directions.size(); ++d) {
        directions[d].hidden = record.hidden[d].select(1, 0).to(at::kDouble);
        directions[d].gradientHidden = stackGradients(record.hiddenSteps[d], next);
    }
    for (std::size_t d = 0; d < directions.size() && !record.cell.empty(); ++d) {
        directions[d].cell = record.cell[d].select(1, 0).to(at::kDouble);
        directions[d].gradientCell = stackGradients(record.cellSteps[d], next);
    }
    return directions;
}

Result<> CellWalker::Pass::renew(std::unique_ptr<Pass>& pass, const OpenedNetwork& network, const WindowRequest& window,
                                 const std::vector<WalkEdit>& edits) {
    if (pass && pass->isOf(window, edits)) return {};
    auto made = run(network, window, edits);
    if (!made.ok()) return made.error();
    pass = std::move(*made);
    return {};
}

Around CellWalker::Pass::around(const ExperimentConfig& config, const WalkRequest& request) const {
    const auto layer = static_cast<std::size_t>(request.layer);
    const Direction& states = statesOf(request);
    const auto before = [&](const at::Tensor& steps) {
        return isFirst(request) ? at::zeros({steps.size(1)}, at::kDouble)
                                : steps.select(0, stepBefore(request)).clone();
    };
    Around around;
    around.x = inputs[layer].select(0, request.step);
    around.h0 = before(states.hidden);
    around.gradientHidden = states.gradientHidden.select(0, request.step);
    if (cellTraits(config.cell).cellState) {
        around.c0 = before(states.cell);
        around.gradientCell = states.gradientCell.select(0, request.step);
    }
    for (const WalkEdit& edit : request.edits) {
        const WalkPlace& place = edit.place;
        if (place.layer != request.layer || place.direction != request.direction || place.step != request.step)
            continue;
        if (place.kind == Kind::Hidden) around.h0[place.index] = edit.value;
        if (place.kind == Kind::Cell) around.c0[place.index] = edit.value;
    }
    if (!on.empty()) around.on = on[layer].select(0, request.direction).to(at::kDouble);
    around.zoneout = config.zoneout;
    return around;
}

CellWalker::CellWalker() = default;
CellWalker::~CellWalker() = default;

void CellWalker::forget() { plain_.reset(), edited_.reset(); }

Result<CellWalk> CellWalker::walk(const OpenedNetwork& network, const WalkRequest& request) {
    const auto began = std::chrono::steady_clock::now();
    const ExperimentConfig& config = network.plan().config;
    const auto* formulas = std::ranges::find(kFormulas, config.cell, &CellFormulas::cell);
    if (formulas == std::end(kFormulas))
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Inspect", "there is no walk through this kind of cell; choose a run with another one")};
    if (auto exists = checkUnit(config, request); !exists.ok()) return exists.error();
    if (auto renewed = Pass::renew(plain_, network, request.window, {}); !renewed.ok()) return renewed.error();
    if (!request.edits.empty())
        if (auto renewed = Pass::renew(edited_, network, request.window, request.edits); !renewed.ok())
            return renewed.error();
    const Pass& pass = request.edits.empty() ? *plain_ : *edited_;
    if (request.step < 0 || request.step >= pass.view.steps)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Inspect", "there is no step %1; this window has the steps 1 to %2"),
                      {request.step + 1, pass.view.steps}}};

    const at::NoGradGuard noGrad;
    EditedWeights edited(network);
    edited.apply(request.edits);
    const Weights weights(network.model(), cellTraits(config.cell), request.layer, request.direction);
    const Pass::Direction& states = pass.statesOf(request);
    const Around around = pass.around(config, request);
    const Step step = formulas->step(weights, around);

    CellWalk walk = placedWalk(config, request, weights);
    walk.window = pass.view;
    walk.lossBefore = plain_->view.loss;
    walk.answerBefore = plain_->view.answer;
    walk.probabilitiesBefore = plain_->view.probabilities;
    walk.output = std::min(request.unit, states.hidden.size(1) - 1);
    walk.isFirst = pass.isFirst(request);
    walk.isOff = around.on.defined() && unitOf(around.on, walk.output) == 0;
    for (const auto& [key, both] : step.quantities)
        walk.quantities.push_back({key, numbers(both.first), numbers(both.second)});
    const Summands summands(weights, step, request.unit);
    walk.sums = formulas->sums(summands);
    if (walk.projected) walk.sums.push_back(summands.projection(walk.output));
    walk.gap = gapOf(walk, "h", states.hidden.select(0, request.step));
    walk.laterHidden = unitOf(around.gradientHidden, walk.output);
    if (cellTraits(config.cell).cellState) {
        walk.gap =
            std::max(walk.gap, gapOf(walk, "c", states.cell.select(0, request.step).narrow(0, 0, weights.units())));
        walk.laterCell = laterCell(walk, around, weights);
    }
    walk.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return walk;
}

}  // namespace gatelab
