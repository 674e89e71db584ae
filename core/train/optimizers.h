// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "nn/parameter_store.h"

#include <ATen/core/Tensor.h>

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// What one update works on: in every list one tensor per parameter buffer, or per parameter where the switch fused_optimiser is off. The step counters and the learning rate are tensors on the device, so
/// that a captured graph goes on counting.
struct OptimiserLists {
    std::vector<at::Tensor> weights, gradients;
    std::vector<std::vector<at::Tensor>> slots;  ///< [slot][piece]
    std::vector<at::Tensor> steps;               ///< float32 scalars, one per piece
    std::optional<at::Tensor> leftOut;           ///< of this update, see Optimiser::step
};

/// One optimiser: a row per key of optimiserChoices(). The formulas and their order of operations are PyTorch 2.11's (torch.optim), checked
/// against its numbers. `fused` uses LibTorch's one-call kernels where they exist; `plain` a few in-place operations per buffer.
struct OptimiserRow {
    const char* key;
    std::vector<const char*> slots;  ///< names of the state tensors per buffer
    void (*plain)(const ExperimentConfig& config, const at::Tensor& rate, OptimiserLists& lists);
    void (*fused)(const ExperimentConfig& config, const at::Tensor& rate, OptimiserLists& lists);  ///< null: none
};
std::span<const OptimiserRow> optimiserRows();
const OptimiserRow* findOptimiser(std::string_view key);

/// The optimiser of one run: state in tensors beside the parameter buffers, owned and used by the training thread.
class Optimiser {
public:
    /// The key must be in the table (checkConfig).
    Optimiser(const ExperimentConfig& config, const ParameterStore& store);

    /// One update of all weights from the gradients. `config` is read anew each time: its live fields may have changed.
    void step(const ExperimentConfig& config, double rate);
    /// The same with the rate as a tensor on the device, which a recorded graph reads anew each time. Where `leftOut` is defined (float32 scalar on the device)
    /// and 1, neither weights nor state change; nobody waits to find that out.
    void step(const ExperimentConfig& config, const at::Tensor& rate, const at::Tensor& leftOut = {});
    /// This rate as such a tensor, always the same one.
    const at::Tensor& rateTensor(double rate);
    /// `count` rates, all 0.
    [[nodiscard]] at::Tensor rateTensors(std::int64_t count) const;
    /// Every stateful tensor under a stable name, for TrainingState.
    [[nodiscard]] std::vector<std::pair<std::string, at::Tensor>> state() const;

private:
    void stepPlain(const ExperimentConfig& config, const at::Tensor& rate);
    const OptimiserRow* row_;
    bool fused_ = false;
    OptimiserLists lists_;
    at::Tensor rate_;
    double lastRate_ = -1;
};

}  // namespace gatelab
