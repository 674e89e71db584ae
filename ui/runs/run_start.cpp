// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_start.h"

#include "common/texts.h"
#include "config/obstacles/xla_obstacle.h"
#include "session/isolated_session.h"
#include "store/checkpoint.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace gatelab {

namespace {

constexpr auto kBegins = std::chrono::seconds(10);
constexpr auto kLook = std::chrono::milliseconds(20);

/// What is known of a run before it trains: of one that goes on also what was stored.
Result<> readView(Workspace& workspace, const std::string& id, bool goesOn, RunStart& started) {
    started.view = std::make_shared<RunView>();
    RunView& view = *started.view;
    view.id = fromUtf8(id);
    auto summary = workspace.run(id);
    if (!goesOn) {
        if (summary.ok()) view.summary = std::move(*summary);
        return {};
    }
    auto history = readRunHistory(runFolderIn(workspace.folder(), id));
    if (!summary.ok()) return summary.error();
    if (!history.ok()) return history.error();
    view.summary = *summary;
    for (const auto& event : history->events) view.take(event);
    for (const auto& sample : history->metrics) view.metrics.add(sample);
    view.summary = std::move(*summary);
    started.history = std::move(history->metrics);
    return {};
}

}  // namespace

RunStart startRun(Engine& engine, Workspace& workspace, RunOrder order) {
    // A plugin of XLA is opened in a process of its own alone.
    if (order.resume.empty() && isXla(order.config.device)) order.config.isolated = true;
    RunStart started;
    const auto failed = [&started](const Error& error) {
        started.error = error;
        return std::move(started);
    };
    if (auto checked = check(engine, order); !checked.ok()) {
        started.isRefused = true;
        return failed(checked.error());
    }
    auto opened = openRun(engine, &workspace, order);
    if (!opened.ok()) {
        started.isRefused = !order.isNew();
        return failed(opened.error());
    }
    RunRequest& request = opened->request;
    const std::string id = request.record->id();
    started.warning = request.record->repaired();
    if (auto read = readView(workspace, id, !order.isNew(), started); !read.ok()) return failed(read.error());
    if (order.isNew()) started.view->summary.config = request.config;
    auto session = Result<std::unique_ptr<RunSession>>(Error{});
    const bool isPlaced = order.place && order.place->isChosen();  // its first rank is this process
    if (request.config.isolated && !isPlaced) {
        request.record.reset();  // the worker opens the run itself
        session = startIsolated(workspace.folder(), id, workerLimits(request.config), order.epochSeconds,
                                request.startWeights, order.stepsOnce);
    } else {
        session = engine.start(std::move(request));
    }
    if (!session.ok()) return failed(session.error());
    started.session = std::move(*session);
    return started;
}

Result<> continueAlone(Workspace& workspace, const std::string& id) {
    const auto summary = workspace.run(id);
    if (!summary.ok()) return summary.error();
    const bool isSaved = !CheckpointStore(runFolderIn(workspace.folder(), id)).list().empty();
    auto session = startIsolated(workspace.folder(), id, workerLimits(summary->config), 0,
                                 isSaved ? std::filesystem::path() : std::filesystem::path(summary->startWeights));
    if (!session.ok()) return session.error();
    const auto patience = std::chrono::steady_clock::now() + kBegins;
    while ((*session)->state() == RunState::Preparing && !(*session)->done() &&
           std::chrono::steady_clock::now() < patience)
        std::this_thread::sleep_for(kLook);
    for (const RunEvent& event : (*session)->channel().takeEvents())
        if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state == RunState::Failed)
            return Error{end->code, end->why};
    return {};
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

}  // namespace gatelab
