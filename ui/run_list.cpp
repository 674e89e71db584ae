// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RunController that keeps the list of the workspace's runs.
#include "background_job.h"
#include "run_controller.h"
#include "texts.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace gatelab {
namespace {

struct Listed {
    Result<std::vector<RunSummary>> runs;
    std::vector<RunSummary> toUnpack;  ///< the same once more
};

Listed listed(Workspace& workspace) {
    auto runs = workspace.runs();
    auto again = runs ? *runs : std::vector<RunSummary>();
    return {std::move(runs), std::move(again)};
}

/// Looks at all that is unpacked when it is first looked at, so that sorting and filtering do not wait for it. False: cancelled.
bool unpack(const std::vector<RunSummary>& runs, const Progress& progress) {
    for (const RunSummary& run : runs) {
        if (!report(progress, -1)) return false;
        static_cast<void>(*run.config), static_cast<void>(*run.lastValues), static_cast<void>(*run.bestValues), static_cast<void>(*run.scores);
    }
    return true;
}

}  // namespace

const RunSummary* RunController::findRun(const QString& runId) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(), [id = runId.toStdString()](const RunSummary& run) { return run.id == id; });
    return found == runs_.end() ? nullptr : &*found;
}

void RunController::refreshRuns() {
    if (!workspace_) return;
    listJob_->run<Listed>([workspace = workspace_](const Progress&) { return listed(*workspace); }, [this](Listed list) {
        if (!edits_.empty()) return;  // a newer list follows the edit
        if (!list.runs.ok()) {
            Q_EMIT problem(translated(list.runs.error()), QStringLiteral("workspace"));
            return;
        }
        runs_ = std::move(*list.runs);
        // The numbers that stand for an ended run are known to its record only.
        const RunSummary* shown = current_ && !current_->live ? findRun(current_->id) : nullptr;
        if (shown) {
            current_->summary.lastValues = shown->lastValues;
            Q_EMIT ticked();
        }
        Q_EMIT runsChanged();
        if (findRun(reopen_) && !current_) open(std::exchange(reopen_, {}));
        unpackJob_->run<bool>([runs = std::move(list.toUnpack)](const Progress& progress) { return unpack(runs, progress); }, [](bool) {});
    });
}

void RunController::rename(const QString& runId, const QString& name) {
    if (const RunSummary* run = findRun(runId)) {
        RunSummary edited = *run;
        edited.name = name.toStdString();
        edit({edited});
    }
}

void RunController::edit(const std::vector<RunSummary>& edited) {
    std::map<std::string_view, const RunSummary*> wanted;
    for (const RunSummary& run : edited) wanted.emplace(run.id, &run);
    const auto store = [&wanted](RunSummary& run) {
        const auto found = wanted.find(run.id);
        if (found == wanted.end()) return false;
        const RunSummary& one = *found->second;
        run.name = one.name;
        run.colour = one.colour;
        run.starred = one.starred;
        run.archived = one.archived;
        run.tags = one.tags;
        run.note = one.note;
        return true;
    };
    std::vector<RunSummary> known;
    for (RunSummary& run : runs_)  // shown at once; the list read after the edit is the truth
        if (store(run)) known.push_back(run);
    if (known.empty()) return;
    for (const auto& view : {current_, live_})
        if (view) store(view->summary);
    Q_EMIT runsChanged();
    Q_EMIT ticked();
    for (RunSummary& run : known) enqueueEdit([run = std::move(run)](Workspace& workspace) { return workspace.editRun(run); });
}

void RunController::remove(const QString& runId) {
    if (live_ && live_->id == runId) {
        Q_EMIT problem(tr("This run is training. Stop it first, then delete it."), {});
        return;
    }
    std::erase_if(runs_, [id = runId.toStdString()](const RunSummary& run) { return run.id == id; });
    Q_EMIT runsChanged();
    if (current_ && current_->id == runId) {
        removedShown_ = runId;
        show(live_);
    }
    enqueueEdit([id = runId.toStdString()](Workspace& workspace) { return workspace.deleteRun(id); });
}

void RunController::restore(const QString& runId) {
    if (runId == removedShown_) reopen_ = runId;
    enqueueEdit([id = runId.toStdString()](Workspace& workspace) { return workspace.undeleteRun(id); });
}

void RunController::enqueueEdit(std::function<Result<>(Workspace&)> edit) {
    if (!workspace_) return;
    edits_.push_back(std::move(edit));
    if (edits_.size() == 1) runNextEdit();
}

/// One at a time, in the order asked for.
void RunController::runNextEdit() {
    editJob_->run<Result<>>([workspace = workspace_, edit = edits_.front()](const Progress&) { return edit(*workspace); },
                            [this](Result<> result) {
                                edits_.pop_front();
                                if (!result.ok()) Q_EMIT problem(translated(result.error()), {});
                                if (edits_.empty()) refreshRuns();
                                else runNextEdit();
                            });
}

}  // namespace gatelab
