// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_order.h"

#include "app/branch_point.h"
#include "app/run_data.h"
#include "app/run_names.h"
#include "base/clock.h"
#include "config/architecture.h"
#include "config/config_difference.h"
#include "config/schedule_curve.h"
#include "run/run_change.h"
#include "store/checkpoint.h"
#include "store/data_for_run.h"
#include "store/known_hosts.h"
#include "store/record/run_folder.h"
#include "store/saved_preparation_file.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// At the step from which the run goes on.
RunEvent placed(const PreparedContinuation& prepared, RunEvent::What what) {
    return {std::move(what), prepared.step, prepared.epoch, prepared.seconds, wallSeconds()};
}

std::vector<RunEvent> warningsOf(const PreparedContinuation& prepared) {
    std::vector<RunEvent> events;
    for (const Phrase& warning : prepared.warnings) events.push_back(placed(prepared, RunWarning{warning}));
    return events;
}

/// The longer plan, and what it means for the schedule.
std::vector<RunEvent> eventsOf(const PreparedContinuation& prepared) {
    std::vector<RunEvent> events = warningsOf(prepared);
    for (const ConfigChange& change : configChanges(prepared.before, prepared.after))
        events.push_back(placed(prepared, changeMarker(change)));
    if (Phrase stretched = stretchedSchedule(prepared.after); !stretched.empty())
        events.push_back(placed(prepared, RunWarning{std::move(stretched)}));
    return events;
}

Result<> note(RunRecord& record, const std::vector<RunEvent>& events) {
    for (const RunEvent& event : events)
        if (auto noted = record.addEvent(event); !noted.ok()) return noted;
    return {};
}

/// Null: all on this machine.
std::shared_ptr<const RankSetup> setupOf(const std::shared_ptr<const TrainingPlace>& place) {
    return place ? std::shared_ptr<const RankSetup>(place, &place->setup) : nullptr;
}

/// Whether what is kept can train there: asked before anything of it is changed.
Result<std::shared_ptr<const TrainingPlace>> checkPlace(Engine& engine, const RunOrder& order,
                                                        ExperimentConfig placed) {
    placed.startAnyway = placed.startAnyway || order.startAnyway;
    const auto data = engine.check(placed, nullptr, {});
    if (!data.ok()) return data.error();
    return reachHosts(order.place, placed, **data);
}

Result<OpenedRun> openNew(Workspace* workspace, const RunOrder& order) {
    OpenedRun opened{{order.config, order.data, nullptr, {}, order.startWeights}, {}};
    opened.request.ranks = setupOf(order.place);
    if (workspace == nullptr) return opened;
    RunOrigin origin(order.parent);
    origin.startWeights = order.startWeights;
    origin.name = order.name;
    origin.number = order.number;
    auto record = workspace->createRun(order.config, origin, dataName(order.config));
    if (!record.ok()) return record.error();
    opened.request.record = std::move(*record);
    return opened;
}

/// Other data may hold other words, even as many: those of the branch are the ones that the weights were trained on.
Result<ExperimentConfig> wordsOfBranch(const ExperimentConfig& config, const ExperimentConfig& before,
                                       const std::filesystem::path& parentFolder) {
    const auto changes = configChanges(before, config);
    const bool others = std::ranges::any_of(changes, [](const ConfigChange& change) {
        const FieldGroup group = change.field->group;
        return group == FieldGroup::Source || group == FieldGroup::Import || group == FieldGroup::Columns ||
               group == FieldGroup::Preparation || group == FieldGroup::Windows;
    });
    return others ? withLearnedWords(config, parentFolder) : Result<ExperimentConfig>(config);
}

Result<OpenedRun> openBranch(Engine& engine, Workspace& workspace, const RunOrder& order) {
    const auto parent = workspace.run(order.parent);
    if (!parent.ok()) return parent.error();
    const std::filesystem::path parentFolder = runFolderIn(workspace.folder(), order.parent);
    const auto point = findBranchPoint(parentFolder, order.branchFrom);
    if (!point.ok()) return point.error();
    auto worded = wordsOfBranch(order.config, point->config, parentFolder);
    if (!worded.ok()) return worded.error();
    ExperimentConfig config = std::move(*worded);
    const std::filesystem::path kept =
        config.dataPath == parent->config->dataPath ? keptData(parentFolder) : std::filesystem::path();
    const auto read = [&] { return kept.empty() ? config : withKeptData(config, parentFolder); };
    if (order.moreEpochs > 0) {
        config.epochs = point->epochsBegun + order.moreEpochs;
        config.maxSteps = 0;
    }
    std::shared_ptr<const TrainingPlace> place = order.place;
    if (place && place->isChosen()) {
        auto reached = checkPlace(engine, order, read());
        if (!reached.ok()) return reached.error();
        place = std::move(*reached);
    } else if (auto checked = engine.check(read(), nullptr, {}); !checked.ok()) {
        return checked.error();
    }
    RunOrigin origin(order.parent);
    origin.branchStep = point->step;
    origin.number = order.number;
    // Run and first checkpoint appear together: a branch is never there without its beginning.
    std::vector<RunEvent> warnings;
    origin.fill = [&](const std::filesystem::path& folder) -> Result<> {
        auto prepared = engine.prepare({point->folder, point->atBest, folder, config, 0, 0});
        if (!prepared.ok()) return prepared.error();
        warnings = warningsOf(*prepared);
        return kept.empty() ? Result<>() : keepDataName(folder, kept.filename().string());
    };
    auto record = workspace.createRun(config, origin, parent->dataName);
    if (!record.ok()) return record.error();
    if (auto noted = note(**record, warnings); !noted.ok()) return noted.error();
    const std::filesystem::path folder = (*record)->folder();
    OpenedRun opened{{std::move(config), nullptr, std::move(*record), folder}, {}};
    opened.request.ranks = setupOf(place);
    return opened;
}

/// What would end a run that goes on, looked for before anything of it is changed.
Result<> checkGoesOn(const std::filesystem::path& runFolder, const ExperimentConfig& config) {
    if (auto data = checkRunData(runFolder, config); !data.ok()) return data;
    return CheckpointStore(runFolder).checkRoom();
}

Phrase refusal(Phrase run) { return {GATELAB_TEXT("Training", "run '%1' does not go on"), {std::move(run)}}; }

/// The open record, and what was noted in it. On failure the run is as it was.
Result<OpenedRun> extend(Engine& engine, Workspace& workspace, const RunOrder& order) {
    const Phrase refused = refusal(order.resume);
    const auto summary = workspace.run(order.resume);
    if (!summary.ok()) return summary.error();
    // Once it is open again, what it lacks would make it a failed run.
    ExperimentConfig config = summary->config;
    config.startAnyway = config.startAnyway || order.startAnyway;
    const ExperimentConfig read = withKeptData(config, runFolderIn(workspace.folder(), order.resume));
    if (auto checked = engine.check(read, nullptr, {}); !checked.ok()) return checked.error().withContext(refused);
    auto record = workspace.reopenRun(order.resume);
    if (!record.ok()) return record.error();
    const auto folder = (*record)->folder();
    auto prepared = engine.prepare({folder, false, folder, std::nullopt, order.moreEpochs, summary->epoch});
    if (!prepared.ok()) {
        // It had an end, and still has it.
        if (auto back = (*record)->setState(summary->state, summary->step, summary->epoch, summary->seconds);
            !back.ok())
            return back.error();
        return prepared.error().withContext(refused);
    }
    OpenedRun opened{{{}, nullptr, std::move(*record), folder}, eventsOf(*prepared)};
    auto kept = opened.request.record->setEpochs(prepared->after.epochs);
    if (kept.ok()) kept = note(*opened.request.record, opened.events);
    if (!kept.ok()) return kept.error();
    return opened;
}

Result<OpenedRun> reopen(Workspace& workspace, const RunOrder& order) {
    auto record = workspace.reopenRun(order.resume);
    if (!record.ok()) return record.error();
    const std::filesystem::path folder = (*record)->folder();
    return OpenedRun{{{}, nullptr, std::move(*record), folder}, {}};
}

Result<OpenedRun> openKept(Engine& engine, Workspace& workspace, const RunOrder& order) {
    const auto before = workspace.run(order.resume);
    if (!before.ok()) return before.error();
    if (auto can = checkGoesOn(runFolderIn(workspace.folder(), order.resume), before->config); !can.ok())
        return can.error().withContext(refusal(numberedName(*before)));
    std::shared_ptr<const TrainingPlace> place = order.place;
    const std::int64_t ranks = place ? placedAgain(*place, before->config).ranks : before->config->ranks;
    if (place && place->isChosen()) {
        auto reached = checkPlace(
            engine, order,
            placedAgain(*order.place, withKeptData(before->config, runFolderIn(workspace.folder(), order.resume))));
        if (!reached.ok()) return reached.error().withContext(refusal(numberedName(*before)));
        place = std::move(*reached);
    }
    auto opened = order.moreEpochs > 0 ? extend(engine, workspace, order) : reopen(workspace, order);
    if (!opened.ok()) return opened;
    // Read after it was opened: a damaged record is made anew as it is, and a longer plan is in it.
    const auto summary = workspace.run(order.resume);
    if (!summary.ok()) return summary.error();
    opened->request.config = summary->config;
    opened->request.config.ranks = ranks;
    opened->request.ranks = setupOf(place);
    if (ranks == summary->config->ranks) return opened;
    opened->events.push_back(
        {RunMarker{{GATELAB_TEXT("Ranks", "goes on with %1 ranks, which were %2; the bits are the same"),
                    {ranks, summary->config->ranks}}},
         summary->step, summary->epoch, summary->seconds, wallSeconds()});
    if (auto noted = note(*opened->request.record, {opened->events.back()}); !noted.ok()) return noted.error();
    return opened;
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
    if (queued.hosts.empty() && queued.placeRanks == 0) return order;
    auto place = std::make_shared<TrainingPlace>();
    place->ranks = queued.placeRanks;
    place->setup.program = queued.hostProgram;
    if (auto hosts = rankHostsFrom(queued.hosts); hosts.ok()) place->setup.hosts = std::move(*hosts);
    order.place = std::move(place);
    return order;
}

Result<> check(Engine& engine, RunOrder& order) {
    if (!order.isNew()) return {};
    auto data = engine.check(order.config, order.data, order.startWeights);
    if (!data.ok()) return data.error();
    order.data = std::move(*data);
    auto reached = reachHosts(order.place, order.config, *order.data);
    if (!reached.ok()) return reached.error();
    order.place = std::move(*reached);
    return {};
}

Result<OpenedRun> openRun(Engine& engine, Workspace* workspace, const RunOrder& order) {
    auto opened = order.isNew()          ? openNew(workspace, order)
                  : order.resume.empty() ? openBranch(engine, *workspace, order)
                                         : openKept(engine, *workspace, order);
    if (!opened.ok()) return opened.error();
    // A list for people: a run does not depend on it.
    if (workspace != nullptr && order.place) (void)KnownHosts(workspace->folder()).add(order.place->setup.hosts).ok();
    opened->request.config.startAnyway = opened->request.config.startAnyway || order.startAnyway;
    opened->request.epochSeconds = order.epochSeconds;
    opened->request.stepsOnce = order.stepsOnce;
    return opened;
}

}  // namespace gatelab
