// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/sequences/sequence_stream.h"
#include "forecast/saved_model.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace gatelab {

/// Opens a kept run that reads sequences with its best weights, or with `packed`. Unsupported of a run that forecasts a
/// series. LibTorch's exceptions pass through.
Result<std::unique_ptr<SequenceStream>> openKeptSequences(const std::filesystem::path& runFolder,
                                                          std::optional<PackedNetwork> packed = {});

}  // namespace gatelab
