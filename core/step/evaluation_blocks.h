// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "nn/model.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// In which blocks the examples of a part are computed. Where they do not hang together: so many in their order. Where
/// each goes on with the state of the one before (CarryingExamples): streams side by side, each from a state
/// of zero, as long as can be and at most kStreams of them, so that nearly all that is scored has its past behind it;
/// how many there are follows from the number of examples alone, and no score depends on the batch of the training. One
/// thread.
class EvaluationBlocks {
public:
    /// Streams side by side, and the fewest examples of one.
    static constexpr std::int64_t kStreams = 16, kFewest = 8;
    /// `rows`: of a block at most, where the examples do not hang together.
    EvaluationBlocks(const ExampleSource& source, std::int64_t rows);

    /// Examples of all blocks, one block behind the other.
    [[nodiscard]] const std::vector<std::int64_t>& order() const { return order_; }
    [[nodiscard]] std::int64_t count() const { return std::ssize(firsts_); }
    /// Where a block begins in the order, and how many examples it has.
    [[nodiscard]] std::int64_t firstOf(std::int64_t block) const { return firsts_[static_cast<std::size_t>(block)]; }
    [[nodiscard]] std::int64_t sizeOf(std::int64_t block) const;
    [[nodiscard]] bool carries() const { return carries_; }

private:
    bool carries_;
    std::vector<std::int64_t> order_, firsts_;
};

/// The state that goes on from one block of streams to the next, which has as many of them or fewer: those that end
/// are the last ones.
class CarriedState {
public:
    /// Of the first `rows` streams; null: zeros.
    const ModelState* of(std::int64_t rows);
    void keep(const ModelState& state) { state_ = detached(state); }

private:
    ModelState state_;
};

}  // namespace gatelab
