// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/continue_commands.cpp, app/worker/train_command.cpp, app/worker/verify/verify.cpp,
// app/worker/verify/verify_resume.cpp and app/worker/verify/verify_runs.cpp.
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include "io/safetensors_file.h"
#include "store/workspace.h"
#include "support/places.h"
#include "support/worker_process.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

/// gatelab-worker with the engine: trains, is stopped, is killed. GATELAB_TRIALS multiplies the trials of kills and
/// resumes (200 kills: 40).
class TestWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainsAndPrintsJson();
    void stopsOnSignal();
    void killsLeaveTheWorkspaceWhole();
    void resumesBitExactly();
    void repeatsBitExactly();
    void switchesAgree();
    void survivesAJumpingClock();
    void saysWhenMemoryIsShort();
    void saysWhenNoThreadCanBeStarted();
    void takesAndGivesWeights();
    void goesOnAndBranches();
};

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
const QStringList kSmall = {"--builtin-length", "400", "--lookback", "12", "--horizon", "3",
                            "--hidden-size",    "8",   "--threads",  "1",  "--device",  "cpu"};

int trials() { return std::max(1, qEnvironmentVariableIntValue("GATELAB_TRIALS")); }

}  // namespace

void TestWorker::trainsAndPrintsJson() {
    const Answer answer = askWorker(QStringList{"train", "--no-store", "--json", "--epochs", "2"} + kSmall);
    QVERIFY2(answer.code == 0, answer.err);
    for (const QByteArray& line : answer.out.trimmed().split('\n'))
        QVERIFY2(QJsonDocument::fromJson(line).isObject(), line);
    const QJsonObject result = lastLine(answer.out)["result"].toObject();
    QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
    QVERIFY(result["test"].toObject()["standardised"].toObject()["mse"].isDouble());
    QVERIFY(result["baselines"].toObject()["persistence"].toObject()["original"].toObject()["mae"].isDouble());
}

void TestWorker::stopsOnSignal() {
    const QTemporaryDir folder;
    QProcess process;
    process.start(workerProgram(),
                  QStringList{"train", "--workspace", folder.path(), "--json", "--epochs", "100000"} + kSmall);
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
    QCOMPARE(askWorker(QStringList{"train", "--quiet", "--epochs", "1"} + kSmall + store).code, 0);
    const int kills = 5 * trials();
    for (int kill = 0; kill < kills; ++kill) {
        QProcess process;
        process.start(
            workerProgram(),
            QStringList{"train", "--json", "--epochs", "100000", "--checkpoint-seconds", "0"} + kSmall + store);
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
        for (const RunSummary& run : *runs) QVERIFY2(run.problem.empty(), run.problem.english().c_str());
        QCOMPARE(runs->front().state, RunState::Interrupted);
        QCOMPARE(runs->back().state, RunState::Finished);
        QVERIFY(!runs->back().scores->empty());
    }
}

void TestWorker::resumesBitExactly() {
    const Answer answer = askWorker({"verify", "resume", "--trials", QString::number(10 * trials()), "--json"});
    QVERIFY2(answer.code == 0, answer.out + answer.err);
    QVERIFY(lastLine(answer.out)["kills"].toInt() > 0);
}

void TestWorker::repeatsBitExactly() {
    const Answer answer =
        askWorker(QStringList{"verify", "repeat", "--epochs", "2", "--dropout", "0.2", "--layers", "2"} + kSmall);
    QVERIFY2(answer.code == 0, answer.out + answer.err);
}

void TestWorker::switchesAgree() {
    const Answer answer = askWorker({"verify", "switches"});
    QVERIFY2(answer.code == 0, answer.out + answer.err);
    QVERIFY(answer.out.contains("fused-optimiser"));
    // Also of an experiment of one's own, and of that alone.
    const Answer own = askWorker({"verify", "switches", "--json", "--task", "labelling", "--builtin", "copy",
                                  "--builtin-length", "60", "--max-steps", "3", "--device", "cpu"});
    QVERIFY2(own.code == 0, own.out + own.err);
    QVERIFY2(own.out.contains("\"recompute\",\"supported\":true"), own.out);
    QCOMPARE(askWorker({"verify", "switches", "--hidden-size", "0"}).code, 2);
}

// The day's clock leaps by a year five times a second: training time, automatic checkpoints and the record go by
// another clock.
void TestWorker::survivesAJumpingClock() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("the sanitizer must be the first library that is loaded");
#endif
    const QTemporaryDir folder;
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_PRELOAD", inBuild("/tests/jumping_clock.so"));
    process.setProcessEnvironment(environment);
    process.start(workerProgram(), QStringList{"train", "--workspace", folder.path(), "--json", "--epochs", "100000",
                                               "--checkpoint-seconds", "1"} +
                                       kSmall);
    QByteArray out;
    QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"checkpoint\"") >= 3, kPatience);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    const auto runs = (*Workspace::open(folder.path().toStdString()))->runs();
    QCOMPARE(runs->size(), std::size_t{1});
    QVERIFY2(runs->front().problem.empty(), runs->front().problem.english().c_str());
    const auto history = readRunHistory(std::filesystem::path(folder.path().toStdString()) / "runs" / runs->front().id);
    QVERIFY(history.ok() && history->problems.empty());
    double earliest = 1e300, latest = 0, before = 0, seconds = 0;
    for (const MetricSample& sample : history->metrics) {
        earliest = std::min(earliest, sample.wall);
        latest = std::max(latest, sample.wall);
        if (sample.metric != MetricId::TrainLoss) continue;
        QVERIFY(sample.seconds >= seconds);
        seconds = sample.seconds;
    }
    QVERIFY(latest - earliest > 1e7);  // the clock did jump
    int checkpoints = 0;
    for (const RunEvent& event : history->events) {
        if (!event.is<SavedCheckpoint>()) continue;
        ++checkpoints;
        QVERIFY(event.seconds >= before && event.seconds < 3600);
        before = event.seconds;
    }
    QVERIFY(checkpoints >= 3);
}

// With a limit on its address space, a model that cannot fit is refused in words, and one that fits runs.
void TestWorker::saysWhenMemoryIsShort() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("the sanitizer maps more addresses than the limit allows");
#endif
    const auto limited = [](const QStringList& words) {
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit limit{rlim_t{6} << 30, rlim_t{6} << 30};
            setrlimit(RLIMIT_AS, &limit);
        });
        process.start(workerProgram(), words);
        process.waitForFinished(-1);
        return Answer{process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                      process.readAllStandardOutput(), process.readAllStandardError()};
    };
    const QStringList common = {"train", "--no-store", "--json", "--epochs",  "1", "--builtin-length",
                                "400",   "--lookback", "12",     "--horizon", "3", "--threads",
                                "1",     "--device",   "cpu"};
    const Answer large = limited(common + QStringList{"--hidden-size", "8192", "--layers", "16", "--start-anyway"});
    QVERIFY2(large.code == 4, large.out + large.err);
    QVERIFY2((large.out + large.err).contains("not enough memory") && (large.out + large.err).contains("try a smaller"),
             large.out + large.err);
    QCOMPARE(limited(common + QStringList{"--hidden-size", "8"}).code, 0);
}

// A machine that gives no more threads: here because each asks for a stack larger than any address space.
void TestWorker::saysWhenNoThreadCanBeStarted() {
    const QTemporaryDir folder;
    const QStringList words = QStringList{"train", "--workspace", folder.path(), "--quiet", "--epochs", "1"} + kSmall;
    QProcess process;
    process.setChildProcessModifier([] {
        const rlimit limit{rlim_t{1} << 56, RLIM_INFINITY};
        setrlimit(RLIMIT_STACK, &limit);
    });
    process.start(workerProgram(), words);
    process.waitForFinished(-1);
    const QByteArray message = process.readAllStandardError();
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY2(process.exitCode() == 1 && message.contains("no training thread could be started") &&
                 message.contains("try again"),
             message);
    // The next one starts without more ado, and so does the run that could not.
    QCOMPARE(askWorker(words).code, 0);
    const auto runs = (*Workspace::open(folder.path().toStdString()))->runs();
    QCOMPARE(runs->size(), std::size_t{2});
    QCOMPARE(
        askWorker({"resume", QString::fromStdString(runs->back().id), "--quiet", "--workspace", folder.path()}).code,
        0);
}

// Weights go out under PyTorch's names and come in again.
void TestWorker::takesAndGivesWeights() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    const auto weightsOf = [&](std::size_t run, const QString& file) {
        const auto runs = (*Workspace::open(folder.path().toStdString()))->runs();
        const Answer answer = askWorker(
            QStringList{"export-weights", QString::fromStdString((*runs)[run].id), folder.filePath(file)} + store);
        if (answer.code != 0) qWarning("%s", answer.err.constData());
        return readTensors(folder.filePath(file).toStdString());
    };
    QCOMPARE(askWorker(QStringList{"train", "--no-suggest", "--quiet", "--epochs", "1"} + kSmall + store).code, 0);
    const auto first = weightsOf(0, "first.safetensors");
    QVERIFY(first.ok());
    QStringList names;
    for (const auto& [name, tensor] : first->tensors) names.append(QString::fromStdString(name));
    QCOMPARE(names, (QStringList{"head.bias", "head.weight", "rnn.bias_hh_l0", "rnn.bias_ih_l0", "rnn.weight_hh_l0",
                                 "rnn.weight_ih_l0"}));
    QCOMPARE(first->tensors.at("rnn.weight_hh_l0").shape, (std::vector<std::int64_t>{32, 8}));
    // A run that starts from them and hardly moves ends with them.
    QCOMPARE(askWorker(QStringList{"train", "--quiet", "--epochs", "1", "--seed", "9", "--learning-rate", "1e-9",
                                   "--optimiser", "sgd", "--weights", folder.filePath("first.safetensors")} +
                       kSmall + store)
                 .code,
             0);
    const auto second = weightsOf(0, "second.safetensors");
    QVERIFY(second.ok());
    for (const auto& [name, tensor] : first->tensors) {
        const auto& other = second->tensors.at(name);
        QCOMPARE(other.bytes.size(), tensor.bytes.size());
        const auto* a = reinterpret_cast<const float*>(tensor.bytes.data());
        const auto* b = reinterpret_cast<const float*>(other.bytes.data());
        for (std::size_t i = 0; i < tensor.bytes.size() / sizeof(float); ++i)
            QVERIFY2(std::abs(a[i] - b[i]) < 1e-5f, name.c_str());
    }
    const Answer wrong = askWorker(QStringList{"train", "--no-store", "--epochs", "1", "--layers", "2", "--weights",
                                               folder.filePath("first.safetensors")} +
                                   kSmall);
    QVERIFY(wrong.code != 0);
    QVERIFY2((wrong.out + wrong.err).contains("no tensor named 'rnn."), wrong.out + wrong.err);
}

void TestWorker::goesOnAndBranches() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    const auto newest = [&] { return (*Workspace::open(folder.path().toStdString()))->runs()->front(); };
    // Without a fitted start, which may be the best of all steps.
    QCOMPARE(askWorker(QStringList{"train", "--quiet", "--no-suggest", "--epochs", "2"} + kSmall + store).code, 0);
    const RunSummary before = newest();
    const QString id = QString::fromStdString(before.id);
    const Answer more = askWorker(QStringList{"resume", id, "--more-epochs", "3", "--json"} + store);
    QVERIFY2(more.code == 0, more.err);
    QVERIFY(more.out.contains("epochs = 5"));
    QCOMPARE(newest().step * 2, before.step * 5);
    const Answer branch = askWorker(
        QStringList{"branch", id, "--checkpoint", "best", "--learning-rate", "0.0001", "--more-epochs", "1", "--json"} +
        store);
    QVERIFY2(branch.code == 0, branch.err);
    const RunSummary child = newest();
    QCOMPARE(child.parent, before.id);
    QVERIFY(child.branchStep > 0 && child.step > child.branchStep);
    QCOMPARE(child.config->learningRate, 0.0001);
    QCOMPARE(child.config->hiddenSize, before.config->hiddenSize);
    const QByteArray shown = askWorker(QStringList{"show", QString::fromStdString(child.id)} + store).out;
    QVERIFY2(shown.contains("branch of " + id.toUtf8() + " from its step " +
                            QByteArray::number(static_cast<qlonglong>(child.branchStep))),
             shown);
    const Answer refused = askWorker(QStringList{"branch", id, "--hidden-size", "16", "--more-epochs", "1"} + store);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("hidden_size 8 -> 16"), refused.err);
    QCOMPARE(askWorker(QStringList{"branch", id} + store).code, 2);  // its plan is done
    QCOMPARE((*Workspace::open(folder.path().toStdString()))->runs()->size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
