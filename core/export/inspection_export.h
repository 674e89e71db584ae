// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "inspect/inspection.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// By the end of the file's name, .csv or .h5 (.hdf5); any other is refused. CSV: one row per step, layer, direction,
/// quantity and unit. HDF5: one array [step][unit] per quantity, /layer1/forward/f, with the window's input, truth and
/// answer under /window.
Result<> exportGates(const GateView& view, const InspectedRun& run, const std::filesystem::path& path);
/// CSV: one row per step, layer and direction. HDF5: arrays [step], /layer1/forward/hidden, and the nudges under
/// /nudge.
Result<> exportGradient(const GradientView& view, const InspectedRun& run, const std::filesystem::path& path);
/// The gates of one window through a film: HDF5 with /film/step [frame] and /layer1/forward/f [frame][step][unit]. All
/// views are of the same window.
Result<> exportGateFilm(const std::vector<GateView>& views, const InspectedRun& run, const std::filesystem::path& path);

}  // namespace gatelab
