// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/output/console.cpp.
#include "store/workspace.h"
#include "support/terminal.h"
#include "support/worker_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>
#include <filesystem>

using namespace gatelab;
using namespace gatelab::testing;

/// What gatelab-worker says to somebody who looks at a console while it trains, checks and measures.
class TestWorkerConsole : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEarlyStopSaysWhatIsScored();
    void withoutValidationEpochsAreTold();
    void resumeSaysFromWhere();
    void aRunWhoseDataAreGoneStaysAsItIs();
    void aDamagedRecordStopsNoRun();
    void aRunThatIsDoneIsNotBegunAgain();
    void aStopDuringTheBaselinesKeepsTheRun();
    void checksShowHowFarTheyAre();
    void benchSaysWhatItsFiguresAre();
    void cudnnWithoutGpuSaysWhy();
};

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
const QStringList kSmall = {"--builtin-length", "400", "--lookback", "12", "--horizon", "3",
                            "--hidden-size",    "4",   "--threads",  "1",  "--device",  "cpu"};

RunSummary onlyRun(const QTemporaryDir& folder) {
    const auto runs = (*Workspace::open(folder.path().toStdString()))->runs();
    return runs->front();
}

}  // namespace

void TestWorkerConsole::anEarlyStopSaysWhatIsScored() {
    // At such a rate no epoch is better than the one before for long.
    const Answer answer = askWorker(QStringList{"train", "--no-store", "--epochs", "1000", "--early-stop", "2",
                                                "--learning-rate", "0.3", "--no-suggest"} +
                                    kSmall);
    QVERIFY2(answer.code == 0, answer.err);
    const QRegularExpression message(
        QStringLiteral("stopped early at epoch (\\d+): no better validation loss for 2 epochs; scored with the weights "
                       "of epoch (\\d+) \\(validation loss ([0-9.e-]+)\\); nothing is kept"));
    const auto match = message.match(QString::fromUtf8(answer.out));
    QVERIFY2(match.hasMatch(), answer.out);
    QCOMPARE(match.captured(1).toInt(), match.captured(2).toInt() + 2);
    // The loss is that of the epoch that is scored.
    const auto epoch =
        QRegularExpression(QStringLiteral("epoch %1: .*validation loss ([0-9.e-]+),").arg(match.captured(2)))
            .match(QString::fromUtf8(answer.out));
    QVERIFY2(epoch.hasMatch(), answer.out);
    QVERIFY(qAbs(epoch.captured(1).toDouble() - match.captured(3).toDouble()) <= 1e-3 * epoch.captured(1).toDouble());
}

void TestWorkerConsole::withoutValidationEpochsAreTold() {
    const Answer answer =
        askWorker(QStringList{"train", "--no-store", "--epochs", "3", "--split", "80%/0%/20%"} + kSmall);
    QVERIFY2(answer.code == 0, answer.err);
    QCOMPARE(answer.out.count("no validation part"), 1);
    QCOMPARE(answer.out.count(": train loss "), 3);
    QVERIFY2(!answer.out.contains("validation loss") && !answer.out.contains("nan"), answer.out);
}

void TestWorkerConsole::resumeSaysFromWhere() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    QCOMPARE(askWorker(QStringList{"train", "--quiet", "--epochs", "2"} + kSmall + store).code, 0);
    const RunSummary run = onlyRun(folder);
    const Answer more = askWorker(QStringList{"resume", QString::fromStdString(run.id), "--more-epochs", "1"} + store);
    QVERIFY2(more.code == 0, more.err);
    const QByteArray step = QByteArray::number(static_cast<qlonglong>(run.step));
    QVERIFY2(
        more.out.contains(": step " + step + ", epoch 2 of 2, saved 0:0") && more.out.contains("from checkpoint ckpt-"),
        more.out);
    QVERIFY2(more.out.contains(QByteArray::number(static_cast<qlonglong>(run.step / 2)) + " of " +
                               QByteArray::number(static_cast<qlonglong>(run.step / 2 * 3)) + " steps are left"),
             more.out);
}

void TestWorkerConsole::aRunWhoseDataAreGoneStaysAsItIs() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    const QString data = folder.filePath(QStringLiteral("waves.csv")), aside = data + QStringLiteral(".aside");
    QFile file(data);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("a\n");
    for (int i = 0; i < 300; ++i) file.write(QByteArray::number(std::sin(0.1 * i)) + "\n");
    file.close();
    const Answer trained = askWorker(QStringList{"train", "--data", data, "--quiet", "--epochs", "2", "--lookback", "8",
                                                 "--horizon", "2", "--hidden-size", "4", "--threads", "1"} +
                                     store);
    QVERIFY2(trained.code == 0, trained.err);
    const RunSummary before = onlyRun(folder);
    const QStringList more = QStringList{"resume", QString::fromStdString(before.id), "--more-epochs", "1"} + store;
    QVERIFY(QFile::rename(data, aside));
    const Answer refused = askWorker(more);
    QVERIFY2(refused.code != 0 && refused.err.contains("is missing"), refused.err);
    QCOMPARE(onlyRun(folder).state, before.state);
    QCOMPARE(onlyRun(folder).step, before.step);
    QVERIFY(QFile::rename(aside, data));
    const Answer again = askWorker(more);
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(onlyRun(folder).epoch, before.epoch + 1);
}

void TestWorkerConsole::aDamagedRecordStopsNoRun() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    QCOMPARE(askWorker(QStringList{"train", "--no-suggest", "--quiet", "--epochs", "2"} + kSmall + store).code, 0);
    const std::string id = onlyRun(folder).id;
    const auto record = std::filesystem::path(folder.path().toStdString()) / "runs" / id / "run.sqlite";
    std::filesystem::resize_file(record, 3000);
    const Answer shown = askWorker(QStringList{"show", "last"} + store);
    QVERIFY2(shown.err.contains("warning: the record of the run: "), shown.err);
    // What goes wrong is said quietly, too.
    const Answer more = askWorker(QStringList{"resume", "last", "--more-epochs", "1", "--quiet"} + store);
    QVERIFY2(more.code == 0 && more.err.count("run.sqlite.damaged") == 1, more.err);
    QVERIFY(std::filesystem::exists(record.string() + ".damaged"));
    QCOMPARE(onlyRun(folder).state, RunState::Finished);
    QVERIFY(onlyRun(folder).bestEpoch > 0);
}

void TestWorkerConsole::aRunThatIsDoneIsNotBegunAgain() {
    const QTemporaryDir folder;
    const QStringList store = {"--workspace", folder.path()};
    QCOMPARE(askWorker(QStringList{"train", "--quiet", "--epochs", "2"} + kSmall + store).code, 0);
    const RunSummary before = onlyRun(folder);
    const QString id = QString::fromStdString(before.id);
    const Answer again = askWorker(QStringList{"resume", id} + store);
    QVERIFY2(again.code == 0, again.err);
    QVERIFY2(again.out.contains("nothing is left to train: its 2 epochs are done") &&
                 again.out.contains("resume " + id.toUtf8() + " --more-epochs N"),
             again.out);
    QVERIFY(again.out.contains("persistence"));  // its scores are told
    QCOMPARE(onlyRun(folder).ended, before.ended);
    const QJsonObject result =
        lastLine(askWorker(QStringList{"resume", id, "--json"} + store).out)["result"].toObject();
    QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
    QVERIFY(result["why"].toString().contains("--more-epochs") && !result["test"].toObject().isEmpty());
}

void TestWorkerConsole::aStopDuringTheBaselinesKeepsTheRun() {
    const QTemporaryDir folder;
    QProcess process;
    // One step of training, and seconds of comparing sequences.
    process.start(workerProgram(), {"train",
                                    "--workspace",
                                    folder.path(),
                                    "--json",
                                    "--task",
                                    "classification",
                                    "--builtin",
                                    "temporal-order",
                                    "--builtin-length",
                                    "600",
                                    "--loss",
                                    "cross-entropy",
                                    "--max-steps",
                                    "1",
                                    "--hidden-size",
                                    "2",
                                    "--batch-size",
                                    "8",
                                    "--threads",
                                    "1",
                                    "--device",
                                    "cpu",
                                    "--recipe",
                                    ""});
    QByteArray out;
    QTRY_VERIFY_WITH_TIMEOUT(
        (out += process.readAllStandardOutput()).contains("\"scoring\"") || process.state() == QProcess::NotRunning,
        kPatience);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    out += process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 130, out + process.readAllStandardError());
    const QJsonObject result = lastLine(out)["result"].toObject();
    QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
    QVERIFY2(result["test"].toObject()["original"].toObject()["accuracy"].isDouble(), out);
    QVERIFY(result["baselines"].toObject().isEmpty());
    QVERIFY2(out.contains("no baselines: the run was stopped"), out);
    const RunSummary run = onlyRun(folder);
    QCOMPARE(run.state, RunState::Finished);
    QVERIFY(!run.scores->empty());
}

void TestWorkerConsole::checksShowHowFarTheyAre() {
    const QStringList repeat = QStringList{"verify", "repeat", "--epochs", "2"} + kSmall;
    const TerminalAnswer seen = askInTerminal(workerProgram(), repeat);
    QVERIFY2(seen.code == 0, seen.out + seen.terminal);
    QVERIFY2(seen.terminal.contains("run 1 of 2, 0:00:0") && seen.terminal.endsWith("\r\033[K"), seen.terminal);
    const TerminalAnswer resumed = askInTerminal(workerProgram(), {"verify", "resume", "--trials", "1", "--json"});
    QVERIFY2(resumed.code == 0 && resumed.terminal.contains("trial 1 of 1, 0:00:0"), resumed.out + resumed.terminal);
    QVERIFY(!resumed.out.contains("0:00:0"));
    const TerminalAnswer study =
        askInTerminal(workerProgram(), QStringList{"study", "memory", "--only", "batch_size", "--json"} + kSmall);
    QVERIFY2(study.code == 0 && study.terminal.contains("0 of "), study.out + study.terminal);
    // Where nobody looks at a terminal, short work says nothing.
    QVERIFY(askWorker(repeat).err.isEmpty());
}

void TestWorkerConsole::benchSaysWhatItsFiguresAre() {
    const QStringList bench{"bench", "--shape",   "A", "--rows",   "6000", "--epochs",
                            "3",     "--threads", "1", "--device", "cpu",  "--repeats"};
    const Answer two = askWorker(bench + QStringList{"2"});
    QVERIFY2(two.code == 0, two.err);
    QVERIFY2(two.out.contains("the median of 2 repeats, which lie between"), two.out);
    QVERIFY2(two.out.contains(" tensors per step; "), two.out);
    QVERIFY2(askWorker(bench + QStringList{"1"}).out.contains("nothing is known of its spread"), two.out);
    // The own step asks for tensors in evaluations alone: there may be none between two counts.
    const QJsonObject json = lastLine(askWorker(bench + QStringList{"2", "--implementation", "native", "--json"}).out);
    QCOMPARE(json["repeats"].toInt(), 2);
    QVERIFY(json["ms_min"].toDouble() <= json["ms_per_step"].toDouble() &&
            json["ms_per_step"].toDouble() <= json["ms_max"].toDouble());
    QVERIFY(json["tensor_allocations_per_step"].toDouble() > 0);
    QCOMPARE(json["system_allocations_per_step"].toDouble(), 0.0);  // null: the machine is too fast for a second count
}

void TestWorkerConsole::cudnnWithoutGpuSaysWhy() {
    if (askWorker({"devices"}).out.contains("cuda:")) QSKIP("this machine has a GPU");
    const Answer answer =
        askWorker({"train", "--no-store", "--implementation", "cudnn-tuned", "--builtin-length", "400"});
    QCOMPARE(answer.code, 2);
    QVERIFY2(answer.err.contains("needs an NVIDIA GPU with cuDNN; none was found"), answer.err);
}

QTEST_GUILESS_MAIN(TestWorkerConsole)
#include "tst_worker_console.moc"
