// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker train --ranks --pipeline-chunks: processes that share the layers.
#include "engine/rank_support.h"
#include "store/workspace.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

class TestWorkerPipeline : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QStringList words(const QStringList& more) {
        return QStringList{"train", "--json", "--workspace", folder_.path()} + smallRun() +
               QStringList{"--layers", "4", "--pipeline-chunks", "3"} + more;
    }
    /// MiB by rank, as the run tells at its end.
    static QList<int> peaksOf(const QByteArray& out) {
        const auto found = QRegularExpression("at its highest: ([0-9, ]+) MiB").match(QString::fromUtf8(out));
        QList<int> peaks;
        for (const QString& word : found.captured(1).split(", ", Qt::SkipEmptyParts)) peaks << word.toInt();
        return peaks;
    }

private Q_SLOTS:
    void initTestCase() { qunsetenv("GATELAB_WORKER"); }

    void theirNumberChangesNoBit() {
        QByteArray alone;
        for (const char* ranks : {"1", "2", "4"}) {
            const Answer answer = askWorker(words({"--epochs", "2", "--ranks", ranks}));
            QVERIFY2(answer.code == 0, answer.err + answer.out);
            const QByteArray weights = weightsOf(folder_, runOf(answer.out));
            if (alone.isEmpty()) alone = weights;
            QVERIFY(weights == alone);
            const bool isShared = qstrcmp(ranks, "1") != 0;
            QCOMPARE(answer.out.contains(QByteArray(ranks) + " ranks share the 4 layers, and a window goes through "
                                                             "them in 3 chunks"),
                     isShared);
            QCOMPARE(answer.out.contains("waiting_share"), isShared);
        }
    }

    /// What it is there for: the more ranks, the fewer layers' activations each keeps.
    void theMemoryOfEachFalls() {
        const QStringList large = {"--builtin-length", "1200", "--lookback",  "192", "--batch-size", "192",
                                   "--hidden-size",    "64",   "--max-steps", "1",   "--epochs",     "1"};
        QList<int> highest;
        for (const char* ranks : {"2", "4"}) {
            const Answer answer = askWorker(words(large + QStringList{"--ranks", ranks}));
            QVERIFY2(answer.code == 0, answer.err + answer.out);
            const QList<int> peaks = peaksOf(answer.out);
            QVERIFY2(peaks.size() == QByteArray(ranks).toInt(), answer.out.right(3000));
            qInfo() << ranks << "ranks:" << peaks << "MiB";
            highest << *std::ranges::max_element(peaks);
        }
        QVERIFY(highest[1] < highest[0] - 30);
    }

    void aKilledRankCostsNothing() {
        const QStringList settings = {"--max-steps", "400", "--epochs", "1000"};
        const Answer whole = askWorker(words(settings));
        QVERIFY2(whole.code == 0, whole.err);
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--ranks", "3"}));
        QByteArray out;
        for (int left : {2, 1}) {
            const qsizetype before = out.count("\"train_loss\"");
            QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > before + 30,
                                     kRankPatience);
            const QList<qint64> ranks = childrenOf(process.processId());
            QCOMPARE(ranks.size(), left);
            ::kill(static_cast<pid_t>(ranks.last()), SIGKILL);
        }
        QVERIFY(process.waitForFinished(-1));
        out += process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QVERIFY2(ranksGivenUp(out) == 2, out.right(3000));
        QVERIFY(weightsOf(folder_, runOf(out)) == weightsOf(folder_, runOf(whole.out)));
    }

    void aRunGoesOnWithAnyNumberOfThem() {
        const auto longer = [&](const QStringList& before, const QStringList& after) {
            const QString begun = runOf(askWorker(words(before + QStringList{"--epochs", "1"})).out);
            return askWorker(
                QStringList{"resume", begun, "--json", "--more-epochs", "2", "--workspace", folder_.path()} + after);
        };
        const Answer alone = longer({}, {}), other = longer({"--ranks", "2"}, {"--ranks", "4"});
        QVERIFY2(alone.code == 0 && other.code == 0, alone.err + other.out + other.err);
        QVERIFY(weightsOf(folder_, runOf(other.out)) == weightsOf(folder_, runOf(alone.out)));
    }

    /// By NCCL, which no machine has run yet.
    void withoutGpusTheyAreRefused() {
        qputenv("CUDA_VISIBLE_DEVICES", "");
        const Answer answer = askWorker(words({"--ranks", "2", "--device", "cuda:0"}));
        qunsetenv("CUDA_VISIBLE_DEVICES");
        QVERIFY2(answer.code == 3 && answer.out.contains("device cuda:0") && answer.out.contains("nothing was started"),
                 answer.out + answer.err);
    }

    void whatCannotBeIsSaidBefore_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("reason");
        QTest::newRow("one layer") << QStringList{"--layers", "1"} << "each rank has at least one layer";
        QTest::newRow("dropout") << QStringList{"--dropout", "0.1"} << "A pipeline draws no masks";
        QTest::newRow("whole step") << QStringList{"--implementation", "whole"} << "a pipeline chunk by chunk";
    }
    void whatCannotBeIsSaidBefore() {
        QFETCH(QStringList, settings);
        QFETCH(QString, reason);
        const Answer answer = askWorker(words(QStringList{"--ranks", "4"} + settings));
        QVERIFY2(answer.code == 2 && answer.out.contains(reason.toUtf8()), answer.out + answer.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerPipeline)
#include "tst_worker_pipeline.moc"
