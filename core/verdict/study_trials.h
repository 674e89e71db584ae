// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/study.h"
#include "store/workspace.h"

#include <filesystem>
#include <span>
#include <vector>

namespace gatelab {

/// The trials of a study among the runs of its workspace, in the order of their start: runs that began from the start
/// with its experiment, a point of its axes and its seed, and whose settings were not changed since; one that was made
/// longer is still the same trial. Of several with the same point one counts: the first that came to its end, else one
/// that trains, was stopped, interrupted or failed, in this order. `runs` in any order; quick for thousands. Pure.
std::vector<StudyTrial> studyTrials(const Study& study, std::span<const RunSummary> runs);
/// Reads what each has come to at each epoch (StudyTrial::byEpoch) from its record; what cannot be read stays empty.
/// Blocks for file access, some milliseconds a trial.
void readEpochs(const std::filesystem::path& workspace, std::span<StudyTrial> trials);

}  // namespace gatelab
