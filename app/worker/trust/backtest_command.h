// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/commands.h"

namespace gatelab::worker {

/// A kept run forecasts from rolling origins, beside the baselines.
CommandAction setBacktest(CLI::App& app);
/// Forecasts of a file beside the simple methods, and a run.
CommandAction setScore(CLI::App& app);
/// What the forecasts of a kept backtest leave over.
CommandAction setResiduals(CLI::App& app);

}  // namespace gatelab::worker
