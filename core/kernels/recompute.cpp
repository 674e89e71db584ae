// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/recompute.h"

#include <ATen/ATen.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// What a chunk needs to run again besides its tensors.
struct Plan final : torch::CustomClassHolder {
    const RecurrentImplementation* row = nullptr;
    RecurrentSpec spec;
    RandomPosition position;
    bool training = false;
    std::unique_ptr<LayerCache>* cache = nullptr;  // the model outlives the passes back through it
    std::size_t weights = 0;                       // tensors: input, h, (c), weights, peepholes
};

variable_list runChunk(const Plan& plan, at::TensorList tensors) {
    const bool hasCell = plan.spec.cell->cellState;
    const LayerState state{tensors[1], hasCell ? tensors[2] : at::Tensor()};
    const at::TensorList rest = tensors.slice(hasCell ? 3 : 2);
    const RecurrentResult result = plan.row->forward({plan.spec,
                                                      tensors[0],
                                                      rest.slice(0, plan.weights),
                                                      rest.slice(plan.weights),
                                                      state,
                                                      {},
                                                      plan.training,
                                                      plan.position,
                                                      nullptr,
                                                      {},
                                                      plan.cache});
    variable_list out{result.output, result.state.h};
    if (hasCell) out.push_back(result.state.c);
    return out;
}

struct Chunk : torch::autograd::Function<Chunk> {
    static variable_list forward(AutogradContext* context, const c10::intrusive_ptr<Plan>& plan,
                                 at::TensorList tensors) {
        context->saved_data["plan"] = at::IValue::make_capsule(plan);
        context->save_for_backward(tensors.vec());
        return runChunk(*plan, tensors);
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const auto plan = c10::static_intrusive_pointer_cast<Plan>(context->saved_data["plan"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        variable_list inputs, wanted, outputs, given;
        for (const Variable& tensor : saved) inputs.push_back(tensor.detach().requires_grad_(tensor.requires_grad()));
        for (const Variable& tensor : inputs)
            if (tensor.requires_grad()) wanted.push_back(tensor);
        {
            const at::AutoGradMode enabled(true);
            const variable_list again = runChunk(*plan, inputs);
            for (std::size_t i = 0; i < again.size(); ++i) {
                if (!gradients[i].defined()) continue;
                outputs.push_back(again[i]);
                given.push_back(gradients[i]);
            }
        }
        const variable_list found = torch::autograd::grad(outputs, wanted, given, std::nullopt, false, true);
        variable_list result{Variable()};  // of the plan
        std::size_t next = 0;
        for (const Variable& tensor : inputs) result.push_back(tensor.requires_grad() ? found[next++] : Variable());
        return result;
    }
};

// One direction over `input`, which is in the order in which the direction reads it.
RecurrentResult runDirection(const RecurrentImplementation& row, const RecurrentCall& call, const at::Tensor& input,
                             std::int64_t d, std::int64_t chunkSteps) {
    auto plan = c10::make_intrusive<Plan>();
    plan->row = &row;
    plan->spec = call.spec;
    plan->spec.bidirectional = false;
    plan->position = call.position;
    plan->training = call.training;
    plan->cache = call.cache;
    plan->weights = call.spec.tensorsPerDirection();
    const auto start = [&](const at::Tensor& state, std::int64_t width) {
        return state.defined() ? state.narrow(0, d, 1) : at::zeros({1, input.size(1), width}, input.options());
    };
    const bool hasCell = call.spec.cell->cellState;
    variable_list state{start(call.state.h, call.spec.outputsPerDirection())};
    if (hasCell) state.push_back(start(call.state.c, call.spec.cellWidth()));
    std::vector<at::Tensor> outputs;
    for (const at::Tensor& part : input.split(chunkSteps, 0)) {
        variable_list tensors{part};
        tensors.insert(tensors.end(), state.begin(), state.end());
        const at::TensorList weights = call.weights.slice(static_cast<std::size_t>(d) * plan->weights, plan->weights);
        tensors.insert(tensors.end(), weights.begin(), weights.end());
        if (!call.peepholes.empty()) tensors.push_back(call.peepholes[static_cast<std::size_t>(d)]);
        const variable_list result = Chunk::apply(plan, at::TensorList(tensors));
        outputs.push_back(result[0]);
        state.assign(result.begin() + 1, result.end());
    }
    return {at::cat(outputs), {state[0], hasCell ? state[1] : at::Tensor()}};
}

}  // namespace

Phrase recomputeSupported(const RecurrentSpec& spec) {
    if (spec.zoneout > 0)
        return GATELAB_TEXT(
            "Implementation",
            "Recomputing chunks of time cannot repeat zoneout's masks; set recompute_chunk or zoneout to 0.");
    if (spec.bidirectional && spec.recurrentDropout > 0) {
        return GATELAB_TEXT("Implementation",
                            "Recomputing chunks of time cannot repeat recurrent dropout in both directions; set "
                            "recompute_chunk or recurrent_dropout to 0.");
    }
    return {};
}

RecurrentResult runRecomputed(const RecurrentImplementation& row, const RecurrentCall& call, std::int64_t chunkSteps) {
    RecurrentResult forward = runDirection(row, call, call.input, 0, chunkSteps);
    if (!call.spec.bidirectional) return forward;
    const RecurrentResult reverse = runDirection(row, call, call.input.flip(0), 1, chunkSteps);
    RecurrentResult both{at::cat({forward.output, reverse.output.flip(0)}, 2),
                         {at::cat({forward.state.h, reverse.state.h}), {}}};
    if (forward.state.c.defined()) both.state.c = at::cat({forward.state.c, reverse.state.c});
    return both;
}

}  // namespace gatelab
