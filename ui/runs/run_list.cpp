// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RunController that keeps the list of the workspace's runs.
#include "common/background_job.h"
#include "common/pending_edits.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace gatelab {
namespace {

struct Listed {
    std::string mark;
    Result<std::vector<RunSummary>> runs;
    std::vector<RunSummary> toUnpack;  ///< the same once more
    bool isFolderGone = false;
};

/// Nothing: what was known still holds.
std::optional<Listed> listed(Workspace& workspace, const std::string& known) {
    std::string mark = workspace.outsideMark();  // before the reading: what comes meanwhile is seen next time
    if (mark == known) return std::nullopt;
    auto runs = workspace.runs();
    auto again = runs ? *runs : std::vector<RunSummary>();
    std::error_code unknown;
    const bool isFolderGone = !std::filesystem::exists(workspace.folder(), unknown) && !unknown;
    return Listed{std::move(mark), std::move(runs), std::move(again), isFolderGone};
}

/// What a person may change.
void takeEdits(RunSummary& run, const RunSummary& edited) {
    run.name = edited.name;
    run.colour = edited.colour;
    run.starred = edited.starred;
    run.archived = edited.archived;
    run.tags = edited.tags;
    run.note = edited.note;
}

bool differsOnlyInProgress(const RunSummary& a, const RunSummary& b) {
    const auto rest = [](const RunSummary& run) {
        return std::tie(run.id, run.state, run.name, run.colour, run.starred, run.archived, run.tags, run.note,
                        run.epochs, run.problem, run.ended);
    };
    return rest(a) == rest(b) && a.changes.size() == b.changes.size() && (isGoingOn(a.state) || a.step == b.step);
}

/// Looks at all that is unpacked when it is first looked at, so that sorting and filtering do not wait for it. False:
/// cancelled.
bool unpack(const std::vector<RunSummary>& runs, const Progress& progress) {
    for (const RunSummary& run : runs) {
        if (!report(progress, -1)) return false;
        static_cast<void>(*run.config), static_cast<void>(*run.lastValues), static_cast<void>(*run.bestValues),
            static_cast<void>(*run.keptValues), static_cast<void>(*run.scores);
    }
    return true;
}

}  // namespace

const RunSummary* RunController::findRun(const QString& runId) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(),
                                    [id = runId.toStdString()](const RunSummary& run) { return run.id == id; });
    return found == runs_.end() ? nullptr : &*found;
}

void RunController::refreshRuns() { readList({}); }

void RunController::lookOutside() {
    // A reading that goes on is not cut off; the list that follows an edit has all.
    if (!mark_.empty() && !listJob_->running() && !editJob_->running()) readList(mark_);
}

void RunController::readList(const std::string& known) {
    if (!workspace_) return;
    listJob_->run<std::optional<Listed>>(
        [workspace = workspace_, known](const Progress&) { return listed(*workspace, known); },
        [this, isAsked = known.empty()](std::optional<Listed> news) {
            if (!news || editJob_->running()) return;  // a newer list follows the edit
            Listed& list = *news;
            mark_ = list.mark;
            if (!list.runs.ok()) {
                const QString gone =
                    tr("The folder of this workspace, %1, was moved or deleted while it was open; if it was moved, its "
                       "runs are kept in it; choose it where it is now");
                Q_EMIT problem(
                    list.isFolderGone ? gone.arg(fromPath(workspace_->folder())) : translated(list.runs.error()),
                    QStringLiteral("workspace"));
                return;
            }
            // A training elsewhere is told like one's own: line by line, so that pages are not built anew every few
            // seconds.
            if (!isAsked && std::ranges::equal(runs_, *list.runs, differsOnlyInProgress)) {
                for (std::size_t i = 0; i < runs_.size(); ++i) {
                    const bool isNews =
                        runs_[i].step != (*list.runs)[i].step && !(live_ && live_->summary.id == runs_[i].id);
                    if (!isNews) continue;
                    runs_[i] = std::move((*list.runs)[i]);
                    Q_EMIT runProgressed(fromUtf8(runs_[i].id));
                }
                return;
            }
            const auto isShown = [this](const RunSummary& run) { return run.id == current_->id.toStdString(); };
            const bool isGone = current_ && current_ != live_ && std::ranges::any_of(runs_, isShown) &&
                                std::ranges::none_of(*list.runs, isShown);
            runs_ = std::move(*list.runs);
            for (const auto& view : {current_, live_})
                if (const RunSummary* run = view ? findRun(view->id) : nullptr) takeEdits(view->summary, *run);
            // The numbers that stand for an ended run are known to its record only.
            const RunSummary* shown = current_ && !current_->live ? findRun(current_->id) : nullptr;
            if (shown) {
                current_->summary.lastValues = shown->lastValues;
                Q_EMIT ticked();
            }
            Q_EMIT runsChanged();
            if (isGone) {
                Q_EMIT warned(tr("%1 was deleted outside of this window and is no longer shown. File, Restore deleted "
                                 "runs brings it back.")
                                  .arg(fromUtf8(current_->summary.name)));
                leaveShown();
            }
            if (live_) noteProgress();  // it knows more than the index
            if (findRun(reopen_) && !current_) open(std::exchange(reopen_, {}));
            unpackJob_->run<bool>(
                [runs = std::move(list.toUnpack)](const Progress& progress) { return unpack(runs, progress); },
                [](bool) {});
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
        takeEdits(run, *found->second);
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
    for (RunSummary& run : known)
        enqueueEdit([run = std::move(run)](Workspace& workspace) { return workspace.editRun(run); });
}

void RunController::remove(const QStringList& runIds) {
    std::set<std::string> gone;
    for (const QString& id : runIds) gone.insert(id.toStdString());
    if (live_ && gone.erase(live_->id.toStdString()) > 0)
        Q_EMIT problem(tr("This run is training. Stop it first, then delete it."), {});
    if (gone.empty()) return;
    std::erase_if(runs_, [&gone](const RunSummary& run) { return gone.contains(run.id); });
    Q_EMIT runsChanged();  // once: pages are built anew from it
    if (current_ && gone.contains(current_->id.toStdString())) leaveShown();
    for (const std::string& id : gone) enqueueEdit([id](Workspace& workspace) { return workspace.deleteRun(id); });
}

void RunController::leaveShown() {
    removedShown_ = current_->id;
    show(live_);
}

void RunController::restore(const QStringList& runIds) {
    if (runIds.contains(removedShown_)) reopen_ = removedShown_;
    for (const QString& id : runIds)
        enqueueEdit([id = id.toStdString()](Workspace& workspace) { return workspace.undeleteRun(id); });
}

void RunController::eraseDeleted(const QString& runId) {
    enqueueEdit([id = runId.toStdString()](Workspace& workspace) { return workspace.eraseDeletedRun(id); });
}

void RunController::enqueueEdit(std::function<Result<>(Workspace&)> edit) {
    if (!workspace_) return;
    edits_->add([workspace = workspace_, edit = std::move(edit)] { return edit(*workspace); });
    if (!editJob_->running()) runEdits();
}

void RunController::runEdits() {
    editJob_->run<std::vector<Error>>([edits = edits_](const Progress&) { return edits->run(); },
                                      [this](const std::vector<Error>& failed) {
                                          for (const Error& error : failed) Q_EMIT problem(translated(error), {});
                                          if (edits_->empty())
                                              refreshRuns();
                                          else
                                              runEdits();  // asked for while the thread ended
                                      },
                                      [](const Error& error) { return std::vector{error}; });
}

}  // namespace gatelab
