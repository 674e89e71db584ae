// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/new_run.h"
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
    bool isRefused = false;  ///< the engine refused settings, data or weights, and no run was made
    bool isLeased = false;   ///< it was begun from a terminal: who leaves it does not end it
    Phrase warning = {};     ///< see RunRecord::repaired
};

RunStart startNew(Engine& engine, Workspace& workspace, const NewRun& run);
/// Follows the first of these runs whose process answers: what was stored, then what comes live. Cancelled: none does.
RunStart attachFirst(Workspace& workspace, const std::vector<std::string>& ids);
/// Goes on with a kept run from its newest good checkpoint. A record that is null is opened.
RunStart goOn(Engine& engine, Workspace& workspace, const std::string& id, std::unique_ptr<RunRecord> record,
              bool stepsOnce = false);

}  // namespace gatelab
