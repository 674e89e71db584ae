// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker slurm submit --ranks --nodes: the ranks of a run over the nodes of its job, which are two here.
// Holds app/worker/ranks/rank_command.cpp.
#include "cluster/own_slurm.h"
#include "engine/rank_support.h"
#include "store/workspace.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <string>

using namespace gatelab;
using namespace gatelab::testing;

class TestSlurmRanks : public QObject {
    Q_OBJECT
    QTemporaryDir folder_, workspace_;
    OwnSlurm slurm_;
    QByteArray alone_;  ///< weights of one process

    [[nodiscard]] static QStringList settings() { return smallRun() + QStringList{"--checkpoint-seconds", "0"}; }
    [[nodiscard]] Answer worker(QStringList words) const {
        return askWorker(words << "--workspace" << workspace_.path());
    }
    [[nodiscard]] Answer submit(const QStringList& how) const {
        return worker(QStringList{"slurm", "submit", "two", "--json", "--no-suggest", "--epochs", "40"} + settings() +
                      how);
    }
    [[nodiscard]] QByteArray read(const QString& path) const {
        QFile file(workspace_.filePath(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QByteArray log(const QString& run) const { return read("runs/" + run + "/job.log"); }
    [[nodiscard]] QByteArray clues(const QString& run) const {
        QByteArray text = log(run) + ask("squeue", {}).out;
        for (const QString& name : QDir(workspace_.filePath("slurm/" + run)).entryList({"*.out"}, QDir::Files))
            text += read("slurm/" + run + "/" + name);
        return text;
    }

private Q_SLOTS:
    void initTestCase() {
        qunsetenv("GATELAB_WORKER");
        if (const QByteArray why = slurm_.start(folder_.path(), 2); !why.isEmpty()) QSKIP(why);
        const Answer added =
            worker({"slurm", "profile", "add", "two", "--time", "30", "--nodes", "2", "--program", workerProgram()});
        QVERIFY2(added.code == 0, added.err);
        const Answer twin =
            worker(QStringList{"train", "--json", "--quiet", "--no-suggest", "--epochs", "40"} + settings());
        QVERIFY2(twin.code == 0, twin.err);
        alone_ = weightsOf(workspace_, runOf(twin.out));
    }

    void theNodesShareTheRanks_data() {
        QTest::addColumn<bool>("isRequeued");
        QTest::newRow("to its end") << false;
        QTest::newRow("saved and requeued") << true;
    }
    void theNodesShareTheRanks() {
        QFETCH(bool, isRequeued);
        const Answer answer = submit({"--ranks", "3"});
        QVERIFY2(answer.code == 0, answer.err + answer.out);
        const QJsonObject told = lastLine(answer.out)["submitted"].toObject();
        const QString run = told["runs"].toArray().first().toObject()["run"].toString(), id = told["job"].toString();
        const auto waitFor = [](const auto& isThere) { return QTest::qWaitFor(isThere, kPatience); };
        if (isRequeued) {
            const QDir checkpoints(workspace_.filePath("runs/" + run + "/checkpoints"));
            QVERIFY2(waitFor([&] { return !checkpoints.entryList({"ckpt-*"}, QDir::Dirs).isEmpty(); }), clues(run));
            QVERIFY(ask("scancel", {"--signal=USR1", "--batch", id}).code == 0);
            QVERIFY2(waitFor([&] { return log(run).contains(" requeued"); }), clues(run));
            // It waits as soon as the life before is over for Slurm, too.
            QVERIFY2(waitFor([&] {
                         return ask("squeue", {"-h", "-j", id, "-o", "%T"}).out.trimmed() == "PENDING" &&
                                ask("scontrol", {"update", "JobId=" + id, "StartTime=now+2"}).code == 0;
                     }),
                     clues(run));
            QVERIFY2(waitFor([&] { return log(run).count(" started ") == 2; }), clues(run));
        }
        QVERIFY2(waitFor([&] { return log(run).count(" ended ") == (isRequeued ? 2 : 1); }), clues(run));
        QVERIFY2(log(run).contains(" ended 0\n"), clues(run));
        const auto history = readRunHistory(workspace_.filePath("runs/" + run).toStdString());
        QVERIFY(history.ok());
        const bool isSaid = std::ranges::any_of(history->events, [](const RunEvent& event) {
            const auto* marker = event.as<RunMarker>();
            return marker != nullptr && marker->text.english().find("(n2:2) and here") != std::string::npos;
        });
        QVERIFY(isSaid);
        QVERIFY(weightsOf(workspace_, run) == alone_);
    }

    void fewerRanksThanNodesAreRefused() {
        const Answer answer = submit({"--ranks", "2", "--nodes", "3"});
        QVERIFY2(answer.code == 2 && (answer.out + answer.err).contains("no work for each"), answer.out + answer.err);
    }
};

QTEST_GUILESS_MAIN(TestSlurmRanks)
#include "tst_slurm_ranks.moc"
