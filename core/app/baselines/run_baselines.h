// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"
#include "store/record/kept_baselines.h"
#include "store/workspace.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Seconds since the work began.
using PassedSeconds = std::function<double()>;

/// Computes strong baselines on the validation and the test part of a run and keeps them with it, beside those that it
/// has: keys of strongBaselines(), or none: those that take less than kQuickSeconds together. `data`: null: loaded by
/// the run's settings. Unsupported: a run on sequences, or on many series. InvalidInput: the data are others than those
/// of the training. `passed`: nobody asked for the methods: when more than kQuickSeconds are gone, what is not done is
/// left out with that reason; each method looks where it reports progress. Blocks for seconds to minutes; any thread.
Result<KeptBaselines> computeRunBaselines(Workspace& workspace, const std::string& run,
                                          const std::vector<std::string>& keys, std::shared_ptr<const Dataset> data,
                                          const Progress& progress, const PassedSeconds& passed = {});
/// What was computed of one run, kept with another on the same data and parts: other seeds. An error of one stops it.
Result<> shareBaselines(Workspace& workspace, const KeptBaselines& kept, std::span<const std::string> runs);

/// What stands beside the scores, a sentence each: what a method chose and how long it took, and what was not computed
/// and why.
std::vector<Phrase> baselineNotes(const KeptBaselines& kept);

}  // namespace gatelab
