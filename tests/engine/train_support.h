// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/obstacles/xla_obstacle.h"
#include "config/rank_obstacle.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "run/metric_channel.h"
#include "step/split_pass.h"
#include "support/take.h"
#include "train/pipeline.h"
#include "train/trainer.h"

#include <ATen/ATen.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What tests of the trainer share: a trainer with everything around it, in this thread and without a run's record.
namespace gatelab::testing {

/// Passes batches on, with something done to those that hold one chosen example.
class SpoiltSource final : public ExampleSource {
public:
    using Spoil = std::function<void(Batch& batch, std::int64_t row)>;
    SpoiltSource(std::unique_ptr<ExampleSource> source, std::int64_t example, Spoil spoil)
        : source_(std::move(source)), example_(example), spoil_(std::move(spoil)) {}
    std::int64_t size() const override { return source_->size(); }
    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override {
        order_ = order;
        return source_->placeOrder(order);
    }
    Phrase describe(std::int64_t example, const ValuePlace& place) const override {
        return source_->describe(example, place);
    }
    Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const override {
        Batch batch = source_->gather(order, first, count);
        for (std::int64_t row = 0; row < count; ++row)
            if (order_[static_cast<std::size_t>(first + row)] == example_) spoil_(batch, row);
        return batch;
    }

private:
    std::unique_ptr<ExampleSource> source_;
    std::int64_t example_;
    Spoil spoil_;
    mutable std::vector<std::int64_t> order_;
};

/// Owns all that a trainer works with, and collects what it saves.
struct Rig {
    /// `spoil` and `makeGraph` may be empty.
    /// `store`: of one of several ranks, who speak over `network`; null: it trains alone.
    explicit Rig(const ExperimentConfig& config, std::int64_t example = -1, const SpoiltSource::Spoil& spoil = {},
                 std::function<std::unique_ptr<DeviceGraph>()> makeGraph = {}, std::unique_ptr<PipeStore> store = {},
                 const RankNetwork& network = {})
        : plan(take(makeTrainPlan(config, nullptr))) {
        configureLibrary(plan.config, plan.device);
        const auto series = plan.isForecast() && plan.config.deviceData
                                ? std::make_shared<const DeviceSeries>(placeSeries(plan))
                                : nullptr;
        const auto source = [&](ExamplePart part) -> std::unique_ptr<ExampleSource> {
            if (!plan.isForecast()) return makeSequenceSource(plan, part);
            return makeWindowSource(plan, series, part);
        };
        auto train = source(ExamplePart::Train);
        if (spoil) train = std::make_unique<SpoiltSource>(std::move(train), example, spoil);
        validation = source(ExamplePart::Validation);
        batcher.emplace(std::move(train), plan.config, plan.device);
        model = take(Model::create(plan.config, plan.shape, modelOptions(plan)));
        objective.emplace(plan, *model);
        whole = CpuStep::create(plan, *objective);
        if (isXla(plan.config.device)) xla = take(XlaStep::create(plan, *objective));
        if (!isPipelined(plan.config))
            team = makeTeam(plan, std::max<std::int64_t>(1, plan.config.threads), &memory, store ? 1 : 0);
        if (store) ranks.emplace(std::move(store), control, network);
        pipeline = PipelineStep::create(plan, *objective, ranks ? &*ranks : nullptr);
        if (whole && ranks) whole->share(*ranks);
        trainer.emplace(TrainerParts{plan,
                                     *objective,
                                     *batcher,
                                     *validation,
                                     reporter,
                                     control,
                                     phases,
                                     0,
                                     [this](const TrainingState& state, CheckpointReason reason, bool best) {
                                         return save(state, reason, best);
                                     },
                                     [this](std::int64_t epoch) {
                                         if (afterEpoch) afterEpoch(epoch);
                                     },
                                     std::move(makeGraph),
                                     team.get(),
                                     0,
                                     {},
                                     false,
                                     0,
                                     nullptr,
                                     whole.get(),
                                     ranks ? &*ranks : nullptr,
                                     nullptr,
                                     xla.get(),
                                     pipeline.get()},
                        std::max<std::int64_t>(1, plan.config.threads));
    }

    TrainPlan plan;
    HostMemoryAccount memory;
    StepPhases phases{memory, plan.device};
    MetricChannel channel;
    RunProgress progress;
    std::atomic<RunState> state{RunState::Preparing};
    RunReporter reporter{channel, nullptr, progress, &state};
    RunControl control;
    std::unique_ptr<ExampleSource> validation;
    std::optional<Batcher> batcher;
    std::unique_ptr<Model> model;
    std::optional<Objective> objective;
    std::vector<TrainingState> saved;
    std::function<void(std::int64_t)> afterEpoch;
    std::function<Result<>(const TrainingState&, CheckpointReason, bool)> save = [this](const TrainingState& now,
                                                                                        CheckpointReason, bool) {
        saved.push_back(now);
        return Result<>();
    };
    std::unique_ptr<BatchTeam> team;
    std::unique_ptr<CpuStep> whole;  ///< null: LibTorch computes the steps
    std::unique_ptr<XlaStep> xla;    ///< null: this machine does
    std::optional<RankExchange> ranks;
    std::unique_ptr<PipelineStep> pipeline;  ///< null: no pipeline
    std::optional<Trainer> trainer;
};

/// A rig for tests that look at weights and steps.
class TrainBench : private Rig {
public:
    explicit TrainBench(const ExperimentConfig& config, std::function<std::unique_ptr<DeviceGraph>()> makeGraph = {})
        : Rig(config, -1, {}, std::move(makeGraph)) {}

    using Rig::afterEpoch;
    using Rig::memory;
    using Rig::saved;
    using Rig::team;
    using Rig::whole;
    TrainEnd run() { return Rig::trainer->run(); }
    Trainer& trainer() { return *Rig::trainer; }
    Model& model() { return *Rig::model; }
    Batcher& batcher() { return *Rig::batcher; }
    RunControl& control() { return Rig::control; }
    MetricChannel& channel() { return Rig::channel; }
    /// Copies of all parameters, flat.
    std::vector<at::Tensor> weights() const {
        std::vector<at::Tensor> copies;
        for (const ParameterBuffer& buffer : Rig::model->parameters().buffers())
            copies.push_back(buffer.values.detach().clone());
        return copies;
    }
    /// Values of a metric in the order of the steps.
    std::vector<double> metric(MetricId id) {
        std::vector<double> values;
        Rig::channel.drainMetrics([&](const MetricSample& sample) {
            if (sample.metric == id) values.push_back(sample.value);
        });
        return values;
    }
};

/// Largest difference of two sets of weights, in parts of the largest weight of each buffer; infinite where a number is
/// not finite.
inline double weightGap(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const double gap = (a[i].to(at::kDouble) - b[i].to(at::kDouble)).abs().max().item<double>() /
                           b[i].to(at::kDouble).abs().max().item<double>();
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
