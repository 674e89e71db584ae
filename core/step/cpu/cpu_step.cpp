// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/cpu/cpu_step.h"

#include "config/cpu_step_obstacle.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "nn/host_memory.h"
#include "step/cpu/block.h"
#include "step/cpu/update.h"

#include <ATen/ATen.h>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace gatelab {

namespace {

/// Three tensors that arrays are laid out in.
template <class T>
class StepMemory {
public:
    /// As much as was taken, at least. True: it lies elsewhere now.
    bool hold(const StepArena<T>& needed) {
        bool moved = false;
        const std::int64_t counts[] = {needed.data.taken(), needed.kept.taken(), needed.work.taken()};
        constexpr MemoryCause kCauses[] = {MemoryCause::Data, MemoryCause::Activations, MemoryCause::Workspace};
        for (std::size_t i = 0; i < 3; ++i) {
            if (memory_[i].defined() && memory_[i].numel() >= counts[i]) continue;
            memory_[i].reset();  // the one before is no longer needed
            const MemoryScope scope(kCauses[i]);
            memory_[i] = at::empty({counts[i]}, at::TensorOptions(c10::CppTypeToScalarType<T>::value));
            moved = true;
        }
        return moved;
    }
    [[nodiscard]] StepArena<T> arena() const {
        const auto at = [&](std::size_t i) { return ArraySlots<T>(memory_[i].template data_ptr<T>()); };
        return {at(0), at(1), at(2)};
    }
    void giveBack() { memory_ = {}; }
    [[nodiscard]] std::int64_t keptBytes() const {
        return memory_[1].defined() ? static_cast<std::int64_t>(memory_[1].nbytes()) : 0;
    }

private:
    std::array<at::Tensor, 3> memory_;
};

template <class T>
class CpuStepOf final : public CpuStep {
public:
    CpuStepOf(const TrainPlan& plan, const Objective& objective)
        : config_(plan.config),
          store_(objective.model().parameters()),
          network_(plan.config, plan.shape, objective.model()),
          numbers_(objective.lossContext()),
          loss_(findRowsLoss<T>(plan.config.loss)) {
        for (const ParameterBuffer& buffer : store_.buffers()) {
            bufferStarts_.push_back(parameters_);
            parameters_ += buffer.values.numel();
        }
        elements_ = network_.layout.horizon * network_.layout.targets *
                    (isPinball(plan.config.loss) ? static_cast<std::int64_t>(numbers_.levels.size()) : 1);
    }

    double addGradients(Batcher& batcher, const Part& part, BatchTeam* team, StepPhases* phases) override {
        const auto enter = [&](StepPhase phase) {
            if (phases != nullptr) phases->enter(phase);
        };
        enter(StepPhase::Data);
        Batch held;
        CpuBatch<T> batch = open(batcher, part, held);
        isDirect_ = ranks_ == nullptr && part.isFirst && part.isLast && (team == nullptr || team->blocks() == 1);
        layOut(batch, team != nullptr ? team->blocks() : 1);
        batch.unit = part.share / weightOf(batch);
        enter(StepPhase::Forward);
        RandomPosition position;
        position.seed = part.seed;
        position.step = part.draw;
        network_.pack(position, batch.time, batch.size);
        const auto work = [&](std::int64_t number, std::int64_t place) {
            const bool isOwn = team == nullptr || team->isOwn(place);
            const auto i = static_cast<std::size_t>(number);
            if (isOwn) enter(StepPhase::Data);
            blocks_[i].gather(batch);
            if (isOwn) enter(StepPhase::Forward);
            blocks_[i].forward(batch);
            losses_[i] = blocks_[i].computeLoss(batch);
            if (isOwn) enter(StepPhase::Backward);
            blocks_[i].backward(batch);
        };
        const auto compute = [&](std::int64_t first, std::int64_t last) {
            const auto blockAt = [&](std::int64_t place) { work(first + place, place); };
            if (team != nullptr)
                team->run(last - first, blockAt);
            else
                for (std::int64_t place = 0; place < last - first; ++place) blockAt(place);
        };
        if (ranks_ != nullptr)
            sumOverRanks(compute, !part.isFirst, team != nullptr ? team->blocks() : 1);
        else
            compute(0, std::ssize(blocks_));
        if (phases != nullptr) phases->noteActivations(memory_.keptBytes());
        if (ranks_ != nullptr) {
            adds_ = false;
        } else if (!part.isLast) {
            gatherUp(part.isFirst, team);
        } else {
            adds_ = !part.isFirst;
        }
        double loss = 0;
        for (const double one : losses_) loss += one;
        return loss;
    }

    double prepareUpdate(const ExperimentConfig& config, Optimiser& optimiser, BatchTeam* team) override {
        if (!update_ || optimiser_ != &optimiser) update_.emplace(store_, optimiser), optimiser_ = &optimiser;
        return norm_ = update_->prepare(config, pending(), adds_, team);
    }

    void update(const ExperimentConfig& config, const ScheduledStep& now, BatchTeam* team) override {
        update_->step(config, now, norm_, team);
    }

    void share(RankExchange& ranks) override {
        ranks_ = &ranks;
        std::vector<std::span<const std::byte>> weights;
        for (const ParameterBuffer& buffer : store_.buffers())
            weights.emplace_back(static_cast<const std::byte*>(buffer.values.const_data_ptr()), buffer.values.nbytes());
        ranks.watch(std::move(weights));
        const GradientExchange* exchange = findGradientExchange(config_.gradientExchange);
        if (exchange == nullptr)
            throw std::invalid_argument("there is no gradient exchange '" + config_.gradientExchange + "'");
        ranks.exchangeBy<T>(*exchange, exchangePlan());
    }

    void releaseBuffers() override {
        memory_.giveBack();
        laidOut_ = {};
    }

private:
    /// A shape that arrays were laid out for.
    struct Extent {
        std::int64_t time = 0, size = 0, blocks = 0;
        bool gathers = false, isDirect = false;
        friend bool operator==(const Extent&, const Extent&) = default;
    };

    /// The batch as arrays: windows where they lie, or what `held` holds from now on.
    CpuBatch<T> open(Batcher& batcher, const Part& part, Batch& held) const {
        CpuBatch<T> batch;
        if (const WindowsInPlace* windows = batcher.inPlace()) {
            batch.windows = windows;
            batch.size = batcher.examplesIn(part.position, 1);
            batch.time = windows->lookback;
            const auto [order, first] = batcher.orderAt(part.epoch, part.position);
            batch.starts = order.template const_data_ptr<std::int64_t>() + first;
            return batch;
        }
        held = batcher.batch(part.epoch, part.position);
        held.input = held.input.contiguous();
        held.target = held.target.contiguous();
        batch.size = held.size;
        batch.time = held.input.size(0);
        if (held.input.scalar_type() == at::kLong)
            batch.tokens = held.input.template const_data_ptr<std::int64_t>();
        else
            batch.input = held.input.template const_data_ptr<T>();
        if (held.target.scalar_type() == at::kLong)
            batch.labels = held.target.template const_data_ptr<std::int64_t>();
        else
            batch.truth = held.target.template const_data_ptr<T>();
        const auto numbers = [](at::Tensor& tensor) -> const T* {
            if (!tensor.defined()) return nullptr;
            tensor = tensor.contiguous();
            return tensor.template const_data_ptr<T>();
        };
        batch.level = numbers(held.anchor);
        batch.scale = numbers(held.scale);
        batch.deviation = numbers(held.deviation);
        if (held.lengths.defined()) batch.lengths = held.lengths.template const_data_ptr<std::int64_t>();
        return batch;
    }

    /// What a mean over the batch divides by.
    [[nodiscard]] double weightOf(const CpuBatch<T>& batch) const {
        if (batch.labels == nullptr) return static_cast<double>(batch.size * elements_);
        const bool everyStep = network_.pooling == CpuNetwork<T>::Pooling::EveryStep;
        return labelWeight<T>(batch.labels, everyStep ? batch.time * batch.size : batch.size, numbers_);
    }

    void layOut(const CpuBatch<T>& batch, std::int64_t blocks) {
        blocks = std::max<std::int64_t>(1, std::min(blocks, batch.size));
        const Extent extent{batch.time, batch.size, blocks, batch.windows != nullptr, isDirect_};
        if (extent == laidOut_) return;
        losses_.assign(static_cast<std::size_t>(blocks), 0);
        while (static_cast<std::int64_t>(blocks_.size()) > blocks) blocks_.pop_back();
        while (static_cast<std::int64_t>(blocks_.size()) < blocks) blocks_.emplace_back(network_, loss_, numbers_);
        StepArena<T> needed;
        layOutIn(needed, batch);
        memory_.hold(needed);
        StepArena<T> arena = memory_.arena();
        layOutIn(arena, batch);
        laidOut_ = extent;
    }

    void layOutIn(StepArena<T>& arena, const CpuBatch<T>& batch) {
        network_.layOut(arena, batch.time, batch.size);
        gradients_.clear();
        const auto blocks = static_cast<std::int64_t>(blocks_.size());
        for (std::int64_t i = 0; i < blocks; ++i) {
            const std::int64_t first = batch.size * i / blocks;
            CpuBlock<T>& block = blocks_[static_cast<std::size_t>(i)];
            block.layOut(arena, batch, first, batch.size * (i + 1) / blocks - first);
            T* const own = isDirect_ ? nullptr : arena.work.take(parameters_);
            gradients_.push_back(own);
            std::vector<T*> targets;
            for (const Parameter& parameter : store_.all()) {
                if (isDirect_)
                    targets.push_back(parameter.value.grad().template data_ptr<T>());
                else
                    targets.push_back(own != nullptr ? own + bufferStarts_[parameter.buffer] + parameter.offset
                                                     : nullptr);
            }
            block.setGradients(std::move(targets));
        }
    }

    [[nodiscard]] std::span<const T* const> pending() const {
        return isDirect_ || ranks_ != nullptr ? std::span<const T* const>() : std::span<const T* const>(gradients_);
    }

    /// Into the store's gradients, on top of what is there where it `adds`.
    void sumOverRanks(const std::function<void(std::int64_t, std::int64_t)>& compute, bool adds, std::int64_t ofFull) {
        RankExchange::Blocks<T> all{gradients_, losses_, compute, {}, adds, ofFull};
        for (std::size_t i = 0; i < store_.buffers().size(); ++i) {
            const ParameterBuffer& buffer = store_.buffers()[i];
            if (buffer.isHeld) continue;
            const auto count = static_cast<std::size_t>(buffer.gradients.numel());
            all.into.emplace_back(std::span(buffer.gradients.template data_ptr<T>(), count), bufferStarts_[i]);
        }
        ranks_->sum(all);
    }

    /// The gradient as the ranks exchange it: that of all buffers but those that are held, one after the other.
    [[nodiscard]] CompressionPlan exchangePlan() const {
        CompressionPlan plan{.length = 0,
                             .matrices = {},
                             .rank = config_.exchangeRank,
                             .share = config_.exchangeShare,
                             .seed = static_cast<std::uint64_t>(config_.seed)};
        for (std::size_t i = 0; i < store_.buffers().size(); ++i) {
            const ParameterBuffer& buffer = store_.buffers()[i];
            if (buffer.isHeld) continue;
            for (const Parameter& one : store_.all())
                if (one.buffer == i && one.value.dim() == 2)
                    plan.matrices.push_back({plan.length + one.offset, one.value.size(0), one.value.size(1)});
            plan.length += buffer.gradients.numel();
        }
        return plan;
    }

    /// Parts before the last one of a step.
    void gatherUp(bool isFirst, BatchTeam*) {
        const at::NoGradGuard noGrad;
        for (std::size_t buffer = 0; buffer < store_.buffers().size(); ++buffer) {
            const ParameterBuffer& to = store_.buffers()[buffer];
            if (to.isHeld) continue;
            T* const values = to.gradients.template data_ptr<T>();
            for (std::size_t block = 0; block < gradients_.size(); ++block) {
                const T* from = gradients_[block] + bufferStarts_[buffer];
                if (isFirst && block == 0)
                    std::copy_n(from, to.gradients.numel(), values);
                else
                    network_.dense.add(to.gradients.numel(), from, values);
            }
        }
    }

    const ExperimentConfig& config_;
    const ParameterStore& store_;
    CpuNetwork<T> network_;
    LossNumbers<T> numbers_;
    RowsLoss<T> loss_;
    std::vector<std::int64_t> bufferStarts_;
    std::int64_t parameters_ = 0, elements_ = 1;
    StepMemory<T> memory_;
    Extent laidOut_;
    std::vector<CpuBlock<T>> blocks_;
    std::vector<const T*> gradients_;  ///< of the blocks
    std::vector<double> losses_;       ///< of the blocks
    std::optional<CpuUpdate<T>> update_;
    Optimiser* optimiser_ = nullptr;
    RankExchange* ranks_ = nullptr;  ///< null: this process computes all blocks
    bool isDirect_ = false, adds_ = false;
    double norm_ = 0;
};

}  // namespace

std::unique_ptr<CpuStep> CpuStep::create(const TrainPlan& plan, const Objective& objective) {
    const Model& model = objective.model();
    if (model.layerCount() == 0 || std::string_view(model.implementation(0).key) != kCpuStep) return nullptr;
    if (isXla(plan.config.device)) return nullptr;
    if (!cpuStepObstacle(plan.config, !plan.device.is_cpu()).isEmpty()) return nullptr;
    if (plan.dtype == at::kDouble) return std::make_unique<CpuStepOf<double>>(plan, objective);
    return std::make_unique<CpuStepOf<float>>(plan, objective);
}

}  // namespace gatelab
