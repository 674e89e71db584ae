// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/future_choice.h"

#include <filesystem>
#include <memory>

namespace gatelab {

/// Mean and spread of `samples` passes with dropout over the horizon after the last row. InvalidInput: the network has
/// no dropout. `data` null: those of the training. LibTorch's exceptions pass through.
Result<NormalAhead> dropoutAhead(const std::filesystem::path& runFolder, const std::shared_ptr<const Dataset>& data,
                                 std::int64_t samples);

}  // namespace gatelab
