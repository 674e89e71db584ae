// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cluster_runs.h"
#include "io/file_io.h"
#include "store/record/run_folder.h"
#include "store/saved_sweep.h"
#include "support/made_programs.h"

#include <QFile>
#include <QTest>

using namespace gatelab;

/// Runs that become jobs, and what their folders tell of them, with a made-up Slurm.
class TestClusterRuns : public QObject {
    Q_OBJECT
    std::unique_ptr<test::MadePrograms> programs_;
    std::shared_ptr<Workspace> workspace_;

    void answer(const char* program, const QByteArray& script) const { programs_->answer(program, script); }
    [[nodiscard]] ClusterRun one(const std::string& log, const std::string& state, const char* reason = "None") const {
        const auto runs = workspace_->runs();
        ClusterRun run{runs->front(), {}, std::nullopt};
        const auto folder = runFolderIn(workspace_->folder(), run.run.id);
        if (!writeFileDurably(folder / kJobLog, log).ok()) qFatal("no log");
        run.history = **readJob(folder);
        if (!state.empty()) run.now = slurm::QueuedJob{"7", state, reason, "n1"};
        return run;
    }

private Q_SLOTS:
    void init() {
        programs_ = std::make_unique<test::MadePrograms>();
        workspace_ = *Workspace::open(programs_->filePath("w").toStdString());
        answer("sbatch", "cp \"$2\" \"$(dirname $0)/handed\"; echo 7");
        answer("squeue", "echo '{\"jobs\": []}'");
        answer("scancel", "echo \"$*\" >\"$(dirname $0)/gone\"");
    }
    void cleanup() {
        workspace_.reset();
        programs_.reset();
    }

    void anArrayHasARunForEachTask() {
        std::vector<ExperimentConfig> configs(3);
        for (std::size_t i = 0; i < 3; ++i) configs[i].seed = static_cast<std::int64_t>(i);
        configs[2].threads = 5;
        const auto runs = submitRuns(*workspace_, {"p", "", "", 1, 1, 2}, configs, 2);
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t{3});
        QCOMPARE(runs->at(0).config->threads, std::int64_t{2});
        QCOMPARE(runs->at(2).config->threads, std::int64_t{5});
        const auto job = readJob(runFolderIn(workspace_->folder(), runs->at(1).id));
        QCOMPARE((*job)->job.id, std::string("7_1"));
        QCOMPARE((*job)->job.profile, std::string("p"));
        QFile handed(programs_->filePath("handed"));
        QVERIFY(handed.open(QIODevice::ReadOnly));
        const QByteArray script = handed.readAll();
        QVERIFY(script.contains("--array=0-2%2") && script.contains(QByteArray::fromStdString(runs->at(1).id)));
        const auto told = clusterRuns(*workspace_);
        QVERIFY(told.ok() && told->problem.empty());
        QCOMPARE(told->runs.size(), std::size_t{3});
    }

    /// The tasks find their trials by themselves, so no run is there yet.
    void aSearchIsAnArrayOfTasks() {
        Study study;
        study.space = SearchSpace({}, {*parseSweepAxis("learning_rate=1e-4..1e-2:log")});
        study.budget.trials = 40;
        const auto job = submitSearch(*workspace_, {"p", "", "", 1, 1, 2}, study, 3);
        QVERIFY(job.ok());
        QCOMPARE(*job, std::string("7"));
        QVERIFY(workspace_->runs()->empty());
        const auto kept = savedSweep(workspace_->folder());
        QCOMPARE(kept->study->budget.trials, std::int64_t{40});
        QCOMPARE(kept->study->space.base().threads, std::int64_t{2});
        QFile handed(programs_->filePath("handed"));
        QVERIFY(handed.open(QIODevice::ReadOnly));
        const QByteArray script = handed.readAll();
        QVERIFY(script.contains("--array=0-2\n") && script.contains("sweep --join") && script.contains("width=2\n"));
        // Where Slurm refuses, the sweep of before is there.
        answer("sbatch", "echo 'sbatch: error: invalid partition specified: nope' >&2; exit 1");
        study.budget.trials = 50;
        QVERIFY(!submitSearch(*workspace_, {"p", "nope"}, study, 3).ok());
        QCOMPARE(savedSweep(workspace_->folder())->study->budget.trials, std::int64_t{40});
    }

    void aTaskSaysWhichTrialItTrains() {
        QVERIFY(submitRuns(*workspace_, {"p"}, std::vector<ExperimentConfig>(1)).ok());
        const auto folder = runFolderIn(workspace_->folder(), workspace_->runs()->front().id);
        for (const char* name : {"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID"}) qunsetenv(name);
        QCOMPARE(beginTask(folder, "gpu").error().code, ErrorCode::NotFound);
        qputenv("SLURM_ARRAY_JOB_ID", "12");
        qputenv("SLURM_ARRAY_TASK_ID", "3");
        qputenv("SLURMD_NODENAME", "n5");
        QVERIFY(beginTask(folder, "gpu").ok());
        const auto state = [&] {
            ClusterRun run{workspace_->runs()->front(), **readJob(folder),
                           slurm::QueuedJob{"12_3", "RUNNING", "", "n5"}};
            return std::pair(isUnderWay(run), stateOf(run).english());
        };
        QCOMPARE(state(), (std::pair{true, std::string("trains on n5")}));
        QVERIFY(endTask(folder, 130).ok());
        QCOMPARE(state().first, true);  // it is requeued
        QVERIFY(beginTask(folder, "gpu").ok());
        QVERIFY(endTask(folder, 0).ok());
        QCOMPARE(state(), (std::pair{false, std::string("done")}));  // its task is with another trial
        const auto history = readJob(folder);
        QCOMPARE((*history)->job.id, std::string("12_3"));
        QCOMPARE((*history)->lives.size(), std::size_t{2});
        QCOMPARE((*history)->lives[0].node, std::string("n5"));
        for (const char* name : {"SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURMD_NODENAME"}) qunsetenv(name);
    }

    void aRefusalLeavesNoRun() {
        answer("sbatch", "echo 'sbatch: error: invalid partition specified: nope' >&2; exit 1");
        const auto runs = submitRuns(*workspace_, {"p", "nope"}, std::vector<ExperimentConfig>(2));
        QVERIFY(!runs.ok());
        QVERIFY(runs.error().message.find("profile 'p'") != std::string::npos);
        QVERIFY(workspace_->runs()->empty() && workspace_->deletedRuns()->empty());
        QVERIFY(std::filesystem::is_empty(workspace_->folder() / "slurm"));
    }

    void withoutSlurmTheFoldersTell() {
        QVERIFY(submitRuns(*workspace_, {"p"}, std::vector<ExperimentConfig>(1)).ok());
        QFile::remove(programs_->filePath("squeue"));
        programs_->hideOthers();
        const auto told = clusterRuns(*workspace_);
        QVERIFY(told.ok() && !told->problem.empty());
        QCOMPARE(told->runs.size(), std::size_t{1});
    }

    void whatAJobCameTo_data() {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("told");
        const QByteArray begun = "10 7 started n1 0\n", saved = begun + "20 7 signal TERM ";
        const auto row = [](const char* name, const QByteArray& log, const char* state, const char* told) {
            QTest::newRow(name) << log << QByteArray(state) << QByteArray(told);
        };
        row("waits", "", "PENDING", "waits (Resources)");
        row("trains", begun, "RUNNING", "trains on n1");
        row("done", begun + "20 7 ended 0\n", "", "done");
        row("done, still known", begun + "20 7 ended 0\n", "COMPLETED", "done");
        row("waits again", saved + "REQUEUED\n21 7 ended 130\n", "PENDING", "waits (Resources)");
        row("time limit", saved + "TIMEOUT\n21 7 ended 130\n", "", "the time limit ended it");
        row("cancelled elsewhere", saved + "CANCELLED\n21 7 ended 130\n", "", "cancelled");
        row("killed at the limit", begun, "TIMEOUT", "the time limit ended it");
        row("node lost", begun, "NODE_FAIL", "its node failed");
        row("nobody knows", begun, "", "without a word");
        row("never began", "", "", "it never began");
        row("full disk", begun + "20 7 ended 5\n", "FAILED", "the disk is full");
        row("no program", begun + "20 7 ended 127\n", "FAILED", "--program");
        row("no module", begun + "20 7 ended 124\n", "", "module avail");
        row("memory", begun + "20 7 ended 137\n", "", "--memory");
        row("other", begun + "20 7 ended 77\n", "", "ended with code 77");
        row("too short", saved + "TIMEOUT\n21 7 ended 130\n21 7 stuck\n", "", "raise --time");
    }
    void whatAJobCameTo() {
        QFETCH(QByteArray, log);
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, told);
        QVERIFY(submitRuns(*workspace_, {"p"}, std::vector<ExperimentConfig>(1)).ok());
        const ClusterRun run = one(log.toStdString(), state.toStdString(), "Resources");
        const QByteArray said = QByteArray::fromStdString(stateOf(run).english());
        QVERIFY2(said.contains(told), said);
        QCOMPARE(isUnderWay(run), state == "PENDING" || state == "RUNNING");
    }

    void amongOtherRunsItSaysWhereItIs() {
        QVERIFY(submitRuns(*workspace_, {"gpu"}, std::vector<ExperimentConfig>(1)).ok());
        const auto said = [&](const char* state) {
            return QByteArray::fromStdString(shownState(one("10 7 started n1 0\n", state)).english());
        };
        QCOMPARE(said("PENDING"), QByteArray("waiting at cluster 'gpu' (job 7)"));
        QCOMPARE(said("RUNNING"), QByteArray("training at cluster 'gpu' on n1 (job 7)"));
        QCOMPARE(said("SUSPENDED"), QByteArray("at cluster 'gpu' (job 7): Slurm says SUSPENDED"));
        QVERIFY(said("TIMEOUT").contains("the time limit ended it"));
    }

    void aCancelledJobStaysCancelled() {
        QVERIFY(submitRuns(*workspace_, {"p"}, std::vector<ExperimentConfig>(1)).ok());
        QVERIFY(cancelJob(*workspace_, one("", "PENDING")).ok());
        QVERIFY(QFile::exists(programs_->filePath("gone")));
        QVERIFY(stateOf(one("", "")).english().find("cancelled") != std::string::npos);
        answer("scontrol", "[ \"$*\" = 'requeue 7' ]");
        QVERIFY(requeueJob(*workspace_, one("", "CANCELLED")).ok());
        QVERIFY(stateOf(one("", "")).english().find("cancelled") == std::string::npos);
        answer("scancel", "echo 'Kill job error on job id 7: Access/permission denied' >&2; exit 1");
        QVERIFY(keepJob(runFolderIn(workspace_->folder(), workspace_->runs()->front().id), {"7", "p", 1, 0}).ok());
        QVERIFY(!cancelJob(*workspace_, one("", "PENDING")).ok());
        QCOMPARE(one("", "").history.job.cancelled, 0.0);
    }

    void aRunIsNotHandedInTwice() {
        const auto runs = submitRuns(*workspace_, {"p"}, std::vector<ExperimentConfig>(1));
        QVERIFY(runs.ok());
        const std::string id = runs->front().id;
        answer("squeue", "echo '{\"jobs\": [{\"job_id\": 7, \"job_state\": \"PENDING\"}]}'");
        QCOMPARE(submitAgain(*workspace_, {"p"}, id).error().code, ErrorCode::Busy);
        answer("squeue", "echo '{\"jobs\": []}'");
        answer("sbatch", "echo 8");
        QVERIFY(submitAgain(*workspace_, {"q"}, id).ok());
        QCOMPARE((*readJob(runFolderIn(workspace_->folder(), id)))->job.id, std::string("8"));
    }
};

QTEST_GUILESS_MAIN(TestClusterRuns)
#include "tst_cluster_runs.moc"
