// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cell_step.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gatelab {
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

constexpr std::pair<std::string_view, CellStep> kSteps[] = {
    {"lstm", lstm}, {"gru", gru}, {"rnn-tanh", plain<at::tanh>}, {"rnn-relu", plain<at::relu>}};

}  // namespace

CellStep findCellStep(std::string_view key) {
    const auto* row = std::ranges::find(kSteps, key, &std::pair<std::string_view, CellStep>::first);
    return row != std::end(kSteps) ? row->second : nullptr;
}

}  // namespace gatelab
