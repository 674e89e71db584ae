// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_again.h"

#include <QString>
#include <cstdint>
#include <functional>

/// How a kept run goes on, for menus, tables and the run page alike: now, or in the queue while another run trains. GUI
/// thread.
namespace gatelab {

struct PopoverAnchor;
class QueueController;
class RunController;

/// Trains the run so many epochs beyond those begun; the one that trains gets them at once.
Began trainMore(RunController& runs, QueueController& queue, const QString& runId, std::int64_t epochs);
/// Goes on with an interrupted run to the end of its plan; once in the queue is enough.
Began continueRun(RunController& runs, QueueController& queue, const QString& runId);
/// Asks for the number at the anchor, then trainMore(); `told` hears what became of it.
void askMoreEpochs(const PopoverAnchor& anchor, RunController& runs, QueueController& queue, const QString& runId,
                   std::function<void(Began)> done);

/// "LSTM 32 waits, on the strip of the Train page."
QString queuedText(const QString& what);

}  // namespace gatelab
