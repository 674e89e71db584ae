// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_start.h"

#include "common/texts.h"
#include "config/architecture.h"
#include "session/isolated_session.h"
#include "store/record/run_folder.h"

#include <algorithm>

namespace gatelab {

RunStart startNew(Engine& engine, Workspace& workspace, const NewRun& run) {
    RunStart started;
    const ExperimentConfig& config = run.config;
    auto checked = engine.check(config, run.data, run.startWeights);
    if (!checked.ok()) {
        started.error = checked.error();
        started.isRefused = true;
        return started;
    }
    RunOrigin origin(run.parent.toStdString());
    origin.startWeights = run.startWeights;
    origin.name = run.name;
    auto record = workspace.createRun(config, origin, dataName(config));
    if (!record.ok()) {
        started.error = record.error();
        return started;
    }
    const std::string id = (*record)->id();
    started.view = std::make_shared<RunView>();
    started.view->id = fromUtf8(id);
    if (auto summary = workspace.run(id); summary.ok()) started.view->summary = std::move(*summary);
    started.view->summary.config = config;
    if (config.isolated) record->reset();  // the worker opens the run itself
    auto session = config.isolated ? startIsolated(workspace.folder(), id, workerLimits(config), run.epochSeconds,
                                                   run.startWeights, run.stepsOnce)
                                   : engine.start({config,
                                                   std::move(*checked),
                                                   std::move(*record),
                                                   {},
                                                   run.startWeights,
                                                   run.epochSeconds,
                                                   run.stepsOnce});
    if (session.ok())
        started.session = std::move(*session);
    else
        started.error = session.error();
    return started;
}

RunStart attachFirst(Workspace& workspace, const std::vector<std::string>& ids) {
    RunStart started;
    started.error = Error{ErrorCode::Cancelled, {}};
    for (const std::string& id : ids) {
        auto summary = workspace.run(id);
        auto history = readRunHistory(runFolderIn(workspace.folder(), id));
        if (!summary.ok() || !history.ok()) continue;
        // Curves are stored once a second and events at once: what came after the last stored sample is told again by
        // the worker.
        double since = -1;
        for (const auto& sample : history->metrics) since = std::max(since, sample.wall);
        auto session = attachIsolated(workspace.folder(), id, since);
        if (!session.ok()) continue;
        auto fresh = std::make_shared<RunView>();
        fresh->id = fromUtf8(id);
        fresh->summary = std::move(*summary);
        for (const auto& event : history->events)
            if (event.wall <= since) fresh->take(event);
        for (const auto& sample : history->metrics) fresh->metrics.add(sample);
        started.session = std::move(*session);
        started.isLeased = !fresh->summary.config->isolated;
        started.view = std::move(fresh);
        started.error.reset();
        break;
    }
    return started;
}

RunStart goOn(Engine& engine, Workspace& workspace, const std::string& id, std::unique_ptr<RunRecord> record,
              bool stepsOnce) {
    RunStart started;
    const auto folder = runFolderIn(workspace.folder(), id);
    // First: a damaged record is made anew as it is opened.
    auto opened = record ? Result<std::unique_ptr<RunRecord>>(std::move(record)) : workspace.reopenRun(id);
    if (!opened.ok()) {
        started.error = opened.error();
        return started;
    }
    started.warning = (*opened)->repaired();
    auto summary = workspace.run(id);
    auto history = readRunHistory(folder);
    if (!summary.ok() || !history.ok()) {
        started.error = summary.ok() ? history.error() : summary.error();
        return started;
    }
    started.view = std::make_shared<RunView>();
    started.view->id = fromUtf8(id);
    started.view->summary = *summary;
    for (const auto& event : history->events) started.view->take(event);
    for (const auto& sample : history->metrics) started.view->metrics.add(sample);
    started.view->summary = std::move(*summary);
    started.history = std::move(history->metrics);
    auto session = Result<std::unique_ptr<RunSession>>(Error{});
    if (history->config.isolated) {
        opened->reset();  // the worker opens the run itself
        session = startIsolated(workspace.folder(), id, workerLimits(history->config), 0, {}, stepsOnce);
    } else {
        session = engine.start({history->config, nullptr, std::move(*opened), folder, {}, 0, stepsOnce});
    }
    if (session.ok())
        started.session = std::move(*session);
    else
        started.error = session.error();
    return started;
}

}  // namespace gatelab
