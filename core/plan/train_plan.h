// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/shared_values.h"
#include "config/architecture.h"
#include "config/experiment_config.h"
#include "data/recipe/channel_scale.h"
#include "data/recipe/recipe.h"
#include "data/sequences/sequence_parts.h"
#include "data/windows.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// Everything that is decided before the first step: the copied configuration, the prepared data and its windows, the
/// machine. Made once by makeTrainPlan, const from then on; only live fields of the configuration may change later, and
/// those live in the trainer.
struct TrainPlan {
    ExperimentConfig config;
    Dataset data;
    PreparedPtr prepared;  ///< forecast tasks
    SplitWindows windows;  ///< forecast tasks
    SequenceParts parts;   ///< sequence tasks
    ChannelScale scale;    ///< sequence tasks: of every channel
    ModelShape shape;
    c10::Device device = c10::kCPU;
    std::string deviceName;
    Phrase deviceReason;
    c10::ScalarType dtype = c10::ScalarType::Float;
    std::optional<c10::ScalarType> compute;  ///< precision of the passes where it is lower
    std::shared_ptr<SharedValues> shared;    ///< what runs that train together hold once; null: it trains alone

    [[nodiscard]] bool isForecast() const { return prepared != nullptr; }
};

}  // namespace gatelab
