// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/objective.h"

#include "baselines/baselines.h"
#include "config/heads/head_kinds.h"
#include "data/count_scale.h"
#include "data/many/prepare_many.h"
#include "nn/distribution_heads.h"
#include "plan/devices.h"
#include "plan/plan_memory.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace gatelab {

namespace {

/// The series whose training rows tell a scale: it alone, or those of many that are trained on.
std::vector<const PreparedSeries*> trainedOn(const PreparedSeries& prepared) {
    if (manyOf(prepared) == nullptr) return {&prepared};
    std::vector<const PreparedSeries*> all;
    for (const PreparedMember& member : membersOf(prepared))
        if (member.prepared && member.trains) all.push_back(member.prepared.get());
    return all;
}

/// Mean absolute one-season error of each target on the training rows (Hyndman and Koehler 2006); 1 where it is zero or
/// unknown.
at::Tensor seasonalScale(const PreparedSeries& prepared, const at::TensorOptions& options) {
    const std::vector<std::int64_t> seasons = findSeasons(prepared);
    std::vector<double> scales;
    for (std::size_t t = 0; t < seasons.size(); ++t) {
        const std::int64_t season = seasons[t];
        double sum = 0;
        std::int64_t count = 0;
        for (const PreparedSeries* one : trainedOn(prepared)) {
            const auto values = TrainView(one->table, one->split.train).values(one->targets[t]);
            for (std::size_t row = static_cast<std::size_t>(season); row < values.size(); ++row) {
                const double step = std::abs(values[row] - values[row - static_cast<std::size_t>(season)]);
                if (!std::isfinite(step)) continue;
                sum += step;
                ++count;
            }
        }
        scales.push_back(count > 0 && sum > 0 ? sum / static_cast<double>(count) : 1.0);
    }
    return at::tensor(scales, at::kDouble).to(options);
}

/// Deviation of each target on the training rows; 1 where it is zero or unknown.
at::Tensor deviationScale(const PreparedSeries& prepared, const at::TensorOptions& options) {
    std::vector<double> scales;
    for (const std::size_t target : prepared.targets) {
        double count = 0, mean = 0, spread = 0;
        for (const PreparedSeries* one : trainedOn(prepared))
            for (const double value : TrainView(one->table, one->split.train).values(target)) {
                if (!std::isfinite(value)) continue;
                const double distance = value - mean;
                mean += distance / ++count;
                spread += distance * (value - mean);
            }
        scales.push_back(spread > 0 ? std::sqrt(spread / count) : 1.0);
    }
    return at::tensor(scales, at::kDouble).to(options);
}

/// How the targets become counts, [2, targets].
at::Tensor scaleOfCounts(const PreparedSeries& prepared, const at::TensorOptions& options) {
    const auto scales = countScales(prepared);
    if (!scales.ok()) throw std::invalid_argument(scales.error().message);
    std::vector<double> values;
    for (const CountScale& scale : *scales) values.push_back(scale.offset);
    for (const CountScale& scale : *scales) values.push_back(scale.factor);
    return at::tensor(values, at::kDouble).view({2, -1}).to(options.device());
}

bool isDistribution(std::string_view loss) {
    return isStudentT(loss) || isNegativeBinomial(loss) || isRisingQuantiles(loss);
}

/// Inverse frequency of each class on the training items (labelling: on their steps), with mean 1.
at::Tensor inverseFrequencies(const TrainPlan& plan, const at::TensorOptions& options) {
    std::vector<double> counts(static_cast<std::size_t>(plan.shape.classes), 0.0);
    const auto count = [&](auto label) {
        if (label >= 0) counts[static_cast<std::size_t>(label)] += 1;
    };
    for (const std::int64_t number : plan.parts.train) {
        const SequenceSet::Item& item = plan.data.sequences->items[static_cast<std::size_t>(number)];
        if (isLabelling(plan.config))
            std::ranges::for_each(item.targets, count);
        else
            count(item.label);
    }
    at::Tensor weights = at::tensor(counts, at::kDouble).clamp_min(1).reciprocal();
    return (weights / weights.mean()).to(options);
}

/// What the layers are computed by: what "auto" stands for on the CPU says how many examples an evaluation takes.
std::string rowOf(const TrainPlan& plan, const Model& model) {
    const bool isChosen =
        picksImplementation(plan.config.implementation) && plan.device.is_cpu() && model.layerCount() > 0;
    return isChosen ? model.implementation(0).key : plan.config.implementation;
}

}  // namespace

ModelOptions modelOptions(const TrainPlan& plan) {
    ModelOptions options;
    options.device = plan.device;
    options.dtype = plan.dtype;
    options.compute = plan.compute;
    options.seed = static_cast<std::uint64_t>(plan.config.seed);
    options.implementations = allImplementations();
    // As PyTorch's own layers are called: a GPU then runs one layer's step beside the next layer's step before it.
    options.stacked = plan.device.is_cuda();
    if (const CudaModule* cuda = cudaPart().module; cuda != nullptr && plan.device.is_cuda())
        options.drawMask = cuda->drawMask;
    return options;
}

Objective::Objective(const TrainPlan& plan, Model& model)
    : model_(model),
      loss_(findLoss(plan.config.loss)),
      evaluationRows_(planMemory(plan, rowOf(plan, model)).evaluationRows) {
    if (loss_ == nullptr) throw std::invalid_argument("unknown loss '" + plan.config.loss + "'");
    context_ = makeLossContext(plan.config, model.options());
    if (plan.isForecast())
        context_.scale = isNegativeBinomial(loss_->key) ? scaleOfCounts(*plan.prepared, model.options())
                         : loss_->byDeviation           ? deviationScale(*plan.prepared, model.options())
                                                        : seasonalScale(*plan.prepared, model.options());
    else if (plan.config.classWeights && plan.shape.classes > 0)
        context_.classWeights = inverseFrequencies(plan, model.options());
    else
        context_.scale = at::ones({plan.shape.targets}, model.options());
}

ForwardResult Objective::forward(const Batch& batch, const ForwardOptions& options) const {
    const bool isPlain = !at::GradMode::is_enabled() && options.record == nullptr && options.unitsOn == nullptr &&
                         options.edits == nullptr && options.outputs == nullptr && options.state == nullptr;
    if (!pass_ || !isPlain) return model_.forward(batch.input, options);
    return {pass_(batch.input, batch.lengths), {}};
}

/// NSE* of sequences divides by the deviation of whoever each is of.
LossContext Objective::contextOf(const Batch& batch) const {
    LossContext context = context_;
    if (batch.deviation.defined()) context.scale = batch.deviation.unsqueeze(1);
    return context;
}

ObjectiveResult Objective::run(const Batch& batch, const ForwardOptions& options) const {
    ForwardOptions complete = options;
    complete.lengths = batch.lengths;
    complete.feed.ahead = batch.ahead;
    // The network sees the targets from the anchor on.
    if (complete.feed.teacherShare > 0 || complete.feed.teacherThreshold.defined())
        complete.feed.truth = targetAsSeen(batch);
    if (!loss_->classification) {
        ForwardResult result = forward(batch, complete);
        result.output = model_.inFrame(result.output, {batch.anchor, batch.scale});
        return {loss_->compute(result.output, batch.target, contextOf(batch)), result.output, std::move(result.state)};
    }
    ForwardResult result = forward(batch, complete);
    const at::Tensor scores = result.output.reshape({-1, result.output.size(-1)});
    return {loss_->compute(scores, batch.target.reshape(-1), context_), result.output, std::move(result.state)};
}

at::Tensor Objective::lossOf(const at::Tensor& output, const Batch& batch) const {
    return loss_->compute(model_.inFrame(output, {batch.anchor, batch.scale}), batch.target, contextOf(batch));
}

bool Objective::isGaussian() const { return givesDistribution(loss_->key); }

at::Tensor Objective::point(const at::Tensor& output) const {
    return isDistribution(loss_->key) ? distributionPoint(output, loss_->key, context_)
                                      : pointForecast(output, loss_->key);
}

at::Tensor Objective::spread(const at::Tensor& output) const {
    return isDistribution(loss_->key) ? distributionSpread(output, loss_->key, context_)
                                      : spreadForecast(output, loss_->key, context_);
}

at::Tensor Objective::crossed(const at::Tensor& output) const { return crossedQuantiles(output, loss_->key); }

}  // namespace gatelab
