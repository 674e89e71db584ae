// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/evaluation_blocks.h"

#include "batch/carrying_examples.h"

#include <algorithm>
#include <numeric>

namespace gatelab {

namespace {

bool carriesState(const ExampleSource& source) {
    const auto* const examples = dynamic_cast<const CarryingExamples*>(&source);
    return examples != nullptr && examples->carriesState();
}

}  // namespace

EvaluationBlocks::EvaluationBlocks(const ExampleSource& source, std::int64_t rows) : carries_(carriesState(source)) {
    const std::int64_t all = source.size();
    if (!carries_) {
        order_.resize(static_cast<std::size_t>(all));
        std::iota(order_.begin(), order_.end(), std::int64_t{0});
        for (std::int64_t first = 0; first < all; first += std::max<std::int64_t>(1, rows)) firsts_.push_back(first);
        return;
    }
    const std::int64_t streams = std::clamp<std::int64_t>(all / kFewest, 1, kStreams),
                       length = (all + streams - 1) / streams;
    for (std::int64_t place = 0; place < length && all > 0; ++place) {
        firsts_.push_back(std::ssize(order_));
        for (std::int64_t example = place; example < all; example += length) order_.push_back(example);
    }
}

std::int64_t EvaluationBlocks::sizeOf(std::int64_t block) const {
    return (block + 1 < count() ? firstOf(block + 1) : std::ssize(order_)) - firstOf(block);
}

const ModelState* CarriedState::of(std::int64_t rows) {
    if (state_.empty()) return nullptr;
    for (LayerState& layer : state_)
        for (at::Tensor* part : {&layer.h, &layer.c})
            if (part->defined() && part->size(1) > rows) *part = part->narrow(1, 0, rows).contiguous();
    return &state_;
}

}  // namespace gatelab
