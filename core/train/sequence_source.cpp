// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/batcher.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::int64_t kNoLabel = -100;

/// Mean and deviation of every channel over the training items; 0 and 1 where the recipe does not standardise or the values are tokens.
struct ChannelScale {
    std::vector<double> mean, deviation;
};

ChannelScale fitScale(const TrainPlan& plan) {
    const SequenceSet& set = *plan.data.sequences;
    const std::size_t channels = static_cast<std::size_t>(plan.shape.inputs);
    ChannelScale scale{std::vector<double>(channels, 0.0), std::vector<double>(channels, 1.0)};
    const auto& recipe = plan.config.recipe;
    if (set.tokens > 0 || std::ranges::none_of(recipe, [](const std::string& step) { return step.starts_with("standardise"); })) return scale;
    std::vector<double> sum(channels, 0.0), squares(channels, 0.0), count(channels, 0.0);
    for (const std::int64_t number : plan.parts.train) {
        const auto& values = set.items[static_cast<std::size_t>(number)].values;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) continue;
            sum[i % channels] += values[i];
            squares[i % channels] += double{values[i]} * values[i];
            count[i % channels] += 1;
        }
    }
    for (std::size_t c = 0; c < channels; ++c) {
        if (count[c] == 0) continue;
        scale.mean[c] = sum[c] / count[c];
        const double variance = squares[c] / count[c] - scale.mean[c] * scale.mean[c];
        if (variance > 1e-24) scale.deviation[c] = std::sqrt(variance);
    }
    return scale;
}

/// Sequences of one part side by side, padded to the longest, on the device.
class SequenceSource final : public ExampleSource {
public:
    SequenceSource(const TrainPlan& plan, const std::vector<std::int64_t>& items)
        : set_(plan.data.sequences), items_(items), device_(plan.device), labelling_(plan.config.task == "labelling") {
        const SequenceSet& set = *plan.data.sequences;
        std::int64_t longest = 1;
        for (const std::int64_t item : items) {
            lengths_.push_back(set.items[static_cast<std::size_t>(item)].steps);
            longest = std::max(longest, lengths_.back());
        }
        unequal_ = std::ranges::any_of(lengths_, [&](std::int64_t length) { return length != longest; });
        fillInputs(plan, items, longest);
        if (plan.config.task == "regression") fillNumbers(plan, items);
        else fillLabels(set, items, longest);
        inputs_ = inputs_.to(device_);
        targets_ = targets_.to(device_);
    }

    std::int64_t size() const override { return static_cast<std::int64_t>(lengths_.size()); }

    // Lengths are needed on the host, so the order stays there; a batch copies only its own few numbers.
    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override { return at::tensor(order, at::kLong); }

    std::string describe(std::int64_t example, const ValuePlace& place) const override {
        const std::string sequence = "sequence " + std::to_string(items_[static_cast<std::size_t>(example)]) + " of " + std::to_string(set_->items.size());
        if (place.kind != ValuePlace::Kind::Input) return sequence;
        const auto channel = static_cast<std::size_t>(place.column);
        return "step " + std::to_string(place.step) + (channel < set_->channelNames.size() ? ", channel '" + set_->channelNames[channel] + "'" : "") + ", in " + sequence;
    }

    Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const override {
        const at::Tensor chosen = order.narrow(0, first, count), index = chosen.to(device_);
        Batch batch;
        batch.size = count;
        std::int64_t longest = inputs_.size(0);
        if (unequal_) {
            std::vector<std::int64_t> lengths;
            const auto* numbers = chosen.const_data_ptr<std::int64_t>();
            for (std::int64_t i = 0; i < count; ++i) lengths.push_back(lengths_[static_cast<std::size_t>(numbers[i])]);
            longest = *std::ranges::max_element(lengths);
            batch.lengths = at::tensor(lengths, at::kLong);
        }
        batch.input = inputs_.narrow(0, 0, longest).index_select(1, index);
        batch.target = labelling_ ? targets_.narrow(0, 0, longest).index_select(1, index) : targets_.index_select(0, index);
        return batch;
    }

private:
    void fillInputs(const TrainPlan& plan, const std::vector<std::int64_t>& items, std::int64_t longest) {
        const SequenceSet& set = *plan.data.sequences;
        const ChannelScale scale = fitScale(plan);
        const std::int64_t channels = plan.shape.inputs;
        at::Tensor values = at::zeros({longest, size(), channels}, at::kDouble);
        auto out = values.accessor<double, 3>();
        for (std::int64_t i = 0; i < size(); ++i) {
            const SequenceSet::Item& item = set.items[static_cast<std::size_t>(items[static_cast<std::size_t>(i)])];
            for (std::int64_t t = 0; t < item.steps; ++t)
                for (std::int64_t c = 0; c < channels; ++c) {
                    const double value = item.values[static_cast<std::size_t>(t * channels + c)];
                    const auto channel = static_cast<std::size_t>(c);
                    // A missing value is the training mean.
                    out[t][i][c] = std::isfinite(value) ? (value - scale.mean[channel]) / scale.deviation[channel] : 0.0;
                }
        }
        inputs_ = set.tokens > 0 ? values.squeeze(2).to(at::kLong) : values.to(plan.dtype);
    }

    void fillNumbers(const TrainPlan& plan, const std::vector<std::int64_t>& items) {
        at::Tensor values = at::zeros({size(), 1, plan.shape.targets}, at::kDouble);
        auto out = values.accessor<double, 3>();
        for (std::int64_t i = 0; i < size(); ++i) {
            const auto& numbers = plan.data.sequences->items[static_cast<std::size_t>(items[static_cast<std::size_t>(i)])].targets;
            for (std::size_t t = 0; t < numbers.size() && static_cast<std::int64_t>(t) < plan.shape.targets; ++t) out[i][0][static_cast<std::int64_t>(t)] = numbers[t];
        }
        targets_ = values.to(plan.dtype);
    }

    void fillLabels(const SequenceSet& set, const std::vector<std::int64_t>& items, std::int64_t longest) {
        std::vector<std::int64_t> labels;
        if (labelling_) labels.assign(static_cast<std::size_t>(longest * size()), kNoLabel);
        for (std::int64_t i = 0; i < size(); ++i) {
            const SequenceSet::Item& item = set.items[static_cast<std::size_t>(items[static_cast<std::size_t>(i)])];
            if (!labelling_) labels.push_back(item.label >= 0 ? item.label : kNoLabel);
            else for (std::size_t t = 0; t < item.targets.size(); ++t)
                if (item.targets[t] >= 0) labels[t * static_cast<std::size_t>(size()) + static_cast<std::size_t>(i)] = static_cast<std::int64_t>(item.targets[t]);
        }
        targets_ = at::tensor(labels, at::kLong);
        if (labelling_) targets_ = targets_.view({longest, size()});
    }

    SequenceSetPtr set_;
    std::vector<std::int64_t> items_;  ///< numbers of the examples in the set
    at::Device device_;
    bool labelling_, unequal_ = false;
    std::vector<std::int64_t> lengths_;
    at::Tensor inputs_;   ///< [longest, items, channels] or int64 [longest, items]
    at::Tensor targets_;  ///< [items, 1, targets], int64 [items] or int64 [longest, items]
};

}  // namespace

std::unique_ptr<ExampleSource> makeSequenceSource(const TrainPlan& plan, ExamplePart part) {
    const auto& items = part == ExamplePart::Train ? plan.parts.train : part == ExamplePart::Validation ? plan.parts.validation : plan.parts.test;
    return std::make_unique<SequenceSource>(plan, items);
}

}  // namespace gatelab
