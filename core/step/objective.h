// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "nn/losses.h"
#include "nn/model.h"

#include <functional>
#include <utility>

namespace gatelab {

/// How the model of a plan is made.
ModelOptions modelOptions(const TrainPlan& plan);

/// What a pass gave. All tensors stay on the device.
struct ObjectiveResult {
    at::Tensor loss;  ///< scalar
    /// Forecast [batch, horizon, targets, values]; classes [batch, classes]; labels [time, batch, classes]
    at::Tensor output;
    ModelState state;
};

/// The question put to the network: which head, which loss, which targets. The same for training, validation and test.
/// Refers to the model; used by the training thread.
class Objective {
public:
    Objective(const TrainPlan& plan, Model& model);
    [[nodiscard]] ObjectiveResult run(const Batch& batch, const ForwardOptions& options) const;
    /// The loss of a forecast that the network gave, before it stands in the batch's frame: [batch, outputs].
    [[nodiscard]] at::Tensor lossOf(const at::Tensor& output, const Batch& batch) const;
    /// From now on passes without gradients, of which nothing but the output is asked, are computed by `pass`: it gives
    /// what Model::forward does. It outlives this.
    using Pass = std::function<at::Tensor(const at::Tensor& input, const at::Tensor& lengths)>;
    void computeBy(Pass pass) { pass_ = std::move(pass); }
    /// The single number per step and target that scores use: [batch, horizon, targets].
    [[nodiscard]] at::Tensor point(const at::Tensor& output) const;
    /// What the output says besides it (spreadForecast), and the levels of its quantiles; undefined for heads of one
    /// number.
    [[nodiscard]] at::Tensor spread(const at::Tensor& output) const;
    /// Which of its quantiles crossed before (crossedQuantiles).
    [[nodiscard]] at::Tensor crossed(const at::Tensor& output) const;
    [[nodiscard]] const std::vector<double>& quantileLevels() const { return context_.levels; }
    /// What this batch's loss weighs in a mean over several batches. Waits for the device.
    [[nodiscard]] double weight(const Batch& batch) const { return meanWeight(*loss_, batch.target, context_); }
    /// Examples that are evaluated at once.
    [[nodiscard]] std::int64_t evaluationRows() const { return evaluationRows_; }
    /// Whether an output is the mean and the spread of a normal distribution.
    [[nodiscard]] bool isGaussian() const;
    [[nodiscard]] bool hasClasses() const { return loss_->classification; }
    /// What its loss needs besides output and target.
    [[nodiscard]] const LossContext& lossContext() const { return context_; }
    [[nodiscard]] Model& model() const { return model_; }

private:
    [[nodiscard]] LossContext contextOf(const Batch& batch) const;
    [[nodiscard]] ForwardResult forward(const Batch& batch, const ForwardOptions& options) const;
    Model& model_;
    const Loss* loss_;
    LossContext context_;
    std::int64_t evaluationRows_;
    Pass pass_;  ///< empty: the model
};

}  // namespace gatelab
