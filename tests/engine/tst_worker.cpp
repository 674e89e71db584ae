// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include "store/workspace.h"

#include <csignal>

using namespace gatelab;

/// gatelab-worker with the engine: trains, is stopped, is killed. GATELAB_TRIALS multiplies the trials of kills and resumes (200 kills: 40).
class TestWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainsAndPrintsJson();
    void stopsOnSignal();
    void killsLeaveTheWorkspaceWhole();
    void resumesBitExactly();
    void repeatsBitExactly();
    void switchesAgree();
};

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
const QStringList kSmall = {"--builtin-length", "400", "--lookback", "12", "--horizon", "3", "--hidden-size", "8", "--threads", "1", "--device", "cpu"};

QString program() { return QStringLiteral(GATELAB_BIN_DIR "/gatelab-worker"); }
int trials() { return std::max(1, qEnvironmentVariableIntValue("GATELAB_TRIALS")); }

struct Answer {
    int code = -1;
    QByteArray out, err;
};
Answer ask(const QStringList& words) {
    QProcess process;
    process.start(program(), words);
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

QJsonObject lastLine(const QByteArray& out) { return QJsonDocument::fromJson(out.trimmed().split('\n').last()).object(); }

}  // namespace

void TestWorker::trainsAndPrintsJson() {
    const Answer answer = ask(QStringList{"train", "--no-store", "--json", "--epochs", "2"} + kSmall);
    QVERIFY2(answer.code == 0, answer.err);
    for (const QByteArray& line : answer.out.trimmed().split('\n')) QVERIFY2(QJsonDocument::fromJson(line).isObject(), line);
    const QJsonObject result = lastLine(answer.out)["result"].toObject();
    QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
    QVERIFY(result["test"].toObject()["standardised"].toObject()["mse"].isDouble());
    QVERIFY(result["baselines"].toObject()["persistence"].toObject()["original"].toObject()["mae"].isDouble());
}

void TestWorker::stopsOnSignal() {
    const QTemporaryDir folder;
    QProcess process;
    process.start(program(), QStringList{"train", "--workspace", folder.path(), "--json", "--epochs", "100000"} + kSmall);
    QByteArray out;
    QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("train_loss"), kPatience);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    out += process.readAllStandardOutput();
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(lastLine(out)["result"].toObject()["state"].toString(), QStringLiteral("finished"));
    const auto runs = (*Workspace::open(folder.path().toStdString()))->runs();
    QCOMPARE(runs->size(), std::size_t{1});
    QVERIFY(runs->front().step > 0);
}

void TestWorker::killsLeaveTheWorkspaceWhole() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    QCOMPARE(ask(QStringList{"train", "--quiet", "--epochs", "1"} + kSmall + store).code, 0);
    const int kills = 5 * trials();
    for (int kill = 0; kill < kills; ++kill) {
        QProcess process;
        process.start(program(), QStringList{"train", "--json", "--epochs", "100000", "--checkpoint-seconds", "0"} + kSmall + store);
        // At a random place in the first thirty steps.
        const int steps = QRandomGenerator::global()->bounded(1, 30);
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") >= steps, kPatience);
        process.kill();
        QVERIFY(process.waitForFinished(-1));
        auto workspace = Workspace::open(folder.path().toStdString());
        QVERIFY2(workspace.ok(), workspace.ok() ? "" : workspace.error().message.c_str());
        const auto runs = (*workspace)->runs();
        QVERIFY(runs.ok());
        QCOMPARE(static_cast<int>(runs->size()), kill + 2);
        for (const RunSummary& run : *runs) QVERIFY2(run.problem.empty(), run.problem.c_str());
        QCOMPARE(runs->front().state, RunState::Interrupted);
        QCOMPARE(runs->back().state, RunState::Finished);
        QVERIFY(!runs->back().scores.empty());
    }
}

void TestWorker::resumesBitExactly() {
    const Answer answer = ask({"verify", "resume", "--trials", QString::number(3 * trials()), "--json"});
    QVERIFY2(answer.code == 0, answer.out + answer.err);
    QVERIFY(lastLine(answer.out)["kills"].toInt() > 0);
}

void TestWorker::repeatsBitExactly() {
    const Answer answer = ask(QStringList{"verify", "repeat", "--epochs", "2", "--dropout", "0.2", "--layers", "2"} + kSmall);
    QVERIFY2(answer.code == 0, answer.out + answer.err);
}

void TestWorker::switchesAgree() {
    const Answer answer = ask({"verify", "switches"});
    QVERIFY2(answer.code == 0, answer.out + answer.err);
    QVERIFY(answer.out.contains("fused-optimiser"));
}

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
