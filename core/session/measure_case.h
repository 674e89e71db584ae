// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/case_ladder.h"

namespace gatelab {

/// Trains all runs of a case (lab/case_ladder.h), one after the other, in this process. `watch` is also asked while a
/// run trains; false ends it with Cancelled within a step. Errors: those of the engine that cannot be opened, of the
/// data, of a run. Blocks for minutes: call it from a job thread.
Result<CaseReport> measureCase(CasePlan plan, const CaseWatch& watch);

}  // namespace gatelab
