// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/cpu_step_obstacle.h"
#include "config/schedule_curve.h"
#include "engine/nn_support.h"
#include "engine/train_support.h"
#include "step/gradients.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Single steps of a training beside the same steps by LibTorch's operators in float64. Whole trainings cannot be
/// compared so: an optimiser that divides by the root of the mean square (RMSprop, Adam) makes a whole step of a
/// gradient that is all rounding, so that after some steps the distance of two sound trainings has no useful bound.
/// From the same weights and state it has one.
namespace gatelab::testing {

/// A step as it was computed.
struct StepTrace {
    TrainingState before, after;
    std::vector<at::Tensor> gradients;  ///< of each buffer, with penalties, clipped
    double loss = 0, norm = 0;          ///< norm: before it is clipped
};

/// Trains as `config` says and keeps these steps, counted from 0.
inline std::vector<StepTrace> tracedSteps(ExperimentConfig config, const std::vector<std::int64_t>& wanted) {
    config.checkpointSeconds = 0;  // each step
    Rig rig(config);
    if ((rig.whole != nullptr) != (config.implementation == kCpuStep))
        throw std::logic_error("the step is not what the settings ask for");
    std::vector<StepTrace> traces;
    TrainingState before = rig.trainer->capture();
    rig.save = [&](const TrainingState& now, CheckpointReason, bool) {
        if (now.counters.step == before.counters.step + 1) {
            if (std::ranges::find(wanted, before.counters.step) != wanted.end()) {
                traces.push_back({before, now, {}, 0, 0});
                for (const ParameterBuffer& buffer : rig.model->parameters().buffers())
                    traces.back().gradients.push_back(buffer.gradients.clone());
            }
        }
        before = now;
        return Result<>();
    };
    rig.trainer->run();
    rig.channel.drainMetrics([&](const MetricSample& sample) {
        for (StepTrace& trace : traces) {
            if (sample.step != trace.after.counters.step) continue;
            if (sample.metric == MetricId::TrainLoss) trace.loss = sample.value;
            if (sample.metric == MetricId::GradientNorm) trace.norm = sample.value;
        }
    });
    return traces;
}

/// How far a step is from the reference, in parts of the unit roundoff of its numbers.
struct StepGap {
    double loss = 0, gradient = 0;  ///< in parts of 1, or of the largest one where that is more: data are standardised
    double update = 0;              ///< weights and optimiser's state, from the gradients that it found itself
    /// What rounding may do to loss and gradient. A sum of n terms is that of numbers moved by n units at most (Higham,
    /// Accuracy and Stability of Numerical Algorithms, 3.1): so many, times what moved weights do to the result, which
    /// is measured, for large weights carry an error from step to step.
    double lossLimit = 0, gradientLimit = 0;
};

/// LibTorch's step in float64, one matrix product after the other.
class ReferenceStep {
public:
    explicit ReferenceStep(ExperimentConfig config)
        : rig_(inDouble(std::move(config))), optimiser_(rig_.plan.config, store()) {}

    StepGap gapOf(const StepTrace& trace) {
        StepGap gap;
        const double unit = unitOf(trace.gradients.front());
        load(trace.before);
        const Found exact = differentiate(trace.before.counters);
        const double scale = std::max(1.0, exact.largest()), level = std::max(1.0, std::abs(exact.loss));
        gap.loss = std::abs(trace.loss - exact.loss) / level / unit;
        gap.gradient = std::max(std::abs(trace.norm - exact.norm), exact.distance(trace.gradients)) / scale / unit;
        gap.update = updateGap(trace) / unit;
        for (const std::uint64_t draw : {1, 2}) {
            load(trace.before);
            moveWeights(draw);
            const Found moved = differentiate(trace.before.counters);
            gap.lossLimit = std::max(gap.lossLimit, std::abs(moved.loss - exact.loss) / level / kMove);
            gap.gradientLimit = std::max(gap.gradientLimit, exact.distance(moved.gradients) / scale / kMove);
        }
        gap.lossLimit = (1 + gap.lossLimit) * roundings_;
        gap.gradientLimit = (1 + gap.gradientLimit) * roundings_;
        return gap;
    }

private:
    static ExperimentConfig inDouble(ExperimentConfig config) {
        config.precision = "fp64";
        config.implementation = "cell";
        config.threads = 1;
        return config;
    }
    static constexpr double kMove = 0x1p-32;
    /// What the reference found; gradients of what is held are left out.
    struct Found {
        double loss = 0, norm = 0;
        std::vector<at::Tensor> gradients;  ///< undefined: held
        [[nodiscard]] double largest() const {
            double most = 0;
            for (const at::Tensor& one : gradients)
                if (one.defined()) most = std::max(most, one.abs().max().item<double>());
            return most;
        }
        [[nodiscard]] double distance(const std::vector<at::Tensor>& others) const {
            double most = 0;
            for (std::size_t i = 0; i < gradients.size(); ++i)
                if (gradients[i].defined()) most = std::max(most, difference(others[i], gradients[i]));
            return most;
        }
    };
    static double unitOf(const at::Tensor& numbers) {
        return std::ldexp(1.0, numbers.scalar_type() == at::kDouble ? -53 : -24);
    }
    [[nodiscard]] const ParameterStore& store() const { return rig_.model->parameters(); }
    [[nodiscard]] double roundingsOf(const Batch& batch) const {
        constexpr std::int64_t kActivation = 16;  // tanh as a quotient of two polynomials, and products of gates
        const ExperimentConfig& config = rig_.plan.config;
        return static_cast<double>(2 * config.hiddenSize * (config.bidirectional ? 2 : 1) + kActivation + batch.size);
    }

    /// Weights and state of another run, whatever their precision.
    void load(const TrainingState& state) {
        const at::NoGradGuard noGrad;
        TensorFile weights;
        weights.tensors = state.group("weights");
        if (const auto loaded = store().load(weights); !loaded.ok()) throw std::runtime_error(loaded.error().message);
        const auto saved = state.group("optimiser");
        for (const auto& [name, tensor] : optimiser_.state()) tensor.copy_(take(fromRawTensor(saved.at(name))));
    }
    /// Every weight by one part in 2^32, up or down.
    void moveWeights(std::uint64_t draw) {
        const at::NoGradGuard noGrad;
        for (const ParameterBuffer& buffer : store().buffers())
            buffer.values.mul_(1 + kMove * randomTensor(buffer.values.sizes(), draw).sign());
    }
    Found differentiate(const TrainingCounters& at) {
        const ExperimentConfig& config = rig_.plan.config;
        const TrainingPosition position(config, at, clock_, *rig_.batcher);
        const StepSpan span = position.nextSpan();
        store().zeroGradients();
        Found found;
        for (std::int64_t part = 0; part < span.parts; ++part) {
            const Batch batch = rig_.batcher->batch(at.epoch, at.position + part);
            roundings_ = roundingsOf(batch);
            ForwardOptions options;
            options.training = true;
            options.position = {static_cast<std::uint64_t>(config.seed),
                                static_cast<std::uint64_t>(at.step * position.batchesPerStep() + part),
                                {}};
            const at::Tensor loss = rig_.objective->run(batch, options).loss * static_cast<double>(batch.size) /
                                    static_cast<double>(span.samples);
            loss.backward();
            found.loss += loss.item<double>();
        }
        addPenalties(config, store(), at.step);
        found.norm = clipGradients(config, store()).item<double>();
        for (const ParameterBuffer& buffer : store().buffers())
            found.gradients.push_back(buffer.isHeld ? at::Tensor() : buffer.gradients.clone());
        return found;
    }
    /// Where the update leads from the trace's own gradients.
    double updateGap(const StepTrace& trace) {
        load(trace.before);
        {
            const at::NoGradGuard noGrad;
            for (std::size_t i = 0; i < trace.gradients.size(); ++i)
                store().buffers()[i].gradients.copy_(trace.gradients[i]);
        }
        const ExperimentConfig& config = rig_.plan.config;
        const TrainingPosition position(config, trace.before.counters, clock_, *rig_.batcher);
        optimiser_.step(
            config, optimiser_.onDevice(scheduledStep(config, {trace.before.counters.step, position.totalSteps(), 0})));
        double most = 0;
        const auto compare = [&](const char* group, const std::string& name, const at::Tensor& wanted) {
            const auto of = [&](const TrainingState& state) {
                return take(fromRawTensor(state.tensors.at(group + name))).to(at::kDouble);
            };
            const at::Tensor exact = wanted.detach().to(at::kDouble);
            const double gap = difference(of(trace.after), exact);
            // In parts of what is kept and of what is added to it.
            const double scale = std::max(exact.abs().max().item<double>(), difference(exact, of(trace.before)));
            if (gap > 0) most = std::max(most, gap / scale);
        };
        for (const Parameter& parameter : store().all()) compare("weights/", parameter.name, parameter.value);
        for (const auto& [name, tensor] : optimiser_.state()) compare("optimiser/", name, tensor);
        return most;
    }

    Rig rig_;
    Optimiser optimiser_;
    TrainingClock clock_{0};
    double roundings_ = 0;
};

}  // namespace gatelab::testing
