// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/alerts/alert_rules.h"
#include "store/run_queue.h"
#include "store/workspace.h"

#include <string>
#include <vector>

namespace gatelab::worker {

/// What is known of a run that is watched.
struct WatchedRun {
    RunSummary run;
    RunHistory history;
    RunQueue::State queue;
    std::vector<Alert> alerts;  ///< that hold now
};

/// A terminal as it is now.
struct ScreenSize {
    int columns = 80, rows = 24;
    bool isAscii = false;  ///< its locale knows no braille
};
/// Of stdout; where it tells nothing, 80 x 24.
ScreenSize screenSize();

/// The whole screen, as many lines as it has rows, each of its width: how the run stands, its losses, its speed, what
/// its device does, which alerts hold, and what waits in the queue.
std::vector<std::string> watchScreen(const WatchedRun& watched, const ScreenSize& size);

/// The same in one line, for who has no terminal: "running, epoch 3 of 10, step 420, train 0.21, validation 0.25".
std::string watchLine(const WatchedRun& watched);

/// What rules look at.
AlertCurve alertCurve(const RunHistory& history, MetricId id);

}  // namespace gatelab::worker
