// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/slurm_script.h"
#include "store/record/run_folder.h"
#include "store/run_job.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

void writeProgram(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("no %s", qPrintable(path));
    file.write("#!/bin/bash\n" + text);
    file.close();
    file.setPermissions(file.permissions() | QFile::ExeOwner);
}

/// As the real one answers: what Slurm has of the job lies in the file "state"; what was asked for is noted.
constexpr const char* kControl = R"(echo "$*" >>"$FAKE/asked"; [ "$1" = requeue ] || cat "$FAKE/state" 2>/dev/null)";
/// Says that it trains, and on SIGTERM ends as gatelab-worker does, with one more checkpoint unless $FAKE/idle is
/// there.
constexpr const char* kTrainer = R"bash(echo "$*" >>"$FAKE/trained"
if [ -e "$FAKE/quick" ]; then exit "$(cat "$FAKE/quick")"; fi
leave() {
    [ -e "$FAKE/idle" ] || mkdir -p "$5/runs/r1/checkpoints/ckpt-$RANDOM"
    kill $!
    exit 130
}
trap 'leave - "$@"' TERM
sleep 600 & touch "$FAKE/ready"; wait
)bash";

}  // namespace

/// The script of a job, run by bash without Slurm.
class TestSlurmScript : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    QProcess script_;

    [[nodiscard]] QString in(const char* name) const { return folder_->filePath(name); }
    [[nodiscard]] fs::path workspace() const { return fs::path(in("work % space's").toStdString()); }
    [[nodiscard]] RunJobHistory history(const std::string& run = "r1") const {
        const auto job = readJob(runFolderIn(workspace(), run));
        return job.ok() && *job ? **job : RunJobHistory();
    }
    void put(const char* name, const QByteArray& text) const {
        QFile file(in(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] QByteArray read(const char* name) const {
        QFile file(in(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void start(ClusterProfile profile, const std::vector<std::string>& runs, const QStringList& more = {}) {
        if (profile.program.empty()) profile.program = in("train er").toStdString();
        for (const std::string& run : runs) {
            fs::create_directories(runFolderIn(workspace(), run));
            QVERIFY(
                keepJob(runFolderIn(workspace(), run), {runs.size() > 1 ? "7_" + run.substr(1) : "7", "p", 1, 0}).ok());
        }
        const std::string text = slurmScript(profile, {workspace(), workspace() / "slurm", runs, 3});
        put("job.sh", QByteArray::fromStdString(text));
        script_.setEnvironment(QStringList{"PATH=" + folder_->path() + ":/usr/bin:/bin", "FAKE=" + folder_->path(),
                                           "SLURM_JOB_ID=7", "SLURMD_NODENAME=n5"} +
                               more);
        script_.start("bash", {in("job.sh")});
        QVERIFY(script_.waitForStarted(-1));
    }
    void waitUntilItTrains() { QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(in("ready")), 60000); }
    int finish() {
        script_.waitForFinished(-1);
        return script_.exitCode();
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        writeProgram(in("scontrol"), kControl);
        writeProgram(in("train er"), kTrainer);
    }

    void saysWhatTheProfileSays() {
        const std::string text =
            slurmScript({"p", "gpu", "2:00:00", 2, 4, 8, "16G", {"gcc"}, "srun", "/x/y", {"--gres=gpu:1"}},
                        {"/w 50%", "/w 50%/slurm/a", {"a", "b", "c"}, 2});
        for (const char* line :
             {"#SBATCH --partition=gpu", "#SBATCH --time=2:00:00", "#SBATCH --nodes=2", "#SBATCH --ntasks-per-node=4",
              "#SBATCH --cpus-per-task=8", "#SBATCH --mem=16G", "#SBATCH --gres=gpu:1", "#SBATCH --array=0-2%2",
              "#SBATCH --requeue", "#SBATCH --signal=B:USR1@90", "#SBATCH --output=\"/w 50%%/slurm/a/%A_%a.out\"",
              "container=(srun)", "runs=(a b c)", "module load gcc"})
            QVERIFY2(text.find(std::string(line) + "\n") != std::string::npos ||
                         text.find(std::string(line) + " ||") != std::string::npos,
                     line);
        const std::string plain = slurmScript({"p"}, {"/w", "/w/slurm/a", {"a"}, 0});
        for (const char* none : {"--array", "--partition", "--time", "--mem", "--cpus-per-task", "module load"})
            QVERIFY2(plain.find(none) == std::string::npos, none);
        QVERIFY(slurmScript({"p", "", "2"}, {"/w", "/w", {"a"}, 0}).find("USR1@30\n") != std::string::npos);
    }

    /// Each task asks for trials; the time counts from the first one's start.
    void aTaskOfASearch() {
        put("quick", "0");
        ClusterProfile profile{"it's gpu", "", "", 1, 1, 2};
        profile.program = in("train er").toStdString();
        const fs::path folder = workspace() / "slurm/search";
        fs::create_directories(folder);
        const auto run = [&](const QStringList& more) {
            put("job.sh", QByteArray::fromStdString(slurmScript(profile, {workspace(), folder, {}, 0, 3})));
            script_.setEnvironment(QStringList{"PATH=" + folder_->path() + ":/usr/bin:/bin", "FAKE=" + folder_->path(),
                                               "SLURM_JOB_ID=7", "SLURMD_NODENAME=n5"} +
                                   more);
            script_.start("bash", {in("job.sh")});
            return finish();
        };
        QCOMPARE(run({}), 0);
        QFile began(QString::fromStdString((folder / "began").string()));
        QVERIFY(began.open(QIODevice::ReadOnly));
        const QByteArray first = began.readAll().trimmed();
        QVERIFY(first.toLongLong() > 1000000000);
        const QByteArray asked = "sweep --join --since " + first + " --job-profile it's gpu --at-once 2 --workspace " +
                                 QByteArray::fromStdString(workspace().string()) + " --quiet\n";
        QCOMPARE(read("trained"), asked);
        // A later one counts from there, too.
        QVERIFY(QFile::remove(began.fileName()));
        QFile earlier(began.fileName());
        QVERIFY(earlier.open(QIODevice::WriteOnly) && earlier.write("1000000001\n") > 0);
        earlier.close();
        QCOMPARE(run({"SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=2"}), 0);
        QCOMPARE(read("trained"), asked + QByteArray(asked).replace(first, "1000000001"));
        QFile log(QString::fromStdString((folder / "job.log").string()));
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray said = log.readAll();
        QVERIFY2(said.contains(" 7 started n5 0") && said.contains(" 7_2 started n5 0"), said);
        QVERIFY2(said.count(" ended 0") == 2, said);
        QVERIFY(QByteArray::fromStdString(slurmScript(profile, {workspace(), folder, {}, 0, 3}))
                    .contains("#SBATCH --array=0-2\n"));
    }

    /// The first ranks are here, those of the other nodes come by srun; with one node nothing is said of them.
    void theNodesShareTheRanks() {
        put("quick", "0");
        put("state", "n5\nn6\nn7\n");
        ClusterProfile profile{"p", "", "", 3};
        profile.program = in("train er").toStdString();
        fs::create_directories(runFolderIn(workspace(), "r1"));
        const auto text = [&] { return slurmScript(profile, {workspace(), workspace() / "slurm", {"r1"}, 0, 0, 8}); };
        QVERIFY(text().find("#SBATCH --ntasks-per-node=3\n") != std::string::npos);
        put("job.sh", QByteArray::fromStdString(text()));
        script_.setEnvironment({"PATH=" + folder_->path() + ":/usr/bin:/bin", "FAKE=" + folder_->path(),
                                "SLURM_JOB_ID=7", "SLURM_JOB_NODELIST=n[5-7]", "SLURMD_NODENAME=n5"});
        script_.start("bash", {in("job.sh")});
        QCOMPARE(finish(), 0);
        QCOMPARE(read("trained"), "resume r1 --ranks 2 --hosts n6:3,n7:3 --host-program " +
                                      QByteArray::fromStdString(profile.program) + " --workspace " +
                                      QByteArray::fromStdString(workspace().string()) + " --quiet\n");
        QVERIFY2(read("asked").startsWith("show hostnames n[5-7]\n"), read("asked"));
        QVERIFY(text().find("GATELAB_SSH=srun") != std::string::npos);
        profile.nodes = 1;
        QVERIFY(text().find("GATELAB_SSH") == std::string::npos);
    }

    void aRunToItsEnd() {
        put("quick", "0");
        start({"p"}, {"r1"});
        QCOMPARE(finish(), 0);
        QCOMPARE(read("trained"),
                 "resume r1 --workspace " + QByteArray::fromStdString(workspace().string()) + " --quiet\n");
        const RunJobHistory all = history();
        QCOMPARE(all.lives.size(), std::size_t{1});
        QCOMPARE(all.lives[0].node, std::string("n5"));
        QCOMPARE(all.lives[0].exitCode, 0);
        QVERIFY(read("asked").isEmpty());
    }

    void aFailureIsKept() {
        put("quick", "5");
        start({"p"}, {"r1"});
        QCOMPARE(finish(), 5);
        QCOMPARE(history().lives.at(0).exitCode, 5);
    }

    void aProgramThatIsNotThere() {
        ClusterProfile profile{"p"};
        profile.program = "/nowhere/gatelab-worker";
        start(profile, {"r1"});
        QCOMPARE(finish(), kProgramMissing);
        QCOMPARE(history().lives.at(0).exitCode, kProgramMissing);
    }

    void aModuleThatCannotBeLoaded() {
        ClusterProfile profile{"p"};
        profile.modules = {"gcc"};
        start(profile, {"r1"});  // there is no command "module" here
        QCOMPARE(finish(), kModulesMissing);
        QVERIFY(read("trained").isEmpty());
        QCOMPARE(history().lives.at(0).exitCode, kModulesMissing);
    }

    void aTaskOfAnArrayHasItsRun() {
        put("quick", "0");
        start({"p"}, {"r0", "r1", "r2"}, {"SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=2", "SLURM_RESTART_COUNT=1"});
        QCOMPARE(finish(), 0);
        QVERIFY(read("trained").startsWith("resume r2 "));
        QCOMPARE(history("r2").lives.at(0).restarts, 1);
        QVERIFY(history("r1").lives.empty());
    }

    /// What Slurm says of the job decides whether the script requeues it.
    void signalsSaveAndRequeue_data() {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("state");
        QTest::addColumn<bool>("requeued");
        const char* rest = " Requeue=1 Restarts=0 PreemptTime=None";
        QTest::newRow("before the limit")
            << SIGUSR1 << QByteArray("JobState=RUNNING Reason=None") + rest << "RUNNING" << true;
        QTest::newRow("time limit") << SIGTERM << QByteArray("JobState=COMPLETING Reason=TimeLimit") + rest << "TIMEOUT"
                                    << true;
        QTest::newRow("scancel") << SIGTERM << QByteArray("JobState=COMPLETING Reason=None") + rest << "CANCELLED"
                                 << false;
        QTest::newRow("Slurm requeues") << SIGTERM << QByteArray("JobState=COMPLETING Reason=None Requeue=1 Restarts=1")
                                        << "REQUEUED" << false;
        QTest::newRow("another job")
            << SIGTERM << QByteArray("JobState=COMPLETING Reason=None Restarts=0 PreemptTime=2026-11-29T05:00:00")
            << "PREEMPTED" << true;
        QTest::newRow("no answer") << SIGTERM << QByteArray() << "UNKNOWN" << true;
    }
    void signalsSaveAndRequeue() {
        QFETCH(int, signal);
        QFETCH(QByteArray, said);
        QFETCH(QString, state);
        QFETCH(bool, requeued);
        put("state", said);
        start({"p"}, {"r1"});
        waitUntilItTrains();
        ::kill(static_cast<pid_t>(script_.processId()), signal);
        QCOMPARE(finish(), requeued ? 0 : 130);
        const JobLife life = history().lives.at(0);
        QCOMPARE(life.exitCode, 130);
        QCOMPARE(QString::fromStdString(life.state), state);
        QCOMPARE(life.isRequeued, requeued);
        QCOMPARE(read("asked").contains("requeue 7"), requeued);
    }

    /// The last task of an array has the number of the whole array: the others must not begin anew.
    void aTaskRequeuesItselfAlone() {
        put("state", "JobState=RUNNING Restarts=0");
        start({"p"}, {"r0", "r1"}, {"SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=1"});
        waitUntilItTrains();
        ::kill(static_cast<pid_t>(script_.processId()), SIGUSR1);
        QCOMPARE(finish(), 0);
        QVERIFY2(read("asked").endsWith("requeue 7_1\n"), read("asked"));
        QVERIFY(history().lives.at(0).isRequeued);
    }

    /// A limit that is too short for anything would requeue the job for ever.
    void twoLivesThatSaveNothingAreTheLast() {
        put("state", "JobState=RUNNING Restarts=1");
        put("idle", "");
        start({"p"}, {"r1"}, {"SLURM_RESTART_COUNT=1"});
        waitUntilItTrains();
        ::kill(static_cast<pid_t>(script_.processId()), SIGUSR1);
        QCOMPARE(finish(), 130);
        QVERIFY(history().lives.at(0).isStuck);
        QVERIFY(!read("asked").contains("requeue"));
    }

    /// Stopped by a person in a window, not by Slurm.
    void noSignalNoRequeue() {
        put("quick", "130");
        start({"p"}, {"r1"});
        QCOMPARE(finish(), 130);
        QVERIFY(read("asked").isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSlurmScript)
#include "tst_slurm_script.moc"
