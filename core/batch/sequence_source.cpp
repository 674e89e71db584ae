// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/batcher.h"
#include "batch/carrying_examples.h"
#include "config/setting_predicates.h"
#include "data/sequences/running_text.h"
#include "data/sequences/target_deviation.h"
#include "kernels/sequence_lengths.h"
#include "nn/losses.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace gatelab {

namespace {

constexpr std::int64_t kNoLabel = -100;

/// Some sequences side by side, padded to one length, on the host.
struct Padded {
    at::Tensor inputs;           ///< [time, items, channels] or int64 [time, items]
    at::Tensor targets;          ///< [items, 1, targets], int64 [items] or int64 [time, items]
    at::Tensor deviations = {};  ///< [items, targets]; undefined where the loss wants none
};

/// Turns items of the set into tensors: all of a part at once, or those of one batch.
class Padder {
public:
    explicit Padder(const TrainPlan& plan)
        : set_(plan.data.sequences),
          scale_(plan.scale),
          channels_(plan.shape.inputs),
          targets_(plan.shape.targets),
          dtype_(plan.dtype),
          labelling_(isLabelling(plan.config)),
          regression_(isRegression(plan.config)) {
        const Loss* loss = findLoss(plan.config.loss);
        if (regression_ && loss != nullptr && loss->byDeviation)
            deviations_ = at::tensor(targetDeviations(*set_, plan.parts.train, targets_), at::kDouble)
                              .view({-1, targets_})
                              .to(dtype_);
    }

    [[nodiscard]] std::int64_t steps(std::int64_t item) const { return itemAt(item).steps; }
    [[nodiscard]] bool labelling() const { return labelling_; }
    [[nodiscard]] const SequenceSet& set() const { return *set_; }
    [[nodiscard]] Padded pad(std::span<const std::int64_t> items, std::int64_t longest) const {
        const at::Tensor index = at::tensor(at::ArrayRef<std::int64_t>(items.data(), items.size()), at::kLong);
        return {inputs(items, longest), regression_ ? numbers(items) : labels(items, longest),
                deviations_.defined() ? deviations_.index_select(0, index) : at::Tensor()};
    }

private:
    [[nodiscard]] const SequenceSet::Item& itemAt(std::int64_t item) const {
        return set_->items[static_cast<std::size_t>(item)];
    }

    // In the run's own numbers from the start: a copy in double precision of all sequences would be most of what a run
    // holds.
    [[nodiscard]] at::Tensor inputs(std::span<const std::int64_t> items, std::int64_t longest) const {
        const auto count = static_cast<std::int64_t>(items.size());
        if (set_->tokens > 0) {
            const at::Tensor tokens = at::zeros({longest, count}, at::kLong);
            fillInputs<std::int64_t>(tokens.unsqueeze(2), items);
            return tokens;
        }
        const at::Tensor values = at::zeros({longest, count, channels_}, dtype_);
        AT_DISPATCH_FLOATING_TYPES(dtype_, "pad", [&] { fillInputs<scalar_t>(values, items); });
        return values;
    }

    template <class Number>
    void fillInputs(const at::Tensor& values, std::span<const std::int64_t> items) const {
        auto out = values.accessor<Number, 3>();
        for (std::size_t i = 0; i < items.size(); ++i) {
            const SequenceSet::Item& item = itemAt(items[i]);
            for (std::int64_t t = 0; t < item.steps; ++t)
                for (std::int64_t c = 0; c < channels_; ++c) {
                    const double value = item.values[static_cast<std::size_t>(t * channels_ + c)];
                    const auto channel = static_cast<std::size_t>(c);
                    // A missing value is the training mean.
                    out[t][static_cast<std::int64_t>(i)][c] = static_cast<Number>(
                        std::isfinite(value) ? (value - scale_.mean[channel]) / scale_.deviation[channel] : 0.0);
                }
        }
    }

    [[nodiscard]] at::Tensor numbers(std::span<const std::int64_t> items) const {
        at::Tensor values = at::zeros({static_cast<std::int64_t>(items.size()), 1, targets_}, at::kDouble);
        auto out = values.accessor<double, 3>();
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto& given = itemAt(items[i]).targets;
            for (std::size_t t = 0; t < given.size() && static_cast<std::int64_t>(t) < targets_; ++t)
                out[static_cast<std::int64_t>(i)][0][static_cast<std::int64_t>(t)] = given[t];
        }
        return values.to(dtype_);
    }

    [[nodiscard]] at::Tensor labels(std::span<const std::int64_t> items, std::int64_t longest) const {
        std::vector<std::int64_t> labels;
        if (labelling_) labels.assign(static_cast<std::size_t>(longest) * items.size(), kNoLabel);
        for (std::size_t i = 0; i < items.size(); ++i) {
            const SequenceSet::Item& item = itemAt(items[i]);
            if (!labelling_)
                labels.push_back(item.label >= 0 ? item.label : kNoLabel);
            else
                for (std::size_t t = 0; t < item.targets.size(); ++t)
                    if (item.targets[t] >= 0) labels[t * items.size() + i] = static_cast<std::int64_t>(item.targets[t]);
        }
        const at::Tensor all = at::tensor(labels, at::kLong);
        return labelling_ ? all.view({longest, static_cast<std::int64_t>(items.size())}) : all;
    }

    std::shared_ptr<const SequenceSet> set_;
    ChannelScale scale_;
    std::int64_t channels_, targets_;
    at::ScalarType dtype_;
    bool labelling_, regression_;
    at::Tensor deviations_;  ///< [items of the set, targets]
};

/// Sequences of one part: padded to the part's longest and kept on the device, or (switch device_data off) padded and
/// copied batch by batch.
class SequenceSource final : public ExampleSource, public CarryingExamples {
public:
    SequenceSource(const TrainPlan& plan, const std::vector<std::int64_t>& items)
        : padder_(plan),
          items_(items),
          device_(plan.device),
          resident_(plan.config.deviceData),
          byIndex_(plan.config.deviceGather),
          carries_(plan.config.carryState && isRunningText(*plan.data.sequences)) {
        for (const std::int64_t item : items_) longest_ = std::max(longest_, padder_.steps(item));
        unequal_ = std::ranges::any_of(items_, [&](std::int64_t item) { return padder_.steps(item) != longest_; });
        if (!resident_) return;
        all_ = padder_.pad(items_, longest_);
        all_ = {all_.inputs.to(device_), all_.targets.to(device_),
                all_.deviations.defined() ? all_.deviations.to(device_) : at::Tensor()};
    }

    std::int64_t size() const override { return static_cast<std::int64_t>(items_.size()); }
    bool carriesState() const override { return carries_; }

    // Where lengths or single items are needed on the host, the order stays there, and a batch copies only its own few
    // numbers.
    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override {
        const at::Tensor placed = at::tensor(order, at::kLong);
        return needsHost() ? placed : sentTo(device_, placed);
    }

    Phrase describe(std::int64_t example, const ValuePlace& place) const override {
        const Phrase sequence(GATELAB_TEXT("Fault", "sequence %1 of %2"),
                              {items_[static_cast<std::size_t>(example)], padder_.set().items.size()});
        if (place.kind != ValuePlace::Kind::Input) return sequence;
        const auto channel = static_cast<std::size_t>(place.column);
        const auto& names = padder_.set().channelNames;
        if (channel >= names.size()) return {GATELAB_TEXT("Fault", "step %1, in %2"), {place.step, sequence}};
        return {GATELAB_TEXT("Fault", "step %1, channel '%2', in %3"), {place.step, names[channel], sequence}};
    }

    Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const override {
        std::vector<std::int64_t> chosen;
        for (std::int64_t i = 0; needsHost() && i < count; ++i)
            chosen.push_back(items_[static_cast<std::size_t>(order.const_data_ptr<std::int64_t>()[first + i])]);
        Batch batch;
        batch.size = count;
        std::int64_t longest = longest_;
        if (unequal_) {
            std::vector<std::int64_t> lengths;
            for (const std::int64_t item : chosen) lengths.push_back(padder_.steps(item));
            longest = *std::ranges::max_element(lengths);
            batch.lengths = at::tensor(lengths, at::kLong);
        }
        const Padded part = resident_ ? gathered(order.narrow(0, first, count), longest) : streamed(chosen, longest);
        batch.input = part.inputs;
        batch.target = part.targets;
        batch.deviation = part.deviations;
        return batch;
    }

private:
    [[nodiscard]] bool needsHost() const { return unequal_ || !resident_ || !byIndex_; }
    [[nodiscard]] std::int64_t targetDimension() const { return padder_.labelling() ? 1 : 0; }

    [[nodiscard]] Padded gathered(const at::Tensor& order, std::int64_t longest) const {
        const std::int64_t items = targetDimension();
        const at::Tensor inputs = all_.inputs.narrow(0, 0, longest),
                         targets = items == 1 ? all_.targets.narrow(0, 0, longest) : all_.targets;
        if (byIndex_) {
            const at::Tensor index = sentTo(device_, order);
            return {inputs.index_select(1, index), targets.index_select(items, index),
                    all_.deviations.defined() ? all_.deviations.index_select(0, index) : at::Tensor()};
        }
        // One sequence after the other, as a data loader without an index does it (switch device_gather off).
        std::vector<at::Tensor> chosenInputs, chosenTargets, chosenDeviations;
        for (std::int64_t i = 0; i < order.size(0); ++i) {
            const std::int64_t number = order.const_data_ptr<std::int64_t>()[i];
            chosenInputs.push_back(inputs.select(1, number));
            chosenTargets.push_back(targets.select(items, number));
            if (all_.deviations.defined()) chosenDeviations.push_back(all_.deviations.select(0, number));
        }
        return {at::stack(chosenInputs, 1), at::stack(chosenTargets, items),
                chosenDeviations.empty() ? at::Tensor() : at::stack(chosenDeviations)};
    }
    [[nodiscard]] Padded streamed(const std::vector<std::int64_t>& chosen, std::int64_t longest) const {
        if (byIndex_) {
            const Padded batch = padder_.pad(chosen, longest);
            return {sentTo(device_, batch.inputs), sentTo(device_, batch.targets), sent(batch.deviations)};
        }
        std::vector<at::Tensor> inputs, targets, deviations;
        for (const std::int64_t item : chosen) {
            const Padded one = padder_.pad({&item, 1}, longest);
            inputs.push_back(one.inputs);
            targets.push_back(one.targets);
            if (one.deviations.defined()) deviations.push_back(one.deviations);
        }
        return {sentTo(device_, at::cat(inputs, 1)), sentTo(device_, at::cat(targets, targetDimension())),
                sent(deviations.empty() ? at::Tensor() : at::cat(deviations))};
    }
    [[nodiscard]] at::Tensor sent(const at::Tensor& deviations) const {
        return deviations.defined() ? sentTo(device_, deviations) : deviations;
    }

    Padder padder_;
    std::vector<std::int64_t> items_;  ///< numbers of the examples in the set
    at::Device device_;
    bool resident_, byIndex_, carries_, unequal_ = false;
    std::int64_t longest_ = 1;
    Padded all_;  ///< empty when batches are streamed
};

}  // namespace

const std::vector<std::int64_t>& sequencesOf(const TrainPlan& plan, ExamplePart part) {
    return part == ExamplePart::Train        ? plan.parts.train
           : part == ExamplePart::Validation ? plan.parts.validation
                                             : plan.parts.test;
}

std::unique_ptr<ExampleSource> makeSequenceSource(const TrainPlan& plan, ExamplePart part) {
    return std::make_unique<SequenceSource>(plan, sequencesOf(plan, part));
}

}  // namespace gatelab
