// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_library.h"

#include "base/ordered_work.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "store/record/run_facts.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace gatelab {
namespace {

constexpr int kLookMs = 3000;

struct Listed {
    std::string mark;
    Result<std::vector<RunSummary>> runs;
    std::vector<RunSummary> toUnpack;  ///< the same once more
    bool isFolderGone = false;
};

/// Nothing: what was known still holds.
std::optional<Listed> listed(Workspace& workspace, const std::string& known) {
    std::string mark = workspace.changeToken();  // before the reading: what comes meanwhile is seen next time
    if (mark == known) return std::nullopt;
    auto runs = workspace.runs();
    auto again = runs ? *runs : std::vector<RunSummary>();
    std::error_code unknown;
    const bool isFolderGone = !std::filesystem::exists(workspace.folder(), unknown) && !unknown;
    return Listed{std::move(mark), std::move(runs), std::move(again), isFolderGone};
}

bool differsOnlyInProgress(const RunSummary& a, const RunSummary& b) {
    const auto rest = [](const RunSummary& run) {
        return std::tie(run.id, run.number, run.state, run.name, run.colour, run.starred, run.archived, run.tags,
                        run.note, run.epochs, run.problem, run.ended);
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

RunLibrary::RunLibrary(std::function<bool(const RunSummary&)> isLive, QObject* parent)
    : QObject(parent),
      isLive_(std::move(isLive)),
      edits_(std::make_shared<OrderedWork>()),
      workspaceJob_(new BackgroundJob(this)),
      listJob_(new BackgroundJob(this)),
      editJob_(new BackgroundJob(this)),
      unpackJob_(new BackgroundJob(this)) {
    lookTimer_.setInterval(kLookMs);
    connect(&lookTimer_, &QTimer::timeout, this, &RunLibrary::lookOutside);
    lookTimer_.start();
    connect(workspaceJob_, &BackgroundJob::progressed, this, &RunLibrary::openingChanged);
    connect(workspaceJob_, &BackgroundJob::finished, this, &RunLibrary::openingChanged);
}

RunLibrary::~RunLibrary() {
    // What was asked for after the thread's last look. A failure has nobody left to be shown to.
    static_cast<void>(edits_->run());
}

void RunLibrary::openWorkspace(const QString& folder) {
    workspaceJob_->run<Result<std::shared_ptr<Workspace>>>(
        [path = toPath(folder)](const Progress& progress) { return Workspace::open(path, progress); },
        [this](Result<std::shared_ptr<Workspace>> result) {
            if (result.ok())
                setWorkspace(std::move(*result));
            else
                Q_EMIT problem(translated(result.error()), QStringLiteral("workspace"));
            Q_EMIT openingEnded();
        });
}

bool RunLibrary::opening() const { return workspaceJob_->running(); }

double RunLibrary::openingShare() const { return opening() ? workspaceJob_->share() : -1; }

void RunLibrary::setWorkspace(std::shared_ptr<Workspace> workspace) {
    // The same one at another place, or a copy of it: what is listed and shown stays until its list is read.
    const auto isKept = [&workspace](const RunSummary& run) {
        std::error_code unknown;
        return std::filesystem::exists(runFolderIn(workspace->folder(), run.id), unknown);
    };
    const bool isMoved = workspace && !runs_.empty() && std::ranges::all_of(runs_, isKept);
    workspace_ = std::move(workspace);
    mark_.clear();
    if (!isMoved) {
        runs_.clear();
        Q_EMIT emptied();
    }
    Q_EMIT workspaceChanged();
    Q_EMIT runsChanged();
    if (!workspace_) return;
    for (const auto& warning : workspace_->warnings()) Q_EMIT warned(translated(warning));
    refresh();
}

const RunSummary* RunLibrary::find(const QString& runId) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(),
                                    [id = runId.toStdString()](const RunSummary& run) { return run.id == id; });
    return found == runs_.end() ? nullptr : &*found;
}

void RunLibrary::refresh() { readList({}); }

void RunLibrary::lookOutside() {
    // A reading that goes on is not cut off; the list that follows an edit has all.
    if (isRead() && !listJob_->running() && !editJob_->running()) readList(mark_);
}

void RunLibrary::readList(const std::string& known) {
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
            if (!isAsked && std::ranges::equal(runs_, *list.runs, differsOnlyInProgress))
                return takeProgress(std::move(*list.runs));
            takeList(std::move(*list.runs));
            unpackJob_->run<bool>(
                [runs = std::move(list.toUnpack)](const Progress& progress) { return unpack(runs, progress); },
                [](bool) {});
        });
}

void RunLibrary::takeProgress(std::vector<RunSummary> runs) {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (runs_[i].step == runs[i].step || isLive_(runs_[i])) continue;
        runs_[i] = std::move(runs[i]);
        Q_EMIT runProgressed(fromUtf8(runs_[i].id));
    }
}

void RunLibrary::takeList(std::vector<RunSummary> runs) {
    std::set<std::string> left;
    for (const RunSummary& run : runs) left.insert(run.id);
    std::vector<std::string> gone;
    for (const RunSummary& run : runs_)
        if (!left.contains(run.id)) gone.push_back(run.id);
    runs_ = std::move(runs);
    Q_EMIT linesChanged();
    Q_EMIT runsChanged();
    Q_EMIT listRead(gone);
}

void RunLibrary::noteProgress(RunView& live) {
    const auto line =
        std::find_if(runs_.begin(), runs_.end(), [&](const RunSummary& run) { return fromUtf8(run.id) == live.id; });
    if (line == runs_.end()) return;
    live.summarise();
    const RunSummary& now = live.summary;
    copyWatched(now, *line);
    if (now.changes.size() > line->changes.size()) {
        line->changes = now.changes, line->config = now.config, line->epochs = now.epochs;
        Q_EMIT runsChanged();  // it is no longer one of those with its settings
    }
    Q_EMIT runProgressed(live.id);
}

bool RunLibrary::edit(const std::vector<RunSummary>& edited) {
    std::map<std::string_view, const RunSummary*> wanted;
    for (const RunSummary& run : edited) wanted.emplace(run.id, &run);
    std::vector<RunSummary> known;
    for (RunSummary& run : runs_) {  // shown at once; the list read after the edit is the truth
        const auto found = wanted.find(run.id);
        if (found == wanted.end()) continue;
        copyEdits(*found->second, run);
        known.push_back(run);
    }
    if (known.empty()) return false;
    Q_EMIT linesChanged();
    Q_EMIT runsChanged();
    for (RunSummary& run : known)
        enqueueEdit([run = std::move(run)](Workspace& workspace) { return workspace.editRun(run); });
    return true;
}

void RunLibrary::remove(const QStringList& runIds) {
    std::set<std::string> gone;
    for (const QString& id : runIds) gone.insert(id.toStdString());
    std::erase_if(runs_, [&gone](const RunSummary& run) { return gone.contains(run.id); });
    Q_EMIT runsChanged();  // once: pages are built anew from it
    for (const std::string& id : gone) enqueueEdit([id](Workspace& workspace) { return workspace.deleteRun(id); });
}

void RunLibrary::restore(const QStringList& runIds) {
    for (const QString& id : runIds)
        enqueueEdit([id = id.toStdString()](Workspace& workspace) { return workspace.undeleteRun(id); });
}

void RunLibrary::eraseDeleted(const QString& runId) {
    enqueueEdit([id = runId.toStdString()](Workspace& workspace) { return workspace.eraseDeletedRun(id); });
}

void RunLibrary::enqueueEdit(std::function<Result<>(Workspace&)> edit) {
    if (!workspace_) return;
    edits_->add([workspace = workspace_, edit = std::move(edit)] { return edit(*workspace); });
    if (!editJob_->running()) runEdits();
}

void RunLibrary::runEdits() {
    editJob_->run<std::vector<Error>>([edits = edits_](const Progress&) { return edits->run(); },
                                      [this](const std::vector<Error>& failed) {
                                          for (const Error& error : failed) Q_EMIT problem(translated(error), {});
                                          if (edits_->empty())
                                              refresh();
                                          else
                                              runEdits();  // asked for while the thread ended
                                      },
                                      [](const Error& error) { return std::vector{error}; });
}

}  // namespace gatelab
