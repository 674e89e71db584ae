// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/field.h"

#include <optional>
#include <vector>

namespace gatelab {

/// Whether the split gives the validation part anything.
bool hasValidation(const ExperimentConfig& config);
/// Why a field has no effect under these settings and what would make it count ("Only the Huber loss uses this.");
/// nothing when it counts. Which device that is must be said by its name (withDevice in device/switch_machine.h): with
/// "auto" the fields of both kinds count.
std::optional<Text> unusedReason(const Field& field, const ExperimentConfig& config);

/// Keys named in the table that unusedReason reads; a test checks that each is a field.
std::vector<const char*> conditionalFields();

}  // namespace gatelab
