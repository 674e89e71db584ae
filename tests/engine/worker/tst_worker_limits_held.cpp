// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker where there is too little: memory below the forecast, a memory limit, files that may not grow.
// Holds app/worker/runs.cpp.
#include "store/checkpoint.h"
#include "store/workspace.h"
#include "support/worker_process.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>

#include <csignal>
#include <filesystem>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
constexpr rlim_t kSmallFile = 300 << 10;
const QStringList kMachine = {"--builtin-length", "1200", "--horizon", "3", "--threads", "1", "--device", "cpu"};
/// Activations of about 800 MiB.
const QStringList kLarge =
    kMachine + QStringList{"--lookback", "96", "--hidden-size", "256", "--batch-size", "512", "--max-steps", "1"};
/// Its checkpoint is larger than kSmallFile.
const QStringList kWide =
    kMachine + QStringList{"--lookback", "12", "--hidden-size", "128", "--checkpoint-seconds", "0"};

void start(QProcess& process, const QStringList& words, bool smallFiles = false) {
    if (smallFiles)
        process.setChildProcessModifier([] {
            const rlimit limit{kSmallFile, kSmallFile};
            setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, SIG_IGN);
        });
    process.start(workerProgram(), words);
}

Answer ask(const QStringList& words, bool smallFiles = false) {
    QProcess process;
    start(process, words, smallFiles);
    return finished(process);
}

std::vector<RunSummary> runsIn(const QTemporaryDir& folder) {
    auto workspace = Workspace::open(folder.path().toStdString());
    auto runs = workspace.ok() ? (*workspace)->runs() : Result<std::vector<RunSummary>>(workspace.error());
    return runs.ok() ? *runs : std::vector<RunSummary>();
}

}  // namespace

class TestWorkerLimitsHeld : public QObject {
    Q_OBJECT

    /// MiB that the program takes without a network, as it says itself.
    int least() {
        const QString message = ask(QStringList{"train", "--no-store", "--memory-limit", "1"} + kLarge).err;
        const auto match = QRegularExpression(QStringLiteral("below the (\\d+) MiB")).match(message);
        return match.hasMatch() ? match.captured(1).toInt() : -1;
    }

private Q_SLOTS:
    void aLimitBelowTheProgramItselfIsSaid() {
        const Answer answer = ask(QStringList{"train", "--no-store", "--memory-limit", "100"} + kLarge);
        QVERIFY2(answer.code == 4 && answer.err.contains("the memory limit of 100 MiB"), answer.err);
    }

    void whatCannotFitIsRefused() {
        const QTemporaryDir folder;
        const Answer answer =
            ask(QStringList{"train", "--workspace", folder.path(), "--memory-limit", QString::number(least() + 100)} +
                kLarge);
        QVERIFY2(answer.code == 4 && answer.err.contains("the largest part is activations") &&
                     answer.err.contains("try a smaller batch"),
                 answer.err);
        QVERIFY(runsIn(folder).empty());
    }

    // The shell's limit (ulimit -v) is not lifted by a higher one of the settings.
    void aLowerLimitFromOutsideStays() {
        const rlim_t outside = static_cast<rlim_t>(least() + 100) << 20;
        QProcess process;
        process.setChildProcessModifier([outside] {
            const rlimit limit{outside, RLIM_INFINITY};
            setrlimit(RLIMIT_AS, &limit);
        });
        process.start(workerProgram(), QStringList{"train", "--no-store", "--memory-limit", "60000"} + kLarge);
        const Answer answer = finished(process);
        QVERIFY2(answer.code == 4 && answer.err.contains("the largest part is activations"), answer.err);
    }

    // Started all the same it ends in words, with what was kept; without the limit it goes on.
    void aRunOverItsLimitIsKept() {
        const QTemporaryDir folder;
        const QStringList place = {"--workspace", folder.path()};
        QCOMPARE(ask(QStringList{"train"} + place + kLarge).code, 0);
        const std::string id = runsIn(folder).front().id;
        const QStringList resume = QStringList{"resume", QString::fromStdString(id), "--more-epochs", "1"} + place;
        const QString limit = QString::number(least() + 200);
        const Answer refused = ask(resume + QStringList{"--memory-limit", limit});
        QVERIFY2(refused.code == 4 && refused.err.contains("the largest part is"), refused.err);
        const Answer ended = ask(resume + QStringList{"--memory-limit", limit, "--start-anyway"});
        QVERIFY2(ended.code == 4 && ended.err.contains(QStringLiteral("more than the %1 MiB").arg(limit).toUtf8()) &&
                     ended.err.contains("raise the limit"),
                 ended.err);
        QVERIFY(CheckpointStore(std::filesystem::path(folder.path().toStdString()) / "runs" / id).newestGood().ok());
        const Answer again = ask(resume);
        QVERIFY2(again.code == 0, again.err);
    }

    void aFullDiskIsToldAndGivenUp() {
        const QTemporaryDir folder;
        const QStringList place = {"--workspace", folder.path()};
        const Answer answer =
            ask(QStringList{"train", "--quiet", "--epochs", "1", "--disk-wait", "1"} + place + kWide, true);
        QCOMPARE(answer.code, 5);
        for (const char* words : {"the run waits", "checkpoints", "waits to write a checkpoint in", "is free",
                                  "given up after 0:00:01", "gatelab-worker resume "})
            QVERIFY2(answer.err.contains(QLatin1String(words)), answer.err);
        const auto runs = runsIn(folder);
        QCOMPARE(runs.size(), std::size_t{1});
        const Answer again = ask(QStringList{"resume", QString::fromStdString(runs.front().id), "--quiet"} + place);
        QVERIFY2(again.code == 0, again.err);
    }

    void aFileThatMayNotGrowEndsNoRunWithoutAWord() {
        const QTemporaryDir folder;
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit limit{kSmallFile, kSmallFile};
            setrlimit(RLIMIT_FSIZE, &limit);
        });
        process.start(
            workerProgram(),
            QStringList{"train", "--quiet", "--epochs", "1", "--disk-wait", "1", "--workspace", folder.path()} + kWide);
        const Answer answer = finished(process);
        QVERIFY2(answer.code == 5, answer.err);
        QVERIFY2(answer.err.contains("larger than the file system or the process limit allows"), answer.err);
    }

    // A record that says "interrupted" of a run that came to its end is no success.
    void aRecordThatCannotBeWrittenIsNoSuccess() {
        const QTemporaryDir folder;
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit limit{60 << 10, 60 << 10};
            setrlimit(RLIMIT_FSIZE, &limit);
        });
        process.start(workerProgram(), QStringList{"train", "--quiet", "--epochs", "3", "--hidden-size", "8",
                                                   "--no-suggest", "--disk-wait", "1", "--workspace", folder.path()} +
                                           kMachine);
        const Answer answer = finished(process);
        QVERIFY2(answer.code == 5, answer.err);
        QVERIFY2(answer.err.contains("run.sqlite"), answer.err);
    }

    void aRunThatIsRemovedWhileItTrainsFails_data() {
        QTest::addColumn<bool>("all");
        QTest::newRow("the run") << false;
        QTest::newRow("the workspace") << true;
    }
    void aRunThatIsRemovedWhileItTrainsFails() {
        QFETCH(bool, all);
        const QTemporaryDir folder;
        const QString place = folder.filePath("w");
        QProcess process;
        start(process,
              QStringList{"train", "--json", "--epochs", "40", "--workspace", place} + kWide.mid(0, kWide.size() - 2));
        QByteArray message;
        while (!message.contains("\"checkpoint\"") && process.waitForReadyRead(kPatience))
            message += process.readAllStandardOutput();
        const std::filesystem::path root = place.toStdString();
        std::filesystem::remove_all(all ? root : root / "runs");
        const Answer answer = finished(process);
        QVERIFY2(answer.code == 5, answer.out.right(2000) + answer.err);
        QVERIFY2(answer.err.trimmed().split('\n').last().contains("was removed or moved while it was trained"),
                 answer.err);
        QVERIFY(!std::filesystem::exists(root / "runs"));
    }

    void aWaitEndsWithASignal_data() {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("last");
        QTest::newRow("SIGINT") << SIGINT << "its last checkpoint could not be written";
        QTest::newRow("SIGTERM")
            << SIGTERM << "interrupted; the run has no checkpoint yet; it begins again with: gatelab-worker resume ";
    }
    void aWaitEndsWithASignal() {
        QFETCH(int, signal);
        QFETCH(QString, last);
        const QTemporaryDir folder;
        QProcess process;
        start(process, QStringList{"train", "--quiet", "--epochs", "100000", "--workspace", folder.path()} + kWide,
              true);
        QByteArray err;
        QTRY_VERIFY_WITH_TIMEOUT((err += process.readAllStandardError()).contains("waits to write a checkpoint"),
                                 kPatience);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        const Answer answer = finished(process);
        QCOMPARE(answer.code, 130);
        QVERIFY2(answer.out.contains(last.toUtf8()), answer.out + err + answer.err);
    }

    void limitsOfJobsAreKeptInTheWorkspace() {
        const QTemporaryDir folder;
        const auto limits = [&folder](const QStringList& words) {
            return askWorker(QStringList{"queue", "limits", "--json", "--workspace", folder.path()} + words);
        };
        QCOMPARE(limits({"--memory", "2048", "--processors", "1.5"}).code, 0);
        QCOMPARE(limits({"--processes", "512", "--sandbox"}).code, 0);
        QJsonObject shown = lastLine(limits({}).out);
        QCOMPARE(shown["memory_mib"].toInt(), 2048);
        QCOMPARE(shown["processors"].toDouble(), 1.5);
        QCOMPARE(shown["processes"].toInt(), 512);
        QVERIFY(shown["sandbox"].toBool() && !shown["kept_by"].toString().isEmpty());
        const Answer refused = limits({"--memory", "10"});
        QVERIFY2(refused.code > 0 && refused.out.contains("a job needs 256 MiB or more"), refused.out);
        QCOMPARE(limits({"--no-sandbox", "--memory", "0"}).code, 0);
        shown = lastLine(limits({}).out);
        QVERIFY(shown["memory_mib"].toInt() == 0 && !shown["sandbox"].toBool() && shown["processes"].toInt() == 512);
    }

    /// bwrap is a script that only does as it is told.
    void aSandboxIsThereOrSaidToBeMissing() {
        const QTemporaryDir folder, programs;
        const QStringList words =
            QStringList{"train", "--sandbox",     "--json", "--epochs",    "1",          "--lookback",
                        "8",     "--hidden-size", "4",      "--workspace", folder.path()} +
            kMachine;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", programs.path());
        process.setProcessEnvironment(environment);
        process.start(workerProgram(), words);
        const Answer missing = finished(process);
        QVERIFY2(missing.code > 0 && missing.out.contains("bwrap could not be started") &&
                     missing.out.contains("install bubblewrap"),
                 missing.out + missing.err);
        QVERIFY(runsIn(folder).empty());
        QFile script(programs.filePath("bwrap"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(
            "#!/bin/sh\necho \"$*\" >\"${0%/*}/asked\"\n"
            "while [ \"$1\" != -- ]; do shift; done; shift\nGATELAB_SANDBOXED=1 exec \"$@\"\n");
        script.close();
        script.setPermissions(script.permissions() | QFile::ExeOwner);
        process.start(workerProgram(), words);
        const Answer trained = finished(process);
        QVERIFY2(trained.code == 0, trained.out + trained.err);
        QCOMPARE(runsIn(folder).size(), std::size_t{1});
        QFile asked(programs.filePath("asked"));
        QVERIFY(asked.open(QIODevice::ReadOnly));
        const QByteArray said = asked.readAll(), at = QFileInfo(folder.path()).canonicalFilePath().toUtf8();
        QVERIFY2(said.contains("--bind " + at + " " + at) && said.contains("--unshare-net"), said);
        process.start(workerProgram(), words + QStringList{"--hosts", "h1"});
        const Answer refused = finished(process);
        QVERIFY2(refused.code > 0 && refused.out.contains("a sandbox has no network"), refused.out + refused.err);
    }

    /// What the workspace allows holds for a run in a process of its own, which the window starts like this.
    void aJobKeepsWithinThem() {
        const QTemporaryDir folder;
        QCOMPARE(askWorker({"queue", "limits", "--memory", "300", "--workspace", folder.path()}).code, 0);
        auto workspace = *Workspace::open(folder.path().toStdString());
        ExperimentConfig config;
        config.builtinLength = 400;
        config.lookback = 12;
        config.device = "cpu";
        config.threads = 1;
        auto record = workspace->createRun(config, "", "data");
        QVERIFY(record.ok());
        const QString run = QString::fromStdString((*record)->id());
        record->reset();
        const Answer answer = askWorker({"serve", "--workspace", folder.path(), "--run", run});
        QVERIFY2(answer.code > 0 && answer.err.contains("the memory limit of 300 MiB is below"), answer.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerLimitsHeld)
#include "tst_worker_limits_held.moc"
