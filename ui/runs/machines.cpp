// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/machines.h"

#include "base/guarded.h"
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/run_controller.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLookMs = 5000;  // shorter, the question of many windows would load the controller

/// Of the runs that are under way at a cluster; tables are sorted and searched on other threads.
Guarded<std::map<std::string, QString>>& shownStates() {
    static Guarded<std::map<std::string, QString>> states;
    return states;
}

}  // namespace

QString clusterStateOf(const std::string& runId) {
    return shownStates().with([&](const auto& states) {
        const auto found = states.find(runId);
        return found == states.end() ? QString() : found->second;
    });
}

Machines::Machines(RunController& runs, QObject* parent)
    : QObject(parent), runs_(runs), readJob_(new BackgroundJob(this)) {
    timer_.setInterval(kLookMs);
    connect(&timer_, &QTimer::timeout, this, &Machines::read);
    connect(&runs_, &RunController::workspaceChanged, this, [this] {
        timer_.stop();
        afterReading_.clear();
        take({});
        read();
    });
    // A command line may have handed one in; a sweep changes the list many times a minute.
    soon_.setSingleShot(true);
    soon_.setInterval(kLookMs);
    connect(&soon_, &QTimer::timeout, this, &Machines::read);
    connect(&runs_, &RunController::runsChanged, this, [this] {
        if (!soon_.isActive()) soon_.start();
    });
}

const ClusterRun* Machines::job(const QString& runId) const {
    const auto found =
        std::ranges::find(state_.jobs.runs, runId.toStdString(), [](const ClusterRun& one) { return one.run.id; });
    return found == state_.jobs.runs.end() ? nullptr : &*found;
}

bool Machines::isUnderWay(const QString& runId) const {
    const ClusterRun* found = job(runId);
    return found && gatelab::isUnderWay(*found);
}

void Machines::read() {
    const auto workspace = runs_.workspace();
    if (!workspace) return;
    if (readJob_->running()) {
        isStale_ = true;
        return;
    }
    isStale_ = false;
    readJob_->run<State>(
        [workspace](const Progress&) {
            State state;
            const auto take = [&state](auto read, auto& into) {
                if (read.ok())
                    into = std::move(*read);
                else
                    state.problem = read.error().phrase;
            };
            take(ClusterProfiles(workspace->folder()).read(), state.profiles);
            take(KnownHosts(workspace->folder()).read(), state.hosts);
            take(clusterRuns(*workspace), state.jobs);
            if (state.problem.empty()) state.problem = state.jobs.problem;
            return state;
        },
        [this, workspace](State state) {
            if (workspace != runs_.workspace()) return read();
            take(std::move(state));
            if (isStale_) return read();
            for (const auto& then : std::exchange(afterReading_, {})) then();
        },
        [](const Error& error) {
            State state;
            state.problem = error.phrase;
            return state;
        });
}

void Machines::take(State state) {
    state_ = std::move(state);
    problem_ = state_.problem.empty() ? QString() : translated(state_.problem);
    std::map<std::string, QString> shown;
    for (const ClusterRun& one : state_.jobs.runs)
        if (gatelab::isUnderWay(one)) shown[one.run.id] = translated(shownState(one));
    if (shown.empty())
        timer_.stop();
    else if (!timer_.isActive())
        timer_.start();
    auto before = shownStates().get();
    shownStates().set(shown);
    Q_EMIT changed();
    if (shown == before) return;
    for (const auto* states : {&before, &shown})
        for (const auto& [id, state] : *states) Q_EMIT runs_.runProgressed(fromUtf8(id));
    Q_EMIT runs_.stateChanged();
}

void Machines::work(std::function<Result<>(Workspace&)> what, std::function<void()> then) {
    const auto workspace = runs_.workspace();
    if (!workspace) return;
    auto* job = new BackgroundJob(this);
    job->run<Result<>>([workspace, what = std::move(what)](const Progress&) { return what(*workspace); },
                       [this, job, then = std::move(then)](const Result<>& worked) {
                           job->deleteLater();
                           if (!worked.ok()) runs_.reportProblem(translated(worked.error()));
                           if (worked.ok() && then) afterReading_.push_back(then);
                           read();
                       });
}

void Machines::submit(const ExperimentConfig& config, const QString& profile) {
    const auto made = std::make_shared<std::string>();
    work(
        [config, made, name = profile.toStdString()](Workspace& workspace) -> Result<> {
            const auto found = ClusterProfiles(workspace.folder()).find(name);
            if (!found.ok()) return found.error();
            const auto runs = submitRuns(workspace, *found, {config});
            if (!runs.ok()) return runs.error();
            *made = runs->front().id;
            return {};
        },
        [this, made, profile] {
            const QString id = fromUtf8(*made);
            runs_.log(tr("A run was handed in to cluster '%1'.").arg(profile));
            runs_.refreshRuns();
            runs_.open(id);
            Q_EMIT submitted(id);
        });
}

void Machines::submitSearch(const Study& study, const QString& profile) {
    const auto job = std::make_shared<std::string>();
    work(
        [study, job, name = profile.toStdString()](Workspace& workspace) -> Result<> {
            const auto found = ClusterProfiles(workspace.folder()).find(name);
            if (!found.ok()) return found.error();
            auto submitted = gatelab::submitSearch(workspace, *found, study, searchTasks(study));
            if (!submitted.ok()) return submitted.error();
            *job = std::move(*submitted);
            return {};
        },
        [this, job, profile] {
            runs_.log(tr("A search was handed in to cluster '%1' as job %2; its trials appear as they begin.")
                          .arg(profile, fromUtf8(*job)));
            Q_EMIT searchSubmitted();
        });
}

void Machines::submitAgain(const QString& runId, const QString& profile) {
    work(
        [id = runId.toStdString(), name = profile.toStdString()](Workspace& workspace) -> Result<> {
            const auto found = ClusterProfiles(workspace.folder()).find(name);
            if (!found.ok()) return found.error();
            const auto run = gatelab::submitAgain(workspace, *found, id);
            return run.ok() ? Result<>() : run.error();
        },
        [this, runId] { Q_EMIT submitted(runId); });
}

void Machines::withJob(const QString& runId, Result<> (*what)(const Workspace&, const ClusterRun&)) {
    const ClusterRun* found = job(runId);
    if (!found) return;
    work([one = *found, what](Workspace& workspace) {
        auto worked = what(workspace, one);
        return worked.ok()
                   ? worked
                   : Result<>(worked.error().withContext({GATELAB_TEXT("Cluster", "job %1"), {one.history.job.id}}));
    });
}

void Machines::cancel(const QString& runId) { withJob(runId, cancelJob); }
void Machines::requeue(const QString& runId) { withJob(runId, requeueJob); }

void Machines::putProfile(const ClusterProfile& profile) {
    work([profile](Workspace& workspace) { return ClusterProfiles(workspace.folder()).put(profile); });
}

void Machines::removeProfile(const QString& name) {
    work([one = name.toStdString()](Workspace& workspace) { return ClusterProfiles(workspace.folder()).remove(one); });
}

void Machines::addHosts(const std::vector<RankHost>& hosts) {
    work([hosts](Workspace& workspace) { return KnownHosts(workspace.folder()).add(hosts); });
}

void Machines::removeHost(const QString& name) {
    work([one = name.toStdString()](Workspace& workspace) { return KnownHosts(workspace.folder()).remove(one); });
}

void Machines::keepMeasured(const MeasuredRanks& measured) {
    work([measured](Workspace& workspace) { return KnownHosts(workspace.folder()).keep(measured); });
}

}  // namespace gatelab
