// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_order.h"
#include "runs/run_view.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// How a run begins or goes on, here or in a process of its own. Everything here blocks for file access: off the GUI
/// thread.
namespace gatelab {

/// What starting a run yields: the session, or why there is none.
struct RunStart {
    std::unique_ptr<RunSession> session;
    std::shared_ptr<RunView> view;
    std::vector<MetricSample> history;  ///< of a run that goes on
    std::optional<Error> error;
    /// Settings, data, weights or what a kept run goes on from were refused: nothing was made or changed
    bool isRefused = false;
    bool isLeased = false;  ///< it was begun from a terminal: who leaves it does not end it
    Phrase warning = {};    ///< see RunRecord::repaired
};

RunStart startRun(Engine& engine, Workspace& workspace, RunOrder order);
/// A process of its own goes on with a kept run from its last checkpoint; it needs no window. Waits until that trains,
/// for at most ten seconds; the error is why it does not.
Result<> continueAlone(Workspace& workspace, const std::string& id);
/// Follows the first of these runs whose process answers: what was stored, then what comes live. Cancelled: none does.
RunStart attachFirst(Workspace& workspace, const std::vector<std::string>& ids);

}  // namespace gatelab
