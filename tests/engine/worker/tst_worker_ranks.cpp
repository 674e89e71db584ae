// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker train --ranks: processes that are killed, with their starter and without it.
// Holds core/engine/rank_run.cpp, core/session/rank_starter.cpp and core/ranks/rank_measurement.cpp.
#include "engine/rank_support.h"
#include "store/workspace.h"

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <map>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

class TestWorkerRanks : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QStringList words(const QStringList& more) {
        return QStringList{"train", "--json", "--workspace", folder_.path()} + smallRun() + more;
    }

private Q_SLOTS:
    void initTestCase() { qunsetenv("GATELAB_WORKER"); }

    void theirNumberChangesNoBit() {
        QByteArray alone;
        for (const auto& [ranks, encrypted] : {std::pair("1", "no"), {"2", "no"}, {"3", "no"}, {"3", "yes"}}) {
            const Answer answer = askWorker(words({"--epochs", "2", "--ranks", ranks, "--encrypted", encrypted}));
            QVERIFY2(answer.code == 0, answer.err + answer.out);
            const QByteArray weights = weightsOf(folder_, runOf(answer.out));
            if (alone.isEmpty()) alone = weights;
            QVERIFY(weights == alone);
            QCOMPARE(answer.out.contains("encrypted, by certificates"), qstrcmp(encrypted, "yes") == 0);
        }
    }

    void aKilledRankCostsNothing_data() {
        QTest::addColumn<QStringList>("how");
        QTest::newRow("clear text") << QStringList{"--encrypted", "no"};
        QTest::newRow("encrypted") << QStringList{"--encrypted", "yes"};
        // Joining takes its time, too.
        QTest::newRow("encrypted, a limit of 1 s") << QStringList{"--encrypted", "yes", "--rank-timeout", "1"};
    }
    void aKilledRankCostsNothing() {
        QFETCH(QStringList, how);
        const QStringList settings = {"--max-steps", "1200", "--epochs", "1000"};
        const Answer whole = askWorker(words(settings));
        QVERIFY2(whole.code == 0, whole.err);
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--ranks", "3"} + how));
        QByteArray out;
        for (int left : {2, 1}) {
            const qsizetype before = out.count("\"train_loss\"");
            QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > before + 50,
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

    /// What they cost are curves as any others, and only where there are several.
    void theirCostsAreInTheRecord() {
        const auto metricsOf = [&](const QStringList& more) {
            const Answer answer = askWorker(words(QStringList{"--epochs", "2"} + more));
            if (answer.code != 0) qFatal("%s", answer.err.constData());
            const auto history = readRunHistory(folder_.filePath("runs/" + runOf(answer.out)).toStdString());
            if (!history.ok()) qFatal("%s", history.error().message.c_str());
            std::map<MetricId, std::vector<double>> values;
            for (const MetricSample& sample : history->metrics) values[sample.metric].push_back(sample.value);
            return values;
        };
        auto none = metricsOf({});
        auto plain = metricsOf({"--ranks", "2"});
        auto rounded = metricsOf({"--ranks", "2", "--gradient-exchange", "bf16"});
        for (const MetricId id : {MetricId::RankBytes, MetricId::WaitingShare, MetricId::SlowestRank}) {
            QVERIFY(none[id].empty());
            QVERIFY(!plain[id].empty() && !rounded[id].empty());
        }
        for (const MetricId id : {MetricId::RankBytes, MetricId::WaitingShare, MetricId::SlowestRank})
            QCOMPARE(plain[id].size(), plain[MetricId::TrainLoss].size());
        const auto most = [&](auto& values) { return *std::ranges::max_element(values[MetricId::RankBytes]); };
        QVERIFY(most(rounded) < 0.52 * most(plain) && most(rounded) > 0.48 * most(plain));
    }

    /// As it is shipped but shorter: two ranks, the bits of one, and what is watched.
    void theReadyExperimentPlays() {
        const QStringList shorter{"train",    "--json",    "--workspace",      folder_.path(),
                                  "--preset", "two-ranks", "--builtin-length", "900",
                                  "--epochs", "1",         "--max-steps",      "5"};
        const Answer shared = askWorker(shorter), alone = askWorker(shorter + QStringList{"--ranks", "1"});
        QVERIFY2(shared.code == 0, shared.err);
        QVERIFY2(alone.code == 0, alone.err);
        QVERIFY(weightsOf(folder_, runOf(shared.out)) == weightsOf(folder_, runOf(alone.out)));
        for (const char* watched : {"rank_bytes", "waiting_share", "slowest_rank"})
            QVERIFY2(shared.out.contains(watched) && !alone.out.contains(watched), watched);
    }

    /// What an exchange puts off is in the checkpoint, by whichever rank it was put off.
    void aSmallerExchangeIsResumedToTheSameBits() {
        const QStringList settings = {"--max-steps",         "240",   "--epochs", "1000", "--checkpoint-seconds", "0",
                                      "--gradient-exchange", "top-k", "--ranks",  "3"};
        const Answer whole = askWorker(words(settings));
        QVERIFY2(whole.code == 0, whole.err);
        QVERIFY2(whole.out.contains("under 280 kB a smaller exchange gains nothing"), whole.out.left(3000));
        QProcess process;
        process.start(workerProgram(), words(settings));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > 50, kRankPatience);
        process.kill();
        QVERIFY(process.waitForFinished(-1));
        const QString run =
            QString::fromStdString((*Workspace::open(folder_.path().toStdString()))->runs()->front().id);
        const Answer resumed = askWorker({"resume", run, "--json", "--workspace", folder_.path()});
        QVERIFY2(resumed.code == 0, resumed.err);
        QVERIFY(weightsOf(folder_, run) == weightsOf(folder_, runOf(whole.out)));
    }

    void aFrozenRankIsDroppedAfterTheTimeThatIsGiven() {
        const QStringList settings = {"--max-steps", "600", "--epochs", "1000"};
        const Answer whole = askWorker(words(settings));
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--ranks", "3", "--rank-timeout", "2"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > 50, kRankPatience);
        const qint64 frozen = childrenOf(process.processId()).value(0);
        ::kill(static_cast<pid_t>(frozen), SIGSTOP);
        QElapsedTimer since;
        since.start();
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("has ended"), kRankPatience);
        qInfo("dropped after %lld ms", since.elapsed());
        QVERIFY(since.elapsed() >= 2000);
        QVERIFY(process.waitForFinished(-1));
        out += process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QVERIFY(!lives(frozen));
        QVERIFY(weightsOf(folder_, runOf(out)) == weightsOf(folder_, runOf(whole.out)));
    }

    void nobodyIsLeftWhenTheStarterIsKilled() {
        const QStringList settings = {"--max-steps", "240", "--epochs", "1000", "--checkpoint-seconds", "0"};
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--ranks", "3"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > 50, kRankPatience);
        const QList<qint64> ranks = childrenOf(process.processId());
        QCOMPARE(ranks.size(), 2);
        process.kill();
        QVERIFY(process.waitForFinished(-1));
        for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(!lives(rank), kRankPatience);
        const auto runs = (*Workspace::open(folder_.path().toStdString()))->runs();
        const QString run = QString::fromStdString(runs->front().id);
        QCOMPARE(runs->front().state, RunState::Interrupted);
        // It goes on with as many ranks, to the same bits.
        const Answer resumed = askWorker({"resume", run, "--json", "--workspace", folder_.path()});
        QVERIFY2(resumed.code == 0, resumed.err);
        const Answer whole = askWorker(words(settings));
        QVERIFY(weightsOf(folder_, run) == weightsOf(folder_, runOf(whole.out)));
    }

    void aRunGoesOnWithAnyNumberOfThem_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("more") << "2"
                              << "3";
        QTest::newRow("one") << "3"
                             << "1";
        QTest::newRow("begun without") << "1"
                                       << "2";
    }
    void aRunGoesOnWithAnyNumberOfThem() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const QStringList settings = {"--checkpoint-seconds", "0", "--ranks", before};
        const auto longer = [&](const QStringList& where) {
            const QString begun = runOf(askWorker(words(settings + QStringList{"--epochs", "1"})).out);
            return askWorker(
                QStringList{"resume", begun, "--json", "--more-epochs", "2", "--workspace", folder_.path()} + where);
        };
        const Answer twin = longer({});
        QVERIFY2(twin.code == 0, twin.err);
        const Answer resumed = longer({"--ranks", after});
        const QString run = runOf(resumed.out);
        QVERIFY2(resumed.code == 0, resumed.out + resumed.err);
        QVERIFY2(resumed.out.contains("goes on with " + after.toUtf8() + " ranks, which were " + before.toUtf8()),
                 resumed.out);
        QVERIFY(weightsOf(folder_, run) == weightsOf(folder_, runOf(twin.out)));
        // The run is what it was: without a word it goes on with its own number.
        const auto kept = (*Workspace::open(folder_.path().toStdString()))->run(run.toStdString());
        QCOMPARE(QString::number(kept->config->ranks), before);
        const Answer refused =
            askWorker({"resume", run, "--json", "--more-epochs", "1", "--ranks", "64", "--workspace", folder_.path()});
        QVERIFY2(refused.code == 2 && refused.out.contains("fewer blocks than there are ranks"), refused.out);
        QCOMPARE((*Workspace::open(folder_.path().toStdString()))->run(run.toStdString())->state, kept->state);
    }

    void aStopEndsAllOfThem() {
        QProcess process;
        process.start(workerProgram(), words({"--epochs", "100000", "--ranks", "2"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("train_loss"), kRankPatience);
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

    void theirMessagesAreMeasured_data() {
        QTest::addColumn<QString>("encrypted");
        QTest::newRow("clear text") << "no";
        QTest::newRow("encrypted") << "yes";
    }
    void theirMessagesAreMeasured() {
        QFETCH(QString, encrypted);
        const Answer answer = askWorker(QStringList{"ranks", "measure", "--json", "--workspace", folder_.path()} +
                                        smallRun() + QStringList{"--ranks", "3", "--encrypted", encrypted});
        QVERIFY2(answer.code == 0, answer.out + answer.err);
        const QJsonObject told = lastLine(answer.out);
        const QJsonArray links = told["links"].toArray(), forecast = told["forecast"].toArray();
        QCOMPARE(links.size(), 3);
        QCOMPARE(links[2].toObject()["from"].toInt(), 1);
        for (const auto& link : links)
            for (const char* figure : {"delay", "bytes_per_second"})
                QVERIFY2(link.toObject()[figure].toDouble() > 0, answer.out);
        QVERIFY(told["step"].toObject()["seconds"].toDouble() > 0);
        QVERIFY(told["step"].toObject()["gradient_bytes"].toDouble() > 0);
        QCOMPARE(forecast[1].toObject()["ranks"].toInt(), 2);
        QVERIFY2(told["advice"].toString().contains("threads do the same"), answer.out);
        for (const auto& one : forecast) QVERIFY2(one.toObject()["gain"].toDouble() <= 1, answer.out);
        QVERIFY(QFile::exists(folder_.filePath("hosts.json")));
    }

    void nobodyStartsARank() {
        const Answer answer = askWorker({"rank"});
        QVERIFY2(answer.code == 2 && answer.err.contains("by nobody else"), answer.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerRanks)
#include "tst_worker_ranks.moc"
