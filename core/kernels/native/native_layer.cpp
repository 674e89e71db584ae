// SPDX-License-Identifier: GPL-3.0-or-later
// "native": the kernels of kernels/cpu as a row; what belongs to LibTorch (tensors, autograd) is here, the computing
// there.
#include "kernels/native/native.h"

#include "kernels/implementations.h"
#include "kernels/step_loop.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <numeric>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

/// Everything of a call that is no tensor of the graph. Shared by forward and backward pass.
struct Plan final : torch::CustomClassHolder {
    RecurrentSpec spec;
    bool keepsGates = false, unequal = false, startsWithH = false, startsWithC = false;
    bool wantsInput = false, wantsState = false;  ///< gradients
    double zoneShare = 0;
    std::vector<std::int32_t> order;   ///< rows of the batch, the longest first
    std::vector<std::int32_t> active;  ///< [directions][time]: rows that take part, by step
    std::vector<DirectionMasks> masks;
    GateRecord* record = nullptr;  ///< of the forward pass

    [[nodiscard]] bool hasCell() const { return spec.cell->cellState; }
    // tensors: input, (h), (c), weights of each direction, (peepholes of each direction)
    [[nodiscard]] std::size_t firstWeight() const { return 1u + (startsWithH ? 1u : 0u) + (startsWithC ? 1u : 0u); }
    [[nodiscard]] std::size_t weightOf(std::int64_t direction) const {
        return firstWeight() + static_cast<std::size_t>(direction) * spec.tensorsPerDirection();
    }
    [[nodiscard]] std::size_t peepholeOf(std::int64_t direction) const {
        return weightOf(spec.directions()) + static_cast<std::size_t>(direction);
    }
    [[nodiscard]] std::size_t tensorCount() const { return peepholeOf(spec.peephole ? spec.directions() : 0); }
};

/// What a forward pass leaves for the backward pass: per direction gates and, of an LSTM, cell states.
struct Kept {
    std::vector<at::Tensor> gates, cells;
};

native::Shape shapeOf(const Plan& plan, const at::Tensor& input, std::int64_t direction) {
    native::Shape shape;
    shape.cell = native::cellOf(plan.spec.cell->key);
    shape.time = input.size(0);
    shape.batch = input.size(1);
    shape.inputs = plan.spec.inputs;
    shape.hidden = plan.spec.hidden;
    shape.reverse = direction == 1;
    shape.projection = plan.spec.projection;
    shape.peephole = plan.spec.peephole;
    return shape;
}

template <class T>
T* dataOf(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.data_ptr<T>() : nullptr;
}

/// One direction of a layer as the kernels want it. tensors: input, (h), (c), weights; y: [time, batch, outputs].
template <class T>
native::Call<T> callOf(const Plan& plan, at::TensorList tensors, const at::Tensor& y, const Kept& kept,
                       std::int64_t d) {
    const at::Tensor& x = tensors[0];
    const auto direction = static_cast<std::size_t>(d);
    native::Call<T> call;
    call.shape = shapeOf(plan, x, d);
    call.x = x.data_ptr<T>();
    call.xStep = x.stride(0);
    call.xRow = x.stride(1);
    const std::int64_t rows = call.shape.batch, outputs = call.shape.outputs();
    if (plan.startsWithH) call.h0 = tensors[1].data_ptr<T>() + d * rows * outputs;
    if (plan.startsWithC) call.c0 = tensors[2].data_ptr<T>() + d * rows * call.shape.hidden;
    call.order = plan.order.data();
    call.active = plan.active.data() + d * call.shape.time;
    const DirectionMasks& masks = plan.masks[direction];
    call.recurrentMask = dataOf<T>(masks.recurrent);
    call.zoneH = dataOf<T>(masks.zoneoutHidden);
    call.zoneC = dataOf<T>(masks.zoneoutCell);
    call.zoneStep = rows * outputs;
    call.zoneCellStep = rows * call.shape.hidden;
    call.zoneShare = static_cast<T>(plan.zoneShare);
    call.y = y.data_ptr<T>() + d * outputs;
    call.yStep = y.stride(0);
    call.yRow = y.stride(1);
    if (!kept.gates.empty()) call.gates = kept.gates[direction].data_ptr<T>();
    if (!kept.cells.empty()) call.cells = kept.cells[direction].data_ptr<T>();
    return call;
}

template <class T>
native::Weights<T> weightsOf(const Plan& plan, at::TensorList tensors, std::int64_t d) {
    const std::size_t first = plan.weightOf(d);
    native::Weights<T> weights{tensors[first].data_ptr<T>(), tensors[first + 1].data_ptr<T>(),
                               tensors[first + 2].data_ptr<T>(), tensors[first + 3].data_ptr<T>()};
    if (plan.spec.projection > 0) weights.projection = tensors[first + 4].data_ptr<T>();
    if (plan.spec.peephole) weights.peephole = tensors[plan.peepholeOf(d)].data_ptr<T>();
    return weights;
}

/// Fills `kept` where the plan wants it; gives output, h and of an LSTM c.
template <class T>
variable_list forwardPass(const Plan& plan, at::TensorList tensors, Kept& kept) {
    const native::Kernels<T>& kernels = native::kernels<T>();
    const at::Tensor& x = tensors[0];
    const std::int64_t time = x.size(0), batch = x.size(1), directions = plan.spec.directions(),
                       hidden = plan.spec.hidden, outputs = plan.spec.outputsPerDirection();
    const auto room = [&](std::int64_t numbers) { return at::empty({numbers}, x.options()); };
    variable_list results{at::empty({time, batch, directions * outputs}, x.options()),
                          at::empty({directions, batch, outputs}, x.options())};
    if (plan.hasCell()) results.push_back(at::empty({directions, batch, hidden}, x.options()));
    for (std::int64_t d = 0; d < directions; ++d) {
        const native::Room sizes = kernels.room(shapeOf(plan, x, d));
        if (plan.keepsGates) kept.gates.push_back(room(sizes.gates));
        if (plan.keepsGates && plan.hasCell()) kept.cells.push_back(room(sizes.cells));
        native::Call<T> call = callOf<T>(plan, tensors, results[0], kept, d);
        const at::Tensor weights = room(sizes.forwardWeights),
                         scratch =
                             room(call.recurrentMask != nullptr || plan.spec.projection > 0 ? sizes.forwardScratch : 0);
        at::Tensor cell;
        if (!plan.keepsGates && plan.hasCell()) {
            cell = room(sizes.cellsOfStep);
            call.cells = cell.data_ptr<T>();
        }
        call.hLast = results[1].data_ptr<T>() + d * batch * outputs;
        if (plan.hasCell()) call.cLast = results[2].data_ptr<T>() + d * batch * hidden;
        call.scratch = scratch.data_ptr<T>();
        kernels.packForward(call.shape, weightsOf<T>(plan, tensors, d), weights.data_ptr<T>());
        call.forwardWeights = weights.data_ptr<T>();
        kernels.forward(call);
    }
    return results;
}

at::Tensor ofDirection(const at::Tensor& gradient, std::int64_t d) {
    return gradient.defined() ? gradient.select(0, d).contiguous() : gradient;
}

/// Gradients of `tensors`, in their order; undefined where none is wanted. gradients: of output, h, (c), each possibly
/// undefined.
template <class T>
variable_list backwardPass(const Plan& plan, at::TensorList tensors, const at::Tensor& y, const Kept& kept,
                           const variable_list& gradients) {
    const native::Kernels<T>& kernels = native::kernels<T>();
    const at::Tensor& x = tensors[0];
    const auto room = [&](std::int64_t numbers) { return at::empty({numbers}, x.options()); };
    const at::Tensor dy = gradients[0].defined() ? gradients[0].contiguous() : gradients[0];
    variable_list found(tensors.size());
    if (plan.startsWithH && plan.wantsState) found[1] = at::empty_like(tensors[1]);
    if (plan.startsWithC && plan.wantsState) found[2] = at::empty_like(tensors[2]);
    for (std::int64_t d = 0; d < plan.spec.directions(); ++d) {
        native::Call<T> call = callOf<T>(plan, tensors, y, kept, d);
        const native::Room sizes = kernels.room(call.shape);
        const std::int64_t rows = d * call.shape.batch;
        const at::Tensor dh = ofDirection(gradients[1], d),
                         dc = plan.hasCell() ? ofDirection(gradients[2], d) : at::Tensor();
        const at::Tensor weights = room(sizes.backwardWeights),
                         inputWeights = plan.wantsInput ? room(sizes.inputWeights) : at::Tensor();
        const at::Tensor sums = at::zeros({sizes.weightSums}, x.options()), scratch = room(sizes.backwardScratch);
        const native::Weights<T> given = weightsOf<T>(plan, tensors, d);
        kernels.packBackward(call.shape, given, weights.data_ptr<T>(), dataOf<T>(inputWeights));
        native::BackwardCall<T> back;
        if (dy.defined()) back.dy = dy.data_ptr<T>() + d * call.shape.outputs();
        back.dyStep = call.yStep;
        back.dyRow = call.yRow;
        back.dhLast = dataOf<T>(dh);
        back.dcLast = dataOf<T>(dc);
        at::Tensor dx;
        if (plan.wantsInput) {
            dx = plan.unequal ? at::zeros(x.sizes(), x.options()) : at::empty(x.sizes(), x.options());
            back.dx = dx.data_ptr<T>();
            back.dxStep = dx.stride(0);
            back.dxRow = dx.stride(1);
        }
        if (plan.startsWithH && plan.wantsState) back.dh0 = found[1].data_ptr<T>() + rows * call.shape.outputs();
        if (plan.startsWithC && plan.wantsState) back.dc0 = found[2].data_ptr<T>() + rows * call.shape.hidden;
        back.weightSums = sums.data_ptr<T>();
        back.backwardWeights = weights.data_ptr<T>();
        back.inputWeights = dataOf<T>(inputWeights);
        back.scratch = scratch.data_ptr<T>();
        kernels.backward(call, back);
        const std::size_t first = plan.weightOf(d);
        const auto made = [&](std::size_t i) {
            found[i] = at::empty_like(tensors[i]);
            return found[i].data_ptr<T>();
        };
        native::WeightGradients<T> to{made(first), made(first + 1), made(first + 2), made(first + 3)};
        if (plan.spec.projection > 0) to.projection = made(first + 4);
        if (plan.spec.peephole) to.peephole = made(plan.peepholeOf(d));
        kernels.unpackSums(call.shape, sums.data_ptr<T>(), to);
        if (plan.wantsInput) found[0] = found[0].defined() ? found[0].add_(dx) : dx;
    }
    return found;
}

/// Rows by length, and how many of them take part in each step of each direction.
void addOrder(Plan& plan, const at::Tensor& lengths, std::int64_t time, std::int64_t batch) {
    plan.order.resize(static_cast<std::size_t>(batch));
    std::iota(plan.order.begin(), plan.order.end(), 0);
    plan.active.assign(static_cast<std::size_t>(plan.spec.directions() * time), static_cast<std::int32_t>(batch));
    if (!lengths.defined()) return;
    const at::Tensor given = lengths.contiguous();
    const std::int64_t* length = given.data_ptr<std::int64_t>();
    std::stable_sort(plan.order.begin(), plan.order.end(),
                     [&](std::int32_t a, std::int32_t b) { return length[a] > length[b]; });
    std::int64_t count = batch;
    for (std::int64_t t = 0; t < time; ++t) {
        while (count > 0 && length[plan.order[static_cast<std::size_t>(count - 1)]] <= t) --count;
        plan.active[static_cast<std::size_t>(t)] = static_cast<std::int32_t>(count);
        if (plan.spec.bidirectional)
            plan.active[static_cast<std::size_t>(2 * time - 1 - t)] = static_cast<std::int32_t>(count);
    }
}

template <class T>
void fillRecord(const Plan& plan, at::TensorList tensors, const at::Tensor& y, const Kept& kept, GateRecord& record) {
    const std::int64_t time = y.size(0), batch = y.size(1), hidden = plan.spec.hidden;
    for (std::int64_t d = 0; d < plan.spec.directions(); ++d) {
        record.gates.push_back(at::zeros({time, batch, plan.spec.cell->blocks() * hidden}, y.options()));
        if (plan.hasCell()) record.cell.push_back(at::zeros({time, batch, hidden}, y.options()));
        native::kernels<T>().unpackGates(callOf<T>(plan, tensors, y, kept, d), record.gates.back().data_ptr<T>(),
                                         plan.hasCell() ? record.cell.back().data_ptr<T>() : nullptr);
        const std::int64_t outputs = plan.spec.outputsPerDirection();
        record.hidden.push_back(y.narrow(2, d * outputs, outputs).detach());
    }
}

variable_list runPlan(const Plan& plan, at::TensorList tensors, Kept& kept) {
    const bool isDouble = tensors[0].scalar_type() == at::kDouble;
    variable_list results =
        isDouble ? forwardPass<double>(plan, tensors, kept) : forwardPass<float>(plan, tensors, kept);
    if (plan.record != nullptr)
        isDouble ? fillRecord<double>(plan, tensors, results[0], kept, *plan.record)
                 : fillRecord<float>(plan, tensors, results[0], kept, *plan.record);
    return results;
}

struct NativeFunction : torch::autograd::Function<NativeFunction> {
    static variable_list forward(AutogradContext* context, const c10::intrusive_ptr<Plan>& plan,
                                 at::TensorList tensors) {
        Kept kept;
        variable_list results = runPlan(*plan, tensors, kept);
        context->saved_data["plan"] = at::IValue::make_capsule(plan);
        context->set_materialize_grads(false);
        variable_list saved = tensors.vec();
        saved.push_back(results[0]);
        saved.insert(saved.end(), kept.gates.begin(), kept.gates.end());
        saved.insert(saved.end(), kept.cells.begin(), kept.cells.end());
        context->save_for_backward(saved);
        return results;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const auto plan = c10::static_intrusive_pointer_cast<Plan>(context->saved_data["plan"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        const auto directions = static_cast<std::ptrdiff_t>(plan->spec.directions());
        const auto count = static_cast<std::ptrdiff_t>(plan->tensorCount());
        Kept kept;
        kept.gates.assign(saved.begin() + count + 1, saved.begin() + count + 1 + directions);
        kept.cells.assign(saved.begin() + count + 1 + directions, saved.end());
        const at::TensorList tensors = at::TensorList(saved).slice(0, static_cast<std::size_t>(count));
        const at::Tensor& y = saved[static_cast<std::size_t>(count)];
        variable_list found = y.scalar_type() == at::kDouble ? backwardPass<double>(*plan, tensors, y, kept, gradients)
                                                             : backwardPass<float>(*plan, tensors, y, kept, gradients);
        found.insert(found.begin(), Variable());  // of the plan
        return found;
    }
};

}  // namespace

Phrase nativeSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype) {
    if (!device.is_cpu()) return GATELAB_TEXT("Implementation", "The Gatelab kernel runs on the CPU only.");
    if (dtype != at::kFloat && dtype != at::kDouble)
        return GATELAB_TEXT("Implementation", "The Gatelab kernel supports FP32 and FP64 only.");
    if (!spec.cell->native) return kNoCodeForCell;
    return stepLoopSupported(spec, device, dtype);  // what no kernel can
}

RecurrentResult runNative(const RecurrentCall& call) {
    const auto plan = c10::make_intrusive<Plan>();
    plan->spec = call.spec;
    plan->unequal = call.lengths.defined();
    plan->startsWithH = call.state.h.defined();
    plan->startsWithC = call.state.c.defined() && plan->hasCell();
    plan->zoneShare = call.training ? 0 : call.spec.zoneout;
    addOrder(*plan, call.lengths.defined() ? call.lengths.host() : at::Tensor(), call.input.size(0),
             call.input.size(1));
    for (std::int64_t d = 0; d < call.spec.directions(); ++d) plan->masks.push_back(drawMasks(call, d == 1));
    variable_list tensors{call.input.stride(2) == 1 ? call.input : call.input.contiguous()};
    if (plan->startsWithC && !plan->startsWithH) tensors.push_back(at::zeros_like(call.state.c));
    if (plan->startsWithH) tensors.push_back(call.state.h.contiguous());
    if (plan->startsWithC) tensors.push_back(call.state.c.contiguous());
    plan->startsWithH = plan->startsWithH || plan->startsWithC;
    for (const at::Tensor& weight : call.weights) tensors.push_back(weight.contiguous());
    if (call.spec.peephole)
        for (const at::Tensor& peephole : call.peepholes) tensors.push_back(peephole.contiguous());
    plan->wantsInput = call.input.requires_grad();
    plan->wantsState =
        (call.state.h.defined() && call.state.h.requires_grad()) || (plan->startsWithC && call.state.c.requires_grad());
    const bool trains = at::GradMode::is_enabled() &&
                        std::ranges::any_of(tensors, [](const at::Tensor& tensor) { return tensor.requires_grad(); });
    plan->keepsGates = trains || call.record != nullptr;
    plan->record = call.record;
    Kept kept;
    const variable_list results =
        trains ? NativeFunction::apply(plan, at::TensorList(tensors)) : runPlan(*plan, tensors, kept);
    plan->record = nullptr;
    return {results[0], {results[1], plan->hasCell() ? results[2] : at::Tensor()}};
}

}  // namespace gatelab
