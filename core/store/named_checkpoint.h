// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/checkpoint.h"

#include <cstdint>
#include <string>

namespace gatelab {

/// A kept state of a run: a checkpoint, or the best weights that it keeps beside its own.
struct NamedCheckpoint {
    LoadedCheckpoint loaded;
    bool atBest = false;  ///< not where the checkpoint stands, but at the best weights that it keeps
    [[nodiscard]] std::int64_t step() const { return atBest ? loaded.counter("best_step") : loaded.info.step; }
    [[nodiscard]] std::int64_t epochsBegun() const {
        return atBest ? loaded.counter("best_epoch") : loaded.info.epoch + (loaded.counter("position") > 0 ? 1 : 0);
    }
};

/// The name of the newest checkpoint that is whole.
inline constexpr const char* kIntact = "intact";

/// By name: "last", "best" or the step, of which either may be kept; Corrupt where that one is damaged. "intact": the
/// newest that is whole, whatever newer ones are damaged; its warnings name them. NotFound lists those that are there.
Result<NamedCheckpoint> loadNamedCheckpoint(const CheckpointStore& store, const std::string& name);

}  // namespace gatelab
