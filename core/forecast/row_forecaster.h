// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forecast/saved_model.h"
#include "run/sample_forecaster.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace gatelab {

/// Opens a kept run with its best weights. Unsupported for tasks with sequences and for recipes that ask for the time
/// of a row. `packed`: forecasts with this network instead. LibTorch's exceptions pass through.
Result<std::unique_ptr<SampleForecaster>> openRowForecaster(const std::filesystem::path& runFolder,
                                                            std::optional<PackedNetwork> packed = {});

}  // namespace gatelab
