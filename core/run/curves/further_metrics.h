// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Curves that the table of metrics has no row for: what another program measured under a name of its own. Each name
/// is a layer of one metric, numbered as names are met in this process; files keep the name.
namespace gatelab {

/// Of all curves with names of their own; the layer tells which. metric() has a row for it, metrics() has not.
inline constexpr MetricId kFurtherMetric = MetricId::Count;
/// Before the name, in files: "imported:val/acc".
inline constexpr std::string_view kFurtherPrefix = "imported:";

/// The curve of a name; control characters in it count as blanks. Nothing: this process has met kMaxLayers other names.
/// Any thread.
std::optional<MetricChannelId> furtherChannel(std::string_view name);
/// The name of a curve of kFurtherMetric; empty: none of that number.
std::string furtherName(std::uint16_t layer);
/// All that this process has met, in the order of their numbers.
std::vector<std::string> furtherNames();

}  // namespace gatelab
