// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"
#include "store/record/kept_baselines.h"
#include "store/workspace.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Computes strong baselines on the validation and the test part of a run and keeps them with it, beside those that it
/// has: keys of strongBaselines(), or none: those that take less than kQuickSeconds together. `data`: null: loaded by
/// the run's settings. Unsupported: a run on sequences, or on many series. InvalidInput: the data are others than those
/// of the training. Blocks for seconds to minutes; any thread.
Result<KeptBaselines> computeRunBaselines(Workspace& workspace, const std::string& run,
                                          const std::vector<std::string>& keys, std::shared_ptr<const Dataset> data,
                                          const Progress& progress);
/// What was computed of one run, kept with another on the same data and parts: other seeds. An error of one stops it.
Result<> shareBaselines(Workspace& workspace, const KeptBaselines& kept, std::span<const std::string> runs);

/// What stands beside the scores, a sentence each: what a method chose and how long it took, and what was not computed
/// and why.
std::vector<Phrase> baselineNotes(const KeptBaselines& kept);

}  // namespace gatelab
