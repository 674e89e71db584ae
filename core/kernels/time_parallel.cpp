// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/time_parallel.h"

#include "kernels/implementations.h"
#include "kernels/time_sweeps.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

/// [steps, batch, n] as [length, chunks * batch, n], zeros behind the end.
at::Tensor intoRows(const ChunkPlan& plan, const at::Tensor& x) {
    const std::int64_t all = plan.cut.chunks * plan.cut.length;
    const at::Tensor padded = all > plan.steps ? at::constant_pad_nd(x, {0, 0, 0, 0, 0, all - plan.steps}) : x;
    return padded.reshape({plan.cut.chunks, plan.cut.length, plan.batch, x.size(2)})
        .transpose(0, 1)
        .reshape({plan.cut.length, plan.rows(), x.size(2)});
}

at::Tensor outOfRows(const ChunkPlan& plan, const at::Tensor& y) {
    return y.view({plan.cut.length, plan.cut.chunks, plan.batch, y.size(2)})
        .transpose(0, 1)
        .reshape({plan.cut.chunks * plan.cut.length, plan.batch, y.size(2)})
        .narrow(0, 0, plan.steps);
}

/// The whole direction step by step, from rows.
RecurrentResult stepByStep(const ChunkPlan& plan, at::TensorList tensors) {
    const at::Tensor x = outOfRows(plan, tensors[kTimeInput]).contiguous();
    const LayerState state{tensors[kTimeStartH], plan.hasCell() ? tensors[kTimeStartC] : at::Tensor()};
    const RandomPosition nowhere{};
    return runNative({plan.spec, x, tensors.slice(kTimeWeights), {}, state, {}, false, nowhere});
}

struct TimeFunction : torch::autograd::Function<TimeFunction> {
    static variable_list forward(AutogradContext* context, const c10::intrusive_ptr<ChunkPlan>& plan, TimeSwept& swept,
                                 at::TensorList tensors) {
        context->saved_data["plan"] = at::IValue::make_capsule(plan);
        context->set_materialize_grads(false);
        variable_list saved = tensors.vec();
        saved.insert(saved.end(), {swept.y, swept.startH, swept.startC});
        saved.insert(saved.end(), swept.gates.begin(), swept.gates.end());
        saved.insert(saved.end(), swept.cells.begin(), swept.cells.end());
        context->save_for_backward(saved);
        const std::int64_t last = plan->rows() - plan->batch;
        return {swept.y, swept.endH.narrow(0, last, plan->batch).unsqueeze(0).clone(),
                swept.endC.narrow(0, last, plan->batch).unsqueeze(0).clone()};
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const auto plan = c10::static_intrusive_pointer_cast<ChunkPlan>(context->saved_data["plan"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        const std::size_t count = kTimeWeights + plan->spec.tensorsPerDirection();
        const at::TensorList tensors = at::TensorList(saved).slice(0, count);
        TimeSwept kept{saved[count], saved[count + 1], saved[count + 2], {}, {}, {}, {}, true};
        const auto first = saved.begin() + static_cast<std::ptrdiff_t>(count) + 3;
        kept.gates.assign(first, first + plan->groups());
        kept.cells.assign(first + plan->groups(), saved.end());
        variable_list found = passBack(*plan, tensors, kept, gradients);
        found.insert(found.begin(), {Variable(), Variable()});  // of plan and sweeps
        return found;
    }

    static variable_list passBack(const ChunkPlan& plan, at::TensorList tensors, const TimeSwept& kept,
                                  const variable_list& gradients) {
        const auto ofState = [](const at::Tensor& g) { return g.defined() ? g.select(0, 0) : g; };
        const at::Tensor dy = gradients[0].defined() ? gradients[0].contiguous() : gradients[0];
        auto found = sweepBack(plan, tensors, kept, dy, ofState(gradients[1]),
                               plan.hasCell() ? ofState(gradients[2]) : at::Tensor());
        return found ? std::move(*found) : fromSteps(plan, tensors, gradients);
    }

    /// Gradients by the layer run step by step.
    static variable_list fromSteps(const ChunkPlan& plan, at::TensorList tensors, const variable_list& gradients) {
        variable_list inputs, wanted, outputs, given;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const bool has = (i != kTimeInput || plan.wantsInput) && (i != kTimeStartC || plan.hasCell());
            inputs.push_back(tensors[i].detach().requires_grad_(has));
            if (has) wanted.push_back(inputs.back());
        }
        {
            const at::AutoGradMode enabled(true);
            const RecurrentResult again = stepByStep(plan, inputs);
            const auto use = [&](const at::Tensor& output, const at::Tensor& gradient) {
                if (gradient.defined()) outputs.push_back(output), given.push_back(gradient);
            };
            use(again.output, gradients[0].defined() ? outOfRows(plan, gradients[0].contiguous()) : gradients[0]);
            use(again.state.h, gradients[1]);
            if (plan.hasCell()) use(again.state.c, gradients[2]);
        }
        const variable_list found = torch::autograd::grad(outputs, wanted, given, std::nullopt, false, true);
        variable_list result;
        std::size_t next = 0;
        for (const Variable& tensor : inputs) result.push_back(tensor.requires_grad() ? found[next++] : Variable());
        return result;
    }
};

/// One direction over `input`, which is in the order in which the direction reads it.
RecurrentResult runDirection(const RecurrentCall& call, const at::Tensor& input, std::int64_t d) {
    const auto plan = c10::make_intrusive<ChunkPlan>();
    plan->spec = call.spec;
    plan->spec.bidirectional = false;
    plan->steps = input.size(0);
    plan->batch = input.size(1);
    plan->cut = timeCut(plan->steps, plan->batch);
    plan->wantsInput = input.requires_grad();
    const auto start = [&](const at::Tensor& state) {
        return state.defined() ? state.narrow(0, d, 1).contiguous()
                               : at::zeros({1, plan->batch, plan->spec.hidden}, input.options());
    };
    variable_list tensors{intoRows(*plan, input).contiguous(), start(call.state.h),
                          start(plan->hasCell() ? call.state.c : at::Tensor())};
    const std::size_t count = call.spec.tensorsPerDirection();
    for (const at::Tensor& weight : call.weights.slice(static_cast<std::size_t>(d) * count, count))
        tensors.push_back(weight.contiguous());
    const bool trains = at::GradMode::is_enabled() &&
                        std::ranges::any_of(tensors, [](const at::Tensor& tensor) { return tensor.requires_grad(); });
    TimeSwept swept;
    {
        const at::NoGradGuard noGrad;
        swept = sweepForward(*plan, tensors, trains);
    }
    if (!swept.agreed) return stepByStep(*plan, tensors);
    const std::int64_t last = plan->rows() - plan->batch;
    const variable_list results =
        trains ? TimeFunction::apply(plan, swept, at::TensorList(tensors))
               : variable_list{swept.y, swept.endH.narrow(0, last, plan->batch).unsqueeze(0).clone(),
                               swept.endC.narrow(0, last, plan->batch).unsqueeze(0).clone()};
    return {outOfRows(*plan, results[0]), {results[1], plan->hasCell() ? results[2] : at::Tensor()}};
}

}  // namespace

TimeCut timeCut(std::int64_t steps, std::int64_t batch) {
    // Below so many steps the memory of a usual net is longer than a chunk; so many rows fill the kernel's tiles.
    constexpr std::int64_t kLeastLength = 240, kMostChunks = 32, kMostRows = 64, kRowsOfGroup = 4;
    const std::int64_t chunks =
        std::min({steps / kLeastLength, kMostChunks, kMostRows / std::max<std::int64_t>(1, batch)});
    TimeCut cut{1, steps, 0, 1};
    if (chunks < 2) return cut;
    cut.length = (steps + chunks - 1) / chunks;
    cut.chunks = (steps + cut.length - 1) / cut.length;
    cut.warmup = cut.length / 2;
    cut.rowsOfGroup = std::max(kRowsOfGroup, batch);
    return cut;
}

double timeTolerance(bool isDouble) {
    constexpr double kRoundings = 16, kRoundingsOfDouble = 4096;
    return isDouble ? kRoundingsOfDouble * std::numeric_limits<double>::epsilon()
                    : kRoundings * static_cast<double>(std::numeric_limits<float>::epsilon());
}

Phrase describeTimeSweeps() {
    const TimeSweeps& told = timeSweepsOfThread();
    if (told.passes == 0) return {};
    if (told.sequential == told.passes)
        return {GATELAB_TEXT("Implementation",
                             "Parallel in time: no chunks agreed in any of %1 passes, so all ran step by step: the net "
                             "remembers more than a chunk, or is chaotic. The Gatelab kernel alone is faster here."),
                {std::to_string(told.passes)}};
    const auto tenths =
        std::llround(10.0 * static_cast<double>(told.sweeps) / static_cast<double>(told.passes - told.sequential));
    return {GATELAB_TEXT("Implementation",
                         "Parallel in time: %1 sweeps a pass, %2 of %3 passes step by step. Where chunks agreed, the "
                         "net had forgotten its state after %4 steps at most."),
            {std::to_string(tenths / 10) + "." + std::to_string(tenths % 10), std::to_string(told.sequential),
             std::to_string(told.passes), std::to_string(told.memory)}};
}

Phrase timeParallelSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype) {
    if (!device.is_cpu()) return GATELAB_TEXT("Implementation", "Parallel in time runs on the CPU only.");
    if (dtype != at::kFloat && dtype != at::kDouble)
        return GATELAB_TEXT("Implementation", "Parallel in time supports FP32 and FP64 only.");
    if (!spec.cell->native || spec.cell->gates.empty())
        return GATELAB_TEXT("Implementation", "Parallel in time is for LSTM and GRU.");
    if (spec.peephole || spec.projection > 0 || spec.recurrentDropout > 0 || spec.zoneout > 0)
        return GATELAB_TEXT("Implementation",
                            "Parallel in time has no peepholes, projection, recurrent dropout or zoneout.");
    return nativeSupported(spec, device, dtype);
}

RecurrentResult runTimeParallel(const RecurrentCall& call) {
    if (call.lengths.defined() || call.record != nullptr || timeCut(call.input.size(0), call.input.size(1)).chunks < 2)
        return runNative(call);
    RecurrentResult forward = runDirection(call, call.input, 0);
    if (!call.spec.bidirectional) return forward;
    const RecurrentResult reverse = runDirection(call, call.input.flip(0), 1);
    RecurrentResult both{at::cat({forward.output, reverse.output.flip(0)}, 2),
                         {at::cat({forward.state.h, reverse.state.h}), {}}};
    if (forward.state.c.defined()) both.state.c = at::cat({forward.state.c, reverse.state.c});
    return both;
}

}  // namespace gatelab
