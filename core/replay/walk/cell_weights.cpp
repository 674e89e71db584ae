// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/walk/cell_weights.h"

#include "nn/init.h"

namespace gatelab {

CellWeights::CellWeights(const Model& model, const CellTraits& ofCell, std::int64_t ofLayer, std::int64_t ofDirection)
    : cell(ofCell), layer(ofLayer), direction(ofDirection) {
    const auto find = [&](const char* what) {
        const Parameter* parameter = model.parameters().find(name(what));
        return parameter ? parameter->value.detach().to(at::kDouble) : at::Tensor();
    };
    input = find("weight_ih"), hidden = find("weight_hh"), inputBias = find("bias_ih"), hiddenBias = find("bias_hh"),
    projection = find("weight_hr"), peephole = find("weight_ch");
}

std::string CellWeights::name(const char* what) const { return recurrentName(what, layer, direction); }

at::Tensor CellWeights::fromHidden(const at::Tensor& h0) const {
    if (hiddenBias.defined()) return at::matmul(hidden, h0) + hiddenBias;
    return hidden.squeeze(1) * h0.repeat({cell.blocks()});
}

at::Tensor CellWeights::toHidden(const at::Tensor& back) const {
    if (hiddenBias.defined()) return at::matmul(hidden.t(), back);
    return (hidden.squeeze(1) * back).view({cell.blocks(), -1}).sum(0);
}

}  // namespace gatelab
