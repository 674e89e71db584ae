// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "charts/chart_scale.h"
#include "charts/data/metric_store.h"
#include "common/theme.h"

#include <vector>

namespace gatelab {

struct RunView;

/// Whether the memory of a run is that of a GPU.
bool measuresGpuMemory(const RunView& run);
/// The memory of a run in MiB. On a GPU: allocated, its peak, reserved, the device as a line at `deviceMiB` with what
/// others hold hanging from it (its used memory without what the run has reserved); deviceMiB 0: not known, then what
/// is used on the device. On a processor: the tensors and their peak; the whole process is a figure of the legend only,
/// or all else would lie flat on 0. low, high, pixels: as for a ChartSource.
std::vector<ChartLine> memoryLines(const RunView& run, const Palette& palette, XAxis axis, double low, double high,
                                   int pixels, double deviceMiB = 0);
/// Ticks from 0 to a capacity, whose figure is the top label; no other one is within a seventh of it.
std::vector<ChartTick> capacityTicks(double capacity);

}  // namespace gatelab
