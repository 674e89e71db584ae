// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "nn/parameter_store.h"
#include "step/device_schedule.h"

#include <ATen/core/Tensor.h>

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// What one update works on: in every list one tensor per parameter buffer, or per parameter where the switch
/// fused_optimiser is off. The step counters are tensors on the device, so that a captured graph goes on counting.
struct OptimiserLists {
    std::vector<at::Tensor> weights, gradients;
    std::vector<std::vector<at::Tensor>> slots;  ///< [slot][piece]; no pieces: this configuration does without
    std::vector<at::Tensor> steps;               ///< float32 scalars, one per piece
    std::optional<at::Tensor> leftOut;           ///< of this update, see Optimiser::step
};

/// One kind of state, a tensor per piece.
struct OptimiserSlot {
    const char* name;
    /// Where it starts; undefined: this configuration does without.
    at::Tensor (*start)(const ExperimentConfig& config, const at::Tensor& weights);
};

/// One optimiser: a row per key of optimiserChoices(). The formulas and their order of operations are PyTorch 2.11's
/// (torch.optim), checked against its numbers. `fused` uses LibTorch's one-call kernels where they exist; they take the
/// momentum from the host. `plain` takes a few in-place operations per buffer.
struct OptimiserRow {
    const char* key;
    std::vector<OptimiserSlot> slots;
    void (*plain)(const ExperimentConfig& config, const DeviceStep& now, OptimiserLists& lists);
    void (*fused)(const ExperimentConfig& config, const DeviceStep& now, OptimiserLists& lists);  ///< null: none
};
std::span<const OptimiserRow> optimiserRows();
const OptimiserRow* findOptimiser(std::string_view key);

/// The optimiser of one run: state in tensors beside the parameter buffers, owned and used by the training thread.
class Optimiser {
public:
    /// The key must be in the table (checkConfig).
    Optimiser(const ExperimentConfig& config, const ParameterStore& store);

    /// One update of all weights from the gradients. `config` is read anew each time: its live fields may have changed.
    /// Where `leftOut` is defined (float32 scalar on the device) and 1, neither weights nor state change; nobody waits
    /// to find that out.
    void step(const ExperimentConfig& config, const DeviceStep& now, const at::Tensor& leftOut = {});
    /// This step as such tensors, always the same ones.
    const DeviceStep& onDevice(const ScheduledStep& scheduled);
    /// The type in which it reads rate and momentum, and their device.
    [[nodiscard]] at::TensorOptions scheduleOptions() const;
    /// What its formula works on, for who computes it himself (step/cpu/update.h), and the key of its row.
    [[nodiscard]] OptimiserLists& lists() { return lists_; }
    [[nodiscard]] const char* key() const { return row_->key; }
    /// Every stateful tensor under a stable name, for TrainingState.
    [[nodiscard]] std::vector<std::pair<std::string, at::Tensor>> state() const;

private:
    void stepPlain(const ExperimentConfig& config, const DeviceStep& now);
    const OptimiserRow* row_;
    bool fused_ = false;
    OptimiserLists lists_;
    std::optional<DeviceSchedule> schedule_;  ///< of single steps
};

}  // namespace gatelab
