// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <filesystem>
#include <span>

namespace gatelab {

/// Fills the folder of an imported run, which is not published yet, with all that belongs to an ended run: record,
/// curves, events, manifest. What the curves say of the summary (last, best and kept values, step, epoch) is filled in.
/// `samples`: of a curve in the order of its steps. Nothing watches the curves: alert rules are for runs that train.
Result<> createImportedRecord(const std::filesystem::path& folder, RunSummary summary,
                              std::span<const MetricSample> samples, std::span<const RunEvent> events);

}  // namespace gatelab
