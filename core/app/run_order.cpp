// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_order.h"

#include "app/run_branch.h"
#include "config/architecture.h"

#include <utility>

namespace gatelab {

namespace {

Result<OpenedRun> openNew(Workspace& workspace, const RunOrder& order) {
    RunOrigin origin(order.parent);
    origin.startWeights = order.startWeights;
    origin.name = order.name;
    origin.number = order.number;
    auto record = workspace.createRun(order.config, origin, dataName(order.config));
    if (!record.ok()) return record.error();
    return OpenedRun{{order.config, order.data, std::move(*record), {}, order.startWeights}, {}};
}

Result<OpenedRun> openBranch(Engine& engine, Workspace& workspace, const RunOrder& order) {
    auto record =
        branchRun(engine, workspace, {order.parent, order.branchFrom, order.config, order.moreEpochs, order.number});
    if (!record.ok()) return record.error();
    const std::filesystem::path folder = (*record)->folder();
    const auto summary = workspace.run((*record)->id());
    if (!summary.ok()) return summary.error();
    return OpenedRun{{summary->config, nullptr, std::move(*record), folder}, {}};
}

Result<OpenedRun> openKept(Engine& engine, Workspace& workspace, const RunOrder& order) {
    ExtendedRun opened;
    if (order.moreEpochs > 0) {
        auto extended = extendRun(engine, workspace, order.resume, order.moreEpochs, order.startAnyway);
        if (!extended.ok()) return extended.error();
        opened = std::move(*extended);
    } else {
        auto record = workspace.reopenRun(order.resume);
        if (!record.ok()) return record.error();
        opened.record = std::move(*record);
    }
    // Read after it was opened: a damaged record is made anew as it is, and a longer plan is in it.
    const auto summary = workspace.run(order.resume);
    if (!summary.ok()) return summary.error();
    const std::filesystem::path folder = opened.record->folder();
    return OpenedRun{{summary->config, nullptr, std::move(opened.record), folder}, std::move(opened.events)};
}

}  // namespace

RunOrder orderOf(const QueuedRun& queued) {
    RunOrder order;
    order.config = queued.config;
    order.parent = queued.parent;
    order.name = queued.name;
    order.number = queued.number;
    order.branchFrom = queued.branchFrom;
    order.resume = queued.resume;
    order.moreEpochs = queued.moreEpochs;
    return order;
}

Result<> check(Engine& engine, RunOrder& order) {
    if (!order.isNew()) return {};
    auto data = engine.check(order.config, order.data, order.startWeights);
    if (!data.ok()) return data.error();
    order.data = std::move(*data);
    return {};
}

Result<OpenedRun> openRun(Engine& engine, Workspace& workspace, const RunOrder& order) {
    auto opened = !order.resume.empty()       ? openKept(engine, workspace, order)
                  : !order.branchFrom.empty() ? openBranch(engine, workspace, order)
                                              : openNew(workspace, order);
    if (!opened.ok()) return opened.error();
    opened->request.config.startAnyway = opened->request.config.startAnyway || order.startAnyway;
    opened->request.epochSeconds = order.epochSeconds;
    opened->request.stepsOnce = order.stepsOnce;
    return opened;
}

}  // namespace gatelab
