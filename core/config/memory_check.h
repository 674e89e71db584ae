// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "config/config_check.h"

#include <limits>
#include <optional>

namespace gatelab {

/// What there is for a run where it computes.
struct MemoryRoom {
    /// Free there now; NaN, or 0 for a process of its own: not known
    double bytes = std::numeric_limits<double>::quiet_NaN();
    bool gpu = false;  ///< of a GPU; else of the host
    /// What the process that computes holds before the run, its tables too; NaN: it is one of its own
    double held = std::numeric_limits<double>::quiet_NaN();
    double toLoad = 0;  ///< what its first steps load into that process
    /// Of the address space, where that is what bounds `bytes`; 0: something else does
    double limit = 0;
};

enum class MemoryFit { Unknown, Fits, Tight /* within the error of the forecast */, TooLarge };

/// Bytes that the process of the room holds before the run besides what the forecast counts: a window, and what was
/// opened in it. No part of the run's memory, forecast or measured; 0 for a process of its own.
double bytesOutsideForecast(const MemoryForecast& forecast, const MemoryRoom& room);
/// Bytes for what is forecast: those that are free, and of what the process holds already what the forecast counts,
/// program and tables. What a window holds besides is neither needed nor free. NaN: not known.
double availableMemory(const MemoryForecast& forecast, const MemoryRoom& room);
/// Bytes of the forecast that are taken where the run computes: the tables stay in the host's memory.
double neededMemory(const MemoryForecast& forecast, const MemoryRoom& room);
MemoryFit memoryFit(const MemoryForecast& forecast, const MemoryRoom& room);

/// What is to be said before a run starts: a warning where it may not fit, an error where it cannot (a warning with
/// config.startAnyway), with the largest cause, what is free and what needs less. Nothing: it fits, or what is free is
/// not known. The one rule for window, command line and engine.
std::optional<ConfigFinding> checkMemory(const ExperimentConfig& config, const MemoryForecast& forecast,
                                         const MemoryRoom& room);

}  // namespace gatelab
