// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"
#include "kernels/time_parallel.h"

#include <ATen/core/ivalue.h>
#include <torch/csrc/autograd/variable.h>

#include <optional>

/// The sweeps of kernels/time_parallel.h over chunks that are rows of one batch, by the kernels of kernels/native.
namespace gatelab {

/// One direction, in the order in which it reads. A row is a chunk of one sequence: chunk * batch + sequence.
struct ChunkPlan final : torch::CustomClassHolder {
    RecurrentSpec spec;
    TimeCut cut;
    std::int64_t batch = 1, steps = 0;
    bool wantsInput = false;

    [[nodiscard]] bool hasCell() const { return spec.cell->cellState; }
    [[nodiscard]] std::int64_t rows() const { return cut.chunks * batch; }
    [[nodiscard]] std::int64_t lastRow() const { return rows() - batch; }  ///< the first of the last chunk
    [[nodiscard]] std::int64_t lastLength() const { return steps - (cut.chunks - 1) * cut.length; }
    [[nodiscard]] std::int64_t groups() const { return (rows() + cut.rowsOfGroup - 1) / cut.rowsOfGroup; }
    [[nodiscard]] std::int64_t first(std::int64_t group) const { return std::min(rows(), group * cut.rowsOfGroup); }
    [[nodiscard]] std::int64_t rowsOf(std::int64_t group) const { return first(group + 1) - first(group); }
};

/// The places of the tensors that a pass is given: input [length, rows, inputs], start h and c [1, batch, hidden] (c of
/// a GRU: zeros), then the weights.
enum TimePlace : std::uint8_t { kTimeInput, kTimeStartH, kTimeStartC, kTimeWeights };

/// Outputs [length, rows, hidden] and the states before and after each row [rows, hidden]; of each group what the pass
/// back needs.
struct TimeSwept {
    at::Tensor y, startH, startC, endH, endC;
    std::vector<at::Tensor> gates, cells;
    bool agreed = false;
};

/// keeps: for a pass back.
TimeSwept sweepForward(const ChunkPlan& plan, at::TensorList tensors, bool keeps);
/// Gradients of the tensors from those of the outputs [length, rows, hidden] and of the last states [batch, hidden],
/// each possibly undefined. Nothing: the boundaries did not agree.
std::optional<torch::autograd::variable_list> sweepBack(const ChunkPlan& plan, at::TensorList tensors,
                                                        const TimeSwept& kept, const at::Tensor& dy,
                                                        const at::Tensor& dh, const at::Tensor& dc);

}  // namespace gatelab
