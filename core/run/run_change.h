// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A setting that was changed while a run went on.
struct RunChange {
    ConfigChange what;
    std::int64_t step = 0;   ///< steps trained before it
    std::int64_t epoch = 0;  ///< epochs begun before it

    friend bool operator==(const RunChange&, const RunChange&) = default;
};

/// Whether it made the plan longer, which the settings of the run follow. What spans the plan (a schedule) is stretched
/// from there on.
bool isPlanChange(const RunChange& change);
/// The marker of a setting that is changed: typed, and in words for who reads the record or watches a terminal.
RunMarker changeMarker(ConfigChange change);
/// The change that a marker of a run tells, into `changes`; `began`: the settings that the run began with. Other
/// events, and a marker heard before, change nothing.
void noteRunChange(std::vector<RunChange>& changes, const ExperimentConfig& began, const RunEvent& event);
/// The settings after the changes.
ExperimentConfig settingsAfter(const ExperimentConfig& began, const std::vector<RunChange>& changes);
/// "learning_rate 0.001 -> 3e-04 at step 1459"; keys, not labels: for the command line and files.
std::string describeRunChange(const RunChange& change);

/// As one text for an index, and back; what cannot be read is left out.
std::string packRunChanges(const std::vector<RunChange>& changes);
std::vector<RunChange> unpackRunChanges(std::string_view packed);

}  // namespace gatelab
