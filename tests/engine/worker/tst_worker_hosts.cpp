// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker train --hosts: ranks that a real ssh starts, on "hosts" that an sshd of this test is.
// Holds core/session/rank_hosts.cpp, core/session/host_facts.cpp, app/worker/ranks/hosts_command.cpp,
// app/worker/ranks/ranks_report.cpp and core/run/rank_setup.cpp.
#include "engine/rank_support.h"
#include "run/rank_setup.h"
#include "store/workspace.h"

#include <QJsonArray>
#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>
#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kSshdPatience = 10000;  // then there is none here

void write(const QString& path, const QByteArray& text, bool isProgram = false) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("%s", qPrintable(path));
    file.close();
    file.setPermissions(isProgram ? QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                  : QFile::ReadOwner | QFile::WriteOwner);
}

/// An sshd of this user on 127.0.0.1 with keys of its own, in a folder, and the ssh that reaches it as h1, h2, ...
class OwnSshd {
public:
    /// Why it could not be started; empty: it runs.
    QString start() {
        const QString program = QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/sbin", "/usr/local/sbin"});
        if (program.isEmpty()) return "no sshd is installed here (openssh-server)";
        if (::geteuid() == 0 && !QDir().mkpath("/run/sshd")) return "/run/sshd cannot be made";
        const QString at = folder_.path();
        for (const char* key : {"host", "user", "other"})
            if (QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", at + "/" + key}) != 0)
                return "ssh-keygen makes no key";
        const QByteArray port = QByteArray::number(20000 + QRandomGenerator::global()->bounded(10000));
        const QByteArray dir = at.toUtf8();
        write(at + "/sshd_config", "ListenAddress 127.0.0.1:" + port + "\nHostKey " + dir + "/host\nPidFile " + dir +
                                       "/pid\nAuthorizedKeysFile " + dir +
                                       "/user.pub\nStrictModes no\nPermitRootLogin prohibit-password\n"
                                       "PasswordAuthentication no\nKbdInteractiveAuthentication no\nUsePAM no\n");
        QFile key(at + "/host.pub");
        if (!key.open(QIODevice::ReadOnly)) return "ssh-keygen makes no key";
        write(at + "/known", "[127.0.0.1]:" + port + " " + key.readAll());
        write(at + "/none", "");
        const auto host = [&](const QByteArray& name, const QByteArray& identity, const QByteArray& known) {
            return "Host " + name + "\n HostName 127.0.0.1\n Port " + port + "\n IdentityFile " + dir + "/" + identity +
                   "\n IdentitiesOnly yes\n IdentityAgent none\n StrictHostKeyChecking yes\n GlobalKnownHostsFile " +
                   "/dev/null\n UserKnownHostsFile " + dir + "/" + known + "\n";
        };
        write(at + "/ssh_config", host("h1 h2", "user", "known") + host("keyless", "other", "known") +
                                      host("stranger", "user", "none") + "Host closed\n HostName 127.0.0.1\n Port 1\n");
        daemon_.start(program, {"-D", "-f", at + "/sshd_config", "-E", at + "/log"});
        qputenv("GATELAB_SSH", "ssh -F " + dir + "/ssh_config");
        bool isReached = false;
        (void)QTest::qWaitFor(
            [&] {
                QProcess ssh;
                ssh.start("ssh", {"-F", at + "/ssh_config", "-oBatchMode=yes", "h1", "true"});
                isReached = finished(ssh).code == 0;
                return isReached || daemon_.state() == QProcess::NotRunning;
            },
            kSshdPatience);
        if (isReached) return {};
        QFile log(at + "/log");
        return log.open(QIODevice::ReadOnly) ? "sshd does not take a connection here: " + log.readAll().right(300)
                                             : QStringLiteral("sshd does not start here");
    }
    ~OwnSshd() {
        daemon_.terminate();
        daemon_.waitForFinished(-1);
    }

    /// The ranks that it started.
    [[nodiscard]] QList<qint64> ranks() const {
        QList<qint64> found, left = childrenOf(daemon_.processId());
        while (!left.isEmpty()) {
            const qint64 process = left.takeFirst();
            left += childrenOf(process);
            QFile words(QStringLiteral("/proc/%1/cmdline").arg(process));
            // Not the shell that becomes it.
            if (words.open(QIODevice::ReadOnly) && words.readAll().endsWith(QByteArray("rank\0--away\0", 12)))
                found << process;
        }
        return found;
    }

private:
    QTemporaryDir folder_;
    QProcess daemon_;
};

}  // namespace

class TestWorkerHosts : public QObject {
    Q_OBJECT

    OwnSshd sshd_;
    QTemporaryDir folder_;
    QStringList words(const QStringList& more) {
        return QStringList{"train", "--json", "--workspace", folder_.path()} + smallRun() + more;
    }
    std::size_t runs() { return (*Workspace::open(folder_.path().toStdString()))->runs()->size(); }

private Q_SLOTS:
    void initTestCase() {
        qunsetenv("GATELAB_WORKER");
        if (const QString why = sshd_.start(); !why.isEmpty()) QSKIP(qPrintable(why));
    }

    void theyChangeNoBit() {
        const QStringList settings = {"--epochs", "2"};
        const Answer alone = askWorker(words(settings));
        QVERIFY2(alone.code == 0, alone.err);
        const QByteArray weights = weightsOf(folder_, runOf(alone.out));
        for (const QStringList& where :
             {QStringList{"--ranks", "4"}, QStringList{"--hosts", "h1:2,h2"},
              QStringList{"--hosts", "h1", "--ranks", "2", "--encrypted", "no", "--rank-interface", "lo"}}) {
            const Answer answer = askWorker(words(settings + where));
            QVERIFY2(answer.code == 0, answer.err + answer.out);
            QVERIFY(weightsOf(folder_, runOf(answer.out)) == weights);
            const bool isEncrypted = where == QStringList{"--hosts", "h1:2,h2"};
            QCOMPARE(answer.out.contains("ranks on other machines (h1:2,h2:1) and here speak to each other encrypted"),
                     isEncrypted);
        }
        QTRY_VERIFY_WITH_TIMEOUT(sshd_.ranks().isEmpty(), kRankPatience);
    }

    void aKilledRankCostsNothing() {
        const QStringList settings = {"--max-steps", "800", "--epochs", "1000"};
        const Answer alone = askWorker(words(settings));
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--hosts", "h1,h2"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > 50, kRankPatience);
        QCOMPARE(sshd_.ranks().size(), 2);
        ::kill(static_cast<pid_t>(sshd_.ranks()[0]), SIGKILL);
        QVERIFY(process.waitForFinished(-1));
        out += process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QVERIFY2(out.contains("has ended; the step is repeated"), out.right(3000));
        QVERIFY(weightsOf(folder_, runOf(out)) == weightsOf(folder_, runOf(alone.out)));
    }

    void nobodyIsLeftWhenTheStarterIsKilled() {
        const QStringList settings = {"--max-steps", "600", "--epochs", "1000", "--checkpoint-seconds", "0"};
        QProcess process;
        process.start(workerProgram(), words(settings + QStringList{"--hosts", "h1,h2"}));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).count("\"train_loss\"") > 50, kRankPatience);
        QCOMPARE(sshd_.ranks().size(), 2);
        process.kill();
        QElapsedTimer since;
        since.start();
        QVERIFY(process.waitForFinished(-1));
        QTRY_VERIFY_WITH_TIMEOUT(sshd_.ranks().isEmpty(), kRankPatience);
        qInfo("all ended after %lld ms", since.elapsed());
        const QString run =
            QString::fromStdString((*Workspace::open(folder_.path().toStdString()))->runs()->front().id);
        const Answer refused =
            askWorker({"resume", run, "--json", "--hosts", "keyless", "--workspace", folder_.path()});
        QVERIFY2(refused.code > 0 && refused.out.contains("host keyless takes no key of yours"), refused.out);
        const Answer resumed = askWorker({"resume", run, "--json", "--hosts", "h2:1", "--workspace", folder_.path()});
        QVERIFY2(resumed.code == 0, resumed.out + resumed.err);
        QVERIFY2(resumed.out.contains("ranks on other machines (h2:1)"), resumed.out.left(2000));
        const Answer alone = askWorker(words(settings));
        QVERIFY(weightsOf(folder_, run) == weightsOf(folder_, runOf(alone.out)));
    }

    void whatIsWrongIsSaidBefore_data() {
        QTest::addColumn<QStringList>("where");
        QTest::addColumn<QString>("reason");
        const QString at = folder_.path();
        write(at + "/other-version", "#!/bin/sh\nprintf 'gatelab-rank\\nversion 0.0.1\\n'\n", true);
        write(at + "/no-version", "#!/bin/sh\necho 'no command rank' >&2\nexit 2\n", true);
        write(at + "/other-data",
              "#!/bin/sh\nsed 's/\\(\"builtin_length\": *\\)600/\\1601/' | '" + workerProgram().toUtf8() + "' \"$@\"\n",
              true);
        QTest::newRow("unknown host") << QStringList{"h1,nowhere.invalid"} << "there is no host nowhere.invalid";
        QTest::newRow("no key") << QStringList{"keyless"} << "host keyless takes no key of yours without a password";
        QTest::newRow("unknown key") << QStringList{"stranger"} << "the key of host stranger is not known here";
        QTest::newRow("not reached") << QStringList{"closed"} << "host closed was not reached";
        QTest::newRow("another version") << QStringList{"h2", "--host-program", at + "/other-version"}
                                         << "host h2 has version 0.0.1 of Gatelab";
        QTest::newRow("no version") << QStringList{"h2", "--host-program", at + "/no-version"} << "(no command rank)";
        QTest::newRow("other data") << QStringList{"h1", "--host-program", at + "/other-data"}
                                    << "host h1 has other data (SHA-256 ";
        QTest::newRow("no program") << QStringList{"h1", "--host-program", at + "/none"}
                                    << "host h1 has no program " + at + "/none";
        QTest::newRow("no list") << QStringList{"h1:0"} << "'h1:0' is no host with its number of ranks";
        QTest::newRow("an option") << QStringList{"a,-oProxyCommand=x"} << "is no host with its number of ranks";
    }
    void whatIsWrongIsSaidBefore() {
        QFETCH(QStringList, where);
        QFETCH(QString, reason);
        const std::size_t before = runs();
        const Answer answer = askWorker(words(QStringList{"--hosts"} + where));
        QVERIFY2(answer.code > 0 && answer.out.contains(reason.toUtf8()), answer.out + answer.err);
        QCOMPARE(runs(), before);
    }

    void theyAreAskedWhatTheyHave() {
        const Answer answer = askWorker({"hosts", "check", "h1", "keyless", "nowhere.invalid", "--json"});
        QCOMPARE(answer.code, 1);  // not all of them can train
        const QJsonArray hosts = lastLine(answer.out)["hosts"].toArray();
        QCOMPARE(hosts.size(), 4);
        const QJsonObject here = hosts[0].toObject(), there = hosts[1].toObject();
        QVERIFY(there["reached"].toBool() && there["problem"].toString().isEmpty());
        QCOMPARE(there["cores"].toInt(), here["cores"].toInt());
        QCOMPARE(there["memory"].toDouble(), here["memory"].toDouble());
        QVERIFY2(there["delay"].toDouble() > 0 && there["connect"].toDouble() >= there["delay"].toDouble(), answer.out);
        QVERIFY(hosts[2].toObject()["problem"].toString().contains("takes no key of yours"));
        QVERIFY(hosts[3].toObject()["problem"].toString().contains("there is no host nowhere.invalid"));
        QVERIFY(!hosts[3].toObject()["reached"].toBool());
        QCOMPARE(askWorker({"hosts", "check", "h2"}).code, 0);
        QCOMPARE(askWorker({"hosts", "check", "-x"}).code, 2);
    }

    void theWorkspaceKnowsThem() {
        QTemporaryDir folder;
        const auto ask = [&](const QStringList& more) {
            return askWorker(QStringList{"hosts"} + more + QStringList{"--workspace", folder.path(), "--json"});
        };
        QCOMPARE(ask({"add", "h2", "h1"}).code, 0);
        QCOMPARE(lastLine(ask({"list"}).out)["hosts"].toArray().size(), 2);
        QCOMPARE(lastLine(ask({"check"}).out)["hosts"].toArray().size(), 3);
        QCOMPARE(ask({"remove", "h2"}).code, 0);
        QVERIFY(ask({"remove", "h2"}).out.contains("there is no host 'h2' in the list"));
        // A run's hosts come to them.
        const Answer trained = askWorker(QStringList{"train", "--json", "--workspace", folder.path()} + smallRun() +
                                         QStringList{"--epochs", "1", "--hosts", "h2:1"});
        QVERIFY2(trained.code == 0, trained.out);
        QCOMPARE(lastLine(ask({"list"}).out)["hosts"].toArray().size(), 2);
    }

    void theirMessagesAreMeasured() {
        const Answer answer = askWorker(QStringList{"ranks", "measure", "--json", "--workspace", folder_.path()} +
                                        smallRun() + QStringList{"--hosts", "h1:2"});
        QVERIFY2(answer.code == 0, answer.out + answer.err);
        QCOMPARE(lastLine(answer.out)["links"].toArray().size(), 3);
        QCOMPARE(lastLine(answer.out)["hosts"].toString(), QString("h1:2"));
        // It is shown without measuring again.
        const Answer shown = askWorker({"ranks", "show", "--json", "--workspace", folder_.path()});
        QVERIFY2(shown.code == 0, shown.out + shown.err);
        const QJsonObject matrix = lastLine(shown.out)["matrix"].toObject();
        QVERIFY(matrix["hosts"].toArray().contains("h1"));
        QCOMPARE(matrix["links"].toArray().size(), 2);  // here and h1, h1 and itself
        const QJsonObject kept = lastLine(shown.out)["measured"].toArray()[0].toObject();
        QCOMPARE(kept["forecast"].toArray(), lastLine(answer.out)["forecast"].toArray());
        QVERIFY(kept["cores_advice"].toString().contains("64 cores"));
        const Answer refused = askWorker(QStringList{"ranks", "measure", "--json", "--workspace", folder_.path()} +
                                         smallRun() + QStringList{"--hosts", "keyless"});
        QVERIFY2(refused.code > 0 && refused.out.contains("takes no key of yours"), refused.out);
    }

    /// Asked or measured: a signal ends every ssh, and nothing is kept.
    void askingAndMeasuringCanBeStopped() {
        const QString pid = folder_.filePath("asked");
        write(folder_.filePath("silent-ssh"), "#!/bin/sh\necho $$ >>'" + pid.toUtf8() + "'\nexec sleep 1000\n", true);
        const QByteArray ssh = qgetenv("GATELAB_SSH");
        const auto restore = qScopeGuard([&ssh] { qputenv("GATELAB_SSH", ssh); });
        const QTemporaryDir workspace;
        for (const QStringList& asking : {QStringList{"hosts", "check", "h1", "h2", "--json"},
                                          QStringList{"ranks", "measure", "--json", "--hosts", "h1,h2"} + smallRun()}) {
            QFile::remove(pid);
            qputenv("GATELAB_SSH", folder_.filePath("silent-ssh").toUtf8());
            QProcess process;
            process.start(workerProgram(), asking + QStringList{"--workspace", workspace.path()});
            const auto asked = [&pid] {
                QFile file(pid);
                return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
            };
            QTRY_COMPARE_WITH_TIMEOUT(asked().size(), 3, kRankPatience);  // and what is behind the last line
            process.terminate();
            QVERIFY(process.waitForFinished(-1));
            QCOMPARE(process.exitCode(), 130);
            for (const QByteArray& one : asked())
                QVERIFY2(one.isEmpty() || ::kill(one.toInt(), 0) != 0, "an ssh is left");
        }
        QVERIFY(!QFile::exists(workspace.filePath("hosts.json")));
        // The ranks as well, once they have been started.
        qputenv("GATELAB_SSH", ssh);
        QProcess process;
        process.start(workerProgram(), QStringList{"ranks", "measure", "--json", "--hosts", "h1:4,h2:4", "--workspace",
                                                   workspace.path()} +
                                           smallRun());
        QTRY_VERIFY_WITH_TIMEOUT(!sshd_.ranks().isEmpty(), kRankPatience);
        process.terminate();
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitCode(), 130);
        QTRY_VERIFY_WITH_TIMEOUT(sshd_.ranks().isEmpty(), kRankPatience);
        QVERIFY(!QFile::exists(workspace.filePath("hosts.json")));
    }

    void aListOfHostsIsRead() {
        const auto hosts = rankHostsFrom("h1:4,user@h2");
        QVERIFY(hosts.ok() && hosts->size() == 2);
        QCOMPARE((*hosts)[0].ranks, 4);
        QCOMPARE((*hosts)[1].name, "user@h2");
        for (const char* wrong : {"", ",", "h1,", "h1:", "h1:x", "h1:-1", "h1:1025", "h 1", "h1;rm"})
            QVERIFY2(!rankHostsFrom(wrong).ok(), wrong);
    }
};

QTEST_GUILESS_MAIN(TestWorkerHosts)
#include "tst_worker_hosts.moc"
