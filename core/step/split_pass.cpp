// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/split_pass.h"

#include "config/obstacles/time_parallel.h"
#include "config/switches.h"
#include "plan/devices.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <limits>

namespace gatelab {

namespace {

struct Part {
    Batch batch;
    ForwardOptions options;
    double weight = 0;
    at::Tensor loss;
    std::int64_t activations = 0;       ///< bytes that its forward pass left
    std::vector<at::Tensor> gradients;  ///< by parameter; undefined where the loss does not depend on it
};

Batch rowsOf(const Batch& batch, std::int64_t first, std::int64_t count) {
    const auto cut = [&](const at::Tensor& values, std::int64_t dimension) {
        return values.defined() ? values.narrow(dimension, first, count) : values;
    };
    const std::int64_t rowsOfTarget = batch.target.dim() == 2 ? 1 : 0;  // labels are [time, batch]
    return {cut(batch.input, 1),
            cut(batch.target, rowsOfTarget),
            cut(batch.anchor, 0),
            cut(batch.scale, 0),
            cut(batch.lengths, 0),
            cut(batch.ahead, 1),
            count,
            cut(batch.deviation, 0)};
}

void addInOrder(const std::vector<Part>& parts, const std::vector<at::Tensor>& leaves, double share, at::Tensor& loss) {
    const at::NoGradGuard noGrad;
    double total = 0;
    for (const Part& part : parts) total += part.weight;
    for (const Part& part : parts) {
        if (part.weight <= 0) continue;
        const double factor = share * part.weight / total;
        loss.add_(part.loss.detach(), factor);
        for (std::size_t i = 0; i < leaves.size(); ++i)
            if (part.gradients[i].defined()) leaves[i].grad().add_(part.gradients[i], factor);
    }
    if (total <= 0) loss.fill_(std::numeric_limits<double>::quiet_NaN());  // no target at all: a mean over nothing
}

}  // namespace

std::vector<Batch> splitRows(const Batch& batch, std::int64_t parts) {
    const std::int64_t count = std::max<std::int64_t>(1, std::min(parts, batch.size));
    std::vector<Batch> all;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t first = batch.size * i / count;
        all.push_back(rowsOf(batch, first, batch.size * (i + 1) / count - first));
    }
    return all;
}

at::Tensor addSplitGradients(BatchTeam& team, const Objective& objective, const Batch& batch,
                             const ForwardOptions& options, double share, StepPhases* phases) {
    std::vector<Part> parts;
    ForwardOptions mine = options;
    mine.position.allRows = batch.size;
    for (Batch& rows : splitRows(batch, team.blocks())) {
        const double weight = objective.weight(rows);
        const std::int64_t count = rows.size;
        parts.push_back({std::move(rows), mine, weight, {}, 0, {}});
        mine.position.firstRow += count;
    }
    std::vector<at::Tensor> leaves;
    for (const Parameter& parameter : objective.model().parameters().all()) leaves.push_back(parameter.value);
    // This thread says where the step is; the others are about as far.
    const auto enter = [&](std::int64_t part, StepPhase phase) {
        if (team.isOwn(part) && phases != nullptr) phases->enter(phase);
    };
    team.run(static_cast<std::int64_t>(parts.size()), [&](std::int64_t i) {
        Part& part = parts[static_cast<std::size_t>(i)];
        enter(i, StepPhase::Forward);
        {
            const MemoryScope forward(MemoryCause::Activations);
            const std::int64_t before = threadBytes(MemoryCause::Activations);
            if (part.weight > 0) part.loss = objective.run(part.batch, part.options).loss;
            part.activations = threadBytes(MemoryCause::Activations) - before;
        }
        enter(i, StepPhase::Backward);
        const MemoryScope backward(MemoryCause::Workspace);
        if (part.weight > 0) part.gradients = torch::autograd::grad({part.loss}, leaves, {}, std::nullopt, false, true);
    });
    std::int64_t activations = 0;
    for (const Part& part : parts) activations += part.activations;
    if (phases != nullptr) phases->noteActivations(activations);
    at::Tensor loss = at::zeros({}, objective.model().options());
    addInOrder(parts, leaves, share, loss);
    return loss;
}

std::int64_t rowBlocks(const TrainPlan& plan, std::int64_t parameters, std::int64_t steps) {
    // Forward and backward pass take about six operations per weight, row and step; below so many a step is over before
    // threads have met.
    constexpr double kWorthSplitting = 3e7;
    const auto operations =
        6.0 * static_cast<double>(parameters) * static_cast<double>(steps) * static_cast<double>(plan.config.batchSize);
    if (!plan.device.is_cpu() || operations < kWorthSplitting) return 1;
    if (isTimeParallel(plan.config.implementation)) return std::max<std::int64_t>(1, allowedThreads());
    return std::max<std::int64_t>(1, std::min<std::int64_t>(allowedThreads(), plan.config.batchSize));
}

std::unique_ptr<BatchTeam> makeTeam(const TrainPlan& plan, std::int64_t blocks, const HostMemoryAccount* memory,
                                    std::int64_t threads) {
    const SwitchMachine machine{plan.device.is_cuda(), 0, static_cast<int>(blocks)};
    if (plan.config.splitBatch && findSwitch("split-batch")->unsupported(machine, plan.config).isEmpty()) {
        const std::int64_t useful = std::min(blocks, plan.config.batchSize);  // more would have nothing to do
        return std::make_unique<BatchTeam>(threads > 0 ? std::min(threads, useful) : useful, memory, useful);
    }
    at::set_num_threads(static_cast<int>(blocks));
    return nullptr;
}

void chooseTeam(const TrainPlan& plan, std::int64_t blocks, const HostMemoryAccount* memory,
                std::unique_ptr<BatchTeam>& team, const std::function<double()>& step) {
    team = makeTeam(plan, blocks, memory);
    if (team && plan.config.threads == 0)
        chooseThreads(
            0, plan.device, [&](std::int64_t count) { team = makeTeam(plan, blocks, memory, count); }, step);
}

}  // namespace gatelab
