// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/obstacles/persistent_obstacle.h"
#include "kernels/persistent/job.h"
#include "kernels/recurrent.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <utility>
#include <vector>

/// "persistent" as a row: tensors and autograd around a launch of job.h. In a header, because the CUDA module links
/// nothing of the engine; the launch is the caller's, on a GPU, or on the host for tests.
namespace gatelab::persistent {

/// Gives the job to the current stream of `device`, shared memory and ranks fitted to it; throws where that cannot be.
template <class T>
using Launch = void (*)(Job<T> job, at::Device device);

/// RecurrentImplementation::supported on a GPU of these limits.
inline Phrase supported(const RecurrentSpec& spec, at::Device device, at::ScalarType type, const GpuLimits& gpu) {
    if (!device.is_cuda())
        return GATELAB_TEXT("Implementation", "The kernel with the whole loop over time needs an NVIDIA GPU.");
    return persistentObstacle(
        {spec.cell->persistent ? static_cast<int>(spec.cell->blocks()) : 0, spec.hidden,
         !spec.peephole && spec.projection == 0 && spec.recurrentDropout == 0 && spec.zoneout == 0,
         type == at::kFloat || type == at::kBFloat16},
        gpu);
}

/// All that the backward pass needs beside the tensors of the graph. Numbers of the kernel are of type T; a BF16
/// layer's inputs and outputs are converted around it.
template <class T>
struct Kept final : torch::CustomClassHolder {
    GatedCell cell = GatedCell::Lstm;
    Products products = Products::Ieee;
    std::int64_t hidden = 1, directions = 1;
    bool hasH = false, hasC = false;  ///< states are among the tensors
    at::Tensor lengths;               ///< on the device; undefined: all full
    Launch<T> launch = nullptr;
    // Per direction.
    std::vector<at::Tensor> weights, gates, hBefore, cBefore;

    [[nodiscard]] bool lstm() const { return cell == GatedCell::Lstm; }
    [[nodiscard]] std::size_t firstWeight() const { return 1u + (hasH ? 1u : 0u) + (hasC ? 1u : 0u); }
};

template <class T>
T* pointerTo(const at::Tensor& tensor, std::int64_t offset = 0) {
    return tensor.defined() ? tensor.data_ptr<T>() + offset : nullptr;
}

template <class T>
Job<T> jobOf(const Kept<T>& kept, const at::Tensor& input, bool backward) {
    Job<T> job;
    job.modelCount = static_cast<std::int32_t>(kept.directions);
    job.time = input.size(0);
    job.batch = input.size(1);
    job.hidden = kept.hidden;
    job.ranks = ranksFor(kept.hidden);
    job.cell = kept.cell;
    job.products = kept.products;
    job.backward = backward;
    job.lengths = kept.lengths.defined() ? kept.lengths.template data_ptr<std::int64_t>() : nullptr;
    return job;
}

template <class T>
void launch(const Kept<T>& kept, Job<T>& job, const at::TensorOptions& options) {
    const at::Tensor exchange = at::empty({teamsOf(job) * 2 * sourceNumbers(job)}, options);
    job.exchange = exchange.template data_ptr<T>();
    kept.launch(job, options.device());
}

/// tensors: input, (h), (c), then per direction w_ih, w_hh, b_ih, b_hh. Gives output, h and of an LSTM c.
template <class T>
torch::autograd::variable_list forwardPass(Kept<T>& kept, at::TensorList tensors, bool keeps) {
    constexpr at::ScalarType type = c10::CppTypeToScalarType<T>::value;
    const at::Tensor& x = tensors[0];
    const std::int64_t time = x.size(0), batch = x.size(1), hidden = kept.hidden, directions = kept.directions;
    const at::TensorOptions options = x.options().dtype(type);
    const auto states = [&] { return at::empty({directions, batch, hidden}, options); };
    const at::Tensor y = at::empty({time, batch, directions * hidden}, options), h = states(),
                     c = kept.lstm() ? states() : at::Tensor(),
                     h0 = kept.hasH ? tensors[1].to(type).contiguous() : at::Tensor(),
                     c0 = kept.hasC ? tensors[2].to(type).contiguous() : at::Tensor();
    Job<T> job = jobOf(kept, x, false);
    std::vector<at::Tensor> held;
    for (std::int64_t d = 0; d < directions; ++d) {
        const std::size_t first = kept.firstWeight() + static_cast<std::size_t>(d) * 4;
        GridModel<T>& model = job.models[d];
        // Two biases with one effect are one; the candidate of a GRU needs its second one inside.
        at::Tensor bias = tensors[first + 2];
        if (kept.lstm()) {
            bias = bias + tensors[first + 3];
        } else {
            bias = bias.clone();
            bias.narrow(0, 0, 2 * hidden).add_(tensors[first + 3].narrow(0, 0, 2 * hidden));
            held.push_back(tensors[first + 3].narrow(0, 2 * hidden, hidden).to(type).contiguous());
            model.biasHn = pointerTo<T>(held.back());
        }
        held.push_back(at::linear(x, tensors[first], bias).to(type).contiguous());
        model.fromInput = pointerTo<T>(held.back());
        kept.weights.push_back(tensors[first + 1].to(type).contiguous());
        model.weights = pointerTo<T>(kept.weights.back());
        const std::int64_t state = d * batch * hidden;
        model.h0 = pointerTo<T>(h0, state);
        model.c0 = pointerTo<T>(c0, state);
        model.reverse = d == 1;
        model.y = pointerTo<T>(y, d * hidden);
        model.yStep = y.stride(0);
        model.yRow = y.stride(1);
        model.hLast = pointerTo<T>(h, state);
        model.cLast = pointerTo<T>(c, state);
        if (!keeps) continue;
        kept.gates.push_back(at::empty({time, batch, kKeptGates * hidden}, options));
        kept.hBefore.push_back(at::empty({time, batch, hidden}, options));
        model.gates = pointerTo<T>(kept.gates.back());
        model.hBefore = pointerTo<T>(kept.hBefore.back());
        if (!kept.lstm()) continue;
        kept.cBefore.push_back(at::empty({time, batch, hidden}, options));
        model.cBefore = pointerTo<T>(kept.cBefore.back());
    }
    launch(kept, job, options);
    torch::autograd::variable_list results{y.to(x.scalar_type()), h.to(x.scalar_type())};
    if (kept.lstm()) results.push_back(c.to(x.scalar_type()));
    return results;
}

/// Gradients of `tensors`, in their order. gradients: of output, h, (c), each possibly undefined.
template <class T>
torch::autograd::variable_list backwardPass(const Kept<T>& kept, at::TensorList tensors,
                                            const torch::autograd::variable_list& gradients, bool wantsInput) {
    constexpr at::ScalarType type = c10::CppTypeToScalarType<T>::value;
    const at::Tensor& x = tensors[0];
    const std::int64_t time = x.size(0), batch = x.size(1), hidden = kept.hidden, gates = gatesOf(kept.cell) * hidden,
                       rows = time * batch;
    const at::TensorOptions options = x.options().dtype(type);
    const auto own = [&](const at::Tensor& given) { return given.defined() ? given.to(type).contiguous() : given; };
    const at::Tensor dy = own(gradients[0]), dh = own(gradients[1]),
                     dc = kept.lstm() ? own(gradients[2]) : at::Tensor();
    torch::autograd::variable_list found(tensors.size());
    const at::Tensor dh0 = kept.hasH ? at::empty({kept.directions, batch, hidden}, options) : at::Tensor(),
                     dc0 = kept.hasC ? at::empty({kept.directions, batch, hidden}, options) : at::Tensor();
    Job<T> job = jobOf(kept, x, true);
    std::vector<at::Tensor> dInput, dHidden;
    for (std::int64_t d = 0; d < kept.directions; ++d) {
        const auto direction = static_cast<std::size_t>(d);
        const std::int64_t state = d * batch * hidden;
        GridModel<T>& model = job.models[d];
        model.weights = pointerTo<T>(kept.weights[direction]);
        model.reverse = d == 1;
        model.gates = pointerTo<T>(kept.gates[direction]);
        model.hBefore = pointerTo<T>(kept.hBefore[direction]);
        if (kept.lstm()) model.cBefore = pointerTo<T>(kept.cBefore[direction]);
        model.dy = pointerTo<T>(dy, d * hidden);
        model.yStep = batch * kept.directions * hidden;
        model.yRow = kept.directions * hidden;
        model.dhLast = pointerTo<T>(dh, state);
        model.dcLast = pointerTo<T>(dc, state);
        model.dh0 = pointerTo<T>(dh0, state);
        model.dc0 = pointerTo<T>(dc0, state);
        dInput.push_back(at::empty({rows, gates}, options));
        model.dInput = pointerTo<T>(dInput.back());
        dHidden.push_back(kept.lstm() ? dInput.back() : at::empty({rows, gates}, options));
        if (!kept.lstm()) model.dHidden = pointerTo<T>(dHidden.back());
    }
    launch(kept, job, options);
    const at::ScalarType given = x.scalar_type();
    const at::Tensor flatInput = x.reshape({rows, x.size(2)});
    if (kept.hasH) found[1] = dh0.to(given);
    if (kept.hasC) found[2] = dc0.to(given);
    for (std::int64_t d = 0; d < kept.directions; ++d) {
        const auto direction = static_cast<std::size_t>(d);
        const std::size_t first = kept.firstWeight() + direction * 4;
        const at::Tensor fromInput = dInput[direction].to(given),
                         fromHidden = kept.lstm() ? fromInput : dHidden[direction].to(given);
        if (wantsInput) {
            const at::Tensor dx = at::mm(fromInput, tensors[first]).view(x.sizes());
            found[0] = found[0].defined() ? found[0].add_(dx) : dx;
        }
        found[first] = at::mm(fromInput.t(), flatInput);
        found[first + 1] = at::mm(fromHidden.t(), kept.hBefore[direction].view({rows, hidden}).to(given));
        found[first + 2] = dInput[direction].sum(0).to(given);
        found[first + 3] = kept.lstm() ? found[first + 2].clone() : dHidden[direction].sum(0).to(given);
    }
    return found;
}

template <class T>
struct Function : torch::autograd::Function<Function<T>> {
    static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                  const c10::intrusive_ptr<Kept<T>>& kept, bool wantsInput,
                                                  at::TensorList tensors) {
        torch::autograd::variable_list results = forwardPass(*kept, tensors, true);
        context->saved_data["kept"] = at::IValue::make_capsule(kept);
        context->saved_data["input"] = wantsInput;
        context->set_materialize_grads(false);
        context->save_for_backward(tensors.vec());
        return results;
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        const auto kept = c10::static_intrusive_pointer_cast<Kept<T>>(context->saved_data["kept"].toCapsule());
        const torch::autograd::variable_list tensors = context->get_saved_variables();
        torch::autograd::variable_list found =
            backwardPass(*kept, tensors, gradients, context->saved_data["input"].toBool());
        found.insert(found.begin(), 2, torch::autograd::Variable());
        return found;
    }
};

/// A call of the row. `products`: of the recurrent part; that of the input is LibTorch's.
template <class T>
RecurrentResult run(const RecurrentCall& call, Products products, Launch<T> launcher) {
    const auto kept = c10::make_intrusive<Kept<T>>();
    kept->cell = call.spec.cell->cellState ? GatedCell::Lstm : GatedCell::Gru;
    kept->products = products;
    kept->hidden = call.spec.hidden;
    kept->directions = call.spec.directions();
    kept->launch = launcher;
    if (call.lengths.defined()) kept->lengths = call.lengths.on(call.input.device());
    torch::autograd::variable_list tensors{call.input.contiguous()};
    kept->hasC = kept->lstm() && call.state.c.defined();
    kept->hasH = call.state.h.defined() || kept->hasC;
    if (kept->hasH) tensors.push_back(call.state.h.defined() ? call.state.h : at::zeros_like(call.state.c));
    if (kept->hasC) tensors.push_back(call.state.c);
    for (const at::Tensor& weight : call.weights) tensors.push_back(weight.contiguous());
    bool trains = false;
    for (const at::Tensor& tensor : tensors) trains = trains || tensor.requires_grad();
    const torch::autograd::variable_list results =
        trains && at::GradMode::is_enabled()
            ? Function<T>::apply(kept, call.input.requires_grad(), at::TensorList(tensors))
            : forwardPass(*kept, tensors, false);
    return {results[0], {results[1], kept->lstm() ? results[2] : at::Tensor()}};
}

}  // namespace gatelab::persistent
