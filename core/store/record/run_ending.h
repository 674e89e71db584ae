// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

struct RunSummary;

/// Finished, but not as long as planned: stopped by hand or by its patience. Its best weights are kept and tested.
bool endedEarly(const RunSummary& run);
/// Ended early without having used up the patience of its early stop: somebody stopped it, and it says nothing about a
/// run of the whole plan.
bool stoppedByHand(const RunSummary& run);
/// Whether it is another training than its settings tell: one was changed while it went on, or its plan was made longer
/// where a run so planned from its start trains otherwise (see runExtensions()).
bool changedWhileRunning(const RunSummary& run);
/// Finished or failed with a loss or gradient that is not finite, seen in the run's own figures; a failure of memory,
/// device or disk leaves finite ones.
bool diverged(const RunSummary& run);
/// Seconds since 1970 UTC at which it ended; of runs of older programs, as if it had never paused.
double endOf(const RunSummary& run);
/// Seconds of training that a run of these settings takes to its own end, from this one: of a stopped one, from its
/// share of the plan. Negative: it says nothing.
double wholeRunSeconds(const RunSummary& run);
/// The same of a run that has not come to its end, from its share of the plan so far; 0 or less: none of it is known.
double plannedSeconds(const RunSummary& run);

}  // namespace gatelab
