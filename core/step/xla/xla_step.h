// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "config/architecture.h"
#include "config/schedule_curve.h"
#include "step/objective.h"
#include "step/optimizers.h"
#include "xla/network.h"
#include "xla/plugin.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Thrown by an evaluation on a device that fails.
struct XlaFailure {
    Error error;
};

/// Training steps and evaluations on an XLA device: the whole step is one program, compiled for each shape of a batch.
/// Weights and the optimiser's state stay on the device from the first step on; model and optimiser hold them again
/// after toHost(), so that checkpoints are those of any other run. Losses are fetched for many steps at once. Sequences
/// of unequal length are padded to a multiple of 16 steps, so that few programs are compiled. A step whose loss or norm
/// is not finite changes nothing, nor does any after it. Same bits each time on one device with one plugin. One
/// training thread.
class XlaStep {
public:
    /// Opens the device that the plan names; the objective computes its passes there from now on. Both outlive it.
    /// NoDevice where there is none, Unsupported for what xlaObstacle tells or the data need.
    static Result<std::unique_ptr<XlaStep>> create(const TrainPlan& plan, Objective& objective);

    /// "Host CPU (XLA, PJRT 0.81)"
    [[nodiscard]] std::string name() const { return device_->name(); }
    /// Begins a step and does not wait for it. Counts it in the optimiser.
    Result<> step(const Batch& batch, const ExperimentConfig& config, const ScheduledStep& now, Optimiser& optimiser);
    struct Values {
        double loss = 0, norm = 0;  ///< norm: of the gradient before the clip
    };
    /// Steps whose values nobody has read yet.
    [[nodiscard]] std::size_t pending() const { return pending_.size(); }
    /// Their values in their order; waits for them.
    Result<std::vector<Values>> read();
    /// Weights and state back into model and optimiser, where a step has changed them.
    Result<> toHost();
    /// The head's output for these inputs with the weights that the model holds, as Model::forward gives it without a
    /// decoder. Throws XlaFailure where the device fails.
    at::Tensor forward(const at::Tensor& input, const at::Tensor& lengths);
    /// Of a step with this batch, as its program is compiled for it, which takes seconds, once; `spare` stays 0, the
    /// program's code is the framework's part. Nothing where sequences differ in length, since each length has a
    /// program of its own. Before the first step.
    std::optional<MemoryForecast> forecast(const Batch& batch, Optimiser& optimiser);
    /// The most bytes on the device so far but for code: as the plugin counts them, else the buffers as it tells them
    /// and the temporaries of the programs as they are compiled.
    [[nodiscard]] double peakBytes() const;
    /// Programs that were compiled so far, and the seconds that it took.
    [[nodiscard]] std::pair<std::int64_t, double> compiled() const { return {programs_, seconds_}; }

private:
    struct Key {
        std::int64_t time = 0, batch = 0;
        bool hasLengths = false, hasLevel = false, hasScale = false;
        auto operator<=>(const Key&) const = default;
    };
    XlaStep(const TrainPlan& plan, const Objective& objective, std::shared_ptr<XlaDevice> device);
    Result<> bind(Optimiser& optimiser);
    using Write = std::string (*)(const XlaNetwork& network);
    Result<XlaExecutable> program(std::map<Key, XlaExecutable>& made, const Key& key, const XlaNetwork& network,
                                  Write text);
    static Key keyOf(const Batch& batch);
    /// The memory of a program that is about to run for the first time, beside what else lies there.
    void noteMemory(const XlaExecutable& program, const std::vector<XlaBuffer>& arguments,
                    const std::vector<XlaBuffer>& beside);
    Result<XlaBuffer> upload(const at::Tensor& tensor);
    Result<> add(const at::Tensor& tensor, std::vector<XlaBuffer>& arguments);
    Result<std::vector<XlaBuffer>> heldWeights();

    const Objective& objective_;
    std::shared_ptr<XlaDevice> device_;
    XlaNetwork stepped_, passed_;  ///< with the pieces of the optimiser, and those of the model
    at::ScalarType type_;
    std::map<Key, XlaExecutable> steps_, forwards_;
    Optimiser* optimiser_ = nullptr;
    std::vector<at::Tensor> host_;  ///< by piece: weights and the optimiser's vectors, in the order of the arguments
    std::vector<XlaBuffer> state_;  ///< the same on the device, then the mark of a bad step
    bool isAhead_ = false;          ///< the device's state is newer than the host's
    std::vector<std::pair<XlaBuffer, XlaBuffer>> pending_;
    std::vector<at::Tensor> shown_;  ///< weights as `weights_` has them, by buffer of the model
    std::vector<XlaBuffer> weights_;
    std::int64_t programs_ = 0;
    double seconds_ = 0;
    double peak_ = 0;                ///< of programs that have run
    std::vector<const void*> seen_;  ///< programs whose memory is in it
};

}  // namespace gatelab
