// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/step_loop.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace gatelab {
namespace {

// Mixes the old value in: by the mask while training, by its expectation otherwise.
at::Tensor zoneOut(const at::Tensor& fresh, const at::Tensor& old, const at::Tensor& masks, std::int64_t t,
                   double share) {
    if (share <= 0) return fresh;
    if (!masks.defined()) return fresh + share * (old - fresh);
    return fresh + masks.select(0, t) * (old - fresh);
}

/// These states with a number in the place of one unit of every row; a gradient for the unit ends there.
at::Tensor withNumber(const at::Tensor& state, const StateEdit& edit) {
    at::Tensor here = at::zeros({state.size(1)}, state.options().dtype(at::kBool));
    here[edit.unit] = true;
    return state.masked_fill(here, edit.value);
}

// One direction of one layer while it runs.
struct Direction {
    const RecurrentCall& call;
    StepProducts& products;
    at::Tensor projection, peephole;  // w_hr [P, H], [3, H]; undefined without
    DirectionMasks masks;
    at::Tensor valid;         // [time, batch, 1]; undefined: all full
    std::int64_t number = 0;  // of the direction
    at::Tensor unitsOn{};     // [outputs]; undefined: all
    CellStep cellStep = findCellStep(call.spec.cell->key);
    LayerState state{};
    std::vector<at::Tensor> outputs{}, gates{}, cell{}, states{};

    void step(std::int64_t t) {
        const double share = call.spec.zoneout;
        for (const StateEdit& edit : call.edits)
            if (edit.direction == number && edit.step == t)
                (edit.isCell ? state.c : state.h) = withNumber(edit.isCell ? state.c : state.h, edit);
        LayerState next = cellStep(products.at(t, masks.recurrent.defined() ? state.h * masks.recurrent : state.h),
                                   state, peephole, call.record ? &gates : nullptr);
        if (projection.defined()) next.h = at::linear(next.h, projection);
        next.h = zoneOut(next.h, state.h, masks.zoneoutHidden, t, share);
        if (next.c.defined()) next.c = zoneOut(next.c, state.c, masks.zoneoutCell, t, share);
        if (unitsOn.defined()) next.h = next.h * unitsOn;
        if (valid.defined()) {
            const at::Tensor here = valid.select(0, t);
            outputs.push_back(at::where(here, next.h, at::zeros({}, next.h.options())));
            next.h = at::where(here, next.h, state.h);
            if (next.c.defined()) next.c = at::where(here, next.c, state.c);
        } else {
            outputs.push_back(next.h);
        }
        state = std::move(next);
        if (call.record && state.c.defined()) cell.push_back(state.c);
        if (call.record && call.record->keepsGraph) states.push_back(state.h);
    }
};

void reverseInPlace(std::vector<at::Tensor>& steps) { std::reverse(steps.begin(), steps.end()); }

}  // namespace

Phrase stepLoopSupported(const RecurrentSpec& spec, at::Device, at::ScalarType) {
    if (findCellStep(spec.cell->key) == nullptr) return kNoCodeForCell;
    if (spec.projection > 0 && !spec.cell->projection)
        return GATELAB_TEXT("Implementation", "Only an LSTM can have a projection.");
    if (spec.projection >= spec.hidden && spec.projection > 0)
        return GATELAB_TEXT("Implementation", "The projection must be smaller than the hidden size.");
    if (spec.peephole && !spec.cell->peephole)
        return GATELAB_TEXT("Implementation", "Only an LSTM can have peepholes.");
    return {};
}

DirectionMasks drawMasks(const RecurrentCall& call, bool reverse) {
    DirectionMasks masks;
    const RecurrentSpec& spec = call.spec;
    if (!call.training) return masks;
    const std::int64_t time = call.input.size(0), batch = call.input.size(1);
    const at::TensorOptions options = call.input.options();
    const auto site = [&](MaskSite forward, MaskSite backward) { return reverse ? backward : forward; };
    if (spec.recurrentDropout > 0) {
        masks.recurrent =
            dropoutMask({batch, spec.outputsPerDirection()}, spec.recurrentDropout, call.position, spec.layer,
                        site(MaskSite::RecurrentForward, MaskSite::RecurrentReverse), options);
    }
    if (spec.zoneout > 0) {
        masks.zoneoutHidden =
            randomMask({time, batch, spec.outputsPerDirection()}, 1 - spec.zoneout, 1, call.position, spec.layer,
                       site(MaskSite::ZoneoutHidden, MaskSite::ZoneoutHiddenReverse), options);
        if (spec.cell->cellState) {
            masks.zoneoutCell = randomMask({time, batch, spec.hidden}, 1 - spec.zoneout, 1, call.position, spec.layer,
                                           site(MaskSite::ZoneoutCell, MaskSite::ZoneoutCellReverse), options);
            // A unit keeps both of its numbers or none.
            if (spec.cell->cellParts() == 2) masks.zoneoutCell = masks.zoneoutCell.repeat({1, 1, 2});
        }
    }
    return masks;
}

RecurrentResult runStepLoop(const RecurrentCall& call, MakeStepProducts makeProducts) {
    const RecurrentSpec& spec = call.spec;
    const std::int64_t time = call.input.size(0), batch = call.input.size(1);
    const at::Tensor valid = call.lengths.defined() ? call.lengths.valid(time, call.input.device()) : at::Tensor();
    const std::size_t perDirection = spec.tensorsPerDirection();
    std::vector<at::Tensor> outputs, h, c;
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        const at::TensorList weights = call.weights.slice(static_cast<std::size_t>(d) * perDirection, perDirection);
        const auto products = makeProducts(spec, call.input, weights);
        const at::Tensor projection = directionWeights(spec, weights).wHr;
        const at::Tensor peephole = spec.peephole ? call.peepholes[static_cast<std::size_t>(d)] : at::Tensor();
        Direction run{call, *products, projection, peephole, drawMasks(call, d == 1), valid, d};
        run.state.h = call.state.h.defined() ? call.state.h.select(0, d)
                                             : at::zeros({batch, spec.outputsPerDirection()}, call.input.options());
        if (call.unitsOn.defined()) run.unitsOn = call.unitsOn.select(0, d);
        if (spec.cell->cellState)
            run.state.c = call.state.c.defined() ? call.state.c.select(0, d)
                                                 : at::zeros({batch, spec.cellWidth()}, call.input.options());
        for (std::int64_t s = 0; s < time; ++s) run.step(d == 0 ? s : time - 1 - s);
        if (d == 1) {
            reverseInPlace(run.outputs);
            reverseInPlace(run.gates);
            reverseInPlace(run.cell);
            reverseInPlace(run.states);
        }
        outputs.push_back(at::stack(run.outputs));
        h.push_back(run.state.h);
        if (run.state.c.defined()) c.push_back(run.state.c);
        if (call.record) {
            call.record->gates.push_back(at::stack(run.gates).detach());
            if (!run.cell.empty()) call.record->cell.push_back(at::stack(run.cell).detach());
            call.record->hidden.push_back(outputs.back().detach());
            if (call.record->keepsGraph) {
                call.record->hiddenSteps.push_back(std::move(run.states));
                call.record->cellSteps.push_back(std::move(run.cell));
            }
        }
    }
    return {outputs.size() == 1 ? outputs[0] : at::cat(outputs, 2),
            {at::stack(h), c.empty() ? at::Tensor() : at::stack(c)}};
}

namespace {

using Record = std::vector<at::Tensor>*;

LayerState lstm(GateSums sums, const LayerState& before, const at::Tensor& peephole, Record record) {
    if (peephole.defined()) {
        sums.gate[0] = sums.gate[0] + peephole.select(0, 0) * before.c;
        sums.gate[1] = sums.gate[1] + peephole.select(0, 1) * before.c;
    }
    const at::Tensor i = at::sigmoid(sums.gate[0]), f = at::sigmoid(sums.gate[1]), g = at::tanh(sums.gate[2]);
    const at::Tensor c = f * before.c + i * g;
    if (peephole.defined()) sums.gate[3] = sums.gate[3] + peephole.select(0, 2) * c;
    const at::Tensor o = at::sigmoid(sums.gate[3]);
    if (record != nullptr) record->push_back(at::cat({i, f, g, o}, 1));
    return {o * at::tanh(c), c};
}

LayerState gru(GateSums sums, const LayerState& before, const at::Tensor&, Record record) {
    const at::Tensor r = at::sigmoid(sums.gate[0]), z = at::sigmoid(sums.gate[1]);
    const at::Tensor n = at::tanh(sums.gate[2] + r * sums.candidateHidden);
    if (record != nullptr) record->push_back(at::cat({r, z, n}, 1));
    return {n + z * (before.h - n), {}};
}

template <at::Tensor (*activation)(const at::Tensor&)>
LayerState plain(GateSums sums, const LayerState&, const at::Tensor&, Record record) {
    const at::Tensor h = activation(sums.gate[0]);
    if (record != nullptr) record->push_back(h);
    return {h, {}};
}

// Beck et al. 2024, xLSTM, eq. 8 to 17, with sigmoid as the forget gate and one head. Its c and n only ever act as c /
// n, and n only by its logarithm: those two are the state here, so that nothing overflows and m needs no maximum. n_0
// = 1.
LayerState slstm(GateSums sums, const LayerState& before, const at::Tensor&, Record record) {
    const auto state = at::unsafe_chunk(before.c, 2, 1);
    const at::Tensor m = at::logaddexp(state[1] + at::log_sigmoid(sums.gate[1]), sums.gate[0]);
    const at::Tensor i = at::exp(sums.gate[0] - m), g = at::tanh(sums.gate[2]), o = at::sigmoid(sums.gate[3]);
    const at::Tensor c = state[0] + i * (g - state[0]);
    if (record != nullptr) record->push_back(at::cat({i, 1 - i, g, o}, 1));
    return {o * c, at::cat({c, m}, 1)};
}

// Feng et al. 2024, Were RNNs all we needed?, without the logarithms; f / (i + f) of two sigmoids.
LayerState minLstm(GateSums sums, const LayerState& before, const at::Tensor&, Record record) {
    const at::Tensor f = minLstmForget(sums.gate[0], sums.gate[1]);
    if (record != nullptr) record->push_back(at::cat({1 - f, f, sums.gate[2]}, 1));
    return {sums.gate[2] + f * (before.h - sums.gate[2]), {}};
}

LayerState minGru(GateSums sums, const LayerState& before, const at::Tensor&, Record record) {
    const at::Tensor z = at::sigmoid(sums.gate[0]);
    if (record != nullptr) record->push_back(at::cat({z, sums.gate[1]}, 1));
    return {sums.gate[1] + z * (before.h - sums.gate[1]), {}};
}

// Orvieto et al. 2023, Resurrecting recurrent neural networks for long sequences; c is the real part of the state, and
// a gate stands for the gated layer behind it. A matrix behind it (their C) is the next layer's or the head's.
LayerState lru(GateSums sums, const LayerState& before, const at::Tensor&, Record record) {
    const Eigenvalues by = eigenvaluesOf(sums.eigenvalues);
    const auto state = at::unsafe_chunk(before.c, 2, 1);
    const at::Tensor c = by.real * state[0] - by.imaginary * state[1] + by.scale * sums.gate[0],
                     j = by.imaginary * state[0] + by.real * state[1] + by.scale * sums.gate[1];
    const at::Tensor o = at::sigmoid(sums.gate[2]);
    if (record != nullptr) record->push_back(at::cat({sums.gate[0], sums.gate[1], o}, 1));
    return {o * c, at::cat({c, j}, 1)};
}

constexpr std::pair<std::string_view, CellStep> kSteps[] = {{"lstm", lstm},
                                                            {"gru", gru},
                                                            {"rnn-tanh", plain<at::tanh>},
                                                            {"rnn-relu", plain<at::relu>},
                                                            {"slstm", slstm},
                                                            {"minlstm", minLstm},
                                                            {"mingru", minGru},
                                                            {"lru", lru},
                                                            {"lstm-diagonal", lstm}};

}  // namespace

DirectionWeights directionWeights(const RecurrentSpec& spec, at::TensorList weights) {
    std::size_t next = 0;
    DirectionWeights named;
    named.wIh = weights[next++];
    if (spec.cell->hiddenColumns(spec.outputsPerDirection()) > 0) named.wHh = weights[next++];
    named.bIh = weights[next++];
    if (spec.cell->biases() == 2) named.bHh = weights[next++];
    if (spec.projection > 0) named.wHr = weights[next++];
    return named;
}

Eigenvalues eigenvaluesOf(const at::Tensor& weights) {
    const auto rows = weights.view({3, -1}).unbind(0);
    const at::Tensor size = at::exp(-at::exp(rows[0])), angle = at::exp(rows[1]);
    return {size * at::cos(angle), size * at::sin(angle), at::exp(rows[2])};
}

at::Tensor minLstmForget(const at::Tensor& inputSum, const at::Tensor& forgetSum) {
    // sigmoid(f) / (sigmoid(i) + sigmoid(f)), without 0 / 0
    return at::sigmoid(at::log_sigmoid(forgetSum) - at::log_sigmoid(inputSum));
}

CellStep findCellStep(std::string_view key) {
    const auto* row = std::ranges::find(kSteps, key, &std::pair<std::string_view, CellStep>::first);
    return row != std::end(kSteps) ? row->second : nullptr;
}

}  // namespace gatelab
