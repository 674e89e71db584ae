// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "app/advice/run_advice.h"
#include "pages/train/continue_run.h"

#include <QString>
#include <functional>

class QWidget;

namespace gatelab {

/// Does what a run advises: trains it on, trains its settings with the changes from the start (they become those of the
/// Model page, as one step of undo), or queues seeds. What trains at the moment goes on: the rest waits in the queue.
/// FindRate only takes the settings: the search is the Model page's. ChangeNow is given to the run itself. Refused: a
/// notice says why, or the run has ended since. GUI thread.
Began followAdvice(ExperimentModel& experiment, RunController& runs, QueueController& queue, const QString& runId,
                   const AdviceAction& action);
/// Asks before what trains settings from the start (guardStart); calls `follow` at once for anything else.
void guardAdvice(QWidget& page, const RunController& runs, const QString& runId, const AdviceAction& action,
                 std::function<void()> follow);

}  // namespace gatelab
