// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

struct RunGroup;
struct RunSummary;

/// "#31 LSTM 64" in the language of the window: what a run is called wherever it is named (app/run_names.h).
QString shownRunName(const RunSummary& run);
/// Of a group its first run.
QString shownRunName(const RunGroup& group);

}  // namespace gatelab
