// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_branch.h"

#include "base/clock.h"
#include "config/config_difference.h"
#include "config/config_io.h"
#include "config/schedule_curve.h"
#include "run/run_change.h"
#include "store/named_checkpoint.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"

namespace gatelab {

namespace {

/// At the step from which the run goes on.
RunEvent placed(const PreparedContinuation& prepared, RunEvent::What what) {
    return {std::move(what), prepared.step, prepared.epoch, prepared.seconds, wallSeconds()};
}

std::vector<RunEvent> eventsOf(const PreparedContinuation& prepared) {
    std::vector<RunEvent> events;
    for (const Phrase& warning : prepared.warnings) events.push_back(placed(prepared, RunWarning{warning}));
    for (const ConfigChange& change : configChanges(prepared.before, prepared.after))
        events.push_back(placed(prepared, changeMarker(change)));
    if (Phrase stretched = stretchedSchedule(prepared.after); !stretched.empty())
        events.push_back(placed(prepared, RunWarning{std::move(stretched)}));
    return events;
}

}  // namespace

Result<ExtendedRun> extendRun(Engine& engine, Workspace& workspace, const std::string& runId, std::int64_t moreEpochs,
                              bool startAnyway) {
    const auto summary = workspace.run(runId);
    if (!summary.ok()) return summary.error();
    // Once it is open again, what it lacks would make it a failed run.
    ExperimentConfig config = summary->config;
    config.startAnyway = config.startAnyway || startAnyway;
    if (auto checked = engine.check(config, nullptr, {}); !checked.ok())
        return checked.error().withContext({GATELAB_TEXT("Training", "run '%1' does not go on"), {runId}});
    auto record = workspace.reopenRun(runId);
    if (!record.ok()) return record.error();
    const auto folder = (*record)->folder();
    auto prepared = engine.prepare({folder, false, folder, std::nullopt, moreEpochs, summary->epoch});
    if (!prepared.ok()) {
        // It had an end, and still has it.
        if (auto back = (*record)->setState(summary->state, summary->step, summary->epoch, summary->seconds);
            !back.ok())
            return back.error();
        return prepared.error().withContext({GATELAB_TEXT("Training", "run '%1' does not go on"), {runId}});
    }
    ExtendedRun extended{std::move(*record), eventsOf(*prepared)};
    auto kept = extended.record->setEpochs(prepared->after.epochs);
    for (const RunEvent& event : extended.events)
        if (kept.ok()) kept = extended.record->addEvent(event);
    if (!kept.ok()) return kept.error();
    return extended;
}

Result<BranchPoint> findBranchPoint(const std::filesystem::path& runFolder, const std::string& checkpoint) {
    if (auto there = run_files::checkTrained(runFolder); !there.ok()) return there.error();
    const auto named = loadNamedCheckpoint(CheckpointStore(runFolder), checkpoint);
    if (!named.ok()) return named.error();
    const LoadedCheckpoint& loaded = named->loaded;
    auto config = configFromJson(loaded.contents.state);
    if (!config.ok()) return config.error().withContext("the settings kept in '" + loaded.info.folder.string() + "'");
    return BranchPoint{loaded.info.folder, named->atBest, named->step(), named->epochsBegun(),
                       std::move(config->config)};
}

Result<std::unique_ptr<RunRecord>> branchRun(Engine& engine, Workspace& workspace, const BranchRequest& request) {
    const auto parent = workspace.run(request.parent);
    if (!parent.ok()) return parent.error();
    auto point = findBranchPoint(runFolderIn(workspace.folder(), request.parent), request.checkpoint);
    if (!point.ok()) return point.error();
    ExperimentConfig config = request.config ? *request.config : point->config;
    if (request.moreEpochs > 0) {
        config.epochs = point->epochsBegun + request.moreEpochs;
        config.maxSteps = 0;
    }
    if (auto checked = engine.check(config, nullptr, {}); !checked.ok()) return checked.error();
    RunOrigin origin(request.parent);
    origin.branchStep = point->step;
    origin.number = request.number;
    // Run and first checkpoint appear together: a branch is never there without its beginning.
    std::vector<RunEvent> warnings;
    origin.fill = [&](const std::filesystem::path& folder) -> Result<> {
        auto prepared = engine.prepare({point->folder, point->atBest, folder, config, 0, 0});
        if (!prepared.ok()) return prepared.error();
        for (const Phrase& warning : prepared->warnings) warnings.push_back(placed(*prepared, RunWarning{warning}));
        return {};
    };
    auto record = workspace.createRun(config, origin, parent->dataName);
    for (const RunEvent& warning : warnings)
        if (record.ok())
            if (auto noted = (*record)->addEvent(warning); !noted.ok()) return noted.error();
    return record;
}

}  // namespace gatelab
