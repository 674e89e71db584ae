// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_again.h"

#include <QString>
#include <cstdint>
#include <functional>

/// How a kept run goes on, for menus, tables and the run page alike: now, or in the queue while another run trains. GUI
/// thread.
namespace gatelab {

struct PlaceChoice;
struct PopoverAnchor;
class QueueController;
class RunController;
class Theme;

/// Trains the run so many epochs beyond those begun; the one that trains gets them at once.
Began trainMore(RunController& runs, QueueController& queue, const QString& runId, std::int64_t epochs);
/// Goes on with an interrupted run to the end of its plan; once in the queue is enough.
Began continueRun(RunController& runs, QueueController& queue, const QString& runId);
/// The same somewhere else than where it trained: its bits do not change. `ranks`: on this computer; 0: its own number.
Began continueRunAt(RunController& runs, QueueController& queue, const QString& runId, const PlaceChoice& place,
                    std::int64_t ranks);
/// Asks where at the anchor, then continueRunAt().
void askWhere(Theme& theme, const PopoverAnchor& anchor, RunController& runs, QueueController& queue,
              const QString& runId, std::function<void(Began)> done);
/// Asks for the number at the anchor, then trainMore(); `told` hears what became of it.
void askMoreEpochs(const PopoverAnchor& anchor, RunController& runs, QueueController& queue, const QString& runId,
                   std::function<void(Began)> done);

/// "LSTM 32 waits, on the strip of the Train page."
QString queuedText(const QString& what);

}  // namespace gatelab
