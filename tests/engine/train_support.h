// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/take.h"
#include "train/pipeline.h"
#include "train/plan.h"
#include "train/trainer.h"

#include <ATen/ATen.h>

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
    SpoiltSource(std::unique_ptr<ExampleSource> source, std::int64_t example, Spoil spoil) : source_(std::move(source)), example_(example), spoil_(std::move(spoil)) {}
    std::int64_t size() const override { return source_->size(); }
    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override {
        order_ = order;
        return source_->placeOrder(order);
    }
    std::string describe(std::int64_t example, const ValuePlace& place) const override { return source_->describe(example, place); }
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

struct Rig {
    /// `spoil` may be empty.
    explicit Rig(const ExperimentConfig& config, std::int64_t example = -1, const SpoiltSource::Spoil& spoil = {}) : plan(take(makeTrainPlan(config, nullptr))) {
        const auto source = [&](ExamplePart part) -> std::unique_ptr<ExampleSource> {
            if (!plan.isForecast()) return makeSequenceSource(plan, part);
            return makeWindowSource(plan, std::make_shared<const DeviceSeries>(placeSeries(plan)), part);
        };
        auto train = source(ExamplePart::Train);
        if (spoil) train = std::make_unique<SpoiltSource>(std::move(train), example, spoil);
        validation = source(ExamplePart::Validation);
        batcher.emplace(std::move(train), plan.config);
        model = take(Model::create(plan.config, plan.shape, modelOptions(plan)));
        objective.emplace(plan, *model);
        trainer.emplace(TrainerParts{plan, *objective, *batcher, *validation, reporter, control, phases, 0,
                                     [this](const TrainingState& state, const char* reason, bool best) { return save(state, reason, best); },
                                     [this](std::int64_t epoch) { if (afterEpoch) afterEpoch(epoch); }},
                        1);
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
    std::function<Result<>(const TrainingState&, const char*, bool)> save = [this](const TrainingState& now, const char*, bool) {
        saved.push_back(now);
        return Result<>();
    };
    std::optional<Trainer> trainer;
};

}  // namespace gatelab::testing
