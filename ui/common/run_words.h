// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

struct ExperimentConfig;
struct RunGroup;
struct RunSummary;

/// "#31 LSTM 64" in the language of the window: what a run is called wherever it is named (app/run_names.h).
QString shownRunName(const RunSummary& run);
/// Of a group its first run.
QString shownRunName(const RunGroup& group);
/// The data of an experiment: the name of the file, without its folder, or what the built-in series is called.
QString shownDataName(const ExperimentConfig& config);

}  // namespace gatelab
