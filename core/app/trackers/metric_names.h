// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"

#include <optional>
#include <string_view>

namespace gatelab {

/// The metric of the table that a tracker's name means: "val/loss", "val_loss" and "eval_loss" are the validation loss.
/// Nothing: none does so for certain.
std::optional<MetricId> metricOfName(std::string_view name);
/// Whether it counts epochs, by which other values are placed.
bool isEpochName(std::string_view name);

}  // namespace gatelab
