// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <functional>

/// How a kept run goes on, for menus, tables and the run page alike: now, or in the queue while another run trains. GUI
/// thread.
namespace gatelab {

class ExperimentModel;
struct PopoverAnchor;
class QueueController;
class RunController;

/// What became of it. Refused: a notice says why.
enum class Began { Refused, Now, Queued };

/// Trains the run so many epochs beyond those begun; the one that trains gets them at once.
Began trainMore(RunController& runs, QueueController& queue, const QString& runId, std::int64_t epochs);
/// Goes on with an interrupted run to the end of its plan; once in the queue is enough.
Began continueRun(RunController& runs, QueueController& queue, const QString& runId);
/// Asks for the number at the anchor, then trainMore(); `told` hears what became of it.
void askMoreEpochs(const PopoverAnchor& anchor, RunController& runs, QueueController& queue, const QString& runId,
                   std::function<void(Began)> done);

/// Trains a new run from a checkpoint ("last", "best" or a step) of a kept one, with the settings of the Model page and
/// as many epochs again as they say. In the queue, "last" and "best" mean those that are there when its turn comes.
/// Refused when the weights would not fit the settings or the data that are open.
Began branchFrom(RunController& runs, QueueController& queue, const ExperimentModel& experiment, const QString& runId,
                 const QString& checkpoint);

/// "Branch of LSTM waits in the queue, at the right of the status line."
QString queuedText(const QString& what);

}  // namespace gatelab
