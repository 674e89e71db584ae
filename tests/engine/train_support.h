// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric_channel.h"
#include "train/devices.h"
#include "train/plan.h"
#include "train/trainer.h"

#include <ATen/ATen.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

/// A trainer with all that it works with, for tests that look at weights and steps without a workspace.
namespace gatelab::testing {

class TrainBench {
public:
    explicit TrainBench(const ExperimentConfig& config, std::function<std::unique_ptr<DeviceGraph>()> makeGraph = {}) : reporter_(channel_, nullptr, progress_) {
        auto plan = makeTrainPlan(config, nullptr);
        if (!plan.ok()) throw std::runtime_error(plan.error().message);
        plan_ = std::move(*plan);
        configureLibrary(plan_.config, plan_.device);
        if (plan_.isForecast()) {
            const auto series = plan_.config.deviceData ? std::make_shared<const DeviceSeries>(placeSeries(plan_)) : nullptr;
            train_ = std::make_unique<Batcher>(makeWindowSource(plan_, series, ExamplePart::Train), plan_.config, plan_.device);
            validation_ = makeWindowSource(plan_, series, ExamplePart::Validation);
        } else {
            train_ = std::make_unique<Batcher>(makeSequenceSource(plan_, ExamplePart::Train), plan_.config, plan_.device);
            validation_ = makeSequenceSource(plan_, ExamplePart::Validation);
        }
        auto model = Model::create(plan_.config, plan_.shape, modelOptions(plan_));
        if (!model.ok()) throw std::runtime_error(model.error().message);
        model_ = std::move(*model);
        objective_ = std::make_unique<Objective>(plan_, *model_);
        phases_ = std::make_unique<StepPhases>(memory_, plan_.device);
        trainer_ = std::make_unique<Trainer>(TrainerParts{plan_, *objective_, *train_, *validation_, reporter_, control_, *phases_, 0,
                                                          [this](const TrainingState& state, const char*, bool) { saved.push_back(state); },
                                                          [this](std::int64_t epoch) { if (afterEpoch) afterEpoch(epoch); }, std::move(makeGraph)},
                                             1);
    }

    TrainEnd run() { return trainer_->run(); }
    Trainer& trainer() { return *trainer_; }
    Model& model() { return *model_; }
    Batcher& batcher() { return *train_; }
    RunControl& control() { return control_; }
    MetricChannel& channel() { return channel_; }
    /// Copies of all parameters, flat.
    std::vector<at::Tensor> weights() const {
        std::vector<at::Tensor> copies;
        for (const ParameterBuffer& buffer : model_->parameters().buffers()) copies.push_back(buffer.values.detach().clone());
        return copies;
    }
    /// Values of a metric in the order of the steps.
    std::vector<double> metric(MetricId id) {
        std::vector<double> values;
        channel_.drainMetrics([&](const MetricSample& sample) { if (sample.metric == id) values.push_back(sample.value); });
        return values;
    }

    std::vector<TrainingState> saved;
    std::function<void(std::int64_t epoch)> afterEpoch;

private:
    TrainPlan plan_;
    MetricChannel channel_;
    RunProgress progress_;
    RunReporter reporter_;
    RunControl control_;
    HostMemoryAccount memory_;
    std::unique_ptr<StepPhases> phases_;
    std::unique_ptr<Batcher> train_;
    std::unique_ptr<ExampleSource> validation_;
    std::unique_ptr<Model> model_;
    std::unique_ptr<Objective> objective_;
    std::unique_ptr<Trainer> trainer_;
};

/// Largest difference of two sets of weights, in parts of the largest weight of each buffer; infinite where a number is not finite.
inline double weightGap(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const double gap = (a[i].to(at::kDouble) - b[i].to(at::kDouble)).abs().max().item<double>() / b[i].to(at::kDouble).abs().max().item<double>();
        worst = std::max(worst, std::isfinite(gap) ? gap : INFINITY);
    }
    return worst;
}

/// A device graph for machines without a GPU: recording does nothing, launching runs the work.
class ReplayedGraph final : public DeviceGraph {
public:
    explicit ReplayedGraph(int* launches) : launches_(launches) {}
    void record(const std::function<void()>& work) override { work_ = work; }
    void launch() override {
        ++*launches_;
        const at::AutoGradMode enabled(true);
        work_();
    }

private:
    int* launches_;
    std::function<void()> work_;
};

}  // namespace gatelab::testing
