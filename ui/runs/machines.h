// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cluster_runs.h"
#include "store/known_hosts.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;
class Workspace;

/// What the window knows of other machines: the hosts and the profiles of clusters of the workspace, and its runs that
/// are jobs of a cluster, which is asked again every five seconds while one of them is under way. Files, ssh and Slurm
/// are asked off the GUI thread. GUI thread.
class Machines : public QObject {
    Q_OBJECT
public:
    explicit Machines(RunController& runs, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<ClusterProfile>& profiles() const { return state_.profiles; }
    [[nodiscard]] const KnownHosts::State& hosts() const { return state_.hosts; }
    /// The newest first.
    [[nodiscard]] const std::vector<ClusterRun>& jobs() const { return state_.jobs.runs; }
    /// Why one of the three is not known; empty: it is.
    [[nodiscard]] QString problem() const { return problem_; }
    /// Null: the run was never a job.
    [[nodiscard]] const ClusterRun* job(const QString& runId) const;
    [[nodiscard]] bool isUnderWay(const QString& runId) const;

    void read();
    /// A new run of these settings as a job; where the cluster refuses, a problem is reported and no run is kept.
    void submit(const ExperimentConfig& config, const QString& profile);
    /// The trials of a study as an array of tasks that ask for them; it is the workspace's newest sweep then.
    void submitSearch(const Study& study, const QString& profile);
    /// A kept run goes on as a job.
    void submitAgain(const QString& runId, const QString& profile);
    void cancel(const QString& runId);
    void requeue(const QString& runId);
    void putProfile(const ClusterProfile& profile);
    void removeProfile(const QString& name);
    void addHosts(const std::vector<RankHost>& hosts);
    void removeHost(const QString& name);
    void keepMeasured(const MeasuredRanks& measured);

Q_SIGNALS:
    void changed();
    void submitted(const QString& runId);
    void searchSubmitted();

private:
    struct State {
        std::vector<ClusterProfile> profiles;
        KnownHosts::State hosts;
        ClusterRuns jobs;
        Phrase problem;
    };
    /// Off the GUI thread, then everything is read again; an error is a problem of the runs. `then`: it worked, and was
    /// read.
    void work(std::function<Result<>(Workspace&)> what, std::function<void()> then = {});
    void withJob(const QString& runId, Result<> (*what)(const Workspace&, const ClusterRun&));
    void take(State state);
    RunController& runs_;
    BackgroundJob* readJob_;
    QTimer timer_, soon_;
    State state_;
    QString problem_;
    std::vector<std::function<void()>> afterReading_;
    bool isStale_ = false;  ///< something changed while it was read
};

/// "waiting at cluster 'gpu' (job 123)" of a run that waits or trains there; empty: it does not. Any thread.
QString clusterStateOf(const std::string& runId);

}  // namespace gatelab
