// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

/// What rows with a call for a whole stack share. In a header, because the CUDA module links nothing of the engine.
namespace gatelab {

/// Whether one call can run these layers: at least two, of one cell, width and direction, each of which reads all that
/// the one before gives, and nothing that libraries have not.
inline bool isPlainStack(std::span<const RecurrentSpec> specs) {
    const auto isPlain = [&](const RecurrentSpec& spec) {
        const RecurrentSpec& first = specs.front();
        return spec.cell == first.cell && spec.hidden == first.hidden && spec.bidirectional == first.bidirectional &&
               spec.projection == 0 && !spec.peephole && spec.recurrentDropout == 0 && spec.zoneout == 0 &&
               (&spec == &first || spec.inputs == first.outputs());
    };
    return specs.size() >= 2 && std::ranges::all_of(specs, isPlain);
}

/// The states of all layers as one, [layers * directions, batch, hidden]; zeros where a layer has none.
inline at::Tensor joined(const StackedCall& call, at::Tensor LayerState::*part) {
    std::vector<at::Tensor> all;
    for (const LayerState& state : call.states)
        all.push_back(
            (state.*part).defined()
                ? state.*part
                : at::zeros({call.spec.directions(), call.input.size(1), call.spec.hidden}, call.input.options()));
    return at::cat(all);
}

/// And each layer's part of them; `c` undefined: the cell has none.
inline std::vector<LayerState> parted(const StackedCall& call, const at::Tensor& h, const at::Tensor& c) {
    const std::int64_t directions = call.spec.directions();
    std::vector<LayerState> states;
    for (std::int64_t layer = 0; layer < call.layers; ++layer)
        states.push_back({h.narrow(0, layer * directions, directions),
                          c.defined() ? c.narrow(0, layer * directions, directions) : c});
    return states;
}

}  // namespace gatelab
