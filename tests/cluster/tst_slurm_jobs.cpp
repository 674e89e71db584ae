// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker slurm with a real Slurm, which is started and ended here.
// Holds app/worker/slurm/slurm_command.cpp and app/worker/slurm/slurm_submit.cpp.
#include "cluster/own_slurm.h"
#include "store/saved_sweep.h"
#include "verdict/study_trials.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const QStringList kSmall = {"--no-suggest",
                            "--builtin-length",
                            "2000",
                            "--lookback",
                            "24",
                            "--horizon",
                            "4",
                            "--hidden-size",
                            "24",
                            "--batch-size",
                            "16",
                            "--device",
                            "cpu",
                            "--threads",
                            "1",
                            "--checkpoint-seconds",
                            "1"};

}  // namespace

class TestSlurmJobs : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_ = std::make_unique<QTemporaryDir>();
    OwnSlurm slurm_;
    QByteArray alone_;  ///< weights of the run that nothing disturbs

    [[nodiscard]] QString workspace() const { return folder_->filePath("w"); }
    [[nodiscard]] Answer worker(QStringList words) const { return askWorker(words << "--workspace" << workspace()); }
    [[nodiscard]] QByteArray weightsOf(const QString& run) const {
        const QString file = folder_->filePath(run + ".safetensors");
        const Answer answer = worker({"export-weights", run, file});
        QFile weights(file);
        if (answer.code != 0 || !weights.open(QIODevice::ReadOnly)) qFatal("%s", answer.err.constData());
        // What follows the head, which says the settings too: the number of its bytes, then so many.
        const QByteArray all = weights.readAll();
        return QCryptographicHash::hash(all.mid(8 + qFromLittleEndian<qint64>(all.constData())),
                                        QCryptographicHash::Sha256)
            .toHex();
    }
    [[nodiscard]] QList<QJsonObject> jobs() const {
        QList<QJsonObject> all;
        for (const QJsonValue& one : lastLine(worker({"slurm", "list", "--json"}).out)["jobs"].toArray())
            all << one.toObject();
        return all;
    }
    [[nodiscard]] QJsonObject job(const QString& run) const {
        for (const QJsonObject& one : jobs())
            if (one["run"] == run) return one;
        return {};
    }
    [[nodiscard]] QByteArray log(const QString& run) const {
        QFile file(workspace() + "/runs/" + run + "/job.log");
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Why the wait may have been in vain.
    [[nodiscard]] QByteArray clues(const QString& run) const {
        QByteArray text = log(run) + ask("squeue", {}).out;
        QDir folder(workspace() + "/slurm/" + run);
        for (const QString& name : folder.entryList({"*.out"}, QDir::Files)) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly)) text += file.readAll();
        }
        return text;
    }
    /// Hands one run in; its id.
    QString submit(const QString& profile, int epochs) {
        const Answer answer =
            worker(QStringList{"slurm", "submit", profile, "--json", "--epochs", QString::number(epochs)} + kSmall);
        if (answer.code != 0) qFatal("%s", (answer.err + answer.out).constData());
        return lastLine(answer.out)["submitted"].toObject()["runs"].toArray().first().toObject()["run"].toString();
    }
    void waitUntilItSaved(const QString& run) {
        const QDir checkpoints(workspace() + "/runs/" + run + "/checkpoints");
        const bool isThere =
            QTest::qWaitFor([&] { return !checkpoints.entryList({"ckpt-*"}, QDir::Dirs).isEmpty(); }, kPatience);
        QVERIFY2(isThere, clues(run));
    }
    [[nodiscard]] bool hasEnded(const QString& run) const { return log(run).contains(" ended 0\n"); }
    /// It has ended for a new life that has not begun.
    [[nodiscard]] bool isRequeued(const QString& run) const {
        const QByteArray said = log(run);
        return said.contains(" ended 130\n") && said.count(" ended ") == said.count(" started ");
    }
    /// A job that was requeued waits two minutes, unless it is told otherwise. Its log says when there is something to
    /// ask Slurm for.
    void waitUntilDone(const QString& run) {
        const QString id = job(run)["job"].toString();
        bool isSeen = true;
        while (isSeen && !hasEnded(run)) {
            isSeen = QTest::qWaitFor([&] { return hasEnded(run) || isRequeued(run); }, kPatience);
            if (!isSeen || hasEnded(run)) break;
            // It waits as soon as the life before is over for Slurm, too.
            isSeen = QTest::qWaitFor(
                         [&] {
                             if (!isRequeued(run)) return true;
                             // Begun in the second of its requeue, Slurm revokes its credential and drops it.
                             return job(run)["slurm"] == "PENDING" &&
                                    ask("scontrol", {"update", "JobId=" + id, "StartTime=now+2"}).code == 0;
                         },
                         kPatience) &&
                     QTest::qWaitFor([&] { return !isRequeued(run); }, kPatience);
        }
        const bool isDone = isSeen && QTest::qWaitFor(
                                          [&] {
                                              const QJsonObject now = job(run);
                                              return now["state"] == "done" && !now["under_way"].toBool();
                                          },
                                          kPatience);
        QVERIFY2(isDone, clues(run));
    }

private Q_SLOTS:
    void initTestCase() {
        qunsetenv("GATELAB_WORKER");
        if (const QByteArray why = slurm_.start(folder_->path(), 1); !why.isEmpty()) QSKIP(why);
        QVERIFY(QDir().mkpath(workspace()));
        for (const auto& [name, partition, time] :
             {std::array{"plain", "main", "30"}, {"short", "main", "1"}, {"wrong", "nope", "30"}}) {
            const Answer added = worker({"slurm", "profile", "add", name, "--partition", partition, "--time", time,
                                         "--cpus-per-task", "1", "--memory", "2G", "--program", workerProgram()});
            QVERIFY2(added.code == 0, added.err);
        }
        const Answer twin = worker(QStringList{"train", "--json", "--quiet", "--epochs", "300"} + kSmall);
        QVERIFY2(twin.code == 0, twin.err);
        alone_ = weightsOf(lastLine(twin.out)["result"].toObject()["run"].toString());
    }
    void aRunToItsEnd() {
        const QString run = submit("plain", 300);
        waitUntilDone(run);
        QCOMPARE(weightsOf(run), alone_);
        const QJsonObject told = job(run);
        QCOMPARE(told["requeued"].toInt(), 0);
        QCOMPARE(told["lives"].toArray().first().toObject()["node"].toString(), QString("n1"));
    }

    void aSignalSavesAndRequeues() {
        const QString run = submit("plain", 300);
        waitUntilItSaved(run);
        const Answer told = ask("scancel", {"--signal=USR1", "--batch", job(run)["job"].toString()});
        QVERIFY2(told.code == 0, told.err);
        waitUntilDone(run);
        QVERIFY2(log(run).contains("signal USR1 RUNNING"), log(run));
        QVERIFY(log(run).contains("requeued"));
        QCOMPARE(job(run)["requeued"].toInt(), 1);
        QCOMPARE(weightsOf(run), alone_);
    }

    /// Slurm itself requeues it.
    void anUrgentJobTakesItsPlace() {
        const QString run = submit("plain", 300);
        waitUntilItSaved(run);
        QVERIFY(ask("sbatch", {"-p", "urgent", "--exclusive", "-o", "/dev/null", "--wrap", "sleep 2"}).code == 0);
        QVERIFY2(QTest::qWaitFor([&] { return log(run).contains("ended 130"); }, kPatience), clues(run));
        waitUntilDone(run);
        QVERIFY2(log(run).contains("signal TERM REQUEUED"), log(run));
        QCOMPARE(job(run)["requeued"].toInt(), 1);
        QCOMPARE(weightsOf(run), alone_);
    }

    void requeuedByAPerson() {
        const QString run = submit("plain", 300);
        waitUntilItSaved(run);
        QVERIFY(worker({"slurm", "requeue", run}).code == 0);
        QVERIFY2(QTest::qWaitFor([&] { return log(run).contains("ended 130"); }, kPatience), clues(run));
        waitUntilDone(run);
        QCOMPARE(weightsOf(run), alone_);
    }

    void theTimeLimitSavesAndRequeues() {
        const QString run = submit("short", 1000000);
        QVERIFY2(QTest::qWaitFor([&] { return log(run).contains("requeued"); }, kPatience), clues(run));
        QVERIFY2(log(run).contains("signal USR1") || log(run).contains("TIMEOUT"), log(run));
        QVERIFY(worker({"slurm", "cancel", run}).code == 0);
    }

    void aCancelledJobIsNotRequeued() {
        const QString run = submit("plain", 1000000);
        waitUntilItSaved(run);
        QVERIFY(worker({"slurm", "cancel", run}).code == 0);
        QVERIFY2(QTest::qWaitFor([&] { return log(run).contains("ended 130"); }, kPatience), clues(run));
        QVERIFY2(QTest::qWaitFor([&] { return !job(run)["under_way"].toBool(); }, kPatience), clues(run));
        QVERIFY(!log(run).contains("requeued"));
        QVERIFY(job(run)["state"].toString().contains("cancelled"));
        // What is requeued is never out of the list: it ends and waits there.
        const QByteArray id = job(run)["job"].toString().toLatin1() + "\n";
        QVERIFY2(QTest::qWaitFor(
                     [&] {
                         return !ask("squeue", {"-h", "-o", "%i"}).out.contains(id);
                     },
                     kPatience),
                 clues(run));
        QVERIFY(!log(run).contains("requeued"));
    }

    /// Not by Gatelab: the folder tells it all the same.
    void cancelledByScancel() {
        const QString run = submit("plain", 1000000);
        waitUntilItSaved(run);
        QVERIFY(ask("scancel", {job(run)["job"].toString()}).code == 0);
        QVERIFY2(QTest::qWaitFor([&] { return log(run).contains("ended 130"); }, kPatience), clues(run));
        QVERIFY2(log(run).contains("signal TERM CANCELLED"), log(run));
        QVERIFY(!log(run).contains("requeued"));
    }

    void aWrongPartitionIsSaid() {
        const auto listed = [this] {
            QStringList ids;
            for (const QByteArray& line : worker({"list", "--json"}).out.split('\n'))
                ids << QJsonDocument::fromJson(line).object()["id"].toString();
            return ids;
        };
        const QStringList before = listed();  // those of before may not be quite over
        const Answer answer = worker(QStringList{"slurm", "submit", "wrong", "--epochs", "1"} + kSmall);
        QVERIFY(answer.code != 0);
        QVERIFY2(answer.err.contains("invalid partition") && answer.err.contains("sinfo"), answer.err);
        QCOMPARE(listed(), before);
    }

    /// The node has room for two tasks, which share the study; one is signalled, waits again and goes on.
    void aSearchIsAnArray_data() {
        QTest::addColumn<QString>("search");
        QTest::newRow("tpe") << "tpe";
        QTest::newRow("asha") << "asha";
    }
    void aSearchIsAnArray() {
        QFETCH(QString, search);
        const auto trials = [this] {
            const std::filesystem::path place = workspace().toStdString();
            const auto kept = savedSweep(place);
            const auto opened = Workspace::open(place);
            return kept.ok() && kept->study ? studyTrials(*kept->study, *(*opened)->runs()) : std::vector<StudyTrial>();
        };
        const auto ended = [&] {
            return static_cast<std::size_t>(
                std::ranges::count_if(trials(), [](const StudyTrial& trial) { return trial.hasEnded(); }));
        };
        const Answer answer = worker(QStringList{"slurm", "submit", "plain", "--json", "--search", search, "--budget",
                                                 "12", "--at-once", "2", "--epochs", search == "tpe" ? "60" : "61",
                                                 "--vary", "learning_rate=1e-4..1e-2:log", "hidden_size=4..12"} +
                                     kSmall);
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject submitted = lastLine(answer.out)["submitted"].toObject();
        QCOMPARE(submitted["tasks"].toInt(), 2);
        const QString id = submitted["job"].toString();
        QVERIFY(QTest::qWaitFor([&] { return trials().size() >= 3; }, kPatience));
        const Answer told = ask("scancel", {"--signal=USR1", "--batch", id + "_1"});
        QVERIFY2(told.code == 0, told.err);
        // What was requeued waits two minutes for itself; told again and again it would wait for ever.
        constexpr int kBetweenUpdatesMs = 8000;
        QElapsedTimer hurried;
        const bool isDone = QTest::qWaitFor(
            [&] {
                if (!hurried.isValid() || hurried.hasExpired(kBetweenUpdatesMs)) {
                    hurried.start();
                    (void)ask("scontrol", {"update", "JobId=" + id, "StartTime=now+2"});
                }
                return ended() == 12;
            },
            kPatience);
        QVERIFY2(isDone, qPrintable(QString::number(ended())));
        QVERIFY(QTest::qWaitFor(
            [&] {
                return !ask("squeue", {"-h", "-o", "%F"}).out.contains(id.toLatin1());
            },
            kPatience));
        const auto all = trials();
        QCOMPARE(all.size(), std::size_t{12});
        for (const StudyTrial& trial : all) {
            QVERIFY(trial.state == TrialState::Complete || trial.state == TrialState::Stopped);
            const QJsonObject one = job(QString::fromStdString(trial.run));
            QCOMPARE(one["state"].toString(), QString("done"));
            QVERIFY(one["job"].toString().startsWith(id + "_"));
        }
        QByteArray said;
        QDirIterator logs(workspace() + "/slurm", {"job.log"}, QDir::Files, QDirIterator::Subdirectories);
        while (logs.hasNext()) {
            QFile file(logs.next());
            if (file.open(QIODevice::ReadOnly)) said += file.readAll();
        }
        for (const char* what : {"_0 started n1 0", "_1 started n1 0", "_1 signal USR1", "_1 requeued"})
            QVERIFY2(said.contains(" " + id.toLatin1() + what), said);
        const Answer goesOn = worker({"sweep", "--continue", "--quiet", "--json"});
        QVERIFY2(goesOn.code == 0 && !goesOn.out.contains("\"begun\""), goesOn.out);
    }

    void aSweepIsAnArray() {
        const Answer answer = worker(QStringList{"slurm", "submit", "plain", "--json", "--vary", "hidden_size=4,6,8,10",
                                                 "--seeds", "3", "--at-once", "2", "--epochs", "2"} +
                                     kSmall);
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonArray runs = lastLine(answer.out)["submitted"].toObject()["runs"].toArray();
        QCOMPARE(runs.size(), 12);
        QVERIFY(runs[5].toObject()["job"].toString().endsWith("_5"));
        for (const QJsonValue& run : runs) waitUntilDone(run.toObject()["run"].toString());
        const Answer goesOn = worker({"sweep", "--continue", "--quiet", "--json"});
        QVERIFY2(goesOn.code == 0 && !goesOn.out.contains("\"begun\""), goesOn.out);
    }
};

QTEST_GUILESS_MAIN(TestSlurmJobs)
#include "tst_slurm_jobs.moc"
