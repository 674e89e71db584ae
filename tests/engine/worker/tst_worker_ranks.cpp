// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker train --ranks: processes that are killed, with their starter and without it.
// Holds core/engine/rank_run.cpp and core/session/rank_starter.cpp.
#include "store/workspace.h"
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kPatience = 240000;  // a wait, no demand
const QStringList kSmall = {"--builtin-length", "600", "--lookback", "16",  "--horizon", "4", "--hidden-size", "8",
                            "--batch-size",     "16",  "--device",   "cpu", "--threads", "8", "--optimiser",   "adamw"};

bool lives(qint64 process) {
    QFile status(QStringLiteral("/proc/%1/stat").arg(process));
    if (!status.open(QIODevice::ReadOnly)) return false;
    const QByteArray words = status.readAll();
    return words.mid(words.lastIndexOf(')') + 2, 1) != "Z";
}

/// Processes that this one started and that live, as the system lists them.
QList<qint64> childrenOf(qint64 process) {
    QList<qint64> children;
    for (const QString& task :
         QDir(QStringLiteral("/proc/%1/task").arg(process)).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile of(QStringLiteral("/proc/%1/task/%2/children").arg(process).arg(task));
        if (!of.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& word : of.readAll().split(' '))
            if (const qint64 child = word.trimmed().toLongLong(); child > 0 && lives(child)) children << child;
    }
    return children;
}

/// The weights that a run ended with.
QByteArray weightsOf(const QTemporaryDir& folder, const QString& run) {
    const QString file = folder.filePath(run + ".safetensors");
    const Answer answer = askWorker({"export-weights", run, file, "--workspace", folder.path()});
    QFile weights(file);
    if (answer.code != 0 || !weights.open(QIODevice::ReadOnly)) qFatal("%s", answer.err.constData());
    // What follows the head, which says the settings too: the number of its bytes, then so many.
    const QByteArray all = weights.readAll();
    return all.mid(8 + qFromLittleEndian<qint64>(all.constData()));
}

QString runOf(const QByteArray& out) { return lastLine(out)["result"].toObject()["run"].toString(); }

}  // namespace

class TestWorkerRanks : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QStringList words(const QStringList& more) {
        return QStringList{"train", "--json", "--workspace", folder_.path()} + kSmall + more;
    }

private Q_SLOTS:
    void initTestCase() { qunsetenv("GATELAB_WORKER"); }

    void theirNumberChangesNoBit() {
        QByteArray alone;
        for (const char* ranks : {"1", "2", "3"}) {
            const Answer answer = askWorker(words({"--epochs", "2", "--ranks", ranks}));
            QVERIFY2(answer.code == 0, answer.err + answer.out);
            const QByteArray weights = weightsOf(folder_, runOf(answer.out));
            if (alone.isEmpty()) alone = weights;
            QVERIFY(weights == alone);
        }
    }

    void aKilledRankCostsNothing() {
        const QStringList settings = {"--max-steps", "1200", "--epochs", "1000"};
        const Answer whole = askWorker(words(settings));
        QVERIFY2(whole.code == 0, whole.err);
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--ranks", "3"}));
        QByteArray out;
        for (int left : {2, 1}) {
            const qsizetype before = out.count("\"train_loss\"");
            QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > before + 50,
                                     kPatience);
            const QList<qint64> ranks = childrenOf(process.processId());
            QCOMPARE(ranks.size(), left);
            ::kill(static_cast<pid_t>(ranks.last()), SIGKILL);
        }
        QVERIFY(process.waitForFinished(-1));
        out += process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QVERIFY2(out.contains("has ended; the step is repeated"), out.right(3000));
        QVERIFY(weightsOf(folder_, runOf(out)) == weightsOf(folder_, runOf(whole.out)));
    }

    void nobodyIsLeftWhenTheStarterIsKilled() {
        const QStringList settings = {"--max-steps", "600", "--epochs", "1000", "--checkpoint-seconds", "0"};
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--ranks", "3"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > 50, kPatience);
        const QList<qint64> ranks = childrenOf(process.processId());
        QCOMPARE(ranks.size(), 2);
        process.kill();
        QVERIFY(process.waitForFinished(-1));
        for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(!lives(rank), kPatience);
        const auto runs = (*Workspace::open(folder_.path().toStdString()))->runs();
        const QString run = QString::fromStdString(runs->front().id);
        QCOMPARE(runs->front().state, RunState::Interrupted);
        // It goes on with as many ranks, to the same bits.
        const Answer resumed = askWorker({"resume", run, "--json", "--workspace", folder_.path()});
        QVERIFY2(resumed.code == 0, resumed.err);
        const Answer whole = askWorker(words(settings));
        QVERIFY(weightsOf(folder_, run) == weightsOf(folder_, runOf(whole.out)));
    }

    void aStopEndsAllOfThem() {
        QProcess process;
        process.start(workerProgram(), words({"--epochs", "100000", "--ranks", "2"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("train_loss"), kPatience);
        const QList<qint64> ranks = childrenOf(process.processId());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitCode(), 130);
        for (const qint64 rank : ranks) QVERIFY(!lives(rank));
    }

    void whatCannotBeIsSaidBefore_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("reason");
        QTest::newRow("implementation") << QStringList{"--implementation", "library"} << "Ranks need the whole step";
        QTest::newRow("layer norm") << QStringList{"--layer-norm", "on"} << "has no layer norm";
        QTest::newRow("more than blocks") << QStringList{"--threads", "2"} << "fewer blocks than there are ranks";
    }
    void whatCannotBeIsSaidBefore() {
        QFETCH(QStringList, settings);
        QFETCH(QString, reason);
        const Answer answer = askWorker(words(QStringList{"--ranks", "4"} + settings));
        QVERIFY2(answer.code == 2 && answer.out.contains(reason.toUtf8()), answer.out + answer.err);
    }

    void nobodyStartsARank() {
        const Answer answer = askWorker({"rank"});
        QVERIFY2(answer.code == 2 && answer.err.contains("by nobody else"), answer.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerRanks)
#include "tst_worker_ranks.moc"
