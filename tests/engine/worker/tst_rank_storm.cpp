// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that are killed again and again at random, rank 0 with its record among them: the run comes to the same bits.
// GATELAB_TRIALS says how many kills there are at least (default 6), for clear text and for TLS.
#include "engine/rank_support.h"
#include "store/workspace.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const QStringList kSettings = {"--max-steps", "800", "--epochs", "1000", "--checkpoint-seconds", "1"};
/// So short that whoever counts a joining rank as a silent one drops it.
const QStringList kEncrypted = {"--encrypted", "yes", "--rank-timeout", "1"};

/// A run of four ranks and what is done to it.
class Storm {
public:
    Storm(QRandomGenerator& random, int kills, const QStringList& how) : random_(random), how_(how), left_(kills) {}

    /// The weights at the end, however often it was begun again.
    QByteArray weather() {
        begin(QStringList{"train", "--ranks", "4"} + smallRun() + kSettings + how_);
        while (waitForSteps(random_.bounded(3, 90)))
            if (left_ > 0) killOne();
        if (process_.exitCode() != 0) qFatal("%s", process_.readAllStandardError().constData());
        countDropped();
        return weightsOf(folder_, run());
    }
    [[nodiscard]] int ofRankZero() const { return ofRankZero_; }
    [[nodiscard]] int ofOthers() const { return ofOthers_; }
    /// Ranks that the others gave up, as rank 0 told.
    [[nodiscard]] int dropped() const { return dropped_; }

private:
    void begin(const QStringList& words) {
        out_.clear();
        process_.start(workerProgram(), words + QStringList{"--json", "--workspace", folder_.path()});
    }
    [[nodiscard]] QString run() const {
        return QString::fromStdString((*Workspace::open(folder_.path().toStdString()))->runs()->front().id);
    }
    /// False: it has ended.
    bool waitForSteps(int steps) {
        const qsizetype wanted = out_.count("\"train_loss\"") + steps;
        while (process_.state() != QProcess::NotRunning && out_.count("\"train_loss\"") < wanted) {
            process_.waitForReadyRead(100);
            out_ += process_.readAllStandardOutput();
        }
        return process_.state() != QProcess::NotRunning;
    }
    void countDropped() { dropped_ += static_cast<int>(ranksGivenUp(out_)); }
    void killOne() {
        const QList<qint64> others = childrenOf(process_.processId());
        --left_;
        const int victim = random_.bounded(static_cast<int>(others.size()) + 1);
        if (victim < others.size()) {
            ++ofOthers_;
            ::kill(static_cast<pid_t>(others[victim]), SIGKILL);
            return;
        }
        ++ofRankZero_;
        process_.kill();
        process_.waitForFinished(-1);
        out_ += process_.readAllStandardOutput();
        countDropped();
        for (const qint64 rank : others)
            if (!QTest::qWaitFor([rank] { return !lives(rank); }, kRankPatience)) qFatal("a rank outlives its starter");
        begin(QStringList{"resume", run()} + how_);
    }

    QRandomGenerator& random_;
    QStringList how_;
    int left_, ofRankZero_ = 0, ofOthers_ = 0, dropped_ = 0;
    QTemporaryDir folder_;
    QProcess process_;
    QByteArray out_;
};

}  // namespace

class TestRankStorm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itComesToTheSameBits_data() {
        QTest::addColumn<QStringList>("how");
        QTest::newRow("clear text") << QStringList();
        QTest::newRow("TLS, a limit of 1 s") << kEncrypted;
    }
    void itComesToTheSameBits() {
        QFETCH(QStringList, how);
        qunsetenv("GATELAB_WORKER");
        const int wanted = std::max(6, qEnvironmentVariableIntValue("GATELAB_TRIALS"));
        QTemporaryDir folder;
        const Answer whole =
            askWorker(QStringList{"train", "--json", "--workspace", folder.path()} + smallRun() + kSettings);
        QVERIFY2(whole.code == 0, whole.err);
        const QByteArray undisturbed = weightsOf(folder, runOf(whole.out));
        QRandomGenerator random(41);
        int ofRankZero = 0, ofOthers = 0, dropped = 0, runs = 0;
        while (ofRankZero + ofOthers < wanted) {
            Storm storm(random, std::min(6, wanted - ofRankZero - ofOthers), how);
            QVERIFY(storm.weather() == undisturbed);
            ofRankZero += storm.ofRankZero();
            ofOthers += storm.ofOthers();
            dropped += storm.dropped();
            ++runs;
        }
        qInfo("%d kills in %d runs: rank 0 %d times, others %d times; given up: %d", ofRankZero + ofOthers, runs,
              ofRankZero, ofOthers, dropped);
        QVERIFY2(dropped <= ofOthers, "a healthy rank was dropped");
        QVERIFY(ofRankZero > 0 && ofOthers > 0);
    }
};

QTEST_GUILESS_MAIN(TestRankStorm)
#include "tst_rank_storm.moc"
