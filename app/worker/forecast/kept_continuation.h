// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/forecast/kept_forecast.h"

namespace gatelab::worker {

/// Lets a kept run go on with options.beginning, and writes the text as it comes. Returns the exit code.
int continueRun(const ForecastOptions& options, const std::filesystem::path& runFolder);

}  // namespace gatelab::worker
